package standings

import (
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// pod adds a table whose first player won.
func (f *field) pod(round int, ids ...events.PersonID) {
	m := Match{Seats: seats(ids...), Result: &Result{Ending: Played}}
	for i, id := range ids {
		o := Loss
		if i == 0 {
			o = Win
		}
		m.Result.Scores = append(m.Result.Scores, Score{Player: id, Outcome: o})
	}
	f.add(round, m)
}

// places adds a table with places in the order given.
func (f *field) places(round int, ids []events.PersonID, places ...int) {
	m := Match{Seats: seats(ids...), Result: &Result{Ending: Played}}
	for i, id := range ids {
		m.Result.Scores = append(m.Result.Scores, Score{Player: id, Place: places[i]})
	}
	f.add(round, m)
}

// Source: facts/scoring.md, "4 Tables of 3 to 8".
func TestPodsFloor_02(t *testing.T) {
	var f field
	f.pod(1, "a", "b", "c", "d")
	f.bye(1, "e", ByePairing)
	f.pod(2, "a", "b", "e")
	table := f.table(t, CEDH("0.2"))
	wants(t, table, "a", MatchPoints, "10")
	wants(t, table, "e", MatchPoints, "5")
	wants(t, table, "a", MatchWin, "1.0")
	wants(t, table, "b", MatchWin, "0.2")
	// a met b (0.2), c (0.2), d (0.2), b again, e (½), and an empty seat at 0.2
	wants(t, table, "a", OppMatchWin, "0.2500")
	// e: three at 0.2 for the bye, a (1), b (0.2), an empty seat at 0.2
	wants(t, table, "e", OppMatchWin, "0.3333")
	wants(t, f.table(t, CEDH("0.33")), "b", MatchWin, "0.33")
}

// A drawn table gives 1 to each, less together than a win.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func TestADrawnTableIsWorthLessThanAWin(t *testing.T) {
	var f field
	ids := []events.PersonID{"a", "b", "c", "d"}
	m := Match{Seats: seats(ids...), Result: &Result{Ending: Played}}
	for _, id := range ids {
		m.Result.Scores = append(m.Result.Scores, Score{Player: id, Outcome: Draw})
	}
	f.add(1, m)
	sum := exact.Num{}
	for _, row := range f.table(t, CEDH("0.2")).Rows {
		sum = sum.Add(row.Cells[0].Value)
	}
	if sum.String() != "4" || sum.Cmp(CEDH("0.2").Points.Win) >= 0 {
		t.Errorf("a drawn table gives %s points together", sum)
	}
}

// Source: facts/scoring.md, "4 Tables of 3 to 8".
func TestPointsForPlaces(t *testing.T) {
	for _, tc := range []struct {
		edition string
		places  []int
		want    []string
	}{
		{"3-2-1-0", []int{1, 2, 3, 4}, []string{"3", "2", "1", "0"}},
		{"3-2-1-0", []int{1, 2, 2, 4}, []string{"3", "1.5", "1.5", "0"}},
		{"3-2-1-0", []int{1, 1, 1, 1}, []string{"1.5", "1.5", "1.5", "1.5"}},
		{"3-2-1-0", []int{3, 1, 2}, []string{"1", "3", "2"}},
		{"6-3-2-1", []int{1, 2, 3, 4}, []string{"6", "3", "2", "1"}},
		{"6-3-2-1", []int{1, 2, 2, 4}, []string{"6", "3", "3", "1"}},
	} {
		var f field
		ids := []events.PersonID{"a", "b", "c", "d"}[:len(tc.places)]
		f.places(1, ids, tc.places...)
		table := f.table(t, Placement(tc.edition))
		for i, id := range ids {
			if got := table.Row(id).Cells[0].Value.String(); got != tc.want[i] {
				t.Errorf("%s, places %v: %s has %s, want %s", tc.edition, tc.places, id, got, tc.want[i])
			}
		}
	}
}

// sides adds a match of the card game: Shadow and Free Peoples, with victory points.
func (f *field) sides(round int, shadow, free []events.PersonID, won string, vpShadow, vpFree int) {
	m := Match{Result: &Result{Ending: Played}}
	for party, side := range map[int][]events.PersonID{1: shadow, 2: free} {
		for _, id := range side {
			s, score := Seat{Player: id, Party: party, Side: "shadow"}, Score{Player: id, Outcome: Loss, Victory: vpShadow}
			if party == 2 {
				s.Side, score.Victory = "free-peoples", vpFree
			}
			if s.Side == won {
				score.Outcome = Win
			}
			m.Seats, m.Result.Scores = append(m.Seats, s), append(m.Result.Scores, score)
		}
	}
	f.add(round, m)
}

// Both members of a side score; the opponents are the other side's, partners are told apart; a tie is the
// Shadow's; the difference of victory points is capped.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestWarOfTheRing(t *testing.T) {
	ids := func(s ...events.PersonID) []events.PersonID { return s }
	var f field
	f.sides(1, ids("a", "b"), ids("c", "d"), "shadow", 21, 21)
	f.sides(2, ids("c"), ids("a", "d"), "free-peoples", 3, 18)
	table := f.table(t, WarOfTheRing())
	for id, points := range map[events.PersonID]string{"a": "6", "b": "3", "c": "0", "d": "3"} {
		wants(t, table, id, MatchPoints, points)
	}
	for id, margin := range map[events.PersonID]string{"a": "10", "b": "0", "c": "-10", "d": "10"} {
		wants(t, table, id, VictoryMargin, margin)
	}
	// a met c (0, floor) and d (½), then c
	wants(t, table, "a", OppMatchWin, "0.3889")
	partners := 0
	for _, term := range table.Row("a").Cell(OppMatchWin).Terms {
		if term.Out == "on the same side" {
			partners++
		}
	}
	if partners != 2 {
		t.Errorf("a had partners twice, %d are told", partners)
	}
	m := f.round(2).Matches[0]
	r := *m.Result
	r.Scores = append([]Score{}, r.Scores...)
	for i := range r.Scores {
		if r.Scores[i].Player == "d" {
			r.Scores[i].Outcome = Loss
		}
	}
	if err := Check(m, r); err == nil {
		t.Error("a side that won and lost at once is accepted")
	}
}
