package coordinator

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// evolver folds events into a state. It clones a slice of the state before its first write to it,
// so that the state it began with stays as it is.
type evolver struct {
	s             State
	tables, queue bool // s.Tables and s.Queue are clones already
	entry         bool // the commit is a captain's entry, which can be taken back
}

// table returns the i-th table to be written to.
func (v *evolver) table(i int) *Table {
	if !v.tables {
		v.s.Tables, v.tables = slices.Clone(v.s.Tables), true
	}
	return &v.s.Tables[i]
}

// step returns a step to be written to, nil if there is none of that id.
func (v *evolver) step(id string) *Step {
	i := slices.IndexFunc(v.s.Queue, func(st Step) bool { return st.ID == id })
	if i < 0 {
		return nil
	}
	if !v.queue {
		v.s.Queue, v.queue = slices.Clone(v.s.Queue), true
	}
	return &v.s.Queue[i]
}

// fold takes one event into account. It never refuses: e has happened. The default changes nothing.
func (v *evolver) fold(e events.Payload) {
	v.foldTables(e)
	switch e := e.(type) {
	case group.GroupOpened:
		v.opened(e)
	case group.PlayersSeated:
		for _, seat := range e.Seats {
			v.touch(seat.Table)
		}
	case group.PlayerAdmitted:
		v.touch(e.Seat.Table)
	case group.PlayerDropped:
		v.touch(e.Table)
	case lotr.LorienHandedOver:
		v.touch(e.ToTable)
	case lotr.ObjectiveHandedOver:
		v.touch(e.Table)
		v.touch(e.ToTable)
	case lotr.EyeMoved:
		v.touch(e.From)
		v.touch(e.To)
	case lotr.CardDrawn:
		v.s.Draws = e.Draw
	case group.GroupStarted:
		v.s.Phase = PhasePlaying
	case group.RoundStarted:
		v.roundStarted(e)
	case group.TableEndedRound:
		v.touch(e.Table)
	case group.RoundEnded:
		v.roundEnded(e)
	case group.StepsAdded:
		v.addSteps(e.Steps)
	case group.StepOpened:
		v.stepOpened(e)
	case group.StepResolved:
		v.stepResolved(e)
	case group.EntryWithdrawn:
		v.withdrawn(e)
	default:
		v.foldLife(e)
		v.foldCity(e)
	}
}

// foldTables gives an event to the tables that it may concern.
func (v *evolver) foldTables(e events.Payload) {
	only := -1
	if te, ok := e.(lotr.TableEvent); ok {
		if only = v.s.tableAt(te.OnTable()); only < 0 {
			return
		}
		if !v.entry {
			v.touch(te.OnTable())
		}
	}
	for i := range v.s.Tables {
		if only < 0 || only == i {
			t := v.table(i)
			t.Table = rules.EvolveTable(t.Table, e)
		}
	}
}

// foldLife takes pauses, endings and what is not about play into account.
func (v *evolver) foldLife(e events.Payload) {
	switch e := e.(type) {
	case group.GroupPaused:
		v.s.Paused, v.s.PauseReason = true, e.Reason
	case group.GroupResumed:
		v.s.Paused, v.s.PauseReason = false, ""
	case group.GroupAbandoned:
		v.end(PhaseAbandoned, Result{Round: e.Round, Reason: e.Reason})
	case group.GroupWon:
		v.end(PhaseWon, Result{Round: e.Round, Reason: e.Reason, Rule: e.Rule})
	case group.GroupLost:
		v.end(PhaseLost, Result{Round: e.Round, Table: e.Table, Reason: e.Reason, Rule: e.Rule})
	case group.GroupReopened:
		v.s.Phase, v.s.Before, v.s.Result = v.s.Before, PhaseNone, Result{}
	case group.RecorderTaken:
		if i := v.s.tableAt(e.Table); i >= 0 {
			t := v.table(i)
			t.Recorder, t.Captain = e.Device, e.By
		}
		if k, ok := v.s.keys.Get(e.Device); ok {
			v.s.keys = v.s.keys.With(e.Device, Key{Public: k.Public, Open: true})
		}
	case group.KeyRegistered:
		v.s.keys = v.s.keys.With(e.Device, Key{Public: e.Key})
	}
}

func (v *evolver) end(p Phase, r Result) {
	if !v.s.Over() {
		v.s.Before = v.s.Phase
	}
	v.s.Phase, v.s.Result = p, r
	v.s.Paused, v.s.PauseReason = false, ""
}

func (v *evolver) opened(e group.GroupOpened) {
	v.s.Name, v.s.Scenario, v.s.Mode, v.s.Difficulty = e.Name, e.Scenario, e.Mode, e.Difficulty
	v.s.Settings, v.s.Seed, v.s.Engine = e.Settings, e.Seed, e.Engine
	v.s.Phase = PhaseSetup
	v.s.Tables, v.tables = make([]Table, len(e.Tables)), true
	for i, t := range e.Tables {
		v.s.Tables[i].Table = rules.Table{ID: t.ID, Team: t.Team}
	}
}

func (v *evolver) roundStarted(e group.RoundStarted) {
	v.s.Round, v.s.Phase, v.s.Absent = e.Round, PhasePlaying, ""
	for i := range v.s.Tables {
		t := v.table(i)
		t.Stages = append(slices.Clip(t.Stages), t.Stage)
		t.Adjusted = 0
		t.undo = nil
	}
}

func (v *evolver) roundEnded(e group.RoundEnded) {
	v.s.Phase = PhaseEnding
	v.s.Queue, v.queue = nil, true
	v.addSteps(e.Steps)
}

// addSteps keeps the queue in rising order; among equals what came first stays first.
func (v *evolver) addSteps(steps []group.Step) {
	v.s.Queue, v.queue = slices.Clone(v.s.Queue), true
	for _, st := range steps {
		v.s.Queue = append(v.s.Queue, Step{Step: st, State: StepPending})
	}
	slices.SortStableFunc(v.s.Queue, func(a, b Step) int { return a.Order - b.Order })
}

func (v *evolver) stepOpened(e group.StepOpened) {
	if st := v.step(e.Step); st != nil {
		st.State, st.Options, st.Decides = StepOpen, e.Options, e.Decides
	}
}

func (v *evolver) stepResolved(e group.StepResolved) {
	st := v.step(e.Step)
	if st == nil {
		return
	}
	st.State, st.Choice = StepDone, e.Choice
	if e.Skipped {
		st.State = StepSkipped
	}
	if e.Table != "" {
		v.touch(e.Table)
	}
}

// touch makes a table's earlier entries final: something else has changed it since.
func (v *evolver) touch(id events.TableID) {
	if i := v.s.tableAt(id); i >= 0 && v.s.Tables[i].undo != nil {
		v.table(i).undo = nil
	}
}

// withdrawn steps a table back to what it was before an entry, and the group if the entry ended it.
func (v *evolver) withdrawn(e group.EntryWithdrawn) {
	i := v.s.tableAt(e.Table)
	if i < 0 || v.s.Tables[i].undo == nil || v.s.Tables[i].undo.id != e.Entry {
		return
	}
	t := v.table(i)
	top := t.undo
	t.Table, t.undo = top.before, top.below
	if v.s.Draws == top.draws.after { // nobody has drawn since: the same entry draws the same again
		v.s.Draws = top.draws.before
	}
	if top.ended {
		v.s.Phase, v.s.Before, v.s.Result = top.phase, PhaseNone, Result{}
	}
}
