package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/coordinator/roster/intake"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
)

// Import is the page by which players and results come in from a file.
type Import struct {
	Desk
	Ask     intake.Ask
	Report  *intake.Report // nil: no file was chosen yet
	Started bool           // a step was taken
	Problem string
}

// mayImport checks the right to bring people and results in.
func (p pages) mayImport(r *http.Request) (Import, error) {
	d, err := p.deskOf(r)
	if err != nil {
		return Import{}, err
	}
	for _, body := range []events.CommandBody{log.Register{}, log.ImportRound{}} {
		if d.Me.May(access.Give(body.CommandType()), d.Gathering, access.Object{}) != nil {
			return Import{}, mayNot()
		}
	}
	d.Page = d.under("Import")
	return Import{Desk: d}, nil
}

// GET /console/{gathering}/tournaments/{tournament}/import
func (p pages) importForm(w http.ResponseWriter, r *http.Request) error {
	v, err := p.mayImport(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, ImportPage(v))
}

// POST /console/{gathering}/tournaments/{tournament}/import: a file or text is looked at; with go it is taken
// in, a step at a time.
func (p pages) takeIn(w http.ResponseWriter, r *http.Request) error {
	v, err := p.mayImport(r)
	if err != nil {
		return err
	}
	if v.Ask, err = asked(r); err == nil {
		err = p.step(r, &v)
	}
	if err != nil {
		if v.Problem = v.again(err); v.Problem == "" {
			return err
		}
	}
	return p.Page(w, r, ImportPage(v))
}

// step looks at the file or takes its next step.
func (p pages) step(r *http.Request, v *Import) error {
	id := events.Tournament(v.Gathering, v.ID)
	var report intake.Report
	var err error
	if r.FormValue("go") == "" {
		report, err = p.Intake.Look(r.Context(), id, v.Ask)
	} else {
		var at events.Position
		v.Started = true
		if report, at, err = p.Intake.Step(r.Context(), v.Me, id, v.Ask); at > 0 {
			p.Await(r.Context(), v.Gathering, at)
		}
	}
	if err != nil {
		return err
	}
	v.Report = &report
	v.Problem = v.Says(report.Problem)
	return nil
}

// asked reads what is to be taken in: a file, or text that was pasted or sent along.
func asked(r *http.Request) (intake.Ask, error) {
	ask := intake.Ask{
		Text: r.FormValue("text"), Source: strings.TrimSpace(r.FormValue("source")), Reason: strings.TrimSpace(r.FormValue("reason")),
		Ack: r.FormValue("ack"), Choices: map[int]string{},
	}
	for name, values := range r.Form {
		if line, ok := strings.CutPrefix(name, "row-"); ok && values[0] != "" {
			if n, err := strconv.Atoi(line); err == nil {
				ask.Choices[n] = values[0]
			}
		}
	}
	file, head, err := r.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return ask, nil
	}
	if err != nil {
		return ask, site.Malformed("the file could not be read: choose it again")
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, site.UploadLimit+1))
	switch {
	case err != nil:
		return ask, site.Malformed("the file could not be read: " + err.Error())
	case len(b) > site.UploadLimit:
		return ask, site.Malformed("the file is larger than 2 MiB: split it")
	case len(bytes.TrimSpace(b)) > 0:
		ask.Text, ask.Source = string(b), clipName(head.Filename)
	}
	return ask, nil
}

// clipName is the name of a file, as far as it is kept.
func clipName(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:80])
	}
	return s
}

// needsReason tells whether taking the file in touches the tournament's integrity.
func (v Import) needsReason() bool {
	return v.Report != nil && (v.started() || len(v.Report.Rounds) > 0)
}

// Going tells whether the page may go on by itself: a step was taken, and nothing has to be looked at.
func (v Import) Going() bool {
	return v.Started && v.Report != nil && v.Report.Next != "" && v.Report.Problem == "" && v.Report.Consequences == nil
}

// over tells whether everything that can be taken in is in.
func (v Import) over() bool { return v.Report != nil && v.Report.Next == "" }

// Choices are the choices in order of their lines.
func (v Import) choices() []int {
	var out []int
	for n := range v.Ask.Choices {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// toChoose tells whether a line offers a choice: it was decided by somebody, or may be somebody else.
func (v Import) toChoose(r intake.Row) bool {
	_, chosen := v.Ask.Choices[r.Line]
	return r.State != intake.RowIn && (chosen || len(r.Alike) > 0 || r.State == intake.RowOut)
}

// candidates are the people of the gathering whom a line may be.
func candidates(r intake.Row) []alike.Person {
	var out []alike.Person
	for _, m := range r.Alike {
		if !strings.HasPrefix(string(m.Person.ID), "line-") {
			out = append(out, m.Person)
		}
	}
	return out
}

// rowSays says what becomes of a line.
func (v Import) rowSays(r intake.Row) string {
	switch r.State {
	case intake.RowNew:
		return "is entered, new here"
	case intake.RowKnown:
		return "is entered, known here as " + v.Person(r.Person)
	case intake.RowIn:
		return fmt.Sprintf("is in already, as number %d", r.N)
	case intake.RowOut:
		return "is not entered: " + r.Says
	default:
		return "cannot be entered: " + r.Says
	}
}

// likeSays says whom a line may be.
func (v Import) likeSays(m alike.Match) string {
	who := v.Person(m.Person.ID)
	if line, ok := strings.CutPrefix(string(m.Person.ID), "line-"); ok {
		who = fmt.Sprintf("%s in line %s", m.Person.Name, line)
	} else if m.Person.N > 0 {
		who += fmt.Sprintf(", number %d", m.Person.N)
	}
	return fmt.Sprintf("May be %s: %s.", who, m.Reasons[0].Says)
}

// goSays is the text of the button that begins.
func (v Import) goSays() string {
	n := v.Report.Entering()
	switch {
	case v.Report.Next == "":
		return ""
	case n == 1:
		return "Enter 1 player"
	case n > 1 && len(v.Report.Rounds) > 0:
		return fmt.Sprintf("Enter %d players, then the rounds", n)
	case n > 1:
		return fmt.Sprintf("Enter %d players", n)
	default:
		return "Take the rounds in"
	}
}

// shownName is a name as it can be shown that may be none: without what turns text round.
func shownName(s string) string {
	return orDash(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))))
}
