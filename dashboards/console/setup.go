package console

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/words"
)

// Setup is what the setup page of a gathering shows.
type Setup struct {
	Me        access.Session
	Info      catalog.Gathering
	Groups    []SetupGroup
	JudgeCode string
	Feed      bool // other programs can read the feed
	Problem   string
	Done      string
	Address   string
	GroupsID  string // of the command that the form for groups sends
}

// SetupGroup is a group with its seats and codes.
type SetupGroup struct {
	board.Group
	Tables  []SetupTable
	Buttons []Button
}

// SetupTable is a table with who sits there and the code that opens its page.
type SetupTable struct {
	board.Table
	Names []string
	Code  string
	Holds bool // the Dol Guldur card
}

// Limits of the form that makes groups.
const maxNewGroups = 50

// boxes are the ways to play by the box they come in, in the order of the list.
func boxes() []box {
	var out []box
	for _, g := range catalog.Games() {
		i := slices.IndexFunc(out, func(b box) bool { return b.Name == g.Box })
		if i < 0 {
			i = len(out)
			out = append(out, box{Name: g.Box})
		}
		out[i].Games = append(out[i].Games, g)
	}
	return out
}

type box struct {
	Name  string
	Games []catalog.Game
}

// playedIn says what a group plays, how hard it is.
func playedIn(b board.Group) string {
	says := words.Scenario(b.Scenario) + ", " + words.Mode(b.Mode) + ", " + b.Difficulty
	if b.Settings.Nightmare != "" {
		says += " (" + b.Settings.Nightmare + ")"
	}
	return says
}

// partOf names what a table of a group plays whose tables play different scenarios; empty: the same.
func partOf(b board.Group, t board.Table) string {
	g, ok := catalog.GameOf(b.Scenario + "/" + b.Mode)
	i := slices.IndexFunc(b.Tables, func(o board.Table) bool { return o.ID == t.ID })
	if !ok || i < 0 || i >= len(g.Parts) {
		return ""
	}
	return g.Parts[i]
}

// playText is the option of a way to play.
func playText(g catalog.Game) string { return g.Title + ": " + g.Says }

// teamNames are what teams are called if nobody says otherwise: short, and unlike each other.
var teamNames = []string{"Oak", "Ash", "Elm"}

// GET /console/{gathering}/setup
func (p pages) setup(w http.ResponseWriter, r *http.Request) error {
	return p.showSetup(w, r, "")
}

// setupCall checks the right to set a gathering up.
func (p pages) setupCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return nil, err
	}
	me, err := p.Need(r, g, events.RoleOrganiser)
	if err != nil {
		return nil, err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	return &call{pages: p, w: w, r: r, me: me, info: info, g: g}, err
}

func (p pages) showSetup(w http.ResponseWriter, r *http.Request, problem string) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	v := Setup{Me: c.me, Info: c.info, Problem: problem, Address: p.BaseURL(), GroupsID: site.NewID()}
	if problem != "" && r.FormValue("id") != "" {
		v.GroupsID = r.FormValue("id")
	}
	if n := r.URL.Query().Get("made"); n != "" {
		v.Done = "Made: " + n + "."
	}
	boards, err := p.groupsOf(r, c.g)
	if err != nil {
		return err
	}
	for _, b := range boards {
		g, err := p.setupGroup(c, b)
		if err != nil {
			return err
		}
		v.Groups = append(v.Groups, g)
	}
	v.Feed = p.Integrators != nil && p.Outgoing != nil
	if v.JudgeCode, err = p.Auth.JudgeCode(r.Context(), c.g); err != nil {
		return err
	}
	return p.Page(w, r, SetupPage(v))
}

func (p pages) setupGroup(c *call, b board.Group) (SetupGroup, error) {
	out := SetupGroup{Group: b}
	for _, t := range b.Tables {
		st := SetupTable{Table: t, Holds: t.ID == b.DolGuldurAt}
		for _, pl := range t.Players {
			st.Names = append(st.Names, c.player(pl.ID))
		}
		if !b.Over() && !c.info.Ended {
			code, err := p.Auth.TableCode(c.r.Context(), c.g, b.ID, t.ID)
			if err != nil {
				return out, err
			}
			st.Code = code
		}
		out.Tables = append(out.Tables, st)
	}
	for _, a := range offered(c.me, b) {
		if slices.Contains([]string{"start", "seat", "move", "unseat", "dol-guldur", "renew"}, a.name) {
			out.Buttons = append(out.Buttons, Button{To: groupPath(c.g, b.ID) + "/do/" + a.name, Text: a.button, Danger: a.danger, Next: a.name == "start" && seated(b)})
		}
	}
	return out, nil
}

