package lotr

import (
	"github.com/muster-events/muster/engine/scoring"
)

// ScoreInput returns what a table counts for in the score of a finished game: final threat, elimination
// and heroes of each player, the rounds whose refresh phase has ended, and the victory points of the
// table's victory display. Whether the group has won is won's to say: a table of an epic game does not
// know it.
//
// Rule: Score.
// Source: facts/game-facts.md, "5.4 Score of a finished game". Ruling: 13.
func ScoreInput(t Table, won bool) scoring.Game {
	g := scoring.Game{Won: won, Rounds: t.Refreshes}
	for _, p := range t.Players {
		s := scoring.Player{ID: p.ID, Threat: p.Threat, Elimination: p.Elimination, Out: p.Out, Heroes: t.knowsHeroes(p)}
		for _, h := range p.Heroes {
			s.All += h.Threat
			switch {
			case h.Dead:
				s.Dead += h.Threat
			case !h.Gone:
				s.Damage += h.Damage
			}
		}
		g.Players = append(g.Players, s)
	}
	for _, c := range t.Victory {
		g.Victory += c.Victory
	}
	return g
}
