package natsd_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/natsd"
)

func embedded(t *testing.T, o natsd.Options) *natsd.Broker {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Log = slog.New(slog.DiscardHandler)
	b, err := natsd.Embedded(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return b
}

func stream(t *testing.T, nc *nats.Conn) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	_, err = js.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "T", Subjects: []string{"t.>"}})
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestWhatWasWrittenIsReadOverTheOtherConnectionAndAfterARestart(t *testing.T) {
	b := embedded(t, natsd.Options{})
	js := stream(t, b.Commands)
	if _, err := js.Publish(t.Context(), "t.1", []byte("one")); err != nil {
		t.Fatal(err)
	}
	before := b.Credentials()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := b.Restart(ctx); err != nil {
		t.Fatal(err)
	}
	if b.Credentials() != before {
		t.Errorf("a restart changes address or password: %v, was %v", b.Credentials().URL, before.URL)
	}
	if err := b.Healthy(); err != nil {
		t.Errorf("after the restart: %v", err)
	}
	if _, err := js.Publish(ctx, "t.1", []byte("two")); err != nil {
		t.Fatalf("publish on the old connection after a restart: %v", err)
	}
	reads, err := jetstream.New(b.Reads)
	if err != nil {
		t.Fatal(err)
	}
	s, err := reads.Stream(ctx, "T")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.CachedInfo().State.Msgs; got != 2 {
		t.Fatalf("the log holds %d messages, want 2", got)
	}
}

func TestHealthOfAServerThatIsGone(t *testing.T) {
	b := embedded(t, natsd.Options{})
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	var gone *events.UnavailableError
	if err := b.Healthy(); !errors.As(err, &gone) {
		t.Fatalf("got %v, want an UnavailableError", err)
	}
}

// A stream that is being made stands on disk before the server knows it; that is no reason to
// restart the server.
func TestMakingStreamsIsHealthy(t *testing.T) {
	b := embedded(t, natsd.Options{})
	js, err := jetstream.New(b.Commands)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		for i := range 100 {
			if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: fmt.Sprintf("S%d", i), Subjects: []string{fmt.Sprintf("s.%d", i)}}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for {
		if err := b.Healthy(); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
	}
}

func TestAnExternalServerThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	_, err = natsd.External("nats://"+addr, slog.New(slog.DiscardHandler))
	var gone *events.UnavailableError
	if !errors.As(err, &gone) {
		t.Fatalf("got %v, want an UnavailableError", err)
	}
}

func TestAnExternalServerIsUsedLikeOurOwn(t *testing.T) {
	own := embedded(t, natsd.Options{})
	c := own.Credentials()
	b, err := natsd.External(c.URL, slog.New(slog.DiscardHandler), nats.UserInfo(c.User, c.Password))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream(t, b.Commands).Publish(t.Context(), "t.1", nil); err != nil {
		t.Fatal(err)
	}
	if b.IsEmbedded() || b.Credentials() != (natsd.Credentials{}) || b.Restart(t.Context()) != nil {
		t.Error("an external server is treated as part of this program")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := own.Healthy(); err != nil {
		t.Errorf("disconnecting has stopped the server: %v", err)
	}
}

// Fault D17: malformed frames on the NATS port, oversize headers.
func TestFault_D17_TheNATSPortIsOnLoopbackAndRefusesStrangers(t *testing.T) {
	b := embedded(t, natsd.Options{})
	addr := strings.TrimPrefix(b.Credentials().URL, "nats://")
	if host, _, err := net.SplitHostPort(addr); err != nil || !net.ParseIP(host).IsLoopback() {
		t.Fatalf("the server listens on %s, want loopback", addr)
	}
	for _, opts := range [][]nats.Option{
		nil, {nats.UserInfo("muster", "wrong")}, {nats.UserInfo("", "")}, {nats.Token("x")}, {nats.UserInfo("store.red.blue", "")},
	} {
		if nc, err := nats.Connect(b.Credentials().URL, opts...); err == nil {
			nc.Close()
			t.Errorf("a stranger got in with %d options", len(opts))
		}
	}
	frames := []string{
		"\x00\x01\x02\r\n", strings.Repeat("A", 1<<16) + "\r\n", "PUB x 99999999999999999999\r\n", "HPUB x 9999 1\r\nx\r\n",
		"CONNECT {\r\n", "CONNECT {\"user\":\"" + strings.Repeat("a", 1<<15) + "\"}\r\n", "MSG\r\n",
	}
	for _, f := range frames {
		send(t, addr, f)
	}
	if err := b.Healthy(); err != nil {
		t.Fatalf("after malformed frames: %v", err)
	}
	if err := b.Commands.Flush(); err != nil {
		t.Fatalf("after malformed frames: %v", err)
	}
	t.Logf("fault D17: %d malformed frames and 5 strangers refused, loopback only", len(frames))
}

// send writes bytes to the port and reads until the server hangs up or has said enough.
func send(t *testing.T, addr, frame string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatalf("the server no longer takes connections: %v", err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := c.Write([]byte(frame)); err != nil {
		return // it hung up already
	}
	buf := make([]byte, 4096)
	for range 2 { // INFO, then -ERR or the end
		if _, err := c.Read(buf); err != nil {
			return
		}
	}
}

// Fault D1, directly on NATS: a table's credentials open its own subject and nothing else.
func TestFault_D1_TableCredentialsOpenOneSubject(t *testing.T) {
	b := embedded(t, natsd.Options{})
	b.Admit(func(user, password, _ string) (natsd.Grant, bool) {
		return natsd.Grant{Publish: []string{"muster.cmd." + user}, Subscribe: []string{"_INBOX_" + user + ".>"}}, password == "right-"+user
	})
	url := b.Credentials().URL
	refused := make(chan error, 16)
	nc, err := nats.Connect(url, nats.UserInfo("store.red.t1", "right-store.red.t1"),
		nats.CustomInboxPrefix("_INBOX_store.red.t1"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	sub, err := b.Commands.Subscribe("muster.cmd.>", func(m *nats.Msg) { _ = m.Respond([]byte(m.Subject)) })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := b.Commands.Flush(); err != nil {
		t.Fatal(err)
	}
	m, err := nc.Request("muster.cmd.store.red.t1", nil, 10*time.Second)
	if err != nil || string(m.Data) != "muster.cmd.store.red.t1" {
		t.Fatalf("own subject: %v", err)
	}
	tries := 0
	for _, subject := range []string{
		"muster.cmd.store.red.t2", "muster.cmd.store.blue.t1", "muster.cmd.store.red.console",
		"muster.log.store.g.red", "$JS.API.STREAM.DELETE.MUSTER_LOG_store", "muster.live.store.red.t1",
	} {
		tries++
		_ = nc.Publish(subject, []byte("x"))
		wantRefused(t, refused, "publish to "+subject)
	}
	for _, subject := range []string{"_INBOX.>", "muster.>", ">", "_INBOX_store.red.t2.>"} {
		tries++
		if _, err := nc.SubscribeSync(subject); err == nil {
			wantRefused(t, refused, "subscribe to "+subject)
		}
	}
	t.Logf("fault D1: %d of %d attempts on other subjects refused", tries, tries)
}

func wantRefused(t *testing.T, refused <-chan error, what string) {
	t.Helper()
	select {
	case err := <-refused:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v, want a permissions violation", what, err)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("%s was not refused", what)
	}
}
