package roster

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/catalog"
)

// plan is what an import will do.
type plan struct {
	file     roster.Roster
	groups   []planned
	problems []roster.Problem
}

type planned struct {
	id    events.GroupID
	row   int // of its first player
	open  group.OpenGroup
	seat  []seat
	table map[string]events.TableID // by key of the team's name
}

// newPlan works out ids, tables and seats. Groups whose name is taken are problems.
func newPlan(file roster.Roster, there catalog.Gathering, s group.Settings, seed func() uint64) *plan {
	p := &plan{file: file}
	taken, names := map[string]bool{}, map[string]bool{}
	for _, g := range there.Groups {
		taken[string(g.ID)] = true
		names[roster.NameKey(g.Name)] = true
	}
	at := map[string]int{}
	for i, pl := range file.Players {
		k := roster.NameKey(pl.Group)
		n, ok := at[k]
		if !ok {
			n = len(p.groups)
			at[k] = n
			if names[k] {
				p.problems = append(p.problems, roster.Problem{Row: pl.Row, Field: "group", Says: fmt.Sprintf("there is a group called %s already; give this one another name", pl.Group)})
			}
			p.groups = append(p.groups, newPlanned(pl, n, taken, s, seed()))
		}
		p.groups[n].add(i, pl)
		p.groups[n].open.Mode = roster.ModeOf(pl.Scenario, len(p.groups[n].open.Tables))
	}
	return p
}

func newPlanned(first roster.Player, n int, taken map[string]bool, s group.Settings, seed uint64) planned {
	return planned{
		id:    events.GroupID(freeID(first.Group, fmt.Sprintf("group-%d", n+1), taken)),
		row:   first.Row,
		open:  group.OpenGroup{Name: first.Group, Scenario: cmp.Or(first.Scenario, Scenario), Difficulty: Difficulty, Settings: s, Seed: seed},
		table: map[string]events.TableID{},
	}
}

// add seats a player of the roster, at a table of its own for each team.
func (g *planned) add(i int, pl roster.Player) {
	k := roster.NameKey(pl.Team)
	table, ok := g.table[k]
	if !ok {
		taken := map[string]bool{string(events.ConsoleTable): true, "coordinator": true}
		for _, t := range g.open.Tables {
			taken[string(t.ID)] = true
		}
		table = events.TableID(freeID(pl.Team, fmt.Sprintf("table-%d", len(g.table)+1), taken))
		g.table[k] = table
		g.open.Tables = append(g.open.Tables, group.TableName{ID: table, Team: pl.Team})
	}
	g.seat = append(g.seat, seat{person: i, table: table, heroes: pl.Heroes})
}

// seats is the command that seats everybody; ids are those of the roster's people, in its order.
func (g *planned) seats(ids []events.PersonID) group.SeatPlayers {
	var b group.SeatPlayers
	for _, s := range g.seat {
		b.Seats = append(b.Seats, group.Seat{Player: ids[s.person], Table: s.table, Heroes: s.heroes})
	}
	return b
}

func (p *plan) names() []roster.NewPerson {
	out := make([]roster.NewPerson, len(p.file.Players))
	for i, pl := range p.file.Players {
		out[i] = roster.NewPerson{Name: pl.Name, Contact: pl.Contact}
	}
	return out
}

// check asks the rules themselves about every command, on a group that does not exist, with ids that
// stand for people. It returns all problems, those of the plan included.
func (p *plan) check(actor events.Actor) []roster.Problem {
	ids := make([]events.PersonID, len(p.file.Players))
	for i := range ids {
		ids[i] = events.PersonID(fmt.Sprintf("p-%d", i+1))
	}
	out := p.problems
	for _, g := range p.groups {
		if r := g.refused(actor, ids); r != nil {
			out = append(out, roster.Problem{Row: g.row, Field: "group", Says: p.named(r.Says)})
		}
	}
	return out
}

func (g *planned) refused(actor events.Actor, ids []events.PersonID) *engine.Refusal {
	s := coordinator.Initial()
	for i, body := range []events.CommandBody{g.open, g.seats(ids)} {
		made, err := coordinator.Decide(s, coordinator.Command{Group: g.id, Actor: actor, Body: body})
		if err != nil {
			if r := engine.AsRefusal(err); r != nil {
				return r
			}
			return &engine.Refusal{Code: engine.CodeMalformed, Says: err.Error()}
		}
		s = coordinator.Apply(s, coordinator.Applied{Version: events.Version(i + 1), Events: made})
	}
	return nil
}

// named puts the names of the roster in the place of the stand-in ids of a refusal.
func (p *plan) named(says string) string {
	for i := len(p.file.Players) - 1; i >= 0; i-- { // p-12 before p-1
		name := p.file.Players[i].Name
		id := fmt.Sprintf("p-%d", i+1)
		says = strings.ReplaceAll(strings.ReplaceAll(says, "{"+id+"}", name), id, name)
	}
	return says
}

// freeID makes an id of a name, or of otherwise if the name has nothing that an id may hold, that is
// not taken, and takes it.
func freeID(name, otherwise string, taken map[string]bool) string {
	base := slug(name)
	if base == "" {
		base = otherwise
	}
	id := base
	for n := 2; taken[id]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	taken[id] = true
	return id
}

// maxSlug leaves room for a number within events.MaxIDLen.
const maxSlug = 32

// slug is the letters and digits of a name as an id has them: lower case without accents.
func slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case !unicode.Is(unicode.Mn, r):
			gap = true
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}
