package tournament

import (
	"fmt"
	"time"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// timed tells whether a round has a clock that matters.
func timed(r view.Round) bool { return r.Clock != nil && r.Clock.Seconds > 0 && !r.Finished }

// plays tells whether a table has no result yet.
func plays(t view.Table) bool { return t.Stands == 0 && len(t.Seats) > 0 }

// given are the tables of a round that play and were given more time than the others, or less.
func given(r view.Round) []view.Table {
	var out []view.Table
	for _, t := range r.Tables {
		if plays(t) && t.Extra != 0 {
			out = append(out, t)
		}
	}
	return out
}

// calledAll tells whether time was called at every table that has as much as the round.
func calledAll(r view.Round) bool {
	called := false
	for _, t := range r.Tables {
		if plays(t) && t.Extra == 0 {
			if !t.Called {
				return false
			}
			called = true
		}
	}
	return called
}

// hand is what a clock shows: a moment to count down to, or what is left while it stands still, or that the
// time was called.
type hand struct {
	Until  time.Time
	Left   time.Duration
	Stands bool
	Reason string // why it stands still
	Called bool
}

// handOf is the clock of a round, or of a table of it that was given so many seconds more.
func handOf(r view.Round, extra int, called bool) hand {
	more := time.Duration(extra) * time.Second
	if left, stopped := r.Left(); stopped && !called {
		return hand{Left: left + more, Stands: true, Reason: r.Clock.Reason}
	}
	return hand{Until: r.Ends().Add(more), Called: called}
}

// until writes a moment for scripts, to the millisecond: a clock counts down to it.
func until(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// moreSays says what a table was given: "5:00 more than the others".
func moreSays(extra int) string {
	if extra < 0 {
		return minutes(time.Duration(-extra)*time.Second) + " less than the others"
	}
	return minutes(time.Duration(extra)*time.Second) + " more than the others"
}

// minutes writes a length of time: "12:05", "1:04:10".
func minutes(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// moment is now, as it is written into the log.
func (c *call) moment() log.Moment { return log.Moment(c.Now().UnixMilli()) }

func extendForm(c *call) console.Form {
	return console.Form{Fields: []console.Field{
		c.tableField("table", "For", true),
		{Kind: console.FieldText, Name: "minutes", Label: "Minutes", Help: "−5 takes five minutes away.", Max: 5, Value: "5"},
		optional(reason("Why")),
	}}
}

func extend(c *call) ([]events.CommandBody, error) {
	n, err := site.Number(c.r, "minutes", "The minutes", -120, 120)
	if err != nil {
		return nil, err
	}
	if n == nil || *n == 0 {
		return nil, site.Malformed("say how many minutes")
	}
	why, err := c.perhaps("reason", "The reason")
	return []events.CommandBody{log.ExtendClock{Round: len(c.Rounds), Table: c.argument("table"), Seconds: 60 * *n, Reason: why}}, err
}

func callForm(c *call) console.Form {
	return console.Form{
		Says:   []string{"What is left on the clock is taken away, and time is called. A table that was given more time than the others keeps that much, unless it is the one you choose."},
		Fields: []console.Field{c.tableField("table", "For", true), optional(reason("Why"))},
	}
}

// mostTaken is how many seconds one command takes away at most.
const mostTaken = 7200

// callNow takes away what is left, of one table or of all, and calls the time.
func callNow(c *call) ([]events.CommandBody, error) {
	r, ok := c.Last()
	if !ok || !timed(r) || !ticking(r) {
		return nil, site.Malformed("the clock does not run: look at the desk again")
	}
	why, err := c.perhaps("reason", "The reason")
	if err != nil {
		return nil, err
	}
	table, ends, most := c.argument("table"), r.Ends(), r.Clock.Seconds-1 // a round of no time at all has no clock
	if table > 0 && table <= len(r.Tables) {
		extra := r.Tables[table-1].Extra
		ends, most = ends.Add(time.Duration(extra)*time.Second), r.Clock.Seconds+max(0, extra)
	}
	now := c.Now()
	take := min(int((ends.Sub(now)+time.Second-1)/time.Second), most)
	var out []events.CommandBody
	for left := take; left > 0; left -= mostTaken {
		out = append(out, log.ExtendClock{Round: r.N, Table: table, Seconds: -min(left, mostTaken), Reason: why})
	}
	at := max(c.moment(), log.Moment(ends.Add(-time.Duration(max(0, take))*time.Second).UnixMilli()))
	return append(out, log.CallTime{Round: r.N, Table: table, At: at}), nil
}

// perhaps is a field that may be empty.
func (c *call) perhaps(name, label string) (string, error) {
	if c.r.FormValue(name) == "" {
		return "", nil
	}
	return site.Field(c.r, name, label, 400)
}
