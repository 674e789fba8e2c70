package deps

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
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

// Integrators makes the token with which other programs read the feed of a gathering. Errors: *engine.Refusal,
// [ErrNotFound], *events.UnavailableError.
type Integrators interface {
	// FeedToken returns what is known of the token; zero: there is none.
	FeedToken(ctx context.Context, g events.GatheringID) (catalog.FeedToken, error)
	// MakeFeedToken makes one in the place of the one before, and returns it: nobody can see it again. form is
	// the id of the form that asks: sent again it is refused.
	MakeFeedToken(ctx context.Context, g events.GatheringID, by events.PersonID, form events.CommandID) (string, error)
	// RevokeFeedToken makes it invalid; programs that read by it are cut off.
	RevokeFeedToken(ctx context.Context, g events.GatheringID) error
}
