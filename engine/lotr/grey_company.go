package lotr

import (
	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Passing of the Grey Company that its rules name.
const (
	greyCompany  = "the-passing-of-the-grey-company"
	stoneOfErech = "the-stone-of-erech"
	armyOfDead   = "army-of-the-dead"
	darkDoor     = "dark-door"
	trystPlace   = "trysting-place"
	hauntedPath  = "haunted-path"
	undeadKin    = "Oathbreaker" // trait
)

const (
	greyHands     = "1b-hands"
	greyResources = "1b-resources"
	greyLocations = "2a-locations"
	greyChoice    = "2b-choice"
	greyPay       = "2b-pay"
	greyAbstain   = "2b-abstain"
	greyDetach    = "3a-detach"
	greySearch    = "3b-oathbreakers"

	greyThreat    = 3 // threat that 1B's resources cost, and 3A's detaching
	stoneProgress = 5 // progress that travelling to The Stone of Erech costs
	hauntedLevel  = 35
	deadNear      = 20 // engagement cost that Oathbreakers lose at the Stone
)

var _ = adds(greyCompany, scenarioEffect{
	entered:     greyEntered,
	worked:      greyWorked,
	threat:      greyThreatOf,
	engagement:  greyEngagement,
	phantom:     func(t Table, e Enemy) bool { return !greyAtStone(t, e.Card) },
	mayLower:    greyLower,
	mayTravel:   greyTravel,
	travelled:   greyTravelled,
	explored:    greyExplored,
	mayPlaceOn:  greyPlaceOn,
	damageLimit: greyLimit,
	settle:      greySettle,
	finished:    greyFinished,
	triggers: []trigger{
		{
			id: greyHands, when: WhenPlanningEnd, stage: "1B", section: flameStages,
			says: says("every player discards the hand, and the table goes to stage 2A"),
			do: func(d *entry) {
				d.tell("Each player discards all cards in hand.", d.t.TurnOrder()...)
				d.goTo("2B")
			},
		},
		{
			id: greyLocations, when: WhenAtOnce, stage: "2B", section: flameStages,
			says: says("each player searches the encounter deck for a different location and adds it to the staging area; the deck is shuffled"),
		},
		{
			id: greyChoice, when: WhenPlanning, stage: "2B", section: flameStages,
			says: says("each player raises threat by 1, or plays no cards in this planning phase"),
		},
		{
			id: greyDetach, when: WhenAtOnce, stage: "3B", section: flameStages,
			says: says("each player may raise threat by 3 to detach Overcome by Fear"),
		},
		{
			id: greySearch, when: WhenAtOnce, stage: "3B", section: flameStages,
			says: says("each player searches the encounter deck and discard pile for an Oathbreaker enemy and adds it to the staging area; the deck is shuffled"),
		},
		fearTrigger(),
	},
	options: []option{
		{
			id: greyResources, label: "Add 1 resource to each hero", needs: "player", section: flameStages,
			says:    "1 resource for each hero of a player, whose threat rises by 3",
			offered: atStage("1B"),
			take: func(d *entry, cmd lotr.TakeOption) error {
				if err := d.once(greyResources, cmd.Player, flameStages); err != nil {
					return err
				}
				return d.pays(cmd.Player, greyThreat, "The Forbidden Door")
			},
		},
		{
			id: greyPay, label: "Raise threat by 1 to play cards", needs: "player", section: flameStages,
			says:    "threat +1, and the player may play cards in this planning phase",
			offered: whileOpen(greyChoice),
			take: func(d *entry, cmd lotr.TakeOption) error {
				if err := greyChooses(d, cmd.Player); err != nil {
					return err
				}
				return d.pays(cmd.Player, 1, "The Paths of the Dead")
			},
		},
		{
			id: greyAbstain, label: "Play no cards", needs: "player", section: flameStages,
			says:    "the player plays no cards in this planning phase",
			offered: whileOpen(greyChoice),
			take:    func(d *entry, cmd lotr.TakeOption) error { return greyChooses(d, cmd.Player) },
		},
		{
			id: greyDetach, label: "Detach Overcome by Fear", needs: "player", section: flameStages,
			says:    "threat +3, and Overcome by Fear leaves the player's dial",
			offered: whileOpen(greyDetach),
			take: func(d *entry, cmd lotr.TakeOption) error {
				if _, ok := d.t.fearOf(cmd.Player); !ok {
					return refuse("nothing-to-detach", flameStages, "Overcome by Fear is not on the dial of %s: there is nothing to detach", person(cmd.Player))
				}
				if err := d.pays(cmd.Player, greyThreat, "The Dead are Following"); err != nil {
					return err
				}
				d.hearten(cmd.Player, "threat +3 was paid at stage 3A")
				return nil
			},
		},
		fearOption(),
	},
})

// greyChooses refuses a second choice of stage 2B in a round.
func greyChooses(d *entry, id events.PersonID) error {
	for _, other := range []string{greyPay, greyAbstain} {
		if err := d.once(other, id, flameStages); err != nil {
			return err
		}
	}
	return nil
}

// greyEntered carries out what the stages' sides A say.
//
// Source: facts/game-facts.md, "3.1 Stages".
func greyEntered(d *entry, stage string) {
	switch stage {
	case "1B":
		for _, id := range d.t.TurnOrder() {
			d.frighten(id, "setup")
		}
	case "2B":
		d.due(greyLocations)
	case "3B":
		d.comeOnce(stoneOfErech, armyOfDead)
		if len(d.t.afraid()) > 0 {
			d.due(greyDetach)
		}
	}
}

// greyWorked: stage 2B has as many quest points as the highest threat.
//
// Source: facts/game-facts.md, "3.1 Stages".
func greyWorked(_ Context, t Table, p lotr.Piece, _ lotr.Card) int {
	highest := 0
	if p.Kind != lotr.KindStage || t.Stage != "2B" {
		return highest
	}
	for _, pl := range t.Players {
		if !pl.Out {
			highest = max(highest, pl.Threat)
		}
	}
	return highest
}

// greyThreatOf: the threat of Army of the Dead is twice the number of players; that of Haunted Path
// grows with the players at 35 or more.
//
// Source: facts/game-facts.md, "3.3 Army of the Dead"; The Flame of the West, card 21.
func greyThreatOf(_ Context, t Table, _ lotr.Piece, card lotr.Card, printed int) int {
	switch card.Code {
	case armyOfDead:
		return 2 * t.PlayersIn()
	case hauntedPath:
		for _, p := range t.Players {
			if !p.Out && p.Threat >= hauntedLevel {
				printed++
			}
		}
	}
	return printed
}

// greyAtStone tells whether an enemy feels The Stone of Erech: while it is the active location at stage
// 3B, Oathbreakers lose Phantom and have a lower engagement cost.
//
// Source: The Flame of the West, card 65.
func greyAtStone(t Table, card lotr.Card) bool {
	l, ok := t.ActiveLocation()
	return ok && l.Card.Code == stoneOfErech && t.Stage == "3B" && card.HasTrait(undeadKin)
}

func greyEngagement(t Table, e Enemy) int {
	if greyAtStone(t, e.Card) {
		return max(e.Card.Engagement-deadNear, 0)
	}
	return e.Card.Engagement
}

// greyLower: no threat is reduced with Overcome by Fear on the dial, and at stage 2B none below where it
// was at the start.
//
// Source: facts/game-facts.md, "3.1 Stages"; "3.4 Campaign results".
func greyLower(t Table, p Player, to int) (least int, reason string) {
	if least, reason = fearLower(t, p, to); reason != "" {
		return least, reason
	}
	if t.Stage == "2B" && p.StartThreat > 0 && to < p.StartThreat {
		return p.StartThreat, "stage 2B keeps every threat at or above where it started"
	}
	return 0, ""
}

// greyTravel carries out the price of travelling.
//
// Source: facts/game-facts.md, "3.1 Stages" (The Stone of Erech); The Flame of the West, card 21.
func greyTravel(d *entry, l Location) error {
	switch l.Card.Code {
	case stoneOfErech:
		if d.t.Progress < stoneProgress {
			return refuse("travel-price", flameStages, "travelling to The Stone of Erech takes %d progress off stage 3B, and it has %d: place more first", stoneProgress, d.t.Progress)
		}
		d.progressStage(-stoneProgress, "paid")
	case hauntedPath:
		if err := d.declared(d.t.TurnOrder(), "the price of travelling"); err != nil {
			return err
		}
		d.raise(d.t.TurnOrder(), 1, lotr.WhyStage, "Haunted Path")
	}
	return nil
}

func greyTravelled(d *entry, l Location) {
	if l.Card.Code == stoneOfErech {
		d.due(greySearch)
	}
}

// greyExplored wins the game when The Stone of Erech leaves play explored.
//
// Source: facts/game-facts.md, "3.1 Stages".
func greyExplored(d *entry, l Location) {
	if l.Card.Code == stoneOfErech {
		d.win("The Stone of Erech was explored.", flameStages)
	}
}

// greyPlaceOn: while Dark Door is in the staging area, no location there takes progress.
//
// Source: The Flame of the West, card 18.
func greyPlaceOn(_ Context, t Table, l Location) string {
	if !l.Active && t.staged(darkDoor) {
		return "Dark Door is in the staging area, and no location there takes progress"
	}
	return ""
}

// greyLimit: while Trysting Place is in the staging area, the enemies there take no damage.
//
// Source: The Flame of the West, card 19.
func greyLimit(_ Context, t Table, e Enemy) int {
	if e.Player == "" && t.staged(trystPlace) {
		return 0
	}
	return -1
}

// staged tells whether a location with this code is in the staging area.
func (t Table) staged(code string) bool {
	for _, l := range t.Locations {
		if l.Card.Code == code && !l.Active {
			return true
		}
	}
	return false
}

// greySettle ticks off stage 2B's choice when every player has made it.
func greySettle(d *entry) {
	looseObjectives(d)
	if d.t.isOpen(greyChoice) && d.t.allTook(greyPay, greyAbstain) {
		d.tick(greyChoice, "")
	}
}

// greyFinished notes who still has Overcome by Fear, and Army of the Dead if it lies in the victory
// display.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func greyFinished(d *entry) {
	if d.c.Campaign == nil {
		return
	}
	fearFacts(d)
	if d.t.InVictory(armyOfDead) {
		d.fact(campaign.FactArmy, 1)
	}
}
