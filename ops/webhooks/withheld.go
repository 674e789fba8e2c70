package webhooks

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/coordinator"
	season "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/process"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/tournament"
)

// kept is what a commit had to tell when it was not told.
type kept struct {
	commit events.Recorded
	told   []told
}

// afterwards returns what was withheld while the standings or the board that a commit shows again were frozen.
// It is read from the log each time, so whoever asks gets the same, also after a restart. An endpoint is told
// of it what happened after the commit that has registered it, by what it wants to be told now.
func (h *Hooks) afterwards(ctx context.Context, r events.Recorded, payloads []events.Payload, hooks []desk.Webhook) ([]process.Delivery, error) {
	if !thaws(payloads) {
		return nil, nil
	}
	list, err := h.withheld(ctx, r)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	since, err := h.registered(ctx, r)
	if err != nil {
		return nil, err
	}
	var out []process.Delivery
	for _, k := range list {
		var then []desk.Webhook
		for _, w := range hooks {
			if since[w.ID] < k.commit.Position {
				then = append(then, w)
			}
		}
		fixed := h.fixedAt(k.commit)
		for _, t := range k.told {
			if out, err = addressed(out, t, k.commit, then, fixed); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// thaws tells whether a commit shows again what was frozen.
func thaws(payloads []events.Payload) bool {
	for _, e := range payloads {
		switch e.(type) {
		case tournament.StandingsThawed, league.BoardThawed:
			return true
		}
	}
	return false
}

// withheld returns what the commits of a stream from the latest freeze to one that ends it had to tell, in
// order.
func (h *Hooks) withheld(ctx context.Context, until events.Recorded) ([]kept, error) {
	var out []kept
	cupLog, leagueNow := rules.Log{}, season.Initial()
	for c, err := range h.o.Loader.Load(ctx, until.Stream, events.Head{}) {
		if err != nil {
			return nil, fmt.Errorf("what was withheld of %s: %w", until.Stream, err)
		}
		if c.Version >= until.Version {
			break
		}
		payloads, err := h.o.Catalogue.DecodeAll(c)
		if err != nil {
			return nil, err
		}
		of := Of{ID: until.Stream.Group}
		var has []told
		frozen := false
		if until.Stream.Kind == events.KindTournament {
			for _, e := range payloads {
				cupLog = cupLog.Evolve(e)
			}
			of.Name, frozen = cupLog.Name, cupLog.Frozen != nil
			has = cup{Log: cupLog, of: of}.withheld(payloads)
		} else {
			leagueNow = season.Apply(leagueNow, coordinator.Applied{Version: c.Version, Command: c.Command, Events: payloads})
			of.Name, frozen = leagueNow.Name, leagueNow.Hidden()
			has = seasonOf{Season: leagueNow.Season, of: of}.withheld(payloads)
		}
		switch {
		case !frozen:
			out = nil // that of an earlier freeze was told at its end
		case len(has) > 0:
			out = append(out, kept{c, has})
		}
	}
	return out, nil
}

// registered returns the positions of the commits that have registered the webhooks of a gathering.
func (h *Hooks) registered(ctx context.Context, until events.Recorded) (map[desk.WebhookID]events.Position, error) {
	out := map[desk.WebhookID]events.Position{}
	for c, err := range h.o.Loader.Load(ctx, events.Desk(until.Stream.Gathering), events.Head{}) {
		if err != nil {
			return nil, fmt.Errorf("webhooks of %s: %w", until.Stream.Gathering, err)
		}
		if c.Position >= until.Position {
			break
		}
		payloads, err := h.o.Catalogue.DecodeAll(c)
		if err != nil {
			return nil, err
		}
		for _, e := range payloads {
			if w, ok := e.(desk.WebhookRegistered); ok {
				out[w.Webhook.ID] = c.Position
			}
		}
	}
	return out, nil
}
