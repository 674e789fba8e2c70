package intake

import (
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Ask is what is to be taken in, and how.
type Ask struct {
	Text   string `json:"text"`             // of the file, at most [exchange.MostBytes] bytes
	Source string `json:"source,omitempty"` // where it is from, 1 to 80 characters; empty: "pasted text"
	Reason string `json:"reason,omitempty"` // of imports after the start, 1 to 400 characters
	// Choices says by line what becomes of a player: [ChooseNew], [ChooseOut], or the id of the person that
	// they are. Lines that are not in it are decided by [Resolve].
	Choices map[int]string `json:"choices,omitempty"`
	Ack     string         `json:"ack,omitempty"` // of the consequences that were shown for the next step
}

// What may be chosen for a line, beside the id of a person.
const (
	ChooseNew = "new" // somebody who is not known yet
	ChooseOut = "out" // is not entered
)

// Kinds of file.
const (
	KindPlayers = "players" // CSV of players
	KindResults = "results" // CSV of pairings and results
	KindJSON    = "json"    // players and rounds
	KindTRF     = "trf"     // TRF16
)

// File is what was read.
type File struct {
	Kind    string
	Players []exchange.Listed
	Rounds  []standings.Round // sorted; players are named as in the file
	Refused exchange.Problems
	// Here is set if the rounds name people by their ids in the gathering, not by ids of the file.
	Here bool
}

// States of a row.
const (
	RowNew     = "new"     // becomes known to the gathering, and is entered
	RowKnown   = "known"   // is known to the gathering, and is entered
	RowIn      = "in"      // is in the tournament already
	RowOut     = "out"     // is not entered
	RowRefused = "refused" // cannot be entered
)

// Row is a player of the file and what becomes of them.
type Row struct {
	exchange.Listed
	State  string          `json:"state"`            // a Row… constant
	Person events.PersonID `json:"person,omitempty"` // RowKnown, RowIn
	N      int             `json:"n,omitempty"`      // RowIn: number in the tournament
	Says   string          `json:"says,omitempty"`   // why: RowOut, RowRefused
	Alike  []alike.Match   `json:"alike,omitempty"`  // whom they may be, if nobody has chosen
}

// Enters tells whether the row is still to be entered.
func (r Row) Enters() bool { return r.State == RowNew || r.State == RowKnown }

// Step is the next thing to do. Exactly one of Enter and Command is set.
type Step struct {
	Says    string // for people: "enters 100 players"
	Enter   []int  // indexes of rows; Late is the round from which they play, 0: the first
	Late    int
	Command events.CommandBody
}

// RoundLine is a round of the file and how much of it is in the tournament.
type RoundLine struct {
	N       int    `json:"n"`
	Tables  int    `json:"tables"`
	Results int    `json:"results"` // in the file
	Done    int    `json:"done"`    // results of the file that are in the tournament
	Paired  bool   `json:"paired,omitempty"`
	Says    string `json:"says,omitempty"` // why it cannot be taken in
}

// Report says what a file would do, or has done so far.
type Report struct {
	Kind    string            `json:"kind"`
	Refused exchange.Problems `json:"refused,omitempty"` // lines that cannot be read
	Rows    []Row             `json:"rows,omitempty"`
	Rounds  []RoundLine       `json:"rounds,omitempty"`
	Notes   []string          `json:"notes,omitempty"` // what else is to be known; people are in braces, by id
	Total   int               `json:"total"`           // players and results of the file that can be taken in
	Done    int               `json:"done"`            // how many of them are in the tournament
	Next    string            `json:"next,omitempty"`  // the next step in words; empty: nothing is left to do
	// Consequences are those of the next step, if it is taken only once they are acknowledged.
	Consequences *tournament.Consequences `json:"consequences,omitempty"`
	Problem      string                   `json:"problem,omitempty"` // why the next step was refused
}

// Entering counts the rows that are still to be entered.
func (r Report) Entering() int {
	n := 0
	for _, row := range r.Rows {
		if row.Enters() {
			n++
		}
	}
	return n
}
