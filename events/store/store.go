// Package store says what the log promises: append one commit under a condition, load one stream,
// follow a gathering. Implementations: events/store/memory and events/store/jetstream; both pass
// events/store/storetest.
//
// Invariants:
//
//  1. The versions of one stream are 1, 2, 3, … and each commit names the hash of the one before.
//     A reader that finds a gap or a wrong hash stops with an *events.CorruptError.
//  2. A command id is stored at most once in a stream, however often it is appended.
//  3. Positions of a gathering are delivered in rising order, each once, none left out.
package store

import (
	"context"
	"iter"

	"github.com/muster-events/muster/events"
)

// Draft is a commit before the store gave it a version: what Decide produced for one command.
type Draft struct {
	Stream  events.StreamID
	Command events.Command
	Events  []events.Event // at least one
}

// Appender adds the commit of one command to its stream.
type Appender interface {
	// Append stores d as the commit after want and returns it as recorded. want is the end of the
	// stream as the caller last read it; the zero Head for a stream that does not exist yet.
	//
	// The log of a gathering begins with its desk: a store that has to make room for a new
	// gathering does so only for the first commit of the desk, never for a group.
	//
	// Append is idempotent by command id: if the stream already holds d.Command.ID, the commit
	// that holds it is returned, whatever it contains, with Duplicate true, and nothing is written.
	//
	// Errors: *events.ConflictError if the stream is not at want (nothing was written);
	// *events.SizeError, *events.IDError for what can never be stored; *events.UnavailableError
	// if the broker is gone, the disk or stream is full, or ctx ended, with NotKnown set if the
	// outcome could not be found out; *events.CorruptError if the log cannot be trusted.
	Append(ctx context.Context, want events.Head, d Draft) (Result, error)
}

// Result is the outcome of an append.
type Result struct {
	events.Recorded
	Duplicate bool // the command was in the log already
}

// Loader reads one stream.
type Loader interface {
	// Load reads the commits of a stream after the given head, in order, up to the end that the
	// stream had when Load was called. A stream that does not exist is empty. An error comes last.
	Load(ctx context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error]
}

// Follower reads the log of a gathering.
type Follower interface {
	// Follow reads every commit of a gathering in order of position from the one after position
	// after, then waits for more until ctx ends; ctx ending is not an error. If the log is
	// shorter than after it yields an *events.CorruptError; it never skips. Chains (version,
	// previous hash) are checked for every stream from the first commit that it sees of it.
	Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error]
	// End returns the position of the last commit of the gathering, 0 if there is none.
	End(ctx context.Context, g events.GatheringID) (events.Position, error)
}

// Lister says what the log holds.
type Lister interface {
	// Gatherings returns the ids of all gatherings, sorted.
	Gatherings(ctx context.Context) ([]events.GatheringID, error)
	// WatchGatherings yields every gathering, those there already first, then new ones as they
	// appear, until ctx ends.
	WatchGatherings(ctx context.Context) iter.Seq2[events.GatheringID, error]
	// Streams returns the streams of a gathering with their number of commits, sorted by id.
	Streams(ctx context.Context, g events.GatheringID) ([]StreamInfo, error)
}

// StreamInfo is one line of a listing.
type StreamInfo struct {
	ID      events.StreamID
	Commits uint64
}

// Stored is what stands at one position of a log, whatever it is.
type Stored struct {
	Position events.Position
	Place    string // the subject it stands on
	Raw      []byte
}

// Sealer closes the log of a gathering for ever.
type Sealer interface {
	// Seal makes the log take nothing any more; it can be read as before. There is no way back. A log
	// that is sealed already is left as it is. Errors: *events.UnavailableError; *events.CorruptError
	// if there is no such log.
	Seal(ctx context.Context, g events.GatheringID) error
	// Sealed reports whether the log is sealed; one that does not exist is not.
	Sealed(ctx context.Context, g events.GatheringID) (bool, error)
}

// SealedReason is what an append to a sealed log is refused with, in an *events.UnavailableError.
const SealedReason = "the gathering's log was sealed when it was closed; it takes no more entries"

// Store is everything a log offers.
type Store interface {
	Appender
	Loader
	Follower
	Lister
	Sealer
}
