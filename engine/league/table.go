package league

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Table is a league's standings.
type Table struct {
	Rules   string `json:"rules"` // id
	Edition string `json:"edition"`
	After   int    `json:"after"` // the last session there is; 0: none
	// Order lists the criteria, as the cells of every row are in order.
	Order []Criterion `json:"order"`
	// Rows are in order of place; those who share one are in order of their ids.
	Rows []Row `json:"rows"`
}

// Row is one member's line.
type Row struct {
	Line
	Member   events.PersonID `json:"member"`
	Team     string          `json:"team,omitempty"`
	Store    string          `json:"store,omitempty"`
	Division string          `json:"division,omitempty"`
	Dropped  bool            `json:"dropped,omitempty"`
	Attended int             `json:"attended"` // sessions
	// Short is how many sessions the member has yet to come to; 0: enough.
	Short   int    `json:"short,omitempty"`
	Rules   string `json:"rules"` // id, on every row
	Edition string `json:"edition"`
}

// Line is what every kind of table has.
type Line struct {
	Place  int    `json:"place"` // from 1; shared places are the same number
	Shared bool   `json:"shared,omitempty"`
	Cells  []Cell `json:"cells"`
}

// Cell is one number and what it is made of.
type Cell struct {
	Kind  Criterion `json:"kind"`
	Value exact.Num `json:"value"`
	// None is set if there is no such number: the value is 0 then, and comes after every number.
	None  bool   `json:"none,omitempty"`
	Less  bool   `json:"less,omitempty"` // fewer is better
	Terms []Term `json:"terms,omitempty"`
	// Listed is set if the terms are what the value was picked from, and not what adds up to it.
	Listed bool   `json:"listed,omitempty"`
	Note   string `json:"note,omitempty"`
}

// Term is one part of a number.
type Term struct {
	Session int             `json:"session,omitempty"` // 0: no session's
	Unit    string          `json:"unit,omitempty"`    // the scenario, where scenarios have values
	Member  events.PersonID `json:"member,omitempty"`  // in team and store tables
	Entry   string          `json:"entry,omitempty"`   // id of the event that recorded it
	Says    string          `json:"says"`
	Value   exact.Num       `json:"value"`
	Out     string          `json:"out,omitempty"` // why it does not count; empty: it does
}

// Again adds up the terms that count; for a cell whose terms are listed it is the value.
func (c Cell) Again() exact.Num {
	if c.Listed {
		return c.Value
	}
	var counted []exact.Num
	for _, t := range c.Terms {
		if t.Out == "" {
			counted = append(counted, t.Value)
		}
	}
	return exact.Sum(counted...)
}

// Cell returns the cell of a criterion; nil if there is none.
func (l Line) Cell(kind Criterion) *Cell {
	for i := range l.Cells {
		if l.Cells[i].Kind == kind {
			return &l.Cells[i]
		}
	}
	return nil
}

// Row returns a member's row; nil if there is none.
func (t Table) Row(id events.PersonID) *Row {
	for i := range t.Rows {
		if t.Rows[i].Member == id {
			return &t.Rows[i]
		}
	}
	return nil
}

// compare puts the better cell first; no number comes last.
func (c Cell) compare(d Cell) int {
	switch {
	case c.None || d.None:
		return one(c.None) - one(d.None)
	case c.Less:
		return c.Value.Cmp(d.Value)
	}
	return d.Value.Cmp(c.Value)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func compareLines(a, b Line) int { return slices.CompareFunc(a.Cells, b.Cells, Cell.compare) }

// placed sorts rows and numbers their places: first by class, the smaller first, then by their cells, then
// by name for those who share a place.
func placed[R any](rows []R, line func(*R) *Line, class func(R) int, name func(R) string) []R {
	slices.SortFunc(rows, func(a, b R) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), compareLines(*line(&a), *line(&b)), cmp.Compare(name(a), name(b)))
	})
	for i := range rows {
		l := line(&rows[i])
		l.Place, l.Shared = i+1, false
		if i == 0 || class(rows[i-1]) != class(rows[i]) || compareLines(*line(&rows[i-1]), *l) != 0 {
			continue
		}
		before := line(&rows[i-1])
		l.Place, l.Shared, before.Shared = before.Place, true, true
	}
	return rows
}

// Moved tells by how many places each member has moved from one table to another; up is above 0. Who was
// not in the first is not in it.
func Moved(before, after Table) map[events.PersonID]int {
	out := map[events.PersonID]int{}
	for _, r := range after.Rows {
		if b := before.Row(r.Member); b != nil {
			out[r.Member] = b.Place - r.Place
		}
	}
	return out
}
