package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const brakeSays = "Brake of Thorns is the active location: each player deals as much damage among their characters as the tens digit of their threat. Enter it."

// doomRevealed carries out what a card of Mount Doom does when it is revealed.
//
// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card"; "0.2 Sources" (DC).
func doomRevealed(d *entry, card lotr.Card) {
	if isFirstTreachery(d.t, card) {
		d.note(WhenQuest, treacheryNote, card.Name, "the first treachery of the quest phase is immune to player card effects, and surges")
	}
	deepShadowsTold(d, card)
	darknessTold(d, card)
	you := d.youRevealed()
	switch card.Code {
	case "little-snuffler":
		d.tell("Choose: threat +1 for each ally you control, or discard an ally. Enter which.", you)
	case lidlessEye:
		d.testsDue(lidlessEye, card.Name, 0, you)
	case foulFumes:
		d.testsDue(foulFumes, card.Name, 0, d.t.TurnOrder()...)
	case wickedMaster:
		d.wickedMaster()
	case "heavy-and-tired":
		d.tell("Attach Heavy and Tired to the hero with the most attachments, one for each hero, and exhaust it: it commits to no Fortitude test. When you fail one, it exhausts and its attachments other than objectives are discarded.", you)
	}
}

// wickedMaster: Gollum attacks the first player; if he is not in play, he comes.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func (d *entry) wickedMaster() {
	if d.t.HasInPlay(gollumOfDoom) {
		d.tell(doomAttacks("Gollum"), d.t.FirstPlayer)
		return
	}
	d.putEnemy(gollumOfDoom, "effect", d.t.FirstPlayer)
	d.tell("Take Gollum from the encounter deck or discard pile: he is engaged with you. Shuffle the deck.", d.t.FirstPlayer)
}

// doomEngaged carries out what an enemy of Mount Doom does when it has engaged a player.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func doomEngaged(d *entry, e Enemy, player events.PersonID) {
	switch e.Card.Code {
	case orcCaptain:
		d.testsDue(orcCaptain, e.Card.Name, 0, player)
	case bigUruk:
		d.tell("Big Uruk engages you. Choose: your threat rises by 4, or it attacks you at once. Enter which.", player)
	}
}

// doomMayTravel refuses travel to Mount Doom before stage 3B has its progress; then, and for Plain of
// Gorgoroth, Fortitude tests are the price.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards); "0.2 Sources" (DC).
func doomMayTravel(d *entry, l Location) error {
	switch l.Card.Code {
	case mountDoom:
		if d.t.Stage != "3B" || d.t.Progress < doomJourney {
			return refuse("no-travel", fireStages, "nobody travels to Mount Doom before stage 3B has %d progress: it is stage %s with %d",
				doomJourney, d.t.Stage, d.t.Progress)
		}
		d.testsDue(testJourney, l.Card.Name, 0, d.t.TurnOrder()...)
	case plainOfGorgoroth:
		d.testsDue(plainOfGorgoroth, l.Card.Name, 0, d.t.FirstPlayer)
	case oldWaterCourse:
		d.tell("Each player exhausts a hero as the price of travelling to Old Water-course.", d.t.TurnOrder()...)
	}
	return nil
}

// doomTravelled says what a location does that has become the active one.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func doomTravelled(d *entry, l Location) {
	switch l.Card.Code {
	case brakeOfThorns:
		d.tell(brakeSays, d.t.TurnOrder()...)
	case orcHold:
		d.tell("Shuffle the encounter discard pile into the deck and discard cards until an Orc comes: it enters play engaged with the first player. Enter it.", d.t.FirstPlayer)
	case mordorRoad:
		d.tell("Each player discards the top card of the encounter deck; each enemy among them is added to the staging area: enter it.", d.t.TurnOrder()...)
	}
}

// doomExplored: Mount Doom explored at The Crack of Doom brings the last test, with one card more for
// each player; Old Water-course explored while it is the active location lowers every threat by 5.
//
// Source: facts/game-facts.md, "1.3 Stages" (4B of Mount Doom); "0.2 Sources" (DC).
func doomExplored(d *entry, l Location) {
	switch l.Card.Code {
	case mountDoom:
		if d.t.Stage == "4B" {
			d.testsDue(testCrack, "The Crack of Doom", d.t.PlayersIn(), d.t.FirstPlayer)
		}
	case oldWaterCourse:
		if l.Active {
			d.raise(d.t.TurnOrder(), -watercourseRelief, lotr.WhyStage, l.Card.Name)
		}
	}
}
