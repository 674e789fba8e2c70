package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func destroyed(number int, code string, item int, by string) lotr.EnemyDestroyed {
	e := lotr.EnemyDestroyed{Table: tid, Enemy: number, Card: scenarioCard(code), Item: item, By: by}
	if item > 0 {
		e.Siege, e.Printed = e.Card.Siege, e.Card.Siege
	}
	return e
}

func damaged(number int, code string, by, now int) events.Payload {
	return lotr.EnemyDamaged{Table: tid, Enemy: number, Card: scenarioCard(code).Name, By: by, Damage: now}
}

func lieutenant(number int, code string) events.Payload {
	return lotr.LieutenantArrived{Table: tid, Enemy: number, Card: scenarioCard(code)}
}

// Rule: Siege.
// Rule: Indestructible.
// Rule: Immune to player card effects.
// Source: Attack on Dol Guldur, "Siege"; "Indestructible"; "Immune to Player Card Effects". Ruling: 7.
func TestEnemies(t *testing.T) {
	fallen := Context{Epic: true, Round: 6}
	typed := destroyed(1, "battle-warg", 1, "")
	typed.Siege, typed.Typed = num(4), true
	unknown := lotr.EnemyDestroyed{Table: tid, Card: lotr.Card{Name: "Old Troll", Kind: "enemy"}, Item: 1}
	byHand := lotr.EnemyDestroyed{Table: tid, Card: lotr.Card{Name: "Old Troll", Kind: "enemy", Siege: num(2)}, Item: 1, Siege: num(2), Typed: true}
	run(t, []play{
		{
			name: "damage stays on an enemy", given: game(1, "3B", enemyIn(1, "mirkwood-olog-hai")),
			when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: 8}, then: []events.Payload{damaged(1, "mirkwood-olog-hai", 8, 8)},
		},
		{
			name: "damage for all its hit points destroys it; it counts siege", given: game(1, "3B", enemyIn(1, "mirkwood-olog-hai"), damaged(1, "mirkwood-olog-hai", 8, 8)),
			when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: 1},
			then: []events.Payload{damaged(1, "mirkwood-olog-hai", 1, 9), destroyed(1, "mirkwood-olog-hai", 1, "damage")},
		},
		{
			name: "healing stops at no damage", given: game(1, "3B", enemyIn(1, "mirkwood-olog-hai"), damaged(1, "mirkwood-olog-hai", 2, 2)),
			when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: -3}, then: []events.Payload{damaged(1, "mirkwood-olog-hai", -2, 0)},
		},
		{
			name: "a Lieutenant is not destroyed by damage while the city stands, immune or not to cards", given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc")),
			when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: 12}, then: []events.Payload{damaged(1, "bane-of-amon-lanc", 12, 12)},
		},
		{
			name: "it is once the city has fallen", c: fallen, given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc"), damaged(1, "bane-of-amon-lanc", 6, 6)),
			when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: 3},
			then: []events.Payload{damaged(1, "bane-of-amon-lanc", 3, 9), destroyed(1, "bane-of-amon-lanc", 1, "damage")},
		},
		{
			name: "an entry does not destroy it either", given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Effect: true}, refused: "indestructible",
		},
		{
			name: "nor does a card effect when the city has fallen: it is immune", c: fallen, given: game(1, "3B", lieutenant(1, "bane-of-amon-lanc")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Effect: true}, refused: "immune",
		},
		{
			name: "Dungeon Dweller is indestructible too", given: game(1, "3H", lieutenant(1, "dungeon-dweller")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1}, refused: "indestructible",
		},
		{
			name: "but not immune: an effect that destroys without damage works", given: game(1, "3H", lieutenant(1, "dungeon-dweller")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Effect: true}, then: []events.Payload{destroyed(1, "dungeon-dweller", 1, "")},
		},
		{
			name: "a unique enemy named by its card is the one in play", c: fallen, given: game(1, "3H", lieutenant(1, "dungeon-dweller")),
			when: lotr.DestroyEnemy{Table: tid, Card: "Dungeon Dweller"}, then: []events.Payload{destroyed(1, "dungeon-dweller", 1, "")},
		},
		{name: "a Lieutenant that is not in play", c: fallen, given: game(1, "3B"), when: lotr.DestroyEnemy{Table: tid, Card: "dungeon-dweller"}, refused: "not-in-play"},
		{
			name: "one that was never entered", given: game(1, "3B"),
			when: lotr.DestroyEnemy{Table: tid, Card: "amon lanc archer"}, then: []events.Payload{destroyed(0, "amon-lanc-archer", 1, "")},
		},
		{
			name: "at stage 1 it counts no siege", given: game(1, "1B", enemyIn(1, "dol-guldur-marauder")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1}, then: []events.Payload{destroyed(1, "dol-guldur-marauder", 0, "")},
		},
		{
			name: "a typed siege value goes before the data's, and both are kept", given: game(1, "3B", enemyIn(1, "battle-warg")),
			when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Siege: num(4)}, then: []events.Payload{typed},
		},
		{
			name: "typed by hand, siege not known", given: game(1, "3B"),
			when: lotr.DestroyEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy"}}, then: []events.Payload{unknown},
		},
		{
			name: "typed by hand with its siege", given: game(1, "3B"),
			when: lotr.DestroyEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", Siege: num(2)}}, then: []events.Payload{byHand},
		},
		{name: "no such enemy", given: game(1, "3B"), when: lotr.DestroyEnemy{Table: tid, Enemy: 3}, refused: "no-such-enemy"},
		{name: "a location", given: game(1, "3B"), when: lotr.DestroyEnemy{Table: tid, Card: "dungeon-door"}, refused: "wrong-kind"},
		{name: "siege below 0", given: game(1, "3B"), when: lotr.DestroyEnemy{Table: tid, Card: "battle-warg", Siege: num(-1)}, refused: engine.CodeMalformed},
		{name: "a number and another name", given: game(1, "3B", enemyIn(1, "battle-warg")), when: lotr.DestroyEnemy{Table: tid, Enemy: 1, Card: "amon-lanc-archer"}, refused: engine.CodeMalformed},
		{name: "nothing to heal", given: game(1, "3B", enemyIn(1, "battle-warg")), when: lotr.DamageEnemy{Table: tid, Enemy: 1, By: -1}, refused: "nothing-to-heal"},
		{name: "damage of 0", given: game(1, "3B", enemyIn(1, "battle-warg")), when: lotr.DamageEnemy{Table: tid, Enemy: 1}, refused: engine.CodeMalformed},
	})
}

