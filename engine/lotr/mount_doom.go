package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of Mount Doom that have a part of their own.
const (
	mountDoom         = "mount-doom"
	doomTower         = "the-tower-of-barad-dur"
	brakeOfThorns     = "brake-of-thorns"
	mordorRoad        = "mordor-road"
	plainOfGorgoroth  = "plain-of-gorgoroth"
	oldWaterCourse    = "old-water-course"
	orcHold           = "orc-hold"
	gollumOfDoom      = "gollum"
	ringwraith        = "ringwraith-of-sauron"
	orcCaptain        = "orc-captain"
	bigUruk           = "big-uruk"
	lidlessEye        = "the-lidless-eye"
	foulFumes         = "foul-fumes"
	wickedMaster      = "wicked-master"
	doomCampaignCard  = "mount-doom-campaign"
	doomJourney       = 20 // progress on 3B for travelling to Mount Doom
	gaspCap           = 5  // progress that 3B takes in a round after a failed test
	watercourseRelief = 5  // threat that exploring Old Water-course takes off
)

var _ = adds("mount-doom", scenarioEffect{
	setUp:           doomSetUp,
	entered:         doomEntered,
	mayDefeat:       doomMayDefeat,
	asRevealed:      firstTreachery,
	revealed:        doomRevealed,
	engaged:         doomEngaged,
	threat:          doomThreat,
	icons:           doomIcons,
	testIcons:       lidlessIcons,
	counted:         gollumDiscarded,
	tested:          doomTested,
	quest:           isenmoutheQuest,
	mayTravel:       doomMayTravel,
	travelled:       doomTravelled,
	mayPlaceOn:      orcHoldBars,
	explored:        doomExplored,
	noRefreshThreat: func(t Table) bool { return t.HasInPlay(doomTower) },
	noAllies:        crackNoAllies,
	settle:          doomSettle,
	triggers: []trigger{
		{
			id: "the-last-gasp", when: WhenQuest, stage: "3B", section: fireStages,
			active: func(_ Context, t Table) bool { return !t.Quested },
			says: func(Context, Table) string {
				return fmt.Sprintf("the first player takes a Fortitude test; if it fails, at most %d progress is placed here this round", gaspCap)
			},
			do: func(d *entry) {
				d.testsDue(testGasp, "The Last Gasp", 0, d.t.FirstPlayer)
			},
		},
		{
			id: "isenmouthe", when: WhenQuestEnd, stage: "2B", section: fireStages,
			active: func(_ Context, t Table) bool { return t.Resources >= t.PlayersIn() },
			says:   func(Context, Table) string { return "there are resources here for every player: go to 3A" },
			do:     func(d *entry) { d.goTo("3B") },
		},
		baradDurTrigger,
		countdownTrigger,
	},
	options: []option{ringExhausted, darknessShadow},
})

// doomSetUp says what people do in setup, and in a campaign puts the campaign card into play with as
// many tokens as The Black Gate had resources. In epic mode its countdown is ignored.
//
// Source: facts/game-facts.md, "1.6 Campaign cards" (18); "1.2 End of round in epic mode".
func doomSetUp(d *entry) {
	darknessSetUp(d)
	d.tell("Each player searches the encounter deck for a location, each a different one, and adds it to the staging area: enter them. Shuffle the deck.")
	d.tell(brakeSays, d.t.TurnOrder()...)
	campaignSetUp(d, "each player may change heroes, without the penalty of 1 threat.",
		"Leave out the burdens of Helm's Deep, The Road to Isengard and The Passing of the Grey Company.")
	if d.c.Campaign == nil || d.c.Epic {
		return
	}
	if n := d.c.Campaign.Facts[FactBlackGate]; n > 0 {
		d.putObjective(doomCampaignCard, "setup", lotr.Piece{}, "")
		d.addOn(doomCampaignCard, lotr.TokenResource, n, "noted at The Black Gate")
	}
}

