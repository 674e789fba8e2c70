package projections

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/history"
)

// newCampaigns returns what keeps what the log of every campaign says.
func newCampaigns() *documents[campaign.Stored] {
	return &documents[campaign.Stored]{name: "campaign.1", kind: events.KindCampaign, what: "campaign", bucket: []byte("campaigns"), begin: campaign.New, apply: campaign.Apply}
}

// Campaign returns the log of a campaign, or [ErrNotFound].
func (r *Reader) Campaign(ctx context.Context, g events.GatheringID, id events.GroupID) (campaign.View, error) {
	s, err := r.campaigns.of(ctx, events.Campaign(g, id))
	if err != nil {
		return campaign.View{}, err
	}
	return campaign.Of(s), nil
}

// Campaigns returns the logs of all campaigns of a gathering, by name and then id; none for a gathering
// without any.
func (r *Reader) Campaigns(ctx context.Context, g events.GatheringID) ([]campaign.View, error) {
	return listed(ctx, r.campaigns, g, campaign.Of, func(v campaign.View) (string, events.GroupID) { return v.Name, v.ID })
}

// CampaignHistory returns up to limit lines (at most [MaxLines]) of a campaign before a position of the
// gathering's log (0: from the end), latest first, or [ErrNotFound].
func (r *Reader) CampaignHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	return r.lines(ctx, events.Campaign(g, id), before, limit)
}
