package storetest

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Interleavings is how often case 1 is tried, unless the log says otherwise.
const Interleavings = 1000

// Case1SlowCommitIsDeliveredBeforeTheFastOne is case 1 of the cases: two writers commit at the same
// time, one of them slow; a reader that keeps the position it has seen, and is stopped and started
// again at any moment, must be given every commit, each once, in order of position.
func Case1SlowCommitIsDeliveredBeforeTheFastOne(t *testing.T, l Log) {
	times := l.Interleavings
	if times == 0 {
		times = Interleavings
	}
	opened(t, l)
	ctx := Context(t)
	writers := []*writer{
		{s: l.Store, id: red},
		{s: l.Another(t), id: blue},
	}
	reader := l.Another(t)
	rng := rand.New(rand.NewPCG(1, 7))
	checkpoint := events.Position(1)
	written := map[events.Hash]bool{}
	for i := range times {
		results := make(chan events.Recorded, len(writers))
		var wg sync.WaitGroup
		for _, w := range writers {
			slow := rng.IntN(60)
			wg.Go(func() {
				for range slow { // the slow one gives way to everybody else
					runtime.Gosched()
				}
				if r, err := w.write(ctx); err != nil {
					t.Errorf("interleaving %d: %v", i, err)
				} else {
					results <- r
				}
			})
		}
		if rng.IntN(2) == 0 { // half the time the reader runs with the writers, else after them
			checkpoint = readSome(t, ctx, reader, checkpoint, 1+rng.IntN(2), written)
		}
		wg.Wait()
		close(results)
		want := map[events.Hash]bool{}
		for r := range results {
			want[r.Hash] = true
		}
		if left := events.Position(2*i+3) - checkpoint; left > 0 {
			checkpoint = readSome(t, ctx, reader, checkpoint, int(left), written)
		}
		for h := range want {
			if !written[h] {
				t.Fatalf("interleaving %d: a commit was not delivered", i)
			}
		}
		if t.Failed() {
			return
		}
	}
	if got, want := len(written), 2*times; got != want {
		t.Errorf("delivered %d commits, written %d", got, want)
	}
	t.Logf("case 1: %d interleavings, delivered %d, written %d", times, len(written), 2*times)
}

type writer struct {
	s    store.Store
	id   events.StreamID
	head events.Head
}

func (w *writer) write(ctx context.Context) (events.Recorded, error) {
	res, err := w.s.Append(ctx, w.head, Draft(w.id, "entry"))
	if err != nil {
		return events.Recorded{}, err
	}
	w.head = res.Head()
	return res.Recorded, nil
}

// readSome follows from a checkpoint for n commits, notes them as delivered and returns the new
// checkpoint.
func readSome(t *testing.T, ctx context.Context, s store.Store, checkpoint events.Position, n int, seen map[events.Hash]bool) events.Position {
	t.Helper()
	for r, err := range s.Follow(ctx, gathering, checkpoint) {
		if err != nil {
			t.Fatalf("follow from position %d: %v", checkpoint, err)
		}
		if r.Position != checkpoint+1 || seen[r.Hash] {
			t.Fatalf("position %d follows %d (delivered before: %v)", r.Position, checkpoint, seen[r.Hash])
		}
		seen[r.Hash] = true
		checkpoint = r.Position
		if n--; n == 0 {
			return checkpoint
		}
	}
	t.Fatalf("follow ended at position %d with %d commits to come: %v", checkpoint, n, ctx.Err())
	return 0
}
