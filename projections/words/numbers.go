package words

import (
	"strconv"
)

// count says how many: "1 player", "3 players".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Signed writes a difference with its sign: "+3", "−2" (with a minus sign, not a hyphen), "0".
func Signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	default:
		return "0"
	}
}

func siege(v *int) string {
	if v == nil {
		return " (siege not known)"
	}
	if *v == 0 {
		return ""
	}
	return " (siege " + strconv.Itoa(*v) + ")"
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func brackets(note string) string {
	if note == "" {
		return ""
	}
	return " (" + note + ")"
}
