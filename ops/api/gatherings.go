package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/catalog"
)

// GatheringPath is the part of a path that names a gathering.
type GatheringPath struct {
	Caller
	Gathering events.GatheringID `path:"gathering" maxLength:"40"`
}

type gatheringsOutput struct {
	Body struct {
		Gatherings []catalog.Gathering `json:"gatherings"`
	}
}

type gatheringOutput struct{ Body catalog.Gathering }

type openInput struct {
	Caller
	Body struct {
		ID       events.GatheringID `json:"id" doc:"1 to 40 lower-case letters, digits and single hyphens"`
		Name     string             `json:"name" maxLength:"2000"`
		Settings group.Settings     `json:"settings,omitempty"`
	}
}

type answerOutput struct{ Body events.Answer }

type peopleInput struct {
	GatheringPath
	Body struct {
		People []roster.NewPerson `json:"people" minItems:"1" maxItems:"5000"`
	}
}

type idsOutput struct {
	Body struct {
		IDs []events.PersonID `json:"ids"` // in the order of the request
	}
}

// Person is one person of a gathering as the API shows them.
type Person struct {
	ID        events.PersonID `json:"id"`
	Name      string          `json:"name"`
	Contact   string          `json:"contact,omitempty"` // for organisers only
	Forgotten bool            `json:"forgotten,omitempty"`
}

type listOutput struct {
	Body struct {
		People []Person `json:"people"` // in order of registration
	}
}

type forgetInput struct {
	GatheringPath
	Person events.PersonID `path:"person" maxLength:"40"`
}

type correctInput struct {
	GatheringPath
	Person events.PersonID `path:"person" maxLength:"40"`
	Body   roster.Correction
}

type correctOutput struct {
	Body struct {
		Position events.Position `json:"position"` // from which pages show it; 0: nothing is different
		Alike    []AlikePerson   `json:"alike"`    // who else may be meant by the new name, the likeliest first
	}
}

// AlikePerson is somebody whom a name may mean.
type AlikePerson struct {
	ID      events.PersonID `json:"id"`
	Name    string          `json:"name"`
	Reasons []alike.Reason  `json:"reasons"`
}

type rosterInput struct {
	GatheringPath
	Dry     bool   `query:"dry" doc:"only say what would be done"`
	Format  string `query:"format" enum:"csv,json" default:"csv"`
	RawBody []byte `contentType:"application/octet-stream"`
}

type reportOutput struct{ Body roster.Report }

// TableCode is the join code of one table.
type TableCode struct {
	Group events.GroupID `json:"group"`
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
	Code  string         `json:"code"`
}

type codesOutput struct {
	Body struct {
		Judge  string      `json:"judge"`
		Tables []TableCode `json:"tables"`
	}
}

type cardsInput struct {
	Scenario string `path:"scenario" maxLength:"80"`
}

type cardsOutput struct{ Body any }

func (a *API) gatherings(h huma.API) {
	huma.Register(h, op(http.MethodGet, "/gatherings", "list-gatherings", "List gatherings, latest first"), a.listGatherings)
	huma.Register(h, op(http.MethodPost, "/gatherings", "open-gathering", "Open a gathering"), a.openGathering)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}", "get-gathering", "One gathering with its groups"), a.getGathering)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/people", "list-people", "The people of a gathering, by name"), a.listPeople)
	huma.Register(h, op(http.MethodPost, "/gatherings/{gathering}/people", "register-people", "Make people known to a gathering"), a.registerPeople)
	forget := op(http.MethodDelete, "/gatherings/{gathering}/people/{person}", "forget-person", "Erase a person's name and contact")
	forget.DefaultStatus = http.StatusNoContent
	huma.Register(h, forget, a.forgetPerson)
	huma.Register(h, op(http.MethodPatch, "/gatherings/{gathering}/people/{person}", "correct-person", "Correct a person's name or contact"), a.correctPerson)
	imports := op(http.MethodPost, "/gatherings/{gathering}/roster", "import-roster", "Import a list of players: people, groups and seats, all or nothing")
	imports.MaxBodyBytes = MaxRoster
	huma.Register(h, imports, a.importRoster)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/codes", "list-codes", "The codes that open the tables, and the judges' code"), a.listCodes)
	huma.Register(h, op(http.MethodGet, "/scenarios/{scenario}/cards", "list-cards", "The encounter cards of a scenario"), a.listCards)
}

func (a *API) listGatherings(ctx context.Context, in *callerInput) (*gatheringsOutput, error) {
	gs, err := a.o.Reader.Gatherings(ctx)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &gatheringsOutput{}
	out.Body.Gatherings = append([]catalog.Gathering{}, gs...)
	return out, nil
}

