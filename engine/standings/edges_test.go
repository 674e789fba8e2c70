package standings

import (
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// What is granted to somebody absent counts as points, and not in percentages: the round does not count.
func TestAGrantIsNoRound(t *testing.T) {
	var f field
	grant := exact.Int(3)
	f.games(1, "p", "q", 0, 2, 0)
	f.add(2, Match{Seats: seats("p"), Bye: ByeZero, Grant: &grant})
	table := f.table(t, winPercent("0.33"))
	wants(t, table, "p", MatchPoints, "3")
	wants(t, table, "p", MatchWin, "0.33")
	if terms := table.Row("p").Cell(MatchWin).Terms; terms[1].Out != "absent: the round does not count" {
		t.Errorf("%+v", terms[1])
	}
}

// Whether somebody who did not come counts as an opponent is the ruleset's to say.
func TestForfeitsCountAsOpponentsIfTheRulesetSaysSo(t *testing.T) {
	var f field
	f.absent(1, "p", "q")
	f.fill("q", 2, 0, 0)
	rs := MTR("0.33")
	wants(t, f.table(t, rs), "p", OppMatchWin, "0.67")
	rs.ForfeitMeets = false
	table := f.table(t, rs)
	wants(t, table, "p", OppMatchWin, "0.33")
	if term := table.Row("p").Cell(OppMatchWin).Terms[0]; term.Opponent != "q" || term.Out == "" {
		t.Errorf("%+v", term)
	}
}

// Who won once and lost once against another has not beaten them.
func TestWonAndLostIsNotBeaten(t *testing.T) {
	var f field
	f.beats(1, "a", "b")
	f.beats(2, "b", "a")
	f.beats(3, "a", "c")
	f.fill("b", 1, 0, 0)
	f.fill("c", 2, 0, 0)
	table := f.table(t, headTo(StyleBeatAll))
	for _, id := range []events.PersonID{"a", "b", "c"} {
		if got := table.Row(id).Place; got != 1 {
			t.Errorf("%s is at place %d: %s", id, got, order(table))
		}
	}
}

// Where the missing game could bring somebody level, nobody is alone in front.
func TestDirectEncounterNeedsToBeAloneInFront(t *testing.T) {
	var f field
	f.beats(1, "a", "b")
	f.games(2, "a", "c", 0, 0, 1)
	f.fill("b", 1, 0, 1)
	f.fill("c", 1, 0, 0) // all have 1½; c could have 1½ among the tied, as a has
	table := f.table(t, headTo(StyleDirect))
	for _, id := range []events.PersonID{"a", "b", "c"} {
		if row := table.Row(id); row.Place != 1 {
			t.Errorf("%s is at place %d: %+v", id, row.Place, row.Cells)
		}
	}
}

// A round that was lost by not coming is cut before a lesser one that was played; whoever asked for a bye
// and did not come afterwards has left for good.
//
// Source: FIDE Handbook C.07, articles 16.1 and 16.5.
func TestNotComingIsVoluntary(t *testing.T) {
	var f field
	f.games(1, "p", "weak", 1, 0, 0)
	f.absent(2, "strong", "p")
	f.fill("strong", 1, 0, 0)
	cutOne := only(FIDE(EditionDummy), Criterion{Kind: MatchPoints}, Criterion{Kind: Buchholz, Edition: EditionDummy, CutLow: 1})
	cell := f.table(t, cutOne).Row("p").Cells[1]
	if cell.Terms[1].Out != "cut: one of the least" || cell.Terms[0].Out != "" {
		t.Errorf("%+v", cell.Terms)
	}
	var g field
	g.games(1, "p", "left", 0, 0, 1)
	g.bye(2, "left", ByeZero)
	g.absent(3, "x", "left")
	// left: ½, a bye that counts as a draw, and 0 for not coming
	if n := g.table(t, unplayedRounds(EditionDummy)).Row("p").Cell(Buchholz).Terms[0].Value; n.String() != "1" {
		t.Errorf("who left counts %s, want 1", n)
	}
}

// After a ruling, what players report is kept and changes nothing.
func TestReportsAfterARulingDoNotStand(t *testing.T) {
	m := Match{Seats: seats("a", "b")}
	s, err := Settle(m, []Entry{{ID: "1", By: "j", Judge: true, Result: won("a", "b")}, {ID: "2", By: "b", Result: won("b", "a")}})
	if err != nil || s.Trail[1].Stands || s.Trail[1].SupersededBy != "1" || !s.Trail[0].Stands || !s.Result.Same(won("a", "b")) {
		t.Errorf("%+v, %v", s, err)
	}
}
