package league

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// modeEpic is the mode of a group whose tables play one game.
const modeEpic = "epic"

// PageSize is how many results of a source fit one page; see league.ScoreSource.
const PageSize = 100

// ResultsOf returns what a group scores in a league: one game of all its players if it has won or lost,
// that they were there if it was abandoned, and nothing while it goes on or after its end was taken back.
//
// Rule: Score.
// Source: facts/scoring.md, "What fits muster's formats".
func ResultsOf(s coordinator.State) []league.Result {
	switch s.Phase {
	case coordinator.PhaseWon, coordinator.PhaseLost:
		return []league.Result{finished(s)}
	case coordinator.PhaseAbandoned:
		var out []league.Result
		for _, p := range playersOf(s) {
			out = append(out, league.Result{Kind: league.KindAttendance, Players: []events.PersonID{p}, Note: "the game was abandoned"})
		}
		return out
	}
	return nil
}

func playersOf(s coordinator.State) []events.PersonID {
	var out []events.PersonID
	for _, t := range s.Tables {
		for _, p := range t.Players {
			out = append(out, p.ID)
		}
	}
	return out
}

// finished is the game of a group that has won or lost: score, and what ranks groups that have none.
func finished(s coordinator.State) league.Result {
	won := s.Phase == coordinator.PhaseWon
	r := league.Result{Kind: league.KindQuest, Players: playersOf(s)}
	if s.Mode == modeEpic {
		r.Kind = league.KindGroup
	}
	g := league.Game{Scenario: s.Scenario, Mode: s.Mode, Difficulty: s.Difficulty, Size: len(r.Players), Won: won}
	var games []scoring.Game
	for _, t := range s.Tables {
		game := lotr.ScoreInput(t.Table, won)
		games = append(games, game)
		g.Rounds = max(g.Rounds, game.Rounds)
		for _, p := range t.Players {
			if p.Out {
				g.Out++
			}
			for _, h := range p.Heroes {
				if h.Dead {
					g.Dead++
				}
			}
		}
	}
	if score := scoring.Of(scoring.Join(games...), s.Settings.Score); score.Scored {
		g.Score = &score.Total
	}
	if len(s.CityChanges) > 0 {
		g.Start = s.CityChanges[0].By
		g.Damage = min(g.Start, max(0, g.Start-s.City))
	}
	r.Game = &g
	return r
}
