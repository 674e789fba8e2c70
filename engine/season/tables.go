package season

import (
	"slices"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events/league"
)

// Tables are all the tables of a season.
type Tables struct {
	Players   rules.Table      `json:"players"`
	Divisions []rules.Division `json:"divisions,omitempty"` // by id, the highest first, each with places of its own
	Teams     rules.GroupTable `json:"teams"`
	Stores    rules.GroupTable `json:"stores"`
}

// Compute works out the tables. An error says that the season contradicts itself or its rules, which the
// decider does not let happen.
func (s Season) Compute() (Tables, error) {
	var out Tables
	r, err := RulesOf(s.Rules)
	if err != nil {
		return out, err
	}
	if out.Players, err = rules.Compute(s.Input(), r); err != nil {
		return out, err
	}
	for _, d := range s.Divisions {
		out.Divisions = append(out.Divisions, rules.Divide(out.Players, d.ID)...)
	}
	if !slices.Contains(r.Order, rules.Total) {
		return out, nil
	}
	if out.Teams, err = rules.Groups(out.Players, rules.ByTeam, s.Rules.TeamBest); err != nil {
		return out, err
	}
	out.Stores, err = rules.Groups(out.Players, rules.ByStore, s.Rules.StoreBest)
	return out, err
}

// Tables is [Season.Compute] for a season that a log holds.
func (s Season) Tables() Tables {
	t, _ := s.Compute()
	return t
}

// Division returns the rows of a division, the best first; the empty id is all players.
func (t Tables) Division(id string) []rules.Row {
	if id == "" {
		return t.Players.Rows
	}
	for _, d := range t.Divisions {
		if d.Name == id {
			return d.Rows
		}
	}
	return nil
}

// Table returns the rows of a division, the best first; the empty id is all players.
func (s Season) Table(division string) []rules.Row { return s.Tables().Division(division) }

// Rank is a player's place as the board shows it; 0 for who has not come often enough to have one.
func Rank(r rules.Row) int {
	if r.Short > 0 {
		return 0
	}
	return r.Place
}

// Shown is the total of a line as people see it; empty: it has none.
func Shown(l rules.Line) string {
	c := l.Cell(rules.Total)
	if c == nil && len(l.Cells) > 0 {
		c = &l.Cells[0]
	}
	if c == nil || c.None {
		return ""
	}
	return c.Value.String()
}

// Until returns the season with what the first n sessions brought, as the results stand now: for the
// movement since the session before.
func (s Season) Until(n int) Season {
	s.Sessions = s.Sessions[:min(max(n, 0), len(s.Sessions))]
	return s
}

// Boards ranks the games of the season by scenario and mode. Games that were recorded for several leagues
// are ranked by each.
//
// Source: facts/scoring.md, "What fits muster's formats".
func (s Season) Boards(by rules.BoardRules) ([]rules.Board, error) {
	var games []rules.Played
	for _, r := range s.Results {
		x, planned := s.Session(r.Session)
		if r.Now == nil || r.Now.Game == nil || !planned || x.Cancelled {
			continue
		}
		g := r.Now.Game
		p := rules.Played{
			Scenario: g.Scenario, Mode: g.Mode, Difficulty: usual(g.Difficulty), Players: g.Size, Won: g.Won, Rounds: g.Rounds, Score: g.Score,
			Strength: g.Start, Damage: g.Damage, Eliminated: g.Out, DeadHeroes: g.Dead, At: uint64(r.N),
		}
		if r.Source != nil {
			p.Group = r.Source.Group
		}
		games = append(games, p)
	}
	return rules.Boards(games, by)
}

// usual is a difficulty as boards part games by it: the one that most games have is none.
func usual(difficulty string) string {
	if difficulty == "standard" {
		return ""
	}
	return difficulty
}

// stands tells whether a kind of result is an entry by itself; the others go with one.
func stands(r *league.Result) bool {
	return r.Kind == league.KindPlace || r.Game != nil
}
