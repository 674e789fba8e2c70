package ledger

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// maxPending bounds the commits of one gathering that wait to be written; who brings more waits.
const maxPending = 4096

// maxBatch bounds the commits of one transaction.
const maxBatch = 1000

// gapWait is how long an append waits for the commit before it, which is being appended in this
// process at the same time, before it reads the log.
const gapWait = 5 * time.Millisecond

// fillWait bounds the reading of the log for commits that other processes appended.
const fillWait = 10 * time.Second

// Store is a log that answers an append only when the commit, and all before it, are in the ledger
// too. Everything else passes through to the log itself. Make one with [Wrap].
type Store struct {
	store.Store
	ledger *Ledger

	// Crash, if set, is called at the named points and ends the append there with the error it
	// returns, as a crash would. For tests.
	Crash func(Point) error
}

// Point names a place in an append where a process may die.
type Point string

// The points of an append.
const (
	BeforeAppend Point = "before the append to the log"
	AfterAppend  Point = "between log and ledger"
	AfterLedger  Point = "before the answer"
)

// Wrap returns the log with the ledger as its second copy.
func Wrap(l *Ledger, log store.Store) *Store { return &Store{Store: log, ledger: l} }

// Append implements store.Appender. A command that the ledger knows is answered from the ledger.
func (s *Store) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	if err := d.Stream.Validate(); err != nil {
		return store.Result{}, err
	}
	if err := d.Command.ID.Validate(); err != nil {
		return store.Result{}, err
	}
	if err := s.ledger.refusal(d.Stream.Gathering); err != nil {
		return store.Result{}, err
	}
	if r, ok, err := s.ledger.find(d.Stream, d.Command.ID); ok || err != nil {
		return store.Result{Recorded: r, Duplicate: ok}, err
	}
	if err := s.crash(BeforeAppend); err != nil {
		return store.Result{}, err
	}
	res, err := s.Store.Append(ctx, want, d)
	if err != nil {
		return store.Result{}, err
	}
	if err := s.crash(AfterAppend); err != nil {
		return store.Result{}, err
	}
	if err := s.ledger.keep(ctx, s.Store, res.Recorded); err != nil {
		return store.Result{}, err
	}
	return res, s.crash(AfterLedger)
}

func (s *Store) crash(p Point) error {
	if s.Crash == nil {
		return nil
	}
	return s.Crash(p)
}

// keep returns when r and everything before it is synced. It reads what other processes appended
// from the log.
func (l *Ledger) keep(ctx context.Context, log store.Follower, r events.Recorded) error {
	g := r.Stream.Gathering
	if err := l.offer(ctx, r); err != nil {
		return err
	}
	for filled := false; ; {
		if err := l.write(ctx, g, r.Position); err != nil {
			return err
		}
		synced, moved, err := l.progress(g)
		if err != nil || synced >= r.Position {
			return err
		}
		t := time.NewTimer(gapWait)
		select {
		case <-moved:
			t.Stop()
			continue
		case <-ctx.Done():
			t.Stop()
			return &events.UnavailableError{Op: "append", Reason: "the request was given up before the second copy was written", NotKnown: true, Err: ctx.Err()}
		case <-t.C:
		}
		if filled { // it was in the log before and is not now
			return &events.UnavailableError{Op: "append", Reason: "the log could not be read back for the second copy", NotKnown: true}
		}
		if err := l.fill(ctx, log, g, synced, r.Position); err != nil {
			return err
		}
		filled = true
	}
}

// fill offers the commits after position after and before position end, read from the log.
func (l *Ledger) fill(ctx context.Context, log store.Follower, g events.GatheringID, after, end events.Position) error {
	ctx, cancel := context.WithTimeout(ctx, fillWait)
	defer cancel()
	for r, err := range log.Follow(ctx, g, after) {
		if err != nil {
			return l.stop(g, err)
		}
		if err := l.offer(ctx, r); err != nil {
			return err
		}
		if r.Position >= end-1 {
			break
		}
	}
	return l.write(ctx, g, end)
}

// offer notes a commit as to be written. While too many are, it writes some or waits.
func (l *Ledger) offer(ctx context.Context, r events.Recorded) error {
	g := r.Stream.Gathering
	for {
		taken, synced, moved, err := l.tryOffer(r)
		if taken || err != nil {
			return err
		}
		if err := l.write(ctx, g, synced+1); err != nil {
			return err
		}
		if now, _, _ := l.progress(g); now > synced {
			continue
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return &events.UnavailableError{Op: "append", Reason: "the second copy is written too slowly", NotKnown: true, Err: ctx.Err()}
		}
	}
}

