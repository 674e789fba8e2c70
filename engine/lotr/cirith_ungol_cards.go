package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// towerArrived: Wounded Uruk enters play with 2 damage; while Bloodied Courtyard is the active
// location an enemy that enters the staging area takes 1.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerArrived(d *entry, p lotr.Piece, card lotr.Card, _ string) {
	if card.Code == woundedUruk {
		d.emit(lotr.EnemyDamaged{Table: d.t.ID, Enemy: p.Number, Card: card.Name, By: urukWounds, Damage: urukWounds})
	}
	if !d.t.isStaged(p) || !d.t.isActive(bloodiedCourtyard) {
		return
	}
	if e, err := d.enemy(p.Number); err == nil {
		d.woundEnemy(e, 1)
	}
}

// towerRevealed carries out what a card of The Tower of Cirith Ungol does when it is revealed.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerRevealed(d *entry, card lotr.Card) {
	deepShadowsTold(d, card)
	if card.Code == orcishHowls {
		d.howls(card)
	}
}

// howlsSurge: Orcish Howls surges while no enemy is in the staging area.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func howlsSurge(_ Context, t Table, card lotr.Card) lotr.Card {
	if card.Code == orcishHowls && len(t.stagedEnemies()) == 0 {
		card.Surge = true
	}
	return card
}

// howls deals 1 damage to each enemy in the staging area; until the end of the phase each has 1 threat
// more for each damage on it.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func (d *entry) howls(card lotr.Card) {
	staged := d.t.stagedEnemies()
	if len(staged) == 0 {
		return
	}
	d.note(WhenQuest, orcishHowls, card.Name, "until the end of the phase each enemy has 1 threat more for each damage on it")
	for _, e := range staged {
		d.woundEnemy(e, 1)
	}
}

// towerEngaged carries out what an enemy of The Tower of Cirith Ungol does when it has engaged a player.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerEngaged(d *entry, e Enemy, player events.PersonID) {
	orcsEngaged(d, e, player)
	switch e.Card.Code {
	case gorbag:
		d.tell("Gorbag engages you and attacks you at once: enter the attack.", player)
	case woundedUruk:
		d.tell("Wounded Uruk engages you: 2 attack more until the end of the round.", player)
	}
}

// towerMayTravel refuses a location that cannot be travelled to, and carries out what travelling costs:
// at 1B a location that is not unique stays in the staging area; Topmost Chamber needs 18 progress on
// 2B and brings Shagrat; The Two Watchers need 12 progress on 3B.
//
// Source: facts/game-facts.md, "1.3 Stages" (The Tower of Cirith Ungol); "0.2 Sources" (DC).
func towerMayTravel(d *entry, l Location) error {
	switch {
	case d.t.Stage == "1B" && !l.Card.Unique:
		return refuse("no-travel", fireStages, "at stage 1B %s cannot leave the staging area: it is not unique", l.Card.Name)
	case l.Card.Code == topmostChamber && (d.t.Stage != "2B" || d.t.Progress < chamberJourney):
		return refuse("no-travel", fireCards, "nobody travels to Topmost Chamber before stage 2B has %d progress: it is stage %s with %d", chamberJourney, d.t.Stage, d.t.Progress)
	case l.Card.Code == twoWatchers && d.t.Stage == "3B" && d.t.Progress < watchersJourney:
		return refuse("no-travel", fireStages, "nobody travels to The Two Watchers before stage 3B has %d progress: it has %d", watchersJourney, d.t.Progress)
	}
	d.payJourney(l)
	return nil
}

// payJourney carries out the cost of travelling to a location.
func (d *entry) payJourney(l Location) {
	switch l.Card.Code {
	case topmostChamber:
		if !d.t.HasInPlay(shagrat) && !d.t.InVictory(shagrat) {
			d.putEnemy(shagrat, "effect", "")
			d.note(WhenTravel, shagrat, "Shagrat", "progress placed before he came takes nothing off his engagement cost")
			d.tell("Shagrat takes damage only in combat, and allies neither attack him nor defend against him.")
		}
	case bloodiedCourtyard:
		d.raise(d.t.TurnOrder(), 1, lotr.WhyStage, "travelling to Bloodied Courtyard")
	case windingStairs:
		d.tell("Each player exhausts a character as the price of travelling to Winding Stairs.", d.t.TurnOrder()...)
	}
}

// towerTravelled carries out what a location does that was travelled to.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerTravelled(d *entry, l Location) {
	switch l.Card.Code {
	case twoWatchers:
		d.turnWatchers(l)
	case torchLitHall:
		d.due(nextEnemyHall)
	}
}
