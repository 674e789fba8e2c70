package tournament

import (
	"slices"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// part takes a merge back that was made before the start.
func (d *decision) part(b tournament.PartEntrants) error {
	gone, ok := d.s.Entrant(b.Gone)
	switch {
	case !ok:
		return refuse(CodeEntrant, "there is no entrant %d: numbers go from 1 to %d", b.Gone, len(d.s.Entrants))
	case gone.Into == 0:
		return refuse(CodeNothing, "%s is an entry of its own: it was merged into no other", d.name(gone.N))
	}
	if note := d.mergeNote(gone.N); note != 0 {
		return refuse(CodeIntegrity, "that merge is number %d of the integrity list: undo it by a ruling", note)
	}
	if err := d.mayPart(gone); err != nil {
		return err
	}
	change := func() error {
		d.emit(tournament.EntrantsMerged{Keep: gone.Into, Gone: gone.N, Moved: gone.Moved, Undone: true})
		if d.s.Started() && !gone.Waiting && !gone.Dropped {
			d.emit(tournament.EntrantReturned{Entrant: gone.N, From: d.nextRound()})
		}
		return nil
	}
	if d.s.Started() {
		return d.touch(touching{what: tournament.TouchEntrants, reason: b.Reason, ack: b.Ack}, change)
	}
	if _, err := reason(b.Reason); err != nil {
		return err
	}
	return change()
}

// mayPart refuses to part entries of which one could be nowhere: whoever was seeded has the place.
func (d *decision) mayPart(gone rules.Entrant) error {
	if d.drawn() && !slices.Contains(d.s.Order, gone.N) {
		return refuse(CodeLate, "nobody enters a %s once it is drawn: %s could not play", d.s.Rules.Format, d.name(gone.N))
	}
	return nil
}

// mergeNote is the number of the integrity entry by which an entry was merged; 0 if there is none.
func (d *decision) mergeNote(gone int) int {
	for i := len(d.s.Integrity); i > 0; i-- {
		t, _ := d.s.touches.Get(i)
		for _, e := range t.events {
			if m, ok := e.(tournament.EntrantsMerged); ok && m.Gone == gone {
				if m.Undone {
					return 0
				}
				return i
			}
		}
	}
	return 0
}

// keepApart notes that two entries are two people, or that this is not known after all.
func (d *decision) keepApart(b tournament.KeepApart) error {
	why, err := sentence("reason", b.Reason, 0, maxReason)
	if err != nil {
		return err
	}
	a, err := d.entrant(min(b.A, b.B))
	if err != nil {
		return err
	}
	z, err := d.entrant(max(b.A, b.B))
	if err != nil {
		return err
	}
	if a.N == z.N {
		return malformed("entrant %d is named twice: name two entries", a.N)
	}
	if slices.Contains(d.s.Apart, [2]int{a.N, z.N}) != b.Undo {
		return nil
	}
	d.emit(tournament.EntrantsKeptApart{A: a.N, B: z.N, Undone: b.Undo, Reason: why})
	return nil
}
