package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// pullAtOnce is the number of messages that a reader asks for ahead, at most 64 KiB each.
const pullAtOnce = 1000

// askWait is how long a question that is asked again if need be waits for its answer.
const askWait = 2 * time.Second

// loadTries bounds how often a load begins again without having got any further.
const loadTries = 4

// Load implements store.Loader.
func (s *Store) Load(ctx context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		if err := s.load(ctx, id, after, func(r events.Recorded) bool { return yield(r, nil) }); err != nil {
			yield(events.Recorded{}, err)
		}
	}
}

// load calls yield with each commit after the head until it returns false.
func (s *Store) load(ctx context.Context, id events.StreamID, after events.Head, yield func(events.Recorded) bool) error {
	if err := id.Validate(); err != nil {
		return err
	}
	var last events.Recorded
	err := s.certain(ctx, id.Gathering, "load", func() (behind bool, err error) {
		if last, err = s.last(ctx, id); err == nil && last.Version <= after.Version {
			behind, err = last.Version < after.Version, store.Fits(id, after, last.Head())
		}
		return behind, err
	})
	if err != nil {
		return err
	}
	switch {
	case last.Version <= after.Version:
		return nil
	case last.Version == after.Version+1: // nothing between: no need for a consumer
		if _, err := store.Next(after, last); err != nil {
			return err
		}
		yield(last)
		return nil
	}
	return s.between(ctx, id, after, last.Position, yield)
}

// between reads the commits of a stream after a head up to a position. A broker that stumbles is
// asked again, a bounded number of times without progress.
func (s *Store) between(ctx context.Context, id events.StreamID, after events.Head, end events.Position, yield func(events.Recorded) bool) error {
	h, err := s.handle(ctx, id.Gathering)
	if err != nil {
		return unavailable("load", err)
	}
	for try := 1; ; try++ {
		before := after.Position
		enough, err := s.stretch(ctx, h, id, &after, end, yield)
		if enough || isDamage(err) {
			return err
		}
		if after.Position > before {
			try = 1
		}
		if ctx.Err() != nil {
			return unavailable("load", ctx.Err())
		}
		if try == loadTries || s.opts.Reads.IsClosed() || !pause(ctx, try) {
			return unavailable("load", err)
		}
	}
}

// stretch reads with one reader and moves the head along. It reports whether no more is wanted.
func (s *Store) stretch(ctx context.Context, h jetstream.Stream, id events.StreamID, after *events.Head, end events.Position, yield func(events.Recorded) bool) (bool, error) {
	rd, err := s.reader(ctx, h, events.LogSubject(id), after.Position)
	if err != nil {
		return false, err
	}
	defer rd.close()
	for after.Position < end {
		r, err := rd.next(id, s.opts.AckWait)
		if err != nil {
			return false, err
		}
		if *after, err = store.Next(*after, r); err != nil {
			return false, err
		}
		if !yield(r) {
			return true, nil
		}
	}
	return true, nil
}

// isDamage reports whether asking again is useless.
func isDamage(err error) bool {
	var corrupt *events.CorruptError
	var newer *events.FormatError
	return errors.As(err, &corrupt) || errors.As(err, &newer)
}

// last returns the last commit of a stream, the zero Recorded if there is none.
func (s *Store) last(ctx context.Context, id events.StreamID) (events.Recorded, error) {
	h, err := s.handle(ctx, id.Gathering)
	if noStream(err) {
		return events.Recorded{}, nil
	}
	if err != nil {
		return events.Recorded{}, unavailable("load", err)
	}
	msg, err := h.GetLastMsgForSubject(ctx, events.LogSubject(id))
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return events.Recorded{}, nil
	case noStream(err), errors.Is(err, nats.ErrNoResponders):
		if _, err := s.read.Stream(ctx, events.JetStreamName(id.Gathering)); noStream(err) {
			return events.Recorded{}, missing(id.Gathering, 1)
		}
		return events.Recorded{}, unavailable("load", err)
	case err != nil:
		return events.Recorded{}, unavailable("load", err)
	}
	return store.Open(id, events.Position(msg.Sequence), msg.Data)
}

// at returns the commit of a stream at a position.
func (s *Store) at(ctx context.Context, id events.StreamID, pos events.Position) (events.Recorded, error) {
	h, err := s.handle(ctx, id.Gathering)
	if err != nil {
		return events.Recorded{}, unavailable("load", err)
	}
	var msg *jetstream.RawStreamMsg
	err = s.certain(ctx, id.Gathering, "load", func() (behind bool, err error) {
		if msg, err = h.GetMsg(ctx, uint64(pos)); errors.Is(err, jetstream.ErrMsgNotFound) {
			return true, &events.CorruptError{
				Stream: id, Position: pos, Problem: "a commit that was there cannot be read", Hint: store.RepairHint,
			}
		}
		return false, err
	})
	if isDamage(err) {
		return events.Recorded{}, err
	}
	if err != nil {
		return events.Recorded{}, unavailable("load", err)
	}
	return store.Open(id, pos, msg.Data)
}

