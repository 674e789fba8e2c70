package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Patience is how long the suite waits for what must happen. It is long, so that a slow machine is
// no reason to fail.
const Patience = 5 * time.Minute

var made atomic.Uint64

// NewID returns a command id that this process has not used yet.
func NewID() events.CommandID {
	return events.CommandID(fmt.Sprintf("01900000-0000-7000-8000-%012x", made.Add(1)))
}

// Draft returns a draft for a stream with a fresh command id. Its one event carries note.
func Draft(id events.StreamID, note string) store.Draft {
	data, err := json.Marshal(map[string]string{"note": note})
	if err != nil {
		panic(err)
	}
	return store.Draft{
		Stream:  id,
		Command: events.Command{ID: NewID(), Type: "test.note.v1", Data: data, Actor: events.Actor{Role: events.RoleSystem}},
		Events:  []events.Event{{Type: "test.noted.v1", Data: data}},
	}
}

// Append appends a draft that must be accepted.
func Append(t testing.TB, s store.Appender, want events.Head, d store.Draft) events.Recorded {
	t.Helper()
	res, err := s.Append(Context(t), want, d)
	if err != nil {
		t.Fatalf("append to %s after version %d: %v", d.Stream, want.Version, err)
	}
	if res.Duplicate {
		t.Fatalf("append to %s after version %d: answered as a duplicate", d.Stream, want.Version)
	}
	return res.Recorded
}

// Fill appends n commits to a stream that ends at head and returns them.
func Fill(t testing.TB, s store.Appender, id events.StreamID, head events.Head, n int) []events.Recorded {
	t.Helper()
	out := make([]events.Recorded, n)
	for i := range out {
		out[i] = Append(t, s, head, Draft(id, fmt.Sprintf("%s %d", id, i)))
		head = out[i].Head()
	}
	return out
}

// Load returns the whole of a stream, which must be readable.
func Load(t testing.TB, s store.Loader, id events.StreamID) []events.Recorded {
	t.Helper()
	var out []events.Recorded
	for r, err := range s.Load(Context(t), id, events.Head{}) {
		if err != nil {
			t.Fatalf("load %s after version %d: %v", id, len(out), err)
		}
		out = append(out, r)
	}
	return out
}

// Follow returns the next n commits of a gathering after a position.
func Follow(t testing.TB, s store.Follower, g events.GatheringID, after events.Position, n int) []events.Recorded {
	t.Helper()
	var out []events.Recorded
	for r, err := range s.Follow(Context(t), g, after) {
		if err != nil {
			t.Fatalf("follow %s from position %d, %d read: %v", g, after, len(out), err)
		}
		if out = append(out, r); len(out) == n {
			return out
		}
	}
	t.Fatalf("follow %s from position %d: ended after %d commits, want %d", g, after, len(out), n)
	return nil
}

// Context returns a context that ends with the test, at the latest after [Patience].
func Context(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	t.Cleanup(cancel)
	return ctx
}

// Same checks that two lists of commits are byte for byte the same at the same positions.
func Same(t testing.TB, got, want []events.Recorded) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d commits, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].Position != want[i].Position || got[i].Hash != want[i].Hash || string(got[i].Raw) != string(want[i].Raw) {
			t.Fatalf("commit %d: got position %d, %s\nwant position %d, %s",
				i, got[i].Position, got[i].Raw, want[i].Position, want[i].Raw)
		}
	}
}
