package client

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

func leaguePath(g events.GatheringID, id events.GroupID, rest string) string {
	return fmt.Sprintf("/api/v1/gatherings/%s/leagues/%s%s", g, id, rest)
}

// SendLeague sends commands to a league, in order, as [Client.Send] does to a group.
func (c *Client) SendLeague(ctx context.Context, g events.GatheringID, id events.GroupID, cmds ...Command) (Reply, error) {
	return c.sendTo(ctx, leaguePath(g, id, "/commands"), cmds)
}

// LeaguePreview is what a command would do to a league.
type LeaguePreview struct {
	Integrity bool        `json:"integrity"` // it is recorded with a badge for good
	Kind      string      `json:"kind"`
	Says      string      `json:"says"` // what it moves, in words
	Effects   log.Effects `json:"effects"`
	Previewed string      `json:"previewed"` // what the command has to carry
}

// PreviewLeague returns what a command would do to a league; it is accepted with the Previewed of that.
func (c *Client) PreviewLeague(ctx context.Context, g events.GatheringID, id events.GroupID, body events.CommandBody) (LeaguePreview, error) {
	var out LeaguePreview
	err := c.post(ctx, leaguePath(g, id, "/preview"), map[string]any{"type": body.CommandType(), "data": body}, &out)
	return out, err
}

// League returns a league as everybody sees it, or as organisers and judges do, once it has reached a position.
func (c *Client) League(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool, at events.Position) (league.View, error) {
	view := "public"
	if staff {
		view = "staff"
	}
	var v league.View
	err := c.get(ctx, leaguePath(g, id, fmt.Sprintf("?view=%s&at=%d", view, at)), &v)
	return v, err
}