func (l *Ledger) tryOffer(r events.Recorded) (taken bool, synced events.Position, moved <-chan struct{}, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	st := l.state(r.Stream.Gathering)
	if st.failed != nil || r.Position <= st.synced {
		return true, st.synced, nil, st.failed
	}
	if len(st.pending) >= maxPending && r.Position != st.synced+1 { // the next one is always taken
		return false, st.synced, st.moved, nil
	}
	st.pending[r.Position] = r
	return true, st.synced, nil, nil
}

// state returns the state of a gathering, making one. The caller holds mu.
func (l *Ledger) state(g events.GatheringID) *state {
	st := l.states[g]
	if st == nil {
		st = newState()
		l.states[g] = st
	}
	return st
}

func (l *Ledger) progress(g events.GatheringID) (events.Position, <-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	st := l.state(g)
	return st.synced, st.moved, st.failed
}

// refusal returns why a gathering takes no more commits, nil if it does.
func (l *Ledger) refusal(g events.GatheringID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if st := l.states[g]; st != nil {
		return st.failed
	}
	return nil
}

// Stop makes a gathering take no more commits, because its log cannot be trusted; whoever tries is
// given the reason.
func (l *Ledger) Stop(g events.GatheringID, reason error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	st := l.state(g)
	if st.failed != nil {
		return
	}
	st.failed = reason
	clear(st.pending)
	st.announce()
	l.log.Error("a gathering takes no more entries", "gathering", string(g), "err", reason)
}

// stop stops a gathering if err means that its log is damaged, and returns err.
func (l *Ledger) stop(g events.GatheringID, err error) error {
	var corrupt *events.CorruptError
	if errors.As(err, &corrupt) {
		l.Stop(g, err)
	}
	return err
}

// announce wakes who waits. The caller holds mu.
func (st *state) announce() {
	close(st.moved)
	st.moved = make(chan struct{})
}

// write waits for its turn and then writes everything that is pending and has no gap before it, of
// all gatherings, in one transaction. If somebody else has meanwhile written up to the position, it
// returns at once.
func (l *Ledger) write(ctx context.Context, g events.GatheringID, upTo events.Position) error {
	for {
		synced, moved, err := l.progress(g)
		if err != nil || synced >= upTo {
			return err
		}
		select {
		case l.turn <- struct{}{}:
			err := l.writePending()
			<-l.turn
			return err
		case <-moved:
		case <-ctx.Done():
			return &events.UnavailableError{Op: "append", Reason: "the request was given up before the second copy was written", NotKnown: true, Err: ctx.Err()}
		}
	}
}

// writePending writes one batch. The caller has the turn.
func (l *Ledger) writePending() error {
	batch := l.take()
	if len(batch) == 0 {
		return nil
	}
	var bad events.GatheringID
	err := l.db.Update(func(tx *bbolt.Tx) error {
		for _, r := range batch {
			if err := add(tx, r); err != nil {
				bad = r.Stream.Gathering
				return err
			}
		}
		return nil
	})
	var corrupt *events.CorruptError
	if errors.As(err, &corrupt) { // nothing was written; the others go on without this gathering
		l.Stop(bad, err)
		return l.writePending()
	}
	if err != nil {
		return writeFailed(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range batch {
		st := l.state(r.Stream.Gathering)
		st.synced = max(st.synced, r.Position)
		delete(st.pending, r.Position)
	}
	for _, r := range batch {
		l.state(r.Stream.Gathering).announce()
	}
	return nil
}

// take returns what can be written now, in order.
func (l *Ledger) take() []events.Recorded {
	l.mu.Lock()
	defer l.mu.Unlock()
	var batch []events.Recorded
	for _, g := range slices.Sorted(maps.Keys(l.states)) {
		st := l.states[g]
		for pos := st.synced + 1; len(batch) < maxBatch; pos++ {
			r, ok := st.pending[pos]
			if !ok {
				break
			}
			batch = append(batch, r)
		}
		maps.DeleteFunc(st.pending, func(p events.Position, _ events.Recorded) bool { return p <= st.synced })
	}
	return batch
}
