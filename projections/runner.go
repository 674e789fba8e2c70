package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Log is what the runner needs of the log.
type Log interface {
	store.Loader
	store.Follower
	store.Lister
}

// Config says what a runner works on.
type Config struct {
	Dir       string            // folder of the files; made if it is missing
	Log       Log               // the log that is followed
	Catalogue *events.Catalogue // of every event type
	Logger    *slog.Logger      // nil: nothing is logged
	Metrics   prometheus.Registerer
	// Projections are what is kept; nil: [Standard].
	Projections []Projection
	// Measure is how often the end of the log is asked for, for the lag; 0: every 5 seconds.
	Measure time.Duration
}

// Runner follows the log and keeps every projection. It is safe for concurrent use. Make one with
// [Open], start it with Run, and Close it after Run has returned.
type Runner struct {
	cfg     Config
	workers []*worker
	topics  topics
	meter   *meter
	ready   chan struct{}
}

// Open opens or makes the file of every projection; nothing is read yet. Errors name the file and
// what to do.
func Open(cfg Config) (*Runner, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Projections == nil {
		cfg.Projections = Standard()
	}
	if cfg.Measure <= 0 {
		cfg.Measure = 5 * time.Second
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the read models: %w", err)
	}
	r := &Runner{cfg: cfg, ready: make(chan struct{}), meter: newMeter()}
	for _, p := range cfg.Projections {
		f, err := openFile(cfg.Dir, p.Name(), cfg.Logger)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		r.workers = append(r.workers, newWorker(p, f, cfg.Logger, &r.topics, r.meter))
	}
	r.meter.workers = r.workers
	if cfg.Metrics != nil {
		if err := r.meter.register(cfg.Metrics); err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	return r, nil
}

// Run follows every gathering until ctx ends, and then returns nil. It is called once.
func (r *Runner) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, w := range r.workers {
		wg.Go(func() { w.run(ctx) })
	}
	goal, ok := r.goal(ctx)
	if !ok {
		return nil
	}
	for _, w := range r.workers {
		w.setGoal(goal)
	}
	wg.Go(func() { r.awaitAll(ctx) })
	wg.Go(func() { r.measure(ctx) })
	for wait := newBackoff(); ctx.Err() == nil; {
		for g, err := range r.cfg.Log.WatchGatherings(ctx) {
			if err != nil {
				r.cfg.Logger.Warn("gatherings cannot be listed at the moment; it is tried again", "err", err)
				break
			}
			r.follow(ctx, &wg, g)
		}
		wait.pause(ctx)
	}
	return nil
}

// goal asks where the log of every gathering ends; false if ctx ended before it was known.
func (r *Runner) goal(ctx context.Context) (map[events.GatheringID]events.Position, bool) {
	for wait := newBackoff(); ; {
		ends, err := r.ends(ctx)
		if err == nil {
			return ends, true
		}
		if ctx.Err() == nil {
			r.cfg.Logger.Warn("end of the log is not known yet; it is asked again", "err", err)
		}
		if !wait.pause(ctx) {
			return nil, false
		}
	}
}

func (r *Runner) ends(ctx context.Context) (map[events.GatheringID]events.Position, error) {
	ids, err := r.cfg.Log.Gatherings(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[events.GatheringID]events.Position, len(ids))
	for _, g := range ids {
		if out[g], err = r.cfg.Log.End(ctx, g); err != nil {
			return nil, err
		}
		r.meter.seen(g, out[g])
	}
	return out, nil
}

// follow starts a lane for a gathering in every worker, once.
func (r *Runner) follow(ctx context.Context, wg *sync.WaitGroup, g events.GatheringID) {
	for _, w := range r.workers {
		w.mu.Lock()
		known := w.lanes[g] != nil
		l := &lane{w: w, log: r.cfg.Log, cat: r.cfg.Catalogue, g: g}
		if !known {
			w.lanes[g] = l
		}
		w.mu.Unlock()
		if !known {
			wg.Go(func() { l.run(ctx) })
		}
	}
}

// awaitAll closes ready once every projection has come to where the log ended at the start.
func (r *Runner) awaitAll(ctx context.Context) {
	for _, w := range r.workers {
		select {
		case <-w.caught:
		case <-ctx.Done():
			return
		}
	}
	close(r.ready)
}

// measure asks for the ends of the log now and then, so that a projection that is stuck shows its
// lag.
func (r *Runner) measure(ctx context.Context) {
	t := time.NewTicker(r.cfg.Measure)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			_, _ = r.ends(ctx) // the lanes say it when the log cannot be read
		case <-ctx.Done():
			return
		}
	}
}

// Ready returns a channel that is closed once every projection has come to where the log ended when
// Run began. A gathering that cannot be read does not hold it up; [Runner.Status] says so.
func (r *Runner) Ready() <-chan struct{} { return r.ready }

// Await returns once every read model has come to a position of a gathering, or with ctx's error.
// Other errors say that a read model has stopped before it.
func (r *Runner) Await(ctx context.Context, g events.GatheringID, at events.Position) error {
	for {
		moved := r.topics.changed(topic{gathering: g})
		behind := false
		for _, w := range r.workers {
			b, err := w.behind(g, at)
			if err != nil {
				return err
			}
			behind = behind || b
		}
		if !behind {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Changed returns a channel that is closed at the next change of what the read models hold: of a
// group; with an empty group of anything in the gathering; with both empty of anything. Ask for the
// channel before reading, so that no change falls between.
func (r *Runner) Changed(g events.GatheringID, group events.GroupID) <-chan struct{} {
	return r.topics.changed(topic{gathering: g, group: group})
}

// Close closes every file. Run must have returned.
func (r *Runner) Close() error {
	var err error
	for _, w := range r.workers {
		err = errors.Join(err, w.f.close())
	}
	if r.cfg.Metrics != nil && r.meter != nil {
		r.meter.unregister(r.cfg.Metrics)
	}
	return err
}
