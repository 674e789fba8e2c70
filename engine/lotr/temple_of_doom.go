package lotr

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Temple of Doom that have a part of their own.
const (
	tributeToMordor   = "tribute-to-mordor"
	thaneUlchor       = "thane-ulchor"
	ulchorsGuard      = "ulchors-guard"
	hallOfHorrors     = "hall-of-horrors"
	khamul            = "khamul-the-easterling"
	towerOfBaradDur   = "the-tower-of-barad-dur"
	watchfulEye       = "under-the-watchful-eye"
	armiesOfMordor    = "the-armies-of-mordor"
	coveredInDarkness = "covered-in-darkness"
	lostInTheDark     = "lost-in-the-dark"
	darkYears         = "memory-of-the-dark-years"
	lordOfMiddleEarth = "lord-of-middle-earth"
	forgottenID       = "the-forgotten-temple"
	lordOfNothing     = "lord-of-middle-earth-0"

	forgottenResources = 2 // on 1B, that lead on
	templeStages       = 4 // quest stages in the victory display that bar the last one, and free Thane Ulchor
	tributeFull        = 4 // damage on Tribute to Mordor that calls a power
	towerReach         = 5 // elimination level that The Tower of Barad-dûr takes off
)

// depths are the four stages 2 of the temple, of which each comes once.
var depths = []string{"2B", "2D", "2F", "2H"}

var _ = adds("the-temple-of-doom", scenarioEffect{
	entered: func(d *entry, stage string) {
		if slices.Contains(depths, stage) {
			d.tell(fmt.Sprintf("Reveal %s.", countOf(d.t.PlayersIn(), "encounter card", "encounter cards")))
		}
	},
	skips:       templeSkips,
	mayQuest:    templeCounts,
	mayDefeat:   templeBarred,
	defeated:    func(d *entry) { d.descend() },
	mayProgress: templeBarred,
	limit:       lordLimit,
	staging:     func(_ Context, t Table) int { return 2 * t.Numbers[darkYears] },
	threat:      templeThreat,
	attack:      armsAttack,
	defense:     armsDefense,
	archery:     armsArchery,
	immune:      fanatic,
	damageLimit: armiesLimit,
	elimination: towerLooms,
	slow:        darknessSlows,
	mayEngage:   ulchorWaits,
	mayChoose:   tributeBarred,
	mayTravel:   templeTravel,
	mayAttack:   khamulAlone,
	mayDefend:   khamulDefended,
	chosen:      warriorsChosen,
	asRevealed:  armsSurge,
	revealed:    templeRevealed,
	arrived:     warriorsArm,
	left:        templeLeft,
	engaged:     armiesEngaged,
	raised:      darkRaised,
	settle:      templeSettle,
	triggers: []trigger{
		{
			id: forgottenID, when: WhenPlanningEnd, stage: "1B", section: shadowStages,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("Stage 1B gets a resource and then has %d; with %d it goes into the victory display, and the top stage 2 follows.", t.Resources+1, forgottenResources)
			},
			do: forgottenTemple,
		},
		{
			id: "the-legacy-of-mordor", when: WhenQuest, stage: "2B", section: shadowStages,
			says: func(Context, Table) string {
				return "Each player deals 1 damage to a hero and exhausts it; it neither readies nor heals until the refresh phase. Enter damage and hero."
			},
		},
		{
			id: darkYears, when: WhenQuest, stage: "2D", section: shadowStages,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("Discard %s of the encounter deck: each different type of card among them adds 2 to the threat in the staging area. Enter the number of types.",
					countOf(QuestStagesInVictory(t)+1, "card", "cards"))
			},
		},
		{
			id: "shrine-to-sauron", when: WhenQuest, stage: "2F", section: shadowStages,
			says: func(_ Context, t Table) string {
				return fmt.Sprintf("Each player discards the top %s of the deck, and every copy of those that is in play under that player's control or in the hand.",
					countOf(QuestStagesInVictory(t)+1, "card", "cards"))
			},
		},
		{
			id: lordOfMiddleEarth, when: WhenQuest, stage: "2H", section: shadowStages,
			says: func(Context, Table) string {
				return "Each player discards a card from the hand; this round the stage takes no more progress than those cards cost together. Enter the sum."
			},
		},
		{
			id: tributeToMordor, when: WhenRoundEnd, card: tributeToMordor, section: powerRule,
			says: tributeSays, do: tributeEnd, options: powerOptions, answer: powerAnswer,
		},
	},
	options: []option{
		{
			id: "tribute-damage", label: "Put 1 damage on Tribute to Mordor", section: shadowCards,
			says:    "A card effect puts 1 damage on Tribute to Mordor.",
			offered: func(_ Context, t Table) (bool, string) { return t.HasInPlay(tributeToMordor), "" },
			take: func(d *entry, _ lotr.TakeOption) error {
				d.pay("Tribute to Mordor")
				return nil
			},
		},
		{
			id: darkYears, label: "Different types of card", needs: "number", most: 4, section: shadowStages,
			says:    "Each different type of card that stage 2D discarded adds 2 to the threat in the staging area.",
			offered: func(_ Context, t Table) (bool, string) { return once(t, "2D", darkYears) },
			take:    func(d *entry, _ lotr.TakeOption) error { d.tick(darkYears, ""); return nil },
		},
		{
			id: lordOfMiddleEarth, label: "Cost of the discarded cards together", needs: "number", most: 60, section: shadowStages,
			says:    "Stage 2H takes no more progress this round than the cards cost that were discarded.",
			offered: func(_ Context, t Table) (bool, string) { return once(t, "2H", lordOfMiddleEarth, lordOfNothing) },
			take:    func(d *entry, _ lotr.TakeOption) error { d.tick(lordOfMiddleEarth, ""); return nil },
		},
		{
			id: lordOfNothing, label: "The discarded cards cost nothing", section: shadowStages,
			says:    "Stage 2H takes no progress this round: the cards that were discarded cost 0.",
			offered: func(_ Context, t Table) (bool, string) { return once(t, "2H", lordOfMiddleEarth, lordOfNothing) },
			take:    func(d *entry, _ lotr.TakeOption) error { d.tick(lordOfMiddleEarth, ""); return nil },
		},
		armOption("sword-of-rhun", "Sword of Rhûn"),
		armOption("recurve-bow", "Recurve Bow"),
		armOption("fanaticism", "Fanaticism"),
	},
})

