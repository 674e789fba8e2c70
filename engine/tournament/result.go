package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events/tournament"
)

// Codes of refusals about a result, beside those of package standings.
const (
	CodeScore  engine.Code = "score"        // a number that means nothing
	CodeBestOf engine.Code = "best-of"      // more games than a match has
	CodePlaces engine.Code = "places"       // places that leave a gap
	CodeWinner engine.Code = "needs-winner" // an elimination goes on with somebody
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

// Complete returns a result of a table as it is recorded: with a line for everybody who sits there, in
// order of seats, and with places. It refuses what does not fit the table: somebody named twice or who
// sits elsewhere, numbers out of range, two winners, more games than the match has, and a draw in an
// elimination.
//
// Source: cases/README.md, 6 and 9.
func (l Log) Complete(r Round, t Table, res tournament.Result) (tournament.Result, error) {
	if res.Kind == tournament.Open {
		return tournament.Result{Kind: res.Kind, Note: res.Note}, nil
	}
	if err := l.checkEntrants(t, res); err != nil {
		return res, err
	}
	res = fill(t, res)
	m := l.Match(t)
	m.Result = nil
	for _, line := range res.Lines {
		if line.Score == "" {
			continue
		}
		if _, err := exact.Parse(string(line.Score)); err != nil {
			return res, refuse(CodeScore, "the score of {%s}: %v", l.Entrants[line.Entrant-1].Player, err)
		}
	}
	if err := l.checkBestOf(res); err != nil {
		return res, err
	}
	if err := standings.Check(m, l.counted(unplaced(res))); err != nil {
		return res, err
	}
	res = placed(res)
	if err := l.checkPlaces(res); err != nil {
		return res, err
	}
	if err := standings.Check(m, l.counted(res)); err != nil {
		return res, err
	}
	if _, one := Winner(res); !one && l.Eliminates(r) && !lostByAll(res) {
		return res, refuse(CodeWinner, "table %d is part of an elimination: somebody has to go on; enter who won, or who forfeits", t.N)
	}
	return sorted(t, res), nil
}

// checkEntrants refuses numbers of entrants that nobody has.
func (l Log) checkEntrants(t Table, res tournament.Result) error {
	for _, line := range res.Lines {
		if _, ok := l.Entrant(line.Entrant); !ok {
			var at []string
			for _, n := range t.Seats {
				at = append(at, "{"+string(l.Entrants[n-1].Player)+"}")
			}
			return refuse(standings.CodeNotAtTable, "the result names entrant %d, and there is none; at table %d sit %v", line.Entrant, t.N, at)
		}
	}
	return nil
}

// fill adds the lines that go without saying.
func fill(t Table, res tournament.Result) tournament.Result {
	res.Lines = slices.Clone(res.Lines)
	switch res.Kind {
	case tournament.IntentionalDraw, tournament.DoubleLoss, tournament.Forfeit:
	default:
		return res
	}
	for _, n := range t.Seats {
		if !slices.ContainsFunc(res.Lines, func(l tournament.Line) bool { return l.Entrant == n }) {
			res.Lines = append(res.Lines, tournament.Line{Entrant: n})
		}
	}
	return res
}

// unplaced leaves places out that some lines have and some have not, so that their absence is told.
func unplaced(res tournament.Result) tournament.Result {
	if res.Kind == tournament.DoubleLoss || res.Kind == tournament.IntentionalDraw {
		res.Lines = slices.Clone(res.Lines)
		for i := range res.Lines {
			res.Lines[i].Place = 0
		}
	}
	return res
}

// placed fills in the places that follow from what was counted.
func placed(res tournament.Result) tournament.Result {
	res.Lines = slices.Clone(res.Lines)
	given := slices.ContainsFunc(res.Lines, func(l tournament.Line) bool { return l.Place != 0 })
	for i, l := range res.Lines {
		switch {
		case res.Kind == tournament.DoubleLoss:
			res.Lines[i].Place = 0
		case res.Kind == tournament.IntentionalDraw:
			res.Lines[i].Place = 1
		case given && !l.Forfeits:
		default:
			res.Lines[i].Place = place(res, l)
		}
	}
	return res
}

// checkPlaces refuses places that leave a gap: whoever shares second place is followed by fourth.
func (l Log) checkPlaces(res tournament.Result) error {
	if res.Kind == tournament.DoubleLoss {
		return nil
	}
	for _, line := range res.Lines {
		n := 1
		for _, o := range res.Lines {
			if o.Place < line.Place {
				n++
			}
		}
		if n != line.Place {
			return refuse(CodePlaces, "{%s} has place %d, and %d did better: that is place %d; shared places are equal, as in 1, 2, 2, 4", l.Entrants[line.Entrant-1].Player, line.Place, n-1, n)
		}
	}
	return nil
}

// place is one more than how many did better.
func place(res tournament.Result, l tournament.Line) int {
	n := 1
	for _, o := range res.Lines {
		if better(res, o, l) {
			n++
		}
	}
	return n
}

func better(res tournament.Result, a, b tournament.Line) bool {
	if a.Forfeits != b.Forfeits {
		return b.Forfeits
	}
	if a.Forfeits {
		return false
	}
	var scores, games bool
	for _, l := range res.Lines {
		scores = scores || l.Score != ""
		games = games || l.Games != 0
	}
	switch {
	case scores:
		x, _ := exact.Parse(string(a.Score))
		y, _ := exact.Parse(string(b.Score))
		return x.Cmp(y) > 0
	case games || res.Drawn > 0:
		return a.Games > b.Games
	default:
		return a.Victory > b.Victory
	}
}

// sorted puts the lines in the order of the seats.
func sorted(t Table, res tournament.Result) tournament.Result {
	slices.SortFunc(res.Lines, func(a, b tournament.Line) int {
		return cmp.Compare(slices.Index(t.Seats, a.Entrant), slices.Index(t.Seats, b.Entrant))
	})
	return res
}

// checkBestOf refuses more won games than a match needs.
func (l Log) checkBestOf(res tournament.Result) error {
	if l.Rules.BestOf == 0 {
		return nil
	}
	need, done := l.Rules.BestOf/2+1, 0
	for _, line := range res.Lines {
		if line.Games > need {
			return refuse(CodeBestOf, "{%s} has won %d games: %d win a match of best of %d", l.Entrants[line.Entrant-1].Player, line.Games, need, l.Rules.BestOf)
		}
		if line.Games == need {
			done++
		}
	}
	if done > 1 {
		return refuse(CodeBestOf, "two have won %d games: the first who has ends a match of best of %d", need, l.Rules.BestOf)
	}
	return nil
}

// Winner returns who won alone; false if nobody did. A forfeit of all but one is a win.
func Winner(res tournament.Result) (int, bool) {
	who, n := 0, 0
	if res.Kind == tournament.DoubleLoss || res.Kind == tournament.IntentionalDraw || res.Kind == tournament.Open {
		return 0, false
	}
	for _, l := range res.Lines {
		if l.Place == 1 && !l.Forfeits {
			who, n = l.Entrant, n+1
		}
	}
	return who, n == 1
}

// lostByAll tells whether nobody at the table goes on.
func lostByAll(res tournament.Result) bool {
	return res.Kind == tournament.DoubleLoss || !slices.ContainsFunc(res.Lines, func(l tournament.Line) bool { return !l.Forfeits })
}

// Same tells whether two results of a table, as recorded, say the same.
func Same(a, b tournament.Result) bool {
	return a.Kind == b.Kind && a.Drawn == b.Drawn && slices.Equal(a.Lines, b.Lines)
}

// Eliminates reports whether losing in a round is being out.
func (l Log) Eliminates(r Round) bool {
	return r.Stage == tournament.StageCut || l.Rules.Format == tournament.FormatSingle || l.Rules.Format == tournament.FormatDouble
}
