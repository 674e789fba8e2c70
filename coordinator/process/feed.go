package process

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Metadata that a message has beside the headers it was stored with.
const (
	MetaSubject   = "muster_subject"
	MetaPosition  = "muster_position"  // in the gathering's log
	MetaDelivered = "muster_delivered" // how often the broker has delivered it, from 1
)

// Bounds of a lane.
const (
	// AckWait is how long the broker waits for a sign of life of a handler before it gives the
	// commit to another process: the time that a takeover from a killed process takes.
	AckWait = 4 * time.Second
	// PinnedTTL is how long a process that does not ask for more keeps its lane.
	PinnedTTL = 2 * time.Second
	// FirstRetry and LastRetry bound the growing pause before a commit is handed out again that
	// was neither handled nor put among the dead letters.
	FirstRetry = 50 * time.Millisecond
	LastRetry  = 5 * time.Second
)

const priorityGroup = "lane"

// Feed is a Watermill subscriber that reads the logs of all gatherings, those there already and new
// ones as they appear, each in an ordered lane of its own. The topic is not looked at. A durable
// consumer of the Feed's name in each gathering remembers how far it is.
type Feed struct {
	JS   jetstream.JetStream
	List store.Lister
	Name string // of the durable consumers, and of the handler that it feeds
	Log  *slog.Logger

	one   *source // set: this stream is read, and no log
	hasty bool    // whoever handles a message is told when its lane ends

	mu     sync.Mutex // guards the two below
	stops  []context.CancelFunc
	closed bool
	lanes  sync.WaitGroup
}

// source is what a lane reads: a JetStream stream, or a part of it.
type source struct {
	stream, filter string
	key            string // of the messages' ids
}

func logOf(g events.GatheringID) source {
	return source{stream: events.JetStreamName(g), filter: events.LogFilter(g), key: string(g)}
}

// Subscribe implements message.Subscriber.
func (f *Feed) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	ctx, stop := context.WithCancel(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		stop()
		return nil, errors.New("subscribe to the log: the feed is closed")
	}
	f.stops = append(f.stops, stop)
	out := make(chan *message.Message)
	f.lanes.Add(1)
	go func() {
		defer f.lanes.Done()
		defer close(out)
		if f.one != nil {
			f.lane(*f.one, out, f.Log.With("handler", f.Name)).run(ctx)
			return
		}
		f.all(ctx, out)
	}()
	return out, nil
}

// Close implements message.Subscriber: it stops handing out and returns once every lane has
// stopped. What was handed out and not acknowledged is handed out again later.
func (f *Feed) Close() error {
	f.mu.Lock()
	f.closed = true
	for _, stop := range f.stops {
		stop()
	}
	f.mu.Unlock()
	f.lanes.Wait()
	return nil
}

// all runs one lane for each gathering until ctx ends.
func (f *Feed) all(ctx context.Context, out chan<- *message.Message) {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	running := map[events.GatheringID]bool{}
	for try := 0; ctx.Err() == nil; try++ {
		for g, err := range f.List.WatchGatherings(ctx) {
			if err != nil {
				f.Log.Warn("new gatherings are not seen at the moment", "handler", f.Name, "err", err)
				break
			}
			try = 0
			if !running[g] {
				running[g] = true
				l := f.lane(logOf(g), out, f.Log.With("handler", f.Name, "gathering", string(g)))
				lanes.Go(func() { l.run(ctx) })
			}
		}
		rest(ctx, backoff(try))
	}
}

// backoff is the pause before a further try, from 0.
func backoff(try int) time.Duration { return min(FirstRetry<<min(try, 10), LastRetry) }

func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

func (f *Feed) lane(from source, out chan<- *message.Message, log *slog.Logger) *lane {
	return &lane{feed: f, from: from, out: out, log: log}
}

// lane reads one gathering's log, or another stream, in order.
type lane struct {
	feed *Feed
	from source
	out  chan<- *message.Message
	log  *slog.Logger
}

func (l *lane) run(ctx context.Context) {
	for try := 0; ctx.Err() == nil; try++ {
		if n, err := l.read(ctx); err != nil && ctx.Err() == nil {
			if n > 0 {
				try = 0
			}
			l.log.Warn("the log is not read at the moment", "stream", l.from.stream, "err", err)
		}
		rest(ctx, backoff(try))
	}
}

