package tournament

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/qr"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/catalog"
	view "github.com/muster-events/muster/projections/tournament"
)

// List is the list of a gathering's tournaments.
type List struct {
	Info catalog.Gathering
	List []view.Line
}

// GET /tournaments/{gathering}
func (p pages) list(w http.ResponseWriter, r *http.Request) error {
	v, err := p.lines(r)
	if err != nil {
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
	list, err := p.Tournaments.Tournaments(r.Context(), g)
	return List{Info: info, List: list}, err
}

// GET /tournaments/{gathering}/{tournament}[/rounds/{round}]
func (p pages) pairings(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	n, stream := len(v.Rounds), "pairings"
	if r.PathValue("round") != "" {
		if n, err = number(r, "round"); err != nil {
			return err
		}
		if n > len(v.Rounds) {
			return deps.ErrNotFound
		}
		stream = fmt.Sprintf("rounds/%d", n)
	}
	return p.Page(w, r, PairingsPage(v, n, "/sse"+v.Path("/"+stream)))
}

// GET /tournaments/{gathering}/{tournament}/standings
func (p pages) standings(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, StandingsPage(v, "/sse"+v.Path("/standings")))
}

// GET /tournaments/{gathering}/{tournament}/players/{entrant}
func (p pages) player(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	n, err := number(r, "entrant")
	if err != nil || n > len(v.Entrants) {
		return deps.ErrNotFound
	}
	if into := v.Entrants[n-1].Into; into != 0 {
		return site.To(w, r, v.Path(fmt.Sprintf("/players/%d", into)))
	}
	h, err := p.history(r, v.Gathering, v.Entrants[n-1].Player)
	if err != nil {
		return err
	}
	return p.Page(w, r, PlayerPage(v, v.Entrants[n-1], h))
}

// GET /tournaments/{gathering}/{tournament}/qr[?entrant=n]: the address of the page that phones enter by;
// for an organiser, that which makes a phone an entrant's.
func (p pages) qr(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	target := p.BaseURL() + v.Path("/enter")
	if n := r.URL.Query().Get("entrant"); n != "" {
		if no := v.Me.May(access.ReadCodes, v.Gathering, access.Object{}); no != nil {
			return no
		}
		e, ok := v.entrantOf(n)
		if !ok {
			return deps.ErrNotFound
		}
		if target, err = p.phoneLink(r, v, e); err != nil {
			return err
		}
	}
	svg, err := qr.SVG(target)
	if err != nil {
		return fmt.Errorf("draw a QR code of %s: %w", target, err)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "private, no-store")
	_, err = w.Write(svg)
	return err
}

// phoneLink is the address that makes a phone an entrant's.
func (p pages) phoneLink(r *http.Request, v Shown, e view.Entrant) (string, error) {
	code, err := p.Players.PlayerCode(r.Context(), v.Gathering, v.ID, e.Player)
	return fmt.Sprintf("%s%s?code=%s", p.BaseURL(), v.Path(fmt.Sprintf("/phone/%d", e.N)), code), err
}

func (s Shown) entrantOf(text string) (view.Entrant, bool) {
	for _, e := range s.Entrants {
		if fmt.Sprint(e.N) == text {
			return e, true
		}
	}
	return view.Entrant{}, false
}

// figure writes a number for people: whole ones as they are, others with up to four digits.
func figure(n exact.Num) string {
	s := n.Decimal(4)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	return strings.Replace(s, "-", "−", 1)
}

// percentage tells whether a criterion is a share of 1.
func percentage(k standings.Kind) bool {
	switch k {
	case standings.MatchWin, standings.GameWin, standings.OppMatchWin, standings.OppGameWin:
		return true
	}
	return false
}

// cell writes the number of a cell.
func cell(c standings.Cell) string {
	switch {
	case !c.Asked:
		return "–"
	case percentage(c.Kind):
		return strings.TrimSuffix(c.Value.Times(100).Decimal(2), ".00") + " %"
	case c.Kind == standings.Lots:
		return "drawn"
	default:
		return figure(c.Value)
	}
}

// how says how the terms of a cell make its number.
func how(c standings.Cell) string {
	switch {
	case !c.Asked:
		return "Not needed: nobody is tied with this player so far."
	case c.How == standings.Summed:
		return "Sum: " + figure(c.Value) + ", exactly " + c.Value.String()
	case c.How == standings.Averaged && c.Over.IsZero():
		return "There is nothing to count yet: the least it can be, " + c.Floor.String()
	case c.How == standings.Averaged:
		says := "Sum divided by " + figure(c.Over) + ": exactly " + c.Value.String()
		if !c.Floor.IsZero() {
			says += "; it is never less than " + c.Floor.String()
		}
		return says
	case c.How == standings.Ranked:
		return "How many of those who are tied come after this player."
	default:
		return "Drawn by lot, by the number that was drawn when the tournament was opened."
	}
}

// movement says how a player moved: "up 3 places".
func movement(by int) string {
	dir := "up"
	if by < 0 {
		dir, by = "down", -by
	}
	if by == 1 {
		return dir + " 1 place"
	}
	return fmt.Sprintf("%s %d places", dir, by)
}

// record writes won, drawn and lost matches.
func record(row standings.Row) string {
	says := fmt.Sprintf("%d–%d–%d", row.Won, row.Drawn, row.Lost)
	if row.Byes > 0 {
		says += fmt.Sprintf(" and %d bye", row.Byes)
		if row.Byes > 1 {
			says += "s"
		}
	}
	return says
}

// stageName names a stage where there are several.
func stageName(v Shown, stage int) string {
	switch {
	case eliminates(v.Rules, log.StageMain):
		return "Matches"
	case len(v.Standings) < 2:
		return "Standings"
	case stage == log.StageCut:
		return "Matches of the cut"
	}
	return "Swiss rounds"
}

// flagsOf are what is unusual about a table (0: the byes) of a round.
func flagsOf(r view.Round, table int) []string {
	var out []string
	for _, f := range r.Flags {
		if f.Table == table {
			out = append(out, f.Says)
		}
	}
	return out
}

// tableState says how far a table is.
func tableState(r view.Round, t view.Table) string {
	switch t.State {
	case view.TableConflict:
		return "A judge is asked"
	case view.TableEntered:
		return "Waits for a confirmation"
	case view.TableStands:
		return "Result"
	default:
		switch {
		case t.Called:
			return "Time is up"
		case r.Clock == nil:
			return "Not started"
		}
		return "Playing"
	}
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// game is a round of a player's page.
type game struct {
	Round int
	Table view.Table // N 0: none
	Bye   *view.Bye
}

// games are the rounds of an entrant, the first one first.
func games(v Shown, n int) []game {
	var out []game
	for _, r := range v.Rounds {
		for _, t := range r.Tables {
			for _, s := range t.Seats {
				if s.Entrant == n {
					out = append(out, game{Round: r.N, Table: t})
				}
			}
		}
		for _, b := range r.Byes {
			if b.Entrant == n {
				out = append(out, game{Round: r.N, Bye: &b})
			}
		}
	}
	return out
}

// rowOf is the row of a person in the standings; false if they are not in them.
func rowOf(s view.Standings, p events.PersonID) (standings.Row, bool) {
	row := s.Table.Row(p)
	if row == nil {
		return standings.Row{}, false
	}
	return *row, true
}
