package projections

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/league"
	"github.com/muster-events/muster/projections/person"
	"github.com/muster-events/muster/projections/tournament"
)

// Person returns everything that a person took part in at a gathering, as everybody may see it: its
// tournaments, leagues and groups, those under an id that was found to be the same person among them. It
// returns [ErrNotFound] for a gathering that does not exist; somebody who took part in nothing has an empty
// history.
func (r *Reader) Person(ctx context.Context, g events.GatheringID, p events.PersonID) (person.History, error) {
	if err := ctx.Err(); err != nil {
		return person.History{}, err
	}
	if g.Validate() != nil || p.Validate() != nil {
		return person.History{}, ErrNotFound
	}
	var in person.Sources
	err := r.tournaments.each(ctx, g, func(s tournament.Stored) error {
		in.Tournaments = append(in.Tournaments, s)
		return nil
	})
	if err != nil {
		return person.History{}, err
	}
	err = r.leagues.each(ctx, g, func(s league.Stored) error {
		v, err := r.leagues.view(s, false)
		in.Leagues = append(in.Leagues, v)
		return err
	})
	if err != nil {
		return person.History{}, err
	}
	if in.Groups, err = r.boardsOf(g); err != nil {
		return person.History{}, err
	}
	out, err := person.Of(g, p, in)
	if err != nil || !out.Empty() {
		return out, err
	}
	_, err = r.Gathering(ctx, g)
	return out, err
}
