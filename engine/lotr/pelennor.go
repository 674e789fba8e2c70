package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Battle of the Pelennor Fields that its rules name.
const (
	pelennorID    = "the-battle-of-the-pelennor-fields"
	grondCode     = "grond"
	gateOfGondor  = "gate-of-gondor"
	cityWall      = "city-wall"
	siegeTower    = "siege-tower"
	blackSerpent  = "the-black-serpent"
	warMumak      = "war-mumak"
	orcOfTheEye   = "orc-of-the-eye"
	fellBeast     = "fell-beast"
	spellsOfRuin  = "spells-of-ruin"
	wingedWraith  = "wraith-on-wings"
	fleetOfGondor = "the-corsair-fleet-gondor"
	witchCaptain  = "the-witch-king"
	witchSorcerer = "the-witch-king-sorcerer"

	pelennorTrait = "Pelennor"
	nazgulTrait   = "Nazgûl"
)

// Effects of the scenario that wait for people, and what it offers.
const (
	pelennorReveal  = "2a-reveal"
	pelennorAllies  = "2a-allies"
	alliesHurt      = "2b-allies"
	pelennorEnemies = "3a-enemies"
	rohanAllies     = "4a-allies"
	rohanDamage     = "4b-damage"
	rohanEnds       = "4b-ends"
	fieldsReveal    = "5a-reveal"
	fieldsHarad     = "5b-harad"
	garrison        = "1b-garrison"
	allyStands      = "ally-in-staging"
	grondAttack     = "grond-attack"
	spellsCity      = "spells-of-ruin-city"
	orcCity         = "orc-of-the-eye-city"
)

const (
	cityRule = `The Flame of the West, "Minas Tirith"`

	cityPoints    = 30 // hit points of Minas Tirith, and what each player adds
	cityPerPlayer = 10
	wraithMost    = 5 // resources on Wraith on Wings
	wraithCopies  = 4
	wallThreat    = 3 // threat for each player when a City Wall is full
	gateNear      = 30
	beastNear     = 10
	towerArchery  = 3
	mumakTakes    = 3 // damage that a War Mûmak takes in a round
	mumakThreat   = 4 // threat that its defeat takes off
	spellsDamage  = 5
	orcDamage     = 2
)

var _ = adds(pelennorID, scenarioEffect{
	setUp:       pelennorSetUp,
	entered:     pelennorEntered,
	skips:       pelennorSkips,
	worked:      pelennorWorked,
	threat:      pelennorThreat,
	engagement:  pelennorEngagement,
	attack:      func(_ Context, t Table, e Enemy) int { return e.Card.Attack + t.mounted(e) },
	defense:     func(_ Context, t Table, e Enemy) int { return e.Card.Defense + t.mounted(e) },
	archery:     pelennorArchery,
	immune:      pelennorImmune,
	mayPick:     pelennorPick,
	mayAttack:   pelennorAttack,
	damageLimit: pelennorLimit,
	mayPlaceOn:  pelennorPlaceOn,
	mayTravel:   pelennorTravel,
	travelled:   pelennorTravelled,
	quest:       pelennorQuest,
	mayDefeat:   pelennorDefeat,
	mayLower:    fearLower,
	revealed:    pelennorRevealed,
	left:        pelennorLeft,
	explored:    pelennorExplored,
	soak:        wallSoaks,
	settle:      pelennorSettle,
	finished:    pelennorFinished,
	triggers:    pelennorTriggers(),
	options:     pelennorOptions(),
})

// pelennorTriggers lists the effects that the players look for at the start of the quest phase and at
// the end of the round, and those between.
//
// Source: The Flame of the West, "Strategy Tip"; facts/game-facts.md, "3.2 The Pelennor trigger list".
func pelennorTriggers() []trigger {
	list := []trigger{
		{
			id: garrison, when: WhenPlanningEnd, stage: "1B", section: flameStages,
			says: says("1 progress on stage 1B"),
			do:   pelennorGarrison,
		},
		{
			id: fleetOfGondor, when: WhenQuest, card: fleetOfGondor, section: pelennorList,
			says: says("1 resource off it; with none left the first player takes control of Aragorn, and it goes to the victory display"),
			do:   fleetArrives,
		},
		{
			id: grondCode, when: WhenQuest, card: grondCode, section: pelennorList,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("1 resource on it; then %d damage to Minas Tirith", t.ResourcesOn(grondCode)+1)
			},
			do: func(d *entry) {
				d.addOn(grondCode, lotr.TokenResource, 1, "Grond")
				d.damageObjective(minasTirith, d.t.ResourcesOn(grondCode), "Grond")
			},
		},
		{
			id: wingedWraith, when: WhenQuest, card: wingedWraith, section: pelennorList,
			says: says("1 resource on each, up to 5: each is threat +1 and engagement cost -1"),
			do:   wraithsGrow,
		},
		{
			id: witchCaptain, when: WhenQuest, card: witchCaptain, section: pelennorList,
			says: says("discard from the encounter deck until an enemy comes, and add it to the staging area"),
		},
		{
			id: witchSorcerer, when: WhenEncounter, card: witchSorcerer, section: pelennorList,
			says: says("it engages the first player, and makes an immediate attack"),
			do:   sorcererEngages, people: func(Context, Table) bool { return true },
		},
		{
			id: rohanEnds, when: WhenQuestEnd, stage: "4B", section: flameStages,
			says: says("the table goes to stage 5A"),
			do:   func(d *entry) { d.goTo("5B") },
		},
	}
	return append(append(list, pelennorEnds()...), pelennorAtOnce()...)
}

