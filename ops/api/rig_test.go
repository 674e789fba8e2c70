package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/ops/auth"
	opscards "github.com/muster-events/muster/ops/cards"
	"github.com/muster-events/muster/ops/decks"
	"github.com/muster-events/muster/ops/feed"
	"github.com/muster-events/muster/ops/intake"
	"github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/ops/roster"
	"github.com/muster-events/muster/ops/whatif"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/replay"
)

// patience bounds waits for what must happen.
const patience = 60 * time.Second

// rig is a whole server without pages: log, read models, runtime, sessions, names, API.
type rig struct {
	store   *jsstore.Store
	service *runner.Service
	reader  *projections.Reader
	auth    *auth.Auth
	people  *people.People
	url     string
	clock   *clock
	feeds   *feed.Hub
	log     *syncBuffer
	reg     *prometheus.Registry
	stop    chan struct{}
}

type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

type cards struct{}

func (cards) Cards(scenario string) any {
	if scenario != "attack-on-dol-guldur" {
		return nil
	}
	return []map[string]any{{"name": "Dungeon Door", "siege": 2}}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func newRig(t *testing.T) *rig {
	t.Helper()
	return newRigOn(t, storetest.Connect(t, storetest.Server(t, "", storetest.Synced)))
}

func newRigOn(t *testing.T, nc *nats.Conn) *rig {
	t.Helper()
	r := &rig{
		clock: &clock{t: time.Date(2026, 5, 9, 9, 55, 0, 0, time.UTC)},
		log:   &syncBuffer{}, reg: prometheus.NewRegistry(), stop: make(chan struct{}),
	}
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	js := must[jetstream.JetStream](t)(jetstream.New(nc))
	r.store = must[*jsstore.Store](t)(jsstore.Open(t.Context(), jsstore.Options{Commands: nc}))
	r.service = runner.New(runner.Options{Store: r.store, Log: log, Registerer: r.reg})
	r.startProjections(t)
	r.people = must[*people.People](t)(people.Open(t.Context(), people.Options{JS: js, Commands: r.service, Desk: r.service, Catalog: r.reader, Log: log}))
	closing(t, r.people.Close)
	r.auth = must[*auth.Auth](t)(auth.Open(t.Context(), auth.Options{JS: js, Catalog: r.reader, People: r.people, Now: r.clock.now, Log: log, Registerer: r.reg}))
	closing(t, r.auth.Close)
	r.feeds = feed.New(feed.Options{Log: r.store, KeepAlive: 5 * time.Millisecond})
	t.Cleanup(r.feeds.Close)
	mux := http.NewServeMux()
	api.New(mux, api.Options{
		Feeds:    r.feeds,
		Commands: r.service, Reader: r.reader, Auth: r.auth, People: r.people, Cards: cards{},
		Roster:       &roster.Importer{Commands: r.service, People: r.people, Desk: r.service, Catalog: r.reader, Seed: func() uint64 { return 7 }},
		Decks:        &decks.Desk{Commands: r.service, Groups: r.service, Cards: &opscards.Shelf{Dir: t.TempDir()}, People: r.people},
		Intake:       &intake.Importer{Commands: r.service, Service: r.service, People: r.people},
		LeagueIntake: &leagues.Importer{Commands: r.service, Service: r.service, People: r.people},
		Replays:      replay.NewKeeper(r.store, vocabulary.All()),
		WhatIfs:      whatif.New(r.store, vocabulary.All()),
		Log:          log, Registerer: r.reg, Stop: r.stop,
	})
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(api.CrossSite))
	web := httptest.NewServer(cross.Handler(r.auth.Keep(mux)))
	r.url = web.URL
	t.Cleanup(func() {
		close(r.stop)
		web.Close()
	})
	return r
}

func (r *rig) startProjections(t *testing.T) {
	t.Helper()
	run := must[*projections.Runner](t)(projections.Open(projections.Config{Dir: t.TempDir(), Log: r.store, Catalogue: vocabulary.All()}))
	r.reader = must[*projections.Reader](t)(projections.NewReader(run))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	})
	select {
	case <-run.Ready():
	case <-time.After(patience):
		t.Fatal("the read models are not ready")
	}
}

func closing(t *testing.T, f func() error) {
	t.Cleanup(func() {
		if err := f(); err != nil {
			t.Error(err)
		}
	})
}

// browser is a session with the server.
type browser struct {
	t    *testing.T
	url  string
	http *http.Client
	doc  *document // what the API says of itself; every answer is compared with it
}

func (r *rig) browser(t *testing.T) *browser {
	t.Helper()
	jar := must[*cookiejar.Jar](t)(cookiejar.New(nil))
	return &browser{t: t, url: r.url + api.Prefix, http: &http.Client{Jar: jar, Timeout: patience}, doc: r.document(t)}
}

func (r *rig) organiser(t *testing.T) *browser {
	t.Helper()
	b := r.browser(t)
	key, _ := r.auth.OrganiserKey()
	b.want(http.StatusNoContent, "POST", "/login", map[string]string{"key": key}, nil)
	return b
}

// captain joins a table.
func (r *rig) captain(t *testing.T, g events.GatheringID, gr events.GroupID, table events.TableID) *browser {
	t.Helper()
	code := must[string](t)(r.auth.TableCode(t.Context(), g, gr, table))
	b := r.browser(t)
	b.want(http.StatusOK, "POST", "/join", map[string]string{"code": code, "name": "Captain of " + string(table)}, nil)
	return b
}

