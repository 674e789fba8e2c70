package lotr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/events/lotr"
)

// pelennorSetUp sets up a game of a campaign: Aragorn is set aside, and the fleet comes with the number
// of resources that the campaign log has. Fewer than none were noted: it comes with none.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func pelennorSetUp(d *entry) {
	fearSetUp(d)
	if d.c.Campaign == nil {
		return
	}
	d.fellowAside("set aside until The Corsair Fleet comes")
	d.tell("Attach Andúril and Banner of Elendil to Aragorn and set him aside with them.", d.t.FirstPlayer)
	d.putObjective(fleetOfGondor, "setup", lotr.Piece{}, "")
	d.addOn(fleetOfGondor, lotr.TokenResource, d.c.Campaign.Facts[campaign.FactFleet], "the campaign log")
}

// pelennorEntered carries out what the stages' sides A say.
//
// Source: facts/game-facts.md, "3.1 Stages"; "3.2 The Pelennor trigger list".
func pelennorEntered(d *entry, stage string) {
	switch stage {
	case "2B":
		for range min(d.t.PlayersIn(), wraithCopies-d.t.wraiths()) {
			d.putEnemy(wingedWraith, "stage", "")
		}
		d.due(pelennorReveal)
		d.due(pelennorAllies)
	case "3B":
		d.alliesReturn()
		d.comeOnce(minasTirith, grondCode, witchCaptain)
		if d.t.PlayersIn() > 1 {
			d.due(pelennorEnemies)
		}
	case "4B":
		if p, ok := d.t.PieceOf(witchCaptain); ok {
			d.takeOut(p, "set aside, out of play")
		}
		d.due(rohanAllies)
	case "5B":
		fieldsEntered(d)
	}
}

// wraiths returns how many Wraiths on Wings are in play or in the victory display.
func (t Table) wraiths() int {
	n := t.InVictoryWith(func(c lotr.Card) bool { return c.Code == wingedWraith })
	for _, e := range t.Enemies {
		if e.Card.Code == wingedWraith {
			n++
		}
	}
	return n
}

// fieldsEntered: The Witch-king comes back with a Fell Beast, if one is left, and in a campaign so do
// the Harad enemies that an earlier scenario wrote down.
func fieldsEntered(d *entry) {
	d.comeOnce(witchSorcerer)
	if p, ok := d.t.PieceOf(witchSorcerer); ok && d.beastsLeft() > 0 {
		if e, err := d.enemy(p.Number); err == nil && d.t.mounted(e) == 0 {
			d.mountBeast(e, "stage")
		}
	}
	if d.t.PlayersIn() > 1 {
		d.due(fieldsReveal)
	}
	if d.c.Campaign != nil {
		haradComes(d)
	}
}

// HaradFact returns the key under which a campaign's facts keep a Harad enemy by its name; the number
// is that of its copies.
//
// Source: facts/game-facts.md, "3.4 Campaign results"; "5.5 Campaign log".
func HaradFact(name string) string { return haradPrefix + name }

const haradPrefix = campaign.HaradFacts

// haradComes adds the Harad enemies of the campaign log: those of the scenario's cards by itself, the
// others by the people, who have the cards.
func haradComes(d *entry) {
	var byHand []string
	var keys []string
	for key := range d.c.Campaign.Facts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		name, harad := strings.CutPrefix(key, haradPrefix)
		n := min(d.c.Campaign.Facts[key], maxHarad)
		if !harad || n < 1 {
			continue
		}
		card, ok := d.sc.find(name)
		if !ok || card.Kind != kindEnemy {
			byHand = append(byHand, fmt.Sprintf("%s ×%d", name, n))
			continue
		}
		for range n {
			d.putEnemy(card.Code, "stage", "")
		}
	}
	if len(byHand) > 0 {
		d.dueSaying(fieldsHarad, "add to the staging area what was set aside: "+strings.Join(byHand, ", "))
	}
}

// maxHarad bounds the copies of one Harad enemy that a campaign log can bring.
const maxHarad = 12

// pelennorSkips: at stage 1B there is neither a quest phase nor a combat phase.
//
// Source: facts/game-facts.md, "3.1 Stages".
func pelennorSkips(t Table, phase lotr.Phase) string {
	if t.Stage == "1B" && (phase == lotr.PhaseQuest || phase == lotr.PhaseCombat) {
		return "stage 1B skips the quest phase and the combat phase"
	}
	return ""
}

// pelennorGarrison places 1 progress at the end of the planning phase.
//
// Whether Pelennor Field, the active location since setup, takes that progress first is open in the
// sources. The effect names the stage itself, and the stages that mean the active location to come
// first say so, so by default it goes past the location and stage 1B lasts two rounds; the setting
// BufferGarrison of a group has it the other way, and it takes six.
//
// Source: facts/game-facts.md, "3.1 Stages" (1B). Ruling: the setting BufferGarrison.
func pelennorGarrison(d *entry) {
	d.place(1, !d.c.BufferGarrison, "effect")
	d.checkStage()
}

