package projections

import (
	"context"
	"errors"
	"time"

	"github.com/muster-events/muster/events"
)

// patience is how long a reader waits for the read models to come to where the log ends.
const patience = 2 * time.Second

// fresh reads something of a gathering. What is not found is looked for once more after the read models
// have come to where the log ends by now: what one device has just made, another already asks for.
func fresh[T any](ctx context.Context, r *Runner, g events.GatheringID, read func() (T, error)) (T, error) {
	out, err := read()
	if !errors.Is(err, ErrNotFound) || g.Validate() != nil || !r.catchUp(ctx, g) {
		return out, err
	}
	return read()
}

// catchUp waits until the read models hold what the log of a gathering holds now; false: they did already,
// or do not get there in time.
func (r *Runner) catchUp(ctx context.Context, g events.GatheringID) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	end, err := r.cfg.Log.End(ctx, g)
	if err != nil || !r.behind(g, end) {
		return false
	}
	return r.Await(ctx, g, end) == nil
}

// behind tells whether a read model has not come to a position of a gathering yet.
func (r *Runner) behind(g events.GatheringID, at events.Position) bool {
	for _, w := range r.workers {
		if b, _ := w.behind(g, at); b {
			return true
		}
	}
	return false
}
