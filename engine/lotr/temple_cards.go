package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// templeRevealed carries out what the revealed cards do to what muster keeps.
//
// Source: A Shadow in the East, cards 57, 63, 65 and 68.
func templeRevealed(d *entry, card lotr.Card) {
	switch card.Code {
	case "place-of-evil":
		d.pay(card.Name)
		d.tell("Choose: another damage on Tribute to Mordor, or Place of Evil surges. Enter which.")
	case "crumbling-passage":
		d.emit(lotr.LocationTravelled{Table: d.t.ID, Location: d.t.NextLocation - 1, Card: card.Name})
	case lostInTheDark:
		d.tell("Put the top 10 cards of your deck facedown under your threat dial, without looking at them. When Lost in the Dark is defeated, shuffle what is left of them back into your deck.", d.t.TurnOrder()...)
	case watchfulEye:
		d.tell("Discard cards from your hand until you have 5. From now on raise your threat by 1 each time you have drawn cards.", d.t.TurnOrder()...)
	default:
		takeArms(d, card)
	}
}

// templeLeft carries out what the locations of the temple do when they leave play, and what follows
// when Lost in the Dark is defeated.
//
// Source: A Shadow in the East, cards 55, 56, 62, 63 and 65.
func templeLeft(d *entry, _ lotr.Piece, card lotr.Card, why string) {
	switch card.Code {
	case "temple-of-sauron":
		d.pay(card.Name)
	case hallOfHorrors:
		d.tell(fmt.Sprintf("Each player deals %d damage to a character.", dread(d.t)), d.t.TurnOrder()...)
	case "narrow-opening":
		d.tell("Each player discards a card at random from the hand.", d.t.TurnOrder()...)
	case "crumbling-passage":
		d.tell("Every exhausted character takes 1 damage: enter it.", d.t.TurnOrder()...)
	case lostInTheDark:
		if why == "defeated" {
			d.tell("Shuffle the cards under your threat dial back into your deck.", d.t.TurnOrder()...)
		}
	}
}

// armiesEngaged: with The Armies of Mordor an enemy that is not unique takes no damage in the round in
// which it engages.
//
// Source: A Shadow in the East, card 69.
func armiesEngaged(d *entry, e Enemy, _ events.PersonID) {
	if d.t.HasInPlay(armiesOfMordor) && !e.Card.Unique {
		d.mark(armyMark(e), "The Armies of Mordor", e.Card.Name+" takes no damage until the end of the round.")
	}
}

func armyMark(e Enemy) string { return fmt.Sprintf("%s-%d", armiesOfMordor, e.Number) }

func armiesLimit(_ Context, t Table, e Enemy) int {
	if marks(t, armyMark(e)) > 0 {
		return 0
	}
	return -1
}

// darkRaised: with Lost in the Dark a player whose threat was raised discards the top card under the
// dial.
//
// Source: A Shadow in the East, "Side Quests" (the example).
func darkRaised(d *entry, player events.PersonID, _ int) {
	if d.t.HasInPlay(lostInTheDark) {
		d.tell("Lost in the Dark: discard the top card under your threat dial.", player)
	}
}

// templeSettle carries out what the state of the table brings: Khamûl and Ulchor's guards, Thane
// Ulchor's victims, the end of the tribute.
func templeSettle(d *entry) {
	dropArms(d)
	d.pursueFirst(khamul)
	d.guardUlchor()
	if by, who := d.fell(); by.Card.Code == thaneUlchor {
		d.tally(tributeToMordor, lotr.TokenDamage, len(who), "Thane Ulchor destroyed a character")
	}
	if d.t.InVictory(tributeToMordor) {
		d.win("Tribute to Mordor is defeated.", "The Temple of Doom")
	}
}

// guardUlchor: while Thane Ulchor is engaged with a player, Ulchor's Guards engage that player.
//
// Source: A Shadow in the East, card 58.
func (d *entry) guardUlchor() {
	var player events.PersonID
	for _, e := range d.t.Enemies {
		if e.Card.Code == thaneUlchor {
			player = e.Player
		}
	}
	if player == "" {
		return
	}
	for _, e := range d.t.Enemies {
		if e.Card.Code == ulchorsGuard {
			d.pursued(e, player)
		}
	}
}
