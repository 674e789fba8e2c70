package webhooks_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/webhooks"
)

// fails answers 503 to the first n requests.
func fails(n int) func(int, http.ResponseWriter, *http.Request) {
	return func(at int, w http.ResponseWriter, _ *http.Request) {
		if at <= n {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func TestAMessageIsTriedUntilItIsTaken(t *testing.T) {
	const n = 4
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, fails(n))
	r.field()
	h := r.register(v.URL)
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1})
	var id string
	for i := range n + 1 {
		g := v.next(t)
		if i == 0 {
			id = g.ID
		}
		if g.Type != webhooks.TypePairings || g.ID != id {
			t.Fatalf("try %d is %s %s, want the pairings %s", i+1, g.Type, g.ID, id)
		}
		if err := g.verify(r.secret(h)); err != nil {
			t.Error(err)
		}
	}
	if g := v.next(t); g.Type != webhooks.TypeRoundStarted { // it has waited behind
		t.Errorf("after it comes %s", g.Type)
	}
	if letters, _, err := r.proc.Letters(t.Context(), spring); err != nil || len(letters) != 0 {
		t.Errorf("dead letters %+v, %v", letters, err)
	}
}

// An endpoint that stays dead is left alone for a while, its messages become dead letters that say why, and
// they are told when somebody has them tried again.
func TestWhatADeadEndpointWasToBeToldIsADeadLetter(t *testing.T) {
	r := newRig(t)
	r.start(process.HookRetry{First: 5 * time.Millisecond, Longest: 20 * time.Millisecond, For: 300 * time.Millisecond})
	v := newReceiver(t, fails(1_000_000))
	r.field()
	h := r.register(v.URL, desk.HookPairings)
	r.publish(1)
	at := r.give(cup, tournament.StartRound{Round: 1, At: 1}).Position - 1
	first := v.next(t)
	var letter process.DeadLetter
	eventually(t, "there is a dead letter", func() bool {
		list, more, err := r.proc.Letters(t.Context(), spring)
		if err != nil || more || len(list) > 1 {
			t.Fatalf("%+v, %v, %v", list, more, err)
		}
		if len(list) == 1 {
			letter = list[0]
		}
		return len(list) == 1
	})
	if letter.Handler != process.DeliveryHandler || letter.Gathering != spring || letter.Hook != h.ID || letter.Position != at || letter.Stream != cup.String() ||
		letter.Type != webhooks.TypePairings || letter.At.IsZero() || !strings.Contains(letter.Reason, "503") && !strings.Contains(letter.Reason, "not answered") {
		t.Errorf("the letter says %+v", letter)
	}
	if s := must(r.hooks.List(t.Context(), spring))(t)[0].Status; s.FailsFrom.IsZero() || !strings.Contains(s.Says, "503 Service Unavailable") {
		t.Errorf("how it is doing: %+v", s)
	}
	if list, _, err := r.proc.Letters(t.Context(), "autumn"); err != nil || len(list) != 0 {
		t.Errorf("letters of another gathering: %+v, %v", list, err)
	}

	v.set(nil)
	if err := r.hooks.Retry(t.Context(), spring, h.ID); err != nil { // it is not left alone any more
		t.Fatal(err)
	}
	eventually(t, "the letter is carried on", func() bool { return r.proc.Again(t.Context(), letter.Number) == nil })
	for {
		if g := v.next(t); g.ID == first.ID && len(v.told) == 0 {
			break
		}
	}
	if _, err := r.proc.Letter(t.Context(), letter.Number); !errors.Is(err, process.ErrNoLetter) {
		t.Errorf("the letter is still there: %v", err)
	}
	if err := r.proc.Again(t.Context(), letter.Number); !errors.Is(err, process.ErrNoLetter) {
		t.Errorf("carried on twice: %v", err)
	}
}

func TestALetterOfAWebhookThatIsGoneCanOnlyBeDiscarded(t *testing.T) {
	r := newRig(t)
	r.start(process.HookRetry{First: 5 * time.Millisecond, Longest: 20 * time.Millisecond, For: time.Millisecond})
	v := newReceiver(t, fails(1_000_000))
	r.field()
	h := r.register(v.URL, desk.HookPairings)
	r.publish(1)
	var number uint64
	eventually(t, "there is a dead letter", func() bool {
		list, _, err := r.proc.Letters(t.Context(), spring)
		if err == nil && len(list) == 1 {
			number = list[0].Number
		}
		return number != 0
	})
	if err := r.hooks.Remove(t.Context(), spring, boss, newID(), h.ID); err != nil {
		t.Fatal(err)
	}
	var fails *process.StillFailsError
	eventually(t, "it cannot be carried on", func() bool { return errors.As(r.proc.Again(t.Context(), number), &fails) })
	if !strings.Contains(fails.Error(), string(h.ID)) {
		t.Errorf("it says %v", fails)
	}
	if err := r.proc.Discard(t.Context(), number); err != nil {
		t.Error(err)
	}
	if list, _, err := r.proc.Letters(t.Context(), ""); err != nil || len(list) != 0 {
		t.Errorf("left: %+v, %v", list, err)
	}
}

