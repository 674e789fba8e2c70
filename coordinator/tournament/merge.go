package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// merge joins two entries of one person. Whoever sat in one round twice was two.
func (d *decision) merge(b tournament.MergeEntrants) error {
	keep, err := d.entrant(b.Keep)
	if err != nil {
		return err
	}
	gone, err := d.entrant(b.Gone)
	if err != nil {
		return err
	}
	if keep.N == gone.N {
		return malformed("entrant %d is named twice: name the two entries of one person", keep.N)
	}
	if d.drawn() && slices.Contains(d.s.Order, gone.N) || d.s.Cut != nil && slices.Contains(d.s.Cut.Entrants, gone.N) {
		return refuse(CodeMerge, "%s has a place in what is drawn: keep that entry and merge the other into it", d.name(gone.N))
	}
	moved, err := d.moved(keep, gone)
	if err != nil {
		return err
	}
	join := func() error {
		if keep.Waiting && !gone.Waiting {
			d.emit(tournament.WaitingAdmitted{Entrant: keep.N})
		}
		if keep.Dropped && gone.In() && d.s.Started() {
			d.emit(tournament.EntrantReturned{Entrant: keep.N, From: d.nextRound()})
		}
		d.emit(tournament.EntrantsMerged{Keep: keep.N, Gone: gone.N, Moved: moved})
		return nil
	}
	if !d.s.Started() {
		if _, err := reason(b.Reason); err != nil {
			return err
		}
		err := join()
		d.moveUp()
		return err
	}
	return d.touch(touching{what: tournament.TouchEntrants, reason: b.Reason, ack: b.Ack}, join)
}

// moved lists the rounds of an entry that go over to another.
func (d *decision) moved(keep, gone rules.Entrant) ([]int, error) {
	var out []int
	for _, r := range d.s.Rounds {
		tk, atK := r.At(keep.N)
		tg, atG := r.At(gone.N)
		inK, inG := atK || r.Bye(keep.N) != "", atG || r.Bye(gone.N) != ""
		switch {
		case atK && atG && tk.N == tg.N:
			return nil, refuse(CodeMerge, "%s and %s sit at table %d of round %d together: they are two people, or the pairing is wrong", d.name(keep.N), d.name(gone.N), tk.N, r.N)
		case inK && inG:
			return nil, refuse(CodeMerge, "%s and %s both play in round %d: undo its pairing, or correct it, first", d.name(keep.N), d.name(gone.N), r.N)
		case inG:
			out = append(out, r.N)
		}
	}
	for _, g := range gone.Byes {
		if keep.Granted(g.Round) == "" && !slices.Contains(out, g.Round) && g.Round > len(d.s.Rounds) {
			out = append(out, g.Round)
		}
	}
	return out, nil
}

// renumber seeds the entrants in another order. A bracket that is drawn stays.
func (d *decision) renumber(b tournament.Renumber) error {
	seen := map[int]bool{}
	for _, n := range b.Order {
		e, err := d.entrant(n)
		switch {
		case err != nil:
			return err
		case seen[n]:
			return malformed("%s is named twice in the new order", d.name(n))
		case !e.In():
			return refuse(CodeLeft, "%s is not in the tournament now: leave them out of the order", d.name(n))
		}
		seen[n] = true
	}
	for _, e := range d.s.Entrants {
		if e.In() && !seen[e.N] {
			return malformed("%s is missing from the new order: name everybody who is in", d.name(e.N))
		}
	}
	if d.drawn() && len(d.s.Rounds) > 0 {
		return refuse(CodeRound, "the %s is drawn by these numbers: undo the pairing of round 1 first", d.s.Rules.Format)
	}
	now := slices.Clone(b.Order)
	for _, n := range d.s.Order {
		if !seen[n] {
			now = append(now, n) // who left keeps a place behind
		}
	}
	if slices.Equal(now, d.s.Order) {
		return nil
	}
	change := func() error {
		d.emit(tournament.EntrantsRenumbered{Was: d.s.Order, Now: now})
		return nil
	}
	if !d.s.Started() {
		return change()
	}
	return d.touch(touching{what: tournament.TouchNumbers, reason: b.Reason, ack: b.Ack}, change)
}
