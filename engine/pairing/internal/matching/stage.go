package matching

// stage grows one tree from a vertex without partner until it reaches another, and exchanges the
// matched edges on the way. If the tree cannot grow, the failure is noted and the tree is dead.
func (s *search) stage(root int32) {
	s.queue, s.tree, s.rise, s.bounded = s.queue[:0], s.tree[:0], Weight{}, false
	s.makeOuter(s.top(root))
	for _, v := range s.leaves(s.top(root), nil) {
		s.scan(v)
	}
	for len(s.queue) > 0 {
		ev := s.queue.pop()
		if ev.blossom {
			if s.falls(ev) {
				s.rise = ev.at
				s.expand(ev.id)
			}
			continue
		}
		if s.tight(ev) && s.follow(ev) {
			s.settle(free)
			return
		}
	}
	s.fail()
	s.settle(dead)
}

// tight tells whether an edge event is still to happen at its time.
func (s *search) tight(ev event) bool {
	at, ok := s.time(ev.id)
	return ok && at == ev.at
}

// falls tells whether the event of a blossom is still to happen at its time.
func (s *search) falls(ev event) bool {
	if s.label[ev.id] != inner || s.up[ev.id] != none {
		return false
	}
	z := s.z[ev.id]
	z.halve()
	return z == ev.at
}

// follow lets an edge without slack act: grow the tree, shrink a blossom, or, with true, end the
// stage.
func (s *search) follow(ev event) bool {
	d := &s.edges[ev.id]
	u, v := d.U, d.V
	if s.under[u] != outer {
		u, v = v, u
	}
	s.rise = ev.at
	b := s.top(v)
	switch {
	case s.label[b] == outer:
		s.shrink(ev.id)
	case s.mate[s.base[b]] == none:
		s.augment(ev.id, u, v)
		return true
	default:
		s.grow(ev.id, b)
	}
	return false
}

// time returns the rise at which an edge has no slack, if it is one that can act: outer at one end
// and outer elsewhere or free at the other.
func (s *search) time(e int32) (Weight, bool) {
	d := &s.edges[e]
	a, b := s.under[d.U], s.under[d.V]
	switch {
	case a == outer && b == outer:
		if s.top(d.U) == s.top(d.V) {
			return Weight{}, false
		}
		w := s.slack(e)
		w.halve()
		return w, true
	case a == outer && b == free, a == free && b == outer:
		return s.slack(e), true
	default:
		return Weight{}, false
	}
}

// scan queues the edges of a vertex of an outer node that can act before a partner is reached anyway.
func (s *search) scan(v int32) {
	b := s.top(v)
	for _, a := range s.adj.of(v) {
		label := s.under[a.to]
		if label == inner || label == dead || label == outer && s.top(a.to) == b {
			continue
		}
		at := s.edges[a.edge].W
		at.Sub(&s.values[v])
		at.Sub(&s.values[a.to])
		if label == outer {
			at.halve()
		}
		if s.bounded && !at.Less(&s.bound) {
			continue
		}
		if label == free && s.mate[s.base[s.top(a.to)]] == none {
			s.bound, s.bounded = at, true
		}
		s.queue.push(event{at: at, id: a.edge})
	}
}

// reach offers, for a vertex that has become free, the edges to outer nodes.
func (s *search) reach(v int32) {
	for _, a := range s.adj.of(v) {
		if s.under[a.to] != outer {
			continue
		}
		if at := s.slack(a.edge); !s.bounded || at.Less(&s.bound) {
			s.queue.push(event{at: at, id: a.edge})
		}
	}
}

// makeOuter labels a free node; its vertices are to be scanned by the caller.
func (s *search) makeOuter(b int32) {
	s.relabel(b, outer)
	s.buf = s.leaves(b, s.buf[:0])
	for _, v := range s.buf {
		s.values[v].Sub(&s.rise)
		s.under[v] = outer
	}
	if int(b) >= s.n {
		s.z[b].subTwice(&s.rise)
	}
}

// makeInner labels a free node that was reached by an edge.
func (s *search) makeInner(b, entry int32) {
	s.relabel(b, inner)
	s.entry[b] = entry
	s.buf = s.leaves(b, s.buf[:0])
	for _, v := range s.buf {
		s.values[v].Add(&s.rise)
		s.under[v] = inner
	}
	s.innerValue(b)
}

// innerValue lets the value of a blossom fall from now on.
func (s *search) innerValue(b int32) {
	if int(b) < s.n {
		return
	}
	s.z[b].addTwice(&s.rise)
	at := s.z[b]
	at.halve()
	if !s.bounded || at.Less(&s.bound) {
		s.queue.push(event{at: at, id: b, blossom: true})
	}
}

func (s *search) relabel(b int32, label int8) {
	s.label[b] = label
	s.tree = append(s.tree, b)
}

// grow takes the free node b, reached by an edge, and its partner into the tree.
func (s *search) grow(e, b int32) {
	m := s.mate[s.base[b]]
	s.makeInner(b, e)
	_, out := s.ends(m, b)
	c := s.top(out)
	s.makeOuter(c)
	for _, v := range s.leaves(c, nil) {
		s.scan(v)
	}
}

// settle ends a stage: values become true ones, and the nodes of the tree get a label.
func (s *search) settle(label int8) {
	for _, b := range s.tree {
		was := s.label[b]
		if was != outer && was != inner {
			continue
		}
		s.buf = s.leaves(b, s.buf[:0])
		for _, v := range s.buf {
			if was == outer {
				s.values[v].Add(&s.rise)
			} else {
				s.values[v].Sub(&s.rise)
			}
			s.under[v] = label
		}
		if int(b) >= s.n && was == outer {
			s.z[b].addTwice(&s.rise)
		} else if int(b) >= s.n {
			s.z[b].subTwice(&s.rise)
		}
		s.label[b] = label
	}
}

// fail notes why the tree cannot grow: its outer nodes are odd and meet nothing but inner vertices.
func (s *search) fail() {
	if s.failure == nil {
		s.failure = &NoPerfectError{}
	}
	s.stamp++
	for _, b := range s.tree {
		if s.mark[b] == s.stamp { // a number of a blossom may have been used twice
			continue
		}
		s.mark[b] = s.stamp
		switch s.label[b] {
		case outer:
			var part []int
			for _, v := range s.leaves(b, nil) {
				part = append(part, int(v))
				if s.mate[v] == none {
					s.failure.Exposed = append(s.failure.Exposed, int(v))
				}
			}
			s.failure.Odd = append(s.failure.Odd, part)
		case inner:
			for _, v := range s.leaves(b, nil) {
				s.failure.Barrier = append(s.failure.Barrier, int(v))
			}
		}
	}
}
