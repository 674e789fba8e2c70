package client

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/tournament"
)

func cupPath(g events.GatheringID, id events.GroupID, rest string) string {
	return fmt.Sprintf("/api/v1/gatherings/%s/tournaments/%s%s", g, id, rest)
}

// SendTournament sends commands to a tournament, in order, as [Client.Send] does to a group.
func (c *Client) SendTournament(ctx context.Context, g events.GatheringID, id events.GroupID, cmds ...Command) (Reply, error) {
	return c.sendTo(ctx, cupPath(g, id, "/commands"), cmds)
}

// PreviewTournament returns what a command would do to a tournament; it is accepted with the Ack of that.
func (c *Client) PreviewTournament(ctx context.Context, g events.GatheringID, id events.GroupID, body events.CommandBody) (log.Consequences, error) {
	var out log.Consequences
	err := c.post(ctx, cupPath(g, id, "/preview"), map[string]any{"type": body.CommandType(), "data": body}, &out)
	return out, err
}

// Tournament returns a tournament as everybody sees it, or as officials do, once it has reached a position.
func (c *Client) Tournament(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool, at events.Position) (tournament.View, error) {
	view := "public"
	if officials {
		view = "officials"
	}
	var v tournament.View
	err := c.get(ctx, cupPath(g, id, fmt.Sprintf("?view=%s&at=%d", view, at)), &v)
	return v, err
}

// OwnEntry returns what the session's player sees of their own table, once the tournament has reached a
// position.
func (c *Client) OwnEntry(ctx context.Context, g events.GatheringID, id events.GroupID, at events.Position) (tournament.Mine, error) {
	var out tournament.Mine
	err := c.get(ctx, cupPath(g, id, fmt.Sprintf("/me?at=%d", at)), &out)
	return out, err
}

// EnterTournament enters a tournament by name and makes the session the player's. entry is a UUID: the
// same one enters nobody twice.
func (c *Client) EnterTournament(ctx context.Context, g events.GatheringID, id events.GroupID, entry events.CommandID, name string) (access.Session, error) {
	var s access.Session
	err := c.post(ctx, cupPath(g, id, "/enter"), map[string]any{"id": entry, "name": name}, &s)
	return s, err
}

// JoinEntrant makes the session that of an entrant by their code.
func (c *Client) JoinEntrant(ctx context.Context, g events.GatheringID, id events.GroupID, entrant int, code string) (access.Session, error) {
	var s access.Session
	err := c.post(ctx, cupPath(g, id, fmt.Sprintf("/entrants/%d/join", entrant)), map[string]string{"code": code}, &s)
	return s, err
}

// PlayerCode is the code that makes a phone that of an entrant.
type PlayerCode struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Code    string          `json:"code"`
}

// PlayerCodes returns the codes of a tournament's entrants. It needs an organiser's session.
func (c *Client) PlayerCodes(ctx context.Context, g events.GatheringID, id events.GroupID) ([]PlayerCode, error) {
	var out struct {
		Codes []PlayerCode `json:"codes"`
	}
	err := c.get(ctx, cupPath(g, id, "/codes"), &out)
	return out.Codes, err
}
