package coordinator

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// cityStep is what stage 3B raises the city strength by, or lowers it.
//
// Source: facts/game-facts.md, "2.2 Stages".
const cityStep = 3

// bad carries out the bad half of a stage, resolved at a table.
//
// Source: facts/game-facts.md, "2.2 Stages".
func (m dolGuldur) bad(d *decision, t Table, st Step, stage string, absent bool) {
	e := lotr.EffectCarriedOut{Stage: stage, Half: lotr.HalfBad, Absent: absent, Tables: d.s.tableIDs(), Do: badDo[stage]}
	if stage == "3B" {
		d.emit(lotr.CityStrengthRaised{
			Round: d.s.Round, From: d.s.City, By: cityStep, Strength: d.s.City + cityStep,
			Table: t.ID, Step: st.ID, Why: "stage " + stage,
		})
		e.Tables = []events.TableID{d.s.DolGuldurAt}
		e.Do = fmt.Sprintf("Set the siege tracker to %d.", d.s.City)
	}
	d.effect(st, t, e)
	if stage == "3F" {
		m.addDigs(d, st)
	}
}

var badDo = map[string]string{
	"3D": "Every player keeps 1 card in hand and discards the rest.",
	"3F": "Every player discards cards from the top of the encounter deck until an enemy comes; it engages that player. Add it here.",
	"3H": "Every player discards one ally they control.",
}

// addDigs makes every table say when its enemies are entered, before anything else happens.
func (dolGuldur) addDigs(d *decision, st Step) {
	var digs []group.Step
	for _, t := range d.s.Tables {
		dig := group.Step{Kind: group.StepDigEnemies, Order: st.Order, Table: t.ID, Stage: t.Stage}
		dig.ID = stepID(d.s.Round, dig)
		digs = append(digs, dig)
	}
	d.emit(group.StepsAdded{Steps: digs})
}

// good carries out the good half of a stage. The progress was paid before.
//
// Source: facts/game-facts.md, "2.2 Stages".
func (m dolGuldur) good(d *decision, t Table, st Step, a group.ResolveStep) error {
	switch st.Stage {
	case "3B":
		return m.goodCity(d, t, st)
	case "3F":
		return m.goodDestroy(d, t, st, a)
	default:
		return m.goodPlayer(d, t, st, a)
	}
}

func (dolGuldur) goodCity(d *decision, t Table, st Step) error {
	d.emit(lotr.CityStrengthReduced{
		Round: d.s.Round, From: d.s.City, By: cityStep, Strength: max(0, d.s.City-cityStep), Table: t.ID, Step: st.ID,
	})
	d.effect(st, t, lotr.EffectCarriedOut{
		Half: lotr.HalfGood, Tables: []events.TableID{d.s.DolGuldurAt}, Do: fmt.Sprintf("Set the siege tracker to %d.", d.s.City),
	})
	d.cityFell()
	return nil
}

// goodPlayer: stages 3D and 3H help one player at any stage.
func (dolGuldur) goodPlayer(d *decision, t Table, st Step, a group.ResolveStep) error {
	if a.Player == "" {
		return refuseBy(stagesFact, CodeTarget, "name the player whom the effect helps; it may be at any stage")
	}
	at, err := d.inGame(a.Player)
	if err != nil {
		return err
	}
	do := "Search your deck for any 1 card and take it into hand. Shuffle."
	if st.Stage == "3H" {
		do = "Look at the top 10 cards of your deck and put an ally among them into play. Shuffle."
	}
	d.effect(st, t, lotr.EffectCarriedOut{
		Half: lotr.HalfGood, Tables: []events.TableID{at.ID}, Players: []events.PersonID{a.Player}, Do: do,
	})
	return nil
}

