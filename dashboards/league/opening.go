package league

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
)

// DeskList is the list of a gathering's leagues for officials.
type DeskList struct {
	List
	Me   access.Session
	Form console.Form // opens one; nobody else than an organiser does
	Page layout.Page
}

// GET /console/{gathering}/leagues
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
	at := "/console/" + string(info.ID) + "/leagues"
	v := DeskList{List: list, Me: me, Page: officialsPage(me, info, "Leagues")}
	v.Form = console.Form{Title: "Open a league", Submit: "Open it", Action: at, Back: at, ID: id, Problem: problem, Fields: openFields()}
	v.Form.Parts = []console.Part{{Title: "All settings", Says: "What stays empty is as the rule set says.", Closed: true, Fields: ruleFields(log.Rules{})}}
	if problem != "" {
		v.Form.Refill(r)
		v.Form.Parts[0].Closed = false
	}
	return p.Page(w, r, DeskListPage(v))
}

// openFields are the fields that nobody opens a league without looking at.
func openFields() []console.Field {
	sets := rulesetField(readyRules()[0])
	sets.Value = "season-places@10-to-1"
	return []console.Field{
		{Kind: console.FieldText, Name: "name", Label: "Name", Max: 80},
		{Kind: console.FieldText, Name: "season", Label: "Season", Max: 80, Optional: true, Help: "As in Autumn 2026."},
		sets,
		{Kind: console.FieldArea, Name: "divisions", Label: "Divisions", Max: 2000, Optional: true, Help: "One on each line, the highest first. Empty: everybody is in one table. They cannot be changed later."},
		{Kind: console.FieldChecks, Name: "walkins", Label: "Who is in it", Options: []console.Choice{{Value: "yes", Text: "whoever plays in a linked group or tournament is entered by that"}}},
	}
}

// POST /console/{gathering}/leagues
func (p pages) openLeague(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	me, err := p.Need(r, g, events.RoleOrganiser)
	if err != nil {
		return err
	}
	cmd, err := opened(r)
	id := idOf(cmd.Name, r.FormValue("id"), "league")
	if err == nil {
		err = p.Send(r, me, events.League(g, id), 0, cmd)
	}
	if err == nil {
		return site.To(w, r, deskPath(g, id))
	}
	c := &call{pages: p, Desk: Desk{Shown: Shown{name: func(who events.PersonID) string { return p.Name(g, who) }}}, r: r}
	if says := c.again(err); says != "" {
		return p.showDeskList(w, r, r.FormValue("id"), says)
	}
	return err
}

// opened reads the form that opens a league.
func opened(r *http.Request) (log.OpenLeague, error) {
	name, err := roster.CleanName(r.FormValue("name"))
	if err != nil {
		return log.OpenLeague{}, site.Malformed("The name of the league " + err.Error())
	}
	cmd := log.OpenLeague{Name: name, Season: strings.TrimSpace(r.FormValue("season")), Walkins: r.FormValue("walkins") != "", Seed: seed(r.FormValue("id"))}
	base, err := readyOf(r.FormValue("ruleset"))
	if err != nil {
		return cmd, err
	}
	if cmd.Rules, err = rulesOf(r, base, true); err != nil {
		return cmd, err
	}
	cmd.Divisions = divisionsOf(r.FormValue("divisions"))
	return cmd, nil
}

// divisionsOf reads lines of names of divisions.
func divisionsOf(text string) []log.Division {
	var out []log.Division
	for _, name := range lines(text) {
		d := log.Division{ID: slug(name, "division"), Name: name}
		for slices.ContainsFunc(out, func(o log.Division) bool { return o.ID == d.ID }) {
			d.ID = slug(d.ID+"-"+strconv.Itoa(len(out)+1), "division")
		}
		out = append(out, d)
	}
	return out
}

// slug makes an id of a name; other is for a name without a letter or digit that ids have.
func slug(name, other string) string {
	var b strings.Builder
	for _, c := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case unicode.Is(unicode.Mn, c): // an accent
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	out := strings.Trim(b.String(), "-")
	if out == "" {
		out = other
	}
	return strings.Trim(out[:min(len(out), events.MaxIDLen)], "-")
}

// idOf makes an id from a name and the form that names it: the same form sent twice means the same.
func idOf(name, form, other string) events.GroupID {
	base := slug(name, other)
	tail := strings.ReplaceAll(form, "-", "")
	base = strings.Trim(base[:min(len(base), events.MaxIDLen-7)], "-")
	return events.GroupID(base + "-" + tail[max(0, len(tail)-6):])
}

// seed is the number of the lots of a league: the same for the same form.
func seed(form string) uint64 {
	id := strings.ReplaceAll(form, "-", "")
	n, err := strconv.ParseUint(id[max(0, len(id)-12):], 16, 64)
	if err != nil {
		return 1
	}
	return n
}

// nextForm opens the season after one: a league of its own, with what is carried over.
func nextForm(c *call) console.Form {
	f := console.Form{
		Title: "Open the next season", Submit: "Open it",
		Says: []string{"It is a league of its own, with the rules and divisions of this one. Everybody begins in the division that they play in then."},
		Fields: []console.Field{
			{Kind: console.FieldText, Name: "name", Label: "Name", Value: c.View.Name, Max: 80},
			{Kind: console.FieldText, Name: "season", Label: "Season", Max: 80, Help: "As in Spring 2027."},
			{Kind: console.FieldChecks, Name: "all", Label: "Players", Checked: []string{"yes"}, Options: []console.Choice{{Value: "yes", Text: "enter everybody who has not left"}}},
		},
	}
	if c.Rules.Carry > 0 {
		f.Says = append(f.Says, strconv.Itoa(c.Rules.Carry)+" percent of everybody’s points go over.")
	}
	return f
}

// openNext opens it, and enters everybody if that is asked for.
func (c *call) openNext() (events.GroupID, error) {
	name, err := roster.CleanName(c.r.FormValue("name"))
	if err != nil {
		return "", site.Malformed("The name of the league " + err.Error())
	}
	carry, err := c.Leagues.Carried(c.r.Context(), c.Gathering, c.View.ID)
	if err != nil {
		return "", err
	}
	id := idOf(name, c.r.FormValue("id"), "league")
	next := events.League(c.Gathering, id)
	cmd := log.OpenLeague{Name: name, Season: c.text("season"), Rules: c.Rules, Before: c.View.ID, Carry: carry, Seed: seed(c.r.FormValue("id"))}
	for _, d := range c.Divisions {
		cmd.Divisions = append(cmd.Divisions, log.Division{ID: d.ID, Name: d.Name})
	}
	if err := c.Send(c.r, c.Me, next, 0, cmd); err != nil || c.r.FormValue("all") == "" {
		return id, err
	}
	bodies, err := entering(c.goOn(carry))
	if err != nil {
		return id, nil // nobody is left to enter
	}
	for n, body := range bodies {
		if err := c.Send(c.r, c.Me, next, n+1, body); err != nil {
			return id, err
		}
	}
	return id, nil
}

// goOn are the players who go on in the next season.
func (c *call) goOn(carry []log.Carried) []log.Player {
	var out []log.Player
	for _, p := range c.View.Players {
		if !here(p) {
			continue
		}
		next := log.Player{Player: p.Player, Division: p.Division, Team: p.Team, Store: p.Store}
		if i := slices.IndexFunc(carry, func(x log.Carried) bool { return x.Player == p.Player }); i >= 0 {
			next.Division = carry[i].Division
		}
		out = append(out, next)
	}
	return out
}
