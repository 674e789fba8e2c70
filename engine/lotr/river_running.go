package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of The River Running that have a part of their own.
const (
	easterlingPursuit  = "easterling-pursuit"
	easterlingHorse    = "easterling-horse"
	easterlingCaptain  = "easterling-captain"
	easterlingOutrider = "easterling-outrider"
	riderOfRhun        = "rider-of-rhun"
	riverRunning       = "river-running"
	exposedRiverbank   = "exposed-riverbank"
	rollingPlains      = "rolling-plains"
	warriorsOfTheEast  = "warriors-of-the-east"
	arduousJourney     = "an-arduous-journey"
)

// Numbers of The River Running.
//
// Source: facts/game-facts.md, "4.1 Stages".
const (
	pursuitFull    = 3  // resources on Easterling Pursuit that bring enemies
	crossingCloser = 10 // engagement cost that staging enemies have less at 2B
	crossingCap    = 5  // progress a round on 2B while anybody is engaged
)

var _ = adds("the-river-running", scenarioEffect{
	setUp: func(d *entry) {
		d.tell("Each player chooses an Easterling enemy from the encounter deck, each a different one, and adds it to the staging area: enter them. Shuffle the deck.")
	},
	entered:    crossingEntered,
	staging:    pursuitThreat,
	threat:     plainsThreat,
	attack:     armsAttack,
	defense:    armsDefense,
	archery:    armsArchery,
	engagement: crossingEngagement,
	limit:      crossingLimit,
	mayPick:    riverPick,
	mayTravel:  riverTravel,
	asRevealed: armsSurge,
	revealed:   riverRevealed,
	arrived:    warriorsArm,
	engaged:    outriderEngaged,
	wound:      captainWound,
	chosen:     warriorsChosen,
	left:       arduousLeft,
	settle:     dropArms,
	triggers: []trigger{
		{
			id: easterlingPursuit, when: WhenRoundEnd, card: easterlingPursuit, section: shadowStages,
			says: pursuitSays, do: pursuitEnd,
			people: func(_ Context, t Table) bool { return t.ResourcesOn(easterlingPursuit)+1 >= pursuitFull },
		},
		{
			id: easterlingHorse, when: WhenRoundEnd, card: easterlingHorse, section: shadowCards,
			says: func(Context, Table) string {
				return "Every enemy on an Easterling Horse goes back to the staging area."
			},
			do: horsesReturn,
		},
		{
			id: arduousJourney, when: WhenRefresh, card: arduousJourney, section: shadowSide,
			says: func(Context, Table) string {
				return "Each player readies at most 6 characters: enter as exhausted those that stay so."
			},
		},
	},
	options: []option{
		{
			id: "pursuit-resource", label: "Put a resource on Easterling Pursuit", section: shadowStages,
			says:    "A card effect puts 1 resource on Easterling Pursuit.",
			offered: func(_ Context, t Table) (bool, string) { return t.HasInPlay(easterlingPursuit), "" },
			take: func(d *entry, _ lotr.TakeOption) error {
				d.pursue()
				return nil
			},
		},
		armOption("sword-of-rhun", "Sword of Rhûn"),
		armOption("recurve-bow", "Recurve Bow"),
		armOption(easterlingHorse, "Easterling Horse"),
	},
})

// pursue puts a resource on Easterling Pursuit.
func (d *entry) pursue() {
	d.addOn(easterlingPursuit, lotr.TokenResource, 1, "Easterling Pursuit")
}

// pursuitThreat: at stage 1B the resources on Easterling Pursuit add to the threat in the staging area.
//
// Source: facts/game-facts.md, "4.1 Stages" (The River Running, 1B).
func pursuitThreat(_ Context, t Table) int {
	if t.Stage != "1B" {
		return 0
	}
	return t.ResourcesOn(easterlingPursuit)
}

