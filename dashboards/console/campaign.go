package console

import (
	"context"
	"net/http"
	"slices"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/projections/board"
	view "github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

// campaigns adds the routes of campaigns.
func (p pages) campaigns() {
	if p.Campaigns == nil {
		return
	}
	p.Handle("GET /console/{gathering}/campaigns", p.campaignList)
	p.Handle("POST /console/{gathering}/campaigns", p.openCampaign)
	p.Handle("GET /console/{gathering}/campaigns/{campaign}", p.campaignDesk)
	p.Handle("GET /console/{gathering}/campaigns/{campaign}/do/{action}", p.askCampaign)
	p.Handle("POST /console/{gathering}/campaigns/{campaign}/do/{action}", p.doCampaign)
	p.Handle("GET /campaign/{gathering}/{campaign}", p.campaignPublic)
	p.Handle("GET /sse/campaign/{gathering}/{campaign}", p.campaignStream)
}

// CampaignList is the list of a gathering's campaigns.
type CampaignList struct {
	Me     access.Session
	Info   catalog.Gathering
	List   []view.View
	Done   string
	Form   Form // opens one
	Judges bool // a judge looks: nothing can be opened
}

// CampaignDesk is what the page of a campaign shows.
type CampaignDesk struct {
	Me      access.Session
	Info    catalog.Gathering
	Log     view.View
	Names   map[events.PersonID]string
	Buttons []Button
	Done    string
	Public  bool // read only, for everybody
	Group   *CampaignGroup
	Refused []deps.RefusedResult
	Lines   []CampaignLine
}

// CampaignGroup is the group that plays the game that was begun.
type CampaignGroup struct {
	ID    events.GroupID
	Name  string // empty: it is not opened yet
	Says  string // how far it is
	Over  bool   // its game has ended and is not in the log
	Board board.Group
}

// CampaignLine is a line of a campaign's history.
type CampaignLine struct {
	history.Line
	Says, By string
}

// campaignCall is one use of a page of a campaign.
type campaignCall struct {
	*call
	log view.View
}

func campaignPath(g events.GatheringID, id events.GroupID) string {
	return "/console/" + string(g) + "/campaigns/" + string(id)
}

func (c *campaignCall) path() string { return campaignPath(c.g, c.log.ID) }

// give sends a command of the form to the campaign's log.
func (c *campaignCall) give(n int, body events.CommandBody) error {
	return c.Send(c.r, c.me, events.Campaign(c.g, c.log.ID), n, body)
}

// campaignCall reads what every page of a campaign needs, for organisers and judges only.
func (p pages) campaignCall(w http.ResponseWriter, r *http.Request) (*campaignCall, error) {
	g, id, err := campaignOf(r)
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
	log, err := p.Campaigns.Campaign(r.Context(), g, id)
	return &campaignCall{call: &call{pages: p, w: w, r: r, me: me, info: info, g: g}, log: log}, err
}

func campaignOf(r *http.Request) (events.GatheringID, events.GroupID, error) {
	g, err := site.Gathering(r)
	id := events.GroupID(r.PathValue("campaign"))
	if err != nil || id.Validate() != nil {
		return "", "", deps.ErrNotFound
	}
	return g, id, nil
}

// GET /console/{gathering}/campaigns
func (p pages) campaignList(w http.ResponseWriter, r *http.Request) error {
	return p.showCampaigns(w, r, site.NewID(), "")
}

func (p pages) showCampaigns(w http.ResponseWriter, r *http.Request, id, problem string) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	me, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return err
	}
	v := CampaignList{Me: me, Info: info, Judges: !may(me, g, "", campaign.OpenCampaign{}.CommandType())}
	if v.List, err = p.Campaigns.Campaigns(r.Context(), g); err != nil {
		return err
	}
	c := &call{pages: p, w: w, r: r, me: me, info: info, g: g}
	v.Form = c.openCampaignForm()
	v.Form.ID, v.Form.Problem = id, problem
	v.Form.Action, v.Form.Back = "/console/"+string(g)+"/campaigns", "/console/"+string(g)+"/campaigns"
	if problem != "" {
		v.Form.refill(r)
	}
	return p.Page(w, r, CampaignsPage(v))
}

