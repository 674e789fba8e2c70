package lotr

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func deck(set func(*lotr.DeclareDeck)) lotr.DeclareDeck {
	d := lotr.DeclareDeck{
		Table: tid, Player: p1, Name: " Hobbits ", Source: "ringsdb", Contract: "Fellowship", Unknown: []string{"Flame of Arnor"},
		Cards: []lotr.DeckCard{{Code: "core-73", Name: "Gandalf", Type: "Ally", Copies: 3}},
	}
	set(&d)
	return d
}

// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func TestDeclareDeck(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(deck(func(*lotr.DeclareDeck) {}))
	same(t, g.last, []events.Payload{lotr.DeckDeclared{
		Table: tid, Player: p1, Name: "Hobbits", Source: "ringsdb", Contract: "Fellowship", Unknown: []string{"Flame of Arnor"},
		Cards: []lotr.DeckCard{{Code: "core-73", Name: "Gandalf", Type: "Ally", Copies: 3}},
	}})
	if p, _ := g.table.Player(p1); p.Contract != "Fellowship" {
		t.Errorf("the contract is %q", p.Contract)
	}
	for name, tc := range map[string]struct {
		set  func(*lotr.DeclareDeck)
		code engine.Code
	}{
		"without a name":     {func(d *lotr.DeclareDeck) { d.Name = " " }, engine.CodeMalformed},
		"from nowhere":       {func(d *lotr.DeclareDeck) { d.Source = "hearsay" }, engine.CodeMalformed},
		"without cards":      {func(d *lotr.DeclareDeck) { d.Cards = nil }, engine.CodeMalformed},
		"with 201 lines":     {func(d *lotr.DeclareDeck) { d.Cards = make([]lotr.DeckCard, 201) }, engine.CodeMalformed},
		"a card of no name":  {func(d *lotr.DeclareDeck) { d.Cards = []lotr.DeckCard{{Copies: 1}} }, engine.CodeMalformed},
		"no copies":          {func(d *lotr.DeclareDeck) { d.Cards = []lotr.DeckCard{{Name: "Gandalf"}} }, engine.CodeMalformed},
		"100 copies":         {func(d *lotr.DeclareDeck) { d.Cards = []lotr.DeckCard{{Name: "Gandalf", Copies: 100}} }, engine.CodeMalformed},
		"a code without end": {func(d *lotr.DeclareDeck) { d.Cards[0].Code = strings.Repeat("x", 81) }, engine.CodeMalformed},
		"too many warnings":  {func(d *lotr.DeclareDeck) { d.Warnings = make([]string, 201) }, engine.CodeMalformed},
		"an empty warning":   {func(d *lotr.DeclareDeck) { d.Warnings = []string{""} }, engine.CodeMalformed},
		"a stranger's":       {func(d *lotr.DeclareDeck) { d.Player = p4 }, "no-such-player"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DecideTable(g.c, g.table, deck(tc.set))
			mustRefuse(t, err, tc.code)
		})
	}
	// It is replaced in round 1, and not any more later; a first one may come late.
	g.do(deck(func(d *lotr.DeclareDeck) { d.Name, d.Contract = "Dwarves", "" }))
	if p, _ := g.table.Player(p1); p.Contract != "" || g.table.Decks[p1].Name != "Dwarves" {
		t.Errorf("deck %q, contract %q", g.table.Decks[p1].Name, p.Contract)
	}
	g.c.Round = 2
	g.cannot("deck-fixed", deck(func(*lotr.DeclareDeck) {}))
	g.cannot("setup-over", deck(func(d *lotr.DeclareDeck) { d.Player = p2 }))
	g.do(deck(func(d *lotr.DeclareDeck) { d.Player, d.Contract = p2, "" }))
	seat := seated(t, river, []group.Seat{contracted(at(p1, sam), "Council of the Wise")})
	seat.cannot("contract-twice", deck(func(*lotr.DeclareDeck) {}))
	seat.do(deck(func(d *lotr.DeclareDeck) { d.Contract = "" }))
	if p, _ := seat.table.Player(p1); p.Contract != "Council of the Wise" {
		t.Errorf("a deck without a contract took the seat's away: %q", p.Contract)
	}
}

// A deck may be declared before the game, by whoever has a seat; what it says of contract and The One
// Ring is in play when the table is set up, and it goes with the seat.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func TestADeckIsDeclaredBeforeTheGame(t *testing.T) {
	table := EvolveTable(Table{ID: tid}, group.PlayersSeated{Seats: []group.Seat{{Player: p1, Table: tid}, {Player: p2, Table: tid, Contract: "Bond"}}})
	ring := deck(func(d *lotr.DeclareDeck) { d.Cards = append(d.Cards, lotr.DeckCard{Name: "The One Ring", Copies: 1}) })
	made, err := SeatDeck(table, ring)
	if err != nil || len(made) != 1 {
		t.Fatalf("%v, %v", made, err)
	}
	for name, cmd := range map[engine.Code]lotr.DeclareDeck{
		"contract-twice":      deck(func(d *lotr.DeclareDeck) { d.Player = p2 }),
		"no-such-player":      deck(func(d *lotr.DeclareDeck) { d.Player = p3 }),
		engine.CodeOtherTable: deck(func(d *lotr.DeclareDeck) { d.Table = "elsewhere" }),
		engine.CodeMalformed:  deck(func(d *lotr.DeclareDeck) { d.Cards = nil }),
	} {
		_, err := SeatDeck(table, cmd)
		mustRefuse(t, err, name)
	}
	before := table
	table = EvolveTable(table, made[0])
	if len(before.Decks) != 0 || table.Decks[p1].Name != "Hobbits" {
		t.Errorf("decks %v, then %v", before.Decks, table.Decks)
	}
	up := EvolveTable(table, lotr.TableSetUp{Table: tid, Scenario: river, Stage: "1B", Players: []events.PersonID{p1, p2}, FirstPlayer: p1})
	if p, _ := up.Player(p1); p.Contract != "Fellowship" || !p.RingCopy {
		t.Errorf("in play: %+v", p)
	}
	if p, _ := up.Player(p2); p.Contract != "Bond" || p.RingCopy {
		t.Errorf("in play: %+v", p)
	}
	if gone := EvolveTable(table, group.PlayerUnseated{Player: p1, Table: tid}); len(gone.Decks) != 0 || len(table.Decks) != 1 {
		t.Errorf("without the seat there is still %v", gone.Decks)
	}
}
