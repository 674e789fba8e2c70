package standings

import (
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Result is what came out of a match.
type Result struct {
	Ending Ending  `json:"ending"`
	Scores []Score `json:"scores"` // one for each seat
	// Drawn is how many games were drawn; Unfinished how many were broken off when time was called.
	// Both count as drawn games.
	//
	// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
	Drawn      int `json:"drawn,omitempty"`
	Unfinished int `json:"unfinished,omitempty"`
}

// Ending says how a match came to its end.
type Ending string

// The endings.
const (
	Played          Ending = "played"
	TimeCalled      Ending = "time"             // played until time was called
	IntentionalDraw Ending = "intentional-draw" // agreed, whatever the scores
	DoubleLoss      Ending = "double-loss"      // ruled, whatever the scores
	Forfeit         Ending = "forfeit"          // somebody was absent
)

// Score is one player's part of a result. What is filled in depends on the game: games won, a place in
// a pod, points, victory points. Who won follows from the first that is there, in that order: Outcome,
// Place, Points, Games, Victory.
type Score struct {
	Player  events.PersonID `json:"player"`
	Outcome Outcome         `json:"outcome,omitempty"`
	Place   int             `json:"place,omitempty"`   // in a pod, from 1; shared places have the same number
	Points  *exact.Num      `json:"points,omitempty"`  // match points as the game gives them: 6-0, 3-3
	Games   int             `json:"games,omitempty"`   // games won
	Victory int             `json:"victory,omitempty"` // victory points; a side's are the same for all of it
	Absent  bool            `json:"absent,omitempty"`  // did not come
}

// Outcome is how a match ended for one player.
type Outcome string

// The outcomes.
const (
	Win  Outcome = "win"
	Draw Outcome = "draw"
	Loss Outcome = "loss"
)

// score returns a player's score; the zero score if there is none.
func (r Result) score(id events.PersonID) Score {
	for _, s := range r.Scores {
		if s.Player == id {
			return s
		}
	}
	return Score{Player: id}
}

// drawn is how many games count as drawn.
func (r Result) drawn() int { return r.Drawn + r.Unfinished }

// outcome says how a checked result ended for the player at a seat.
func (m Match) outcome(seat Seat) Outcome {
	r := *m.Result
	switch r.Ending {
	case DoubleLoss:
		return Loss
	case IntentionalDraw:
		return Draw
	}
	own := r.score(seat.Player)
	if r.Ending == Forfeit {
		if o, decided := m.forfeited(seat, own); decided {
			return o
		}
	}
	if own.Outcome != "" {
		return own.Outcome
	}
	return m.compared(seat, own)
}

// forfeited decides a match in which somebody was absent: the absent have lost, and whoever has nobody
// left to play against has won. Those who are left at a pod play on.
func (m Match) forfeited(seat Seat, own Score) (Outcome, bool) {
	if own.Absent {
		return Loss, true
	}
	for _, o := range m.Seats {
		if o.Player != seat.Player && !o.with(seat) && !m.Result.score(o.Player).Absent {
			return "", false
		}
	}
	return Win, true
}

// compared finds who won by what was counted: best alone wins, best together draws, others lose.
func (m Match) compared(seat Seat, own Score) Outcome {
	measure, best, shared := m.measure(), true, false
	mine := measure(own)
	for _, o := range m.Seats {
		if o.Player == seat.Player || o.with(seat) {
			continue
		}
		switch theirs := measure(m.Result.score(o.Player)); mine.Cmp(theirs) {
		case -1:
			best = false
		case 0:
			shared = true
		}
	}
	switch {
	case !best:
		return Loss
	case shared:
		return Draw
	}
	return Win
}

// measure picks what decides the match; more is better.
func (m Match) measure() func(Score) exact.Num {
	var places, points, games bool
	for _, s := range m.Result.Scores {
		places = places || s.Place != 0
		points = points || s.Points != nil
		games = games || s.Games != 0
	}
	switch {
	case places:
		return func(s Score) exact.Num { return exact.Int(-s.Place) }
	case points:
		return func(s Score) exact.Num {
			if s.Points == nil {
				return exact.Num{}
			}
			return *s.Points
		}
	case games || m.Result.drawn() > 0:
		return func(s Score) exact.Num { return exact.Int(s.Games) }
	}
	return func(s Score) exact.Num { return exact.Int(s.Victory) }
}

// Outcome is how the match ended for a player who sits there; empty without a result or for others.
func (m Match) Outcome(id events.PersonID) Outcome {
	for _, s := range m.Seats {
		if s.Player == id && m.Result != nil {
			return m.outcome(s)
		}
	}
	return ""
}
