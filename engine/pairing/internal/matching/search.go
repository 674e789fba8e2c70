package matching

const none = int32(-1)

// Labels of the outermost nodes during a stage.
const (
	free  int8 = iota // not in the tree
	outer             // at an even distance from the root; its values rise
	inner             // at an odd distance; its values fall
	dead              // in a tree that could not grow to a partner; out of the game
)

// search is the state of the primal-dual method. A node is a vertex (below n) or a blossom.
//
// While a stage runs, values are kept as they would be at rise 0: the value of a vertex under an
// outer node is values[v]+rise, under an inner node values[v]−rise, and that of an outer or inner
// blossom z[b]±2·rise. So nothing needs touching when the rise grows.
type search struct {
	n      int
	edges  []Edge // with doubled weights
	adj    adjacency
	values []Weight // of vertices
	mate   []int32  // edge that matches a vertex, or none

	// Of nodes.
	up    []int32 // the blossom around it, or none
	kids  [][]int32
	ring  [][]int32 // ring[i] joins kids[i] and the next, round about; kids[0] holds the base
	base  []int32   // the vertex that is matched outside
	size  []int32   // number of vertices
	z     []Weight
	label []int8
	under []int8  // of a vertex: the label of the outermost node that holds it
	entry []int32 // for an inner node: the edge to its parent in the tree
	mark  []int32

	// part[v] is the part a vertex is in, whole[part] the outermost node that is that part.
	part, whole []int32
	partOf      []int32 // of an outermost node

	spare   []int32 // numbers of blossoms not in use
	tree    []int32 // nodes that got a label in this stage
	queue   eventQueue
	rise    Weight
	bound   Weight // rise at which a partner is reached by an edge already seen
	bounded bool
	stamp   int32
	buf     []int32
	failure *NoPerfectError
}

func newSearch(n int, edges []Edge) *search {
	nodes := n + n/2 + 1
	s := &search{
		n: n, edges: make([]Edge, len(edges)), adj: newAdjacency(n, edges), values: make([]Weight, n), mate: make([]int32, n),
		up: make([]int32, nodes), kids: make([][]int32, nodes), ring: make([][]int32, nodes), base: make([]int32, nodes),
		size: make([]int32, nodes), z: make([]Weight, nodes), label: make([]int8, nodes), under: make([]int8, n), entry: make([]int32, nodes),
		mark: make([]int32, nodes), part: make([]int32, n), whole: make([]int32, n), partOf: make([]int32, nodes),
	}
	for i, e := range edges {
		e.W.Add(&edges[i].W)
		s.edges[i] = e
	}
	for v := range int32(nodes) {
		s.up[v], s.entry[v] = none, none
		if int(v) >= n {
			s.spare = append(s.spare, int32(nodes-1)-(v-int32(n)))
			continue
		}
		s.mate[v], s.base[v], s.size[v] = none, v, 1
		s.part[v], s.whole[v], s.partOf[v] = v, v, v
	}
	s.begin()
	return s
}

// begin sets every value to half of the least weight at the vertex: no edge has negative slack.
func (s *search) begin() {
	for v := range int32(s.n) {
		for i, a := range s.adj.of(v) {
			w := s.edges[a.edge].W
			w.halve()
			if i == 0 || w.Less(&s.values[v]) {
				s.values[v] = w
			}
		}
	}
}

// slack returns the slack of an edge between stages, or during one for values at rise 0.
func (s *search) slack(e int32) Weight {
	d := &s.edges[e]
	w := d.W
	w.Sub(&s.values[d.U])
	w.Sub(&s.values[d.V])
	return w
}

// greedy raises the values of vertices without partner as far as their edges allow and matches
// along edges without slack. Vertices in blossoms are left to the stages.
func (s *search) greedy() {
	for v := range int32(s.n) {
		if s.mate[v] != none || s.up[v] != none || len(s.adj.of(v)) == 0 {
			continue
		}
		var least Weight
		for i, a := range s.adj.of(v) {
			if slack := s.slack(a.edge); i == 0 || slack.Less(&least) {
				least = slack
			}
		}
		s.values[v].Add(&least)
		for _, a := range s.adj.of(v) {
			if s.mate[a.to] != none || s.up[a.to] != none {
				continue
			}
			if slack := s.slack(a.edge); slack.Sign() == 0 {
				s.mate[a.to], s.mate[v] = a.edge, a.edge
				break
			}
		}
	}
}

// run matches all vertices, one stage for each that has no partner yet.
func (s *search) run() error {
	s.greedy()
	for v := range int32(s.n) {
		if s.mate[v] == none && s.under[v] != dead {
			s.stage(v)
		}
	}
	if s.failure != nil {
		s.failure.Mate = s.mates()
		return s.failure
	}
	return nil
}

// top returns the outermost node that holds a vertex.
func (s *search) top(v int32) int32 { return s.whole[s.part[v]] }

func (s *search) other(e, v int32) int32 {
	d := &s.edges[e]
	return d.U ^ d.V ^ v
}

// ends returns the end of an edge that is in an outermost node, and the one that is not.
func (s *search) ends(e, b int32) (in, out int32) {
	d := &s.edges[e]
	if s.top(d.U) == b {
		return d.U, d.V
	}
	return d.V, d.U
}

// leaves appends the vertices of a node to to.
func (s *search) leaves(b int32, to []int32) []int32 {
	if int(b) < s.n {
		return append(to, b)
	}
	for _, c := range s.kids[b] {
		to = s.leaves(c, to)
	}
	return to
}

// kidWith returns the kid of a blossom that holds a vertex.
func (s *search) kidWith(b, v int32) int32 {
	for s.up[v] != b {
		v = s.up[v]
	}
	return v
}

func (s *search) mates() []int {
	out := make([]int, s.n)
	for v := range int32(s.n) {
		out[v] = -1
		if s.mate[v] != none {
			out[v] = int(s.other(s.mate[v], v))
		}
	}
	return out
}
