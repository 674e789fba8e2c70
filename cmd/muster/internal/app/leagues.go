package app

import (
	"context"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections"
)

// leagues is what pages know of leagues: their read model, what a command would do, and what a season
// leaves to the next.
type leagues struct {
	*projections.Reader
	service *runner.Service
}

// Foresee implements deps.Leagues.
func (l leagues) Foresee(ctx context.Context, stream events.StreamID, c events.Command) (*deps.Foreseen, error) {
	p, err := l.service.ForeseeLeague(ctx, stream, c)
	if p == nil || err != nil {
		return nil, err
	}
	return &deps.Foreseen{Kind: p.Kind, Effects: p.Effects, Print: p.Print}, nil
}

// Carried implements deps.Leagues.
func (l leagues) Carried(ctx context.Context, g events.GatheringID, id events.GroupID) ([]league.Carried, error) {
	s, err := l.service.League(ctx, g, id)
	if err != nil {
		return nil, err
	}
	return s.Carried(), nil
}
