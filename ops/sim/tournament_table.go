package sim

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
	view "github.com/muster-events/muster/projections/tournament"
)

// matchTable is a table of a tournament's round at which people play.
type matchTable struct {
	*cup
	round, n      int
	seats         []int
	first, second *phone // who enters, and who confirms
	result        log.Result
}

// seated returns a table with the result that it will have.
func (c *cup) seated(r view.Round, t view.Table) matchTable {
	out := matchTable{cup: c, round: r.N, n: t.N}
	for _, s := range t.Seats {
		out.seats = append(out.seats, s.Entrant)
	}
	order := c.rng.Perm(len(out.seats))
	out.first, out.second = c.phones[out.seats[order[0]]], c.phones[out.seats[order[1]]]
	out.result = c.outcome(out.seats)
	return out
}

// outcome draws a result: the better player wins more often.
func (c *cup) outcome(seats []int) log.Result {
	type player struct {
		n    int
		form float64
	}
	var at []player
	for _, n := range seats {
		at = append(at, player{n, c.phones[n].skill + 0.8*c.rng.Float64()})
	}
	slices.SortFunc(at, func(a, b player) int { return cmp.Compare(b.form, a.form) })
	res := log.Result{Kind: log.Played}
	for i, p := range at {
		line := log.Line{Entrant: p.n}
		switch {
		case c.rules.Format == log.FormatPods:
			line.Place = i + 1
		case i == 0:
			line.Games = 2
		default:
			line.Games = c.rng.IntN(2)
		}
		res.Lines = append(res.Lines, line)
	}
	return res
}

// swapped is a result with the first two the other way round.
func swapped(r log.Result) log.Result {
	r.Lines = slices.Clone(r.Lines)
	a, b := r.Lines[0].Entrant, r.Lines[1].Entrant
	r.Lines[0].Entrant, r.Lines[1].Entrant = b, a
	return r
}

// enter has a phone look at its table and enter a result.
func (t matchTable) enter(ctx context.Context, p *phone, res log.Result) error {
	mine, err := p.session.OwnEntry(ctx, t.o.Gathering, t.id, t.at)
	if err != nil {
		return fmt.Errorf("%s looks at the table: %w", p.name, err)
	}
	if !mine.MayEnter || mine.Table == nil || mine.Table.N != t.n {
		return fmt.Errorf("the phone of %s does not let enter the result of table %d", p.name, t.n)
	}
	body := log.EnterResult{Round: t.round, Table: t.n, Result: res}
	cmd := client.Command{ID: t.director.id(), Body: body}
	for range 1 + t.rng.IntN(20)/19 { // now and then the button is pressed twice
		r, err := t.given(ctx, t.send, p.session, cmd)
		if err != nil {
			return err
		}
		at, err := positionOf(body, r)
		if err != nil {
			return err
		}
		t.at = max(t.at, at)
	}
	return nil
}

// answer has a phone look at what the other side has entered, and confirm or reject it.
func (t matchTable) answer(p *phone, why string) func(context.Context) error {
	return func(ctx context.Context) error {
		mine, err := p.session.OwnEntry(ctx, t.o.Gathering, t.id, t.at)
		if err != nil {
			return fmt.Errorf("%s looks at the table: %w", p.name, err)
		}
		if !mine.MayConfirm {
			return fmt.Errorf("the phone of %s shows nothing to confirm at table %d", p.name, t.n)
		}
		if why != "" {
			return t.as(ctx, p.session, log.RejectResult{Round: t.round, Table: t.n, Entry: mine.Pending, Reason: why})
		}
		return t.as(ctx, p.session, log.ConfirmResult{Round: t.round, Table: t.n, Entry: mine.Pending})
	}
}

// soon is how many minutes it takes until the other one has found their phone.
func (t matchTable) soon() float64 { return 0.5 + 3*t.rng.Float64() }

// agree has one enter the result and the other confirm it.
func (t matchTable) agree(ctx context.Context) error {
	t.in(t.soon(), t.answer(t.second, ""))
	return t.enter(ctx, t.first, t.result)
}

// disagree has both enter different results; the judge settles it.
func (t matchTable) disagree(ctx context.Context) error {
	t.in(t.soon(), func(ctx context.Context) error {
		t.tell("%s and %s have entered different results at table %d; the judge is asked.", t.first.name, t.second.name, t.n)
		return t.enter(ctx, t.second, swapped(t.result))
	})
	t.in(6, func(ctx context.Context) error {
		res := t.result
		res.Note = "Both slips seen by the judge"
		return t.as(ctx, t.judge, log.EnterResult{Round: t.round, Table: t.n, Result: res})
	})
	return t.enter(ctx, t.first, t.result)
}

// reject has one enter a wrong result, which the other rejects; then the right one is entered.
func (t matchTable) reject(ctx context.Context) error {
	after := t.soon()
	t.in(after, t.answer(t.second, "It was the other way round"))
	t.in(after+1, func(ctx context.Context) error {
		t.tell("%s has rejected what %s entered at table %d; it is entered again.", t.second.name, t.first.name, t.n)
		return t.enter(ctx, t.first, t.result)
	})
	t.in(after+1+t.soon(), t.answer(t.second, ""))
	return t.enter(ctx, t.first, swapped(t.result))
}

// drawByAgreement has both agree on a draw without playing.
func (t matchTable) drawByAgreement(ctx context.Context) error {
	t.tell("%s and %s agree on a draw at table %d.", t.first.name, t.second.name, t.n)
	t.in(t.soon(), t.answer(t.second, ""))
	return t.enter(ctx, t.first, log.Result{Kind: log.IntentionalDraw})
}

// unfinished has a table enter the score as it stood when the time was up.
func (t matchTable) unfinished(ctx context.Context) error {
	t.tell("The time is up at table %d.", t.n)
	t.in(t.soon(), t.answer(t.second, ""))
	res := log.Result{Kind: log.Unfinished}
	for _, n := range t.seats {
		res.Lines = append(res.Lines, log.Line{Entrant: n, Games: 1})
	}
	return t.enter(ctx, t.first, res)
}

// noShow has the judge record that one has not come to the table.
func (t matchTable) noShow(ctx context.Context) error {
	t.tell("%s has not come to table %d and forfeits.", t.second.name, t.n)
	return t.as(ctx, t.judge, log.MarkNoShow{Round: t.round, Entrant: t.second.entrant})
}

// extend has the judge give a table more time.
func (t matchTable) extend(ctx context.Context) error {
	var body events.CommandBody = log.ExtendClock{Round: t.round, Table: t.n, Seconds: 60, Reason: "A long ruling"}
	t.tell("The judge gives table %d a minute more.", t.n)
	return t.as(ctx, t.judge, body)
}
