package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
)

// Reviews is what judges should look at in one group of a gathering.
type Reviews struct {
	Group   events.GroupID `json:"group"`
	Name    string         `json:"name"`
	Flags   []board.Flag   `json:"flags" doc:"entries that a table disputes and no judge has answered, the oldest first"`
	Rulings []board.Ruling `json:"rulings" doc:"rulings that nobody has countersigned, or that a second judge disputes, the latest first"`
}

type reviewsOutput struct {
	Body struct {
		Groups []Reviews `json:"groups" doc:"only those with something to look at"`
	}
}

func (a *API) reviews(h huma.API) {
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/reviews", "list-reviews",
		"What judges should look at: entries that tables dispute, and rulings that want a second pair of eyes"), a.listReviews)
}

func (a *API) listReviews(ctx context.Context, in *GatheringPath) (*reviewsOutput, error) {
	info, err := a.o.Reader.Gathering(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &reviewsOutput{}
	out.Body.Groups = []Reviews{}
	for _, g := range info.Groups {
		b, err := a.o.Reader.Board(ctx, in.Gathering, g.ID)
		if err != nil {
			return nil, a.problem(in.Caller, err)
		}
		one := Reviews{Group: b.ID, Name: b.Name, Flags: b.OpenFlags(), Rulings: b.Unsigned()}
		if len(one.Flags)+len(one.Rulings) == 0 {
			continue
		}
		if one.Flags == nil {
			one.Flags = []board.Flag{}
		}
		if one.Rulings == nil {
			one.Rulings = []board.Ruling{}
		}
		out.Body.Groups = append(out.Body.Groups, one)
	}
	return out, nil
}
