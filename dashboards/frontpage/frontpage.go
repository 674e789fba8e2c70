// Package frontpage has the pages that lead in: the front page, joining with a code, the
// organiser's login, and the status of the server.
package frontpage

import (
	"context"
	"net/http"
	"strings"
	"unicode"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

type pages struct{ *site.Site }

// Register adds the routes.
func Register(s *site.Site) {
	p := pages{s}
	s.Handle("GET /{$}", p.home)
	s.Handle("GET /icon.svg", p.icon)
	s.Handle("GET /join", p.join)
	s.Handle("GET /join/{code}", p.code)
	s.Handle("POST /join/{code}", p.enter)
	s.Handle("GET /console/login", p.loginForm)
	s.Handle("POST /console/login", p.login)
	s.Handle("POST /logout", p.logout)
	s.Handle("GET /status", p.status)
}

// Home is what the front page shows.
type Home struct {
	Me         access.Session
	Gatherings []catalog.Gathering // that go on, latest first
	Ended      []catalog.Gathering
	Cups       map[events.GatheringID]int // how many tournaments each gathering that goes on has
	Leagues    map[events.GatheringID]int // and how many leagues
	Address    string
}

// GET /
func (p pages) home(w http.ResponseWriter, r *http.Request) error {
	list, err := p.Reader.Gatherings(r.Context())
	if err != nil {
		return err
	}
	v := Home{Me: p.Auth.Session(r), Address: p.BaseURL()}
	for _, g := range list {
		if g.Ended {
			v.Ended = append(v.Ended, g)
		} else {
			v.Gatherings = append(v.Gatherings, g)
		}
	}
	if v.Cups, err = p.cups(r.Context(), v.Gatherings); err != nil {
		return err
	}
	if v.Leagues, err = p.leagues(r.Context(), v.Gatherings); err != nil {
		return err
	}
	return p.Page(w, r, HomePage(v))
}

// leagues counts the leagues of gatherings.
func (p pages) leagues(ctx context.Context, gs []catalog.Gathering) (map[events.GatheringID]int, error) {
	out := map[events.GatheringID]int{}
	if p.Deps.Leagues == nil {
		return out, nil
	}
	for _, g := range gs {
		list, err := p.Deps.Leagues.Leagues(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		out[g.ID] = len(list)
	}
	return out, nil
}

// cups counts the tournaments of gatherings.
func (p pages) cups(ctx context.Context, gs []catalog.Gathering) (map[events.GatheringID]int, error) {
	out := map[events.GatheringID]int{}
	if p.Tournaments == nil {
		return out, nil
	}
	for _, g := range gs {
		list, err := p.Tournaments.Tournaments(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		out[g.ID] = len(list)
	}
	return out, nil
}

// GET /icon.svg
func (p pages) icon(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, err := w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b0e13"/>` +
		`<path d="M12 3 5 7v5c0 4 3 7 7 8 4-1 7-4 7-8V7z" fill="none" stroke="#ffb000" stroke-width="2"/></svg>`))
	return err
}

// GET /join?code=…: the join box of the front page leads here.
func (p pages) join(w http.ResponseWriter, r *http.Request) error {
	code := tidy(r.URL.Query().Get("code"))
	if code == "" {
		return p.Page(w, r, JoinPage(Join{}))
	}
	return site.To(w, r, "/join/"+code)
}

// tidy turns what people type into a code: letters and digits only, in capitals.
func tidy(code string) string {
	code = strings.Map(func(c rune) rune {
		if c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			return unicode.ToUpper(c)
		}
		return -1
	}, code)
	return code[:min(len(code), 20)]
}

// Join is what the page of a code shows.
type Join struct {
	Code      string
	Problem   string // why the code or name was not taken; for people
	Opens     access.Session
	Gathering string // name
	Group     string // name
	Team      string
	Stage     string
	Players   []string // who sits there
	Name      string   // typed before
	Taken     bool     // another device records for this table
	By        string   // who records there, if known
	Again     bool     // this device records here already
	ID        string   // of the command that the form sends
}

// GET /join/{code}
func (p pages) code(w http.ResponseWriter, r *http.Request) error {
	v, err := p.look(r)
	if err != nil {
		return p.Page(w, r, JoinPage(Join{Code: v.Code, Problem: err.Error()}))
	}
	if v.Opens.Role == events.RoleJudge {
		return p.Page(w, r, JudgePage(v))
	}
	return p.Page(w, r, TablePage(v))
}

