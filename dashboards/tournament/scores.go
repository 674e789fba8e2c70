package tournament

import (
	"fmt"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/tournament"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// scores writes a result in the order of the seats: "2–0". At a table of more than two it says who won.
func (s Shown) scores(t view.Table) string {
	if t.Result == nil {
		return ""
	}
	switch t.Result.Kind {
	case log.IntentionalDraw:
		return "Draw by agreement"
	case log.DoubleLoss:
		return "Loss for all"
	}
	if len(t.Seats) > 2 {
		return s.podScore(t) + ended(t)
	}
	var each []string
	for _, seat := range t.Seats {
		each = append(each, seat.Score)
	}
	return dashed(each) + ended(t)
}

// ended says how a game ended, if not as games usually do.
func ended(t view.Table) string {
	if t.Result.Kind == log.Unfinished {
		return " (time called)"
	}
	return ""
}

// dashed joins scores: numbers closely, words with room.
func dashed(each []string) string {
	dash := "–"
	if slices.ContainsFunc(each, func(s string) bool { return !counted(s) }) {
		dash = " – "
	}
	return strings.Join(each, dash)
}

// counted tells whether a score is a number, and no word like "forfeit".
func counted(score string) bool { return strings.Trim(score, "0123456789") == "" }

// podScore says who won at a table of more than two.
func (s Shown) podScore(t view.Table) string {
	var first []string
	sides := map[string]bool{}
	for _, seat := range t.Seats {
		if placeAt(t, seat.Entrant) == 1 {
			first = append(first, s.Person(seat.Player))
			sides[seat.Side] = true
		}
	}
	switch {
	case len(first) == 0:
		return "Nobody won"
	case len(first) == len(t.Seats) || len(sides) > 1:
		return "Draw"
	case !sides[""]:
		for side := range sides {
			return side + " won"
		}
	case len(first) > 1:
		return words.List(first) + " share first place"
	}
	return first[0] + " won"
}

// placeAt is the place of an entrant by the result of a table; 0: none.
func placeAt(t view.Table, entrant int) int {
	for _, l := range t.Result.Lines {
		if l.Entrant == entrant && !l.Forfeits {
			return l.Place
		}
	}
	return 0
}

// ownScore writes a result as one of the table has it: "6–0, won" from one side, "0–6, lost" from the
// other.
//
// Source: cases/README.md, 6.
func ownScore(t view.Table, entrant int) string {
	if t.Result == nil {
		return ""
	}
	switch t.Result.Kind {
	case log.IntentionalDraw:
		return "draw by agreement"
	case log.DoubleLoss:
		return "loss for all"
	}
	var own string
	var others []string
	for _, seat := range t.Seats {
		if seat.Entrant == entrant {
			own = seat.Score
		} else {
			others = append(others, seat.Score)
		}
	}
	says := outcomeOf(t, entrant)
	if each := append([]string{own}, others...); len(t.Seats) == 2 {
		if slices.ContainsFunc(each, func(s string) bool { return !counted(s) }) {
			if says == "won" {
				says += " by forfeit"
			}
			return says + ended(t)
		}
		return dashed(each) + ", " + says + ended(t)
	}
	if p := placeAt(t, entrant); p > 0 && sideAt(t, entrant) == "" {
		says += fmt.Sprintf(", place %d of %d", p, len(t.Seats))
	}
	return says + ended(t)
}

func sideAt(t view.Table, entrant int) string {
	i := slices.IndexFunc(t.Seats, func(s view.Seat) bool { return s.Entrant == entrant })
	if i < 0 {
		return ""
	}
	return t.Seats[i].Side
}

// outcomeOf says whether an entrant won, drew or lost.
func outcomeOf(t view.Table, entrant int) string {
	own, first := placeAt(t, entrant), 0
	for _, s := range t.Seats {
		if placeAt(t, s.Entrant) == 1 {
			first++
		}
	}
	switch {
	case own == 0:
		return "forfeited"
	case own > 1:
		return "lost"
	case first == len(t.Seats) || len(t.Seats) == 2 && first == 2:
		return "drew"
	case first > 1 && sideAt(t, entrant) == "":
		return "drew"
	default:
		return "won"
	}
}

// entryState says in words what became of an entry.
func entryState(e view.Entry) string {
	switch e.State {
	case rules.EntryPending:
		return "waits to be confirmed"
	case rules.EntryStands:
		return "counts"
	case rules.EntryRejected:
		return "rejected"
	default:
		return "replaced"
	}
}
