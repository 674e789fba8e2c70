package tournament

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/muster-events/muster/dashboards/internal/site"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// Ways to count a game, for the fields of its result.
const (
	byGames   = "games"   // won games of a match, or the score of the one game
	byPoints  = "points"  // victory points of the two sides
	byPlaces  = "places"  // places at a table of several, or their points
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

// ending is a way in which a game can end.
type ending struct{ Kind, Says string }

// endingsAt are how a game at a table of a stage can end, with the words for it: an elimination goes on
// with somebody.
func endingsAt(r log.Rules, stage int) []ending {
	out := []ending{{log.Played, "Played to its end"}, {log.Unfinished, "Time was called: as it stands"}}
	if !eliminates(r, stage) {
		out = append(out, ending{log.IntentionalDraw, "Draw by agreement, not played"})
	}
	return append(out, ending{log.DoubleLoss, "Everybody loses"}, ending{log.Forfeit, "Those ticked below forfeit"})
}

// eliminates tells whether who loses in a stage is out.
func eliminates(r log.Rules, stage int) bool {
	return stage == log.StageCut || r.Format == log.FormatSingle || r.Format == log.FormatDouble
}

// resultOf reads the fields of a result. What it means is for the tournament to judge.
func resultOf(r *http.Request, v Shown, t view.Table) (log.Result, error) {
	res := log.Result{Kind: either(r.FormValue("kind"), log.Played), Note: r.FormValue("note")}
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
	for _, s := range t.Seats {
		gone := r.FormValue(fmt.Sprintf("f%d", s.Entrant)) != "" || slices.Contains(r.Form["forfeits"], fmt.Sprint(s.Entrant))
		res.Lines = append(res.Lines, log.Line{Entrant: s.Entrant, Forfeits: gone})
	}
	if res.Kind == log.Played && slices.ContainsFunc(res.Lines, func(l log.Line) bool { return l.Forfeits }) {
		res.Kind = log.Forfeit // who ticked that somebody forfeits means it
	}
	return res, count(r, v, t, res.Lines)
}

// count reads what was counted into the lines of a result.
func count(r *http.Request, v Shown, t view.Table, lines []log.Line) error {
	switch counting(v.Rules, len(t.Seats)) {
	case byWinners:
		return countSides(r, t, lines)
	case byPlaces:
		return countPlaces(r, v, t, lines)
	case byPoints:
		return countEach(r, v, t, "s", -9999, 9999, func(i, n int) { lines[i].Victory = n })
	default:
		return countEach(r, v, t, "s", 0, 99, func(i, n int) { lines[i].Games = n })
	}
}

// countEach reads a number for each seat.
func countEach(r *http.Request, v Shown, t view.Table, prefix string, low, high int, put func(seat, n int)) error {
	for i, s := range t.Seats {
		n, err := site.Number(r, fmt.Sprintf("%s%d", prefix, s.Entrant), v.Person(s.Player), low, high)
		if err != nil {
			return err
		}
		if n != nil {
			put(i, *n)
		}
	}
	return nil
}

// countPlaces reads places and points at a table of several. Those without a place share the next one, if
// anybody has one; places follow from the points if nobody has.
func countPlaces(r *http.Request, v Shown, t view.Table, lines []log.Line) error {
	if err := countEach(r, v, t, "v", -9999, 9999, func(i, n int) { lines[i].Victory = n }); err != nil {
		return err
	}
	given := 0
	err := countEach(r, v, t, "s", 1, len(t.Seats), func(i, n int) {
		lines[i].Place = n
		given++
	})
	if err != nil || given == 0 {
		if err == nil && !slices.ContainsFunc(lines, func(l log.Line) bool { return l.Victory != 0 || l.Forfeits }) {
			return site.Malformed("say who has which place, or how many points each has")
		}
		return err
	}
	for i := range lines {
		if lines[i].Place == 0 && !lines[i].Forfeits {
			lines[i].Place = given + 1
		}
	}
	return nil
}

// countSides reads which side won, and the points of the sides if the game counts them.
func countSides(r *http.Request, t view.Table, lines []log.Line) error {
	won, sides := r.FormValue("side"), sidesOf(t)
	points := false
	for k, side := range sides {
		n, err := site.Number(r, fmt.Sprintf("p%d", k+1), "The points of "+side, -9999, 9999)
		if err != nil {
			return err
		}
		for i, s := range t.Seats {
			if n != nil && s.Side == side {
				lines[i].Victory, points = *n, true
			}
		}
	}
	absent := slices.ContainsFunc(lines, func(l log.Line) bool { return l.Forfeits })
	if won == "" && (points || absent) {
		return nil // the places follow
	}
	winners := 0
	for _, s := range t.Seats {
		if s.Side == won {
			winners++
		}
	}
	if winners == 0 && won != "draw" {
		return site.Malformed("choose the side that won, or a draw")
	}
	for i, s := range t.Seats {
		if lines[i].Place = 1; won != "draw" && s.Side != won {
			lines[i].Place = winners + 1
		}
	}
	return nil
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

// typedAs is what would have to be typed for a result: a form that corrects it begins with that.
//
// Source: cases/README.md, 4.
func typedAs(v Shown, t view.Table, res log.Result) map[string]string {
	out := map[string]string{"kind": res.Kind, "note": res.Note, "drawn": blank(res.Drawn)}
	how := counting(v.Rules, len(t.Seats))
	for i, s := range t.Seats {
		at := slices.IndexFunc(res.Lines, func(l log.Line) bool { return l.Entrant == s.Entrant })
		if at < 0 {
			continue
		}
		l, n := res.Lines[at], fmt.Sprint(s.Entrant)
		if l.Forfeits {
			out["f"+n] = "yes"
			continue
		}
		switch how {
		case byGames:
			out["s"+n] = fmt.Sprint(l.Games)
		case byPoints:
			out["s"+n] = fmt.Sprint(l.Victory)
		case byPlaces:
			out["s"+n], out["v"+n] = blank(l.Place), blank(l.Victory)
		case byWinners:
			typedSide(out, t, i, l, res)
		}
	}
	return out
}

func typedSide(out map[string]string, t view.Table, seat int, l log.Line, res log.Result) {
	side := t.Seats[seat].Side
	if k := slices.Index(sidesOf(t), side); l.Victory != 0 {
		out[fmt.Sprintf("p%d", k+1)] = fmt.Sprint(l.Victory)
	}
	first := slices.IndexFunc(res.Lines, func(l log.Line) bool { return l.Place > 1 })
	switch {
	case res.Kind == log.DoubleLoss || res.Kind == log.IntentionalDraw:
	case first < 0:
		out["side"] = "draw"
	case l.Place == 1:
		out["side"] = side
	}
}
