package storetest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Cluster starts three servers with JetStream that form a cluster on loopback, and returns them when
// they have agreed on a leader. They are stopped when the test ends.
func Cluster(t testing.TB, edit ...func(*server.Options)) []*server.Server {
	t.Helper()
	ports := freePorts(t, 3)
	var routes []*url.URL
	for _, p := range ports {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", p)})
	}
	servers := make([]*server.Server, 3)
	for i := range servers {
		servers[i] = Server(t, "", append([]func(*server.Options){Listening, func(o *server.Options) {
			o.ServerName = fmt.Sprintf("server-%d", i+1)
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}
			o.Routes = routes
		}}, edit...)...)
	}
	awaitCluster(t, servers)
	return servers
}

// freePorts returns ports that were free a moment ago.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var out []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out
}

// awaitCluster returns when a replicated stream can be made.
func awaitCluster(t testing.TB, servers []*server.Server) {
	t.Helper()
	js, err := jetstream.New(Connect(t, servers[0], nats.Timeout(10*time.Second)))
	if err != nil {
		t.Fatal(err)
	}
	ctx := Context(t)
	for {
		try, cancel := context.WithTimeout(ctx, time.Second) // without a leader nobody answers
		_, err := js.CreateStream(try, jetstream.StreamConfig{Name: "READY", Replicas: 3})
		cancel()
		if err == nil {
			break
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("the cluster is not ready: %v", err)
		}
	}
	if err := js.DeleteStream(ctx, "READY"); err != nil {
		t.Fatal(err)
	}
}
