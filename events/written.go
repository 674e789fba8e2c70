package events

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"time"
	"unicode/utf8"
)

// Exact reports whether the stored bytes are, byte for byte, those that [Commit.Encode] writes for the
// commit read from them: no field is unknown, doubled, out of place or written otherwise.
func (r Recorded) Exact() bool {
	if _, ok := readWritten(r.Raw); ok {
		return true
	}
	again, err := r.Encode()
	return err == nil && bytes.Equal(again, r.Raw)
}

// readWritten reads stored bytes that are written as [Commit.Encode] writes them, in a tenth of the time
// that encoding/json takes for any JSON. False says only that it does not know: texts with escapes outside
// of data, for one, are left to [DecodeCommit]'s other way.
func readWritten(stored []byte) (Commit, bool) {
	if len(stored) > MaxCommitBytes || !utf8.Valid(stored) {
		return Commit{}, false
	}
	w := &written{b: stored}
	c := Commit{Format: CommitFormat}
	w.word(`{"format":1,"stream":`)
	c.Stream = w.stream()
	w.word(`,"version":`)
	c.Version = Version(w.number())
	w.word(`,"prev":`)
	w.hash(&c.Prev)
	w.word(`,"at":`)
	c.At = w.time()
	w.word(`,"command":{"id":`)
	c.Command = w.command()
	w.word(`},"events":[`)
	for {
		w.word(`{"type":`)
		e := Event{Type: string(w.text())}
		w.word(`,"data":`)
		e.Data = w.object()
		w.word(`}`)
		if w.wrong {
			return Commit{}, false
		}
		c.Events = append(c.Events, e)
		if !w.has(`,`) {
			break
		}
	}
	w.word(`]}`)
	if w.wrong || w.at != len(stored) {
		return Commit{}, false
	}
	return c, true
}

// written is a reader of bytes that this program wrote. Once something is otherwise, wrong is set and what
// is returned means nothing.
type written struct {
	b     []byte
	at    int
	wrong bool
}

// has takes s if it comes next.
func (w *written) has(s string) bool {
	if w.wrong || len(w.b)-w.at < len(s) || string(w.b[w.at:w.at+len(s)]) != s {
		return false
	}
	w.at += len(s)
	return true
}

func (w *written) word(s string) {
	if !w.has(s) {
		w.wrong = true
	}
}

func (w *written) command() Command {
	var c Command
	c.ID = CommandID(w.text())
	if c.ID.Validate() != nil {
		w.wrong = true
	}
	w.word(`,"type":`)
	c.Type = string(w.text())
	w.word(`,"data":`)
	c.Data = w.object()
	w.word(`,"actor":{"role":`)
	c.Actor.Role = Role(w.text())
	c.Actor.Person = PersonID(w.optional(`,"person":`))
	c.Actor.Group = GroupID(w.optional(`,"group":`))
	c.Actor.Table = TableID(w.optional(`,"table":`))
	w.word(`}`)
	c.Device = DeviceID(w.optional(`,"device":`))
	if w.has(`,"n":`) {
		c.N = w.number()
	}
	if w.has(`,"round":`) {
		n := w.number()
		if c.Round = int(n); uint64(c.Round) != n {
			w.wrong = true
		}
	}
	c.Sig = w.optional(`,"sig":`)
	return c
}

// text reads a text of plain ASCII without anything that is written in another form.
func (w *written) text() []byte {
	w.word(`"`)
	for i := w.at; i < len(w.b) && !w.wrong; i++ {
		switch c := w.b[i]; {
		case c == '"':
			s := w.b[w.at:i]
			w.at = i + 1
			return s
		case c < ' ' || c > '~' || c == '\\' || c == '<' || c == '>' || c == '&':
			w.wrong = true
		}
	}
	w.wrong = true
	return nil
}

// optional reads the text of a field that is left out if it is empty.
func (w *written) optional(field string) string {
	if !w.has(field) {
		return ""
	}
	s := w.text()
	if len(s) == 0 {
		w.wrong = true
	}
	return string(s)
}

