package matching

import (
	"errors"
	"slices"
)

// Problem is a complete graph: any two of its vertices may be matched.
//
// Vertices lie in blocks of neighbours. A block has a floor against every block, itself too: a
// weight that no edge between the two undercuts in any entry. Good floors are what makes large
// problems quick; a floor of zero is always right.
type Problem struct {
	N      int                    // vertices, even
	Starts []int                  // first vertex of each block, ascending, the first 0
	Cost   func(u, v int) Weight  // of u ≠ v, the same both ways
	Floor  func(a, b int) Weight  // of blocks a and b
	Whole  int                    // up to so many vertices all edges are taken at once
	Near   int                    // above: so many of the cheapest edges of each vertex to begin with
	Coarse int                    // blocks whose floors agree in so many entries are of one kind
	Report func(round, edges int) // if not nil, told before each round of the search
}

// Bounds that suit pairings, measured with fields of 100 to 10,000 players.
const (
	DefaultWhole = 64
	DefaultNear  = 8
	maxRounds    = 1000
	addPerVertex = 6 // edges one round of pricing adds for a vertex at most
	// With more new edges than this for each vertex the search begins anew: repairing costs more then.
	manyPerVertex = 4
	kinds         = 8 // kinds of blocks from which a vertex gets edges in any case …
	nearOfKind    = 2 // … so many from each …
	blocksOfKind  = 2 // … among the blocks with the least floors
)

// Complete returns the cheapest perfect matching. Above [Problem.Whole] vertices it searches among
// the cheapest edges of each vertex, then prices all others with the dual values found, adds those
// that could make it cheaper, and searches again from there until there is none: the dual values
// then prove the matching cheapest among all edges.
func Complete(p Problem) (*Solution, error) {
	if p.Whole == 0 {
		p.Whole = DefaultWhole
	}
	if p.Near == 0 {
		p.Near = DefaultNear
	}
	edges := p.near()
	if err := validate(p.N, edges); err != nil {
		return nil, err
	}
	s := newSearch(p.N, edges)
	for round := 0; ; round++ {
		if p.Report != nil {
			p.Report(round, len(s.edges))
		}
		if err := s.run(); err != nil {
			return nil, err
		}
		var more []Edge
		if p.N > p.Whole {
			more = p.price(s)
		}
		if len(more) == 0 {
			return p.proved(s, edges, round)
		}
		if err := validate(p.N, more); err != nil {
			return nil, err
		}
		if round == maxRounds {
			return nil, errors.New("the search for the cheapest matching does not end")
		}
		edges = append(edges, more...)
		if len(more) > manyPerVertex*p.N {
			s = newSearch(p.N, edges)
			continue
		}
		s.extend(more)
	}
}

// proved returns the solution after checking it. Above Whole vertices pricing has just found that no
// edge has negative slack, so the rest of the proof is enough.
func (p *Problem) proved(s *search, edges []Edge, round int) (*Solution, error) {
	sol := s.solution()
	sol.Rounds = round
	if p.N > p.Whole {
		edges = nil
	}
	if err := sol.Check(edges); err != nil {
		return nil, err
	}
	return sol, nil
}

// block returns the vertices of a block, from the first to before the second.
func (p *Problem) block(a int) (from, to int) {
	if a+1 < len(p.Starts) {
		return p.Starts[a], p.Starts[a+1]
	}
	return p.Starts[a], p.N
}

