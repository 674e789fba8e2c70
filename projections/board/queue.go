package board

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// States of a step, for [Step].State.
const (
	StepPending = "pending"
	StepNow     = "now"
	StepDone    = "done"
	StepSkipped = "skipped"
)

func (f *fold) onQueue(e events.Payload) bool {
	switch e := e.(type) {
	case group.RoundEnded:
		f.g.Phase, f.g.Queue = PhaseEnding, nil
		f.addSteps(e.Steps)
		for i := range f.g.Tables {
			f.table(f.g.Tables[i].ID).ToDo = nil
		}
	case group.StepsAdded:
		f.addSteps(e.Steps)
	case group.StepOpened:
		if s := f.step(e.Step); s != nil {
			s.State, s.Options, s.Decides = StepNow, e.Options, e.Decides
		}
	case group.StepResolved:
		f.resolve(e)
	case lotr.EffectCarriedOut:
		f.carriedOut(e)
	case lotr.StageDrawn:
		f.g.Absent = e.Stage
		for i := range f.g.Queue {
			if f.g.Queue[i].Kind == group.StepAbsent && f.g.Queue[i].Stage == "" {
				f.g.Queue[i].Stage = e.Stage
			}
		}
	default:
		return false
	}
	return true
}

func (f *fold) addSteps(steps []group.Step) {
	for _, s := range steps {
		f.g.Queue = append(f.g.Queue, Step{Step: s, State: StepPending})
	}
	slices.SortStableFunc(f.g.Queue, func(a, b Step) int { return a.Order - b.Order })
}

// step returns a step of the queue that may be written, nil if there is none with that id.
func (f *fold) step(id string) *Step {
	for i := range f.g.Queue {
		if f.g.Queue[i].ID == id {
			return &f.g.Queue[i]
		}
	}
	return nil
}

func (f *fold) resolve(e group.StepResolved) {
	s := f.step(e.Step)
	if s == nil {
		return
	}
	s.State = StepDone
	if e.Skipped {
		s.State = StepSkipped
	}
	s.Choice, s.Auto, s.At, s.Options = e.Choice, e.Auto, f.r.At, nil
	if !e.Auto {
		s.By = f.r.Command.Actor
	}
	s.Outcome = words.StepOutcome(s.Kind, e)
	f.touch(e.Table)
}

// effect keeps what a step did, in words, for its outcome.
func (f *fold) effect(step, what string) {
	if step == "" || what == "" {
		return
	}
	if f.effects == nil {
		f.effects = map[string][]string{}
	}
	f.effects[step] = append(f.effects[step], what)
}

// carriedOut puts what people have to do on the lists of their tables.
func (f *fold) carriedOut(e lotr.EffectCarriedOut) {
	f.effect(e.Step, e.Do)
	if e.Absent {
		f.g.Absent = e.Stage
	}
	if e.Do == "" {
		return
	}
	do := e.Do
	if len(e.Players) > 0 {
		do = words.People(e.Players) + ": " + do
	}
	for _, id := range e.Tables {
		f.toDo(id, "Stage "+e.Stage+": "+do)
	}
}

func (f *fold) finishOutcomes() {
	for i := range f.g.Queue {
		s := &f.g.Queue[i]
		if did := f.effects[s.ID]; len(did) > 0 {
			s.Outcome = strings.TrimSuffix(strings.ReplaceAll(strings.Join(append(compact(s.Outcome), did...), "; "), ".; ", "; "), ".")
		}
	}
}

func compact(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
