package tournament

import "github.com/muster-events/muster/events/tournament"

// Clock is the clock of a round: when it was started and how long it stood still. It says nothing of
// the present; whoever shows it knows what time it is.
type Clock struct {
	Started tournament.Moment `json:"started"`
	Seconds int               `json:"seconds,omitempty"` // length of the round with what all tables were given; 0: there is no time limit
	Paused  tournament.Moment `json:"paused,omitempty"`  // since when it stands still; 0: it runs
	Stood   tournament.Moment `json:"stood,omitempty"`   // how long it stood still before, in milliseconds
	Reason  string            `json:"reason,omitempty"`  // of the pause
}

// Running reports whether the clock runs.
func (c *Clock) Running() bool { return c != nil && c.Paused == 0 }

// due is when a table's time is up. While the clock stands still it is not known.
func (c *Clock) due(t Table) (tournament.Moment, bool) {
	if c == nil || c.Seconds == 0 || c.Paused != 0 {
		return 0, false
	}
	return c.Started + c.Stood + tournament.Moment(c.Seconds+t.Extra)*1000, true
}

// Due returns when the time of a table is up; false if there is no clock or it stands still, and for a
// table whose time was called or that has a result.
func (r Round) Due(table int) (tournament.Moment, bool) {
	t, ok := r.Table(table)
	if !ok || t.Called || t.Stands != 0 {
		return 0, false
	}
	return r.Clock.due(t)
}

// NextDue returns the earliest moment at which the time of some table of the round is up; false if
// there is none. This is what a timer is set to; it is worked out again after every commit.
func (r Round) NextDue() (tournament.Moment, bool) {
	var first tournament.Moment
	found := false
	for _, t := range r.Tables {
		if at, ok := r.Due(t.N); ok && (!found || at < first) {
			first, found = at, true
		}
	}
	return first, found
}

// Left returns how many milliseconds a table has left at a moment, below 0 when it is over; false if
// there is no clock.
func (r Round) Left(table int, now tournament.Moment) (tournament.Moment, bool) {
	t, ok := r.Table(table)
	c := r.Clock
	if !ok || c == nil || c.Seconds == 0 {
		return 0, false
	}
	if c.Paused != 0 {
		now = c.Paused
	}
	return c.Started + c.Stood + tournament.Moment(c.Seconds+t.Extra)*1000 - now, true
}
