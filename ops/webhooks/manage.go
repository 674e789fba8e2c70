package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// Settings are what somebody decides about an endpoint.
type Settings struct {
	URL    string   `json:"url,omitempty"` // empty in a change: as it is
	Kinds  []string `json:"kinds"`
	Names  bool     `json:"names,omitempty"`
	Paused bool     `json:"paused,omitempty"`
	// NewSecret gives it another secret; for a day messages are signed by the one before, too.
	NewSecret bool   `json:"newSecret,omitempty"`
	Reason    string `json:"reason,omitempty"`
}

// Hook is an endpoint as organisers see it.
type Hook struct {
	desk.Webhook
	URL    string `json:"url,omitempty"` // empty: it is not known here any more, and has to be given again
	Status Status `json:"status"`
	// Waiting is how many messages wait for it.
	Waiting int `json:"waiting"`
	// Every is set for one of the operator's, which is told of every gathering.
	Every bool `json:"every,omitempty"`
}

// Status is how an endpoint is doing.
type Status struct {
	TakenAt   time.Time `json:"takenAt,omitzero"`   // when it last took a message
	TriedAt   time.Time `json:"triedAt,omitzero"`   // when it was last told something
	FailsFrom time.Time `json:"failsFrom,omitzero"` // since when it has taken nothing; zero: it does
	Says      string    `json:"says,omitempty"`     // why it did not take the last one
}

// List returns the endpoints of a gathering in the order in which they were registered, those of the
// operator last. Errors: *events.UnavailableError.
func (h *Hooks) List(ctx context.Context, g events.GatheringID) ([]Hook, error) {
	d, err := h.o.Desk.Desk(ctx, g)
	if err != nil {
		return nil, err
	}
	out := []Hook{}
	for _, w := range d.Webhooks {
		r, _ := h.record(name{g, w.ID})
		out = append(out, Hook{Webhook: w, URL: r.URL})
	}
	for _, f := range h.o.Fixed {
		r, _ := h.record(name{hook: FixedID(f.URL)})
		out = append(out, Hook{Webhook: r.Webhook, URL: r.Webhook.Origin, Every: true})
	}
	for i, w := range out {
		n := name{g, w.ID}
		if w.Every {
			n.gathering = ""
		}
		out[i].Status = h.statusOf(ctx, n)
		if q := h.through(); q != nil {
			if out[i].Waiting, err = q.Waiting(ctx, process.Endpoint{Gathering: n.gathering, Hook: n.hook}); err != nil {
				return nil, unavailable("count what waits for webhooks", err)
			}
		}
	}
	return out, nil
}

// SendTest has an endpoint told a message that says nothing but that it has come. Errors: *engine.Refusal,
// *events.UnavailableError.
func (h *Hooks) SendTest(ctx context.Context, g events.GatheringID, id desk.WebhookID) error {
	d, err := h.Test(g, id)
	if err != nil {
		return err
	}
	q := h.through()
	if q == nil {
		return &events.UnavailableError{Op: "send a test", Reason: "nothing can be written at the moment"}
	}
	if err := q.Tell(ctx, d); err != nil {
		return unavailable("send a test", err)
	}
	return nil
}

// Secret returns the secret that an endpoint of a gathering checks signatures by.
func (h *Hooks) Secret(g events.GatheringID, id desk.WebhookID) (string, error) {
	r, ok := h.record(name{g, id})
	if !ok || g == "" {
		return "", noHook(id)
	}
	return r.Secret, nil
}

func noHook(id desk.WebhookID) error {
	return &engine.Refusal{Code: state.CodeNoHook, Says: fmt.Sprintf("there is no webhook %q in this gathering", id)}
}

// hookID is the id that a form's command gives an endpoint.
func hookID(form events.CommandID) desk.WebhookID {
	s := strings.ReplaceAll(string(form), "-", "")
	return desk.WebhookID("wh-" + s[max(0, len(s)-12):])
}

// Register makes an endpoint known. form is the id of the command: the same form sent again is the same
// endpoint. The address is kept before the log says that there is one. Errors: *engine.Refusal,
// *events.UnavailableError.
func (h *Hooks) Register(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, s Settings) (Hook, error) {
	if err := errors.Join(g.Validate(), form.Validate()); err != nil {
		return Hook{}, malformed("%v", err)
	}
	u, err := checkURL(s.URL, h.o.Private)
	if err != nil {
		return Hook{}, err
	}
	w := desk.Webhook{ID: hookID(form), Origin: origin(u), Kinds: kinds(s.Kinds), Names: s.Names}
	d, err := h.o.Desk.Desk(ctx, g)
	if err != nil {
		return Hook{}, err
	}
	n := name{g, w.ID}
	if was, known := d.Webhook(w.ID); known {
		r, _ := h.record(n)
		return Hook{Webhook: was, URL: r.URL}, nil
	}
	if _, err := h.keep(ctx, n, record{URL: u.String(), Secret: NewSecret(), Webhook: w}); err != nil {
		return Hook{}, err
	}
	err = h.do(ctx, g, actor, form, desk.RegisterWebhook{Webhook: w})
	if engine.AsRefusal(err) != nil {
		return Hook{}, errors.Join(err, h.erase(context.WithoutCancel(ctx), g, w.ID))
	}
	return Hook{Webhook: w, URL: u.String()}, err
}

