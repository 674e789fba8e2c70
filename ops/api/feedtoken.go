package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/projections/catalog"
)

type feedTokenOutput struct{ Body catalog.FeedToken }

type madeTokenOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Token string `json:"token" doc:"it is given this once"`
	}
}

// feedTokens registers what organisers do with the token of the feed.
func (a *API) feedTokens(h huma.API) {
	const at = "/gatherings/{gathering}/feed/token"
	huma.Register(h, op(http.MethodGet, at, "get-feed-token", "When the token of the feed was made, and by whom; not the token"), a.feedToken)
	huma.Register(h, op(http.MethodPost, at, "make-feed-token", "Make a token of the feed in the place of the one before; programs that read by that are cut off"), a.makeFeedToken)
	revoke := op(http.MethodDelete, at, "revoke-feed-token", "Revoke the token of the feed; programs that read by it are cut off")
	revoke.DefaultStatus = http.StatusNoContent
	huma.Register(h, revoke, a.revokeFeedToken)
}

func (a *API) feedToken(ctx context.Context, in *GatheringPath) (*feedTokenOutput, error) {
	if _, err := a.may(in.Caller, access.FeedTokens, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	t, err := a.o.Integrators.FeedToken(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &feedTokenOutput{t}, nil
}

func (a *API) makeFeedToken(ctx context.Context, in *GatheringPath) (*madeTokenOutput, error) {
	s, err := a.may(in.Caller, access.FeedTokens, in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	out := &madeTokenOutput{CacheControl: "no-store"}
	if out.Body.Token, err = a.o.Integrators.MakeFeedToken(ctx, in.Gathering, s.Person, ""); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return out, nil
}

func (a *API) revokeFeedToken(ctx context.Context, in *GatheringPath) (*struct{}, error) {
	if _, err := a.may(in.Caller, access.FeedTokens, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	if err := a.o.Integrators.RevokeFeedToken(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

// feedUntil returns a channel that is closed when who reads a feed by a token may do so no longer; nil: by a
// session.
func (a *API) feedUntil(ctx context.Context, in *feedInput) (<-chan struct{}, error) {
	s := a.who(in.Caller)
	if s.May(access.ReadFeed, in.Gathering, access.Object{}) == nil {
		return nil, nil
	}
	return a.o.Integrators.IntegratorUntil(ctx, in.r, in.Gathering)
}
