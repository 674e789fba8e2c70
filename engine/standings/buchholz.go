package standings

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// buchholz adds up the opponents' scores. An unplayed round of one's own counts a stand-in; unplayed
// rounds of opponents count as the edition says.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func (x *computing) buchholz(r *record, c Criterion) Cell {
	var terms []Term
	var voluntary []int // terms of rounds that the player chose not to play
	for _, b := range r.bouts {
		for _, t := range x.faced(r, b, c.Edition) {
			if b.voluntary() {
				voluntary = append(voluntary, len(terms))
			}
			terms = append(terms, t)
		}
	}
	cut(terms, voluntary, c)
	return sumOf(terms)
}

// sonneborn adds up the opponents' scores times the own results against them.
func (x *computing) sonneborn(r *record, c Criterion) Cell {
	var terms []Term
	for _, b := range r.bouts {
		for _, t := range x.faced(r, b, c.Edition) {
			if t.Out == "" {
				t.Says += fmt.Sprintf(", times %s", b.points)
				t.Value = t.Value.Mul(b.points)
			}
			terms = append(terms, t)
		}
	}
	return sumOf(terms)
}

// faced lists whose scores a round counts.
func (x *computing) faced(r *record, b *bout, edition string) []Term {
	switch {
	case b.kind == open:
		return []Term{b.term(exact.Num{})}
	case b.unplayed():
		n, says := x.standIn(r, b, edition)
		return []Term{{Round: b.round, Says: says, Value: n}}
	}
	var out []Term
	for _, o := range b.opponents {
		n := x.adjusted(o, edition)
		says := fmt.Sprintf("%s points", n)
		if plain := o.score(); plain.Cmp(n) != 0 {
			says = fmt.Sprintf("%s points, adjusted for unplayed rounds to %s", plain, n)
		}
		out = append(out, Term{Round: b.round, Opponent: o.ID, Says: says, Value: n})
	}
	return out
}

// voluntary tells whether a player chose not to play: asked for the bye, or did not come.
//
// Source: FIDE Handbook C.07, article 16.1.
func (b *bout) voluntary() bool {
	switch b.kind {
	case halfBye, zeroBye, absent, forfeitLoss:
		return true
	}
	return false
}

// asked tells whether a bout is a bye that was asked for; absence is one without points.
func (b *bout) asked() bool { return b.kind == halfBye || b.kind == zeroBye || b.kind == absent }

// adjusted is what an opponent's score counts for others. By the edition of 2009 each unplayed round
// counts as a draw. Later ones count what it gave, but rounds that were not played because the player
// had left for good count as draws.
//
// Source: FIDE Handbook C.07, articles 16.2 and 16.3.
func (x *computing) adjusted(o *record, edition string) exact.Num {
	key := adjustedKey{o.ID, edition}
	if n, is := x.adjustments[key]; is {
		return n
	}
	sum := o.Start
	for i, b := range o.bouts {
		points := b.points
		switch {
		case edition == EditionVirtual:
			if b.unplayed() {
				points = x.rs.Points.Draw
			}
		case b.asked() && !slices.ContainsFunc(o.bouts[i+1:], func(l *bout) bool { return !l.voluntary() }):
			points = x.rs.Points.Draw
		}
		sum = sum.Add(points)
	}
	x.adjustments[key] = sum
	return sum
}

type adjustedKey struct {
	id      events.PersonID
	edition string
}

// standIn is whom an own unplayed round counts as played against.
//
// Source: facts/scoring.md, "3 FIDE C.07"; FIDE Handbook C.07, article 16.4.
func (x *computing) standIn(r *record, b *bout, edition string) (exact.Num, string) {
	if edition == EditionVirtual {
		return x.virtual(r, b)
	}
	own := r.score()
	says := fmt.Sprintf("%s: a stand-in with the own score of %s", b.says, own)
	if edition == EditionDummy {
		return own, says
	}
	most, whose := x.rs.Points.Draw.Times(x.planned), fmt.Sprintf("a draw in each of %d rounds", x.planned)
	if (b.kind == forfeitWin || b.kind == forfeitLoss) && len(b.opponents) > 0 {
		most, whose = x.adjusted(b.opponents[0], edition), "the score of the opponent"
		for _, o := range b.opponents[1:] {
			most = exact.Max(most, x.adjusted(o, edition))
		}
	}
	if own.Cmp(most) <= 0 {
		return own, says
	}
	return most, says + fmt.Sprintf(", at most %s: %s", whose, most)
}

// virtual is the opponent of the edition of 2009: what the player had before the round, what they did
// not get in it, and a draw for every later round.
func (x *computing) virtual(r *record, b *bout) (exact.Num, string) {
	p, before, later := x.rs.Points, r.Start, 0
	for _, o := range r.bouts {
		switch {
		case o.round < b.round:
			before = before.Add(o.points)
		case o.round > b.round:
			later++
		}
	}
	n := exact.Sum(before, exact.Max(exact.Num{}, p.Win.Sub(b.points)), p.Draw.Times(later))
	return n, fmt.Sprintf("%s: a virtual opponent with %s before, the rest of the win, and draws in %d later rounds", b.says, before, later)
}

// cut leaves the least and the greatest terms out: of the least, rounds that the player chose not to
// play go first. Terms that do not count anyway are not looked at.
//
// Source: FIDE Handbook C.07, articles 14.1 and 16.5.
func cut(terms []Term, voluntary []int, c Criterion) {
	var order []int
	for i, t := range terms {
		if t.Out == "" {
			order = append(order, i)
		}
	}
	chosen := func(i int) int {
		if c.Edition != EditionVirtual && slices.Contains(voluntary, i) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(chosen(a), chosen(b)), terms[a].Value.Cmp(terms[b].Value))
	})
	low := min(c.CutLow, len(order))
	for _, i := range order[:low] {
		terms[i].Out = "cut: one of the least"
	}
	order = order[low:]
	slices.SortStableFunc(order, func(a, b int) int { return terms[b].Value.Cmp(terms[a].Value) })
	for _, i := range order[:min(c.CutHigh, len(order))] {
		terms[i].Out = "cut: one of the greatest"
	}
}
