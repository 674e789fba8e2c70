package league

import (
	"context"
	"fmt"
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
	view "github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/tournament"
)

// How much of the history the desk shows, and how far back it looks for that.
const (
	deskLines  = 15
	deskEvents = 150
)

// desk adds the routes of organisers and judges.
func (p pages) desk() {
	const at = "/console/{gathering}/leagues"
	p.Handle("GET "+at, p.deskList)
	p.Handle("POST "+at, p.openLeague)
	p.Handle("GET "+at+"/{league}", p.deskPage)
	p.Handle("GET /sse"+at+"/{league}", p.deskStream)
	p.Handle("GET "+at+"/{league}/sessions/{session}", p.sessionDesk)
	p.Handle("GET "+at+"/{league}/reveal", p.revealDesk)
	p.Handle("GET "+at+"/{league}/do/{action}", p.ask)
	p.Handle("POST "+at+"/{league}/do/{action}", p.do)
}

// Desk is what the desk of a league shows.
type Desk struct {
	Shown
	Info    catalog.Gathering
	Cups    []tournament.Line // tournaments of the gathering
	Buttons []Button
	Alike   []alike.Pair
	Lines   []Line
	Done    string
	Page    layout.Page
}

// Button leads to a form.
type Button struct {
	To, Text string
	Primary  bool
	Danger   bool
}

// Line is a line of the history.
type Line struct{ At, Says string }

func deskPath(g events.GatheringID, id events.GroupID) string {
	return "/console/" + string(g) + "/leagues/" + string(id)
}

// Home is the address of the desk.
func (s Shown) Home() string { return deskPath(s.Gathering, s.ID) }

// Do is the address of a form of the desk.
func (s Shown) Do(action string) string { return s.Home() + "/do/" + action }

// officialsPage is a page of the console.
func officialsPage(me access.Session, info catalog.Gathering, title string, way ...layout.Link) layout.Page {
	out := console.BelowList(me, info, "leagues", "Leagues", title, way...)
	out.Styles = append(out.Styles, "league.css")
	return out
}

// official returns the session of an organiser or judge of the gathering, and the gathering.
func (p pages) official(r *http.Request) (access.Session, catalog.Gathering, error) {
	return console.Official(p.Site, r)
}

// deskOf reads what the pages of a league's desk need.
func (p pages) deskOf(r *http.Request) (Desk, error) {
	me, info, err := p.official(r)
	if err != nil {
		return Desk{}, err
	}
	id, err := of(r)
	if err != nil {
		return Desk{}, err
	}
	return p.deskFor(r.Context(), id, me, info)
}

func (p pages) deskFor(ctx context.Context, id events.StreamID, me access.Session, info catalog.Gathering) (Desk, error) {
	v, err := p.read(ctx, id, true)
	if err != nil {
		return Desk{}, err
	}
	v.Me = me
	d := Desk{Shown: v, Info: info, Page: officialsPage(me, info, v.Name, layout.Link{Text: v.Name})}
	d.Buttons, d.Alike = d.buttons(), v.alike()
	if p.Tournaments != nil {
		if d.Cups, err = p.Tournaments.Tournaments(ctx, id.Gathering); err != nil {
			return d, err
		}
	}
	lines, err := p.Leagues.LeagueHistory(ctx, id.Gathering, id.Group, 0, deskEvents)
	d.Lines = d.happened(lines)
	return d, err
}

// happened puts what came of one command on one line: an evening is one, not one for each player.
func (s Shown) happened(lines []history.Line) []Line {
	var out []Line
	for i := 0; i < len(lines) && len(out) < deskLines; {
		n := i
		for n < len(lines) && lines[n].Command == lines[i].Command {
			n++
		}
		first := lines[n-1] // the latest is first
		says := s.Says(first.Words)
		if more := n - i - 1; more > 0 {
			says += fmt.Sprintf(", and %d more", more)
		}
		out = append(out, Line{At: stamp(first.At), Says: says})
		i = n
	}
	return out
}

// done says what the form did that led here.
func done(r *http.Request) string {
	if a, ok := actionOf(r.URL.Query().Get("done")); ok {
		return a.done
	}
	return ""
}