// Rule: Siege.
// Source: Attack on Dol Guldur, "Siege". Ruling: 7.
func TestTypeSiege(t *testing.T) {
	scored := []events.Payload{destroyed(0, "battle-warg", 1, ""), lotr.EnemyDestroyed{Table: tid, Card: lotr.Card{Name: "Old Troll"}, Item: 2}}
	run(t, []play{
		{
			name: "one that was not known", given: game(1, "3B", scored...),
			when: lotr.TypeSiege{Table: tid, Item: 2, Siege: 3}, then: []events.Payload{lotr.SiegeTyped{Table: tid, Item: 2, Card: "Old Troll", Siege: 3}},
		},
		{
			name: "one that the data has otherwise", given: game(1, "3B", scored...),
			when: lotr.TypeSiege{Table: tid, Item: 1, Siege: 0}, then: []events.Payload{lotr.SiegeTyped{Table: tid, Item: 1, Card: "Battle Warg", Was: num(1)}},
		},
		{name: "no such item", given: game(1, "3B", scored...), when: lotr.TypeSiege{Table: tid, Item: 3}, refused: "no-such-item"},
		{name: "item 0", given: game(1, "3B", scored...), when: lotr.TypeSiege{Table: tid}, refused: "no-such-item"},
		{name: "siege 100", given: game(1, "3B", scored...), when: lotr.TypeSiege{Table: tid, Item: 1, Siege: 100}, refused: engine.CodeMalformed},
	})
	table := fold(game(1, "3B", scored...))
	if points, unknown := table.SiegeTotal(); points != 1 || len(unknown) != 1 || unknown[0].Card != "Old Troll" {
		t.Errorf("siege %d, unknown %v; want 1 and Old Troll", points, unknown)
	}
	table = EvolveTable(table, lotr.SiegeTyped{Table: tid, Item: 2, Card: "Old Troll", Siege: 3})
	if points, unknown := table.SiegeTotal(); points != 4 || len(unknown) != 0 {
		t.Errorf("siege %d, unknown %v; want 4 and none", points, unknown)
	}
}

