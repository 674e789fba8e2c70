package tablepage_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	likeness "github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/tablepage"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

// The gathering and group of these tests.
const (
	spring     = events.GatheringID("spring")
	fellowship = events.GroupID("fellowship")
)

// rig is a server with the real rules, the real board and the real page, and a log in memory. It
// stands for the whole program in the tests of the page. Sessions are told apart by a cookie that
// holds their name.
type rig struct {
	t         *testing.T
	catalogue *events.Catalogue
	sessions  map[string]access.Session
	names     map[events.PersonID]string
	url       string // of the server itself, http://127.0.0.1:port
	wire      *wire
	signed    *signedLog

	mu      sync.Mutex // guards the fields below
	state   coordinator.State
	board   board.Stored
	log     []events.Recorded
	changed chan struct{}
	ids     int
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{
		t: t, catalogue: vocabulary.All(), state: coordinator.Initial(),
		board: board.New(spring, fellowship), changed: make(chan struct{}),
		sessions: map[string]access.Session{}, names: map[events.PersonID]string{}, signed: newSignedLog(t),
	}
	mux := http.NewServeMux()
	d := deps.Deps{
		Commands: r, Reader: r, Auth: r, People: r, Cards: r, Proofs: r.signed, Log: slog.New(slog.DiscardHandler),
		Now: time.Now, BaseURL: func() string { return r.url },
	}
	hub := live.New(d.Log, time.Now, nil)
	tablepage.Register(mux, d, hub)
	mux.Handle("GET "+assets.Prefix, assets.Handler())
	r.signed.register(mux)
	mux.HandleFunc("POST /api/v1/gatherings/{g}/groups/{group}/commands", r.post)
	for _, icon := range []string{"GET /icon.svg", "GET /favicon.ico"} {
		mux.HandleFunc(icon, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	}
	mux.HandleFunc("GET /as/{name}", func(w http.ResponseWriter, q *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "as", Value: q.PathValue("name"), Path: "/"})
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>in</title>"))
	})
	r.wire = &wire{next: (&site.Site{Deps: d, Hub: hub, Mux: mux}).Guard(mux)}
	srv := httptest.NewServer(r.wire)
	r.url = srv.URL
	t.Cleanup(func() {
		hub.Close()
		srv.CloseClientConnections()
		srv.Close()
	})
	return r
}

// Do answers a command as coordinator/runner does, on a log in memory.
func (r *rig) Do(_ context.Context, stream events.StreamID, c events.Command) (events.Answer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.state.Seen(c.ID); ok {
		return events.Answer{Version: v, Position: events.Position(v), Duplicate: true}, nil
	}
	body, err := r.catalogue.DecodeCommand(c.Type, c.Data)
	if err != nil {
		return events.Answer{}, &engine.Refusal{Code: engine.CodeMalformed, Says: err.Error()}
	}
	payloads, err := coordinator.Decide(r.state, coordinator.Command{ID: c.ID, Group: stream.Group, Actor: c.Actor, Device: c.Device, N: c.N, Body: body})
	if err != nil {
		return events.Answer{}, err
	}
	return r.append(stream, c, payloads), nil
}

func (r *rig) append(stream events.StreamID, c events.Command, payloads []events.Payload) events.Answer {
	evs, err := events.EncodeAll(payloads)
	if err != nil {
		r.t.Errorf("encode events of %s: %v", c.Type, err)
	}
	v := events.Version(len(r.log) + 1)
	rec := events.Recorded{
		Commit:   events.Commit{Stream: stream, Version: v, At: time.Now(), Command: c, Events: evs},
		Position: events.Position(v),
	}
	r.log = append(r.log, rec)
	r.state = coordinator.Apply(r.state, coordinator.Applied{Version: v, Command: c, Events: payloads})
	r.board = board.Apply(r.board, rec, payloads)
	close(r.changed)
	r.changed = make(chan struct{})
	a := events.Answer{Version: v, Position: rec.Position}
	for _, e := range evs {
		a.Events = append(a.Events, e.Type)
	}
	return a
}

// mustFrom gives a command from a session's device.
func (r *rig) mustFrom(s access.Session, body events.CommandBody) {
	r.t.Helper()
	r.give(events.Command{Actor: s.Actor(), Device: s.Device}, body)
}

// end replaces the session of somebody, while the server runs.
func (r *rig) end(who string, by access.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sessions[who] = by
}

// must gives a command as somebody and fails the test if it is refused.
func (r *rig) must(actor events.Actor, body events.CommandBody) {
	r.t.Helper()
	r.give(events.Command{Actor: actor}, body)
}

func (r *rig) give(c events.Command, body events.CommandBody) {
	r.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	c.ID, c.Type, c.Data = r.newID(), body.CommandType(), data
	if _, err := r.Do(context.Background(), events.Group(spring, fellowship), c); err != nil {
		r.t.Fatalf("%s: %v", c.Type, err)
	}
}

// commands returns what was accepted from a device, in the order of the log.
func (r *rig) commands(d events.DeviceID) []events.Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []events.Command
	for _, rec := range r.log {
		if rec.Command.Device == d {
			out = append(out, rec.Command)
		}
	}
	return out
}

// table returns a table as the board has it now.
func (r *rig) table(id events.TableID) board.Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, _ := r.board.Group.Table(id)
	return t
}

