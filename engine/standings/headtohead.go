package standings

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// meeting is what two players have against each other.
type meeting struct {
	times int
	mine  exact.Num // points of matches against the other
	wins  int       // mine less theirs
}

// headToHead ranks players who are tied by the matches they played against one another in this stage.
// The value of each is how many of the others come after them.
func (x *computing) headToHead(tied []*record, c Criterion) []Cell {
	ids := map[events.PersonID]int{}
	for i, r := range tied {
		ids[r.ID] = i
	}
	met := make([]map[int]meeting, len(tied))
	cells := make([]Cell, len(tied))
	for i, r := range tied {
		met[i] = map[int]meeting{}
		cells[i] = Cell{Asked: true, How: Ranked, Terms: r.mutual(ids, met[i])}
	}
	all := make([]int, len(tied))
	for i := range all {
		all[i] = i
	}
	var below []int
	note := "Nobody has beaten all the others who are tied: equal."
	switch c.Style {
	case StyleBeatAll:
		below = beatAll(all, met)
	default:
		below, note = x.direct(all, met, c.Style == StyleDirect)
	}
	for i := range cells {
		cells[i].Value = exact.Int(below[i])
		if !slices.ContainsFunc(below, func(n int) bool { return n != below[0] }) {
			cells[i].Note = note
		}
	}
	return cells
}

// mutual lists a player's matches against others who are tied, and fills in what was met.
func (r *record) mutual(ids map[events.PersonID]int, met map[int]meeting) []Term {
	var terms []Term
	for _, b := range r.bouts {
		for _, o := range b.opponents {
			i, is := ids[o.ID]
			if !is {
				continue
			}
			t := Term{Round: b.round, Opponent: o.ID, Says: b.says, Value: b.points}
			if b.kind != played {
				t.Out = b.unmet()
			} else {
				m := met[i]
				m.times, m.mine = m.times+1, m.mine.Add(b.points)
				m.wins += one(b.outcome == Win)
				met[i] = m
			}
			terms = append(terms, t)
		}
	}
	for _, b := range r.after {
		for _, o := range b.opponents {
			if _, is := ids[o.ID]; is {
				terms = append(terms, Term{Round: b.round, Opponent: o.ID, Says: b.says, Value: b.points, Out: "a match of another stage"})
			}
		}
	}
	return terms
}

// beatAll puts one first who has won against every other of the tied and lost to none.
//
// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
func beatAll(all []int, met []map[int]meeting) []int {
	below := make([]int, len(met))
	for _, i := range all {
		beaten := 0
		for j, m := range met[i] {
			beaten += one(m.wins > 0 && met[j][i].wins == 0)
		}
		if beaten == len(all)-1 {
			below[i] = beaten
		}
	}
	return below
}

// direct ranks by the points of the matches among the tied if all of them have met, and those who are
// then still tied by the matches among them alone. Otherwise, with early, it takes whoever stays alone in
// front whatever the missing games give, then the next.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func (x *computing) direct(all []int, met []map[int]meeting, early bool) ([]int, string) {
	below := make([]int, len(met))
	if !everyMet(all, met) {
		if !early {
			return below, "Not all who are tied have met: equal."
		}
		x.foregone(all, met, below)
		return below, "Not all who are tied have met, and the missing games could change the order: equal."
	}
	x.miniTable(all, met, below, 0)
	return below, "The matches among the tied are level: equal."
}

func everyMet(all []int, met []map[int]meeting) bool {
	return !slices.ContainsFunc(all, func(i int) bool { return len(met[i]) < len(all)-1 })
}

// miniTable ranks a set of players who have all met; rest is how many come after all of them.
func (x *computing) miniTable(set []int, met []map[int]meeting, below []int, rest int) {
	points := map[int]exact.Num{}
	for _, i := range set {
		for _, j := range set {
			if i != j {
				points[i] = points[i].Add(met[i][j].mine)
			}
		}
	}
	groups := split(set, func(i int) exact.Num { return points[i] })
	if len(groups) == 1 {
		for _, i := range set {
			below[i] = rest
		}
		return
	}
	after := rest + len(set)
	for _, g := range groups {
		after -= len(g)
		x.miniTable(g, met, below, after)
	}
}

// foregone ranks those whose place among the tied no missing game can change.
func (x *computing) foregone(all []int, met []map[int]meeting, below []int) {
	least, most := make([]exact.Num, len(met)), make([]exact.Num, len(met))
	for _, i := range all {
		for _, m := range met[i] {
			least[i] = least[i].Add(m.mine)
		}
		missing := len(all) - 1 - len(met[i])
		most[i] = least[i].Add(x.rs.Points.Win.Times(missing))
	}
	left := slices.Clone(all)
	for len(left) > 1 {
		slices.SortStableFunc(left, func(i, j int) int { return most[j].Cmp(most[i]) })
		first := slices.MaxFunc(left, func(i, j int) int { return least[i].Cmp(least[j]) })
		rival := left[0]
		if rival == first {
			rival = left[1]
		}
		if least[first].Cmp(most[rival]) <= 0 {
			return
		}
		below[first] = len(left) - 1
		left = slices.DeleteFunc(left, func(i int) bool { return i == first })
	}
}

// split sorts a set into groups of equal value, the greatest first; the order within a group stays.
func split(set []int, value func(int) exact.Num) [][]int {
	sorted := slices.Clone(set)
	slices.SortStableFunc(sorted, func(a, b int) int { return value(b).Cmp(value(a)) })
	var out [][]int
	for k, i := range sorted {
		if k == 0 || value(sorted[k-1]).Cmp(value(i)) != 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// headToHeadOff is the cell of a player who is not tied with anybody.
func headToHeadOff(kind Kind) Cell {
	return Cell{Kind: kind, How: Ranked, Note: fmt.Sprintf("Not tied: %s was not needed.", kind)}
}