// pelennorWorked: the quest points of stage 2B are the cost of the allies in the staging area; the hit
// points of Minas Tirith are 30, and 10 for each player.
//
// Rule: Minas Tirith.
// Source: facts/game-facts.md, "3.1 Stages"; "3.2 The Pelennor trigger list".
func pelennorWorked(_ Context, t Table, p lotr.Piece, card lotr.Card) int {
	switch {
	case card.Code == minasTirith:
		return cityPoints + cityPerPlayer*t.PlayersIn()
	case p.Kind == lotr.KindStage && t.Stage == "2B":
		cost := 0
		for _, a := range t.stagedAllies() {
			cost += a.Card.QuestPoints
		}
		return cost
	}
	return 0
}

// pelennorDefeat: stage 2B stands until the allies are entered, from whose cost its quest points come;
// stage 5B needs Aragorn in play and The Witch-king in the victory display.
//
// Source: facts/game-facts.md, "3.1 Stages".
func pelennorDefeat(c Context, t Table) string {
	switch t.Stage {
	case "2B":
		if t.isOpen(pelennorAllies) {
			return "the allies in the staging area are not entered, and the quest points are their cost"
		}
	case "5B":
		if _, _, here := FellowshipHero(c, t); !here {
			return "Aragorn is not in play"
		}
		if !t.InVictory(witchSorcerer) {
			return "The Witch-king is not in the victory display"
		}
	}
	return ""
}

// pelennorQuest: at stage 4B the progress of a successful quest, beyond what the active location takes,
// becomes damage among the enemies in play.
//
// Source: facts/game-facts.md, "3.1 Stages" (4B).
func pelennorQuest(d *entry, q lotr.QuestResolved) bool {
	if d.t.Stage != "4B" || q.Outcome != success {
		return false
	}
	rest := q.By
	if l, ok := d.t.ActiveLocation(); ok && d.closed(l) == "" {
		rest -= d.progressOn(l, rest)
	}
	var able []Enemy
	for _, e := range d.t.Enemies {
		if d.canTake(e, rest) > 0 {
			able = append(able, e)
		}
	}
	switch {
	case rest <= 0:
	case len(able) == 0:
		d.progressLost(rest, "it becomes damage, and no enemy in play can take any")
	case len(able) == 1:
		took := d.woundEnemy(able[0], rest)
		d.progressLost(rest-took, "it becomes damage, and "+able[0].Card.Name+" takes no more")
	default:
		d.dueSaying(rohanDamage, fmt.Sprintf("assign %d damage among enemies in play", rest))
	}
	return true
}

// alliesTake deals what the end of the round brings at stage 2B to the one ally in the staging area; of
// several, people assign it.
//
// Source: facts/game-facts.md, "3.1 Stages" (2B).
func alliesTake(d *entry) {
	if allies := d.t.stagedAllies(); len(allies) == 1 {
		d.addTokens(lotr.Piece{Kind: lotr.KindObjective, Number: allies[0].Number}, lotr.TokenDamage, len(d.t.stagedEnemies()), "Retreat from Osgiliath")
	}
}

// alliesReturn gives the allies in the staging area to the players who own them, exhausted, with the
// damage on them.
//
// Source: facts/game-facts.md, "3.1 Stages" (3A).
func (d *entry) alliesReturn() {
	for _, o := range d.t.stagedAllies() {
		d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "its owner takes control of it")
		p, ok := d.t.Player(o.Owner)
		if !ok || p.Out {
			continue
		}
		in := lotr.AllyEntered{Table: d.t.ID, Player: p.ID, Name: numbered(p, o.Card.Name), Unique: o.Card.Unique, HitPoints: o.Card.HitPoints}
		if card, ok := shippedAlly(o.Card.Name); ok {
			in.Willpower, _ = card.Willpower.Int()
			in.Attack, _ = card.Attack.Int()
			in.Defense, _ = card.Defense.Int()
			in.Ranged, in.Sentinel = card.HasKeyword(cards.Ranged), card.HasKeyword(cards.Sentinel)
		}
		d.emit(in, lotr.CharacterExhausted{Table: d.t.ID, Player: p.ID, Character: in.Name})
		if o.Damage > 0 {
			d.emit(lotr.CharacterDamaged{Table: d.t.ID, Player: p.ID, Character: in.Name, By: o.Damage, Damage: o.Damage})
		}
	}
}

// pelennorFinished notes what the campaign log keeps: a Wraith on Wings for each player, and who has
// the two boons of setup.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func pelennorFinished(d *entry) {
	if d.c.Campaign == nil {
		return
	}
	d.fact(campaign.FactWraith, len(d.t.Players))
	for _, o := range d.t.Objectives {
		if o.Card.Code == esquireRohan || o.Card.Code == esquireGondor {
			d.emit(lotr.FactNoted{Table: d.t.ID, Fact: o.Card.Code, N: 1, Player: o.Player, Text: o.Character})
		}
	}
	fearFacts(d)
}
