package desk

import "github.com/muster-events/muster/events"

// WebhookID names a web address that is told what happens in a gathering: an identifier of the common
// alphabet, unique in its gathering and never given again.
type WebhookID string

// Kinds of what a webhook is told.
const (
	HookPairings = "pairings" // pairings that were published, changed or withdrawn
	HookResults  = "results"  // results that stand, in tournaments and leagues
	HookRounds   = "rounds"   // rounds that began or ended, time that was called
	HookEnds     = "ends"     // of tournaments, sessions and seasons of leagues, groups and the gathering
)

// HookKinds lists the kinds in the order in which they are shown and stored.
func HookKinds() []string { return []string{HookPairings, HookResults, HookRounds, HookEnds} }

// Webhook is what the log knows of an endpoint. Its address and its secret live outside the log: an
// address often holds a key of its own.
type Webhook struct {
	ID WebhookID `json:"id"`
	// Origin is the part of the address up to its path: "https://hooks.example".
	Origin string   `json:"origin"`
	Kinds  []string `json:"kinds"`           // Hook… constants, each once, in the order of HookKinds, at least one
	Names  bool     `json:"names,omitempty"` // names of players are sent along
	// Paused keeps back what there is to send; it is sent, as far as it is not too old then, once the
	// pause ends.
	Paused bool `json:"paused,omitempty"`
}

// RegisterWebhook has an endpoint told what happens from now on. Role: organiser.
type RegisterWebhook struct {
	Webhook Webhook `json:"webhook"`
}

// ChangeWebhook changes what is told to an endpoint, or pauses it. Role: organiser; system pauses one that
// says that it wants nothing any more.
type ChangeWebhook struct {
	Webhook Webhook `json:"webhook"`           // as it is to be; ID names it
	Address bool    `json:"address,omitempty"` // its address is another, perhaps at the same origin
	Secret  bool    `json:"secret,omitempty"`  // it gets a new secret
	Reason  string  `json:"reason,omitempty"`  // at most 400 characters
}

// RemoveWebhook ends an endpoint: what waits for it is not sent any more. Role: organiser. It is accepted
// after the gathering has ended, too.
type RemoveWebhook struct {
	ID WebhookID `json:"id"`
}

// Letter names a dead letter: something that a process manager could not carry on.
type Letter struct {
	Handler string `json:"handler"` // name of the process manager, 1 to 40 characters
	Stream  string `json:"stream"`  // of the commit that it is about, at most 200 characters
	// Position is that of the commit in the gathering's log; 0: it is about none.
	Position events.Position `json:"position,omitempty"`
	Webhook  WebhookID       `json:"webhook,omitempty"` // that it was for
	Said     string          `json:"said"`              // why it could not be carried on, at most MaxLetterWords bytes
}

// MaxLetterWords is the greatest length of what a letter says, in bytes.
const MaxLetterWords = 1000

// DiscardLetter records that somebody decided not to carry something on. Role: organiser. It is accepted
// after the gathering has ended, too.
type DiscardLetter struct {
	Letter Letter `json:"letter"`
	Reason string `json:"reason"` // 1 to 400 characters
}

// WebhookRegistered says that an endpoint is told what happens after this commit.
type WebhookRegistered struct {
	Webhook Webhook `json:"webhook"`
}

// WebhookChanged says what is different about an endpoint; see [ChangeWebhook].
type WebhookChanged struct {
	Was     Webhook `json:"was"`
	Now     Webhook `json:"now"`
	Address bool    `json:"address,omitempty"`
	Secret  bool    `json:"secret,omitempty"`
	Reason  string  `json:"reason,omitempty"`
}

// WebhookRemoved says that an endpoint is told nothing any more.
type WebhookRemoved struct {
	Webhook Webhook `json:"webhook"` // as it was
}

// LetterDiscarded says that something is not carried on, and why.
type LetterDiscarded struct {
	Letter Letter `json:"letter"`
	Reason string `json:"reason"`
}

// CommandType implements events.CommandBody.
func (RegisterWebhook) CommandType() string { return "desk.register-webhook.v1" }

// CommandType implements events.CommandBody.
func (ChangeWebhook) CommandType() string { return "desk.change-webhook.v1" }

// CommandType implements events.CommandBody.
func (RemoveWebhook) CommandType() string { return "desk.remove-webhook.v1" }

// CommandType implements events.CommandBody.
func (DiscardLetter) CommandType() string { return "desk.discard-letter.v1" }

// EventType implements events.Payload.
func (WebhookRegistered) EventType() string { return "desk.webhook-registered.v1" }

// EventType implements events.Payload.
func (WebhookChanged) EventType() string { return "desk.webhook-changed.v1" }

// EventType implements events.Payload.
func (WebhookRemoved) EventType() string { return "desk.webhook-removed.v1" }

// EventType implements events.Payload.
func (LetterDiscarded) EventType() string { return "desk.letter-discarded.v1" }
