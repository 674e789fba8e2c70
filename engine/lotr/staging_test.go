package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

func revealed(code string, enemy, location int, surge bool) lotr.CardRevealed {
	return lotr.CardRevealed{Table: tid, Card: scenarioCard(code), Enemy: enemy, Location: location, Surge: surge}
}

func entered(number int, code, why string) lotr.EnemyEntered {
	return lotr.EnemyEntered{Table: tid, Enemy: number, Card: scenarioCard(code), Why: why}
}

// Source: facts/game-facts.md, "5.1 Round" (phase 3); "2.4 Encounter cards with siege".
func TestReveal(t *testing.T) {
	weak, strong := Context{City: 5}, Context{City: 6}
	lieutenant := lotr.LieutenantArrived{Table: tid, Enemy: 1, Card: scenarioCard("dungeon-dweller")}
	handmade := lotr.Card{Name: "Old Troll", Kind: "enemy", Threat: 3, Doomed: 2, Surge: true}
	counted := scenarioCard("forest-battleground")
	counted.Threat = 4
	alone := scenarioCard("host-of-dol-guldur")
	alone.Threat, alone.ThreatPerPlayer, alone.Archery, alone.ArcheryPerPlayer = 1, false, 2, false
	run(t, []play{
		{
			name: "numbers typed in place of those for each player", given: game(4, "3B"),
			when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "host of dol guldur", Threat: 1, Archery: 2}},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: alone, Enemy: 1},
				lotr.EnemyEntered{Table: tid, Enemy: 1, Card: alone, Why: "revealed"},
			},
		},
		{
			name: "an enemy enters the staging area; Surge asks for another card", given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Card: "battle warg"},
			then: []events.Payload{revealed("battle-warg", 1, 0, true), entered(1, "battle-warg", "revealed")},
		},
		{
			name: "a location enters the staging area", given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Card: "blackened-woods"},
			then: []events.Payload{
				revealed("blackened-woods", 0, 1, false),
				lotr.LocationEntered{Table: tid, Location: 1, Card: scenarioCard("blackened-woods"), Why: "revealed"},
			},
		},
		{
			name: "Doomed hits every player at the table, in turn order", given: game(2, "3B", passed(p1, p2, "refresh")),
			when: lotr.RevealCard{Table: tid, Card: "Fear and Despair"},
			then: []events.Payload{
				revealed("fear-and-despair", 0, 0, false),
				noted(threat(p2, 28, 29, lotr.WhyDoomed), "Fear and Despair"), noted(threat(p1, 21, 22, lotr.WhyDoomed), "Fear and Despair"),
			},
		},
		{
			name: "Doomed can take a player out", given: game(2, "3B", threat(p2, 28, 49, lotr.WhyEntry)),
			when: lotr.RevealCard{Table: tid, Card: "power-sevenfold"},
			then: []events.Payload{
				revealed("power-sevenfold", 0, 0, false),
				noted(threat(p1, 21, 22, lotr.WhyDoomed), "Power Sevenfold"), noted(threat(p2, 49, 50, lotr.WhyDoomed), "Power Sevenfold"),
				out(p2, lotr.OutThreat, 50, 1),
			},
		},
		{
			name: "Fastness of Mirkwood surges at city strength 5", c: weak, given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Card: "fastness-of-mirkwood"},
			then: []events.Payload{revealed("fastness-of-mirkwood", 0, 0, true), lotr.ProgressCapped{Table: tid, Cap: 5, Card: "Fastness of Mirkwood"}},
		},
		{
			name: "Fastness of Mirkwood does not surge at city strength 6", c: strong, given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Card: "fastness-of-mirkwood"},
			then: []events.Payload{revealed("fastness-of-mirkwood", 0, 0, false), lotr.ProgressCapped{Table: tid, Cap: 5, Card: "Fastness of Mirkwood"}},
		},
		{
			name: "a card typed by hand, with all it says", given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Hand: &handmade},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: handmade, Surge: true, Enemy: 1},
				lotr.EnemyEntered{Table: tid, Enemy: 1, Card: handmade, Why: "revealed"},
				noted(threat(p1, 21, 23, lotr.WhyDoomed), "Old Troll"),
			},
		},
		{
			name: "Forest Battleground with the threat that the table counted", given: game(1, "3B"),
			when: lotr.RevealCard{Table: tid, Card: "forest-battleground", Hand: &lotr.Card{Threat: 4}},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: counted, Location: 1},
				lotr.LocationEntered{Table: tid, Location: 1, Card: counted, Why: "revealed"},
			},
		},
		{name: "a Lieutenant is not in the encounter deck", given: game(1, "3H"), when: lotr.RevealCard{Table: tid, Card: "dungeon-dweller"}, refused: "not-in-deck"},
		{name: "nor is Host of Lórien", given: game(1, "3H"), when: lotr.RevealCard{Table: tid, Card: "host of lorien"}, refused: "not-in-deck"},
		{name: "a second copy of a unique enemy", given: game(1, "3H", lieutenant), when: lotr.AddEnemy{Table: tid, Card: "dungeon-dweller"}, refused: "unique-in-play"},
		{name: "the Lieutenant of another stage", given: game(1, "3B"), when: lotr.AddEnemy{Table: tid, Card: "dungeon-dweller"}, refused: "wrong-stage"},
		{
			name: "a Lieutenant in the victory display", given: game(1, "3H", lotr.EnemyDestroyed{Table: tid, Card: scenarioCard("dungeon-dweller"), Item: 1}),
			when: lotr.AddEnemy{Table: tid, Card: "dungeon-dweller"}, refused: "in-victory-display",
		},
		{name: "a hand card of no kind", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Fog"}}, refused: engine.CodeMalformed},
		{name: "a hand card without a name", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Kind: "enemy"}}, refused: engine.CodeMalformed},
		{name: "a hand card with a number below 0", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Orc", Kind: "enemy", Threat: -1}}, refused: engine.CodeMalformed},
		{name: "a hand card with siege 100", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Orc", Kind: "enemy", Siege: num(100)}}, refused: engine.CodeMalformed},
		{name: "a hand card only at no stage", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Pit", Kind: "location", OnlyAt: "9Z"}}, refused: engine.CodeMalformed},
		{name: "a hand card as a Lieutenant", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Orc", Kind: "enemy", Lieutenant: true}}, refused: engine.CodeMalformed},
		{name: "a hand card with a code that is no card's", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Code: "orc", Name: "Orc", Kind: "enemy"}}, refused: "no-such-card"},
		{name: "a card as another kind", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Hand: &lotr.Card{Name: "Battle Warg", Kind: "location"}}, refused: engine.CodeMalformed},
		{name: "a name too long", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Card: strings.Repeat("x", 81)}, refused: engine.CodeMalformed},
		{name: "a name very much too long", given: game(1, "3B"), when: lotr.RevealCard{Table: tid, Card: strings.Repeat("x", 1<<20)}, refused: engine.CodeMalformed},
	})
}