// What happens while the server is down is told when it is up again, and so is what waited.
func TestARestartLosesNothing(t *testing.T) {
	r := newRig(t)
	r.start(process.HookRetry{First: time.Hour, Longest: time.Hour})
	v := newReceiver(t, fails(1))
	r.field()
	r.register(v.URL, desk.HookPairings, desk.HookRounds)
	r.publish(1)
	waits := v.next(t) // it was not taken, and is tried again in an hour
	r.stop()
	r.give(cup, tournament.StartRound{Round: 1, At: 1}) // while nothing runs
	r.start(quick)
	if g := v.next(t); g.ID != waits.ID {
		t.Errorf("after the restart comes %s %s, want %s", g.Type, g.ID, waits.ID)
	}
	if g := v.next(t); g.Type != webhooks.TypeRoundStarted {
		t.Errorf("then %s", g.Type)
	}
}

// An endpoint that takes its time holds up neither others nor the handlers of the log.
func TestASlowEndpointHoldsUpNobodyElse(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	held := make(chan struct{})
	slow := newReceiver(t, func(_ int, w http.ResponseWriter, q *http.Request) {
		select {
		case <-held:
		case <-q.Context().Done():
		}
		w.WriteHeader(http.StatusNoContent)
	})
	t.Cleanup(func() { // before the receiver closes
		select {
		case <-held:
		default:
			close(held)
		}
	})
	fast := newReceiver(t, nil)
	r.field()
	r.register(slow.URL, desk.HookPairings, desk.HookResults)
	r.register(fast.URL, desk.HookResults)
	r.publish(1)
	slow.next(t) // it has it, and does not answer
	r.give(cup, tournament.StartRound{Round: 1, At: 1})
	r.finish(1)
	for range 2 {
		if g := fast.next(t); g.Type != webhooks.TypeResult {
			t.Errorf("the other one is told %s", g.Type)
		}
	}
	if len(slow.told) != 0 {
		t.Error("the slow one is told something before it has answered")
	}
	close(held)
	for range 2 {
		if g := slow.next(t); g.Type != webhooks.TypeResult {
			t.Errorf("then the slow one is told %s", g.Type)
		}
	}
}

// A pause keeps what there is to tell; its end tells it in order.
func TestAPausedEndpointIsToldLater(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	r.field()
	h := r.register(v.URL)
	change := func(paused bool) {
		t.Helper()
		if err := r.hooks.Change(t.Context(), spring, boss, newID(), h.ID, webhooks.Settings{Kinds: desk.HookKinds(), Paused: paused}); err != nil {
			t.Fatal(err)
		}
	}
	change(true)
	r.publish(1)
	r.give(cup, tournament.StartRound{Round: 1, At: 1})
	eventually(t, "two messages wait", func() bool {
		n, err := r.proc.Waiting(t.Context(), process.Endpoint{Gathering: spring, Hook: h.ID})
		return err == nil && n == 2
	})
	if len(v.told) != 0 {
		t.Error("it is told something while it is paused")
	}
	change(false)
	if a, b := v.next(t), v.next(t); a.Type != webhooks.TypePairings || b.Type != webhooks.TypeRoundStarted {
		t.Errorf("told %s, %s", a.Type, b.Type)
	}
}

// Source: Standard Webhooks 1.0.0, "Delivery success and failure": 410 Gone.
func TestAnEndpointThatWantsNothingAnyMoreIsPaused(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, func(_ int, w http.ResponseWriter, _ *http.Request) { http.Error(w, "no more, thanks", http.StatusGone) })
	r.field()
	r.register(v.URL)
	r.publish(1)
	v.next(t)
	eventually(t, "it is paused", func() bool { return must(r.hooks.List(t.Context(), spring))(t)[0].Paused })
	all := storeLoad(t, r, events.Desk(spring))
	last := all[len(all)-1]
	if last.Command.Actor.Role != events.RoleSystem || !strings.Contains(string(last.Events[0].Data), "410 Gone no more, thanks") {
		t.Errorf("the log says %s by %s", last.Events[0].Data, last.Command.Actor.Role)
	}
	if list, _, err := r.proc.Letters(t.Context(), spring); err != nil || len(list) != 0 {
		t.Errorf("what it did not take is given up: %+v, %v", list, err)
	}
}

