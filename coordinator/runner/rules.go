package runner

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events"
)

// Rules ties the functions of one kind of stream together. All are pure.
type Rules[S any] struct {
	Initial func() S
	Decide  func(S, coordinator.Command) ([]events.Payload, error)
	Apply   func(S, coordinator.Applied) S
	Seen    func(S, events.CommandID) (events.Version, bool)
}

// GroupRules are the rules of a group's stream.
func GroupRules() Rules[coordinator.State] {
	return Rules[coordinator.State]{
		Initial: coordinator.Initial,
		Decide:  coordinator.Decide,
		Apply:   coordinator.Apply,
		Seen:    coordinator.State.Seen,
	}
}

// DeskRules are the rules of a gathering's own stream.
func DeskRules() Rules[desk.State] {
	return Rules[desk.State]{
		Initial: desk.Initial,
		Decide:  desk.Decide,
		Apply:   desk.Apply,
		Seen:    desk.State.Seen,
	}
}

// CampaignRules are the rules of a campaign's log.
func CampaignRules() Rules[campaign.State] {
	return Rules[campaign.State]{
		Initial: campaign.Initial,
		Decide:  campaign.Decide,
		Apply:   campaign.Apply,
		Seen:    campaign.State.Seen,
	}
}

// LeagueRules are the rules of a league.
func LeagueRules() Rules[league.State] {
	return Rules[league.State]{
		Initial: league.Initial,
		Decide:  league.Decide,
		Apply:   league.Apply,
		Seen:    league.State.Seen,
	}
}

// TournamentRules are the rules of a tournament.
func TournamentRules() Rules[tournament.State] {
	return Rules[tournament.State]{
		Initial: tournament.Initial,
		Decide:  tournament.Decide,
		Apply:   tournament.Apply,
		Seen:    tournament.State.Seen,
	}
}

// A machine is a state of any kind with the rules that go with it. It is a value: apply returns
// another one.
type machine interface {
	decide(coordinator.Command) ([]events.Payload, error)
	apply(coordinator.Applied) machine
	seen(events.CommandID) (events.Version, bool)
	state() any
}

type machineOf[S any] struct {
	rules Rules[S]
	s     S
}

func (m machineOf[S]) decide(c coordinator.Command) ([]events.Payload, error) {
	return m.rules.Decide(m.s, c)
}

func (m machineOf[S]) apply(a coordinator.Applied) machine {
	m.s = m.rules.Apply(m.s, a)
	return m
}

func (m machineOf[S]) seen(id events.CommandID) (events.Version, bool) {
	return m.rules.Seen(m.s, id)
}

func (m machineOf[S]) state() any { return m.s }

// start returns the machine of an empty stream.
func start(id events.StreamID) machine {
	switch id.Kind {
	case events.KindDesk:
		r := DeskRules()
		return machineOf[desk.State]{rules: r, s: r.Initial()}
	case events.KindCampaign:
		r := CampaignRules()
		return machineOf[campaign.State]{rules: r, s: r.Initial()}
	case events.KindLeague:
		r := LeagueRules()
		return machineOf[league.State]{rules: r, s: r.Initial()}
	case events.KindTournament:
		r := TournamentRules()
		return machineOf[tournament.State]{rules: r, s: r.Initial()}
	default:
		r := GroupRules()
		return machineOf[coordinator.State]{rules: r, s: r.Initial()}
	}
}

// asked is the command as the rules take it.
func asked(id events.StreamID, c events.Command, body events.CommandBody) coordinator.Command {
	return coordinator.Open(id, c, body)
}
