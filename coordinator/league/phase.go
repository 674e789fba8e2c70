package league

import (
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// phase refuses what does not fit how far the season is.
func (s State) phase(b events.CommandBody) error {
	_, opens := b.(league.OpenLeague)
	switch {
	case opens && s.Opened:
		return refuse(CodeOpened, "a league of this id was opened already as %s; choose another id", s.Name)
	case !opens && !s.Opened:
		return refuse(CodeNotOpened, "there is no such league yet; the organiser opens it first")
	case s.Over():
		return refuse(CodeSealed, "the league %s is sealed: nothing of it changes any more", s.Name)
	}
	if _, comes := b.(league.ScoreSource); comes {
		return nil // held if it cannot be scored now
	}
	if s.Revealing() && !duringReveal(b) {
		return refuse(CodeRevealing, "the board is being revealed, %d rows so far: thaw it before anything is scored or changed", len(s.Revealed))
	}
	switch s.Stage {
	case season.Final:
		return s.whenFinal(b)
	case season.Ended:
		return s.whenEnded(b)
	}
	return s.whileRunning(b)
}

// duringReveal tells whether a command leaves the tables as they are.
func duringReveal(b events.CommandBody) bool {
	switch b.(type) {
	case league.RevealNext, league.ThawBoard, league.FinaliseSeason:
		return true
	}
	return false
}

func (s State) whileRunning(b events.CommandBody) error {
	switch b.(type) {
	case league.ReopenSeason, league.FinaliseSeason, league.SealSeason:
		return refuse(CodeRunning, "the season of %s has not ended: end it first", s.Name)
	}
	return nil
}

// whenEnded: nothing new is scored, and what was scored can still be corrected.
func (s State) whenEnded(b events.CommandBody) error {
	switch b.(type) {
	case league.CorrectResult, league.UndoMark, league.MergePlayers, league.FreezeBoard, league.RevealNext, league.ThawBoard,
		league.ReopenSeason, league.FinaliseSeason:
		return nil
	case league.SealSeason:
		return refuse(CodeRunning, "the season of %s is not final: make it final before it is sealed", s.Name)
	}
	return refuse(CodeEnded, "the season of %s has ended; what was scored can be corrected, and a ruling can reopen the season", s.Name)
}

// whenFinal: only rulings that undo, and the board.
func (s State) whenFinal(b events.CommandBody) error {
	switch b.(type) {
	case league.UndoMark, league.FreezeBoard, league.RevealNext, league.ThawBoard, league.ReopenSeason:
		return nil
	case league.SealSeason:
		if s.Hidden() {
			return refuse(CodeBoard, "the board of %s is frozen and would stay hidden for ever: thaw it before the season is sealed", s.Name)
		}
		return nil
	}
	return refuse(CodeFinal, "the season of %s is final; a ruling can undo an integrity event or reopen the season", s.Name)
}