// goodDestroy: stage 3F destroys an enemy that is not unique, at any stage. Its siege counts this
// round for the table where it was.
//
// Source: facts/game-facts.md, "2.3 End of round, in order".
func (dolGuldur) goodDestroy(d *decision, t Table, st Step, a group.ResolveStep) error {
	at := t
	if a.AtTable != "" {
		var err error
		if at, err = d.onTable(a.AtTable); err != nil {
			return err
		}
	}
	if a.Enemy == 0 && a.Card == "" {
		return refuseBy(stagesFact, CodeTarget, "name the enemy that is destroyed: one in play at a table, or a card that was not entered")
	}
	es, err := rules.DestroyByStage(d.s.ContextOf(at), at.Table, a.Enemy, a.Card, a.Siege)
	if err != nil {
		return err
	}
	name := ""
	for _, e := range es {
		gone, ok := e.(lotr.EnemyDestroyed)
		if !ok {
			continue
		}
		if gone.Item > 0 && gone.Siege == nil {
			return refuseBy(`Attack on Dol Guldur, "Siege"`, CodeSiegeNotKnown, "the siege value of %s is not known; read it off the card and give it", gone.Card.Name)
		}
		name = gone.Card.Name
	}
	d.emit(es...)
	d.effect(st, t, lotr.EffectCarriedOut{
		Half: lotr.HalfGood, Tables: []events.TableID{at.ID}, Do: fmt.Sprintf("Destroy %s.", name),
	})
	return nil
}

// addHandOver adds the nth hand-over of a table, in the place that the queue keeps free for it.
func (m dolGuldur) addHandOver(d *decision, t Table, nth int) {
	if d.s.Mode != modeEpic {
		return
	}
	last := d.s.Queue[len(d.s.Queue)-1].Order // the look at the victory
	st := group.Step{Kind: group.StepHandOver, Table: t.ID, Stage: t.Stage}
	for i, other := range d.s.inOrder() {
		if other.ID == t.ID {
			st.Order = last - len(d.s.Tables) + i
		}
	}
	st.ID = stepID(d.s.Round, st)
	if nth > 1 {
		st.ID = fmt.Sprintf("%s-%d", st.ID, nth)
	}
	d.emit(group.StepsAdded{Steps: []group.Step{st}})
}

// handOvers is how many cards a table may hand over at one round's end.
const handOvers = 8

// settleHandOver gives control of Host or Power of Lórien to a player at any stage. While the table
// controls another such card it is asked again.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
func (m dolGuldur) settleHandOver(d *decision, t Table, st Step, a group.ResolveStep) (outcome, error) {
	if len(t.Lorien) == 0 {
		return outcome{skipped: "nobody there controls a Lórien card"}, nil
	}
	if a.Choice != group.ChoiceGive {
		return outcome{choice: a.Choice}, nil
	}
	card, err := givenCard(t, a)
	if err != nil {
		return outcome{}, err
	}
	to, err := d.inGame(a.Player)
	if err != nil {
		return outcome{}, err
	}
	if err := d.reached(rules.HandOver(d.s.ContextOf(t), t.Table, to.Table, card.Card, card.Player, a.Player)); err != nil {
		return outcome{}, err
	}
	nth := 1
	for _, other := range d.s.Queue {
		if other.Kind == group.StepHandOver && other.Table == t.ID && other.ID != st.ID {
			nth++
		}
	}
	if left := len(t.Lorien) - 1; left > 0 && nth < handOvers {
		m.addHandOver(d, t, nth+1)
	}
	return outcome{choice: a.Choice}, nil
}

// givenCard returns the copy that an answer gives away.
func givenCard(t Table, a group.ResolveStep) (rules.LorienCard, error) {
	for _, l := range t.Lorien {
		if (a.Give == "" || l.Card == a.Give) && (a.From == "" || l.Player == a.From) && l.Player != a.Player {
			return l, nil
		}
	}
	return rules.LorienCard{}, refuseBy(epicCard, CodeTarget, "nobody at %s controls that card and could give it to {%s}; name host or power, and another player", t.Team, clip(string(a.Player)))
}
