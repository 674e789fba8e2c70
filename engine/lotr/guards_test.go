package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Cards without effects of their own, for objectives at a plain table.
var (
	relic = lotr.Card{Name: "Old Relic", Kind: "objective", Guarded: "enemy, location"}
	crown = lotr.Card{Name: "Old Crown", Kind: "objective", Unique: true}
	troll = lotr.Card{Name: "Old Troll", Kind: "enemy", Threat: 1, HitPoints: 3, Engagement: 90}
)

// Rule: Guarded (X).
// Source: A Shadow in the East, "Guarded (X)".
func TestGuarded(t *testing.T) {
	enter := lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: relic, Why: "effect"}
	due := lotr.GuardDue{Table: tid, Objective: 1, Card: relic.Name, Kinds: relic.Guarded}
	guard := lotr.EnemyEntered{Table: tid, Enemy: 1, Card: troll, Why: "effect"}
	on := lotr.Piece{Kind: lotr.KindEnemy, Number: 1}
	found := lotr.GuardFound{Table: tid, Objective: 1, Card: troll.Name, On: on, Discarded: 4, Reshuffled: true}
	waits := midGame(river, 2, "1B", enter, due)
	held := midGame(river, 2, "1B", enter, due, guard, found)
	freed := lotr.ObjectiveMoved{Table: tid, Objective: 1, Card: relic.Name, Why: "freed"}
	claimed := lotr.ObjectiveMoved{Table: tid, Objective: 1, Card: relic.Name, Player: p2, Why: "claimed"}
	runTurns(t, []turn{
		{name: "it waits for its guard when it enters play", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &relic}, then: []events.Payload{enter, due}},
		{
			name: "the card found is added to the staging area, and the objective attached", scenario: river, given: waits,
			when: lotr.FindGuard{Table: tid, Objective: 1, Hand: &troll, Discarded: 4, Reshuffled: true}, then: []events.Payload{guard, found},
		},
		{
			name: "a card of another kind is passed by", scenario: river, given: waits,
			when: lotr.FindGuard{Table: tid, Objective: 1, Hand: &lotr.Card{Name: "Old Call", Kind: "treachery"}}, refused: "wrong-kind",
		},
		{
			name: "none is left: it is free", scenario: river, given: waits, when: lotr.FindGuard{Table: tid, Objective: 1, None: true, Discarded: 30, Reshuffled: true},
			then: []events.Payload{lotr.GuardFound{Table: tid, Objective: 1, Discarded: 30, Reshuffled: true}},
		},
		{name: "a card and none", scenario: river, given: waits, when: lotr.FindGuard{Table: tid, Objective: 1, None: true, Hand: &troll}, refused: engine.CodeMalformed},
		{name: "a guard that nobody waits for", scenario: river, given: held, when: lotr.FindGuard{Table: tid, Objective: 1, Hand: &troll}, refused: "no-guard-due"},
		{name: "an objective that is not there", scenario: river, given: waits, when: lotr.FindGuard{Table: tid, Objective: 7, Hand: &troll}, refused: "no-such-objective"},
		{name: "100 cards on the way", scenario: river, given: waits, when: lotr.FindGuard{Table: tid, Objective: 1, Hand: &troll, Discarded: 100}, refused: engine.CodeMalformed},
		{name: "the quest waits for it, since its threat is not known", scenario: river, given: waits, when: lotr.ResolveQuest{Table: tid, Willpower: 3}, refused: "guard-due"},
		{name: "it cannot be claimed before", scenario: river, given: waits, when: lotr.MoveObjective{Table: tid, Objective: 1, Player: p1}, refused: "guard-due"},
		{name: "nor while it is guarded", scenario: river, given: held, when: lotr.MoveObjective{Table: tid, Objective: 1, Player: p1}, refused: "guarded"},
		{
			name: "it is free when its guard is destroyed", scenario: river, given: held, when: lotr.DestroyEnemy{Table: tid, Enemy: 1},
			then: []events.Payload{lotr.EnemyDestroyed{Table: tid, Enemy: 1, Card: troll}, freed},
		},
		{
			name: "or leaves play otherwise", scenario: river, given: held, when: lotr.RemoveCard{Table: tid, Enemy: 1},
			then: []events.Payload{lotr.CardLeft{Table: tid, Enemy: 1, Card: troll.Name}, freed},
		},
		{name: "and then claimed", scenario: river, given: append(held, lotr.EnemyDestroyed{Table: tid, Enemy: 1, Card: troll}, freed), when: lotr.MoveObjective{Table: tid, Objective: 1, Player: p2}, then: []events.Payload{claimed}},
		{
			name: "what a player who goes out controlled is free", scenario: river, given: append(held, lotr.EnemyDestroyed{Table: tid, Enemy: 1, Card: troll}, freed, claimed),
			when: lotr.ChangeThreat{Table: tid, Player: p2, To: num(50)}, then: []events.Payload{threat(p2, 28, 50, lotr.WhyEntry), out(p2, lotr.OutThreat, 50, 1), freed},
		},
	})
}

