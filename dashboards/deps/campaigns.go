package deps

import (
	"context"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/history"
)

// Campaigns knows the logs of campaigns. Errors: [ErrNotFound], or that a part of the program does not
// answer.
type Campaigns interface {
	// Campaign returns the log of a campaign.
	Campaign(ctx context.Context, g events.GatheringID, id events.GroupID) (campaign.View, error)
	// Campaigns returns the logs of a gathering, by name.
	Campaigns(ctx context.Context, g events.GatheringID) ([]campaign.View, error)
	// CampaignHistory returns up to limit lines before a position (0: from the end), latest first.
	CampaignHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
	// Refused returns the results of groups that a campaign's log did not take and that nobody has dealt
	// with.
	Refused(ctx context.Context, g events.GatheringID, id events.GroupID) ([]RefusedResult, error)
	// Dismiss decides that the refused results of a group are not recorded.
	Dismiss(ctx context.Context, g events.GatheringID, id, group events.GroupID) error
}

// RefusedResult is the result of a group's game that the log of its campaign did not take.
type RefusedResult struct {
	Group    events.GroupID
	Scenario string
	Won      bool
	Says     string // why
}
