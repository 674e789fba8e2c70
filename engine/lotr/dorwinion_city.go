package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// dorwinionThreat counts City Forum's resources, Unwelcome Travelers, and Evidence of the Cult.
func dorwinionThreat(_ Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	switch p.Kind {
	case lotr.KindEnemy:
		return printed + evidence(t, Enemy{Number: p.Number})
	case lotr.KindLocation:
		if card.Code == cityForum {
			_, resources, _, _ := t.Tokens(p)
			printed += resources
		}
		if t.HasInPlay(unwelcome) && stagedPiece(t, p) {
			printed++
		}
	}
	return printed
}

// stagedPiece tells whether an enemy or location lies in the staging area.
func stagedPiece(t Table, p lotr.Piece) bool {
	for _, e := range t.Enemies {
		if p.Kind == lotr.KindEnemy && e.Number == p.Number {
			return e.Player == ""
		}
	}
	for _, l := range t.Locations {
		if p.Kind == lotr.KindLocation && l.Number == p.Number {
			return !l.Active
		}
	}
	return false
}

// evidence returns how many copies of Evidence of the Cult an enemy guards: each gives it 1 threat,
// attack and defense.
//
// Source: A Shadow in the East, card 36.
func evidence(t Table, e Enemy) int {
	n := 0
	for _, o := range borne(t, e) {
		if o.Card.Code == evidenceOfCult {
			n++
		}
	}
	return n
}

// Treacherous Easterling gains attack and defense with its resources, up to 3.
func treachery(e Enemy) int {
	if e.Card.Code != treacherous {
		return 0
	}
	return min(e.Resources, 3)
}

func dorwinionAttack(_ Context, t Table, e Enemy) int {
	n := e.Card.Attack + evidence(t, e) + treachery(e)
	if !e.Card.Unique && t.HasInPlay(submitOrDie) {
		n++
	}
	return n
}

func dorwinionDefense(_ Context, t Table, e Enemy) int {
	return e.Card.Defense + evidence(t, e) + treachery(e)
}

// manorSlows: with Hillside Manor in the staging area player cards lower a threat by at most 1 a round.
//
// Source: A Shadow in the East, card 37.
func manorSlows(_ Context, t Table) string {
	if stagedLocation(t, hillsideManor) {
		return "Hillside Manor"
	}
	return ""
}

func priestPick(_ Table, e Enemy) string {
	if e.Card.Code == priestOfSauron {
		return "Priest of Sauron is not engaged by choice"
	}
	return ""
}

// sideStreet: while one lies in the staging area, other locations there take no progress.
//
// Source: A Shadow in the East, card 49.
func sideStreet(_ Context, t Table, l Location) string {
	if !l.Active && l.Card.Code != "side-street" && stagedLocation(t, "side-street") {
		return "Side Street lies in the staging area: no other location there takes progress"
	}
	return ""
}

// darknessSurges: Darkness in the East surges while there is no active location.
//
// Source: A Shadow in the East, card 48.
func darknessSurges(_ Context, t Table, card lotr.Card) lotr.Card {
	if _, active := t.ActiveLocation(); card.Code == "darkness-in-the-east" && !active {
		card.Surge = true
	}
	return card
}

// dorwinionRevealed carries out what the revealed cards do to what muster keeps.
//
// Source: A Shadow in the East, cards 31, 40, 48 and 51.
func dorwinionRevealed(d *entry, card lotr.Card) {
	if card.Kind == kindLocation {
		d.governorComes()
	}
	l, active := d.t.ActiveLocation()
	threat := ThreatOf(d.c, d.t, lotr.Piece{Kind: lotr.KindLocation, Number: l.Number})
	switch card.Code {
	case "messenger-from-mordor":
		d.tell(fmt.Sprintf("Choose: every threat is raised by %d (the active location's), or Messenger from Mordor attacks the first player at once. Enter which.", threat), d.t.FirstPlayer)
	case "darkness-in-the-east":
		d.raise(d.t.TurnOrder(), threat, lotr.WhyStage, card.Name)
	case overwhelmed:
		d.mark(overwhelmed, card.Name, "Enemies engaged with the first player take no damage until the end of the round.")
	case "under-guard":
		if !active {
			d.tell("There is no active location: discard cards until a location comes, and add it to the staging area. Enter it.")
			return
		}
		_ = cityTravel(d, l.Card, l.Resources) // whose threat is not known stays so
	}
}

// governorComes: after a location is revealed The Governor engages the first player and attacks.
func (d *entry) governorComes() {
	if !d.t.HasInPlay(theGovernor) {
		return
	}
	d.pursueFirst(theGovernor)
	d.tell("The Governor attacks the first player at once.", d.t.FirstPlayer)
}

// cityTravel carries out what travelling to a location does: its price, or Under Guard's effect.
//
// Source: A Shadow in the East, cards 37, 46, 47, 49 and 50.
func cityTravel(d *entry, card lotr.Card, resources int) error {
	switch card.Code {
	case hillsideManor:
		d.tell("Each player discards a card at random from the hand.", d.t.TurnOrder()...)
	case cityForum:
		if resources == 0 {
			return nil
		}
		if err := d.declared(d.t.TurnOrder(), "what travelling there does"); err != nil {
			return err
		}
		d.raise(d.t.TurnOrder(), resources, lotr.WhyStage, card.Name)
	case seedyTavern:
		d.tell("Look at the top 5 cards of the encounter deck, put one facedown under Seedy Tavern, shuffle the rest back. It is revealed when Seedy Tavern is explored.")
	case "side-street":
		d.tell("Shuffle the encounter discard pile into the deck, discard cards until a location comes, and add it to the staging area: enter it.")
	case catacombs:
		d.tell("Each player discards the top card of the encounter deck, and an enemy enters play engaged with that player: enter it.", d.t.TurnOrder()...)
	}
	return nil
}

// dorwinionEngaged: Shadow of Fear raises the threat of a player whom an enemy engages; a Rhûn
// Backstabber takes threat or an ally.
//
// Source: A Shadow in the East, cards 43 and 44.
func dorwinionEngaged(d *entry, e Enemy, player events.PersonID) {
	if d.t.HasInPlay(shadowOfFear) {
		d.raise([]events.PersonID{player}, 1, lotr.WhyStage, "Shadow of Fear")
	}
	if e.Card.Code == "rhun-backstabber" {
		d.tell("Choose: raise your threat by 2, or discard an ally that costs 2 or more. Enter which.", player)
	}
}

// dorwinionRaised: after a player's threat was raised, a Treacherous Easterling engaged with that player
// gets a resource, and a Servant of Sauron attacks.
//
// Source: A Shadow in the East, cards 41 and 45.
func dorwinionRaised(d *entry, player events.PersonID, _ int) {
	for _, e := range d.t.Enemies {
		if e.Player != player {
			continue
		}
		switch e.Card.Code {
		case treacherous:
			d.addTokens(lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, lotr.TokenResource, 1, e.Card.Name)
		case servantOfSauron:
			d.tell("Servant of Sauron attacks at once, unless it did for this in this phase already.", player)
		}
	}
}

// unwelcomeChosen: when Unwelcome Travelers becomes the current quest, an enemy comes to the first
// player.
//
// Source: A Shadow in the East, card 52.
func unwelcomeChosen(d *entry, q SideQuest) {
	if q.Card.Code == unwelcome {
		d.tell("The first player discards cards from the encounter deck until an enemy comes, which enters play engaged with that player: enter it.", d.t.FirstPlayer)
	}
}
