package league

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/convention"
	view "github.com/muster-events/muster/projections/league"
)

// total is the column that is added up.
const total = "total"

// Board is what the board shows.
type Board struct {
	Shown
	Look  Look
	Chart view.Chart
	Best  map[events.PersonID]string // of each player, in words
	// Search is what a reader looks for; of an empty text nothing.
	Search Search
}

// At is the address of the board with a look.
func (b Board) At(l Look) string { return b.Path("") + l.query() }

// Opens is the address at which the numbers of a row are opened, or closed if they are.
func (b Board) Opens(t view.Table, row view.Row) string {
	return b.At(b.Look.opening(keyOf(t, row))) + "#" + anchorOf(t, row)
}

// Stream is the address of what changes of the board.
func (b Board) Stream() string { return "/sse" + b.At(b.Look) }

// GET /board/{gathering}/{league}?sort=…&dir=…&open=…&table=…&page=…&find=…&embed=1
func (p pages) board(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	b, err := p.boardOf(r.Context(), v, lookOf(r, v))
	if err != nil {
		return err
	}
	if text := strings.TrimSpace(r.URL.Query().Get("find")); text != "" {
		return p.searched(w, r, b, text)
	}
	return p.shownBoard(w, r, b)
}

func (p pages) shownBoard(w http.ResponseWriter, r *http.Request, b Board) error {
	if b.Look.Embed {
		embeddable(w.Header())
		return p.Packed(w, r, EmbedPage(b))
	}
	return p.Packed(w, r, BoardPage(b))
}

// embeddable lets other sites show a page inside theirs. Only the embedded board is: nothing in it can be
// pressed that does anything.
func embeddable(h http.Header) {
	h.Set("Content-Security-Policy", strings.Replace(site.Policy, "frame-ancestors 'none'", "frame-ancestors *", 1))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

func (p pages) boardOf(ctx context.Context, v Shown, l Look) (Board, error) {
	v.framed = l.Embed
	c, err := p.Leagues.LeagueChart(ctx, v.Gathering, v.ID, false)
	return Board{Shown: v, Look: l, Chart: c, Best: v.bests()}, err
}

// GET /sse/board/{gathering}/{league}?…
func (p pages) boardStream(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	l := lookOf(r, v)
	return p.stream(w, r, "board"+l.query(), func(ctx context.Context, v Shown) ([]byte, error) {
		b, err := p.boardOf(ctx, v, l)
		if err != nil {
			return nil, err
		}
		return site.Bytes(ctx, BoardLive(b))
	})
}

// List is the list of a gathering's leagues.
type List struct {
	Info   catalog.Gathering
	List   []view.Line
	Boards []convention.Board
}

// GET /board/{gathering}
func (p pages) list(w http.ResponseWriter, r *http.Request) error {
	v, err := p.lines(r)
	if err != nil {
		return err
	}
	if v.Boards, err = p.Leagues.Convention(r.Context(), v.Info.ID); err != nil {
		return err
	}
	return p.Page(w, r, ListPage(v))
}

func (p pages) lines(r *http.Request) (List, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return List{}, err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return List{}, err
	}
	list, err := p.Leagues.Leagues(r.Context(), g)
	return List{Info: info, List: list}, err
}

// movement says how a row moved: "up 3 places".
func movement(by int) string {
	dir := "up"
	if by < 0 {
		dir, by = "down", -by
	}
	return dir + " " + count(by, "place")
}

// count writes a number with its noun: "1 place", "3 places".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// minus writes a number for people with a real minus.
func minus(s string) string {
	if n, below := strings.CutPrefix(s, "-"); below {
		return "−" + n
	}
	return s
}

// shown writes a number of a cell.
func shown(c view.Cell) string {
	if c.Shown == "" {
		return "–"
	}
	return minus(c.Shown)
}

// rankOf writes a rank; who has none has a dash.
func rankOf(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// stages are the stages of a season in words.
var stages = map[string]string{
	view.StageRunning: "Running", view.StageEnded: "Ended", view.StageFinal: "Final", view.StageSealed: "Sealed",
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// others are the columns beside the total, which has a place of its own.
func others(t view.Table) []view.Column {
	var out []view.Column
	for _, c := range t.Columns {
		if c.Kind != total {
			out = append(out, c)
		}
	}
	return out
}

// cellOf is the number of a row in a column; false where there is none to show.
func cellOf(row view.Row, kind string) (view.Cell, bool) {
	for _, c := range row.Cells {
		if c.Kind == kind {
			return c, true
		}
	}
	return view.Cell{}, false
}

// boundary says what the line between two rows means: who is above it goes up, or who is below goes down.
// Empty: there is none.
func (s Shown) boundary(rows []view.Row, i int) string {
	if i < 1 {
		return ""
	}
	above, below := rows[i-1], rows[i]
	switch {
	case above.Goes == view.GoesUp && below.Goes != view.GoesUp:
		return "▲ Above this line: up to " + s.goesTo(above, -1)
	case below.Goes == view.GoesDown && above.Goes != view.GoesDown:
		return "▼ Below this line: down to " + s.goesTo(below, 1)
	}
	return ""
}

// goesTo is the name of the division next to that of a row.
func (s Shown) goesTo(row view.Row, by int) string {
	for i, d := range s.Divisions {
		if d.ID == row.Division && i+by >= 0 && i+by < len(s.Divisions) {
			return s.Divisions[i+by].Name
		}
	}
	return "the next division"
}

// sessionsSay says how far the season is.
func (s Shown) sessionsSay() string {
	played, planned := 0, 0
	for _, x := range s.Sessions {
		if x.Cancelled {
			continue
		}
		planned++
		if x.Attended > 0 {
			played++
		}
	}
	says := fmt.Sprintf("%s, %d of %s played.", count(s.In, "player"), played, count(planned, "session"))
	if x, ok := s.Session(s.Since); ok && played > 1 {
		says += " Movement is since the session before " + x.Name + "."
	}
	return says
}

// bests are the best results of all players in words: the best place, else the best score, else the most
// matches won.
func (s Shown) bests() map[events.PersonID]string {
	best, says := map[events.PersonID]*log.Result{}, map[events.PersonID]string{}
	for _, x := range s.Sessions {
		if x.Cancelled {
			continue
		}
		for _, r := range x.Results {
			for _, p := range r.Players {
				if r.Result != nil && better(r.Result, best[p]) {
					best[p], says[p] = r.Result, r.Says+", "+x.Name
				}
			}
		}
	}
	return says
}

// better tells whether a result says more for a player than another.
func better(a, b *log.Result) bool {
	if b == nil {
		return true
	}
	x, y := weight(a), weight(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] > y[i]
		}
	}
	return false
}

// weight orders results: places before scores before matches, the better the greater.
func weight(r *log.Result) [3]int {
	switch g := r.Game; {
	case r.Kind == log.KindPlace:
		return [3]int{4, -r.Place, r.Wins}
	case g != nil && g.Won && g.Score != nil:
		return [3]int{3, -*g.Score, 0}
	case g != nil:
		return [3]int{2, one(g.Won), -g.Tokens}
	case r.Kind == log.KindMatches:
		return [3]int{1, r.Wins, -r.Losses}
	}
	return [3]int{}
}

// hasBest tells whether a column of the table is about the best result already.
func hasBest(t view.Table) bool {
	return columnOf(t, "best-place") >= 0 || columnOf(t, "best-single") >= 0 || columnOf(t, "best-member") >= 0
}
