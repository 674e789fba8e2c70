package app

import (
	"context"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

// sealing is what pages know of what is not over.
type sealing struct{ *runner.Service }

// Unfinished implements deps.Sealing.
func (s sealing) Unfinished(ctx context.Context, g events.GatheringID) ([]deps.Unfinished, error) {
	all, err := s.Service.Unfinished(ctx, g)
	if err != nil {
		return nil, err
	}
	out := make([]deps.Unfinished, len(all))
	for i, u := range all {
		out[i] = deps.Unfinished{Name: u.Name, Says: u.Says}
	}
	return out, nil
}