func pursuitSays(_ Context, t Table) string {
	n := t.ResourcesOn(easterlingPursuit) + 1
	if n < pursuitFull {
		return fmt.Sprintf("Easterling Pursuit gets a resource and then has %d; at %d enemies come.", n, pursuitFull)
	}
	return fmt.Sprintf("Easterling Pursuit gets a resource, and with %d there %d come off. Shuffle the encounter discard pile into the deck, discard cards until %s came, and add all of them to the staging area.",
		n, pursuitFull, countOf(t.PlayersIn(), "enemy", "enemies"))
}

// pursuitEnd: at the end of the round Easterling Pursuit gets a resource; if it has three, three come
// off and as many enemies as players come from the deck.
//
// Source: facts/game-facts.md, "4.1 Stages" (Easterling Pursuit).
func pursuitEnd(d *entry) {
	d.pursue()
	if d.t.ResourcesOn(easterlingPursuit) >= pursuitFull {
		d.addOn(easterlingPursuit, lotr.TokenResource, -pursuitFull, "enemies come")
	}
}

// horsesReturn: at the end of the round riders go back to the staging area.
func horsesReturn(d *entry) {
	for _, e := range d.t.Enemies {
		if e.Player != "" && bears(d.t, e, easterlingHorse) {
			d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
		}
	}
}

// crossingEntered: stage 2A brings Warriors of the East and as many enemies as players.
//
// Source: facts/game-facts.md, "4.1 Stages" (The River Running, 2B).
func crossingEntered(d *entry, stage string) {
	if stage != "2B" {
		return
	}
	if !d.t.HasInPlay(warriorsOfTheEast) && !d.t.InVictory(warriorsOfTheEast) {
		d.putSideQuest(warriorsOfTheEast, "effect")
	}
	d.tell(fmt.Sprintf("Shuffle the encounter discard pile into the deck, discard cards until %s came, and add all of them to the staging area: enter them.",
		countOf(d.t.PlayersIn(), "enemy", "enemies")))
}

// crossingEngagement: at 2B the enemies in the staging area engage 10 earlier, a Rider of Rhûn
// everywhere 10 for each Easterling attachment on it.
//
// Source: facts/game-facts.md, "4.1 Stages" (The River Running, 2B).
func crossingEngagement(t Table, e Enemy) int {
	cost := e.Card.Engagement
	if t.Stage == "2B" && e.Player == "" {
		cost -= crossingCloser
	}
	if e.Card.Code == riderOfRhun {
		cost -= 10 * easterlingAttachments(t, e)
	}
	return max(cost, 0)
}

// crossingLimit: stage 2B takes at most 5 progress a round while anybody is engaged with an enemy.
//
// Source: facts/game-facts.md, "4.1 Stages" (The River Running, 2B).
func crossingLimit(_ Context, t Table) int {
	if t.Stage != "2B" || len(t.Enemies) == 0 {
		return -1
	}
	for _, e := range t.Enemies {
		if e.Player != "" {
			return max(crossingCap-t.StagePlaced, 0)
		}
	}
	return -1
}

// plainsThreat counts what enemies bear, and Rolling Plains after a copy was revealed: 2 more on each
// copy until the end of the phase.
//
// Source: A Shadow in the East, card 25.
func plainsThreat(c Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	if card.Code == rollingPlains && t.Phase == lotr.PhaseQuest {
		printed += 2 * marks(t, rollingPlains)
	}
	return armsThreat(c, t, p, card, printed)
}

// riverPick: no optional engagement while a River Running lies in the staging area.
//
// Source: A Shadow in the East, card 14.
func riverPick(t Table, _ Enemy) string {
	if stagedLocation(t, riverRunning) {
		return "River Running lies in the staging area: no enemy is engaged by choice"
	}
	return ""
}

// riverTravel carries out what travelling to a location costs.
//
// Source: A Shadow in the East, cards 14, 15, 25 and 26.
func riverTravel(d *entry, l Location) error {
	switch l.Card.Code {
	case riverRunning:
		if e, ok := d.boldest(); ok {
			d.pursued(e, d.t.FirstPlayer)
		}
	case exposedRiverbank:
		d.pursue()
	case rollingPlains:
		if err := d.declared(d.t.TurnOrder(), "what travelling there does"); err != nil {
			return err
		}
		d.raise(d.t.TurnOrder(), 2, lotr.WhyStage, l.Card.Name)
	case "rocky-outcrop":
		d.tell("The first player exhausts a hero as the price of travelling to Rocky Outcrop.", d.t.FirstPlayer)
	}
	return nil
}

