// Package storetest states the contract of package store once, as tests that every store passes.
// Start with [Run]. It also holds what tests of other packages need to have a log: an embedded
// server ([Server], [Connect]) and drafts ([Draft], [Fill]).
package storetest

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// A Log is an empty log under test.
type Log struct {
	Store store.Store
	// Another returns a further store over the same log, as another process would have it.
	Another func(t *testing.T) store.Store
	// Restart stops everything that holds the log, starts it again and returns a new store over
	// it. Nil if the log does not outlive its process.
	Restart func(t *testing.T) store.Store
	// Inject puts bytes at the end of the log by hand, on the place of a stream, unchecked.
	Inject func(t *testing.T, id events.StreamID, raw []byte)
	// Interleavings is how often case 1 is tried; 0: [Interleavings]. Stores that only pass on to
	// one that is tried in full may do with less.
	Interleavings int
}

// Run checks that the logs that open returns keep the contract of package store.
func Run(t *testing.T, open func(t *testing.T) Log) {
	for _, c := range contract {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

var contract = []struct {
	name string
	test func(*testing.T, Log)
}{
	{"commits come back in order, byte for byte", inOrder},
	{"a load goes on after a head", loadAfterHead},
	{"a conflict carries the version found and writes nothing", conflict},
	{"a command id is stored once, however often and whenever it is appended", onceOnly},
	{"another store knows the command ids too", onceOnlyElsewhere},
	{"concurrent appenders lose nothing and never share a version", concurrent},
	{"what was given up before it was sent is not stored", cancelledAppend},
	{"a follower and a load end with their context", cancelledReads},
	{"a reader may stop in the middle", stoppedReads},
	{"a commit that is too large is refused with its size", tooLarge},
	{"malformed ids are refused", malformed},
	{"a gathering that does not exist is empty", emptyLog},
	{"a restart loses nothing", restart},
	{"a gap is found", gap},
	{"a changed commit is found", changedCommit},
	{"a foreign commit is found", foreignCommit},
	{"what cannot be decoded stops readers", undecodable},
	{"a commit of a newer program stops readers", newerFormat},
	{"a log shorter than a checkpoint is found", shorter},
	{"a follower waits for what is not there yet", followerWaits},
	{"case 1: the slow commit 7 is delivered before the fast commit 8", Case1SlowCommitIsDeliveredBeforeTheFastOne},
	{"gatherings and streams are listed", listing},
	{"new gatherings are noticed", watching},
	{"a sealed log takes nothing and is read as before", sealing},
}

// The gathering and streams that the suite uses.
const gathering events.GatheringID = "helms-deep"

var (
	desk = events.Desk(gathering)
	red  = events.Group(gathering, "red")
	blue = events.Group(gathering, "blue")
)

// opened appends the first commit of the gathering's desk.
func opened(t *testing.T, l Log) events.Recorded {
	t.Helper()
	return Append(t, l.Store, events.Head{}, Draft(desk, "opened"))
}
