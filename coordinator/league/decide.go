package league

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Codes of refusals about a league.
const (
	CodeNotOpened engine.Code = "not-opened"       // there is no such league
	CodeOpened    engine.Code = "already-opened"   // its id is taken
	CodeSealed    engine.Code = "league-sealed"    // nothing is accepted
	CodeFinal     engine.Code = "season-final"     // only rulings that undo are accepted
	CodeEnded     engine.Code = "season-ended"     // nothing is scored any more
	CodeRunning   engine.Code = "season-not-ended" // it has to end first
	CodeRevealing engine.Code = "board-revealing"  // the board is being revealed
	CodeBoard     engine.Code = "board"            // the board is not frozen, or is
	CodePlayer    engine.Code = "no-such-player"   // who is not in the league
	CodeIn        engine.Code = "already-in"       // who is
	CodeDropped   engine.Code = "player-dropped"   // who has dropped, or has not
	CodeMerge     engine.Code = "merge"            // two players who cannot be one
	CodeSession   engine.Code = "no-such-session"  // which is not planned
	CodeFrozen    engine.Code = "session-frozen"   // which takes nothing, or is not frozen
	CodeSource    engine.Code = "source"           // a group or tournament that is linked, or is not
	CodeOld       engine.Code = "out-of-date"      // a newer one of the same source has been scored
	CodeResult    engine.Code = "result"           // a result that cannot be
	CodeTokens    engine.Code = "token-rule"       // handicap tokens that may not be played
	CodeReason    engine.Code = "reason-needed"    // an integrity event without one
	CodePreview   engine.Code = "preview-needed"   // an integrity event whose consequences were not looked at
	CodeMark      engine.Code = "no-such-mark"     // an integrity event that is not there, or is undone
	CodeChoose    engine.Code = "choose"           // who of those who share a place moves
	CodeNothing   engine.Code = "nothing-changes"
)

// Bounds of a league.
const (
	maxName      = 80
	maxReason    = 400
	maxPlayers   = 2000
	maxAtOnce    = 100
	maxSessions  = 200
	maxDivisions = 20
	maxLinks     = 2000
	maxPage      = 99
)

// decision is one decision being made: each event that is emitted is folded at once.
type decision struct {
	s   State
	out []events.Payload
	// mark is the integrity event that is being decided; 0: none.
	mark int
	// looking is set for a preview: seen is what it showed.
	looking bool
	seen    *Preview
}

func (d *decision) emit(es ...events.Payload) {
	for _, e := range es {
		d.out = append(d.out, e)
		d.s.Season = d.s.Evolve(e)
	}
}

// Decide answers a command, asked in a state, with the events to append (at least one), or with a
// [*engine.Refusal]. It checks, in this order: the right of who asks, the device's count, how far the
// season is, the command's own rules.
func Decide(s State, c coordinator.Command) ([]events.Payload, error) {
	d := &decision{s: s}
	if err := d.run(c); err != nil {
		return nil, err
	}
	return d.out, nil
}

func (d *decision) run(c coordinator.Command) error {
	if c.Body == nil {
		return refuse(engine.CodeMalformed, "the command has no body")
	}
	if no := access.May(c.Actor, access.Give(c.Body.CommandType()), access.Object{}); no != nil {
		return no
	}
	if err := d.s.count(c); err != nil {
		return err
	}
	if err := d.s.phase(c.Body); err != nil {
		return err
	}
	if err := d.decide(c.Body); err != nil {
		return err
	}
	if len(d.out) == 0 {
		return refuse(CodeNothing, "that changes nothing")
	}
	_, err := d.s.Compute()
	return err
}

// count refuses a device's command that is out of its own order.
func (s State) count(c coordinator.Command) error {
	last, _ := s.devices.Get(c.Device)
	return coordinator.Count(c, last)
}

func (d *decision) decide(b events.CommandBody) error {
	switch b := b.(type) {
	case league.OpenLeague:
		return d.open(b)
	case league.EnterPlayers:
		return d.enter(b)
	case league.ChangePlayer:
		return d.changePlayer(b)
	case league.DropPlayer:
		return d.drop(b)
	case league.ReturnPlayer:
		return d.comeBack(b)
	case league.MergePlayers:
		return d.merge(b)
	case league.PlanSession:
		return d.plan(b)
	case league.LinkSource:
		return d.linkSource(b)
	case league.UnlinkSource:
		return d.unlink(b)
	case league.RecordResults:
		return d.record(b)
	case league.ScoreSource:
		return d.score(b)
	case league.CorrectResult:
		return d.correct(b)
	default:
		return d.decideSeason(b)
	}
}

// decideSeason decides what is about sessions as a whole, the rules, the board and the season.
func (d *decision) decideSeason(b events.CommandBody) error {
	switch b := b.(type) {
	case league.FreezeSession:
		return d.freezeSession(b)
	case league.ReopenSession:
		return d.reopenSession(b)
	case league.CancelSession:
		return d.cancelSession(b)
	case league.ChangeRules:
		return d.changeRules(b)
	case league.FreezeBoard:
		return d.freezeBoard()
	case league.RevealNext:
		return d.reveal(b)
	case league.ThawBoard:
		return d.thaw()
	case league.EndSeason:
		return d.end(b.Choose)
	case league.ReopenSeason:
		return d.reopenSeason(b)
	case league.FinaliseSeason:
		d.emit(league.SeasonFinal{})
	case league.SealSeason:
		d.emit(league.SeasonSealed{})
	case league.UndoMark:
		return d.undo(b)
	default:
		return refuse(engine.CodeUnknownCommand, "a league does not know the command %s; update this program", b.CommandType())
	}
	return nil
}

// name checks a name that people typed.
func name(what, s string) (string, error) {
	out, err := roster.CleanName(s)
	if err != nil {
		return "", refuse(engine.CodeMalformed, "%s %v", what, err)
	}
	return out, nil
}

// maybe checks a name that may be left out.
func maybe(what, s string) (string, error) {
	if strings.TrimSpace(s) == "" {
		return "", nil
	}
	return name(what, s)
}

// sentence checks a text for people of 1 to 400 characters.
func sentence(what, s string) (string, error) {
	s = strings.TrimSpace(strings.ToValidUTF8(s, "?"))
	if n := len([]rune(s)); n == 0 || n > maxReason {
		return "", refuse(CodeReason, "the %s has %d characters: type 1 to %d", what, n, maxReason)
	}
	return s, nil
}

// optional checks a text for people that may be left out.
func optional(what, s string) (string, error) {
	if strings.TrimSpace(s) == "" {
		return "", nil
	}
	return sentence(what, s)
}

// id checks an id in the alphabet of all ids.
func id(kind, s string) error {
	if err := events.GroupID(s).Validate(); err != nil {
		return refuse(engine.CodeMalformed, "the %s %q is no id: use 1 to %d lower-case letters, digits and single hyphens", kind, short(s), events.MaxIDLen)
	}
	return nil
}

func short(s string) string {
	if r := []rune(strings.ToValidUTF8(s, "?")); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// list joins names for people: at most ten of them.
func list[T any](all []T, say func(T) string) string {
	const most = 10
	var out []string
	for _, x := range all[:min(len(all), most)] {
		out = append(out, say(x))
	}
	if len(out) == 0 {
		return "none"
	}
	if n := len(all) - most; n > 0 {
		out = append(out, fmt.Sprintf("%d more", n))
	}
	return strings.Join(out, ", ")
}

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

func twice[T comparable](all []T) (T, bool) {
	for i, x := range all {
		if slices.Contains(all[:i], x) {
			return x, true
		}
	}
	var none T
	return none, false
}
