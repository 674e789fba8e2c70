package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
)

// full reports whether the long versions of the fault tests are asked for: MUSTER_FAULTS=full.
func full() bool { return os.Getenv("MUSTER_FAULTS") == "full" }

const minas events.GatheringID = "minas-tirith"

// A world is a data folder as `muster serve` has it: an embedded server's files and a ledger.
type world struct {
	t   testing.TB
	dir string
	srv *server.Server
	log ledger.Log
	l   *ledger.Ledger
}

func newWorld(t testing.TB, dir string) *world {
	t.Helper()
	return &world{t: t, dir: dir}
}

func (w *world) ledgerPath() string { return filepath.Join(w.dir, ledger.FileName) }

func (w *world) streamDir() string { return streamDir(w.dir, minas) }

func streamDir(dir string, g events.GatheringID) string {
	return filepath.Join(dir, "jetstream", "$G", "streams", events.JetStreamName(g))
}

// startServer starts the server only.
func (w *world) startServer() {
	w.t.Helper()
	w.srv = storetest.Server(w.t, w.dir, storetest.Synced)
	nc := storetest.Connect(w.t, w.srv)
	log, err := jetstream.Open(storetest.Context(w.t), jetstream.Options{
		Commands: nc, AckWait: 20 * time.Second,
		MayCreate: func(g events.GatheringID) error { return w.l.MayCreate(g) },
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.log = log
}

// start starts the server and opens the ledger, and returns what the comparison finds.
func (w *world) start() (ledger.Report, error) {
	w.t.Helper()
	w.startServer()
	var err error
	if w.l, err = ledger.Open(w.ledgerPath(), nil); err != nil {
		return ledger.Report{}, err
	}
	report, err := ledger.Compare(storetest.Context(w.t), w.l, w.log, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return report, report.Err()
}

func (w *world) store() *ledger.Store { return ledger.Wrap(w.l, w.log) }

// inMemory returns a world whose ledger is a copy of a data folder's and whose log, in memory, holds
// the given commits: for damage that only concerns the ledger's file.
func inMemory(t testing.TB, ledgerFile []byte, commits []events.Recorded) *world {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "data")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, dir)
	if err := os.WriteFile(w.ledgerPath(), ledgerFile, 0o600); err != nil {
		t.Fatal(err)
	}
	log := memory.New()
	for _, r := range commits {
		log.Put(r.Stream, r.Raw)
	}
	w.log = log
	return w
}

// stop stops both.
func (w *world) stop() {
	w.t.Helper()
	if w.l != nil {
		if err := w.l.Close(); err != nil {
			w.t.Fatal(err)
		}
		w.l = nil
	}
	storetest.Stop(w.srv)
}

// repair runs the repair on a world whose server runs and whose ledger is closed.
func (w *world) repair() (ledger.RepairReport, error) {
	w.t.Helper()
	if w.l != nil {
		if err := w.l.Close(); err != nil {
			w.t.Fatal(err)
		}
		w.l = nil
	}
	return ledger.Repair(storetest.Context(w.t), w.ledgerPath(), w.log, ledger.RepairOptions{
		Aside:     filepath.Join(w.dir, "aside"),
		StreamDir: func(g events.GatheringID) string { return streamDir(w.dir, g) },
		NewID:     storetest.NewID,
	})
}

// filled makes a data folder with n commits in both copies and returns it, copied while everything
// still runs, as a killed process would leave it, with the commits.
func filled(t testing.TB, n int) (string, []events.Recorded) {
	t.Helper()
	w := newWorld(t, t.TempDir())
	if _, err := w.start(); err != nil {
		t.Fatal(err)
	}
	all := fill(t, w.store(), n)
	kept := t.TempDir()
	copyDir(t, w.dir, kept)
	w.stop()
	return kept, all
}

// fill appends n commits, the first to the desk, the others to three groups in turn.
func fill(t testing.TB, s store.Store, n int) []events.Recorded {
	t.Helper()
	heads := map[events.StreamID]events.Head{}
	var all []events.Recorded
	for i := range n {
		id := events.Desk(minas)
		if i > 0 {
			id = events.Group(minas, []events.GroupID{"red", "green", "blue"}[i%3])
		}
		r := storetest.Append(t, s, heads[id], storetest.Draft(id, strings.Repeat("the beacons are lit ", 8)))
		heads[id] = r.Head()
		all = append(all, r)
	}
	return all
}

// copied returns a world over a copy of a data folder.
func copied(t testing.TB, from string) *world {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "data")
	if err != nil {
		t.Fatal(err)
	}
	copyDir(t, from, dir)
	return newWorld(t, dir)
}

