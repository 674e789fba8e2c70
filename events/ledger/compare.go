package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Range is a range of positions, both ends included.
type Range struct{ From, To events.Position }

// String returns "7" or "7 to 9".
func (r Range) String() string {
	if r.From == r.To {
		return fmt.Sprint(r.From)
	}
	return fmt.Sprintf("%d to %d", r.From, r.To)
}

// Len returns the number of positions.
func (r Range) Len() int { return int(r.To-r.From) + 1 }

func extend(rs []Range, p events.Position) []Range {
	if n := len(rs); n > 0 && rs[n-1].To+1 == p {
		rs[n-1].To = p
		return rs
	}
	return append(rs, Range{From: p, To: p})
}

func words(rs []Range) string {
	const shown = 5
	var out []string
	for i, r := range rs {
		if i == shown {
			out = append(out, fmt.Sprintf("%d more places", len(rs)-shown))
			break
		}
		out = append(out, r.String())
	}
	return strings.Join(out, ", ")
}

// Finding is what the comparison of both copies of one gathering found.
type Finding struct {
	Gathering events.GatheringID
	Ledger    events.Position // where the ledger ended
	Stream    events.Position // the last position that could be read from the stream
	Proven    events.Position // up to here every commit is there, in one copy at least
	CaughtUp  int             // commits that the ledger lacked and now has

	StreamBad []Range // positions that the stream lacks or holds differently
	LedgerBad []Range // positions that the ledger lacks or holds differently
	LedgerOdd string  // what is wrong with what the ledger derives from the commits; "" if nothing
	Lost      []Range // positions that neither copy holds
	Surplus   []Range // positions of the stream after the ledger's end that do not follow; never answered
	Foreign   int     // commits of other gatherings that the ledger holds in this one's place
	Why       string  // the first thing that was found, in words
}

// OK reports whether both copies are whole and equal.
func (f Finding) OK() bool { return f.StreamOK() && f.LedgerOK() && len(f.Lost) == 0 }

// StreamOK reports whether the stream is whole.
func (f Finding) StreamOK() bool { return len(f.StreamBad) == 0 && len(f.Surplus) == 0 }

// LedgerOK reports whether the ledger is whole.
func (f Finding) LedgerOK() bool { return len(f.LedgerBad) == 0 && f.LedgerOdd == "" }

