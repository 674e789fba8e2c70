package league

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/wallpage"
	log "github.com/muster-events/muster/events/league"
	view "github.com/muster-events/muster/projections/league"
)

// How much a page of the wall holds at scale 1; a greater scale holds less of it.
const (
	wallRows    = 10 // in a column
	revealRows  = 6  // revealed rows under the latest
	wallPercent = 100
)

// rowsAt are how many rows a column of the wall holds at each scale, and how many columns there are.
var rowsAt = map[string][2]int{
	"scale-80": {12, 2}, "scale-100": {wallRows, 2}, "scale-120": {8, 1}, "scale-140": {6, 1}, "scale-160": {5, 1},
}

// GET /wall/{gathering}/{league}/standings?theme=…&scale=…
func (p pages) wall(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	look := wallpage.LookOf(r)
	return p.Page(w, r, WallPage(v, look, "/sse"+v.Wall()+"?scale="+scaleOf(look)))
}

// GET /sse/wall/{gathering}/{league}/standings
func (p pages) wallStream(w http.ResponseWriter, r *http.Request) error {
	look := wallpage.LookOf(r)
	return p.stream(w, r, "wall/"+look.Scale, func(ctx context.Context, v Shown) ([]byte, error) {
		return site.Bytes(ctx, templ.Join(Wall(v, look), wallpage.Seal(v.Signed)))
	})
}

// scaleOf writes a scale as an address has it: "1.4".
func scaleOf(l wallpage.Look) string {
	n := wallPercent
	_, _ = fmt.Sscanf(l.Scale, "scale-%d", &n) // it is one of the scales there are
	return fmt.Sprintf("%.1f", float64(n)/wallPercent)
}

// wallSheet is what the wall shows at a time: a piece of one table.
type wallSheet struct {
	Name    string
	Points  string // what the number is
	Columns [][]view.Row
}

// sheets are the pages of the wall, at least one.
func sheets(v Shown, look wallpage.Look) []wallSheet {
	fits, ok := rowsAt[look.Scale]
	if !ok {
		fits = rowsAt["scale-100"]
	}
	var out []wallSheet
	for _, t := range v.all() {
		for piece := range slices.Chunk(t.Rows, fits[0]*fits[1]) {
			high := fits[0]
			if len(piece) > high {
				high = (len(piece) + 1) / 2 // two columns, as high as each other
			}
			out = append(out, wallSheet{Name: t.Name, Points: pointsTitle(t), Columns: slices.Collect(slices.Chunk(piece, high))})
		}
	}
	if len(out) == 0 {
		out = append(out, wallSheet{Name: "Nobody has entered yet"})
	}
	return out
}

// revealed is what the wall shows of a reveal: the row that was shown last, and those before it of the same
// division in their final order. All others stay hidden.
type revealed struct {
	Latest   log.RowRevealed
	Division string
	Before   []log.RowRevealed
	Left     int
}

func revealOf(v Shown, most int) (revealed, bool) {
	n := len(v.Reveal.Shown)
	if !v.Reveal.Frozen || n == 0 {
		return revealed{}, false
	}
	out := revealed{Latest: v.Reveal.Shown[n-1], Left: v.Reveal.Left}
	if len(v.Divisions) > 1 {
		out.Division = v.DivisionName(out.Latest.Division)
	}
	for _, r := range slices.Backward(v.Reveal.Shown[:n-1]) {
		if r.Division == out.Latest.Division && len(out.Before) < most {
			out.Before = append(out.Before, r)
		}
	}
	return out, true
}

// revealFits is how many rows fit under the latest.
func revealFits(look wallpage.Look) int {
	fits, ok := rowsAt[look.Scale]
	if !ok {
		return revealRows
	}
	return fits[0] * revealRows / wallRows
}

// change says how a revealed row moved against the frozen board: "up 2 places, from 5".
func change(r log.RowRevealed) string {
	switch {
	case r.From == 0 || r.Rank == 0:
		return ""
	case r.From == r.Rank:
		return fmt.Sprintf("%d on the frozen board too", r.From)
	}
	return fmt.Sprintf("%s, from %d", movement(r.From-r.Rank), r.From)
}

// tallies says on the wall how far the season is.
func tallies(v Shown) string {
	if x, ok := v.Session(v.Since); ok {
		says := "After " + x.Name
		if x.Provisional {
			says += " (provisional)"
		}
		return says
	}
	return "Nothing is scored yet"
}
