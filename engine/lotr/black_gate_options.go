package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
)

// mouthAttacks: who cancels what a card does when it is revealed is attacked by The Mouth of Sauron.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards).
var mouthAttacks = option{
	id:      "mouth-of-sauron",
	offered: func(_ Context, t Table) (bool, string) { return t.HasInPlay(mouthOfSauron), "" },
	label:   "A “when revealed” effect was cancelled",
	says:    "The Mouth of Sauron attacks the player who cancelled it",
	needs:   "player",
	section: fireStages,
	take: func(d *entry, cmd lotr.TakeOption) error {
		d.tell("The Mouth of Sauron attacks you at once: enter the attack.", cmd.Player)
		return nil
	},
}

// waitingGwaihir returns Gwaihir while he was revealed and the first player has not chosen.
func (t Table) waitingGwaihir() (Objective, bool) {
	for _, o := range t.Objectives {
		if o.Card.Code == gwaihir && o.Player == "" {
			return o, true
		}
	}
	return Objective{}, false
}

// takeGwaihir: the first player takes control of Gwaihir.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
var takeGwaihir = option{
	id: "take-gwaihir",
	offered: func(_ Context, t Table) (bool, string) {
		_, ok := t.waitingGwaihir()
		return ok, ""
	},
	label:   "Take control of Gwaihir",
	says:    "the first player controls Gwaihir",
	section: fireCards,
	take: func(d *entry, _ lotr.TakeOption) error {
		o, _ := d.t.waitingGwaihir()
		d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, Player: d.t.FirstPlayer, Why: "claimed"})
		return nil
	},
}

// sendGwaihir: the first player pays a Fellowship resource and discards Gwaihir to discard an enemy of
// the staging area that is not unique.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
var sendGwaihir = option{
	id: "send-gwaihir",
	offered: func(_ Context, t Table) (bool, string) {
		_, ok := t.waitingGwaihir()
		return ok, ""
	},
	label:   "Send Gwaihir against an enemy",
	says:    "1 Fellowship resource is paid, Gwaihir and the enemy are discarded",
	needs:   lotr.KindEnemy,
	section: fireCards,
	take: func(d *entry, cmd lotr.TakeOption) error {
		e, err := d.enemy(cmd.Piece.Number)
		if err != nil {
			return err
		}
		if e.Player != "" || e.Card.Unique {
			return refuse("wrong-enemy", fireCards, "%s is unique or not in the staging area: Gwaihir is sent against another", e.Card.Name)
		}
		o, _ := d.t.waitingGwaihir()
		d.takeOut(lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, "discarded by Gwaihir")
		d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "discarded for its effect")
		return nil
	},
}

// fetchAnduril: in a campaign the first player may raise every threat by 1 in setup to fetch Andúril.
//
// Source: facts/game-facts.md, "1.6 Campaign cards".
var fetchAnduril = option{
	id: "fetch-anduril",
	offered: func(c Context, t Table) (bool, string) {
		if c.Campaign == nil || t.Stage != "1B" || c.Round > 1 {
			return false, ""
		}
		if t.Taken["fetch-anduril"] > 0 {
			return true, "Andúril was fetched already"
		}
		return true, ""
	},
	label:   "Fetch Andúril",
	says:    "every threat +1; the first player takes Andúril from the deck into the hand",
	section: fireCampaign,
	take: func(d *entry, _ lotr.TakeOption) error {
		d.raise(d.t.TurnOrder(), 1, lotr.WhyStage, "Andúril is fetched")
		return nil
	},
}

// endStand ends a game of The Black Gate Opens that nothing else ends: the stage is never defeated, so
// a table that has to stop says so, with the number of resources on The Black Gate, so that no stray tap
// ends a game. In an epic game the other table decides.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B is never defeated).
var endStand = option{
	id: "end-stand",
	offered: func(c Context, t Table) (bool, string) {
		return !c.Epic && t.Stage == "2B" && t.ResourcesOn(theBlackGate) > 0, ""
	},
	label:   "End the stand",
	says:    "the game ends here, and how long the team held out is its result; type the number of resources on The Black Gate",
	needs:   "number",
	most:    maxNumber,
	section: fireStages,
	take: func(d *entry, cmd lotr.TakeOption) error {
		n := d.t.ResourcesOn(theBlackGate)
		if cmd.N != n {
			return refuse("not-the-number", fireStages, "%s on The Black Gate, and %d was typed: type the number to end the game",
				countOf(n, "resource is", "resources are"), cmd.N)
		}
		d.lose(lotr.LostCard, fmt.Sprintf("The table ended its stand in round %d, with %s on The Black Gate.",
			d.c.Round, countOf(n, "resource", "resources")), fireStages)
		return nil
	},
}
