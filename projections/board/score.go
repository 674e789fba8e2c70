package board

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/scoring"
)

// finishScore works out the score of a game that is won or lost. A group of several tables wins and
// loses together, so that its tables' games are put together as the group's result is.
func (f *fold) finishScore() {
	g := f.g
	g.Score = nil
	if g.Phase != PhaseWon && g.Phase != PhaseLost {
		return
	}
	games := make([]scoring.Game, 0, len(g.Tables))
	for _, t := range g.Tables {
		games = append(games, rules.ScoreInput(f.Games[t.ID], g.Phase == PhaseWon))
	}
	s := scoring.Of(scoring.Join(games...), g.Settings.Score)
	out := &Score{Scored: s.Scored, Why: s.Why, Total: s.Total, Missing: s.Missing}
	for _, l := range s.Lines {
		out.Lines = append(out.Lines, ScoreLine{Player: l.Player, Term: l.Term, N: l.N, Each: l.Each, Points: l.Points})
	}
	g.Score = out
}
