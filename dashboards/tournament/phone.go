package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
)

// again returns what to say above the same form if filling it in differently, or later, can help; empty:
// nothing.
func (s Shown) again(err error) string {
	var p *site.Problem
	var away *events.UnavailableError
	r := engine.AsRefusal(err)
	switch {
	case r != nil:
		return s.Says(r.Says)
	case errors.As(err, &p):
		return p.Says
	case errors.As(err, &away), errors.Is(err, deps.ErrNotFound), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ""
	default:
		return sayable(err)
	}
}

// sayable returns the words of an error that is for people: those of logging in. Others are ours.
func sayable(err error) string {
	var login interface {
		error
		Status() int
	}
	if errors.As(err, &login) {
		return login.Error()
	}
	if err.Error() != "" && errors.Unwrap(err) == nil {
		return err.Error()
	}
	return ""
}

// Join is the page that makes a phone an entrant's.
type Join struct {
	Shown
	Entrant       view.Entrant
	Code, Problem string
}

// GET /tournaments/{gathering}/{tournament}/phone/{entrant}?code=…
func (p pages) joinForm(w http.ResponseWriter, r *http.Request) error {
	v, err := p.joining(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, JoinPage(v))
}

func (p pages) joining(r *http.Request) (Join, error) {
	v, err := p.open(r)
	if err != nil {
		return Join{}, err
	}
	n, err := number(r, "entrant")
	if err != nil || n > len(v.Entrants) {
		return Join{}, deps.ErrNotFound
	}
	return Join{Shown: v, Entrant: v.Entrants[n-1], Code: r.FormValue("code")}, nil
}

// POST /tournaments/{gathering}/{tournament}/phone/{entrant}
func (p pages) join(w http.ResponseWriter, r *http.Request) error {
	v, err := p.joining(r)
	if err != nil {
		return err
	}
	if _, err := p.Players.JoinPlayer(w, r, v.Gathering, v.ID, v.Entrant.Player, v.Code); err != nil {
		if v.Problem = v.again(err); v.Problem == "" {
			return err
		}
		return p.Page(w, r, JoinPage(v))
	}
	return site.To(w, r, v.Path("/me"))
}

// Mine is a player's own page.
type Mine struct {
	Shown
	view.Mine
	Problem string
	Typed   map[string]string // what was typed into a form that was refused
	// Contacted says that how the player is reached was just kept.
	Contacted bool
}

// Field is what was typed into a field of a form that was refused, or of one's own entry that waits.
func (m Mine) Field(name string) string {
	if m.Typed != nil || m.Table == nil {
		return m.Typed[name]
	}
	for _, e := range m.Table.Entries {
		if e.State == "pending" && e.Entrant == m.Mine.Entrant.N {
			return typedAs(m.Shown, *m.Table, e.Result)[name]
		}
	}
	return ""
}

// formSpace is the name space of the ids of commands that a player's page sends.
var formSpace = uuid.MustParse("7c0c6a52-5a0e-5d0a-8a56-4f6f2b0b3a1d")

// Form is the id of the command that a button sends: the same as long as the page is, so that a button
// pressed twice is one command.
func (m Mine) Form(action string) string {
	b, err := json.Marshal(m.Mine)
	if err != nil {
		return site.NewID()
	}
	return uuid.NewSHA1(formSpace, append([]byte(action+"\n"+string(m.Gathering)+"/"+string(m.ID)+"\n"), b...)).String()
}

// own reads the page of the session's player.
func (p pages) own(ctx context.Context, id events.StreamID, me access.Session) (Mine, error) {
	v, err := p.read(ctx, id, false)
	if err != nil {
		return Mine{}, err
	}
	v.Me = me
	if !v.plays() {
		return Mine{}, &site.Problem{Status: http.StatusForbidden, Title: "This is a player’s page", Says: "Enter the tournament with this phone, or use the code that the organiser can show."}
	}
	mine, ok, err := p.Tournaments.TournamentOf(ctx, id.Gathering, id.Group, me.Person)
	if err == nil && !ok {
		err = deps.ErrNotFound
	}
	return Mine{Shown: v, Mine: mine}, err
}