func (r *rig) Board(_ context.Context, g events.GatheringID, group events.GroupID) (board.Group, error) {
	if g != spring || group != fellowship {
		return board.Group{}, deps.ErrNotFound
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.board.Group, nil
}

func (r *rig) Boards(ctx context.Context, g events.GatheringID) ([]board.Group, error) {
	b, err := r.Board(ctx, g, fellowship)
	return []board.Group{b}, err
}

func (r *rig) History(context.Context, events.GatheringID, events.GroupID, events.Position, int) ([]history.Line, error) {
	return nil, nil
}

func (r *rig) Gathering(context.Context, events.GatheringID) (catalog.Gathering, error) {
	return catalog.Gathering{}, deps.ErrNotFound
}

func (r *rig) Gatherings(context.Context) ([]catalog.Gathering, error) { return nil, nil }

func (r *rig) Changed(events.GatheringID, events.GroupID) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

func (r *rig) Await(context.Context, events.GatheringID, events.Position) error { return nil }

func (r *rig) Session(q *http.Request) access.Session {
	c, err := q.Cookie("as")
	if err != nil {
		return access.Session{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sessions[c.Value]
}

var errNotHere = errors.New("not part of these tests")

func (r *rig) Organiser(http.ResponseWriter, *http.Request, string) error { return errNotHere }

func (r *rig) Join(http.ResponseWriter, *http.Request, string, string) (access.Session, error) {
	return access.Session{}, errNotHere
}
func (r *rig) Logout(http.ResponseWriter, *http.Request) {}

func (r *rig) TableCode(context.Context, events.GatheringID, events.GroupID, events.TableID) (string, error) {
	return "", errNotHere
}

func (r *rig) JudgeCode(context.Context, events.GatheringID) (string, error) { return "", errNotHere }

func (r *rig) Peek(*http.Request, string) (access.Session, error) {
	return access.Session{}, errNotHere
}

func (r *rig) Name(_ events.GatheringID, p events.PersonID) string { return r.names[p] }

func (r *rig) Contact(events.GatheringID, events.PersonID) string { return "" }

func (r *rig) Register(context.Context, events.GatheringID, events.Actor, []roster.NewPerson) ([]events.PersonID, error) {
	return nil, errNotHere
}

func (r *rig) Correct(context.Context, events.GatheringID, events.Actor, events.PersonID, roster.Correction) (events.Position, error) {
	return 0, errNotHere
}

func (r *rig) Like(events.GatheringID, events.PersonID, string) []likeness.Match { return nil }

func (r *rig) Renamed() <-chan struct{} { return nil }

func (r *rig) Forget(context.Context, events.GatheringID, events.Actor, events.PersonID) error {
	return errNotHere
}

func (r *rig) Cards(scenario string) any {
	s, ok := lotr.Lookup(scenario)
	if !ok {
		return nil
	}
	return s.Cards
}

// post is POST /api/v1/gatherings/{g}/groups/{group}/commands as package ops/api documents it.
func (r *rig) post(w http.ResponseWriter, q *http.Request) {
	var in struct {
		Commands []struct {
			ID   events.CommandID `json:"id"`
			N    uint64           `json:"n"`
			Type string           `json:"type"`
			Data json.RawMessage  `json:"data"`
		} `json:"commands"`
	}
	if err := json.NewDecoder(q.Body).Decode(&in); err != nil || len(in.Commands) == 0 || len(in.Commands) > 50 {
		answerJSON(w, http.StatusUnprocessableEntity, map[string]any{"title": "malformed"})
		return
	}
	me := r.Session(q)
	g, group := events.GatheringID(q.PathValue("g")), events.GroupID(q.PathValue("group"))
	answers := []any{}
	for _, c := range in.Commands {
		if me.Gathering != "" && me.Gathering != g { // actors name no gathering, so no decider can
			no := me.May(access.Give(c.Type), g, access.Object{Group: me.Group, Table: me.Table})
			answerJSON(w, statusOf(no, len(answers)), map[string]any{"answers": answers, "refused": map[string]any{"id": c.ID, "code": no.Code, "says": no.Says}})
			return
		}
		a, err := r.Do(q.Context(), events.Group(g, group), events.Command{ID: c.ID, Type: c.Type, Data: c.Data, Actor: me.Actor(), Device: me.Device, N: c.N})
		if no := engine.AsRefusal(err); no != nil {
			answerJSON(w, statusOf(no, len(answers)), map[string]any{"answers": answers, "refused": map[string]any{
				"id": c.ID, "code": no.Code, "says": no.Says, "source": no.Source, "wantN": no.WantN,
			}})
			return
		}
		answers = append(answers, map[string]any{
			"id": c.ID, "version": a.Version, "position": a.Position, "duplicate": a.Duplicate, "events": a.Events,
		})
	}
	answerJSON(w, http.StatusOK, map[string]any{"answers": answers})
}

func statusOf(no *engine.Refusal, accepted int) int {
	switch {
	case accepted > 0:
		return http.StatusOK
	case no.Code == engine.CodeNotAllowed, no.Code == engine.CodeOtherTable:
		return http.StatusForbidden
	case no.Code == engine.CodeMalformed:
		return http.StatusUnprocessableEntity
	}
	return http.StatusConflict
}

func answerJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (r *rig) newID() events.CommandID {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ids++
	id := []byte("00000000-0000-7000-8000-000000000000")
	for i, n := len(id)-1, r.ids; n > 0; i, n = i-1, n/10 {
		id[i] = byte('0' + n%10)
	}
	return events.CommandID(slices.Clone(id))
}
