package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/storetest"
)

// sealer returns the commit that closes a gathering.
func sealer(t testing.TB) store.Draft {
	t.Helper()
	e, err := events.Encode(desk.GatheringSealed{})
	if err != nil {
		t.Fatal(err)
	}
	return store.Draft{Stream: events.Desk(minas), Events: []events.Event{e}, Command: events.Command{
		ID: storetest.NewID(), Type: desk.SealGathering{}.CommandType(), Data: json.RawMessage("{}"), Actor: events.Actor{Role: events.RoleOrganiser},
	}}
}

// closed makes a data folder whose desk has said that the log is to be sealed, 11 commits in both copies,
// and returns it as a killed process would leave it.
func closed(t testing.TB) (string, []events.Recorded) {
	t.Helper()
	w := newWorld(t, t.TempDir())
	if _, err := w.start(); err != nil {
		t.Fatal(err)
	}
	all := fill(t, w.store(), 10)
	all = append(all, storetest.Append(t, w.store(), all[0].Head(), sealer(t)))
	kept := t.TempDir()
	copyDir(t, w.dir, kept)
	w.stop()
	return kept, all
}

func (w *world) started() {
	w.t.Helper()
	if _, err := w.start(); err != nil {
		w.t.Fatal(err)
	}
}

// syncs runs what seals in the background until the ledger is sealed.
func (w *world) syncs() {
	w.t.Helper()
	ctx, cancel := context.WithCancel(storetest.Context(w.t))
	done := make(chan error, 1)
	go func() { done <- w.store().Sync(ctx) }()
	for {
		if _, ok := w.l.Sealed(minas); ok {
			break
		}
		select {
		case err := <-done:
			w.t.Fatalf("sync ended: %v", err)
		case <-ctx.Done():
			w.t.Fatal("the gathering is not sealed")
		case <-time.After(5 * time.Millisecond):
		}
	}
	cancel()
	if err := <-done; err != nil {
		w.t.Fatal(err)
	}
}

// isSealed fails unless both copies are sealed at n commits and take nothing.
func (w *world) isSealed(n int) {
	w.t.Helper()
	if sealed, err := w.log.Sealed(storetest.Context(w.t), minas); !sealed || err != nil {
		w.t.Errorf("the log is sealed: %v, %v", sealed, err)
	}
	if end, ok := w.l.Sealed(minas); !ok || int(end) != n {
		w.t.Errorf("the ledger is sealed at %d, %v; want %d", end, ok, n)
	}
	_, err := w.store().Append(storetest.Context(w.t), events.Head{}, storetest.Draft(events.Group(minas, "later"), "later"))
	var away *events.UnavailableError
	if !errors.As(err, &away) || away.Reason != store.SealedReason {
		w.t.Errorf("append to what is sealed: %v", err)
	}
}

