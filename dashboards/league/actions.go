package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/words"
)

// codePreview is the code of an integrity event whose consequences were not looked at, or have changed.
const codePreview engine.Code = "preview-needed"

// action is something that officials can do to a league.
type action struct {
	name, button string
	done         string // what the desk says afterwards
	gives        string // type of the command: who may give that may do this
	danger       bool
	shown        func(v Shown) bool // as a button of its own; nil: never, it is reached from a row
	next         func(v Shown) bool // what comes next; nil: never
	form         func(c *call) console.Form
	make         func(c *call) ([]events.CommandBody, error)
	// then is where the browser goes afterwards; nil: the desk.
	then func(c *call) string
}

// call is one use of an action.
type call struct {
	pages
	Desk
	r *http.Request
}

// single makes one command that needs nothing to be filled in.
func single(body func(c *call) events.CommandBody) func(c *call) ([]events.CommandBody, error) {
	return func(c *call) ([]events.CommandBody, error) { return []events.CommandBody{body(c)}, nil }
}

// actions are all that can be done, in the order of the buttons.
func actions() []action {
	return slices.Concat(sessionActions(), playerActions(), resultActions(), boardActions(), seasonActions(), ruleActions())
}

func actionOf(name string) (action, bool) {
	list := actions()
	i := slices.IndexFunc(list, func(a action) bool { return a.name == name })
	if i < 0 {
		return action{}, false
	}
	return list[i], true
}

var noRight = &site.Problem{Status: http.StatusForbidden, Title: "You may not do that", Says: "Only an organiser does it. Ask one."}

// call prepares the use of an action, checking the right to it.
func (p pages) call(r *http.Request) (*call, action, error) {
	d, err := p.deskOf(r)
	if err != nil {
		return nil, action{}, err
	}
	a, ok := actionOf(r.PathValue("action"))
	if !ok || a.name == importing && p.LeagueIntake == nil {
		return nil, action{}, deps.ErrNotFound
	}
	if !d.may(a.gives) {
		return nil, action{}, noRight
	}
	return &call{pages: p, Desk: d, r: r}, a, nil
}

// GET /console/{gathering}/leagues/{league}/do/{action}
func (p pages) ask(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(r)
	if err != nil {
		return err
	}
	return c.show(w, a, c.formOf(a, site.NewID(), ""))
}

// show answers with a form. That of an evening is a table of all players.
func (c *call) show(w http.ResponseWriter, a action, f console.Form) error {
	if a.name == evening {
		return c.pages.Page(w, c.r, EveningPage(c.evening(f)))
	}
	return c.pages.Page(w, c.r, console.FormPage(f))
}

// formOf is the form of an action, with a problem if it was refused.
func (c *call) formOf(a action, id, problem string) console.Form {
	f := console.Form{}
	if a.form != nil {
		f = a.form(c)
	}
	f.Action, f.Back, f.ID, f.Problem = c.Do(a.name), c.after(a), id, problem
	f.Danger = f.Danger || a.danger
	if f.Title == "" {
		f.Title = a.button
	}
	if f.Submit == "" {
		f.Submit = a.button
	}
	f.Page = officialsPage(c.Me, c.Info, f.Title, layout.Link{To: c.Home(), Text: c.View.Name}, layout.Link{Text: f.Title})
	if problem != "" {
		f.Refill(c.r)
	}
	return f
}

// after is where an action leads back to.
func (c *call) after(a action) string {
	if a.then != nil {
		return a.then(c)
	}
	return c.Home()
}

// POST /console/{gathering}/leagues/{league}/do/{action}
func (p pages) do(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(r)
	if err != nil {
		return err
	}
	if a.name == nextSeason {
		return c.next(w, a)
	}
	if a.name == importing {
		return c.takeIn(w, a)
	}
	bodies, err := a.make(c)
	var seen *deps.Foreseen
	n := 0
	if err == nil {
		seen, n, err = c.give(bodies)
	}
	switch {
	case err == nil && seen != nil:
		return p.Page(w, r, ConfirmPage(c.confirm(a, n, *seen)))
	case err == nil:
		return site.To(w, r, c.after(a)+"?done="+a.name)
	}
	again := c.again(err)
	if again == "" {
		return err
	}
	return c.show(w, a, c.formOf(a, r.FormValue("id"), again))
}

// next opens the season after this one, and goes to its desk.
func (c *call) next(w http.ResponseWriter, a action) error {
	id, err := c.openNext()
	if err == nil {
		return site.To(w, c.r, deskPath(c.Gathering, id)+"?done="+a.name)
	}
	again := c.again(err)
	if again == "" {
		return err
	}
	return c.show(w, a, c.formOf(a, c.r.FormValue("id"), again))
}

// give sends the commands. One that touches the integrity is accepted only with the print of consequences
// that were shown and still hold; otherwise what it would do is returned, to be shown. A form sent twice
// gives the first answer twice.
func (c *call) give(bodies []events.CommandBody) (*deps.Foreseen, int, error) {
	id := events.League(c.Gathering, c.View.ID)
	for n, body := range bodies {
		body = looked(body, c.r.FormValue(printField(n)))
		err := c.Send(c.r, c.Me, id, n, body)
		if refusal := engine.AsRefusal(err); refusal != nil && refusal.Code == codePreview {
			seen, err := c.foresee(id, body)
			return seen, n, err
		}
		if err != nil {
			return nil, n, err
		}
	}
	return nil, 0, nil
}

