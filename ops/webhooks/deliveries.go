package webhooks

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// Deliveries implements process.Hooks: an endpoint is told what happens after the commit that has
// registered it.
func (h *Hooks) Deliveries(ctx context.Context, r events.Recorded) ([]process.Delivery, error) {
	hooks, err := h.past.before(ctx, r)
	if err != nil {
		return nil, err
	}
	payloads, err := h.o.Catalogue.DecodeAll(r)
	if err != nil {
		return nil, err
	}
	var out []process.Delivery
	if fixed := h.fixedAt(r); len(hooks)+len(fixed) > 0 {
		if out, err = h.afterwards(ctx, r, payloads, hooks); err != nil {
			return nil, err
		}
		all, err := h.tells(ctx, r, payloads)
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			if out, err = addressed(out, t, r, hooks, fixed); err != nil {
				return nil, err
			}
		}
	}
	if err := h.mirror(ctx, r.Stream.Gathering, payloads); err != nil {
		return nil, err
	}
	h.past.passed(r, payloads)
	return out, nil
}

// fixedAt returns the endpoints of the operator that are told what happened at a time.
func (h *Hooks) fixedAt(r events.Recorded) []desk.Webhook {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var out []desk.Webhook
	for _, f := range h.o.Fixed {
		if has := h.fixed[FixedID(f.URL)]; r.At.After(has.since) {
			out = append(out, has.Webhook)
		}
	}
	return out
}

// addressed adds what everybody is told who wants to be told it.
func addressed(out []process.Delivery, t told, r events.Recorded, hooks, fixed []desk.Webhook) ([]process.Delivery, error) {
	d, err := t.delivery(r)
	if err != nil {
		return nil, err
	}
	for i, w := range append(hooks[:len(hooks):len(hooks)], fixed...) {
		if wants(w.Kinds, t.Kind) {
			d.Hook, d.Every = w.ID, i >= len(hooks)
			out = append(out, d)
		}
	}
	return out, nil
}

// tells returns what a commit has to tell.
func (h *Hooks) tells(ctx context.Context, r events.Recorded, payloads []events.Payload) ([]told, error) {
	id := r.Stream
	switch id.Kind {
	case events.KindTournament:
		log, err := h.past.tournament(ctx, r, payloads)
		if err != nil {
			return nil, err
		}
		return cup{Log: log, of: Of{ID: id.Group, Name: log.Name}}.tells(payloads), nil
	case events.KindDesk:
		return h.deskTells(ctx, r, payloads)
	}
	if !says(id, payloads) {
		return nil, nil
	}
	now, err := runner.Replay(ctx, h.o.Loader, h.o.Catalogue, id, r.Position)
	switch {
	case err != nil:
		return nil, err
	case now.Group != nil:
		return groupTells(*now.Group, id.Group, payloads), nil
	case now.League != nil:
		return seasonOf{Season: now.League.Season, of: Of{ID: id.Group, Name: now.League.Name}}.tells(payloads), nil
	}
	return nil, nil
}

// says tells whether a commit of a group or a league may have something to tell: only then is it worth
// reading its stream.
func says(id events.StreamID, payloads []events.Payload) bool {
	if id.Kind == events.KindLeague {
		return len(seasonOf{}.tells(payloads)) > 0
	}
	return id.Kind == events.KindGroup && len(groupTells(coordinator.State{}, id.Group, payloads)) > 0
}

func (h *Hooks) deskTells(ctx context.Context, r events.Recorded, payloads []events.Payload) ([]told, error) {
	for i, e := range payloads {
		if _, ended := e.(desk.GatheringEnded); !ended {
			continue
		}
		now, err := runner.Replay(ctx, h.o.Loader, h.o.Catalogue, r.Stream, r.Position)
		if err != nil {
			return nil, err
		}
		return []told{{Index: i, Kind: desk.HookEnds, Type: TypeGatheringEnded, Says: fmt.Sprintf("%s has ended", now.Desk.Name), Data: Ending{}}}, nil
	}
	return nil, nil
}

// mirror makes what is kept of an endpoint outside the log what the log says, whoever was interrupted.
func (h *Hooks) mirror(ctx context.Context, g events.GatheringID, payloads []events.Payload) error {
	for _, e := range payloads {
		var err error
		switch e := e.(type) {
		case desk.WebhookChanged:
			err = h.copy(ctx, g, e.Now)
		case desk.WebhookRemoved:
			err = h.erase(ctx, g, e.Webhook.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
