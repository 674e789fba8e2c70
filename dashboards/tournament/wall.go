package tournament

import (
	"fmt"
	"net/http"

	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// How much a page of the wall holds; the next page is turned to after a while.
const (
	wallTables  = 8
	wallPods    = 4 // tables of more than two
	wallRows    = 10
	wallLatest  = 3
	wallBouts   = 8 // matches of a round of a bracket
	wallEntered = 24
)

// GET /tournaments/{gathering}/{tournament}/wall?theme=…&scale=…
func (p pages) wall(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, WallPage(v, wallpage.LookOf(r), "/sse"+v.Path("/wall")))
}

// wallSheet is what the wall shows at a time.
type wallSheet struct {
	Tables  []view.Table
	Byes    []view.Bye
	Rows    []wallRow
	Entered []view.Entrant
	Bracket []view.Part // parts of a bracket, or pieces of them
	Wide    bool        // the rows have the whole width, in two columns
}

// wallRow is a line of the standings or of the ranking.
type wallRow struct {
	Place, Says string
	Player      events.PersonID
	Moved       int
	Line        string // of a cut, before this row
}

// size says how large the type of a list can be.
func size(n int) string {
	switch {
	case n <= 2:
		return "two"
	case n <= 4:
		return "few"
	case n <= 6:
		return "some"
	default:
		return "many"
	}
}

// sheets are the pages of a wall, at least one.
func sheets(v Shown) []wallSheet {
	r, playing := v.Last()
	switch {
	case !playing:
		return enteredSheets(v)
	case !v.playing():
		return rankedSheets(v)
	case eliminates(v.Rules, r.Stage) && len(v.Brackets) > 0:
		return bracketSheets(v, r)
	}
	tables, rows := taken(r), v.wallRows()
	per := wallTables
	if v.Rules.Format == log.FormatPods {
		per = wallPods
	}
	var out []wallSheet
	for i := 0; i == 0 || i*per < len(tables) || i*wallRows < len(rows); i++ {
		s := wallSheet{Tables: cut(tables, i, per), Rows: cut(rows, i, wallRows)}
		if len(s.Tables) == 0 {
			s = wallSheet{Tables: cut(tables, i%((len(tables)+per-1)/per), per), Rows: s.Rows}
		}
		out = append(out, s)
	}
	out[0].Byes = r.Byes
	if len(r.Byes) > 4 {
		out[0].Byes = r.Byes[:4]
	}
	return out
}

// rankedSheets are the standings alone, once no round is played any more.
func rankedSheets(v Shown) []wallSheet {
	rows := v.wallRows()
	out := []wallSheet{{Rows: cut(rows, 0, 2*wallRows), Wide: true}}
	for i := 1; i*2*wallRows < len(rows); i++ {
		out = append(out, wallSheet{Rows: cut(rows, i, 2*wallRows), Wide: true})
	}
	return out
}

// wallRows are the lines of the standings, or of the ranking where a bracket makes it.
func (s Shown) wallRows() []wallRow {
	var out []wallRow
	for i, r := range s.Final {
		row := wallRow{Place: rankOf(r), Player: r.Player, Says: s.Says(r.Says)}
		if i > 0 && s.Final[i-1].Cut && !r.Cut {
			row.Line = "the cut"
		}
		out = append(out, row)
	}
	if len(out) > 0 {
		return out
	}
	t := s.Latest()
	for i, r := range t.Table.Rows {
		row := wallRow{Place: fmt.Sprint(r.Place), Player: r.Player, Moved: t.Moved[r.Player], Says: pointsOf(r)}
		if s.cutLine(t, i) {
			row.Line = fmt.Sprintf("the first %d play on", s.cutSize())
		}
		out = append(out, row)
	}
	return out
}

// latest are the results of the round that came in last, the latest first.
func (s Shown) latest() []view.Table {
	var out []view.Table
	r, ok := s.Last()
	for _, c := range s.Recent {
		if ok && c.Round == r.N && c.Table <= len(r.Tables) && len(out) < wallLatest {
			out = append(out, r.Tables[c.Table-1])
		}
	}
	return out
}

func enteredSheets(v Shown) []wallSheet {
	var in []view.Entrant
	for _, e := range v.Entrants {
		if e.In() {
			in = append(in, e)
		}
	}
	out := []wallSheet{{Entered: cut(in, 0, wallEntered)}}
	for i := 1; i*wallEntered < len(in); i++ {
		out = append(out, wallSheet{Entered: cut(in, i, wallEntered)})
	}
	return out
}

// lastOf is the last round, of a wall that shows one.
func lastOf(v Shown) view.Round {
	r, _ := v.Last()
	return r
}

// cut is the i-th of the pieces of n of a list; nil beyond its end.
func cut[T any](all []T, i, n int) []T {
	if i*n >= len(all) {
		return nil
	}
	return all[i*n : min(len(all), (i+1)*n)]
}

// entering tells whether the wall asks people to enter.
func entering(v Shown) bool { return v.Status == log.StatusOpen }
