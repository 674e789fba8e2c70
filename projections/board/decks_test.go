package board_test

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A deck is shown from the moment it is declared, which before the game starts is nothing to take back;
// The One Ring in it is known when the table is set up.
func TestADeckIsShownBeforeTheGameAndAfter(t *testing.T) {
	l := opened(t)
	l.by("group.seat-players.v1", `{}`, group.PlayersSeated{Seats: []group.Seat{{Player: "p-1", Table: "red"}}})
	l.by("lotr.declare-deck.v1", `{"table":"red"}`, lotr.DeckDeclared{
		Table: "red", Player: "p-1", Name: "Rings", Source: "text", Contract: "Bond", Warnings: []string{"a warning"},
		Cards: []lotr.DeckCard{{Name: "Gandalf", Copies: 3}, {Name: "The One Ring", Copies: 1}, {Name: "Steward of Gondor", Copies: 2}},
	})
	red := l.table("red")
	if d := red.Players[0].Deck; d == nil || d.Name != "Rings" || d.Cards != 6 || d.Source != "text" || len(d.Warnings) != 1 {
		t.Errorf("before the game the deck is %+v", d)
	}
	if red.LastEntry != nil {
		t.Errorf("before the game %+v can be taken back", red.LastEntry)
	}
	l.by("group.start.v1", `{}`, group.GroupStarted{Players: 1},
		lotr.TableSetUp{Table: "red", Stage: "1B", Players: []events.PersonID{"p-1"}, FirstPlayer: "p-1", Threat: []int{30}, Elimination: []int{50}},
		group.RoundStarted{Round: 1})
	p := l.table("red").Players[0]
	if p.Deck == nil || p.Deck.Cards != 6 || !p.RingCopy || p.Contract != "Bond" {
		t.Errorf("in the game: %+v", p)
	}
	l.by("lotr.declare-deck.v1", `{"table":"red"}`, lotr.DeckDeclared{Table: "red", Player: "p-1", Name: "No rings", Source: "text", Cards: []lotr.DeckCard{{Name: "Gandalf", Copies: 3}}})
	if red = l.table("red"); red.LastEntry == nil || red.Players[0].RingCopy || red.Players[0].Deck.Name != "No rings" {
		t.Errorf("replaced in round 1: %+v, %+v", red.LastEntry, red.Players[0])
	}
}
