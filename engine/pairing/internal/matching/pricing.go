package matching

import "sort"

// pricing looks for edges with negative slack. It skips two blocks, or a vertex and a block, if their
// floor and the blossoms that hold both entirely leave no room for one.
type pricing struct {
	p     *Problem
	s     *search
	nest  nest
	tops  []Weight // greatest value of a vertex in each block
	spans []span   // where the vertices of each block lie in the nest
	lists []*shortlist
}

func newPricing(p *Problem, s *search) *pricing {
	pr := &pricing{p: p, s: s, nest: newNest(s), tops: make([]Weight, len(p.Starts)), spans: make([]span, len(p.Starts)), lists: make([]*shortlist, p.N)}
	for a := range p.Starts {
		from, to := p.block(a)
		pr.tops[a] = s.values[from]
		at := pr.nest.at[from]
		pr.spans[a] = span{at, at}
		for v := from + 1; v < to; v++ {
			if pr.tops[a].Less(&s.values[v]) {
				pr.tops[a] = s.values[v]
			}
			at := pr.nest.at[v]
			pr.spans[a] = span{min(pr.spans[a].from, at), max(pr.spans[a].to, at)}
		}
	}
	return pr
}

// facing is a block with twice the floor against another, less its greatest value.
type facing struct {
	block int
	room  Weight
}

// block prices the edges from a block to itself and to those after it.
func (pr *pricing) block(a int) {
	var others []facing
	for b := a; b < len(pr.p.Starts); b++ {
		f := facing{block: b, room: pr.p.Floor(a, b)}
		f.room.Add(&f.room)
		f.room.Sub(&pr.tops[b])
		if w := f.room; w.minus(&pr.tops[a]).Sign() < 0 {
			others = append(others, f)
		}
	}
	from, to := pr.p.block(a)
	for u := from; u < to && len(others) > 0; u++ {
		pr.nest.enter(int32(u))
		for i := range others {
			room := others[i].room
			room.Sub(&pr.s.values[u])
			if room.Sign() >= 0 {
				continue
			}
			if pr.nest.addCommon(&room, pr.spans[others[i].block]); room.Sign() < 0 {
				pr.vertex(u, others[i].block)
			}
		}
	}
}

// vertex prices the edges from a vertex to those after it in a block.
func (pr *pricing) vertex(u, b int) {
	first, last := pr.p.block(b)
	for v := max(first, u+1); v < last; v++ {
		w := pr.p.Cost(u, v)
		w.Add(&w)
		w.Sub(&pr.s.values[u])
		w.Sub(&pr.s.values[v])
		if w.Sign() >= 0 {
			continue
		}
		at := pr.nest.at[v]
		if pr.nest.addCommon(&w, span{at, at}); w.Sign() >= 0 {
			continue
		}
		for _, end := range [2]int{u, v} {
			if pr.lists[end] == nil {
				pr.lists[end] = newShortlist(addPerVertex)
			}
			pr.lists[end].add(u+v-end, &w)
		}
	}
}

// span is a run of places, both ends included.
type span struct{ from, to int32 }

// nest lays the vertices out so that every blossom is a run of places, and knows for every blossom
// the sum of its value and of all around it.
type nest struct {
	s     *search
	at    []int32 // place of each vertex
	spans []span  // of blossoms, by number less n
	sums  []Weight
	chain []around // of the vertex that was entered, innermost first
}

// around is a blossom around a vertex.
type around struct {
	span
	sum *Weight
}

func newNest(s *search) nest {
	blossoms := len(s.kids) - s.n
	t := nest{s: s, at: make([]int32, s.n), spans: make([]span, blossoms), sums: make([]Weight, blossoms)}
	next := int32(0)
	var lay func(b int32, outside *Weight)
	lay = func(b int32, outside *Weight) {
		if int(b) < s.n {
			t.at[b] = next
			next++
			return
		}
		i := int(b) - s.n
		t.sums[i] = s.z[b]
		t.sums[i].Add(outside)
		t.spans[i].from = next
		for _, c := range s.kids[b] {
			lay(c, &t.sums[i])
		}
		t.spans[i].to = next - 1
	}
	for b := range int32(len(s.kids)) {
		if s.up[b] == none && (int(b) < s.n || s.kids[b] != nil) {
			lay(b, &Weight{})
		}
	}
	return t
}

// enter lists the blossoms around a vertex.
func (t *nest) enter(u int32) {
	t.chain = t.chain[:0]
	for b := t.s.up[u]; b != none; b = t.s.up[b] {
		i := int(b) - t.s.n
		t.chain = append(t.chain, around{t.spans[i], &t.sums[i]})
	}
}

// addCommon adds the values of all blossoms that hold the vertex that was entered and a whole span.
func (t *nest) addCommon(w *Weight, other span) {
	i := sort.Search(len(t.chain), func(i int) bool { return t.chain[i].from <= other.from && other.to <= t.chain[i].to })
	if i < len(t.chain) {
		w.Add(t.chain[i].sum)
	}
}
