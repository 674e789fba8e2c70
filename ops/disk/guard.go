package disk

import (
	"context"
	"errors"

	"github.com/muster-events/muster/events"
)

// Commander is what [Watch.Guard] stands before.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

type guarded struct {
	next  Commander
	watch *Watch
}

// Guard returns a Commander that refuses with an *events.UnavailableError while the data directory
// cannot take commands, and asks next otherwise. Nothing is stored when it refuses.
func (w *Watch) Guard(next Commander) Commander { return guarded{next: next, watch: w} }

// Do implements [Commander].
func (g guarded) Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error) {
	if err := g.watch.Err(); err != nil {
		g.watch.refused.Inc()
		return events.Answer{}, &events.UnavailableError{
			Op: "append", Reason: err.Error() + "; what you have entered stays on this device and is sent again",
		}
	}
	a, err := g.next.Do(ctx, stream, c)
	var unavailable *events.UnavailableError
	if errors.As(err, &unavailable) {
		g.watch.nudge()
	}
	return a, err
}