// D15: redirects are not followed, an answer without an end is cut off, a slow one is not waited for.
func TestHostileEndpoints(t *testing.T) {
	r := newRig(t)
	r.open(func(o *webhooks.Options) { o.Timeout = 300 * time.Millisecond })
	defer func() { _ = r.hooks.Close() }()
	var reached atomic.Int32
	secret := newReceiver(t, func(int, http.ResponseWriter, *http.Request) { reached.Add(1) })
	line := strings.Repeat("x", 1024)
	for _, c := range []struct {
		name   string
		answer func(int, http.ResponseWriter, *http.Request)
		says   string // empty: it is taken
	}{
		{"a redirect", func(_ int, w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, secret.URL, http.StatusTemporaryRedirect)
		}, "redirects are not followed"},
		{"an answer without an end", func(_ int, w http.ResponseWriter, q *http.Request) {
			for q.Context().Err() == nil {
				if _, err := fmt.Fprintln(w, line); err != nil {
					return
				}
			}
		}, ""},
		{"an error without an end", func(_ int, w http.ResponseWriter, q *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			for q.Context().Err() == nil {
				if _, err := fmt.Fprintln(w, line); err != nil {
					return
				}
			}
		}, "500 Internal Server Error x"},
		{"headers without an end", func(_ int, w http.ResponseWriter, _ *http.Request) {
			for i := range 100 {
				w.Header().Set(fmt.Sprintf("X-%d", i), line)
			}
			w.WriteHeader(http.StatusNoContent)
		}, "no connection"},
		{"no answer", func(_ int, _ http.ResponseWriter, q *http.Request) { <-q.Context().Done() }, "no answer within 300ms"},
		{"a hangup", func(_ int, w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = c.Close()
			}
		}, "no connection"},
		{"words that are none", func(_ int, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			_, _ = w.Write([]byte("a\x00b\x1b[31m\nlevel=error\xff"))
		}, "418 I'm a teapot ab[31m level=error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newReceiver(t, c.answer)
			h := r.register(v.URL + "/KEY")
			err := r.hooks.Send(t.Context(), must(r.hooks.Test(spring, h.ID))(t))
			if c.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "KEY") || strings.ContainsAny(err.Error(), "\n\x00\x1b") || len(err.Error()) > 300 {
				t.Errorf("it says %v, want %q", err, c.says)
			}
		})
	}
	if reached.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

// D15: whatever a name leads to, nothing inside is connected to.
func TestPrivateAddressesAreRefused(t *testing.T) {
	r := newRig(t)
	v := newReceiver(t, nil)
	_, port, err := net.SplitHostPort(v.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	// Registered while it was allowed, told when it is not: what counts is what is connected to.
	r.open()
	var hooks []webhooks.Hook
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "127.1.2.3"} {
		hooks = append(hooks, r.register("http://"+host+":"+port))
	}
	if err := r.hooks.Close(); err != nil {
		t.Fatal(err)
	}
	r.open(func(o *webhooks.Options) { o.Private = false })
	defer func() { _ = r.hooks.Close() }()
	for _, h := range hooks {
		var gaveUp *process.GiveUpError
		err := r.hooks.Send(t.Context(), must(r.hooks.Test(spring, h.ID))(t))
		if !errors.As(err, &gaveUp) || gaveUp.After != 0 || !strings.Contains(err.Error(), "--webhook-private") {
			t.Errorf("%s: %v", h.URL, err)
		}
	}
	if len(v.told) != 0 {
		t.Fatal("a private address was connected to")
	}
	for _, url := range []string{
		"https://127.0.0.1/", "https://localhost:8443/x", "https://10.1.2.3/", "https://192.168.0.7/", "https://169.254.169.254/latest/meta-data/",
		"https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/", "https://100.64.0.1/", "https://0.0.0.0/",
		"https://printer.local/", "https://metadata.google.internal/", "https://[64:ff9b::a00:1]/", "https://[2002:7f00:1::]/", "https://224.0.0.1/", "https://255.255.255.255/",
		"http://hooks.example/", "ftp://hooks.example/", "hooks.example", "https://", "https://me:pass@hooks.example/", "https://hooks.example/#part", "https://hooks example/", "",
		"https://hooks.example/" + strings.Repeat("a", 2000),
	} {
		_, err := r.hooks.Register(t.Context(), spring, boss, newID(), webhooks.Settings{URL: url, Kinds: desk.HookKinds()})
		if no := engine.AsRefusal(err); no == nil || no.Code != engine.CodeMalformed {
			t.Errorf("%.60q is registered: %v", url, err)
		}
	}
	must(r.hooks.Register(t.Context(), spring, boss, newID(), webhooks.Settings{URL: "https://hooks.example/x", Kinds: desk.HookKinds()}))(t)
}
