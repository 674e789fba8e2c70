package coordinator

import (
	"strings"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Apply returns s with a commit taken into account, and remembers its command. It never refuses:
// the commit has happened. s stays as it is.
func Apply(s State, a Applied) State {
	made := s.entryOf(a)
	v := evolver{s: s, entry: made >= 0}
	for _, e := range a.Events {
		v.fold(e)
	}
	v.reviews(a)
	v.remember(s, a)
	if made >= 0 {
		t := v.table(made)
		t.undo = s.Tables[made].undo.push(entry{
			id: a.Command.ID, kind: a.Command.Type, version: a.Version,
			before: s.Tables[made].Table, phase: s.Phase, ended: v.s.Over() && !s.Over(),
			draws: draws{before: s.Draws, after: v.s.Draws},
		})
	}
	return v.s
}

func (v *evolver) remember(s State, a Applied) {
	v.s.version = a.Version
	v.s.seen = s.seen.With(a.Command.ID, a.Version)
	if a.Command.N > 0 && a.Command.Device != "" {
		v.s.devices = s.devices.With(a.Command.Device, a.Command.N)
	}
	if k, ok := v.s.keys.Get(a.Command.Device); ok && k.Open && a.Command.Sig != "" {
		v.s.keys = v.s.keys.With(a.Command.Device, Key{Public: k.Public})
	}
}

// entryOf returns the place of the table at which a commit is an entry that can be taken back; −1
// if it is none: nothing is before the game starts. An EndRound is one only as long as it did not end the round: its refresh then lost
// the game. An entry by which the effect queue went on is none: what resolved then, perhaps the start
// of a round, is more than a step back at one table.
func (s State) entryOf(a Applied) int {
	if !isEntry(a.Command.Type) || s.Phase == PhaseSetup {
		return -1
	}
	at := -1
	for _, e := range a.Events {
		switch e := e.(type) {
		case group.TableEndedRound, group.StepResolved:
			return -1
		case lotr.TableEvent:
			if at < 0 {
				at = s.tableAt(e.OnTable())
			}
		}
	}
	return at
}

func isEntry(commandType string) bool {
	name, _, _ := strings.Cut(commandType, ".v")
	switch name {
	case "lotr.rule", "lotr.assign-dol-guldur":
		return false
	case "group.end-round":
		return true
	default:
		return strings.HasPrefix(name, "lotr.")
	}
}
