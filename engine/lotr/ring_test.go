package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: The One Ring (attachment).
// Rule: Master cards.
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func TestPutRing(t *testing.T) {
	copies := func(ring1, ring2 string) []group.Seat {
		return []group.Seat{ringed(at(p1, plain("Bilbo", "Gloin")...), ring1), ringed(at(p2, plain("Gimli")...), ring2), at(p3, smeagolHero)}
	}
	g := seated(t, river, copies("", ""))
	put := lotr.PutRing{Table: tid, Player: p1, Hero: "bilbo"}
	g.cannot("master-without-ring", lotr.ChangeThreat{Table: tid, Player: p1, By: -1, Source: lotr.FromMaster})
	g.cannot("no-ring", lotr.PutRing{Table: tid, Player: p3, Hero: "Sméagol"})
	g.cannot("no-such-hero", lotr.PutRing{Table: tid, Player: p1, Hero: "Gimli"})
	g.cannot(engine.CodeMalformed, lotr.PutRing{Table: tid, Player: p1})
	g.do(put)
	same(t, g.last[:1], []events.Payload{lotr.RingPut{Table: tid, Player: p1, Hero: "Bilbo", Removed: []events.PersonID{p2}}})
	g.mustHear("a card with the Master trait")
	if p, _ := g.table.Player(p1); p.Elimination != 45 || g.table.RingController() != p1 {
		t.Errorf("elimination level %d, controlled by %q", p.Elimination, g.table.RingController())
	}
	g.cannot("ring-in-play", lotr.PutRing{Table: tid, Player: p2, Hero: "Gimli"})
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, By: 1, Source: lotr.FromMaster})
	g.cannot("master-without-ring", lotr.ChangeThreat{Table: tid, Player: p2, By: 1, Source: lotr.FromMaster})
	g.cannot(engine.CodeMalformed, lotr.ChangeThreat{Table: tid, Player: p1, By: 1, Source: "a song"})

	// With the hero The One Ring leaves play, and the players lose.
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Gloin"})
	if g.table.Lost != nil {
		t.Fatal("lost with another hero")
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Bilbo"})
	g.mustLose(lotr.LostRing)
	if g.table.RingController() != "" {
		t.Error("The One Ring is still controlled")
	}

	late := seated(t, river, copies("", ""))
	late.c.Round = 2
	late.cannot("setup-over", put)
	saga := seated(t, doom, []group.Seat{at(p1, sam)})
	saga.cannot("ring-in-saga", lotr.PutRing{Table: tid, Player: p1, Hero: "Sam Gamgee"})
	saga.cannot("master-in-saga", lotr.ChangeThreat{Table: tid, Player: p1, By: 1, Source: lotr.FromMaster})
}

// Where the seats say whose copy it is, it is in play from setup on; a deck can bring it, too.
//
// Rule: The One Ring (attachment).
// Source: A Shadow in the East, "The One Ring & The “Master” Trait".
func TestRingInSetup(t *testing.T) {
	g := seated(t, river, []group.Seat{ringed(at(p1, plain("Bilbo")...), ""), ringed(at(p2, plain("Gimli")...), "gimli")})
	if p, _ := g.table.Player(p2); p.Ring != "Gimli" || p.Elimination != 45 {
		t.Errorf("The One Ring is on %q, elimination level %d", p.Ring, p.Elimination)
	}
	if p, _ := g.table.Player(p1); p.RingCopy || p.Elimination != 50 {
		t.Errorf("the other copy is in the game: %v, elimination level %d", p.RingCopy, p.Elimination)
	}
	g.fold(Eliminate(g.c, g.table, p2, lotr.OutThreat)...)
	g.mustLose(lotr.LostRing)

	byDeck := seated(t, river, []group.Seat{at(p1, plain("Bilbo")...)})
	byDeck.do(
		lotr.DeclareDeck{Table: tid, Player: p1, Name: "Master", Source: "text", Cards: []lotr.DeckCard{{Name: "The One Ring", Copies: 1}}},
		lotr.PutRing{Table: tid, Player: p1, Hero: "Bilbo"},
	)

	// Heroes declared in round 1 bring it, too.
	undeclared := seated(t, river, []group.Seat{at(p1)})
	es, err := DeclareHeroes(undeclared.c, undeclared.table, []group.Seat{ringed(at(p1, plain("Bilbo")...), "Bilbo")})
	if err != nil {
		t.Fatal(err)
	}
	undeclared.fold(es...)
	if p, _ := undeclared.table.Player(p1); p.Ring != "Bilbo" || p.Elimination != 45 {
		t.Errorf("The One Ring is on %q, elimination level %d", p.Ring, p.Elimination)
	}
}
