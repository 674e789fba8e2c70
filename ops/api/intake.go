package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/coordinator/roster/intake"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/person"
	"github.com/muster-events/muster/projections/tournament"
)

// Intake takes files of players and results into tournaments; ops/intake.Importer is one.
type Intake interface {
	Look(ctx context.Context, id events.StreamID, ask intake.Ask) (intake.Report, error)
	Step(ctx context.Context, me access.Session, id events.StreamID, ask intake.Ask) (intake.Report, events.Position, error)
}

// Persons knows what people took part in; projections.Reader is one.
type Persons interface {
	Person(ctx context.Context, g events.GatheringID, p events.PersonID) (person.History, error)
}

type intakeInput struct {
	TournamentPath
	Dry  bool `query:"dry" doc:"only say what would be done"`
	Body intake.Ask
}

type intakeOutput struct{ Body intake.Report }

type duplicatesOutput struct {
	Body struct {
		Pairs []LikePair `json:"pairs"` // the likeliest first
	}
}

// LikePair are two entries of a tournament that may be one person.
type LikePair struct {
	A       int            `json:"a"` // number of the entrant
	B       int            `json:"b"`
	Reasons []alike.Reason `json:"reasons"`
}

type personInput struct {
	GatheringPath
	Person events.PersonID `path:"person" maxLength:"40"`
}

// PersonPage is a person and what they took part in.
type PersonPage struct {
	Person
	History person.History `json:"history"`
}

type personOutput struct{ Body PersonPage }

// players registers what is asked about the players of a tournament and their history.
func (a *API) players(h huma.API, one string) {
	if a.o.Persons == nil {
		a.o.Persons, _ = a.o.Reader.(Persons)
	}
	if a.o.Intake != nil {
		imports := op(http.MethodPost, one+"/import", "import-into-tournament",
			"Take players, pairings and results in from CSV, JSON or TRF16, step by step until all of it is in, a step is refused, or its consequences have to be acknowledged; the same file goes on where it stopped")
		imports.MaxBodyBytes = 2 * exchange.MostBytes
		huma.Register(h, imports, a.takeIn)
	}
	if a.o.Persons != nil {
		huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/people/{person}", "get-person", "A person: every tournament, league and group of the gathering that they were in; how they can be reached for organisers only"), a.getPerson)
	}
	huma.Register(h, op(http.MethodGet, one+"/duplicates", "list-duplicates", "Entries that may be one person, with the reasons, for organisers and judges; merge them with tournament.merge-entrants.v1, or keep them apart with tournament.keep-apart.v1"), a.duplicates)
}

func (a *API) takeIn(ctx context.Context, in *intakeInput) (*intakeOutput, error) {
	me, err := a.may(in.Caller, access.Give(log.ImportRound{}.CommandType()), in.Gathering, access.Object{Group: in.Tournament})
	if err != nil {
		return nil, err
	}
	report, err := a.o.Intake.Look(ctx, in.stream(), in.Body)
	for err == nil && !in.Dry && report.Next != "" && report.Problem == "" && report.Consequences == nil {
		var at events.Position
		if report, at, err = a.o.Intake.Step(ctx, me, in.stream(), in.Body); at > 0 {
			a.await(ctx, in.Gathering, at)
		}
		in.Body.Ack = "" // of one step only
	}
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	a.name(in.Gathering, &report)
	return &intakeOutput{report}, nil
}

// name puts names into the words of a report.
func (a *API) name(g events.GatheringID, r *intake.Report) {
	r.Next, r.Problem = a.named(g, r.Next), a.named(g, r.Problem)
	for i := range r.Notes {
		r.Notes[i] = a.named(g, r.Notes[i])
	}
	if r.Consequences != nil {
		for i := range r.Consequences.Says {
			r.Consequences.Says[i] = a.named(g, r.Consequences.Says[i])
		}
	}
}

func (a *API) duplicates(ctx context.Context, in *TournamentPath) (*duplicatesOutput, error) {
	if _, err := a.officials(in.Caller, in.Gathering, "officials"); err != nil {
		return nil, err
	}
	v, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, true)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	g, err := a.o.Reader.Gathering(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &duplicatesOutput{}
	out.Body.Pairs = []LikePair{}
	for _, p := range alike.Pairs(a.likely(v, g)) {
		if !v.KeptApart(p.A.N, p.B.N) {
			out.Body.Pairs = append(out.Body.Pairs, LikePair{p.A.N, p.B.N, p.Reasons})
		}
	}
	return out, nil
}

// likely are the entrants of a tournament as they are compared: those who have a name.
func (a *API) likely(v tournament.View, g catalog.Gathering) []alike.Person {
	var out []alike.Person
	for _, e := range v.Entrants {
		if e.Into == 0 && !slices.Contains(g.Forgotten, e.Player) {
			out = append(out, alike.Person{ID: e.Player, N: e.N, Name: a.o.People.Name(g.ID, e.Player), Code: e.Code, Club: e.Club})
		}
	}
	return out
}

func (a *API) getPerson(ctx context.Context, in *personInput) (*personOutput, error) {
	history, err := a.o.Persons.Person(ctx, in.Gathering, in.Person)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &personOutput{PersonPage{Person: Person{ID: in.Person, Name: a.o.People.Name(in.Gathering, in.Person)}, History: history}}
	if a.who(in.Caller).May(access.ReadContact, in.Gathering, access.Object{}) == nil {
		out.Body.Contact = a.o.People.Contact(in.Gathering, in.Person)
	}
	return out, nil
}
