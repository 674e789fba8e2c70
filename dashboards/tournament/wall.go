package tournament

import (
	"net/http"

	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/engine/standings"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// How much a page of the wall holds; the next page is turned to after a while.
const (
	wallTables  = 8
	wallRows    = 10
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
	Rows    []standings.Row
	Entered []view.Entrant
}

// sheets are the pages of a wall, at least one.
func sheets(v Shown) []wallSheet {
	r, playing := v.Last()
	if !playing {
		return enteredSheets(v)
	}
	rows := v.Latest().Table.Rows
	var out []wallSheet
	for i := 0; i == 0 || i*wallTables < len(r.Tables) || i*wallRows < len(rows); i++ {
		out = append(out, wallSheet{Tables: cut(r.Tables, i, wallTables), Rows: cut(rows, i, wallRows)})
	}
	out[0].Byes = r.Byes
	if len(r.Byes) > 4 {
		out[0].Byes = r.Byes[:4]
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