// countdownTrigger: in a campaign one token leaves the campaign card at the end of each round, and
// with none left the game is lost. In an epic game the card's effect is ignored.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode"; "1.3 Stages"; "1.6 Campaign cards" (18).
var countdownTrigger = trigger{
	id: "countdown", when: WhenRoundEnd, card: doomCampaignCard, section: fireCampaign,
	active: func(c Context, _ Table) bool { return !c.Epic },
	says: func(_ Context, t Table) string {
		return fmt.Sprintf("one of %s leaves the campaign card; with none left the game is lost",
			countOf(t.ResourcesOn(doomCampaignCard), "token", "tokens"))
	},
	do: func(d *entry) {
		d.addOn(doomCampaignCard, lotr.TokenResource, -1, "the host at The Black Gate holds out no longer than it did")
		if d.t.ResourcesOn(doomCampaignCard) == 0 {
			d.lose(lotr.LostCard, "No token is left on the campaign card: the Ring-bearer was too slow.", fireCampaign)
		}
	},
}

// doomEntered carries out what the stages of Mount Doom do when they come.
//
// Source: facts/game-facts.md, "1.3 Stages" (Mount Doom); "0.2 Sources" (DC).
func doomEntered(d *entry, stage string) {
	players := d.t.PlayersIn()
	switch stage {
	case "2B":
		d.tell("Take Mordor Road from deck, discard pile or victory display; shuffle the encounter discard pile into the deck.")
		d.travelTo(d.putLocation(mordorRoad, "stage"))
	case "3B":
		d.tell(fmt.Sprintf("Shuffle the encounter discard pile into the deck and discard cards until %s came; add them to the staging area: enter them.",
			countOf(players, "location", "locations")))
	case "4B":
		d.tell(fmt.Sprintf("Shuffle the encounter discard pile into the deck and discard cards until %s came; add them to the staging area: enter them. From now on no ally enters play, and what a card does when it is revealed cannot be cancelled.",
			countOf(players, "enemy", "enemies")))
	}
}

// travelTo makes a location of the staging area the active one because a card says so, unless another
// one is active.
func (d *entry) travelTo(number int) {
	l, err := d.location(number)
	if err != nil {
		return
	}
	if active, ok := d.t.ActiveLocation(); ok {
		d.tell(fmt.Sprintf("%s is the active location, so nobody travels to %s now.", active.Card.Name, l.Card.Name))
		return
	}
	d.emit(lotr.LocationTravelled{Table: d.t.ID, Location: l.Number, Card: l.Card.Name})
	if f := d.sc.rules().travelled; f != nil {
		f(d, l)
	}
}

// doomMayDefeat: stage 3B is defeated only while Mount Doom is the active location, when the tests of
// the journey to it are taken.
//
// Source: facts/game-facts.md, "1.3 Stages" (3B of Mount Doom).
func doomMayDefeat(_ Context, t Table) string {
	switch {
	case t.Stage != "3B":
		return ""
	case !t.isActive(mountDoom):
		return "Mount Doom is not the active location"
	case t.awaitsTest(testJourney):
		return "the Fortitude tests of the journey to Mount Doom are not taken"
	}
	return ""
}

// firstTreachery: at stages 1B and 3B the first treachery revealed in a quest phase is immune to
// player card effects and surges.
//
// Source: facts/game-facts.md, "1.3 Stages" (1B and 3B of Mount Doom).
func firstTreachery(_ Context, t Table, card lotr.Card) lotr.Card {
	if isFirstTreachery(t, card) {
		card.Immune, card.Surge = true, true
	}
	return card
}

const treacheryNote = "first-treachery"

func isFirstTreachery(t Table, card lotr.Card) bool {
	return card.Kind == lotr.KindTreachery && (t.Stage == "1B" || t.Stage == "3B") &&
		t.inQuestPhase() && !t.hasFired(WhenQuest, treacheryNote)
}

// inQuestPhase tells whether a card that is revealed now is revealed in the quest phase: also while
// the captain has not said that it began.
func (t Table) inQuestPhase() bool {
	switch t.Phase {
	case lotr.PhaseResource, lotr.PhasePlanning, lotr.PhaseQuest:
		return true
	}
	return false
}

