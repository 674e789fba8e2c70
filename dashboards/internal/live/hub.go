package live

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"log/slog"
	"reflect"
	"sync"
	"time"
)

// Limits of streams.
const (
	// Beat is the time between two signs of life of a stream.
	Beat = 10 * time.Second
	// WriteTimeout is how long a viewer may take to accept a frame before it is dropped.
	WriteTimeout = 10 * time.Second
	// Pause is the least time between two renderings of a topic.
	Pause = 50 * time.Millisecond
	// Retry is how long after a failed rendering the next one is tried.
	Retry = 2 * time.Second
)

// Topic is what a page shows live. Two topics with the same Key must be the same.
type Topic struct {
	// Key names the topic, "wall/spring/fellowship".
	Key string
	// Page is the kind of page, for the count of viewers: "wall".
	Page string
	// Event is the name of the server-sent event; empty: unnamed.
	Event string
	// Changed returns a channel that is closed at the next change of what Render reads.
	Changed func() <-chan struct{}
	// Also, if set, are like Changed for other things that Render reads; nil ones are passed over.
	Also []func() <-chan struct{}
	// Render returns the position of the log that the data is true for, and the data.
	Render func(ctx context.Context) (at uint64, data []byte, err error)
	// Refresh is how often the topic is rendered without a change, because it depends on the time
	// of day; 0: never.
	Refresh time.Duration
}

// frame is one rendering, ready to be written; immutable.
type frame struct {
	id    string // position and checksum: the same id is the same content
	bytes []byte // in the form of a server-sent event
}

func newFrame(event string, at uint64, data []byte) frame {
	f := frame{id: fmt.Sprintf("%d.%08x", at, crc32.ChecksumIEEE(data))}
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %s\n", f.id)
	if event != "" {
		fmt.Fprintf(&b, "event: %s\n", event)
	}
	data = bytes.ReplaceAll(data, []byte("\r"), nil)
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		b.WriteString("data: ")
		b.Write(line)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	f.bytes = b.Bytes()
	return f
}

// Hub holds the topics that are being looked at. It is safe for concurrent use.
type Hub struct {
	log     *slog.Logger
	viewers func(page string, by int) // may be nil
	now     func() time.Time
	// Names, if set before the first viewer, returns a channel that is closed when somebody is called
	// otherwise: every topic may name people, and what the log says does not change then.
	Names func() <-chan struct{}

	ctx    context.Context // ends at Close
	stop   context.CancelFunc
	wait   sync.WaitGroup // renderers
	mu     sync.Mutex     // guards topics, and every topic's viewers
	topics map[string]*topic
}

// topic is a topic with viewers. Its renderer writes frame and next, its viewers read them.
type topic struct {
	Topic
	stop    context.CancelFunc
	viewers int // guarded by Hub.mu

	mu    sync.Mutex
	frame frame         // the newest; id empty: none yet
	next  chan struct{} // closed when frame is replaced
}

// New returns a hub. viewers, which may be nil, is told when a viewer comes (+1) and goes (−1).
func New(log *slog.Logger, now func() time.Time, viewers func(page string, by int)) *Hub {
	ctx, stop := context.WithCancel(context.Background())
	return &Hub{log: log, viewers: viewers, now: now, ctx: ctx, stop: stop, topics: map[string]*topic{}}
}

// Close ends every stream and waits for the renderers. Streams opened later end at once.
func (h *Hub) Close() {
	h.stop()
	h.wait.Wait()
}

// join counts a viewer in, starting the topic's renderer for the first one.
func (h *Hub) join(t Topic) *topic {
	h.mu.Lock()
	defer h.mu.Unlock()
	live, ok := h.topics[t.Key]
	if !ok {
		ctx, stop := context.WithCancel(h.ctx)
		live = &topic{Topic: t, stop: stop, next: make(chan struct{})}
		h.topics[t.Key] = live
		h.wait.Go(func() { h.render(ctx, live) })
	}
	live.viewers++
	if h.viewers != nil {
		h.viewers(t.Page, 1)
	}
	return live
}

// leave counts a viewer out; the last one stops the renderer.
func (h *Hub) leave(t *topic) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.viewers--
	if t.viewers == 0 {
		t.stop()
		delete(h.topics, t.Key)
	}
	if h.viewers != nil {
		h.viewers(t.Page, -1)
	}
}

// Topics returns how many topics are being looked at.
func (h *Hub) Topics() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.topics)
}

// render renders t at every change until ctx ends. The channel is taken before the data is read, so
// a change in between is not missed.
func (h *Hub) render(ctx context.Context, t *topic) {
	for ctx.Err() == nil {
		changes := t.changes()
		if h.Names != nil {
			changes = append(changes, h.Names())
		}
		at, data, err := t.Render(ctx)
		wait := t.Refresh
		if err == nil {
			t.publish(newFrame(t.Event, at, data))
		} else if ctx.Err() == nil {
			h.log.Warn("a live page could not be rendered", "topic", t.Key, "err", err)
			wait = Retry
		}
		sleep(ctx, Pause)
		await(ctx, changes, wait)
	}
}

// sleep waits for d or the end of ctx.
func sleep(ctx context.Context, d time.Duration) { await(ctx, nil, d) }

// changes returns the topic's channels of changes.
func (t *topic) changes() []<-chan struct{} {
	out := []<-chan struct{}{t.Changed()}
	for _, also := range t.Also {
		if also != nil {
			out = append(out, also())
		}
	}
	return out
}

// await waits for a change of any kind, for as long as d (0: without limit), or the end of ctx.
func await(ctx context.Context, changes []<-chan struct{}, d time.Duration) {
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())}}
	for _, c := range changes {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)})
	}
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.C)})
	}
	reflect.Select(cases)
}

// publish replaces the frame, unless it is the same.
func (t *topic) publish(f frame) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.frame.id == f.id {
		return
	}
	t.frame = f
	close(t.next)
	t.next = make(chan struct{})
}

// newest returns the newest frame and a channel that is closed when there is a newer one.
func (t *topic) newest() (frame, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frame, t.next
}
