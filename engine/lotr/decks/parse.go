package decks

import (
	"bytes"
	"fmt"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// Forms of a deck file, for [ParseAs].
const (
	FormatAuto    = "auto" // told by how the file starts
	FormatRingsDB = "ringsdb"
	FormatText    = "text"
	FormatOCTGN   = "octgn"
)

// ParseAs reads a deck in one of the forms named by a Format… constant; empty: [FormatAuto]. Errors are
// those of the reader, and one for a form that is not known.
func ParseAs(format string, data []byte, set *cards.Set) (Deck, Report, error) {
	switch format {
	case "", FormatAuto:
		return Parse(data, set)
	case FormatRingsDB:
		return ParseRingsDB(data, set)
	case FormatText:
		return ParseText(data, set)
	case FormatOCTGN:
		return ParseOCTGN(data, set)
	}
	return Deck{}, Report{}, fmt.Errorf("%.40q is no form of a deck file: use %s, %s, %s or %s", format, FormatAuto, FormatRingsDB, FormatText, FormatOCTGN)
}

// Parse reads a deck in any of the known forms, which it tells apart by how the file starts: { for
// [ParseRingsDB], < for [ParseOCTGN], anything else for [ParseText]. Errors are those of the reader, each
// a [*textfile.Error] with the line.
//
// Rule: Deck imports.
// Source: facts/README.md.
func Parse(data []byte, set *cards.Set) (Deck, Report, error) {
	start := bytes.TrimSpace(textfile.TrimBOM(data))
	switch {
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")) && bytes.ContainsAny(start, "{"):
		return ParseRingsDB(data, set)
	case bytes.HasPrefix(start, []byte("<")):
		return ParseOCTGN(data, set)
	}
	return ParseText(data, set)
}
