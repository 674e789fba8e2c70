package lotr

import (
	"fmt"

	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Black Gate Opens that have a part of their own.
const (
	theBlackGate     = "the-black-gate"
	mouthOfSauron    = "the-mouth-of-sauron"
	towersOfTheTeeth = "towers-of-the-teeth"
	beleagueredHills = "beleaguered-hills"
	wasteOfDagorlad  = "waste-of-dagorlad"
	slopesOfGorgor   = "slopes-of-cirith-gorgor"
	reekingMoat      = "reeking-moat"
	wallOfMorannon   = "wall-of-morannon"
	jawsOfSteel      = "jaws-of-steel"
	nazgulOfMordor   = "nazgul-of-mordor"
	hillTroll        = "gorgoroth-hill-troll"
	wraithOnWings    = "Wraith on Wings"
	gateEyeThreat    = 1  // The Eye of Sauron: threat of each enemy in the staging area
	gateEyeCost      = 10 // The Eye of Sauron: taken off its engagement cost
)

// Facts of The Black Gate Opens for the campaign log, for [lotr.FactNoted].Fact.
//
// Source: facts/game-facts.md, "1.6 Campaign cards".
const (
	FactBlackGate     = campaign.FactGate    // N: resources on The Black Gate when the game ended
	FactWraithOnWings = campaign.FactWraith  // N: copies in the victory display, which leave the campaign pool
	FactGwaihir       = campaign.FactGwaihir // the first player controls Gwaihir: the boon is earned
)

// The Black Gate Opens has no way to win: alone it measures how long the team holds out. It ends lost
// when everybody is out or Aragorn has left play, or when the table ends its stand; the rounds that it
// stood are the resources on The Black Gate, and are said and noted.
//
// Source: facts/game-facts.md, "1.3 Stages".
var _ = adds("the-black-gate-opens", scenarioEffect{
	setUp:      gateSetUp,
	entered:    gateEntered,
	mayDefeat:  embassyStays,
	reveals:    gateReveals,
	revealed:   gateRevealed,
	quest:      gateQuest,
	threat:     gateThreat,
	staging:    hillsStaging,
	engagement: gateEngagement,
	mayTravel:  gateMayTravel,
	travelled:  gateTravelled,
	mayEngage:  mouthStays,
	engaged:    gateEngaged,
	left:       gateLeft,
	finished:   gateFinished,
	triggers: []trigger{
		{
			id: "the-black-gate", when: WhenQuest, card: theBlackGate, section: fireStages,
			says: func(Context, Table) string { return "place 1 resource here, and every threat +1" },
			do:   blackGateGrows,
		},
		{
			id: "embassy-over", when: WhenQuest, stage: "1B", section: fireStages,
			says: func(Context, Table) string { return "the embassy is over: the battle begins" },
			do:   func(d *entry) { d.endEmbassy() },
		},
		{
			id: "the-black-gate-reveals", when: WhenStaging, stage: "2B", section: fireStages,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("the first player reveals %s instead of one, the others one each",
					countOf(t.ResourcesOn(theBlackGate), "encounter card", "encounter cards"))
			},
			do: func(*entry) {},
		},
	},
	options: []option{embassyOption, mouthAttacks, takeGwaihir, sendGwaihir, fetchAnduril, endStand, darknessShadow},
})

func gateSetUp(d *entry) {
	darknessSetUp(d)
	campaignSetUp(d, "each player may change heroes, without the penalty of 1 threat.",
		"The first player may raise every threat by 1 to fetch Andúril: an option of this table.",
		"Leave out the burdens of A Shadow of the Past, Flight to the Ford, The Ring Goes South, Passage of the Marshes and Shelob's Lair.")
}

// gateEntered says what people do when a stage of The Black Gate Opens comes.
//
// Source: facts/game-facts.md, "1.3 Stages" (The Black Gate Opens).
func gateEntered(d *entry, stage string) {
	switch stage {
	case "1B":
		d.tell("In player order turn up the top card of each player's deck until 4 are up, and the top 4 encounter cards. Pair the dearest player card with the encounter card of the highest threat, and so on. First player, for each pair: discard both, or reveal the encounter card and play the player card free. Enter what was revealed; then say that the pairs are resolved.")
	case "2B":
		d.tell(fmt.Sprintf("Each player searches deck and discard pile of the encounter cards for an Orc, Troll or Nazgûl enemy, each a different one, and adds it to the staging area: enter %s. Shuffle Gwaihir into the encounter deck.",
			countOf(d.t.PlayersIn(), "enemy", "enemies")))
	}
}