// pelennorEnds are the effects of the end of the round. The first player may resolve them in another
// order.
//
// Ruling: 14.
func pelennorEnds() []trigger {
	return []trigger{
		{
			id: alliesHurt, when: WhenRoundEnd, stage: "2B", section: flameStages,
			active: func(_ Context, t Table) bool { return len(t.stagedAllies()) > 0 && len(t.stagedEnemies()) > 0 },
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("%d damage, as many as there are enemies in the staging area, is assigned among the allies there", len(t.stagedEnemies()))
			},
			do:     alliesTake,
			people: func(_ Context, t Table) bool { return len(t.stagedAllies()) > 1 },
		},
		{
			id: minasTirith, when: WhenRoundEnd, card: minasTirith, section: pelennorList,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("%d damage, as many as there are enemies in the staging area; with no hit points left the game is lost", len(t.stagedEnemies()))
			},
			do: cityUnderAttack,
		},
		{
			id: fellBeast, when: WhenRoundEnd, card: fellBeast, section: pelennorList,
			says: says("the enemy with it returns to the staging area"),
			do:   beastsReturn,
		},
		{
			id: blackDart, when: WhenRoundEnd, card: blackDart, section: pelennorList,
			says: says("1 damage to the hero with it"),
			do:   dartsHurt,
			people: func(_ Context, t Table) bool {
				return len(t.looseDarts()) > 0
			},
		},
		fearTrigger(),
	}
}

// pelennorAtOnce are the effects of stages and cards that people carry out when they come.
func pelennorAtOnce() []trigger {
	at := func(id, stage, text string) trigger {
		return trigger{id: id, when: WhenAtOnce, stage: stage, says: says(text), section: flameStages}
	}
	return []trigger{
		at(pelennorReveal, "2B", "each player reveals an encounter card"),
		at(pelennorAllies, "2B", "each player, the first player first, discards from the own deck until an ally that is not in play comes, and puts it into the staging area: enter each with its cost"),
		at(pelennorEnemies, "3B", "each player but the first searches the encounter deck and discard pile for a different enemy and adds it to the staging area; the deck is shuffled"),
		at(rohanAllies, "4B", "each player searches the top 10 cards of the own deck for an ally of the sphere of a hero they control, puts it into play and shuffles"),
		at(rohanDamage, "4B", "the quest's progress is assigned as damage among enemies in play"),
		at(fieldsReveal, "5B", "each player but the first reveals an encounter card"),
		at(fieldsHarad, "5B", "the Harad enemies that were set aside enter the staging area"),
		{
			id: grondAttack, when: WhenAtOnce, card: witchCaptain, section: pelennorList,
			says: says("The Witch-king makes an immediate attack against each player, in turn order"),
		},
		{
			id: blackSerpent, when: WhenAtOnce, card: blackSerpent, section: `The Flame of the West, card 50`,
			says: says("it makes an immediate attack against the first player"),
		},
		{
			id: spellsOfRuin, when: WhenAtOnce, section: cityRule,
			says: eitherCity("1 damage to each exhausted character", spellsDamage),
		},
		{
			id: orcOfTheEye, when: WhenAtOnce, section: cityRule,
			says: eitherCity("2 damage to a hero of the player who revealed it", orcDamage),
		},
		{
			id: fellBeast, when: WhenAtOnce, section: pelennorList,
			says: says("attach it to a Nazgûl enemy that has none"),
		},
		{
			id: blackDart, when: WhenAtOnce, section: pelennorList,
			says: says("remove a hero from the quest and attach it to that hero, at most one to a hero"),
		},
	}
}

// eitherCity says what an effect leaves to choose that may damage Minas Tirith: only the other half
// while the city is not in play.
//
// Source: The Flame of the West, "Minas Tirith".
func eitherCity(other string, damage int) func(Context, Table) string {
	return func(_ Context, t Table) string {
		if t.HasInPlay(minasTirith) {
			return fmt.Sprintf("either %s, or %d damage to Minas Tirith", other, damage)
		}
		return other + "; Minas Tirith is not in play, so there is no other choice"
	}
}
