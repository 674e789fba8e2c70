// Package campaign decides about the log of a campaign: the players' heroes and threat penalties, the
// fallen, the pool of boons and burdens, a row for each scenario, notes. It is pure, in the same form
// as package coordinator: [Decide] answers a command with events or a refusal, [Apply] folds a commit.
//
// Invariants:
//
//  1. OpenCampaign is the first command; after CampaignEnded only corrections are accepted.
//  2. A hero is on one player's list at most once, and never while it is on the list of the fallen.
//     Who lost a hero, because it fell or because the campaign took it, may name another.
//  3. A card is in the pool only after it was earned; a setup includes no other.
//  4. A change of hero costs a permanent +1 unless the log says why not.
//  5. A scenario that was lost changes nothing in the log but its row.
//
// Next: engine/lotr/campaign, the campaign cards; coordinator/runner, which runs this.
package campaign

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/index"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
)

// State is a campaign's log with what a decider has to remember. It is a value: nothing in a State that
// was handed out is written again.
type State struct {
	rules.Log

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
		s.Log = s.Evolve(e)
	}
	s.version = a.Version
	s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	return s
}
