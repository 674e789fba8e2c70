package jetstream_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

func TestStoreOnEmbeddedServer(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log { return logOn(t) })
}

func TestStoreOverTCP(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		l := logOn(t, storetest.Listening)
		l.Interleavings = 200
		return l
	})
}

// logOn returns an empty log on a server of its own.
func logOn(t *testing.T, edit ...func(*server.Options)) storetest.Log {
	dir := t.TempDir()
	srv := storetest.Server(t, dir, edit...)
	return storetest.Log{
		Store:   open(t, srv),
		Another: func(t *testing.T) store.Store { return open(t, srv) },
		Restart: func(t *testing.T) store.Store {
			storetest.Stop(srv)
			srv = storetest.Server(t, dir, edit...)
			return open(t, srv)
		},
		Inject: func(t *testing.T, id events.StreamID, raw []byte) { inject(t, srv, events.LogSubject(id), raw) },
	}
}

func open(t testing.TB, srv *server.Server, edit ...func(*jetstream.Options)) *jetstream.Store {
	t.Helper()
	return openWith(t, storetest.Connect(t, srv), storetest.Connect(t, srv), edit...)
}

func openWith(t testing.TB, commands, reads *nats.Conn, edit ...func(*jetstream.Options)) *jetstream.Store {
	t.Helper()
	o := jetstream.Options{Commands: commands, Reads: reads, AckWait: 20 * time.Second}
	for _, f := range edit {
		f(&o)
	}
	s, err := jetstream.Open(storetest.Context(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// inject publishes bytes past the store.
func inject(t testing.TB, srv *server.Server, subject string, raw []byte) {
	t.Helper()
	nc := storetest.Connect(t, srv)
	msg, err := nc.Request(subject, raw, storetest.Patience)
	if err != nil {
		t.Fatalf("inject on %s: %v", subject, err)
	}
	t.Logf("injected: %s", msg.Data)
}

func connectTo(t testing.TB, url string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}
