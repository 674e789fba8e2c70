package api

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/ops/webhooks"
)

// Webhooks manages who is told what happens; ops/webhooks.Hooks is one.
type Webhooks interface {
	List(ctx context.Context, g events.GatheringID) ([]webhooks.Hook, error)
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, s webhooks.Settings) (webhooks.Hook, error)
	Change(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID, s webhooks.Settings) error
	Remove(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID) error
	Secret(g events.GatheringID, id desk.WebhookID) (string, error)
	Retry(ctx context.Context, g events.GatheringID, id desk.WebhookID) error
	SendTest(ctx context.Context, g events.GatheringID, id desk.WebhookID) error
}

// Letters deals with what could not be carried on; ops/letters.Desk is one.
type Letters interface {
	List(ctx context.Context, g events.GatheringID) (list []process.DeadLetter, more bool, err error)
	Again(ctx context.Context, g events.GatheringID, number uint64) error
	Discard(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, number uint64, reason string) error
}

// HookPath is the part of a path that names a webhook of a gathering.
type HookPath struct {
	GatheringPath
	Webhook desk.WebhookID `path:"webhook" maxLength:"40"`
}

// HookSettings are what is decided about a webhook.
type HookSettings struct {
	Command   events.CommandID `json:"command,omitempty" maxLength:"36" doc:"UUID of the request; the same one sent again does nothing again"`
	URL       string           `json:"url,omitempty" maxLength:"2000" doc:"https:// address that messages are sent to; needed to register, else it stays as it is"`
	Kinds     []string         `json:"kinds" minItems:"1" maxItems:"4" enum:"pairings,results,rounds,ends"`
	Names     bool             `json:"names,omitempty" doc:"send names of players along; contacts are never sent"`
	Paused    bool             `json:"paused,omitempty" doc:"of a change: what there is to tell waits"`
	NewSecret bool             `json:"newSecret,omitempty" doc:"of a change: another secret; for a day messages are signed by both"`
	Reason    string           `json:"reason,omitempty" maxLength:"400"`
}

func (s HookSettings) settings() webhooks.Settings {
	return webhooks.Settings{URL: s.URL, Kinds: s.Kinds, Names: s.Names, Paused: s.Paused, NewSecret: s.NewSecret, Reason: s.Reason}
}

func (s HookSettings) command() events.CommandID {
	if s.Command != "" {
		return s.Command
	}
	return newCommand()
}

func newCommand() events.CommandID { return events.CommandID(uuid.Must(uuid.NewV7()).String()) }

type hooksOutput struct {
	Body struct {
		Webhooks []webhooks.Hook `json:"webhooks"` // in the order in which they were registered
	}
}

type registerHookInput struct {
	GatheringPath
	Body HookSettings
}

type changeHookInput struct {
	HookPath
	Body HookSettings
}

type secretOutput struct {
	Body struct {
		ID     desk.WebhookID `json:"id"`
		Secret string         `json:"secret" doc:"messages are signed by it; it is shown to organisers on the console, too"`
	}
}

// LetterPath names something that could not be carried on.
type LetterPath struct {
	GatheringPath
	Number uint64 `path:"number"`
}

type discardInput struct {
	LetterPath
	Body struct {
		Command events.CommandID `json:"command,omitempty" maxLength:"36" doc:"UUID of the request"`
		Reason  string           `json:"reason" minLength:"1" maxLength:"400"`
	}
}

type lettersOutput struct {
	Body struct {
		Letters []Letter `json:"letters"` // oldest first
		More    bool     `json:"more,omitempty"`
	}
}

// Letter is something that a process manager could not carry on.
type Letter process.DeadLetter

func (a *API) webhooks(h huma.API) {
	if a.o.Webhooks != nil {
		a.hooks(h)
		describeMessages(h.OpenAPI())
	}
	if a.o.Letters != nil {
		a.letters(h)
	}
}

func (a *API) hooks(h huma.API) {
	const all, one = "/gatherings/{gathering}/webhooks", "/gatherings/{gathering}/webhooks/{webhook}"
	huma.Register(h, op(http.MethodGet, all, "list-webhooks", "Web addresses that are told what happens, and how they are doing"), a.listHooks)
	register := op(http.MethodPost, all, "register-webhook", "Have a web address told what happens from now on")
	register.DefaultStatus = http.StatusCreated
	huma.Register(h, register, a.registerHook)
	huma.Register(h, op(http.MethodPut, one, "change-webhook", "Change what a webhook is told, where it leads, its secret, or pause it"), a.changeHook)
	none := func(method, path, id, summary string) huma.Operation {
		o := op(method, path, id, summary)
		o.DefaultStatus = http.StatusNoContent
		return o
	}
	huma.Register(h, none(http.MethodDelete, one, "remove-webhook", "End a webhook: what waits for it is deleted"), a.removeHook)
	huma.Register(h, none(http.MethodPost, one+"/test", "test-webhook", "Have a webhook told a message that says nothing but that it has come"), a.testHook)
	huma.Register(h, none(http.MethodPost, one+"/retry", "retry-webhook", "Try what waits for a webhook at once"), a.retryHook)
}

func (a *API) letters(h huma.API) {
	const all = "/gatherings/{gathering}/letters"
	huma.Register(h, op(http.MethodGet, all, "list-letters", "What a process could not carry on, and why: dead letters, oldest first"), a.listLetters)
	again := op(http.MethodPost, all+"/{number}/retry", "retry-letter", "Carry it on now; 409 says why it still cannot be")
	discard := op(http.MethodPost, all+"/{number}/discard", "discard-letter", "Give it up; the log keeps the reason")
	again.DefaultStatus, discard.DefaultStatus = http.StatusNoContent, http.StatusNoContent
	huma.Register(h, again, a.retryLetter)
	huma.Register(h, discard, a.discardLetter)
}

