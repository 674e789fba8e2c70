package lotr

import (
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func withSmeagol(t *testing.T, scenario string) *tale {
	t.Helper()
	return seated(t, scenario, []group.Seat{at(p1, plain("Gimli")...), at(p2, smeagolHero, plain("Legolas")[0])})
}

func (g *tale) gollum() (Enemy, bool) {
	d, err := begin(g.c, g.table)
	if err != nil {
		g.t.Fatal(err)
	}
	return d.gollum()
}

// Sméagol brings two Stinkers; Stinker turns him over to Gollum, who is engaged with his owner, and
// after his defeat he is Sméagol again, exhausted.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func TestStinkerTurnsSmeagol(t *testing.T) {
	for _, scenario := range []string{river, dolGuldurID} {
		g := withSmeagol(t, scenario)
		g.mustHear("the 2 copies of Stinker")
		g.do(lotr.DamageCharacter{Table: tid, Player: p2, Character: "smeagol", By: 1})
		g.do(lotr.RevealCard{Table: tid, Card: "Stinker", Effect: true})
		e, ok := g.gollum()
		if !ok || e.Player != p2 || e.Damage != 0 || e.Card.Engagement != 50 || e.Card.HitPoints != 3 || !e.Card.Immune {
			t.Fatalf("%s: Gollum %+v, in play %v", scenario, e, ok)
		}
		if p, _ := g.table.Player(p2); p.HeroesUp() != 1 {
			t.Errorf("%s: %d heroes beside Gollum", scenario, p.HeroesUp())
		}
		g.cannot("no-such-hero", lotr.BeginTest{Table: tid, Player: p2, Heroes: []string{"Sméagol"}})

		// A second Stinker lets him attack.
		g.do(lotr.RevealCard{Table: tid, Card: "stinker", Effect: true})
		g.mustHear("Gollum makes an immediate attack")

		g.do(lotr.DamageEnemy{Table: tid, Enemy: e.Number, By: 3})
		if _, ok := g.gollum(); ok || len(g.table.Scored) != 0 || len(g.table.Victory) != 0 {
			t.Errorf("%s: Gollum in play %v, scored %v", scenario, ok, g.table.Scored)
		}
		p, _ := g.table.Player(p2)
		if h := p.Heroes[0]; h.Title != "Sméagol" || !h.up() || h.Damage != 0 || !h.Exhausted || p.HeroesUp() != 2 {
			t.Errorf("%s: Sméagol %+v", scenario, h)
		}
		g.cannot("exhausted", lotr.BeginTest{Table: tid, Player: p2, Heroes: []string{"Sméagol"}})
		// And once more.
		g.do(lotr.RevealCard{Table: tid, Card: "stinker", Effect: true})
		if e, ok := g.gollum(); !ok || e.Player != p2 {
			t.Errorf("%s: Gollum is in play %v", scenario, ok)
		}
	}
}

// While Gollum is in play he engages the first player.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func TestGollumFollowsTheToken(t *testing.T) {
	g := withSmeagol(t, river)
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p2}, lotr.RevealCard{Table: tid, Card: "stinker", Effect: true})
	if e, _ := g.gollum(); e.Player != p2 {
		t.Fatalf("Gollum is engaged with %q, want his owner", e.Player)
	}
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p1})
	if e, _ := g.gollum(); e.Player != p1 {
		t.Errorf("Gollum is engaged with %q, want the first player", e.Player)
	}
	e, _ := g.gollum()
	g.do(lotr.ReturnToStaging{Table: tid, Enemy: e.Number})
	if e, _ := g.gollum(); e.Player != p1 {
		t.Errorf("Gollum stays in the staging area: %q", e.Player)
	}
	g.fold(Refresh(g.c, g.table)...)
	if e, _ := g.gollum(); e.Player != p2 {
		t.Errorf("after the refresh phase Gollum is engaged with %q", e.Player)
	}
	// Defeated, Sméagol is his owner's again.
	g.do(lotr.DamageEnemy{Table: tid, Enemy: e.Number, By: 3})
	if p, _ := g.table.Player(p2); p.HeroesUp() != 2 {
		t.Errorf("his owner has %d heroes", p.HeroesUp())
	}
}

// If Sméagol was the last hero his owner goes out when he turns.
//
// Rule: Sméagol and Gollum.
// Source: facts/game-facts.md, "5.2 Elimination".
func TestSmeagolWasTheLastHero(t *testing.T) {
	g := withSmeagol(t, river)
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Legolas"}, lotr.RevealCard{Table: tid, Card: "stinker", Effect: true})
	p, _ := g.table.Player(p2)
	e, ok := g.gollum()
	if !p.Out || !ok || e.Player != p1 {
		t.Errorf("out %v, Gollum in play %v, engaged with %q", p.Out, ok, e.Player)
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: e.Number, By: 3})
	if p, _ := g.table.Player(p2); p.HeroesUp() != 0 {
		t.Error("Sméagol came back to a player who is out")
	}
}

// Without Sméagol there is no Stinker; destroyed, Sméagol does not turn any more.
//
// Rule: Sméagol and Gollum.
// Source: A Shadow in the East, "Sméagol / Gollum".
func TestStinkerIsSmeagols(t *testing.T) {
	without := seated(t, river, []group.Seat{at(p1, plain("Gimli")...)})
	without.cannot("no-such-card", lotr.RevealCard{Table: tid, Card: "Stinker", Effect: true})
	sc, _ := Lookup(river)
	if _, ok := sc.At(without.table).Card("stinker"); ok {
		t.Error("Stinker is among the cards without Sméagol")
	}
	g := withSmeagol(t, river)
	if c, ok := sc.At(g.table).Card("stinker"); !ok || !c.Surge {
		t.Errorf("Stinker is among the cards %v, surges %v", ok, c.Surge)
	}
	if _, ok := sc.Card("stinker"); ok {
		t.Error("the scenario's own data was changed")
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Sméagol"}, lotr.RevealCard{Table: tid, Card: "stinker", Effect: true})
	if _, ok := g.gollum(); ok {
		t.Error("a destroyed Sméagol turned to Gollum")
	}
	// Declared in round 1, he brings them, too.
	late := seated(t, river, []group.Seat{at(p1)})
	es, err := DeclareHeroes(late.c, late.table, []group.Seat{at(p1, smeagolHero)})
	if err != nil {
		t.Fatal(err)
	}
	late.fold(es...)
	late.mustHear("the 2 copies of Stinker")
}
