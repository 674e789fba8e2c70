package roster

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/muster-events/muster/events/group"
)

// Roster is what a file says, row by row, in the order of the file.
type Roster struct {
	Players []Player
}

// Player is one row.
type Player struct {
	Row     int // as in the file, the header is row 1; in JSON the place in the list
	Name    string
	Contact string // empty: none given
	Group   string
	Team    string
	Heroes  []group.Hero // 0 to 3, and a hero of the Fellowship sphere beside them
	// Scenario is the id of what the group plays; empty: Attack on Dol Guldur in epic mode.
	Scenario string
}

// Parse reads a roster in a format (a Format… constant). If there is any problem the roster is
// empty: nothing is half imported. A group without a name is not allowed. Without a scenario a group is
// an epic one of Attack on Dol Guldur with [TeamsPerGroup] teams; with one, written as its id or its
// title, it has as many teams as the scenario's mode has tables. Problems are in the order of the file,
// at most [MaxProblems].
//
// CSV: UTF-8 with or without a byte order mark; comma, semicolon or tab between fields; a header
// with the columns name, group, team and optionally contact, heroes and scenario, in any order. Heroes are
// written "Title:threat:hit points" with " | " between them. Cells that look like a formula are
// plain text. JSON: a list of objects with the same fields, heroes as objects with title, threat
// and hitPoints; or an object {"players": [ … ]}.
func Parse(r io.Reader, format string) (Roster, []Problem) {
	body, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return Roster{}, []Problem{{Says: fmt.Sprintf("the file could not be read: %v", err)}}
	}
	p := &parser{}
	body = bytes.TrimPrefix(body, bom)
	switch {
	case len(body) > MaxBytes:
		p.add(0, "", fmt.Sprintf("the file is larger than %d MiB; split it", MaxBytes>>20))
	case len(bytes.TrimSpace(body)) == 0:
		p.add(0, "", "the file is empty; write one player a row below a header")
	case bytes.HasPrefix(body, []byte{0xFF, 0xFE}) || bytes.HasPrefix(body, []byte{0xFE, 0xFF}):
		p.add(0, "", "the file is UTF-16; save it as UTF-8")
	case bytes.IndexByte(body, 0) >= 0:
		row := 1 + bytes.Count(body[:bytes.IndexByte(body, 0)], []byte("\n"))
		p.add(row, "", "the file has a NUL character, so it is no text; save it as CSV in UTF-8")
	case format == FormatCSV:
		p.csv(body)
	case format == FormatJSON:
		p.json(body)
	default:
		p.add(0, "", fmt.Sprintf("format %q is not known; use csv or json", format))
	}
	if len(p.problems) == 0 {
		p.checkTeams()
	}
	if len(p.problems) > 0 {
		slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Row - b.Row })
		return Roster{}, p.problems
	}
	return Roster{Players: p.players}, nil
}

var bom = []byte("\xEF\xBB\xBF")

type parser struct {
	players  []Player
	problems []Problem
}

// add notes a problem. It reports whether reading should go on.
func (p *parser) add(row int, field, says string) bool {
	switch {
	case len(p.problems) < MaxProblems-1:
		p.problems = append(p.problems, Problem{Row: row, Field: field, Says: says})
		return true
	case len(p.problems) == MaxProblems-1:
		p.problems = append(p.problems, Problem{Row: row, Says: fmt.Sprintf("there are more problems than the %d listed; correct these first", MaxProblems-1)})
	}
	return false
}

func (p *parser) full() bool { return len(p.problems) >= MaxProblems }

// raw is a row before its fields are looked at.
type raw struct {
	name, contact, group, team, scenario string
	heroes                               []group.Hero
}

func (p *parser) row(row int, r raw) {
	out := Player{Row: row, Heroes: p.heroes(row, r.heroes)}
	out.Name = p.text(row, "name", r.name)
	out.Group = p.text(row, "group", r.group)
	out.Team = p.text(row, "team", r.team)
	if r.scenario != "" {
		id, ok := scenarioID(r.scenario)
		if !ok {
			p.add(row, "scenario", fmt.Sprintf("there is no scenario %q; write its title, or its id like mount-doom", clip(r.scenario)))
		}
		out.Scenario = id
	}
	if r.contact != "" {
		c, err := clean(r.contact, MaxContactLen)
		if err != nil {
			p.add(row, "contact", "contact "+err.Error())
		}
		out.Contact = c
	}
	p.players = append(p.players, out)
}

func (p *parser) text(row int, field, s string) string {
	out, err := CleanName(s)
	if err != nil {
		p.add(row, field, field+" "+err.Error())
	}
	return out
}

func (p *parser) heroes(row int, hs []group.Hero) []group.Hero {
	own := 0 // beside a hero of the Fellowship sphere
	for _, h := range hs {
		if h.Sphere != group.SphereFellowship {
			own++
		}
	}
	if own > HeroesPerSeat || len(hs) > HeroesPerSeat+1 {
		p.add(row, "heroes", fmt.Sprintf("%d heroes; a player has at most %d, and one of the Fellowship sphere beside them", len(hs), HeroesPerSeat))
		return nil
	}
	var out []group.Hero
	for _, h := range hs {
		title, err := CleanName(h.Title)
		switch {
		case err != nil:
			p.add(row, "heroes", "hero's title "+err.Error())
		case h.Threat < 0 || h.Threat > 20:
			p.add(row, "heroes", fmt.Sprintf("%s has threat %d; it is 0 to 20", title, h.Threat))
		case !inRange(h.Willpower) || !inRange(h.Attack) || !inRange(h.Defense):
			p.add(row, "heroes", fmt.Sprintf("%s has willpower %d, attack %d, defense %d; each is 0 to 20", title, h.Willpower, h.Attack, h.Defense))
		case h.HitPoints < 0 || h.HitPoints > 20:
			p.add(row, "heroes", fmt.Sprintf("%s has %d hit points; they are 1 to 20, or leave them out", title, h.HitPoints))
		default:
			h.Title = title
			out = append(out, h)
		}
	}
	return out
}

func inRange(n int) bool { return n >= 0 && n <= 20 }
