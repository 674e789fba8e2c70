package jetstream

import (
	"context"

	"github.com/muster-events/muster/events"
)

// Seal implements store.Sealer: the broker itself refuses everything from then on, and forgets nothing.
func (s *Store) Seal(ctx context.Context, g events.GatheringID) error {
	if err := g.Validate(); err != nil {
		return err
	}
	h, err := s.write.Stream(ctx, events.JetStreamName(g))
	if noStream(err) {
		return missing(g, 1)
	}
	if err != nil {
		return unavailable("seal", err)
	}
	c := h.CachedInfo().Config
	if c.Sealed {
		return nil
	}
	c.Sealed = true
	if _, err := s.write.UpdateStream(ctx, c); err != nil {
		return unavailable("seal", err)
	}
	s.opts.Log.Info("log of a gathering sealed", "gathering", string(g), "position", h.CachedInfo().State.LastSeq)
	return nil
}

// Sealed implements store.Sealer.
func (s *Store) Sealed(ctx context.Context, g events.GatheringID) (bool, error) {
	if err := g.Validate(); err != nil {
		return false, err
	}
	ask, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	h, err := s.read.Stream(ask, events.JetStreamName(g))
	if noStream(err) {
		return false, nil
	}
	if err != nil {
		return false, unavailable("look at the seal", err)
	}
	return h.CachedInfo().Config.Sealed, nil
}
