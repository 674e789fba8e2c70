package tournament

import (
	"context"
	"net/http"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/words"
)

// deskLines is how much of the history the desk shows.
const deskLines = 15

// desk adds the routes of organisers and judges.
func (p pages) desk() {
	const at = "/console/{gathering}/tournaments"
	p.Handle("GET "+at, p.deskList)
	p.Handle("POST "+at, p.openTournament)
	p.Handle("GET "+at+"/{tournament}", p.deskPage)
	p.Handle("GET /sse"+at+"/{tournament}", p.deskStream)
	p.Handle("GET "+at+"/{tournament}/print/{what}", p.print)
	p.Handle("GET "+at+"/{tournament}/do/{action}", p.ask)
	p.Handle("POST "+at+"/{tournament}/do/{action}", p.do)
	p.Handle("GET "+at+"/{tournament}/entrants/{entrant}/phone", p.phonePage)
}

// DeskList is the list of a gathering's tournaments for officials.
type DeskList struct {
	List
	Me   access.Session
	Form console.Form // opens one; nobody else than an organiser does
	Page layout.Page
}

// Desk is what the desk of a tournament shows.
type Desk struct {
	Shown
	Info    catalog.Gathering
	Buttons []Button
	Lines   []Line
	Pairs   []Pair // entries that may be one person
	Problem string
	Done    string
	Warns   string // what came of something otherwise than one may think
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
	return "/console/" + string(g) + "/tournaments/" + string(id)
}

// Do is the address of a form of the desk.
func (s Shown) Do(action string) string {
	return deskPath(s.Gathering, s.ID) + "/do/" + action
}

// officialsPage is a page of the console.
func officialsPage(me access.Session, info catalog.Gathering, title string, way ...layout.Link) layout.Page {
	return console.BelowList(me, info, "tournaments", "Tournaments", title, way...)
}

// official returns the session of an organiser or judge of the gathering, and the gathering.
func (p pages) official(r *http.Request) (access.Session, catalog.Gathering, error) {
	return console.Official(p.Site, r)
}

// GET /console/{gathering}/tournaments
func (p pages) deskList(w http.ResponseWriter, r *http.Request) error {
	return p.showDeskList(w, r, site.NewID(), "")
}

func (p pages) showDeskList(w http.ResponseWriter, r *http.Request, id, problem string) error {
	me, info, err := p.official(r)
	if err != nil {
		return err
	}
	list, err := p.lines(r)
	if err != nil {
		return err
	}
	v := DeskList{List: list, Me: me, Page: officialsPage(me, info, "Tournaments")}
	v.Form = openForm(info.ID)
	v.Form.ID, v.Form.Problem = id, problem
	if problem != "" {
		v.Form.Refill(r)
	}
	return p.Page(w, r, DeskListPage(v))
}

// deskOf reads what the pages of a tournament's desk need.
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
	d.Buttons, d.Pairs = d.buttons(), p.duplicates(v, info)
	lines, err := p.Tournaments.TournamentHistory(ctx, id.Gathering, id.Group, 0, deskLines)
	for _, l := range lines {
		d.Lines = append(d.Lines, Line{At: stamp(l.At), Says: words.Resolve(l.Words, v.name)})
	}
	return d, err
}

// GET /console/{gathering}/tournaments/{tournament}
func (p pages) deskPage(w http.ResponseWriter, r *http.Request) error {
	v, err := p.deskOf(r)
	if err != nil {
		return err
	}
	if a, ok := actionOf(r.URL.Query().Get("done")); ok {
		v.Done = a.done
	}
	if v.Warns = v.Differs(r); v.Warns != "" {
		v.Done = ""
	}
	return p.Page(w, r, DeskPage(v))
}

// GET /sse/console/{gathering}/tournaments/{tournament}
func (p pages) deskStream(w http.ResponseWriter, r *http.Request) error {
	v, err := p.deskOf(r)
	if err != nil {
		return err
	}
	id := events.Tournament(v.Gathering, v.ID)
	p.Hub.Serve(w, r, live.Topic{
		Key: "tournament/desk/" + string(v.Me.Role) + "/" + string(id.Gathering) + "/" + string(id.Group), Page: "tournament",
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

// may tells whether the session may give a command to the tournament.
func (s Shown) may(commandType string) bool {
	return s.Me.May(access.Give(commandType), s.Gathering, access.Object{Group: s.ID}) == nil
}

// Phone is the page with the code that makes a phone an entrant's.
type Phone struct {
	Desk
	Name, Link, Code, Picture string
}

// GET /console/{gathering}/tournaments/{tournament}/entrants/{entrant}/phone
func (p pages) phonePage(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	if no := d.Me.May(access.ReadCodes, d.Gathering, access.Object{}); no != nil {
		return no
	}
	e, ok := d.entrantOf(r.PathValue("entrant"))
	if !ok {
		return deps.ErrNotFound
	}
	v := Phone{Desk: d, Name: d.Person(e.Player), Picture: d.Path("/qr?entrant=" + r.PathValue("entrant"))}
	if v.Link, err = p.phoneLink(r, d.Shown, e); err != nil {
		return err
	}
	if v.Code, err = p.Players.PlayerCode(r.Context(), d.Gathering, d.ID, e.Player); err != nil {
		return err
	}
	v.Page = officialsPage(d.Me, d.Info, "Phone of "+v.Name, layout.Link{To: deskPath(d.Gathering, d.ID), Text: d.View.Name}, layout.Link{Text: "Phone of " + v.Name})
	return p.Page(w, r, PhonePage(v))
}

// started tells whether registration is over.
func (s Shown) started() bool { return s.Status != log.StatusOpen }

// playing tells whether rounds are played.
func (s Shown) playing() bool {
	return s.Status == log.StatusRunning || s.Status == log.StatusFrozen
}

func lowerAll(s string) string { return strings.ToLower(s) }
