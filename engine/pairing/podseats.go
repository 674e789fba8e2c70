package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// pod makes the table of these players: the best split, then seats by who had them least, then decks.
func (p *podPlan) pod(members []int, locked bool) Pod {
	members = slices.Clone(members)
	slices.Sort(members)
	c, free := p.cost(members)
	out := Pod{Locked: locked, Values: p.values(c)}
	places := p.seats(members, free)
	for k, i := range members {
		s := PodSeat{Player: p.people[i].id, Seat: places[k], Before: p.people[i].seats[places[k]]}
		if p.r.Sides {
			s.Side = Shadow
			if free>>k&1 == 1 {
				s.Side = FreePeoples
			}
		}
		out.Seats = append(out.Seats, s)
		for l := range k {
			out.meet(p, members[l], i, p.r.Sides && free>>k&1 == free>>l&1)
		}
	}
	slices.SortFunc(out.Seats, func(a, b PodSeat) int { return cmp.Compare(a.Seat, b.Seat) })
	if p.r.Sides {
		deal(out.Seats)
	}
	return out
}

// meet notes that two have met before in the way they meet now.
func (d *Pod) meet(p *podPlan, i, j int, partners bool) {
	times := p.people[i].met[j]
	if partners {
		times = p.people[i].partners[j]
	}
	if times > 0 {
		d.Met = append(d.Met, Meeting{A: p.people[i].id, B: p.people[j].id, Times: times, Partner: partners})
	}
}

// deal gives every side as many decks as the greater side has people, one each and the rest in order
// of seats.
//
// Source: facts/game-facts.md, "6.6 Scenarios".
func deal(seats []PodSeat) {
	people := map[Side]int{}
	for _, s := range seats {
		people[s.Side]++
	}
	decks := max(people[FreePeoples], people[Shadow])
	given := map[Side]int{}
	for i, s := range seats {
		seats[i].Decks = decks / people[s.Side]
		if given[s.Side] < decks%people[s.Side] {
			seats[i].Decks++
			given[s.Side]++
		}
	}
}

// seats finds the order of seats: the sum of the squares of how often each has had the seat, then a
// draw. With sides the Free Peoples have the odd seats and the Shadow the even ones, as far as both
// last. Every seat is its own: the last and the first are not evened out against the middle.
func (p *podPlan) seats(members []int, free uint) []int {
	n := len(members)
	allowed := seatSides(n, free, p.r.Sides)
	type way struct {
		cost, draw int64
		last       int
		ok         bool
	}
	ways := make([]way, 1<<n) // of seating a set of members on the first seats
	ways[0].ok = true
	for set := 1; set < 1<<n; set++ {
		number := 0
		for k := range n {
			number += set >> k & 1
		}
		for k := range n {
			before := ways[set&^(1<<k)]
			if set>>k&1 == 0 || !before.ok || p.r.Sides && allowed[number-1] != (free>>k&1 == 1) {
				continue
			}
			x := &p.people[members[k]]
			w := way{before.cost + square(x.seats[number]), before.draw + int64(p.draw(3, uint64(members[k])<<8+uint64(number), 1<<30)), k, true}
			if old := ways[set]; !old.ok || w.cost < old.cost || w.cost == old.cost && w.draw < old.draw {
				ways[set] = w
			}
		}
	}
	out := make([]int, n)
	for set, number := 1<<n-1, n; set > 0; number-- {
		k := ways[set].last
		out[k] = number
		set &^= 1 << k
	}
	return out
}

// seatSides says for each seat whether the Free Peoples have it.
func seatSides(n int, free uint, sides bool) []bool {
	out := make([]bool, n)
	if !sides {
		return out
	}
	light := 0
	for k := range n {
		light += int(free >> k & 1)
	}
	dark := n - light
	for i := range out {
		out[i] = i%2 == 0 && light > 0 || dark == 0
		if out[i] {
			light--
		} else {
			dark--
		}
	}
	return out
}

// Words explains a pod to people, one sentence a line: who has met before, what else counts, who has
// which side, and who had a seat before.
func (d Pod) Words(name Names) []string {
	var out []string
	if d.Locked {
		out = append(out, "This table was set by hand.")
	}
	if len(d.Met) == 0 {
		out = append(out, "None of them have met before in the way they meet now.")
	}
	for _, m := range d.Met {
		as := "met"
		if m.Partner {
			as = "been partners"
		}
		out = append(out, fmt.Sprintf("%s and %s have %s before, %s.", name.of(m.A), name.of(m.B), as, count(int64(m.Times), "time", "times")))
	}
	for _, v := range d.Values {
		switch {
		case v.Criterion == CriterionScore && v.Cost == 0:
			out = append(out, "They have the same score.")
		case v.Criterion == CriterionScore:
			out = append(out, fmt.Sprintf("Their scores differ, at a cost of %d (for each two of them the square of the score groups between).", v.Cost))
		case v.Criterion == CriterionClub && v.Cost > 0:
			out = append(out, fmt.Sprintf("Two of them share a club, %s.", count(v.Cost, "time", "times")))
		case v.Criterion == CriterionSides:
			out = append(out, fmt.Sprintf("The balance of sides costs %d (8 to the power of the imbalance of each).", v.Cost))
		}
	}
	var seats []string
	for _, s := range d.Seats {
		w := fmt.Sprintf("%d %s", s.Seat, name.of(s.Player))
		if s.Side != NoSide {
			w += fmt.Sprintf(" for %s with %s", s.Side.words(), count(int64(s.Decks), "deck", "decks"))
		}
		seats = append(seats, w+fmt.Sprintf(" (had this seat %s)", count(int64(s.Before), "time", "times")))
	}
	return append(out, "Seats: "+strings.Join(seats, ", ")+".")
}
