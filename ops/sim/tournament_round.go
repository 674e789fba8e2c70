package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// roundMinutes is how long a round is meant to be.
const roundMinutes = 50

// roundPaces is how many paces a round of some tables takes.
func roundPaces(tables int) float64 { return 12 + 2*float64(tables) }

// elimination tells whether a round is one in which losing is being out.
func (c *cup) elimination(r view.Round) bool {
	return r.Stage == log.StageCut || c.rules.Format == log.FormatSingle || c.rules.Format == log.FormatDouble
}

// round plays a round that is paired: it is looked through, published, played, and what happens between
// rounds follows.
func (c *cup) round(ctx context.Context, n int) error {
	r, err := c.paired(ctx, n)
	if err != nil {
		return err
	}
	if n == 2 && !c.elimination(r) {
		if err := c.byHand(ctx, r); err != nil {
			return err
		}
	}
	if err := c.pause(ctx, 3); err != nil {
		return err
	}
	if err := c.official(ctx, log.PublishRound{Round: n}); err != nil {
		return err
	}
	if err := c.pause(ctx, 4); err != nil {
		return err
	}
	if r, err = c.paired(ctx, n); err != nil {
		return err
	}
	tables := "1 table"
	if k := len(r.Tables); k != 1 {
		tables = fmt.Sprintf("%d tables", k)
	}
	c.tell("Round %d is played at %s.", n, tables)
	if r.Open > 0 {
		if err := c.official(ctx, log.StartRound{Round: n, At: moment()}); err != nil {
			return err
		}
	}
	c.minute = time.Duration(roundPaces(len(r.Tables)) * float64(c.o.Pace) / roundMinutes)
	c.plan(r)
	if err := c.run(ctx); err != nil {
		return err
	}
	return c.after(ctx, r)
}

func moment() log.Moment { return log.Moment(time.Now().UnixMilli()) }

// paired returns a round as officials see it.
func (c *cup) paired(ctx context.Context, n int) (view.Round, error) {
	v, err := c.view(ctx)
	if err != nil {
		return view.Round{}, err
	}
	if len(v.Rounds) < n {
		return view.Round{}, fmt.Errorf("round %d is not shown at position %d", n, c.at)
	}
	return v.Rounds[n-1], nil
}

// plan puts into the agenda what happens at the tables of a round.
func (c *cup) plan(r view.Round) {
	var open []matchTable
	for _, i := range c.rng.Perm(len(r.Tables)) {
		if t := r.Tables[i]; t.State != view.TableStands && len(t.Seats) > 1 {
			open = append(open, c.seated(r, t))
		}
	}
	stories := c.stories(r)
	for i, t := range open {
		at := 18 + 15*(c.rng.Float64()+c.rng.Float64())
		tell := t.agree
		if i < len(stories) {
			tell = stories[i](t, &at)
		}
		c.in(at, tell)
	}
}

// A story is what happens at a table instead of the usual; it may move the minute that it ends in.
type story func(t matchTable, at *float64) func(context.Context) error

// stories are those of a round, a table each.
func (c *cup) stories(r view.Round) []story {
	wrong := func(t matchTable, _ *float64) func(context.Context) error { return t.disagree }
	rejected := func(t matchTable, _ *float64) func(context.Context) error { return t.reject }
	drawn := func(t matchTable, at *float64) func(context.Context) error {
		*at = 2 + c.rng.Float64()
		return t.drawByAgreement
	}
	slow := func(t matchTable, at *float64) func(context.Context) error {
		*at = c.timeUp() + 2
		return t.unfinished
	}
	absent := func(t matchTable, at *float64) func(context.Context) error {
		*at = 10
		return t.noShow
	}
	longer := func(t matchTable, at *float64) func(context.Context) error {
		c.in(*at/2, t.extend)
		return t.agree
	}
	two := c.rules.Format != log.FormatPods
	switch {
	case r.N == 1 && c.elimination(r):
		return []story{wrong, absent, longer}
	case r.N == 1:
		return []story{wrong, longer}
	case r.N == 2:
		return []story{rejected}
	case r.N == 3 && two && !c.elimination(r):
		return []story{slow, drawn}
	}
	return nil
}

// timeUp is the minute in which the clock of the round has run down.
func (c *cup) timeUp() float64 {
	if c.minute <= 0 {
		return roundMinutes
	}
	return float64(time.Duration(c.rules.Minutes)*time.Minute) / float64(c.minute)
}

// byHand changes a pairing by hand: the seconds of the last two tables change places.
func (c *cup) byHand(ctx context.Context, r view.Round) error {
	k := len(r.Tables)
	if k < 2 || len(r.Tables[k-1].Seats) < 2 {
		return nil
	}
	seats := func(t view.Table) (out []int) {
		for _, s := range t.Seats {
			out = append(out, s.Entrant)
		}
		return out
	}
	a, b := seats(r.Tables[k-2]), seats(r.Tables[k-1])
	a[1], b[1] = b[1], a[1]
	c.tell("The judge seats %s and %s by hand.", c.phones[a[1]].name, c.phones[b[1]].name)
	return c.touch(ctx, c.judge, func(ack string) events.CommandBody {
		return log.ChangePairing{
			Round: r.N, Tables: []log.Seating{{Table: k - 1, Entrants: a}, {Table: k, Entrants: b}},
			Reason: "They came in one car and have played all week", Ack: ack,
		}
	})
}

// after is what happens when a round is over.
func (c *cup) after(ctx context.Context, r view.Round) error {
	if c.elimination(r) {
		return c.pause(ctx, 4)
	}
	switch {
	case r.N == 1 && c.rules.LateUntil >= 2:
		if err := c.enterLate(ctx); err != nil {
			return err
		}
	case r.N == 2:
		if err := c.leave(ctx); err != nil {
			return err
		}
	case r.N == 3:
		if err := c.correct(ctx, r.N); err != nil {
			return err
		}
	}
	return c.pause(ctx, 4)
}

// correct corrects a result after its round: the slip was read upside down.
func (c *cup) correct(ctx context.Context, n int) error {
	r, err := c.paired(ctx, n)
	if err != nil {
		return err
	}
	for i := len(r.Tables) - 1; i >= 0; i-- {
		t := r.Tables[i]
		if t.Stands == 0 || t.Result == nil || t.Result.Kind != log.Played {
			continue
		}
		now := swapped(*t.Result)
		c.tell("Table %d of round %d is corrected.", t.N, n)
		return c.touch(ctx, c.judge, func(ack string) events.CommandBody {
			return log.CorrectResult{Round: n, Table: t.N, Was: t.Stands, Result: now, Reason: "The slip was read upside down", Ack: ack}
		})
	}
	return nil
}