// GET /console/{gathering}/leagues/{league}
func (p pages) deskPage(w http.ResponseWriter, r *http.Request) error {
	v, err := p.deskOf(r)
	if err != nil {
		return err
	}
	v.Done = done(r)
	return p.Page(w, r, DeskPage(v))
}

// GET /sse/console/{gathering}/leagues/{league}
func (p pages) deskStream(w http.ResponseWriter, r *http.Request) error {
	v, err := p.deskOf(r)
	if err != nil {
		return err
	}
	id := events.League(v.Gathering, v.ID)
	p.Hub.Serve(w, r, live.Topic{
		Key: "league/desk/" + string(v.Me.Role) + "/" + string(id.Gathering) + "/" + string(id.Group), Page: "league",
		Changed: func() <-chan struct{} { return p.Reader.Changed(id.Gathering, id.Group) },
		Render: func(ctx context.Context) (uint64, []byte, error) {
			now, err := p.deskFor(ctx, id, v.Me, v.Info)
			if err != nil {
				return 0, nil, err
			}
			b, err := site.Bytes(ctx, DeskLive(now))
			return uint64(now.Position), b, err
		},
	})
	return nil
}

// SessionDesk is the desk of one session.
type SessionDesk struct {
	Desk
	Of view.Session
}

// GET /console/{gathering}/leagues/{league}/sessions/{session}
func (p pages) sessionDesk(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	x, ok := d.Session(log.SessionID(r.PathValue("session")))
	if !ok {
		return deps.ErrNotFound
	}
	d.Done = done(r)
	d.Page = officialsPage(d.Me, d.Info, x.Name, layout.Link{To: d.Home(), Text: d.View.Name}, layout.Link{Text: x.Name})
	return p.Page(w, r, SessionDeskPage(SessionDesk{Desk: d, Of: x}))
}

// RevealDesk is the page from which the board is revealed.
type RevealDesk struct {
	Desk
	Form console.Form
}

// GET /console/{gathering}/leagues/{league}/reveal
func (p pages) revealDesk(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	if !d.may(log.RevealNext{}.CommandType()) {
		return noRight
	}
	d.Done = done(r)
	d.Page = officialsPage(d.Me, d.Info, "Reveal", layout.Link{To: d.Home(), Text: d.View.Name}, layout.Link{Text: "Reveal"})
	return p.Page(w, r, RevealPage(RevealDesk{Desk: d, Form: console.Form{ID: site.NewID(), Back: d.Home() + "/reveal"}}))
}

// buttons are the forms that lead on, those that come next first.
func (d Desk) buttons() []Button {
	var out []Button
	for _, a := range actions() {
		if a.shown == nil || !a.shown(d.Shown) || !d.may(a.gives) {
			continue
		}
		out = append(out, Button{To: d.Do(a.name), Text: a.button, Primary: a.next != nil && a.next(d.Shown), Danger: a.danger})
	}
	return out
}

// may tells whether the session may give a command to the league.
func (s Shown) may(commandType string) bool {
	return s.Me.May(access.Give(commandType), s.Gathering, access.Object{Group: s.ID}) == nil
}

// running tells whether results are taken.
func (s Shown) running() bool { return s.Stage == view.StageRunning }

// started tells whether anything was scored: from then on what is changed by hand is an integrity event.
func (s Shown) started() bool {
	for _, x := range s.Sessions {
		if len(x.Results) > 0 {
			return true
		}
	}
	return false
}

// mostAlike bounds the suggestions that are shown at once.
const mostAlike = 5

// alike lists players who may be one person.
func (s Shown) alike() []alike.Pair {
	if !s.running() && s.Stage != view.StageEnded {
		return nil
	}
	var people []alike.Person
	for i, p := range s.Players {
		if p.Into == "" {
			people = append(people, alike.Person{ID: p.Player, N: i + 1, Name: s.Person(p.Player), Club: p.Store})
		}
	}
	out := alike.Pairs(people)
	return out[:min(len(out), mostAlike)]
}