// number reads one from 1 to 18 digits; 0 is nowhere written.
func (w *written) number() uint64 {
	n, from := uint64(0), w.at
	for ; w.at < len(w.b) && w.b[w.at] >= '0' && w.b[w.at] <= '9' && w.at-from < 19; w.at++ {
		n = 10*n + uint64(w.b[w.at]-'0')
	}
	if d := w.at - from; d == 0 || d > 18 || w.b[from] == '0' {
		w.wrong = true
	}
	return n
}

func (w *written) stream() StreamID {
	s := string(w.text())
	id, err := ParseStreamID(s)
	if err != nil || id.String() != s {
		w.wrong = true
	}
	return id
}

func (w *written) hash(to *Hash) {
	s := w.text()
	if len(s) != 2*len(to) || bytes.ContainsAny(s, "ABCDEF") {
		w.wrong = true
		return
	}
	if _, err := hex.Decode(to[:], s); err != nil {
		w.wrong = true
	}
}

func (w *written) time() time.Time {
	s := w.text()
	var t time.Time
	if w.wrong || len(s) == 0 || s[len(s)-1] != 'Z' || t.UnmarshalText(s) != nil {
		w.wrong = true
		return t
	}
	var room [40]byte
	if again, err := t.AppendText(room[:0]); err != nil || !bytes.Equal(again, s) {
		w.wrong = true
	}
	return t
}

// object returns a copy of the object that comes next.
func (w *written) object() json.RawMessage {
	from := w.at
	if w.wrong || from == len(w.b) || w.b[from] != '{' {
		w.wrong = true
		return nil
	}
	if w.value(0); w.wrong {
		return nil
	}
	return bytes.Clone(w.b[from:w.at])
}

// maxNesting bounds the depth of data that is read here.
const maxNesting = 100

// value passes over one JSON value without white space, in whose texts everything is escaped that
// encoding/json escapes in raw JSON.
func (w *written) value(depth int) {
	if w.at == len(w.b) || depth > maxNesting {
		w.wrong = true
		return
	}
	switch w.b[w.at] {
	case '{':
		w.members('}', depth, true)
	case '[':
		w.members(']', depth, false)
	case '"':
		w.dataText()
	case 't':
		w.word("true")
	case 'f':
		w.word("false")
	case 'n':
		w.word("null")
	default:
		w.dataNumber()
	}
}

// members passes over an object or a list up to its end.
func (w *written) members(end byte, depth int, named bool) {
	w.at++
	if w.at < len(w.b) && w.b[w.at] == end {
		w.at++
		return
	}
	for !w.wrong {
		if named {
			w.dataText()
			w.word(":")
		}
		w.value(depth + 1)
		if w.wrong || w.at == len(w.b) {
			break
		}
		c := w.b[w.at]
		w.at++
		if c == end {
			return
		}
		if c != ',' {
			break
		}
	}
	w.wrong = true
}

func (w *written) dataText() {
	if w.at == len(w.b) || w.b[w.at] != '"' {
		w.wrong = true
		return
	}
	for i := w.at + 1; i < len(w.b); i++ {
		switch c := w.b[i]; {
		case c == '"':
			w.at = i + 1
			return
		case c == '\\':
			n := escape(w.b[i+1:])
			if n == 0 {
				w.wrong = true
				return
			}
			i += n
		case c < ' ' || c == '<' || c == '>' || c == '&', c == 0xE2 && w.b[i+1] == 0x80 && w.b[i+2]&^1 == 0xA8: // valid UTF-8, so there are three
			w.wrong = true
			return
		}
	}
	w.wrong = true
}

// escape returns the length of the escape whose backslash comes before b; 0: it is none.
func escape(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	switch b[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		if len(b) < 5 {
			return 0
		}
		for _, c := range b[1:5] {
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
				return 0
			}
		}
		return 5
	}
	return 0
}

func (w *written) dataNumber() {
	if w.b[w.at] == '-' {
		w.at++
	}
	if w.has("0") || w.digits() {
		if w.has(".") && !w.digits() {
			w.wrong = true
		}
		if w.has("e") || w.has("E") {
			if !w.has("+") {
				w.has("-")
			}
			if !w.digits() {
				w.wrong = true
			}
		}
		return
	}
	w.wrong = true
}

// digits passes over one or more.
func (w *written) digits() bool {
	from := w.at
	for w.at < len(w.b) && w.b[w.at] >= '0' && w.b[w.at] <= '9' {
		w.at++
	}
	return w.at > from
}
