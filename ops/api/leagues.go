package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	state "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/convention"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/league"
)

// LeagueReader answers what there is to see of leagues; projections.Reader is one.
type LeagueReader interface {
	League(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.View, error)
	LeaguePlayer(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID, staff bool) (league.PlayerView, error)
	LeagueChart(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.Chart, error)
	LeagueExport(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool, name func(events.PersonID) string) (league.Export, error)
	Leagues(ctx context.Context, g events.GatheringID) ([]league.Line, error)
	LeagueHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
	Convention(ctx context.Context, g events.GatheringID) ([]convention.Board, error)
}

// Foreseer says what a command to a league would do; coordinator/runner.Service is one.
type Foreseer interface {
	ForeseeLeague(ctx context.Context, stream events.StreamID, c events.Command) (*state.Preview, error)
}

// LeaguePath is the part of a path that names a league of a gathering.
type LeaguePath struct {
	GatheringPath
	League events.GroupID `path:"league" maxLength:"40"`
}

func (p LeaguePath) stream() events.StreamID { return events.League(p.Gathering, p.League) }

// SeenBy is who a league is looked at as.
type SeenBy struct {
	View string `query:"view" enum:"public,staff" default:"public" doc:"what everybody sees, or what organisers and judges see; they differ while the board is frozen, and in why players dropped and what waits for a frozen session"`
}

type leagueCommandsInput struct {
	LeaguePath
	Body runner.Request
}

type foreseeInput struct {
	LeaguePath
	Body struct {
		Type string          `json:"type" maxLength:"80" doc:"command type with version, league.correct-result.v1"`
		Data json.RawMessage `json:"data" doc:"the command's fields, without previewed"`
	}
}

// Foreseen is what a command to a league would do.
type Foreseen struct {
	// Integrity is set if it is recorded with a badge for good; else it would simply be accepted, and the
	// rest is empty.
	Integrity bool        `json:"integrity"`
	Kind      string      `json:"kind,omitempty"`
	Title     string      `json:"title,omitempty"` // "corrected a result"
	Says      string      `json:"says,omitempty"`  // what it moves, in words
	Effects   log.Effects `json:"effects"`
	Previewed string      `json:"previewed,omitempty"` // the command is accepted with this, as long as it does the same
}

type foreseenOutput struct{ Body Foreseen }

// LeagueLook is a league as somebody looks at it.
type LeagueLook struct {
	LeaguePath
	SeenBy
	At events.Position `query:"at" doc:"wait, up to two seconds, until the league has reached this position"`
}

type leagueOutput struct{ Body league.View }

type leaguesOutput struct {
	Body struct {
		Leagues []league.Line `json:"leagues"` // by name
	}
}

type leaguePlayerInput struct {
	LeagueLook
	Player events.PersonID `path:"player" maxLength:"40"`
}

type leaguePlayerOutput struct{ Body league.PlayerView }

type leagueSessionInput struct {
	LeagueLook
	Session log.SessionID `path:"session" maxLength:"40"`
}

type leagueSessionOutput struct{ Body league.Session }

type chartOutput struct{ Body league.Chart }

