package jetstream_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A proxy stands between a client and a NATS server and can lose the server's answers to appends.
type proxy struct {
	listener net.Listener
	server   string
	lose     atomic.Int64 // so many acknowledgements of appends are still to be lost
	lost     atomic.Int64

	mu    sync.Mutex
	conns []net.Conn
}

func newProxy(t testing.TB, server string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: server}
	var wg sync.WaitGroup
	wg.Go(func() { p.serve(&wg) })
	t.Cleanup(func() {
		l.Close()
		p.cut()
		wg.Wait()
	})
	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) serve(wg *sync.WaitGroup) {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			client.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, client, server)
		p.mu.Unlock()
		wg.Go(func() { _, _ = io.Copy(server, client); server.Close() })
		wg.Go(func() { _ = p.answers(client, server); client.Close() })
	}
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// answers copies the server's protocol to the client, message by message.
//
// Source: NATS client protocol, "MSG", "HMSG".
func (p *proxy) answers(client io.Writer, server io.Reader) error {
	r := bufio.NewReader(server)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return err
		}
		out := line
		if verb, _, _ := bytes.Cut(line, []byte(" ")); string(verb) == "MSG" || string(verb) == "HMSG" {
			fields := strings.Fields(string(line))
			size, err := strconv.Atoi(fields[len(fields)-1])
			if err != nil {
				return fmt.Errorf("line %q: %w", line, err)
			}
			body := make([]byte, size+2)
			if _, err := io.ReadFull(r, body); err != nil {
				return err
			}
			if isAck(body) && p.lose.Add(-1) >= 0 {
				p.lost.Add(1)
				continue
			}
			out = append(out, body...)
		}
		if _, err := client.Write(out); err != nil {
			return err
		}
	}
}

// isAck reports whether a message is the answer to a stored append.
func isAck(body []byte) bool {
	return bytes.HasPrefix(body, []byte(`{"stream":"MUSTER_LOG_`)) && bytes.Contains(body, []byte(`"seq":`))
}
