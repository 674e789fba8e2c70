package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// rulesAt returns what the scenario of a table adds to the core rules; nothing for a scenario that is
// not known, so that read models may ask at any time.
func rulesAt(c Context, t Table) *scenarioEffect {
	if sc, ok := known[firstOf(t.Scenario, c.Scenario)]; ok {
		return sc.rules()
	}
	return noEffect
}

// StagingThreat returns the threat in the staging area: of enemies that are engaged with nobody, of
// locations that are not active, and what stages and cards add. A threat "per player" counts the
// players still in the game.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func StagingThreat(c Context, t Table) int {
	total := 0
	for _, e := range t.Enemies {
		if e.Player == "" {
			total += threatOf(c, t, lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, e.Card)
		}
	}
	for _, l := range t.Locations {
		if !l.Active {
			total += threatOf(c, t, lotr.Piece{Kind: lotr.KindLocation, Number: l.Number}, l.Card)
		}
	}
	if f := rulesAt(c, t).staging; f != nil {
		total += f(c, t)
	}
	return max(total, 0)
}

// ThreatOf returns the threat of an enemy or location in play as it counts now, 0 or more; 0 for a
// piece that is not in play or has none.
func ThreatOf(c Context, t Table, p lotr.Piece) int {
	if p.Kind != lotr.KindEnemy && p.Kind != lotr.KindLocation {
		return 0
	}
	card, _, _, _ := t.Tokens(p)
	if card.Name == "" {
		return 0
	}
	return threatOf(c, t, p, card)
}

func threatOf(c Context, t Table, p lotr.Piece, card lotr.Card) int {
	n := card.Threat
	if card.ThreatPerPlayer {
		n = t.PlayersIn()
	}
	if f := rulesAt(c, t).threat; f != nil {
		n = f(c, t, p, card, n)
	}
	return max(n, 0)
}

// EngagementOf returns the engagement cost of an enemy at a table as it counts now, 0 or more.
func EngagementOf(c Context, t Table, e Enemy) int {
	if f := rulesAt(c, t).engagement; f != nil {
		return max(f(t, e), 0)
	}
	return e.Card.Engagement
}

// AttackOf returns the attack of an enemy at a table as it counts now, without shadow cards, 0 or
// more.
func AttackOf(c Context, t Table, e Enemy) int {
	if f := rulesAt(c, t).attack; f != nil {
		return max(f(c, t, e), 0)
	}
	return e.Card.Attack
}

// DefenseOf returns the defense of an enemy at a table as it counts now, 0 or more.
func DefenseOf(c Context, t Table, e Enemy) int {
	if f := rulesAt(c, t).defense; f != nil {
		return max(f(c, t, e), 0)
	}
	return e.Card.Defense
}

// HitPointsOf returns the hit points of an enemy or objective in play as they count now; 0: it has
// none, or they are not known. Damage is not taken off.
func HitPointsOf(c Context, t Table, p lotr.Piece) int {
	if p.Kind != lotr.KindEnemy && p.Kind != lotr.KindObjective {
		return 0
	}
	card, _, _, _ := t.Tokens(p)
	return hitPoints(c, t, p, card)
}

// hitPoints returns the printed hit points of a card, or those that the scenario works out: of an
// enemy whose card says X, and of an objective.
func hitPoints(c Context, t Table, p lotr.Piece, card lotr.Card) int {
	if card.HitPoints > 0 || card.Name == "" || p.Kind == lotr.KindEnemy && !card.Worked {
		return card.HitPoints
	}
	return workedOut(c, t, p, card)
}

// QuestPointsOf returns the quest points of a location or side quest in play as they count now; 0: it
// has none, or they are not known.
func QuestPointsOf(c Context, t Table, p lotr.Piece) int {
	if p.Kind != lotr.KindLocation && p.Kind != lotr.KindSideQuest {
		return 0
	}
	card, _, _, _ := t.Tokens(p)
	if card.QuestPoints > 0 || !card.Worked {
		return card.QuestPoints
	}
	return workedOut(c, t, p, card)
}

// workedOut returns the X of a card in play or of the stage. X that nothing defines is 0.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.40).
func workedOut(c Context, t Table, p lotr.Piece, card lotr.Card) int {
	if f := rulesAt(c, t).worked; f != nil {
		return max(f(c, t, p, card), 0)
	}
	return 0
}

// Immune tells whether a card in play ignores player card effects and cannot be their target now: it
// says so itself, or the stage or a card in play does.
//
// Source: The Mountain of Fire, "Immune to Player Card Effects".
func Immune(c Context, t Table, p lotr.Piece) bool {
	card, _, _, _ := t.Tokens(p)
	if card.Immune {
		return true
	}
	f := rulesAt(c, t).immune
	return f != nil && card.Name != "" && f(c, t, p, card)
}

// QuestStagesInVictory returns how many stages of the quest deck lie in a table's victory display. A
// side quest there is none of them.
//
// Rule: Quest stages without side quests.
// Source: A Shadow in the East, "Quest Stages vs. Side Quests".
func QuestStagesInVictory(t Table) int {
	return t.InVictoryWith(func(c lotr.Card) bool { return c.Kind == lotr.KindStage })
}