func TestAddAndRemove(t *testing.T) {
	full := game(1, "3B")
	for i := range maxInPlay {
		full = append(full, enemyIn(i+1, "battle-warg"), locationIn(i+1, "blackened-woods"))
	}
	run(t, []play{
		{
			name: "an effect puts an enemy into play engaged", given: game(2, "3B", enemyIn(1, "battle-warg")),
			when: lotr.AddEnemy{Table: tid, Card: "battle-warg", Player: p2},
			then: []events.Payload{lotr.EnemyEntered{Table: tid, Enemy: 2, Card: scenarioCard("battle-warg"), Player: p2, Why: "effect"}},
		},
		{
			name: "numbers are not used again", given: game(1, "3B", enemyIn(7, "battle-warg"), lotr.CardLeft{Table: tid, Enemy: 7}),
			when: lotr.AddEnemy{Table: tid, Card: "battle-warg"},
			then: []events.Payload{entered(8, "battle-warg", "effect")},
		},
		{
			name: "a location", given: game(1, "3B"),
			when: lotr.AddLocation{Table: tid, Card: "Gate of Dol Guldur"},
			then: []events.Payload{locationIn(1, "gate-of-dol-guldur")},
		},
		{
			name: "removed without being destroyed", given: game(1, "3B", enemyIn(1, "battle-warg")),
			when: lotr.RemoveCard{Table: tid, Enemy: 1, Note: "shuffled in"},
			then: []events.Payload{lotr.CardLeft{Table: tid, Enemy: 1, Card: "Battle Warg", Note: "shuffled in"}},
		},
		{
			name: "a location removed", given: game(1, "3B", locationIn(1, "dungeon-door")),
			when: lotr.RemoveCard{Table: tid, Location: 1},
			then: []events.Payload{lotr.CardLeft{Table: tid, Location: 1, Card: "Dungeon Door"}},
		},
		{
			name: "an immune Lieutenant stays", given: game(1, "3B", lotr.LieutenantArrived{Table: tid, Enemy: 1, Card: scenarioCard("bane-of-amon-lanc")}),
			when: lotr.RemoveCard{Table: tid, Enemy: 1}, refused: "immune",
		},
		{
			name: "Dungeon Dweller is not immune", given: game(1, "3H", lotr.LieutenantArrived{Table: tid, Enemy: 1, Card: scenarioCard("dungeon-dweller")}),
			when: lotr.RemoveCard{Table: tid, Enemy: 1},
			then: []events.Payload{lotr.CardLeft{Table: tid, Enemy: 1, Card: "Dungeon Dweller"}},
		},
		{name: "a location is no enemy", given: game(1, "3B"), when: lotr.AddEnemy{Table: tid, Card: "dungeon-door"}, refused: "wrong-kind"},
		{name: "an enemy is no location", given: game(1, "3B"), when: lotr.AddLocation{Table: tid, Card: "battle-warg"}, refused: "wrong-kind"},
		{name: "engaged with a stranger", given: game(1, "3B"), when: lotr.AddEnemy{Table: tid, Card: "battle-warg", Player: p4}, refused: "no-such-player"},
		{name: "both at once", given: game(1, "3B"), when: lotr.RemoveCard{Table: tid, Enemy: 1, Location: 1}, refused: engine.CodeMalformed},
		{name: "neither", given: game(1, "3B"), when: lotr.RemoveCard{Table: tid}, refused: engine.CodeMalformed},
		{name: "an enemy that is not there", given: game(1, "3B"), when: lotr.RemoveCard{Table: tid, Enemy: -1}, refused: "no-such-enemy"},
		{name: "more enemies than a table holds", given: full, when: lotr.AddEnemy{Table: tid, Card: "battle-warg"}, refused: "table-full"},
		{name: "more locations than a table holds", given: full, when: lotr.AddLocation{Table: tid, Card: "blackened-woods"}, refused: "table-full"},
	})
}