// Change changes an endpoint. What waits for it is tried at once. Errors as for [Hooks.Register].
func (h *Hooks) Change(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID, s Settings) error {
	d, err := h.o.Desk.Desk(ctx, g)
	if err != nil {
		return err
	}
	was, ok := d.Webhook(id)
	if !ok {
		return noHook(id)
	}
	n := name{g, id}
	r, known := h.record(n)
	if !known && s.URL == "" {
		return malformed("the address of this webhook is not known here any more; give it again")
	}
	now := desk.Webhook{ID: id, Origin: was.Origin, Kinds: kinds(s.Kinds), Names: s.Names, Paused: s.Paused}
	address := false
	if s.URL != "" {
		u, err := checkURL(s.URL, h.o.Private)
		if err != nil {
			return err
		}
		address = r.URL != u.String()
		now.Origin, r.URL = origin(u), u.String()
	}
	if s.NewSecret || !known {
		r.Old, r.OldUntil, r.Secret = r.Secret, h.o.Now().Add(oldSecretKept).UTC(), NewSecret()
	}
	err = h.do(ctx, g, actor, form, desk.ChangeWebhook{Webhook: now, Address: address, Secret: s.NewSecret || !known, Reason: s.Reason})
	if err != nil {
		return err
	}
	r.Webhook = now
	_, err = h.keep(ctx, n, r)
	return err
}

// Remove ends an endpoint; what waits for it is deleted, and so are its address and its secret. Errors as
// for [Hooks.Register].
func (h *Hooks) Remove(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID) error {
	if err := h.do(ctx, g, actor, form, desk.RemoveWebhook{ID: id}); err != nil {
		return err
	}
	return h.erase(ctx, g, id)
}

// Retry has what waits for an endpoint tried at once. Errors: *engine.Refusal, *events.UnavailableError.
func (h *Hooks) Retry(ctx context.Context, g events.GatheringID, id desk.WebhookID) error {
	n := name{g, id}
	r, ok := h.record(n)
	if !ok {
		return noHook(id)
	}
	_, err := h.keep(ctx, n, r)
	return err
}

// Test returns a message that says nothing but that it has come, for process.Processes.Tell.
func (h *Hooks) Test(g events.GatheringID, id desk.WebhookID) (process.Delivery, error) {
	if _, ok := h.record(name{g, id}); !ok {
		return process.Delivery{}, noHook(id)
	}
	now := h.o.Now().UTC()
	d, err := draft{Message: Message{
		SpecVersion: events.CloudEventsVersion, ID: "msg_" + strings.ReplaceAll(uuid.NewString(), "-", ""), Source: "/muster/" + string(g),
		Type: TypeTest, Time: now, Timestamp: now, ContentType: "application/json", Kind: KindTest, Gathering: g,
		Stream: events.Desk(g).String(), Says: "This is a test.", Data: json.RawMessage(`{}`),
	}}.delivery()
	d.Hook = id
	return d, err
}

func (h *Hooks) do(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, body events.CommandBody) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	_, err = h.o.Commands.Do(ctx, events.Desk(g), events.Command{ID: form, Type: body.CommandType(), Data: data, Actor: actor})
	return err
}

// keep stores what is kept of an endpoint; it counts here at once.
func (h *Hooks) keep(ctx context.Context, n name, r record) (record, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return r, fmt.Errorf("encode a webhook: %w", err)
	}
	if r.revision, err = h.kv.Put(ctx, n.key(), b); err != nil {
		return r, unavailable("keep a webhook", err)
	}
	h.change(func() {
		if h.known[n].revision < r.revision {
			h.known[n] = r
		}
	})
	return r, nil
}

// copy makes the copy of what the log says of an endpoint what it says. An address that somebody gives it
// at the same moment stays.
func (h *Hooks) copy(ctx context.Context, g events.GatheringID, w desk.Webhook) error {
	n := name{g, w.ID}
	e, err := h.kv.Get(ctx, n.key())
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err != nil {
		return unavailable("read a webhook", err)
	}
	r, err := decodeRecord(e.Value())
	if err != nil {
		return err
	}
	if r.Webhook.Paused == w.Paused && r.Webhook.Names == w.Names {
		return nil
	}
	r.Webhook = w
	b, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode a webhook: %w", err)
	}
	if _, err := h.kv.Update(ctx, n.key(), b, e.Revision()); err != nil {
		return unavailable("keep a webhook", err) // it is tried again, also after somebody else's change
	}
	return nil
}

func (h *Hooks) erase(ctx context.Context, g events.GatheringID, id desk.WebhookID) error {
	n := name{g, id}
	for _, kv := range []jetstream.KeyValue{h.kv, h.status} {
		if err := kv.Purge(ctx, n.key()); err != nil {
			return unavailable("erase a webhook", err)
		}
	}
	h.change(func() { delete(h.known, n) })
	return nil
}
