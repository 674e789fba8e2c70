package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/replay"
)

// WhatIfs try commands on copies of groups; ops/whatif.Desk is one.
type WhatIfs interface {
	Try(ctx context.Context, g events.GatheringID, group events.GroupID, asks events.PersonID, t replay.Try) (replay.WhatIf, error)
}

type whatIfInput struct {
	GroupPath
	Body replay.Try
}

type whatIfOutput struct{ Body replay.WhatIf }

// whatIf registers what judges weigh rulings with.
func (a *API) whatIf(h huma.API) {
	if a.o.WhatIfs == nil {
		return
	}
	huma.Register(h, op(http.MethodPost, "/gatherings/{gathering}/groups/{group}/whatif", "try-what-if",
		"Try commands on a copy of the group as it was at a position, and see what they would have come to beside what was; nothing is recorded"),
		func(ctx context.Context, in *whatIfInput) (*whatIfOutput, error) {
			s, err := a.may(in.Caller, access.WhatIf, in.Gathering, access.Object{Group: in.Group})
			if err != nil {
				return nil, err
			}
			w, err := a.o.WhatIfs.Try(ctx, in.Gathering, in.Group, s.Actor().Person, in.Body)
			if err != nil {
				return nil, a.problem(in.Caller, err)
			}
			return &whatIfOutput{w.Named(func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) })}, nil
		})
}
