package dashboards_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/dashboards"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/intake"
	opsleagues "github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/ops/natsd"
	"github.com/muster-events/muster/ops/people"
	opsroster "github.com/muster-events/muster/ops/roster"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/board"
)

const organiserKey = "sesame-sesame-sesame"

var boss = events.Actor{Role: events.RoleOrganiser}

// rig is the real program around the pages, with the log in memory.
type rig struct {
	t       *testing.T
	service *runner.Service
	reader  *projections.Reader
	people  *people.People
	auth    *auth.Auth
	store   *memory.Store
	url     string
	line    *line // what browsers reach the server through
}

// noCards answers the table page's type-ahead, which is not tested here.
type noCards struct{}

func (noCards) Cards(string) any { return []any{} }

func newRig(t *testing.T) *rig {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	broker, err := natsd.Embedded(ctx, natsd.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	r := &rig{t: t, store: memory.New()}
	models, err := projections.Open(projections.Config{Dir: t.TempDir(), Log: r.store, Catalogue: vocabulary.All()})
	must(t, err)
	r.reader, err = projections.NewReader(models)
	must(t, err)
	r.service = runner.New(runner.Options{Store: r.store})
	var wait sync.WaitGroup
	wait.Go(func() { _ = models.Run(ctx) })
	js, err := jetstream.New(broker.Commands)
	must(t, err)
	r.people, err = people.Open(ctx, people.Options{JS: js, Commands: r.service, Desk: r.service, Catalog: r.reader})
	must(t, err)
	r.auth, err = auth.Open(ctx, auth.Options{JS: js, Catalog: r.reader, People: r.people, OrganiserKey: organiserKey})
	must(t, err)
	pages := dashboards.New(r.deps())
	srv := httptest.NewServer(r.auth.Keep(pages))
	r.line = newLine(t, srv.Listener.Addr().String())
	r.url = "http://" + r.line.addr()
	t.Cleanup(func() {
		pages.Close()
		srv.CloseClientConnections()
		srv.Close()
		must(t, errors.Join(r.auth.Close(), r.people.Close()))
		cancel()
		wait.Wait()
		must(t, errors.Join(models.Close(), broker.Close()))
	})
	return r
}

func (r *rig) deps() deps.Deps {
	return deps.Deps{
		Commands: r.service, Reader: r.reader, Auth: r.auth, People: r.people, Cards: noCards{},
		Roster: &opsroster.Importer{Commands: r.service, People: r.people, Desk: r.service, Catalog: r.reader},
		Now:    time.Now, BaseURL: func() string { return r.url },
		LeagueIntake: &opsleagues.Importer{Commands: r.service, Service: r.service, People: r.people},
		Leagues:      leagues{r.reader, r.service}, Tournaments: tournaments{r.reader, r.service}, Players: r.auth,
		Intake: &intake.Importer{Commands: r.service, Service: r.service, People: r.people}, Persons: r.reader,
	}
}

// tournaments is what pages know of tournaments.
type tournaments struct {
	*projections.Reader
	service *runner.Service
}

func (t tournaments) Preview(ctx context.Context, id events.StreamID, c events.Command) (tournament.Consequences, error) {
	return t.service.PreviewTournament(ctx, id, c)
}

// leagues is what pages know of leagues.
type leagues struct {
	*projections.Reader
	service *runner.Service
}

func (l leagues) Foresee(ctx context.Context, id events.StreamID, c events.Command) (*deps.Foreseen, error) {
	p, err := l.service.ForeseeLeague(ctx, id, c)
	if p == nil || err != nil {
		return nil, err
	}
	return &deps.Foreseen{Kind: p.Kind, Effects: p.Effects, Print: p.Print}, nil
}

func (l leagues) Carried(ctx context.Context, g events.GatheringID, id events.GroupID) ([]league.Carried, error) {
	s, err := l.service.League(ctx, g, id)
	return s.Carried(), err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// give sends a command and waits until pages show it.
func (r *rig) give(stream events.StreamID, actor events.Actor, body events.CommandBody) error {
	r.t.Helper()
	data, err := json.Marshal(body)
	must(r.t, err)
	a, err := r.service.Do(r.t.Context(), stream, events.Command{ID: events.CommandID(uuid.NewString()), Type: body.CommandType(), Data: data, Actor: actor})
	if err == nil {
		must(r.t, r.reader.Await(r.t.Context(), stream.Gathering, a.Position))
	}
	return err
}

func (r *rig) must(stream events.StreamID, actor events.Actor, body events.CommandBody) {
	r.t.Helper()
	if err := r.give(stream, actor, body); err != nil {
		r.t.Fatalf("%s: %v", body.CommandType(), err)
	}
}

const (
	autumn     = events.GatheringID("autumn")
	fellowship = events.GroupID("fellowship")
)

// stage opens the gathering autumn with the group fellowship and seats the people; teams are t1, t2
// and t3 with the names given for each.
func (r *rig) stage(names map[events.TableID][]string) {
	r.t.Helper()
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	r.must(events.Group(autumn, fellowship), boss, group.OpenGroup{
		Name: "Fellowship", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 7,
		Tables: []group.TableName{{ID: "t1", Team: "Oak"}, {ID: "t2", Team: "Ash"}, {ID: "t3", Team: "Elm"}},
	})
	var seats []group.Seat
	for _, table := range []events.TableID{"t1", "t2", "t3"} {
		var people []roster.NewPerson
		for _, n := range names[table] {
			people = append(people, roster.NewPerson{Name: n})
		}
		if len(people) == 0 {
			continue
		}
		ids, err := r.people.Register(r.t.Context(), autumn, boss, people)
		must(r.t, err)
		for _, id := range ids {
			threat := 28
			seats = append(seats, group.Seat{Player: id, Table: table, Threat: &threat, Heroes: []group.Hero{{Title: "Hero of " + string(id), Threat: 9, HitPoints: 4}}})
		}
	}
	r.must(events.Group(autumn, fellowship), boss, group.SeatPlayers{Seats: seats})
}

// start stages six players and starts the game.
func (r *rig) start() {
	r.t.Helper()
	r.stage(map[events.TableID][]string{"t1": {"Ana"}, "t2": {"Bram", "Chiara"}, "t3": {"Dmitri", "Elif", "Farid"}})
	r.must(events.Group(autumn, fellowship), boss, group.StartGroup{})
}

func (r *rig) board() board.Group {
	r.t.Helper()
	b, err := r.reader.Board(r.t.Context(), autumn, fellowship)
	must(r.t, err)
	return b
}

// visitor is a browser without a screen.
type visitor struct {
	*rig
	client *http.Client
}

func (r *rig) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	must(r.t, err)
	return &visitor{rig: r, client: &http.Client{Jar: jar, Timeout: time.Minute}}
}

func (r *rig) organiser() *visitor {
	v := r.visitor()
	v.get("/console/login?key="+organiserKey, http.StatusOK)
	return v
}

func (r *rig) judge() *visitor {
	code, err := r.auth.JudgeCode(r.t.Context(), autumn)
	must(r.t, err)
	v := r.visitor()
	v.post("/join/"+code, url.Values{"id": {uuid.NewString()}, "name": {"Judge Judy"}}, http.StatusOK)
	return v
}

// get opens a page, following redirects, and returns what it says.
func (v *visitor) get(path string, want int) string {
	v.t.Helper()
	res, err := v.client.Get(v.url + path)
	must(v.t, err)
	return v.read(res, "GET "+path, want)
}

// post sends a form, following redirects.
func (v *visitor) post(path string, form url.Values, want int) string {
	v.t.Helper()
	res, err := v.client.PostForm(v.url+path, form)
	must(v.t, err)
	return v.read(res, "POST "+path, want)
}

func (v *visitor) read(res *http.Response, what string, want int) string {
	v.t.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	must(v.t, err)
	if res.StatusCode != want {
		v.t.Fatalf("%s: status %d, want %d: %s", what, res.StatusCode, want, plain(string(b)))
	}
	return string(b)
}

var tags = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>|<[^>]*>`)

// plain is what a page says, without its markup.
func plain(page string) string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(page, " ")), " ")
}

// count returns how many commits of a command type the group's log holds.
func (r *rig) count(commandType string) int {
	r.t.Helper()
	n := 0
	for rec, err := range r.store.Load(r.t.Context(), events.Group(autumn, fellowship), events.Head{}) {
		must(r.t, err)
		if rec.Command.Type == commandType {
			n++
		}
	}
	return n
}

// line is a connection that can be cut, as a venue's Wi-Fi is.
type line struct {
	l      net.Listener
	target string
	mu     sync.Mutex // guards the two below
	down   bool
	open   []net.Conn
}

func newLine(t *testing.T, target string) *line {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &line{l: l, target: target}
	go p.accept()
	t.Cleanup(func() { _ = l.Close(); p.cut() })
	return p
}

func (p *line) addr() string { return p.l.Addr().String() }

func (p *line) accept() {
	for {
		c, err := p.l.Accept()
		if err != nil {
			return
		}
		go p.carry(c)
	}
}

func (p *line) carry(c net.Conn) {
	defer c.Close()
	p.mu.Lock()
	if p.down {
		p.mu.Unlock()
		return
	}
	s, err := net.Dial("tcp", p.target)
	if err != nil {
		p.mu.Unlock()
		return
	}
	p.open = append(p.open, c, s)
	p.mu.Unlock()
	go func() { _, _ = io.Copy(s, c); _ = s.Close() }()
	_, _ = io.Copy(c, s)
}

// cut ends every connection and takes no new one.
func (p *line) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for _, c := range p.open {
		_ = c.Close()
	}
	p.open = nil
}

// mend takes connections again.
func (p *line) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
}

func contains(t *testing.T, page string, wants ...string) {
	t.Helper()
	says := plain(page)
	for _, w := range wants {
		if !strings.Contains(page, w) && !strings.Contains(says, w) {
			t.Errorf("the page does not say %q; it says: %s", w, says)
		}
	}
}

func lacks(t *testing.T, page string, wants ...string) {
	t.Helper()
	if i := slices.IndexFunc(wants, func(w string) bool { return strings.Contains(page, w) }); i >= 0 {
		t.Errorf("the page says %q: %s", wants[i], plain(page))
	}
}
