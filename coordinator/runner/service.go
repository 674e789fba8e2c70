//go:build !js

package runner

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
)

// Defaults of [Options].
const (
	DefaultMaxStreams = 2000
	DefaultMaxBytes   = 256 << 20
	DefaultMaxWaiting = 256
	DefaultAttempts   = 12
	DefaultTimeout    = 15 * time.Second
)

// Options are what a [Service] needs. Only Store is required.
type Options struct {
	Store      store.Store
	Catalogue  *events.Catalogue     // nil: vocabulary.All()
	Log        *slog.Logger          // nil: nothing is logged
	Registerer prometheus.Registerer // nil: nothing is measured
	// MaxStreams and MaxBytes bound the states kept in memory; a state's size is taken to be that
	// of the commits it was folded from.
	MaxStreams int
	MaxBytes   int64
	// MaxWaiting bounds the commands that wait for one stream; the next one is refused as busy.
	MaxWaiting int
	// Attempts bounds how often one command is decided before it is refused as busy.
	Attempts int
	// Timeout bounds one command from the moment it has its turn, whatever its sender does.
	Timeout time.Duration
	// Jitter returns a factor in [0, 1) for the pause between attempts; nil: random.
	Jitter func() float64
	Now    func() time.Time // for durations only; nil: time.Now
}

func (o Options) filled() Options {
	if o.Catalogue == nil {
		o.Catalogue = vocabulary.All()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.MaxStreams = or(o.MaxStreams, DefaultMaxStreams)
	o.MaxBytes = or(o.MaxBytes, DefaultMaxBytes)
	o.MaxWaiting = or(o.MaxWaiting, DefaultMaxWaiting)
	o.Attempts = or(o.Attempts, DefaultAttempts)
	o.Timeout = or(o.Timeout, DefaultTimeout)
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func or[T int | int64 | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

// Service answers commands. It is safe for concurrent use, and any number of Services, in any
// number of processes, may run on one log.
type Service struct {
	o       Options
	lanes   *lanes
	metrics *metrics

	mu       sync.Mutex // guards the two below
	stopping bool
	working  sync.WaitGroup // commands in flight; Add only while holding mu and not stopping
}

// New returns a Service that takes commands at once. It panics without a Store.
func New(o Options) *Service {
	if o.Store == nil {
		panic("runner.New: no Store")
	}
	o = o.filled()
	ls := newLanes(o.MaxStreams, o.MaxWaiting, o.MaxBytes)
	return &Service{o: o, lanes: ls, metrics: newMetrics(o.Registerer, ls)}
}

// Run waits for ctx to end, takes no more commands from then on, and returns nil once those that
// were taken are answered. Each of them ends within Options.Timeout.
func (s *Service) Run(ctx context.Context) error {
	<-ctx.Done()
	s.mu.Lock()
	s.stopping = true
	s.mu.Unlock()
	s.working.Wait()
	return nil
}

// take registers a command in flight; done ends it.
func (s *Service) take(op string) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return nil, &events.UnavailableError{Op: op, Reason: "the server is stopping; it answers again after its restart"}
	}
	s.working.Add(1)
	return s.working.Done, nil
}

// errFull says that too many commands wait for one stream.
var errFull = errors.New("too many commands wait for this stream")
