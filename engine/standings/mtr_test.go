package standings

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func winPercent(edition string) Ruleset {
	rs := MTR(edition)
	return only(rs, append(rs.Order, Criterion{Kind: MatchWin, Floor: rs.Order[1].Floor})...)
}

// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func TestMatchWinPercentages(t *testing.T) {
	t.Run("0.60: 3-2-0 with a bye, then dropped", func(t *testing.T) {
		var f field
		f.bye(1, "p", ByePairing)
		f.fill("p", 2, 2, 0)
		f.fill("other", 8, 0, 0)
		f.player("p").Dropped = true
		table := f.table(t, winPercent("0.33"))
		wants(t, table, "p", MatchPoints, "9")
		wants(t, table, "p", MatchWin, "0.60")
		if !table.Row("p").Dropped {
			t.Error("not marked as dropped")
		}
	})
	t.Run("0.667: 5-2-1", func(t *testing.T) {
		var f field
		f.fill("p", 5, 2, 1)
		wants(t, f.table(t, winPercent("0.33")), "p", MatchWin, "0.667")
	})
	t.Run("0.33: 1-3-0, then dropped", func(t *testing.T) {
		var f field
		f.fill("p", 1, 3, 0)
		f.player("p").Dropped = true
		wants(t, f.table(t, winPercent("0.33")), "p", MatchWin, "0.3300")
		wants(t, f.table(t, winPercent("one-third")), "p", MatchWin, "0.3333")
	})
}

// against lets p beat opponents who end with the records given; the first is in round 1.
func against(f *field, records [][3]int) {
	for i, r := range records {
		o := events.PersonID(fmt.Sprintf("o-%d", i+1))
		f.games(i+1, "p", o, 2, 0, 0)
		f.fill(o, r[0], r[1]-1, r[2])
	}
}

var eight = [][3]int{{4, 4, 0}, {7, 1, 0}, {1, 3, 1}, {3, 3, 1}, {6, 2, 0}, {5, 2, 1}, {4, 3, 1}, {6, 1, 1}}

// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func TestOpponentsMatchWin_06164_06168(t *testing.T) {
	var f field
	against(&f, eight)
	wants(t, f.table(t, MTR("0.33")), "p", OppMatchWin, "0.6164")
	wants(t, f.table(t, MTR("one-third")), "p", OppMatchWin, "0.6168")
	wants(t, f.table(t, MTR("0.33")), "p", OppMatchWin, "0.62")
}

// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func TestOpponentsMatchWinWithABye_06330_06335(t *testing.T) {
	var f field
	f.bye(8, "p", ByePairing)
	against(&f, eight[1:])
	table := f.table(t, MTR("0.33"))
	wants(t, table, "p", OppMatchWin, "0.6330")
	wants(t, table, "p", OppMatchWin, "0.63")
	wants(t, f.table(t, MTR("one-third")), "p", OppMatchWin, "0.6335")
	terms := table.Row("p").Cell(OppMatchWin).Terms
	if last := terms[len(terms)-1]; last.Round != 8 || last.Out != "a bye has no opponent" {
		t.Errorf("the bye is explained as %+v", last)
	}
}

// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C", Penny-Dreadful-Tools 880.
func TestOpponentsMatchWinIsExact_5550(t *testing.T) {
	var f field
	against(&f, [][3]int{{0, 2, 0}, {4, 2, 0}, {3, 3, 0}, {4, 2, 0}, {3, 3, 0}, {4, 2, 0}})
	cell := f.table(t, MTR("0.33")).Row("p").Cell(OppMatchWin)
	if cell.Value.Cmp(exact.Frac(5550, 10000)) != 0 {
		t.Errorf("got %s, want 55.50 %%", cell.Value)
	}
}

// A bye is 6 of 6 game points in one's own percentage, and unfinished games are drawn ones.
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func TestGameWinPercentages(t *testing.T) {
	var f field
	f.bye(1, "p", ByePairing)
	f.games(2, "p", "q", 0, 2, 0)
	table := f.table(t, MTR("0.33"))
	wants(t, table, "p", GameWin, "0.50")   // 6 of 12
	wants(t, table, "q", GameWin, "1.00")   // 6 of 6
	wants(t, table, "q", OppGameWin, "0.5") // p's
	f.add(3, Match{Seats: seats("p", "q"), Result: &Result{Ending: TimeCalled, Unfinished: 1, Scores: []Score{{Player: "p", Games: 1}, {Player: "q"}}}})
	table = f.table(t, MTR("0.33"))
	wants(t, table, "p", MatchPoints, "6")
	wants(t, table, "p", GameWin, "0.5556") // 10 of 18
	wants(t, table, "q", GameWin, "0.5833") // 7 of 12
}

// No opponent yet is the floor and not 0; a match without a result is no 0-0 draw; whoever dropped stays
// and counts.
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func TestEdgesOfPercentages(t *testing.T) {
	var f field
	f.enter("nobody")
	f.add(1, Match{Seats: seats("p", "q")})
	table := f.table(t, MTR("0.33"))
	for _, id := range []events.PersonID{"nobody", "p", "q"} {
		wants(t, table, id, MatchPoints, "0")
		wants(t, table, id, OppMatchWin, "0.33")
		if table.Row(id).Place != 1 || table.Row(id).Played != 0 {
			t.Errorf("%s: place %d after %d matches", id, table.Row(id).Place, table.Row(id).Played)
		}
	}
	f.games(2, "p", "q", 2, 0, 0)
	f.player("p").Dropped = true
	table = f.table(t, MTR("0.33"))
	wants(t, table, "q", OppMatchWin, "1.00")
	if row := table.Rows[0]; row.Player != "p" || !row.Dropped {
		t.Errorf("first is %s, dropped %v", row.Player, row.Dropped)
	}
}

// What ends a match other than by playing it.
func TestEndings(t *testing.T) {
	var f field
	f.absent(1, "p", "q")
	f.add(2, Match{Seats: seats("p", "q"), Result: &Result{Ending: IntentionalDraw, Drawn: 3, Scores: []Score{{Player: "p"}, {Player: "q"}}}})
	f.add(3, Match{Seats: seats("p", "q"), Result: &Result{Ending: DoubleLoss, Scores: []Score{{Player: "p", Games: 1}, {Player: "q"}}}})
	f.add(4, Match{Seats: seats("p", "q"), Result: &Result{Ending: Forfeit, Scores: []Score{{Player: "p", Absent: true}, {Player: "q", Absent: true}}}})
	table := f.table(t, MTR("0.33"))
	p, q := table.Row("p"), table.Row("q")
	if p.Won != 1 || p.Drawn != 1 || p.Lost != 2 || q.Won != 0 || q.Drawn != 1 || q.Lost != 3 {
		t.Errorf("p %d-%d-%d, q %d-%d-%d", p.Won, p.Lost, p.Drawn, q.Won, q.Lost, q.Drawn)
	}
	wants(t, table, "p", MatchPoints, "4")
	wants(t, table, "p", GameWin, "0.5000") // 6 + 3 + 3 + 0 of 3 × (2 + 3 + 1 + 2)
	wants(t, table, "q", OppMatchWin, "0.3333")
}