// GET /console/{gathering}/campaigns/{campaign}
func (p pages) campaignDesk(w http.ResponseWriter, r *http.Request) error {
	c, err := p.campaignCall(w, r)
	if err != nil {
		return err
	}
	v, err := p.lookCampaign(r.Context(), c.g, c.log.ID, false)
	if err != nil {
		return err
	}
	v.Me, v.Info, v.Buttons = c.me, c.info, c.buttons()
	for _, a := range campaignActions() {
		if a.name == r.URL.Query().Get("done") {
			v.Done = a.done
		}
	}
	if r.URL.Query().Get("done") == "opened" {
		v.Done = "The campaign is opened."
	}
	return p.Page(w, r, CampaignPage(v))
}

// GET /campaign/{gathering}/{campaign}: the log, for everybody.
func (p pages) campaignPublic(w http.ResponseWriter, r *http.Request) error {
	g, id, err := campaignOf(r)
	if err != nil {
		return err
	}
	v, err := p.lookCampaign(r.Context(), g, id, true)
	if err != nil {
		return err
	}
	if v.Info, err = p.Reader.Gathering(r.Context(), g); err != nil {
		return err
	}
	return p.Page(w, r, CampaignPage(v))
}

// campaignLines is how many lines of the history a campaign's page shows.
const campaignLines = 60

// lookCampaign reads what the page of a campaign shows, the same for everybody who may see it.
func (p pages) lookCampaign(ctx context.Context, g events.GatheringID, id events.GroupID, public bool) (CampaignDesk, error) {
	v := CampaignDesk{Public: public, Names: map[events.PersonID]string{}}
	var err error
	if v.Log, err = p.Campaigns.Campaign(ctx, g, id); err != nil {
		return v, err
	}
	name := func(who events.PersonID) string { return isolated(p.Name(g, who)) }
	for _, pl := range v.Log.Players {
		v.Names[pl.Player] = p.Name(g, pl.Player)
	}
	lines, err := p.Campaigns.CampaignHistory(ctx, g, id, 0, campaignLines)
	if err != nil {
		return v, err
	}
	for _, l := range lines {
		v.Lines = append(v.Lines, CampaignLine{Line: l, Says: history.Name(l, name), By: p.by(g, l)})
	}
	if v.Group, err = p.campaignGroup(ctx, g, v.Log.Game); err != nil || public {
		return v, err
	}
	if v.Refused, err = p.Campaigns.Refused(ctx, g, id); err != nil {
		p.Log.Warn("the refused results of a campaign are not known", "gathering", g, "campaign", id, "err", err)
	}
	return v, nil
}

// by says who made an entry of a campaign's log.
func (p pages) by(g events.GatheringID, l history.Line) string {
	switch {
	case l.By.Person != "":
		return p.Name(g, l.By.Person)
	case l.By.Role == events.RoleOrganiser:
		return "organiser"
	case l.By.Role == events.RoleJudge:
		return "judge"
	default:
		return "muster"
	}
}

// campaignGroup is the group of the game that was begun; nil if no game was.
func (p pages) campaignGroup(ctx context.Context, g events.GatheringID, game *view.Game) (*CampaignGroup, error) {
	if game == nil || game.Group == "" {
		return nil, nil
	}
	b, err := p.Reader.Board(ctx, g, game.Group)
	switch {
	case err == deps.ErrNotFound:
		return &CampaignGroup{ID: game.Group}, nil
	case err != nil:
		return nil, err
	}
	out := &CampaignGroup{ID: b.ID, Name: b.Name, Over: b.Over(), Board: b, Says: "is being set up"}
	switch b.Phase {
	case board.PhasePlaying, board.PhaseEnding:
		out.Says = "plays round " + itoa(b.Round)
	case board.PhaseWon:
		out.Says = "has won"
	case board.PhaseLost:
		out.Says = "has lost"
	case board.PhaseAbandoned:
		out.Says = "was abandoned"
	}
	return out, nil
}

