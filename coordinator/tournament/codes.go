package tournament

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/tournament"
)

// Codes of refusals about a tournament.
const (
	CodeNotOpened   engine.Code = "not-opened"            // there is no such tournament
	CodeOpened      engine.Code = "already-opened"        // its id is taken
	CodePhase       engine.Code = "not-now"               // another step of the life-cycle comes first, or it is over
	CodeSealed      engine.Code = "tournament-sealed"     // nothing is accepted any more
	CodeRules       engine.Code = "rules"                 // rules that cannot be played
	CodeEntered     engine.Code = "already-entered"       // who is in the tournament already
	CodeCode        engine.Code = "code-taken"            // a short code that another has
	CodeFull        engine.Code = "tournament-full"       // the cap is reached
	CodeLate        engine.Code = "too-late"              // late entry is over, or not meant
	CodeEntrant     engine.Code = "no-such-entrant"       // a number that nobody has
	CodeLeft        engine.Code = "has-left"              // who is not in the tournament now
	CodeRound       engine.Code = "no-such-round"         // or not the round whose turn it is
	CodeTable       engine.Code = "no-such-table"         // in that round
	CodeOpenTables  engine.Code = "round-not-over"        // tables of the round have no result yet
	CodeHasResult   engine.Code = "has-result"            // a table or round with a result cannot be changed so
	CodeSeating     engine.Code = "seating"               // tables that cannot be set so
	CodeNoPairing   engine.Code = "no-pairing"            // nobody is left to be paired
	CodeClock       engine.Code = "clock"                 // the clock is not in the state for that
	CodeNotDue      engine.Code = "not-due"               // the time is not up yet
	CodeResult      engine.Code = "result"                // a result that cannot be
	CodeStands      engine.Code = "result-stands"         // another result was accepted already
	CodeSelfReport  engine.Code = "self-report-off"       // players do not enter results here
	CodeOwnEntry    engine.Code = "own-entry"             // nobody confirms, rejects or changes their own entry
	CodeNoEntry     engine.Code = "no-such-entry"         // nothing waits for a confirmation, or something else does
	CodeWho         engine.Code = "who"                   // two persons are needed, and who asks gave no name
	CodePreview     engine.Code = "needs-preview"         // consequences have to be acknowledged
	CodeConsequence engine.Code = "consequences-changed"  // others than were acknowledged
	CodeIntegrity   engine.Code = "no-such-integrity"     // an entry that is not on the list, or cannot be undone
	CodeNothing     engine.Code = "nothing-changes"       // it is so already
	CodeFrozen      engine.Code = "standings-frozen"      // they are, or they are not
	CodeMerge       engine.Code = "not-the-same-person"   // both played in one round
	CodeGroup       engine.Code = "not-the-table-s-group" // a result of a group that the table does not play
)

// Bounds of what is typed.
const (
	maxName    = 80
	maxReason  = 400
	maxNote    = 200
	maxBatch   = 200 // entrants of one command, tables of one change
	maxResults = 100 // results of one import
	maxCode    = 12
	maxRating  = 9999
	maxExtend  = 7200 // seconds
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

func malformed(format string, args ...any) error {
	return refuse(engine.CodeMalformed, format, args...)
}

func clean(what, s string) (string, error) {
	name, err := roster.CleanName(s)
	if err != nil {
		return "", malformed("%s %v", what, err)
	}
	return name, nil
}

// sentence checks a text for people: control characters have no place in it.
func sentence(what, s string, least, most int) (string, error) {
	s = strings.TrimSpace(strings.ToValidUTF8(s, "?"))
	n := len([]rune(s))
	switch {
	case n < least || n > most:
		return "", malformed("the %s has %d characters: type %d to %d", what, n, least, most)
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }):
		return "", malformed("the %s has a control character: type it again", what)
	}
	return s, nil
}

func reason(s string) (string, error) { return sentence("reason", s, 1, maxReason) }

// name is how refusals name an entrant: pages put the person's name there.
func (d *decision) name(n int) string {
	e, ok := d.s.Entrant(n)
	if !ok {
		return fmt.Sprintf("entrant %d", n)
	}
	return "{" + string(e.Player) + "}"
}

func (d *decision) names(ns []int) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = d.name(n)
	}
	return list(out)
}

func list(s []string) string {
	switch n := len(s); n {
	case 0:
		return "nobody"
	case 1:
		return s[0]
	default:
		return strings.Join(s[:n-1], ", ") + " and " + s[n-1]
	}
}

// numbers lists table numbers, the first few of many.
func numbers(ns []int) string {
	var out []string
	for i, n := range ns {
		if i == 8 && len(ns) > 9 {
			out = append(out, fmt.Sprintf("%d more", len(ns)-i))
			break
		}
		out = append(out, fmt.Sprint(n))
	}
	return list(out)
}

// score says a result in words: "{p-1} 2, {p-2} 0".
func (d *decision) score(r tournament.Result) string {
	switch r.Kind {
	case tournament.IntentionalDraw:
		return "an intentional draw"
	case tournament.DoubleLoss:
		return "a loss for all"
	case tournament.Open:
		return "no result"
	}
	out := make([]string, len(r.Lines))
	for i, l := range r.Lines {
		says := fmt.Sprint(l.Games)
		switch {
		case l.Forfeits:
			says = "forfeits"
		case l.Score != "":
			says = string(l.Score)
		case l.Games == 0 && l.Victory != 0:
			says = fmt.Sprint(l.Victory)
		}
		out[i] = d.name(l.Entrant) + " " + says
		if len(r.Lines) > 2 && l.Place > 0 {
			out[i] += fmt.Sprintf(" (place %d)", l.Place)
		}
	}
	return strings.Join(out, ", ")
}
