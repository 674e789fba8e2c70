package standings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// Codes of refusals of this package.
const (
	CodeNamedTwice    engine.Code = "named-twice"         // a result names one player twice
	CodeNotAtTable    engine.Code = "not-at-that-table"   // a result names somebody who sits elsewhere
	CodeMissing       engine.Code = "player-missing"      // a result leaves out somebody who sits there
	CodeContradiction engine.Code = "result-contradicts"  // a result says two things at once
	CodeOutOfRange    engine.Code = "result-out-of-range" // a number no match can have
	CodeInput         engine.Code = "tournament-malformed"
	CodeRuleset       engine.Code = "ruleset-malformed"
)

// Bounds of what a result can say.
const (
	MostGames   = 99
	MostVictory = 9999
	MostPoints  = 9999
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

// Check refuses a result that does not fit the match: one that names a player twice, a player who does
// not sit there, or not everybody, numbers out of range, and one that contradicts itself. The refusal
// names who sits at the table; people are in braces, {p-3}.
//
// Source: cases/README.md, 9.
func Check(m Match, r Result) error {
	for _, check := range []func(Match, Result) error{checkNames, checkEnding, checkNumbers, checkParties} {
		if err := check(m, r); err != nil {
			return err
		}
	}
	m.Result = &r
	return checkOutcomes(m)
}

// sits says who sits at a table.
func (m Match) sits() string {
	where := "At this table"
	if m.Table > 0 {
		where = fmt.Sprintf("At table %d", m.Table)
	}
	verb := " sit "
	if len(m.Seats) == 1 {
		verb = " sits "
	}
	return where + verb + people(m.Seats) + "."
}

func people(seats []Seat) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = "{" + string(s.Player) + "}"
	}
	slices.Sort(names)
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func checkNames(m Match, r Result) error {
	if m.Bye != "" {
		return refuse(CodeNotAtTable, "A bye has no result to report. %s", m.sits())
	}
	seen := map[events.PersonID]bool{}
	for _, s := range r.Scores {
		if !slices.ContainsFunc(m.Seats, func(seat Seat) bool { return seat.Player == s.Player }) {
			return refuse(CodeNotAtTable, "The result names {%s}, who does not sit at this table. %s", s.Player, m.sits())
		}
		if seen[s.Player] {
			return refuse(CodeNamedTwice, "The result names {%s} twice. %s", s.Player, m.sits())
		}
		seen[s.Player] = true
	}
	for _, seat := range m.Seats {
		if !seen[seat.Player] {
			return refuse(CodeMissing, "The result says nothing of {%s}. %s", seat.Player, m.sits())
		}
	}
	return nil
}

func checkEnding(_ Match, r Result) error {
	absent := 0
	for _, s := range r.Scores {
		if s.Absent {
			absent++
		}
	}
	switch r.Ending {
	case Played, TimeCalled, IntentionalDraw, DoubleLoss:
		if absent > 0 {
			return refuse(CodeContradiction, "Somebody is marked as absent: enter the result as a forfeit.")
		}
	case Forfeit:
		if absent == 0 {
			return refuse(CodeContradiction, "A forfeit needs somebody who was absent: mark who did not come.")
		}
	default:
		return refuse(CodeOutOfRange, "%q is no ending of a match: use %q, %q, %q, %q or %q.", r.Ending,
			Played, TimeCalled, IntentionalDraw, DoubleLoss, Forfeit)
	}
	return nil
}

func checkNumbers(m Match, r Result) error {
	if r.Drawn < 0 || r.Unfinished < 0 || r.drawn() > MostGames {
		return refuse(CodeOutOfRange, "Drawn and unfinished games are 0 to %d together.", MostGames)
	}
	for _, s := range r.Scores {
		switch {
		case s.Games < 0 || s.Games > MostGames:
			return refuse(CodeOutOfRange, "{%s} has won %d games: 0 to %d are possible.", s.Player, s.Games, MostGames)
		case s.Victory < -MostVictory || s.Victory > MostVictory:
			return refuse(CodeOutOfRange, "{%s} has %d victory points: at most %d are possible.", s.Player, s.Victory, MostVictory)
		case s.Points != nil && (s.Points.Sign() < 0 || s.Points.Cmp(mostPoints) > 0):
			return refuse(CodeOutOfRange, "{%s} has %s points: 0 to %d are possible.", s.Player, s.Points, MostPoints)
		case s.Place < 0 || s.Place > len(m.Seats):
			return refuse(CodeOutOfRange, "{%s} has place %d: %d sit at this table.", s.Player, s.Place, len(m.Seats))
		}
	}
	return checkFilled(r)
}

// checkFilled sees to it that what one player has, all have.
func checkFilled(r Result) error {
	var outcomes, places, points, here int
	for _, s := range r.Scores {
		if s.Absent {
			continue
		}
		here++
		outcomes += one(s.Outcome != "")
		places += one(s.Place != 0)
		points += one(s.Points != nil)
		if s.Outcome != "" && s.Outcome != Win && s.Outcome != Draw && s.Outcome != Loss {
			return refuse(CodeOutOfRange, "%q is no outcome for {%s}: use %q, %q or %q.", s.Outcome, s.Player, Win, Draw, Loss)
		}
	}
	for _, part := range []struct {
		what string
		n    int
	}{{"an outcome", outcomes}, {"a place", places}, {"points", points}} {
		if part.n != 0 && part.n != here {
			return refuse(CodeMissing, "Some have %s in this result and some have none: give all of them one, or none.", part.what)
		}
	}
	return nil
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkParties sees to it that a side wins and loses together.
func checkParties(m Match, r Result) error {
	for i, a := range m.Seats {
		for _, b := range m.Seats[:i] {
			if !a.with(b) {
				continue
			}
			x, y := r.score(a.Player), r.score(b.Player)
			if x.Outcome != y.Outcome || x.Victory != y.Victory || x.Games != y.Games || x.Place != y.Place {
				return refuse(CodeContradiction, "{%s} and {%s} play on one side and have different results: give both the same.", b.Player, a.Player)
			}
		}
	}
	return nil
}

// checkOutcomes refuses a result in which two sides have won, or a draw of one.
func checkOutcomes(m Match) error {
	if r := m.Result.Ending; r == IntentionalDraw || r == DoubleLoss {
		return nil
	}
	won, drew := 0, 0
	for i, seat := range m.Seats {
		if slices.ContainsFunc(m.Seats[:i], seat.with) {
			continue // the side was looked at
		}
		switch m.outcome(seat) {
		case Win:
			won++
		case Draw:
			drew++
		}
	}
	switch {
	case won > 1:
		return refuse(CodeContradiction, "The result says that %d have won: one can. If they share it, enter a draw. %s", won, m.sits())
	case won == 1 && drew > 0:
		return refuse(CodeContradiction, "The result says that one has won and %d drew: enter a win and losses, or draws. %s", drew, m.sits())
	case won == 0 && drew == 1:
		return refuse(CodeContradiction, "The result says that one alone drew: a draw needs two. %s", m.sits())
	case won == 0 && drew == 0 && m.Result.Ending != Forfeit:
		return refuse(CodeContradiction, "The result says that everybody lost: enter it as a double loss if it was ruled so. %s", m.sits())
	}
	return nil
}
