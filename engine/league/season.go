package league

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Season is what a table depends on. The order of its lists is of no importance.
type Season struct {
	Members  []Member  `json:"members"`
	Sessions []Session `json:"sessions"`
	// Merged leads from a duplicate to the member it was merged into: its entries count for that one.
	Merged map[events.PersonID]events.PersonID `json:"merged,omitempty"`
	// Seed gives the lots of the criterion [Lots]. It comes from the log.
	Seed uint64 `json:"seed,omitempty"`
}

// Member is one player of the league.
type Member struct {
	ID       events.PersonID `json:"id"`
	Team     string          `json:"team,omitempty"`
	Store    string          `json:"store,omitempty"`
	Division string          `json:"division,omitempty"`
	// Dropped is set for who left: they keep their line.
	Dropped bool `json:"dropped,omitempty"`
	// Carry is what was carried over from the season before.
	Carry exact.Num `json:"carry,omitzero"`
	// LastPlace is the place in the season before; 0: none.
	LastPlace int `json:"lastPlace,omitempty"`
}

// Session is one occasion of a season, or one quest.
type Session struct {
	N       int     `json:"n"` // 1 or more, in order; no two sessions have the same
	Name    string  `json:"name,omitempty"`
	Entries []Entry `json:"entries"`
}

// Entry is what one member did in a session: a tournament's place, a quest that was played, or what was
// typed by hand.
type Entry struct {
	ID     string          `json:"id,omitempty"` // of the event that recorded it
	Member events.PersonID `json:"member"`
	At     uint64          `json:"at,omitempty"` // position in the log: the smaller came first
	// Scenario, Mode and Players say what was played; empty and 0: nothing of the kind.
	Scenario string `json:"scenario,omitempty"`
	Mode     string `json:"mode,omitempty"`
	Players  int    `json:"players,omitempty"`
	// Place is the place in the session, from 1; 0: none.
	Place  int `json:"place,omitempty"`
	Wins   int `json:"wins,omitempty"` // matches, or a quest that was won
	Draws  int `json:"draws,omitempty"`
	Losses int `json:"losses,omitempty"`
	// Score is the official score of a won quest; nil: it has none.
	Score *int `json:"score,omitempty"`
	// Attempts are the tries with handicap tokens, in order.
	Attempts []Attempt `json:"attempts,omitempty"`
	Deck     Deck      `json:"deck,omitzero"`
	// Achievements are the ids of what the rules define.
	Achievements []string `json:"achievements,omitempty"`
	// Points are given by hand, beside all others; they may be below 0.
	Points exact.Num `json:"points,omitzero"`
	// Was and Reason are set if the entry was corrected: what it said before, and why that was wrong.
	Was    string `json:"was,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Deck tells how far a deck reaches beyond what the month is about.
//
// Source: facts/scoring.md, "What fits muster's formats".
type Deck struct {
	Outside     int `json:"outside,omitempty"`     // cards from outside the cycle, without the core set
	OutsideCore int `json:"outsideCore,omitempty"` // the same, the core set's included
	OutsideThat int `json:"outsideThat,omitempty"` // cards from outside the three boxes
	CycleHeroes int `json:"cycleHeroes,omitempty"` // heroes of the cycle
	BoxHeroes   int `json:"boxHeroes,omitempty"`   // heroes of the box named
}

// Codes of refusals of this package.
const (
	CodeSeason engine.Code = "season-malformed"
	CodeRules  engine.Code = "league-rules-malformed"
	CodeTokens engine.Code = "tokens-not-allowed"
)

const mostAt = 1 << 62 // positions above are none

// Bounds of what an entry can say.
const (
	MostCount = 9999 // of wins, places, cards and the like
	MostScore = 99999
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

// Until is the season as it was after session n.
func (s Season) Until(n int) Season {
	out := s
	out.Sessions = nil
	for _, e := range s.Sessions {
		if e.N <= n {
			out.Sessions = append(out.Sessions, e)
		}
	}
	return out
}

// who is the member an id stands for, duplicates followed to the end.
func (s Season) who(id events.PersonID) events.PersonID {
	for range len(s.Merged) {
		to, is := s.Merged[id]
		if !is {
			break
		}
		id = to
	}
	return id
}

// check refuses a season that contradicts itself.
func (s Season) check() error {
	members := map[events.PersonID]bool{}
	for _, m := range s.Members {
		switch {
		case m.ID == "":
			return refuse(CodeSeason, "A member has no id.")
		case members[m.ID]:
			return refuse(CodeSeason, "{%s} is a member twice.", m.ID)
		case m.LastPlace < 0 || m.LastPlace > MostCount:
			return refuse(CodeSeason, "{%s} was at place %d: 0 to %d are possible.", m.ID, m.LastPlace, MostCount)
		}
		members[m.ID] = true
	}
	for from := range s.Merged {
		if _, still := s.Merged[s.who(from)]; still {
			return refuse(CodeSeason, "{%s} is merged into itself: say who stays.", from)
		}
	}
	numbers := map[int]bool{}
	for _, e := range s.Sessions {
		if e.N < 1 || e.N > MostScore || numbers[e.N] {
			return refuse(CodeSeason, "There is a second session %d, or its number is none from 1 to %d.", e.N, MostScore)
		}
		numbers[e.N] = true
		for _, entry := range e.Entries {
			if !members[s.who(entry.Member)] {
				return refuse(CodeSeason, "{%s} has an entry in session %d and is no member.", entry.Member, e.N)
			}
			if err := entry.check(e.N); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e Entry) check(session int) error {
	for _, n := range []struct {
		what string
		n    int
	}{
		{"players", e.Players},
		{"place", e.Place},
		{"wins", e.Wins},
		{"draws", e.Draws},
		{"losses", e.Losses},
		{"cards", e.Deck.Outside},
		{"cards", e.Deck.OutsideCore},
		{"cards", e.Deck.OutsideThat},
		{"heroes", e.Deck.CycleHeroes},
		{"heroes", e.Deck.BoxHeroes},
	} {
		if n.n < 0 || n.n > MostCount {
			return refuse(CodeSeason, "{%s} has %d as %s in session %d: 0 to %d are possible.", e.Member, n.n, n.what, session, MostCount)
		}
	}
	if e.Score != nil && (*e.Score < -MostScore || *e.Score > MostScore) {
		return refuse(CodeSeason, "{%s} has the score %d in session %d: at most %d is possible.", e.Member, *e.Score, session, MostScore)
	}
	if e.At > mostAt {
		return refuse(CodeSeason, "{%s} has an entry at position %d of the log in session %d: no log is that long.", e.Member, e.At, session)
	}
	for i, a := range e.Attempts {
		if err := CheckAttempt(e.Attempts[:i], a); err != nil {
			return err
		}
	}
	return nil
}
