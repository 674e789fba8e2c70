package deps

import (
	"context"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// Webhook is a web address that is told what happens, as organisers see it.
type Webhook struct {
	desk.Webhook
	URL    string // empty: it is not known any more
	Secret string // that messages are signed by; empty: the operator has it
	Every  bool   // one of the operator's: it is told of every gathering and cannot be changed here

	Waiting   int       // messages that wait for it
	TakenAt   time.Time // when it last took one; zero: never
	FailsFrom time.Time // since when it has taken none; zero: it does
	Says      string    // why it did not take the last one
}

// WebhookSettings are what an organiser decides about a webhook.
type WebhookSettings struct {
	URL       string // empty in a change: as it is
	Kinds     []string
	Names     bool
	Paused    bool
	NewSecret bool
	Reason    string
}

// Letter is something that the program could not carry on, and that waits for somebody.
type Letter struct {
	Number   uint64
	Handler  string // which part could not
	Stream   string // of the commit that it is about
	Version  events.Version
	Position events.Position
	Type     string // of the commit's command, or of the message
	Webhook  desk.WebhookID
	Reason   string
	At       time.Time
}

// Outgoing is what leaves the house, and what could not be carried on. Errors: *engine.Refusal,
// *events.UnavailableError. form is the id of the command that a form sends: sent again it does nothing
// again.
type Outgoing interface {
	// Webhooks returns the webhooks of a gathering, those of the operator last.
	Webhooks(ctx context.Context, g events.GatheringID) ([]Webhook, error)
	RegisterWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, s WebhookSettings) (desk.WebhookID, error)
	ChangeWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID, s WebhookSettings) error
	RemoveWebhook(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, id desk.WebhookID) error
	// RetryWebhook has what waits tried at once.
	RetryWebhook(ctx context.Context, g events.GatheringID, id desk.WebhookID) error
	// TestWebhook sends a message that says nothing but that it has come.
	TestWebhook(ctx context.Context, g events.GatheringID, id desk.WebhookID) error

	// Letters returns what could not be carried on in a gathering, oldest first; more says that there is
	// more than what is listed.
	Letters(ctx context.Context, g events.GatheringID) (list []Letter, more bool, err error)
	// RetryLetter carries one on; a refusal says why it still cannot be.
	RetryLetter(ctx context.Context, g events.GatheringID, number uint64) error
	// DiscardLetter gives one up; the log keeps the reason.
	DiscardLetter(ctx context.Context, g events.GatheringID, actor events.Actor, form events.CommandID, number uint64, reason string) error
}