// once offers an option at a stage while none of these was taken this round.
func once(t Table, stage string, ids ...string) (shown bool, why string) {
	if t.Stage != stage || t.Phase != lotr.PhaseQuest {
		return false, ""
	}
	for _, id := range ids {
		if t.Taken[id] > 0 {
			return true, "it is entered for this round; withdraw the entry to change it"
		}
	}
	return true, ""
}

// templeSkips: at stage 1B there is no quest phase. In the round whose planning ends the stage there is
// one, at the stage 2 that has come.
//
// Source: A Shadow in the East, card 80.
func templeSkips(t Table, phase lotr.Phase) string {
	if t.Stage != "1B" || phase != lotr.PhaseQuest {
		return ""
	}
	if !slices.Contains(t.Done, doneKey(WhenPlanningEnd, forgottenID)) && t.Resources+1 >= forgottenResources {
		return ""
	}
	return "at stage 1B The Forgotten Temple the quest phase is skipped"
}

// forgottenTemple: at the end of planning stage 1B gets a resource; with the second it goes into the
// victory display, and the top stage 2 follows.
//
// Source: facts/game-facts.md, "4.1 Stages" (The Temple of Doom, 1B).
func forgottenTemple(d *entry) {
	d.addTokens(lotr.Piece{Kind: lotr.KindStage}, lotr.TokenResource, 1, "the end of planning")
	if d.t.Resources < forgottenResources {
		return
	}
	st, _ := d.sc.Stage("1B")
	d.emit(lotr.VictoryGained{Table: d.t.ID, Card: lotr.Card{Code: "stage-" + st.ID, Name: st.Name, Kind: lotr.KindStage, Victory: st.Victory}})
	d.descend()
}

// descend goes on to the top stage 2. The order of the four is random: it is drawn from the group's
// seed one stage at a time, so that nobody knows it before, and the table lays out the stage that was
// drawn. After the fourth there is none.
//
// Source: facts/game-facts.md, "4.1 Stages" (The Temple of Doom, 2B).
func (d *entry) descend() {
	var left []string
	for _, id := range depths {
		if id != d.t.Stage && !d.t.InVictory("stage-"+id) {
			left = append(left, id)
		}
	}
	if id := d.draw(left, "the top stage 2"); id != "" {
		d.goTo(id)
	}
}

// templeCounts: the numbers that stages 2D and 2H ask for at the beginning of the quest phase come before
// the quest is resolved.
//
// Source: A Shadow in the East, cards 83 and 85.
func templeCounts(_ Context, t Table) string {
	switch {
	case t.isOpen(darkYears):
		return "enter first how many different types of card stage 2D discarded, or tick it off if there were none"
	case t.isOpen(lordOfMiddleEarth):
		return "enter first what the cards cost together that were discarded for stage 2H"
	}
	return ""
}

