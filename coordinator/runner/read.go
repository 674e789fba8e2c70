//go:build !js

package runner

import (
	"context"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events"
	eventstournament "github.com/muster-events/muster/events/tournament"
)

// Group returns the state of a group at the end of its stream, as it is while Group runs. The state
// of a group that was never opened is the initial one. The state is read only. Errors as for
// [Service.Do], without refusals other than busy.
func (s *Service) Group(ctx context.Context, g events.GatheringID, group events.GroupID) (coordinator.State, error) {
	m, err := s.now(ctx, events.Group(g, group))
	if err != nil {
		return coordinator.State{}, err
	}
	return m.state().(coordinator.State), nil
}

// Desk returns the state of a gathering's own stream, in the same way as [Service.Group].
func (s *Service) Desk(ctx context.Context, g events.GatheringID) (desk.State, error) {
	m, err := s.now(ctx, events.Desk(g))
	if err != nil {
		return desk.State{}, err
	}
	return m.state().(desk.State), nil
}

// Campaign returns what a campaign's log says, in the same way as [Service.Group].
func (s *Service) Campaign(ctx context.Context, g events.GatheringID, id events.GroupID) (campaign.State, error) {
	m, err := s.now(ctx, events.Campaign(g, id))
	if err != nil {
		return campaign.State{}, err
	}
	return m.state().(campaign.State), nil
}

// League returns what a league's stream says, in the same way as [Service.Group].
func (s *Service) League(ctx context.Context, g events.GatheringID, id events.GroupID) (league.State, error) {
	m, err := s.now(ctx, events.League(g, id))
	if err != nil {
		return league.State{}, err
	}
	return m.state().(league.State), nil
}

// ForeseeLeague returns what a command to a league would do if it is an integrity event, nil if it is
// none; see [league.Foresee]. Nothing is recorded. Errors as for [Service.Do].
func (s *Service) ForeseeLeague(ctx context.Context, id events.StreamID, c events.Command) (*league.Preview, error) {
	ask, err := s.decode(id, c)
	if err != nil {
		return nil, err
	}
	now, err := s.League(ctx, id.Gathering, id.Group)
	if err != nil {
		return nil, err
	}
	return league.Foresee(now, ask)
}

// Tournament returns the state of a tournament, in the same way as [Service.Group].
func (s *Service) Tournament(ctx context.Context, g events.GatheringID, id events.GroupID) (tournament.State, error) {
	m, err := s.now(ctx, events.Tournament(g, id))
	if err != nil {
		return tournament.State{}, err
	}
	return m.state().(tournament.State), nil
}

// PreviewTournament says what a command to a tournament would do, without doing it; its Ack is what the
// command has to carry. Errors as for [Service.Do]; a command that would be refused is refused.
func (s *Service) PreviewTournament(ctx context.Context, id events.StreamID, c events.Command) (eventstournament.Consequences, error) {
	none := eventstournament.Consequences{}
	if id.Kind != events.KindTournament {
		return none, malformed("only what is asked of a tournament has a preview")
	}
	ask, err := s.decode(id, c)
	if err != nil {
		return none, err
	}
	m, err := s.now(ctx, id)
	if err != nil {
		return none, err
	}
	return tournament.Preview(m.state().(tournament.State), ask)
}

// now returns the machine of a stream, read to its end.
func (s *Service) now(ctx context.Context, id events.StreamID) (machine, error) {
	if err := id.Validate(); err != nil {
		return nil, malformed(err.Error())
	}
	done, err := s.take("load")
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := s.lanes.enter(ctx, id)
	if err != nil {
		return nil, notTaken(id, err)
	}
	defer s.lanes.leave(l)
	if err := s.load(ctx, l); err != nil {
		return nil, err
	}
	return l.past.machine, nil
}
