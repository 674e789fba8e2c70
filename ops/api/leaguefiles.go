package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/projections/league"
)

// LeagueIntake takes files of results and players into leagues; ops/leagues.Importer is one.
type LeagueIntake interface {
	Results(ctx context.Context, actor events.Actor, id events.StreamID, ask leagues.Ask) (leagues.Report, error)
	Players(ctx context.Context, actor events.Actor, id events.StreamID, ask leagues.Ask) (leagues.Report, error)
}

type leagueResultsInput struct {
	LeaguePath
	Session   log.SessionID `query:"session" maxLength:"40" doc:"where results go whose line names no session"`
	Format    string        `query:"format" enum:"csv,json" default:"csv"`
	Reason    string        `query:"reason" maxLength:"2000" doc:"where they come from, and why; 1 to 400 characters"`
	Previewed string        `query:"previewed" maxLength:"40" doc:"what the report on the same file said; without it nothing is recorded"`
	Dry       bool          `query:"dry" doc:"only say what would be done"`
	RawBody   []byte        `contentType:"application/octet-stream"`
}

type leaguePlayersInput struct {
	LeaguePath
	Dry     bool   `query:"dry" doc:"only say what would be done"`
	RawBody []byte `contentType:"application/octet-stream"`
}

type leagueReportOutput struct {
	Status int
	Body   leagues.Report
}

type leagueFileInput struct {
	LeaguePath
	SeenBy
}

// leagueForm is a form in which a league is given to other programs.
type leagueForm struct {
	path, id, summary string
	file, kind        string
	write             func(league.Export) ([]byte, error)
}

var leagueForms = []leagueForm{
	{"/standings.csv", "export-league-standings-csv", "The tables with their exact numbers as CSV", "standings.csv", csvType, func(x league.Export) ([]byte, error) {
		return x.StandingsCSV(), nil
	}},
	{"/standings.json", "export-league-standings-json", "The tables with the terms of every number", "standings.json", "application/json", func(x league.Export) ([]byte, error) {
		return json.MarshalIndent(x.Standings(), "", "  ")
	}},
	{"/results.csv", "export-league-results-csv", "Every result that stands as CSV, which can be imported again", "results.csv", csvType, func(x league.Export) ([]byte, error) {
		return exchange.WriteLeague(x.Results(), x.Name), nil
	}},
	{"/results.json", "export-league-results-json", "Every result that stands as JSON, which can be imported again", "results.json", "application/json", func(x league.Export) ([]byte, error) {
		return exchange.WriteLeagueJSON(x.Results())
	}},
	{"/players.csv", "export-league-players-csv", "The players as CSV, which can be imported again", "players.csv", csvType, func(x league.Export) ([]byte, error) {
		return exchange.WriteLeaguePlayers(x.Players(), x.Name), nil
	}},
}

// leagueFiles registers the files that leagues give and take.
func (a *API) leagueFiles(h huma.API, one string) {
	for _, f := range leagueForms {
		o := op(http.MethodGet, one+f.path, f.id, f.summary)
		o.Responses = map[string]*huma.Response{"200": {
			Description: f.summary, Content: map[string]*huma.MediaType{f.kind: {Schema: fileSchema(f.kind)}},
		}}
		huma.Register(h, o, func(ctx context.Context, in *leagueFileInput) (*fileOutput, error) { return a.exportLeague(ctx, in, f) })
	}
	if a.o.LeagueIntake == nil {
		return
	}
	results := op(http.MethodPost, one+"/results", "import-league-results",
		"Import results from CSV or JSON, all or nothing: a first request says what the whole file moves, a second with previewed records it. Sending it again is harmless")
	results.MaxBodyBytes = exchange.MostBytes
	huma.Register(h, results, a.importResults)
	players := op(http.MethodPost, one+"/players", "import-league-players", "Enter the players of a CSV file, all or nothing; everybody has to be known to the gathering")
	players.MaxBodyBytes = exchange.MostBytes
	huma.Register(h, players, a.importPlayers)
}

func (a *API) exportLeague(ctx context.Context, in *leagueFileInput, f leagueForm) (*fileOutput, error) {
	staff, err := a.staff(in.Caller, in.Gathering, in.View)
	if err != nil {
		return nil, err
	}
	x, err := a.o.Leagues.LeagueExport(ctx, in.Gathering, in.League, staff, func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) })
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	body, err := f.write(x)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &fileOutput{ContentType: f.kind, Disposition: `attachment; filename="` + string(in.League) + "-" + f.file + `"`, Body: body}, nil
}

func (a *API) importResults(ctx context.Context, in *leagueResultsInput) (*leagueReportOutput, error) {
	s, err := a.may(in.Caller, access.Give(log.RecordResults{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	r, err := a.o.LeagueIntake.Results(ctx, s.Actor(), in.stream(), leagues.Ask{
		Text: in.RawBody, Format: in.Format, Session: in.Session, Reason: in.Reason, Previewed: in.Previewed, Dry: in.Dry,
	})
	return a.reported(in.LeaguePath, r, err, in.Dry)
}

func (a *API) importPlayers(ctx context.Context, in *leaguePlayersInput) (*leagueReportOutput, error) {
	s, err := a.may(in.Caller, access.Give(log.EnterPlayers{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	r, err := a.o.LeagueIntake.Players(ctx, s.Actor(), in.stream(), leagues.Ask{Text: in.RawBody, Format: leagues.FormatCSV, Dry: in.Dry})
	return a.reported(in.LeaguePath, r, err, in.Dry)
}

// reported answers with what became of a file: 409 if something is wrong with it, or if its consequences have to
// be looked at first.
func (a *API) reported(in LeaguePath, r leagues.Report, err error, dry bool) (*leagueReportOutput, error) {
	if err != nil {
		return nil, a.refusedOf(in.Caller, in.Gathering, err)
	}
	out := &leagueReportOutput{Status: http.StatusOK, Body: r}
	if len(r.Problems) > 0 || !r.Applied && !dry {
		out.Status = http.StatusConflict
	}
	out.Body.Says = a.named(in.Gathering, r.Says)
	out.Body.Problems = append([]exchange.Problem(nil), r.Problems...)
	for i := range out.Body.Problems {
		out.Body.Problems[i].Says = a.named(in.Gathering, out.Body.Problems[i].Says)
	}
	return out, nil
}
