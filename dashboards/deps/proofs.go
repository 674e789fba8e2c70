package deps

import (
	"context"
	"time"

	"github.com/muster-events/muster/events"
)

// Checkpoint is a signed head of a gathering's log: what a wall shows, so that anybody can keep it.
type Checkpoint struct {
	Gathering   events.GatheringID
	Size        events.Position // it covers the commits 1 to Size
	Fingerprint string          // size and 16 characters, "1234 K7QF-2M9X-A0BC-DEFG"
	At          time.Time
	By          []string // names of the keys that have signed it, the log's own first
}

// Proofs knows what is signed of the logs. Errors: [ErrNotFound], or that a part of the program does not
// answer.
type Proofs interface {
	// Last returns the newest checkpoint of a gathering; false if there is none yet. It never waits.
	Last(g events.GatheringID) (Checkpoint, bool)
	// Signed returns a channel that is closed when Last answers something else.
	Signed(g events.GatheringID) <-chan struct{}
	// All returns every checkpoint of a gathering, the newest first.
	All(ctx context.Context, g events.GatheringID) ([]Checkpoint, error)
	// Sign signs the head of a gathering as it is now.
	Sign(ctx context.Context, g events.GatheringID) (Checkpoint, error)
	// Key returns the verifier key of a gathering's log.
	Key(g events.GatheringID) string
}
