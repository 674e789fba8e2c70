package standings

import (
	"fmt"
	"hash/fnv"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
)

// matchPoints adds up what the rounds were worth.
func (x *computing) matchPoints(r *record, _ Criterion) Cell {
	var terms []Term
	if t, late := r.startTerm(); late {
		terms = append(terms, t)
	}
	for _, b := range r.bouts {
		terms = append(terms, b.term(b.points))
	}
	return sumOf(terms)
}

// startTerm is what a late entrant started with.
func (r *record) startTerm() (Term, bool) {
	if r.From <= 1 && r.Start.IsZero() {
		return Term{}, false
	}
	return Term{Says: fmt.Sprintf("entered in round %d with %s points", max(1, r.From), r.Start), Value: r.Start}, true
}

// term is a bout as a term about its one opponent, or about nobody.
func (b *bout) term(value exact.Num) Term {
	t := Term{Round: b.round, Says: b.says, Value: value}
	if len(b.opponents) == 1 {
		t.Opponent = b.opponents[0].ID
	}
	switch b.kind {
	case open:
		t.Out = "no result yet"
	case absent:
		t.Out = "no points without a grant of the organiser"
	}
	return t
}

// cumulative adds up the scores after each round: early wins count more.
func (x *computing) cumulative(r *record, _ Criterion) Cell {
	running := r.Start
	var terms []Term
	for _, b := range r.bouts {
		running = running.Add(b.points)
		t := b.term(running)
		t.Says = fmt.Sprintf("%s points after round %d", running, b.round)
		if b.kind == absent {
			t.Out = ""
		}
		terms = append(terms, t)
	}
	return sumOf(terms)
}

// victoryMargin adds up the differences of victory points, each no greater than the cap.
func (x *computing) victoryMargin(r *record, c Criterion) Cell {
	var terms []Term
	for _, b := range r.bouts {
		n := b.margin
		if c.Cap > 0 {
			n = min(max(n, -c.Cap), c.Cap)
		}
		t := b.term(exact.Int(n).Mul(b.weight))
		if t.Says = fmt.Sprintf("%+d victory points", b.margin); n != b.margin {
			t.Says += fmt.Sprintf(", counted as %+d", n)
		}
		if b.kind != played && t.Out == "" {
			t.Out = b.says
		}
		terms = append(terms, t)
	}
	return sumOf(terms)
}

// wins counts the matches that were won at the table.
func (x *computing) wins(r *record, _ Criterion) Cell {
	var terms []Term
	for _, b := range r.bouts {
		t := b.term(exact.Int(one(b.kind == played && b.outcome == Win)))
		if b.kind != played && t.Out == "" {
			t.Out = "not played at the table"
		}
		terms = append(terms, t)
	}
	return sumOf(terms)
}

// mostLot is how many lots there are.
const mostLot = 1_000_000_000

// lots draws a number for each player who is asked. It depends on the seed and the player alone, so
// nobody's changes when another enters, drops or is named elsewhere in the list.
func (x *computing) lots(r *record, _ Criterion) Cell {
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.ID)) // never fails
	n := exact.Int(engine.Draw(x.Seed, h.Sum64(), mostLot))
	return Cell{
		Asked: true, How: Drawn, Value: n,
		Terms: []Term{{Says: fmt.Sprintf("lot %s of the draw with seed %d", n, x.Seed), Value: n}},
		Note:  "The greater lot comes first.",
	}
}
