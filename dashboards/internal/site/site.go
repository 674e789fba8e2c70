package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// Site is what the handlers of all pages share.
type Site struct {
	deps.Deps
	Hub *live.Hub
	Mux *http.ServeMux
}

// Handler answers a request or returns an error, which becomes a page.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Handle registers a handler for a pattern of [http.ServeMux].
func (s *Site) Handle(pattern string, h Handler) {
	s.Mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		err := parse(r)
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			s.Fail(w, r, err)
		}
	})
}

// parse reads the form of a POST, so that one that is too large or broken is refused as such.
func parse(r *http.Request) error {
	if r.Method != http.MethodPost {
		return nil
	}
	var large *http.MaxBytesError
	err := r.ParseForm() // ParseMultipartForm keeps its error to itself
	if err == nil {
		err = r.ParseMultipartForm(UploadLimit)
	}
	switch {
	case err == nil, errors.Is(err, http.ErrNotMultipart):
		return nil
	case errors.As(err, &large):
		return err
	default:
		return Malformed("the form arrived broken: send it again")
	}
}

// Problem is an error with a page of its own.
type Problem struct {
	Status int
	Title  string // "You cannot do that"
	Says   string // what was wrong and what would be right
	Source string // rulebook and section, when a rule is the reason
	Quote  string // number to quote, of an error that is ours
}

// Error returns the title and what it says.
func (p *Problem) Error() string { return p.Title + ": " + p.Says }

// Fail answers with the page of an error. Errors that are ours are logged with a number to quote.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there to read it
	}
	p := problemOf(err)
	if p.Status >= http.StatusInternalServerError {
		p.Quote = quote()
		s.Log.Error("a page failed", "path", r.URL.Path, "quote", p.Quote, "err", err)
	}
	view := layout.Problem{Title: p.Title, Says: p.Says, Source: p.Source, Quote: p.Quote, Back: back(r)}
	s.render(w, r, p.Status, layout.ErrorPage(view))
}

func quote() string { return strings.ToUpper(uuid.NewString()[:8]) }

