package coordinator

import (
	"slices"

	"github.com/muster-events/muster/coordinator/internal/index"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Phase of a group.
type Phase string

// The phases of a group. Paused is not one of them: a paused group keeps its phase.
const (
	PhaseNone      Phase = ""          // not opened
	PhaseSetup     Phase = "setup"     // seats may change
	PhasePlaying   Phase = "playing"   // tables play the round
	PhaseEnding    Phase = "ending"    // the barrier is closed, the effect queue resolves
	PhaseWon       Phase = "won"       // over
	PhaseLost      Phase = "lost"      // over
	PhaseAbandoned Phase = "abandoned" // over, without a result
)

// State is everything that is known about a group. It is a value: nothing in a State that was
// handed out is written again, so it may be kept and shared between goroutines. Slices in it are
// read only.
type State struct {
	Name       string
	Scenario   string
	Mode       string // "epic" or "standard"
	Difficulty string // "standard" or "easy"
	Engine     string
	Settings   group.Settings
	Seed       uint64

	Phase       Phase
	Before      Phase // that a result ended; play goes on there if it is taken back
	Result      Result
	Paused      bool
	PauseReason string
	Round       int     // 0 in setup
	Tables      []Table // in the order in which they were opened

	DolGuldurAt events.TableID // who holds the one copy of Dol Guldur
	City        int            // city strength
	CityChanges []CityChange   // every change of it, in order
	Queue       []Step         // of the round's end being resolved, or of the last one
	Absent      string         // the stage 3 that nobody was at when the last round ended; empty: none
	Draws       uint64         // draws made from the seed
	Rulings     []Ruling       // in order
	Flags       []Flag         // in order

	version events.Version
	seen    index.Index[events.CommandID, events.Version]
	devices index.Index[events.DeviceID, uint64]
	keys    index.Index[events.DeviceID, Key]
}

// Table is one table of a group: the game there and what the group keeps about it.
type Table struct {
	rules.Table
	Recorder events.DeviceID // the one device that its captain enters with; empty: any
	Captain  events.PersonID // who took the recorder, if known
	Stages   []string        // where it played, by round from round 1
	Siege    []RoundSiege    // what it scored in the rounds whose reduction was made
	// Adjusted corrects the siege of this round before its reduction was made, by a ruling.
	Adjusted int

	undo *entry
}

// RoundSiege is what a table scored in a round.
type RoundSiege struct {
	Round int
	Total int
}

// CityChange is one change of the city strength. The strength is the sum of all changes, where what
// would fall below 0 is lost.
type CityChange struct {
	Round int
	By    int  // points, below 0 for a reduction
	Siege bool // the reduction by the siege of the round
}

// Step is a step of the effect queue with its state.
type Step struct {
	group.Step
	State   StepState
	Options []group.Option  // once it was opened
	Decides events.PersonID // who answers, if it is one person
	Choice  string          // once it is done
}

// StepState says how far a step is.
type StepState string

// The states of a step.
const (
	StepPending StepState = "pending"
	StepOpen    StepState = "open"
	StepDone    StepState = "done"
	StepSkipped StepState = "skipped"
)

// Result says how a group ended; zero while it has not.
type Result struct {
	Round  int
	Table  events.TableID // where, if it is one table's doing
	Reason string
	Rule   string
}

// Initial returns the state of an empty stream.
func Initial() State { return State{} }

// Version returns the number of commits that the state holds.
func (s State) Version() events.Version { return s.version }

// Seen returns the version of the commit that holds a command, and whether there is one.
func (s State) Seen(id events.CommandID) (events.Version, bool) { return s.seen.Get(id) }

// Over reports whether the group has ended: from then on only corrections are accepted.
func (s State) Over() bool {
	return s.Phase == PhaseWon || s.Phase == PhaseLost || s.Phase == PhaseAbandoned
}

// LastN returns the greatest number that a device has counted its commands to; 0: none.
func (s State) LastN(d events.DeviceID) uint64 {
	n, _ := s.devices.Get(d)
	return n
}

// Table returns a table by id.
func (s State) Table(id events.TableID) (Table, bool) {
	if i := s.tableAt(id); i >= 0 {
		return s.Tables[i], true
	}
	return Table{}, false
}

func (s State) tableAt(id events.TableID) int {
	return slices.IndexFunc(s.Tables, func(t Table) bool { return t.ID == id })
}

// Players returns how many players have a seat, in the game or out of it.
func (s State) Players() int {
	n := 0
	for _, t := range s.Tables {
		n += t.seated()
	}
	return n
}

// seated returns how many players have a seat at the table.
func (t Table) seated() int {
	if t.Stage != "" {
		return len(t.Players)
	}
	return len(t.Seats)
}

// where returns the place of the table at which a player has a seat; −1: at none.
func (s State) where(p events.PersonID) int {
	return slices.IndexFunc(s.Tables, func(t Table) bool {
		if t.Stage == "" {
			return slices.ContainsFunc(t.Seats, func(seat group.Seat) bool { return seat.Player == p })
		}
		_, ok := t.Player(p)
		return ok
	})
}

// ContextOf returns what the rules of a table need to know of the group.
func (s State) ContextOf(t Table) rules.Context {
	return rules.Context{
		Scenario: s.Scenario, Epic: s.Mode == modeEpic, Easy: s.Difficulty == difficultyEasy,
		Round: s.Round, City: s.City, Seed: s.Seed, Draws: s.Draws, Campaign: s.campaignAt(t),
		BufferGarrison: s.Settings.BufferGarrison,
	}
}

// Plays returns the scenario that the i-th table of the group plays: the group's own, or its part of an
// epic game whose tables play different ones.
func (s State) Plays(i int) rules.Scenario {
	sc := scenarioOf(s)
	if i < len(sc.Parts) {
		sc, _ = rules.Lookup(sc.Parts[i])
	}
	return sc
}

// EyeAt returns the table in whose staging area The Eye of Sauron is; empty: it is not in this game.
func (s State) EyeAt() events.TableID {
	for _, t := range s.Tables {
		if t.Eye {
			return t.ID
		}
	}
	return ""
}

// Decided reports whether the table's own game is over: won, lost, or without a player in it. Such a
// table has nothing to end its round for.
func (t Table) Decided() bool {
	return t.Won != nil || t.Lost != nil || t.Stage != "" && t.PlayersIn() == 0
}

// Waiting returns the tables that have not ended the round, in the order of Tables; none unless the
// group is playing. A table whose own game is over holds nobody up and is not among them.
func (s State) Waiting() []events.TableID {
	var out []events.TableID
	for _, t := range s.Tables {
		if s.Phase == PhasePlaying && t.Ended < s.Round && !t.Decided() {
			out = append(out, t.ID)
		}
	}
	return out
}

// Withdrawable returns the latest entry of a table that may be taken back; false if there is none.
func (s State) Withdrawable(id events.TableID) (events.CommandID, bool) {
	i := s.tableAt(id)
	if i < 0 || s.Tables[i].undo == nil {
		return "", false
	}
	top := s.Tables[i].undo
	if s.Over() && !top.ended {
		return "", false
	}
	return top.id, true
}
