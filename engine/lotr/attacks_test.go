package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// fighters are the seats of the tests of attacks: Matt has Gimli and Legolas, his neighbour Boromir, who
// has neither Ranged nor Sentinel, and a hero whose numbers were never declared.
func fighters() []group.Seat {
	return []group.Seat{
		{Player: p1, Table: tid, Heroes: []group.Hero{
			{Title: "Gimli", Threat: 11, HitPoints: 5, Willpower: 2, Attack: 2, Defense: 2},
			{Title: "Legolas", Threat: 9, HitPoints: 4, Willpower: 1, Attack: 3, Defense: 1, Ranged: true},
		}},
		{Player: p2, Table: tid, Heroes: []group.Hero{
			{Title: "Boromir", Threat: 11, HitPoints: 5, Willpower: 1, Attack: 3, Defense: 2},
			{Title: "Beregond", Threat: 10, HitPoints: 4, Attack: 1, Defense: 4, Sentinel: true},
			{Title: "Thalin", Threat: 9, HitPoints: 4},
		}},
	}
}

func hero(p events.PersonID, name string) lotr.Character {
	return lotr.Character{Player: p, Name: name}
}

// Matt defends the attack of Shadow Host (attack 4) with Gimli (defense 2): no damage, threat +2.
//
// Rule: Phantom.
// Source: The Flame of the West, "Phantom Keyword".
func TestMattDefendsShadowHostWithGimli(t *testing.T) {
	g := seated(t, "the-passing-of-the-grey-company", fighters())
	g.do(lotr.AddEnemy{Table: tid, Card: "shadow-host", Player: p1})
	n := g.piece("shadow-host").Number
	before := g.threatOf(p1)
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p1, "gimli")})
	same(t, g.last, []events.Payload{
		lotr.EnemyAttacked{Table: tid, Enemy: n, Card: "Shadow Host", Player: p1, Defender: hero(p1, "Gimli"), Attack: 4, Defense: 2, Damage: 2, Phantom: true},
		noted(threat(p1, before, before+2, lotr.WhyPhantom), "Shadow Host"),
	})
	if p, _ := g.table.Player(p1); p.Heroes[0].Damage != 0 {
		t.Errorf("Gimli has %d damage, want none", p.Heroes[0].Damage)
	}

	// Undefended, the attacked player's threat rises by all of it; a defense that holds raises nothing.
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Shadow: 1})
	g.mustThreat(before+2+5, 30)
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p1, "Gimli"), Shadow: -2})
	g.mustThreat(before+7, 30)
	// The defending player is the one whose character defends.
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p2, "Beregond"), Shadow: 3})
	g.mustThreat(before+7, 33)
}

// Phantom damage that reaches the elimination level takes the player out.
//
// Rule: Phantom.
// Source: The Flame of the West, "Phantom Keyword".
func TestPhantomEliminates(t *testing.T) {
	g := seated(t, "the-passing-of-the-grey-company", fighters())
	g.do(lotr.AddEnemy{Table: tid, Card: "shadow-host", Player: p2}, lotr.ChangeThreat{Table: tid, Player: p2, To: num(47)})
	g.do(lotr.EnemyAttack{Table: tid, Enemy: g.piece("shadow-host").Number, Player: p2})
	if p, _ := g.table.Player(p2); !p.Out || p.Threat != 51 {
		t.Errorf("threat %d, out %v", p.Threat, p.Out)
	}
}

