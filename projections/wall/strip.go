package wall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// strip returns the barrier and the steps of the round's end; while the round is played, the steps
// that its end will bring as far as they are certain.
func (v view) strip() []Step {
	g := v.g
	if g.Round == 0 {
		return nil
	}
	out := []Step{v.barrierStep()}
	if g.Phase == board.PhasePlaying {
		return append(out, v.ahead()...)
	}
	for i := 0; i < len(g.Queue); {
		n := 1
		for i+n < len(g.Queue) && merges(g.Queue[i]) && g.Queue[i+n].Kind == g.Queue[i].Kind {
			n++
		}
		out = append(out, v.field(g.Queue[i:i+n]))
		i += n
	}
	return out
}

func (v view) barrierStep() Step {
	s := Step{ID: "barrier", Kind: "barrier", Label: "All ended", State: StepDone}
	if b := v.barrier(); !b.AllEnded {
		s.Label, s.State, s.Outcome = fmt.Sprintf("%d of %d ended", b.Ended, b.Of), StepNow, b.Says
	}
	if v.g.Over() && s.State == StepNow {
		s.State = StepSkipped
	}
	return s
}

// merges tells whether steps of a kind share one field of the strip.
func merges(s board.Step) bool {
	return s.Kind == group.StepChoose || s.Kind == group.StepHandOver || s.Kind == group.StepDigEnemies
}

// field returns the field of one step, or of several of one kind.
func (v view) field(steps []board.Step) Step {
	first := steps[0]
	f := Step{ID: first.ID, Kind: first.Kind, Table: first.Table, Stage: first.Stage, State: stateOf(steps)}
	var outcomes []string
	done := 0
	for _, s := range steps {
		if s.State == board.StepDone {
			done++
		}
		if s.Outcome == "" {
			continue
		}
		o := words.Resolve(s.Outcome, v.name)
		if len(steps) > 1 {
			o = v.team(s.Table) + " " + o
		}
		outcomes = append(outcomes, o)
	}
	f.Outcome = strings.Join(outcomes, "; ")
	f.Label = v.label(first, len(steps), done)
	return f
}

// stateOf returns the state of several steps taken as one.
func stateOf(steps []board.Step) string {
	has := map[string]int{}
	for _, s := range steps {
		has[s.State]++
	}
	switch {
	case has[board.StepNow] > 0:
		return StepNow
	case has[board.StepPending] == len(steps):
		return StepPending
	case has[board.StepPending] > 0:
		return StepNow
	case has[board.StepSkipped] == len(steps):
		return StepSkipped
	default:
		return StepDone
	}
}

// label names a step as short as the strip needs.
func (v view) label(s board.Step, n, done int) string {
	switch s.Kind {
	case group.StepForced:
		return s.Stage + " " + v.team(s.Table)
	case group.StepResponse:
		return s.Stage + " Response " + v.team(s.Table)
	case group.StepCross:
		return "Anduin " + v.team(s.Table)
	case group.StepSiege:
		return v.siegeLabel(s)
	case group.StepAbsent:
		return strings.TrimSpace(s.Stage + " absent (" + v.team(s.Table) + ")")
	case group.StepChoose:
		return fmt.Sprintf("Stages %d of %d chosen", done, n)
	case group.StepAttack:
		return "Attack at " + v.team(s.Table)
	case group.StepHandOver:
		return "Lórien cards"
	case group.StepDigEnemies:
		return fmt.Sprintf("Enemies %d of %d found", done, n)
	case group.StepVictory:
		return "Victory"
	case group.StepOrder:
		return "Which comes first"
	case group.StepModeCard:
		return "Mode card"
	case group.StepEye:
		return "The Eye"
	case group.StepOutcome:
		return "Won or lost?"
	default:
		return words.Upper(words.StepName(s.Step))
	}
}

// siegeLabel says what the siege did to the city strength, or would do.
func (v view) siegeLabel(s board.Step) string {
	if s.State == board.StepDone {
		for _, c := range slices.Backward(v.g.City.Changes) {
			if c.Kind == board.ChangeSiege && c.Round == v.g.Round {
				return fmt.Sprintf("City %d to %d", c.From, c.To)
			}
		}
		return "City"
	}
	if c := v.city(); c.Scored > 0 {
		return fmt.Sprintf("City %d to %d", c.Strength, c.Ghost)
	}
	return "City"
}

// ahead returns the steps that the end of the round being played will bring.
func (v view) ahead() []Step {
	if v.g.Scenario != dolGuldur {
		return v.aheadOther()
	}
	tables := slices.Clone(v.g.Tables)
	slices.SortStableFunc(tables, func(a, b board.Table) int {
		return cmp.Or(strings.Compare(a.Stage, b.Stage), strings.Compare(a.Team, b.Team))
	})
	var out []Step
	siege := false
	for _, t := range tables {
		out = append(out, Step{
			ID: "ahead-" + string(t.ID), Kind: group.StepForced, Label: t.Stage + " " + t.Team,
			State: StepPending, Table: t.ID, Stage: t.Stage,
		})
		siege = siege || t.AtSiege()
	}
	if siege {
		out = append(out, Step{ID: "ahead-siege", Kind: group.StepSiege, Label: v.siegeLabel(board.Step{}), State: StepPending})
		absent := Step{ID: "ahead-absent", Kind: group.StepAbsent, Label: "Absent stage", State: StepPending, Stage: v.g.Absent}
		if v.g.Absent != "" {
			absent.Label = v.g.Absent + " absent (" + v.team(v.g.DolGuldurAt) + ")"
		}
		out = append(out, absent, Step{ID: "ahead-stages", Kind: group.StepChoose, Label: "New stages", State: StepPending})
	}
	return append(out, Step{ID: "ahead-victory", Kind: group.StepVictory, Label: "Victory", State: StepPending})
}

// turns returns the steps that wait for people.
func (v view) turns() []Turn {
	var out []Turn
	for _, s := range v.g.Queue {
		if s.State != board.StepNow || v.g.Phase != board.PhaseEnding {
			continue
		}
		t := Turn{
			Step: s.ID, Kind: s.Kind, Table: s.Table, Team: v.team(s.Table), Stage: s.Stage,
			Decides: v.nameOf(s.Decides), Options: v.options(s.Options),
		}
		t.Says = t.Team + ": " + words.StepName(s.Step)
		if t.Decides != "" {
			t.Says += ", " + t.Decides + " decides"
		}
		out = append(out, t)
	}
	return out
}

// options returns the answers with the names of people put in.
func (v view) options(os []group.Option) []group.Option {
	out := slices.Clone(os)
	for i := range out {
		out[i].Why, out[i].Effect = words.Resolve(out[i].Why, v.name), words.Resolve(out[i].Effect, v.name)
	}
	return out
}
