package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Every table of a saga scenario has its Fellowship hero from setup on, under the first player, with
// the numbers of the box.
//
// Rule: Fellowship sphere.
// Source: The Mountain of Fire, "Setting Up the Game"; The Flame of the West, "Setting Up the Game".
func TestFirstPlayerTakesTheFellowshipHero(t *testing.T) {
	for scenario, want := range map[string]group.Hero{
		doom:        {Title: "Frodo Baggins", Card: "mountain-of-fire-1"},
		gate:        {Title: "Aragorn", Card: "mountain-of-fire-2", Sentinel: true},
		greyCompany: {Title: "Aragorn", Card: "flame-of-the-west-1"},
	} {
		g := seated(t, scenario, []group.Seat{at(p1, sam), at(p2)})
		h, by, ok := FellowshipHero(g.c, g.table)
		if !ok || by != p1 || h.Title != want.Title || h.Card != want.Card || h.Sentinel != want.Sentinel || h.Sphere != group.SphereFellowship || h.Threat != 0 {
			t.Errorf("%s: %+v of %s, found %v", scenario, h, by, ok)
		}
		if p, _ := g.table.Player(p1); p.HeroesUp() != 2 || p.Threat != 8 {
			t.Errorf("%s: %d heroes, threat %d", scenario, p.HeroesUp(), p.Threat)
		}
	}
	declared := seated(t, doom, []group.Seat{at(p1, sam, bearer)})
	if p, _ := declared.table.Player(p1); p.HeroesUp() != 2 {
		t.Errorf("%d heroes, want the two that were declared", p.HeroesUp())
	}
	if _, _, ok := FellowshipHero(Context{Scenario: river}, seated(t, river, []group.Seat{at(p1, sam)}).table); ok {
		t.Error("a Fellowship hero outside the saga")
	}
}

// Resources of a Fellowship hero pay for the own sphere and for neutral cards.
//
// Rule: Frodo Baggins.
// Source: The Mountain of Fire, "Frodo Baggins".
func TestPays(t *testing.T) {
	for sphere, want := range map[string]bool{"Fellowship": true, "Neutral": true, "Lore": false, "": false} {
		if got := Pays(bearer, sphere); got != want {
			t.Errorf("%q: %v", sphere, got)
		}
	}
}

// The Ring-bearer goes with the first player token, with all that happened to him.
//
// Rule: Control passes with the first player token.
// Source: The Mountain of Fire, "Multiplayer Rules - The One Ring".
func TestRingBearerFollowsTheToken(t *testing.T) {
	g := seated(t, doom, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...)})
	g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: "Frodo Baggins", By: 1}, lotr.ExhaustCharacter{Table: tid, Player: p1, Character: "Frodo Baggins"})
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p2})
	same(t, g.last[:2], []events.Payload{passed(p1, p2, "entry"), lotr.HeroPassed{Table: tid, Hero: "Frodo Baggins", From: p1, To: p2}})
	g.mustHear("with all resources and every attached card")
	h, by, _ := FellowshipHero(g.c, g.table)
	if by != p2 || h.Damage != 1 || !h.Exhausted {
		t.Errorf("the Ring-bearer: %+v of %s", h, by)
	}
	// In the refresh phase he goes on again.
	g.fold(Refresh(g.c, g.table)...)
	if _, by, _ := FellowshipHero(g.c, g.table); by != p1 {
		t.Errorf("after the refresh phase he is with %s", by)
	}
	if p, _ := g.table.Player(p2); p.Out {
		t.Error("a player with another hero went out")
	}
	// Seats declared anew move nobody.
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p2})
	es, err := DeclareHeroes(g.c, g.table, []group.Seat{at(p1, sam, bearer)})
	if err != nil {
		t.Fatal(err)
	}
	g.fold(es...)
	if p, _ := g.table.Player(p1); p.HeroesUp() != 1 {
		t.Errorf("p-1 has %d heroes, want Sam alone", p.HeroesUp())
	}
	if _, by, _ := FellowshipHero(g.c, g.table); by != p2 {
		t.Errorf("the Ring-bearer is with %s, want p-2", by)
	}
}

// Whose last hero goes on is out at once. Where the other heroes were never declared nobody can know.
//
// Rule: Last hero passes on.
// Source: The Mountain of Fire, "Multiplayer Rules - Aragorn".
func TestLastHeroPassesOn(t *testing.T) {
	g := seated(t, gate, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...), at(p3, plain("Legolas")...)})
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Sam Gamgee"})
	if p, _ := g.table.Player(p1); p.Out {
		t.Fatal("Aragorn is left")
	}
	g.fold(Refresh(g.c, g.table)...)
	if p, _ := g.table.Player(p1); !p.Out {
		t.Error("p-1 is in the game without a hero")
	}
	if i := slices.IndexFunc(g.last, func(e events.Payload) bool { o, ok := e.(lotr.PlayerEliminated); return ok && o.Why == lotr.OutPassed }); i < 0 {
		t.Errorf("nobody went out because the last hero passed on: %s", written(t, g.last))
	}
	if _, by, _ := FellowshipHero(g.c, g.table); by != p2 || g.table.Lost != nil {
		t.Errorf("Aragorn is with %s, lost %+v", by, g.table.Lost)
	}

	unknown := seated(t, gate, []group.Seat{{Player: p1, Table: tid, Threat: num(20)}, at(p2, plain("Gimli")...)})
	unknown.fold(Refresh(unknown.c, unknown.table)...)
	if p, _ := unknown.table.Player(p1); p.Out {
		t.Error("a player whose heroes were never declared went out")
	}
	alone := seated(t, doom, []group.Seat{at(p1, bearer)})
	alone.fold(Refresh(alone.c, alone.table)...)
	if p, _ := alone.table.Player(p1); p.Out || p.HeroesUp() != 1 {
		t.Error("a player alone lost the Ring-bearer")
	}
}

