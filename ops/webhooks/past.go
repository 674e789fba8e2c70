package webhooks

import (
	"context"
	"fmt"
	"sync"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/runner"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
)

// maxFolded is how many gatherings and tournaments are kept folded at a time; others are read again.
const maxFolded = 64

// past knows how the desk of a gathering was before a commit, and how a tournament is after one. Commits
// come in order, so that it has only to go on from the one before; after a gap it reads again.
type past struct {
	log store.Loader
	cat *events.Catalogue

	mu    sync.Mutex // guards the maps
	desks map[events.GatheringID]deskAt
	cups  map[events.StreamID]cupAt
}

// deskAt is a desk after the commit at a position of its gathering's log.
type deskAt struct {
	at    events.Position
	state desk.State
}

// cupAt is a tournament after a version of its stream.
type cupAt struct {
	at  events.Version
	log rules.Log
}

// before returns the webhooks that were registered before a commit.
func (p *past) before(ctx context.Context, r events.Recorded) ([]words.Webhook, error) {
	if r.Position <= 1 {
		return nil, nil
	}
	p.mu.Lock()
	d, ok := p.desks[r.Stream.Gathering]
	p.mu.Unlock()
	if ok && d.at == r.Position-1 {
		return d.state.Webhooks, nil
	}
	now, err := runner.Replay(ctx, p.log, p.cat, events.Desk(r.Stream.Gathering), r.Position-1)
	if err != nil {
		return nil, fmt.Errorf("webhooks of %s: %w", r.Stream.Gathering, err)
	}
	p.keepDesk(r.Stream.Gathering, deskAt{at: r.Position - 1, state: *now.Desk})
	return now.Desk.Webhooks, nil
}

// passed takes a commit into account once everything about it was told.
func (p *past) passed(r events.Recorded, payloads []events.Payload) {
	p.mu.Lock()
	d, ok := p.desks[r.Stream.Gathering]
	p.mu.Unlock()
	if r.Position == 1 {
		d, ok = deskAt{state: desk.Initial()}, true
	}
	if !ok || d.at != r.Position-1 {
		return
	}
	d.at = r.Position
	if r.Stream.Kind == events.KindDesk {
		d.state = desk.Apply(d.state, coordinator.Applied{Version: r.Version, Command: r.Command, Events: payloads})
	}
	p.keepDesk(r.Stream.Gathering, d)
}

func (p *past) keepDesk(g events.GatheringID, d deskAt) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, has := p.desks[g]; !has && len(p.desks) >= maxFolded {
		clear(p.desks)
	}
	p.desks[g] = d
}

// tournament returns a tournament as it is after a commit of it.
func (p *past) tournament(ctx context.Context, r events.Recorded, payloads []events.Payload) (rules.Log, error) {
	p.mu.Lock()
	c, ok := p.cups[r.Stream]
	p.mu.Unlock()
	switch {
	case ok && c.at == r.Version:
		return c.log, nil // tried again
	case ok && c.at == r.Version-1:
		for _, e := range payloads {
			c.log = c.log.Evolve(e)
		}
	default:
		now, err := runner.Replay(ctx, p.log, p.cat, r.Stream, r.Position)
		if err != nil {
			return rules.Log{}, err
		}
		c.log = now.Tournament.Log
	}
	c.at = r.Version
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, has := p.cups[r.Stream]; !has && len(p.cups) >= maxFolded {
		clear(p.cups)
	}
	p.cups[r.Stream] = c
	return c.log, nil
}
