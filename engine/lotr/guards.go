package lotr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const guardedRule = `A Shadow in the East, "Guarded (X)"`

// piece names the objective among the cards in play.
func (o Objective) piece() lotr.Piece {
	return lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}
}

// guard makes a guarded objective wait for its guard when it has entered play free.
//
// Rule: Guarded (X).
// Source: A Shadow in the East, "Guarded (X)".
func (d *entry) guard(number int, card lotr.Card) {
	d.emit(lotr.GuardDue{Table: d.t.ID, Objective: number, Card: card.Name, Kinds: card.Guarded})
}

// guardsFound refuses while a guarded objective waits for its guard.
func (d *entry) guardsFound() error {
	if len(d.t.Guards) == 0 {
		return nil
	}
	o, err := d.objective(d.t.Guards[0])
	if err != nil {
		return err
	}
	return refuse("guard-due", guardedRule,
		"the guard of %s is not found: discard cards from the encounter deck until one of its kind comes (%s), and enter it", o.Card.Name, o.Card.Guarded)
}

// findGuard attaches a guarded objective to the card that was found for it, which is added to the
// staging area without being revealed. If no card of the kind is left in deck and discard pile, the
// objective is free.
//
// Rule: Guarded (X).
// Source: A Shadow in the East, "Guarded (X)".
func (d *entry) findGuard(cmd lotr.FindGuard) error {
	o, err := d.objective(cmd.Objective)
	if err != nil {
		return err
	}
	if !slices.Contains(d.t.Guards, o.Number) {
		return refuse("no-guard-due", guardedRule, "%s does not wait for a guard now", o.Card.Name)
	}
	if err := inRange("the number of cards discarded on the way", cmd.Discarded, 0, maxNumber); err != nil {
		return err
	}
	found := lotr.GuardFound{Table: d.t.ID, Objective: o.Number, Discarded: cmd.Discarded, Reshuffled: cmd.Reshuffled}
	if cmd.None {
		return d.noGuard(cmd, found)
	}
	card, err := d.guardOf(o, cmd)
	if err != nil {
		return err
	}
	found.Card, found.On = card.Name, d.addGuard(card)
	d.emit(found)
	return nil
}

func (d *entry) noGuard(cmd lotr.FindGuard, found lotr.GuardFound) error {
	if cmd.Card != "" || cmd.Hand != nil {
		return refuse(engine.CodeMalformed, guardedRule, "a card was found, or none is left: say one of the two")
	}
	d.emit(found)
	return nil
}

// guardOf returns the card that was found, of a kind that guards the objective.
func (d *entry) guardOf(o Objective, cmd lotr.FindGuard) (lotr.Card, error) {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return card, err
	}
	if !slices.Contains(strings.Split(o.Card.Guarded, ", "), card.Kind) {
		return card, refuse("wrong-kind", guardedRule, "%s is guarded by a card of another kind (%s), and %s is of kind %s: go on discarding",
			o.Card.Name, o.Card.Guarded, card.Name, card.Kind)
	}
	if card.Kind == kindTreachery {
		return card, refuse("wrong-kind", guardedRule, "a treachery does not stay in play: %s cannot guard %s", card.Name, o.Card.Name)
	}
	if err := d.inDeck(card); err != nil {
		return card, err
	}
	return card, d.mayEnter(card)
}

// addGuard adds the found card to the staging area.
func (d *entry) addGuard(card lotr.Card) lotr.Piece {
	p := lotr.Piece{Kind: card.Kind}
	switch card.Kind {
	case kindEnemy:
		p.Number = d.t.NextEnemy
		d.enterEnemy(card, "", "effect")
	case kindLocation:
		p.Number = d.t.NextLocation
		d.enterLocation(card, "effect")
	case kindSideQuest:
		p.Number = d.enterSideQuest(card, "effect")
	default:
		p.Number = d.enterObjective(card, "effect", lotr.Piece{}, "")
	}
	return p
}

