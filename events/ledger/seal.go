package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
)

// A seal says where a gathering's log ended for ever, and the root of the tree over it. Seals are kept
// beside the format, in the bucket about.
type seal struct {
	end  events.Position
	root tlog.Hash
}

func sealKey(g events.GatheringID) []byte { return []byte("sealed/" + string(g)) }

func (s seal) bytes() []byte { return append(key8(uint64(s.end)), s.root[:]...) }

func parseSeal(b []byte) (seal, error) {
	if len(b) != 8+tlog.HashSize {
		return seal{}, fmt.Errorf("a seal has %d bytes", len(b))
	}
	s := seal{end: position(b)}
	copy(s.root[:], b[8:])
	return s, nil
}

// Sealed returns the position at which the ledger was sealed; false if the gathering is open.
func (l *Ledger) Sealed(g events.GatheringID) (events.Position, bool) {
	s, ok, err := l.seal(g)
	return s.end, ok && err == nil
}

// seal returns the seal of a gathering, and whether there is one.
func (l *Ledger) seal(g events.GatheringID) (s seal, ok bool, err error) {
	err = l.db.View(func(tx *bbolt.Tx) error {
		v := tx.Bucket(aboutBucket).Get(sealKey(g))
		if v == nil {
			return nil
		}
		ok = true
		s, err = parseSeal(v)
		return err
	})
	return s, ok, err
}

// mark seals the ledger of a gathering at its end, which must be the end of the sealed log.
func (l *Ledger) mark(g events.GatheringID, end events.Position) error {
	root, err := l.Root(g, end)
	if err != nil {
		return err
	}
	err = l.db.Update(func(tx *bbolt.Tx) error {
		about := tx.Bucket(aboutBucket)
		if about.Get(sealKey(g)) != nil {
			return nil
		}
		return about.Put(sealKey(g), seal{end: end, root: root}.bytes())
	})
	if err != nil {
		return writeFailed(err)
	}
	return nil
}

// past refuses a commit after the end of a sealed gathering: no broker takes one, so it was put there.
func past(tx *bbolt.Tx, r events.Recorded) error {
	v := tx.Bucket(aboutBucket).Get(sealKey(r.Stream.Gathering))
	if v == nil {
		return nil
	}
	s, err := parseSeal(v)
	if err != nil {
		return damaged(r.Stream.Gathering, r.Position, "%v", err)
	}
	if r.Position <= s.end {
		return nil
	}
	return damaged(r.Stream.Gathering, r.Position, "the log was sealed at position %d", s.end)
}

// Closed reports whether the gathering's last word is that its log is to be sealed.
func (l *Ledger) Closed(g events.GatheringID) (bool, error) {
	head, err := l.head(events.Desk(g))
	if err != nil || head.Version == 0 {
		return false, err
	}
	batch, err := l.read(g, head.Position, 1)
	if err != nil {
		return false, err
	}
	r, err := batch[0].open(g, head.Position)
	return err == nil && desk.Seals(r.Commit), err
}

// Seal implements store.Sealer: it seals the log, brings the ledger up to its end and seals that too.
// Done again, or begun again after a crash at any point, it comes to the same.
func (s *Store) Seal(ctx context.Context, g events.GatheringID) error {
	if err := s.ledger.refusal(g); err != nil {
		return err
	}
	if err := s.crash(BeforeSeal); err != nil {
		return err
	}
	if err := s.Store.Seal(ctx, g); err != nil {
		return err
	}
	if err := s.crash(BetweenSeals); err != nil {
		return err
	}
	end, err := s.Store.End(ctx, g)
	if err != nil {
		return err
	}
	if s.ledger.End(g) < end {
		if err := s.ledger.catchUp(ctx, s.Store, g, end); err != nil {
			return err
		}
	}
	return s.ledger.mark(g, end)
}

// The points of a sealing where a process may die.
const (
	BeforeSeal   Point = "before the log is sealed"
	BetweenSeals Point = "between the seals of log and ledger"
)

// sealAgain and sealSlowest bound the growing pause between tries to seal a log.
const (
	sealAgain   = 50 * time.Millisecond
	sealSlowest = 5 * time.Second
)

// close seals a gathering whose desk has said so, trying until it is done, ctx ends or the log turns out
// to be damaged.
func (s *Store) close(ctx context.Context, g events.GatheringID) {
	for try := 0; ctx.Err() == nil; try++ {
		err := s.Seal(ctx, g)
		if err == nil {
			return
		}
		var corrupt *events.CorruptError
		if errors.As(s.ledger.stop(g, err), &corrupt) {
			return
		}
		s.ledger.log.Warn("a gathering is not sealed yet; it is tried again", "gathering", string(g), "err", err)
		d := min(sealAgain<<min(try, 10), sealSlowest)
		rest(ctx, d/2+rand.N(d/2))
	}
}

// atSeal compares what was found with the seal of a gathering, if it has one.
func (f *Finding) atSeal(l *Ledger) error {
	s, ok, err := l.seal(f.Gathering)
	if !ok || err != nil || !f.OK() {
		return err
	}
	if f.Stream > s.end {
		f.Surplus = []Range{{From: s.end + 1, To: f.Stream}}
		f.Proven = s.end
		f.Why = fmt.Sprintf("position %d: the log was sealed at position %d", s.end+1, s.end)
		return nil
	}
	root, err := l.Root(f.Gathering, f.Ledger)
	if err != nil {
		return err
	}
	if f.Ledger != s.end || root != s.root {
		f.LedgerOdd = fmt.Sprintf("its %d commits are not those %d that were sealed", f.Ledger, s.end)
	}
	return nil
}

// copySeals takes over what another ledger says of gatherings that are sealed.
func copySeals(to, from *Ledger) error {
	return from.db.View(func(src *bbolt.Tx) error {
		return to.db.Update(func(dst *bbolt.Tx) error {
			c := src.Bucket(aboutBucket).Cursor()
			prefix := string(sealKey(""))
			for k, v := c.Seek([]byte(prefix)); len(k) > len(prefix) && string(k[:len(prefix)]) == prefix; k, v = c.Next() {
				if err := dst.Bucket(aboutBucket).Put(k, v); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// sealAll seals again what was sealed, or was to be, before copies were written anew.
func (r *repairer) sealAll() error {
	both := Wrap(r.l, r.log)
	for _, f := range r.report.Before.Findings {
		if len(f.Lost) > 0 || f.Proven == 0 || f.Gathering.Validate() != nil {
			continue
		}
		closed, err := r.l.Closed(f.Gathering)
		if err != nil {
			return err
		}
		if !closed {
			continue
		}
		if err := both.Seal(r.ctx, f.Gathering); err != nil {
			return fmt.Errorf("seal %s again (run the repair again): %w", f.Gathering, err)
		}
	}
	return nil
}

var _ store.Sealer = (*Store)(nil)