// Words says what was found and what to do.
func (f Finding) Words() string {
	if f.OK() {
		if f.CaughtUp > 0 {
			return fmt.Sprintf("%s: the ledger lacked %d commits and has taken them from the stream", f.Gathering, f.CaughtUp)
		}
		return fmt.Sprintf("%s: both copies hold the same %d commits", f.Gathering, f.Proven)
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if f.Stream == 0 && f.Ledger > 0 {
		say("the broker's stream is gone or empty, the ledger holds %d commits", f.Ledger)
	} else if len(f.StreamBad) > 0 {
		say("position %s is missing or different in the broker's stream", words(f.StreamBad))
	}
	if len(f.Surplus) > 0 {
		say("position %s of the stream does not follow what is before it and was never answered", words(f.Surplus))
	}
	if len(f.LedgerBad) > 0 {
		say("position %s is missing or different in the ledger", words(f.LedgerBad))
	}
	if f.LedgerOdd != "" {
		say("the ledger's own tables are damaged (%s)", f.LedgerOdd)
	}
	if f.Why != "" {
		say("first: %s", f.Why)
	}
	if len(f.Lost) > 0 {
		say("position %s is in neither copy; up to %d everything is proven and can be read; bring back a backup of the data folder", words(f.Lost), f.Proven)
	} else {
		say("nothing is lost: all %d commits are there; %s", f.Proven, store.RepairHint)
	}
	return string(f.Gathering) + ": " + strings.Join(out, "; ")
}

// A DamageError says that the copies of a gathering are not both whole and equal. The gathering takes
// no commits until it is repaired.
type DamageError struct{ Finding Finding }

// Error says what was found and what to do.
func (e *DamageError) Error() string { return e.Finding.Words() }

// Report is the outcome of a comparison, one finding for each gathering, sorted by id.
type Report struct{ Findings []Finding }

// Err returns nil if everything is whole and equal, otherwise the [*DamageError] of every gathering
// that is not, joined.
func (r Report) Err() error {
	var errs []error
	for _, f := range r.Findings {
		if !f.OK() {
			errs = append(errs, &DamageError{Finding: f})
		}
	}
	return errors.Join(errs...)
}

// Commits returns the number of commits that were compared.
func (r Report) Commits() int {
	n := 0
	for _, f := range r.Findings {
		n += int(f.Proven)
	}
	return n
}

// Compare compares both copies of every gathering, commit by commit, before anything is served. A
// ledger that is only behind is brought up to the stream. A gathering that is damaged is stopped: a
// [Store] over this ledger refuses its appends with the [*DamageError]. The error is about the
// comparison itself; what was found is in the report. Progress, if not nil, is called now and then.
func Compare(ctx context.Context, l *Ledger, log Log, progress func(g events.GatheringID, done, of events.Position)) (Report, error) {
	all, err := gatherings(ctx, l, log)
	if err != nil {
		return Report{}, err
	}
	var out Report
	for _, g := range all {
		f, err := compareOne(ctx, l, log, g, progress)
		if err != nil {
			return out, fmt.Errorf("compare both copies of %s: %w", g, err)
		}
		if !f.OK() {
			l.Stop(g, &DamageError{Finding: f})
		}
		out.Findings = append(out.Findings, f)
	}
	return out, nil
}

// gatherings returns all gatherings that either copy knows, sorted.
func gatherings(ctx context.Context, l *Ledger, log store.Lister) ([]events.GatheringID, error) {
	all, err := log.Gatherings(ctx)
	if err != nil {
		return nil, err
	}
	all = append(all, l.Gatherings()...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

func compareOne(ctx context.Context, l *Ledger, log Log, g events.GatheringID, progress func(events.GatheringID, events.Position, events.Position)) (Finding, error) {
	f := Finding{Gathering: g, Ledger: l.End(g)}
	if g.Validate() != nil {
		f.LedgerOdd = fmt.Sprintf("it holds a gathering called %q", g)
		return f, nil
	}
	audit := newAuditor(l, g)
	err := f.walk(ctx, l, log, audit, func(p events.Position) {
		if progress != nil && p%1000 == 0 {
			progress(g, p, max(p, f.Ledger))
		}
	})
	if err != nil {
		return f, err
	}
	if f.LedgerOK() && len(f.Lost) == 0 {
		if f.LedgerOdd, err = audit.finish(); err != nil {
			return f, err
		}
	}
	if err := f.atSeal(l); err != nil {
		return f, err
	}
	if f.OK() && f.Stream > f.Ledger {
		if err := l.catchUp(ctx, log, g, f.Stream); err != nil {
			return f, err
		}
		f.CaughtUp = int(f.Stream - f.Ledger)
	}
	return f, nil
}

// walk takes note of every position of both copies. The audit is fed with what the ledger must hold.
func (f *Finding) walk(ctx context.Context, l *Ledger, log Log, audit *auditor, seen func(events.Position)) error {
	for p, err := range merge(ctx, l, log, f.Gathering) {
		if err != nil {
			return err
		}
		f.note(p)
		if p.proven && p.pos <= f.Ledger {
			if err := audit.add(p.commit); err != nil {
				return err
			}
		}
		seen(p.pos)
	}
	f.settle()
	return nil
}

// note takes what was found at one position.
func (f *Finding) note(p place) {
	if p.proven {
		f.Proven = p.pos
	}
	if p.stream != absent {
		f.Stream = p.pos
	}
	inLedger := p.pos <= f.Ledger
	if inLedger && p.stream != good {
		f.StreamBad = extend(f.StreamBad, p.pos)
	}
	if inLedger && p.ledger != good {
		f.LedgerBad = extend(f.LedgerBad, p.pos)
	}
	switch {
	case p.proven:
	case p.foreign:
		f.Foreign++
	case inLedger && !p.readable, !inLedger && p.stream == absent:
		f.Lost = extend(f.Lost, p.pos)
	case !inLedger:
		f.Surplus = extend(f.Surplus, p.pos)
	}
	if f.Why == "" && p.why != "" {
		f.Why = fmt.Sprintf("position %d: %s", p.pos, p.why)
	}
}

// settle draws the conclusions that need the whole walk: after a position that is lost, what follows
// in the stream is no surplus but cut off from what is proven.
func (f *Finding) settle() {
	if len(f.Lost) > 0 {
		f.Surplus = nil
		return
	}
	if f.Proven < f.Ledger && f.Foreign == 0 { // whole commits, but they contradict each other
		f.Lost = []Range{{From: f.Proven + 1, To: f.Ledger}}
	}
}

// catchUp brings the ledger up to a position of the log.
func (l *Ledger) catchUp(ctx context.Context, log store.Follower, g events.GatheringID, end events.Position) error {
	for r, err := range log.Follow(ctx, g, l.End(g)) {
		if err != nil {
			return err
		}
		if err := l.offer(ctx, r); err != nil {
			return err
		}
		if r.Position%maxBatch != 0 && r.Position < end {
			continue
		}
		if err := l.write(ctx, g, r.Position); err != nil {
			return err
		}
		if r.Position >= end {
			return nil
		}
	}
	return ctx.Err()
}
