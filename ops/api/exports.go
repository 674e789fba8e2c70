package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/tournament"
)

type exportInput struct {
	TournamentPath
	SeenAs
}

type fileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// written is a form in which a tournament is given to other programs.
type written struct {
	path, id, summary string
	file, kind        string
	write             func(tournament.Export) ([]byte, error)
}

const csvType = "text/csv; charset=utf-8"

var forms = []written{
	{"/standings.csv", "export-standings-csv", "The standings with their exact numbers as CSV", "standings.csv", csvType, func(x tournament.Export) ([]byte, error) {
		return exchange.WriteStandings(x.Tables[len(x.Tables)-1], x.Entrants), nil
	}},
	{"/standings.json", "export-standings-json", "The standings with the terms of every number", "standings.json", "application/json", func(x tournament.Export) ([]byte, error) {
		return exchange.WriteStandingsJSON(x.Tables[len(x.Tables)-1])
	}},
	{"/players.csv", "export-players-csv", "The entrants as CSV", "players.csv", csvType, func(x tournament.Export) ([]byte, error) {
		return exchange.WritePlayers(x.Entrants), nil
	}},
	{"/pairings.csv", "export-pairings-csv", "Pairings and results of every round as CSV", "pairings.csv", csvType, func(x tournament.Export) ([]byte, error) {
		return exchange.WriteMatches(x.Entrants, x.Rounds), nil
	}},
	{"/results.json", "export-results-json", "Entrants, pairings and results of every round as JSON", "results.json", "application/json", func(x tournament.Export) ([]byte, error) {
		return exchange.WriteJSON(x.Entrants, x.Rounds)
	}},
	{"/trf", "export-trf", "The tournament report TRF16, of a Swiss of two at a table", "report.trf", "text/plain; charset=utf-8", func(x tournament.Export) ([]byte, error) {
		return exchange.WriteTRF(x.Event, x.Entrants, x.Main(), x.Tables[0])
	}},
}

// exports registers the forms in which a tournament is given to other programs.
func (a *API) exports(h huma.API, one string) {
	for _, f := range forms {
		o := op(http.MethodGet, one+f.path, f.id, f.summary)
		o.Responses = map[string]*huma.Response{"200": {
			Description: f.summary, Content: map[string]*huma.MediaType{f.kind: {Schema: fileSchema(f.kind)}},
		}}
		huma.Register(h, o, func(ctx context.Context, in *exportInput) (*fileOutput, error) { return a.export(ctx, in, f) })
	}
}

// fileSchema says what a file holds, as far as that is not the matter of another standard.
func fileSchema(kind string) *huma.Schema {
	if kind == "application/json" {
		return &huma.Schema{Type: huma.TypeObject}
	}
	return &huma.Schema{Type: huma.TypeString}
}

func (a *API) export(ctx context.Context, in *exportInput, f written) (*fileOutput, error) {
	officials, err := a.officials(in.Caller, in.Gathering, in.View)
	if err != nil {
		return nil, err
	}
	x, err := a.o.Tournaments.TournamentExport(ctx, in.Gathering, in.Tournament, officials, func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) })
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	body, err := f.write(x)
	if err != nil { // what this form has no place for
		return nil, newProblem(http.StatusConflict, "export", a.named(in.Gathering, err.Error()))
	}
	return &fileOutput{ContentType: f.kind, Disposition: `attachment; filename="` + string(in.Tournament) + "-" + f.file + `"`, Body: body}, nil
}
