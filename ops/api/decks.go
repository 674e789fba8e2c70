package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/deck"
)

// Decks takes the decks that people bring to a table; ops/decks.Desk is one. Check changes nothing,
// Declare has the deck recorded if nothing is against it. Errors: *deck.FileError for a file that cannot
// be read, *engine.Refusal, projections.ErrNotFound, those of package events.
type Decks interface {
	Printed() []deck.Printed
	Check(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error)
	Declare(ctx context.Context, me access.Session, ask deck.Ask) (deck.Report, error)
	Doubts(ctx context.Context, g events.GatheringID, group events.GroupID) (deck.Doubts, error)
}

// MaxDeck is the greatest size of a deck's file.
const MaxDeck = decks.MaxFile

type printedOutput struct {
	Body struct {
		Decks []deck.Printed `json:"decks"`
	}
}

type deckInput struct {
	GroupPath
	Table   events.TableID  `path:"table" maxLength:"40"`
	Player  events.PersonID `query:"player" required:"true" maxLength:"40" doc:"whose deck it is; somebody with a seat at the table"`
	Printed string          `query:"printed" maxLength:"80" doc:"id or name of a printed list; the body is then not looked at"`
	Format  string          `query:"format" enum:"auto,ringsdb,text,octgn" default:"auto" doc:"of the body: RingsDB deck JSON, text, OCTGN .o8d; auto: told by how it starts"`
	Threat  int             `query:"threat" minimum:"-1" maximum:"98" default:"-1" doc:"the starting threat as the dial shows it, where heroes' threat costs are not known; -1: the sum of the heroes'"`
	ID      string          `query:"id" maxLength:"80" doc:"made by the caller; sending a request again under the same id is harmless"`
	Dry     bool            `query:"dry" doc:"only say what the deck comes to"`
	RawBody []byte          `contentType:"application/octet-stream"`
}

type doubtsOutput struct{ Body deck.Doubts }

type deckOutput struct {
	Status int
	Body   deck.Report
}

func (a *API) decks(h huma.API) {
	huma.Register(h, op(http.MethodGet, "/decks", "list-decks", "The decks that the rulebooks print"), a.listDecks)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/groups/{group}/decks", "check-decks",
		"What the rules say of the decks declared in a group that has not started, all of a table together"), a.checkDecks)
	post := op(http.MethodPost, "/gatherings/{gathering}/groups/{group}/tables/{table}/decks", "declare-deck",
		"Bring a deck to a table: read it, check it against the game and the other decks there, record it with its heroes")
	post.Description = "With dry, or if a rule forbids the deck, nothing is changed; the report says what the deck comes to. A deck that is not taken is answered with 409 and the report, a file that cannot be read with 422 and its line."
	post.MaxBodyBytes = MaxDeck
	post.RequestBody = &huma.RequestBody{Description: "the deck's file; none for a printed list"}
	huma.Register(h, post, a.declareDeck)
	post.RequestBody.Required = false
}

func (a *API) listDecks(context.Context, *struct{}) (*printedOutput, error) {
	out := &printedOutput{}
	out.Body.Decks = a.o.Decks.Printed()
	return out, nil
}

func (a *API) checkDecks(ctx context.Context, in *GroupPath) (*doubtsOutput, error) {
	doubts, err := a.o.Decks.Doubts(ctx, in.Gathering, in.Group)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	doubts.Lines = append([]deck.Doubt{}, doubts.Lines...)
	return &doubtsOutput{doubts}, nil
}

func (a *API) declareDeck(ctx context.Context, in *deckInput) (*deckOutput, error) {
	ask := deck.Ask{
		Gathering: in.Gathering, Group: in.Group, Table: in.Table, Player: in.Player,
		Printed: in.Printed, Format: in.Format, File: in.RawBody, ID: in.ID,
	}
	if in.Threat >= 0 {
		ask.Threat = &in.Threat
	}
	take := a.o.Decks.Declare
	if in.Dry {
		take = a.o.Decks.Check
	}
	report, err := take(ctx, a.who(in.Caller), ask)
	if err != nil {
		return nil, a.deckProblem(in.Caller, err)
	}
	out := &deckOutput{Status: http.StatusOK, Body: report}
	switch {
	case report.Declared:
		a.await(ctx, in.Gathering, report.Position)
	case !in.Dry:
		out.Status = http.StatusConflict
	}
	return out, nil
}

// deckProblem says in which line of a deck's file something is wrong.
func (a *API) deckProblem(c Caller, err error) error {
	var file *deck.FileError
	if !errors.As(err, &file) {
		return a.problem(c, err)
	}
	p := newProblem(http.StatusUnprocessableEntity, "malformed-deck", file.Says)
	p.Line = file.Line
	return p
}
