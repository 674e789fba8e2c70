// Package bench measures a machine with the real parts of the program: how long a decision takes,
// what an append costs beside a raw publish of the same bytes to the same broker, and how fast read
// models follow the log. Figures of one run may be compared with each other, never with those of
// another machine.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	logstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/natsd"
	"github.com/muster-events/muster/projections"
)

// Options of a run.
type Options struct {
	Dir string // an empty folder on the disk to measure
	N   int    // entries of each measurement, 10 or more
	Out io.Writer
}

// Figure is one measurement.
type Figure struct {
	What   string
	N      int
	Took   time.Duration // in all
	P50    time.Duration // of one; 0: not measured one by one
	P99    time.Duration
	Beside string  // what Ratio compares with; empty: nothing
	Ratio  float64 // time of one, divided by the time of one of Beside
}

// each returns the mean time of one.
func (f Figure) each() time.Duration { return f.Took / time.Duration(max(f.N, 1)) }

// rig is what is measured.
type rig struct {
	o      Options
	broker *natsd.Broker
	js     jetstream.JetStream
	ledger *ledger.Ledger
	log    *logstore.Store
	both   *ledger.Store
}

// Run measures and prints. It returns the figures.
func Run(ctx context.Context, o Options) (figures []Figure, err error) {
	if o.N < 10 {
		return nil, fmt.Errorf("measure %d entries: take 10 or more", o.N)
	}
	r := &rig{o: o}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	for _, measure := range []func(context.Context) ([]Figure, error){r.decisions, r.appends, r.readModels} {
		got, err := measure(ctx)
		if err != nil {
			return figures, err
		}
		figures = append(figures, got...)
	}
	return figures, write(o.Out, figures)
}

func (r *rig) open(ctx context.Context) error {
	quiet := slog.New(slog.DiscardHandler)
	var err error
	if r.broker, err = natsd.Embedded(ctx, natsd.Options{Dir: filepath.Join(r.o.Dir, "nats"), Log: quiet}); err != nil {
		return err
	}
	if r.js, err = jetstream.New(r.broker.Commands); err != nil {
		return err
	}
	if r.ledger, err = ledger.Open(filepath.Join(r.o.Dir, ledger.FileName), quiet); err != nil {
		return err
	}
	r.log, err = logstore.Open(ctx, logstore.Options{Commands: r.broker.Commands, Reads: r.broker.Reads})
	if err != nil {
		return err
	}
	r.both = ledger.Wrap(r.ledger, r.log)
	return nil
}

func (r *rig) close() error {
	var err error
	if r.ledger != nil {
		err = r.ledger.Close()
	}
	if r.broker != nil {
		err = errors.Join(err, r.broker.Close())
	}
	return err
}

// timed does something n times and measures each.
func timed(what string, n int, do func(i int) error) (Figure, error) {
	took := make([]time.Duration, n)
	began := time.Now()
	for i := range n {
		one := time.Now()
		if err := do(i); err != nil {
			return Figure{}, fmt.Errorf("%s, number %d: %w", what, i+1, err)
		}
		took[i] = time.Since(one)
	}
	f := Figure{What: what, N: n, Took: time.Since(began)}
	slices.Sort(took)
	f.P50, f.P99 = took[n/2], took[n*99/100]
	return f, nil
}

func (f Figure) beside(other Figure) Figure {
	f.Beside, f.Ratio = other.What, float64(f.each())/float64(max(other.each(), 1))
	return f
}

// decisions measures the decider and the service around it.
func (r *rig) decisions(ctx context.Context) ([]Figure, error) {
	service := runner.New(runner.Options{Store: r.both})
	if err := begin(ctx, service, "decisions"); err != nil {
		return nil, err
	}
	state, err := service.Group(ctx, "decisions", "one")
	if err != nil {
		return nil, err
	}
	decide, err := timed("decide an entry", r.o.N*20, func(int) error {
		_, err := coordinator.Decide(state, coordinator.Command{ID: newID(), Group: "one", Actor: organiser, Body: entry})
		return err
	})
	if err != nil {
		return nil, err
	}
	whole, err := timed("decide, record twice, answer", r.o.N, func(int) error {
		_, err := service.Do(ctx, events.Group("decisions", "one"), command(entry))
		return err
	})
	return []Figure{decide, whole}, err
}