// look finds out what a code opens.
func (p pages) look(r *http.Request) (Join, error) {
	v := Join{Code: tidy(r.PathValue("code")), ID: site.NewID(), Name: strings.TrimSpace(r.FormValue("name"))}
	opens, err := p.Auth.Peek(r, v.Code)
	if err != nil {
		return v, err
	}
	v.Opens = opens
	if g, err := p.Reader.Gathering(r.Context(), opens.Gathering); err == nil {
		v.Gathering = g.Name
	}
	if opens.Role != events.RoleCaptain {
		return v, nil
	}
	b, err := p.Reader.Board(r.Context(), opens.Gathering, opens.Group)
	if err != nil {
		return v, err
	}
	p.describe(&v, b, p.Auth.Session(r).Device)
	return v, nil
}

func (p pages) describe(v *Join, b board.Group, device events.DeviceID) {
	v.Group = b.Name
	for _, t := range b.Tables {
		if t.ID != v.Opens.Table {
			continue
		}
		v.Team, v.Stage = t.Team, t.Stage
		for _, pl := range t.Players {
			v.Players = append(v.Players, p.Name(b.Gathering, pl.ID))
		}
		v.Again = t.Recorder != "" && t.Recorder == device
		v.Taken = t.Recorder != "" && t.Recorder != device
		if v.Taken && t.Captain != "" {
			v.By = p.Name(b.Gathering, t.Captain)
		}
	}
}

// POST /join/{code}
func (p pages) enter(w http.ResponseWriter, r *http.Request) error {
	v, err := p.look(r)
	if err != nil {
		return p.Page(w, r, JoinPage(Join{Code: v.Code, Problem: err.Error()}))
	}
	if v.Taken && r.FormValue("confirm") == "" {
		v.Problem = "Tick the box if this phone is to record from now on."
		return p.Page(w, r, TablePage(v))
	}
	me, err := p.Auth.Join(w, r, v.Code, v.Name)
	if err != nil {
		v.Problem = err.Error()
		if v.Opens.Role == events.RoleJudge {
			return p.Page(w, r, JudgePage(v))
		}
		return p.Page(w, r, TablePage(v))
	}
	if me.Role == events.RoleJudge {
		return site.To(w, r, "/judge/"+string(me.Gathering))
	}
	take := group.TakeRecorder{Table: me.Table, Confirm: r.FormValue("confirm") != ""}
	if err := p.Send(r, me, events.Group(me.Gathering, me.Group), 0, take); err != nil {
		return err
	}
	return site.To(w, r, "/t/"+string(me.Gathering)+"/"+string(me.Group)+"/"+string(me.Table))
}

// GET /console/login: with ?key=… it is the link that the server prints at its first start.
func (p pages) loginForm(w http.ResponseWriter, r *http.Request) error {
	if key := r.URL.Query().Get("key"); key != "" {
		return p.loginWith(w, r, key)
	}
	if p.Auth.Session(r).Role == events.RoleOrganiser {
		return site.To(w, r, "/console")
	}
	return p.Page(w, r, LoginPage("", ""))
}

// POST /console/login
func (p pages) login(w http.ResponseWriter, r *http.Request) error {
	return p.loginWith(w, r, r.FormValue("key"))
}

func (p pages) loginWith(w http.ResponseWriter, r *http.Request, key string) error {
	key, name := strings.TrimSpace(key), strings.TrimSpace(r.PostFormValue("name"))
	var err error
	if as, ok := p.Auth.(deps.Organisers); ok && name != "" {
		err = as.OrganiserAs(w, r, key, name)
	} else {
		err = p.Auth.Organiser(w, r, key)
	}
	if err != nil {
		return p.Page(w, r, LoginPage(err.Error(), name))
	}
	return site.To(w, r, "/console")
}

// POST /logout
func (p pages) logout(w http.ResponseWriter, r *http.Request) error {
	p.Auth.Logout(w, r)
	return site.To(w, r, "/")
}

// Status is what the status page shows.
type Status struct {
	OK         bool
	Parts      []deps.Health
	Gatherings []catalog.Gathering
	Address    string
	Secure     bool
	At         string
}

// GET /status
func (p pages) status(w http.ResponseWriter, r *http.Request) error {
	v := Status{OK: true, Address: p.BaseURL(), Secure: p.Secure, At: p.Now().UTC().Format("2006-01-02 15:04:05 UTC")}
	list, err := p.Reader.Gatherings(r.Context())
	if err != nil {
		p.Log.Error("the status page cannot read", "err", err)
		v.Parts = append(v.Parts, deps.Health{Part: "Read models", Says: "cannot be read: see the log of the server"})
	}
	v.Gatherings = list
	if p.Health != nil {
		v.Parts = append(v.Parts, p.Health(r.Context())...)
	}
	for _, part := range v.Parts {
		v.OK = v.OK && part.OK
	}
	return p.Page(w, r, StatusPage(v))
}
