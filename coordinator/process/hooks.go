package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// The handlers of webhooks.
const (
	HookHandler     = "webhook"  // puts what a commit has to tell into the queues of those who are told it
	DeliveryHandler = "delivery" // tells it
)

// Endpoint is somebody outside who is told things, one after the other.
type Endpoint struct {
	Gathering events.GatheringID // empty: told of every gathering
	Hook      desk.WebhookID
	// Revision changes with whatever is different about how it is told: what waits is then tried at once.
	Revision uint64
	Paused   bool // what there is to tell waits
}

// Delivery is one message for one endpoint.
type Delivery struct {
	Gathering events.GatheringID `json:"gathering"` // that the message is about
	Hook      desk.WebhookID     `json:"hook"`
	Every     bool               `json:"every,omitempty"` // the endpoint is told of every gathering
	// ID is derived from the event that the message is about: the same one has the same id for ever.
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Stream   string          `json:"stream"`
	Position events.Position `json:"position"`
	Body     json.RawMessage `json:"body"`
	// Queued is when it was put into the queue: how long it is tried counts from then.
	Queued time.Time `json:"queued"`
}

// Hooks knows who is told what, and tells it; ops/webhooks.Hooks is one.
type Hooks interface {
	// Deliveries returns what a commit has to tell, and to whom, without Queued. It is asked for the
	// commits of a gathering in order, and after a fault for some of them again.
	Deliveries(ctx context.Context, r events.Recorded) ([]Delivery, error)
	// Endpoints yields all endpoints, and all of them again whenever something changes, until ctx ends.
	Endpoints(ctx context.Context) iter.Seq2[[]Endpoint, error]
	// Send tells one. Errors: *GiveUpError, *LaterError; any other is worth another try.
	Send(ctx context.Context, d Delivery) error
}

// GiveUpError says that trying again will hardly help.
type GiveUpError struct {
	Err error
	// After is how long it is tried all the same, from when the message was queued; 0: not again.
	After time.Duration
}

// Error returns the reason.
func (e *GiveUpError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *GiveUpError) Unwrap() error { return e.Err }

// LaterError says when the endpoint wants to be asked again.
type LaterError struct {
	Err error
	In  time.Duration
}

// Error returns the reason.
func (e *LaterError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *LaterError) Unwrap() error { return e.Err }

// The queues of deliveries: one subject for each endpoint in a stream that loses a message when it is
// acknowledged.
const (
	HookStream = "MUSTER_HOOKS"
	// MaxWaiting is how many deliveries wait for one endpoint; more become dead letters at once.
	MaxWaiting = 10_000

	knownWithin = 10 * time.Second // who is told things is read, after a start

	hookPrefix  = "muster.hook."
	everyPrefix = hookPrefix + "every." // of endpoints that are told of every gathering; one token more
)

func openHooks(ctx context.Context, js jetstream.JetStream, replicas int) (jetstream.Stream, error) {
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: HookStream, Description: "what webhooks are told", Subjects: []string{hookPrefix + ">"}, Storage: jetstream.FileStorage,
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: MaxWaiting,
		MaxBytes: 1 << 30, Replicas: max(replicas, 1), Duplicates: 10 * time.Minute,
	})
	if err != nil {
		return nil, fmt.Errorf("open the queues of webhooks: %w", err)
	}
	return s, nil
}

func (d Delivery) subject() string {
	if d.Every {
		return everyPrefix + string(d.Hook) + "." + string(d.Gathering)
	}
	return hookPrefix + string(d.Gathering) + "." + string(d.Hook)
}

func (d Delivery) endpoint() Endpoint {
	e := Endpoint{Gathering: d.Gathering, Hook: d.Hook}
	if d.Every {
		e.Gathering = ""
	}
	return e
}

// filter matches the subjects of an endpoint's queue.
func (e Endpoint) filter() string {
	if e.Gathering == "" {
		return everyPrefix + string(e.Hook) + ".*"
	}
	return hookPrefix + string(e.Gathering) + "." + string(e.Hook)
}

// key names an endpoint, and the durable consumer of its queue: no id holds an underscore.
func (e Endpoint) key() string { return string(e.Gathering) + "_" + string(e.Hook) }

// hooks is the running side of webhooks: it fills the queues and empties them.
type hooks struct {
	to      Hooks
	js      jetstream.JetStream
	retry   HookRetry
	letters deadLetters
	known   chan struct{} // closed by read once it was read who is told things
	read    func()

	mu    sync.Mutex // guards pipes
	pipes map[string]*pipe
}

