package exchange

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with what was to be read.
type Problem struct {
	Line   int    `json:"line,omitempty"`   // from 1; 0: the whole of it
	Column string `json:"column,omitempty"` // its heading, or the columns of a TRF16 record
	Says   string `json:"says"`             // what is wrong, and what would be right
}

// Problems are all that is wrong, at most [MostProblems] of them.
type Problems []Problem

// Bounds of what is read. Beyond them the input is refused.
const (
	MostProblems = 100
	MostBytes    = 4 << 20
	MostPlayers  = 10_000
	MostRounds   = 99
	MostName     = 80 // characters of a name, as everywhere in muster
	mostText     = 200
)

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// String is the problem as a sentence with its line.
func (p Problem) String() string {
	switch {
	case p.Line == 0:
		return p.Says
	case p.Column == "":
		return fmt.Sprintf("line %d: %s", p.Line, p.Says)
	}
	return fmt.Sprintf("line %d, %s: %s", p.Line, p.Column, p.Says)
}

// noted collects problems.
type noted struct{ list Problems }

func (n *noted) add(line int, column, format string, args ...any) {
	if len(n.list) < MostProblems {
		n.list = append(n.list, Problem{Line: line, Column: column, Says: fmt.Sprintf(format, args...)})
	}
}

// err is nil if there is no problem.
func (n *noted) err() error {
	if len(n.list) == 0 {
		return nil
	}
	return n.list
}

// clip shortens what is quoted in a problem.
func clip(s string) string {
	const most = 40
	if r := []rune(strings.ToValidUTF8(s, "�")); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.ToValidUTF8(s, "�")
}
