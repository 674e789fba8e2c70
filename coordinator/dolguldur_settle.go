package coordinator

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// choiceNone is recorded for a step at which there was nothing to choose.
const choiceNone = "none"

func (m dolGuldur) settle(d *decision, st Step, a group.ResolveStep) (outcome, error) {
	t, _ := d.s.Table(st.Table)
	switch st.Kind {
	case group.StepForced:
		return m.settleForced(d, t, st, a)
	case group.StepResponse:
		return m.settleResponse(d, t, st, a)
	case group.StepCross:
		return m.settleCross(d, t, st, a)
	case group.StepSiege:
		return m.settleSiege(d)
	case group.StepAbsent:
		return m.settleAbsent(d, t, st)
	case group.StepChoose:
		return m.settleChoose(d, t, st, a)
	case group.StepHandOver:
		return m.settleHandOver(d, t, st, a)
	default: // the attack and the search for enemies are carried out by people; the victory is looked at after
		return outcome{choice: a.Choice}, nil
	}
}

// settleForced resolves the Forced effect of a table's stage.
func (m dolGuldur) settleForced(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	if st.Stage == scenarioOf(d.s).Start {
		return m.settleFirst(d, t, st)
	}
	switch a.Choice {
	case group.ChoicePay:
		if err := d.reached(rules.PayProgress(d.s.ContextOf(t), t.Table, forcedPrice)); err != nil {
			return outcome{}, err
		}
		d.effect(st, t, lotr.EffectCarriedOut{
			Half: lotr.HalfPaid, Tables: []events.TableID{t.ID}, Do: fmt.Sprintf("Remove %d progress from the stage.", forcedPrice),
		})
	case group.ChoicePayBonus:
		if err := d.reached(rules.PayProgress(d.s.ContextOf(t), t.Table, bonusPrice)); err != nil {
			return outcome{}, err
		}
		if err := m.good(d, t, st, a); err != nil {
			return outcome{}, err
		}
	default: // suffer, or too little progress to pay
		a.Choice = group.ChoiceSuffer
		m.bad(d, t, st, st.Stage, false)
	}
	return outcome{choice: a.Choice}, nil
}

// effect emits an effect of a step's stage, resolved at a table.
func (d *decision) effect(st Step, t Table, e lotr.EffectCarriedOut) {
	e.Step, e.Table = st.ID, t.ID
	if e.Stage == "" {
		e.Stage = st.Stage
	}
	d.emit(e)
}

// settleFirst resolves the Forced effect of stage 1B.
func (m dolGuldur) settleFirst(d *decision, t Table, st Step) (outcome, error) {
	do := "Put 1 resource on the stage."
	if t.Progress > 0 {
		do += fmt.Sprintf(" Move its %d progress to %s.", t.Progress, lotr.PowerName)
	}
	sc := scenarioOf(d.s)
	if t.Resources+1 >= sc.Resources {
		do += " Then go on to stage 2."
	}
	d.emit(rules.ForcedStage1(d.s.ContextOf(t), t.Table)...)
	d.effect(st, t, lotr.EffectCarriedOut{Half: lotr.HalfWhole, Tables: []events.TableID{t.ID}, Do: do})
	return outcome{}, nil
}

// settleResponse resolves the Response of stage 1B: threat here, help at a stage of choice.
func (m dolGuldur) settleResponse(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	if t.Stage != scenarioOf(d.s).Start {
		return outcome{skipped: "the team has left stage 1B"}, nil
	}
	if a.Choice != group.ChoiceUse {
		return outcome{choice: a.Choice}, nil
	}
	at := t
	if a.AtTable != "" {
		var err error
		if at, err = d.onTable(a.AtTable); err != nil {
			return outcome{}, err
		}
	} else if len(d.s.Tables) > 1 {
		return outcome{}, refuseBy(stagesFact, CodeTarget, "name the stage whose players draw: one of the tables %s", d.s.tableNames())
	}
	d.emit(rules.RaiseThreat(d.s.ContextOf(t), t.Table, 1, "the Response of stage "+st.Stage)...)
	d.effect(st, t, lotr.EffectCarriedOut{
		Half: lotr.HalfReply, Tables: []events.TableID{at.ID}, Do: "Each player draws 1 card and puts 1 resource on a hero.",
	})
	return outcome{choice: a.Choice}, nil
}

