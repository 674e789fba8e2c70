package league

import (
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

// FromStandings makes a session's entries of a tournament's standings: places, and matches that were won,
// drawn and lost. Those who never played have no entry.
//
// Source: issue 4, "Leagues".
func FromStandings(t standings.Table) []Entry {
	var out []Entry
	for _, r := range t.Rows {
		if r.Played+r.Byes == 0 {
			continue
		}
		out = append(out, Entry{Member: r.Player, Place: r.Place, Wins: r.Won, Draws: r.Drawn, Losses: r.Lost})
	}
	return out
}

// FromGame makes the entries of everybody who played a cooperative game together: all have won or lost,
// and all have its score.
//
// Source: issue 4, "Leagues"; facts/game-facts.md, "5.4 Score of a finished game".
func FromGame(scenario, mode string, g scoring.Game, s scoring.Score) []Entry {
	e := Entry{Scenario: scenario, Mode: mode, Players: len(g.Players), Wins: one(g.Won), Losses: one(!g.Won)}
	if s.Scored {
		total := s.Total
		e.Score = &total
	}
	out := make([]Entry, 0, len(g.Players))
	seen := map[events.PersonID]bool{}
	for _, p := range g.Players {
		if !seen[p.ID] {
			seen[p.ID] = true
			mine := e
			mine.Member = p.ID
			out = append(out, mine)
		}
	}
	return out
}
