package tournament

import (
	"fmt"

	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events/tournament"
)

// Match is a match of a bracket as people speak of it.
type Match struct {
	pairing.Bout
	// Number is what it is called, from 1 in the order in which matches can be played; 0: it is never
	// played, as the bracket has no second player for it.
	Number int `json:"number"`
	// Title is the round that it belongs to: "semi-final", "losers' round 2".
	Title string `json:"title"`
	// Rounds is how many rounds its part of the bracket has.
	Rounds int `json:"rounds"`
}

// Matches returns the bracket of a stage as it stands, with numbers and titles; false if it has none.
func (l Log) Matches(stage int) ([]Match, bool) {
	c, ok := l.Bracket(stage)
	if !ok {
		return nil, false
	}
	rounds := map[pairing.Part]int{}
	double := false
	for _, b := range c.Bouts {
		rounds[b.Part] = max(rounds[b.Part], b.Round)
		double = double || b.Part == pairing.PartFinal
	}
	out := make([]Match, len(c.Bouts))
	some, both := map[pairing.MatchID]bool{}, map[pairing.MatchID]bool{}
	comes := func(s pairing.Source) bool { // whether anybody can come from there, in a bracket that is not full
		switch {
		case s.Match == "":
			return s.Seed <= l.seeds(stage)
		case s.Loser:
			return both[s.Match]
		default:
			return some[s.Match]
		}
	}
	n := 0
	for i, b := range c.Bouts {
		x, y := comes(b.A), comes(b.B)
		some[b.ID], both[b.ID] = x || y, x && y
		out[i] = Match{Bout: b, Title: title(b.Match, rounds[b.Part], double), Rounds: rounds[b.Part]}
		if both[b.ID] {
			n++
			out[i].Number = n
		}
	}
	return out, true
}

// seeds is how many players the bracket of a stage has.
func (l Log) seeds(stage int) int {
	if stage == tournament.StageCut {
		return len(l.Cut.Entrants)
	}
	return len(l.Order)
}

// title names the round of a match. The last rounds of the winners' part have names of their own.
func title(m pairing.Match, rounds int, double bool) string {
	left := rounds - m.Round
	switch m.Part {
	case pairing.PartFinal:
		return []string{"grand final", "second grand final"}[m.Round-1]
	case pairing.PartThird:
		return "match for third place"
	case pairing.PartLosers:
		if left == 0 {
			return "losers’ final"
		}
		return fmt.Sprintf("losers’ round %d", m.Round)
	}
	winners := ""
	if double {
		winners = "winners’ "
	}
	switch left {
	case 0:
		return winners + "final"
	case 1:
		return winners + "semi-final"
	case 2:
		return winners + "quarter-final"
	default:
		return fmt.Sprintf("%sround of %d", winners, 2<<left)
	}
}