// back is where the page of an error leads: the page a form was on.
func back(r *http.Request) string {
	if ref := r.FormValue("back"); strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "//") && !strings.Contains(ref, `\`) {
		return ref
	}
	return ""
}

// Page answers with a page.
func (s *Site) Page(w http.ResponseWriter, r *http.Request, c templ.Component) error {
	s.render(w, r, http.StatusOK, c)
	return nil
}

// render writes a page at once, so that one that cannot be rendered becomes an error page.
func (s *Site) render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	var b strings.Builder
	if err := c.Render(layout.WithNow(r.Context(), s.Now()), &b); err != nil {
		s.Log.Error("a page could not be rendered", "path", r.URL.Path, "err", err)
		http.Error(w, "this page could not be made; go back and try again", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String())) // the browser has gone if this fails
}

// Bytes renders a fragment for a live stream.
func Bytes(ctx context.Context, c templ.Component) ([]byte, error) {
	var b strings.Builder
	err := c.Render(ctx, &b)
	return []byte(b.String()), err
}

// Name returns a person's display name.
func (s *Site) Name(g events.GatheringID, p events.PersonID) string { return s.People.Name(g, p) }

// LastSigned returns the newest checkpoint of a gathering; nil if there is none, or nothing is signed.
func (s *Site) LastSigned(g events.GatheringID) *deps.Checkpoint {
	if s.Proofs == nil {
		return nil
	}
	c, ok := s.Proofs.Last(g)
	if !ok {
		return nil
	}
	return &c
}

// Signed is a channel of changes of pages that show LastSigned; nil: it never changes.
func (s *Site) Signed(g events.GatheringID) func() <-chan struct{} {
	if s.Proofs == nil {
		return nil
	}
	return func() <-chan struct{} { return s.Proofs.Signed(g) }
}

// Gathering returns the gathering of the path, checked.
func Gathering(r *http.Request) (events.GatheringID, error) {
	g := events.GatheringID(r.PathValue("gathering"))
	if g.Validate() != nil {
		return "", deps.ErrNotFound
	}
	return g, nil
}

// GroupOf returns the gathering and group of the path, checked.
func GroupOf(r *http.Request) (events.GatheringID, events.GroupID, error) {
	g, err := Gathering(r)
	if err != nil {
		return "", "", err
	}
	group := events.GroupID(r.PathValue("group"))
	if group.Validate() != nil {
		return "", "", deps.ErrNotFound
	}
	return g, group, nil
}

// Need returns the session if it has one of the roles for the gathering (empty: any); otherwise an
// error whose page says how to get in.
func (s *Site) Need(r *http.Request, g events.GatheringID, roles ...events.Role) (access.Session, error) {
	me := s.Auth.Session(r)
	for _, role := range roles {
		if me.Role == role && (role == events.RoleOrganiser || g == "" || me.Gathering == g) {
			return me, nil
		}
	}
	return me, notFor(me, roles)
}

// Who says as whom an official is here: "Judge", "Organiser", "Ana, organiser".
func Who(me access.Session) string {
	switch {
	case me.Role == events.RoleJudge:
		return "Judge"
	case me.Name != "":
		return me.Name + ", organiser"
	default:
		return "Organiser"
	}
}

func notFor(me access.Session, roles []events.Role) *Problem {
	p := &Problem{Status: http.StatusForbidden, Title: "This page is not for you"}
	who := make([]string, len(roles))
	for i, r := range roles {
		who[i] = roleName(r)
	}
	p.Says = "Only " + strings.Join(who, " and ") + " can use it. You are here as " + oneOf(me) +
		". Judges and captains get in with their code on the front page, organisers with the link that the server printed."
	return p
}

func roleName(r events.Role) string {
	switch r {
	case events.RoleOrganiser:
		return "organisers"
	case events.RoleJudge:
		return "judges of this gathering"
	case events.RoleCaptain:
		return "captains of this table"
	}
	return string(r)
}

func oneOf(me access.Session) string {
	switch me.Role {
	case events.RoleOrganiser:
		return "an organiser"
	case events.RoleJudge:
		return "a judge of another gathering"
	case events.RoleCaptain:
		return "the captain of a table"
	}
	return "a spectator"
}

// problemOf turns any error into what a page says.
func problemOf(err error) *Problem {
	var p *Problem
	var id *events.IDError
	var away *events.UnavailableError
	var size *http.MaxBytesError
	refusal := engine.AsRefusal(err)
	switch {
	case errors.As(err, &p):
		own := *p
		return &own
	case refusal != nil:
		return &Problem{Status: statusOf(refusal.Code), Title: "That was refused", Says: refusal.Says, Source: refusal.Source}
	case errors.Is(err, deps.ErrNotFound):
		return &Problem{Status: http.StatusNotFound, Title: "There is no such page", Says: "No gathering, group or table is at this address. It may have been typed wrong, or the server is another one."}
	case errors.As(err, &id):
		return &Problem{Status: http.StatusUnprocessableEntity, Title: "That was refused", Says: id.Error()}
	case errors.As(err, &size):
		return &Problem{Status: http.StatusRequestEntityTooLarge, Title: "That is too much", Says: "More was sent than this page takes. Send a smaller file or fewer rows."}
	case errors.As(err, &away):
		return &Problem{Status: http.StatusServiceUnavailable, Title: "The server cannot store anything at the moment", Says: "Nothing you entered was lost on purpose: " + away.Reason + ". Try again in a moment; the same entry sent twice counts once."}
	case errors.Is(err, context.DeadlineExceeded):
		return &Problem{Status: http.StatusServiceUnavailable, Title: "The server is slow at the moment", Says: "It did not answer in time. Try again; the same entry sent twice counts once."}
	}
	return &Problem{Status: http.StatusInternalServerError, Title: "Something went wrong here", Says: "That is a mistake of the program, not yours. Go back and try again; if it happens again, tell the organiser the number below."}
}

func statusOf(c engine.Code) int {
	switch c {
	case engine.CodeNotAllowed, engine.CodeOtherTable:
		return http.StatusForbidden
	case engine.CodeMalformed, engine.CodeUnknownCommand:
		return http.StatusUnprocessableEntity
	case engine.CodeBusy:
		return http.StatusServiceUnavailable
	}
	return http.StatusConflict
}

// logged is the logger, or one that says nothing.
func logged(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	return l
}
