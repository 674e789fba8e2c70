package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
)

// Cards of Danger in Dorwinion that have a part of their own.
const (
	bribes           = "bribes"
	submitOrDie      = "submit-or-die"
	sauronWorship    = "sauron-worship"
	priestOfSauron   = "priest-of-sauron"
	theGovernor      = "the-governor"
	blackNumenorean  = "black-numenorean"
	evidenceOfCult   = "evidence-of-the-cult"
	hillsideManor    = "hillside-manor"
	cityForum        = "city-forum"
	catacombs        = "catacombs"
	seedyTavern      = "seedy-tavern"
	servantOfSauron  = "servant-of-sauron"
	treacherous      = "treacherous-easterling"
	overwhelmed      = "overwhelmed"
	shadowOfFear     = "shadow-of-fear"
	unwelcome        = "unwelcome-travelers"
	cultistTrait     = "Cultist"
	turmoilResources = 2 // for 1B
	shadowResources  = 3 // for 2B, and one for each player
	submitDamage     = 4 // Submit or Die: lost, and one for each player
	fearRelief       = 3 // threat that defeating Shadow of Fear takes off
)

// plots and cultists are set aside; one of each comes at random.
//
// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion, 2B and 3B).
var (
	plots    = []string{bribes, submitOrDie, sauronWorship}
	cultists = []string{priestOfSauron, theGovernor, blackNumenorean}
)

var _ = adds("danger-in-dorwinion", scenarioEffect{
	setUp: func(d *entry) {
		if n := d.t.PlayersIn() - 1; n > 0 {
			d.tell(fmt.Sprintf("Side Street lies in the staging area. Search the encounter deck for %s, different from it and from each other, and add them to the staging area: enter them. Shuffle the deck.",
				countOf(n, "location more", "locations more")))
		}
	},
	entered:     dorwinionEntered,
	mayDefeat:   cultHidden,
	staging:     func(_ Context, t Table) int { return t.ResourcesOn(bribes) },
	threat:      dorwinionThreat,
	attack:      dorwinionAttack,
	defense:     dorwinionDefense,
	elimination: func(t Table, _ Player, level int) int { return level - t.DamageOn(sauronWorship) },
	slow:        manorSlows,
	mayPick:     priestPick,
	mayTravel:   func(d *entry, l Location) error { return cityTravel(d, l.Card, l.Resources) },
	mayPlaceOn:  sideStreet,
	damageLimit: cultistLimit,
	explored:    dorwinionExplored,
	left:        dorwinionLeft,
	asRevealed:  darknessSurges,
	revealed:    dorwinionRevealed,
	engaged:     dorwinionEngaged,
	raised:      dorwinionRaised,
	chosen:      unwelcomeChosen,
	settle:      dorwinionSettle,
	triggers: []trigger{{
		id: sauronWorship, when: WhenRoundEnd, card: sauronWorship, section: shadowCards,
		says: func(_ Context, t Table) string {
			return fmt.Sprintf("Sauron Worship gets 1 damage and then has %d: every elimination level is that much lower.", t.DamageOn(sauronWorship)+1)
		},
		do: func(d *entry) { d.addOn(sauronWorship, lotr.TokenDamage, 1, "Sauron Worship") },
	}},
	options: []option{
		{
			id: "bribes", label: "Events discarded for Bribes", needs: "number", most: 40, section: shadowCards,
			says:    "Bribes gets 1 resource for each event that was discarded.",
			offered: func(_ Context, t Table) (bool, string) { return t.HasInPlay(bribes), "" },
			take: func(d *entry, cmd lotr.TakeOption) error {
				d.addOn(bribes, lotr.TokenResource, cmd.N, "Bribes")
				return nil
			},
		},
		{
			id: "submit-or-die", label: "An attack destroyed a character", section: shadowCards,
			says:    "Submit or Die gets 1 damage.",
			offered: func(_ Context, t Table) (bool, string) { return t.HasInPlay(submitOrDie), "" },
			take: func(d *entry, _ lotr.TakeOption) error {
				d.addOn(submitOrDie, lotr.TokenDamage, 1, "Submit or Die")
				return nil
			},
		},
	},
})

// dorwinionEntered: 2A brings a Plot at random and a card for each player, 3A a Cultist at random and
// an enemy for each player but one.
//
// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion, 2B and 3B).
func dorwinionEntered(d *entry, stage string) {
	switch stage {
	case "2B":
		code := d.draw(plots, "the Plot of stage 2A")
		d.putObjective(code, "stage", lotr.Piece{}, "")
		if code == sauronWorship {
			d.addOn(sauronWorship, lotr.TokenDamage, 1, "Sauron Worship")
		}
		d.tell(fmt.Sprintf("Reveal %s.", countOf(d.t.PlayersIn(), "encounter card", "encounter cards")))
	case "3B":
		d.putEnemy(d.draw(cultists, "the Cultist of stage 3A"), "stage", "")
		if n := d.t.PlayersIn() - 1; n > 0 {
			d.tell(fmt.Sprintf("Shuffle the encounter discard pile into the deck, discard cards until %s came, and add all of them to the staging area: enter them.",
				countOf(n, "enemy", "enemies")))
		}
	}
}