func (a *API) getGathering(ctx context.Context, in *GatheringPath) (*gatheringOutput, error) {
	g, err := a.o.Reader.Gathering(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &gatheringOutput{g}, nil
}

// commandSpace is the name space of command ids that are derived from what was asked, so that the
// same request sent twice is one command.
var commandSpace = uuid.MustParse("5b0f7b1e-6a53-5f0e-9d0c-8d0b6f0a5c11")

func (a *API) openGathering(ctx context.Context, in *openInput) (*answerOutput, error) {
	s, err := a.may(in.Caller, access.Give(desk.OpenGathering{}.CommandType()), in.Body.ID, access.Object{})
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(desk.OpenGathering{Name: in.Body.Name, Settings: in.Body.Settings})
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	answer, err := a.o.Commands.Do(ctx, events.Desk(in.Body.ID), events.Command{
		ID:   events.CommandID(uuid.NewSHA1(commandSpace, append([]byte(in.Body.ID+"\n"), data...)).String()),
		Type: desk.OpenGathering{}.CommandType(), Data: data, Actor: s.Actor(), Device: s.Device,
	})
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	a.await(ctx, in.Body.ID, answer.Position)
	return &answerOutput{answer}, nil
}

func (a *API) listPeople(ctx context.Context, in *GatheringPath) (*listOutput, error) {
	g, err := a.o.Reader.Gathering(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	s := a.who(in.Caller)
	contacts := s.May(access.ReadContact, in.Gathering, access.Object{}) == nil
	out := &listOutput{}
	out.Body.People = make([]Person, 0, len(g.People))
	for _, id := range g.People {
		p := Person{ID: id, Name: a.o.People.Name(in.Gathering, id), Forgotten: slices.Contains(g.Forgotten, id)}
		if contacts {
			p.Contact = a.o.People.Contact(in.Gathering, id)
		}
		out.Body.People = append(out.Body.People, p)
	}
	return out, nil
}

func (a *API) registerPeople(ctx context.Context, in *peopleInput) (*idsOutput, error) {
	s, err := a.may(in.Caller, access.Give(desk.RegisterPeople{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	ids, err := a.o.People.Register(ctx, in.Gathering, s.Actor(), in.Body.People)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &idsOutput{}
	out.Body.IDs = ids
	return out, nil
}

func (a *API) forgetPerson(ctx context.Context, in *forgetInput) (*struct{}, error) {
	s, err := a.may(in.Caller, access.Give(desk.ForgetPerson{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	if err := a.o.People.Forget(ctx, in.Gathering, s.Actor(), in.Person); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

func (a *API) correctPerson(ctx context.Context, in *correctInput) (*correctOutput, error) {
	s, err := a.may(in.Caller, access.Give(desk.CorrectPerson{}.CommandType()), in.Gathering, access.Object{Person: in.Person})
	if err != nil {
		return nil, err
	}
	at, err := a.o.People.Correct(ctx, in.Gathering, s.Actor(), in.Person, in.Body)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	a.await(ctx, in.Gathering, at)
	out := &correctOutput{}
	out.Body.Position, out.Body.Alike = at, []AlikePerson{}
	if in.Body.Name == nil || at == 0 {
		return out, nil
	}
	for _, m := range a.o.People.Like(in.Gathering, in.Person, *in.Body.Name) {
		out.Body.Alike = append(out.Body.Alike, AlikePerson{m.Person.ID, m.Person.Name, m.Reasons})
	}
	return out, nil
}

func (a *API) importRoster(ctx context.Context, in *rosterInput) (*reportOutput, error) {
	s, err := a.may(in.Caller, access.Import, in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	report, err := a.o.Roster.Import(ctx, in.Gathering, s.Actor(), bytes.NewReader(in.RawBody), in.Format, in.Dry)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &reportOutput{report}, nil
}

func (a *API) listCodes(ctx context.Context, in *GatheringPath) (*codesOutput, error) {
	if _, err := a.may(in.Caller, access.ReadCodes, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	g, err := a.o.Reader.Gathering(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &codesOutput{}
	out.Body.Tables = []TableCode{}
	if out.Body.Judge, err = a.o.Auth.JudgeCode(ctx, g.ID); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	for _, gr := range g.Groups {
		for _, t := range gr.Tables {
			code, err := a.o.Auth.TableCode(ctx, g.ID, gr.ID, t.ID)
			if err != nil {
				return nil, a.problem(in.Caller, err)
			}
			out.Body.Tables = append(out.Body.Tables, TableCode{Group: gr.ID, Table: t.ID, Team: t.Team, Code: code})
		}
	}
	return out, nil
}

func (a *API) listCards(_ context.Context, in *cardsInput) (*cardsOutput, error) {
	cards := a.o.Cards.Cards(in.Scenario)
	if cards == nil {
		return nil, newProblem(http.StatusNotFound, "not-found", "there is no such scenario")
	}
	return &cardsOutput{cards}, nil
}
