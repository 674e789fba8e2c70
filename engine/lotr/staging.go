package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// StagingThreat returns the threat in the staging area: of enemies that are engaged with nobody and
// of locations that are not active. A threat "per player" counts the players still in the game.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func StagingThreat(_ Context, t Table) int {
	total, players := 0, t.PlayersIn()
	for _, e := range t.Enemies {
		if e.Player == "" {
			total += threatOf(e.Card, players)
		}
	}
	for _, l := range t.Locations {
		if !l.Active {
			total += threatOf(l.Card, players)
		}
	}
	return total
}

func threatOf(c lotr.Card, players int) int {
	if c.ThreatPerPlayer {
		return players
	}
	return c.Threat
}

// revealCard reveals a card of the encounter deck: an enemy or location enters the staging area, a
// treachery is discarded; then Doomed raises every threat, and Surge asks for another card.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) revealCard(cmd lotr.RevealCard) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if err := d.inDeck(card); err != nil {
		return err
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	if card.Doomed > 0 {
		if err := d.declared(d.t.TurnOrder(), "what Doomed does"); err != nil {
			return err
		}
	}
	d.reveal(card)
	return nil
}

func (d *entry) reveal(card lotr.Card) {
	shown := lotr.CardRevealed{Table: d.t.ID, Card: card, Surge: d.sc.surges(d.c, card)}
	switch card.Kind {
	case kindEnemy:
		shown.Enemy = d.t.NextEnemy
		d.emit(shown)
		d.enterEnemy(card, "", "revealed")
	case kindLocation:
		shown.Location = d.t.NextLocation
		d.emit(shown)
		d.enterLocation(card, "revealed")
	default:
		d.emit(shown)
	}
	d.sc.revealed(d, card)
	if card.Doomed > 0 {
		d.raise(d.t.TurnOrder(), card.Doomed, lotr.WhyDoomed, card.Name)
	}
}

// inDeck refuses to reveal what is not in the encounter deck.
func (d *entry) inDeck(card lotr.Card) error {
	if c, ok := d.sc.find(card.Code); ok && card.Code != "" && c.Aside {
		return refuse("not-in-deck", stages,
			"%s is not in the encounter deck: it comes into play by setup or by its stage", card.Name)
	}
	return nil
}

// mayEnter refuses a second copy of a unique card at the table, a Lieutenant that has no business
// there, and more cards than a table can hold.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode".
func (d *entry) mayEnter(card lotr.Card) error {
	if card.Lieutenant {
		if err := d.mayServe(card); err != nil {
			return err
		}
	}
	if _, here := d.inPlay(card.Name); here && card.Unique {
		return refuse("unique-in-play", epicRule, "%s is unique and in play at this table already: a second copy cannot enter", card.Name)
	}
	if len(d.t.Enemies) >= maxInPlay && card.Kind == kindEnemy || len(d.t.Locations) >= maxInPlay && card.Kind == kindLocation {
		return refuse("table-full", "", "%d cards of that kind are in play: enter which of them have left play first", maxInPlay)
	}
	return nil
}

// mayServe refuses a Lieutenant of another stage, and one in the victory display.
func (d *entry) mayServe(card lotr.Card) error {
	if st, _ := d.sc.Stage(d.t.Stage); st.Lieutenant != card.Code {
		return refuse("wrong-stage", stages, "%s does not serve at stage %s: it comes with its own stage", card.Name, d.t.Stage)
	}
	if d.t.InVictory(card.Code) {
		return refuse("in-victory-display", stages, "%s lies in the victory display: it does not come back", card.Name)
	}
	return nil
}

func (d *entry) addEnemy(cmd lotr.AddEnemy) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if card.Kind != kindEnemy {
		return refuse("wrong-kind", "", "%s is no enemy but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if cmd.Player != "" {
		if _, err := d.inGame(cmd.Player); err != nil {
			return err
		}
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterEnemy(card, cmd.Player, "effect")
	return nil
}

func (d *entry) addLocation(cmd lotr.AddLocation) error {
	card, err := d.named(cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if card.Kind != kindLocation {
		return refuse("wrong-kind", "", "%s is no location but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterLocation(card, "effect")
	return nil
}

func (d *entry) enterEnemy(card lotr.Card, player events.PersonID, why string) {
	d.emit(lotr.EnemyEntered{Table: d.t.ID, Enemy: d.t.NextEnemy, Card: card, Player: player, Why: why})
}

func (d *entry) enterLocation(card lotr.Card, why string) {
	d.emit(lotr.LocationEntered{Table: d.t.ID, Location: d.t.NextLocation, Card: card, Why: why})
}

// removeCard takes an enemy or location out of play by an effect that neither destroys nor explores
// it. A Lieutenant that is immune to player card effects stays until its stage is left.
func (d *entry) removeCard(cmd lotr.RemoveCard) error {
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	if (cmd.Enemy == 0) == (cmd.Location == 0) {
		return refuse(engine.CodeMalformed, "", "name either an enemy or a location to take out of play")
	}
	left := lotr.CardLeft{Table: d.t.ID, Enemy: cmd.Enemy, Location: cmd.Location, Note: note}
	if cmd.Enemy != 0 {
		e, err := d.enemy(cmd.Enemy)
		if err != nil {
			return err
		}
		if e.Card.Lieutenant && e.Card.Immune {
			return refuse("immune", immuneRule, "%s is immune to player card effects: it stays in play until it is destroyed or the stage is left", e.Card.Name)
		}
		left.Card = e.Card.Name
	} else {
		l, err := d.location(cmd.Location)
		if err != nil {
			return err
		}
		left.Card = l.Card.Name
	}
	d.emit(left)
	return nil
}
