package lotr

import (
	"encoding/json"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// snuffler has Peril and nothing else that matters.
var snuffler = lotr.Card{Name: "Old Snuffler", Kind: "enemy", Threat: 1, HitPoints: 3, Engagement: 33, Peril: true}

// imperilled is a table of players at which p-1 resolves a card with Peril alone.
func imperilled(players int, more ...events.Payload) []events.Payload {
	peril := []events.Payload{
		phase(lotr.PhaseQuest),
		lotr.CardRevealed{Table: tid, Card: snuffler, Enemy: 1, Player: p1, Step: true, StepCards: players},
		lotr.EnemyEntered{Table: tid, Enemy: 1, Card: snuffler, Why: "revealed"},
		lotr.PerilBegan{Table: tid, Player: p1, Card: snuffler.Name},
	}
	return midGame(siegeOfGondor, players, "1B", append(peril, more...)...)
}

// Rule: Peril.
// Source: The Mountain of Fire, "Peril"; The Flame of the West, "Peril".
func TestPerilBeginsAndEnds(t *testing.T) {
	shown := func(player events.PersonID, n, cards int) events.Payload {
		return lotr.CardRevealed{Table: tid, Card: snuffler, Enemy: n, Player: player, Step: true, StepCards: cards}
	}
	entered := func(n int) events.Payload {
		return lotr.EnemyEntered{Table: tid, Enemy: n, Card: snuffler, Why: "revealed"}
	}
	ended := lotr.PerilEnded{Table: tid, Player: p1, Card: snuffler.Name}
	surge := lotr.CardRevealed{Table: tid, Card: snuffler, Player: p1, Surge: true}
	quest := phase(lotr.PhaseQuest)
	runTurns(t, []turn{
		{
			name: "it begins for who reveals it", scenario: siegeOfGondor, given: midGame(siegeOfGondor, 2, "1B", quest),
			when: lotr.RevealCard{Table: tid, Hand: &snuffler},
			then: []events.Payload{shown(p1, 1, 2), entered(1), lotr.PerilBegan{Table: tid, Player: p1, Card: snuffler.Name}},
		},
		{
			name: "not for who is alone", scenario: siegeOfGondor, given: midGame(siegeOfGondor, 1, "1B", quest),
			when: lotr.RevealCard{Table: tid, Hand: &snuffler}, then: []events.Payload{shown(p1, 1, 1), entered(1)},
		},
		{
			name: "not if nobody knows who revealed it", scenario: river, given: midGame(river, 2, "1B", quest),
			when: lotr.RevealCard{Table: tid, Hand: &snuffler, Effect: true},
			then: []events.Payload{lotr.CardRevealed{Table: tid, Card: snuffler, Enemy: 1}, entered(1)},
		},
		{name: "it ends when it is said to be resolved", scenario: siegeOfGondor, given: imperilled(2), when: lotr.ResolveReveal{Table: tid}, then: []events.Payload{ended}},
		{name: "once", scenario: siegeOfGondor, given: imperilled(2, ended), when: lotr.ResolveReveal{Table: tid}, refused: "nothing-to-resolve"},
		{
			name: "or with the card that Surge makes the same player reveal", scenario: siegeOfGondor, given: imperilled(2, surge),
			when: lotr.RevealCard{Table: tid, Hand: &snuffler},
			then: []events.Payload{
				ended,
				lotr.CardRevealed{Table: tid, Card: snuffler, Enemy: 2, Player: p1},
				entered(2),
				lotr.PerilBegan{Table: tid, Player: p1, Card: snuffler.Name},
			},
		},
		{
			name: "or when its player goes out", scenario: river, given: midGame(river, 3, "1B", lotr.PerilBegan{Table: tid, Player: p1, Card: snuffler.Name}),
			when: lotr.ChangeThreat{Table: tid, Player: p1, By: 30},
			then: []events.Payload{threat(p1, 21, 51, lotr.WhyEntry), out(p1, lotr.OutThreat, 51, 2), passed(p1, p2, "eliminated"), ended},
		},
	})
}

// During a Peril the others take no action, and the table does not go on; what the card does to
// everybody is entered all the same.
//
// Rule: Peril.
// Source: The Mountain of Fire, "Peril".
func TestPerilLetsOnePlayerAct(t *testing.T) {
	for name, cmd := range map[string]lotr.TableCommand{
		"the next phase":                       lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel},
		"the quest":                            lotr.ResolveQuest{Table: tid, Willpower: 9},
		"another player's reveal":              lotr.RevealCard{Table: tid, Hand: &snuffler},
		"another player's reveal by name":      lotr.RevealCard{Table: tid, Hand: &snuffler, Player: p2},
		"another player's reveal by an effect": lotr.RevealCard{Table: tid, Hand: &snuffler, Player: p2, Effect: true},
		"the choice of a quest":                lotr.ChooseQuest{Table: tid},
		"engagement checks":                    lotr.CheckEngagement{Table: tid},
		"another's threat":                     lotr.ChangeThreat{Table: tid, Player: p2, By: -2},
		"another's ally":                       lotr.EnterAlly{Table: tid, Player: p2, Name: "Faramir"},
		"another's healing":                    lotr.DamageCharacter{Table: tid, Player: p2, Character: "Gimli", By: -1},
		"another's readying":                   lotr.ExhaustCharacter{Table: tid, Player: p2, Character: "Gimli", Ready: true},
		"another's exhaustion":                 lotr.ExhaustCharacter{Table: tid, Player: p2, Character: "Gimli"},
		"another's attack":                     lotr.PlayerAttack{Table: tid, Enemy: 1, Player: p1, Attackers: []lotr.Character{{Player: p1, Name: "Aragorn"}, {Player: p2, Name: "Gimli"}}},
		"another's defence":                    lotr.EnemyAttack{Table: tid, Enemy: 1, Player: p1, Defender: lotr.Character{Player: p2, Name: "Gimli"}},
		"another's choice to engage":           lotr.Engage{Table: tid, Enemy: 1, Player: p2, Optional: true},
		"another's player card":                lotr.Engage{Table: tid, Enemy: 1, Player: p2, Source: lotr.FromPlayerCard},
		"another's test":                       lotr.RaiseTest{Table: tid, Player: p2, Willpower: 1},
		"the token":                            lotr.PassFirstPlayer{Table: tid, Player: p2},
	} {
		runTurns(t, []turn{{name: name, scenario: siegeOfGondor, given: imperilled(2), when: cmd, refused: "peril"}})
	}
	runTurns(t, []turn{
		{
			name: "the player's own action", scenario: siegeOfGondor, given: imperilled(2), when: lotr.ChangeThreat{Table: tid, Player: p1, By: -2},
			then: []events.Payload{threat(p1, 21, 19, lotr.WhyEntry)},
		},
		{
			name: "each player's threat", scenario: siegeOfGondor, given: imperilled(2), when: lotr.ChangeThreat{Table: tid, By: 2},
			then: []events.Payload{threat(p1, 21, 23, lotr.WhyEntry), threat(p2, 28, 30, lotr.WhyEntry)},
		},
		{
			name: "damage to anybody", scenario: siegeOfGondor, given: imperilled(2), when: lotr.DamageCharacter{Table: tid, Player: p2, Character: "Gimli", By: 1},
			then: []events.Payload{lotr.CharacterDamaged{Table: tid, Player: p2, Character: "Gimli", Hero: true, By: 1, Damage: 1}},
		},
		{
			name: "an encounter card that exhausts anybody", scenario: siegeOfGondor, given: imperilled(2),
			when: lotr.ExhaustCharacter{Table: tid, Player: p2, Character: "Gimli", Source: lotr.FromEncounter},
			then: []events.Payload{lotr.CharacterExhausted{Table: tid, Player: p2, Character: "Gimli"}},
		},
		{
			name: "an enemy that the card sends to anybody", scenario: siegeOfGondor, given: imperilled(2), when: lotr.Engage{Table: tid, Enemy: 1, Player: p2},
			then: []events.Payload{lotr.EnemyEngaged{Table: tid, Enemy: 1, Card: snuffler.Name, Player: p2, How: "effect"}},
		},
	})
}

