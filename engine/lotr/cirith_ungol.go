package lotr

import (
	"fmt"

	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards of The Tower of Cirith Ungol that have a part of their own.
const (
	twoWatchers       = "the-two-watchers"   // location side
	watchersAwake     = "the-two-watchers-2" // enemy side
	topmostChamber    = "topmost-chamber"
	lastOfTheCompany  = "last-of-the-company"
	echoingPassage    = "echoing-passage"
	bloodiedCourtyard = "bloodied-courtyard"
	windingStairs     = "winding-stairs"
	torchLitHall      = "torch-lit-hall"
	shagrat           = "shagrat"
	gorbag            = "gorbag"
	woundedUruk       = "wounded-uruk"
	orcishHowls       = "orcish-howls"
	chamberJourney    = 18 // progress on 2B for travelling to Topmost Chamber
	watchersJourney   = 12 // progress on 3B for travelling to The Two Watchers
	watchersStronger  = 3  // threat and defense of their enemy side at 3B
	echoingDefense    = 2
	stairsCost        = 10
	urukWounds        = 2 // damage with which Wounded Uruk enters play
)

// FactShagrat says that Shagrat was in play when The Tower of Cirith Ungol ended: the boons on him are
// lost, for [lotr.FactNoted].Fact.
//
// Source: facts/game-facts.md, "1.6 Campaign cards" (16).
const FactShagrat = campaign.FactShagrat

// The next enemy of the encounter deck comes at 2B and at Torch-lit Hall: triggers and the option that
// takes the answer.
const (
	nextEnemyQuest = "next-enemy"
	nextEnemyHall  = "next-enemy-of-the-hall"
)

var _ = adds("the-tower-of-cirith-ungol", scenarioEffect{
	setUp:      towerSetUp,
	entered:    towerEntered,
	mayDefeat:  towerMayDefeat,
	arrived:    towerArrived,
	asRevealed: howlsSurge,
	revealed:   towerRevealed,
	engaged:    towerEngaged,
	mayEngage:  watchersStay,
	threat:     towerThreat,
	engagement: towerEngagement,
	defense:    towerDefense,
	mayTravel:  towerMayTravel,
	travelled:  towerTravelled,
	explored:   chamberExplored,
	tokenStays: lastKeepsToken,
	settle:     towerSettle,
	finished:   towerFinished,
	triggers: []trigger{
		{
			id: nextEnemyQuest, when: WhenQuest, stage: "2B", section: fireStages,
			says: func(Context, Table) string { return nextEnemySays },
		},
		{
			id: nextEnemyHall, when: WhenAtOnce, section: fireCards,
			says: func(Context, Table) string { return "Torch-lit Hall: " + nextEnemySays },
		},
		{
			id: "the-two-watchers", when: WhenCombat, card: watchersAwake, section: fireCards,
			says: func(Context, Table) string {
				return "The Two Watchers count as engaged with each player: they attack each, and the damage becomes threat"
			},
		},
	},
	options: []option{nextEnemyOption, chooseLast},
})

const nextEnemySays = "discard cards from the encounter deck until an enemy comes, and say which: a copy of it in the staging area is discarded too, otherwise it is added to the staging area"

// towerSetUp lays the Ring-bearer under Topmost Chamber as a guarded objective, and attaches Last of
// the Company, and The One Ring with it, to the first hero of the first player; another one is chosen
// by an option of the table.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC); "1.6 Campaign cards" (16).
func towerSetUp(d *entry) {
	d.fellowAside("lies under Topmost Chamber as a guarded objective")
	card, _ := d.sc.find(lastOfTheCompany)
	in := lotr.ObjectiveEntered{
		Table: d.t.ID, Objective: max(d.t.NextObjective, 1), Card: ownSiege(card.Card), Why: "setup", Player: d.t.FirstPlayer,
	}
	first, _ := d.t.Player(d.t.FirstPlayer)
	for _, h := range first.Heroes {
		if h.up() {
			in.Character = h.Title
			break
		}
	}
	d.emit(in)
	d.tell("The Ring-bearer lies under Topmost Chamber as a guarded objective. Attach Last of the Company and The One Ring to a hero of yours: that hero is a Ring-bearer of the Fellowship sphere, and you keep the first player token.", d.t.FirstPlayer)
	campaignSetUp(d, "each player may change heroes, without the penalty of 1 threat, and sets one Item boon aside that is not Andúril.",
		"A Heavy Burden is attached to the hero with Last of the Company.",
		"Leave out the burdens of Helm's Deep, The Road to Isengard and The Passing of the Grey Company.")
}

// towerEntered carries out what the stages of The Tower of Cirith Ungol do when they come.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerEntered(d *entry, stage string) {
	switch stage {
	case "2B":
		d.tell(fmt.Sprintf("Shuffle the encounter discard pile into the deck and discard cards until %s came; add them to the staging area: enter them.",
			countOf(d.t.PlayersIn(), "enemy", "enemies")))
	case "3B":
		d.escape()
	}
}

