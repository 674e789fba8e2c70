package pairing

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/pairing/internal/matching"
	"github.com/muster-events/muster/events"
)

// explainPlayers is the greatest pool for which [Pair] says with every table what the best round
// without it would cost. For greater ones ask [Without].
const explainPlayers = 32

// Pair pairs a Swiss round: the best of all complete pairings by the criteria of the rules. Tables
// locked by hand and byes on request are kept. If every complete pairing breaks a rule, the one that
// breaks least is returned, and Problems says what and why. It refuses a field that contradicts
// itself and one without anybody to pair.
func Pair(f Field, r Rules) (Round, error) {
	p, err := newPlan(&f, r)
	if err != nil {
		return Round{}, err
	}
	if len(p.entrants) == 0 && len(f.Asked) == 0 {
		return Round{}, refuse(CodeNobody, "nobody is here to be paired in round %d: check players in first", f.Round)
	}
	sol, err := matching.Complete(p.problem(nil))
	if err != nil {
		return Round{}, err
	}
	round := p.round(sol)
	if len(p.pool) <= explainPlayers {
		if err := p.otherwise(&round); err != nil {
			return Round{}, err
		}
	}
	return round, nil
}

// round puts a solution into the words of the tournament.
func (p *plan) round(sol *matching.Solution) Round {
	out := Round{Round: p.f.Round, Cost: p.values(sol.Cost)}
	for i, j := range sol.Mate {
		if i < j && j < len(p.vertices) {
			a, b := p.vertices[i], p.vertices[j]
			out.Tables = append(out.Tables, p.table(min(a, b), max(a, b), nil))
		}
	}
	for i := range p.f.Locked {
		l := &p.f.Locked[i]
		a, b := p.byID[l.A], p.byID[l.B]
		out.Tables = append(out.Tables, p.table(min(a, b), max(a, b), l))
	}
	p.number(out.Tables)
	out.Off = p.off()
	if p.bye {
		out.Off = append(out.Off, p.byeOf(p.vertices[sol.Mate[len(p.vertices)]]))
	}
	slices.SortFunc(out.Off, func(a, b Sitting) int { return cmp.Compare(a.Player, b.Player) })
	p.problems(&out)
	return out
}

// values lists what a weight holds, in order of the criteria.
func (p *plan) values(w matching.Weight) []Value {
	out := make([]Value, len(p.order))
	for i, c := range p.order {
		out[i] = Value{Criterion: c, Cost: w[p.level[c]]}
	}
	return out
}

// table makes the table of entrants a and b; a is the higher.
func (p *plan) table(a, b int, l *Lock) Table {
	x, y := &p.entrants[a], &p.entrants[b]
	t := Table{A: x.id, B: y.id, Ahead: x.score - y.score, Locked: l != nil}
	t.Why = p.why(a, b)
	if l != nil {
		t.Number = l.Number
	}
	if !p.r.Sides {
		return t
	}
	s := seating(x, y)
	t.Side = s.first
	if l != nil && l.Side != NoSide {
		t.Side, s.by = l.Side, SideManual
		if l.A != x.id {
			t.Side = l.Side.Other()
		}
	}
	if t.Side == NoSide {
		t.Side = FreePeoples
		if engine.Draw(p.f.Seed, uint64(p.f.Round)<<40+2<<32+uint64(a)<<16+uint64(b), 2) == 1 {
			t.Side = Shadow
		}
	}
	t.Why.Side = &WhySide{By: s.by, A: SideCount{x.free, x.shadow}, B: SideCount{y.free, y.shadow}, Kept: s.imbalance, Turned: s.other}
	return t
}

// number orders the tables, highest first, and numbers those without a number.
func (p *plan) number(tables []Table) {
	taken := map[int]bool{}
	for _, t := range tables {
		taken[t.Number] = true
	}
	slices.SortFunc(tables, func(s, t Table) int {
		if c := cmp.Compare(p.entrants[p.byID[s.A]].group, p.entrants[p.byID[t.A]].group); c != 0 {
			return c
		}
		if c := cmp.Compare(p.entrants[p.byID[s.B]].group, p.entrants[p.byID[t.B]].group); c != 0 {
			return c
		}
		return cmp.Compare(p.byID[s.A], p.byID[t.A])
	})
	next := 1
	for i := range tables {
		if tables[i].Number > 0 {
			continue
		}
		for taken[next] {
			next++
		}
		tables[i].Number = next
		next++
	}
	slices.SortFunc(tables, func(s, t Table) int { return cmp.Compare(s.Number, t.Number) })
}

