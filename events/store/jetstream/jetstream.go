// Package jetstream keeps the log in NATS JetStream: one stream per gathering, one literal subject
// per muster stream, one message per commit. It works the same with an embedded server and with an
// external server or cluster.
//
// How an append is decided:
//
//	known by id? ── yes ─▶ the commit that is there, Duplicate
//	     │ no
//	head as expected? ── no ─▶ ConflictError
//	     │ yes
//	publish under "last sequence of this subject is want.Position"
//	     ├─ stored ────────▶ the commit
//	     ├─ wrong sequence ▶ read what is new; own id there? that commit : ConflictError
//	     └─ no answer ─────▶ look the id up; there? that commit : UnavailableError{NotKnown}
//
// Nothing is ever published a second time to find out what became of the first. What the Store
// remembers (which command ids a stream holds) is read from the log and only saves reading it again.
package jetstream

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// DedupeWindow is how long the broker itself recognises a repeated message. It is only a cheap first
// check; the log recognises a command id for ever.
const DedupeWindow = 10 * time.Minute

// headerRoom is the space for headers (message id, expected sequence) in the greatest message.
const headerRoom = 2048

// maxIndexes bounds the number of streams whose command ids are remembered, about 60 bytes a command.
const maxIndexes = 4096

// Options say how the log is reached and kept. Commands is required.
type Options struct {
	// Commands is the connection that appends and looks commands up; in process where possible.
	Commands *nats.Conn
	// Reads is the connection that loads and follows; nil means Commands. Loopback TCP streams
	// faster than the in-process connection.
	Reads *nats.Conn
	// Replicas is the number of copies the broker keeps of a new gathering, 1 to 5; 0 means 1.
	Replicas int
	// Now is the clock that commits are stamped with; nil means time.Now.
	Now func() time.Time
	// Log takes what an operator should know; nil discards it.
	Log *slog.Logger
	// AckWait is how long to wait for the broker's answer; 0 means 5 s. It must be longer than a
	// leader election of the cluster if appends are to wait for one.
	AckWait time.Duration
	// BehindWait is how long a replicated log that seems to have lost something that was read before is
	// asked again before it is called damaged; 0 means DefaultBehindWait.
	BehindWait time.Duration
	// MayCreate is asked before a new JetStream stream is made for a gathering; an error forbids it
	// and is returned from the append. The ledger gives this function, so that a stream that was
	// lost is never begun again beside its second copy. Nil allows it.
	MayCreate func(events.GatheringID) error
	// MaxBytes limits the size of a new gathering's stream; 0 means no limit.
	MaxBytes int64
}

// Store is a log in JetStream. It is safe for concurrent use. Make one with [Open].
type Store struct {
	opts    Options
	write   jetstream.JetStream
	read    jetstream.JetStream
	idle    time.Duration // how long a follower is silent before it looks whether the log got shorter
	created signal        // fires when this Store made a stream

	mu      sync.Mutex // guards handles, indexes and tick
	handles map[events.GatheringID]jetstream.Stream
	indexes map[events.StreamID]*index
	tick    uint64 // counts uses of indexes, so that the least recently used can go
}

var _ store.Store = (*Store)(nil)

// Open returns the log behind the connections. It returns an [*events.UnavailableError] if
// JetStream does not answer there. It creates nothing: the JetStream stream of a gathering is made
// with the first commit of its desk.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Commands == nil {
		return nil, errors.New("jetstream.Open: no connection for commands")
	}
	if o.Reads == nil {
		o.Reads = o.Commands
	}
	if o.Replicas == 0 {
		o.Replicas = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.AckWait == 0 {
		o.AckWait = 5 * time.Second
	}
	if o.BehindWait == 0 {
		o.BehindWait = DefaultBehindWait
	}
	s := &Store{
		opts: o, idle: 10 * time.Second, created: newSignal(),
		handles: map[events.GatheringID]jetstream.Stream{}, indexes: map[events.StreamID]*index{},
	}
	var err error
	if s.write, err = jetstream.New(o.Commands); err != nil {
		return nil, unavailable("open", err)
	}
	if s.read, err = jetstream.New(o.Reads); err != nil {
		return nil, unavailable("open", err)
	}
	for _, js := range []jetstream.JetStream{s.write, s.read} {
		if _, err := js.AccountInfo(ctx); err != nil {
			return nil, unavailable("open", err)
		}
	}
	return s, nil
}

// Config is how the JetStream stream of a gathering is made: on file, nothing deleted or purged,
// no limits but the size of a commit. Reads of a replicated stream go to its leader, since the
// other servers may answer from the past.
func Config(g events.GatheringID, replicas int, maxBytes int64) jetstream.StreamConfig {
	if maxBytes == 0 {
		maxBytes = -1
	}
	return jetstream.StreamConfig{
		Name:        events.JetStreamName(g),
		Description: "muster: the log of gathering " + string(g),
		Subjects:    []string{events.LogFilter(g)},
		Storage:     jetstream.FileStorage,
		Retention:   jetstream.LimitsPolicy,
		Discard:     jetstream.DiscardNew,
		MaxMsgs:     -1,
		MaxBytes:    maxBytes,
		MaxMsgSize:  events.MaxCommitBytes + headerRoom,
		Duplicates:  DedupeWindow,
		Replicas:    replicas,
		DenyDelete:  true,
		DenyPurge:   true,
		AllowDirect: replicas <= 1,
	}
}

// handle returns the JetStream stream of a gathering for reading. It returns
// jetstream.ErrStreamNotFound if there is none.
func (s *Store) handle(ctx context.Context, g events.GatheringID) (jetstream.Stream, error) {
	s.mu.Lock()
	h := s.handles[g]
	s.mu.Unlock()
	if h != nil {
		return h, nil
	}
	ask, cancel := context.WithTimeout(ctx, askWait) // a cluster may lose a question about a stream that is being made
	defer cancel()
	h, err := s.read.Stream(ask, events.JetStreamName(g))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handles[g] = h
	return h, nil
}

// signal wakes everybody who waits, any number of times.
type signal struct {
	mu *sync.Mutex
	ch *chan struct{}
}

func newSignal() signal {
	ch := make(chan struct{})
	return signal{mu: new(sync.Mutex), ch: &ch}
}

func (s signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *s.ch
}

func (s signal) fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(*s.ch)
	*s.ch = make(chan struct{})
}
