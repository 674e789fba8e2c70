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

// Dump yields every message of a gathering's log that the broker can still read, in order, whatever
// it holds and whatever is missing between. It ends at the end that the log had when Dump was
// called. A gathering without a JetStream stream is empty.
func (s *Store) Dump(ctx context.Context, g events.GatheringID) iter.Seq2[store.Stored, error] {
	return func(yield func(store.Stored, error) bool) {
		err := g.Validate()
		if err == nil {
			err = s.dump(ctx, g, func(m store.Stored) bool { return yield(m, nil) })
		}
		if err != nil {
			yield(store.Stored{}, err)
		}
	}
}

// lostTail is how long the broker may be silent before the end of the log before its last messages
// are asked for one by one.
const lostTail = time.Second

func (s *Store) dump(ctx context.Context, g events.GatheringID, yield func(store.Stored) bool) error {
	h, err := s.read.Stream(ctx, events.JetStreamName(g))
	if noStream(err) {
		return nil
	}
	if err != nil {
		return unavailable("dump", err)
	}
	state := h.CachedInfo().State
	if state.Msgs == 0 {
		return nil
	}
	rd, err := s.reader(ctx, h, ">", 0)
	if err != nil {
		return unavailable("dump", err)
	}
	defer rd.close()
	var at events.Position
	for at < events.Position(state.LastSeq) {
		m, pending, err := rd.stored(lostTail)
		if errors.Is(err, nats.ErrTimeout) {
			return s.dumpTail(ctx, h, at, events.Position(state.LastSeq), yield)
		}
		if err != nil {
			return readFailed(ctx, "dump", err)
		}
		at = m.Position
		if !yield(m) || pending == 0 {
			return nil
		}
	}
	return nil
}

// dumpTail reads the positions after at one by one, leaving out what cannot be read.
func (s *Store) dumpTail(ctx context.Context, h jetstream.Stream, at, end events.Position, yield func(store.Stored) bool) error {
	for at++; at <= end; at++ {
		msg, err := h.GetMsg(ctx, uint64(at))
		if errors.Is(err, jetstream.ErrMsgNotFound) || apiCode(err) != 0 {
			continue
		}
		if err != nil {
			return readFailed(ctx, "dump", err)
		}
		if !yield(store.Stored{Position: at, Place: msg.Subject, Raw: msg.Data}) {
			return nil
		}
	}
	return nil
}

// replaceAtOnce is the number of messages sent before their acknowledgements are awaited.
const replaceAtOnce = 512

// Replace removes whatever the broker holds of a gathering's log and writes the given commits in its
// place, at the same positions. It is for `muster repair` only: no server may be using the log, and
// the commits must be safe elsewhere, because an interruption leaves the new log short. Positions
// must be 1, 2, 3, … without a gap.
func (s *Store) Replace(ctx context.Context, g events.GatheringID, commits iter.Seq2[events.Recorded, error]) error {
	if err := s.begin(ctx, g); err != nil {
		return err
	}
	defer s.forget(g)
	var acks []jetstream.PubAckFuture
	n := events.Position(0)
	for r, err := range commits {
		if err != nil {
			return err
		}
		if n++; r.Position != n {
			return fmt.Errorf("replace the log of %s: position %d follows %d", g, r.Position, n-1)
		}
		ack, err := s.write.PublishMsgAsync(&nats.Msg{Subject: events.LogSubject(r.Stream), Data: r.Raw, Header: nats.Header{}},
			jetstream.WithMsgID(MessageID(r.Stream, r.Command.ID)), jetstream.WithExpectLastSequence(uint64(n-1)))
		if err != nil {
			return unavailable("replace", err)
		}
		if acks = append(acks, ack); len(acks) == replaceAtOnce {
			if err := awaitAcks(ctx, acks); err != nil {
				return err
			}
			acks = acks[:0]
		}
	}
	return awaitAcks(ctx, acks)
}

func awaitAcks(ctx context.Context, acks []jetstream.PubAckFuture) error {
	for _, a := range acks {
		select {
		case <-a.Ok():
		case err := <-a.Err():
			return unavailable("replace", err)
		case <-ctx.Done():
			return unavailable("replace", ctx.Err())
		}
	}
	return nil
}

// begin makes an empty JetStream stream for a gathering. Where the broker finds block files of a
// stream whose description was lost, it would take them over, and while it still clears away the
// files of the old stream it cannot make a new one; so both are tried until a new stream is empty.
func (s *Store) begin(ctx context.Context, g events.GatheringID) error {
	s.forget(g)
	name := events.JetStreamName(g)
	for try := 1; ; try++ {
		err := s.write.DeleteStream(ctx, name)
		if err != nil && !noStream(err) {
			return unavailable("replace", err)
		}
		h, err := s.write.CreateStream(ctx, Config(g, s.opts.Replicas, s.opts.MaxBytes))
		if err == nil && h.CachedInfo().State.LastSeq == 0 {
			return nil
		}
		if try == maxTries || !pause(ctx, try) {
			return &events.UnavailableError{
				Op: "replace", Reason: "the broker does not make an empty stream " + name + "; remove its folder and try again", Err: err,
			}
		}
	}
}

// forget drops what the Store remembers of a gathering.
func (s *Store) forget(g events.GatheringID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.handles, g)
	for id := range s.indexes {
		if id.Gathering == g {
			delete(s.indexes, id)
		}
	}
}
