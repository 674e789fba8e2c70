package league

import (
	"strconv"

	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// StandingsCSV returns the tables of a league as CSV: a line for each row, a column for each criterion with
// its exact number, and the rule set's id and edition on every line.
//
// Source: issue 4, "Leagues".
func (x Export) StandingsCSV() []byte {
	head := []string{"table", "rank", "shared", "player", "name", "team", "store", "attended", "moved", "dropped", "provisional", "points"}
	var kinds []string
	tables := x.View.Tables
	for _, g := range []*Table{x.View.Teams, x.View.Stores} {
		if g != nil {
			tables = append(tables[:len(tables):len(tables)], *g)
		}
	}
	for _, t := range tables {
		for _, c := range t.Columns {
			kinds = add(kinds, c.Kind)
		}
	}
	rows := [][]string{append(append(head, kinds...), "ruleset", "edition")}
	for _, t := range tables {
		for _, r := range t.Rows {
			rows = append(rows, x.line(t, r, kinds))
		}
	}
	return exchange.WriteRows(rows)
}

func add(all []string, s string) []string {
	for _, x := range all {
		if x == s {
			return all
		}
	}
	return append(all, s)
}

func (x Export) line(t Table, r Row, kinds []string) []string {
	name := r.Name
	if r.Player != "" {
		name = x.Names[r.Player]
	}
	table := t.Kind
	if t.Division != "" {
		table = t.Division
	}
	rank, moved := "", ""
	if r.Rank > 0 {
		rank = strconv.Itoa(r.Rank)
	}
	if r.Moved.By != 0 {
		moved = strconv.Itoa(r.Moved.By)
	} else if r.Moved.New {
		moved = "new"
	}
	out := []string{
		table, rank, yes(r.Shared), string(r.Player), exchange.Guard(name), exchange.Guard(r.Team), exchange.Guard(r.Store),
		strconv.Itoa(r.Attended), moved, yes(r.Dropped), yes(r.Provisional), r.Points,
	}
	for _, kind := range kinds {
		out = append(out, value(r.Cells, kind))
	}
	return append(out, exchange.Guard(t.Rules), exchange.Guard(t.Edition))
}

// value is the exact number of a criterion; empty if there is none.
func value(cells []Cell, kind string) string {
	for _, c := range cells {
		if c.Kind == kind && c.Shown != "" {
			return c.Value.String()
		}
	}
	return ""
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// Results returns the results of a league that stand, session by session, as other programs read them.
func (x Export) Results() []exchange.LeagueResult {
	var out []exchange.LeagueResult
	for _, s := range x.View.Sessions {
		for _, r := range s.Results {
			if r.Result == nil || s.Cancelled {
				continue
			}
			one := *r.Result
			one.Players = r.Players
			out = append(out, exchange.LeagueResult{Session: s.ID, Result: one})
		}
	}
	return out
}

// Name returns the name of somebody who is named in the view; without one their id.
func (x Export) Name(p events.PersonID) string {
	if name := x.Names[p]; name != "" {
		return name
	}
	return string(p)
}

// Players returns the players of a league who were not found to be others.
func (x Export) Players() []league.Player {
	var out []league.Player
	for _, p := range x.View.Players {
		if p.Into == "" {
			out = append(out, league.Player{Player: p.Player, Division: p.Division, Team: p.Team, Store: p.Store})
		}
	}
	return out
}

// Standings are the tables of a league for other programs.
type Standings struct {
	Name     string          `json:"name"`
	Season   string          `json:"season,omitempty"`
	Position events.Position `json:"position"`
	Ruleset  Ruleset         `json:"ruleset"`
	Tables   []Table         `json:"tables"`
	Teams    *Table          `json:"teams,omitempty"`
	Stores   *Table          `json:"stores,omitempty"`
}

// Standings returns the tables of a league with the terms of every number.
func (x Export) Standings() Standings {
	v := x.View
	return Standings{Name: v.Name, Season: v.Season, Position: v.Position, Ruleset: v.Ruleset, Tables: v.Tables, Teams: v.Teams, Stores: v.Stores}
}