// Source: facts/game-facts.md, "2.3 End of round, in order": at strength 0 Lieutenants with damage
// for all their hit points die at once; if it rises again they are indestructible again.
//
// Rule: Indestructible.
func TestAfterCity(t *testing.T) {
	table := fold(game(1, "3B", lieutenant(1, "bane-of-amon-lanc"), damaged(1, "bane-of-amon-lanc", 9, 9)))
	if got := AfterCity(contextOf(Context{City: 1}), table); got != nil {
		t.Errorf("at strength 1: %v, want nothing", got)
	}
	got := AfterCity(contextOf(Context{Round: 1}), table)
	same(t, got, []events.Payload{destroyed(1, "bane-of-amon-lanc", 1, "city-fell")})
	if after := foldOn(table, got); !after.InVictory("bane-of-amon-lanc") || len(after.Lieutenants()) != 0 {
		t.Errorf("victory display %v, Lieutenants %v", after.Victory, after.Lieutenants())
	}
	hurt := fold(game(1, "3B", lieutenant(1, "bane-of-amon-lanc"), damaged(1, "bane-of-amon-lanc", 8, 8)))
	if got := AfterCity(contextOf(Context{Round: 1}), hurt); got != nil {
		t.Errorf("one hit point left: %v, want nothing", got)
	}
}

// Source: facts/game-facts.md, "2.2 Stages" (stage 3F).
func TestDestroyByStage(t *testing.T) {
	c := contextOf(Context{})
	table := fold(game(1, "3D", enemyIn(1, "mirkwood-olog-hai"), lieutenant(2, "sorcerer-of-dol-guldur")))
	got, err := DestroyByStage(c, table, 1, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{destroyed(1, "mirkwood-olog-hai", 1, "effect")})
	if got, err = DestroyByStage(c, table, 0, "Host of Dol Guldur", nil); err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{destroyed(0, "host-of-dol-guldur", 1, "effect")})
	_, err = DestroyByStage(c, table, 2, "", nil)
	mustRefuse(t, err, "unique-enemy")
	_, err = DestroyByStage(c, table, 9, "", nil)
	mustRefuse(t, err, "no-such-enemy")
	_, err = DestroyByStage(c, table, 1, "", num(-3))
	mustRefuse(t, err, engine.CodeMalformed)
}

