package console

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

// action is something that an organiser or judge can do to a group.
type action struct {
	name   string // in its path
	button string
	done   string // what it says afterwards
	gives  string // type of the command it gives: who may give that may do this
	danger bool
	shown  func(b board.Group) bool
	form   func(c *call) Form
	do     func(c *call) error
}

// call is one use of an action.
type call struct {
	pages
	w    http.ResponseWriter
	r    *http.Request
	me   access.Session
	info catalog.Gathering
	b    board.Group // zero for actions on a whole gathering
	g    events.GatheringID
}

// send sends the n-th command of the form to the group.
func (c *call) send(n int, body events.CommandBody) error {
	return c.Send(c.r, c.me, events.Group(c.g, c.b.ID), n, body)
}

func (c *call) player(id events.PersonID) string { return c.Name(c.g, id) }

// table returns the table that a field names.
func (c *call) table() (board.Table, error) {
	t, ok := c.b.Table(events.TableID(c.r.FormValue("table")))
	if !ok {
		return t, site.Malformed("choose a table")
	}
	return t, nil
}

// tableField lists tables to choose from.
func (c *call) tableField(label string, which func(board.Table) (bool, string)) Field {
	f := Field{Kind: FieldRadio, Name: "table", Label: label, Value: c.r.FormValue("table")}
	for _, t := range c.b.Tables {
		on, why := which(t)
		f.Options = append(f.Options, Choice{Value: string(t.ID), Text: t.Team, Why: why, Off: !on})
	}
	return f
}

func anyTable(board.Table) (bool, string) { return true, "" }

// playerField lists the players of the group to choose from.
func (c *call) playerField(name, label string, which func(board.Player) bool) Field {
	f := Field{Kind: FieldSelect, Name: name, Label: label, Value: c.r.FormValue(name)}
	for _, t := range c.b.Tables {
		for _, pl := range t.Players {
			if which(pl) {
				f.Options = append(f.Options, Choice{Value: string(pl.ID), Text: c.player(pl.ID) + " (" + t.Team + ")"})
			}
		}
	}
	return f
}

// register makes people known to the gathering.
func (c *call) register(names []string) ([]events.PersonID, error) {
	people := make([]roster.NewPerson, len(names))
	for i, n := range names {
		clean, err := cleanName(n, fmt.Sprintf("Name %d, %q", i+1, n))
		if err != nil {
			return nil, err
		}
		people[i].Name = clean
	}
	return c.People.Register(c.r.Context(), c.g, c.me.Actor(), people)
}

// lines returns the lines of a field that are not empty.
func lines(s string) []string {
	var out []string
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

func groupPath(g events.GatheringID, id events.GroupID) string {
	return "/console/" + string(g) + "/groups/" + string(id)
}

// offered are the actions that a session may do to a group as it is.
func offered(me access.Session, b board.Group) []action {
	var out []action
	for _, a := range actions() {
		if a.shown(b) && may(me, b.Gathering, b.ID, a.gives) {
			out = append(out, a)
		}
	}
	return out
}

// call prepares the use of an action on a group, checking the right to it.
func (p pages) call(w http.ResponseWriter, r *http.Request) (*call, action, error) {
	c, err := p.groupCall(w, r)
	if err != nil {
		return nil, action{}, err
	}
	list := actions()
	i := slices.IndexFunc(list, func(a action) bool { return a.name == r.PathValue("action") })
	if i < 0 {
		return nil, action{}, deps.ErrNotFound
	}
	if no := c.me.May(access.Give(list[i].gives), c.g, access.Object{Group: c.b.ID}); no != nil {
		return nil, action{}, no
	}
	return c, list[i], nil
}

// groupCall reads what every page of a group needs, for organisers and judges only.
func (p pages) groupCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	g, id, err := site.GroupOf(r)
	if err != nil {
		return nil, err
	}
	me, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return nil, err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return nil, err
	}
	b, err := p.Reader.Board(r.Context(), g, id)
	if err != nil {
		return nil, err
	}
	return &call{pages: p, w: w, r: r, me: me, info: info, b: b, g: g}, nil
}

// GET /console/{gathering}/groups/{group}/do/{action}
func (p pages) ask(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(w, r)
	if err != nil {
		return err
	}
	return p.showAction(c, a, site.NewID(), "")
}

func (p pages) showAction(c *call, a action, id, problem string) error {
	f := a.form(c)
	path := groupPath(c.g, c.b.ID)
	f.Action, f.Back, f.ID, f.Problem = path+"/do/"+a.name, path, id, problem
	f.Danger = f.Danger || a.danger
	if f.Title == "" {
		f.Title = a.button
	}
	if f.Submit == "" {
		f.Submit = a.button
	}
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, c.b.Name, path, f.Title)...)
	if problem != "" {
		f.refill(c.r)
	}
	return p.Page(c.w, c.r, FormPage(f))
}

// POST /console/{gathering}/groups/{group}/do/{action}
func (p pages) do(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(w, r)
	if err != nil {
		return err
	}
	if err := a.do(c); err != nil {
		if again := retry(err); again != "" {
			return p.showAction(c, a, r.FormValue("id"), again)
		}
		return err
	}
	return site.To(w, r, groupPath(c.g, c.b.ID)+"?done="+a.name)
}

// retry returns what to say above the same form if filling it in differently can help.
func retry(err error) string {
	if r := engine.AsRefusal(err); r != nil && r.Code != engine.CodeNotAllowed {
		if r.Source != "" {
			return r.Says + " (" + r.Source + ")"
		}
		return r.Says
	}
	if p, ok := err.(*site.Problem); ok && p.Status == http.StatusUnprocessableEntity {
		return p.Says
	}
	return ""
}

// page is a page of the console.
func page(title string, me access.Session, way ...layout.Link) layout.Page {
	return layout.Page{Title: title, Scripts: []string{"console.js"}, Styles: []string{"console.css", "live.css"}, Who: site.Who(me), Crumbs: way}
}

// crumbs is the way to a page: console, gathering, group, page.
func crumbs(me access.Session, info catalog.Gathering, rest ...string) []layout.Link {
	var out []layout.Link
	home := "/console/" + string(info.ID)
	if me.Role == events.RoleJudge {
		home = "/judge/" + string(info.ID)
	} else {
		out = append(out, layout.Link{To: "/console", Text: "Console"})
	}
	out = append(out, layout.Link{To: home, Text: info.Name})
	if len(rest) >= 2 {
		out = append(out, layout.Link{To: rest[1], Text: rest[0]})
		rest = rest[2:]
	}
	for _, r := range rest {
		out = append(out, layout.Link{Text: r})
	}
	out[len(out)-1].Here = true
	return out
}