// Every entry about a table has its place in the table of what a Peril allows.
//
// Rule: Peril.
func TestPerilKnowsEveryEntry(t *testing.T) {
	c := lotr.Catalogue()
	seen := 0
	for _, typ := range c.CommandTypes() {
		body, err := c.DecodeCommand(typ, json.RawMessage(`{"table":"t-1"}`))
		if err != nil {
			continue // not about one table
		}
		if _, ok := body.(lotr.TableCommand); !ok {
			continue
		}
		seen++
		if parts[typ] == 0 {
			t.Errorf("%s is not in the table of what a Peril allows", typ)
		}
	}
	if seen != len(parts) {
		t.Errorf("%d entries about a table, and %d in the table of a Peril", seen, len(parts))
	}
}

// Nothing ends the round while something is open, and all of it is named.
//
// Source: facts/game-facts.md, "5.1 Round".
func TestWhatIsOpenKeepsTheRoundOpen(t *testing.T) {
	open := fold(imperilled(2,
		lotr.ObjectiveEntered{Table: tid, Objective: 1, Card: clue}, lotr.GuardDue{Table: tid, Objective: 1},
		lotr.TestBegan{Table: tid, Player: p1, Why: "entry"}, lotr.TestsDue{Table: tid, Players: []events.PersonID{p2}, Card: "Foul Fumes"},
		lotr.TriggerDue{Table: tid, Trigger: "x", When: string(WhenQuest), Says: "do something"}))
	_, err := EndTableRound(Context{Scenario: siegeOfGondor, Round: 2}, open)
	mustRefuse(t, err, "something-open")
	const want = "this is still open at the table: Old Snuffler with Peril, which {p-1} resolves alone; the Fortitude test of {p-1}; " +
		"a Fortitude test that {p-2} has to take because of Foul Fumes; the guard of Evidence of the Cult; finish it, then end the round"
	if says := engine.AsRefusal(err).Says; says != want {
		t.Errorf("refused with %q, want %q", says, want)
	}
	ticked := fold(midGame(siegeOfGondor, 2, "1B", lotr.TriggerDue{Table: tid, Trigger: "x", When: string(WhenQuest), Says: "do something"}))
	if _, err := EndTableRound(Context{Scenario: siegeOfGondor, Round: 2}, ticked); err != nil {
		t.Errorf("what is not ticked off keeps the round open: %v", err)
	}
}