// escape is stage 3A: Last of the Company goes to the victory display and the Ring to the Ring-bearer,
// who exhausts; The Two Watchers come back; each player but the first reveals a card.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC); "1.6 Campaign cards" (16).
func (d *entry) escape() {
	if p, ok := d.t.PieceOf(lastOfTheCompany); ok {
		d.toVictory(p, "The Ring-bearer is free")
	}
	if h, player, ok := d.fellow(); ok && !h.Exhausted {
		d.emit(lotr.CharacterExhausted{Table: d.t.ID, Player: player, Character: h.Title})
	}
	d.tell("Attach The One Ring to the Ring-bearer, who exhausts.", d.t.FirstPlayer)
	for _, c := range d.t.Victory {
		if c.Code == watchersAwake || c.Code == twoWatchers {
			d.emit(lotr.VictoryReturned{Table: d.t.ID, Card: c})
			break
		}
	}
	if !d.t.HasInPlay(twoWatchers) && !d.t.HasInPlay(watchersAwake) {
		d.putLocation(twoWatchers, "stage")
	}
	if others := d.t.TurnOrder(); len(others) > 1 {
		d.tell("Reveal an encounter card each, by an effect.", others[1:]...)
	}
	if d.c.Campaign != nil {
		d.tell("Campaign: attach A Heavy Burden to the Ring-bearer, and each Item boon that was set aside to Shagrat as a guarded objective; who defeats him returns them to their owners' hands.")
	}
}

// towerMayDefeat: 1B and 3B are not defeated while The Two Watchers are in play, whichever side is up;
// 2B is not while Topmost Chamber is not in the victory display.
//
// Source: facts/game-facts.md, "1.3 Stages" (The Tower of Cirith Ungol).
func towerMayDefeat(_ Context, t Table) string {
	switch {
	case t.Stage == "2B" && !t.InVictory(topmostChamber):
		return "Topmost Chamber is not in the victory display"
	case t.Stage != "2B" && (t.HasInPlay(twoWatchers) || t.HasInPlay(watchersAwake)):
		return "The Two Watchers are in play"
	}
	return ""
}

// towerThreat: at 1B a location that is not unique has 1 threat less; Echoing Passage has 1 more for
// each enemy in the staging area; The Two Watchers have twice the number of the stage as a location,
// and 3 more as an enemy at 3B; after Orcish Howls an enemy has 1 more for each damage on it.
//
// Source: facts/game-facts.md, "1.3 Stages" (The Tower of Cirith Ungol); "0.2 Sources" (DC).
func towerThreat(_ Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	switch card.Code {
	case twoWatchers:
		return 2 * stageNumber(t.Stage)
	case watchersAwake:
		if t.Stage == "3B" {
			printed += watchersStronger
		}
	case echoingPassage:
		printed += len(t.stagedEnemies())
	}
	if p.Kind == lotr.KindEnemy && t.Phase == lotr.PhaseQuest {
		_, _, damage, _ := t.Tokens(p)
		printed += damage * t.firedTimes(WhenQuest, orcishHowls)
	}
	if p.Kind == lotr.KindLocation && t.Stage == "1B" && !card.Unique {
		printed--
	}
	return printed
}

// stageNumber returns the number of a stage: 3 of "3B".
func stageNumber(stage string) int {
	if stage == "" {
		return 0
	}
	return int(stage[0] - '0')
}

// towerEngagement: while Winding Stairs is the active location, an enemy in the staging area costs 10
// more to engage. Shagrat costs 1 less for each progress placed on the quest this round while he is in
// play.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerEngagement(t Table, e Enemy) int {
	cost := e.Card.Engagement
	if e.Player == "" && t.isActive(windingStairs) {
		cost += stairsCost
	}
	if e.Card.Code == shagrat && !t.hasFired(WhenTravel, shagrat) {
		cost -= t.StagePlaced
	}
	return cost
}

// towerDefense: while Echoing Passage is the active location each enemy has 2 defense more; The Two
// Watchers have 3 more at 3B.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func towerDefense(_ Context, t Table, e Enemy) int {
	n := e.Card.Defense
	if t.isActive(echoingPassage) {
		n += echoingDefense
	}
	if e.Card.Code == watchersAwake && t.Stage == "3B" {
		n += watchersStronger
	}
	return n
}

