package runner_test

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-events/muster/events/store"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

// onJetStream opens a store of its own on a server, as another process would.
func onJetStream(t testing.TB, srv *server.Server) store.Store {
	t.Helper()
	st, err := jsstore.Open(t.Context(), jsstore.Options{Commands: storetest.Connect(t, srv)})
	if err != nil {
		t.Fatal(err)
	}
	return st
}
