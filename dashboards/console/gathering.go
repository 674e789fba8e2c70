package console

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/wall"
)

// quietAfter is how long a table may enter nothing before the console points at it.
const quietAfter = 10 * time.Minute

// noPhoneAfter is how long a table may play without a phone before the console points at it.
const noPhoneAfter = 2 * time.Minute

// Gathering is what the console shows of a gathering.
type Gathering struct {
	Me     access.Session
	Info   catalog.Gathering
	Rows   []Row
	All    wall.All
	Alerts []Alert
	// ForJudge are flags and rulings that somebody should look at.
	ForJudge []ForJudge
	Actions  []Button // on the whole gathering
	Done     string   // what was just done
	Address  string
	Proven   bool             // the log is signed
	Signed   *deps.Checkpoint // the newest; nil: none yet
}

// Row is one group in the table of a gathering.
type Row struct {
	wall.Card
	LastAt time.Time // of the last commit
	Since  time.Time // the first table has been waiting
	Step   string    // in words, if one waits for people
	Phones []Phone   // of the tables; empty: not known, or play is over
}

// Alert is something that somebody should see to.
type Alert struct {
	To, Says string
}

// Button leads to the page of an action.
type Button struct {
	To, Text string
	Danger   bool
	Next     bool // what is most likely to be wanted now
}

// GET /console/{gathering}
func (p pages) gathering(w http.ResponseWriter, r *http.Request) error {
	return p.desk(w, r, events.RoleOrganiser)
}

// GET /judge/{gathering}
func (p pages) judge(w http.ResponseWriter, r *http.Request) error {
	return p.desk(w, r, events.RoleOrganiser, events.RoleJudge)
}

func (p pages) desk(w http.ResponseWriter, r *http.Request, roles ...events.Role) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	me, err := p.Need(r, g, roles...)
	if err != nil {
		return err
	}
	v, err := p.look(r.Context(), g)
	if err != nil {
		return err
	}
	v.Me, v.Address = me, p.BaseURL()
	v.Actions = gatheringButtons(me, v.Info, v.All)
	for _, a := range gatheringActions() {
		if a.name == r.URL.Query().Get("done") {
			v.Done = a.done
		}
	}
	if r.URL.Query().Get("done") == "signed" {
		v.Done = saysSigned(v.Signed)
	}
	return p.Page(w, r, GatheringPage(v))
}

// look reads what the console shows of a gathering, the same for everybody who may see it.
func (p pages) look(ctx context.Context, g events.GatheringID) (Gathering, error) {
	info, err := p.Reader.Gathering(ctx, g)
	if err != nil {
		return Gathering{}, err
	}
	boards, err := p.Reader.Boards(ctx, g)
	if err != nil {
		return Gathering{}, err
	}
	now := p.Now()
	v := Gathering{Info: info, All: wall.Overview(boards, now)}
	v.Proven, v.Signed = p.Proofs != nil, p.LastSigned(g)
	for _, c := range v.All.Groups {
		i := slices.IndexFunc(boards, func(b board.Group) bool { return b.ID == c.Group })
		r := row(c, boards[i])
		r.Phones = p.phones(boards[i])
		v.Rows = append(v.Rows, r)
		v.Alerts = append(v.Alerts, alerts(c, boards[i], r.Phones, now)...)
		if !info.Ended { // afterwards nobody can answer any more
			v.Alerts = append(v.Alerts, reviewAlerts(boards[i])...)
		}
	}
	if !info.Ended {
		v.ForJudge = p.forJudges(boards)
	}
	if p.Health != nil {
		for _, h := range p.Health(ctx) {
			if !h.OK && (!h.Letters || p.Outgoing == nil) {
				v.Alerts = append(v.Alerts, Alert{To: "/status", Says: h.Part + ": " + h.Says})
			}
		}
	}
	v.Alerts = append(v.Alerts, p.outgoingAlerts(ctx, g, now)...)
	return v, nil
}

func row(c wall.Card, b board.Group) Row {
	out := Row{Card: c, LastAt: b.At}
	if len(c.Waiting) > 0 {
		out.Since = b.Barrier.Since
		if b.Phase == board.PhaseEnding {
			out.Since = b.At
		}
	}
	return out
}

