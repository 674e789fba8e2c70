package matching

import "slices"

// augment exchanges matched and other edges on the way from the root of the tree over the outer
// vertex u and an edge to v, which has no partner: one matched edge more.
func (s *search) augment(e, u, v int32) {
	s.rebase(s.top(v), v)
	s.mate[v] = e
	for {
		b := s.top(u)
		old := s.mate[s.base[b]]
		s.rebase(b, u)
		s.mate[u] = e
		if old == none {
			return
		}
		_, out := s.ends(old, b)
		mid := s.top(out)
		e = s.entry[mid]
		var in int32
		in, u = s.ends(e, mid)
		s.rebase(mid, in)
		s.mate[in] = e
	}
}

// rebase matches a node inside so that v is left to be matched outside.
func (s *search) rebase(b, v int32) {
	if int(b) < s.n || s.base[b] == v {
		return
	}
	first := s.kidWith(b, v)
	i := slices.Index(s.kids[b], first)
	s.kids[b] = append(slices.Clone(s.kids[b][i:]), s.kids[b][:i]...)
	s.ring[b] = append(slices.Clone(s.ring[b][i:]), s.ring[b][:i]...)
	s.base[b] = v
	s.rebase(first, v)
	for i := 1; i < len(s.kids[b]); i += 2 {
		s.join(b, s.kids[b][i], s.ring[b][i], s.kids[b][i+1])
	}
}

// join matches two kids of a blossom by an edge of its ring.
func (s *search) join(b, left, e, right int32) {
	u, v := s.edges[e].U, s.edges[e].V
	if s.mate[u] == e && s.mate[v] == e {
		return
	}
	if s.kidWith(b, u) != left {
		u, v = v, u
	}
	s.mate[u], s.mate[v] = e, e
	s.rebase(left, u)
	s.rebase(right, v)
}
