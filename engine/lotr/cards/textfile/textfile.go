// Package textfile is what readers of files that people bring have in common: bounds that are checked
// before anything is decoded, and errors that say in which line something is wrong. Start with
// [Check] and [Error]. It imports the standard library only.
package textfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong in a file, and where.
type Error struct {
	Line int // from 1
	Says string
}

// Error returns the line and the reason.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Says) }

// At returns the error at an offset of a file.
func At(data []byte, offset int64, says string) error {
	return &Error{Line: LineAt(data, offset), Says: says}
}

// LineAt returns the line, from 1, of an offset of a file; an offset past the end counts as the end.
func LineAt(data []byte, offset int64) int {
	offset = max(0, min(offset, int64(len(data))))
	return 1 + bytes.Count(data[:offset], []byte{'\n'})
}

// Skip returns the offset of what comes next in JSON after an offset: past space and commas.
func Skip(data []byte, offset int64) int64 {
	for offset < int64(len(data)) && bytes.IndexByte([]byte(" \t\r\n,"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// CheckSize refuses a file that is empty, longer than most bytes, or no UTF-8.
func CheckSize(data []byte, most int) error {
	if len(data) > most {
		return &Error{Line: 1, Says: fmt.Sprintf("the file has %d bytes, and %d is the most", len(data), most)}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return &Error{Line: 1, Says: "the file is empty"}
	}
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return At(data, int64(at), "this is no UTF-8 text: save the file as UTF-8")
}

// Check refuses what CheckSize refuses, and JSON that nests deeper than depth.
func Check(data []byte, most, depth int) error {
	if err := CheckSize(data, most); err != nil {
		return err
	}
	now, inText := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '[' || c == '{':
			if now++; now > depth {
				return At(data, int64(i), fmt.Sprintf("values are nested more than %d deep", depth))
			}
		case c == ']' || c == '}':
			now--
		}
	}
	return nil
}

// CheckText refuses text that is longer than most characters or has control characters.
func CheckText(s string, most int) error {
	if n := utf8.RuneCountInString(s); n > most {
		return fmt.Errorf("%d characters, and %d is the most", n, most)
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			return fmt.Errorf("there is a control character in %.40q", s)
		}
	}
	return nil
}

// Reason returns why a JSON value could not be decoded, in words for the person who brought it.
func Reason(err error) string {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Sprintf("%s is a %s, which does not belong there", wrong.Field, wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Sprintf("there is a %s, which does not belong here", wrong.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the file ends in the middle of a value: it is cut off"
	}
	return err.Error()
}

// TrimBOM returns a file without the mark that some editors write at its start.
func TrimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) }
