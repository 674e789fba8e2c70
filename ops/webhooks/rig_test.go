package webhooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/webhooks"
)

const (
	patience = 60 * time.Second
	spring   = events.GatheringID("spring")
)

var (
	boss = events.Actor{Role: events.RoleOrganiser, Person: "p-99"}
	cup  = events.Tournament(spring, "cup")
)

// rig is a server's log, runtime and webhooks, without pages.
type rig struct {
	t       *testing.T
	srv     *server.Server
	nc      *nats.Conn
	js      jetstream.JetStream
	store   *jsstore.Store
	service *runner.Service
	hooks   *webhooks.Hooks
	proc    *process.Processes
	reg     *prometheus.Registry
	stop    func()
}

// names gives everybody a name that is of no use to a page.
type names struct{}

func (names) Name(_ events.GatheringID, p events.PersonID) string {
	return `<script>` + string(p) + `</script>`
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, srv: storetest.Server(t, "")}
	r.nc = storetest.Connect(t, r.srv)
	r.js = must(jetstream.New(r.nc))(t)
	r.store = must(jsstore.Open(t.Context(), jsstore.Options{Commands: r.nc}))(t)
	r.service = runner.New(runner.Options{Store: r.store})
	r.give(events.Desk(spring), desk.OpenGathering{Name: "Spring"})
	return r
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// open opens the webhooks; change changes how.
func (r *rig) open(change ...func(*webhooks.Options)) {
	r.t.Helper()
	r.reg = prometheus.NewRegistry()
	o := webhooks.Options{
		JS: r.js, Commands: r.service, Desk: r.service, Loader: r.store, Catalogue: vocabulary.All(), Names: names{}, Private: true, Registerer: r.reg,
	}
	for _, f := range change {
		f(&o)
	}
	r.hooks = must(webhooks.Open(r.t.Context(), o))(r.t)
}

// start opens the webhooks and has everything carried on, until stop is called or the test ends.
func (r *rig) start(retry process.HookRetry, change ...func(*webhooks.Options)) {
	r.t.Helper()
	r.open(change...)
	hooks := r.hooks
	r.proc = process.New(process.Options{
		NC: r.nc, JS: r.js, List: r.store, Loader: r.store, Catalogue: vocabulary.All(), Hooks: hooks, HookRetry: retry, Registerer: r.reg,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.proc.Run(ctx) }()
	receive(r.t, r.proc.Ready(), "the processes run")
	r.stop = sync.OnceFunc(func() {
		cancel()
		if err := errors.Join(receive(r.t, ended, "the processes stop"), hooks.Close()); err != nil {
			r.t.Error(err)
		}
	})
	r.t.Cleanup(r.stop)
}

func receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("not within %v: %s", patience, what)
		panic("unreachable")
	}
}

// eventually waits until something holds that nobody announces.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", patience, what)
		}
		<-tick.C
	}
}

func (r *rig) give(to events.StreamID, bodies ...events.CommandBody) events.Answer {
	r.t.Helper()
	var last events.Answer
	for _, b := range bodies {
		data := must(json.Marshal(b))(r.t)
		last = must(r.service.Do(r.t.Context(), to, events.Command{ID: newID(), Type: b.CommandType(), Data: data, Actor: boss}))(r.t)
	}
	return last
}

func newID() events.CommandID { return events.CommandID(uuid.NewString()) }

// register makes an endpoint known.
func (r *rig) register(url string, kinds ...string) webhooks.Hook {
	r.t.Helper()
	if len(kinds) == 0 {
		kinds = desk.HookKinds()
	}
	return must(r.hooks.Register(r.t.Context(), spring, boss, newID(), webhooks.Settings{URL: url, Kinds: kinds}))(r.t)
}

func (r *rig) secret(h webhooks.Hook) string {
	r.t.Helper()
	return must(r.hooks.Secret(spring, h.ID))(r.t)
}

// field opens a tournament of four that is ready to begin.
func (r *rig) field() {
	r.t.Helper()
	enter := tournament.Register{}
	for n := 1; n <= 4; n++ {
		enter.Entrants = append(enter.Entrants, tournament.Entrant{Player: events.PersonID(fmt.Sprintf("p-%d", n))})
	}
	r.give(cup, tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2, Minutes: 50}, Seed: 3}, enter, tournament.StartTournament{})
}

// publish pairs and publishes a round.
func (r *rig) publish(round int) {
	r.t.Helper()
	r.give(cup, tournament.PairRound{Round: round}, tournament.PublishRound{Round: round})
}

// finish enters a result at every table of a round.
func (r *rig) finish(round int) {
	r.t.Helper()
	now := must(r.service.Tournament(r.t.Context(), spring, "cup"))(r.t)
	for _, table := range now.Rounds[round-1].Tables {
		a, b := table.Seats[0], table.Seats[1]
		r.give(cup, tournament.EnterResult{Round: round, Table: table.N, Result: tournament.Result{
			Kind: tournament.Played, Lines: []tournament.Line{{Entrant: min(a, b), Games: 2}, {Entrant: max(a, b), Games: 1}},
		}})
	}
}

// got is a message as a receiver has it.
type got struct {
	webhooks.Message
	header http.Header
	body   []byte
}

// receiver is an endpoint: it keeps what it is told.
type receiver struct {
	*httptest.Server
	told chan got
	// answer says what to answer to the n-th request, from 1; nil: 204.
	mu     sync.Mutex
	answer func(n int, w http.ResponseWriter, r *http.Request)
	n      int
}

func newReceiver(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *receiver {
	t.Helper()
	v := &receiver{told: make(chan got, 1000), answer: answer}
	v.Server = httptest.NewServer(http.HandlerFunc(v.serve))
	t.Cleanup(v.Close)
	return v
}

func (v *receiver) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	g := got{header: r.Header.Clone(), body: body}
	_ = json.Unmarshal(body, &g.Message)
	v.told <- g
	v.mu.Lock()
	v.n++
	n, answer := v.n, v.answer
	v.mu.Unlock()
	if answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(n, w, r)
}

func (v *receiver) set(answer func(n int, w http.ResponseWriter, r *http.Request)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answer = answer
}

func (v *receiver) next(t *testing.T) got {
	t.Helper()
	return receive(t, v.told, "the next message")
}

// verify checks a message as a receiver is told to.
//
// Source: Standard Webhooks 1.0.0, "Verifying signatures".
func (g got) verify(secret string) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 || len(key) > 64 || !strings.HasPrefix(secret, "whsec_") {
		return fmt.Errorf("the secret %q is none: %v", secret, err)
	}
	id, at := g.header.Get("webhook-id"), g.header.Get("webhook-timestamp")
	sent, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return fmt.Errorf("the timestamp is %q: %v", at, err)
	}
	if id == "" || strings.Contains(id, ".") {
		return fmt.Errorf("the id is %q", id)
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%s.%s", id, at, g.body)
	for one := range strings.SplitSeq(g.header.Get("webhook-signature"), " ") {
		version, signature, _ := strings.Cut(one, ",")
		has, err := base64.StdEncoding.DecodeString(signature)
		if version == "v1" && err == nil && hmac.Equal(has, mac.Sum(nil)) {
			return nil
		}
	}
	return fmt.Errorf("no signature of %q fits", g.header.Get("webhook-signature"))
}

func storeLoad(t *testing.T, r *rig, id events.StreamID) []events.Recorded {
	t.Helper()
	return storetest.Load(t, r.store, id)
}
