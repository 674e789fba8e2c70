package projections_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/internal/played"
)

// patience bounds every wait in these tests; it is never waited out when all is well.
const patience = 60 * time.Second

const spring = events.GatheringID("spring")

func evening() events.StreamID { return events.Group(spring, "evening") }

// rig is a running runner.
type rig struct {
	*projections.Runner
	read    *projections.Reader
	metrics *prometheus.Registry
	logged  *lockedBuffer
	t       testing.TB
	stop    func()
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start runs the projections over a log in a folder until the test ends or stop is called.
func start(t testing.TB, dir string, log projections.Log, change ...func(*projections.Config)) *rig {
	t.Helper()
	cfg := projections.Config{Dir: dir, Log: log, Catalogue: vocabulary.All(), Metrics: prometheus.NewRegistry(), Measure: 5 * time.Millisecond}
	logged := &lockedBuffer{}
	cfg.Logger = slog.New(slog.NewTextHandler(logged, nil))
	for _, f := range change {
		f(&cfg)
	}
	r, err := projections.Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	var once sync.Once
	out := &rig{Runner: r, metrics: cfg.Metrics.(*prometheus.Registry), logged: logged, t: t}
	out.stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("run: %v", err)
			}
			if err := r.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
	}
	t.Cleanup(out.stop)
	if cfg.Projections == nil {
		if out.read, err = projections.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func (r *rig) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	r.t.Cleanup(cancel)
	return ctx
}

// ready waits until the runner has caught up with the end at its start.
func (r *rig) ready() {
	r.t.Helper()
	select {
	case <-r.Ready():
	case <-r.ctx().Done():
		r.t.Fatalf("not ready: %+v\n%s", r.Status(), r.logged)
	}
}

// await waits until every read model has come to a position.
func (r *rig) await(g events.GatheringID, at events.Position) {
	r.t.Helper()
	if err := r.Await(r.ctx(), g, at); err != nil {
		r.t.Fatalf("await %d: %v; %+v\n%s", at, err, r.Status(), r.logged)
	}
}

// until waits for a condition on the status, looked at after every change and now and then.
func (r *rig) until(what string, holds func([]projections.Status) bool) {
	r.t.Helper()
	ctx := r.ctx()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !holds(r.Status()) {
		select {
		case <-tick.C:
		case <-ctx.Done():
			r.t.Fatalf("never: %s; %+v\n%s", what, r.Status(), r.logged)
		}
	}
}

// dump returns everything that the read models answer about a gathering, as text.
func (r *rig) dump(g events.GatheringID) string {
	r.t.Helper()
	ctx := r.ctx()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	put := func(v any, err error) {
		if err != nil {
			r.t.Fatal(err)
		}
		if err := enc.Encode(v); err != nil {
			r.t.Fatal(err)
		}
	}
	boards, err := r.read.Boards(ctx, g)
	put(boards, err)
	put(r.read.Gathering(ctx, g))
	put(r.read.History(ctx, g, "", 0, projections.MaxLines))
	for _, b := range boards {
		var before events.Position
		for {
			lines, err := r.read.History(ctx, g, b.ID, before, 100)
			if err == nil && len(lines) == 0 {
				break
			}
			put(lines, err)
			before = lines[len(lines)-1].Position
		}
	}
	return out.String()
}

// game plays a gathering with a desk and some epic groups, about so many commands in all.
func game(t testing.TB, seed uint64, groups, commands int) *played.Log {
	t.Helper()
	l := played.New(t, seed)
	l.OpenGathering(spring, 40)
	ids := make([]events.StreamID, groups)
	for i := range groups {
		name := fmt.Sprint(i)
		if i < 26 {
			name = string(rune('a' + i))
		}
		ids[i] = events.Group(spring, events.GroupID("group-"+name))
		if i == 0 {
			ids[i] = evening()
		}
		l.Open(ids[i], "Group "+name, "epic", 1)
	}
	for i := range commands {
		if id := ids[i%groups]; !l.State(id).Over() {
			l.Step(id)
		}
	}
	return l
}

func end(t testing.TB, l *played.Log) events.Position {
	t.Helper()
	at, err := l.Store.End(context.Background(), spring)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func decode(r events.Recorded) ([]events.Payload, error) { return vocabulary.All().DecodeAll(r) }
