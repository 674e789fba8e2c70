package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

func onLocation(number int, code string, by, now int) events.Payload {
	return lotr.LocationProgressed{Table: tid, Location: number, Card: scenarioCard(code).Name, By: by, Progress: now}
}

func explored(number int, code string, item int) lotr.LocationExplored {
	e := lotr.LocationExplored{Table: tid, Location: number, Card: scenarioCard(code), Item: item}
	if item > 0 {
		e.Siege, e.Printed = e.Card.Siege, e.Card.Siege
	}
	return e
}

// Source: facts/game-facts.md, "5.1 Round" (phase 3).
func TestQuest(t *testing.T) {
	quest := func(willpower, threat int, outcome string, by int) lotr.QuestResolved {
		return lotr.QuestResolved{Table: tid, Willpower: willpower, Threat: threat, Outcome: outcome, By: by}
	}
	// Host of Dol Guldur 2 (players), Beast 3, Forest Battleground 1; the active location counts nothing.
	staged := []events.Payload{
		enemyIn(1, "host-of-dol-guldur"), enemyIn(2, "beast-of-taur-nu-fuin"), engagedWith(3, "mirkwood-olog-hai", p1),
		locationIn(1, "forest-battleground"), locationIn(2, "dungeon-door"), active(2, "dungeon-door"), phase(lotr.PhaseQuest),
	}
	run(t, []play{
		{
			name:  "success: the active location first, the rest on the stage; an explored location counts siege at stage 3",
			given: game(2, "3H", staged...),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 13},
			then: []events.Payload{
				quest(13, 6, "success", 7), onLocation(2, "dungeon-door", 4, 4), explored(2, "dungeon-door", 1), onStage("3H", 3, 3, "quest"),
			},
		},
		{
			name:  "success that the active location takes whole",
			given: game(2, "3H", staged...),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 8},
			then:  []events.Payload{quest(8, 6, "success", 2), onLocation(2, "dungeon-door", 2, 2)},
		},
		{
			name:  "failure raises every player's threat by the difference",
			given: game(2, "3H", staged...),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 4},
			then:  []events.Payload{quest(4, 6, "failure", 2), threat(p1, 21, 23, lotr.WhyQuest), threat(p2, 28, 30, lotr.WhyQuest)},
		},
		{
			name:  "the same does nothing",
			given: game(2, "3H", staged...),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 6},
			then:  []events.Payload{quest(6, 6, "tie", 0)},
		},
		{
			name:  "a typed threat goes before the counted one; the quest phase begins by itself",
			given: game(1, "3H"),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 3, Threat: num(9)},
			then: []events.Payload{
				phase(lotr.PhaseQuest),
				lotr.QuestResolved{Table: tid, Willpower: 3, Threat: 9, Typed: true, Outcome: "failure", By: 6},
				threat(p1, 21, 27, lotr.WhyQuest),
			},
		},
		{
			name:  "at stage 1 an explored location counts no siege",
			given: game(1, "1B", locationIn(1, "blackened-woods"), active(1, "blackened-woods"), phase(lotr.PhaseQuest)),
			when:  lotr.ResolveQuest{Table: tid, Willpower: 5},
			then:  []events.Payload{quest(5, 0, "success", 5), onLocation(1, "blackened-woods", 3, 3), explored(1, "blackened-woods", 0), onStage("1B", 2, 2, "quest")},
		},
		{name: "a quest is resolved once a round", given: game(1, "3H", quest(1, 1, "tie", 0)), when: lotr.ResolveQuest{Table: tid, Willpower: 3}, refused: "quest-resolved"},
		{name: "the quest phase is over", given: game(1, "3H", phase(lotr.PhaseTravel)), when: lotr.ResolveQuest{Table: tid, Willpower: 3}, refused: "phase-over"},
		{name: "willpower 501", given: game(1, "3H"), when: lotr.ResolveQuest{Table: tid, Willpower: 501}, refused: engine.CodeMalformed},
		{name: "willpower below 0", given: game(1, "3H"), when: lotr.ResolveQuest{Table: tid, Willpower: -1}, refused: engine.CodeMalformed},
		{name: "a threat below 0", given: game(1, "3H"), when: lotr.ResolveQuest{Table: tid, Threat: num(-1)}, refused: engine.CodeMalformed},
	})
}

