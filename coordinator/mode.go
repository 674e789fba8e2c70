package coordinator

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A mode is what a scenario adds across tables: its setup, the effect queue of a round's end, how
// each step resolves, winning and losing. The rest of the package knows no scenario.
type mode interface {
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
	// after is called when a step is resolved and nobody has lost by it.
	after(d *decision, st Step)
	// ruleStage brings a table to another stage because a ruling says so; b is the whole ruling, which
	// may move other tables too.
	ruleStage(d *decision, b lotr.Rule, t Table, stage string) error
	// lost tells whether the group has lost.
	lost(s State) (group.GroupLost, bool)
	// mayFollow tells whether an entry may be made at a table while one of its steps is open.
	mayFollow(t Table, b lotr.TableCommand) bool
	// mayCome refuses what an entry would bring into play at a table if another table is the reason.
	mayCome(s State, es []events.Payload) error
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
	if s.Scenario == "" {
		return nil
	}
	return dolGuldur{}
}
