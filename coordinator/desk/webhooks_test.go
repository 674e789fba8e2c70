package desk_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/desk"
)

func hook(id words.WebhookID, kinds ...string) words.Webhook {
	return words.Webhook{ID: id, Origin: "https://hooks.example", Kinds: kinds}
}

func TestWebhooks(t *testing.T) {
	one := hook("wh-1", words.HookPairings, words.HookEnds)
	registered := []events.Payload{opened, words.WebhookRegistered{Webhook: one}}
	removed := append(registered[:2:2], words.WebhookRemoved{Webhook: one})
	paused := one
	paused.Paused = true
	at := func(origin string) words.Webhook {
		w := one
		w.Origin = origin
		return w
	}
	letter := words.Letter{Handler: "webhook", Stream: "spring/t/cup", Position: 7, Webhook: "wh-1", Said: "503 Service Unavailable"}
	for _, c := range []struct {
		name  string
		given []events.Payload
		who   events.Actor
		when  events.CommandBody
		then  events.Payload
		code  engine.Code
	}{
		{name: "one is registered", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: one}, then: words.WebhookRegistered{Webhook: one}},
		{name: "not by a judge", given: registered[:1], who: judge, when: words.RegisterWebhook{Webhook: one}, code: engine.CodeNotAllowed},
		{name: "not before the gathering", who: organiser, when: words.RegisterWebhook{Webhook: one}, code: desk.CodeNotOpened},
		{name: "not after it", given: []events.Payload{opened, words.GatheringEnded{}}, who: organiser, when: words.RegisterWebhook{Webhook: one}, code: desk.CodeEnded},
		{name: "with an id of its own", given: registered, who: organiser, when: words.RegisterWebhook{Webhook: one}, code: desk.CodeHookKnown},
		{name: "which is not given again", given: removed, who: organiser, when: words.RegisterWebhook{Webhook: one}, code: desk.CodeHookKnown},
		{name: "with an id that is allowed", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: hook("Hook 1", words.HookEnds)}, code: engine.CodeMalformed},
		{name: "with something to be told", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: hook("wh-1")}, code: engine.CodeMalformed},
		{name: "that there is", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: hook("wh-1", "gossip")}, code: engine.CodeMalformed},
		{name: "each once", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: hook("wh-1", words.HookEnds, words.HookEnds)}, code: engine.CodeMalformed},
		{name: "in order", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: hook("wh-1", words.HookEnds, words.HookPairings)}, code: engine.CodeMalformed},
		{name: "without the key in its path", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: at("https://hooks.example/key")}, code: engine.CodeMalformed},
		{name: "without a password", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: at("https://me:key@hooks.example")}, code: engine.CodeMalformed},
		{name: "without the key in its question", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: at("https://hooks.example?key")}, code: engine.CodeMalformed},
		{name: "over HTTP", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: at("ftp://hooks.example")}, code: engine.CodeMalformed},
		{name: "and not too long", given: registered[:1], who: organiser, when: words.RegisterWebhook{Webhook: at("https://" + strings.Repeat("a", 300))}, code: engine.CodeMalformed},

		{
			name: "one is changed", given: registered, who: organiser, when: words.ChangeWebhook{Webhook: hook("wh-1", words.HookRounds), Secret: true, Reason: "lost"},
			then: words.WebhookChanged{Was: one, Now: hook("wh-1", words.HookRounds), Secret: true, Reason: "lost"},
		},
		{name: "the program pauses one", given: registered, who: system, when: words.ChangeWebhook{Webhook: paused, Reason: "410 Gone"}, then: words.WebhookChanged{Was: one, Now: paused, Reason: "410 Gone"}},
		{name: "a reason has an end", given: registered, who: organiser, when: words.ChangeWebhook{Webhook: paused, Reason: strings.Repeat("ä", 401)}, code: engine.CodeMalformed},
		{name: "one that is changed is what it could be", given: registered, who: organiser, when: words.ChangeWebhook{Webhook: hook("wh-1")}, code: engine.CodeMalformed},
		{name: "another is not changed", given: registered, who: organiser, when: words.ChangeWebhook{Webhook: hook("wh-2", words.HookEnds)}, code: desk.CodeNoHook},
		{name: "nor one that is gone", given: removed, who: organiser, when: words.ChangeWebhook{Webhook: one}, code: desk.CodeNoHook},

		{name: "one is removed", given: registered, who: organiser, when: words.RemoveWebhook{ID: "wh-1"}, then: words.WebhookRemoved{Webhook: one}},
		{name: "after the end, too", given: append(registered[:2:2], words.GatheringEnded{}), who: organiser, when: words.RemoveWebhook{ID: "wh-1"}, then: words.WebhookRemoved{Webhook: one}},
		{name: "once", given: removed, who: organiser, when: words.RemoveWebhook{ID: "wh-1"}, code: desk.CodeNoHook},
		{name: "of a gathering that there is", who: organiser, when: words.RemoveWebhook{ID: "wh-1"}, code: desk.CodeNotOpened},

		{
			name: "a letter is discarded after the end", given: []events.Payload{opened, words.GatheringEnded{}}, who: organiser,
			when: words.DiscardLetter{Letter: letter, Reason: "the site is gone"}, then: words.LetterDiscarded{Letter: letter, Reason: "the site is gone"},
		},
		{name: "not by a judge", given: registered, who: judge, when: words.DiscardLetter{Letter: letter, Reason: "no"}, code: engine.CodeNotAllowed},
		{name: "with a reason", given: registered, who: organiser, when: words.DiscardLetter{Letter: letter}, code: engine.CodeMalformed},
		{name: "that says which", given: registered, who: organiser, when: words.DiscardLetter{Reason: "no"}, code: engine.CodeMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := desk.Decide(given(c.given...), coordinator.Command{Actor: c.who, Body: c.when})
			if c.code != "" {
				if r := engine.AsRefusal(err); r == nil || r.Code != c.code || r.Says == "" {
					t.Errorf("got %v, %v; want refusal %s", got, err, c.code)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, []events.Payload{c.then}) {
				t.Errorf("got %+v, %v; want %+v", got, err, c.then)
			}
		})
	}
}

func TestAGatheringHasOnlySoManyWebhooksAtATime(t *testing.T) {
	var es []events.Payload
	for n := range desk.MaxWebhooks {
		es = append(es, words.WebhookRegistered{Webhook: hook(words.WebhookID(fmt.Sprintf("wh-%d", n+1)), words.HookEnds)})
	}
	s := given(append([]events.Payload{opened}, es...)...)
	register := coordinator.Command{Actor: organiser, Body: words.RegisterWebhook{Webhook: hook("wh-99", words.HookEnds)}}
	if _, err := desk.Decide(s, register); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != desk.CodeHooksFull {
		t.Fatalf("one more than %d: %v", desk.MaxWebhooks, err)
	}
	less := desk.Apply(s, coordinator.Applied{Version: 99, Events: []events.Payload{words.WebhookRemoved{Webhook: hook("wh-1", words.HookEnds)}}})
	if _, err := desk.Decide(less, register); err != nil {
		t.Errorf("after one was removed: %v", err)
	}
	if len(s.Webhooks) != desk.MaxWebhooks || s.Webhooks[0].ID != "wh-1" {
		t.Error("an earlier state has changed")
	}
}
