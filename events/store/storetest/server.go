package storetest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Server starts an embedded NATS server with JetStream in dir (a temporary folder if empty), as
// `muster serve` does but without a port; edit may change its options, for instance set SyncAlways.
// It is stopped when the test ends, if it still runs.
func Server(t testing.TB, dir string, edit ...func(*server.Options)) *server.Server {
	t.Helper()
	if dir == "" {
		dir = t.TempDir()
	}
	o := &server.Options{
		JetStream:              true,
		StoreDir:               dir,
		DontListen:             true,
		NoSigs:                 true,
		NoLog:                  true,
		DisableJetStreamBanner: true,
	}
	for _, f := range edit {
		f(o)
	}
	srv, err := server.NewServer(o)
	if err != nil {
		t.Fatalf("start NATS server: %v", err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS server is not ready after 10 s")
	}
	t.Cleanup(func() { Stop(srv) })
	return srv
}

// Stop stops a server in good order and waits for it.
func Stop(srv *server.Server) {
	srv.Shutdown()
	srv.WaitForShutdown()
}

// Listening is an edit for [Server] that listens on a free loopback port.
func Listening(o *server.Options) {
	o.DontListen = false
	o.Host = "127.0.0.1"
	o.Port = server.RANDOM_PORT
}

// Synced is an edit for [Server] that syncs every write, as `muster serve` does.
func Synced(o *server.Options) { o.SyncAlways = true }

// Connect connects to a server in process, or by TCP if it listens. The connection is closed when
// the test ends.
func Connect(t testing.TB, srv *server.Server, opts ...nats.Option) *nats.Conn {
	t.Helper()
	opts = append([]nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(20 * time.Millisecond)}, opts...)
	url := srv.ClientURL()
	if srv.Addr() == nil {
		opts = append(opts, nats.InProcessServer(srv))
		url = ""
	}
	nc, err := nats.Connect(url, opts...)
	if err != nil {
		t.Fatalf("connect to NATS server: %v", err)
	}
	t.Cleanup(nc.Close)
	return nc
}
