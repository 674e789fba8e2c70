package matching

import (
	"math/rand/v2"
	"testing"
)

// line is a problem of vertices on a line in groups, with groups that would rather not meet: enough
// like a pairing to need blossoms and floors.
func line(r *rand.Rand, n, groups, block int) Problem {
	group, at := make([]int, n), make([]int, n)
	for v := range n {
		group[v] = v * groups / n
		at[v] = v
	}
	size := max(1, n/groups)
	hash := r.Uint64()
	clash := make([]int, n)
	for v := range n {
		clash[v] = r.IntN(7)
	}
	p := Problem{N: n}
	for v := 0; v < n; v++ {
		if v == 0 || group[v] != group[v-1] || v-p.Starts[len(p.Starts)-1] == block {
			p.Starts = append(p.Starts, v)
		}
	}
	p.Cost = func(u, v int) Weight {
		u, v = min(u, v), max(u, v)
		g := int64(group[u] - group[v])
		w := Weight{1: g * g}
		if (uint64(u)*0x9E3779B97F4A7C15^uint64(v)*hash)%5 == 0 {
			w[0] = 1
		}
		if clash[u] == clash[v] {
			w[2] = 1
		}
		d := int64(at[v] - at[u] - size/2)
		w[3] = d * d
		w[4] = int64((uint64(u)*hash ^ uint64(v)*0xBF58476D1CE4E5B9) >> 44)
		return w
	}
	p.Floor = func(a, b int) Weight {
		u, v := p.Starts[a], p.Starts[b]
		g := int64(group[u] - group[v])
		return Weight{1: g * g}
	}
	return p
}

// all returns every edge of a problem.
func all(p Problem) []Edge {
	var out []Edge
	for v := range p.N {
		for u := range v {
			out = append(out, Edge{U: int32(u), V: int32(v), W: p.Cost(u, v)})
		}
	}
	return out
}

func TestLeavingEdgesOutChangesNothing(t *testing.T) {
	rounds := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := line(r, 2*(6+r.IntN(60)), 1+r.IntN(9), 1+r.IntN(12))
		edges := all(p)
		want, err := Sparse(p.N, edges)
		if err != nil {
			t.Fatal(err)
		}
		p.Whole, p.Near = 2, 1+r.IntN(5)
		got, err := Complete(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Check(edges); err != nil || got.Cost != want.Cost {
			t.Fatalf("seed %d: cost %v, want %v; %v", seed, got.Cost, want.Cost, err)
		}
		rounds += got.Rounds
	}
	if rounds == 0 {
		t.Error("no edge that was left out was ever needed")
	}
}
