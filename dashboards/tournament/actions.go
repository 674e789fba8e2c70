package tournament

import (
	"encoding/json"
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
	log "github.com/muster-events/muster/events/tournament"
)

// action is something that officials can do to a tournament.
type action struct {
	name, button string
	done         string // what the desk says afterwards
	gives        string // type of the command: who may give that may do this
	danger       bool
	shown        func(v Shown) bool // as a button of its own; nil: never, it is reached from a table or entrant
	next         func(v Shown) bool // what comes next; nil: never
	form         func(c *call) console.Form
	make         func(c *call) ([]events.CommandBody, error)
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
	return slices.Concat(lifeActions(), entrantActions(), peopleActions(), roundActions(), handActions(), resultActions(), ruleActions())
}

func actionOf(name string) (action, bool) {
	list := actions()
	i := slices.IndexFunc(list, func(a action) bool { return a.name == name })
	if i < 0 {
		return action{}, false
	}
	return list[i], true
}

// call prepares the use of an action, checking the right to it.
func (p pages) call(r *http.Request) (*call, action, error) {
	d, err := p.deskOf(r)
	if err != nil {
		return nil, action{}, err
	}
	a, ok := actionOf(r.PathValue("action"))
	if !ok {
		return nil, action{}, deps.ErrNotFound
	}
	if !d.may(a.gives) {
		return nil, action{}, &site.Problem{Status: http.StatusForbidden, Title: "You may not do that", Says: "Only an organiser does it. Ask one."}
	}
	return &call{pages: p, Desk: d, r: r}, a, nil
}

// GET /console/{gathering}/tournaments/{tournament}/do/{action}
func (p pages) ask(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, console.FormPage(c.formOf(a, site.NewID(), "")))
}

// formOf is the form of an action, with a problem if it was refused.
func (c *call) formOf(a action, id, problem string) console.Form {
	f := console.Form{}
	if a.form != nil {
		f = a.form(c)
	}
	back := deskPath(c.Gathering, c.View.ID)
	f.Action, f.Back, f.ID, f.Problem = back+"/do/"+a.name, back, id, problem
	f.Danger = f.Danger || a.danger
	if f.Title == "" {
		f.Title = a.button
	}
	if f.Submit == "" {
		f.Submit = a.button
	}
	f.Page = officialsPage(c.Me, c.Info, f.Title, layout.Link{To: back, Text: c.View.Name}, layout.Link{Text: f.Title})
	if problem != "" {
		f.Refill(c.r)
	}
	return f
}

// POST /console/{gathering}/tournaments/{tournament}/do/{action}
func (p pages) do(w http.ResponseWriter, r *http.Request) error {
	c, a, err := p.call(r)
	if err != nil {
		return err
	}
	bodies, err := a.make(c)
	if err == nil {
		var says *log.Consequences
		if says, err = c.give(bodies); err == nil && says != nil {
			return p.Page(w, r, console.FormPage(c.confirm(a, *says)))
		}
	}
	if err == nil {
		return site.To(w, r, deskPath(c.Gathering, c.View.ID)+c.after(a))
	}
	again := c.again(err)
	if again == "" {
		return err
	}
	return p.Page(w, r, console.FormPage(c.formOf(a, r.FormValue("id"), again)))
}

// give sends the commands. One that touches the integrity is sent only if its consequences were shown and
// are the same still; otherwise they are returned, to be shown.
func (c *call) give(bodies []events.CommandBody) (*log.Consequences, error) {
	id := events.Tournament(c.Gathering, c.View.ID)
	for n, body := range bodies {
		says, err := c.preview(id, body)
		if err != nil {
			return nil, err
		}
		if says.Ack != "" {
			if c.r.FormValue("ack") != says.Ack {
				return &says, nil
			}
			body = acknowledged(body, says.Ack)
		}
		if err := c.Send(c.r, c.Me, id, n, body); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// preview says what a command would do. A form that was sent already would be refused now: its command
// is in the log, and sending it again gives the first answer.
func (c *call) preview(id events.StreamID, body events.CommandBody) (log.Consequences, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return log.Consequences{}, err
	}
	if !touches(body) {
		return log.Consequences{}, nil
	}
	return c.Tournaments.Preview(c.r.Context(), id, events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: body.CommandType(), Data: data, Actor: c.Me.Actor(), Device: c.Me.Device,
	})
}