// printField is the field that carries the print of what the n-th command does.
func printField(n int) string { return fmt.Sprintf("print%d", n) }

func (c *call) foresee(id events.StreamID, body events.CommandBody) (*deps.Foreseen, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return c.Leagues.Foresee(c.r.Context(), id, events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: body.CommandType(), Data: data, Actor: c.Me.Actor(), Device: c.Me.Device,
	})
}

// looked is the command with the print of its consequences; those that never have any are as they were.
func looked(body events.CommandBody, print string) events.CommandBody {
	switch b := body.(type) {
	case log.ChangePlayer:
		b.Previewed = print
		return b
	case log.MergePlayers:
		b.Previewed = print
		return b
	case log.UnlinkSource:
		b.Previewed = print
		return b
	case log.RecordResults:
		b.Previewed = print
		return b
	case log.CorrectResult:
		b.Previewed = print
		return b
	case log.ReopenSession:
		b.Previewed = print
		return b
	case log.CancelSession:
		b.Previewed = print
		return b
	case log.ChangeRules:
		b.Previewed = print
		return b
	case log.ReopenSeason:
		b.Previewed = print
		return b
	case log.UndoMark:
		b.Previewed = print
		return b
	}
	return body
}

// Confirm is the page that shows what would move before it is final.
type Confirm struct {
	Desk
	Form    console.Form
	Seen    deps.Foreseen
	Changed bool // it was shown before, and is another now
}

func (c *call) confirm(a action, n int, seen deps.Foreseen) Confirm {
	f := c.formOf(a, c.r.FormValue("id"), "")
	f.Title, f.Submit, f.Danger = "Before it is final: "+lower(f.Title), "Do it", true
	f.Says, f.Fields = nil, nil
	for name, values := range c.r.PostForm {
		if slices.Contains([]string{"id", "back", printField(n)}, name) {
			continue
		}
		for _, v := range values {
			f.Fields = append(f.Fields, hidden(name, v))
		}
	}
	slices.SortFunc(f.Fields, func(a, b console.Field) int { return strings.Compare(a.Name+a.Value, b.Name+b.Value) })
	f.Fields = append(f.Fields, hidden(printField(n), seen.Print))
	return Confirm{Desk: c.Desk, Form: f, Seen: seen, Changed: c.r.FormValue(printField(n)) != ""}
}

// movesSay says how much moves.
func (c Confirm) movesSay() string {
	e := c.Seen.Effects
	switch {
	case e.Changed == 0:
		return "No row of any table changes."
	case e.Moved == 0:
		return fmt.Sprintf("Points or score of %s change; nobody changes rank.", count(e.Changed, "row"))
	case e.Furthest == 0:
		return fmt.Sprintf("%s change, %d of them with a rank that comes or goes.", count(e.Changed, "row"), e.Moved)
	}
	return fmt.Sprintf("Of %s that change, %d get another rank; the furthest moves %s.", count(e.Changed, "row"), e.Moved, count(e.Furthest, "place"))
}

// tableOf names the table of a move.
func (s Shown) tableOf(m log.Move) string {
	if id, is := strings.CutPrefix(m.Table, "division:"); is {
		return s.DivisionName(id)
	}
	return words.Upper(m.Table)
}

// again says above the form why something was refused; empty for an error that is none of a person's.
func (c *call) again(err error) string {
	var problem *site.Problem
	var away *events.UnavailableError
	refusal := engine.AsRefusal(err)
	switch {
	case refusal != nil && refusal.Code == engine.CodeNotAllowed:
		return ""
	case refusal != nil:
		return strings.TrimRight(words.Upper(c.Says(refusal.Says)), ".") + "."
	case errors.As(err, &problem) && problem.Status == http.StatusUnprocessableEntity:
		return problem.Says
	case errors.As(err, &away):
		return "Nothing can be stored at the moment: " + away.Reason + ". What you typed is still here; send it again in a moment. Sent twice it counts once."
	}
	return ""
}

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// argument is a number that came with the address of the form or in it; 0 if there is none.
func (c *call) argument(name string) int {
	n := 0
	_, _ = fmt.Sscan(c.r.FormValue(name), &n) // anything else is none
	return n
}

// text is a field, trimmed.
func (c *call) text(name string) string { return strings.TrimSpace(c.r.FormValue(name)) }

// reason is the field that says why.
func reason(label string) console.Field {
	return console.Field{Kind: console.FieldArea, Name: "reason", Label: label, Help: "It is recorded.", Max: 400}
}

// because reads it.
func (c *call) because() (string, error) { return site.Field(c.r, "reason", "The reason", 400) }

func hidden(name string, v any) console.Field {
	return console.Field{Kind: console.FieldHidden, Name: name, Value: fmt.Sprint(v)}
}

func optional(f console.Field) console.Field {
	f.Optional = true
	return f
}

func says(lines ...string) func(*call) console.Form {
	return func(*call) console.Form { return console.Form{Says: lines} }
}
