package app

import (
	"context"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/proofs"
)

// checkpoints is what pages know of what is signed.
type checkpoints struct{ desk *proofs.Desk }

func shown(g events.GatheringID, c proofs.Signed) deps.Checkpoint {
	return deps.Checkpoint{Gathering: g, Size: c.Size, Fingerprint: c.Fingerprint, At: c.At, By: c.By}
}

// Last implements deps.Proofs.
func (c checkpoints) Last(g events.GatheringID) (deps.Checkpoint, bool) {
	last, ok := c.desk.Last(g)
	return shown(g, last), ok
}

// Signed implements deps.Proofs.
func (c checkpoints) Signed(g events.GatheringID) <-chan struct{} { return c.desk.Changed(g) }

// All implements deps.Proofs.
func (c checkpoints) All(ctx context.Context, g events.GatheringID) ([]deps.Checkpoint, error) {
	list, err := c.desk.Checkpoints(ctx, g)
	out := make([]deps.Checkpoint, len(list))
	for i, s := range list {
		out[i] = shown(g, s)
	}
	return out, err
}

// Sign implements deps.Proofs.
func (c checkpoints) Sign(ctx context.Context, g events.GatheringID) (deps.Checkpoint, error) {
	s, err := c.desk.Seal(ctx, g)
	return shown(g, s), err
}

// Key implements deps.Proofs.
func (c checkpoints) Key(g events.GatheringID) string { return c.desk.Key(g) }