// alerts are the things to see to in one group.
func alerts(c wall.Card, b board.Group, phones []Phone, now time.Time) []Alert {
	to := groupPath(b.Gathering, b.ID)
	var out []Alert
	add := func(says string) { out = append(out, Alert{To: to, Says: b.Name + ": " + says}) }
	if c.Attention != "" {
		add(c.Attention)
	}
	for _, ph := range phones {
		if ph.Alarm {
			add(fmt.Sprintf("the phone of %s raises the alarm: the log is not the one it was shown; look at it there, and at other phones", ph.Team))
		}
	}
	if !going(b) || b.Paused {
		return out
	}
	for _, t := range b.Tables {
		ph := phoneOf(phones, t.ID)
		says := phoneAlerts(ph, t, now)
		for _, s := range says {
			add(s)
		}
		switch quiet := now.Sub(latest(t.EntryAt, b.RoundAt)); {
		case len(says) > 0:
		case t.Recorder == "" && ph.State != deps.PhoneConnected && now.Sub(b.RoundAt) >= noPhoneAfter:
			add(t.Team + " has no phone that records")
		case playing(b) && t.Ended < b.Round && quiet >= quietAfter:
			add(fmt.Sprintf("%s has entered nothing for %d min", t.Team, int(quiet/time.Minute)))
		}
		if t.Unknown > 0 && t.SiegeCounts() && !strings.Contains(c.Attention, t.Team) {
			add(fmt.Sprintf("%s has %s to read off the card", t.Team, count(t.Unknown, "siege value", "siege values")))
		}
	}
	return out
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// GET /sse/console/{gathering}
func (p pages) gatheringStream(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	if _, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge); err != nil {
		return err
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "console/" + string(g), Page: "console", Refresh: 15 * time.Second,
		Changed: func() <-chan struct{} { return p.Reader.Changed(g, "") }, Also: []func() <-chan struct{}{p.phonesChanged(g), p.Signed(g)},
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.look(ctx, g)
			if err != nil {
				return 0, nil, err
			}
			b, err := site.Bytes(ctx, GatheringLive(v))
			return uint64(v.Info.Position), b, err
		},
	})
	return nil
}

// gatheringAction is something that can be done to a whole gathering.
type gatheringAction struct {
	name, button, done, gives string
	danger                    bool
	after                     bool // also once the gathering has ended
	shown                     func(catalog.Gathering, wall.All) bool
	form                      func(*call, []board.Group) Form
	do                        func(*call, []board.Group) error
}

func (p pages) groupsOf(r *http.Request, g events.GatheringID) ([]board.Group, error) {
	return p.Reader.Boards(r.Context(), g)
}

func gatheringActions() []gatheringAction {
	some := func(_ catalog.Gathering, all wall.All) bool { return all.Playing > 0 }
	return []gatheringAction{
		{name: "start", button: "Start all", done: "The games have begun.", gives: group.StartGroup{}.CommandType(), shown: func(_ catalog.Gathering, all wall.All) bool { return all.Setup > 0 }, form: startAllForm, do: startAll},
		{name: "pause", button: "Pause all", done: "Play is paused everywhere.", gives: group.Pause{}.CommandType(), shown: some, form: pauseAllForm, do: pauseAll},
		{name: "resume", button: "Go on everywhere", done: "Play goes on.", gives: group.Resume{}.CommandType(), shown: func(_ catalog.Gathering, all wall.All) bool {
			return slices.ContainsFunc(all.Groups, func(c wall.Card) bool { return c.Paused })
		}, form: resumeAllForm, do: resumeAll},
		{name: "notice", button: "Message to all", done: "The message is at the tables.", gives: group.PostNotice{}.CommandType(), shown: some, form: noticeAllForm, do: noticeAll},
		{name: "forget", button: "Erase a name", done: "The name is erased; pages show a number instead.", gives: desk.ForgetPerson{}.CommandType(), danger: true, after: true, shown: func(g catalog.Gathering, _ wall.All) bool { return len(g.People) > len(g.Forgotten) }, form: forgetForm, do: forget},
		{name: "end", button: "End the gathering", done: "The gathering has ended.", gives: desk.EndGathering{}.CommandType(), danger: true, shown: func(catalog.Gathering, wall.All) bool { return true }, form: endAllForm, do: endAll},
		{name: "seal", button: "Seal the gathering", done: "The gathering is sealed.", gives: desk.SealGathering{}.CommandType(), danger: true, after: true, shown: func(g catalog.Gathering, _ wall.All) bool { return !g.Sealed }, form: sealForm, do: seal},
	}
}