// isenmoutheQuest: at stage 2B, after progress was placed on it by a successful quest, each player
// takes a Fortitude test.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of Mount Doom).
func isenmoutheQuest(d *entry, q lotr.QuestResolved) bool {
	if d.t.Stage != "2B" || q.Outcome != success {
		return false
	}
	before := d.t.Progress
	d.place(q.By, false, "quest")
	if d.t.Progress > before {
		d.testsDue(testIsenmouthe, "The Road to Isenmouthe", 0, d.t.TurnOrder()...)
	}
	return true
}

// doomThreat: Mount Doom's threat is the tens digit of the first player's dial; Mordor Road has 1 more
// for each ally of the player with the most of them, as far as they were entered; Plain of Gorgoroth
// has 2 more after a failed Fortitude test.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards); "0.2 Sources" (DC).
func doomThreat(_ Context, t Table, _ lotr.Piece, card lotr.Card, printed int) int {
	switch card.Code {
	case mountDoom:
		first, _ := t.Player(t.FirstPlayer)
		return max(first.Threat, 0) / 10
	case mordorRoad:
		most := 0
		for _, p := range t.Players {
			if !p.Out {
				most = max(most, len(p.InPlay))
			}
		}
		return printed + most
	case plainOfGorgoroth:
		if len(t.FailedTests) > 0 {
			return printed + 2
		}
	}
	return printed
}

// orcHoldBars: while Orc-hold is in the staging area, no other location there takes progress.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func orcHoldBars(_ Context, t Table, l Location) string {
	if l.Active {
		return ""
	}
	for _, o := range t.Locations {
		if o.Card.Code == orcHold && !o.Active && o.Number != l.Number {
			return "Orc-hold is in the staging area, so no other location there takes progress"
		}
	}
	return ""
}

// crackNoAllies: at stage 4B no ally enters play.
//
// Source: facts/game-facts.md, "1.3 Stages" (4B of Mount Doom).
func crackNoAllies(_ Context, t Table) string {
	if t.Stage == "4B" {
		return "at The Crack of Doom no ally enters play"
	}
	return ""
}

// doomSettle: Gollum is engaged with the first player, whoever that is.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func doomSettle(d *entry) {
	first, ok := d.t.Player(d.t.FirstPlayer)
	if !ok || first.Out {
		return
	}
	for _, e := range d.t.Enemies {
		if e.Card.Code == gollumOfDoom && e.Player != d.t.FirstPlayer {
			d.engaged(e, d.t.FirstPlayer, byEffect)
		}
	}
}

// baradDurTrigger: The Tower of Barad-dûr raises each player's threat at the end of the round by 1 for
// each character outside the Fellowship sphere, instead of in the refresh phase. Muster counts heroes
// and entered allies; the answer adds those of one player that were not entered, or says that the
// dials are right already.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards).
var baradDurTrigger = trigger{
	id: "barad-dur", when: WhenRoundEnd, card: doomTower, section: fireStages,
	says:    baradDurSays,
	options: baradDurOptions,
	answer:  baradDurAnswer,
}

func baradDurSays(_ Context, t Table) string {
	says := "each threat +1 for each character outside the Fellowship sphere:"
	for i, id := range t.TurnOrder() {
		p, _ := t.Player(id)
		if i > 0 {
			says += ","
		}
		says += fmt.Sprintf(" %s +%d", person(id), charactersOf(p, true))
	}
	return says
}

// baradDurRaise raises the threats; more characters of one player come on top.
func baradDurRaise(d *entry, player events.PersonID, more int) {
	for _, id := range d.t.TurnOrder() {
		p, _ := d.t.Player(id)
		n := charactersOf(p, true)
		if id == player {
			n += more
		}
		if n > 0 {
			d.raise([]events.PersonID{id}, n, lotr.WhyStage, "The Tower of Barad-dûr")
		}
	}
}