// addObjective puts an objective into play without revealing it.
func (d *entry) addObjective(cmd lotr.AddObjective) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if card.Kind != kindObjective {
		return refuse("wrong-kind", "", "%s is no objective but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if err := d.mayHold(card.Name, cmd.On, cmd.Player); err != nil {
		return err
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterObjective(card, "effect", cmd.On, cmd.Player)
	return nil
}

// mayHold refuses an objective on a card that is not in play, with a player who is not in the game, or
// on both.
func (d *entry) mayHold(name string, on lotr.Piece, player events.PersonID) error {
	none := lotr.Piece{}
	if on != none && player != "" {
		return refuse(engine.CodeMalformed, "", "%s is attached to a card or controlled by a player, not both: leave one out", name)
	}
	if player != "" {
		_, err := d.inGame(player)
		return err
	}
	if on == none {
		return nil
	}
	if on.Kind != lotr.KindEnemy && on.Kind != lotr.KindLocation {
		return refuse(engine.CodeMalformed, "", "%s is attached to an enemy or a location: name one", name)
	}
	return d.known(on)
}

// moveObjective attaches an objective to a card, gives it to the player who claims it, or frees it. A
// guarded objective cannot be claimed while its guard is in play.
//
// Source: A Shadow in the East, "Guarded (X)".
func (d *entry) moveObjective(cmd lotr.MoveObjective) error {
	o, err := d.objective(cmd.Objective)
	if err != nil {
		return err
	}
	if err := d.mayHold(o.Card.Name, cmd.On, cmd.Player); err != nil {
		return err
	}
	none := lotr.Piece{}
	switch {
	case o.On == cmd.On && o.Player == cmd.Player && !slices.Contains(d.t.Guards, o.Number):
		return refuse("nothing-changes", "", "%s is there already", o.Card.Name)
	case slices.Contains(d.t.Guards, o.Number):
		return d.guardsFound()
	case cmd.Player != "" && o.On != none && o.Card.Guarded != "":
		by, _, _, _ := d.t.Tokens(o.On)
		return refuse("guarded", guardedRule, "%s is guarded by %s: it is free to claim when that has left play", o.Card.Name, by.Name)
	}
	why := "freed"
	switch {
	case cmd.Player != "":
		why = "claimed"
	case cmd.On != none:
		why = "entry"
	}
	d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, On: cmd.On, Player: cmd.Player, Why: why})
	return nil
}

// objective returns an objective in play by its number.
func (d *entry) objective(number int) (Objective, error) {
	i := slices.IndexFunc(d.t.Objectives, func(o Objective) bool { return o.Number == number })
	if number < 1 || i < 0 {
		return Objective{}, refuse("no-such-objective", "", "no objective %d is in play at this table: choose one that is, or enter it by name", number)
	}
	return d.t.Objectives[i], nil
}

// known refuses a piece that is not in play.
func (d *entry) known(p lotr.Piece) error {
	if card, _, _, _ := d.t.Tokens(p); card.Name != "" {
		return nil
	}
	kinds := map[string]string{
		lotr.KindEnemy: "enemy", lotr.KindLocation: "location", lotr.KindObjective: "objective", lotr.KindSideQuest: "side quest",
	}
	kind, ok := kinds[p.Kind]
	if !ok {
		return refuse(engine.CodeMalformed, "", "%q is no kind of card in play: use enemy, location, objective, side-quest or stage", clip(p.Kind))
	}
	return refuse(engine.Code(fmt.Sprintf("no-such-%s", strings.ReplaceAll(kind, " ", "-"))), "",
		"no %s %d is in play at this table: choose one that is, or enter it by name", kind, p.Number)
}

// freeObjectives puts what a player who is out controlled back into the staging area, unless the
// scenario has done something else with it.
func (d *entry) freeObjectives() {
	for _, o := range d.t.Objectives {
		if p, ok := d.t.Player(o.Player); ok && p.Out {
			d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, Why: "freed"})
		}
	}
}