// The first player who goes out in the middle of things takes the hero along, and the game is lost;
// when another player goes out nothing passes.
//
// Rule: Aragorn.
// Ruling: 8.
func TestControllerIsEliminated(t *testing.T) {
	for scenario, cause := range map[string]string{gate: lotr.LostAragorn, doom: lotr.LostRing} {
		g := seated(t, scenario, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...)})
		g.fold(Eliminate(g.c, g.table, p2, lotr.OutOrganiser)...)
		if g.table.Lost != nil {
			t.Fatalf("%s: lost although the hero is with the other player", scenario)
		}
		g = seated(t, scenario, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...)})
		g.fold(Eliminate(g.c, g.table, p1, lotr.OutThreat)...)
		g.mustLose(cause)
		if g.table.FirstPlayer != p2 {
			t.Errorf("%s: first player %s", scenario, g.table.FirstPlayer)
		}
		if _, _, ok := FellowshipHero(g.c, g.table); ok {
			t.Errorf("%s: the hero is in play", scenario)
		}
		// A judge who takes the elimination back takes the hero back, too.
		g.fold(lotr.PlayerReinstated{Table: tid, Player: p1, Threat: 20})
		if _, by, ok := FellowshipHero(g.c, g.table); !ok || by != p1 {
			t.Errorf("%s: reinstated, and the hero is with %q", scenario, by)
		}
	}
}

// Rule: The One Ring (objective).
// Rule: Aragorn.
// Source: The Mountain of Fire, "The One Ring"; "Aragorn".
func TestFellowshipHeroLeavesPlay(t *testing.T) {
	for name, tc := range map[string]struct {
		scenario string
		when     lotr.TableCommand
		cause    string
	}{
		"the Ring-bearer is destroyed":       {doom, lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Frodo Baggins"}, lotr.LostRing},
		"the Ring-bearer takes his damage":   {doom, lotr.DamageCharacter{Table: tid, Player: p1, Character: "Frodo Baggins", By: 2}, lotr.LostRing},
		"the Ring-bearer leaves play":        {doom, lotr.LeavePlay{Table: tid, Player: p1, Character: "frodo baggins"}, lotr.LostRing},
		"Aragorn is destroyed":               {gate, lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Aragorn"}, lotr.LostAragorn},
		"Aragorn returns to hand":            {greyCompany, lotr.LeavePlay{Table: tid, Player: p1, Character: "Aragorn"}, lotr.LostAragorn},
		"another hero is destroyed":          {doom, lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Sam Gamgee"}, ""},
		"an ally of the name, not the hero":  {river, lotr.LeavePlay{Table: tid, Player: p1, Character: "Aragorn"}, ""},
		"The One Ring leaves by another way": {doom, lotr.CallLoss{Table: tid, Cause: lotr.LostRing, Note: "a card discarded The One Ring"}, lotr.LostRing},
	} {
		t.Run(name, func(t *testing.T) {
			g := seated(t, tc.scenario, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...)})
			g.do(tc.when)
			if tc.cause == "" {
				if g.table.Lost != nil {
					t.Errorf("lost: %+v", g.table.Lost)
				}
				return
			}
			g.mustLose(tc.cause)
		})
	}
}

// A scenario may set the hero aside and bring him back; that loses nothing.
func TestFellowshipHeroSetAside(t *testing.T) {
	g := seated(t, pelennorFields, []group.Seat{at(p1, sam), at(p2, plain("Gimli")...)})
	if _, _, here := FellowshipHero(g.c, g.table); here {
		g.fold(work(g.c, g.table, func(d *entry) { d.fellowAside("set aside") })...)
	}
	if _, _, here := FellowshipHero(g.c, g.table); here || g.table.Lost != nil {
		t.Fatalf("in play %v, lost %+v", here, g.table.Lost)
	}
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p2})
	g.fold(work(g.c, g.table, func(d *entry) { d.fellowEnters("The Corsair Fleet") })...)
	if h, by, ok := FellowshipHero(g.c, g.table); !ok || by != p2 || h.Title != "Aragorn" {
		t.Errorf("%s of %s, in play %v", h.Title, by, ok)
	}
	g.fold(work(g.c, g.table, func(d *entry) { d.fellowEnters("again") })...)
	if len(g.last) != 0 {
		t.Errorf("he entered twice: %s", written(t, g.last))
	}
}
