package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/tournament"
)

// TournamentReader answers what there is to see of tournaments; projections.Reader is one.
type TournamentReader interface {
	Tournament(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool) (tournament.View, error)
	TournamentOf(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID) (tournament.Mine, bool, error)
	TournamentExport(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool, name func(events.PersonID) string) (tournament.Export, error)
	Tournaments(ctx context.Context, g events.GatheringID) ([]tournament.Line, error)
	TournamentHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
}

// TournamentPath is the part of a path that names a tournament of a gathering.
type TournamentPath struct {
	GatheringPath
	Tournament events.GroupID `path:"tournament" maxLength:"40"`
}

func (p TournamentPath) stream() events.StreamID { return events.Tournament(p.Gathering, p.Tournament) }

type tournamentCommandsInput struct {
	TournamentPath
	Body runner.Request
}

type previewInput struct {
	TournamentPath
	Body struct {
		Type string          `json:"type" maxLength:"80" doc:"command type with version, tournament.correct-result.v1"`
		Data json.RawMessage `json:"data" doc:"the command's fields, without ack"`
	}
}

type previewOutput struct{ Body log.Consequences }

// SeenAs is who a tournament is looked at as.
type SeenAs struct {
	View string `query:"view" enum:"public,officials" default:"public" doc:"what everybody sees, or what organisers and judges see; they differ while the standings are frozen, before a round is published, and in what waits to be confirmed"`
}

type tournamentInput struct {
	TournamentPath
	SeenAs
	At events.Position `query:"at" doc:"wait, up to two seconds, until the tournament has reached this position"`
}

type tournamentOutput struct{ Body tournament.View }

type tournamentsOutput struct {
	Body struct {
		Tournaments []tournament.Line `json:"tournaments"` // by name
	}
}

type mineInput struct {
	TournamentPath
	At events.Position `query:"at" doc:"wait, up to two seconds, until the tournament has reached this position"`
}

type mineOutput struct{ Body tournament.Mine }

type tournamentHistoryInput struct {
	TournamentPath
	Before events.Position `query:"before" doc:"only lines before this position; 0: from the end"`
	Limit  int             `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

type tournamentStreamInput struct {
	TournamentPath
	LastEventID string `header:"Last-Event-ID" maxLength:"20" doc:"position of the last view that was received"`
}

// withTournaments registers what is asked about tournaments, if there is somebody to answer.
func (a *API) withTournaments(h huma.API) {
	if a.o.Tournaments == nil {
		a.o.Tournaments, _ = a.o.Reader.(TournamentReader)
	}
	if a.o.Previews == nil {
		a.o.Previews, _ = a.o.Commands.(Previewer)
	}
	if a.o.Tournaments == nil {
		return
	}
	const one = "/gatherings/{gathering}/tournaments/{tournament}"
	huma.Register(h, op(http.MethodPost, one+"/commands", "tournament-commands",
		"Send commands to a tournament, applied in order up to the first refusal"),
		func(ctx context.Context, in *tournamentCommandsInput) (*commandsOutput, error) {
			return a.do(ctx, in.Caller, in.stream(), in.Body), nil
		})
	if a.o.Previews != nil {
		huma.Register(h, op(http.MethodPost, one+"/preview", "preview-tournament-command",
			"What a command that touches a tournament's integrity would do; it is accepted with the ack of exactly that"), a.previewTournament)
	}
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/tournaments", "list-tournaments", "The tournaments of a gathering, by name"), a.listTournaments)
	huma.Register(h, op(http.MethodGet, one, "get-tournament", "A tournament: entrants, rounds with the reasons of their pairings, standings with the terms of every number, integrity list"), a.getTournament)
	huma.Register(h, op(http.MethodGet, one+"/me", "get-own-entry", "What the session's player sees of their own table, also while the standings are frozen"), a.getMine)
	huma.Register(h, op(http.MethodGet, one+"/history", "get-tournament-history", "What happened in a tournament, in words, latest first; for organisers and judges"), a.getTournamentHistory)
	stream := op(http.MethodGet, one+"/stream", "stream-tournament",
		"The view of everybody, at once and after every change: server-sent events named tournament, id = position")
	stream.Responses = map[string]*huma.Response{"200": {
		Description: "server-sent events", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	huma.Register(h, stream, a.streamTournament)
	a.exports(h, one)
	a.phones(h, one)
	a.players(h, one)
}

// officials refuses the view of officials to others, and tells whether it is asked for.
func (a *API) officials(c Caller, g events.GatheringID, view string) (bool, error) {
	if view != "officials" {
		return false, nil
	}
	_, err := a.may(c, access.Give(log.PairRound{}.CommandType()), g, access.Object{})
	return err == nil, err
}

func (a *API) previewTournament(ctx context.Context, in *previewInput) (*previewOutput, error) {
	s, err := a.may(in.Caller, access.Give(in.Body.Type), in.Gathering, access.Object{Group: in.Tournament})
	if err != nil {
		return nil, err
	}
	says, err := a.o.Previews.PreviewTournament(ctx, in.stream(), events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: in.Body.Type, Data: in.Body.Data, Actor: s.Actor(), Device: s.Device,
	})
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	says.Says = append([]string{}, says.Says...)
	for i, line := range says.Says {
		says.Says[i] = a.named(in.Gathering, line)
	}
	return &previewOutput{says}, nil
}

func (a *API) listTournaments(ctx context.Context, in *GatheringPath) (*tournamentsOutput, error) {
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	list, err := a.o.Tournaments.Tournaments(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &tournamentsOutput{}
	out.Body.Tournaments = append([]tournament.Line{}, list...)
	return out, nil
}

func (a *API) getTournament(ctx context.Context, in *tournamentInput) (*tournamentOutput, error) {
	officials, err := a.officials(in.Caller, in.Gathering, in.View)
	if err != nil {
		return nil, err
	}
	if in.At > 0 {
		a.await(ctx, in.Gathering, in.At)
	}
	v, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, officials)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &tournamentOutput{v}, nil
}

func (a *API) getMine(ctx context.Context, in *mineInput) (*mineOutput, error) {
	s := a.who(in.Caller)
	if in.At > 0 {
		a.await(ctx, in.Gathering, in.At)
	}
	mine, ok, err := a.o.Tournaments.TournamentOf(ctx, in.Gathering, in.Tournament, s.Person)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	if !ok || s.Person == "" || s.Gathering != in.Gathering {
		return nil, a.problem(in.Caller, projections.ErrNotFound)
	}
	return &mineOutput{mine}, nil
}

func (a *API) getTournamentHistory(ctx context.Context, in *tournamentHistoryInput) (*historyOutput, error) {
	if _, err := a.officials(in.Caller, in.Gathering, "officials"); err != nil {
		return nil, err
	}
	lines, err := a.o.Tournaments.TournamentHistory(ctx, in.Gathering, in.Tournament, in.Before, in.Limit)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &historyOutput{}
	out.Body.Lines = make([]history.Line, len(lines)) // lines may be shared: not written to
	for i, l := range lines {
		l.Words = a.named(in.Gathering, l.Words)
		out.Body.Lines[i] = l
	}
	return out, nil
}

func (a *API) streamTournament(ctx context.Context, in *tournamentStreamInput) (*huma.StreamResponse, error) {
	if _, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, false); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.streamed(in.LastEventID, source{in.stream(), "tournament", func(ctx context.Context) (events.Position, any, error) {
		v, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, false)
		return v.Position, v, err
	}})
}
