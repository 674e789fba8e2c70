package standings

import (
	"fmt"

	"github.com/muster-events/muster/engine/exact"
)

// matchWin is the share of the match points that the rounds a player took part in had to give. A bye
// counts as it is scored.
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func (x *computing) matchWin(r *record, c Criterion) Cell {
	var terms []Term
	if t, late := r.startTerm(); late {
		terms = append(terms, t)
	}
	for _, b := range r.bouts {
		t := b.term(b.points)
		if !b.counts() && t.Out == "" {
			t.Out = "absent: the round does not count"
		}
		terms = append(terms, t)
	}
	cell := meanOf(terms, x.rs.Points.Win.Mul(r.weights()), c.Floor)
	cell.Note = floored(cell, "No round counts yet")
	return cell
}

// gameWin is the share of the game points of all games.
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func (x *computing) gameWin(r *record, c Criterion) Cell {
	all, p := 0, x.rs.Points
	var terms []Term
	for _, b := range r.bouts {
		t := b.term(p.GameWin.Times(b.games.won).Add(p.GameDraw.Times(b.games.drawn)))
		if t.Out == "" && b.games.all() == 0 {
			t.Out = "no game was played"
		}
		if b.kind == fullBye {
			t.Says = fmt.Sprintf("bye, %d games won", b.games.won)
		}
		all += b.games.all()
		terms = append(terms, t)
	}
	cell := meanOf(terms, p.GameWin.Times(all), c.Floor)
	cell.Note = floored(cell, "No game counts yet")
	return cell
}

func floored(c Cell, none string) string {
	if c.Over.IsZero() {
		return fmt.Sprintf("%s: %s.", none, c.Floor)
	}
	if c.Floor.Sign() > 0 && c.Value.Cmp(c.Floor) == 0 {
		return fmt.Sprintf("At least %s counts.", c.Floor)
	}
	return ""
}

// oppMatchWin and oppGameWin are the means of the opponents' percentages: whoever was met twice counts
// twice, byes are skipped, dropped players count.
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C"; cases/README.md, 10 and 12.
func (x *computing) oppMatchWin(r *record, c Criterion) Cell {
	return x.opponentsMean(r, c, Criterion{Kind: MatchWin, Floor: c.Floor})
}

func (x *computing) oppGameWin(r *record, c Criterion) Cell {
	return x.opponentsMean(r, c, Criterion{Kind: GameWin, Floor: c.Floor})
}

func (x *computing) opponentsMean(r *record, c, of Criterion) Cell {
	var terms []Term
	var over exact.Num
	for _, b := range r.bouts {
		more, n := x.metTerms(b, func(o *record) (exact.Num, string) {
			s := x.share(o, of)
			return s.value, s.says
		})
		terms, over = append(terms, more...), over.Add(n)
		more, n = x.emptySeats(b, c.Floor)
		terms, over = append(terms, more...), over.Add(n)
	}
	cell := meanOf(terms, over, c.Floor)
	if over.IsZero() {
		cell.Note = fmt.Sprintf("No opponent yet: %s.", c.Floor)
	}
	return cell
}

// share is a percentage as it counts for others.
type share struct {
	value exact.Num
	says  string
}

// share works a percentage out for others, once.
func (x *computing) share(o *record, c Criterion) share {
	key := memoKey{o, c}
	s, is := x.shares[key]
	if !is {
		cell := x.memo(o, c)
		s = share{cell.Value, percentSays(cell)}
		x.shares[key] = s
	}
	return s
}

// percentSays says what a percentage is made of.
func percentSays(c Cell) string {
	if c.Over.IsZero() {
		return "nothing counts yet, the floor does"
	}
	c.Floor = exact.Num{}
	sum := c.Again().Mul(c.Over)
	if c.Value.Cmp(c.Again()) > 0 {
		return fmt.Sprintf("%s of %s points, the floor counts", sum, c.Over)
	}
	return fmt.Sprintf("%s of %s points", sum, c.Over)
}

// metTerms are the terms of a bout's opponents, times its weight, and how much they weigh. Partners are
// told apart.
func (x *computing) metTerms(b *bout, of func(*record) (exact.Num, string)) ([]Term, exact.Num) {
	if len(b.opponents) == 0 {
		return []Term{{Round: b.round, Says: b.says, Out: b.unmet()}}, exact.Num{}
	}
	var terms []Term
	var weight exact.Num
	for _, o := range b.opponents {
		t := Term{Round: b.round, Opponent: o.ID}
		if b.meets(x.rs) {
			value, says := of(o)
			t.Value, t.Says, weight = value.Mul(b.weight), says, weight.Add(b.weight)
		} else {
			t.Says, t.Out = b.says, b.unmet()
		}
		terms = append(terms, t)
	}
	for _, o := range b.partners {
		terms = append(terms, Term{Round: b.round, Opponent: o.ID, Says: "partner", Out: "on the same side"})
	}
	return terms, weight
}

// emptySeats stand in for opponents at the floor: those of a bye, and of a table that was not full.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func (x *computing) emptySeats(b *bout, floor exact.Num) ([]Term, exact.Num) {
	n, says := 0, "an empty seat counts the floor"
	switch {
	case b.kind == fullBye:
		n, says = x.rs.Pods.ByeMeets, "a bye counts opponents at the floor"
	case b.kind == played && x.rs.Pods.ShortMeets:
		n = max(0, x.rs.Pods.Size-b.seats)
	}
	var terms []Term
	for range n {
		terms = append(terms, Term{Round: b.round, Says: says, Value: floor.Mul(b.weight)})
	}
	return terms, b.weight.Times(n)
}