// off lists who sits out without being in the pool.
func (p *plan) off() []Sitting {
	var out []Sitting
	add := func(id events.PersonID, kind OffKind) {
		out = append(out, Sitting{Player: id, Kind: kind, Points: p.r.Points[kind]})
	}
	for _, id := range p.f.Asked {
		add(id, OffAsked)
	}
	for _, pl := range p.f.Players {
		switch {
		case pl.Away && pl.Granted:
			add(pl.ID, OffGranted)
		case pl.Away:
			add(pl.ID, OffAbsent)
		}
	}
	return out
}

// byeOf makes the bye of an entrant and says who lower was passed over, and why.
func (p *plan) byeOf(a int) Sitting {
	e := &p.entrants[a]
	s := Sitting{Player: e.id, Kind: OffBye, Points: p.r.Points[OffBye]}
	s.Why.Below = e.below
	s.Why.Had = e.byes
	for i := len(p.pool) - 1; i >= 0 && p.pool[i] != a; i-- {
		lower := &p.entrants[p.pool[i]]
		s.Why.Passed = append(s.Why.Passed, Passed{Player: lower.id, Had: lower.byes, LastIn: lower.byeIn})
	}
	return s
}

// problems lists the rules a round breaks, with the reason for those that nobody has asked for.
func (p *plan) problems(r *Round) {
	for _, t := range r.Tables {
		a, b := p.byID[t.A], p.byID[t.B]
		pr := Problem{Players: []events.PersonID{t.A, t.B}, Manual: t.Locked}
		if p.entrants[a].apart[b] {
			pr.Kind = ProblemApart
			r.Problems = append(r.Problems, pr)
		}
		if n := p.entrants[a].times(b); n > 0 {
			pr.Kind, pr.Times = ProblemRepeat, n
			r.Problems = append(r.Problems, pr)
		}
	}
	had := map[events.PersonID]int{}
	for _, o := range p.f.PastOff {
		if o.Kind != OffAbsent {
			had[o.Player]++
		}
	}
	for _, s := range r.Off {
		if n := had[s.Player]; n > 0 && (s.Kind == OffBye || s.Kind == OffAsked) {
			r.Problems = append(r.Problems, Problem{Kind: ProblemBye, Players: []events.PersonID{s.Player}, Times: n, Manual: s.Kind == OffAsked})
		}
	}
	if r.Legal() || len(p.pool) > ProofPlayers {
		return
	}
	forced := p.forced()
	for i := range r.Problems {
		if !r.Problems[i].Manual {
			r.Problems[i].Because = forced
		}
	}
}

// forced proves that the pool has no complete pairing that keeps every rule, and returns nil if it
// has one.
func (p *plan) forced() *Forced {
	n := len(p.pool)
	var edges []matching.Edge
	for j := range n {
		for i := range j {
			a, b := p.pool[i], p.pool[j]
			if !p.entrants[a].apart[b] && p.entrants[a].times(b) == 0 {
				edges = append(edges, matching.Edge{U: int32(i), V: int32(j)})
			}
		}
		if p.bye && p.entrants[p.pool[j]].byes == 0 {
			edges = append(edges, matching.Edge{U: int32(j), V: int32(n)})
		}
	}
	_, err := matching.Sparse(n+n%2, edges)
	no, ok := err.(*matching.NoPerfectError)
	if !ok {
		return nil
	}
	f := &Forced{}
	for _, odd := range no.Odd {
		var g Group
		for _, v := range odd {
			if v == n {
				g.Bye = true
				continue
			}
			g.Players = append(g.Players, p.entrants[p.pool[v]].id)
		}
		slices.Sort(g.Players)
		f.Groups = append(f.Groups, g)
	}
	for _, v := range no.Barrier {
		if v == n {
			f.OnlyBye = true
			continue
		}
		f.Only = append(f.Only, p.entrants[p.pool[v]].id)
	}
	slices.Sort(f.Only)
	slices.SortFunc(f.Groups, func(a, b Group) int { return slices.Compare(a.Players, b.Players) })
	return f
}
