package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/tournament"
)

func table(entrants ...int) tournament.ImportedTable {
	return tournament.ImportedTable{Entrants: entrants}
}

// The seeds of a file are taken with its first round only, and only if they are everybody's; the pairs have to
// follow from them.
func TestAnImportedBracketFollowsFromItsSeeds(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatSingle}, 4)
	first := tournament.ImportRound{Round: 1, Source: "a file", Reason: "played on paper", Seeds: []int{4, 3, 2, 1}, Tables: []tournament.ImportedTable{table(1, 4), table(3, 2)}}
	for _, test := range []struct {
		change func(*tournament.ImportRound)
		code   engine.Code
		says   string
	}{
		{func(b *tournament.ImportRound) { b.Seeds = []int{4, 3, 2} }, decider.CodeSeating, "how {p-1} is seeded"},
		{func(b *tournament.ImportRound) { b.Seeds = []int{4, 3, 3, 1} }, decider.CodeSeating, "two seeds, 2 and 3"},
		{func(b *tournament.ImportRound) { b.Seeds = []int{4, 3, 9, 1} }, decider.CodeEntrant, "9"},
		{func(b *tournament.ImportRound) { b.Tables = []tournament.ImportedTable{table(1, 3), table(4, 2)} }, decider.CodeSeating, "{p-1} and {p-3} at table 1"},
		{func(b *tournament.ImportRound) { b.Tables = b.Tables[:1] }, decider.CodeSeating, "{p-2} and {p-3} meet, too"},
		{func(b *tournament.ImportRound) { b.Tables = append(b.Tables, b.Tables[0]) }, decider.CodeSeating, "at two tables"},
		{func(b *tournament.ImportRound) { b.Byes = []tournament.Bye{{Entrant: 2, Kind: tournament.ByeFull}} }, decider.CodeSeating, "gives {p-2} a bye"},
	} {
		b := first
		b.Tables = slices.Clone(first.Tables)
		test.change(&b)
		c.refused(organiser, b, test.code, test.says)
	}
	c.acked(organiser, first)
	if !slices.Equal(c.s.Order, []int{4, 3, 2, 1}) || !slices.Equal(c.s.Rounds[0].Tables[0].Seats, []int{1, 4}) || c.s.Rounds[0].Tables[0].Slot == "" {
		t.Errorf("order %v, %+v", c.s.Order, c.s.Rounds[0].Tables)
	}
	c.same()

	swiss := inOrder(t, tournament.Rules{Format: tournament.FormatSwiss, Rounds: 1}, 4)
	swiss.refused(organiser, first, engine.CodeMalformed, "with the first round of an elimination")
}

// The first round of a cut makes the cut as the file has it, and says who plays on against the standings here.
func TestAnImportedCutIsMadeWithItsFirstRound(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatSwissCut, Rounds: 1, Cut: 2}, 4)
	cut := tournament.ImportRound{Round: 2, Source: "a file", Reason: "played on paper", Seeds: []int{1, 2}, Tables: []tournament.ImportedTable{table(1, 2)}}
	c.refused(organiser, cut, engine.CodeMalformed, "after 1 Swiss rounds")
	c.play()
	best, err := c.s.CutSeeds(2)
	if err != nil {
		t.Fatal(err)
	}
	other := 0
	for n := 1; n <= 4; n++ {
		if !slices.Contains(best, n) {
			other = n
		}
	}
	cut.Seeds, cut.Tables = []int{best[0], other}, []tournament.ImportedTable{table(best[0], other)}
	_, says := c.acked(organiser, cut)
	if !slices.Contains(says.Says, "makes the cut: 2 play on") || !slices.ContainsFunc(says.Says, func(s string) bool {
		return s == "lets {"+string(person(other))+"} play on, whom the standings here would not"
	}) {
		t.Errorf("said %q", says.Says)
	}
	if c.s.Cut == nil || !slices.Equal(c.s.Cut.Entrants, cut.Seeds) || len(c.s.Rounds) != 2 || c.s.Rounds[1].Stage != tournament.StageCut {
		t.Errorf("cut %+v, %d rounds", c.s.Cut, len(c.s.Rounds))
	}
	c.same()
}
