package tablepage_test

import (
	"net"
	"sync"
	"testing"
)

// What a link does to what passes through it.
const (
	pass    = iota
	cut     // connections break, new ones are refused
	swallow // connections stay open and nothing comes through any more
)

// link is the Wi-Fi between a phone and the server: a TCP proxy that can be cut or go dead.
type link struct {
	addr   string // host:port of this end
	to     string
	ln     net.Listener
	mu     sync.Mutex // guards the fields below
	mode   int
	change chan struct{} // closed when mode changes
	conns  map[net.Conn]struct{}
	wait   sync.WaitGroup
}

func newLink(t *testing.T, to string) *link {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{addr: ln.Addr().String(), to: to, ln: ln, change: make(chan struct{}), conns: map[net.Conn]struct{}{}}
	l.wait.Go(l.accept)
	t.Cleanup(func() {
		_ = ln.Close()
		l.set(cut)
		l.wait.Wait()
	})
	return l
}

// set changes what the link does, also to the connections there are.
func (l *link) set(mode int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mode = mode
	close(l.change)
	l.change = make(chan struct{})
	if mode == cut {
		for c := range l.conns {
			_ = c.Close()
		}
	}
}

func (l *link) now() (int, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.mode, l.change
}

func (l *link) accept() {
	for {
		phone, err := l.ln.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", l.to)
		if mode, _ := l.now(); err != nil || mode == cut {
			_ = phone.Close()
			continue
		}
		l.mu.Lock()
		l.conns[phone], l.conns[server] = struct{}{}, struct{}{}
		l.mu.Unlock()
		l.wait.Go(func() { l.pump(server, phone) })
		l.wait.Go(func() { l.pump(phone, server) })
	}
}

// pump copies one way. In a dead link it reads nothing more, and what it had read is lost with the
// connection: a link that comes back does not bring old packets.
func (l *link) pump(to, from net.Conn) {
	defer func() { _ = to.Close(); _ = from.Close() }()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		lost := false
		for {
			mode, changed := l.now()
			if mode != swallow {
				break
			}
			lost = true
			<-changed
		}
		if lost {
			return
		}
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
