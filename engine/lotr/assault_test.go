package lotr

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: Assault.
// Source: The Flame of the West, "Assault".
func TestAssault(t *testing.T) {
	city := inScenario(pelennorID, minasTirith)
	field := lotr.Card{Name: "Old Field", Kind: "location", QuestPoints: 2}
	wall := lotr.Piece{Kind: lotr.KindObjective, Number: 1}
	given := func(more ...events.Payload) []events.Payload {
		es := []events.Payload{lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: city, Why: "stage"}, phase(lotr.PhaseQuest)}
		return midGame(pelennorID, 2, "3B", append(es, more...)...)
	}
	quest := func(willpower, threat int, outcome string, by int) events.Payload {
		return lotr.QuestResolved{Table: tid, Willpower: willpower, Threat: threat, Typed: true, Outcome: outcome, By: by}
	}
	resolve := func(willpower, threat int) lotr.TableCommand {
		return lotr.ResolveQuest{Table: tid, Willpower: willpower, Threat: num(threat)}
	}
	const stays = "while stage 3B has Assault, a successful quest places no progress on it, only on the active location"
	active := []events.Payload{lotr.LocationEntered{Table: tid, Location: 1, Card: field}, activeOn(1, field.Name)}
	place := func(by int, source string) lotr.TableCommand {
		return lotr.PlaceProgress{Table: tid, By: by, Source: source}
	}
	runTurns(t, []turn{
		{
			name: "25 threat against 20 willpower: 5 damage to Minas Tirith, once, and nobody's threat moves", scenario: pelennorID, given: given(),
			when: resolve(20, 25), then: []events.Payload{quest(20, 25, failure, 5), tokensOn(wall, city.Name, lotr.TokenDamage, 5, 5, "the unsuccessful quest")},
		},
		{
			name: "while Minas Tirith is not in play the effect does what it can: nothing", scenario: pelennorID, given: midGame(pelennorID, 2, "3B", phase(lotr.PhaseQuest)),
			when: resolve(20, 25), then: []events.Payload{quest(20, 25, failure, 5)},
		},
		{name: "a tie does nothing", scenario: pelennorID, given: given(), when: resolve(25, 25), then: []events.Payload{quest(25, 25, tie, 0)}},
		{
			name: "a successful quest places no progress on the stage", scenario: pelennorID, given: given(),
			when: resolve(9, 4), then: []events.Payload{quest(9, 4, success, 5), lost(5, stays)},
		},
		{
			name: "but on the active location", scenario: pelennorID, given: given(active...), when: resolve(9, 4),
			then: []events.Payload{
				quest(9, 4, success, 5),
				lotr.LocationProgressed{Table: tid, Location: 1, Card: field.Name, By: 2, Progress: 2},
				lotr.LocationExplored{Table: tid, Location: 1, Card: field},
				lost(3, stays),
			},
		},
		{name: "nor does a player card", scenario: pelennorID, given: given(), when: place(2, lotr.FromPlayerCard), refused: "assault"},
		{name: "nor what says no source", scenario: pelennorID, given: given(), when: place(2, ""), refused: "assault"},
		{
			name: "an encounter card does", scenario: pelennorID, given: given(), when: place(2, lotr.FromEncounter),
			then: []events.Payload{onStage("3B", 2, 2, "entry")},
		},
		{
			name: "a player card places progress on the active location", scenario: pelennorID, given: given(active...), when: place(1, lotr.FromPlayerCard),
			then: []events.Payload{lotr.LocationProgressed{Table: tid, Location: 1, Card: field.Name, By: 1, Progress: 1}},
		},
	})
	if got := HitPointsOf(Context{Scenario: pelennorID}, fold(given()), wall); got != 50 {
		t.Errorf("Minas Tirith has %d hit points for two players, want 50", got)
	}
}
