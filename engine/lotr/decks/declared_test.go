package decks_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// declare seats a deck at a table and declares it, both as the rules fold it.
func declare(t *testing.T, table lotr.Table, player events.PersonID, d decks.Deck) lotr.Table {
	t.Helper()
	table = lotr.EvolveTable(table, group.PlayersSeated{Seats: []group.Seat{d.Declare(group.Seat{Player: player, Table: table.ID})}})
	made, err := lotr.SeatDeck(table, d.Command(table.ID, player, "text", nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range made {
		table = lotr.EvolveTable(table, e)
	}
	return table
}

func game(t *testing.T, scenario string) decks.Game {
	t.Helper()
	sc, ok := lotr.Lookup(scenario)
	if !ok {
		t.Fatalf("no scenario %q", scenario)
	}
	return decks.Game{Scenario: sc}
}

// A deck that was declared is checked again as the same deck.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func TestADeclaredDeckIsTheSameDeck(t *testing.T) {
	d := legal(t, "Rings", heroes(denethor, beregond), contract(fellowship), with(theRing, 1), with(ruling, 2), unknown("A Card of Tomorrow"))
	cmd := d.Command("red", "p-1", "octgn", []decks.Problem{
		{Code: decks.CodeRings, Says: "two rings", Warning: true}, {Code: decks.CodeUnknown, Says: "listed apart", Warning: true}, {Code: decks.CodeDeckSize, Says: "refused"},
	})
	if cmd.Name != "Rings" || cmd.Source != "octgn" || cmd.Contract != "Fellowship" || !slices.Equal(cmd.Unknown, []string{"A Card of Tomorrow"}) || !slices.Equal(cmd.Warnings, []string{"two rings"}) {
		t.Errorf("%+v", cmd)
	}
	n := 0
	for _, c := range cmd.Cards {
		n += c.Copies
	}
	if n != d.Size() {
		t.Errorf("%d cards are declared, and the deck has %d", n, d.Size())
	}
	table := declare(t, lotr.Table{ID: "red"}, "p-1", d)
	back := decks.Declared(table.Decks["p-1"], table.Seats[0], cards.Shipped())
	if back.Size() != d.Size() || !reflect.DeepEqual(back.Heroes, d.Heroes) || !reflect.DeepEqual(back.Contracts, d.Contracts) || !reflect.DeepEqual(back.Cards, d.Cards) {
		t.Errorf("got back %+v,\nwant %+v", back, d)
	}
	s := scenario(t, "the-river-running")
	if got, want := codes(decks.Check(back, s)), codes(decks.Check(d, s)); !slices.Equal(got, want) {
		t.Errorf("checked again it has the problems %v, before %v", got, want)
	}
}

// A deck without a name has one when it is declared, and what is longer than a deck may be is cut.
//
// Rule: Deck checks.
// Source: facts/README.md.
func TestWhatIsDeclaredFits(t *testing.T) {
	d := legal(t, "", unknown(strings.Repeat("ü", 150)))
	long := []decks.Problem{{Says: strings.Repeat("w", 900), Warning: true}}
	for range 250 {
		long = append(long, decks.Problem{Says: "w", Warning: true})
	}
	declare(t, lotr.Table{ID: "red"}, "p-1", d)
	table := lotr.Table{ID: "red", Seats: []group.Seat{{Player: "p-1", Table: "red"}}}
	if _, err := lotr.SeatDeck(table, d.Command("red", "p-1", "text", long)); err != nil {
		t.Error(err)
	}
	d.Unknown = append(d.Unknown, decks.Unknown{Name: "Someone", Count: 1, Place: decks.InHeroes})
	if seat := d.Declare(group.Seat{}); len(seat.Heroes) != 3 || seat.Heroes[2] != (group.Hero{Title: "Someone"}) {
		t.Errorf("a hero who is not known is declared as %+v", seat.Heroes)
	}
	ring := legal(t, "", heroes(denethor), with(theRing, 1))
	if seat := ring.Declare(group.Seat{Ring: "Denethor"}); seat.Ring != "Denethor" {
		t.Errorf("the Ring is on %q", seat.Ring)
	}
	if seat := ring.Declare(group.Seat{Ring: "Éowyn"}); seat.Ring != "" || !seat.OneRing {
		t.Errorf("the Ring is on %q, who is no hero any more", seat.Ring)
	}
}

// The decks of a table are checked together: each is looked at with the others as they are now, those of
// players without a deck by their seats. Decks at other tables do not matter.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode"; A Shadow in the East, "The One Ring &
// The “Master” Trait".
func TestDeclaredDecksAreCheckedTogether(t *testing.T) {
	g := game(t, "the-river-running")
	table := lotr.Table{ID: "red"}
	table = declare(t, table, "p-1", legal(t, "one", heroes(denethor), with(theRing, 1)))
	table = declare(t, table, "p-2", legal(t, "two", heroes(eowyn), with(theRing, 1)))
	seats := func(s ...group.Seat) { table = lotr.EvolveTable(table, group.PlayersSeated{Seats: s}) }
	look := func() []string {
		var out []string
		for _, p := range g.CheckDeclared(table, cards.Shipped()) {
			out = append(out, string(p.Player)+" "+string(p.Code))
			if p.Source == "" || p.Deck == "" {
				t.Errorf("%+v", p)
			}
		}
		return out
	}
	if got, want := look(), []string{"p-1 several-rings", "p-2 several-rings"}; !slices.Equal(got, want) {
		t.Errorf("two Rings: %v, want %v", got, want)
	}
	// A third player declares only heroes, one of whom another deck has as an ally.
	gandalf := legal(t, "three", heroes(eowyn), with("core-set-73", 3))
	table = declare(t, table, "p-2", gandalf)
	seats(group.Seat{Player: "p-3", Table: "red", Heroes: []group.Hero{{Title: "Gandalf", Threat: 14}}})
	got := g.CheckDeclared(table, cards.Shipped())
	if len(got) != 1 || got[0].Player != "p-2" || got[0].Code != decks.CodeUniqueHero || !strings.Contains(got[0].Says, "{p-3}") {
		t.Errorf("an ally who is a hero of the table: %+v", got)
	}
	// The heroes of a seat that was changed after the deck are looked at, not those of the file.
	seats(group.Seat{Player: "p-1", Table: "red", Heroes: []group.Hero{{Title: "Sam Gamgee", Threat: 8, Sphere: "Leadership"}, {Title: "Frodo Baggins", Sphere: "Fellowship", Traits: "Hobbit. Ring-bearer."}}})
	if got := look(); !slices.Contains(got, "p-1 "+string(decks.CodeFellowshipOutside)) {
		t.Errorf("a Fellowship hero outside the saga: %v", got)
	}
	if got := g.CheckDeclared(lotr.Table{ID: "blue"}, cards.Shipped()); len(got) != 0 {
		t.Errorf("a table without decks: %v", got)
	}
}

// The saga's first player takes the Fellowship hero at setup, so no deck is refused for want of one; what
// the campaign says of the table and the player counts.
//
// Rule: Deck checks.
// Rule: Easy mode.
// Source: The Mountain of Fire, "Setting Up the Game"; "Easy Mode"; facts/game-facts.md, "5.5 Campaign log".
func TestTheSituationOfADeckIsThatOfItsTable(t *testing.T) {
	g := game(t, "the-black-gate-opens")
	g.Epic, g.Easy, g.Campaign = true, true, &group.Campaign{Fallen: []string{"Denethor"}, Boons: []string{"army-of-the-dead"}}
	table := lotr.Table{ID: "red", Seats: []group.Seat{{Player: "p-1", Table: "red", Penalty: 3}, {Player: "p-2", Table: "red"}}}
	s := g.Situation(table, "p-1", cards.Shipped())
	if !s.Epic || s.First || s.Scenario.ID != "the-black-gate-opens" || s.Campaign == nil || s.Campaign.Penalty != 3 || len(s.Others) != 1 || s.Others[0].Owner != "p-2" {
		t.Errorf("%+v", s)
	}
	got := codes(decks.Check(legal(t, "mine", with(army, 1)), s))
	if !slices.Equal(got, []engine.Code{decks.CodeFallen}) {
		t.Errorf("the fallen Denethor and an earned boon: %v", got)
	}
	notes := decks.SetupNotes(legal(t, "mine", heroes(beregond)), s)
	if !slices.ContainsFunc(notes, func(n decks.Note) bool { return strings.Contains(n.Says, "1 more in resources") }) {
		t.Errorf("easy mode is not told: %+v", notes)
	}
}

// A problem about a card says in which line of the file it is.
//
// Rule: Deck imports.
// Source: facts/README.md.
func TestProblemsSayTheLine(t *testing.T) {
	file := "My deck\n\nHeroes\nDenethor (Core Set)\nÉowyn (Core Set)\n\nAllies\n4x Gandalf (Core Set)\n1x Nobody at All\n"
	d, _, err := decks.Parse([]byte(file), cards.Shipped())
	if err != nil {
		t.Fatal(err)
	}
	lines := map[engine.Code]int{}
	for _, p := range decks.Check(d, decks.Situation{}) {
		lines[p.Code] = p.Line
	}
	if lines[decks.CodeCopies] != 8 || lines[decks.CodeUnknown] != 9 || lines[decks.CodeDeckSize] != 0 {
		t.Errorf("%v", lines)
	}
}

// Rule: Deck imports.
// Source: facts/README.md.
func TestAFormIsNamedOrTold(t *testing.T) {
	file := []byte(`{"name":"X","slots":{"01001":1}}`)
	for form, ok := range map[string]bool{"": true, decks.FormatAuto: true, decks.FormatRingsDB: true, decks.FormatText: false, decks.FormatOCTGN: false, "pdf": false} {
		_, r, err := decks.ParseAs(form, file, cards.Shipped())
		if (err == nil) != ok || ok && r.Format != decks.FormatRingsDB {
			t.Errorf("as %q: %v, %v", form, r, err)
		}
	}
}

// However many cards of a deck are not known, that is one line before the start.
//
// Rule: Deck checks.
// Source: facts/README.md.
func TestCardsThatAreNotKnownAreOneLine(t *testing.T) {
	d := legal(t, "mine")
	for _, name := range []string{"One", "Two", "Three", "Four", "Five", "Six", "Seven"} {
		unknown(name)(t, &d)
	}
	got := game(t, "the-river-running").CheckDeclared(declare(t, lotr.Table{ID: "red"}, "p-1", d), cards.Shipped())
	if len(got) != 1 || !got[0].Warning || got[0].Code != decks.CodeUnknown || !strings.HasSuffix(got[0].Says, "One, Two, Three, Four, Five and 2 more") {
		t.Errorf("%+v", got)
	}
}
