package lotr

import (
	"fmt"

	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Siege of Gondor that its rules name.
const (
	siegeOfGondor  = "the-siege-of-gondor"
	corsairFleet   = "the-corsair-fleet"
	greatShip      = "great-corsair-ship"
	warGalley      = "umbar-war-galley"
	dromon         = "corsair-dromon"
	quays          = "pelargir-quays"
	corsairCaptain = "corsair-captain"
	corsairOfUmbar = "corsair-of-umbar"
	shipTrait      = "Ship"
	corsairTrait   = "Corsair"

	siegeShips  = "1a-ships"
	siegeTravel = "travel-corsairs"
	fleetReveal = "fleet-reveal"
	fleetDamage = "fleet-damage"

	shipsBefore  = 3 // ships in the victory display before the players travel to the Great Corsair Ship
	quaysFull    = 4 // damage at which Pelargir Quays is discarded, and that it deals
	captainNear  = 30
	galleyNear   = 10
	umbarianMore = 2
)

var _ = adds(siegeOfGondor, scenarioEffect{
	setUp:      siegeSetUp,
	threat:     siegeThreat,
	engagement: siegeEngagement,
	attack:     func(_ Context, t Table, e Enemy) int { return e.Card.Attack + siegeMore(t, e) },
	defense:    func(_ Context, t Table, e Enemy) int { return e.Card.Defense + siegeMore(t, e) },
	archery:    siegeArchery,
	immune:     siegeImmune,
	mayPick:    siegePick,
	mayDefeat:  siegeDefeat,
	mayTravel:  siegeTravels,
	travelled:  siegeTravelled,
	mayLower:   fearLower,
	settle:     siegeSettle,
	finished:   siegeFinished,
	triggers: []trigger{
		{
			id: siegeShips, when: WhenAtOnce, stage: "1B", section: flameStages,
			says: says("each player searches the encounter deck for a Ship location and adds it to the staging area; the deck is shuffled"),
		},
		{
			id: siegeTravel, when: WhenAtOnce, stage: "1B", section: flameStages,
			says: says("what travelling to the ship brings: a Corsair enemy from the encounter deck and discard pile into the staging area; at the Great Corsair Ship one for each player, a Corsair Captain among them if there is one"),
		},
		{
			id: corsairFleet, when: WhenStaging, card: corsairFleet, section: pelennorList,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("1 resource on it; then each player reveals an encounter card, or takes %d damage among characters they control", t.ResourcesOn(corsairFleet)+1)
			},
			do:     func(d *entry) { d.addOn(corsairFleet, lotr.TokenResource, 1, "The Corsair Fleet") },
			people: func(Context, Table) bool { return true },
		},
		{
			id: quays, when: WhenRoundEnd, card: quays, section: `The Flame of the West, card 34`,
			says: says("1 damage on it; with 4 it is discarded, and 4 damage is assigned among characters in play"),
			do:   siegeQuays,
			people: func(_ Context, t Table) bool {
				return len(t.onQuays(quaysFull-1)) > 0
			},
		},
		fearTrigger(),
	},
	options: []option{
		{
			id: fleetReveal, label: "Reveal an encounter card", needs: "player", section: pelennorList,
			says:    "the player reveals an encounter card for The Corsair Fleet",
			offered: whileOpen(corsairFleet),
			take:    func(d *entry, cmd lotr.TakeOption) error { return fleetChooses(d, cmd.Player) },
		},
		{
			id: fleetDamage, label: "Take the fleet's damage", needs: "player", section: pelennorList,
			says:    "the player assigns as much damage as there are resources on The Corsair Fleet",
			offered: whileOpen(corsairFleet),
			take: func(d *entry, cmd lotr.TakeOption) error {
				if err := fleetChooses(d, cmd.Player); err != nil {
					return err
				}
				d.tell(fmt.Sprintf("Assign %d damage among characters you control, and enter it.", d.t.ResourcesOn(corsairFleet)), cmd.Player)
				return nil
			},
		},
		fearOption(),
	},
})

// siegeSetUp puts the fleet and the Great Corsair Ship into the staging area. In a campaign whose pool
// has the boon Army of the Dead, the first player takes control of it.
//
// Source: facts/game-facts.md, "3.1 Stages"; "3.3 Army of the Dead".
func siegeSetUp(d *entry) {
	d.putObjective(corsairFleet, "setup", lotr.Piece{}, "")
	d.putLocation(greatShip, "setup")
	d.due(siegeShips)
	fearSetUp(d)
	if d.c.Campaign != nil && inPool(d.c.Campaign.Boons, armyOfDead, armyName) {
		d.emit(lotr.AllyEntered{
			Table: d.t.ID, Player: d.t.FirstPlayer, Name: armyName, Unique: true,
			Willpower: 4, Attack: 6, Defense: 2, HitPoints: 8,
		})
	}
}

// armyName is the boon's name: an ally that the first player controls.
const armyName = "Army of the Dead"

// fleetChooses refuses a second choice of a player in a round.
func fleetChooses(d *entry, id events.PersonID) error {
	for _, other := range []string{fleetReveal, fleetDamage} {
		if err := d.once(other, id, pelennorList); err != nil {
			return err
		}
	}
	return nil
}

// atShip tells whether the active location is a ship.
func (t Table) atShip() bool {
	l, ok := t.ActiveLocation()
	return ok && l.Card.HasTrait(shipTrait)
}