// Source: facts/game-facts.md, "2.4 Encounter cards with siege" (P is the table's players).
func TestStagingThreat(t *testing.T) {
	c := contextOf(Context{})
	table := fold(game(4, "3B",
		enemyIn(1, "host-of-dol-guldur"), enemyIn(2, "mirkwood-olog-hai"), engagedWith(3, "beast-of-taur-nu-fuin", p1),
		locationIn(1, "forest-battleground"), locationIn(2, "blackened-woods"), active(2, "blackened-woods")))
	if got := StagingThreat(c, table); got != 4+4+1 {
		t.Errorf("staging threat %d, want 9", got)
	}
	table = EvolveTable(table, out(p4, "threat", 50, 3))
	if got := StagingThreat(c, table); got != 3+4+1 {
		t.Errorf("staging threat %d with three players left, want 8", got)
	}
}

// Source: facts/game-facts.md, "2.4 Encounter cards with siege" (Power of Lórien).
func TestUsePower(t *testing.T) {
	held := lotr.PowerTaken{Table: tid, Player: p1, Paid: 20}
	used := func(card string, enemy, location int) events.Payload {
		return lotr.PowerUsed{Table: tid, Player: p1, Card: card, Enemy: enemy, Location: location}
	}
	reveal := func(n int, code string, more ...events.Payload) []events.Payload {
		es := game(n, "3B", held)
		got, err := DecideTable(contextOf(Context{}), fold(es), lotr.RevealCard{Table: tid, Card: code})
		if err != nil {
			panic(err)
		}
		return slices.Concat(es, got, more)
	}
	use := lotr.UsePower{Table: tid, Player: p1}
	run(t, []play{
		{name: "an enemy just revealed is cancelled", given: reveal(1, "battle-warg"), when: use, then: []events.Payload{used("Battle Warg", 1, 0)}},
		{name: "a location just revealed is cancelled", given: reveal(1, "dungeon-door"), when: use, then: []events.Payload{used("Dungeon Door", 0, 1)}},
		{
			name: "what its Doomed did is undone", given: reveal(2, "power-sevenfold"), when: use,
			then: []events.Payload{
				used("Power Sevenfold", 0, 0),
				noted(threat(p1, 22, 21, lotr.WhyDoomed), "Power Sevenfold was cancelled"), noted(threat(p2, 29, 28, lotr.WhyDoomed), "Power Sevenfold was cancelled"),
			},
		},
		{
			name: "the limit it set is lifted", given: reveal(1, "fastness-of-mirkwood"), when: use,
			then: []events.Payload{used("Fastness of Mirkwood", 0, 0), lotr.ProgressCapped{Table: tid, Cap: -1, Card: "Fastness of Mirkwood"}},
		},
		{name: "not after something else was entered", given: reveal(1, "battle-warg", threat(p1, 21, 22, lotr.WhyEntry)), when: use, refused: "nothing-revealed"},
		{name: "not when somebody went out by it", given: reveal(2, "power-sevenfold", out(p2, "threat", 50, 1)), when: use, refused: "nothing-revealed"},
		{name: "not when nothing was revealed", given: game(1, "3B", held), when: use, refused: "nothing-revealed"},
		{name: "not twice", given: reveal(1, "battle-warg", used("Battle Warg", 1, 0)), when: use, refused: "power-not-controlled"},
		{name: "not by who does not control it", given: reveal(2, "battle-warg"), when: lotr.UsePower{Table: tid, Player: p2}, refused: "power-not-controlled"},
	})
	after := fold(reveal(1, "battle-warg", used("Battle Warg", 1, 0)))
	if len(after.Enemies) != 0 || len(after.Victory) != 1 || after.PowerInPlay || len(after.Lorien) != 0 {
		t.Errorf("after the power: enemies %v, victory %v, power in play %v, Lórien %v", after.Enemies, after.Victory, after.PowerInPlay, after.Lorien)
	}
	capped := fold(reveal(1, "fastness-of-mirkwood", used("Fastness of Mirkwood", 0, 0), lotr.ProgressCapped{Table: tid, Cap: -1}))
	if capped.StageCap != -1 {
		t.Errorf("limit %d after it was lifted, want none", capped.StageCap)
	}
}

// A second Fastness of Mirkwood that is cancelled leaves the limit of the first.
func TestCancelledSecondLimit(t *testing.T) {
	c := contextOf(Context{})
	table := fold(game(1, "3B", lotr.PowerTaken{Table: tid, Player: p1}))
	for _, cmd := range []lotr.TableCommand{
		lotr.RevealCard{Table: tid, Card: "fastness-of-mirkwood"}, lotr.RevealCard{Table: tid, Card: "fastness-of-mirkwood"}, lotr.UsePower{Table: tid, Player: p1},
	} {
		got, err := DecideTable(c, table, cmd)
		if err != nil {
			t.Fatal(err)
		}
		table = foldOn(table, got)
	}
	if table.StageCap != 5 {
		t.Errorf("limit %d, want the first card's 5", table.StageCap)
	}
}
