package projections

import (
	"errors"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
)

// Projection is one read model on bbolt.
type Projection interface {
	// Name is the name of the read model with the number of the code that makes it, "board.1". It
	// is made of lower-case letters and the number. A new number makes the read model anew from the
	// log, beside the one of the old number, which is read until then.
	Name() string
	// Begin starts a batch in a transaction of the projection's own file. The names of the top
	// buckets "muster" and what begins with "muster." are the runner's.
	Begin(tx *bbolt.Tx) (Batch, error)
}

// Batch applies the commits of one transaction. It is used by one goroutine.
type Batch interface {
	// Apply takes a commit into account; payloads are its decoded events. An error stops the
	// stream of the commit, and nothing of the commit may remain. Writing may be put off to Flush.
	Apply(r events.Recorded, payloads []events.Payload) error
	// Flush writes what was put off. An error undoes the whole transaction, to be tried again.
	Flush() error
	// Committed says that the transaction is on disk, for what is kept in memory.
	Committed()
}

// ErrNotFound says that a gathering, group or table does not exist.
var ErrNotFound = errors.New("there is no such gathering, group or table")
