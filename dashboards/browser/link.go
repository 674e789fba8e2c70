package browser

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Link is the network between one device and a server: a TCP proxy of its own that can be cut and
// mended, as Wi-Fi is. It may be used by several goroutines.
type Link struct {
	ln   net.Listener
	wait sync.WaitGroup

	mu   sync.Mutex // guards the fields below
	to   string     // host:port of the server
	down bool
	open map[net.Conn]struct{}
}

// NewLink makes a link to a server at host:port. It ends with the test.
func NewLink(t testing.TB, to string) *Link {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Link{ln: ln, to: to, open: map[net.Conn]struct{}{}}
	l.wait.Go(l.accept)
	t.Cleanup(func() {
		_ = ln.Close()
		l.Cut()
		l.wait.Wait()
	})
	return l
}

// URL is the address of the server as reached over the link, without a trailing slash.
func (l *Link) URL() string { return "http://" + l.ln.Addr().String() }

// Cut breaks every connection and lets no new one through.
func (l *Link) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = true
	for c := range l.open {
		_ = c.Close()
	}
}

// Mend lets connections through again, to another address of the server if to is not empty.
func (l *Link) Mend(to string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = false
	if to != "" {
		l.to = to
	}
}

func (l *Link) accept() {
	for {
		c, err := l.ln.Accept()
		if err != nil {
			return
		}
		l.wait.Go(func() { l.carry(c) })
	}
}

// carry passes bytes both ways until either end closes.
func (l *Link) carry(device net.Conn) {
	server := l.dial(device)
	if server == nil {
		_ = device.Close()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(server, device) // ends when either connection is closed
		_ = server.Close()
	}()
	_, _ = io.Copy(device, server)
	_ = device.Close()
	<-done
	l.mu.Lock()
	delete(l.open, device)
	delete(l.open, server)
	l.mu.Unlock()
}

// dial connects a device with the server; nil: the link is down or the server does not answer.
func (l *Link) dial(device net.Conn) net.Conn {
	l.mu.Lock()
	to, down := l.to, l.down
	l.mu.Unlock()
	if down {
		return nil
	}
	server, err := net.Dial("tcp", to)
	if err != nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down { // cut meanwhile
		_ = server.Close()
		return nil
	}
	l.open[device], l.open[server] = struct{}{}, struct{}{}
	return server
}
