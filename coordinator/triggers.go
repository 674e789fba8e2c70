package coordinator

import (
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// triggers adds the effects of the round's end that are active at a table, in any order: the first
// player there chooses it.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.02, 1.58). Ruling: 14.
func (q *steps) triggers(s State, t Table) {
	found := rules.EndTriggers(s.ContextOf(t), t.Table)
	if len(found) == 0 {
		return
	}
	q.order++
	for _, tr := range found {
		st := group.Step{Kind: group.StepTrigger, Order: q.order, Table: t.ID, Stage: t.Stage, Trigger: tr.ID, Says: tr.Card + ": " + tr.Says}
		st.ID = stepID(q.round, st) + "-" + tr.ID
		q.out = append(q.out, st)
	}
}

// askTrigger asks what the effect leaves open. One that leaves nothing open is put to the first player
// only while others wait beside it at the table, since it is for them to say which comes first.
//
// Ruling: 14.
func askTrigger(s State, t Table, st Step) question {
	c := s.ContextOf(t)
	i := slices.IndexFunc(rules.EndTriggers(c, t.Table), func(tr rules.Trigger) bool { return tr.ID == st.Trigger })
	if i < 0 {
		return question{}
	}
	options := rules.AskEndTrigger(c, t.Table, st.Trigger)
	if len(options) == 0 && s.beside(st) {
		tr := rules.EndTriggers(c, t.Table)[i]
		options = []group.Option{{Choice: group.ChoiceDone, Allowed: true, Effect: "this one comes next: " + tr.Says, Section: tr.Section}}
	}
	return question{decides: t.FirstPlayer, options: options}
}

// beside reports whether another effect of the table that is still active waits in the same place of the
// queue.
func (s State) beside(st Step) bool {
	t, _ := s.Table(st.Table)
	active := rules.EndTriggers(s.ContextOf(t), t.Table)
	return slices.ContainsFunc(s.Queue, func(o Step) bool {
		return o.ID != st.ID && o.Order == st.Order && o.Table == st.Table && o.Kind == group.StepTrigger &&
			o.State != StepDone && o.State != StepSkipped &&
			slices.ContainsFunc(active, func(tr rules.Trigger) bool { return tr.ID == o.Trigger })
	})
}

// settleTrigger carries the effect out.
func settleTrigger(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	es, active, err := rules.SettleEndTrigger(d.s.ContextOf(t), t.Table, st.Trigger, a)
	switch {
	case err != nil:
		return outcome{}, err
	case !active:
		return outcome{skipped: "it is not active any more"}, nil
	}
	d.emit(es...)
	return outcome{choice: a.Choice}, nil
}

// followsEffect tells whether an entry can be what an effect at the round's end does. What a phase of
// the round does cannot.
func followsEffect(b lotr.TableCommand) bool {
	switch b.(type) {
	case lotr.BeginPhase, lotr.ResolveQuest, lotr.Travel, lotr.CheckEngagement, lotr.AssignArchery, lotr.ChooseQuest,
		lotr.PlayerAttack, lotr.UsePower, lotr.ProgressPower, lotr.TypeSiege, lotr.DeclareDeck, lotr.PutRing:
		return false
	default:
		return true
	}
}

// tellSetUp says what people do with their cards in setup because of how hard the game is, and because
// of the campaign.
//
// Rule: Easy mode.
// Rule: Nightmare mode.
// Rule: Campaign setup and resolution.
// Source: The Mountain of Fire, "Game Modes"; "Campaign Cards".
func (d *decision) tellSetUp(i int) {
	todo := d.s.difficultyDo(d.s.Plays(i))
	if c := d.s.Settings.Campaign; c != nil {
		todo = slices.Concat(todo, c.Do)
	}
	for _, do := range todo {
		d.tell(d.s.Tables[i], lotr.EffectCarriedOut{Do: do})
	}
}

// tell says what people have to do at a table, or at the tables that e names.
func (d *decision) tell(t Table, e lotr.EffectCarriedOut) {
	e.Table, e.Stage, e.Half = t.ID, t.Stage, lotr.HalfWhole
	if len(e.Tables) == 0 {
		e.Tables = append(e.Tables, t.ID)
	}
	d.emit(e)
}
