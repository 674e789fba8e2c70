package matching

import (
	"errors"
	"fmt"
)

// Sparse returns the cheapest perfect matching of the graph with n vertices and the edges given;
// of several edges between the same two vertices the cheapest counts. It returns a
// [*NoPerfectError] if there is none, another error if the graph is malformed.
func Sparse(n int, edges []Edge) (*Solution, error) {
	if err := validate(n, edges); err != nil {
		return nil, err
	}
	s := newSearch(n, edges)
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.solution(), nil
}

func (s *search) solution() *Solution {
	sol := &Solution{Mate: s.mates(), Values: s.values, Edges: len(s.edges)}
	for v := range int32(s.n) {
		if w := s.edges[s.mate[v]].W; sol.Mate[v] > int(v) {
			sol.Cost.Add(&w)
		}
	}
	sol.Cost.halve()
	for b := int32(s.n); int(b) < len(s.kids); b++ {
		if s.kids[b] == nil || s.z[b].Sign() == 0 {
			continue
		}
		bl := Blossom{Value: s.z[b]}
		for _, v := range s.leaves(b, nil) {
			bl.Members = append(bl.Members, int(v))
		}
		sol.Blossoms = append(sol.Blossoms, bl)
	}
	return sol
}

// Check proves the solution cheapest among all perfect matchings of the graph with the edges given:
// the matching is perfect, no value is out of bounds, no edge has negative slack, matched edges have
// none, and every blossom is matched inside but for one vertex. The sum of the values of all
// vertices, less those of the blossoms for each pair they can hold, is then a lower bound that the
// matching reaches. It returns an error that says what does not hold.
func (sol *Solution) Check(edges []Edge) error {
	var bound Weight
	for u, v := range sol.Mate {
		if v < 0 || v >= len(sol.Mate) || v == u || sol.Mate[v] != u {
			return fmt.Errorf("vertex %d is matched with %d, which is matched otherwise", u, v)
		}
		bound.Add(&sol.Values[u])
	}
	within := make([][]int, len(sol.Mate))
	for i, b := range sol.Blossoms {
		if err := sol.checkBlossom(b); err != nil {
			return err
		}
		for _, v := range b.Members {
			within[v] = append(within[v], i)
		}
		for range len(b.Members) / 2 {
			bound.Sub(&b.Value)
		}
	}
	if err := sol.inBounds(); err != nil {
		return err
	}
	for i := range edges {
		slack := sol.slack(&edges[i], within)
		if slack.Sign() < 0 {
			return fmt.Errorf("the edge from %d to %d has slack %v", edges[i].U, edges[i].V, slack)
		}
	}
	twice := sol.Cost
	if twice.Add(&sol.Cost); twice != bound {
		return fmt.Errorf("the matching costs %v, the bound for doubled weights is %v", sol.Cost, bound)
	}
	return nil
}

func (sol *Solution) checkBlossom(b Blossom) error {
	if b.Value.Sign() <= 0 || len(b.Members)%2 == 0 {
		return fmt.Errorf("a blossom of %d vertices has value %v", len(b.Members), b.Value)
	}
	in := map[int]bool{}
	for _, v := range b.Members {
		in[v] = true
	}
	out := 0
	for v := range in {
		if !in[sol.Mate[v]] {
			out++
		}
	}
	if out != 1 || len(in) != len(b.Members) {
		return fmt.Errorf("%d of the %d vertices of a blossom are matched outside", out, len(b.Members))
	}
	return nil
}

// inBounds refuses values so great that a sum of three might have overflowed.
func (sol *Solution) inBounds() error {
	const most = int64(1) << 60
	ok := func(w *Weight) bool {
		for _, x := range w {
			if x > most || x < -most {
				return false
			}
		}
		return true
	}
	for v := range sol.Values {
		if !ok(&sol.Values[v]) {
			return errors.New("a dual value is out of bounds")
		}
	}
	for i := range sol.Blossoms {
		if !ok(&sol.Blossoms[i].Value) {
			return errors.New("the value of a blossom is out of bounds")
		}
	}
	return nil
}

// slack returns the slack of an edge for doubled weights; within lists the blossoms of each vertex.
func (sol *Solution) slack(e *Edge, within [][]int) Weight {
	w := e.W
	w.Add(&e.W)
	w.Sub(&sol.Values[e.U])
	w.Sub(&sol.Values[e.V])
	for _, i := range within[e.U] {
		for _, j := range within[e.V] {
			if i == j {
				w.Add(&sol.Blossoms[i].Value)
			}
		}
	}
	return w
}
