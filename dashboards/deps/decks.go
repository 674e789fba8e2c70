package deps

import (
	"context"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/deck"
)

// Decks takes the decks that people bring to a table. Errors: [*deck.FileError] for a file that cannot
// be read, *engine.Refusal, [ErrNotFound], or that a part of the program does not answer.
type Decks interface {
	// Printed returns the decklists that the rulebooks print.
	Printed() []deck.Printed
	// Check says what a deck comes to at a table and changes nothing.
	Check(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error)
	// Declare has the deck recorded if nothing is against it; the report says so.
	Declare(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error)
	// Doubts says what the rules say of the decks declared in a group that has not started.
	Doubts(ctx context.Context, g events.GatheringID, group events.GroupID) (deck.Doubts, error)
}
