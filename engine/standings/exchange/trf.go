package exchange

import (
	"strings"
	"unicode/utf8"
)

// Event is what a tournament report says of the tournament. Empty fields are left out, but for the name.
type Event struct {
	Name       string   `json:"name"`
	City       string   `json:"city,omitempty"`
	Federation string   `json:"federation,omitempty"`
	Start      string   `json:"start,omitempty"` // 2026/11/30
	End        string   `json:"end,omitempty"`
	Type       string   `json:"type,omitempty"`
	Arbiter    string   `json:"arbiter,omitempty"`
	Deputies   []string `json:"deputies,omitempty"`
	Time       string   `json:"time,omitempty"` // allotted for moves or the game
	// Dates are the days of the rounds, 26/11/30.
	Dates []string `json:"dates,omitempty"`
	// Rounds is how many rounds are planned; 0: not told.
	Rounds int `json:"rounds,omitempty"`
}

// Columns of a player's record, counted from 1.
//
// Source: FIDE Handbook C.04, annex 2, Tournament Report File, version 2016.
const (
	colRank       = 5
	colSex        = 10
	colTitle      = 11
	colName       = 15
	colRating     = 49
	colFederation = 54
	colNumber     = 58
	colBirth      = 70
	colPoints     = 81
	colPlace      = 86
	colRounds     = 92
	perRound      = 10 // columns of a round: the opponent 4, a space, the colour, a space, the result, two spaces

	wideName       = 33
	wideNumber     = 11
	mostRankNumber = 9999
)

// trfEnd ends a line: the form wants a carriage return, and everything reads both.
const trfEnd = "\r\n"

// line is one line of a report, built by columns. Columns count characters.
type line struct{ r []rune }

// put writes text at a column, cut to its width.
func (l *line) put(column, width int, text string) {
	for len(l.r) < column-1+width {
		l.r = append(l.r, ' ')
	}
	i := 0
	for _, c := range text {
		if i == width {
			break
		}
		l.r[column-1+i] = c
		i++
	}
}

// right writes text so that it ends with its field.
func (l *line) right(column, width int, text string) {
	l.put(column, width, strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))+text)
}

func (l *line) String() string { return strings.TrimRight(string(l.r), " ") + trfEnd }

// get is a field without spaces around it; "" beyond the end of the line.
func get(r []rune, column, width int) string {
	if column-1 >= len(r) {
		return ""
	}
	return strings.TrimSpace(string(r[column-1 : min(len(r), column-1+width)]))
}