func copyDir(t testing.TB, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// whole checks that the log and the ledger hold exactly these commits, and after them at most records
// of repairs; it returns how many those are.
func (w *world) whole(want []events.Recorded) int {
	w.t.Helper()
	ctx := storetest.Context(w.t)
	end, err := w.log.End(ctx, minas)
	if err != nil {
		w.t.Fatal(err)
	}
	got := storetest.Follow(w.t, w.log, minas, 0, int(end))
	var second []events.Recorded
	for r, err := range w.l.Commits(ctx, minas, 0) {
		if err != nil {
			w.t.Fatal(err)
		}
		second = append(second, r)
	}
	storetest.Same(w.t, second, got)
	if len(got) < len(want) {
		w.t.Fatalf("%d commits are there, want %d", len(got), len(want))
	}
	storetest.Same(w.t, got[:len(want)], want)
	for _, r := range got[len(want):] {
		if r.Events[0].Type != (desk.LogRepaired{}).EventType() {
			w.t.Fatalf("position %d holds %s", r.Position, r.Events[0].Type)
		}
	}
	return len(got) - len(want)
}

// mended repairs a world that is damaged and checks that everything is back, that the repair is
// recorded, and that it takes commits again.
func (w *world) mended(want []events.Recorded) ledger.RepairReport {
	w.t.Helper()
	report, err := w.repair()
	if err != nil {
		w.t.Fatalf("repair: %v\n%s", err, report.Words())
	}
	if w.l, err = ledger.Open(w.ledgerPath(), nil); err != nil {
		w.t.Fatal(err)
	}
	if n := w.whole(want); n != 1 {
		w.t.Fatalf("%d repairs are recorded, want 1\n%s", n, report.Words())
	}
	w.takesMore()
	return report
}

// takesMore appends a commit after everything that is there.
func (w *world) takesMore() {
	w.t.Helper()
	head := events.Head{}
	for _, r := range storetest.Load(w.t, w.log, events.Desk(minas)) {
		head = r.Head()
	}
	storetest.Append(w.t, w.store(), head, storetest.Draft(events.Desk(minas), "and on it goes"))
}

// refuses checks that nothing is taken.
func (w *world) refuses(commits []events.Recorded) {
	w.t.Helper()
	last := commits[len(commits)-1]
	_, err := w.store().Append(storetest.Context(w.t), last.Head(), storetest.Draft(last.Stream, "on damaged history"))
	var damage *ledger.DamageError
	if !errors.As(err, &damage) {
		w.t.Fatalf("an append on damaged history: got %v, want the damage", err)
	}
	_, err = w.store().Append(storetest.Context(w.t), events.Head{}, storetest.Draft(events.Desk(minas), "a new history"))
	if err == nil {
		w.t.Fatal("a new history was begun")
	}
}

// edit changes a file in place.
func edit(t testing.TB, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(bytes.Clone(b)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// flipIn flips one bit inside the place where a file holds the given bytes.
func flipIn(t testing.TB, path string, held []byte, rng *rand.Rand) {
	t.Helper()
	edit(t, path, func(b []byte) []byte {
		i := bytes.LastIndex(b, held)
		if i < 0 {
			t.Fatalf("%s does not hold the commit", path)
		}
		b[i+rng.IntN(len(held))] ^= 1 << rng.IntN(8)
		return b
	})
}

// blockFile returns the file that holds the messages of the gathering.
func (w *world) blockFile() string { return filepath.Join(w.streamDir(), "msgs", "1.blk") }

// damageOf returns the finding behind an error, which must be one of damage.
func damageOf(t testing.TB, err error) ledger.Finding {
	t.Helper()
	var damage *ledger.DamageError
	if !errors.As(err, &damage) {
		t.Fatalf("got %v, want damage", err)
	}
	return damage.Finding
}

// follows runs the ledger's own follower of other processes until the test ends.
func follows(t testing.TB, s *ledger.Store) *ledger.Store {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Sync(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("sync: %v", err)
		}
	})
	return s
}