// consumer is how the broker keeps a lane's place. One unacknowledged commit at a time makes the
// order hold whoever reads; pinning keeps other processes from taking turns.
func (l *lane) consumer() jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: l.feed.Name, Description: "muster process " + l.feed.Name,
		FilterSubject: l.from.filter, DeliverPolicy: jetstream.DeliverAllPolicy,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: AckWait, MaxAckPending: 1, MaxDeliver: -1,
		PriorityPolicy: jetstream.PriorityPolicyPinned, PriorityGroups: []string{priorityGroup}, PinnedTTL: PinnedTTL,
	}
}

// read hands out commits until ctx ends or the broker is lost; it returns how many.
func (l *lane) read(ctx context.Context) (n int, err error) {
	c, err := l.feed.JS.CreateOrUpdateConsumer(ctx, l.from.stream, l.consumer())
	if err != nil {
		return 0, err
	}
	it, err := c.Messages(jetstream.PullMaxMessages(1), jetstream.PullPriorityGroup(priorityGroup), jetstream.PullExpiry(2*time.Second))
	if err != nil {
		return 0, err
	}
	defer it.Stop()
	defer context.AfterFunc(ctx, it.Stop)()
	defer func() {
		if ctx.Err() != nil && n > 0 {
			l.unpin(ctx)
		}
	}()
	for {
		m, err := it.Next()
		switch {
		case errors.Is(err, jetstream.ErrNoHeartbeat), errors.Is(err, jetstream.ErrPinIDMismatch):
			continue // the iterator asks again by itself
		case err != nil:
			return n, err
		case ctx.Err() != nil:
			return n, m.Nak()
		}
		if err := l.deliver(ctx, m); err != nil {
			return n, err
		}
		n++
	}
}

// unpin lets the next process have the lane at once, instead of after PinnedTTL.
func (l *lane) unpin(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	s, err := l.feed.JS.Stream(ctx, l.from.stream)
	if err == nil {
		err = s.UnpinConsumer(ctx, l.feed.Name, priorityGroup)
	}
	if err != nil {
		l.log.Debug("the lane was not handed over, the next process waits for it", "err", err)
	}
}

// deliver hands one commit out, again and again until it is taken or ctx ends.
func (l *lane) deliver(ctx context.Context, m jetstream.Msg) error {
	for try := 0; ; try++ {
		wm := toWatermill(l.from.key, m)
		if l.feed.hasty {
			wm.SetContext(ctx)
		}
		select {
		case l.out <- wm:
		case <-ctx.Done():
			return m.Nak() // at once for the next process
		}
		switch taken, err := await(ctx, wm, m); {
		case err != nil:
			return err
		case taken:
			return m.DoubleAck(context.WithoutCancel(ctx))
		case ctx.Err() != nil:
			return m.Nak()
		}
		l.log.Warn("a commit was not taken and will be handed out again", "position", wm.Metadata[MetaPosition], "try", try+1)
		if err := restInProgress(ctx, m, backoff(try)); err != nil {
			return err
		}
	}
}

// await waits for the handler's word and tells the broker meanwhile that it is being worked on. A
// handler that was given a commit is waited for even when ctx ends; its time is bounded elsewhere.
func await(ctx context.Context, wm *message.Message, m jetstream.Msg) (taken bool, err error) {
	tick := time.NewTicker(AckWait / 4)
	defer tick.Stop()
	for {
		select {
		case <-wm.Acked():
			return true, nil
		case <-wm.Nacked():
			return false, nil
		case <-tick.C:
			if err := m.InProgress(); err != nil && ctx.Err() == nil {
				return false, err
			}
		}
	}
}

func restInProgress(ctx context.Context, m jetstream.Msg, d time.Duration) error {
	for d > 0 && ctx.Err() == nil {
		step := min(d, AckWait/4)
		rest(ctx, step)
		d -= step
		if err := m.InProgress(); err != nil {
			return err
		}
	}
	return nil
}

// toWatermill cannot fail: of a header that is there twice the first value counts.
func toWatermill(key string, m jetstream.Msg) *message.Message {
	meta := message.Metadata{MetaSubject: m.Subject()}
	for k, vs := range m.Headers() {
		if len(vs) > 0 {
			meta[k] = vs[0]
		}
	}
	id := m.Subject()
	if md, err := m.Metadata(); err == nil {
		meta[MetaPosition] = strconv.FormatUint(md.Sequence.Stream, 10)
		meta[MetaDelivered] = strconv.FormatUint(md.NumDelivered, 10)
		id = key + ":" + meta[MetaPosition]
	}
	wm := message.NewMessage(id, m.Data())
	wm.Metadata = meta
	if command := meta[jetstream.MsgIDHeader]; command != "" {
		middleware.SetCorrelationID(command, wm) // what follows from a command names it
	}
	return wm
}
