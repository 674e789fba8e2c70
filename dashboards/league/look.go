package league

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/exact"
	view "github.com/muster-events/muster/projections/league"
)

// Look is how a reader wants to see the board. It is in the address, so it survives a reload and can be
// shared. The zero Look is the board in the order of ranks.
type Look struct {
	Sort  string // what it is sorted by: "player", "points", "sessions", a column; empty: rank
	Desc  bool   // the greatest first
	Open  string // key of the row whose numbers are opened; empty: none
	Table string // the table that is not at its first page; empty: none
	Page  int    // of that table, 2 or more
	Embed bool   // inside a page of another site
	Theme string // of an embedded board: "dark", "light"; empty: as the browser prefers
}

// Orders that every table has beside its columns.
const (
	byRank     = ""
	byPlayer   = "player"
	byPoints   = "points"
	bySessions = "sessions"
)

// lookOf reads a look from an address. What the league does not have is left out: an address from last
// season still opens.
func lookOf(r *http.Request, v Shown) Look {
	q := r.URL.Query()
	l := Look{Embed: q.Get("embed") != ""}
	if s := q.Get("sort"); sortable(v, s) {
		l.Sort, l.Desc = s, q.Get("dir") == "desc"
	}
	for _, t := range v.all() {
		for _, row := range t.Rows {
			if key := keyOf(t, row); key == q.Get("open") {
				l = l.with(v, t, key)
				l.Open = key
			}
		}
	}
	if l.Open == "" {
		l = l.pageOf(v, q.Get("table"), q.Get("page"))
	}
	if t := q.Get("theme"); l.Embed && (t == "dark" || t == "light") {
		l.Theme = t
	}
	return l
}

func sortable(v Shown, by string) bool {
	return slices.Contains([]string{byPlayer, byPoints, bySessions}, by) ||
		slices.ContainsFunc(v.all(), func(t view.Table) bool { return columnOf(t, by) >= 0 })
}

// all are the tables of players, teams and stores.
func (s Shown) all() []view.Table {
	out := slices.Clone(s.Tables)
	for _, t := range []*view.Table{s.Teams, s.Stores} {
		if t != nil {
			out = append(out, *t)
		}
	}
	return out
}

// keyOf names a row of a league: "p-7", "teams:Oak".
func keyOf(t view.Table, row view.Row) string {
	if row.Player != "" {
		return string(row.Player)
	}
	return t.Kind + ":" + row.Name
}

// anchorOf is the id of a row on the page.
func anchorOf(t view.Table, row view.Row) string {
	if row.Player != "" {
		return "r-" + string(row.Player)
	}
	i := slices.IndexFunc(t.Rows, func(o view.Row) bool { return o.Name == row.Name })
	return fmt.Sprintf("%s-%d", t.Kind, i+1)
}

// columnOf is the place of a column; −1 for none.
func columnOf(t view.Table, kind string) int {
	return slices.IndexFunc(t.Columns, func(c view.Column) bool { return c.Kind == kind })
}

// query writes a look as it is in an address, with "?", or nothing.
func (l Look) query() string {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	set("sort", l.Sort)
	if l.Sort != byRank {
		q.Set("dir", l.dir())
	}
	set("open", l.Open)
	if l.Page > 1 {
		q.Set("table", l.Table)
		q.Set("page", fmt.Sprint(l.Page))
	}
	if l.Embed {
		q.Set("embed", "1")
	}
	set("theme", l.Theme)
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

func (l Look) dir() string {
	if l.Desc {
		return "desc"
	}
	return "asc"
}

// by returns the look that a heading leads to: sorted by it, and the other way round if it is already.
// Where more is better the most come first.
func (l Look) by(sort string, desc bool) Look {
	if l.Sort == sort {
		desc = !l.Desc
	}
	l.Sort, l.Desc = sort, desc && sort != byRank
	l.Table, l.Page = "", 0
	return l
}

// aria says by what the table is sorted; empty for another heading.
func (l Look) aria(sort string) string {
	switch {
	case l.Sort != sort:
		return ""
	case l.Desc:
		return "descending"
	}
	return "ascending"
}

// opening returns the look with a row opened, or closed if it is.
func (l Look) opening(key string) Look {
	if l.Open == key {
		key = ""
	}
	l.Open = key
	return l
}

// sorted returns the rows of a table as a reader wants them. Who has no such number comes last.
func (s Shown) sorted(t view.Table, l Look) []view.Row {
	if l.Sort == byRank {
		return t.Rows
	}
	rows := slices.Clone(t.Rows)
	slices.SortStableFunc(rows, func(a, b view.Row) int {
		x, okX := s.measure(t, l.Sort, a)
		y, okY := s.measure(t, l.Sort, b)
		if !okX || !okY {
			return cmp.Compare(one(!okX), one(!okY))
		}
		n := cmp.Or(x.number.Cmp(y.number), strings.Compare(x.text, y.text))
		if l.Desc {
			return -n
		}
		return n
	})
	return rows
}

// measured is what a row is sorted by.
type measured struct {
	number exact.Num
	text   string
}

func (s Shown) measure(t view.Table, by string, row view.Row) (measured, bool) {
	switch by {
	case byPlayer:
		return measured{text: strings.ToLower(s.label(row))}, true
	case bySessions:
		return measured{number: exact.Int(row.Attended + row.Members)}, true
	case byPoints:
		by = total
		if columnOf(t, total) < 0 {
			return measured{}, false
		}
	}
	i := columnOf(t, by)
	if i < 0 || i >= len(row.Cells) || row.Cells[i].Shown == "" {
		return measured{}, false
	}
	return measured{number: row.Cells[i].Value}, true
}

// label is the name of a row.
func (s Shown) label(row view.Row) string {
	if row.Player != "" {
		return s.Person(row.Player)
	}
	return row.Name
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