// fan puts what a commit has to tell into the queues. A message that is put there twice is dropped by the
// broker for ten minutes; later the endpoint knows it by its id.
func (h *hooks) fan(wm *message.Message) error {
	c, err := events.DecodeCommit(wm.Payload)
	if err != nil {
		return &poisonError{err}
	}
	position, err := strconv.ParseUint(wm.Metadata.Get(MetaPosition), 10, 64)
	if err != nil {
		return &poisonError{fmt.Errorf("a commit of %s has no position: %w", c.Stream, err)}
	}
	list, err := h.to.Deliveries(wm.Context(), events.Recorded{Commit: c, Position: events.Position(position), Raw: wm.Payload})
	if err != nil {
		return fmt.Errorf("what webhooks are told of %s version %d: %w", c.Stream, c.Version, err)
	}
	for _, d := range list {
		if err := h.queue(wm.Context(), d, d.ID+" "+d.endpoint().key()); err != nil {
			return err
		}
	}
	return nil
}

// queue puts a delivery into its queue; once names it for the broker, which drops it the second time.
func (h *hooks) queue(ctx context.Context, d Delivery, once string) error {
	d.Queued = time.Now().UTC()
	data, err := json.Marshal(d)
	if err != nil {
		return &poisonError{fmt.Errorf("message %s for the webhook %s: %w", d.ID, d.Hook, err)}
	}
	m := nats.NewMsg(d.subject())
	m.Data = data
	var o []jetstream.PublishOpt
	if once != "" {
		o = append(o, jetstream.WithMsgID(once))
	}
	_, err = h.js.PublishMsg(ctx, m, o...)
	if isFull(err) {
		return h.full(d, data, err)
	}
	if err != nil {
		return fmt.Errorf("queue the message %s for the webhook %s: %w", d.ID, d.Hook, err)
	}
	return nil
}

// full makes a dead letter of a delivery that found no room.
func (h *hooks) full(d Delivery, data []byte, why error) error {
	wm := message.NewMessage("full:"+d.endpoint().key()+":"+d.ID, data)
	wm.Metadata.Set(MetaSubject, d.subject())
	wm.Metadata.Set(middleware.PoisonedHandlerKey, DeliveryHandler)
	wm.Metadata.Set(middleware.ReasonForPoisonedKey, fmt.Sprintf("%d messages wait for this webhook already (%v)", MaxWaiting, why))
	return h.letters.Publish(DeadLetterSubject(DeliveryHandler), wm)
}

// isFull reports whether the broker has no room for a message of this subject, or of any.
func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10077
}

// again puts a dead letter back into its queue, as a new one.
func (h *hooks) again(wm *message.Message) error {
	var d Delivery
	if err := json.Unmarshal(wm.Payload, &d); err != nil {
		return &poisonError{fmt.Errorf("this is no message for a webhook: %w", err)}
	}
	if err := h.awaitKnown(wm.Context()); err != nil {
		return err
	}
	if h.pipe(d.endpoint().key()) == nil {
		return &poisonError{fmt.Errorf("there is no webhook %s any more, or it is paused", d.Hook)}
	}
	return h.queue(wm.Context(), d, "")
}

// awaitKnown waits a moment until it was read who is told things: a server has just started.
func (h *hooks) awaitKnown(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, knownWithin)
	defer cancel()
	select {
	case <-h.known:
		return nil
	case <-ctx.Done():
		return errors.New("the webhooks of this server are not read yet: try it again in a moment")
	}
}

// Waiting returns how many messages wait for an endpoint. An error says that the broker does not answer.
func (p *Processes) Waiting(ctx context.Context, e Endpoint) (int, error) {
	s, err := p.o.JS.Stream(ctx, HookStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("open the queues of webhooks: %w", err)
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(e.filter()))
	if err != nil {
		return 0, fmt.Errorf("count what waits for a webhook: %w", err)
	}
	n := 0
	for _, waiting := range info.State.Subjects {
		n += int(waiting)
	}
	return n, nil
}

// Tell puts a message for one endpoint into its queue at once.
func (p *Processes) Tell(ctx context.Context, d Delivery) error {
	if p.hooks == nil {
		return errors.New("there are no webhooks here")
	}
	return p.hooks.queue(ctx, d, "")
}
