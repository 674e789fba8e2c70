package deps

import (
	"context"

	"github.com/muster-events/muster/events"
)

// Sealing knows what of a gathering is not over before it is sealed.
type Sealing interface {
	Unfinished(ctx context.Context, g events.GatheringID) ([]Unfinished, error)
}

// Unfinished is something of a gathering that is not over.
type Unfinished struct {
	Name string // of its stream, "group/red"
	Says string // what is open
}

// Integrators knows the token with which other programs read the feed of a gathering.
type Integrators interface {
	IntegratorToken(ctx context.Context, g events.GatheringID) (string, error)
}
