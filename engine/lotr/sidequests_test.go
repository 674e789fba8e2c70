package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// farRoad is a side quest without effects of its own.
var farRoad = lotr.Card{Name: "The Far Road", Kind: "side-quest", QuestPoints: 4, Victory: 10}

func road(more ...events.Payload) []events.Payload {
	return midGame(river, 2, "1B", append([]events.Payload{lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: farRoad, Why: "revealed"}}, more...)...)
}

// onRoad is the quest phase with the side quest as the current quest.
func onRoad(more ...events.Payload) []events.Payload {
	return road(append([]events.Payload{phase(lotr.PhaseQuest), lotr.QuestChosen{Table: tid, SideQuest: 1, Card: farRoad.Name}}, more...)...)
}

func tokensOn(p lotr.Piece, card, token string, by, now int, why string) events.Payload {
	return lotr.TokensPlaced{Table: tid, Piece: p, Card: card, Token: token, By: by, Now: now, Why: why}
}

// Rule: Side quests.
// Source: A Shadow in the East, "Side Quests in Play".
func TestSideQuests(t *testing.T) {
	quest := phase(lotr.PhaseQuest)
	chosen := lotr.QuestChosen{Table: tid, SideQuest: 1, Card: farRoad.Name}
	it := lotr.Piece{Kind: lotr.KindSideQuest, Number: 1}
	success := func(by int) events.Payload {
		return lotr.QuestResolved{Table: tid, Willpower: by, Typed: true, Outcome: success, By: by}
	}
	cairn := lotr.Card{Name: "Old Cairn", Kind: "location", QuestPoints: 2}
	there := []events.Payload{lotr.LocationEntered{Table: tid, Location: 1, Card: cairn}, activeOn(1, cairn.Name)}
	won := lotr.SideQuestDefeated{Table: tid, SideQuest: 1, Card: farRoad}
	resolve := func(willpower int) lotr.TableCommand {
		return lotr.ResolveQuest{Table: tid, Willpower: willpower, Threat: num(0)}
	}
	runTurns(t, []turn{
		{name: "chosen at the start of the quest phase", scenario: river, given: road(quest), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, then: []events.Payload{chosen}},
		{name: "which begins with it", scenario: river, given: road(), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, then: []events.Payload{quest, chosen}},
		{name: "the main quest again", scenario: river, given: onRoad(), when: lotr.ChooseQuest{Table: tid}, then: []events.Payload{lotr.QuestChosen{Table: tid}}},
		{name: "what is current already", scenario: river, given: onRoad(), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, refused: "nothing-changes"},
		{name: "not after a card was revealed", scenario: river, given: road(quest, lotr.CardRevealed{Table: tid, Card: cairn, Step: true, StepCards: 2}), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, refused: "phase-over"},
		{name: "not after the quest", scenario: river, given: road(quest, success(1)), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, refused: "phase-over"},
		{name: "not after the phase", scenario: river, given: road(phase(lotr.PhaseTravel)), when: lotr.ChooseQuest{Table: tid, SideQuest: 1}, refused: "phase-over"},
		{name: "none that is not there", scenario: river, given: road(quest), when: lotr.ChooseQuest{Table: tid, SideQuest: 2}, refused: "no-such-side-quest"},
		{
			name: "progress goes onto it", scenario: river, given: onRoad(), when: resolve(3),
			then: []events.Payload{success(3), tokensOn(it, farRoad.Name, lotr.TokenProgress, 3, 3, "quest")},
		},
		{
			name: "the active location comes first, and what is left over is lost", scenario: river, given: onRoad(there...), when: resolve(9),
			then: []events.Payload{
				success(9),
				lotr.LocationProgressed{Table: tid, Location: 1, Card: cairn.Name, By: 2, Progress: 2},
				lotr.LocationExplored{Table: tid, Location: 1, Card: cairn},
				tokensOn(it, farRoad.Name, lotr.TokenProgress, 4, 4, "quest"), won, lost(3, farRoad.Name+" has all its quest points"),
			},
		},
		{
			name: "effects on the current quest", scenario: river, given: onRoad(), when: lotr.PlaceProgress{Table: tid, By: 2, Direct: true, Source: lotr.FromPlayerCard},
			then: []events.Payload{tokensOn(it, farRoad.Name, lotr.TokenProgress, 2, 2, "entry")},
		},
		{
			name: "off it, too", scenario: river, given: onRoad(tokensOn(it, farRoad.Name, lotr.TokenProgress, 2, 2, "quest")), when: lotr.PlaceProgress{Table: tid, By: -5},
			then: []events.Payload{tokensOn(it, farRoad.Name, lotr.TokenProgress, -2, 0, "entry")},
		},
		{name: "nothing is on it", scenario: river, given: onRoad(), when: lotr.PlaceProgress{Table: tid, By: -5}, refused: "nothing-to-remove"},
		{
			name: "progress on it although another is current", scenario: river, given: road(), when: lotr.PlaceTokens{Table: tid, Piece: it, Token: lotr.TokenProgress, By: 5},
			then: []events.Payload{tokensOn(it, farRoad.Name, lotr.TokenProgress, 4, 4, "entry"), won, lost(1, "beyond the quest points of "+farRoad.Name)},
		},
		{
			name: "until the end of the phase", scenario: river, given: onRoad(), when: lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel},
			then: []events.Payload{lotr.QuestChosen{Table: tid}, phase(lotr.PhaseTravel)},
		},
		{
			name: "and then progress is the main quest's", scenario: river, given: onRoad(lotr.QuestChosen{Table: tid}, phase(lotr.PhaseTravel)), when: lotr.PlaceProgress{Table: tid, By: 2},
			then: []events.Payload{onStage("1B", 2, 2, "entry")},
		},
		{
			name: "one revealed goes to the staging area", scenario: river, given: midGame(river, 1, "1B", quest), when: lotr.RevealCard{Table: tid, Hand: &farRoad},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: farRoad, SideQuest: 1, Player: p1, Step: true, StepCards: 1},
				lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: farRoad, Why: "revealed"},
			},
		},
		{
			name: "one without quest points", scenario: river, given: midGame(river, 1, "1B", quest),
			when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Road", Kind: "side-quest"}}, refused: engine.CodeMalformed,
		},
	})
}

