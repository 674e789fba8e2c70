package deps

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/replay"
)

// WhatIfs tries commands on copies of groups; nothing of it is ever recorded. Errors: [ErrNotFound],
// *engine.Refusal if too much is tried at once, or that a part of the program does not answer.
type WhatIfs interface {
	// Try answers an official what commands would have come to.
	Try(ctx context.Context, g events.GatheringID, group events.GroupID, asks events.PersonID, t replay.Try) (replay.WhatIf, error)
}

// Replays walks through groups. Errors: [ErrNotFound], also for a position before the group was opened.
type Replays interface {
	// At returns a group as it was at a position of its gathering's log.
	At(ctx context.Context, g events.GatheringID, group events.GroupID, at events.Position) (replay.Frame, error)
}
