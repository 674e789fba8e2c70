package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
)

// GroupPath is the part of a path that names a group of a gathering.
type GroupPath struct {
	GatheringPath
	Group events.GroupID `path:"group" maxLength:"40"`
}

type boardInput struct {
	GroupPath
	At events.Position `query:"at" doc:"wait, up to two seconds, until the board has reached this position"`
}

type boardOutput struct{ Body board.Group }

type historyInput struct {
	GroupPath
	Before events.Position `query:"before" doc:"only lines before this position; 0: from the end"`
	Limit  int             `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

type historyOutput struct {
	Body struct {
		Lines []history.Line `json:"lines"` // latest first
	}
}

func (a *API) boards(h huma.API) {
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/groups/{group}", "get-board", "The board of a group"), a.getBoard)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/groups/{group}/history", "get-history", "What happened in a group, in words, latest first"), a.getHistory)
}

func (a *API) getBoard(ctx context.Context, in *boardInput) (*boardOutput, error) {
	if in.At > 0 {
		a.await(ctx, in.Gathering, in.At)
	}
	b, err := a.o.Reader.Board(ctx, in.Gathering, in.Group)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &boardOutput{b}, nil
}

func (a *API) getHistory(ctx context.Context, in *historyInput) (*historyOutput, error) {
	lines, err := a.o.Reader.History(ctx, in.Gathering, in.Group, in.Before, in.Limit)
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
