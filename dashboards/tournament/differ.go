package tournament

import (
	"fmt"
	"net/http"

	"github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	view "github.com/muster-events/muster/projections/tournament"
)

// after is what the desk is told about an action that was done: which it was, and for a result that another
// official had entered otherwise, at which table.
func (c *call) after(a action) string {
	to := "?done=" + a.name
	if a.name != "result" {
		return to
	}
	now, err := c.read(c.r.Context(), events.Tournament(c.Gathering, c.View.ID), true)
	if err != nil {
		return to // it is done; the desk shows how it is
	}
	round, table := c.argument("round"), c.argument("table")
	if e, _ := differing(now, round, table); e != nil && e.Person == c.Me.Person {
		to += fmt.Sprintf("&differs=%d-%d", round, table)
	}
	return to
}

// differing returns the latest entry of a table that waits beside what another person has entered, and that
// one; nil if nothing does.
func differing(v Shown, round, table int) (second, first *view.Entry) {
	if round < 1 || round > len(v.Rounds) || table < 1 || table > len(v.Rounds[round-1].Tables) {
		return nil, nil
	}
	t := v.Rounds[round-1].Tables[table-1]
	if t.State != view.TableConflict {
		return nil, nil
	}
	for i := len(t.Entries) - 1; i >= 0; i-- {
		e := &t.Entries[i]
		switch {
		case second == nil && e.State == tournament.EntryPending:
			second = e
		case second != nil && (e.State == tournament.EntryStands || e.State == tournament.EntryPending):
			return second, e
		}
	}
	return nil, nil
}

// Differs says to an official that somebody was quicker and has entered something else; empty: nobody was.
func (d Desk) Differs(r *http.Request) string {
	var round, table int
	if n, _ := fmt.Sscanf(r.URL.Query().Get("differs"), "%d-%d", &round, &table); n != 2 {
		return ""
	}
	second, first := differing(d.Shown, round, table)
	if second == nil {
		return "" // settled meanwhile
	}
	says := fmt.Sprintf("At table %d, %s was quicker and has entered: %s. You have entered: %s. Both are recorded.", table, d.Says(first.By), d.Says(first.Says), d.Says(second.Says))
	if first.State == tournament.EntryStands {
		return says + " The first stands until another person confirms or rejects yours."
	}
	return says + " Another person has to say which is right."
}
