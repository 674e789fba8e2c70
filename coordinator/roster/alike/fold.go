package alike

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// letters that are written with one sign and typed with another, or two, where the sign is not at hand.
var letters = strings.NewReplacer("ø", "o", "đ", "d", "ð", "d", "ł", "l", "ħ", "h", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th", "ŧ", "t")

// fold returns text without case, accents of Latin, Greek and Cyrillic letters, and forms that only look
// different. The marks of other scripts are letters, and stay.
func fold(s string) string {
	s = cases.Fold().String(norm.NFKD.String(s))
	s = strings.Map(func(r rune) rune {
		if r >= 0x0300 && r <= 0x036f {
			return -1
		}
		return r
	}, s)
	return norm.NFC.String(letters.Replace(s))
}

// word is a part of a name.
type word string

// initial tells whether a word stands for a longer one: "m".
func (w word) initial() bool {
	return len([]rune(string(w))) == 1 && unicode.IsLetter([]rune(string(w))[0]) && !ideographic(w)
}

// ideographic tells whether single characters are whole names: 李.
func ideographic(w word) bool {
	return strings.ContainsFunc(string(w), func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
	})
}

// stands tells whether an initial stands for a word.
func (w word) stands(other word) bool {
	return w.initial() && strings.HasPrefix(string(other), string(w))
}

// split returns the words of a name, what comes before a comma last: "Silva, Ana M." is "ana m silva".
func split(name string) []word {
	if family, given, ok := strings.Cut(name, ","); ok && strings.TrimSpace(given) != "" {
		name = given + " " + family
	}
	var out []word
	for _, f := range strings.FieldsFunc(fold(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}) {
		out = append(out, word(f))
	}
	if len(out) == 0 { // a name of signs only
		return []word{word(strings.Join(strings.Fields(fold(name)), ""))}
	}
	return out
}

// joined writes words without what parts them.
func joined(ws []word) string {
	var b strings.Builder
	for _, w := range ws {
		b.WriteString(string(w))
	}
	return b.String()
}

func sorted(ws []word) []word { return slices.Sorted(slices.Values(ws)) }

// figures are the digits of words, in their order.
func figures(ws []word) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, joined(ws))
}
