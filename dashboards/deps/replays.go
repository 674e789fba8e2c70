package deps

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/replay"
)

// Replays walks through groups. Errors: [ErrNotFound], also for a position before the group was opened.
type Replays interface {
	// At returns a group as it was at a position of its gathering's log.
	At(ctx context.Context, g events.GatheringID, group events.GroupID, at events.Position) (replay.Frame, error)
}
