package listen_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/muster-events/muster/ops/listen"
)

// patience bounds every wait; it is long so that a slow machine is no reason to fail.
const patience = 60 * time.Second

func serve(t *testing.T, h http.Handler, c listen.Caps, reg prometheus.Registerer) (addr string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- listen.Serve(ctx, listen.Server(h, slog.New(slog.DiscardHandler)), listen.Cap(l, c, reg), patience)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	return c
}

var hello = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	fmt.Fprint(w, "hello")
})

// status sends a request on a connection and returns the status line's code.
func status(t *testing.T, c net.Conn) (int, error) {
	t.Helper()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return 0, err
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode, nil
}

// Fault D13: connection flood. Connections over the cap of one address are closed at once, those
// under it are served, and room that is given back is used again.
func TestFault_D13_ConnectionsOverTheCapAreClosed(t *testing.T) {
	reg := prometheus.NewRegistry()
	addr, _ := serve(t, hello, listen.Caps{Total: 100, PerAddress: 20}, reg)
	var kept []net.Conn
	served, closed := 0, 0
	for range 200 {
		c := dial(t, addr)
		if code, err := status(t, c); err == nil && code == http.StatusOK {
			served++
			kept = append(kept, c)
		} else {
			closed++
		}
	}
	if served != 20 || closed != 180 {
		t.Errorf("%d served and %d closed, want 20 and 180", served, closed)
	}
	_ = kept[0].Close()
	deadline := time.Now().Add(patience)
	for {
		if code, err := status(t, dial(t, addr)); err == nil && code == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("room that was given back is not used again")
		}
	}
	n, err := testutil.GatherAndCount(reg, "muster_connections", "muster_connections_refused_total")
	if n != 3 || err != nil {
		t.Errorf("%d metrics, %v; want 3", n, err)
	}
	t.Logf("fault D13: of 200 connections from one address 20 served, 180 closed at once")
}

func TestTheTotalCapHoldsOverAddresses(t *testing.T) {
	addr, _ := serve(t, hello, listen.Caps{Total: 5, PerAddress: 5}, nil)
	served := 0
	for range 20 {
		if code, err := status(t, dial(t, addr)); err == nil && code == http.StatusOK {
			served++
		}
	}
	if served != 5 {
		t.Errorf("%d served, want 5", served)
	}
}

// Fault D12: slowloris. Connections that do not send a whole header are closed; others are answered
// meanwhile.
func TestFault_D12_SlowHeadersAreClosedAndOthersServed(t *testing.T) {
	addr, _ := serve(t, hello, listen.Caps{Total: 2000, PerAddress: 2000}, nil)
	const slow = 500
	conns := make([]net.Conn, slow)
	for i := range conns {
		conns[i] = dial(t, addr)
		if _, err := io.WriteString(conns[i], "GET / HTTP/1.1\r\nHost: x\r\nX-Slow:"); err != nil {
			t.Fatal(err)
		}
	}
	for range 50 {
		if code, err := status(t, dial(t, addr)); err != nil || code != http.StatusOK {
			t.Fatalf("a healthy client beside %d slow ones got %d, %v", slow, code, err)
		}
	}
	began := time.Now()
	for i, c := range conns {
		if _, err := io.ReadAll(c); errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
			t.Fatalf("slow connection %d is still open after %v", i, time.Since(began))
		}
	}
	t.Logf("fault D12: %d slow connections closed by their header limit of %v, 50 of 50 healthy requests served meanwhile", slow, listen.HeaderTimeout)
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

func TestABodyThatIsTooLongIsRefused(t *testing.T) {
	addr, _ := serve(t, hello, listen.Caps{Total: 10, PerAddress: 10}, nil)
	res, err := http.Post("http://"+addr, "text/plain", io.LimitReader(zeros{}, listen.MaxBodyBytes+1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("got %s, want 413", res.Status)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// A stream outlives the time limit for reading a request, and ends when the server stops.
func TestAStreamStaysOpenUntilTheServerStops(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	ended := make(chan struct{})
	addr, stop := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		fmt.Fprint(w, "data: 1\n\n")
		if err := rc.Flush(); err != nil {
			t.Errorf("flush: %v", err)
		}
		if _, ok := w.(http.Flusher); !ok {
			t.Error("the writer is no Flusher")
		}
		close(began)
		<-r.Context().Done()
		close(ended)
	}), listen.Caps{Total: 10, PerAddress: 10}, nil)
	c := dial(t, addr)
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-began
	select {
	case <-ended:
		t.Fatal("the stream was ended before the server stopped")
	case <-time.After(listen.BodyTimeout + time.Second): // the very time that must not end it
	}
	stop()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the stream holds the server up")
	}
}

func TestStreamsAreBoundedAndOthersAreNot(t *testing.T) {
	reg := prometheus.NewRegistry()
	s := listen.NewStreams(2, reg)
	release := make(chan struct{})
	started := make(chan struct{}, 10)
	addr, _ := serve(t, s.Bound(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "event-stream") {
			started <- struct{}{}
			<-release
		}
	})), listen.Caps{Total: 50, PerAddress: 50}, nil)
	var watching sync.WaitGroup
	get := func(accept string) *http.Response {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr, nil)
		req.Header.Set("Accept", accept)
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Error(err)
			return &http.Response{}
		}
		_ = res.Body.Close()
		return res
	}
	for range 2 {
		watching.Go(func() { get("text/event-stream") })
		<-started
	}
	if res := get("text/event-stream"); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("the third stream got %d, want 503 with Retry-After", res.StatusCode)
	}
	if res := get("text/html"); res.StatusCode != http.StatusOK {
		t.Errorf("a page got %d beside full streams, want 200", res.StatusCode)
	}
	close(release)
	watching.Wait()
	if n, err := testutil.GatherAndCount(reg); n != 2 || err != nil {
		t.Errorf("%d metrics, %v; want 2", n, err)
	}
}
