package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/natsd"
)

// broker is a rig on the server that muster serve embeds, with the command service.
func broker(t *testing.T) (*rig, *natsd.Broker) {
	t.Helper()
	b := must[*natsd.Broker](t)(natsd.Embedded(t.Context(), natsd.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}))
	closing(t, b.Close)
	r := newRigOn(t, b.Commands)
	b.Admit(func(user, password, address string) (natsd.Grant, bool) {
		g, ok := r.auth.Grant(user, password, address)
		return natsd.Grant(g), ok
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- runner.Serve(ctx, b.Commands, r.service, runner.BySubject, slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() {
		cancel()
		if err := within(t, ended, "the command service stops"); err != nil {
			t.Error(err)
		}
	})
	return r, b
}

// program is a NATS client with credentials; errs gets what the broker complains about.
type program struct {
	t    *testing.T
	nc   *nats.Conn
	errs chan error
}

func connect(t *testing.T, b *natsd.Broker, user, password string) *program {
	t.Helper()
	p := &program{t: t, errs: make(chan error, 100)}
	p.nc = must[*nats.Conn](t)(nats.Connect(b.Credentials().URL, nats.UserInfo(user, password),
		nats.CustomInboxPrefix(auth.InboxPrefix(user)),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { p.errs <- err })))
	t.Cleanup(p.nc.Close)
	return p
}

func (p *program) ask(subject string, items ...item) runner.Response {
	p.t.Helper()
	return p.raw(subject, must[[]byte](p.t)(json.Marshal(map[string]any{"commands": items})))
}

func (p *program) raw(subject string, data []byte) runner.Response {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	var m *nats.Msg
	for {
		var err error
		m, err = p.nc.RequestWithContext(ctx, subject, data)
		if err == nil {
			break
		}
		if !errors.Is(err, nats.ErrNoResponders) || ctx.Err() != nil { // the service is still starting
			p.t.Fatal(err)
		}
	}
	var res runner.Response
	if err := json.Unmarshal(m.Data, &res); err != nil {
		p.t.Fatalf("%v: %s", err, m.Data)
	}
	return res
}

// forbidden does something that the broker must complain about.
func (p *program) forbidden(what string, f func() error) {
	p.t.Helper()
	if err := f(); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
	if err := within(p.t, p.errs, "a complaint about "+what); !errors.Is(err, nats.ErrPermissionViolation) {
		p.t.Fatalf("%s: %v", what, err)
	}
}

func TestATablesProgramPlaysOverNATS(t *testing.T) {
	r, b := broker(t)
	r.play(t, "spring", "g1")
	code := must[string](t)(r.auth.TableCode(t.Context(), "spring", "g1", "red"))
	red := connect(t, b, auth.TableUser("spring", "g1", "red"), strings.ToLower(code))
	subject := events.CommandSubject("spring", "g1", "red")
	first := counted(1, lotr.ChangeThreat{Table: "red", By: 2})
	res := red.ask(subject, first, cmd(group.EndRound{Table: "red", Round: 9}))
	if len(res.Answers) != 1 || res.Refused == nil || res.Refused.Code != "other-round" {
		t.Fatalf("%+v, refused %+v", res.Answers, res.Refused)
	}
	if again := red.ask(subject, first); len(again.Answers) != 1 || !again.Answers[0].Duplicate {
		t.Fatalf("sent again: %+v", again)
	}
	for _, bad := range []string{"", "hello", `{"commands":[]}`, `{"commands":[{"actor":"organiser"}]}`, `{} {}`} {
		if res := red.raw(subject, []byte(bad)); res.Refused == nil || res.Refused.Code != engine.CodeMalformed {
			t.Errorf("%q: %+v", bad, res)
		}
	}
}

