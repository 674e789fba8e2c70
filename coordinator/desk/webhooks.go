package desk

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// MaxWebhooks is how many endpoints a gathering has at most at a time.
const MaxWebhooks = 20

// maxReason is the greatest length of a reason in characters, maxOrigin that of an origin in bytes, and
// maxStream that of the name of a letter's stream.
const (
	maxReason = 400
	maxOrigin = 300
	maxStream = 200
)

// Webhook returns an endpoint that is told what happens; false if there is none of that id.
func (s State) Webhook(id desk.WebhookID) (desk.Webhook, bool) {
	if i := s.hookAt(id); i >= 0 {
		return s.Webhooks[i], true
	}
	return desk.Webhook{}, false
}

func (s State) hookAt(id desk.WebhookID) int {
	return slices.IndexFunc(s.Webhooks, func(w desk.Webhook) bool { return w.ID == id })
}

func (s State) evolveHooks(e events.Payload) State {
	switch e := e.(type) {
	case desk.WebhookRegistered:
		s.Webhooks = append(slices.Clip(s.Webhooks), e.Webhook)
		s.hooks = s.hooks.With(e.Webhook.ID, false)
	case desk.WebhookChanged:
		s.Webhooks = slices.Clone(s.Webhooks)
		if i := s.hookAt(e.Now.ID); i >= 0 {
			s.Webhooks[i] = e.Now
		}
	case desk.WebhookRemoved:
		s.Webhooks = slices.DeleteFunc(slices.Clone(s.Webhooks), func(w desk.Webhook) bool { return w.ID == e.Webhook.ID })
		s.hooks = s.hooks.With(e.Webhook.ID, true)
	}
	return s
}

func (s State) decideHooks(b events.CommandBody) (events.Payload, error) {
	switch b := b.(type) {
	case desk.RegisterWebhook:
		return s.registerHook(b)
	case desk.ChangeWebhook:
		return s.changeHook(b)
	case desk.RemoveWebhook:
		return s.removeHook(b)
	case desk.DiscardLetter:
		return discard(b)
	default:
		return nil, refuse(engine.CodeUnknownCommand, "a gathering does not know the command %s; update this program", b.CommandType())
	}
}

func (s State) registerHook(b desk.RegisterWebhook) (events.Payload, error) {
	w := b.Webhook
	if err := checkHook(w); err != nil {
		return nil, err
	}
	if _, given := s.hooks.Get(w.ID); given {
		return nil, refuse(CodeHookKnown, "the id %s was given to a webhook before; choose another one", w.ID)
	}
	if len(s.Webhooks) >= MaxWebhooks {
		return nil, refuse(CodeHooksFull, "a gathering has %d webhooks at most; remove one that is not needed any more", MaxWebhooks)
	}
	return desk.WebhookRegistered{Webhook: w}, nil
}

func (s State) changeHook(b desk.ChangeWebhook) (events.Payload, error) {
	was, err := s.knownHook(b.Webhook.ID)
	if err != nil {
		return nil, err
	}
	if err := checkHook(b.Webhook); err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(b.Reason) > maxReason {
		return nil, refuse(engine.CodeMalformed, "the reason is too long; say it in %d characters or fewer", maxReason)
	}
	return desk.WebhookChanged{Was: was, Now: b.Webhook, Address: b.Address, Secret: b.Secret, Reason: b.Reason}, nil
}

func (s State) removeHook(b desk.RemoveWebhook) (events.Payload, error) {
	was, err := s.knownHook(b.ID)
	if err != nil {
		return nil, err
	}
	return desk.WebhookRemoved{Webhook: was}, nil
}

func (s State) knownHook(id desk.WebhookID) (desk.Webhook, error) {
	if w, ok := s.Webhook(id); ok {
		return w, nil
	}
	if gone, _ := s.hooks.Get(id); gone {
		return desk.Webhook{}, refuse(CodeNoHook, "the webhook %s was removed already", id)
	}
	return desk.Webhook{}, refuse(CodeNoHook, "there is no webhook %q in this gathering", id)
}

func checkHook(w desk.Webhook) error {
	if events.DeviceID(w.ID).Validate() != nil {
		return refuse(engine.CodeMalformed, "%q is no id of a webhook: use 1 to %d lower-case letters, digits and single hyphens, beginning and ending with a letter or digit", w.ID, events.MaxIDLen)
	}
	u, err := url.Parse(w.Origin)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != w.Origin || len(w.Origin) > maxOrigin {
		return refuse(engine.CodeMalformed, "the log holds the beginning of a webhook's address only, as in https://hooks.example, at most %d bytes", maxOrigin)
	}
	var kinds []string
	for _, k := range desk.HookKinds() {
		if slices.Contains(w.Kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 || !slices.Equal(kinds, w.Kinds) {
		return refuse(engine.CodeMalformed, "choose what the webhook is told: one or more of %v, each once and in this order", desk.HookKinds())
	}
	return nil
}

// discard records a decision; what the letter says is not checked against anything: the letters are not in
// the log.
func discard(b desk.DiscardLetter) (events.Payload, error) {
	l := b.Letter
	if n := utf8.RuneCountInString(b.Reason); n == 0 || n > maxReason {
		return nil, refuse(engine.CodeMalformed, "say in 1 to %d characters why this is not carried on", maxReason)
	}
	if l.Handler == "" || len(l.Handler) > events.MaxIDLen || len(l.Stream) > maxStream || len(l.Said) > desk.MaxLetterWords {
		return nil, refuse(engine.CodeMalformed, "a dead letter names its process, its stream in at most %d bytes and what went wrong in at most %d", maxStream, desk.MaxLetterWords)
	}
	if l.Webhook != "" && events.DeviceID(l.Webhook).Validate() != nil {
		return nil, refuse(engine.CodeMalformed, "%q is no id of a webhook", l.Webhook)
	}
	return desk.LetterDiscarded(b), nil
}
