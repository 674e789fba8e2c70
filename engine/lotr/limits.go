package lotr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// Bounds of what a captain can type, and of what a table can hold.
const (
	maxNumber    = 99  // a printed number, a change of threat, progress or damage
	maxCount     = 999 // progress and damage on one card, a typed staging threat
	maxWillpower = 500
	maxName      = 80  // characters of a card's or character's name
	maxNote      = 120 // characters
	maxInPlay    = 60  // enemies, and as many locations, in play at one table
	maxAllies    = 60  // allies with damage that one player can have
	maxHits      = 24  // characters in one assignment of archery damage
	maxScored    = 200 // enemies destroyed and locations explored in one round
)

// inRange refuses a number outside lo to hi.
func inRange(what string, n, lo, hi int) error {
	if n < lo || n > hi {
		return refuse(engine.CodeMalformed, "", "%s is %d: type a number from %d to %d", what, n, lo, hi)
	}
	return nil
}

// change refuses 0 and what is outside −99 to 99.
func change(what string, n int) error {
	if n == 0 {
		return refuse(engine.CodeMalformed, "", "%s changes by 0: type a number from -%d to %d other than 0", what, maxNumber, maxNumber)
	}
	return inRange(what, n, -maxNumber, maxNumber)
}

// text trims what a person typed and refuses what is too short, too long, not UTF-8 or holds
// control characters.
func text(what, s string, least, most int) (string, error) {
	if len(s) > most*utf8.UTFMax+maxNote || !utf8.ValidString(s) {
		return "", refuse(engine.CodeMalformed, "", "%s is too long or is not text: type at most %d characters", what, most)
	}
	s = strings.TrimSpace(s)
	n := utf8.RuneCountInString(s)
	if n < least {
		return "", refuse(engine.CodeMalformed, "", "%s is missing: type %d to %d characters", what, least, most)
	}
	if n > most {
		return "", refuse(engine.CodeMalformed, "", "%s has %d characters: type at most %d", what, n, most)
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "", refuse(engine.CodeMalformed, "", "%s holds a control character: leave it out", what)
	}
	return s, nil
}

// clip shortens what is quoted in a refusal.
func clip(s string) string {
	s = strings.ToValidUTF8(s, "?")
	if utf8.RuneCountInString(s) <= 40 {
		return s
	}
	return string([]rune(s)[:40]) + "…"
}

// checkNumbers refuses a card typed by hand with a number that no card has.
func checkNumbers(h lotr.Card) error {
	for _, f := range []struct {
		what string
		n    int
	}{
		{"the engagement cost", h.Engagement},
		{"the threat", h.Threat},
		{"the attack", h.Attack},
		{"the defense", h.Defense},
		{"the hit points", h.HitPoints},
		{"the quest points", h.QuestPoints},
		{"the victory points", h.Victory},
		{"the archery", h.Archery},
		{"the doomed value", h.Doomed},
	} {
		if err := inRange(f.what+" of the card", f.n, 0, maxNumber); err != nil {
			return err
		}
	}
	return checkSiege(h.Siege)
}

func checkSiege(siege *int) error {
	if siege == nil {
		return nil
	}
	return inRange("the siege value", *siege, 0, maxNumber)
}