// near returns the edges to begin with. There is a perfect matching among them.
func (p *Problem) near() []Edge {
	var keys []uint64
	add := func(u, v int) { keys = append(keys, uint64(min(u, v))<<32|uint64(max(u, v))) }
	if p.N <= p.Whole {
		for v := range p.N {
			for u := range v {
				add(u, v)
			}
		}
	} else {
		for v := 0; v+1 < p.N; v += 2 {
			add(v, v+1)
		}
		p.cheapest(add)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	edges := make([]Edge, len(keys))
	for i, k := range keys {
		u, v := int(k>>32), int(k&0xffffffff)
		edges[i] = Edge{U: int32(u), V: int32(v), W: p.Cost(u, v)}
	}
	return edges
}

// reach is another block and a floor of the edges to it.
type reach struct {
	block int
	floor Weight
}

// cheapest adds the cheapest edges of every vertex, and of every kind a few: what is dear for one
// vertex may be needed so that another has a partner.
func (p *Problem) cheapest(add func(u, v int)) {
	order := make([]reach, len(p.Starts))
	best, few := newShortlist(p.Near), newShortlist(nearOfKind)
	for a := range p.Starts {
		for b := range p.Starts {
			order[b] = reach{b, p.Floor(a, b)}
		}
		slices.SortStableFunc(order, func(x, y reach) int { return x.floor.Compare(&y.floor) })
		some := p.kinds(order)
		from, to := p.block(a)
		for u := from; u < to; u++ {
			best.clear()
			for i := range order {
				if best.full() && !order[i].floor.Less(best.worst()) {
					break
				}
				p.consider(u, order[i].block, best)
			}
			for _, x := range best.list {
				add(u, x.v)
			}
			for _, kind := range some {
				few.clear()
				for _, r := range kind {
					p.consider(u, r.block, few)
				}
				for _, x := range few.list {
					add(u, x.v)
				}
			}
		}
	}
}

// kinds returns the first blocks of each of the first kinds in an order by floors.
func (p *Problem) kinds(order []reach) [][]reach {
	var out [][]reach
	for i := range order {
		n := len(out)
		if n > 0 && slices.Equal(out[n-1][0].floor[:p.Coarse], order[i].floor[:p.Coarse]) {
			if len(out[n-1]) < blocksOfKind {
				out[n-1] = append(out[n-1], order[i])
			}
			continue
		}
		if n == kinds {
			break
		}
		out = append(out, []reach{order[i]})
	}
	return out
}

// consider adds the edges of a vertex to a block to a list.
func (p *Problem) consider(u, b int, to *shortlist) {
	first, last := p.block(b)
	for v := first; v < last; v++ {
		if v != u {
			w := p.Cost(u, v)
			to.add(v, &w)
		}
	}
}

// price returns edges that are not in the search and have negative slack, the worst of each vertex.
func (p *Problem) price(s *search) []Edge {
	pr := newPricing(p, s)
	for a := range p.Starts {
		pr.block(a)
	}
	var keys []uint64
	for u, l := range pr.lists {
		if l == nil {
			continue
		}
		for _, x := range l.list {
			keys = append(keys, uint64(min(u, x.v))<<32|uint64(max(u, x.v)))
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	edges := make([]Edge, len(keys))
	for i, k := range keys {
		u, v := int(k>>32), int(k&0xffffffff)
		edges[i] = Edge{U: int32(u), V: int32(v), W: p.Cost(u, v)}
	}
	return edges
}

// shortlist keeps the least few of what it is given.
type shortlist struct {
	most int
	list []listed // ascending
}

type listed struct {
	w Weight
	v int
}

func newShortlist(most int) *shortlist {
	return &shortlist{most: most, list: make([]listed, 0, most+1)}
}

func (l *shortlist) clear()         { l.list = l.list[:0] }
func (l *shortlist) full() bool     { return len(l.list) == l.most }
func (l *shortlist) worst() *Weight { return &l.list[len(l.list)-1].w }

func (l *shortlist) add(v int, w *Weight) {
	if l.full() && !w.Less(l.worst()) {
		return
	}
	i := len(l.list)
	l.list = append(l.list, listed{})
	for ; i > 0 && w.Less(&l.list[i-1].w); i-- {
		l.list[i] = l.list[i-1]
	}
	l.list[i] = listed{*w, v}
	l.list = l.list[:min(len(l.list), l.most)]
}
