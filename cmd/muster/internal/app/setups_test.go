package app_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/datadir"
	"github.com/muster-events/muster/ops/natsd"
)

// Two servers on one external NATS are one: the same organiser's key, the same codes and sessions,
// the same boards, whichever of them an entry came through.
func TestTwoServersOnOneNATS(t *testing.T) {
	broker, err := natsd.Embedded(t.Context(), natsd.Options{Dir: t.TempDir(), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = broker.Close() }()
	c := broker.Credentials()
	external := func(cfg *config.Config) {
		cfg.NATS = strings.Replace(c.URL, "nats://", "nats://"+c.User+":"+c.Password+"@", 1)
	}
	one, two := apptest.Start(t, external), apptest.Start(t, external)
	if one.OrganiserKey() != two.OrganiserKey() {
		t.Error("the servers have different keys")
	}
	play(t, one, "first", 1, 1)
	play(t, two, "second", 1, 2)
	for _, g := range []events.GatheringID{"first", "second"} {
		a := boardJSON(t, one.Organiser(t), g, "group-1")
		end, err := two.Organiser(t).Board(t.Context(), g, "group-1", position(t, one, g))
		if err != nil {
			t.Fatal(err)
		}
		if b := boardJSON(t, two.Organiser(t), g, "group-1"); !bytes.Equal(a, b) {
			t.Errorf("%s, position %d: the servers show different boards:\n%s\nand\n%s", g, end.Position, a, b)
		}
	}
	one.Stop()
	if r, err := notice(t, two.Organiser(t), "first", "group-1"); err != nil || r.Refused == nil {
		t.Errorf("after the other stopped: %v, %+v; want the answer that the game is over", err, r)
	}
}

func position(t *testing.T, s *apptest.Server, g events.GatheringID) events.Position {
	t.Helper()
	b, err := s.Organiser(t).Board(t.Context(), g, "group-1", 0)
	if err != nil {
		t.Fatal(err)
	}
	return b.Position
}

func TestHTTPSWithACertificateOfOurOwn(t *testing.T) {
	s := apptest.Start(t, func(c *config.Config) { c.TLS = config.TLSSelf; c.TLSHost = []string{"games.example"} })
	if !strings.HasPrefix(s.URL, "https://") || !strings.HasPrefix(s.BaseURL(), "https://") {
		t.Fatalf("addresses %s and %s, want https", s.URL, s.BaseURL())
	}
	ca, err := os.ReadFile(filepath.Join(s.Data, app.TLSDir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	boss := client.New(s.URL, transport)
	if err := boss.Login(t.Context(), s.OrganiserKey()); err != nil {
		t.Fatal(err)
	}
	res, err := (&http.Client{Transport: transport}).Get(s.OrganiserLink())
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.ProtoMajor != 2 || res.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("protocol %s, HSTS %q; want HTTP/2 with HSTS", res.Proto, res.Header.Get("Strict-Transport-Security"))
	}
	running, ok, err := datadir.Find(s.Data)
	if err != nil || !ok || running.CA != string(ca) || running.URL != s.URL {
		t.Errorf("tools are told %+v, %v, %v", running.URL, ok, err)
	}
}

// Fault D1, directly on NATS: a table's program connects with its code and can do what the table may.
func TestFault_D1_ATableOnNATSSpeaksForItselfOnly(t *testing.T) {
	s := apptest.Start(t, nil)
	play(t, s, "store", 1, 9)
	running, _, err := datadir.Find(s.Data)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := s.Organiser(t).Codes(t.Context(), "store")
	if err != nil {
		t.Fatal(err)
	}
	own := codes.Tables[0]
	user := auth.TableUser("store", own.Group, own.Table)
	refused := make(chan error, 16)
	nc, err := nats.Connect(running.NATS, nats.UserInfo(user, own.Code), nats.CustomInboxPrefix(auth.InboxPrefix(user)),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	m, err := nc.RequestWithContext(ctx, events.CommandSubject("store", own.Group, own.Table), []byte(`{"commands":[{"id":"01900000-0000-7000-8000-000000000001","type":"group.pause.v1","data":{"reason":"x"}}]}`))
	if err != nil || !strings.Contains(string(m.Data), "refused") {
		t.Fatalf("own subject: %v, %s", err, m.Data)
	}
	attempts := 0
	for _, other := range codes.Tables[1:] {
		attempts++
		if _, err := nats.Connect(running.NATS, nats.UserInfo(auth.TableUser("store", other.Group, other.Table), own.Code)); err == nil {
			t.Errorf("the code of %s opens %s", own.Table, other.Table)
		}
		_ = nc.Publish(events.CommandSubject("store", other.Group, other.Table), []byte("{}"))
	}
	_ = nc.Publish(events.CommandSubject("store", own.Group, events.ConsoleTable), []byte("{}"))
	_ = nc.Publish(events.LogSubject(events.Group("store", own.Group)), []byte("{}"))
	for range 4 {
		attempts++
		select {
		case err := <-refused:
			if !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
				t.Errorf("got %v, want a permissions violation", err)
			}
		case <-ctx.Done():
			t.Fatal("a publish to another subject was not refused")
		}
	}
	t.Logf("fault D1: %d of %d attempts with a table's code on NATS refused", attempts, attempts)
}
