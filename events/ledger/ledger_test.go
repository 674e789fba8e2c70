package ledger_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
)

func TestStoreOverMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		log := memory.New()
		return storetest.Log{
			Interleavings: 100,

			Store: ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "a.db")), log),
			Another: func(t *testing.T) store.Store {
				return ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "b.db")), log)
			},
			Inject: func(_ *testing.T, id events.StreamID, raw []byte) { log.Put(id, raw) },
		}
	})
}

func TestStoreOverJetStream(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		dir := t.TempDir()
		srv := storetest.Server(t, dir)
		l := openLedger(t, filepath.Join(dir, ledger.FileName))
		return storetest.Log{
			Interleavings: 100,

			Store: ledger.Wrap(l, openLog(t, srv)),
			Another: func(t *testing.T) store.Store {
				return follows(t, ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), "b.db")), openLog(t, srv)))
			},
			Restart: func(t *testing.T) store.Store {
				storetest.Stop(srv)
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
				srv = storetest.Server(t, dir)
				return ledger.Wrap(openLedger(t, filepath.Join(dir, ledger.FileName)), openLog(t, srv))
			},
			Inject: func(t *testing.T, id events.StreamID, raw []byte) {
				t.Helper()
				if _, err := storetest.Connect(t, srv).Request(events.LogSubject(id), raw, storetest.Patience); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

func openLedger(t testing.TB, path string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func openLog(t testing.TB, srv *server.Server) *jetstream.Store {
	t.Helper()
	s, err := jetstream.Open(storetest.Context(t), jetstream.Options{
		Commands: storetest.Connect(t, srv), Reads: storetest.Connect(t, srv), AckWait: 20 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rootOf is the Merkle tree hash as the RFC writes it down.
//
// Source: RFC 6962, section 2.1.
func rootOf(leaves []events.Hash) [32]byte {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	left, right := rootOf(leaves[:k]), rootOf(leaves[k:])
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

func TestRootIsThatOfRFC6962(t *testing.T) {
	l := openLedger(t, filepath.Join(t.TempDir(), ledger.FileName))
	var leaves []events.Hash
	for _, r := range fill(t, ledger.Wrap(l, memory.New()), 70) {
		leaves = append(leaves, r.Hash)
	}
	for n := range len(leaves) + 1 {
		got, err := l.Root(minas, events.Position(n))
		if err != nil || got != rootOf(leaves[:n]) {
			t.Fatalf("root of %d commits: got %v, %v, want %x", n, got, err, rootOf(leaves[:n]))
		}
	}
	root, err := l.Root(minas, 70)
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(70) {
		proof, err := tlog.ProveRecord(70, n, l.Hashes(minas))
		if err != nil {
			t.Fatal(err)
		}
		if err := tlog.CheckRecord(proof, 70, root, n, tlog.Hash(leaves[n])); err != nil {
			t.Errorf("proof of commit %d: %v", n+1, err)
		}
	}
	var corrupt *events.CorruptError
	if _, err := l.Root(minas, 71); !errors.As(err, &corrupt) {
		t.Errorf("root of more than there is: got %v", err)
	}
}

func TestASecondProgramOnTheSameLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), ledger.FileName)
	l := openLedger(t, path)
	fill(t, ledger.Wrap(l, memory.New()), 3)
	if _, err := ledger.Open(path, nil); !errors.Is(err, ledger.ErrInUse) {
		t.Errorf("got %v, want ErrInUse", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if end := openLedger(t, path).End(minas); end != 3 {
		t.Errorf("the ledger ends at %d, want 3", end)
	}
}

func TestSyncCopiesWhatOthersAppend(t *testing.T) {
	log := memory.New()
	l := openLedger(t, filepath.Join(t.TempDir(), ledger.FileName))
	follows(t, ledger.Wrap(l, log))
	all := fill(t, log, 40)
	for ctx := storetest.Context(t); l.End(minas) < 40; {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("the ledger ends at %d, want 40", l.End(minas))
		}
	}
	var got []events.Recorded
	for r, err := range l.Commits(storetest.Context(t), minas, 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	storetest.Same(t, got, all)
}

// A command that the ledger holds is answered from it, even if the broker has lost it.
func TestKnownCommandsAreAnsweredFromTheLedger(t *testing.T) {
	log := memory.New()
	s := ledger.Wrap(openLedger(t, filepath.Join(t.TempDir(), ledger.FileName)), log)
	d := storetest.Draft(events.Desk(minas), "once")
	first := storetest.Append(t, s, events.Head{}, d)
	log.Cut(minas, 0)
	res, err := s.Append(storetest.Context(t), events.Head{}, d)
	if err != nil || !res.Duplicate {
		t.Fatalf("duplicate %v, %v", res.Duplicate, err)
	}
	storetest.Same(t, []events.Recorded{res.Recorded}, []events.Recorded{first})
}

// A log that was shortened under a running server and then grows again does not get past the ledger.
func TestAnotherHistoryIsNotTakenOver(t *testing.T) {
	log := memory.New()
	l := openLedger(t, filepath.Join(t.TempDir(), ledger.FileName))
	s := ledger.Wrap(l, log)
	all := fill(t, s, 10)
	log.Cut(minas, 7)
	fork := storetest.Append(t, log, all[4].Head(), storetest.Draft(all[4].Stream, "another history"))
	storetest.Fill(t, log, fork.Stream, fork.Head(), 6)
	report, err := ledger.Compare(storetest.Context(t), l, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := damageOf(t, report.Err())
	if f.Proven != 10 || len(f.Lost) > 0 || len(f.StreamBad) != 1 || f.StreamBad[0] != (ledger.Range{From: 8, To: 10}) || len(f.Surplus) != 1 {
		t.Fatalf("found %+v", f)
	}
	_, err = s.Append(storetest.Context(t), all[9].Head(), storetest.Draft(all[9].Stream, "on"))
	damageOf(t, err)
	if end := l.End(minas); end != 10 {
		t.Errorf("the ledger ends at %d, want 10", end)
	}
}

func TestScrubFindsDamageWhileTheServerRuns(t *testing.T) {
	log := memory.New()
	l := openLedger(t, filepath.Join(t.TempDir(), ledger.FileName))
	s := ledger.Wrap(l, log)
	all := fill(t, s, 30)
	if f, err := ledger.ScrubOne(storetest.Context(t), l, log, minas); err != nil || !f.OK() || f.Proven != 30 {
		t.Fatalf("a whole log: %+v, %v", f, err)
	}
	log.Cut(minas, 20)
	ctx, cancel := context.WithCancel(storetest.Context(t))
	defer cancel()
	found := make(chan ledger.Finding, 1)
	done := make(chan error, 1)
	go func() {
		done <- ledger.Scrub(ctx, l, log, 1000, func(f ledger.Finding) { found <- f; cancel() })
	}()
	f := <-found
	if err := <-done; err != nil {
		t.Error(err)
	}
	if f.OK() || len(f.StreamBad) != 1 || f.StreamBad[0] != (ledger.Range{From: 21, To: 30}) {
		t.Errorf("found %s", f.Words())
	}
	_, err := s.Append(storetest.Context(t), all[29].Head(), storetest.Draft(all[29].Stream, "on"))
	damageOf(t, err)
	if err := ledger.Scrub(ctx, l, log, 0, nil); err == nil {
		t.Error("a rate of 0 is accepted")
	}
}

// Many appends at once share transactions; each is answered only when it is in the ledger.
func TestAnswersComeAfterTheLedger(t *testing.T) {
	log := memory.New()
	l := openLedger(t, filepath.Join(t.TempDir(), ledger.FileName))
	s := ledger.Wrap(l, log)
	storetest.Append(t, s, events.Head{}, storetest.Draft(events.Desk(minas), "opened"))
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			id := events.Group(minas, events.GroupID(fmt.Sprint("group-", g)))
			head := events.Head{}
			for range 10 {
				res, err := s.Append(storetest.Context(t), head, storetest.Draft(id, "entry"))
				if err != nil {
					t.Error(err)
					return
				}
				if end := l.End(minas); end < res.Position {
					t.Errorf("position %d was answered, the ledger ends at %d", res.Position, end)
				}
				head = res.Head()
			}
		})
	}
	wg.Wait()
	report, err := ledger.Compare(storetest.Context(t), l, log, nil)
	if err != nil || report.Err() != nil || report.Commits() != 81 {
		t.Errorf("compared %d commits: %v, %v", report.Commits(), err, report.Err())
	}
}
