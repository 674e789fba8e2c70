package api

import (
	"context"
	"net/http"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

type deskCommandsInput struct {
	GatheringPath
	Body runner.Request
}

type groupCommandsInput struct {
	GroupPath
	Body runner.Request
}

type commandsOutput struct {
	Status int
	Body   runner.Response
}

func (a *API) commands(h huma.API) {
	huma.Register(h, op(http.MethodPost, "/gatherings/{gathering}/commands", "desk-commands",
		"Send commands to a gathering itself, applied in order up to the first refusal"),
		func(ctx context.Context, in *deskCommandsInput) (*commandsOutput, error) {
			return a.do(ctx, in.Caller, events.Desk(in.Gathering), in.Body), nil
		})
	huma.Register(h, op(http.MethodPost, "/gatherings/{gathering}/groups/{group}/commands", "group-commands",
		"Send commands to a group, applied in order up to the first refusal"),
		func(ctx context.Context, in *groupCommandsInput) (*commandsOutput, error) {
			return a.do(ctx, in.Caller, events.Group(in.Gathering, in.Group), in.Body), nil
		})
}

// do applies a batch on the authority of the session. The status is 200 if none was refused or at
// least one was accepted, else the one that goes with the refusal.
func (a *API) do(ctx context.Context, c Caller, id events.StreamID, req runner.Request) *commandsOutput {
	s := a.who(c)
	res := runner.DoAll(ctx, inGathering{a.o.Commands, s}, id, s.Actor(), s.Device, req)
	if res.Answers == nil {
		res.Answers = []runner.Answered{}
	}
	out := &commandsOutput{Status: http.StatusOK, Body: res}
	if res.Refused == nil {
		return out
	}
	res.Refused.Says = a.named(id.Gathering, res.Refused.Says)
	if res.Refused.Code == engine.CodeOtherTable || res.Refused.Code == engine.CodeNotAllowed {
		a.o.Log.Warn("a session asked for what it may not do", "stream", id.String(), "role", string(s.Role),
			"gathering", string(s.Gathering), "group", string(s.Group), "table", string(s.Table), "code", string(res.Refused.Code))
	}
	if len(res.Answers) == 0 {
		out.Status = statusOf[res.Kind]
	}
	return out
}

// inGathering refuses commands of a judge or captain to another gathering: actors do not name one,
// so no decider can. Everything else is for the decider.
type inGathering struct {
	Commander
	session access.Session
}

// Do implements runner.Doer.
func (d inGathering) Do(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
	s := d.session
	if s.Role == events.RoleJudge || s.Role == events.RoleCaptain {
		if s.Gathering != id.Gathering {
			return events.Answer{}, s.May(access.Give(c.Type), id.Gathering, access.Object{Group: s.Group, Table: s.Table})
		}
	}
	if c.Type == (desk.CorrectPerson{}).CommandType() {
		return events.Answer{}, &engine.Refusal{Code: engine.CodeNotAllowed, Says: "the log does not hold names: send what is right to PATCH /gatherings/GATHERING/people/PERSON, which keeps it and has the log say so"}
	}
	return d.Commander.Do(ctx, id, c)
}

// people in sentences are ids in braces, since names are not in the log.
var braced = regexp.MustCompile(`\{([a-z0-9-]{1,40})\}`)

// named puts names in the place of the ids of people.
func (a *API) named(g events.GatheringID, words string) string {
	return braced.ReplaceAllStringFunc(words, func(m string) string {
		return a.o.People.Name(g, events.PersonID(m[1:len(m)-1]))
	})
}