// Rule: Sentinel.
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
func TestEnemyAttacks(t *testing.T) {
	attack := func(set func(*lotr.EnemyAttack)) lotr.EnemyAttack {
		cmd := lotr.EnemyAttack{Table: tid, Enemy: 1, Player: p1}
		set(&cmd)
		return cmd
	}
	fresh := func(t *testing.T) *tale {
		t.Helper()
		g := seated(t, river, fighters())
		g.do(lotr.AddEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", Attack: 6, Defense: 3, HitPoints: 9}, Player: p1})
		g.do(
			lotr.EnterAlly{Table: tid, Player: p1, Name: "Gandalf", Unique: true, Attack: 4, Defense: 4, HitPoints: 4},
			lotr.ExhaustCharacter{Table: tid, Player: p1, Character: "Legolas"},
		)
		n := g.table.Enemies[len(g.table.Enemies)-1].Number
		if n != 1 {
			g.table.Enemies[len(g.table.Enemies)-1].Number = 1
		}
		return g
	}
	for name, tc := range map[string]struct {
		when lotr.EnemyAttack
		hit  string // who has how much damage afterwards
		on   events.PersonID
		want int
		code engine.Code
	}{
		"defended by a hero":                       {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p1, "Gimli") }), on: p1, hit: "Gimli", want: 4},
		"with a shadow card":                       {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Shadow = hero(p1, "Gimli"), -5 }), on: p1, hit: "Gimli"},
		"a typed defense goes before the printed":  {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Defense = hero(p1, "Gimli"), num(5) }), on: p1, hit: "Gimli", want: 1},
		"defended by an ally":                      {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p1, "Gandalf") }), on: p1, hit: "Gandalf", want: 2},
		"by Sentinel for another player":           {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p2, "Beregond") }), on: p2, hit: "Beregond", want: 2},
		"by another player's hero without it":      {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p2, "Boromir") }), code: "no-sentinel"},
		"by an ally that was never entered":        {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p1, "Bilbo") }), code: "defense-unknown"},
		"the same with its defense":                {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Defense = hero(p1, "Bilbo"), num(0) }), on: p1, hit: "Bilbo", want: 6},
		"by an exhausted hero":                     {when: attack(func(c *lotr.EnemyAttack) { c.Defender = hero(p1, "Legolas") }), code: "exhausted"},
		"undefended, without a hero to take it":    {when: attack(func(*lotr.EnemyAttack) {}), code: "hero-missing"},
		"undefended: no defense helps":             {when: attack(func(c *lotr.EnemyAttack) { c.Takes, c.Shadow = hero(p1, "Gimli"), -3 }), on: p1, hit: "Gimli", want: 3},
		"undefended, on an ally":                   {when: attack(func(c *lotr.EnemyAttack) { c.Takes = hero(p1, "Gandalf") }), code: "no-such-hero"},
		"undefended, on another player's hero":     {when: attack(func(c *lotr.EnemyAttack) { c.Takes = hero(p2, "Boromir") }), code: "not-your-hero"},
		"undefended with a defense":                {when: attack(func(c *lotr.EnemyAttack) { c.Takes, c.Defense = hero(p1, "Gimli"), num(2) }), code: engine.CodeMalformed},
		"defended, and another hero takes it":      {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Takes = hero(p1, "Gandalf"), hero(p1, "Gimli") }), code: engine.CodeMalformed},
		"a shadow of 100":                          {when: attack(func(c *lotr.EnemyAttack) { c.Shadow = 100 }), code: engine.CodeMalformed},
		"an enemy that is not in play":             {when: attack(func(c *lotr.EnemyAttack) { c.Enemy = 99 }), code: "no-such-enemy"},
		"on a stranger":                            {when: attack(func(c *lotr.EnemyAttack) { c.Player = p4 }), code: "no-such-player"},
		"a defense of −1":                          {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Defense = hero(p1, "Gimli"), num(-1) }), code: engine.CodeMalformed},
		"enough to destroy the hero, and the next": {when: attack(func(c *lotr.EnemyAttack) { c.Defender, c.Shadow = hero(p1, "Gimli"), 1 }), on: p1, hit: "Gimli", want: 5},
	} {
		t.Run(name, func(t *testing.T) {
			g := fresh(t)
			if tc.code != "" {
				g.cannot(tc.code, tc.when)
				return
			}
			g.do(tc.when)
			if got := damageOf(g.table, tc.on, tc.hit); got != tc.want {
				t.Errorf("%s has %d damage, want %d", tc.hit, got, tc.want)
			}
		})
	}
}

func damageOf(t Table, id events.PersonID, name string) int {
	p, _ := t.Player(id)
	for _, h := range p.Heroes {
		if h.Title == name {
			return h.Damage
		}
	}
	return p.Allies[name]
}

