package cards

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// maxFigure bounds a printed number; the greatest on a player card has two digits.
const maxFigure = 999

// Figure is a number as printed on a card: known, the letter X, or neither. The zero value is
// neither: nothing is printed there, or nobody has said what.
type Figure struct {
	n     int
	known bool
	x     bool
}

// N returns the figure of a printed number, 0 to 999.
func N(n int) Figure { return Figure{n: n, known: true} }

// X returns the figure of a printed X.
func X() Figure { return Figure{x: true} }

// Int returns the number, and whether it is known.
func (f Figure) Int() (int, bool) { return f.n, f.known }

// IsX tells whether X is printed.
func (f Figure) IsX() bool { return f.x }

// IsZero tells whether the figure is neither a number nor X. Encoders leave such a figure out.
func (f Figure) IsZero() bool { return f == Figure{} }

// String returns the number, "X", or "?" if neither is known.
func (f Figure) String() string {
	switch {
	case f.known:
		return strconv.Itoa(f.n)
	case f.x:
		return "X"
	}
	return "?"
}

// or returns the figure, or another one if this one is not known.
func (f Figure) or(other Figure) Figure {
	if f.IsZero() {
		return other
	}
	return f
}

// MarshalJSON writes a number, "X" or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	switch {
	case f.known:
		return strconv.AppendInt(nil, int64(f.n), 10), nil
	case f.x:
		return []byte(`"X"`), nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a number from 0 to 999, the same as a string, "X", or nothing: null, "" and "-",
// which databases write where a card has no such number.
func (f *Figure) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*f = Figure{}
		return nil
	}
	s := string(b)
	if b[0] == '"' {
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
	}
	switch s {
	case "", "-", "–":
		*f = Figure{}
		return nil
	case "X", "x":
		*f = X()
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > maxFigure {
		return fmt.Errorf("%.20q is no printed number: 0 to %d, X or nothing", s, maxFigure)
	}
	*f = N(n)
	return nil
}
