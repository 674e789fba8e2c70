package matching

import (
	"math/rand/v2"
	"testing"
)

// checkInvariants holds a search between stages to what the package promises.
func (s *search) checkInvariants(t *testing.T, when string) {
	t.Helper()
	for e := range int32(len(s.edges)) {
		if w := s.nestedSlack(e); w.Sign() < 0 {
			t.Fatalf("%s: edge %d has slack %v", when, e, w)
		}
	}
	for v := range int32(s.n) {
		if s.under[v] != s.label[s.top(v)] {
			t.Fatalf("%s: vertex %d is under label %d, its node has %d", when, v, s.under[v], s.label[s.top(v)])
		}
		m := s.mate[v]
		if m == none {
			continue
		}
		if w := s.nestedSlack(m); w.Sign() != 0 || s.mate[s.other(m, v)] != m {
			t.Fatalf("%s: vertex %d is matched by an edge with slack %v, its partner by edge %d, not %d", when, v, w, s.mate[s.other(m, v)], m)
		}
	}
	for b := int32(s.n); int(b) < len(s.kids); b++ {
		if s.kids[b] == nil {
			continue
		}
		if s.z[b].Sign() < 0 || len(s.kids[b])%2 == 0 || s.label[b] == outer || s.label[b] == inner {
			t.Fatalf("%s: a blossom of %d with value %v and label %d", when, len(s.kids[b]), s.z[b], s.label[b])
		}
		for i, e := range s.ring[b] {
			if w := s.nestedSlack(e); w.Sign() != 0 {
				t.Fatalf("%s: the ring of a blossom has slack %v", when, w)
			}
			if c := s.kids[b][i]; s.up[c] != b || i%2 == 1 && s.mate[s.base[c]] != e {
				t.Fatalf("%s: kid %d of a blossom is not matched along the ring", when, i)
			}
		}
	}
}

// The invariants hold after every stage, and after every addition of edges; and adding edges in any
// portions ends where giving them all at once does.
func TestAddingEdgesKeepsTheInvariants(t *testing.T) {
	opened := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 21))
		n := 2 * (3 + r.IntN(25))
		edges := randomGraph(r, n, 20+r.IntN(60), 1+r.IntN(5), []int64{1, 3, 20, 1 << 20}[r.IntN(4)])
		var all []Edge
		for v := int32(0); int(v) < n; v += 2 {
			all = append(all, Edge{U: v, V: v + 1, W: Weight{r.Int64N(30), r.Int64N(1 << 20)}})
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		first := r.IntN(len(edges) + 1)
		all = append(all, edges[:first]...)
		s := newSearch(n, all)
		for left := edges[first:]; ; {
			s.greedy()
			s.checkInvariants(t, "after greedy")
			for v := range int32(n) {
				if s.mate[v] == none {
					s.stage(v)
					s.checkInvariants(t, "after a stage")
				}
			}
			sol := s.solution()
			if err := sol.Check(all); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if len(left) == 0 {
				break
			}
			k := 1 + r.IntN(min(len(left), 40))
			blossoms := len(s.spare)
			s.extend(left[:k])
			opened += len(s.spare) - blossoms
			s.checkInvariants(t, "after adding edges")
			all, left = append(all, left[:k]...), left[k:]
		}
	}
	if opened == 0 {
		t.Error("no blossom was ever undone")
	}
}