// embassyStays: stage 1B has no quest points to reach; it ends when its four pairs are resolved, or when
// a quest phase begins.
func embassyStays(_ Context, t Table) string {
	if t.Stage == "1B" {
		return "the four pairs of the embassy are not resolved"
	}
	return ""
}

// endEmbassy goes on to the battle.
func (d *entry) endEmbassy() {
	if st, ok := d.sc.Stage(d.t.Stage); ok && st.ID == "1B" {
		d.defeatStage(st)
	}
}

var embassyOption = option{
	id:      "embassy",
	offered: func(_ Context, t Table) (bool, string) { return t.Stage == "1B", "" },
	label:   "The four pairs are resolved",
	says:    "the embassy is over, and the battle begins",
	section: fireStages,
	take: func(d *entry, _ lotr.TakeOption) error {
		d.endEmbassy()
		return nil
	},
}

// blackGateGrows: one resource on The Black Gate and 1 threat for each player at the start of each
// quest phase.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards).
func blackGateGrows(d *entry) {
	d.addOn(theBlackGate, lotr.TokenResource, 1, "The Black Gate")
	d.raise(d.t.TurnOrder(), 1, lotr.WhyStage, "The Black Gate")
}

// gateReveals: at stage 2B the first player reveals one card for each resource on The Black Gate.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of The Black Gate Opens).
func gateReveals(_ Context, t Table, player events.PersonID) int {
	if t.Stage == "2B" && player == t.FirstPlayer {
		return t.ResourcesOn(theBlackGate)
	}
	return 1
}

// gateQuest: a failed quest at stage 2B discards the active location, and raises threat as ever.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of The Black Gate Opens).
func gateQuest(d *entry, q lotr.QuestResolved) bool {
	if l, ok := d.t.ActiveLocation(); ok && d.t.Stage == "2B" && q.Outcome == failure {
		d.takeOut(lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}, "discarded: the quest failed")
	}
	return false
}

// gateThreat: The Black Gate has 1 threat for each resource on it, Towers of the Teeth as much as the
// player with the most characters controls, as far as they were entered; and with The Eye of Sauron
// here each enemy in the staging area has 1 more.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards); "1.2 End of round in epic mode" (Eye at BG).
func gateThreat(_ Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	switch {
	case card.Code == theBlackGate:
		_, resources, _, _ := t.Tokens(p)
		return printed + resources
	case card.Code == towersOfTheTeeth && printed == 0:
		most := 0
		for _, pl := range t.Players {
			if !pl.Out {
				most = max(most, charactersOf(pl, false))
			}
		}
		return most
	case t.Eye && t.isStaged(p):
		return printed + gateEyeThreat
	}
	return printed
}

// hillsStaging: while Beleaguered Hills is the active location, the threat of the engaged enemies is
// taken off that of the staging area.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func hillsStaging(c Context, t Table) int {
	less := 0
	for _, e := range t.Enemies {
		if e.Player != "" && t.isActive(beleagueredHills) {
			less += ThreatOf(c, t, lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number})
		}
	}
	return -less
}

// gateEngagement: with The Eye of Sauron here an enemy in the staging area costs 10 less to engage.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode" (Eye at BG).
func gateEngagement(t Table, e Enemy) int {
	if t.Eye && e.Player == "" {
		return e.Card.Engagement - gateEyeCost
	}
	return e.Card.Engagement
}

func gateMayTravel(_ *entry, l Location) error {
	if l.Card.Code == theBlackGate {
		return refuse("no-travel", fireStages, "nobody travels to The Black Gate: choose another location")
	}
	return nil
}

// mouthStays: The Mouth of Sauron engages nobody.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards).
func mouthStays(_ Table, e Enemy) string {
	if e.Card.Code == mouthOfSauron {
		return "The Mouth of Sauron does not leave the staging area"
	}
	return ""
}

