package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
)

type loginInput struct {
	Caller
	Body struct {
		Key  string `json:"key" maxLength:"200" doc:"the organiser's key, printed in the terminal when muster started"`
		Name string `json:"name,omitempty" maxLength:"2000" doc:"what the organiser is called, 1 to 80 characters of any script, so that what they do is recorded as theirs; empty: not said"`
	}
}

// organisers is an Auth that organisers can say their names to; ops/auth.Auth is one.
type organisers interface {
	OrganiserAs(w http.ResponseWriter, r *http.Request, key, name string) error
}

func (a *API) login(in *loginInput) error {
	if as, ok := a.o.Auth.(organisers); ok {
		return as.OrganiserAs(in.w, in.r, in.Body.Key, in.Body.Name)
	}
	return a.o.Auth.Organiser(in.w, in.r, in.Body.Key)
}

type joinInput struct {
	Caller
	Body struct {
		Code string `json:"code" maxLength:"100" doc:"the table's or the judges' code"`
		Name string `json:"name" maxLength:"2000" doc:"what the person calls themselves, 1 to 80 characters of any script"`
	}
}

type sessionOutput struct{ Body access.Session }

type callerInput struct{ Caller }

func (a *API) sessions(h huma.API) {
	login := op(http.MethodPost, "/login", "login", "Log in as organiser")
	login.DefaultStatus = http.StatusNoContent
	huma.Register(h, login, func(_ context.Context, in *loginInput) (*struct{}, error) {
		if err := a.login(in); err != nil {
			return nil, a.problem(in.Caller, err)
		}
		return nil, nil
	})
	huma.Register(h, op(http.MethodPost, "/join", "join", "Join a table as its captain, or a gathering as a judge"),
		func(_ context.Context, in *joinInput) (*sessionOutput, error) {
			s, err := a.o.Auth.Join(in.w, in.r, in.Body.Code, in.Body.Name)
			if err != nil {
				return nil, a.problem(in.Caller, err)
			}
			return &sessionOutput{s}, nil
		})
	logout := op(http.MethodPost, "/logout", "logout", "End the session, at every server")
	logout.DefaultStatus = http.StatusNoContent
	huma.Register(h, logout, func(_ context.Context, in *callerInput) (*struct{}, error) {
		a.o.Auth.Logout(in.w, in.r)
		return nil, nil
	})
	huma.Register(h, op(http.MethodGet, "/me", "me", "Who the session acts as"),
		func(_ context.Context, in *callerInput) (*sessionOutput, error) {
			s := a.who(in.Caller)
			if s.Role == "" {
				s.Role = events.RoleSpectator
			}
			return &sessionOutput{s}, nil
		})
}