// boldest returns the enemy in the staging area with the highest engagement cost.
func (d *entry) boldest() (Enemy, bool) {
	var best Enemy
	found := false
	for _, e := range d.t.Enemies {
		if e.Player == "" && (!found || EngagementOf(d.c, d.t, e) > EngagementOf(d.c, d.t, best)) {
			best, found = e, true
		}
	}
	return best, found
}

// riverRevealed carries out what the revealed cards do to what muster keeps.
//
// Source: A Shadow in the East, cards 16 to 25.
func riverRevealed(d *entry, card lotr.Card) {
	switch card.Code {
	case "enemies-close-behind":
		d.pursue()
		d.raise(d.t.TurnOrder(), d.t.ResourcesOn(easterlingPursuit), lotr.WhyStage, card.Name)
	case rollingPlains:
		d.mark(rollingPlains, card.Name, "Each Rolling Plains has 2 more threat until the end of the phase.")
	case riderOfRhun:
		d.giveHorse()
	default:
		takeArms(d, card)
	}
}

// giveHorse gives the Rider of Rhûn that came into play last an Easterling Horse, if one is left.
func (d *entry) giveHorse() {
	if inPlayOf(d.t, easterlingHorse) >= copiesOf(d.c, d.t, easterlingHorse) {
		return
	}
	for i := len(d.t.Enemies) - 1; i >= 0; i-- {
		if e := d.t.Enemies[i]; e.Card.Code == riderOfRhun {
			a, _ := armsOf(easterlingHorse)
			d.arm(a, e)
			return
		}
	}
}

// outriderEngaged: an Easterling Outrider that has engaged somebody attacks at once, or puts a resource
// on Easterling Pursuit.
//
// Source: A Shadow in the East, card 13.
func outriderEngaged(d *entry, e Enemy, player events.PersonID) {
	if e.Card.Code == easterlingOutrider {
		d.tell("Choose: Easterling Outrider attacks at once, or a resource goes on Easterling Pursuit. Enter which.", player)
	}
}

// captainWound: damage to Easterling Captain is cancelled while it bears an Easterling attachment, one
// of which is discarded.
//
// Source: A Shadow in the East, card 17.
func captainWound(d *entry, e Enemy, by int) int {
	if e.Card.Code != easterlingCaptain {
		return by
	}
	for _, o := range borne(d.t, e) {
		if o.Card.HasTrait(easterling) {
			d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "discarded instead of damage to Easterling Captain")
			return 0
		}
	}
	return by
}

// warriorsChosen: when Warriors of the East becomes the current quest, the strongest Easterling of the
// staging area attacks the first player.
//
// Source: A Shadow in the East, card 24.
func warriorsChosen(d *entry, q SideQuest) {
	if q.Card.Code != warriorsOfTheEast {
		return
	}
	var best Enemy
	for _, e := range d.t.Enemies {
		if e.Player == "" && e.Card.HasTrait(easterling) && (best.Number == 0 || AttackOf(d.c, d.t, e) > AttackOf(d.c, d.t, best)) {
			best = e
		}
	}
	if best.Number != 0 {
		d.tell(fmt.Sprintf("%s attacks the first player out of the staging area, with attack %d.", best.Card.Name, AttackOf(d.c, d.t, best)), d.t.FirstPlayer)
	}
}

// arduousLeft: when An Arduous Journey is defeated each player may ready a hero.
//
// Source: A Shadow in the East, card 29.
func arduousLeft(d *entry, _ lotr.Piece, card lotr.Card, why string) {
	if card.Code == arduousJourney && why == "defeated" {
		d.tell("Each player may ready a hero.", d.t.TurnOrder()...)
	}
}

// stagedLocation tells whether a location with this code lies in the staging area.
func stagedLocation(t Table, code string) bool {
	for _, l := range t.Locations {
		if l.Card.Code == code && !l.Active {
			return true
		}
	}
	return false
}
