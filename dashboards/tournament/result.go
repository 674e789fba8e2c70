package tournament

import (
	"fmt"
	"net/http"

	"github.com/muster-events/muster/dashboards/internal/site"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// Ways to count a game, for the fields of its result.
const (
	byGames   = "games"   // won games of a match, or the score of the one game
	byPoints  = "points"  // victory points of the two sides
	byPlaces  = "places"  // places at a table of several
	byWinners = "winners" // which side won, at a table with two sides of several
)

// counting is how the result of a table is entered.
func counting(r log.Rules, seats int) string {
	switch {
	case seats > 2 && len(r.Sides) > 0:
		return byWinners
	case seats > 2:
		return byPlaces
	case len(r.Sides) > 0:
		return byPoints
	default:
		return byGames
	}
}

// kindsOf are how a game can end, with the words for it.
var kindsOf = []struct{ Kind, Says string }{
	{log.Played, "Played to its end"},
	{log.Unfinished, "Time was called: as it stands"},
	{log.IntentionalDraw, "Draw by agreement, not played"},
	{log.DoubleLoss, "Everybody loses"},
	{log.Forfeit, "Those ticked below forfeit"},
}

// resultOf reads the fields of a result. What it means is for the tournament to judge.
func resultOf(r *http.Request, v Shown, t view.Table) (log.Result, error) {
	res := log.Result{Kind: r.FormValue("kind")}
	if res.Kind == "" {
		res.Kind = log.Played
	}
	if res.Kind == log.IntentionalDraw || res.Kind == log.DoubleLoss {
		return res, nil
	}
	drawn, err := site.Number(r, "drawn", "Drawn games", 0, 99)
	if err != nil {
		return res, err
	}
	if drawn != nil {
		res.Drawn = *drawn
	}
	how := counting(v.Rules, len(t.Seats))
	for i, s := range t.Seats {
		line := log.Line{Entrant: s.Entrant, Forfeits: r.FormValue(fmt.Sprintf("f%d", s.Entrant)) != ""}
		if err := counted(r, v, how, s, &line); err != nil {
			return res, err
		}
		if how == byWinners {
			if line.Place, err = placeOf(r, t, i); err != nil {
				return res, err
			}
		}
		res.Lines = append(res.Lines, line)
	}
	return res, nil
}

// counted reads what was counted for one seat.
func counted(r *http.Request, v Shown, how string, s view.Seat, line *log.Line) error {
	name := "s" + fmt.Sprint(s.Entrant)
	low, high := 0, 99
	if how == byPoints {
		low, high = -9999, 9999
	}
	if how == byWinners {
		return nil
	}
	n, err := site.Number(r, name, v.Person(s.Player), low, high)
	if err != nil || n == nil {
		return err
	}
	switch how {
	case byPoints:
		line.Victory = *n
	case byPlaces:
		line.Place = *n
	default:
		line.Games = *n
	}
	return nil
}

// placeOf is the place of a seat by the side that won: its members are first, the others come after them.
func placeOf(r *http.Request, t view.Table, seat int) (int, error) {
	winners := 0
	for _, s := range t.Seats {
		if s.Side == r.FormValue("side") {
			winners++
		}
	}
	switch {
	case r.FormValue("side") == "draw":
		return 1, nil
	case winners == 0:
		return 0, site.Malformed("choose the side that won, or a draw")
	case t.Seats[seat].Side == r.FormValue("side"):
		return 1, nil
	default:
		return winners + 1, nil
	}
}

// sidesOf are the names of the sides at a table.
func sidesOf(t view.Table) []string {
	var out []string
	for _, s := range t.Seats {
		if s.Side != "" && (len(out) == 0 || out[len(out)-1] != s.Side) {
			out = append(out, s.Side)
		}
	}
	return out
}
