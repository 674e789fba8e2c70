package coordinator

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Numbers of the two effects.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
const (
	cardLowers = 3 // threat of each player at the scenario that was not chosen
	eyePrice   = 3 // threat of each player where the Eye lies, to keep it there
)

// asks returns what a step asks. Where nobody is left to answer, it asks nothing.
func (m mountainOfFire) asks(s State, st Step) question {
	t, ok := s.Table(st.Table)
	if !ok || t.PlayersIn() == 0 {
		return question{}
	}
	q := question{decides: t.FirstPlayer}
	switch st.Kind {
	case group.StepTrigger:
		return askTrigger(s, t, st)
	case group.StepOrder:
		q.options = orderOptions
	case group.StepModeCard:
		q.options = cardOptions(s)
	case group.StepGwaihir:
		return askGwaihir(t)
	case group.StepEye:
		if t.Eye {
			q.options = eyeOptions(s, t)
		}
	}
	if len(q.options) == 0 {
		return question{}
	}
	return q
}

// orderOptions: neither of the two effects says which comes first.
//
// Ruling: 10.
var orderOptions = []group.Option{
	{Choice: group.ChoiceCardFirst, Allowed: true, Effect: "the Epic Multiplayer Mode card, then The Eye of Sauron: the usual order", Section: eyePlay},
	{Choice: group.ChoiceEyeFirst, Allowed: true, Effect: "The Eye of Sauron, then the Epic Multiplayer Mode card", Section: eyePlay},
}

// cardOptions: the first player at Mount Doom, where the card lies, answers for the group.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode". Ruling: 12.
func cardOptions(s State) []group.Option {
	says := func(draws, lowers Table) string {
		return fmt.Sprintf("each player at %s draws 1 card; threat −%d for each player at %s%s", s.part(draws.ID), cardLowers, s.part(lowers.ID), dials(lowers, -cardLowers))
	}
	return []group.Option{
		{Choice: group.ChoiceGate, Allowed: true, Effect: says(s.gate(), s.doom()), Section: eyeFact},
		{Choice: group.ChoiceDoom, Allowed: true, Effect: says(s.doom(), s.gate()), Section: eyeFact},
	}
}

