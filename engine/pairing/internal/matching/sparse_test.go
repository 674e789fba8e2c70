package matching

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// brute returns the cost of the cheapest perfect matching by trying all, and whether there is one.
func brute(n int, edges []Edge) (Weight, bool) {
	best := make([]Weight, 1<<n)
	ok := make([]bool, 1<<n)
	ok[0] = true
	for set := 1; set < 1<<n; set++ {
		low := int32(bits.TrailingZeros(uint(set)))
		for _, e := range edges {
			u, v := min(e.U, e.V), max(e.U, e.V)
			if u != low || set>>v&1 == 0 || !ok[set^1<<u^1<<v] {
				continue
			}
			w := best[set^1<<u^1<<v]
			w.Add(&e.W)
			if !ok[set] || w.Less(&best[set]) {
				best[set], ok[set] = w, true
			}
		}
	}
	return best[1<<n-1], ok[1<<n-1]
}

// randomGraph has n vertices; each edge is there with probability p of 100, and entries go to most.
func randomGraph(r *rand.Rand, n, p, levels int, most int64) []Edge {
	var edges []Edge
	for u := range int32(n) {
		for v := range u {
			if r.IntN(100) >= p {
				continue
			}
			e := Edge{U: u, V: v}
			for i := range levels {
				e.W[r.IntN(Levels)%(i+1)] = r.Int64N(most + 1)
			}
			edges = append(edges, e)
		}
	}
	return edges
}

func TestSparseIsAsCheapAsTryingAll(t *testing.T) {
	perfect, failed := 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 2 * (1 + r.IntN(5))
		edges := randomGraph(r, n, 20+r.IntN(81), 1+r.IntN(4), []int64{0, 1, 2, 9, 1000, MaxEntry}[r.IntN(6)])
		want, ok := brute(n, edges)
		got, err := Sparse(n, edges)
		var no *NoPerfectError
		switch {
		case !ok && errors.As(err, &no):
			failed++
			checkBarrier(t, n, edges, no)
		case !ok || err != nil:
			t.Fatalf("seed %d: %v, want a perfect matching: %v", seed, err, ok)
		default:
			perfect++
			if got.Cost != want {
				t.Fatalf("seed %d: cost %v, want %v", seed, got.Cost, want)
			}
			if err := got.Check(edges); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if perfect < 2000 || failed < 500 {
		t.Errorf("only %d graphs with and %d without a perfect matching", perfect, failed)
	}
}

// checkBarrier proves that there is no perfect matching.
func checkBarrier(t *testing.T, n int, edges []Edge, no *NoPerfectError) {
	t.Helper()
	part := make([]int, n) // 0 elsewhere, −1 barrier, else number of the odd part
	for _, v := range no.Barrier {
		part[v] = -1
	}
	for i, odd := range no.Odd {
		if len(odd)%2 == 0 {
			t.Fatalf("part %v is not odd", odd)
		}
		for _, v := range odd {
			if part[v] != 0 {
				t.Fatalf("vertex %d is in two parts", v)
			}
			part[v] = i + 1
		}
	}
	for _, e := range edges {
		p, q := part[e.U], part[e.V]
		if p > 0 && q >= 0 && p != q || q > 0 && p >= 0 && p != q {
			t.Fatalf("the edge from %d to %d leaves an odd part", e.U, e.V)
		}
	}
	if len(no.Odd) != len(no.Barrier)+len(no.Exposed) || len(no.Exposed) == 0 {
		t.Fatalf("%d parts, %d in the barrier, %d without partner", len(no.Odd), len(no.Barrier), len(no.Exposed))
	}
	lone := 0
	for v, m := range no.Mate {
		if m < 0 {
			lone++
		} else if no.Mate[m] != v {
			t.Fatalf("%d is matched with %d, which is matched with %d", v, m, no.Mate[m])
		}
	}
	if lone != len(no.Exposed) {
		t.Fatalf("%d without partner, want %d", lone, len(no.Exposed))
	}
}

func TestLargeSparseGraphsAreProvedCheapest(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := 2 * (20 + r.IntN(130))
		edges := randomGraph(r, n, 3+r.IntN(30), 1+r.IntN(5), []int64{1, 3, 50, 1 << 20}[r.IntN(4)])
		for v := range int32(n) { // a ring, so that there is a perfect matching
			edges = append(edges, Edge{U: v, V: (v + 1) % int32(n), W: Weight{r.Int64N(50), r.Int64N(50)}})
		}
		got, err := Sparse(n, edges)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := got.Check(edges); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestCheckRefusesWhatIsNotProved(t *testing.T) {
	edges := randomGraph(rand.New(rand.NewPCG(1, 1)), 12, 100, 2, 9)
	for name, spoil := range map[string]func(*Solution){
		"another matching": func(s *Solution) {
			a, b := 0, s.Mate[0]
			c := 1
			for c == a || c == b {
				c++
			}
			d := s.Mate[c]
			s.Mate[a], s.Mate[c], s.Mate[b], s.Mate[d] = c, a, d, b
			s.Cost[0]++
		},
		"not a matching": func(s *Solution) { s.Mate[0] = s.Mate[s.Mate[0]] },
		"a value raised": func(s *Solution) { s.Values[3][0] += 2 },
		"a cost lowered": func(s *Solution) { s.Cost[0]-- },
		"out of bounds":  func(s *Solution) { s.Values[0][9], s.Values[1][9] = 1<<61, -1<<61 },
		"even blossom":   func(s *Solution) { s.Blossoms = append(s.Blossoms, Blossom{Members: []int{0, 1}, Value: Weight{2}}) },
		"open blossom": func(s *Solution) {
			b := Blossom{Value: Weight{2}}
			for v := 0; len(b.Members) < 3; v++ {
				if s.Mate[v] > v {
					b.Members = append(b.Members, v)
				}
			}
			s.Blossoms = append(s.Blossoms, b)
		},
	} {
		sol, err := Sparse(12, edges)
		if err != nil {
			t.Fatal(err)
		}
		if spoil(sol); sol.Check(edges) == nil {
			t.Errorf("%s passes", name)
		}
	}
}

func TestMalformedGraphs(t *testing.T) {
	for name, g := range map[string]struct {
		n int
		e Edge
	}{
		"odd":      {3, Edge{U: 0, V: 1}},
		"negative": {-2, Edge{U: 0, V: 1}},
		"too many": {MaxVertices + 2, Edge{U: 0, V: 1}},
		"loop":     {2, Edge{U: 1, V: 1}},
		"outside":  {2, Edge{U: 0, V: 2}},
		"below":    {2, Edge{U: -1, V: 1}},
		"weight":   {2, Edge{U: 0, V: 1, W: Weight{-1}}},
		"heavy":    {2, Edge{U: 0, V: 1, W: Weight{MaxEntry + 1}}},
	} {
		if _, err := Sparse(g.n, []Edge{g.e}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if sol, err := Sparse(0, nil); err != nil || len(sol.Mate) != 0 {
		t.Errorf("the empty graph: %v, %v", sol, err)
	}
}
