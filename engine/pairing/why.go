package pairing

import (
	"slices"

	"github.com/muster-events/muster/engine/pairing/internal/matching"
	"github.com/muster-events/muster/events"
)

// Why says why two players meet. Its words are those of [Table.Words].
type Why struct {
	Values []Value  // what the table costs, in order of the criteria
	Float  *Float   // nil if the two have equal scores
	Side   *WhySide // nil if the game has no sides
	// Otherwise is the best round without this table; nil if nobody asked, for a table locked by
	// hand, and if the two are the only ones to be paired.
	Otherwise *Otherwise
}

// Float says why a table joins two score groups.
type Float struct {
	Down, Up events.PersonID // from the higher group, and to it
	Groups   int             // how many groups lie between, 1 for neighbours
	Size     int             // players to be paired in the higher group
}

// WhySide says why the two sides are as they are.
type WhySide struct {
	By     SideReason
	A, B   SideCount // games before
	Kept   int64     // 8^imbalance of both after the game, as it is and …
	Turned int64     // … the other way round
}

// SideCount counts games by side.
type SideCount struct{ FreePeoples, Shadow int }

// WhyOff says why somebody has the bye.
type WhyOff struct {
	Below  int      // players to be paired who are lower
	Had    int      // byes before
	Passed []Passed // the lower ones, lowest first
}

// Passed is a lower player who did not get the bye: because of an earlier one, or because everybody
// else could then be paired only by breaking a rule.
type Passed struct {
	Player events.PersonID
	Had    int // byes before
	LastIn int // round of the last one
}

// Otherwise is the best round if two players do not meet.
type Otherwise struct {
	// None means there is no other round: the two are the only ones left to be paired.
	None    bool
	By      Criterion // the first criterion by which that round is worse
	More    int64     // by how much, above 0
	Changed int       // tables and byes of the round that would be others
}

// why says what a table costs and who floats.
func (p *plan) why(a, b int) Why {
	w := Why{Values: p.values(p.cost(a, b))}
	x, y := &p.entrants[a], &p.entrants[b]
	if x.group == y.group {
		return w
	}
	size := 0
	for _, i := range p.pool {
		if p.entrants[i].group == x.group {
			size++
		}
	}
	w.Float = &Float{Down: x.id, Up: y.id, Groups: y.group - x.group, Size: size}
	return w
}

// otherwise compares every table of a round with the best round that lacks it.
func (p *plan) otherwise(r *Round) error {
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Locked {
			continue
		}
		o, _, err := p.without(*r, t.A, t.B)
		if err != nil {
			return err
		}
		t.Why.Otherwise = &o
	}
	return nil
}

// Without returns the best round in which two players who are paired do not meet, and what it costs
// more than the round of [Pair]. It refuses two who are not paired with each other, or by hand.
func Without(f Field, r Rules, a, b events.PersonID) (Otherwise, Round, error) {
	p, err := newPlan(&f, r)
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	sol, err := matching.Complete(p.problem(nil))
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	round := p.round(sol)
	if !slices.ContainsFunc(round.Tables, func(t Table) bool {
		return !t.Locked && (t.A == a && t.B == b || t.A == b && t.B == a)
	}) {
		return Otherwise{}, Round{}, refuse(CodeNotInField, "%s and %s are not paired with each other by the rules in round %d: name two who are", a, b, f.Round)
	}
	return p.without(round, a, b)
}

// without finds the best round in which a and b of the pool do not meet.
func (p *plan) without(r Round, a, b events.PersonID) (Otherwise, Round, error) {
	if len(p.pool) <= 2 {
		return Otherwise{None: true}, Round{}, nil
	}
	i, j := p.vertex(a), p.vertex(b)
	sol, err := matching.Complete(p.problem(func(u, v int) bool { return u == min(i, j) && v == max(i, j) }))
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	other := p.round(sol)
	o := compare(r.Cost, other.Cost)
	o.Changed = changed(r, other)
	return o, other, nil
}

// vertex returns the vertex of a player to be paired, −1 if there is none. The bye is "".
func (p *plan) vertex(id events.PersonID) int {
	if id == "" && p.bye {
		return len(p.vertices)
	}
	if i, ok := p.byID[id]; ok {
		return slices.Index(p.vertices, i)
	}
	return -1
}

// Instead returns the best round in which a and b meet, or a has the bye if b is "", and what it
// costs more than the round of [Pair]: the preview of a change by hand. It refuses what Pair
// refuses, and players who are not there to be paired.
func Instead(f Field, r Rules, a, b events.PersonID) (Otherwise, Round, error) {
	p, err := newPlan(&f, r)
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	i, j := p.vertex(a), p.vertex(b)
	if a == "" || a == b || i < 0 || j < 0 {
		return Otherwise{}, Round{}, refuse(CodeNotInField, "%q cannot meet %q in round %d: name two who are here and not seated by hand, or one and the bye if the number is odd", a, b, f.Round)
	}
	best, err := matching.Complete(p.problem(nil))
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	sol, err := matching.Complete(p.problem(func(u, v int) bool { return (u == i || v == i) && u+v-i != j }))
	if err != nil {
		return Otherwise{}, Round{}, err
	}
	first, other := p.round(best), p.round(sol)
	o := compare(first.Cost, other.Cost)
	o.Changed = changed(first, other)
	return o, other, nil
}

// compare finds the first criterion by which the second is worse.
func compare(best, other []Value) Otherwise {
	for i, v := range other {
		if v.Cost != best[i].Cost {
			return Otherwise{By: v.Criterion, More: v.Cost - best[i].Cost}
		}
	}
	return Otherwise{}
}

// changed counts the tables and byes of a round that are not in another.
func changed(r, other Round) int {
	type place [2]events.PersonID
	there := map[place]bool{}
	for _, t := range other.Tables {
		there[place{t.A, t.B}] = true
	}
	for _, s := range other.Off {
		there[place{s.Player}] = true
	}
	n := 0
	for _, t := range r.Tables {
		if !there[place{t.A, t.B}] {
			n++
		}
	}
	for _, s := range r.Off {
		if !there[place{s.Player}] {
			n++
		}
	}
	return n
}