// dials shows what a change does to the dials of a table: " ({p-1} 40 to 43, {p-2} 47 to 50: out)".
func dials(t Table, by int) string {
	var out []string
	for _, id := range t.TurnOrder() {
		p, _ := t.Player(id)
		if p.Threat < 0 {
			continue
		}
		to := max(p.Threat+by, 0)
		says := fmt.Sprintf("{%s} %d to %d", id, p.Threat, to)
		if to >= p.Elimination {
			says += ": out"
		}
		out = append(out, says)
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// askGwaihir: whoever controls Gwaihir keeps it or gives it to a player at either scenario.
func askGwaihir(t Table) question {
	o, ok := rules.Gwaihir(t.Table)
	if !ok {
		return question{}
	}
	return question{o.Player, []group.Option{
		{Choice: group.ChoicePass, Allowed: true, Effect: "keep Gwaihir", Section: eyeFact},
		{Choice: group.ChoiceGive, Allowed: true, Needs: needsPlayer, Effect: "give Gwaihir to another player at either scenario", Section: eyeFact},
	}}
}

// eyeOptions: the first player where the Eye lies may keep it there, at a price.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func eyeOptions(s State, t Table) []group.Option {
	moves := fmt.Sprintf("the Eye turns to %s", s.part(s.across(t.ID).ID))
	if names := nazgulNames(t); len(names) > 0 {
		moves += ", and with it " + strings.Join(names, ", ")
	}
	return []group.Option{
		{Choice: group.ChoiceLet, Allowed: true, Effect: moves, Section: eyeFact},
		{Choice: group.ChoiceCancel, Allowed: true, Effect: fmt.Sprintf("the Eye stays; threat +%d for each player at %s%s", eyePrice, s.part(t.ID), dials(t, eyePrice)), Section: eyeFact},
	}
}

func nazgulNames(t Table) []string {
	var out []string
	for _, e := range rules.Nazgul(t.Table) {
		out = append(out, e.Card.Name)
	}
	return out
}

func (m mountainOfFire) settle(d *decision, st Step, a group.ResolveStep) (outcome, error) {
	t, _ := d.s.Table(st.Table)
	switch st.Kind {
	case group.StepTrigger:
		return settleTrigger(d, t, st, a)
	case group.StepOrder:
		return m.settleOrder(d, st, a)
	case group.StepModeCard:
		return m.settleCard(d, st, a)
	case group.StepGwaihir:
		return m.settleGwaihir(d, t, a)
	case group.StepEye:
		return m.settleEye(d, t, a)
	default: // what the outcome is, is looked at after every step
		return outcome{choice: a.Choice}, nil
	}
}

// settleOrder puts the two effects into the queue in the order that the group has chosen, which the
// step records.
//
// Ruling: 10.
func (mountainOfFire) settleOrder(d *decision, st Step, a group.ResolveStep) (outcome, error) {
	card := group.Step{Kind: group.StepModeCard, Order: st.Order + 1, Table: d.s.doom().ID, Stage: d.s.doom().Stage}
	eye := group.Step{Kind: group.StepEye, Order: st.Order + effectSlots, Table: d.s.EyeAt()}
	if a.Choice == group.ChoiceEyeFirst {
		eye.Order, card.Order = st.Order+1, st.Order+2
	}
	if t, ok := d.s.Table(eye.Table); ok {
		eye.Stage = t.Stage
	}
	added := []group.Step{card, eye}
	if card.Order > eye.Order {
		added = []group.Step{eye, card}
	}
	for i := range added {
		added[i].ID = stepID(d.s.Round, added[i])
	}
	d.emit(group.StepsAdded{Steps: added})
	return outcome{choice: a.Choice}, nil
}

// settleCard: the players of one scenario draw, those of the other lower their threat. Gwaihir may
// change hands after that. Lowering threat is no player card effect, so Dire does not limit it.
//
// Rule: Epic: The Mountain of Fire.
// Source: facts/game-facts.md, "1.2 End of round in epic mode". Ruling: 11, 12.
func (mountainOfFire) settleCard(d *decision, st Step, a group.ResolveStep) (outcome, error) {
	draws := d.s.gate()
	switch a.Choice {
	case group.ChoiceGate:
	case group.ChoiceDoom:
		draws = d.s.doom()
	default:
		return outcome{skipped: "nobody is left at " + doomName + " to choose"}, nil
	}
	lowers := d.s.across(draws.ID)
	d.effect(st, d.s.doom(), lotr.EffectCarriedOut{Half: lotr.HalfWhole, Tables: []events.TableID{draws.ID}, Do: "Each player draws 1 card."})
	d.emit(rules.EpicThreat(d.s.ContextOf(lowers), lowers.Table, -cardLowers, "the Epic Multiplayer Mode card")...)
	for _, t := range d.s.Tables {
		if _, ok := rules.Gwaihir(t.Table); ok {
			next := group.Step{Kind: group.StepGwaihir, Order: st.Order + 1, Table: t.ID, Stage: t.Stage}
			next.ID = d.s.unusedID(stepID(d.s.Round, next))
			d.emit(group.StepsAdded{Steps: []group.Step{next}})
		}
	}
	return outcome{choice: a.Choice}, nil
}

// settleGwaihir gives Gwaihir to a player at either scenario.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func (mountainOfFire) settleGwaihir(d *decision, t Table, a group.ResolveStep) (outcome, error) {
	o, ok := rules.Gwaihir(t.Table)
	if !ok {
		return outcome{skipped: "nobody there controls Gwaihir any more"}, nil
	}
	if a.Choice != group.ChoiceGive {
		return outcome{choice: a.Choice}, nil
	}
	if a.Player == "" || a.Player == o.Player {
		return outcome{}, refuseBy(eyeFact, CodeTarget, "name the player who gets Gwaihir: another one, at either scenario")
	}
	to, err := d.inGame(a.Player)
	if err != nil {
		return outcome{}, err
	}
	d.emit(lotr.ObjectiveHandedOver{
		Card: o.Card, Table: t.ID, Objective: o.Number, Player: o.Player,
		ToTable: to.ID, ToNumber: max(to.NextObjective, 1), ToPlayer: a.Player, Damage: o.Damage,
	})
	return outcome{choice: a.Choice}, nil
}

// settleEye turns the Eye to the other table, with every Nazgûl enemy of the staging area that it leaves,
// or keeps it where it is at the price of threat.
//
// Rule: Epic: The Mountain of Fire.
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func (m mountainOfFire) settleEye(d *decision, t Table, a group.ResolveStep) (outcome, error) {
	if !t.Eye {
		return outcome{skipped: "The Eye of Sauron is not there any more"}, nil
	}
	if a.Choice == group.ChoiceCancel {
		d.emit(lotr.EyeHeld{Table: t.ID, Player: t.FirstPlayer, Price: eyePrice})
		d.emit(rules.EpicThreat(d.s.ContextOf(t), t.Table, eyePrice, "The Eye of Sauron")...)
		return outcome{choice: a.Choice}, nil
	}
	went := rules.Nazgul(t.Table)
	to := d.s.across(t.ID)
	d.emit(lotr.EyeMoved{From: t.ID, To: to.ID, Nazgul: nazgulNames(t)})
	if len(went) == 0 {
		return outcome{choice: a.Choice}, nil
	}
	t, _ = d.s.Table(t.ID)
	d.emit(rules.NazgulLeave(d.s.ContextOf(t), t.Table)...)
	to, _ = d.s.Table(to.ID)
	d.emit(rules.NazgulCome(d.s.ContextOf(to), to.Table, went)...)
	return outcome{choice: a.Choice}, nil
}
