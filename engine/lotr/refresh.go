package lotr

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// EndTableRound checks that nothing at the table is open, and returns the refresh phase if this
// round's was not carried out yet (possibly nothing). Open are: archery damage that is not
// assigned, a Fortitude test that is not resolved or not begun, a guard that is not found, a card with
// Peril that is not resolved, a siege value that is not known, a player's threat that was never
// declared. What is on the checklist is not: people tick it off or do not.
//
// Source: facts/game-facts.md, "5.1 Round". Ruling: 7.
func EndTableRound(c Context, t Table) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if err := d.siegeKnown(); err != nil {
		return nil, err
	}
	if err := d.readyToRefresh(); err != nil {
		return nil, err
	}
	if !t.Refreshed {
		d.refresh()
	}
	return d.out, nil
}

// Refresh returns the refresh phase of this round, if it was not carried out yet, whatever is open
// at the table: archery that is due is not dealt, and a threat that is not known stays so. For a
// round that the organiser or a judge ends.
func Refresh(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) {
		if !d.t.Refreshed {
			d.refresh()
		}
	})
}

// readyToRefresh refuses while something of the round is open that comes before its refresh.
func (d *entry) readyToRefresh() error {
	if err := d.archeryDone(); err != nil {
		return err
	}
	if err := d.nothingOpen(); err != nil {
		return err
	}
	return d.declared(d.t.TurnOrder(), "the refresh phase")
}

// refresh raises every threat by 1, in turn order, and then passes the first player token to the
// left. If the first player goes out by that, the token has gone on at once already and still
// passes to the left.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 7); "5.2 Elimination" (1.30).
func (d *entry) refresh() {
	d.pass(lotr.PhaseRefresh)
	d.endQuest()
	d.emit(lotr.PhaseBegan{Table: d.t.ID, Phase: lotr.PhaseRefresh})
	d.begins(lotr.PhaseRefresh)
	if f := d.sc.rules().noRefreshThreat; f == nil || !f(d.t) {
		d.raise(d.t.TurnOrder(), 1, lotr.WhyRefresh, "")
	}
	if f := d.sc.rules().tokenStays; f == nil || f(d.t) == "" {
		d.passToken("refresh")
	}
	d.settle()
}

// nothingOpen refuses to end the round while something is open at the table, and lists all of it.
func (d *entry) nothingOpen() error {
	var open []string
	if d.imperilled() {
		open = append(open, d.t.Peril.Card+" with Peril, which "+person(d.t.Peril.Player)+" resolves alone")
	}
	if d.t.Test != nil {
		open = append(open, "the Fortitude test of "+person(d.t.Test.Player))
	}
	for _, due := range d.t.Tests {
		if p, ok := d.t.Player(due.Player); ok && !p.Out {
			open = append(open, "a Fortitude test that "+person(due.Player)+" has to take because of "+due.Card)
		}
	}
	for _, n := range d.t.Guards {
		if i := slices.IndexFunc(d.t.Objectives, func(o Objective) bool { return o.Number == n }); i >= 0 {
			open = append(open, "the guard of "+d.t.Objectives[i].Card.Name)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return refuse("something-open", rounds, "this is still open at the table: %s; finish it, then end the round", strings.Join(open, "; "))
}