func TestASealIsFinishedWhileTheServerRunsAndAtItsNextStart(t *testing.T) {
	dir, all := closed(t)
	w := newWorld(t, dir) // it died right after the commit
	w.started()
	w.syncs()
	w.isSealed(len(all))
	w.stop()

	w = newWorld(t, dir)
	w.started() // and starts with what is sealed
	w.isSealed(len(all))
	if f, err := ledger.ScrubOne(storetest.Context(t), w.l, w.log, minas); err != nil || !f.OK() {
		t.Errorf("the scrub finds %s, %v", f.Words(), err)
	}
	w.stop()

	live := newWorld(t, t.TempDir())
	live.started()
	first := fill(t, live.store(), 4)
	ctx, cancel := context.WithCancel(storetest.Context(t))
	done := make(chan error, 1)
	both := live.store()
	go func() { done <- both.Sync(ctx) }()
	storetest.Append(t, both, first[0].Head(), sealer(t))
	for {
		if _, ok := live.l.Sealed(minas); ok {
			break
		}
		if ctx.Err() != nil {
			t.Fatal("it is not sealed while the server runs")
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	live.isSealed(5)
	live.stop()
}

var errDead = errors.New("the process was killed")

// Fault A3: a kill at every point of a sealing.
func TestFault_A3_KilledWhileALogIsSealed(t *testing.T) {
	points := []ledger.Point{ledger.BeforeSeal, ledger.BetweenSeals}
	for _, at := range points {
		dir, all := closed(t)
		w := newWorld(t, dir)
		w.started()
		both := w.store()
		both.Crash = func(p ledger.Point) error {
			if p == at {
				return errDead
			}
			return nil
		}
		if err := both.Seal(storetest.Context(t), minas); !errors.Is(err, errDead) {
			t.Fatalf("%s: %v", at, err)
		}
		w.stop()
		w = newWorld(t, dir)
		w.started()
		w.syncs()
		w.isSealed(len(all))
		storetest.Same(t, storetest.Load(t, w.log, events.Desk(minas)), []events.Recorded{all[0], all[len(all)-1]})
		w.stop()
	}
	t.Logf("fault A3: killed at %d points between the seal's commit and the seals of both copies, and at none: sealed at the next start, 0 commits lost", len(points))
}

// What was on its way when the desk said so is kept before the log is sealed, also if another server
// recorded it.
func TestWhatSlipsInBeforeTheSealIsKept(t *testing.T) {
	dir, all := closed(t)
	w := newWorld(t, dir)
	w.started()
	late := storetest.Append(t, w.log, events.Head{}, storetest.Draft(events.Group(minas, "late"), "late")) // not in this ledger
	w.syncs()
	w.isSealed(len(all) + 1)
	got := 0
	for r, err := range w.l.Commits(storetest.Context(t), minas, late.Position-1) {
		if err != nil || r.Hash != late.Hash {
			t.Errorf("position %d: %v", r.Position, err)
		}
		got++
	}
	if got != 1 {
		t.Errorf("%d commits after the seal's, want 1", got)
	}
	w.stop()
}

// Fault A5: damage to either copy of a sealed gathering is found and mended, and the seal is kept.
func TestFault_A5_ADamagedCopyOfASealedGathering(t *testing.T) {
	damage := map[string]func(t *testing.T, w *world){
		"the stream is gone": func(t *testing.T, w *world) {
			storetest.Stop(w.srv)
			if err := os.RemoveAll(w.streamDir()); err != nil {
				t.Fatal(err)
			}
			w.startServer()
		},
		"the ledger is gone": func(t *testing.T, w *world) {
			if err := os.Truncate(w.ledgerPath(), 0); err != nil {
				t.Fatal(err)
			}
		},
		"the ledger is torn": func(t *testing.T, w *world) {
			info, err := os.Stat(w.ledgerPath())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(w.ledgerPath(), info.Size()/2); err != nil {
				t.Fatal(err)
			}
		},
		"a commit of the ledger is gone": func(t *testing.T, w *world) {
			db, err := bbolt.Open(w.ledgerPath(), 0o600, nil)
			if err != nil {
				t.Fatal(err)
			}
			err = db.Update(func(tx *bbolt.Tx) error {
				c := tx.Bucket([]byte(minas)).Bucket([]byte("commits")).Cursor()
				c.Last()
				return c.Delete()
			})
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, harm := range damage {
		t.Run(name, func(t *testing.T) {
			dir, all := closed(t)
			w := newWorld(t, dir)
			w.started()
			w.syncs()
			if err := w.l.Close(); err != nil {
				t.Fatal(err)
			}
			w.l = nil
			harm(t, w)
			report, err := w.repair()
			if err != nil {
				t.Fatalf("%v\n%s", err, report.Words())
			}
			if len(report.Did) == 0 || !strings.Contains(report.Words(), "is sealed: nothing is added to its log") {
				t.Errorf("the repair says\n%s", report.Words())
			}
			w.stop()
			w = newWorld(t, dir)
			w.started()
			w.isSealed(len(all))
			w.stop()
		})
	}
	t.Logf("fault A5: %d kinds of damage to a sealed gathering found, mended from the other copy and sealed again", len(damage))
}

// A log that was replaced by a longer one after it was sealed is not the sealed one.
func TestALogThatWentOnAfterItsSealIsFound(t *testing.T) {
	dir, all := closed(t)
	w := newWorld(t, dir)
	w.started()
	w.syncs()
	storetest.Stop(w.srv)
	if err := os.RemoveAll(w.streamDir()); err != nil {
		t.Fatal(err)
	}
	w.startServer()
	if err := w.log.Replace(storetest.Context(t), minas, w.l.Commits(storetest.Context(t), minas, 0)); err != nil {
		t.Fatal(err)
	}
	storetest.Append(t, w.log, events.Head{}, storetest.Draft(events.Group(minas, "late"), "late"))
	report, err := ledger.Compare(storetest.Context(t), w.l, w.log, nil)
	if err != nil || report.Err() == nil || !strings.Contains(report.Err().Error(), "sealed at position 11") {
		t.Fatalf("the comparison finds %v, %v", report.Err(), err)
	}
	if r, err := w.repair(); err != nil {
		t.Fatalf("%v\n%s", err, r.Words())
	}
	w.stop()
	w = newWorld(t, dir)
	w.started()
	w.isSealed(len(all))
	if _, err := os.Stat(filepath.Join(dir, "aside")); err != nil {
		t.Errorf("nothing was kept aside: %v", err)
	}
	w.stop()
}