func (r *rig) judge(t *testing.T, g events.GatheringID) *browser {
	t.Helper()
	code := must[string](t)(r.auth.JudgeCode(t.Context(), g))
	b := r.browser(t)
	b.want(http.StatusOK, "POST", "/join", map[string]string{"code": code, "name": "Judge"}, nil)
	return b
}

// send sends a request and returns status and body.
func (b *browser) send(method, path string, body any, edit ...func(*http.Request)) (int, []byte) {
	b.t.Helper()
	var in io.Reader
	switch v := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(v)
	case []byte:
		in = bytes.NewReader(v)
	default:
		in = bytes.NewReader(must[[]byte](b.t)(json.Marshal(body)))
	}
	req := must[*http.Request](b.t)(http.NewRequestWithContext(b.t.Context(), method, b.url+path, in))
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, f := range edit {
		f(req)
	}
	res := must[*http.Response](b.t)(b.http.Do(req))
	defer res.Body.Close()
	answer := must[[]byte](b.t)(io.ReadAll(res.Body))
	b.doc.check(b.t, method, req.URL.Path, res, answer)
	return res.StatusCode, answer
}

// want sends a request that must be answered with a status, and decodes the answer.
func (b *browser) want(status int, method, path string, body, out any, edit ...func(*http.Request)) {
	b.t.Helper()
	got, answer := b.send(method, path, body, edit...)
	if got != status {
		b.t.Fatalf("%s %s: status %d, want %d: %s", method, path, got, status, answer)
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			b.t.Fatalf("%s %s: %v: %s", method, path, err, answer)
		}
	}
}

type item struct {
	ID   string             `json:"id"`
	N    uint64             `json:"n,omitempty"`
	Type string             `json:"type"`
	Data events.CommandBody `json:"data"`
}

func cmd(body events.CommandBody) item {
	return item{ID: uuid.Must(uuid.NewV7()).String(), Type: body.CommandType(), Data: body}
}

func counted(n uint64, body events.CommandBody) item {
	i := cmd(body)
	i.N = n
	return i
}

func groupPath(g events.GatheringID, gr events.GroupID) string {
	return fmt.Sprintf("/gatherings/%s/groups/%s", g, gr)
}

// commands sends commands to a group, or with an empty group to the desk.
func (b *browser) commands(g events.GatheringID, gr events.GroupID, items ...item) (int, runner.Response) {
	b.t.Helper()
	path := groupPath(g, gr) + "/commands"
	if gr == "" {
		path = "/gatherings/" + string(g) + "/commands"
	}
	status, body := b.send("POST", path, map[string]any{"commands": items})
	var res runner.Response
	if err := json.Unmarshal(body, &res); err != nil {
		b.t.Fatalf("%d %s: %v", status, body, err)
	}
	return status, res
}

// accepted sends commands that must all be accepted.
func (b *browser) accepted(g events.GatheringID, gr events.GroupID, items ...item) runner.Response {
	b.t.Helper()
	status, res := b.commands(g, gr, items...)
	if status != http.StatusOK || res.Refused != nil || len(res.Answers) != len(items) {
		b.t.Fatalf("status %d, %+v, refused %+v", status, res.Answers, res.Refused)
	}
	return res
}

// refused sends commands of which none must be accepted.
func (b *browser) refused(status int, code engine.Code, g events.GatheringID, gr events.GroupID, items ...item) {
	b.t.Helper()
	got, res := b.commands(g, gr, items...)
	if got != status || res.Refused == nil || res.Refused.Code != code || len(res.Answers) != 0 {
		b.t.Fatalf("status %d, answers %+v, refused %+v; want status %d and code %s", got, res.Answers, res.Refused, status, code)
	}
}

var tables = []events.TableID{"red", "green", "blue"}

// play opens a gathering with a group of three tables and starts it; it returns the organiser.
func (r *rig) play(t *testing.T, g events.GatheringID, groups ...events.GroupID) *browser {
	t.Helper()
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": g, "name": "Gathering " + string(g)}, nil)
	var people struct{ IDs []events.PersonID }
	o.want(http.StatusOK, "POST", "/gatherings/"+string(g)+"/people",
		map[string]any{"people": []map[string]string{{"name": "Ana"}, {"name": "Bo"}, {"name": "Çelik"}}}, &people)
	for _, gr := range groups {
		seats := group.SeatPlayers{}
		for i, table := range tables {
			seats.Seats = append(seats.Seats, group.Seat{Player: people.IDs[i], Table: table, Heroes: []group.Hero{{Title: "One", Threat: 10}, {Title: "Two", Threat: 9}}})
		}
		res := o.accepted(g, gr, cmd(group.OpenGroup{
			Name: "Group " + string(gr), Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 1,
			Tables: []group.TableName{{ID: "red", Team: "Amon"}, {ID: "green", Team: "Bree"}, {ID: "blue", Team: "Celduin"}},
		}), cmd(seats), cmd(group.StartGroup{}))
		o.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath(g, gr), res.Answers[2].Position), nil, nil)
	}
	return o
}

// positions returns how long each gathering's log is.
func (r *rig) positions(t *testing.T) map[events.GatheringID]events.Position {
	t.Helper()
	out := map[events.GatheringID]events.Position{}
	for _, g := range must[[]events.GatheringID](t)(r.store.Gatherings(t.Context())) {
		out[g] = must[events.Position](t)(r.store.End(t.Context(), g))
	}
	return out
}
