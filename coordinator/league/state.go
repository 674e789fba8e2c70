// Package league decides about a league: a season of sessions, what is scored in them, corrections, the
// frozen board and its reveal, the end of the season. It is pure, in the same form as package
// coordinator: [Decide] answers a command with events or a refusal, [Apply] folds a commit.
//
// Invariants:
//
//  1. OpenLeague is the first command; after SealSeason nothing is accepted.
//  2. A frozen session takes no results. What a group or tournament scores meanwhile is held, and
//     scored when the session is opened again by a ruling: nothing is lost, nothing changes silently.
//  3. What is done by hand after the start and moves a table is an integrity event: it has a reason, it
//     was previewed with exactly the consequences that it has, and it can be undone by a ruling.
//  4. A source scores once, whatever comes twice: its results replace those of before, and what is
//     older than the last is refused.
//  5. Every result stays on record with what it said before.
//
// Next: engine/season, which folds and works tables out; coordinator/runner, which runs this.
package league

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/index"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
)

// State is a season with what a decider has to remember. It is a value: nothing in a State that was
// handed out is written again.
type State struct {
	season.Season

	version events.Version
	seen    index.Index[events.CommandID, events.Version]
	devices index.Index[events.DeviceID, uint64]
}

// Initial returns the state of an empty stream.
func Initial() State { return State{} }

// Version returns the number of commits that the state holds.
func (s State) Version() events.Version { return s.version }

// Seen returns the version of the commit that holds a command, and whether there is one.
func (s State) Seen(id events.CommandID) (events.Version, bool) { return s.seen.Get(id) }

// Apply returns s with a commit taken into account, and remembers its command. It never refuses.
func Apply(s State, a coordinator.Applied) State {
	for _, e := range a.Events {
		s.Season = s.Evolve(e)
	}
	s.version = a.Version
	s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	return s
}
