package projections_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/internal/played"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// I7: every read model equals a fold of the log from zero.
func TestReadModelsAfterRestartsEqualThoseMadeFromNothing(t *testing.T) {
	l := game(t, 5, 3, 150)
	dir := t.TempDir()
	for range 4 {
		r := start(t, dir, l.Store)
		r.ready()
		for range 60 {
			l.Step(evening())
		}
		r.await(spring, end(t, l))
		r.stop()
		for range 20 {
			l.Step(events.Group(spring, "group-b"))
		}
	}
	old := start(t, dir, l.Store)
	old.ready()
	fresh := start(t, t.TempDir(), l.Store)
	fresh.ready()
	same(t, fresh.dump(spring), old.dump(spring))
	if len(fresh.dump(spring)) < 10_000 {
		t.Fatal("next to nothing was compared")
	}
}

func same(t *testing.T, want, have string) {
	t.Helper()
	if want == have {
		return
	}
	w, h := strings.Split(want, "\n"), strings.Split(have, "\n")
	for i := range min(len(w), len(h)) {
		if w[i] != h[i] {
			t.Fatalf("line %d of %d and %d: got %q, want %q\nbefore it: %q", i, len(h), len(w), h[i], w[i], w[max(0, i-12):i])
		}
	}
	t.Fatalf("%d lines, want %d", len(h), len(w))
}

func TestCommitsThatComeWhileRunningAreShownAndAnnounced(t *testing.T) {
	l := game(t, 6, 2, 40)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	group1, other := r.Changed(spring, "evening"), r.Changed(spring, "group-b")
	gathering, anything := r.Changed(spring, ""), r.Changed("", "")
	before := end(t, l)
	for end(t, l) == before {
		l.Step(evening())
	}
	for name, c := range map[string]<-chan struct{}{"group": group1, "gathering": gathering, "anything": anything} {
		select {
		case <-c:
		case <-r.ctx().Done():
			t.Fatalf("no change announced: %s", name)
		}
	}
	r.await(spring, end(t, l))
	b, err := r.read.Board(r.ctx(), spring, "evening")
	if err != nil || b.Position != end(t, l) {
		t.Fatalf("board at position %d (%v), want %d", b.Position, err, end(t, l))
	}
	select {
	case <-other:
		t.Fatal("a change of one group was announced for another")
	default:
	}
}

func TestANewGatheringIsPickedUpWhileRunning(t *testing.T) {
	l := played.New(t, 1)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	l.OpenGathering("autumn", 6)
	l.Open(events.Group("autumn", "one"), "One", "epic", 1)
	at, err := l.Store.End(r.ctx(), "autumn")
	if err != nil {
		t.Fatal(err)
	}
	r.await("autumn", at)
	g, err := r.read.Gathering(r.ctx(), "autumn")
	if err != nil || len(g.Groups) != 1 || len(g.People) != 6 || g.Name != "Gathering autumn" {
		t.Fatalf("gathering %+v (%v)", g, err)
	}
	all, err := r.read.Gatherings(r.ctx())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d gatherings (%v), want 1", len(all), err)
	}
}

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	l := game(t, 7, 1, 0)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	ctx := r.ctx()
	_, err1 := r.read.Board(ctx, spring, "nobody")
	_, err2 := r.read.Board(ctx, "Not An Id", "nobody")
	_, err3 := r.read.Boards(ctx, "nowhere")
	_, err4 := r.read.Gathering(ctx, "nowhere")
	_, err5 := r.read.History(ctx, spring, "nobody", 0, 10)
	for i, err := range []error{err1, err2, err3, err4, err5} {
		if !errors.Is(err, projections.ErrNotFound) {
			t.Errorf("query %d: %v, want not found", i+1, err)
		}
	}
}

func TestAwaitEndsWithItsContext(t *testing.T) {
	l := game(t, 8, 1, 5)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Await(ctx, spring, end(t, l)+1); !errors.Is(err, context.Canceled) {
		t.Fatalf("await of what never comes: %v", err)
	}
	if err := r.Await(ctx, spring, end(t, l)); err != nil {
		t.Fatalf("await of what is there: %v", err)
	}
}

func TestASecondProgramOnOneFolderIsTurnedAway(t *testing.T) {
	l := game(t, 9, 1, 5)
	dir := t.TempDir()
	start(t, dir, l.Store).ready()
	_, err := projections.Open(projections.Config{Dir: dir, Log: l.Store})
	if err == nil || !strings.Contains(err.Error(), "in use by another program") {
		t.Fatalf("second runner on one folder: %v", err)
	}
}

func TestADamagedFileIsMadeAnew(t *testing.T) {
	l := game(t, 10, 2, 80)
	dir := t.TempDir()
	first := start(t, dir, l.Store)
	first.ready()
	want := first.dump(spring)
	first.stop()
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:100] },
		func(b []byte) []byte { clear(b[:8192]); return b },
		func([]byte) []byte { return nil },
	} {
		path := filepath.Join(dir, "board.3.bolt")
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(b), 0o600); err != nil {
			t.Fatal(err)
		}
		r := start(t, dir, l.Store)
		r.ready()
		same(t, want, r.dump(spring))
		r.stop()
	}
}

func TestStartingAndStoppingAtAnyMomentLosesNothing(t *testing.T) {
	l := game(t, 11, 2, 300)
	dir := t.TempDir()
	for i := range 30 {
		r := start(t, dir, l.Store)
		if i%3 == 0 {
			select {
			case <-r.Changed("", ""):
			case <-r.Ready():
			case <-r.ctx().Done():
				t.Fatal("nothing happens")
			}
		}
		r.stop()
	}
	r := start(t, dir, l.Store)
	r.ready()
	fresh := start(t, t.TempDir(), l.Store)
	fresh.ready()
	same(t, fresh.dump(spring), r.dump(spring))
}

// What is taken back is struck through in the history, and only that.
func TestATakenBackEntryIsStruckThrough(t *testing.T) {
	l := game(t, 12, 1, 0)
	captain := events.Actor{Role: events.RoleCaptain, Group: "evening", Table: "rivendell", Person: "p-1"}
	l.Must(evening(), captain, threat("rivendell", "p-1", 3))
	l.Must(evening(), captain, threat("rivendell", "p-2", 2))
	entry, _ := l.State(evening()).Withdrawable("rivendell")
	l.Must(evening(), captain, group.Withdraw{Table: "rivendell", Entry: entry})
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	lines, err := r.read.History(r.ctx(), spring, "evening", 0, 3)
	if err != nil || len(lines) != 3 {
		t.Fatalf("%d lines (%v)", len(lines), err)
	}
	for i, want := range []struct {
		words     string
		withdrawn bool
	}{
		{"Round 1, stage 1B, Rivendell: {p-1} took back a change of threat", false},
		{"Round 1, stage 1B, Rivendell: {p-2} threat 21 to 23", true},
		{"Round 1, stage 1B, Rivendell: {p-1} threat 21 to 24", false},
	} {
		if lines[i].Words != want.words || lines[i].Withdrawn != want.withdrawn {
			t.Errorf("line %d: %q struck %v, want %q struck %v", i, lines[i].Words, lines[i].Withdrawn, want.words, want.withdrawn)
		}
	}
}
