package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes. Its text form is a whole number with an optional unit: B, KB, MB, GB,
// TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024).
type Size int64

// units, largest first so that String finds the shortest form.
var units = []struct {
	name  string
	bytes int64
}{
	{"TIB", 1 << 40},
	{"TB", 1e12},
	{"GIB", 1 << 30},
	{"GB", 1e9},
	{"MIB", 1 << 20},
	{"MB", 1e6},
	{"KIB", 1 << 10},
	{"KB", 1e3},
	{"B", 1},
}

// UnmarshalText reads the text form; the error says what would be right.
func (s *Size) UnmarshalText(b []byte) error {
	text := strings.ToUpper(strings.TrimSpace(string(b)))
	factor := int64(1)
	for _, u := range units {
		if n, ok := strings.CutSuffix(text, u.name); ok {
			text, factor = strings.TrimSpace(n), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/factor {
		return fmt.Errorf("size %q: write a whole number with a unit, as in 200MB", b)
	}
	*s = Size(n * factor)
	return nil
}

// String returns the text form with the largest decimal unit that divides the size.
func (s Size) String() string {
	for _, u := range units {
		if !strings.Contains(u.name, "I") && s != 0 && int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10) + "B"
}

// MarshalText writes the text form.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
