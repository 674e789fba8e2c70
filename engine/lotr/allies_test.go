package lotr

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// An ally enters play, comes to grief, and leaves.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 2).
func TestAlliesComeAndGo(t *testing.T) {
	g := begins(t, river, 2, 1)
	guard := lotr.EnterAlly{Table: tid, Player: p1, Name: " Guard of the Citadel ", Willpower: 1, Attack: 1, HitPoints: 2}
	g.do(guard)
	same(t, g.last, []events.Payload{lotr.AllyEntered{Table: tid, Player: p1, Name: "Guard of the Citadel", Willpower: 1, Attack: 1, HitPoints: 2}})
	g.do(guard, guard)
	p, _ := g.table.Player(p1)
	if len(p.InPlay) != 3 || p.InPlay[1].Name != "Guard of the Citadel (2)" || p.InPlay[2].Name != "Guard of the Citadel (3)" {
		t.Errorf("three guards: %+v", p.InPlay)
	}
	// Damage for all hit points destroys one, as it does a hero.
	g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: "guard of the citadel (2)", By: 1})
	g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: "Guard of the Citadel (2)", By: 1})
	same(t, g.last, []events.Payload{
		lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Guard of the Citadel (2)", By: 1, Damage: 2},
		lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Guard of the Citadel (2)", HeroesUp: 2},
	})
	g.do(lotr.LeavePlay{Table: tid, Player: p1, Character: "Guard of the Citadel", Note: "Sneak Attack"})
	same(t, g.last, []events.Payload{lotr.CharacterLeft{Table: tid, Player: p1, Character: "Guard of the Citadel", HeroesUp: 2, Why: "Sneak Attack"}})
	if p, _ = g.table.Player(p1); len(p.InPlay) != 1 || len(p.Allies) != 0 {
		t.Errorf("one guard is left, undamaged: %+v, damage %v", p.InPlay, p.Allies)
	}
	// An ally that was never entered is named by its damage, as before.
	g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: "Faramir", By: 2}, lotr.DestroyCharacter{Table: tid, Player: p1, Character: "faramir"})
	same(t, g.last, []events.Payload{lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Faramir", HeroesUp: 2}})
}

// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode" (unique cards at one scenario).
func TestAlliesRefused(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Gandalf", Unique: true})
	ally := func(name string) lotr.EnterAlly {
		return lotr.EnterAlly{Table: tid, Player: p1, Name: name, Unique: true}
	}
	strong := ally("Beorn")
	strong.Attack = 21
	nobody := ally("Beorn")
	nobody.Player = p4
	common := ally("gandalf")
	common.Unique = false
	for name, tc := range map[string]struct {
		when lotr.EnterAlly
		code engine.Code
	}{
		"an ally who is in play with another player": {ally("Gandalf"), "unique-in-play"},
		"the same, not said to be unique":            {common, "unique-in-play"},
		"an ally who is a hero of another player":    {ally("Éowyn"), "unique-in-play"},
		"an ally who is a hero of the player":        {ally("aragorn"), "unique-in-play"},
		"an ally without a name":                     {ally(""), engine.CodeMalformed},
		"a name too long":                            {ally(strings.Repeat("x", 81)), engine.CodeMalformed},
		"an attack of 21":                            {strong, engine.CodeMalformed},
		"Host of Lórien":                             {ally("Host of Lorien"), engine.CodeMalformed},
		"a stranger's":                               {nobody, "no-such-player"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DecideTable(g.c, g.table, tc.when)
			mustRefuse(t, err, tc.code)
		})
	}
	// A hero who has left play is in nobody's way.
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Éowyn"}, ally("Éowyn"))
	g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: "Éowyn", By: 1})
}

// A hero of a title that the scenario bars does not come as an ally either.
//
// Rule: Hero bans.
// Source: The Mountain of Fire, "The Black Gate Opens".
func TestBannedAllies(t *testing.T) {
	g := begins(t, gate, 1, 1)
	g.cannot("hero-banned", lotr.EnterAlly{Table: tid, Player: p1, Name: "Frodo Baggins", Unique: true})
}

// Source: facts/game-facts.md, "5.1 Round" (phase 7: everybody readies).
func TestExhaust(t *testing.T) {
	g := begins(t, river, 1, 1)
	g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Beorn", Unique: true, Attack: 3})
	exhaust := func(name string, ready bool) lotr.ExhaustCharacter {
		return lotr.ExhaustCharacter{Table: tid, Player: p1, Character: name, Ready: ready}
	}
	g.cannot("nothing-changes", exhaust("Beorn", true))
	g.do(exhaust("beorn", false), exhaust("Legolas", false))
	g.cannot("nothing-changes", exhaust("Legolas", false))
	g.do(exhaust("Legolas", true))
	g.cannot("not-kept", exhaust("Bilbo", false))
	g.calm()
	g.fold(Refresh(g.c, g.table)...)
	g.cannot("nothing-changes", exhaust("Beorn", true))
}

// The last hero who leaves play takes the player out, destroyed or not.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func TestLastHeroLeaves(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(lotr.LeavePlay{Table: tid, Player: p1, Character: "Aragorn"}, lotr.LeavePlay{Table: tid, Player: p1, Character: "Legolas"})
	if p, _ := g.table.Player(p1); !p.Out || g.table.FirstPlayer != p2 {
		t.Errorf("out %v, first player %s", p.Out, g.table.FirstPlayer)
	}
	for _, name := range []string{"Gimli", "Théodred", "Éowyn"} {
		g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: name})
	}
	g.mustLose(lotr.LostPlayers)
}
