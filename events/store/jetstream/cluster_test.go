package jetstream_test

import (
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

// The same contract on three servers with three copies, each store connected to another server.
func TestStoreOnThreeServers(t *testing.T) {
	servers := storetest.Cluster(t)
	n := 0
	another := func(t *testing.T) store.Store {
		n++
		return open(t, servers[n%3], func(o *jetstream.Options) { o.Replicas, o.BehindWait = 3, time.Second })
	}
	storetest.Run(t, func(t *testing.T) storetest.Log {
		forgetAll(t, servers[0].ClientURL(), another(t))
		return storetest.Log{
			Interleavings: 100,

			Store:   another(t),
			Another: another,
			Inject:  func(t *testing.T, id events.StreamID, raw []byte) { inject(t, servers[0], events.LogSubject(id), raw) },
		}
	})
}

// forgetAll removes what an earlier test left.
func forgetAll(t *testing.T, url string, s store.Store) {
	t.Helper()
	nc := connectTo(t, url)
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Gatherings(storetest.Context(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		if err := js.DeleteStream(storetest.Context(t), events.JetStreamName(g)); err != nil {
			t.Fatal(err)
		}
	}
}
