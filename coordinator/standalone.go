package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// standalone is a scenario in standard mode at one table: its game is the group's. The effects of the
// round's end are the table's own.
type standalone struct{}

// standardFact cites how many players a scenario takes outside of an epic mode.
const standardFact = `The Mountain of Fire, "Epic Multiplayer Mode" (no more than 4 players at a scenario)`

func (standalone) seats(State, bool) error { return nil }

func (standalone) limits(string) string { return standardFact }

func (standalone) order() string {
	return `facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)"`
}

// setUp sets the table up.
//
// Rule: Standard mode.
// Source: The Mountain of Fire, "Standard Mode".
func (standalone) setUp(d *decision) {
	for i, t := range d.s.Tables {
		d.emit(rules.SetUp(d.s.ContextOf(t), d.s.Plays(i), t.ID, t.Team, t.Seats, false)...)
		d.tellSetUp(i)
	}
}

// queue lists the effects of the round's end at the table.
func (standalone) queue(s State) []group.Step {
	q := &steps{round: s.Round}
	for _, t := range s.Tables {
		q.triggers(s, t)
	}
	return q.out
}

func (standalone) barrier(*decision) {}

func (standalone) after(*decision, Step) {}

func (standalone) asks(s State, st Step) question {
	if t, ok := s.Table(st.Table); ok && st.Kind == group.StepTrigger {
		return askTrigger(s, t, st)
	}
	return question{}
}

func (standalone) settle(d *decision, st Step, a group.ResolveStep) (outcome, error) {
	t, ok := d.s.Table(st.Table)
	if !ok || st.Kind != group.StepTrigger {
		return outcome{choice: a.Choice}, nil
	}
	return settleTrigger(d, t, st, a)
}

// ruleStage: any stage of the scenario, as the judge says.
//
// Ruling: 17.
func (standalone) ruleStage(d *decision, _ lotr.Rule, t Table, stage string) error {
	return d.reached(rules.RuleStage(d.s.ContextOf(t), t.Table, stage, false))
}

// conclude: the group has won or lost when its table has.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func (standalone) conclude(d *decision) {
	for i := range d.s.Tables {
		d.allOut(i)
		switch t := d.s.Tables[i]; {
		case t.Won != nil:
			d.emit(group.GroupWon{Round: d.s.Round, Reason: t.Won.Reason, Rule: t.Won.Rule})
		case t.Lost != nil:
			d.emit(group.GroupLost{Round: d.s.Round, Table: t.ID, Reason: t.Lost.Reason, Rule: t.Lost.Rule})
		}
		if d.s.Over() {
			return
		}
	}
}

// allOut says that the i-th table's game is lost if nobody is left in it, and takes that back if a ruling
// has brought somebody back.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func (d *decision) allOut(i int) {
	switch t := d.s.Tables[i]; {
	case t.Stage == "" || t.Won != nil:
	case t.Lost == nil && t.PlayersIn() == 0:
		d.emit(rules.AllOut(d.s.ContextOf(t), t.Table)...)
	case t.Lost != nil && t.Lost.Cause == lotr.LostPlayers && t.PlayersIn() > 0:
		d.emit(lotr.OutcomeTakenBack{Table: t.ID, Was: wasLost})
	}
}

func (standalone) mayFollow(_ Table, b lotr.TableCommand) bool { return followsEffect(b) }

func (standalone) mayCome(State, []events.Payload) error { return nil }
