package ledger

import (
	"context"
	"errors"
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// Sync copies what other processes append into the ledger until ctx ends, and seals every gathering whose
// desk says so, also what a crash has left half done. A gathering whose log turns
// out to be damaged is stopped; the others go on. It returns nil when ctx ends and an error if the
// log cannot be listed any more.
func (s *Store) Sync(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	for g, err := range s.WatchGatherings(ctx) {
		if err != nil {
			return err
		}
		wg.Go(func() { s.syncOne(ctx, g) })
	}
	return nil
}

// syncOne follows one gathering into the ledger.
func (s *Store) syncOne(ctx context.Context, g events.GatheringID) {
	l := s.ledger
	closed, err := l.Closed(g)
	if err != nil {
		l.log.Error("the second copy cannot be read", "gathering", string(g), "err", err)
		return
	}
	if closed {
		s.close(ctx, g)
		return
	}
	for r, err := range s.Follow(ctx, g, l.End(g)) {
		if err == nil {
			if err = l.offer(ctx, r); err == nil {
				err = l.write(ctx, g, r.Position)
			}
		}
		if err == nil && desk.Seals(r.Commit) {
			closed = true
			break
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		_ = l.stop(g, err)
		l.log.Error("the second copy does not follow the log", "gathering", string(g), "position", uint64(r.Position), "err", err)
		var u *events.UnavailableError
		if !errors.As(err, &u) {
			return
		}
	}
	if closed {
		s.close(ctx, g)
	}
}