// GET /sse/campaign/{gathering}/{campaign}
func (p pages) campaignStream(w http.ResponseWriter, r *http.Request) error {
	g, id, err := campaignOf(r)
	if err != nil {
		return err
	}
	public := r.URL.Query().Get("for") != "desk"
	key := "campaign/" + string(g) + "/" + string(id)
	var me access.Session
	if !public {
		if me, err = p.Need(r, g, events.RoleOrganiser, events.RoleJudge); err != nil {
			return err
		}
		key += "/" + string(me.Role)
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: key, Page: "campaign", Changed: func() <-chan struct{} { return p.Reader.Changed(g, "") },
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.lookCampaign(ctx, g, id, public)
			if err != nil {
				return 0, nil, err
			}
			if !public {
				if v.Buttons, err = p.buttonsOf(r.WithContext(ctx), me, v.Log); err != nil {
					return 0, nil, err
				}
			}
			b, err := site.Bytes(ctx, CampaignLive(v))
			return uint64(v.Log.Position), b, err
		},
	})
	return nil
}

// buttonsOf are the buttons of a page that is open.
func (p pages) buttonsOf(r *http.Request, me access.Session, log view.View) ([]Button, error) {
	info, err := p.Reader.Gathering(r.Context(), log.Gathering)
	c := &campaignCall{call: &call{pages: p, r: r, me: me, info: info, g: log.Gathering}, log: log}
	return c.buttons(), err
}

// buttons lead to what can be done with the campaign now.
func (c *campaignCall) buttons() []Button {
	var out []Button
	if c.info.Ended {
		return nil
	}
	for _, a := range campaignActions() {
		if a.shown(c) && may(c.me, c.g, "", a.gives) {
			out = append(out, Button{To: c.path() + "/do/" + a.name, Text: a.button, Danger: a.danger, Next: a.next != nil && a.next(c)})
		}
	}
	return out
}

// campaignActionCall prepares the use of an action, checking the right to it.
func (p pages) campaignActionCall(w http.ResponseWriter, r *http.Request) (*campaignCall, campaignAction, error) {
	c, err := p.campaignCall(w, r)
	if err != nil {
		return nil, campaignAction{}, err
	}
	list := campaignActions()
	i := slices.IndexFunc(list, func(a campaignAction) bool { return a.name == r.PathValue("action") })
	if i < 0 {
		return nil, campaignAction{}, deps.ErrNotFound
	}
	if no := c.me.May(access.Give(list[i].gives), c.g, access.Object{}); no != nil {
		return nil, campaignAction{}, no
	}
	return c, list[i], nil
}

// GET /console/{gathering}/campaigns/{campaign}/do/{action}
func (p pages) askCampaign(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.campaignActionCall(w, r)
	if err != nil {
		return err
	}
	if !a.shown(c) {
		return site.To(w, r, c.path())
	}
	return p.showCampaignAction(c, a, a.form(c), site.NewID(), "")
}

func (p pages) showCampaignAction(c *campaignCall, a campaignAction, f Form, id, problem string) error {
	f.Action, f.Back, f.ID, f.Problem = c.path()+"/do/"+a.name, c.path(), id, problem
	f.Danger = f.Danger || a.danger
	if f.Title == "" {
		f.Title = a.button
	}
	if f.Submit == "" {
		f.Submit = f.Title
	}
	f.Page = page(f.Title, c.me, c.crumbs(f.Title)...)
	if problem != "" {
		f.refill(c.r)
	}
	return p.Page(c.w, c.r, FormPage(f))
}

func (c *campaignCall) crumbs(here string) []layout.Link {
	out := crumbs(c.me, c.info, "Campaigns", "/console/"+string(c.g)+"/campaigns", c.log.Name)
	if here == "" {
		return out
	}
	out[len(out)-1] = layout.Link{To: c.path(), Text: c.log.Name}
	return append(out, layout.Link{Text: here, Here: true})
}

// POST /console/{gathering}/campaigns/{campaign}/do/{action}
func (p pages) doCampaign(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.campaignActionCall(w, r)
	if err != nil {
		return err
	}
	if a.sure != nil && r.FormValue("sure") != "yes" {
		f, err := a.sure(c)
		if err == nil {
			return p.showCampaignAction(c, a, f, r.FormValue("id"), "")
		}
		if again := retry(err); again != "" {
			return p.showCampaignAction(c, a, a.form(c), r.FormValue("id"), c.named(again))
		}
		return err
	}
	if err := a.do(c); err != nil {
		if again := retry(err); again != "" {
			return p.showCampaignAction(c, a, a.form(c), r.FormValue("id"), c.named(again))
		}
		return err
	}
	return site.To(w, r, c.path()+"?done="+a.name)
}
