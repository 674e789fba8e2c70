package console

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/wall"
)

// Limits of the log on a group's page.
const (
	logLines  = 50   // shown at a time
	logSearch = 2000 // looked at, when it is filtered
)

// GroupView is what the page of a group shows.
type GroupView struct {
	Me      access.Session
	Info    catalog.Gathering
	Board   board.Group
	View    wall.View
	Phones  []Phone // of the tables; empty: not known, or play is over
	Log     []LogLine
	Older   events.Position // position to go on from; 0: there is no more
	Table   events.TableID  // the filter
	Kind    string          // the filter, a kindOf… value
	Buttons []Button
	Decks   *DeckDoubts // before the start; nil: there is nothing to say
	Done    string
	Reviews Reviews
}

// LogLine is a line of the history with names.
type LogLine struct {
	history.Line
	Says string
	Team string
	By   string
}

// Kinds of the log's filter.
const (
	kindMajor   = "major"   // worth a line on the wall
	kindRulings = "rulings" // what officials did
	kindCity    = "city"    // changes of the city strength
)

// GET /console/{gathering}/groups/{group}?table=…&kind=…&before=…
func (p pages) group(w http.ResponseWriter, r *http.Request) error {
	c, err := p.groupCall(w, r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	v := GroupView{Me: c.me, Info: c.info, Board: c.b, Table: events.TableID(q.Get("table")), Kind: q.Get("kind")}
	before, _ := strconv.ParseUint(q.Get("before"), 10, 64) // not a number: from the end
	if err := p.fillGroup(r.Context(), &v, events.Position(before)); err != nil {
		return err
	}
	for _, a := range offered(c.me, c.b) {
		v.Buttons = append(v.Buttons, Button{To: groupPath(c.g, c.b.ID) + "/do/" + a.name, Text: a.button, Danger: a.danger, Next: a.name == "start" && seated(c.b)})
	}
	if may(c.me, c.g, c.b.ID, lotr.Rule{}.CommandType()) {
		v.Buttons = withRule(v.Buttons, Button{To: groupPath(c.g, c.b.ID) + "/rule", Text: "Correct something", Next: !inSetup(c.b)})
	}
	v.Buttons = c.withDecks(v.Buttons)
	v.Done = doneOf(q.Get("done"))
	return p.Page(w, r, GroupPage(v))
}

// withRule puts the correction first, where it is what people come for: once the game is played.
func withRule(list []Button, rule Button) []Button {
	if rule.Next {
		return append([]Button{rule}, list...)
	}
	return append(list, rule)
}

func doneOf(name string) string {
	switch name {
	case "rule":
		return "The correction is recorded."
	case "deck":
		return "The deck is recorded, and its heroes."
	}
	for _, a := range actions() {
		if a.name == name {
			return a.done
		}
	}
	return ""
}

// fillGroup reads the state and the log of a group.
func (p pages) fillGroup(ctx context.Context, v *GroupView, before events.Position) error {
	g, id := v.Board.Gathering, v.Board.ID
	name := func(pl events.PersonID) string { return p.Name(g, pl) }
	recent, err := p.Reader.History(ctx, g, id, 0, 60)
	if err != nil {
		return err
	}
	v.Phones, v.Decks = p.phones(v.Board), p.doubts(ctx, v.Board)
	v.View = wall.Of(v.Board, recent, name, p.Now())
	limit := logLines
	if v.Table != "" || v.Kind != "" {
		limit = logSearch
	}
	all, err := p.Reader.History(ctx, g, id, before, limit)
	if err != nil {
		return err
	}
	for _, l := range all {
		if !v.wants(l) {
			continue
		}
		if len(v.Log) == logLines {
			v.Older = v.Log[logLines-1].Position
			break
		}
		v.Log = append(v.Log, p.logLine(*v, l, name))
	}
	v.Reviews = p.reviews(*v, func(n events.Version) string {
		i := slices.IndexFunc(all, func(l history.Line) bool { return l.Version == n })
		if i < 0 {
			return ""
		}
		for i+1 < len(all) && all[i+1].Version == n { // the first line of the entry
			i++
		}
		return history.Name(all[i], name)
	})
	if v.Older == 0 && len(all) == limit {
		v.Older = all[limit-1].Position
	}
	return nil
}

func (v GroupView) wants(l history.Line) bool {
	if v.Table != "" && l.Table != v.Table {
		return false
	}
	switch v.Kind {
	case kindMajor:
		return l.Major
	case kindRulings:
		return l.By.Role == events.RoleOrganiser || l.By.Role == events.RoleJudge
	case kindCity:
		return strings.HasPrefix(l.Kind, "lotr.city-strength")
	}
	return true
}

func (p pages) logLine(v GroupView, l history.Line, name func(events.PersonID) string) LogLine {
	out := LogLine{Line: l, Says: history.Name(l, name), By: actorName(l.By, name)}
	if t, ok := v.Board.Table(l.Table); ok {
		out.Team = t.Team
	}
	return out
}

// actorName says who did something.
func actorName(a events.Actor, name func(events.PersonID) string) string {
	role := string(a.Role)
	if a.Person == "" {
		return role
	}
	return name(a.Person) + " (" + role + ")"
}

// GET /sse/group/{gathering}/{group}?table=…&kind=…
func (p pages) groupStream(w http.ResponseWriter, r *http.Request) error {
	c, err := p.groupCall(w, r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	table, kind := events.TableID(q.Get("table")), q.Get("kind")
	if _, ok := c.b.Table(table); !ok {
		table = ""
	}
	if !slices.Contains([]string{kindMajor, kindRulings, kindCity}, kind) {
		kind = ""
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "group/" + string(c.g) + "/" + string(c.b.ID) + "/" + string(table) + "/" + kind, Page: "group",
		Changed: func() <-chan struct{} { return p.Reader.Changed(c.g, c.b.ID) }, Also: []func() <-chan struct{}{p.phonesChanged(c.g)},
		Render: func(ctx context.Context) (uint64, []byte, error) {
			b, err := p.Reader.Board(ctx, c.g, c.b.ID)
			if err != nil {
				return 0, nil, err
			}
			v := GroupView{Board: b, Table: table, Kind: kind}
			if err := p.fillGroup(ctx, &v, 0); err != nil {
				return 0, nil, err
			}
			out, err := site.Bytes(ctx, GroupLive(v))
			return uint64(b.Position), out, err
		},
	})
	return nil
}