func gatheringButtons(me access.Session, info catalog.Gathering, all wall.All) []Button {
	var out []Button
	for _, a := range gatheringActions() {
		if (a.after || !info.Ended) && a.shown(info, all) && may(me, info.ID, "", a.gives) {
			out = append(out, Button{To: "/console/" + string(info.ID) + "/do/" + a.name, Text: a.button, Danger: a.danger, Next: a.name == "start"})
		}
	}
	return out
}

// loopback tells whether an address is reached from the server's own machine only.
func loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// gatheringCall prepares an action on a whole gathering.
func (p pages) gatheringCall(w http.ResponseWriter, r *http.Request) (*call, gatheringAction, []board.Group, error) {
	var none gatheringAction
	g, err := site.Gathering(r)
	if err != nil {
		return nil, none, nil, err
	}
	me, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return nil, none, nil, err
	}
	list := gatheringActions()
	i := slices.IndexFunc(list, func(a gatheringAction) bool { return a.name == r.PathValue("action") })
	if i < 0 {
		return nil, none, nil, deps.ErrNotFound
	}
	if no := me.May(access.Give(list[i].gives), g, access.Object{}); no != nil {
		return nil, none, nil, no
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return nil, none, nil, err
	}
	groups, err := p.groupsOf(r, g)
	return &call{pages: p, w: w, r: r, me: me, info: info, g: g}, list[i], groups, err
}

// GET /console/{gathering}/do/{action}
func (p pages) askGathering(w http.ResponseWriter, r *http.Request) error {
	c, a, groups, err := p.gatheringCall(w, r)
	if err != nil {
		return err
	}
	return p.showGatheringAction(c, a, groups, site.NewID(), "")
}

func (p pages) showGatheringAction(c *call, a gatheringAction, groups []board.Group, id, problem string) error {
	f := a.form(c, groups)
	f.Title, f.Submit, f.Danger, f.ID, f.Problem = a.button, a.button, a.danger, id, problem
	f.Action = "/console/" + string(c.g) + "/do/" + a.name
	f.Back = homeOf(c.me, c.g)
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, f.Title)...)
	if problem != "" {
		f.refill(c.r)
	}
	return p.Page(c.w, c.r, FormPage(f))
}

// homeOf is the page of a gathering that a session works from.
func homeOf(me access.Session, g events.GatheringID) string {
	if me.Role == events.RoleJudge {
		return "/judge/" + string(g)
	}
	return "/console/" + string(g)
}

// POST /console/{gathering}/do/{action}
func (p pages) doGathering(w http.ResponseWriter, r *http.Request) error {
	c, a, groups, err := p.gatheringCall(w, r)
	if err != nil {
		return err
	}
	if err := a.do(c, groups); err != nil {
		if again := retry(err); again != "" {
			return p.showGatheringAction(c, a, groups, r.FormValue("id"), again)
		}
		return err
	}
	return site.To(w, r, homeOf(c.me, c.g)+"?done="+a.name)
}

// each sends a command to every group that is meant, in order of their ids, so that the same form
// sent again gives each of them the same command. The first refusal stops it and names the group.
func (c *call) each(groups []board.Group, which func(board.Group) bool, body events.CommandBody) error {
	for _, b := range groups {
		if !which(b) {
			continue
		}
		c.b = b
		if err := c.send(nth(b.ID), body); err != nil {
			if again := retry(err); again != "" {
				return site.Malformed(b.Name + ": " + again)
			}
			return err
		}
	}
	return nil
}

// nth gives every group a number of its own for the ids of a form's commands.
func nth(id events.GroupID) int {
	n := 1
	for _, c := range []byte(id) {
		n = (n*257 + int(c)) % 1_000_000_007
	}
	return n + 1
}

