package tournament

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// Papers that a desk prints.
const (
	paperTables    = "tables"    // pairings by table
	paperNames     = "names"     // pairings by name
	paperSlips     = "slips"     // a slip for each table
	paperStandings = "standings" // standings or ranking
	paperResults   = "results"   // results of a round, with lines for signatures
)

var papers = []struct{ What, Title string }{
	{paperNames, "Pairings by name"}, {paperTables, "Pairings by table"}, {paperSlips, "Result slips"}, {paperResults, "Results sheet"}, {paperStandings, "Standings"},
}

// Paper is a page that is printed on A4.
type Paper struct {
	Desk
	What, Title string
	Round       view.Round // N 0: there is none
}

// GET /console/{gathering}/tournaments/{tournament}/print/{what}?round=…
func (p pages) print(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(papers, func(x struct{ What, Title string }) bool { return x.What == r.PathValue("what") })
	if i < 0 {
		return deps.ErrNotFound
	}
	v := Paper{Desk: d, What: papers[i].What, Title: papers[i].Title}
	n := len(d.Rounds)
	if asked, err := site.Number(r, "round", "The round", 1, len(d.Rounds)); err != nil {
		return err
	} else if asked != nil {
		n = *asked
	}
	if n > 0 {
		v.Round = d.Rounds[n-1]
	} else if v.What != paperStandings {
		return &site.Problem{Status: http.StatusNotFound, Title: "Nothing to print yet", Says: "Pair a round first."}
	}
	v.Page = officialsPage(d.Me, d.Info, v.Title, layout.Link{To: deskPath(d.Gathering, d.ID), Text: d.View.Name}, layout.Link{Text: v.Title})
	return p.Page(w, r, PaperPage(v))
}

// nameLine is a line of the pairings by name.
type nameLine struct{ Name, Where, Side, Against string }

// byName lists who sits where, in the order of names.
func (v Paper) byName() []nameLine {
	var out []nameLine
	for _, t := range v.Round.Tables {
		for _, s := range t.Seats {
			m := v.match(v.Round, t, s.Entrant)
			l := nameLine{Name: v.Person(s.Player), Where: fmt.Sprint(t.N), Side: s.Side, Against: m.Against}
			if s.At > 0 {
				l.Where += fmt.Sprintf(", seat %d", s.At)
			}
			out = append(out, l)
		}
	}
	for _, b := range v.Round.Byes {
		out = append(out, nameLine{Name: v.Person(b.Player), Where: "–", Against: words.Bye(b.Kind)})
	}
	c := collate.New(language.Und, collate.IgnoreCase)
	slices.SortStableFunc(out, func(a, b nameLine) int { return c.CompareString(a.Name, b.Name) })
	return out
}

// boxes is what a slip asks for of each player.
func (v Paper) boxes(t view.Table) string {
	switch counting(v.Rules, len(t.Seats)) {
	case byPlaces:
		return "place"
	case byPoints, byWinners:
		return "points"
	default:
		return "games"
	}
}

// ticks are what else a slip lets players tick.
func (v Paper) ticks() []string {
	var out []string
	for _, e := range endingsAt(v.Rules, v.Round.Stage) {
		switch e.Kind {
		case log.Unfinished:
			out = append(out, "time called")
		case log.IntentionalDraw:
			out = append(out, "draw by agreement")
		case log.Forfeit:
			out = append(out, "forfeit of:")
		}
	}
	return out
}

// paperRows are the lines of the standings, without what opens.
func (v Paper) paperRows() []paperRow {
	var out []paperRow
	for _, r := range v.Final {
		out = append(out, paperRow{Place: rankOf(r), Name: v.Person(r.Player), Cells: []string{v.Says(r.Says)}})
	}
	if len(out) > 0 {
		return out
	}
	t := v.Latest().Table
	for _, r := range t.Rows {
		row := paperRow{Place: fmt.Sprint(r.Place), Name: v.Person(r.Player), Cells: []string{record(r)}}
		if r.Shared {
			row.Place += "="
		}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, cell(c))
		}
		out = append(out, row)
	}
	return out
}

type paperRow struct {
	Place, Name string
	Cells       []string
}

// paperHeads are the headings over the cells of the standings.
func (v Paper) paperHeads() []string {
	if len(v.Final) > 0 {
		return []string{"How far"}
	}
	out := []string{"Won–drawn–lost"}
	for _, c := range v.Latest().Table.Order {
		out = append(out, view.Criterion(c))
	}
	return out
}

// under is the line under the title of a paper.
func (v Paper) under() string {
	var out []string
	if v.What == paperStandings {
		if n := v.Latest().Table.After; n > 0 {
			out = append(out, fmt.Sprintf("after round %d", n))
		}
		out = append(out, fmt.Sprintf("rule set: %s, edition %s", v.Ruleset.Name, v.Ruleset.Edition))
	} else {
		out = append(out, lower(roundTitle(v.Shown, v.Round)))
	}
	if v.Badge {
		out = append(out, fmt.Sprintf("%d on the integrity list", len(v.Integrity)))
	}
	return words.Upper(strings.Join(out, " · "))
}
