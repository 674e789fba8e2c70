package app

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/vocabulary"
	opsletters "github.com/muster-events/muster/ops/letters"
	"github.com/muster-events/muster/ops/webhooks"
)

// startWebhooks opens who is told what happens.
func (a *App) startWebhooks(ctx context.Context) error {
	if a.Damage() != "" {
		return nil // nothing may be written
	}
	js, err := jetstream.New(a.broker.Commands)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	a.hooks, err = webhooks.Open(ctx, webhooks.Options{
		JS: js, Commands: a.commands(), Desk: a.service, Loader: a.store, Catalogue: vocabulary.All(), Names: a.people,
		Fixed: a.cfg.Webhooks(), Private: a.cfg.WebhookPrivate, Version: a.version, Replicas: a.cfg.NATSReplicas,
		Log: a.log, Registerer: a.reg, Now: a.now,
	})
	if err != nil {
		return err
	}
	a.up.push(a.hooks.Close)
	return nil
}

// outgoing is what pages know of what leaves the house, and of what could not be carried on.
type outgoing struct {
	hooks   *webhooks.Hooks
	letters *opsletters.Desk
}

// outgoing returns nil while nothing may be written.
func (a *App) outgoing() deps.Outgoing {
	if a.hooks == nil || a.processes == nil {
		return nil
	}
	return outgoing{a.hooks, a.deadLetters()}
}

func (a *App) deadLetters() *opsletters.Desk {
	return &opsletters.Desk{Processes: a.processes, Commands: a.commands(), Log: a.log}
}

// Webhooks implements deps.Outgoing.
func (o outgoing) Webhooks(ctx context.Context, g events.GatheringID) ([]deps.Webhook, error) {
	list, err := o.hooks.List(ctx, g)
	var out []deps.Webhook
	for _, h := range list {
		w := deps.Webhook{
			Webhook: h.Webhook, URL: h.URL, Every: h.Every, Waiting: h.Waiting,
			TakenAt: h.Status.TakenAt, FailsFrom: h.Status.FailsFrom, Says: h.Status.Says,
		}
		if !h.Every {
			w.Secret, _ = o.hooks.Secret(g, h.ID) // none: its address is not known either
		}
		out = append(out, w)
	}
	return out, err
}

func settings(s deps.WebhookSettings) webhooks.Settings {
	return webhooks.Settings{URL: s.URL, Kinds: s.Kinds, Names: s.Names, Paused: s.Paused, NewSecret: s.NewSecret, Reason: s.Reason}
}

// RegisterWebhook implements deps.Outgoing.
func (o outgoing) RegisterWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, s deps.WebhookSettings) (desk.WebhookID, error) {
	h, err := o.hooks.Register(ctx, g, actor, form, settings(s))
	return h.ID, err
}

// ChangeWebhook implements deps.Outgoing.
func (o outgoing) ChangeWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID, s deps.WebhookSettings) error {
	return o.hooks.Change(ctx, g, actor, form, id, settings(s))
}

// RemoveWebhook implements deps.Outgoing.
func (o outgoing) RemoveWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID) error {
	return o.hooks.Remove(ctx, g, actor, form, id)
}

// RetryWebhook implements deps.Outgoing.
func (o outgoing) RetryWebhook(ctx context.Context, g events.GatheringID, id desk.WebhookID) error {
	return o.hooks.Retry(ctx, g, id)
}

// TestWebhook implements deps.Outgoing.
func (o outgoing) TestWebhook(ctx context.Context, g events.GatheringID, id desk.WebhookID) error {
	return o.hooks.SendTest(ctx, g, id)
}

// Letters implements deps.Outgoing.
func (o outgoing) Letters(ctx context.Context, g events.GatheringID) ([]deps.Letter, bool, error) {
	list, more, err := o.letters.List(ctx, g)
	var out []deps.Letter
	for _, l := range list {
		out = append(out, deps.Letter{
			Number: l.Number, Handler: l.Handler, Stream: l.Stream, Version: l.Version, Position: l.Position, Type: l.Type, Webhook: l.Hook, Reason: l.Reason, At: l.At,
		})
	}
	return out, more, err
}

// RetryLetter implements deps.Outgoing.
func (o outgoing) RetryLetter(ctx context.Context, g events.GatheringID, number uint64) error {
	return o.letters.Again(ctx, g, number)
}

// DiscardLetter implements deps.Outgoing.
func (o outgoing) DiscardLetter(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, number uint64, reason string) error {
	return o.letters.Discard(ctx, g, actor, form, number, reason)
}