func TestObjectives(t *testing.T) {
	in := lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: crown, Why: "effect"}
	enemy := lotr.EnemyEntered{Table: tid, Enemy: 1, Card: troll, Why: "effect"}
	on := lotr.Piece{Kind: lotr.KindEnemy, Number: 1}
	onTroll := in
	onTroll.On = on
	runTurns(t, []turn{
		{name: "into the staging area", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &crown}, then: []events.Payload{in}},
		{name: "onto an enemy", scenario: river, given: midGame(river, 2, "1B", enemy), when: lotr.AddObjective{Table: tid, Hand: &crown, On: on}, then: []events.Payload{onTroll}},
		{name: "onto an enemy that is not there", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &crown, On: on}, refused: "no-such-enemy"},
		{name: "onto an enemy and with a player", scenario: river, given: midGame(river, 2, "1B", enemy), when: lotr.AddObjective{Table: tid, Hand: &crown, On: on, Player: p1}, refused: engine.CodeMalformed},
		{name: "onto a stage", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &crown, On: lotr.Piece{Kind: lotr.KindStage}}, refused: engine.CodeMalformed},
		{name: "with a stranger", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &crown, Player: p4}, refused: "no-such-player"},
		{name: "an enemy as an objective", scenario: river, given: midGame(river, 2, "1B"), when: lotr.AddObjective{Table: tid, Hand: &troll}, refused: "wrong-kind"},
		{name: "a unique one twice", scenario: river, given: midGame(river, 2, "1B", in), when: lotr.AddObjective{Table: tid, Hand: &crown}, refused: "unique-in-play"},
		{
			name: "attached by an effect", scenario: river, given: midGame(river, 2, "1B", in, enemy), when: lotr.MoveObjective{Table: tid, Objective: 1, On: on},
			then: []events.Payload{lotr.ObjectiveMoved{Table: tid, Objective: 1, Card: crown.Name, On: on, Why: "entry"}},
		},
		{name: "where it is", scenario: river, given: midGame(river, 2, "1B", in), when: lotr.MoveObjective{Table: tid, Objective: 1}, refused: "nothing-changes"},
		{
			name: "out of play", scenario: river, given: midGame(river, 2, "1B", in), when: lotr.RemoveCard{Table: tid, Objective: 1, Note: "lost"},
			then: []events.Payload{lotr.CardLeft{Table: tid, Objective: 1, Card: crown.Name, Note: "lost"}},
		},
		{name: "two cards out of play", scenario: river, given: midGame(river, 2, "1B", in, enemy), when: lotr.RemoveCard{Table: tid, Objective: 1, Enemy: 1}, refused: engine.CodeMalformed},
		{
			name: "revealed", scenario: river, given: midGame(river, 1, "1B", phase(lotr.PhaseQuest)), when: lotr.RevealCard{Table: tid, Hand: &crown},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: crown, Objective: 1, Player: p1, Step: true, StepCards: 1},
				lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: crown, Why: "revealed"},
			},
		},
	})
	// Attack on Dol Guldur keeps what its old logs say: an objective typed by hand is only revealed.
	run(t, []play{{
		name: "an objective at Dol Guldur", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Old Sword", Kind: "objective"}},
		then: []events.Payload{lotr.CardRevealed{Table: tid, Card: lotr.Card{Name: "Old Sword", Kind: "objective"}}},
	}})
}

