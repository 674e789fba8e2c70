package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	cenkalti "github.com/cenkalti/backoff/v5"
	"github.com/sony/gobreaker"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// HookTimeout bounds one try to tell an endpoint something; whoever sends has a shorter time of its own.
const HookTimeout = 15 * time.Second

// Bounds of how an endpoint is told things.
const (
	hookRate     = 10               // messages a second
	hookTrips    = 5                // failures in a row after which it is left alone for a while
	hookRests    = 30 * time.Second // that while
	longestLater = time.Hour        // that an endpoint may ask to be left alone
)

// HookRetry says how long a message is tried. The zero value means the defaults.
type HookRetry struct {
	First   time.Duration // pause after the first failure, about; default 3 s
	Longest time.Duration // between two tries; default 15 minutes
	For     time.Duration // from when the message was queued; default 24 hours
}

func (r HookRetry) withDefaults() HookRetry {
	if r.First == 0 {
		r.First = 3 * time.Second
	}
	if r.Longest == 0 {
		r.Longest = 15 * time.Minute
	}
	if r.For == 0 {
		r.For = 24 * time.Hour
	}
	return r
}

// pipe is what there is for each endpoint alone: what keeps it from being flooded, and what leaves it alone
// while it does not answer.
type pipe struct {
	breaker  middleware.CircuitBreaker
	throttle *middleware.Throttle
}

func (h *hooks) pipe(key string) *pipe {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.pipes[key]
}

func (h *hooks) add(key string) {
	p := &pipe{
		throttle: middleware.NewThrottle(hookRate, time.Second),
		breaker: middleware.NewCircuitBreaker(gobreaker.Settings{
			Name: key, Timeout: hookRests, IsSuccessful: answers,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= hookTrips },
		}),
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pipes[key] = p
}

func (h *hooks) drop(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pipes, key)
}

// answers tells whether an endpoint is there, whatever it says of one message; that we stop says nothing
// about it.
func answers(err error) bool {
	var gaveUp *GiveUpError
	return err == nil || errors.As(err, &gaveUp) || errors.Is(err, context.Canceled)
}

// failedTry is a try that did not succeed, with the time until which another is worth it.
type failedTry struct {
	err   error
	until time.Time
}

func (e *failedTry) Error() string { return e.err.Error() }
func (e *failedTry) Unwrap() error { return e.err }

// each puts a handler of deliveries behind what there is for each endpoint alone.
func (h *hooks) each(next message.HandlerFunc) message.HandlerFunc {
	return func(wm *message.Message) ([]*message.Message, error) {
		var d Delivery
		if err := json.Unmarshal(wm.Payload, &d); err != nil {
			return nil, &poisonError{fmt.Errorf("this is no message for a webhook: %w", err)}
		}
		p := h.pipe(d.endpoint().key())
		if p == nil { // removed or paused this moment: its lane ends
			return nil, context.Canceled
		}
		out, err := p.throttle.Middleware(p.breaker.Middleware(next))(wm)
		if err != nil {
			err = h.failed(d, err)
		}
		return out, err
	}
}

func (h *hooks) failed(d Delivery, err error) error {
	worth := h.retry.For
	var gaveUp *GiveUpError
	if errors.As(err, &gaveUp) {
		worth = min(worth, gaveUp.After)
	}
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		err = fmt.Errorf("it has not answered %d times in a row and is left alone for a while: %w", hookTrips, err)
	}
	return &failedTry{err: err, until: d.Queued.Add(worth)}
}

// send tells one endpoint one thing.
func (h *hooks) send(wm *message.Message) error {
	var d Delivery
	if err := json.Unmarshal(wm.Payload, &d); err != nil {
		return &poisonError{fmt.Errorf("this is no message for a webhook: %w", err)}
	}
	err := h.to.Send(wm.Context(), d)
	var later *LaterError
	if errors.As(err, &later) && later.In > 0 {
		err = errors.Join(err, &cenkalti.RetryAfterError{Duration: min(max(later.In, h.retry.First), longestLater)})
	}
	return err
}

// retries tries a delivery again and again, further and further apart, until it is too old. The middleware
// asks for the next pause twice each time, so that the pauses grow by the square of the multiplier.
func (h *hooks) retries() middleware.Retry {
	return middleware.Retry{
		MaxRetries: 1 << 20, InitialInterval: h.retry.First, MaxInterval: h.retry.Longest, Multiplier: 1.7, RandomizationFactor: 0.3,
		ResetContextOnRetry: true,
		ShouldRetry: func(r middleware.RetryParams) bool {
			var poison *poisonError
			var failed *failedTry
			switch {
			case errors.As(r.Err, &poison), errors.Is(r.Err, context.Canceled):
				return false
			case errors.As(r.Err, &failed):
				return time.Now().Before(failed.until)
			}
			return true
		},
	}
}

// deliver adds the handler that empties the queues to a router.
func (p *Processes) deliver(router *message.Router) error {
	poison, err := middleware.PoisonQueueWithFilter(deadLetters{p.o.JS}, DeadLetterSubject(DeliveryHandler), func(err error) bool {
		return !errors.Is(err, context.Canceled) // we stop, or the endpoint has changed: it is handed out again
	})
	if err != nil {
		return fmt.Errorf("dead letters of %s: %w", DeliveryHandler, err)
	}
	feed := &hookFeed{h: p.hooks, log: p.o.Log.With("handler", DeliveryHandler)}
	router.AddConsumerHandler(DeliveryHandler, HookStream, feed, message.NoPublishHandlerFunc(p.hooks.send)).
		AddMiddleware(poison, p.hooks.retries().Middleware, p.hooks.each, middleware.Timeout(HookTimeout), middleware.Recoverer)
	return nil
}

// endpointOf reads the subject of a queue; false if it is none.
func endpointOf(subject string) (Endpoint, bool) {
	if rest, every := strings.CutPrefix(subject, everyPrefix); every && strings.Count(rest, ".") == 1 {
		hook, _, _ := strings.Cut(rest, ".")
		return Endpoint{Hook: desk.WebhookID(hook)}, true
	}
	g, hook, ok := strings.Cut(strings.TrimPrefix(subject, hookPrefix), ".")
	return Endpoint{Gathering: events.GatheringID(g), Hook: desk.WebhookID(hook)}, ok && strings.HasPrefix(subject, hookPrefix) && !strings.Contains(hook, ".")
}
