package matching

// extend adds edges between stages and repairs what they break: an edge with negative slack lowers
// the value of one of its ends, and the blossoms around that end are undone. What lost its partner is
// matched anew by the next run; everything else stays as it is.
func (s *search) extend(more []Edge) {
	first := len(s.edges)
	for _, e := range more {
		w := e.W
		e.W.Add(&w)
		s.edges = append(s.edges, e)
	}
	s.adj = newAdjacency(s.n, s.edges)
	touched := make([]bool, s.n)
	for e := int32(first); int(e) < len(s.edges); e++ {
		if slack := s.nestedSlack(e); slack.Sign() >= 0 {
			continue
		}
		u, v := s.edges[e].U, s.edges[e].V
		if !touched[u] && (touched[v] || s.depth(v) < s.depth(u)) {
			u = v
		}
		touched[u] = true
		s.open(u)
		if slack := s.slack(e); slack.Sign() < 0 {
			s.values[u].Add(&slack)
			s.loosen(u)
		}
	}
}

// nestedSlack returns the slack of an edge, also of one inside a blossom.
func (s *search) nestedSlack(e int32) Weight {
	u, v := s.edges[e].U, s.edges[e].V
	w := s.slack(e)
	if s.top(u) != s.top(v) {
		return w
	}
	s.stamp++
	for b := s.up[u]; b != none; b = s.up[b] {
		s.mark[b] = s.stamp
	}
	for b := s.up[v]; b != none; b = s.up[b] {
		if s.mark[b] == s.stamp {
			w.Add(&s.z[b])
		}
	}
	return w
}

// depth returns the number of blossoms around a vertex.
func (s *search) depth(v int32) int {
	n := 0
	for b := s.up[v]; b != none; b = s.up[b] {
		n++
	}
	return n
}

// open undoes the blossoms around a vertex, the outermost first. Half of the value of each goes to
// the values of its vertices, which leaves the slack of every edge inside as it was.
func (s *search) open(v int32) {
	for b := s.top(v); b != v; b = s.top(v) {
		half := s.z[b]
		half.halve()
		s.buf = s.leaves(b, s.buf[:0])
		for _, u := range s.buf {
			s.values[u].Sub(&half)
		}
		for _, c := range s.kids[b] {
			s.release(c)
		}
		base := s.base[b]
		s.kids[b], s.ring[b] = nil, nil
		s.spare = append(s.spare, b)
		s.loosen(base)
	}
}

// loosen takes a vertex from its partner if their edge has slack.
func (s *search) loosen(v int32) {
	e := s.mate[v]
	if e == none {
		return
	}
	if slack := s.slack(e); slack.Sign() != 0 {
		s.mate[s.other(e, v)], s.mate[v] = none, none
	}
}
