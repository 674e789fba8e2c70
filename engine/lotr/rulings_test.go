package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Ruling: 17.
func TestRuleTable(t *testing.T) {
	fallen := Context{Epic: true, Round: 6}
	player := func(p events.PersonID, threat *int, back bool) lotr.TableRuling {
		return lotr.TableRuling{Table: tid, Players: []lotr.PlayerRuling{{Player: p, Threat: threat, Reinstate: back}}}
	}
	for _, tc := range []struct {
		name  string
		c     Context
		given []events.Payload
		rule  lotr.TableRuling
		then  []events.Payload
		code  engine.Code
	}{
		{name: "a threat", given: game(2, "3B"), rule: player(p2, num(31), false), then: []events.Payload{threat(p2, 28, 31, lotr.WhyRuling)}},
		{name: "a threat that stands already changes nothing", given: game(2, "3B"), rule: player(p2, num(28), false)},
		{
			name: "a threat that takes the player out", given: game(2, "3B"), rule: player(p2, num(50), false),
			then: []events.Payload{threat(p2, 28, 50, lotr.WhyRuling), out(p2, lotr.OutThreat, 50, 1)},
		},
		{
			name: "back into the game", given: game(2, "3B", out(p2, "threat", 50, 1)), rule: player(p2, num(44), true),
			then: []events.Payload{lotr.PlayerReinstated{Table: tid, Player: p2, Threat: 44}},
		},
		{
			name: "back into the game where nobody else is left: the token too", given: game(2, "3B", out(p1, "threat", 50, 1), out(p2, "threat", 50, 0)), rule: player(p2, num(44), true),
			then: []events.Payload{lotr.PlayerReinstated{Table: tid, Player: p2, Threat: 44}, passed(p1, p2, "ruling")},
		},
		{name: "back with too much threat", given: game(2, "3B", out(p2, "threat", 50, 1)), rule: player(p2, num(50), true), code: engine.CodeMalformed},
		{name: "back without a threat", given: game(2, "3B", out(p2, "threat", 50, 1)), rule: player(p2, nil, true), code: engine.CodeMalformed},
		{name: "back, who never left", given: game(2, "3B"), rule: player(p2, num(30), true), code: "player-in"},
		{name: "the threat of who is out", given: game(2, "3B", out(p2, "threat", 50, 1)), rule: player(p2, num(30), false), code: "player-out"},
		{name: "a stranger", given: game(2, "3B"), rule: player(p4, num(30), false), code: "no-such-player"},
		{name: "nothing about a player", given: game(2, "3B"), rule: player(p2, nil, false), code: engine.CodeMalformed},
		{name: "a threat of 100", given: game(2, "3B"), rule: player(p2, num(100), false), code: engine.CodeMalformed},
		{
			name: "progress, resources and Power of Lórien", given: game(1, "1B", onStage("1B", 4, 4, "quest")),
			rule: lotr.TableRuling{Table: tid, Progress: num(1), Resources: num(2), Power: num(12)},
			then: []events.Payload{
				onStage("1B", -3, 1, "ruling"),
				lotr.StageResourcePlaced{Table: tid, Stage: "1B", Resources: 2},
				lotr.PowerProgressed{Table: tid, By: 12, Progress: 12, Why: "ruling"},
			},
		},
		{name: "a third resource", given: game(1, "1B"), rule: lotr.TableRuling{Table: tid, Resources: num(3)}, code: engine.CodeMalformed},
		{name: "resources at stage 3", given: game(1, "3B"), rule: lotr.TableRuling{Table: tid, Resources: num(1)}, code: "wrong-stage"},
		{name: "progress below 0", given: game(1, "3B"), rule: lotr.TableRuling{Table: tid, Progress: num(-1)}, code: engine.CodeMalformed},
		{name: "progress on a Power that is gone", given: game(1, "3B", lotr.PowerDiscarded{Table: tid}), rule: lotr.TableRuling{Table: tid, Power: num(1)}, code: "power-not-in-play"},
		{
			name: "damage on the Lieutenant", given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc")),
			rule: lotr.TableRuling{Table: tid, Lieutenant: num(9)}, then: []events.Payload{damaged(1, "bane-of-amon-lanc", 9, 9)},
		},
		{
			name: "damage on the Lieutenant after the city fell", c: fallen, given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc")),
			rule: lotr.TableRuling{Table: tid, Lieutenant: num(9)},
			then: []events.Payload{damaged(1, "bane-of-amon-lanc", 9, 9), destroyed(1, "bane-of-amon-lanc", 1, "damage")},
		},
		{name: "a Lieutenant that is not in play", given: game(1, "3B"), rule: lotr.TableRuling{Table: tid, Lieutenant: num(9)}, code: "not-in-play"},
		{name: "another table", given: game(1, "3B"), rule: lotr.TableRuling{Table: "t-2"}, code: engine.CodeOtherTable},
		{name: "a table that is not set up", rule: lotr.TableRuling{Table: tid}, code: "not-set-up"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := RuleTable(contextOf(tc.c), fold(tc.given), tc.rule)
			if tc.code != "" {
				mustRefuse(t, err, tc.code)
				return
			}
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			same(t, got, tc.then)
		})
	}
}

// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side A). Ruling: 17.
func TestRuleStage(t *testing.T) {
	moved := lotr.StageEntered{Table: tid, From: "3B", Stage: "3D", Name: "The Tower of Sorcery"}
	aside := lotr.LieutenantSetAside{Table: tid, Enemy: 1, Card: "Bane of Amon Lanc"}
	arrives := lotr.LieutenantArrived{Table: tid, Enemy: 2, Card: scenarioCard("sorcerer-of-dol-guldur")}
	attacks := arrives
	attacks.Attacks = []events.PersonID{p1, p2}
	at3B := game(2, "3B", lieutenant(1, "bane-of-amon-lanc"), onStage("3B", 6, 6, "quest"))
	for _, tc := range []struct {
		name   string
		city   int
		given  []events.Payload
		stage  string
		barred bool
		then   []events.Payload
		code   engine.Code
	}{
		{name: "as if the team had chosen it", city: 11, given: at3B, stage: "3D", then: []events.Payload{moved, aside, arrives}},
		{name: "while the city is weak its Lieutenant attacks", city: 10, given: at3B, stage: "3D", then: []events.Payload{moved, aside, attacks}},
		{name: "a Lieutenant in a victory display does not come", city: 10, given: at3B, stage: "3D", barred: true, then: []events.Payload{moved, aside}},
		{name: "the stage at which the table is", city: 10, given: at3B, stage: "3B"},
		{name: "a stage that is none", city: 10, given: at3B, stage: "3C", code: "wrong-stage"},
		{name: "back to stage 1", city: 10, given: at3B, stage: "1B", code: "wrong-stage"},
		{name: "from stage 1", city: 30, given: game(2, "1B"), stage: "3D", code: "wrong-stage"},
		{name: "from stage 2", city: 30, given: game(2, "2B"), stage: "3D", code: "wrong-stage"},
		{name: "a table that is not set up", stage: "3D", code: "not-set-up"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table := fold(tc.given)
			got, err := RuleStage(contextOf(Context{Epic: true, Round: 5, City: tc.city}), table, tc.stage, tc.barred)
			if tc.code != "" {
				mustRefuse(t, err, tc.code)
				return
			}
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			same(t, got, tc.then)
			if after := foldOn(table, got); len(got) > 0 && (after.Stage != tc.stage || after.Progress != 0) {
				t.Errorf("stage %s, progress %d", after.Stage, after.Progress)
			}
		})
	}
}