// A reader is an ordered consumer of our own: a consumer in the broker's memory that needs no
// acknowledgements, and a check that nothing it sends gets lost on the way. It ends at the first
// trouble; whoever reads makes another from the position that was reached. (The client library's
// ordered consumer renews itself, but cannot be stopped while it does.)
type reader struct {
	js     jetstream.JetStream
	stream string
	name   string
	it     jetstream.MessagesContext
	stop   func() bool // detaches it from the context
	lost   chan nats.Status
	sent   uint64 // messages of the consumer so far
}

// errLostOnTheWay says that the client dropped a message that the broker had sent.
var errLostOnTheWay = errors.New("a message was lost between broker and client")

// reader begins to read the messages of a subject after a position. It ends with ctx.
func (s *Store) reader(ctx context.Context, h jetstream.Stream, subject string, after events.Position) (*reader, error) {
	lost := s.opts.Reads.StatusChanged(nats.DISCONNECTED, nats.RECONNECTING, nats.CLOSED)
	rd, err := s.newReader(ctx, h, subject, after)
	if err != nil {
		s.opts.Reads.RemoveStatusListener(lost)
		return nil, err
	}
	rd.lost = lost
	go func() { // ends when close removes the listener
		for range lost {
			rd.it.Stop() // the consumer may not outlive the connection; whoever reads makes another
		}
	}()
	return rd, nil
}

func (s *Store) newReader(ctx context.Context, h jetstream.Stream, subject string, after events.Position) (*reader, error) {
	if !s.opts.Reads.IsConnected() {
		return nil, errNotConnected // a request would wait in the client's buffer
	}
	create, cancel := context.WithTimeout(ctx, min(s.opts.AckWait, askWait))
	defer cancel()
	cons, err := h.CreateConsumer(create, jetstream.ConsumerConfig{
		FilterSubject:     subject,
		DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:       uint64(after) + 1,
		AckPolicy:         jetstream.AckNonePolicy,
		MemoryStorage:     true,
		Replicas:          1,
		InactiveThreshold: time.Minute,
	})
	if err != nil {
		return nil, err
	}
	info := cons.CachedInfo()
	if h.CachedInfo().Cluster != nil {
		if err := s.awaitConsumer(create, info); err != nil {
			return nil, err
		}
	}
	it, err := cons.Messages(jetstream.PullMaxMessages(pullAtOnce), jetstream.PullExpiry(30*time.Second),
		jetstream.PullHeartbeat(2*time.Second), jetstream.WithMessagesErrOnMissingHeartbeat(true))
	if err != nil {
		return nil, err
	}
	return &reader{js: s.read, stream: info.Stream, name: info.Name, it: it, stop: context.AfterFunc(ctx, it.Stop)}, nil
}

// awaitConsumer waits until a consumer that was just made on another server of the cluster can be
// reached from here. Its first request for messages would else be lost, unnoticed until a heartbeat
// is missing. The question asked is not a well-formed request, so that the consumer answers it
// without sending anything.
func (s *Store) awaitConsumer(ctx context.Context, info *jetstream.ConsumerInfo) error {
	subject := jetstream.DefaultAPIPrefix + "CONSUMER.MSG.NEXT." + info.Stream + "." + info.Name
	for try := 1; ; try++ {
		_, err := s.opts.Reads.RequestWithContext(ctx, subject, []byte("{"))
		if !errors.Is(err, nats.ErrNoResponders) || !pause(ctx, min(try, 4)) {
			return err
		}
	}
}

// next returns the next commit, of stream id or of any if that is zero. It returns nats.ErrTimeout
// if none comes within wait.
func (rd *reader) next(id events.StreamID, wait time.Duration) (events.Recorded, error) {
	m, _, err := rd.stored(wait)
	if err != nil {
		return events.Recorded{}, err
	}
	r, err := store.Open(id, m.Position, m.Raw)
	if err != nil {
		return events.Recorded{}, err
	}
	if want := events.LogSubject(r.Stream); m.Place != want {
		return events.Recorded{}, &events.CorruptError{
			Stream: r.Stream, Position: r.Position, Hint: store.RepairHint,
			Problem: fmt.Sprintf("it stands on subject %s, not %s", m.Place, want),
		}
	}
	return r, nil
}

// stored returns the next message as it is and how many more the broker has to send.
func (rd *reader) stored(wait time.Duration) (store.Stored, uint64, error) {
	msg, err := rd.it.Next(jetstream.NextMaxWait(wait))
	if err != nil {
		return store.Stored{}, 0, err
	}
	meta, err := msg.Metadata()
	if err != nil {
		return store.Stored{}, 0, fmt.Errorf("metadata of a message on %s: %w", msg.Subject(), err)
	}
	if rd.sent++; meta.Sequence.Consumer != rd.sent {
		return store.Stored{}, 0, errLostOnTheWay
	}
	return store.Stored{
		Position: events.Position(meta.Sequence.Stream), Place: msg.Subject(), Raw: msg.Data(),
	}, meta.NumPending, nil
}

// close stops the iterator and asks the broker to forget the consumer, without waiting for the answer;
// if that fails the broker forgets it by itself after a minute.
func (rd *reader) close() {
	rd.stop()
	rd.it.Stop()
	rd.js.Conn().RemoveStatusListener(rd.lost)
	if nc := rd.js.Conn(); nc.IsConnected() {
		_ = nc.Publish(jetstream.DefaultAPIPrefix+"CONSUMER.DELETE."+rd.stream+"."+rd.name, nil)
	}
}