func TestFault_D1_DirectlyOnNATS(t *testing.T) {
	r, b := broker(t)
	r.play(t, "spring", "g1", "g2")
	code := must[string](t)(r.auth.TableCode(t.Context(), "spring", "g1", "red"))
	user := auth.TableUser("spring", "g1", "red")
	red := connect(t, b, user, code)
	before := r.positions(t)
	tried := 0
	for _, s := range []string{
		events.CommandSubject("spring", "g1", "green"), events.CommandSubject("spring", "g2", "red"),
		events.CommandSubject("spring", "g1", events.ConsoleTable), events.LogSubject(events.Group("spring", "g1")),
		events.LogSubject(events.Desk("spring")), events.LiveSubject("spring", "g1", "red"),
		"$JS.API.STREAM.DELETE." + events.JetStreamName("spring"), "$JS.API.STREAM.INFO.KV_" + auth.SecretsBucket,
		"$KV." + auth.SecretsBucket + ".keys.1", "muster.dlq.live", "_INBOX.x",
	} {
		red.forbidden("publishing on "+s, func() error { return red.nc.Publish(s, []byte(`{"commands":[]}`)) })
		tried++
	}
	for _, s := range []string{
		events.CommandFilter, events.LogFilter("spring"), events.LiveSubject("spring", "g2", ">"), "muster.live.>", ">",
		"_INBOX.>", auth.InboxPrefix(auth.TableUser("spring", "g1", "green")) + ".>", "$KV.>", "$JS.>", "$SRV.>",
	} {
		red.forbidden("listening on "+s, func() error {
			_, err := red.nc.SubscribeSync(s)
			return err
		})
		tried++
	}
	own := events.CommandSubject("spring", "g1", "red")
	for _, body := range tableCommands("green") { // another table in the body, on the own subject
		if res := red.ask(own, cmd(body)); res.Refused == nil || res.Refused.Code != engine.CodeOtherTable {
			t.Errorf("%s for green on red's subject: %+v", body.CommandType(), res)
		}
		tried++
	}
	for _, body := range officialCommands() {
		if res := red.ask(own, cmd(body)); res.Refused == nil || res.Refused.Code != engine.CodeNotAllowed {
			t.Errorf("%s on red's subject: %+v", body.CommandType(), res)
		}
		tried++
	}
	if after := r.positions(t); !maps.Equal(before, after) {
		t.Errorf("logs are at %v, were at %v", after, before)
	}
	for _, c := range [][2]string{
		{user, "0000000"},
		{user, ""},
		{auth.TableUser("spring", "g1", "green"), code},
		{auth.TableUser("spring", "g1", "console"), code},
		{auth.OrganiserUser, code},
		{"table:spring:g1", code},
		{"", ""},
		{"muster", "muster"},
	} {
		if nc, err := nats.Connect(b.Credentials().URL, nats.UserInfo(c[0], c[1])); err == nil {
			nc.Close()
			t.Errorf("%q was let in", c[0])
		}
		tried++
	}
	t.Logf("fault D1: directly on NATS, %d ways: all refused, log unchanged", tried)
}

func TestAnOrganisersProgramCommandsEveryGroupOverNATS(t *testing.T) {
	r, b := broker(t)
	r.play(t, "spring", "g1")
	key, _ := r.auth.OrganiserKey()
	o := connect(t, b, auth.OrganiserUser, key)
	res := o.ask(events.CommandSubject("spring", "g1", events.ConsoleTable), cmd(group.Pause{Reason: "lunch"}))
	if res.Refused != nil || len(res.Answers) != 1 {
		t.Fatalf("%+v, refused %+v", res.Answers, res.Refused)
	}
	// The table subject speaks for its captain, whoever sends on it.
	res = o.ask(events.CommandSubject("spring", "g1", "red"), cmd(group.Resume{}))
	if res.Refused == nil || res.Refused.Code != engine.CodeNotAllowed {
		t.Fatalf("resume on a table's subject: %+v", res)
	}
	o.forbidden("the log", func() error { return o.nc.Publish(events.LogSubject(events.Desk("spring")), nil) })
}