// Where the heroes of a player were never declared nobody has to be named.
func TestUndefendedWithoutHeroes(t *testing.T) {
	g := seated(t, river, []group.Seat{{Player: p1, Table: tid, Threat: num(20)}})
	g.do(lotr.AddEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", Attack: 6, HitPoints: 9}, Player: p1})
	g.do(lotr.EnemyAttack{Table: tid, Enemy: g.table.Enemies[len(g.table.Enemies)-1].Number, Player: p1})
	if len(g.last) != 1 || g.last[0].(lotr.EnemyAttacked).Damage != 6 {
		t.Errorf("the attack: %+v", g.last)
	}
}

// Source: facts/game-facts.md, "5.1 Round" (phase 6).
//
// Rule: Ranged.
func TestPlayersAttack(t *testing.T) {
	fresh := func(t *testing.T) (*tale, int) {
		t.Helper()
		g := seated(t, river, fighters())
		g.do(lotr.AddEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", Attack: 6, Defense: 3, HitPoints: 4}, Player: p2})
		return g, g.table.Enemies[len(g.table.Enemies)-1].Number
	}
	for name, tc := range map[string]struct {
		by     events.PersonID
		who    []lotr.Character
		attack *int
		damage int
		gone   bool
		code   engine.Code
	}{
		"attack less defense is the damage":           {by: p2, who: []lotr.Character{hero(p2, "Boromir"), hero(p2, "Beregond")}, damage: 1},
		"no damage below 0":                           {by: p2, who: []lotr.Character{hero(p2, "Beregond")}},
		"a typed attack goes before the printed":      {by: p2, who: []lotr.Character{hero(p2, "Boromir")}, attack: num(6), damage: 3},
		"enough to destroy it":                        {by: p2, who: []lotr.Character{hero(p2, "Boromir")}, attack: num(7), gone: true},
		"Ranged joins in":                             {by: p2, who: []lotr.Character{hero(p2, "Boromir"), hero(p1, "Legolas")}, damage: 3},
		"another player's hero without it":            {by: p2, who: []lotr.Character{hero(p2, "Boromir"), hero(p1, "Gimli")}, code: "no-ranged"},
		"another player alone, with Ranged":           {by: p1, who: []lotr.Character{hero(p1, "Legolas")}},
		"another player alone, without":               {by: p1, who: []lotr.Character{hero(p1, "Gimli")}, code: "no-ranged"},
		"a hero twice":                                {by: p2, who: []lotr.Character{hero(p2, "Boromir"), hero(p2, "boromir")}, code: engine.CodeMalformed},
		"nobody":                                      {by: p2, code: engine.CodeMalformed},
		"a hero whose attack was never declared":      {by: p2, who: []lotr.Character{hero(p2, "Thalin")}, code: "attack-unknown"},
		"the same with the attack typed":              {by: p2, who: []lotr.Character{hero(p2, "Thalin")}, attack: num(4), damage: 1},
		"a stranger declares it":                      {by: p4, who: []lotr.Character{hero(p2, "Boromir")}, code: "no-such-player"},
		"an attack of −1":                             {by: p2, who: []lotr.Character{hero(p2, "Boromir")}, attack: num(-1), code: engine.CodeMalformed},
		"25 attackers":                                {by: p2, who: make([]lotr.Character, 25), code: engine.CodeMalformed},
		"an attacker without a name or player at all": {by: p2, who: make([]lotr.Character, 1), code: "no-such-player"},
	} {
		t.Run(name, func(t *testing.T) {
			g, n := fresh(t)
			cmd := lotr.PlayerAttack{Table: tid, Enemy: n, Player: tc.by, Attackers: tc.who, Attack: tc.attack}
			if tc.code != "" {
				g.cannot(tc.code, cmd)
				return
			}
			g.do(cmd)
			e, err := (&entry{t: g.table}).enemy(n)
			if (err != nil) != tc.gone || e.Damage != tc.damage {
				t.Errorf("in play %v, %d damage, want %d", err == nil, e.Damage, tc.damage)
			}
		})
	}
	// An effect lets its player attack into the staging area; the others need Ranged.
	g, n := fresh(t)
	g.do(lotr.ReturnToStaging{Table: tid, Enemy: n}, lotr.ExhaustCharacter{Table: tid, Player: p2, Character: "Beregond"})
	g.cannot("no-ranged", lotr.PlayerAttack{Table: tid, Enemy: n, Player: p2, Attackers: []lotr.Character{hero(p1, "Gimli")}})
	g.cannot("exhausted", lotr.PlayerAttack{Table: tid, Enemy: n, Player: p2, Attackers: []lotr.Character{hero(p2, "Beregond")}})
	g.do(lotr.PlayerAttack{Table: tid, Enemy: n, Player: p2, Attackers: []lotr.Character{hero(p2, "Boromir")}})
}

// Gwaihir, who is an objective, has both keywords; damage for all hit points takes him out of play.
//
// Rule: Sentinel.
// Rule: Ranged.
// Source: facts/encounter-cards.tsv (The Black Gate Opens).
func TestGwaihirFights(t *testing.T) {
	g := seated(t, gate, fighters())
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	g.fold(lotr.ObjectiveEntered{Table: tid, Objective: 50, Card: cardOf(t, gate, "gwaihir"), Player: p2, Why: "effect"})
	g.do(lotr.AddEnemy{Table: tid, Card: "easterling-bowman", Player: p1})
	n := g.piece("easterling-bowman").Number
	g.do(lotr.PlayerAttack{Table: tid, Enemy: n, Player: p1, Attackers: []lotr.Character{hero(p2, "Gwaihir")}})
	if e, _ := (&entry{t: g.table}).enemy(n); e.Damage != 2 {
		t.Errorf("%d damage, want Gwaihir's 3 less 1", e.Damage)
	}
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p2, "gwaihir"), Shadow: 2})
	if got := g.table.DamageOn("gwaihir"); got != 2 {
		t.Errorf("Gwaihir has %d damage, want 5 less 3", got)
	}
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: p1, Defender: hero(p2, "Gwaihir"), Shadow: 4})
	if g.table.HasInPlay("gwaihir") {
		t.Error("Gwaihir is in play with damage for all his hit points")
	}
}

func cardOf(t *testing.T, scenario, code string) lotr.Card {
	t.Helper()
	sc, _ := Lookup(scenario)
	c, ok := sc.Card(code)
	if !ok {
		t.Fatalf("%s has no card %q", scenario, code)
	}
	return c
}