func TestProgress(t *testing.T) {
	capped := lotr.ProgressCapped{Table: tid, Cap: 5, Card: "Fastness of Mirkwood"}
	battleground := []events.Payload{locationIn(1, "forest-battleground"), active(1, "forest-battleground")}
	run(t, []play{
		{
			name:  "on the active location first",
			given: game(1, "3H", battleground...),
			when:  lotr.PlaceProgress{Table: tid, By: 6},
			then:  []events.Payload{onLocation(1, "forest-battleground", 5, 5), explored(1, "forest-battleground", 1), onStage("3H", 1, 1, "entry")},
		},
		{
			name:  "past the active location where a card says so",
			given: game(1, "3H", battleground...),
			when:  lotr.PlaceProgress{Table: tid, By: 6, Direct: true},
			then:  []events.Payload{onStage("3H", 6, 6, "entry")},
		},
		{
			name:  "at most 5 on the quest this round after Fastness of Mirkwood",
			given: game(1, "3H", capped),
			when:  lotr.PlaceProgress{Table: tid, By: 8},
			then:  []events.Payload{onStage("3H", 5, 5, "entry")},
		},
		{
			name:  "what was placed earlier in the round counts",
			given: game(1, "3H", onStage("3H", 3, 3, "quest"), capped),
			when:  lotr.PlaceProgress{Table: tid, By: 8},
			then:  []events.Payload{onStage("3H", 2, 5, "entry")},
		},
		{
			name:    "none when the limit is reached",
			given:   game(1, "3H", capped, onStage("3H", 5, 5, "quest")),
			when:    lotr.PlaceProgress{Table: tid, By: 1},
			refused: "progress-capped",
		},
		{
			name:  "the limit is not on the active location",
			given: game(1, "3H", append(battleground, capped, onStage("3H", 5, 5, "quest"))...),
			when:  lotr.PlaceProgress{Table: tid, By: 2},
			then:  []events.Payload{onLocation(1, "forest-battleground", 2, 2)},
		},
		{
			name:  "removed from the stage, no further than to 0",
			given: game(1, "3H", onStage("3H", 3, 3, "quest")),
			when:  lotr.PlaceProgress{Table: tid, By: -5},
			then:  []events.Payload{onStage("3H", -3, 0, "entry")},
		},
		{name: "nothing to remove", given: game(1, "3H"), when: lotr.PlaceProgress{Table: tid, By: -5}, refused: "nothing-to-remove"},
		{
			name:  "on one location of the staging area; beyond its points it is lost",
			given: game(1, "3H", locationIn(1, "dungeon-door")),
			when:  lotr.PlaceProgress{Table: tid, By: 9, Location: 1},
			then:  []events.Payload{onLocation(1, "dungeon-door", 4, 4), explored(1, "dungeon-door", 1)},
		},
		{
			name:    "not on a location of another stage",
			given:   game(1, "3B", locationIn(1, "dungeon-door")),
			when:    lotr.PlaceProgress{Table: tid, By: 1, Location: 1},
			refused: "wrong-stage",
		},
		{
			name:  "but on it once it is active",
			given: game(1, "3B", locationIn(1, "dungeon-door"), active(1, "dungeon-door")),
			when:  lotr.PlaceProgress{Table: tid, By: 1},
			then:  []events.Payload{onLocation(1, "dungeon-door", 1, 1)},
		},
		{
			name:  "and when it is named itself",
			given: game(1, "3B", locationIn(1, "dungeon-door"), active(1, "dungeon-door")),
			when:  lotr.PlaceProgress{Table: tid, By: 1, Location: 1},
			then:  []events.Payload{onLocation(1, "dungeon-door", 1, 1)},
		},
		{
			name:  "removed from a location",
			given: game(1, "3H", locationIn(1, "dungeon-door"), onLocation(1, "dungeon-door", 2, 2)),
			when:  lotr.PlaceProgress{Table: tid, By: -1, Location: 1},
			then:  []events.Payload{onLocation(1, "dungeon-door", -1, 1)},
		},
		{name: "nothing to remove from a location", given: game(1, "3H", locationIn(1, "dungeon-door")), when: lotr.PlaceProgress{Table: tid, By: -1, Location: 1}, refused: "nothing-to-remove"},
		{name: "no such location", given: game(1, "3H"), when: lotr.PlaceProgress{Table: tid, By: 1, Location: 4}, refused: "no-such-location"},
		{name: "a change of 0", given: game(1, "3H"), when: lotr.PlaceProgress{Table: tid}, refused: engine.CodeMalformed},
		{name: "past the active location and on one", given: game(1, "3H", locationIn(1, "dungeon-door")), when: lotr.PlaceProgress{Table: tid, By: 1, Location: 1, Direct: true}, refused: engine.CodeMalformed},
	})
}

