package matching

import "fmt"

// Edge joins two different vertices at a cost.
type Edge struct {
	U, V int32
	W    Weight
}

// Solution is a perfect matching with the dual values that prove it cheapest. They belong to
// doubled weights.
type Solution struct {
	Mate     []int     // Mate[u] is matched with u
	Cost     Weight    // sum of the weights of the matched edges
	Values   []Weight  // of the vertices, for doubled weights
	Blossoms []Blossom // with a value above 0 only
	// Rounds says how often [Complete] priced the edges it had left out; 0 if it left none out.
	Rounds int
	// Edges is the number of edges the search worked on.
	Edges int
}

// Blossom is an odd set of vertices with its dual value.
type Blossom struct {
	Members []int
	Value   Weight // above 0, even entries
}

// NoPerfectError says that a graph has no perfect matching, and why: without the vertices of
// Barrier, each set in Odd is odd and has no edge to any other, and there are more of them than
// Barrier has vertices; every one of them would need a vertex of Barrier.
type NoPerfectError struct {
	Exposed []int   // one vertex for each that stays without a partner in a greatest matching
	Barrier []int   // may be empty
	Odd     [][]int // more sets than Barrier has vertices
	Mate    []int   // a greatest matching; −1 for a vertex without a partner
}

// Error counts the parts.
func (e *NoPerfectError) Error() string {
	return fmt.Sprintf("no perfect matching: %d odd parts can be joined only through %d vertices", len(e.Odd), len(e.Barrier))
}

// adjacency lists the edges of every vertex, in order of the edges.
type adjacency struct {
	from []int32 // from[v] to from[v+1] are the places of v's edges in list
	list []arc
}

// arc is an edge as one of its ends has it.
type arc struct{ edge, to int32 }

func newAdjacency(n int, edges []Edge) adjacency {
	a := adjacency{from: make([]int32, n+1), list: make([]arc, 2*len(edges))}
	for i := range edges {
		a.from[edges[i].U+1]++
		a.from[edges[i].V+1]++
	}
	for v := range n {
		a.from[v+1] += a.from[v]
	}
	next := append([]int32(nil), a.from[:n]...)
	for i := range edges {
		u, v := edges[i].U, edges[i].V
		a.list[next[u]] = arc{int32(i), v}
		next[u]++
		a.list[next[v]] = arc{int32(i), u}
		next[v]++
	}
	return a
}

func (a *adjacency) of(v int32) []arc { return a.list[a.from[v]:a.from[v+1]] }

// validate refuses what the search cannot work on. A refusal means the caller is wrong.
func validate(n int, edges []Edge) error {
	if n < 0 || n%2 == 1 || n > MaxVertices {
		return fmt.Errorf("%d vertices: want an even number up to %d", n, MaxVertices)
	}
	for _, e := range edges {
		if e.U < 0 || e.V < 0 || int(e.U) >= n || int(e.V) >= n || e.U == e.V {
			return fmt.Errorf("edge from %d to %d: want two different vertices from 0 to %d", e.U, e.V, n-1)
		}
		for i, x := range e.W {
			if x < 0 || x > MaxEntry {
				return fmt.Errorf("edge from %d to %d: entry %d of its weight is %d, want 0 to %d", e.U, e.V, i, x, MaxEntry)
			}
		}
	}
	return nil
}