// watchersStay: The Two Watchers are in the staging area and count as engaged with each player, so no
// engagement moves them.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func watchersStay(_ Table, e Enemy) string {
	if e.Card.Code == watchersAwake {
		return "The Two Watchers count as engaged with each player already, and stay in the staging area"
	}
	return ""
}

// lastKeepsToken: who has Last of the Company does not lose the first player token.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func lastKeepsToken(t Table) string {
	if t.HasInPlay(lastOfTheCompany) {
		return "Last of the Company keeps the first player token"
	}
	return ""
}

// towerSettle loses the game when the hero with Last of the Company, and The One Ring with it, has left
// play.
//
// Rule: The One Ring (objective).
// Source: The Mountain of Fire, "The One Ring".
func towerSettle(d *entry) {
	for _, o := range d.t.Objectives {
		if o.Card.Code != lastOfTheCompany || o.Character == "" {
			continue
		}
		p, ok := d.t.Player(o.Player)
		if !ok || p.Out || !hasHero(p, o.Character) {
			d.lose(lotr.LostRing, fmt.Sprintf("%s left play, and The One Ring with its bearer.", o.Character), ringRule)
		}
	}
}

func hasHero(p Player, title string) bool {
	for _, h := range p.Heroes {
		if h.up() && sameName(h.Title, title) {
			return true
		}
	}
	return false
}

// towerFinished notes whether boons guarded by Shagrat are lost.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards" (16).
func towerFinished(d *entry) {
	if d.c.Campaign != nil && d.t.HasInPlay(shagrat) {
		d.fact(FactShagrat, 1)
	}
}

// chamberExplored: exploring Topmost Chamber frees the Ring-bearer, of whom the first player takes
// control.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func chamberExplored(d *entry, l Location) {
	if l.Card.Code == topmostChamber {
		d.fellowEnters("free: Topmost Chamber is explored, and the first player takes control")
	}
}

// nextEnemyOption takes the next enemy of the encounter deck: a copy of it in the staging area is
// discarded with it, otherwise it is added there.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of The Tower of Cirith Ungol).
var nextEnemyOption = option{
	id: "next-enemy",
	offered: func(_ Context, t Table) (bool, string) {
		return t.isOpen(nextEnemyQuest) || t.isOpen(nextEnemyHall), ""
	},
	label:   "The next enemy of the deck",
	says:    "a copy in the staging area is discarded with it, otherwise it is added there",
	needs:   "card",
	section: fireStages,
	take: func(d *entry, cmd lotr.TakeOption) error {
		card, err := d.named(cmd.Card, nil)
		if err != nil {
			return err
		}
		if card.Kind != lotr.KindEnemy {
			return refuse("wrong-kind", fireStages, "%s is no enemy: go on discarding until an enemy comes", card.Name)
		}
		if err := d.inDeck(card); err != nil {
			return err
		}
		return d.nextEnemy(card)
	},
}

func (d *entry) nextEnemy(card lotr.Card) error {
	due := nextEnemyQuest
	if !d.t.isOpen(due) {
		due = nextEnemyHall
	}
	for _, e := range d.t.stagedEnemies() {
		if e.Card.Code == card.Code {
			d.takeOut(lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, "discarded: a copy of it was the next enemy of the deck")
			d.tick(due, "")
			return nil
		}
	}
	if err := d.mayEnter(card); err != nil {
		return err
	}
	d.enterEnemy(card, "", "effect")
	d.tick(due, "")
	return nil
}

// chooseLast moves Last of the Company and The One Ring in setup to the hero that the first player
// chooses.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
var chooseLast = option{
	id: "last-of-the-company",
	offered: func(c Context, t Table) (bool, string) {
		return t.HasInPlay(lastOfTheCompany) && c.Round <= 1, ""
	},
	label:   "Who is the last of the company",
	says:    "Last of the Company and The One Ring are attached to this hero of the first player",
	needs:   "hero",
	section: fireCards,
	take: func(d *entry, cmd lotr.TakeOption) error {
		if cmd.Player != d.t.FirstPlayer {
			return refuse("not-first-player", fireCards, "Last of the Company is attached to a hero of the first player, %s", person(d.t.FirstPlayer))
		}
		who, err := d.character(cmd.Player, cmd.Card)
		if err != nil {
			return err
		}
		p, _ := d.t.PieceOf(lastOfTheCompany)
		d.emit(lotr.ObjectiveMoved{
			Table: d.t.ID, Objective: p.Number, Card: "Last of the Company", Player: cmd.Player, Character: who.name, Why: "claimed",
		})
		return nil
	},
}

// turnWatchers turns The Two Watchers from their location side to their enemy side in the staging
// area.
func (d *entry) turnWatchers(l Location) {
	d.takeOut(lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}, "turned over to the enemy side")
	d.putEnemy(watchersAwake, "effect", events.PersonID(""))
}
