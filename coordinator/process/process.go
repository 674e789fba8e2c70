package process

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	wmetrics "github.com/ThreeDotsLabs/watermill/components/metrics"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Bounds of handlers.
const (
	HandlerTimeout = 10 * time.Second // of one try
	MaxRetries     = 4                // after the first try, before a commit becomes a dead letter
	CloseTimeout   = 20 * time.Second // that handlers get to finish when the program stops
)

// Options are what [New] needs.
type Options struct {
	NC         *nats.Conn          // live events are published here
	JS         jetstream.JetStream // logs and dead letters
	List       store.Lister        // says which gatherings there are
	Replicas   int                 // of the dead letters; 0: 1
	Log        *slog.Logger        // nil: nothing is logged
	Registerer prometheus.Registerer
	// Commands, Loader and Catalogue are for what is recorded because of something else: where commands
	// go, and what is read before. Without Commands nothing is.
	Commands  runner.Doer
	Loader    store.Loader
	Catalogue *events.Catalogue
	// Tournaments is for the clocks of their rounds. Without it, or without Commands, no time is called.
	Tournaments Tournaments
	// Hooks is who is told what happens. Without it nobody is. HookRetry says how long a message is tried.
	Hooks     Hooks
	HookRetry HookRetry
}

// Processes runs every handler on every gathering's log. Any number of processes may run on one
// NATS: each gathering is read by one of them at a time.
type Processes struct {
	o     Options
	ready chan struct{}
	hooks *hooks // nil: nobody is told anything
}

type handlerFunc func(*message.Message) error

// New returns Processes that do nothing until Run.
func New(o Options) *Processes {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p := &Processes{o: o, ready: make(chan struct{})}
	if o.Hooks != nil {
		known := make(chan struct{})
		p.hooks = &hooks{
			to: o.Hooks, js: o.JS, retry: o.HookRetry.withDefaults(), letters: deadLetters{o.JS}, pipes: map[string]*pipe{},
			known: known, read: sync.OnceFunc(func() { close(known) }),
		}
	}
	return p
}

// Ready is closed once the handlers run.
func (p *Processes) Ready() <-chan struct{} { return p.ready }

func (p *Processes) handlers() map[string]handlerFunc {
	out := map[string]handlerFunc{
		LiveHandler: live{nc: p.o.NC}.handle,
	}
	if p.o.Commands != nil {
		out[CampaignHandler] = campaigns{do: p.o.Commands, js: p.o.JS, log: p.o.Loader, cat: p.o.Catalogue}.handle
		out[LeagueHandler] = (&leagues{do: p.o.Commands, log: p.o.Loader, list: p.o.List, cat: p.o.Catalogue}).handle
	}
	if c := p.clocks(); c != nil {
		out[ClockHandler], out[DueHandler] = c.handle, c.call
	}
	if p.hooks != nil {
		out[HookHandler] = p.hooks.fan
	}
	for name, h := range out {
		if isCarrier(name) {
			out[name] = p.untilSealed(name, h)
		}
	}
	return out
}

// carryOn is what is done with the dead letters of each handler when they are tried again.
func (p *Processes) carryOn() map[string]handlerFunc {
	out := p.handlers()
	if p.hooks != nil {
		out[DeliveryHandler] = p.hooks.again
	}
	return out
}

// clocks returns what keeps the clocks of rounds; nil: nothing does.
func (p *Processes) clocks() *clocks {
	if p.o.Commands == nil || p.o.Tournaments == nil {
		return nil
	}
	return &clocks{do: p.o.Commands, tournaments: p.o.Tournaments, list: p.o.List, js: p.o.JS, replicas: p.o.Replicas, log: p.o.Log}
}

// records lists the handlers that record something. While nothing can be recorded they wait.
var records = map[string]bool{CampaignHandler: true, LeagueHandler: true, ClockHandler: true, DueHandler: true}

// Run runs the handlers until ctx ends, lets them finish what they have, and returns nil. It waits
// for a broker that does not answer yet. It may be called once.
func (p *Processes) Run(ctx context.Context) error {
	for try := 0; ; try++ {
		err := p.open(ctx)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		p.o.Log.Warn("processes wait for the broker", "err", err)
		rest(ctx, backoff(try))
	}
	if c := p.clocks(); c != nil {
		winding, stop := context.WithCancel(ctx)
		var wound sync.WaitGroup
		defer wound.Wait()
		defer stop()
		wound.Go(func() { c.wind(winding) })
	}
	return p.run(ctx, p.handlers())
}

// open opens the streams that handlers write to.
func (p *Processes) open(ctx context.Context) error {
	_, err := openDeadLetters(ctx, p.o.JS, p.o.Replicas)
	if err == nil && p.clocks() != nil {
		_, err = openTimers(ctx, p.o.JS, p.o.Replicas)
	}
	if err == nil && p.hooks != nil {
		_, err = openHooks(ctx, p.o.JS, p.o.Replicas)
	}
	return err
}

func (p *Processes) run(ctx context.Context, handlers map[string]handlerFunc) error {
	log := watermill.NewSlogLoggerWithLevelMapping(p.o.Log, map[slog.Level]slog.Level{
		slog.LevelInfo: slog.LevelDebug, slog.LevelDebug: watermill.LevelTrace,
	})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: CloseTimeout}, log)
	if err != nil {
		return fmt.Errorf("make the router of the processes: %w", err)
	}
	if p.o.Registerer != nil {
		wmetrics.NewPrometheusMetricsBuilder(p.o.Registerer, "muster", "process").AddPrometheusRouterMetrics(router)
		if err := p.o.Registerer.Register(newMeter(p)); err != nil && !errors.As(err, &prometheus.AlreadyRegisteredError{}) {
			return fmt.Errorf("count the dead letters: %w", err)
		}
	}
	router.AddMiddleware(middleware.CorrelationID)
	for name, h := range handlers {
		feed := &Feed{JS: p.o.JS, List: p.o.List, Name: name, Log: p.o.Log}
		if name == DueHandler {
			feed.one = &fired
		}
		handler := router.AddConsumerHandler(name, "muster.log", feed, message.NoPublishHandlerFunc(h))
		poison, err := middleware.PoisonQueueWithFilter(deadLetters{p.o.JS}, DeadLetterSubject(name), func(err error) bool {
			return !records[name] || !passes(err)
		})
		if err != nil {
			return fmt.Errorf("dead letters of %s: %w", name, err)
		}
		handler.AddMiddleware(poison, retries(log).Middleware, middleware.Timeout(HandlerTimeout), middleware.Recoverer)
	}
	if p.hooks != nil {
		if err := p.deliver(router); err != nil {
			return err
		}
	}
	go func() {
		select {
		case <-router.Running():
			close(p.ready)
		case <-ctx.Done():
		}
	}()
	if err := router.Run(ctx); err != nil {
		return fmt.Errorf("run the processes: %w", err)
	}
	return nil
}

func retries(log watermill.LoggerAdapter) middleware.Retry {
	return middleware.Retry{
		MaxRetries: MaxRetries, InitialInterval: 20 * time.Millisecond, MaxInterval: time.Second, Multiplier: 3,
		ResetContextOnRetry: true, Logger: log,
		ShouldRetry: func(r middleware.RetryParams) bool {
			var p *poisonError
			return !errors.As(r.Err, &p)
		},
	}
}

// A poisonError says that a commit can never be handled, however often it is tried.
type poisonError struct{ err error }

func (e *poisonError) Error() string { return e.err.Error() }
func (e *poisonError) Unwrap() error { return e.err }
