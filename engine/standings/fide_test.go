package standings

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func unplayedRounds(edition string) Ruleset {
	return only(FIDE(edition), Criterion{Kind: MatchPoints},
		Criterion{Kind: Buchholz, Edition: edition}, Criterion{Kind: Sonneborn, Edition: edition},
		Criterion{Kind: Buchholz, Edition: edition, CutLow: 1})
}

// ten plays a game of p in each of ten rounds but the fourth, which p asked to be absent from. The
// opponents end with the scores of the example, in halves, all rounds played.
func ten() *field {
	f := &field{}
	f.t.Planned = 10
	for i, g := range []struct{ theirs, mine int }{{10, 2}, {10, 2}, {13, 0}, {-1, 0}, {9, 2}, {12, 1}, {10, 2}, {13, 1}, {11, 2}, {12, 2}} {
		n, o := i+1, events.PersonID(fmt.Sprintf("o-%d", i+1))
		if g.theirs < 0 {
			f.bye(n, "p", ByeZero)
			continue
		}
		f.games(n, "p", o, g.mine/2, (2-g.mine)/2, g.mine%2)
		rest := g.theirs - (2 - g.mine)
		f.fill(o, rest/2, 9-rest/2-rest%2, rest%2)
	}
	return f
}

// The first example of the Arbiters' Manual of 2026 with unplayed rounds: 7 points of 10 with one round
// absent. Until March 2026 the stand-in has the own 7 points, then at most a draw in each round, 5.
//
// Source: facts/scoring.md, "3 FIDE C.07"; FIDE Handbook C.07, examples of article 16.
func TestOwnUnplayedRound_57_55(t *testing.T) {
	for edition, want := range map[string][3]string{EditionDummy: {"57.0", "50.0", "37.25"}, EditionCapped: {"55.0", "50.0", "37.25"}} {
		table := ten().table(t, unplayedRounds(edition))
		wants(t, table, "p", MatchPoints, "7.0")
		wants(t, table, "p", Buchholz, want[0])
		wants(t, table, "p", Sonneborn, want[2])
		if c := table.Row("p").Cells[3]; c.Value.Decimal(1) != want[1] {
			t.Errorf("%s: Cut-1 is %s, want %s", edition, c.Value, want[1])
		}
	}
}

// The stand-in of a bye has at most half the rounds, that of a forfeit win at most what the absent
// opponent has.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func TestCapsFromMarch2026(t *testing.T) {
	var f field
	f.bye(1, "p", ByePairing)
	f.absent(2, "p", "q")
	f.games(3, "p", "r", 1, 0, 0)
	f.games(1, "q", "r", 0, 0, 1)
	f.games(3, "q", "s", 0, 1, 0)
	f.games(2, "r", "s", 0, 1, 0)
	f.bye(1, "s", ByePairing)
	// p has 3, q ½, r ½; three rounds: a bye counts at most 1½
	terms := f.table(t, unplayedRounds(EditionCapped)).Row("p").Cell(Buchholz).Terms
	for i, want := range []exact.Num{exact.Frac(3, 2), half, half} {
		if terms[i].Value.Cmp(want) != 0 {
			t.Errorf("round %d counts %s, want %s: %s", i+1, terms[i].Value, want, terms[i].Says)
		}
	}
	wants(t, f.table(t, unplayedRounds(EditionDummy)), "p", Buchholz, "6.5") // 3 + 3 + ½
}

// The virtual opponent: points before the round, the rest of the win, a half for each later round. An
// opponent's unplayed rounds count as draws.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func TestVirtualOpponentOf2009(t *testing.T) {
	var f field
	f.games(1, "p", "q", 1, 0, 0)
	f.bye(2, "p", ByeHalf)
	f.games(3, "p", "r", 0, 0, 1)
	f.games(2, "q", "r", 1, 0, 0)
	f.bye(3, "q", ByePairing)
	f.bye(1, "r", ByePairing)
	// q: 0 + 1 + (bye) ½ = 1½; r: (bye) ½ + 0 + ½ = 1; round 2 of p: 1 + ½ + ½ = 2
	wants(t, f.table(t, unplayedRounds(EditionVirtual)), "p", Buchholz, "4.5")
	wants(t, f.table(t, unplayedRounds(EditionVirtual)), "p", Sonneborn, "3.0") // 1½ + ½ × 2 + ½ × 1
	// later editions: q 2, r 1½, own 2 as the stand-in; at most 1½ from March 2026
	wants(t, f.table(t, unplayedRounds(EditionDummy)), "p", Buchholz, "5.5")
	wants(t, f.table(t, unplayedRounds(EditionCapped)), "p", Buchholz, "5.0")
}

// Whoever left for good counts for others as if the rest had been drawn; who came back does not.
func TestOpponentsWhoLeft(t *testing.T) {
	var f field
	f.games(1, "p", "left", 1, 0, 0)
	f.games(2, "p", "back", 1, 0, 0)
	f.games(3, "back", "x", 1, 0, 0)
	f.fill("p", 2, 0, 0)
	f.games(4, "back", "x", 1, 0, 0)
	f.player("left").Dropped = true
	terms := f.table(t, unplayedRounds(EditionCapped)).Row("p").Cell(Buchholz).Terms
	if got := terms[0].Value.String(); got != "1.5" { // 0 + three draws
		t.Errorf("who left counts %s, want 1.5: %s", got, terms[0].Says)
	}
	if got := terms[1].Value.String(); got != "2" {
		t.Errorf("who was absent in round 1 and came back counts %s, want 2: %s", got, terms[1].Says)
	}
}

// Rounds that the player chose not to play are cut first, then the least.
//
// Source: FIDE Handbook C.07, article 16.5.
func TestCuts(t *testing.T) {
	cell := func(low, high int) Cell {
		c := Criterion{Kind: Buchholz, Edition: EditionCapped, CutLow: low, CutHigh: high}
		return ten().table(t, only(FIDE(EditionCapped), Criterion{Kind: MatchPoints}, c)).Row("p").Cells[1]
	}
	// 5 5 6½ (5) 4½ 6 5 6½ 5½ 6; the absence is worth 5
	for _, tc := range []struct {
		low, high int
		want      string
	}{{0, 0, "55"}, {1, 0, "50"}, {2, 0, "45.5"}, {1, 1, "43.5"}, {2, 2, "32.5"}, {9, 9, "0"}} {
		c := cell(tc.low, tc.high)
		if c.Value.String() != tc.want {
			t.Errorf("cut %d and %d: %s, want %s", tc.low, tc.high, c.Value, tc.want)
		}
		if c.Again().Cmp(c.Value) != 0 {
			t.Errorf("cut %d and %d: the terms give %s", tc.low, tc.high, c.Again())
		}
	}
	if out := cell(1, 0).Terms[3].Out; out != "cut: one of the least" {
		t.Errorf("the absence is %q", out)
	}
}
