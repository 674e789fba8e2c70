package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/history"
)

// CampaignReader answers what the logs of campaigns say; projections.Reader is one.
type CampaignReader interface {
	Campaign(ctx context.Context, g events.GatheringID, id events.GroupID) (campaign.View, error)
	Campaigns(ctx context.Context, g events.GatheringID) ([]campaign.View, error)
	CampaignHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
}

// CampaignPath is the part of a path that names a campaign of a gathering.
type CampaignPath struct {
	GatheringPath
	Campaign events.GroupID `path:"campaign" maxLength:"40"`
}

type campaignCommandsInput struct {
	CampaignPath
	Body runner.Request
}

type campaignInput struct {
	CampaignPath
	At events.Position `query:"at" doc:"wait, up to two seconds, until the log has reached this position"`
}

type campaignOutput struct{ Body campaign.View }

type campaignsOutput struct {
	Body struct {
		Campaigns []campaign.View `json:"campaigns"` // by name
	}
}

type campaignHistoryInput struct {
	CampaignPath
	Before events.Position `query:"before" doc:"only lines before this position; 0: from the end"`
	Limit  int             `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

func (a *API) campaigns(h huma.API) {
	huma.Register(h, op(http.MethodPost, "/gatherings/{gathering}/campaigns/{campaign}/commands", "campaign-commands",
		"Send commands to the log of a campaign, applied in order up to the first refusal"),
		func(ctx context.Context, in *campaignCommandsInput) (*commandsOutput, error) {
			return a.do(ctx, in.Caller, events.Campaign(in.Gathering, in.Campaign), in.Body), nil
		})
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/campaigns", "list-campaigns", "The campaign logs of a gathering, by name"), a.listCampaigns)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/campaigns/{campaign}", "get-campaign", "The log of a campaign, and what a group of it is opened with"), a.getCampaign)
	huma.Register(h, op(http.MethodGet, "/gatherings/{gathering}/campaigns/{campaign}/history", "get-campaign-history", "What went into a campaign's log, in words, latest first"), a.getCampaignHistory)
}

func (a *API) listCampaigns(ctx context.Context, in *GatheringPath) (*campaignsOutput, error) {
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	list, err := a.o.Campaigns.Campaigns(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &campaignsOutput{}
	out.Body.Campaigns = append([]campaign.View{}, list...)
	return out, nil
}

func (a *API) getCampaign(ctx context.Context, in *campaignInput) (*campaignOutput, error) {
	if in.At > 0 {
		a.await(ctx, in.Gathering, in.At)
	}
	v, err := a.o.Campaigns.Campaign(ctx, in.Gathering, in.Campaign)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &campaignOutput{v}, nil
}

func (a *API) getCampaignHistory(ctx context.Context, in *campaignHistoryInput) (*historyOutput, error) {
	lines, err := a.o.Campaigns.CampaignHistory(ctx, in.Gathering, in.Campaign, in.Before, in.Limit)
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