// siegeThreat: the threat of the Great Corsair Ship is the resources on the fleet.
//
// Source: The Flame of the West, card 30.
func siegeThreat(_ Context, t Table, _ lotr.Piece, card lotr.Card, printed int) int {
	if card.Code == greatShip {
		return t.ResourcesOn(corsairFleet)
	}
	return printed
}

// siegeEngagement: at a ship the Corsair Captain comes sooner; with the Umbar War Galley active, all
// Corsairs do.
//
// Source: The Flame of the West, cards 31 and 35.
func siegeEngagement(t Table, e Enemy) int {
	cost := e.Card.Engagement
	if e.Card.Code == corsairCaptain && t.atShip() {
		cost -= captainNear
	}
	if l, ok := t.ActiveLocation(); ok && l.Card.Code == warGalley && e.Card.HasTrait(corsairTrait) {
		cost -= galleyNear
	}
	return max(cost, 0)
}

// siegeMore: at a ship a Corsair of Umbar is stronger in attack and defense.
//
// Source: The Flame of the West, card 36.
func siegeMore(t Table, e Enemy) int {
	if e.Card.Code == corsairOfUmbar && t.atShip() {
		return umbarianMore
	}
	return 0
}

// siegeArchery: with a Corsair Dromon active, each Corsair enemy has archery 1.
//
// Source: The Flame of the West, card 32.
func siegeArchery(t Table, p lotr.Piece, card lotr.Card, printed int) int {
	l, ok := t.ActiveLocation()
	if ok && l.Card.Code == dromon && p.Kind == lotr.KindEnemy && card.HasTrait(corsairTrait) {
		return printed + 1
	}
	return printed
}

// siegeImmune: ships in the staging area are immune to player card effects.
//
// Source: facts/game-facts.md, "3.1 Stages".
func siegeImmune(_ Context, t Table, p lotr.Piece, card lotr.Card) bool {
	if p.Kind != lotr.KindLocation || !card.HasTrait(shipTrait) || t.Stage != "1B" {
		return false
	}
	l, ok := t.ActiveLocation()
	return !ok || l.Number != p.Number
}

// siegePick: the Corsair Captain is not engaged by choice.
//
// Source: The Flame of the West, card 35.
func siegePick(_ Table, e Enemy) string {
	if e.Card.Code == corsairCaptain {
		return "only an engagement check or an effect brings it on"
	}
	return ""
}

// siegeDefeat: stage 1B stands while the Great Corsair Ship is in play.
//
// Source: facts/game-facts.md, "3.1 Stages".
func siegeDefeat(_ Context, t Table) string {
	if t.HasInPlay(greatShip) {
		return "the Great Corsair Ship is in play"
	}
	return ""
}

// siegeTravels: the players travel to the Great Corsair Ship only with 3 ships in the victory display.
//
// Source: facts/game-facts.md, "3.1 Stages".
func siegeTravels(d *entry, l Location) error {
	ships := d.t.InVictoryWith(func(c lotr.Card) bool { return c.HasTrait(shipTrait) })
	if l.Card.Code == greatShip && ships < shipsBefore {
		return refuse("travel-price", flameStages, "travelling to the Great Corsair Ship needs %d ships in the victory display, and there are %d: explore other ships first", shipsBefore, ships)
	}
	return nil
}

func siegeTravelled(d *entry, l Location) {
	switch l.Card.Code {
	case greatShip, warGalley, dromon:
		d.due(siegeTravel)
	}
}

// onQuays returns the copies of Pelargir Quays in play with at least this much damage.
func (t Table) onQuays(damage int) []Location {
	var out []Location
	for _, l := range t.Locations {
		if l.Card.Code == quays && l.Damage >= damage {
			out = append(out, l)
		}
	}
	return out
}

// siegeQuays places 1 damage on each copy of Pelargir Quays and discards one that has 4.
//
// Source: The Flame of the West, card 34.
func siegeQuays(d *entry) {
	for _, l := range d.t.onQuays(0) {
		p := lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}
		d.addTokens(p, lotr.TokenDamage, 1, "Pelargir Quays")
		if l.Damage+1 >= quaysFull {
			d.takeOut(p, "it has 4 damage")
			d.tell("Assign 4 damage among characters in play, and enter it.")
		}
	}
}

// siegeSettle: Army of the Dead goes with the first player token; the fleet's choice is ticked off when
// every player has made it.
//
// Source: facts/game-facts.md, "3.3 Army of the Dead".
func siegeSettle(d *entry) {
	looseObjectives(d)
	if d.t.isOpen(corsairFleet) && d.t.allTook(fleetReveal, fleetDamage) {
		d.tick(corsairFleet, "")
	}
	for _, p := range d.t.Players {
		for _, a := range p.InPlay {
			if a.Name == armyName && p.ID != d.t.FirstPlayer && d.t.FirstPlayer != "" {
				d.emit(lotr.HeroPassed{Table: d.t.ID, Hero: armyName, From: p.ID, To: d.t.FirstPlayer})
				return
			}
		}
	}
}

// siegeFinished notes the number of resources on the fleet.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func siegeFinished(d *entry) {
	if d.c.Campaign == nil {
		return
	}
	d.fact(campaign.FactFleet, d.t.ResourcesOn(corsairFleet))
	fearFacts(d)
}
