package standings

import (
	"fmt"

	"github.com/muster-events/muster/engine/exact"
)

// strength is strength of schedule: what the opponents have, points of their byes included; own byes are
// skipped.
//
// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
func (x *computing) strength(r *record, c Criterion) Cell {
	var terms []Term
	var met exact.Num
	for _, b := range r.bouts {
		more, n := x.metTerms(b, func(o *record) (exact.Num, string) {
			points, rounds := o.score(), o.weights()
			if c.Edition == EditionSum || rounds.IsZero() {
				return points, fmt.Sprintf("%s points", points)
			}
			return points.Div(rounds), fmt.Sprintf("%s points in %s rounds", points, rounds)
		})
		terms, met = append(terms, more...), met.Add(n)
	}
	return overSchedule(r, c, terms, met)
}

// extStrength is extended strength of schedule: the mean of the opponents' own.
func (x *computing) extStrength(r *record, c Criterion) Cell {
	var terms []Term
	var met exact.Num
	for _, b := range r.bouts {
		more, n := x.metTerms(b, func(o *record) (exact.Num, string) {
			return x.memo(o, Criterion{Kind: Strength, Edition: c.Edition}).Value, "their strength of schedule"
		})
		terms, met = append(terms, more...), met.Add(n)
	}
	if c.Edition == EditionSum {
		return meanOf(terms, met, exact.Num{})
	}
	return overSchedule(r, c, terms, met)
}

// overSchedule divides as the edition says: not at all, by all own rounds, or by the opponents met.
func overSchedule(r *record, c Criterion, terms []Term, met exact.Num) Cell {
	var cell Cell
	switch c.Edition {
	case EditionSum:
		return sumOf(terms)
	case EditionTOME:
		cell = meanOf(terms, r.weights(), exact.Num{})
	default:
		cell = meanOf(terms, met, exact.Num{})
	}
	if met.IsZero() {
		cell.Note = "No opponent yet: 0."
	}
	return cell
}
