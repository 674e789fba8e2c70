// Package tournament decides about a tournament: who enters, the rounds and their pairings, clocks and
// results, the life-cycle, and what touches its integrity. It is pure, in the same form as package
// coordinator: [Decide] answers a command with events or a refusal, [Apply] folds a commit. [Preview]
// says what a command would do before it is given.
//
// Invariants:
//
//  1. OpenTournament is the first command; after the sealing nothing is accepted, and of a final
//     tournament only a reopening or the sealing.
//  2. In a round an entrant is at one table at most, or has one bye, never both; nobody who dropped is
//     paired again without returning.
//  3. A table has at most one result that stands. Another result replaces it by a correction with a
//     reason only; both stay on the table's trail.
//  4. Nobody confirms or rejects what they entered themselves.
//  5. What touches the tournament's integrity carries a reason and the consequences that were
//     acknowledged, and is on the list for good.
//
// Next: engine/tournament, the fold and what follows from it; coordinator/runner, which runs this.
package tournament

import (
	"fmt"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/index"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// State is a tournament with what a decider has to remember. It is a value: nothing in a State that was
// handed out is written again.
type State struct {
	rules.Log

	version events.Version
	seen    index.Index[events.CommandID, events.Version]
	devices index.Index[events.DeviceID, uint64]
	touches index.Index[int, touch]
	entered index.Index[string, events.DeviceID] // on which device an entry was made, by entryKey
}

// entryKey names an entry at a table.
func entryKey(round, table, entry int) string { return fmt.Sprintf("%d/%d/%d", round, table, entry) }

// touch is what an integrity entry did, to undo it.
type touch struct {
	before, after rules.Log
	events        []events.Payload
}

// Initial returns the state of an empty stream.
func Initial() State { return State{} }

// Version returns the number of commits that the state holds.
func (s State) Version() events.Version { return s.version }

// Seen returns the version of the commit that holds a command, and whether there is one.
func (s State) Seen(id events.CommandID) (events.Version, bool) { return s.seen.Get(id) }

// Over reports whether nothing is accepted any more.
func (s State) Over() bool { return s.Sealed() }

// Apply returns s with a commit taken into account, and remembers its command. It never refuses.
func Apply(s State, a coordinator.Applied) State {
	before, noted := s.Log, 0
	for _, e := range a.Events {
		s.Log = s.Evolve(e)
		switch e := e.(type) {
		case tournament.IntegrityNoted:
			noted = e.N
		case tournament.ResultEntered:
			s.entered = s.entered.With(entryKey(e.Round, e.Table, e.Entry), a.Command.Device)
		}
	}
	if noted > 0 {
		s.touches = s.touches.With(noted, touch{before: before, after: s.Log, events: a.Events})
	}
	s.version = a.Version
	s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	return s
}

// waitingAnywhere says where a result waits for another person; empty: nowhere.
func (s State) waitingAnywhere() string {
	for _, r := range s.Rounds {
		for _, t := range r.Tables {
			if _, ok := t.Pending(); ok {
				return fmt.Sprintf("an entry at table %d of round %d waits to be confirmed", t.N, r.N)
			}
		}
	}
	return ""
}