// gateEngaged carries out what an enemy of The Black Gate Opens does when it has engaged a player, and
// says what it will do in combat.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func gateEngaged(d *entry, e Enemy, player events.PersonID) {
	orcsEngaged(d, e, player)
	switch e.Card.Code {
	case nazgulOfMordor:
		d.tell("After each attack of Nazgûl of Mordor choose: your threat rises by 4, or it returns to the staging area. Enter which.", player)
	case hillTroll:
		d.tell("When Gorgoroth Hill-troll destroys a character, discard a card at random from your hand: your threat rises by its cost. Enter it.", player)
	}
}

// gateTravelled carries out what a location does that has become the active one.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func gateTravelled(d *entry, l Location) {
	switch l.Card.Code {
	case towersOfTheTeeth:
		d.tell("No player can play allies while Towers of the Teeth is the active location.")
	case beleagueredHills:
		d.tell("Each player engages an enemy of the staging area that is not unique: enter it.", d.t.TurnOrder()...)
	case wasteOfDagorlad:
		d.tell("While Waste of Dagorlad is the active location the text of allies does not count, their traits do.")
	case reekingMoat:
		d.tell("Choose an enemy of the staging area that is neither unique nor a Nazgûl, and lay it facedown under Reeking Moat: take it out of play here.")
	case wallOfMorannon:
		d.allReturn()
		d.tell("While Wall of Morannon is the active location, enemies and locations in the staging area are immune to player card effects.")
	}
}

// allReturn returns every engaged enemy to the staging area.
func (d *entry) allReturn() {
	for _, e := range d.t.Enemies {
		if e.Player != "" {
			d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
		}
	}
}

// gateLeft says what comes when a location leaves play, explored or not.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func gateLeft(d *entry, _ lotr.Piece, card lotr.Card, _ string) {
	switch card.Code {
	case slopesOfGorgor:
		d.tell("Shuffle the encounter discard pile into the deck and discard cards until an enemy comes: it enters play engaged with the first player. Enter it.", d.t.FirstPlayer)
	case reekingMoat:
		d.tell("Each enemy under Reeking Moat enters play engaged with the first player: enter it.", d.t.FirstPlayer)
	}
}

// gateRevealed says what people do when a card of The Black Gate Opens is revealed.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func gateRevealed(d *entry, card lotr.Card) {
	darknessTold(d, card)
	you, all := d.youRevealed(), d.t.TurnOrder()
	switch card.Code {
	case "easterling-bowman":
		d.tell("1 damage to one of your questing characters: enter it.", you)
	case "warrior-of-rhun":
		d.tell("Take one of your characters out of the quest.", you)
	case "hell-hawk":
		d.tell("Choose: add a Nazgûl of deck, discard pile or victory display to the staging area (enter it), or attach Hell-hawk to a Nazgûl in play: threat, attack and defense +2, immune to player card effects, one for each enemy.", you)
	case "the-hour-of-doom":
		d.tell("Each player chooses: threat +1 for each character, or discard the dearest ally. Enter which.", all...)
	case jawsOfSteel:
		d.tell(fmt.Sprintf("Each player deals %d damage among their characters: enter it.", d.t.ResourcesOn(theBlackGate)), all...)
	case "rage-filled-him":
		d.tell("The Mouth of Sauron attacks you at once. If a character is destroyed by it, your threat rises by 4: enter it.", you)
	case "onslaught-of-mordor":
		d.tell("Each player deals 1 damage to one of their questing characters: enter it. Until the end of the phase damaged characters have 1 willpower less and are not healed.", all...)
	case gwaihir:
		d.tell("First player, choose: take control of Gwaihir, or pay 1 Fellowship resource and discard him to discard an enemy of the staging area that is not unique. Both are options of this table.", d.t.FirstPlayer)
	}
}

// gateFinished notes what the campaign log needs: the resources on The Black Gate are the tokens on
// the next scenario's campaign card.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards".
func gateFinished(d *entry) {
	d.fact(FactBlackGate, d.t.ResourcesOn(theBlackGate))
	if n := d.t.InVictoryWith(func(c lotr.Card) bool { return sameName(c.Name, wraithOnWings) }); n > 0 {
		d.fact(FactWraithOnWings, n)
	}
	for _, o := range d.t.Objectives {
		if o.Card.Code == gwaihir && o.Player != "" && o.Player == d.t.FirstPlayer {
			d.fact(FactGwaihir, 1)
		}
	}
}
