package lotr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Citations that the scenarios of The Mountain of Fire share. What a card does and no rulebook prints
// comes from the card table that the facts name.
const (
	fireStages   = `facts/game-facts.md, "1.3 Stages"`
	fireCards    = `facts/game-facts.md, "0.2 Sources" (DC)`
	fireCampaign = `facts/game-facts.md, "1.6 Campaign cards"`
	fireEpic     = `facts/game-facts.md, "1.2 End of round in epic mode"`
)

// Cards of the encounter sets that the scenarios of The Mountain of Fire share.
const (
	orcOfMordor      = "orc-of-mordor"
	snagaArcher      = "snaga-archer"
	urukSoldier      = "uruk-soldier"
	drawnToTheRing   = "drawn-to-the-ring"
	deepShadows      = "deep-shadows"
	evilVigilance    = "evil-vigilance"
	inDarkness       = "in-darkness-bind-them"
	urukSoldierRaise = 2 // threat when it engages
	snagaWound       = 2 // damage when it engages
)

// orcsEngaged carries out what the set Orcs of Mordor does when an enemy of it has engaged a player.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func orcsEngaged(d *entry, e Enemy, player events.PersonID) {
	switch e.Card.Code {
	case orcOfMordor:
		d.tell("Orc of Mordor engages you: exhaust a character you control.", player)
	case snagaArcher:
		d.tell(fmt.Sprintf("Snaga Archer engages you: %d damage to one of your characters. Enter it.", snagaWound), player)
	case urukSoldier:
		d.raise([]events.PersonID{player}, urukSoldierRaise, lotr.WhyStage, e.Card.Name)
	}
}

// deepShadowsTold says what people do when a treachery of the set Deep Shadows is revealed.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func deepShadowsTold(d *entry, card lotr.Card) {
	switch card.Code {
	case drawnToTheRing:
		d.tell("First player, choose: exhaust The One Ring and reveal an encounter card, or discard cards from the deck until an enemy comes, which enters play engaged with you. Enter which.", d.t.FirstPlayer)
	case deepShadows:
		d.tell("Each player chooses: discard a hand of 3 or more cards, or reveal an encounter card.", d.t.TurnOrder()...)
	case evilVigilance:
		d.tell("Each player chooses: discard one questing character, or threat +1 for each questing character. Enter which.", d.t.TurnOrder()...)
	}
}

// darknessSetUp says in an epic game that a copy of In Darkness Bind Them goes into the deck.
//
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode"; facts/game-facts.md, "1.1 Setup".
func darknessSetUp(d *entry) {
	if d.c.Epic {
		d.tell("Shuffle one copy of In Darkness Bind Them into the encounter deck.")
	}
}

// darknessTold says what In Darkness Bind Them does, revealed or as a shadow card: it depends on
// where The Eye of Sauron is.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode" (In Darkness Bind Them).
func darknessTold(d *entry, card lotr.Card) {
	if card.Code != inDarkness {
		return
	}
	says := "Each player exhausts a character."
	if d.t.Eye {
		says += " The Eye of Sauron is here: player card effects ready no character for the rest of the round."
	}
	d.tell(says, d.t.TurnOrder()...)
}

// darknessShadow is the option that says what In Darkness Bind Them does as a shadow card.
var darknessShadow = option{
	id: "in-darkness-shadow",
	offered: func(c Context, t Table) (bool, string) {
		if !c.Epic || t.Phase != lotr.PhaseCombat {
			return false, ""
		}
		if !t.Eye {
			return true, "The Eye of Sauron is not in this staging area, so the shadow card does nothing"
		}
		return true, ""
	},
	label:   "Shadow card: In Darkness Bind Them",
	says:    "attack +2, and back to the staging area after the attack",
	needs:   lotr.KindEnemy,
	section: fireEpic,
	take: func(d *entry, cmd lotr.TakeOption) error {
		e, err := d.enemy(cmd.Piece.Number)
		if err != nil {
			return err
		}
		d.tell(fmt.Sprintf("%s attacks with 2 more, and returns to the staging area after this attack: enter both.", e.Card.Name))
		return nil
	},
}

// charactersOf returns how many characters of a player muster knows: heroes in play and allies that
// were entered; without those of the Fellowship sphere if so asked.
func charactersOf(p Player, withoutFellowship bool) int {
	n := len(p.InPlay)
	for _, h := range p.Heroes {
		if !h.Dead && !h.Gone && (!withoutFellowship || !isFellowship(h)) {
			n++
		}
	}
	return n
}

func isFellowship(h Hero) bool {
	return h.Sphere == group.SphereFellowship || lotr.Card{Traits: h.Traits}.HasTrait(ringBearer)
}

// isActive tells whether a card with this code is the active location.
func (t Table) isActive(code string) bool {
	l, ok := t.ActiveLocation()
	return ok && l.Card.Code == code
}

// stagedEnemies returns the enemies in the staging area.
func (t Table) stagedEnemies() []Enemy {
	var out []Enemy
	for _, e := range t.Enemies {
		if e.Player == "" {
			out = append(out, e)
		}
	}
	return out
}

// isStaged tells whether a piece is an enemy in the staging area.
func (t Table) isStaged(p lotr.Piece) bool {
	for _, e := range t.Enemies {
		if p.Kind == lotr.KindEnemy && e.Number == p.Number {
			return e.Player == ""
		}
	}
	return false
}

// youRevealed returns who revealed the card that is being resolved: "you" on it. If nobody said who it
// is, the first player.
//
// Source: The Mountain of Fire, "Campaign Staging Rules".
func (d *entry) youRevealed() events.PersonID {
	for _, e := range slices.Backward(d.out) {
		if shown, ok := e.(lotr.CardRevealed); ok && shown.Player != "" {
			return shown.Player
		}
	}
	return d.t.FirstPlayer
}

// hasFired tells whether something of this round was noted as done.
func (t Table) hasFired(when When, id string) bool { return t.firedTimes(when, id) > 0 }

func (t Table) firedTimes(when When, id string) int {
	n := 0
	for _, done := range t.Done {
		if done == doneKey(when, id) {
			n++
		}
	}
	return n
}

// note records that something happened in this round that counts later in it.
func (d *entry) note(when When, id, card, says string) {
	d.emit(lotr.TriggerDone{Table: d.t.ID, Trigger: id, When: string(when), Card: card, Says: says, Auto: true})
}

// campaignSetUp says what the campaign card of a part changes in setup.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards".
func campaignSetUp(d *entry, says ...string) {
	if d.c.Campaign != nil {
		d.tell("Campaign: " + strings.Join(says, " "))
	}
}