// Source: facts/game-facts.md, "5.1 Round" (phase 4); "2.4 Encounter cards with siege" (only at 3x).
func TestTravelAndExplore(t *testing.T) {
	typed := explored(1, "dungeon-door", 1)
	typed.Siege, typed.Typed = num(3), true
	unseen := explored(0, "the-shadow-road", 1)
	unknown := lotr.LocationExplored{Table: tid, Card: lotr.Card{Name: "Old Cairn", Kind: "location"}, Item: 1}
	run(t, []play{
		{
			name: "travel", given: game(1, "3H", locationIn(1, "dungeon-door")),
			when: lotr.Travel{Table: tid, Location: 1}, then: []events.Payload{active(1, "dungeon-door")},
		},
		{
			name:  "one location is active at a time",
			given: game(1, "3H", locationIn(1, "dungeon-door"), locationIn(2, "blackened-woods"), active(2, "blackened-woods")),
			when:  lotr.Travel{Table: tid, Location: 1}, refused: "already-active-location",
		},
		{name: "not to a location of another stage", given: game(1, "3F", locationIn(1, "dungeon-door")), when: lotr.Travel{Table: tid, Location: 1}, refused: "wrong-stage"},
		{name: "not to one that is not in play", given: game(1, "3F"), when: lotr.Travel{Table: tid, Location: 1}, refused: "no-such-location"},
		{
			name: "explored in play", given: game(1, "3H", locationIn(1, "dungeon-door")),
			when: lotr.ExploreLocation{Table: tid, Location: 1}, then: []events.Payload{explored(1, "dungeon-door", 1)},
		},
		{
			name: "a typed siege value goes before the data's, and both are kept", given: game(1, "3H", locationIn(1, "dungeon-door")),
			when: lotr.ExploreLocation{Table: tid, Location: 1, Siege: num(3)}, then: []events.Payload{typed},
		},
		{
			name: "one that was never entered, by its name", given: game(1, "3F"),
			when: lotr.ExploreLocation{Table: tid, Card: "the shadow road"}, then: []events.Payload{unseen},
		},
		{
			name: "one typed by hand without a siege value is not known", given: game(1, "3F"),
			when: lotr.ExploreLocation{Table: tid, Hand: &lotr.Card{Name: " Old Cairn ", Kind: "location"}}, then: []events.Payload{unknown},
		},
		{name: "an enemy is not explored", given: game(1, "3F"), when: lotr.ExploreLocation{Table: tid, Card: "battle-warg"}, refused: "wrong-kind"},
		{name: "no such card", given: game(1, "3F"), when: lotr.ExploreLocation{Table: tid, Card: "Bag End"}, refused: "no-such-card"},
		{name: "no card at all", given: game(1, "3F"), when: lotr.ExploreLocation{Table: tid}, refused: engine.CodeMalformed},
		{name: "siege 100", given: game(1, "3F"), when: lotr.ExploreLocation{Table: tid, Card: "dungeon-door", Siege: num(100)}, refused: engine.CodeMalformed},
		{name: "not one of another stage in the staging area", given: game(1, "3F", locationIn(1, "dungeon-door")), when: lotr.ExploreLocation{Table: tid, Location: 1}, refused: "wrong-stage"},
		{name: "a number and another name", given: game(1, "3H", locationIn(1, "dungeon-door")), when: lotr.ExploreLocation{Table: tid, Location: 1, Card: "blackened-woods"}, refused: engine.CodeMalformed},
	})
}