func ready(b board.Group) bool {
	return inSetup(b) && !slices.ContainsFunc(b.Tables, func(t board.Table) bool { return len(t.Players) == 0 })
}

func startAllForm(_ *call, groups []board.Group) Form {
	f := Form{}
	for _, b := range groups {
		if ready(b) {
			says := fmt.Sprintf("%s begins with %s", b.Name, count(b.Players, "player", "players"))
			if b.Scenario == dolGuldur {
				says += fmt.Sprintf(", city strength %d", cityAtStart(b.Players))
			}
			f.Says = append(f.Says, says+".")
		} else if inSetup(b) {
			f.Says = append(f.Says, b.Name+" stays in setup: somebody is missing at a table.")
		}
	}
	return f
}

func startAll(c *call, groups []board.Group) error { return c.each(groups, ready, group.StartGroup{}) }

func pauseAllForm(_ *call, groups []board.Group) Form {
	n := len(slices.DeleteFunc(slices.Clone(groups), func(b board.Group) bool { return !going(b) || b.Paused }))
	return Form{Says: []string{count(n, "group", "groups") + " will be paused: captains can enter nothing until you go on."}, Fields: []Field{reasonField("Why")}}
}

func pauseAll(c *call, groups []board.Group) error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.each(groups, func(b board.Group) bool { return going(b) && !b.Paused }, group.Pause{Reason: reason})
}

func resumeAllForm(_ *call, groups []board.Group) Form {
	f := Form{}
	for _, b := range groups {
		if b.Paused && !b.Over() {
			f.Says = append(f.Says, b.Name+" goes on. It was paused: "+b.PauseReason)
		}
	}
	return f
}

func resumeAll(c *call, groups []board.Group) error {
	return c.each(groups, func(b board.Group) bool { return b.Paused && !b.Over() }, group.Resume{})
}

func noticeAllForm(*call, []board.Group) Form {
	return Form{Says: []string{"It is shown at every table that plays, and on the walls."}, Fields: []Field{{Kind: FieldArea, Name: "text", Label: "Message", Max: 280}}}
}

func noticeAll(c *call, groups []board.Group) error {
	text, err := site.Field(c.r, "text", "The message", 280)
	if err != nil {
		return err
	}
	return c.each(groups, going, group.PostNotice{Text: text})
}

func forgetForm(c *call, _ []board.Group) Form {
	f := Field{Kind: FieldSelect, Name: "person", Label: "Person"}
	for _, id := range c.info.People {
		if !slices.Contains(c.info.Forgotten, id) {
			f.Options = append(f.Options, Choice{Value: string(id), Text: c.player(id)})
		}
	}
	return Form{Says: []string{
		"Name and contact are erased everywhere and cannot be brought back. The log stays as it is and still proves itself: it never held them.",
		"What people typed themselves is not looked through: reasons, messages, names of groups, teams and decks. Copies and bundles with names that were made before still hold the name.",
	}, Fields: []Field{f}}
}

func forget(c *call, _ []board.Group) error {
	id := events.PersonID(c.r.FormValue("person"))
	if !slices.Contains(c.info.People, id) {
		return site.Malformed("choose a person")
	}
	return c.People.Forget(c.r.Context(), c.g, c.me.Actor(), id)
}

func endAllForm(c *call, groups []board.Group) Form {
	f := Form{Says: []string{"Nothing more is accepted for " + c.info.Name + ": no entries, no corrections, no codes. Entries that still wait on phones stay there."}}
	for _, b := range groups {
		if going(b) {
			f.Says = append(f.Says, fmt.Sprintf("%s is still playing, in round %d.", b.Name, b.Round))
		}
	}
	f.Fields = []Field{{Kind: FieldText, Name: "name", Label: "Type the name of the gathering to confirm", Help: c.info.Name, Max: 80}}
	return f
}

func endAll(c *call, _ []board.Group) error {
	if strings.TrimSpace(c.r.FormValue("name")) != c.info.Name {
		return site.Malformed("that is not the name of the gathering: type " + c.info.Name)
	}
	return c.Send(c.r, c.me, events.Desk(c.g), 0, desk.EndGathering{})
}
