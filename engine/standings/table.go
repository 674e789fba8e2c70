package standings

import (
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Table is the standings of a stage.
type Table struct {
	Ruleset string `json:"ruleset"` // id
	Edition string `json:"edition"`
	Stage   int    `json:"stage,omitempty"`
	// After is the last round that counted something; 0: none.
	After int `json:"after"`
	// Order lists the criteria, as the cells of every row are in order.
	Order []Criterion `json:"order"`
	// Rows are in order of place; those who share one are in order of their ids.
	Rows []Row `json:"rows"`
}

// Row is one player's line.
type Row struct {
	Place   int             `json:"place"` // from 1; shared places are the same number
	Shared  bool            `json:"shared,omitempty"`
	Player  events.PersonID `json:"player"`
	Dropped bool            `json:"dropped,omitempty"`
	Played  int             `json:"played"` // matches with a result, forfeits included; no byes
	Won     int             `json:"won"`
	Drawn   int             `json:"drawn"`
	Lost    int             `json:"lost"`
	Byes    int             `json:"byes,omitempty"`
	Cells   []Cell          `json:"cells"`   // one for each criterion
	Ruleset string          `json:"ruleset"` // id, on every row
	Edition string          `json:"edition"`
}

// Cell is one number and what it is made of.
type Cell struct {
	Kind  Kind      `json:"kind"`
	Value exact.Num `json:"value"`
	// Asked is false where the criterion was not needed: it only looks at players who are tied, and this
	// one is not. The value is 0 then.
	Asked bool `json:"asked"`
	How   How  `json:"how"`
	// Over is what the sum of the terms was divided by; 0 for a mean: there was nothing to divide.
	Over  exact.Num `json:"over,omitzero"`
	Floor exact.Num `json:"floor,omitzero"` // the least the value can be
	Terms []Term    `json:"terms,omitempty"`
	// Note says in a sentence what the terms do not; it may be empty.
	Note string `json:"note,omitempty"`
}

// How tells how the terms make the value.
type How string

// The ways to make a value of terms.
const (
	Summed   How = "sum"   // the sum of the terms that count
	Averaged How = "mean"  // their sum divided by Over; the floor if Over is 0, or if it is greater
	Ranked   How = "rank"  // how many of those who are tied come after this player
	Drawn    How = "drawn" // a lot
)

// Term is one part of a number.
type Term struct {
	Round    int             `json:"round,omitempty"`    // 0: no round's
	Opponent events.PersonID `json:"opponent,omitempty"` // empty: nobody's
	Says     string          `json:"says"`               // what it is, in words; people are in braces
	Value    exact.Num       `json:"value"`              // what it counts, weight included
	// Out says why it does not count; empty: it does.
	Out string `json:"out,omitempty"`
}

// Again works the value out of the terms, for [Summed] and [Averaged]; others give their value.
func (c Cell) Again() exact.Num {
	if c.How != Summed && c.How != Averaged {
		return c.Value
	}
	var counted []exact.Num
	for _, t := range c.Terms {
		if t.Out == "" {
			counted = append(counted, t.Value)
		}
	}
	if c.How == Summed {
		return exact.Sum(counted...)
	}
	if c.Over.IsZero() {
		return c.Floor
	}
	return exact.Max(exact.Sum(counted...).Div(c.Over), c.Floor)
}

func sumOf(terms []Term) Cell {
	c := Cell{Asked: true, How: Summed, Terms: terms}
	c.Value = c.Again()
	return c
}

func meanOf(terms []Term, over, floor exact.Num) Cell {
	c := Cell{Asked: true, How: Averaged, Over: over, Floor: floor, Terms: terms}
	c.Value = c.Again()
	return c
}

// Cell returns a row's first cell of a kind; nil if the ruleset has none.
func (r Row) Cell(kind Kind) *Cell {
	for i := range r.Cells {
		if r.Cells[i].Kind == kind {
			return &r.Cells[i]
		}
	}
	return nil
}

// Row returns a player's row; nil if they did not enter.
func (t Table) Row(id events.PersonID) *Row {
	for i := range t.Rows {
		if t.Rows[i].Player == id {
			return &t.Rows[i]
		}
	}
	return nil
}
