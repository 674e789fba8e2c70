package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-events/muster/events"
)

// restBetween is the shortest rest between two passes of a scrub.
const restBetween = time.Minute

// Scrub reads and hashes both copies of every gathering again and again until ctx ends, at most
// perSecond commits a second on the average (each gathering in one go, then a rest). A gathering that
// turns out to be damaged is stopped, as [Compare] does; found, if not nil, is told of each gathering
// after it was read. It returns nil when ctx ends.
func Scrub(ctx context.Context, l *Ledger, log Log, perSecond int, found func(Finding)) error {
	if perSecond < 1 {
		return fmt.Errorf("scrub at %d commits a second: the rate must be 1 or more", perSecond)
	}
	for ctx.Err() == nil {
		began := time.Now()
		all, err := gatherings(ctx, l, log)
		if err != nil && ctx.Err() == nil {
			l.log.Warn("the scrub could not list the gatherings and tries again", "err", err)
		}
		for _, g := range all {
			f, err := ScrubOne(ctx, l, log, g)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				l.log.Warn("the scrub could not read a gathering and tries again", "gathering", string(g), "err", err)
				continue
			}
			if found != nil {
				found(f)
			}
			rest(ctx, time.Duration(f.Proven)*time.Second/time.Duration(perSecond))
		}
		rest(ctx, restBetween-time.Since(began))
	}
	return nil
}

// ScrubOne reads and hashes both copies of one gathering, up to where the ledger ends now, while
// commits may be added. If it is damaged it is stopped.
func ScrubOne(ctx context.Context, l *Ledger, log Log, g events.GatheringID) (Finding, error) {
	_, sealed := l.Sealed(g) // before the end is read: it does not move once it is sealed
	f := Finding{Gathering: g, Ledger: l.End(g)}
	audit := newAuditor(l, g)
	for p, err := range merge(ctx, l, log, g) {
		if err != nil {
			return f, err
		}
		if p.pos > f.Ledger {
			break // it may be on its way
		}
		f.note(p)
		if p.proven {
			if err := audit.add(p.commit); err != nil {
				return f, err
			}
		}
	}
	f.settle()
	if f.LedgerOK() && len(f.Lost) == 0 {
		var err error
		if f.LedgerOdd, err = audit.live(); err != nil {
			return f, err
		}
	}
	if sealed {
		if err := f.atSeal(l); err != nil {
			return f, err
		}
	}
	if !f.OK() {
		l.Stop(g, &DamageError{Finding: f})
	}
	return f, nil
}

// rest waits for d or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
