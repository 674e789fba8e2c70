package client

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/campaign"
)

// SendCampaign sends commands to the log of a campaign, in order, as [Client.Send] does to a group.
func (c *Client) SendCampaign(ctx context.Context, g events.GatheringID, id events.GroupID, cmds ...Command) (Reply, error) {
	return c.sendTo(ctx, fmt.Sprintf("/api/v1/gatherings/%s/campaigns/%s/commands", g, id), cmds)
}

// Campaign returns the log of a campaign as it is at a position or later.
func (c *Client) Campaign(ctx context.Context, g events.GatheringID, id events.GroupID, at events.Position) (campaign.View, error) {
	var v campaign.View
	err := c.get(ctx, fmt.Sprintf("/api/v1/gatherings/%s/campaigns/%s?at=%d", g, id, at), &v)
	return v, err
}

// Campaigns returns the logs of a gathering's campaigns, by name.
func (c *Client) Campaigns(ctx context.Context, g events.GatheringID) ([]campaign.View, error) {
	var out struct {
		Campaigns []campaign.View `json:"campaigns"`
	}
	err := c.get(ctx, "/api/v1/gatherings/"+string(g)+"/campaigns", &out)
	return out.Campaigns, err
}

// SendDesk sends commands to a gathering itself, in order, as [Client.Send] does to a group.
func (c *Client) SendDesk(ctx context.Context, g events.GatheringID, cmds ...Command) (Reply, error) {
	return c.sendTo(ctx, "/api/v1/gatherings/"+string(g)+"/commands", cmds)
}
