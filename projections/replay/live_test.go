package replay_test

import (
	"context"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/replay"
	"github.com/muster-events/muster/projections/wall"
)

// What a replay shows of a position is, byte for byte, what the live read models had when the log ended
// there: the board, and the wall made of it, over two whole games.
func TestEveryPositionIsWhatTheWallShowed(t *testing.T) {
	for file, every := range map[string]int{dolGuldur: 1, mountainOfFire: 6} {
		t.Run(file, func(t *testing.T) {
			log := recorded(t, file)
			id := groupOf(t, log)
			book := bookOf(t, log)
			live, put, await := live(t)
			seen := 0
			for i, r := range log {
				put(r)
				if r.Stream != id || i%every != 0 && i+1 < len(log) {
					continue
				}
				await(r)
				f, ok := book.At(r.Position)
				if !ok || f.Entry.Position != r.Position {
					t.Fatalf("position %d gives %d, %v", r.Position, f.Entry.Position, ok)
				}
				ctx := t.Context()
				g, err := live.Board(ctx, id.Gathering, id.Group)
				if err != nil {
					t.Fatal(err)
				}
				if have, want := encoded(t, f.Board), encoded(t, g); have != want {
					t.Fatalf("position %d: the replay shows\n%s\nthe live board was\n%s", r.Position, have, want)
				}
				lines, err := live.History(ctx, id.Gathering, id.Group, 0, 60)
				if err != nil {
					t.Fatal(err)
				}
				if have, want := encoded(t, f.Wall(name)), encoded(t, wall.Of(g, lines, name, g.At)); have != want {
					t.Fatalf("position %d: the replayed wall is\n%s\nthe live one was\n%s", r.Position, have, want)
				}
				seen++
			}
			if seen < 100 {
				t.Fatalf("only %d positions were looked at", seen)
			}
		})
	}
}

// live starts the read models over an empty log; put adds a commit, await waits until they show it.
func live(t *testing.T) (read *projections.Reader, put, await func(events.Recorded)) {
	t.Helper()
	log := memory.New()
	r, err := projections.Open(projections.Config{Dir: t.TempDir(), Log: log, Catalogue: vocabulary.All()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	if read, err = projections.NewReader(r); err != nil {
		t.Fatal(err)
	}
	return read, func(c events.Recorded) { log.Put(c.Stream, c.Raw) }, func(c events.Recorded) {
		t.Helper()
		wait, stop := context.WithTimeout(ctx, time.Minute)
		defer stop()
		if err := read.Await(wait, c.Stream.Gathering, c.Position); err != nil {
			t.Fatal(err)
		}
	}
}

// A keeper answers like the book, also while the log grows; what does not exist is not found.
func TestAKeeperReadsWhatIsNewAndForgetsNothing(t *testing.T) {
	log := recorded(t, dolGuldur)
	id := groupOf(t, log)
	whole := bookOf(t, log)
	s := memory.New()
	k := replay.NewKeeper(s, vocabulary.All())
	ctx := t.Context()
	if _, err := k.Timeline(ctx, id.Gathering, id.Group); err != projections.ErrNotFound {
		t.Fatalf("an empty log: %v", err)
	}
	for i, r := range log {
		s.Put(r.Stream, r.Raw)
		if r.Stream != id || i%40 != 0 && i != len(log)-1 {
			continue
		}
		tl, err := k.Timeline(ctx, id.Gathering, id.Group)
		if err != nil || tl.Position != r.Position || len(tl.Charts.Main.Values) != len(tl.Entries) {
			t.Fatalf("at %d: timeline to %d with %d entries and %d values: %v", r.Position, tl.Position, len(tl.Entries), len(tl.Charts.Main.Values), err)
		}
		for _, at := range []events.Position{r.Position, r.Position / 2, r.Position + 1000} {
			f, err := k.At(ctx, id.Gathering, id.Group, at)
			want, ok := whole.At(min(at, r.Position))
			if !ok {
				if err != projections.ErrNotFound {
					t.Fatalf("before the group: %v", err)
				}
				continue
			}
			if err != nil || encoded(t, f.Board) != encoded(t, want.Board) || encoded(t, f.Changes) != encoded(t, want.Changes) {
				t.Fatalf("position %d of %d differs: %v", at, r.Position, err)
			}
		}
	}
	if _, err := k.At(ctx, id.Gathering, "nobody", 0); err != projections.ErrNotFound {
		t.Errorf("a group that does not exist: %v", err)
	}
}
