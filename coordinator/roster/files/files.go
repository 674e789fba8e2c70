// Package files has what is asked of a file of results or of players of a league, and what it did. Those who
// take files in are in ops/leagues; pages and the API ask them.
package files

import (
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Formats of files.
const (
	FormatCSV  = "csv"
	FormatJSON = "json"
)

// Ask is a file with what is said about it.
type Ask struct {
	Text   []byte
	Format string // a Format… constant
	// Session is where results go whose line names none.
	Session league.SessionID
	Reason  string // results: where they come from, and why
	// Previewed is what [Report].Previewed was for exactly what the file does; empty: it was not looked at.
	Previewed string
	Dry       bool // only look
}

// Report says what a file would do, or has done.
type Report struct {
	// Problems are all that is wrong, by line; with any of them nothing was recorded.
	Problems []exchange.Problem `json:"problems,omitempty"`
	Lines    int                `json:"lines"`    // results or players that were read
	Commands int                `json:"commands"` // that they take
	// Effects is what the whole file does to the tables, and Previewed stands for exactly that. Both are
	// empty for players, whose entry needs no preview.
	Effects   *league.Effects `json:"effects,omitempty"`
	Says      string          `json:"says,omitempty"` // the effects in words; people are in braces
	Previewed string          `json:"previewed,omitempty"`
	Applied   bool            `json:"applied"`
	// Already is set if the whole file was recorded before, for the same reason.
	Already  bool            `json:"already,omitempty"`
	Position events.Position `json:"position,omitempty"` // of the last commit
}
