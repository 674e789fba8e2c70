package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// source is a number that changes, as a topic.
type source struct {
	mu      sync.Mutex
	n       uint64
	changed chan struct{}
	renders atomic.Int64
	fail    atomic.Bool
}

func newSource() *source { return &source{changed: make(chan struct{})} }

func (s *source) set(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = n
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *source) topic(key string) Topic {
	return Topic{
		Key: key, Page: "test",
		Changed: func() <-chan struct{} { s.mu.Lock(); defer s.mu.Unlock(); return s.changed },
		Render: func(context.Context) (uint64, []byte, error) {
			s.renders.Add(1)
			if s.fail.Load() {
				return 0, nil, fmt.Errorf("the read model is away")
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.n, fmt.Appendf(nil, "<b>%d</b>\n<i>second line</i>", s.n), nil
		},
	}
}

func newHub(t *testing.T, viewers func(string, int)) *Hub {
	h := New(slog.New(slog.NewTextHandler(io.Discard, nil)), time.Now, viewers)
	t.Cleanup(h.Close)
	return h
}

// stream opens the topic over HTTP and returns its messages, without the beats.
func stream(t *testing.T, url, lastID string) (<-chan map[string]string, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", lastID)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan map[string]string, 100)
	go func() {
		defer close(out)
		defer res.Body.Close()
		m := map[string]string{}
		for sc := bufio.NewScanner(res.Body); sc.Scan(); {
			if sc.Text() == "" {
				out <- m
				m = map[string]string{}
				continue
			}
			k, v, _ := strings.Cut(sc.Text(), ": ")
			if m[k] != "" {
				v = m[k] + "\n" + v
			}
			m[k] = v
		}
	}()
	t.Cleanup(cancel)
	return out, cancel
}

func next(t *testing.T, ms <-chan map[string]string) map[string]string {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		select {
		case m, ok := <-ms:
			if !ok {
				t.Fatal("the stream ended")
			}
			if m["event"] != "beat" {
				return m
			}
		case <-deadline:
			t.Fatal("no message within 30 s")
		}
	}
}

func serve(t *testing.T, h *Hub, topic Topic) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.Serve(w, r, topic) }))
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestAViewerGetsTheStateAndEveryLaterOne(t *testing.T) {
	s, h := newSource(), newHub(t, nil)
	s.set(7)
	ms, stop := stream(t, serve(t, h, s.topic("a")), "")
	m := next(t, ms)
	if want := "<b>7</b>\n<i>second line</i>"; m["data"] != want || !strings.HasPrefix(m["id"], "7.") {
		t.Fatalf("first message is %q with id %q, want %q with id 7.…", m["data"], m["id"], want)
	}
	s.set(8)
	if m := next(t, ms); !strings.Contains(m["data"], "<b>8</b>") {
		t.Errorf("second message is %q, want 8", m["data"])
	}
	stop()
}

func TestComingBackWithTheNewestFrameSendsNothingOld(t *testing.T) {
	s, h := newSource(), newHub(t, nil)
	s.set(7)
	url := serve(t, h, s.topic("a"))
	ms, stop := stream(t, url, "")
	id := next(t, ms)["id"]
	stop()
	ms, stop = stream(t, url, id)
	defer stop()
	s.set(9)
	if m := next(t, ms); !strings.Contains(m["data"], "<b>9</b>") {
		t.Errorf("after coming back with %s the first message is %q, want 9", id, m["data"])
	}
}

func TestATopicIsRenderedOnceForAllAndNotAtAllForNobody(t *testing.T) {
	var count atomic.Int64
	s, h := newSource(), newHub(t, func(page string, by int) { count.Add(int64(by)) })
	s.set(1)
	url := serve(t, h, s.topic("a"))
	var stops []context.CancelFunc
	for range 20 {
		ms, stop := stream(t, url, "")
		next(t, ms)
		stops = append(stops, stop)
	}
	if got := s.renders.Load(); got != 1 {
		t.Errorf("rendered %d times for 20 viewers, want once", got)
	}
	for _, stop := range stops {
		stop()
	}
	for deadline := time.Now().Add(30 * time.Second); h.Topics() > 0 || count.Load() != 0; <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d topics and %d viewers are left after everybody has gone", h.Topics(), count.Load())
		}
	}
}

func TestAChangeOfTheSecondKindIsShownToo(t *testing.T) {
	s, also, h := newSource(), newSource(), newHub(t, nil)
	s.set(1)
	topic := s.topic("a")
	topic.Also = []func() <-chan struct{}{nil, also.topic("").Changed}
	topic.Render = func(context.Context) (uint64, []byte, error) {
		also.mu.Lock()
		defer also.mu.Unlock()
		return 1, fmt.Appendf(nil, "%d", also.n), nil
	}
	ms, stop := stream(t, serve(t, h, topic), "")
	defer stop()
	if m := next(t, ms); m["data"] != "0" {
		t.Fatalf("got %q, want 0", m["data"])
	}
	also.set(5)
	if m := next(t, ms); m["data"] != "5" {
		t.Errorf("got %q, want 5", m["data"])
	}
}

func TestAFailedRenderingIsTriedAgain(t *testing.T) {
	s, h := newSource(), newHub(t, nil)
	s.fail.Store(true)
	s.set(3)
	ms, stop := stream(t, serve(t, h, s.topic("a")), "")
	defer stop()
	for deadline := time.Now().Add(30 * time.Second); s.renders.Load() == 0; <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never rendered")
		}
	}
	s.fail.Store(false)
	s.set(4)
	if m := next(t, ms); !strings.Contains(m["data"], "<b>4</b>") {
		t.Errorf("got %q, want 4", m["data"])
	}
}

func TestCloseEndsStreams(t *testing.T) {
	s, h := newSource(), newHub(t, nil)
	s.set(1)
	ms, _ := stream(t, serve(t, h, s.topic("a")), "")
	next(t, ms)
	h.Close()
	select {
	case _, ok := <-ms:
		if ok {
			t.Error("a message after the hub was closed")
		}
	case <-time.After(30 * time.Second):
		t.Error("the stream outlives the hub")
	}
}
