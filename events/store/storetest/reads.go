package storetest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// now returns the time that the store stamped its first commit with, so that the suite knows how
// long its encoded form is.
func (l Log) now(t *testing.T) time.Time {
	t.Helper()
	return Load(t, l.Store, desk)[0].At
}

func inOrder(t *testing.T, l Log) {
	all := []events.Recorded{opened(t, l)}
	heads := map[events.StreamID]events.Head{}
	for i := range 30 {
		id := []events.StreamID{red, blue}[i%2]
		r := Append(t, l.Store, heads[id], Draft(id, "entry"))
		heads[id] = r.Head()
		all = append(all, r)
	}
	for i, r := range all {
		if r.Position != events.Position(i+1) {
			t.Fatalf("commit %d has position %d", i+1, r.Position)
		}
		if r.At.Location() != time.UTC || r.At.Nanosecond()%int(time.Millisecond) != 0 {
			t.Fatalf("commit %d is stamped %v, want UTC to the millisecond", i+1, r.At)
		}
	}
	Same(t, Follow(t, l.Store, gathering, 0, len(all)), all)
	Same(t, Follow(t, l.Another(t), gathering, 20, len(all)-20), all[20:])
	for _, id := range []events.StreamID{desk, red, blue} {
		want := slices.DeleteFunc(slices.Clone(all), func(r events.Recorded) bool { return r.Stream != id })
		Same(t, Load(t, l.Another(t), id), want)
	}
	if end, err := l.Store.End(Context(t), gathering); err != nil || end != events.Position(len(all)) {
		t.Errorf("end: got %d, %v, want %d", end, err, len(all))
	}
}

func loadAfterHead(t *testing.T, l Log) {
	opened(t, l)
	all := Fill(t, l.Store, red, events.Head{}, 10)
	Fill(t, l.Store, blue, events.Head{}, 3)
	for i := range all {
		var got []events.Recorded
		for r, err := range l.Store.Load(Context(t), red, all[i].Head()) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		Same(t, got, all[i+1:])
	}
}

func cancelledReads(t *testing.T, l Log) {
	opened(t, l)
	Fill(t, l.Store, red, events.Head{}, 20)
	ctx, cancel := context.WithCancel(Context(t))
	defer cancel()
	n := 0
	for _, err := range l.Store.Follow(ctx, gathering, 0) {
		if err != nil {
			t.Fatalf("follow: the end of the context is not an error, got %v", err)
		}
		if n++; n == 21 {
			cancel() // it now waits for more, and must not
		}
	}
	if ctx.Err() == nil {
		t.Error("follow ended by itself")
	}
	var last error
	for _, err := range l.Store.Load(ctx, red, events.Head{}) {
		last = err
	}
	var u *events.UnavailableError
	if !errors.As(last, &u) {
		t.Errorf("load with a cancelled context: got %v, want an UnavailableError", last)
	}
}

func stoppedReads(t *testing.T, l Log) {
	opened(t, l)
	Fill(t, l.Store, red, events.Head{}, 20)
	for range 10 {
		for r, err := range l.Store.Load(Context(t), red, events.Head{}) {
			if err != nil || r.Version != 1 {
				t.Fatalf("load: version %d, %v", r.Version, err)
			}
			break
		}
		Follow(t, l.Store, gathering, 5, 1)
	}
}

func emptyLog(t *testing.T, l Log) {
	if got := Load(t, l.Store, red); len(got) != 0 {
		t.Errorf("load: got %d commits", len(got))
	}
	if end, err := l.Store.End(Context(t), gathering); end != 0 || err != nil {
		t.Errorf("end: got %d, %v", end, err)
	}
	if all, err := l.Store.Gatherings(Context(t)); len(all) != 0 || err != nil {
		t.Errorf("gatherings: got %v, %v", all, err)
	}
	if all, err := l.Store.Streams(Context(t), gathering); len(all) != 0 || err != nil {
		t.Errorf("streams: got %v, %v", all, err)
	}
}

func restart(t *testing.T, l Log) {
	first := opened(t, l)
	d := Draft(red, "before")
	before := Append(t, l.Store, events.Head{}, d)
	all := append([]events.Recorded{first, before}, Fill(t, l.Store, red, before.Head(), 20)...)
	if l.Restart == nil {
		return // promised only of what outlives its process
	}
	s := l.Restart(t)
	Same(t, Follow(t, s, gathering, 0, len(all)), all)
	res, err := s.Append(Context(t), all[len(all)-1].Head(), d)
	if err != nil || !res.Duplicate {
		t.Errorf("a command from before the restart: duplicate %v, error %v", res.Duplicate, err)
	}
	_, err = s.Append(Context(t), before.Head(), Draft(red, "stale"))
	var c *events.ConflictError
	if !errors.As(err, &c) || c.Have != 21 {
		t.Errorf("a stale append after the restart: got %v, want a conflict with version 21", err)
	}
	Append(t, s, all[len(all)-1].Head(), Draft(red, "after"))
}

func followerWaits(t *testing.T, l Log) {
	got := make(chan events.Recorded)
	ctx, cancel := context.WithCancel(Context(t))
	defer cancel()
	errs := make(chan error, 1)
	go func() {
		defer close(errs)
		for r, err := range l.Another(t).Follow(ctx, gathering, 0) {
			if err != nil {
				errs <- err
				return
			}
			got <- r
		}
	}()
	want := []events.Recorded{opened(t, l)}
	want = append(want, Fill(t, l.Store, red, events.Head{}, 5)...)
	for _, w := range want {
		select {
		case r := <-got:
			Same(t, []events.Recorded{r}, []events.Recorded{w})
		case err := <-errs:
			t.Fatalf("follow ended: %v", err)
		case <-ctx.Done():
			t.Fatalf("position %d was not delivered", w.Position)
		}
	}
	cancel()
	if err := <-errs; err != nil {
		t.Error(err)
	}
}

func listing(t *testing.T, l Log) {
	opened(t, l)
	Append(t, l.Store, events.Head{}, Draft(events.Desk("bree"), "opened"))
	Fill(t, l.Store, red, events.Head{}, 3)
	Fill(t, l.Store, blue, events.Head{}, 2)
	for _, s := range []store.Store{l.Store, l.Another(t)} {
		all, err := s.Gatherings(Context(t))
		if err != nil || !slices.Equal(all, []events.GatheringID{"bree", gathering}) {
			t.Errorf("gatherings: got %v, %v", all, err)
		}
		streams, err := s.Streams(Context(t), gathering)
		want := []store.StreamInfo{{ID: desk, Commits: 1}, {ID: blue, Commits: 2}, {ID: red, Commits: 3}}
		if err != nil || !slices.Equal(streams, want) {
			t.Errorf("streams: got %v, %v, want %v", streams, err, want)
		}
	}
}

func watching(t *testing.T, l Log) {
	opened(t, l)
	next := []events.GatheringID{gathering, "bree", "edoras"}
	other := l.Another(t)
	for g, err := range other.WatchGatherings(Context(t)) {
		if err != nil || g != next[0] {
			t.Fatalf("got %q, %v, want %q", g, err, next[0])
		}
		if next = next[1:]; len(next) == 0 {
			return
		}
		Append(t, l.Store, events.Head{}, Draft(events.Desk(next[0]), "opened"))
	}
	t.Errorf("the watch ended before %q was seen", next[0])
}
