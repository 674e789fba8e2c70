package coordinator

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A mode is what a scenario adds across tables: its setup, the effect queue of a round's end, how
// each step resolves, winning and losing. The rest of the package knows no scenario.
type mode interface {
	// seats refuses how players are spread over the tables; starting is set once no more of them are
	// to be seated first.
	seats(s State, starting bool) error
	// setUp emits what setup brings, after GroupStarted and before round 1.
	setUp(d *decision)
	// queue returns the steps of this round's end.
	queue(s State) []group.Step
	// barrier is called when the barrier has closed, before the first step.
	barrier(d *decision)
	// asks returns what a step asks people; with no options it needs nobody.
	asks(s State, st Step) question
	// settle emits what a step does. For a step that needs nobody, a names only table and step;
	// it is then not refused. Otherwise the choice is an allowed option.
	settle(d *decision, st Step, a group.ResolveStep) (outcome, error)
	// after is called when a step is resolved and the group is not over by it.
	after(d *decision, st Step)
	// ruleStage brings a table to another stage because a ruling says so; b is the whole ruling, which
	// may move other tables too.
	ruleStage(d *decision, b lotr.Rule, t Table, stage string) error
	// conclude ends the group if its tables' games have decided it, or says that they will.
	conclude(d *decision)
	// mayFollow tells whether an entry may be made at a table while one of its steps is open.
	mayFollow(t Table, b lotr.TableCommand) bool
	// mayCome refuses what an entry would bring into play at a table if another table is the reason.
	mayCome(s State, es []events.Payload) error
	// limits returns the citation of how many tables and players a mode ("epic", "standard") takes, and
	// order that of the order of its steps.
	limits(mode string) string
	order() string
}

// question is what a step asks.
type question struct {
	decides events.PersonID // who answers, if it is one person
	options []group.Option
}

// outcome is how a step was settled.
type outcome struct {
	choice  string
	skipped string // why it did not apply; empty: it did
}

// modeOf returns the mode that a group is played in; nil before it was opened.
func modeOf(s State) mode {
	switch sc := scenarioOf(s); {
	case s.Scenario == "":
		return nil
	case len(sc.Parts) > 0:
		return mountainOfFire{}
	case s.Scenario == attackOnDolGuldur:
		return dolGuldur{}
	default:
		return standalone{}
	}
}
