package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Case 20: one damage was overlooked. Whatever a table keeps a judge can put right, and the log says
// what it was and what it is.
//
// Ruling: 17.
func TestRuleAnything(t *testing.T) {
	on := lotr.Piece{Kind: lotr.KindEnemy, Number: 1}
	there := lotr.Piece{Kind: lotr.KindLocation, Number: 1}
	it := lotr.Piece{Kind: lotr.KindSideQuest, Number: 1}
	stage := lotr.Piece{Kind: lotr.KindStage}
	cairn := lotr.Card{Name: "Old Cairn", Kind: "location", QuestPoints: 3}
	hurt := lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Aragorn", Hero: true, By: 4, Damage: 4}
	given := midGame(river, 2, "1B",
		lotr.EnemyEntered{Table: tid, Enemy: 1, Card: troll, Why: "effect"}, lotr.LocationEntered{Table: tid, Location: 1, Card: cairn},
		lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: crown}, lotr.SideQuestEntered{Table: tid, SideQuest: 1, Card: farRoad}, hurt)
	dead := append(given[:len(given):len(given)], lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Aragorn", Hero: true, HeroesUp: 1})
	hero := func(h lotr.HeroRuling) lotr.TableRuling {
		return lotr.TableRuling{Table: tid, Players: []lotr.PlayerRuling{{Player: p1, Heroes: []lotr.HeroRuling{h}}}}
	}
	ally := func(a lotr.AllyRuling) lotr.TableRuling {
		return lotr.TableRuling{Table: tid, Players: []lotr.PlayerRuling{{Player: p1, Allies: []lotr.AllyRuling{a}}}}
	}
	tokens := func(p lotr.Piece, token string, to int) lotr.TableRuling {
		return lotr.TableRuling{Table: tid, Tokens: []lotr.TokenRuling{{Piece: p, Token: token, To: to}}}
	}
	yes, no := true, false
	enter := lotr.HeroEntered{Table: tid, Player: p1, Title: "Aragorn", Threat: 12, HitPoints: 5, Why: "ruling"}
	for _, tc := range []struct {
		name  string
		given []events.Payload
		rule  lotr.TableRuling
		then  []events.Payload
		code  engine.Code
	}{
		{
			name: "one damage more", given: given, rule: hero(lotr.HeroRuling{Title: "aragorn", Damage: num(3)}),
			then: []events.Payload{lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Aragorn", Hero: true, By: -1, Damage: 3}},
		},
		{name: "the damage it has", given: given, rule: hero(lotr.HeroRuling{Title: "Aragorn", Damage: num(4)})},
		{
			name: "a hero destroyed", given: given, rule: hero(lotr.HeroRuling{Title: "Aragorn", Dead: &yes}),
			then: []events.Payload{lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Aragorn", Hero: true, HeroesUp: 1}},
		},
		{
			name: "a hero back, with damage", given: dead, rule: hero(lotr.HeroRuling{Title: "Aragorn", Dead: &no, Damage: num(2)}),
			then: []events.Payload{enter, lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Aragorn", Hero: true, By: 2, Damage: 2}},
		},
		{name: "damage on a hero that is gone", given: dead, rule: hero(lotr.HeroRuling{Title: "Aragorn", Damage: num(2)}), code: "character-destroyed"},
		{name: "a hero that nobody declared", given: given, rule: hero(lotr.HeroRuling{Title: "Sauron", Damage: num(2)}), code: "no-such-character"},
		{name: "nothing about a hero", given: given, rule: hero(lotr.HeroRuling{Title: "Aragorn"}), code: engine.CodeMalformed},
		{name: "damage below 0", given: given, rule: hero(lotr.HeroRuling{Title: "Aragorn", Damage: num(-1)}), code: engine.CodeMalformed},
		{
			name: "an ally that was forgotten", given: given, rule: ally(lotr.AllyRuling{Name: "Faramir", In: &yes, Unique: true, Damage: num(1)}),
			then: []events.Payload{
				lotr.AllyEntered{Table: tid, Player: p1, Name: "Faramir", Unique: true},
				lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Faramir", By: 1, Damage: 1},
			},
		},
		{
			name: "an ally that is gone", given: append(given[:len(given):len(given)], lotr.AllyEntered{Table: tid, Player: p1, Name: "Faramir"}), rule: ally(lotr.AllyRuling{Name: "Faramir", In: &no}),
			then: []events.Payload{lotr.CharacterLeft{Table: tid, Player: p1, Character: "Faramir", HeroesUp: 2, Why: "ruling"}},
		},
		{name: "nothing about an ally", given: given, rule: ally(lotr.AllyRuling{Name: "Faramir"}), code: engine.CodeMalformed},
		{name: "a contract that nobody has", given: given, rule: lotr.TableRuling{Table: tid, Players: []lotr.PlayerRuling{{Player: p1, Contract: "B"}}}, code: "no-contract"},
		{name: "resources on an enemy", given: given, rule: tokens(on, lotr.TokenResource, 3), then: []events.Payload{tokensOn(on, troll.Name, lotr.TokenResource, 3, 3, "ruling")}},
		{name: "damage on an enemy", given: given, rule: tokens(on, lotr.TokenDamage, 2), then: []events.Payload{lotr.EnemyDamaged{Table: tid, Enemy: 1, Card: troll.Name, By: 2, Damage: 2}}},
		{
			name: "damage that destroys it", given: given, rule: tokens(on, lotr.TokenDamage, 3),
			then: []events.Payload{lotr.EnemyDamaged{Table: tid, Enemy: 1, Card: troll.Name, By: 3, Damage: 3}, lotr.EnemyDestroyed{Table: tid, Enemy: 1, Card: troll, By: "damage"}},
		},
		{name: "progress on a location", given: given, rule: tokens(there, lotr.TokenProgress, 2), then: []events.Payload{lotr.LocationProgressed{Table: tid, Location: 1, Card: cairn.Name, By: 2, Progress: 2}}},
		{name: "progress on a side quest", given: given, rule: tokens(it, lotr.TokenProgress, 2), then: []events.Payload{tokensOn(it, farRoad.Name, lotr.TokenProgress, 2, 2, "ruling")}},
		{name: "damage on an objective", given: given, rule: tokens(first, lotr.TokenDamage, 4), then: []events.Payload{tokensOn(first, crown.Name, lotr.TokenDamage, 4, 4, "ruling")}},
		{name: "resources on the stage", given: given, rule: lotr.TableRuling{Table: tid, Resources: num(4)}, then: []events.Payload{tokensOn(stage, "stage 1B", lotr.TokenResource, 4, 4, "ruling")}},
		{name: "progress on the stage", given: given, rule: tokens(stage, lotr.TokenProgress, 3), then: []events.Payload{onStage("1B", 3, 3, "ruling")}},
		{
			name: "a stage that has its progress by that is defeated", given: given, rule: lotr.TableRuling{Table: tid, Progress: num(15)},
			then: append([]events.Payload{onStage("1B", 15, 15, "ruling"), lotr.StageDefeated{Table: tid, Stage: "1B", Name: "Chased by Easterlings"}}, riverCrossed(given)...),
		},
		{name: "1000 tokens", given: given, rule: tokens(first, lotr.TokenDamage, 1000), code: engine.CodeMalformed},
		{name: "no kind of token", given: given, rule: tokens(first, "sugar", 1), code: engine.CodeMalformed},
		{name: "a card that is not there", given: given, rule: tokens(lotr.Piece{Kind: lotr.KindEnemy, Number: 9}, lotr.TokenDamage, 1), code: "no-such-enemy"},
		{name: "the first player", given: given, rule: lotr.TableRuling{Table: tid, FirstPlayer: p2}, then: []events.Payload{passed(p1, p2, "ruling")}},
		{
			name: "one card for another", given: given, rule: lotr.TableRuling{Table: tid, Removed: []lotr.Piece{first}, Entered: []lotr.CardRuling{{Hand: &crown, Player: p2}}},
			then: []events.Payload{
				lotr.CardLeft{Table: tid, Objective: 1, Card: crown.Name, Note: "ruling"},
				lotr.ObjectiveEntered{Table: tid, Objective: 2, Card: crown, Player: p2, Why: "effect"},
			},
		},
		{
			name: "a location that is the active one", given: given, rule: lotr.TableRuling{Table: tid, Entered: []lotr.CardRuling{{Hand: &cairn, Active: true}}},
			then: []events.Payload{lotr.LocationEntered{Table: tid, Location: 2, Card: cairn, Why: "effect"}, activeOn(2, cairn.Name)},
		},
		{name: "a treachery in play", given: given, rule: lotr.TableRuling{Table: tid, Entered: []lotr.CardRuling{{Hand: &lotr.Card{Name: "Old Call", Kind: "treachery"}}}}, code: "wrong-kind"},
		{name: "the stage out of play", given: given, rule: lotr.TableRuling{Table: tid, Removed: []lotr.Piece{stage}}, code: engine.CodeMalformed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := RuleTable(Context{Scenario: river, Round: 2}, fold(tc.given), tc.rule)
			if tc.code != "" {
				mustRefuse(t, err, tc.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, tc.then)
		})
	}
}

// riverCrossed is what follows when stage 1B of The River Running is defeated.
func riverCrossed(given []events.Payload) []events.Payload {
	t := fold(append(given[:len(given):len(given)], onStage("1B", 15, 15, "ruling"), lotr.StageDefeated{Table: tid, Stage: "1B"}))
	return work(Context{Scenario: river, Round: 2}, t, func(d *entry) {
		d.goTo("2B")
		d.settle()
	})
}
