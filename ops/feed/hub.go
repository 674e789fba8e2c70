package feed

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Bounds of feeds.
const (
	MaxReaders  = 5000      // at once; the next is told to come later
	RingCommits = 2048      // latest commits of a gathering that are kept encoded, while somebody reads it
	RingBytes   = 4 << 20   // of them
	PageBytes   = 128 << 10 // that a reader is given at once, or a single commit if that is longer
	pagesAtOnce = 2         // pages of history that are read at the same moment
	// linger is how long the tail of a gathering is kept when nobody reads any more: who was cut off comes
	// back in a moment.
	linger = 30 * time.Second
	// KeepAlive is the longest silence on a feed.
	KeepAlive = 15 * time.Second
)

// Log is the log that feeds are read from.
type Log interface {
	store.Follower
	store.Loader
	Sealed(ctx context.Context, g events.GatheringID) (bool, error)
}

// History yields the commits of a gathering after a position, in order, up to the end that it knows;
// events/ledger.Ledger is one. It may know less than the log.
type History interface {
	Commits(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error]
}

// Options are what [New] needs; only Log is required.
type Options struct {
	Log        Log
	History    History               // nil: pages are read from the log itself
	Logger     *slog.Logger          // nil: nothing is logged
	Registerer prometheus.Registerer // nil: nothing is measured
	Now        func() time.Time      // nil: time.Now
	KeepAlive  time.Duration         // 0: KeepAlive
}

// Hub gives feeds. It is safe for concurrent use. Make one with [New].
type Hub struct {
	o       Options
	pages   chan struct{} // one token for each page being read
	room    chan struct{} // one token for each reader
	readers prometheus.Gauge
	stop    context.CancelFunc
	ctx     context.Context
	work    sync.WaitGroup

	mu     sync.Mutex // guards tails and closed
	tails  map[events.GatheringID]*tail
	closed bool
}

// New returns a Hub. Close stops what it starts.
func New(o Options) *Hub {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.KeepAlive <= 0 {
		o.KeepAlive = KeepAlive
	}
	h := &Hub{
		o: o, pages: make(chan struct{}, pagesAtOnce), room: make(chan struct{}, MaxReaders), tails: map[events.GatheringID]*tail{},
		readers: prometheus.NewGauge(prometheus.GaugeOpts{Name: "muster_feeds", Help: "Feeds for other programs that are open."}),
	}
	h.ctx, h.stop = context.WithCancel(context.Background())
	if o.Registerer != nil {
		o.Registerer.MustRegister(h.readers)
	}
	return h
}

// Close ends all feeds and returns when they have ended.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.stop()
	h.work.Wait()
}

// ErrFull says that too many feeds are open.
var ErrFull = errors.New("too many feeds are open; try again in a moment")

// An AheadError says that a reader has a position that the log has not reached: it was read from a log that
// was longer, as after a backup was brought back.
type AheadError struct {
	After Position
	End   events.Position
}

// Error says what to do.
func (e *AheadError) Error() string {
	return fmt.Sprintf("the log ends at position %d and has no %s: it was restored from an older copy, or this is another gathering's position; begin again from 0", e.End, e.After)
}

// Request says what a reader wants.
type Request struct {
	Gathering events.GatheringID
	After     Position
	Only      events.StreamID // zero: every stream
	// Once ends the feed when everything that there is has been given, after a keep-alive line with the
	// position that was reached.
	Once bool
}

// Feed is a place to read a gathering from, taken with [Hub.Open].
type Feed struct {
	h    *Hub
	t    *tail
	req  Request
	end  events.Position // of the log when the place was taken
	done func()
}

// Open takes a place for a reader; Close gives it back. Errors: [ErrFull], [*AheadError],
// *events.UnavailableError.
func (h *Hub) Open(ctx context.Context, req Request) (*Feed, error) {
	select {
	case h.room <- struct{}{}:
	default:
		return nil, ErrFull
	}
	end, err := h.o.Log.End(ctx, req.Gathering)
	if err == nil && req.After.Commit > end {
		err = &AheadError{After: req.After, End: end}
	}
	var t *tail
	if err == nil {
		t, err = h.join(req.Gathering, end)
	}
	if err != nil {
		<-h.room
		return nil, err
	}
	if err := t.learn(ctx, req.Only); err != nil {
		h.leave(t)
		<-h.room
		return nil, err
	}
	h.readers.Inc()
	return &Feed{h: h, t: t, req: req, end: end, done: sync.OnceFunc(func() {
		h.leave(t)
		h.readers.Dec()
		<-h.room
	})}, nil
}

// Close gives the place back. It may be called twice.
func (f *Feed) Close() { f.done() }

// join returns the tail of a gathering, starting one that reads on from end if there is none.
func (h *Hub) join(g events.GatheringID, end events.Position) (*tail, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, &events.UnavailableError{Op: "feed", Reason: "the server is stopping; it answers again after its restart"}
	}
	t := h.tails[g]
	if t == nil {
		ctx, stop := context.WithCancel(h.ctx)
		t = &tail{h: h, g: g, base: end, stop: stop, closed: map[events.StreamID]events.Position{}, moved: make(chan struct{}), look: make(chan struct{}, 1)}
		h.tails[g] = t
		h.work.Add(2)
		go func() { defer h.work.Done(); t.follow(ctx, end) }()
		go func() { defer h.work.Done(); t.watchSeal(ctx) }()
	}
	t.readers++
	if t.idle != nil {
		t.idle.Stop()
		t.idle = nil
	}
	return t, nil
}

// leave notes that a reader has gone. The tail goes a while after the last.
func (h *Hub) leave(t *tail) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.readers--; t.readers > 0 {
		return
	}
	t.idle = time.AfterFunc(linger, func() { h.drop(t) })
}

// drop stops a tail that nobody reads.
func (h *Hub) drop(t *tail) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.readers > 0 || h.tails[t.g] != t {
		return
	}
	delete(h.tails, t.g)
	t.stop()
}

// forget stops a tail that has failed, so that the next reader gets another.
func (h *Hub) forget(t *tail) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tails[t.g] == t {
		delete(h.tails, t.g)
	}
	t.stop()
}