func TestTokens(t *testing.T) {
	enemy := lotr.EnemyEntered{Table: tid, Enemy: 1, Card: troll, Why: "effect"}
	on := lotr.Piece{Kind: lotr.KindEnemy, Number: 1}
	cairn := lotr.Card{Name: "Old Cairn", Kind: "location", QuestPoints: 2}
	place := lotr.LocationEntered{Table: tid, Location: 1, Card: cairn}
	there := lotr.Piece{Kind: lotr.KindLocation, Number: 1}
	thing := lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: crown}
	stage := lotr.Piece{Kind: lotr.KindStage}
	put := func(p lotr.Piece, token string, by int) lotr.TableCommand {
		return lotr.PlaceTokens{Table: tid, Piece: p, Token: token, By: by}
	}
	given := midGame(river, 1, "1B", enemy, place, thing)
	runTurns(t, []turn{
		{name: "resources on an enemy", scenario: river, given: given, when: put(on, lotr.TokenResource, 2), then: []events.Payload{tokensOn(on, troll.Name, lotr.TokenResource, 2, 2, "entry")}},
		{name: "damage on an enemy", scenario: river, given: given, when: put(on, lotr.TokenDamage, 2), then: []events.Payload{lotr.EnemyDamaged{Table: tid, Enemy: 1, Card: troll.Name, By: 2, Damage: 2}}},
		{name: "progress on an enemy", scenario: river, given: given, when: put(on, lotr.TokenProgress, 2), refused: engine.CodeMalformed},
		{
			name: "progress on a location, and what it does not take is lost", scenario: river, given: given, when: put(there, lotr.TokenProgress, 3),
			then: []events.Payload{
				lotr.LocationProgressed{Table: tid, Location: 1, Card: cairn.Name, By: 2, Progress: 2},
				lotr.LocationExplored{Table: tid, Location: 1, Card: cairn},
				lost(1, "beyond the quest points of Old Cairn"),
			},
		},
		{name: "damage on a location", scenario: river, given: given, when: put(there, lotr.TokenDamage, 1), then: []events.Payload{tokensOn(there, cairn.Name, lotr.TokenDamage, 1, 1, "entry")}},
		{name: "damage on an objective", scenario: river, given: given, when: put(first, lotr.TokenDamage, 4), then: []events.Payload{tokensOn(first, crown.Name, lotr.TokenDamage, 4, 4, "entry")}},
		{name: "resources on the stage", scenario: river, given: given, when: put(stage, lotr.TokenResource, 1), then: []events.Payload{tokensOn(stage, "stage 1B", lotr.TokenResource, 1, 1, "entry")}},
		{name: "progress on the stage", scenario: river, given: given, when: put(stage, lotr.TokenProgress, 1), then: []events.Payload{onStage("1B", 1, 1, "entry")}},
		{name: "nothing to remove", scenario: river, given: given, when: put(first, lotr.TokenDamage, -1), refused: "nothing-to-remove"},
		{name: "not below 0", scenario: river, given: append(given, tokensOn(first, crown.Name, lotr.TokenDamage, 4, 4, "entry")), when: put(first, lotr.TokenDamage, -9), then: []events.Payload{tokensOn(first, crown.Name, lotr.TokenDamage, -4, 0, "entry")}},
		{name: "0 tokens", scenario: river, given: given, when: put(first, lotr.TokenDamage, 0), refused: engine.CodeMalformed},
		{name: "on nothing", scenario: river, given: given, when: put(lotr.Piece{Kind: lotr.KindObjective, Number: 9}, lotr.TokenDamage, 1), refused: "no-such-objective"},
		{name: "on no kind of card", scenario: river, given: given, when: put(lotr.Piece{Kind: "hat", Number: 1}, lotr.TokenDamage, 1), refused: engine.CodeMalformed},
		{name: "of no kind", scenario: river, given: given, when: put(first, "sugar", 1), refused: engine.CodeMalformed},
	})
	run(t, []play{{name: "resources of a stage of Dol Guldur", given: game(1, "1B"), when: put(stage, lotr.TokenResource, 1), refused: "wrong-stage"}})
}