type leagueHistoryInput struct {
	LeaguePath
	Before events.Position `query:"before" doc:"only lines before this position; 0: from the end"`
	Limit  int             `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

type leagueStreamInput struct {
	LeaguePath
	LastEventID string `header:"Last-Event-ID" maxLength:"20" doc:"position of the last view that was received"`
}

type conventionOutput struct {
	Body struct {
		Boards []convention.Board `json:"boards"` // by name of the scenario
	}
}

type rulesetsOutput struct {
	Body struct {
		Rulesets []log.Rules `json:"rulesets"` // as they ship
	}
}

// withLeagues registers what is asked about leagues, if there is somebody to answer.
func (a *API) withLeagues(h huma.API) {
	if a.o.Leagues == nil {
		a.o.Leagues, _ = a.o.Reader.(LeagueReader)
	}
	if a.o.Foresees == nil {
		a.o.Foresees, _ = a.o.Commands.(Foreseer)
	}
	if a.o.Leagues == nil {
		return
	}
	const one = "/gatherings/{gathering}/leagues/{league}"
	huma.Register(h, op(http.MethodPost, one+"/commands", "league-commands", "Send commands to a league, applied in order up to the first refusal"),
		func(ctx context.Context, in *leagueCommandsInput) (*commandsOutput, error) {
			return a.do(ctx, in.Caller, in.stream(), in.Body), nil
		})
	if a.o.Foresees != nil {
		huma.Register(h, op(http.MethodPost, one+"/preview", "preview-league-command",
			"What a command that touches a season's integrity would do; it is accepted with what previewed says, as long as it does exactly that"), a.foresee)
	}
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/leagues", "list-leagues", "The leagues of a gathering, by name"), a.listLeagues)
	huma.Register(h, op(http.MethodGet, "/league-rulesets", "list-league-rulesets", "The scoring rules of leagues that ship; a league is opened with one of them, or with its own"), a.listRulesets)
	huma.Register(h, op(http.MethodGet, one, "get-league", "A league: tables with the terms of every number and how each criterion works, players, sessions with results and sources, records, reveal, integrity list"), a.getLeague)
	huma.Register(h, op(http.MethodGet, one+"/players/{player}", "get-league-player", "A player of a league: every session and result, what counts, what was dropped and why, and the course of rank and points"), a.getLeaguePlayer)
	huma.Register(h, op(http.MethodGet, one+"/sessions/{session}", "get-league-session", "A session of a league with its results, their corrections and sources"), a.getLeagueSession)
	huma.Register(h, op(http.MethodGet, one+"/chart", "get-league-chart", "Rank and points of every player after each session"), a.getLeagueChart)
	huma.Register(h, op(http.MethodGet, one+"/history", "get-league-history", "What happened in a league, in words, latest first; for organisers and judges"), a.getLeagueHistory)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/convention", "get-convention", "The finished groups of a gathering that played the same scenario in the same mode, ranked, with the size of each"), a.getConvention)
	huma.Register(h, op(http.MethodGet, "/convention", "get-convention-of-all", "The convention board over all gatherings of this server"), a.getConventionOfAll)
	stream := op(http.MethodGet, one+"/stream", "stream-league", "The view of everybody, at once and after every change that everybody sees: server-sent events named league, id = position")
	stream.Responses = map[string]*huma.Response{"200": {
		Description: "server-sent events", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	huma.Register(h, stream, a.streamLeague)
	a.leagueFiles(h, one)
}

// staff refuses the view of staff to others, and tells whether it is asked for.
func (a *API) staff(c Caller, g events.GatheringID, view string) (bool, error) {
	if view != "staff" {
		return false, nil
	}
	_, err := a.may(c, access.Give(log.RecordResults{}.CommandType()), g, access.Object{})
	return err == nil, err
}

// look is what is common to everything that is read: who looks, and from which position on.
func (a *API) look(ctx context.Context, in *LeagueLook) (bool, error) {
	staff, err := a.staff(in.Caller, in.Gathering, in.View)
	if err == nil && in.At > 0 {
		a.await(ctx, in.Gathering, in.At)
	}
	return staff, err
}

func (a *API) foresee(ctx context.Context, in *foreseeInput) (*foreseenOutput, error) {
	s, err := a.may(in.Caller, access.Give(in.Body.Type), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	p, err := a.o.Foresees.ForeseeLeague(ctx, in.stream(), events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: in.Body.Type, Data: in.Body.Data, Actor: s.Actor(), Device: s.Device,
	})
	if err != nil {
		return nil, a.refusedOf(in.Caller, in.Gathering, err)
	}
	out := &foreseenOutput{}
	if p == nil {
		return out, nil
	}
	out.Body = Foreseen{
		Integrity: true, Kind: p.Kind, Title: league.MarkTitle(p.Kind), Says: a.named(in.Gathering, league.Effect(p.Effects)), Effects: p.Effects, Previewed: p.Print,
	}
	return out, nil
}

// refusedOf is a problem whose sentence has the names of the people in it.
func (a *API) refusedOf(c Caller, g events.GatheringID, err error) error {
	out := a.problem(c, err)
	if p, is := out.(*Problem); is {
		p.Detail = a.named(g, p.Detail)
	}
	return out
}

func (a *API) listLeagues(ctx context.Context, in *GatheringPath) (*leaguesOutput, error) {
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	list, err := a.o.Leagues.Leagues(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &leaguesOutput{}
	out.Body.Leagues = append([]league.Line{}, list...)
	return out, nil
}

func (a *API) listRulesets(context.Context, *callerInput) (*rulesetsOutput, error) {
	out := &rulesetsOutput{}
	for _, r := range rules.Ready() {
		out.Body.Rulesets = append(out.Body.Rulesets, season.Words(r))
	}
	return out, nil
}

func (a *API) getLeague(ctx context.Context, in *LeagueLook) (*leagueOutput, error) {
	staff, err := a.look(ctx, in)
	if err != nil {
		return nil, err
	}
	v, err := a.o.Leagues.League(ctx, in.Gathering, in.League, staff)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &leagueOutput{v}, nil
}

func (a *API) getLeaguePlayer(ctx context.Context, in *leaguePlayerInput) (*leaguePlayerOutput, error) {
	staff, err := a.look(ctx, &in.LeagueLook)
	if err != nil {
		return nil, err
	}
	v, err := a.o.Leagues.LeaguePlayer(ctx, in.Gathering, in.League, in.Player, staff)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &leaguePlayerOutput{v}, nil
}

func (a *API) getLeagueSession(ctx context.Context, in *leagueSessionInput) (*leagueSessionOutput, error) {
	v, err := a.getLeague(ctx, &in.LeagueLook)
	if err != nil {
		return nil, err
	}
	for _, s := range v.Body.Sessions {
		if s.ID == in.Session {
			return &leagueSessionOutput{s}, nil
		}
	}
	return nil, newProblem(http.StatusNotFound, "not-found", "there is no such session in this league")
}

func (a *API) getLeagueChart(ctx context.Context, in *LeagueLook) (*chartOutput, error) {
	staff, err := a.look(ctx, in)
	if err != nil {
		return nil, err
	}
	c, err := a.o.Leagues.LeagueChart(ctx, in.Gathering, in.League, staff)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &chartOutput{c}, nil
}

func (a *API) getLeagueHistory(ctx context.Context, in *leagueHistoryInput) (*historyOutput, error) {
	if _, err := a.staff(in.Caller, in.Gathering, "staff"); err != nil {
		return nil, err
	}
	lines, err := a.o.Leagues.LeagueHistory(ctx, in.Gathering, in.League, in.Before, in.Limit)
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

func (a *API) getConvention(ctx context.Context, in *GatheringPath) (*conventionOutput, error) {
	return a.convention(ctx, in.Caller, in.Gathering)
}

func (a *API) getConventionOfAll(ctx context.Context, in *callerInput) (*conventionOutput, error) {
	return a.convention(ctx, in.Caller, "")
}

func (a *API) convention(ctx context.Context, c Caller, g events.GatheringID) (*conventionOutput, error) {
	boards, err := a.o.Leagues.Convention(ctx, g)
	if err != nil {
		return nil, a.problem(c, err)
	}
	out := &conventionOutput{}
	out.Body.Boards = append([]convention.Board{}, boards...)
	return out, nil
}

func (a *API) streamLeague(ctx context.Context, in *leagueStreamInput) (*huma.StreamResponse, error) {
	if _, err := a.o.Leagues.League(ctx, in.Gathering, in.League, false); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.streamed(in.LastEventID, source{in.stream(), "league", func(ctx context.Context) (events.Position, any, error) {
		v, err := a.o.Leagues.League(ctx, in.Gathering, in.League, false)
		return v.Position, v, err
	}})
}