func (a *API) listHooks(ctx context.Context, in *GatheringPath) (*hooksOutput, error) {
	if _, err := a.may(in.Caller, access.ReadHooks, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	list, err := a.o.Webhooks.List(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &hooksOutput{}
	out.Body.Webhooks = list
	return out, nil
}

func (a *API) registerHook(ctx context.Context, in *registerHookInput) (*secretOutput, error) {
	s, err := a.may(in.Caller, access.Give(desk.RegisterWebhook{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	hook, err := a.o.Webhooks.Register(ctx, in.Gathering, s.Actor(), in.Body.command(), in.Body.settings())
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.secretOf(in.GatheringPath, hook.ID)
}

func (a *API) secretOf(p GatheringPath, id desk.WebhookID) (*secretOutput, error) {
	secret, err := a.o.Webhooks.Secret(p.Gathering, id)
	if err != nil {
		return nil, a.problem(p.Caller, err)
	}
	out := &secretOutput{}
	out.Body.ID, out.Body.Secret = id, secret
	return out, nil
}

func (a *API) changeHook(ctx context.Context, in *changeHookInput) (*secretOutput, error) {
	s, err := a.may(in.Caller, access.Give(desk.ChangeWebhook{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	if err := a.o.Webhooks.Change(ctx, in.Gathering, s.Actor(), in.Body.command(), in.Webhook, in.Body.settings()); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.secretOf(in.GatheringPath, in.Webhook)
}

func (a *API) removeHook(ctx context.Context, in *HookPath) (*struct{}, error) {
	s, err := a.may(in.Caller, access.Give(desk.RemoveWebhook{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	if err := a.o.Webhooks.Remove(ctx, in.Gathering, s.Actor(), newCommand(), in.Webhook); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

func (a *API) testHook(ctx context.Context, in *HookPath) (*struct{}, error) {
	return a.onHook(in, func() error { return a.o.Webhooks.SendTest(ctx, in.Gathering, in.Webhook) })
}

func (a *API) retryHook(ctx context.Context, in *HookPath) (*struct{}, error) {
	return a.onHook(in, func() error { return a.o.Webhooks.Retry(ctx, in.Gathering, in.Webhook) })
}

func (a *API) onHook(in *HookPath, do func() error) (*struct{}, error) {
	if _, err := a.may(in.Caller, access.ReadHooks, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

func (a *API) listLetters(ctx context.Context, in *GatheringPath) (*lettersOutput, error) {
	if _, err := a.may(in.Caller, access.Letters, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	list, more, err := a.o.Letters.List(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &lettersOutput{}
	out.Body.Letters, out.Body.More = make([]Letter, len(list)), more
	for i, l := range list {
		out.Body.Letters[i] = Letter(l)
	}
	return out, nil
}

func (a *API) retryLetter(ctx context.Context, in *LetterPath) (*struct{}, error) {
	if _, err := a.may(in.Caller, access.Letters, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	if err := a.o.Letters.Again(ctx, in.Gathering, in.Number); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

func (a *API) discardLetter(ctx context.Context, in *discardInput) (*struct{}, error) {
	s, err := a.may(in.Caller, access.Give(desk.DiscardLetter{}.CommandType()), in.Gathering, access.Object{})
	if err != nil {
		return nil, err
	}
	command := in.Body.Command
	if command == "" {
		command = newCommand()
	}
	if err := a.o.Letters.Discard(ctx, in.Gathering, s.Actor(), command, in.Number, in.Body.Reason); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return nil, nil
}

// describeMessages writes what webhooks are told into the description of the API.
func describeMessages(doc *huma.OpenAPI) {
	const how = "Sent by POST and signed as Standard Webhooks 1.0.0 says: webhook-id, webhook-timestamp, and webhook-signature with v1, and the HMAC-SHA256 of id, timestamp and body, joined by full stops, by the bytes of the secret. " +
		"The id is that of the event: drop what comes twice. Messages come in the order of the log, one after the other; answer 2xx within 10 seconds. Anything else is tried again for a day; 410 pauses the webhook."
	header := func(name, says string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: says, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	envelope := doc.Components.Schemas.Schema(reflect.TypeFor[webhooks.Message](), true, "Message")
	doc.Webhooks = map[string]*huma.PathItem{}
	for typ, data := range webhooks.Types() {
		body := &huma.Schema{AllOf: []*huma.Schema{envelope, {
			Type: huma.TypeObject, Properties: map[string]*huma.Schema{
				"type": {Type: huma.TypeString, Enum: []any{typ}},
				"data": doc.Components.Schemas.Schema(data, true, "Data"),
			},
		}}}
		doc.Webhooks[typ] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "told-" + typ, Summary: typ, Description: how,
			Parameters: []*huma.Param{
				header(webhooks.HeaderID, "the message's id"), header(webhooks.HeaderTimestamp, "when this try was made, in seconds since 1970"),
				header(webhooks.HeaderSignature, "one or more signatures with spaces between"),
			},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: body}}},
			Responses:   map[string]*huma.Response{"2XX": {Description: "taken"}, "410": {Description: "nothing more is wanted"}, "default": {Description: "tried again"}},
		}}
	}
}
