package league

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/internal/site"
	view "github.com/muster-events/muster/projections/league"
)

// Bounds of a board, so that one of thousands loads as fast as one of thirty.
const (
	pageRows  = 50 // of a table at a time
	mostFound = 20 // players that a search lists
)

// Paged is a table with the rows that a page of it shows, in the order of the look.
type Paged struct {
	view.Table
	All      []view.Row // in order
	From, To int        // of All, those that are shown
	Page     int        // from 1
	Pages    int
}

// paged is a table as the look shows it.
func (b Board) paged(t view.Table) Paged {
	p := Paged{Table: t, All: b.sorted(t, b.Look), Page: 1}
	p.Pages = max(1, (len(p.All)+pageRows-1)/pageRows)
	if b.Look.Table == tableKey(t) {
		p.Page = min(max(1, b.Look.Page), p.Pages)
	}
	p.From = (p.Page - 1) * pageRows
	p.To = min(p.From+pageRows, len(p.All))
	return p
}

// tableKey names a table of a league in an address: a division, "players", "teams", "stores".
func tableKey(t view.Table) string {
	if t.Division != "" {
		return "division:" + t.Division
	}
	return t.Kind
}

// pageAt is the address of another page of a table.
func (b Board) pageAt(p Paged, page int) string {
	l := b.Look
	l.Table, l.Page, l.Open = tableKey(p.Table), page, ""
	if page <= 1 {
		l.Table, l.Page = "", 0
	}
	return b.At(l) + "#" + tableAnchor(p.Table)
}

// tableAnchor is the id of a table on the page.
func tableAnchor(t view.Table) string {
	return "t-" + strings.ReplaceAll(tableKey(t), ":", "-")
}

// rowAt is the address of a row, on the page of its table that has it.
func (b Board) rowAt(t view.Table, row view.Row) string {
	return b.At(b.Look.with(b.Shown, t, keyOf(t, row))) + "#" + anchorOf(t, row)
}

// with is the look at the page of a table on which a row stands.
func (l Look) with(v Shown, t view.Table, key string) Look {
	l.Open = ""
	i := slices.IndexFunc(v.sorted(t, l), func(r view.Row) bool { return keyOf(t, r) == key })
	if l.Table, l.Page = "", 0; i >= pageRows {
		l.Table, l.Page = tableKey(t), i/pageRows+1
	}
	return l
}

// pageOf reads which page of which table is asked for. One that there is not is the first.
func (l Look) pageOf(v Shown, table, page string) Look {
	n, err := strconv.Atoi(page)
	if err != nil || n < 2 {
		return l
	}
	for _, t := range v.all() {
		if tableKey(t) == table && (n-1)*pageRows < len(t.Rows) {
			l.Table, l.Page = table, n
		}
	}
	return l
}

// saysRows says which rows are shown: "51 to 100 of 2000".
func (p Paged) saysRows() string {
	return fmt.Sprintf("%d to %d of %d", p.From+1, p.To, len(p.All))
}

// Found is a player whom a search has found.
type Found struct {
	Name, To, Says string
}

// Search is what was looked for and found.
type Search struct {
	Text string
	List []Found
	More int // that are not listed
}

// bare is a name without letter case and accents.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(roster.NameKey(s)))
}

// search finds players whose names have what was typed in them, whatever the letter case and the accents.
func (b Board) search(text string) Search {
	out := Search{Text: text}
	key := bare(text)
	if key == "" {
		return out
	}
	for _, t := range b.Tables {
		for _, row := range t.Rows {
			if !strings.Contains(bare(b.Person(row.Player)), key) {
				continue
			}
			if len(out.List) == mostFound {
				out.More++
				continue
			}
			says := t.Name
			if row.Rank > 0 {
				says = fmt.Sprintf("rank %d", row.Rank)
				if len(b.Tables) > 1 {
					says += ", " + t.Name
				}
			}
			out.List = append(out.List, Found{Name: b.Person(row.Player), To: b.rowAt(t, row), Says: says})
		}
	}
	return out
}

// own is where the one who looks stands, if they are a player of the league; nil: they are not.
func (b Board) own() *Found {
	who := b.Me.Actor().Person
	if p, in := b.player(who); in && p.Into != "" {
		who = p.Into
	}
	for _, t := range b.Tables {
		for _, row := range t.Rows {
			if row.Player == who && who != "" {
				return &Found{Name: b.Person(who), To: b.rowAt(t, row), Says: "rank " + rankOf(row.Rank)}
			}
		}
	}
	return nil
}

// long tells whether a table has more than one page.
func (b Board) long() bool {
	return slices.ContainsFunc(b.Tables, func(t view.Table) bool { return len(t.Rows) > pageRows })
}

// searched answers a search: with the page of whom it means, or with a list of whom it may mean.
func (p pages) searched(w http.ResponseWriter, r *http.Request, b Board, text string) error {
	if rs := []rune(text); len(rs) > 80 {
		text = string(rs[:80])
	}
	b.Search = b.search(text)
	if len(b.Search.List) == 1 {
		return site.To(w, r, b.Search.List[0].To)
	}
	return p.shownBoard(w, r, b)
}
