package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Log is a log that can also be read where it is damaged, and written anew. The stores of
// events/store/jetstream and events/store/memory are such logs.
type Log interface {
	store.Store
	// Dump yields everything that can be read of a gathering's log, in order, whatever it is.
	Dump(ctx context.Context, g events.GatheringID) iter.Seq2[store.Stored, error]
	// Replace puts the given commits, at positions 1, 2, 3, …, in the place of everything that the
	// log of a gathering held.
	Replace(ctx context.Context, g events.GatheringID, commits iter.Seq2[events.Recorded, error]) error
}

// copyState says what one of the two copies holds at a position.
type copyState int

const (
	absent copyState = iota // nothing
	good                    // the commit
	bad                     // something else
)

// place is what both copies together say about one position.
type place struct {
	pos            events.Position
	commit         events.Recorded // if proven
	proven         bool            // the commit stands there and so do all before it
	readable       bool            // at least one copy holds a whole commit, which may not follow
	foreign        bool            // the ledger holds a whole commit of another gathering
	ledger, stream copyState
	raw            []byte // what the stream holds
	why            string // what is wrong, in words; "" if nothing
}

// merger walks both copies of a gathering side by side.
type merger struct {
	l      *Ledger
	g      events.GatheringID
	end    events.Position // of the ledger
	chain  *store.Chain
	broken bool // a position was not proven; nothing after it is
	batch  []entry
	from   events.Position // of batch[0]
}

// merge yields every position that either copy holds, in order. A commit is proven if it follows
// what is proven before it and its bytes are what the ledger's leaf says; beyond the ledger's end,
// or where the leaf itself is damaged, the broker's own checksum is trusted.
func merge(ctx context.Context, l *Ledger, log Log, g events.GatheringID) iter.Seq2[place, error] {
	return func(yield func(place, error) bool) {
		m := &merger{l: l, g: g, end: l.End(g), chain: store.NewChain(g, 0)}
		next, stop := iter.Pull2(log.Dump(ctx, g))
		defer stop()
		stored, err, more := next()
		for pos := events.Position(1); pos <= m.end || more; pos++ {
			if err == nil {
				err = ctx.Err()
			}
			var p place
			if err == nil {
				p, err = m.at(pos, stored, more)
			}
			if err != nil {
				yield(place{}, err)
				return
			}
			if !yield(p, nil) {
				return
			}
			if more && stored.Position <= pos {
				stored, err, more = next()
			}
		}
	}
}

// at judges one position.
func (m *merger) at(pos events.Position, stored store.Stored, more bool) (place, error) {
	p := place{pos: pos}
	e, err := m.entry(pos)
	if err != nil {
		return p, err
	}
	led, ledErr := e.open(m.g, pos)
	var str events.Recorded
	strErr := errors.New("it is missing in the stream")
	if more && stored.Position == pos {
		p.raw = stored.Raw
		if ledErr == nil && bytes.Equal(e.raw, stored.Raw) {
			str, strErr = led, standsOn(m.g, led, stored.Place) // decoded already
		} else {
			str, strErr = openStored(m.g, stored)
		}
	}
	leafHolds := e.raw != nil && ledErr == nil
	trusted := strErr == nil && (!leafHolds || str.Hash == led.Hash)
	switch {
	case m.take(led, ledErr):
		p.commit, p.proven = led, true
	case trusted && m.take(str, nil):
		p.commit, p.proven = str, true
	default:
		m.broken = true
	}
	p.readable = (ledErr == nil && led.Stream.Gathering == m.g) || strErr == nil
	p.foreign = ledErr == nil && led.Stream.Gathering != m.g && p.raw == nil
	p.ledger = m.judge(p, e.raw != nil, led, ledErr)
	p.stream = m.judge(p, p.raw != nil, str, strErr)
	p.why = m.words(p, e, ledErr, strErr)
	return p, nil
}

// take accepts a commit as the next one if it is.
func (m *merger) take(r events.Recorded, err error) bool {
	return err == nil && !m.broken && m.chain.Check(r) == nil
}

// judge says what a copy holds at a place.
func (m *merger) judge(p place, there bool, r events.Recorded, err error) copyState {
	switch {
	case !there:
		return absent
	case err == nil && (!p.proven && r.Stream.Gathering == m.g || p.proven && bytes.Equal(r.Raw, p.commit.Raw)):
		return good
	}
	return bad
}

func (m *merger) words(p place, e entry, ledErr, strErr error) string {
	var corrupt *events.CorruptError
	switch {
	case p.proven && p.ledger == good && p.stream == good, p.proven && p.pos > m.end:
		return ""
	case p.proven && p.stream == good && errors.As(ledErr, &corrupt):
		return corrupt.Problem
	case p.stream == absent:
		return "it is missing in the stream"
	case strErr != nil:
		return strErr.Error()
	case e.raw != nil:
		return "the stream holds another commit than the ledger"
	}
	return "the commit does not follow the one before it"
}

// entry returns what the ledger holds, reading ahead.
func (m *merger) entry(pos events.Position) (entry, error) {
	if pos > m.end {
		return entry{}, nil
	}
	if pos < m.from || pos >= m.from+events.Position(len(m.batch)) {
		batch, err := m.l.read(m.g, pos, min(readAtOnce, int(m.end-pos)+1))
		if err != nil {
			return entry{}, err
		}
		m.batch, m.from = batch, pos
	}
	return m.batch[pos-m.from], nil
}

// openStored returns the commit that the stream holds at a position.
func openStored(g events.GatheringID, m store.Stored) (events.Recorded, error) {
	r, err := store.Open(events.StreamID{}, m.Position, m.Raw)
	if err != nil {
		return events.Recorded{}, err
	}
	if err := standsOn(g, r, m.Place); err != nil {
		return events.Recorded{}, err
	}
	return r, nil
}

// standsOn checks that a commit of the gathering stands on its own subject.
func standsOn(g events.GatheringID, r events.Recorded, place string) error {
	if r.Stream.Gathering != g || events.LogSubject(r.Stream) != place {
		return fmt.Errorf("a commit of %s stands on %s", r.Stream, place)
	}
	return nil
}

// proven yields the proven commits of a gathering, taken from whichever copy holds them.
func proven(ctx context.Context, l *Ledger, log Log, g events.GatheringID) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for p, err := range merge(ctx, l, log, g) {
			if err != nil {
				yield(events.Recorded{}, err)
				return
			}
			if !p.proven || !yield(p.commit, nil) {
				return
			}
		}
	}
}