// appends measures the log with one writer, each figure beside a raw publish of the same bytes.
func (r *rig) appends(ctx context.Context) ([]Figure, error) {
	const subject = "bench.raw"
	if _, err := r.js.CreateStream(ctx, jetstream.StreamConfig{Name: "BENCH", Subjects: []string{subject}, Storage: jetstream.FileStorage}); err != nil {
		return nil, err
	}
	if err := begin(ctx, runner.New(runner.Options{Store: r.both}), "appends"); err != nil {
		return nil, err
	}
	id := events.Group("appends", "one")
	head, draft, err := tail(ctx, r.both, id)
	if err != nil {
		return nil, err
	}
	sealed, err := store.Seal(head, draft(), time.Now())
	if err != nil {
		return nil, err
	}
	raw, err := timed("raw JetStream publish, synced", r.o.N, func(int) error {
		_, err := r.js.Publish(ctx, subject, sealed.Raw)
		return err
	})
	if err != nil {
		return nil, err
	}
	both, err := timed("append, synced in log and ledger", r.o.N, func(int) error {
		res, err := r.both.Append(ctx, head, draft())
		head = res.Head()
		return err
	})
	if err != nil {
		return nil, err
	}
	one, err := timed("append, synced in the log alone", r.o.N, func(int) error {
		res, err := r.log.Append(ctx, head, draft())
		head = res.Head()
		return err
	})
	return []Figure{raw, one.beside(raw), both.beside(raw)}, err
}

// tail returns the end of a stream and what makes drafts like its last commit.
func tail(ctx context.Context, s store.Store, id events.StreamID) (events.Head, func() store.Draft, error) {
	var last events.Recorded
	for rec, err := range s.Load(ctx, id, events.Head{}) {
		if err != nil {
			return events.Head{}, nil, err
		}
		last = rec
	}
	return last.Head(), func() store.Draft {
		c := last.Command
		c.ID = events.CommandID(uuid.NewString())
		return store.Draft{Stream: id, Command: c, Events: last.Events}
	}, nil
}

// readModels measures how fast read models are made anew, beside reading the log alone.
func (r *rig) readModels(ctx context.Context) ([]Figure, error) {
	end, err := r.log.End(ctx, "appends")
	if err != nil {
		return nil, err
	}
	read := Figure{What: "read a commit of the log", N: int(end)}
	began := time.Now()
	for rec, err := range r.log.Follow(ctx, "appends", 0) {
		if err != nil {
			return nil, err
		}
		if rec.Position == end {
			break
		}
	}
	read.Took = time.Since(began)
	models := Figure{What: "bring all read models up by a commit", N: int(end)}
	if models.Took, err = r.rebuild(ctx); err != nil {
		return nil, err
	}
	return []Figure{read, models.beside(read)}, nil
}

func (r *rig) rebuild(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	p, err := projections.Open(projections.Config{Dir: filepath.Join(r.o.Dir, "models"), Log: r.log, Catalogue: vocabulary.All()})
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	select {
	case <-p.Ready():
	case <-ctx.Done():
	}
	took := time.Since(began)
	err = ctx.Err()
	cancel()
	return took, errors.Join(err, <-done, p.Close())
}

func write(out io.Writer, figures []Figure) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "WHAT\tN\tPER SECOND\tEACH\tP50\tP99\tTIMES")
	for _, f := range figures {
		rate := float64(f.N) / f.Took.Seconds()
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%v\t%s\t%s\t", f.What, f.N, rate, f.each().Round(time.Microsecond/10), brief(f.P50), brief(f.P99))
		if f.Beside != "" {
			fmt.Fprintf(w, "%.2f × %s", f.Ratio, f.Beside)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func brief(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return d.Round(time.Microsecond / 10).String()
}
