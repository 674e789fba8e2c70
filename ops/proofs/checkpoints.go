package proofs

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/projections"
)

func signed(c audit.Shown) Signed {
	return Signed{Size: c.Size, Fingerprint: c.Fingerprint(), At: c.At, By: signers(c.Note)}
}

// Last returns the newest checkpoint of a gathering; false if there is none yet. It never waits.
func (d *Desk) Last(g events.GatheringID) (Signed, bool) {
	c, ok := d.o.Sealer.Last(g)
	if !ok {
		return Signed{}, false
	}
	return signed(c), true
}

// Changed returns a channel that is closed when Last answers something else.
func (d *Desk) Changed(g events.GatheringID) <-chan struct{} { return d.o.Sealer.Changed(g) }

// Key returns the verifier key of a gathering's log.
func (d *Desk) Key(g events.GatheringID) string { return d.o.Key.VKey(g) }

// Checkpoints returns every checkpoint of a gathering, the newest first. Errors: projections.ErrNotFound for
// a gathering that is not there, *events.UnavailableError.
func (d *Desk) Checkpoints(ctx context.Context, g events.GatheringID) ([]Signed, error) {
	if !d.knows(g) {
		return nil, projections.ErrNotFound
	}
	ks, err := d.checkpoints(ctx, g)
	if err != nil {
		return nil, err
	}
	out := make([]Signed, 0, len(ks))
	for i := range ks {
		k := ks[len(ks)-1-i]
		out = append(out, Signed{Size: k.opened.Size, Fingerprint: k.opened.Fingerprint(), At: k.At, By: signers(k.Note)})
	}
	return out, nil
}

func (d *Desk) knows(g events.GatheringID) bool { return g.Validate() == nil && d.o.Leaves.End(g) > 0 }

// Seal signs the head of a gathering as it is now; the last checkpoint if nothing was recorded since. Errors:
// projections.ErrNotFound, *events.UnavailableError, *audit.MismatchError.
func (d *Desk) Seal(ctx context.Context, g events.GatheringID) (Signed, error) {
	if !d.knows(g) {
		return Signed{}, projections.ErrNotFound
	}
	c, err := d.o.Sealer.Seal(ctx, g)
	if err != nil {
		return Signed{}, err
	}
	return signed(c), nil
}

// Checkpoint returns the signed checkpoint of a size, 0: the newest. Errors: projections.ErrNotFound,
// *events.UnavailableError.
func (d *Desk) Checkpoint(ctx context.Context, g events.GatheringID, size events.Position) (audit.Checkpoint, error) {
	if !d.knows(g) {
		return audit.Checkpoint{}, projections.ErrNotFound
	}
	ks, err := d.checkpoints(ctx, g)
	if err != nil {
		return audit.Checkpoint{}, err
	}
	for i := range ks {
		if k := ks[len(ks)-1-i]; size == 0 || k.opened.Size == size {
			return k.opened, nil
		}
	}
	return audit.Checkpoint{}, projections.ErrNotFound
}

// Extension returns the proof that the log of a checkpoint begins with the first old commits, as a file that
// a witness takes and `muster prove check` checks. Errors: projections.ErrNotFound, also for an old size that
// is 0 or greater than the checkpoint's; *events.UnavailableError.
func (d *Desk) Extension(ctx context.Context, g events.GatheringID, old, size events.Position) ([]byte, error) {
	c, err := d.Checkpoint(ctx, g, size)
	if err != nil {
		return nil, err
	}
	if old < 1 || old > c.Size {
		return nil, projections.ErrNotFound
	}
	x, err := audit.ProveExtension(old, c, d.o.Leaves.Hashes(g))
	if err != nil {
		return nil, err
	}
	return x.Marshal(), nil
}