// GET /tournaments/{gathering}/{tournament}/me
func (p pages) me(w http.ResponseWriter, r *http.Request) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	v, err := p.own(r.Context(), id, p.Auth.Session(r))
	if err != nil {
		return err
	}
	v.Contacted = r.FormValue("done") == "contact"
	return p.Page(w, r, MinePage(v))
}

// POST /tournaments/{gathering}/{tournament}/me/contact: how the player is reached, outside of the log.
func (p pages) contact(w http.ResponseWriter, r *http.Request) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	me := p.Auth.Session(r)
	v, err := p.own(r.Context(), id, me)
	if err != nil {
		return err
	}
	typed := r.FormValue("contact")
	at, err := p.People.Correct(r.Context(), id.Gathering, me.Actor(), me.Person, roster.Correction{Contact: &typed, Why: desk.WhyAsked})
	if err != nil {
		if v.Problem = v.again(err); v.Problem == "" {
			return err
		}
		v.Typed = map[string]string{"contact": typed}
		return p.Page(w, r, MinePage(v))
	}
	p.Await(r.Context(), id.Gathering, at)
	return site.To(w, r, v.Path("/me?done=contact"))
}

// myStream streams a player's own page.
func (p pages) myStream(w http.ResponseWriter, r *http.Request) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	me := p.Auth.Session(r)
	if _, err := p.own(r.Context(), id, me); err != nil {
		return err
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "tournament/me/" + string(id.Gathering) + "/" + string(id.Group) + "/" + string(me.Person), Page: "tournament",
		Changed: func() <-chan struct{} { return p.Reader.Changed(id.Gathering, id.Group) },
		Render: func(ctx context.Context) (uint64, []byte, error) {
			v, err := p.own(ctx, id, me)
			if err != nil {
				return 0, nil, err
			}
			// without a position: what others do changes nothing here, and must not disturb who types
			b, err := site.Bytes(ctx, MineLive(v))
			return 0, b, err
		},
	})
	return nil
}

// POST /tournaments/{gathering}/{tournament}/me/{action}
func (p pages) act(w http.ResponseWriter, r *http.Request) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	me := p.Auth.Session(r)
	v, err := p.own(r.Context(), id, me)
	if err != nil {
		return err
	}
	action := r.PathValue("action")
	body, err := v.command(r, action)
	if err == nil {
		err = p.Send(r, me, id, 0, body)
	}
	if err == nil {
		return site.To(w, r, v.Path("/me?done="+action))
	}
	says := v.again(err)
	if says == "" {
		return err
	}
	if now, again := p.own(r.Context(), id, me); again == nil {
		v = now
	}
	v.Problem, v.Typed = says, map[string]string{}
	for name, values := range r.PostForm {
		if len(values) > 0 && name != "id" {
			v.Typed[name] = values[0]
		}
	}
	return p.Page(w, r, MinePage(v))
}

// command is what a button of the page asks.
func (m Mine) command(r *http.Request, action string) (events.CommandBody, error) {
	switch action {
	case "check-in":
		return log.CheckIn{Entrant: m.Mine.Entrant.N}, nil
	case "drop":
		return log.Drop{Entrant: m.Mine.Entrant.N, Reason: r.FormValue("reason")}, nil
	}
	if m.Table == nil {
		return nil, site.Malformed("you sit at no table now: load the page again")
	}
	at, entry := m.Table.N, 0
	if action != "result" {
		if _, err := fmt.Sscan(r.FormValue("entry"), &entry); err != nil {
			return nil, site.Malformed("the page is an old one: load it again")
		}
	}
	switch action {
	case "result":
		res, err := resultOf(r, m.Shown, *m.Table)
		return log.EnterResult{Round: m.Round, Table: at, Result: res}, err
	case "confirm":
		return log.ConfirmResult{Round: m.Round, Table: at, Entry: entry}, nil
	case "reject":
		why, err := site.Field(r, "reason", "Why it is wrong", 400)
		return log.RejectResult{Round: m.Round, Table: at, Entry: entry, Reason: why}, err
	}
	return nil, deps.ErrNotFound
}

// waiting is the entry of a table that waits for another person; nil if none does.
func waiting(t *view.Table) *view.Entry {
	if t == nil {
		return nil
	}
	for i := len(t.Entries) - 1; i >= 0; i-- {
		if t.Entries[i].State == "pending" {
			return &t.Entries[i]
		}
	}
	return nil
}
