package coordinator

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// ruleStage brings a team to the stage 3 that a judge names, as if it had chosen it. While the round
// is played, that is the stage of the whole round: its Forced effect is the new stage's. While the
// round's end is resolved, only a team that has chosen is moved, since until then the effects being
// resolved are those of the stage where it played; its choice stays answered, and the step of a
// Lieutenant's attack goes and comes with the Lieutenant. The rule that a team goes to a new stage
// does not bind a judge; that no two teams are at one stage does.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode". Ruling: 17.
func (m dolGuldur) ruleStage(d *decision, b lotr.Rule, t Table, stage string) error {
	ending := d.s.underway() == PhaseEnding
	if ending && !hasChosen(d.s, t) {
		return refuse(CodeRoundEnding, "round %d is being ended with %s at stage %s; let the team choose its new stage first, then that can be corrected", d.s.Round, t.Team, t.Stage)
	}
	for _, other := range d.s.Tables {
		if other.ID != t.ID && m.willBeAt(d.s, b, other) == stage {
			return refuseBy(modeCard(d.s), CodeStageTaken, "%s cannot go to stage %s: %s is there; move both in one ruling, or name another stage", t.Team, stage, other.Team)
		}
	}
	to, _ := scenarioOf(d.s).Stage(stage)
	es, err := rules.RuleStage(d.s.ContextOf(t), t.Table, stage, to.Lieutenant != "" && inVictory(d.s, to.Lieutenant))
	if err != nil {
		return err
	}
	d.emit(es...)
	if ending && len(es) > 0 {
		d.stopAttack(t, "a judge moved the team to stage "+stage)
		m.attack(d, t, Step{}, d.s.nextOrder(t), es)
	}
	return nil
}

// willBeAt returns the stage at which a table is when a ruling is recorded; empty while it has yet to
// choose, so that it gives way.
func (dolGuldur) willBeAt(s State, b lotr.Rule, t Table) string {
	for _, r := range b.Tables {
		if r.Table == t.ID && r.Stage != "" {
			return r.Stage
		}
	}
	if s.underway() == PhaseEnding && !hasChosen(s, t) {
		return ""
	}
	return t.Stage
}

// stopAttack skips the attack of a Lieutenant that is not over at a table.
func (d *decision) stopAttack(t Table, why string) {
	for _, st := range d.s.Queue {
		if st.Kind == group.StepAttack && st.Table == t.ID && st.State != StepDone && st.State != StepSkipped {
			d.emit(group.StepResolved{Step: st.ID, Table: t.ID, Auto: true, Skipped: true, Why: why})
		}
	}
}

// nextOrder is the order of a step that a ruling adds for a table: that of the table's choice, or
// where the queue is by now.
func (s State) nextOrder(t Table) int {
	order := s.Queue[len(s.Queue)-1].Order // nothing is left: it comes last
	if now := s.current(); len(now) > 0 {
		order = s.Queue[now[0]].Order
	}
	if i := slices.IndexFunc(s.Queue, func(st Step) bool { return st.Kind == group.StepChoose && st.Table == t.ID }); i >= 0 {
		order = max(order, s.Queue[i].Order)
	}
	return order
}

// underway is the phase in which the group plays, or played when its game ended.
func (s State) underway() Phase {
	if s.Over() {
		return s.Before
	}
	return s.Phase
}