// templeBarred: a stage 2 takes no progress while four quest stages lie in the victory display.
//
// Source: facts/game-facts.md, "4.1 Stages" (The Temple of Doom, 2B).
func templeBarred(_ Context, t Table) string {
	if slices.Contains(depths, t.Stage) && QuestStagesInVictory(t) >= templeStages {
		return fmt.Sprintf("%d quest stages lie in the victory display", templeStages)
	}
	return ""
}

// lordLimit: stage 2H takes as much progress in a round as the cards cost that were discarded for it.
//
// Source: A Shadow in the East, card 85.
func lordLimit(_ Context, t Table) int {
	switch {
	case t.Stage != "2H":
		return -1
	case t.Taken[lordOfNothing] > 0:
		return 0
	case t.Taken[lordOfMiddleEarth] > 0:
		return max(t.Numbers[lordOfMiddleEarth]-t.StagePlaced, 0)
	default:
		return -1
	}
}

// templeThreat: the threat of Thane Ulchor and of Hall of Horrors is 1 more than the quest stages in
// the victory display.
//
// Source: facts/game-facts.md, "4.1 Stages" (Thane Ulchor).
func templeThreat(c Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	if card.Code == thaneUlchor || card.Code == hallOfHorrors {
		printed = dread(t)
	}
	return armsThreat(c, t, p, card, printed)
}

// dread is X of The Temple of Doom: 1 more than the quest stages in the victory display.
func dread(t Table) int { return QuestStagesInVictory(t) + 1 }

// ulchorWaits: Thane Ulchor is engaged only while X is 5.
//
// Source: facts/game-facts.md, "4.1 Stages" (Thane Ulchor).
func ulchorWaits(t Table, e Enemy) string {
	if e.Card.Code != thaneUlchor || dread(t) == templeStages+1 {
		return ""
	}
	return fmt.Sprintf("Thane Ulchor cannot be engaged before its threat is %d, and it is %d", templeStages+1, dread(t))
}

// tributeBarred: Tribute to Mordor is not the current quest while Thane Ulchor has hit points.
//
// Source: facts/game-facts.md, "4.1 Stages" (Tribute to Mordor).
func tributeBarred(c Context, t Table, q SideQuest) string {
	if q.Card.Code != tributeToMordor {
		return ""
	}
	p, ok := t.PieceOf(thaneUlchor)
	if !ok {
		return ""
	}
	if left := HitPointsOf(c, t, p) - t.DamageOn(thaneUlchor); left > 0 {
		return fmt.Sprintf("Thane Ulchor has %s left", countOf(left, "hit point", "hit points"))
	}
	return ""
}

// templeTravel: nobody travels to The Tower of Barad-dûr.
//
// Source: A Shadow in the East, card 67.
func templeTravel(_ *entry, l Location) error {
	if l.Card.Code == towerOfBaradDur {
		return refuse("no-travel", shadowCards, "The Tower of Barad-dûr cannot be travelled to: choose another location")
	}
	return nil
}

// towerLooms: The Tower of Barad-dûr takes 5 off every elimination level.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func towerLooms(t Table, _ Player, level int) int {
	if t.HasInPlay(towerOfBaradDur) {
		return level - towerReach
	}
	return level
}

// darknessSlows: with Covered in Darkness player cards lower a threat by at most 1 a round.
//
// Source: A Shadow in the East, card 70.
func darknessSlows(_ Context, t Table) string {
	if t.HasInPlay(coveredInDarkness) {
		return "Covered in Darkness"
	}
	return ""
}

// fanatic: an enemy with Fanaticism is immune to player card effects.
func fanatic(_ Context, t Table, p lotr.Piece, _ lotr.Card) bool {
	return p.Kind == lotr.KindEnemy && bears(t, Enemy{Number: p.Number}, "fanaticism")
}

// khamulAlone: only the player who is engaged with Khamûl attacks it.
//
// Source: A Shadow in the East, card 66.
func khamulAlone(_ Table, e Enemy, attackers []lotr.Character) string {
	if e.Card.Code != khamul {
		return ""
	}
	for _, a := range attackers {
		if a.Player != e.Player {
			return "only the player engaged with it declares attackers against Khamûl the Easterling"
		}
	}
	return ""
}

// khamulDefended: only the player who is engaged with Khamûl defends against it.
//
// Source: A Shadow in the East, card 66.
func khamulDefended(_ Table, e Enemy, by lotr.Character) string {
	if e.Card.Code == khamul && by.Player != e.Player {
		return "only the player engaged with it declares defenders against Khamûl the Easterling"
	}
	return ""
}
