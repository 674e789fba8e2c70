package matching

import "slices"

// shrink makes a blossom of the ring that an edge between two outer nodes closes in the tree.
func (s *search) shrink(e int32) {
	d := &s.edges[e]
	left, right := s.top(d.U), s.top(d.V)
	peak := s.meet(left, right)
	b := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]

	kids, ring := []int32{peak}, []int32{}
	kids, ring = s.climb(left, peak, kids, ring)
	slices.Reverse(kids[1:])
	slices.Reverse(ring)
	ring = append(ring, e)
	kids, ring = s.climb(right, peak, kids, ring)
	s.kids[b], s.ring[b], s.base[b], s.up[b] = kids, ring, s.base[peak], none

	fresh := s.swallow(b)
	s.relabel(b, outer)
	s.z[b] = Weight{}
	s.z[b].subTwice(&s.rise)
	for _, v := range fresh {
		s.scan(v)
	}
}

// parent returns the inner node above an outer one, and the outer node above that; none at the root.
func (s *search) parent(b int32) (mid, above int32) {
	m := s.mate[s.base[b]]
	if m == none {
		return none, none
	}
	_, out := s.ends(m, b)
	mid = s.top(out)
	_, out = s.ends(s.entry[mid], mid)
	return mid, s.top(out)
}

// meet returns the lowest outer node above both of two outer nodes.
func (s *search) meet(a, b int32) int32 {
	s.stamp++
	for {
		if a != none {
			if s.mark[a] == s.stamp {
				return a
			}
			s.mark[a] = s.stamp
			_, a = s.parent(a)
		}
		a, b = b, a
	}
}

// climb appends the nodes from b up to below peak, and the edges above each.
func (s *search) climb(b, peak int32, kids, ring []int32) (nodes, edges []int32) {
	for b != peak {
		mid, above := s.parent(b)
		kids = append(kids, b, mid)
		ring = append(ring, s.mate[s.base[b]], s.entry[mid])
		b = above
	}
	return kids, ring
}

// swallow puts the kids of a new blossom into it and returns the vertices that become outer.
func (s *search) swallow(b int32) (fresh []int32) {
	largest := s.kids[b][0]
	s.size[b] = 0
	for _, c := range s.kids[b] {
		s.size[b] += s.size[c]
		if s.size[c] > s.size[largest] {
			largest = c
		}
	}
	part := s.partOf[largest]
	for _, c := range s.kids[b] {
		if s.label[c] == inner {
			from := len(fresh)
			fresh = s.leaves(c, fresh)
			for _, v := range fresh[from:] {
				s.values[v].subTwice(&s.rise)
				s.under[v] = outer
			}
			s.z[c].subTwice(&s.rise)
		} else {
			s.z[c].addTwice(&s.rise)
		}
		if int(c) < s.n {
			s.z[c] = Weight{}
		}
		s.label[c], s.up[c] = free, b
		if c != largest {
			s.buf = s.leaves(c, s.buf[:0])
			for _, v := range s.buf {
				s.part[v] = part
			}
		}
	}
	s.partOf[b], s.whole[part] = part, b
	return fresh
}

// expand undoes an inner blossom whose value is 0. The kids on the even way from where the tree
// enters to the base stay in the tree; the others are free and matched among themselves.
func (s *search) expand(b int32) {
	kids, ring := s.kids[b], s.ring[b]
	in, _ := s.ends(s.entry[b], b)
	at := slices.Index(kids, s.kidWith(b, in))
	for _, c := range kids {
		s.release(c)
	}
	s.label[b], s.kids[b], s.ring[b] = free, nil, nil
	s.spare = append(s.spare, b)

	fresh, stays := s.walk(kids, ring, at, s.entry[b])
	var loose []int32
	for j, c := range kids {
		if !stays[j] {
			loose = s.turnFree(c, loose)
		}
	}
	for _, v := range fresh {
		s.scan(v)
	}
	for _, v := range loose {
		s.reach(v)
	}
}

// walk labels the kids on the even way round the ring from where the tree enters, at the kid at, to
// the base, which is the first kid. It returns the vertices that become outer, and which kids it met.
func (s *search) walk(kids, ring []int32, at int, entry int32) (fresh []int32, met []bool) {
	step := 1
	if at%2 == 0 {
		step = len(kids) - 1 // backwards
	}
	met = make([]bool, len(kids))
	for i, turn := at, 0; ; turn++ {
		met[i] = true
		if turn%2 == 0 {
			s.relabel(kids[i], inner)
			s.entry[kids[i]] = entry
			s.innerValue(kids[i])
		} else {
			fresh = s.turnOuter(kids[i], fresh)
		}
		if i == 0 {
			return fresh, met
		}
		next := (i + step) % len(kids)
		if entry = ring[next]; step == 1 {
			entry = ring[i]
		}
		i = next
	}
}

// release makes a kid of a blossom an outermost node again.
func (s *search) release(c int32) {
	part := s.base[c]
	s.up[c], s.partOf[c], s.whole[part] = none, part, c
	s.buf = s.leaves(c, s.buf[:0])
	for _, v := range s.buf {
		s.part[v] = part
	}
}

// turnOuter makes a node outer that was inside an inner blossom, and appends its vertices.
func (s *search) turnOuter(c int32, fresh []int32) []int32 {
	s.relabel(c, outer)
	from := len(fresh)
	fresh = s.leaves(c, fresh)
	for _, v := range fresh[from:] {
		s.values[v].subTwice(&s.rise)
		s.under[v] = outer
	}
	if int(c) >= s.n {
		s.z[c].subTwice(&s.rise)
	}
	return fresh
}

// turnFree makes a node free that was inside an inner blossom, and appends its vertices.
func (s *search) turnFree(c int32, loose []int32) []int32 {
	from := len(loose)
	loose = s.leaves(c, loose)
	for _, v := range loose[from:] {
		s.values[v].Sub(&s.rise)
		s.under[v] = free
	}
	return loose
}