// cultHidden: 1B needs two resources, 2B three and one for each player.
//
// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion).
func cultHidden(_ Context, t Table) string {
	need := 0
	switch t.Stage {
	case "1B":
		need = turmoilResources
	case "2B":
		need = shadowResources + t.PlayersIn()
	}
	if t.Resources < need {
		return fmt.Sprintf("it needs %s and has %d", countOf(need, "resource", "resources"), t.Resources)
	}
	return ""
}

// dorwinionLeft: when Shadow of Fear is defeated, every threat is lowered by 3.
//
// Source: A Shadow in the East, card 43.
func dorwinionLeft(d *entry, _ lotr.Piece, card lotr.Card, why string) {
	if card.Code == shadowOfFear && why == "defeated" {
		d.raise(d.t.TurnOrder(), -fearRelief, lotr.WhyStage, card.Name)
	}
}

// dorwinionExplored: an explored active location brings a resource to stages 1B and 2B, at 2B a revealed
// card before it. A City Forum in the staging area gets a resource for any explored location.
//
// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion, 1B and 2B).
func dorwinionExplored(d *entry, l Location) {
	for _, o := range d.t.Locations {
		if o.Card.Code == cityForum && !o.Active {
			d.addTokens(o.piece(), lotr.TokenResource, 1, l.Card.Name+" is explored")
		}
	}
	if l.Card.Code == seedyTavern {
		d.tell("Reveal every card that lies facedown under Seedy Tavern.")
	}
	if !l.Active {
		return
	}
	if d.t.HasInPlay(bribes) {
		n := threatOf(d.c, d.was, l.piece(), l.Card)
		d.tell(fmt.Sprintf("Bribes: discard the top %s of each player's deck, and enter how many of them are events.", countOf(n, "card", "cards")))
	}
	if d.t.Stage == "2B" {
		d.tell("The active location is explored: reveal the top card of the encounter deck.")
	}
	if d.t.Stage == "1B" || d.t.Stage == "2B" {
		d.addTokens(lotr.Piece{Kind: lotr.KindStage}, lotr.TokenResource, 1, l.Card.Name+" is explored")
	}
}

// cultistLimit: a Cultist takes at most as much damage in a round as the active location has printed
// quest points. With Catacombs in the staging area enemies there take none, and in the round in which
// Overwhelmed was revealed those engaged with the first player.
//
// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion, 3B).
func cultistLimit(_ Context, t Table, e Enemy) int {
	if e.Player == "" && stagedLocation(t, catacombs) || e.Player != "" && e.Player == t.FirstPlayer && marks(t, overwhelmed) > 0 {
		return 0
	}
	if !e.Card.HasTrait(cultistTrait) || t.Stage != "3B" {
		return -1
	}
	l, _ := t.ActiveLocation()
	return max(l.Card.QuestPoints-e.Hurt, 0)
}

// dorwinionSettle carries out what the state of the table brings: evidence that is free, Submit or Die,
// Sauron's servants, the end of the cult.
func dorwinionSettle(d *entry) {
	d.pursueFirst(servantOfSauron)
	d.findEvidence()
	by, who := d.fell()
	d.tally(submitOrDie, lotr.TokenDamage, len(who), "an attack destroyed a character")
	d.priestSlew(by, who)
	d.submitted()
	if d.t.InVictoryWith(func(c lotr.Card) bool { return c.HasTrait(cultistTrait) }) > 0 {
		d.win("The Cultist is defeated.", "Danger in Dorwinion")
	}
}

// findEvidence puts Evidence of the Cult that is free of encounters into the victory display, and a
// resource on the main quest.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func (d *entry) findEvidence() {
	for _, o := range d.t.Objectives {
		if o.Card.Code != evidenceOfCult || d.carried(o) || d.awaitsGuard(o) {
			continue
		}
		d.toVictory(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "free of encounters")
		d.addTokens(lotr.Piece{Kind: lotr.KindStage}, lotr.TokenResource, 1, o.Card.Name)
	}
}

func (d *entry) awaitsGuard(o Objective) bool {
	for _, n := range d.t.Guards {
		if n == o.Number {
			return true
		}
	}
	return false
}

// priestSlew: after the Priest of Sauron attacked and destroyed an ally, each threat is raised by 2.
func (d *entry) priestSlew(by Enemy, who []lotr.CharacterDestroyed) {
	name := by.Card.Name
	if by.Card.Code != priestOfSauron || d.raisedBy(name) {
		return
	}
	for _, c := range who {
		if !c.Hero {
			d.raise(d.t.TurnOrder(), 2, lotr.WhyStage, name)
			return
		}
	}
}

func (d *entry) raisedBy(note string) bool {
	for _, e := range d.out {
		if e, is := e.(lotr.ThreatChanged); is && e.Note == note {
			return true
		}
	}
	return false
}

// submitted: the game is lost when damage is placed on Submit or Die and it has 4 and one for each
// player.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func (d *entry) submitted() {
	p, ok := d.t.PieceOf(submitOrDie)
	if !ok || d.t.DamageOn(submitOrDie) < submitDamage+d.t.PlayersIn() {
		return
	}
	for _, e := range d.out {
		if e, is := e.(lotr.TokensPlaced); is && e.Piece == p && e.Token == lotr.TokenDamage && e.By > 0 {
			d.lose(lotr.LostCard, fmt.Sprintf("Submit or Die has %d damage.", e.Now), "Danger in Dorwinion")
			return
		}
	}
}
