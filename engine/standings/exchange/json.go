package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/muster-events/muster/engine/standings"
)

// Format names the form of [Document], with its version.
const Format = "muster.tournament.v1"

// Document is a tournament as JSON.
type Document struct {
	Format  string            `json:"format"` // [Format]
	Players []Entrant         `json:"players"`
	Rounds  []standings.Round `json:"rounds,omitempty"`
}

// WriteJSON writes entrants and rounds as JSON.
func WriteJSON(entrants []Entrant, rounds []standings.Round) ([]byte, error) {
	if entrants == nil {
		entrants = []Entrant{} // a list without players is a list
	}
	return json.MarshalIndent(Document{Format: Format, Players: entrants, Rounds: rounds}, "", "  ")
}

// ReadJSON reads entrants and rounds from JSON. Fields that are not known are problems, since a misspelt one
// must not vanish. Players whom rounds name need ids. The error is [Problems].
//
// Source: issue 4, "Players and registration", "Tournaments".
func ReadJSON(data []byte) ([]Entrant, []standings.Round, error) {
	var n noted
	in := jsonReader{data: bytes.TrimPrefix(data, []byte(mark)), noted: &n}
	if len(data) > MostBytes {
		n.add(0, "", "the file has %d bytes: at most %d are read", len(data), MostBytes)
		return nil, nil, n.err()
	}
	if !in.document() {
		return nil, nil, n.err()
	}
	checkEntrants(in.Players, func(i int) int { return in.lines[i] }, &n)
	in.checkRounds()
	if err := n.err(); err != nil {
		return nil, nil, err
	}
	return in.Players, in.Rounds, nil
}

type jsonReader struct {
	Document
	data       []byte
	dec        *json.Decoder
	lines      []int // of players
	roundLines []int
	noted      *noted
}

// line is the line of an offset; what parts values from one another before it is passed over.
func (in *jsonReader) line(offset int64) int {
	at := min(max(0, int(offset)), len(in.data))
	rest := bytes.TrimLeft(in.data[at:], " \t\r\n,:")
	at = len(in.data) - len(rest)
	return 1 + bytes.Count(in.data[:at], []byte("\n"))
}

// document reads the file.
func (in *jsonReader) document() bool {
	if !in.object("the file is a JSON object with format, players and rounds", in.part) {
		return false
	}
	in.formatIs(in.Format, Format)
	return len(in.noted.list) == 0
}

func (in *jsonReader) formatIs(got, want string) {
	if got != want {
		in.noted.add(0, "", "the format is %q: this program reads %q", clip(got), want)
	}
}

// object reads the outermost object, part by part, so that every problem has its line.
func (in *jsonReader) object(says string, part func(name string, at int64) bool) bool {
	in.dec = json.NewDecoder(bytes.NewReader(in.data))
	in.dec.DisallowUnknownFields()
	if !in.opens('{', says) {
		return false
	}
	seen := map[string]bool{}
	for in.dec.More() {
		at := in.dec.InputOffset()
		token, err := in.dec.Token()
		name, _ := token.(string)
		if err != nil {
			return in.failed(err, at)
		}
		if seen[name] {
			in.noted.add(in.line(at), clip(name), "the field is there twice: keep one")
			return false
		}
		if seen[name] = true; !part(name, at) {
			return false
		}
	}
	if _, err := in.dec.Token(); err != nil {
		return in.failed(err, in.dec.InputOffset())
	}
	if _, err := in.dec.Token(); !errors.Is(err, io.EOF) {
		in.noted.add(in.line(in.dec.InputOffset()), "", "something follows the end of the object: take it out")
		return false
	}
	return true
}

func (in *jsonReader) part(name string, at int64) bool {
	switch name {
	case "format":
		if err := in.dec.Decode(&in.Format); err != nil {
			return in.failed(err, at)
		}
		return true
	case "players":
		return in.list(func(line int) any {
			in.Players, in.lines = append(in.Players, Entrant{}), append(in.lines, line)
			return &in.Players[len(in.Players)-1]
		}, MostPlayers)
	case "rounds":
		return in.list(func(line int) any {
			in.Rounds, in.roundLines = append(in.Rounds, standings.Round{}), append(in.roundLines, line)
			return &in.Rounds[len(in.Rounds)-1]
		}, MostRounds)
	}
	in.noted.add(in.line(at), clip(name), "there is no such field: use format, players and rounds")
	return false
}

// list reads an array into what next makes for each element.
func (in *jsonReader) list(next func(line int) any, most int) bool {
	if !in.opens('[', "a list in square brackets belongs here") {
		return false
	}
	for n := 0; in.dec.More(); n++ {
		at := in.dec.InputOffset()
		if n == most {
			in.noted.add(in.line(at), "", "the list has more than %d elements: at most so many are read", most)
			return false
		}
		if err := in.dec.Decode(next(in.line(at))); err != nil {
			return in.failed(err, at)
		}
	}
	if _, err := in.dec.Token(); err != nil {
		return in.failed(err, in.dec.InputOffset())
	}
	return true
}

func (in *jsonReader) opens(want json.Delim, says string) bool {
	at := in.dec.InputOffset()
	token, err := in.dec.Token()
	if err != nil {
		return in.failed(err, at)
	}
	if token != want {
		in.noted.add(in.line(at), "", "%s, not %s", says, clip(fmt.Sprint(token)))
		return false
	}
	return true
}

// failed notes what the decoder found wrong, and is false.
func (in *jsonReader) failed(err error, at int64) bool {
	line, column := in.line(at), ""
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	text := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.As(err, &syntax):
		line, text = in.line(syntax.Offset-1), "the file is not JSON: "+syntax.Error()
	case errors.As(err, &kind):
		column, text = clip(kind.Field), fmt.Sprintf("%s stands where %s belongs", kind.Value, kind.Type)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		text = "the file ends before its object does"
	}
	in.noted.add(line, column, "%s", clip200(text))
	return false
}

func clip200(s string) string {
	if r := []rune(s); len(r) > mostText {
		return string(r[:mostText]) + "…"
	}
	return s
}

// checkRounds checks the rounds as a whole, each result against its table.
func (in *jsonReader) checkRounds() {
	for i, r := range in.Rounds {
		if r.N < 1 || r.N > MostRounds {
			in.noted.add(in.roundLines[i], "n", "%d is no round: count from 1 to %d", r.N, MostRounds)
		}
		for _, m := range r.Matches {
			for _, s := range m.Seats {
				checkSeat(s, in.roundLines[i], in.noted)
			}
			if m.Result == nil || m.Bye != "" {
				continue
			}
			if err := standings.Check(m, *m.Result); err != nil {
				in.noted.add(in.roundLines[i], "matches", "round %d: %s", r.N, says(err))
			}
		}
	}
	if len(in.noted.list) > 0 || len(in.Rounds) == 0 {
		return
	}
	if err := Tournament(in.Players, in.Rounds).Check(); err != nil {
		in.noted.add(0, "", "%s", says(err))
	}
}
