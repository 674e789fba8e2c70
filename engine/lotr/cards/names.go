package cards

import (
	"strings"
	"unicode"
)

// plain maps letters with marks to those without, as far as names of the game and of most Latin
// alphabets need it.
var plain = func() map[rune]string {
	m := map[rune]string{'æ': "ae", 'œ': "oe", 'ø': "o", 'ß': "ss", 'ð': "d", 'þ': "th", 'ł': "l"}
	for to, from := range map[string]string{
		"a": "àáâãäåāă", "c": "çćč", "e": "èéêëēěę", "i": "ìíîïīı", "n": "ñńň", "o": "òóôõöōő",
		"s": "śšş", "u": "ùúûüūůű", "y": "ýÿ", "z": "źżž",
	} {
		for _, r := range from {
			m[r] = to
		}
	}
	return m
}()

// Fold returns a name in the form in which names are compared: lower case, letters without marks, no
// apostrophes or quotes, and one space for everything else that is no letter or digit. "Celebrían’s
// Stone" and "celebrians stone" are the same.
func Fold(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	space := false
	for _, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			writePlain(&b, unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r) || strings.ContainsRune("'’‘´`ʼ", r):
		default:
			space = true
		}
	}
	return b.String()
}

func writePlain(b *strings.Builder, r rune) {
	if s, ok := plain[r]; ok {
		b.WriteString(s)
		return
	}
	b.WriteRune(r)
}

// foldPack folds the name of a pack; with and without its article it is the same.
func foldPack(pack string) string { return strings.TrimPrefix(Fold(pack), "the ") }

// slug makes the part of a code that stands for a pack or name.
func slug(folded string) string { return strings.ReplaceAll(folded, " ", "-") }
