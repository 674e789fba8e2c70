package bundle

import (
	"fmt"
	"strconv"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

// Format is the version of the file's layout that this program writes.
const Format = 1

// Names of the members that have always the same one.
const (
	manifestName   = "manifest.json"
	checkpointName = "checkpoint"
	logKeyName     = "keys/log.vkey"
	commitsName    = "commits.jsonl"
	summaryName    = "summary.json"
	peopleName     = "people.json"
)

// Limits of a bundle. What is beyond them is refused before it is read.
const (
	MaxFile        = 2 << 30  // bytes of all members together, not compressed
	MaxCommits     = 4 << 20  // in number
	MaxCheckpoints = 20_000   // in number
	MaxWitnesses   = 16       // in number
	MaxRatio       = 200      // a member's size to its compressed size
	maxManifest    = 1 << 20  // bytes
	maxSummary     = 64 << 20 // bytes
	maxPeople      = 16 << 20 // bytes
	maxKey         = 4 << 10  // bytes
)

// Manifest says what is in a bundle.
type Manifest struct {
	Format    int                `json:"format"`
	Muster    string             `json:"muster"` // version of the program that wrote the file
	Engines   []string           `json:"engines,omitempty"`
	Gathering events.GatheringID `json:"gathering"`
	Origin    string             `json:"origin"`  // of the checkpoints
	Commits   events.Position    `json:"commits"` // number of lines, and size of the checkpoint
	Events    uint64             `json:"events"`  // in all commits
	Streams   int                `json:"streams"` // number of streams
	// Checkpoints are the sizes of the older checkpoints, rising, each below Commits.
	Checkpoints []events.Position `json:"checkpoints,omitempty"`
	Witnesses   int               `json:"witnesses,omitempty"` // number of keys of witnesses
	People      bool              `json:"people,omitempty"`    // people.json is there
}

// names returns the members that a manifest implies, each with the greatest size it may have, and
// whether that is its exact size.
func (m Manifest) names() map[string]limit {
	out := map[string]limit{
		manifestName: {maxManifest, false}, checkpointName: {audit.MaxCheckpointBytes, false},
		logKeyName: {maxKey, false}, commitsName: {MaxFile, false}, summaryName: {maxSummary, false},
	}
	for _, size := range m.Checkpoints {
		out[oldCheckpoint(size)] = limit{audit.MaxCheckpointBytes, false}
	}
	for n := range m.Witnesses {
		out[witnessKey(n+1)] = limit{maxKey, false}
	}
	for t := range audit.Tiles(int64(m.Commits)) {
		out[t.Path()] = limit{int64(t.Width) * 32, true}
	}
	if m.People {
		out[peopleName] = limit{maxPeople, false}
	}
	return out
}

type limit struct {
	size  int64
	exact bool
}

func oldCheckpoint(size events.Position) string {
	return "checkpoints/" + strconv.FormatUint(uint64(size), 10)
}

func witnessKey(n int) string { return fmt.Sprintf("keys/witness-%d.vkey", n) }

// check refuses a manifest that no bundle can have.
func (m Manifest) check() error {
	switch {
	case m.Format > Format:
		return unreadable(manifestName, "the file's format %d is newer than %d, the newest this program knows: update muster", m.Format, Format)
	case m.Format < 1:
		return unreadable(manifestName, "format %d: this is not a bundle of muster", m.Format)
	case m.Commits < 1 || m.Commits > MaxCommits:
		return unreadable(manifestName, "%d commits: a bundle holds 1 to %d", m.Commits, MaxCommits)
	case len(m.Checkpoints) > MaxCheckpoints:
		return unreadable(manifestName, "%d checkpoints: at most %d are read", len(m.Checkpoints), MaxCheckpoints)
	case m.Witnesses < 0 || m.Witnesses > MaxWitnesses:
		return unreadable(manifestName, "%d witnesses: at most %d are read", m.Witnesses, MaxWitnesses)
	case m.Gathering.Validate() != nil:
		return unreadable(manifestName, "%v", m.Gathering.Validate())
	case m.Origin != audit.Origin(m.Gathering):
		return unreadable(manifestName, "the origin is %q; that of gathering %s is %q", m.Origin, m.Gathering, audit.Origin(m.Gathering))
	}
	last := events.Position(0)
	for i, size := range m.Checkpoints {
		if i > 0 && size <= last || size >= m.Commits {
			return unreadable(manifestName, "checkpoint sizes must rise and stay below %d; %d follows %d", m.Commits, size, last)
		}
		last = size
	}
	return nil
}

// Person is one person in people.json. Name, contact and salt together give the commitment that the
// log holds.
type Person struct {
	Person  events.PersonID `json:"person"`
	Name    string          `json:"name"`
	Contact string          `json:"contact,omitempty"`
	Salt    []byte          `json:"salt"`
}

// An UnreadableError says that a file is not a bundle that can be looked at: nothing is said about the
// gathering that it claims to hold.
type UnreadableError struct {
	Member  string // of the archive; "" is the file as a whole
	Problem string
}

// Error names the member.
func (e *UnreadableError) Error() string {
	if e.Member == "" {
		return "the file cannot be read as a bundle: " + e.Problem
	}
	return fmt.Sprintf("the file cannot be read as a bundle: %s: %s", e.Member, e.Problem)
}

func unreadable(member, format string, args ...any) error {
	return &UnreadableError{Member: member, Problem: fmt.Sprintf(format, args...)}
}
