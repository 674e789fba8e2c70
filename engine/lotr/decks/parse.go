package decks

import (
	"bytes"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// Parse reads a deck in any of the known forms, which it tells apart by how the file starts: { for
// [ParseRingsDB], < for [ParseOCTGN], anything else for [ParseText]. Errors are those of the reader, each
// a [*textfile.Error] with the line.
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
