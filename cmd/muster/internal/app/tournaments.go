package app

import (
	"context"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections"
)

// tournaments is what pages know of tournaments: their read model, and what a command would do.
type tournaments struct {
	*projections.Reader
	service *runner.Service
}

// Preview implements deps.Tournaments.
func (t tournaments) Preview(ctx context.Context, stream events.StreamID, c events.Command) (tournament.Consequences, error) {
	return t.service.PreviewTournament(ctx, stream, c)
}
