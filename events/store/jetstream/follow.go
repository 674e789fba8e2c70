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

// lookAgain is how often a missing stream is looked for when no notice of it arrives.
const lookAgain = 500 * time.Millisecond

// Follow implements store.Follower. While the broker cannot be reached it waits and goes on in order
// afterwards; a connection that was closed for good is an [*events.UnavailableError].
func (s *Store) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		err := g.Validate()
		if err == nil {
			err = s.follow(ctx, store.NewChain(g, after), g, func(r events.Recorded) bool { return yield(r, nil) })
		}
		if err != nil && ctx.Err() == nil {
			yield(events.Recorded{}, err)
		}
	}
}

// follow yields commits until ctx ends, yield returns false or the log cannot be followed.
func (s *Store) follow(ctx context.Context, chain *store.Chain, g events.GatheringID, yield func(events.Recorded) bool) error {
	for try := 1; ctx.Err() == nil; {
		before := chain.Position()
		done, err := s.followOnce(ctx, chain, g, yield)
		if done || ctx.Err() != nil {
			return nil
		}
		if isDamage(err) {
			return err
		}
		if s.opts.Reads.IsClosed() {
			return unavailable("follow", nats.ErrConnectionClosed)
		}
		if chain.Position() > before {
			try = 1
		}
		s.opts.Log.Warn("reading the log was interrupted and goes on", "gathering", string(g), "position", chain.Position(), "err", err)
		pause(ctx, min(try, 7))
		try++
	}
	return nil
}

// followOnce reads with one consumer. It reports whether the caller has had enough.
func (s *Store) followOnce(ctx context.Context, chain *store.Chain, g events.GatheringID, yield func(events.Recorded) bool) (bool, error) {
	h, err := s.await(ctx, g, chain.Position())
	if err != nil {
		return false, err
	}
	rd, err := s.reader(ctx, h, events.LogFilter(g), chain.Position())
	if err != nil {
		return false, err
	}
	defer rd.close()
	for {
		r, err := rd.next(events.StreamID{}, s.idle)
		if errors.Is(err, nats.ErrTimeout) && s.opts.Reads.IsConnected() {
			if err := s.stillThere(ctx, h, g, chain.Position()); err != nil {
				return false, err
			}
			continue
		}
		if err != nil {
			return false, err
		}
		if err := chain.Check(r); err != nil {
			return false, err
		}
		if !yield(r) {
			return true, nil
		}
	}
}

// await returns the stream of a gathering, waiting until there is one. It returns an
// [*events.CorruptError] if the log does not reach from position after on.
func (s *Store) await(ctx context.Context, g events.GatheringID, after events.Position) (jetstream.Stream, error) {
	for {
		created := s.created.wait()
		h, err := s.handle(ctx, g)
		if err == nil {
			return h, s.stillThere(ctx, h, g, after)
		}
		if !noStream(err) {
			return nil, err
		}
		if after > 0 {
			return nil, missing(g, after)
		}
		if !wait(ctx, created, lookAgain) {
			return nil, ctx.Err()
		}
	}
}

// stillThere checks that the log reaches back and forth to what was read from it.
func (s *Store) stillThere(ctx context.Context, h jetstream.Stream, g events.GatheringID, read events.Position) error {
	var info *jetstream.StreamInfo
	err := s.certain(ctx, g, "follow", func() (behind bool, err error) {
		ask, cancel := context.WithTimeout(ctx, askWait)
		defer cancel()
		if info, err = h.Info(ask); err != nil {
			return false, err
		}
		if last := events.Position(info.State.LastSeq); last < read {
			return true, store.Shorter(g, read, last)
		}
		return false, nil
	})
	if noStream(err) {
		return missing(g, read)
	}
	if err != nil {
		return err
	}
	first, last := events.Position(info.State.FirstSeq), events.Position(info.State.LastSeq)
	if last > 0 && first > read+1 {
		return &events.CorruptError{
			Position: read + 1, Hint: store.RepairHint,
			Problem: fmt.Sprintf("the log of %s begins at position %d", g, first),
		}
	}
	return nil
}

// wait returns true when c is closed or d has passed, false when ctx ends.
func wait(ctx context.Context, c <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c:
	case <-t.C:
	case <-ctx.Done():
		return false
	}
	return true
}

// End implements store.Follower.
func (s *Store) End(ctx context.Context, g events.GatheringID) (events.Position, error) {
	if err := g.Validate(); err != nil {
		return 0, err
	}
	h, err := s.read.Stream(ctx, events.JetStreamName(g))
	if noStream(err) {
		return 0, nil
	}
	if err != nil {
		return 0, unavailable("end", err)
	}
	return events.Position(h.CachedInfo().State.LastSeq), nil
}