// What a side quest does when it is revealed cannot be cancelled.
//
// Rule: Side quests.
// Source: A Shadow in the East, "Side Quests".
func TestSideQuestIsNotCancelled(t *testing.T) {
	run(t, []play{{
		name: "by Power of Lórien",
		given: game(1, "3B", lotr.PowerTaken{Table: tid, Player: p1},
			lotr.CardRevealed{Table: tid, Card: farRoad, SideQuest: 1}, lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: farRoad, Why: "revealed"}),
		when: lotr.UsePower{Table: tid, Player: p1}, refused: "cannot-cancel",
	}})
}

// Only stages of the quest deck are counted.
//
// Rule: Quest stages without side quests.
// Source: A Shadow in the East, "Quest Stages vs. Side Quests".
func TestQuestStagesInVictory(t *testing.T) {
	stage := lotr.Card{Code: "stage-1B", Name: "The Forgotten Temple", Kind: lotr.KindStage, Victory: 10}
	table := fold(road(lotr.VictoryGained{Table: tid, Card: stage}, lotr.SideQuestDefeated{Table: tid, SideQuest: 1, Card: farRoad}))
	if n := QuestStagesInVictory(table); n != 1 || len(table.Victory) != 2 {
		t.Errorf("%d quest stages among %d cards, want 1 of 2", n, len(table.Victory))
	}
}

// Progress beyond what defeats the stage is lost, not carried on to the next.
//
// Source: A Shadow in the East, "Side Quests in Play"; facts/game-facts.md, "5.1 Round" (phase 3).
func TestProgressBeyondTheStage(t *testing.T) {
	points, _ := QuestPoints(Context{Scenario: river}, fold(midGame(river, 2, "1B"))) // 5 + 5 for each player
	if points != 15 {
		t.Fatalf("stage 1B has %d quest points for 2 players, want 15", points)
	}
	es, err := DecideTable(Context{Scenario: river, Round: 2}, fold(midGame(river, 2, "1B")), lotr.ResolveQuest{Table: tid, Willpower: 18, Threat: num(0)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, es[1:4], []events.Payload{
		lotr.QuestResolved{Table: tid, Willpower: 18, Typed: true, Outcome: success, By: 18},
		onStage("1B", 15, 15, "quest"), lost(3, "beyond the quest points of stage 1B"),
	})
	table := foldOn(fold(midGame(river, 2, "1B")), es)
	if table.Stage != "2B" || table.Progress != 0 {
		t.Errorf("stage %s with %d progress, want 2B with none", table.Stage, table.Progress)
	}
	// The Great Corsair Ship holds the stage up: it keeps all progress, and nothing is lost.
	ship := midGame(siegeOfGondor, 1, "1B", locationOn(siegeOfGondor, 1, greatShip))
	runTurns(t, []turn{{
		name: "a stage that cannot be defeated yet keeps it", scenario: siegeOfGondor, given: ship,
		when: lotr.ResolveQuest{Table: tid, Willpower: 25, Threat: num(0)},
		then: []events.Payload{phase(lotr.PhaseQuest), lotr.QuestResolved{Table: tid, Willpower: 25, Typed: true, Outcome: success, By: 25}, onStage("1B", 25, 25, "quest")},
	}})
}
