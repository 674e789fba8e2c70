package projections_test

import (
	"context"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

// The projections over a real JetStream log: what was there, what comes while they run, a second
// gathering that appears later, and a restart in between; the same as over the log in memory.
func TestProjectionsFollowAJetStreamLog(t *testing.T) {
	l := game(t, 31, 3, 250)
	log := l.All(spring)
	conn := storetest.Connect(t, storetest.Server(t, ""))
	js := must(jetstream.Open(context.Background(), jetstream.Options{Commands: conn}))(t)
	heads := map[events.StreamID]events.Head{}
	put := func(r events.Recorded) {
		t.Helper()
		d := store.Draft{Stream: r.Stream, Command: r.Command, Events: r.Events}
		heads[r.Stream] = must(js.Append(context.Background(), heads[r.Stream], d))(t).Head()
	}
	third := len(log) / 3
	for _, r := range log[:third] {
		put(r)
	}
	dir := t.TempDir()
	first := start(t, dir, js)
	first.ready()
	for _, r := range log[third : 2*third] {
		put(r)
	}
	first.await(spring, events.Position(2*third))
	first.stop()
	for _, r := range log[2*third:] {
		put(r)
	}
	r := start(t, dir, js)
	r.ready()
	r.await(spring, events.Position(len(log)))
	later := log[0] // opens the gathering
	later.Stream.Gathering = "autumn"
	put(later)
	r.await("autumn", 1)
	fresh := start(t, t.TempDir(), js)
	fresh.ready()
	same(t, fresh.dump(spring), r.dump(spring))
	b := must(r.read.Board(r.ctx(), spring, "evening"))(t)
	want := foldAll(t, filter(log, evening())).board.Group
	if b.City.Strength != want.City.Strength || b.Version != want.Version || b.Round != want.Round {
		t.Errorf("city %d version %d round %d, in memory %d %d %d", b.City.Strength, b.Version, b.Round, want.City.Strength, want.Version, want.Round)
	}
}

func filter(log []events.Recorded, id events.StreamID) []events.Recorded {
	var out []events.Recorded
	for _, r := range log {
		if r.Stream == id {
			out = append(out, r)
		}
	}
	return out
}