// Source: facts/game-facts.md, "5.1 Round" (phase 5).
func TestEngagement(t *testing.T) {
	enc := phase(lotr.PhaseEncounter)
	took := func(number int, code string, p events.PersonID, how string) events.Payload {
		return lotr.EnemyEngaged{Table: tid, Enemy: number, Card: scenarioCard(code).Name, Player: p, How: how}
	}
	threats := []events.Payload{threat(p1, 21, 35, lotr.WhyEntry), threat(p2, 28, 24, lotr.WhyEntry)}
	run(t, []play{
		{
			name: "optional engagement, whatever the cost", given: game(2, "3B", enc, enemyIn(1, "amon-lanc-archer")),
			when: lotr.Engage{Table: tid, Enemy: 1, Player: p1, Optional: true}, then: []events.Payload{took(1, "amon-lanc-archer", p1, "optional")},
		},
		{
			name: "one for each player", given: game(2, "3B", enc, enemyIn(1, "amon-lanc-archer"), enemyIn(2, "battle-warg"), took(1, "amon-lanc-archer", p1, "optional")),
			when: lotr.Engage{Table: tid, Enemy: 2, Player: p1, Optional: true}, refused: "optional-used",
		},
		{
			name:  "and again in the next round",
			given: game(2, "3B", enc, enemyIn(1, "amon-lanc-archer"), enemyIn(2, "battle-warg"), took(1, "amon-lanc-archer", p1, "optional"), group.RoundStarted{Round: 6}, enc),
			when:  lotr.Engage{Table: tid, Enemy: 2, Player: p1, Optional: true}, then: []events.Payload{took(2, "battle-warg", p1, "optional")},
		},
		{
			name: "optional engagement is of the encounter phase", given: game(2, "3B", enemyIn(1, "amon-lanc-archer")),
			when: lotr.Engage{Table: tid, Enemy: 1, Player: p1, Optional: true}, refused: "wrong-phase",
		},
		{
			name: "and takes an enemy of the staging area", given: game(2, "3B", enc, engagedWith(1, "battle-warg", p2)),
			when: lotr.Engage{Table: tid, Enemy: 1, Player: p1, Optional: true}, refused: "already-engaged",
		},
		{
			name: "an effect engages at any time, also from another player", given: game(2, "3B", engagedWith(1, "battle-warg", p2)),
			when: lotr.Engage{Table: tid, Enemy: 1, Player: p1}, then: []events.Payload{took(1, "battle-warg", p1, "effect")},
		},
		{
			name: "engaged with that player already", given: game(2, "3B", engagedWith(1, "battle-warg", p2)),
			when: lotr.Engage{Table: tid, Enemy: 1, Player: p2}, refused: "already-engaged",
		},
		{
			name: "checks go round and round: the highest cost not above the threat first",
			given: game(2, "3B", append(threats, enc, enemyIn(1, "battle-warg"), enemyIn(2, "dol-guldur-marauder"), enemyIn(3, "mirkwood-olog-hai"),
				enemyIn(4, "host-of-dol-guldur"), enemyIn(5, "battle-warg"))...),
			when: lotr.CheckEngagement{Table: tid},
			then: []events.Payload{
				took(3, "mirkwood-olog-hai", p1, "check"), took(2, "dol-guldur-marauder", p2, "check"),
				took(1, "battle-warg", p1, "check"), took(5, "battle-warg", p2, "check"),
			},
		},
		{
			name: "from the first player on", given: game(2, "3B", append(threats, enc, passed(p1, p2, "refresh"), enemyIn(1, "battle-warg"))...),
			when: lotr.CheckEngagement{Table: tid}, then: []events.Payload{took(1, "battle-warg", p2, "check")},
		},
		{
			name: "a Lieutenant's cost is 1 lower for each progress on the stage", given: game(1, "3B", enc, threat(p1, 21, 38, lotr.WhyEntry), lieutenant(1, "bane-of-amon-lanc"), onStage("3B", 7, 7, "quest")),
			when: lotr.CheckEngagement{Table: tid}, then: []events.Payload{took(1, "bane-of-amon-lanc", p1, "check")},
		},
		{
			name: "one progress fewer, and it stays", given: game(1, "3B", enc, threat(p1, 21, 38, lotr.WhyEntry), lieutenant(1, "bane-of-amon-lanc"), onStage("3B", 6, 6, "quest")),
			when: lotr.CheckEngagement{Table: tid}, refused: "nothing-engages",
		},
		{
			name: "checking begins the encounter phase", given: game(1, "3B", phase(lotr.PhaseQuest)),
			when: lotr.CheckEngagement{Table: tid}, then: []events.Payload{enc},
		},
		{name: "not after the encounter phase", given: game(1, "3B", phase(lotr.PhaseCombat)), when: lotr.CheckEngagement{Table: tid}, refused: "phase-over"},
		{
			name: "back to the staging area", given: game(1, "3B", engagedWith(1, "battle-warg", p1)),
			when: lotr.ReturnToStaging{Table: tid, Enemy: 1}, then: []events.Payload{lotr.EnemyReturned{Table: tid, Enemy: 1, Card: "Battle Warg"}},
		},
		{name: "which is there already", given: game(1, "3B", enemyIn(1, "battle-warg")), when: lotr.ReturnToStaging{Table: tid, Enemy: 1}, refused: "not-engaged"},
	})
	table := fold(game(1, "3B", lieutenant(1, "bane-of-amon-lanc"), enemyIn(2, "battle-warg"), onStage("3B", 60, 60, "quest")))
	if l, w := EngagementOf(contextOf(Context{}), table, table.Enemies[0]), EngagementOf(contextOf(Context{}), table, table.Enemies[1]); l != 0 || w != 18 {
		t.Errorf("engagement costs %d and %d, want 0 (never below) and 18", l, w)
	}
}
