package board

import (
	"maps"
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Stored is a board with what the fold keeps beside it to take entries back. It is a value: [Apply]
// returns another one and never changes what it was given, so a Stored may be shared by readers.
type Stored struct {
	Group Group
	// Games holds the state of the game at each table as the rules fold it; what the board shows of a
	// game comes from there. Of declared decks only the number of cards is kept.
	Games map[events.TableID]rules.Table `json:",omitempty"`
	// Stacks holds, for each table, its earlier parts of this round, one for each entry that still
	// stands, oldest first. A stack is emptied when a round starts, when its table ends the round,
	// and by everything that is decided over the table's head: a ruling, a player who comes or goes.
	Stacks map[events.TableID][]Snapshot `json:"-"` // kept apart, one record for each
	// Before is the phase the group was in when its game ended.
	Before string `json:",omitempty"`
	// Counted is the siege of the current round that was taken off the city strength already.
	Counted map[events.TableID]int `json:",omitempty"`
	// Serial numbers snapshots; the next one gets Serial+1.
	Serial uint64
}

// Snapshot is a table as it was before an entry.
type Snapshot struct {
	Serial uint64
	Entry  Entry
	Table  Table
	Game   rules.Table
	// Told is what the entry put on the table's list of what there is to do.
	Told []string `json:",omitempty"`
	// Ended is set when the entry ended the group's game: the phase before it.
	Ended string `json:",omitempty"`
}

// New returns the board of a group whose stream is empty.
func New(g events.GatheringID, id events.GroupID) Stored {
	return Stored{Group: Group{Gathering: g, ID: id, Phase: PhaseSetup}}
}

// Table returns a table of the group, and whether there is one with that id.
func (g Group) Table(id events.TableID) (Table, bool) {
	for _, t := range g.Tables {
		if t.ID == id {
			return t, true
		}
	}
	return Table{}, false
}

// Epic reports whether the group plays the epic multiplayer mode.
func (g Group) Epic() bool { return g.Mode == "epic" }

// Over reports whether the group's game has ended.
func (g Group) Over() bool {
	return g.Phase == PhaseWon || g.Phase == PhaseLost || g.Phase == PhaseAbandoned
}

// Mark is the city strength at or below which an arriving Lieutenant attacks at once.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side A).
func (g Group) Mark() int {
	if g.Epic() {
		return 10
	}
	return 5
}

// Left returns the number of players still in the game.
func (g Group) Left() int {
	n := 0
	for _, t := range g.Tables {
		n += t.PlayersLeft
	}
	return n
}

// SiegeDone reports whether the siege of the current round was taken off the city strength already.
func (g Group) SiegeDone() bool {
	for _, s := range g.Queue {
		if s.Kind == group.StepSiege && g.Phase != PhasePlaying {
			return s.State == StepDone || s.State == StepSkipped
		}
	}
	for _, c := range slices.Backward(g.City.Changes) {
		if c.Kind == ChangeSiege {
			return c.Round == g.Round
		}
	}
	return false
}

// SiegeCounts reports whether what a table scores this round counts: it began the round at a
// stage 3.
//
// Source: Attack on Dol Guldur, "Siege". Ruling: 4.
func (t Table) SiegeCounts() bool {
	if n := len(t.Stages); n > 0 && t.Scenario == "" {
		return Stage3(t.Stages[n-1])
	}
	return false
}

// Decided reports whether the table's own game is over: won, lost, or nobody is left in it.
func (t Table) Decided() bool {
	return t.Won != nil || t.Lost != nil || t.Stage != "" && t.PlayersLeft == 0
}

// AtSiege reports whether the table is at one of the four stages 3 of Attack on Dol Guldur.
func (t Table) AtSiege() bool { return t.Scenario == "" && Stage3(t.Stage) }

// Stage3 reports whether a stage of Attack on Dol Guldur is one of its four stages 3.
func Stage3(stage string) bool { return len(stage) == 2 && stage[0] == '3' }

func (t Table) clone() Table {
	t.Stages = slices.Clone(t.Stages)
	t.Players = slices.Clone(t.Players)
	for i := range t.Players {
		t.Players[i].Heroes = slices.Clone(t.Players[i].Heroes)
	}
	t.Enemies = slices.Clone(t.Enemies)
	t.Locations = slices.Clone(t.Locations)
	t.Scored = slices.Clone(t.Scored)
	t.Victory = slices.Clone(t.Victory)
	t.Lorien = slices.Clone(t.Lorien)
	t.ToDo = slices.Clone(t.ToDo)
	return t
}

// clone returns a copy whose slices and maps may be written; tables are cloned when they are touched.
func (s Stored) clone() Stored {
	s.Stacks = maps.Clone(s.Stacks)
	if s.Games = maps.Clone(s.Games); s.Games == nil {
		s.Games = map[events.TableID]rules.Table{}
	}
	s.Counted = maps.Clone(s.Counted)
	g := &s.Group
	g.Tables = slices.Clone(g.Tables)
	g.Queue = slices.Clone(g.Queue)
	g.City.Rounds = slices.Clip(g.City.Rounds)
	g.City.Changes = slices.Clip(g.City.Changes)
	g.Notices = slices.Clone(g.Notices)
	g.Rulings = slices.Clone(g.Rulings)
	g.Flags = slices.Clone(g.Flags)
	return s
}