// seated tells whether somebody sits at every table, so that the game can begin.
func seated(b board.Group) bool {
	return !slices.ContainsFunc(b.Tables, func(t board.Table) bool { return len(t.Players) == 0 })
}

// POST /console/{gathering}/groups
func (p pages) makeGroups(w http.ResponseWriter, r *http.Request) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	made, err := p.openGroups(c)
	if err != nil {
		if again := retry(err); again != "" {
			return p.showSetup(w, r, again)
		}
		return err
	}
	return site.To(w, r, "/console/"+string(c.g)+"/setup?made="+strings.ReplaceAll(count(made, "group", "groups"), " ", "+"))
}

// openGroups opens as many groups as the form says.
func (p pages) openGroups(c *call) (int, error) {
	n, err := site.Number(c.r, "count", "How many", 1, maxNewGroups)
	if err != nil {
		return 0, err
	}
	if n == nil {
		return 0, site.Malformed("how many groups? 1 to " + strconv.Itoa(maxNewGroups))
	}
	name, err := cleanName(c.r.FormValue("name"), "The name")
	if err != nil {
		return 0, err
	}
	open, err := c.openGroup()
	if err != nil {
		return 0, err
	}
	taken := c.info.Groups
	for i := range *n {
		open.Name = name
		if *n > 1 || slices.ContainsFunc(taken, func(g catalog.Group) bool { return g.Name == name }) {
			open.Name = numbered(name, taken)
		}
		open.Seed = seed()
		id := freeGroup(open.Name, taken)
		if err := c.Send(c.r, c.me, events.Group(c.g, id), i, open); err != nil {
			return i, err
		}
		taken = append(taken, catalog.Group{ID: id, Name: open.Name})
	}
	return *n, nil
}

// dolGuldur is what is played if a form does not say it.
const dolGuldur = "attack-on-dol-guldur"

// openGroup reads what all the new groups have in common.
func (c *call) openGroup() (group.OpenGroup, error) {
	key := c.r.FormValue("play")
	if key == "" {
		key = dolGuldur + "/" + c.r.FormValue("mode")
	}
	play, ok := catalog.GameOf(key)
	if !ok {
		return group.OpenGroup{}, site.Malformed("choose what is played")
	}
	open := group.OpenGroup{Scenario: play.Scenario, Mode: play.Mode, Difficulty: c.r.FormValue("difficulty"), Settings: c.info.Settings}
	open.Settings.Nightmare = strings.TrimSpace(c.r.FormValue("nightmare"))
	for i := range play.Tables {
		team := strings.TrimSpace(c.r.FormValue(fmt.Sprintf("team%d", i+1)))
		if team == "" {
			team = teamNames[i%len(teamNames)]
		}
		team, err := cleanName(team, fmt.Sprintf("The name of team %d", i+1))
		if err != nil {
			return open, err
		}
		open.Tables = append(open.Tables, group.TableName{ID: events.TableID(fmt.Sprintf("t%d", i+1)), Team: team})
	}
	return open, nil
}

// numbered gives a name the first number that is free.
func numbered(name string, taken []catalog.Group) string {
	for n := 1; ; n++ {
		try := fmt.Sprintf("%s %d", name, n)
		if !slices.ContainsFunc(taken, func(g catalog.Group) bool { return g.Name == try }) {
			return try
		}
	}
}

// freeGroup makes the id of a new group from its name.
func freeGroup(name string, taken []catalog.Group) events.GroupID {
	base := slug(name, "group")
	try := events.GroupID(base)
	for n := 2; slices.ContainsFunc(taken, func(g catalog.Group) bool { return g.ID == try }); n++ {
		tail := "-" + strconv.Itoa(n)
		try = events.GroupID(clipID(base, events.MaxIDLen-len(tail)) + tail)
	}
	return try
}
