package pairing

import (
	"math"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/pairing/internal/matching"
)

// maxImbalance is where the cost of sides stops to grow: 8¹² fits a weight.
const maxImbalance = 12

// square of a number that is in bounds.
func square(n int) int64 { return int64(n) * int64(n) }

// eight returns 8 to the imbalance n, either way.
//
// Source: facts/scoring.md, "What fits muster's formats".
func eight(n int) int64 {
	if n < 0 {
		n = -n
	}
	return 1 << (3 * min(n, maxImbalance))
}

// cost returns what a table of two entrants costs; a is the higher, a < b.
func (p *plan) cost(a, b int) matching.Weight {
	var w matching.Weight
	x, y := &p.entrants[a], &p.entrants[b]
	if len(x.apart) > 0 && x.apart[b] {
		w[levelApart] = 1
	}
	if n := x.times(b); n > 0 {
		w[levelRematch] = square(n)
	}
	l := &p.levels
	if x.group != y.group {
		if l.score >= 0 {
			w[l.score] = square(y.group - x.group)
		}
		if l.float >= 0 {
			w[l.float] = int64(x.downs + y.ups)
		}
	}
	if p.r.Sides && (l.sides >= 0 || l.turn >= 0) {
		s := seating(x, y)
		if l.sides >= 0 {
			w[l.sides] = s.imbalance
		}
		if l.turn >= 0 {
			w[l.turn] = int64(s.repeats)
		}
	}
	if l.club >= 0 {
		w[l.club] = shared(x.clubs, y.clubs)
	}
	w[levelOrder] = p.distance(x, y)
	w[levelDraw] = int64(engine.Draw(p.f.Seed, uint64(p.f.Round)<<40+1<<32+uint64(a)<<16+uint64(b), 1<<31))
	return w
}

func (e *entrant) times(other int) int {
	if len(e.met) == 0 {
		return 0
	}
	return e.met[other]
}

// byeCost returns what it costs that an entrant sits out: a bye again above all, then every player
// who is lower.
func (p *plan) byeCost(a int) matching.Weight {
	var w matching.Weight
	e := &p.entrants[a]
	w[levelBye] = int64(e.byes)<<20 + int64(e.below)
	return w
}

// shared counts what two ascending lists have in common.
func shared(a, b []int32) int64 {
	var n int64
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// distance is how far a table is from what Within asks for: in one score group the square of the
// distance from the place of the ideal partner, across groups the squares of the distances from the
// bottom of the higher and the top of the lower group.
func (p *plan) distance(x, y *entrant) int64 {
	if x.group != y.group {
		return square(x.of-1-x.place) + square(y.place)
	}
	switch p.r.Within {
	case WithinHighLow:
		return square(x.place + y.place - (x.of - 1))
	case WithinAdjacent:
		return square(y.place - x.place - 1)
	default:
		return square(y.place - x.place - x.of/2)
	}
}

// blockSize bounds the players of one score group that are priced together.
const blockSize = 32

// near is how many of the cheapest tables of each player the search begins with. With sides a score group
// falls into two halves that want to meet each other. How many of the one and of the other there are
// among the first so many of a group differs by about the root of their number, and that far apart
// partners can be: with fewer tables to begin with, pricing has to find the others little by little.
func (p *plan) near() int {
	if !p.r.Sides || p.levels.sides < 0 && p.levels.turn < 0 {
		return matching.DefaultNear
	}
	return max(matching.DefaultNear, int(math.Sqrt(float64(len(p.vertices)))/2))
}

// problem states the pool as a matching problem; the bye is the last vertex. Tables for which dear is
// true cost more than all orders of the organiser, to see what is best without them; nil is none.
func (p *plan) problem(dear func(u, v int) bool) matching.Problem {
	n := len(p.vertices)
	pr := matching.Problem{N: n + n%2, Starts: p.blocks(), Near: p.near(), Coarse: levelOrder}
	pr.Cost = func(u, v int) matching.Weight {
		u, v = min(u, v), max(u, v)
		var w matching.Weight
		if v == n {
			w = p.byeCost(p.vertices[u])
		} else {
			a, b := p.vertices[u], p.vertices[v]
			w = p.cost(min(a, b), max(a, b))
		}
		if dear != nil && dear(u, v) {
			w[levelApart] += dearly
		}
		return w
	}
	pr.Floor = func(a, b int) matching.Weight { return p.floor(pr.Starts, min(a, b), max(a, b)) }
	return pr
}

// dearly is more than all orders to keep two apart can cost together.
const dearly = 1 << 20

// blocks cuts the vertices into runs of one kind; the bye is one of its own.
func (p *plan) blocks() []int {
	var starts []int
	for i, v := range p.vertices {
		n := len(starts)
		if n == 0 || i-starts[n-1] == blockSize || p.entrants[v].kind(&p.entrants[p.vertices[i-1]], p.r.Sides) != 0 {
			starts = append(starts, i)
		}
	}
	if p.bye {
		starts = append(starts, len(p.vertices))
	}
	return starts
}

// places returns the first entrant of a block and the place in the score group of the last.
func (p *plan) places(starts []int, a int) (first *entrant, last int) {
	end := len(p.vertices)
	if a+1 < len(starts) {
		end = starts[a+1]
	}
	return &p.entrants[p.vertices[starts[a]]], p.entrants[p.vertices[end-1]].place
}

// floor returns what no table between two blocks undercuts: the difference in score groups, the
// sides, and the distance.
func (p *plan) floor(starts []int, a, b int) matching.Weight {
	var w matching.Weight
	if starts[b] == len(p.vertices) {
		return w
	}
	x, lastX := p.places(starts, a)
	y, lastY := p.places(starts, b)
	if p.r.Sides {
		s := seating(x, y)
		if p.levels.sides >= 0 {
			w[p.levels.sides] = s.imbalance
		}
		if p.levels.turn >= 0 {
			w[p.levels.turn] = int64(s.repeats)
		}
	}
	if x.group != y.group {
		if p.levels.score >= 0 {
			w[p.levels.score] = square(y.group - x.group)
		}
		w[levelOrder] = square(x.of-1-lastX) + square(y.place)
		return w
	}
	switch p.r.Within {
	case WithinHighLow:
		w[levelOrder] = outside(x.place+y.place, lastX+lastY, x.of-1)
	case WithinAdjacent:
		w[levelOrder] = apart(x.place, lastX, y.place, lastY, 1)
	default:
		w[levelOrder] = apart(x.place, lastX, y.place, lastY, x.of/2)
	}
	return w
}

// apart returns the least square by which the distance of two places, one in each range, can differ
// from n.
func apart(firstX, lastX, firstY, lastY, n int) int64 {
	least := max(0, firstX-lastY, firstY-lastX)
	return outside(least, max(lastY-firstX, lastX-firstY), n)
}

// outside returns the square of the distance of n from the range of least to most.
func outside(least, most, n int) int64 {
	switch {
	case n < least:
		return square(least - n)
	case n > most:
		return square(n - most)
	default:
		return 0
	}
}