// touches tells whether a command may need an acknowledgement.
func touches(body events.CommandBody) bool {
	return acknowledged(body, "x") != nil
}

// acknowledged is the command with the acknowledgement of its consequences; nil if it takes none.
func acknowledged(body events.CommandBody, ack string) events.CommandBody {
	switch b := body.(type) {
	case log.ChangeRules:
		b.Ack = ack
		return b
	case log.Register:
		b.Ack = ack
		return b
	case log.MergeEntrants:
		b.Ack = ack
		return b
	case log.PartEntrants:
		b.Ack = ack
		return b
	case log.Renumber:
		b.Ack = ack
		return b
	case log.ChangePairing:
		b.Ack = ack
		return b
	case log.PairAgain:
		b.Ack = ack
		return b
	case log.CorrectResult:
		b.Ack = ack
		return b
	case log.ImportRound:
		b.Ack = ack
		return b
	case log.ReopenTournament:
		b.Ack = ack
		return b
	case log.Overrule:
		b.Ack = ack
		return b
	default:
		return nil
	}
}

// confirm is the page that shows the consequences of what was filled in, before it is final.
func (c *call) confirm(a action, says log.Consequences) console.Form {
	f := c.formOf(a, c.r.FormValue("id"), "")
	f.Title, f.Submit, f.Danger = "Before it is final: "+lower(f.Title), "Do it", true
	f.Says = []string{"It is put on the integrity list for good, with your reason. This"}
	for _, s := range says.Says {
		f.Says = append(f.Says, "… "+c.Says(s))
	}
	f.Fields, f.Parts = nil, nil
	for name, values := range c.r.PostForm {
		if slices.Contains([]string{"id", "back", "ack"}, name) {
			continue
		}
		for _, v := range values {
			f.Fields = append(f.Fields, console.Field{Kind: console.FieldHidden, Name: name, Value: v})
		}
	}
	slices.SortFunc(f.Fields, func(a, b console.Field) int { return strings.Compare(a.Name+a.Value, b.Name+b.Value) })
	f.Fields = append(f.Fields, console.Field{Kind: console.FieldHidden, Name: "ack", Value: says.Ack})
	return f
}

// again says above the form why something was refused.
func (c *call) again(err error) string {
	if r := engine.AsRefusal(err); r != nil && r.Code == engine.CodeNotAllowed {
		return ""
	}
	return c.Shown.again(err)
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

// reason is the field that says why.
func reason(label string) console.Field {
	return console.Field{Kind: console.FieldArea, Name: "reason", Label: label, Help: "It is recorded.", Max: 400}
}

// because reads it.
func (c *call) because() (string, error) { return site.Field(c.r, "reason", "The reason", 400) }

func hidden(name string, v any) console.Field {
	return console.Field{Kind: console.FieldHidden, Name: name, Value: fmt.Sprint(v)}
}

// entrantField lists entrants to choose from.
func (c *call) entrantField(name, label string, which func(n int) bool) console.Field {
	f := console.Field{Kind: console.FieldSelect, Name: name, Label: label, Value: c.r.FormValue(name)}
	for _, e := range c.Entrants {
		if which(e.N) {
			f.Options = append(f.Options, console.Choice{Value: fmt.Sprint(e.N), Text: fmt.Sprintf("%s (%d)", c.Person(e.Player), e.N)})
		}
	}
	return f
}

func (s Shown) in(n int) bool { return s.Entrants[n-1].In() }

func (s Shown) gone(n int) bool { return s.Entrants[n-1].Dropped && s.Entrants[n-1].Into == 0 }

func (s Shown) real(n int) bool { return s.Entrants[n-1].Into == 0 }
