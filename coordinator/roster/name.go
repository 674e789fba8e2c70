package roster

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// MaxNameLen is the greatest length of a name in characters (code points after normalisation).
const MaxNameLen = 80

// MaxContactLen is the greatest length of a contact in characters.
const MaxContactLen = 200

// CleanName returns a name that people typed in the form in which it is kept: NFC, trimmed, runs of
// white space made one space. Any script is allowed; a leading "=" or "+" is text like any other.
// The error says what is wrong and what would be right: invalid UTF-8, a control character, a mark
// that changes the direction of text, nothing that can be seen, more than [MaxNameLen] characters.
//
// Source: RFC 8266, "Nickname Profile".
func CleanName(s string) (string, error) { return clean(s, MaxNameLen) }

// CleanContact does the same for how a person can be reached, up to [MaxContactLen] characters.
func CleanContact(s string) (string, error) { return clean(s, MaxContactLen) }

func clean(s string, most int) (string, error) {
	if !utf8.ValidString(s) {
		return "", errors.New("is not valid UTF-8; save the file as UTF-8")
	}
	if len(s) > 64*most {
		return "", fmt.Errorf("is longer than %d characters", most)
	}
	s = norm.NFC.String(strings.Join(strings.Fields(s), " "))
	if s == "" {
		return "", errors.New("is empty; write 1 or more characters")
	}
	if n := utf8.RuneCountInString(s); n > most {
		return "", fmt.Errorf("has %d characters; at most %d are allowed", n, most)
	}
	if err := checkRunes(s); err != nil {
		return "", err
	}
	return s, nil
}

func checkRunes(s string) error {
	seen, marks := false, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Cc, r) || r == '\u2028' || r == '\u2029':
			return fmt.Errorf("has the control character U+%04X; remove it", r)
		case unicode.Is(unicode.Bidi_Control, r):
			return fmt.Errorf("has the text direction mark U+%04X; remove it", r)
		case unicode.Is(unicode.Co, r) || r == unicode.ReplacementChar || unicode.Is(unicode.Noncharacter_Code_Point, r):
			return fmt.Errorf("has the character U+%04X, which has no meaning; type the name again", r)
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			if marks++; marks > 8 {
				return errors.New("has more than 8 accents in a row; remove some")
			}
			continue
		case unicode.Is(unicode.Cf, r):
			continue // joiners are part of some scripts and emoji
		}
		marks = 0
		seen = seen || unicode.IsGraphic(r) && !unicode.IsSpace(r) && r != '\u115F' && r != '\u1160' && r != '\u3164' && r != '\uFFA0' && r != '\u2800'
	}
	if !seen {
		return errors.New("has nothing that can be seen; write 1 or more characters")
	}
	return nil
}

// NameKey returns a key that is equal for names that people would take for the same one: letter
// case, white space, width and compatibility forms do not count. For names that [CleanName] accepted.
func NameKey(s string) string {
	if k, err := precis.Nickname.CompareKey(s); err == nil {
		return k
	}
	return strings.ToLower(norm.NFKC.String(s))
}
