package pairing

import "slices"

// everyWay compares all ways to fill tables of these sizes and returns the best. The first player
// without a table always opens the next, so each way is seen once.
func (p *podPlan) everyWay(sizes []int) [][]int {
	n := len(p.pool)
	kinds := slices.Compact(slices.Clone(sizes))
	need := make([]int, len(kinds)) // tables of each size
	for _, s := range sizes {
		need[slices.Index(kinds, s)]++
	}
	e := &exact{p: p, kinds: kinds, known: map[exactKey]exactWay{}}
	e.costs = make(map[uint32]podCost)
	e.best(1<<n-1, need)
	var out [][]int
	for set := uint32(1<<n - 1); set > 0; {
		w := e.known[key(set, need)]
		out = append(out, e.members(w.pod))
		need[w.kind]--
		set &^= w.pod
	}
	return out
}

// exact is the search through all ways, set by set.
type exact struct {
	p     *podPlan
	kinds []int
	known map[exactKey]exactWay
	costs map[uint32]podCost
}

// exactKey is who has no table yet and which tables are left.
type exactKey struct {
	set  uint32
	need [maxPod]int8
}

type exactWay struct {
	cost podCost
	pod  uint32 // the table of the first player
	kind int
}

func key(set uint32, need []int) exactKey {
	k := exactKey{set: set}
	for i, n := range need {
		k.need[i] = int8(n)
	}
	return k
}

func (e *exact) members(pod uint32) []int {
	var out []int
	for i, v := range e.p.pool {
		if pod>>i&1 == 1 {
			out = append(out, v)
		}
	}
	return out
}

func (e *exact) cost(pod uint32) podCost {
	c, ok := e.costs[pod]
	if !ok {
		c, _ = e.p.cost(e.members(pod))
		e.costs[pod] = c
	}
	return c
}

// best returns the least cost of seating a set at the tables left.
func (e *exact) best(set uint32, need []int) podCost {
	if set == 0 {
		return podCost{}
	}
	k := key(set, need)
	if w, ok := e.known[k]; ok {
		return w.cost
	}
	first := set & -set
	var w exactWay
	for kind, size := range e.kinds {
		if need[kind] == 0 {
			continue
		}
		need[kind]--
		subsets(set&^first, size-1, func(rest uint32) {
			c := e.cost(rest | first)
			if w.pod != 0 && w.cost.less(&c) {
				return
			}
			after := e.best(set&^(rest|first), need)
			if c.add(&after); w.pod == 0 || c.less(&w.cost) {
				w = exactWay{c, rest | first, kind}
			}
		})
		need[kind]++
	}
	e.known[k] = w
	return w.cost
}

// subsets calls see with every subset of a set that has so many members.
func subsets(set uint32, size int, see func(uint32)) {
	var walk func(left, chosen uint32, size int)
	walk = func(left, chosen uint32, size int) {
		if size == 0 {
			see(chosen)
			return
		}
		for left != 0 {
			bit := left & -left
			left &^= bit
			walk(left, chosen|bit, size-1)
		}
	}
	walk(set, 0, size)
}

// exchange starts with the players in order and exchanges two of different tables as long as that
// makes the round better, tables near each other first. It returns how many exchanges it tried.
func (p *podPlan) exchange(sizes []int) (pods [][]int, tried int) {
	at := 0
	for _, s := range sizes {
		pods = append(pods, slices.Clone(p.pool[at:at+s]))
		at += s
	}
	costs := make([]podCost, len(pods))
	for i, pod := range pods {
		costs[i], _ = p.cost(pod)
	}
	for better := true; better && tried < maxExchanges; {
		better = false
		for step := 1; step < len(pods) && tried < maxExchanges; step++ {
			for i := 0; i+step < len(pods) && tried < maxExchanges; i++ {
				n, ok := p.improve(pods[i], pods[i+step], &costs[i], &costs[i+step])
				tried += n
				better = better || ok
			}
		}
	}
	return pods, tried
}

// improve exchanges players of two tables as long as that makes them better together.
func (p *podPlan) improve(a, b []int, costA, costB *podCost) (tried int, better bool) {
	if *costA == p.free(a) && *costB == p.free(b) {
		return 1, false
	}
	for again := true; again; {
		again = false
		for i := range a {
			for j := range b {
				a[i], b[j] = b[j], a[i]
				newA, _ := p.cost(a)
				newB, _ := p.cost(b)
				tried++
				after, before := newA, *costA
				after.add(&newB)
				before.add(costB)
				if after.less(&before) {
					*costA, *costB = newA, newB
					again, better = true, true
					continue
				}
				a[i], b[j] = b[j], a[i]
			}
		}
	}
	return tried, better
}

// free returns the cost of a table where nothing could be better: no repeat, equal scores, no club
// mates, and everyone on the side that balances.
func (p *podPlan) free(pod []int) podCost {
	var c podCost
	if l, ok := p.level[CriterionSides]; ok {
		for _, i := range pod {
			c[l] += min(eight(p.people[i].balance+1), eight(p.people[i].balance-1))
		}
	}
	return c
}