// settleCross resolves stage 2: what the first player takes, then the locations of 2B.
func (m dolGuldur) settleCross(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	sc := scenarioOf(d.s)
	if t.Stage != sc.Crossing {
		return outcome{skipped: "the team is not at stage " + sc.Crossing}, nil
	}
	choice := a.Choice
	if choice == "" {
		choice, a.Choice = choiceNone, group.ChoicePass
	}
	if err := d.reached(rules.Cross(d.s.ContextOf(t), t.Table, a.Choice)); err != nil {
		return outcome{}, err
	}
	d.effect(st, t, lotr.EffectCarriedOut{
		Stage: sc.Crossing, Half: lotr.HalfWhole, Tables: []events.TableID{t.ID},
		Do: "Each player puts a Dol Guldur location from the encounter deck or discard pile into the staging area.",
	})
	if t, _ = d.s.Table(t.ID); len(t.Lorien) > 0 {
		m.addHandOver(d, t, 1)
	}
	return outcome{choice: choice}, nil
}

// settleSiege lowers the city strength by what was destroyed and explored at every stage.
//
// Rule: Siege.
// Rule: City strength.
// Source: Attack on Dol Guldur, "Siege".
func (m dolGuldur) settleSiege(d *decision) (outcome, error) {
	e := lotr.CityStrengthReduced{Round: d.s.Round, From: d.s.City}
	for _, t := range d.s.Tables {
		e.Shares = append(e.Shares, lotr.Share{Table: t.ID, Siege: t.siegeNow(), Items: listed(t.Scored)})
		e.By += t.siegeNow()
	}
	e.Strength = max(0, e.From-e.By)
	d.emit(e)
	d.cityFell()
	return outcome{}, nil
}

// maxItems is how many cards a share lists; what is more is added up in one line, so that the commit
// stays within its size.
const maxItems = 30

func listed(items []lotr.SiegeItem) []lotr.SiegeItem {
	if len(items) <= maxItems {
		return items
	}
	rest := 0
	for _, it := range items[maxItems-1:] {
		if it.Siege != nil {
			rest += *it.Siege
		}
	}
	more := lotr.SiegeItem{Card: fmt.Sprintf("%d more cards", len(items)-maxItems+1), Siege: &rest}
	return append(slices.Clone(items[:maxItems-1]), more)
}

// settleAbsent carries out the bad half of a stage 3 that nobody was at. Where there are several it
// is drawn.
//
// Rule: Epic: Attack on Dol Guldur.
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode"; Attack on Dol Guldur, "Standard Game Mode".
// Ruling: 5.
func (m dolGuldur) settleAbsent(d *decision, t Table, st Step) (outcome, error) {
	absent := m.absent(d.s)
	if len(absent) == 0 {
		return outcome{skipped: "every stage 3 was in play"}, nil
	}
	stage := absent[0]
	if len(absent) > 1 {
		n := d.s.Draws + 1
		stage = absent[engine.Draw(d.s.Seed, n, len(absent))]
		d.emit(lotr.StageDrawn{Table: t.ID, From: absent, Stage: stage, Draw: n})
	}
	m.bad(d, t, st, stage, true)
	return outcome{choice: group.ChoiceSuffer}, nil
}

// settleChoose brings a team to its new stage, with the Lieutenant there.
//
// Rule: Epic: Attack on Dol Guldur.
// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side A).
func (m dolGuldur) settleChoose(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	stage, _ := scenarioOf(d.s).Stage(a.Choice)
	es := rules.EnterStage(d.s.ContextOf(t), t.Table, stage.ID, inVictory(d.s, stage.Lieutenant))
	d.emit(es...)
	m.attack(d, t, st, st.Order, es)
	return outcome{choice: a.Choice}, nil
}

// attack adds the step of the attack of a Lieutenant that has arrived at a table with es, if it
// attacks. The step st brought it; without one it was a ruling.
func (dolGuldur) attack(d *decision, t Table, st Step, order int, es []events.Payload) {
	for _, e := range es {
		arrived, ok := e.(lotr.LieutenantArrived)
		if !ok || len(arrived.Attacks) == 0 {
			continue
		}
		now, _ := d.s.Table(t.ID)
		d.effect(st, t, lotr.EffectCarriedOut{
			Stage: now.Stage, Half: lotr.HalfWhole, Tables: []events.TableID{t.ID}, Players: arrived.Attacks,
			Do: arrived.Card.Name + " attacks each player here at once, in turn order.",
		})
		next := group.Step{Kind: group.StepAttack, Order: order, Table: t.ID, Stage: now.Stage}
		next.ID = d.s.unusedID(stepID(d.s.Round, next))
		d.emit(group.StepsAdded{Steps: []group.Step{next}})
	}
}

// unusedID returns the id of a step, with a number behind it if the queue has a step of that id.
func (s State) unusedID(id string) string {
	used := func(id string) bool {
		return slices.ContainsFunc(s.Queue, func(st Step) bool { return st.ID == id })
	}
	out := id
	for n := 2; used(out); n++ {
		out = fmt.Sprintf("%s-%d", id, n)
	}
	return out
}
