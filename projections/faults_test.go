package projections_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections"
)

func threat(t events.TableID, p events.PersonID, by int) lotr.ChangeThreat {
	return lotr.ChangeThreat{Table: t, Player: p, By: by}
}

// unruly delivers what the log holds again and out of order.
type unruly struct {
	projections.Log
	seed             atomic.Uint64
	again, displaced atomic.Int64
}

func (u *unruly) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	seed := u.seed.Add(1)
	return func(yield func(events.Recorded, error) bool) {
		rng := rand.New(rand.NewPCG(seed, uint64(after)))
		for _, r := range u.deliveries(ctx, g, after, rng) {
			if ctx.Err() != nil || !yield(r, nil) {
				return
			}
		}
		<-ctx.Done()
	}
}

// deliveries is the log from a position on, shuffled within windows, with earlier commits thrown in.
func (u *unruly) deliveries(ctx context.Context, g events.GatheringID, after events.Position, rng *rand.Rand) []events.Recorded {
	end, _ := u.End(ctx, g)
	var all []events.Recorded
	for r, err := range u.Log.Follow(ctx, g, 0) {
		if err != nil {
			return nil
		}
		if all = append(all, r); r.Position == end {
			break
		}
	}
	var out []events.Recorded
	for rest := all[after:]; len(rest) > 0; {
		n := min(len(rest), 1+rng.IntN(12))
		window := append([]events.Recorded(nil), rest[:n]...)
		if rng.IntN(4) == 0 {
			rng.Shuffle(n, func(i, j int) { window[i], window[j] = window[j], window[i] })
			u.displaced.Add(int64(n))
		}
		if rng.IntN(3) == 0 {
			window = append(window, all[rng.IntN(int(after)+1)])
			u.again.Add(1)
		}
		out, rest = append(out, window...), rest[n:]
	}
	return out
}

func TestFault_B6_RedeliveredAndOutOfOrder(t *testing.T) {
	l := game(t, 21, 3, 400)
	clean := start(t, t.TempDir(), l.Store)
	clean.ready()
	want := clean.dump(spring)
	var again, displaced int64
	for seed := range uint64(5) {
		log := &unruly{Log: l.Store}
		log.seed.Store(seed * 1000)
		r := start(t, t.TempDir(), log)
		r.await(spring, end(t, l))
		same(t, want, r.dump(spring))
		r.stop()
		again, displaced = again+log.again.Load(), displaced+log.displaced.Load()
	}
	if again == 0 || displaced == 0 {
		t.Fatal("nothing was redelivered or displaced")
	}
	t.Logf("fault B6: %d commits in 5 runs, %d redelivered, %d displaced: 0 differences from a fold of the log", 5*end(t, l), again, displaced)
}

// lossy never delivers one commit.
type lossy struct {
	projections.Log
	without events.Position
}

func (l lossy) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for r, err := range l.Log.Follow(ctx, g, after) {
			if err == nil && r.Position == l.without {
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// Case 1 as far as projections go: 7 before 8, or a loud stop.
func TestACommitThatIsNeverDeliveredStopsTheGatheringLoudly(t *testing.T) {
	l := game(t, 22, 2, 60)
	r := start(t, t.TempDir(), lossy{l.Store, 30})
	r.until("every projection stops before position 30", func(all []projections.Status) bool {
		for _, s := range all {
			if s.State != projections.StateStopped || s.Position != 29 || !strings.Contains(s.Message, "after position 29") {
				return false
			}
		}
		return len(all) == len(projections.Standard())
	})
	r.ready() // a gathering that cannot be read does not hold the program up
	if err := r.Await(r.ctx(), spring, 30); err == nil || !strings.Contains(err.Error(), "has stopped") {
		t.Fatalf("await after the stop: %v", err)
	}
}

// blocked is a projection that waits inside Apply until it is let go.
type blocked struct{ gate chan struct{} }

func (blocked) Name() string                                    { return "blocked.1" }
func (b blocked) Begin(*bbolt.Tx) (projections.Batch, error)    { return b, nil }
func (b blocked) Apply(events.Recorded, []events.Payload) error { <-b.gate; return nil }
func (blocked) Flush() error                                    { return nil }
func (blocked) Committed()                                      {}

func TestFault_B7_AStuckProjectionHoldsUpNoOther(t *testing.T) {
	l := game(t, 23, 2, 100)
	gate := make(chan struct{})
	r := start(t, t.TempDir(), l.Store, func(c *projections.Config) {
		c.Projections = append(projections.Standard(), blocked{gate})
	})
	var once atomic.Bool
	open := func() {
		if !once.Swap(true) {
			close(gate)
		}
	}
	t.Cleanup(open)
	t.Cleanup(func() { open(); r.stop() })
	began := time.Now()
	others := func(all []projections.Status) bool {
		n := 0
		for _, s := range all {
			if s.Projection != "blocked.1" && s.Position == end(t, l) {
				n++
			}
		}
		return n == len(projections.Standard())
	}
	r.until("the others catch up", others)
	for range 50 {
		l.Step(evening())
	}
	r.until("the others follow", others)
	late := func() float64 { return metric(t, r, "muster_projection_lag_commits", "blocked.1") }
	r.until("the lag shows", func([]projections.Status) bool { return late() == float64(end(t, l)) })
	if other := metric(t, r, "muster_projection_lag_commits", "board.3"); other != 0 {
		t.Fatalf("lag of the board is %v, want 0", other)
	}
	took := time.Since(began)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := r.Await(ctx, spring, end(t, l)); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("await with one stuck: %v", err)
	}
	open()
	r.await(spring, end(t, l))
	t.Logf("fault B7: 1 of 5 projections stuck, the others at position %d, its lag shown, in %v", end(t, l), took.Round(time.Millisecond))
}

func metric(t *testing.T, r *rig, name, projection string) float64 {
	t.Helper()
	families, err := r.metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && m.GetLabel()[0].GetValue() == projection {
				return m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no metric %s of %s", name, projection)
	return 0
}

func TestMetricsAreWellFormed(t *testing.T) {
	l := game(t, 24, 1, 10)
	r := start(t, t.TempDir(), l.Store)
	r.ready()
	problems, err := testutil.GatherAndLint(r.metrics)
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v %v", problems, err)
	}
	if n := metric(t, r, "muster_projection_rebuilds_total", "board.3"); n != 1 {
		t.Fatalf("%v rebuilds, want 1: the files were made from a log that was there", n)
	}
}

// poison appends a commit that this program cannot read to a group.
func TestFault_B8_APoisonEventStopsItsGroupOnly(t *testing.T) {
	l := game(t, 25, 3, 60)
	victim := events.Group(spring, "group-b")
	bad := l.Raw(victim, events.Event{Type: "lotr.threat-changed.v1", Data: json.RawMessage(`"not an object"`)})
	after := l.Raw(victim, must(events.Encode(lotr.PhaseBegan{Table: "lorien", Phase: lotr.PhaseQuest}))(t))
	for range 40 {
		l.Step(evening())
	}
	dir := t.TempDir()
	for restart := range 3 {
		r := start(t, dir, l.Store)
		r.ready()
		r.await(spring, end(t, l))
		stopped(t, r, victim, bad.Position, "lotr.threat-changed.v1")
		b, err := r.read.Board(r.ctx(), spring, victim.Group)
		if err != nil || b.Position >= bad.Position {
			t.Fatalf("board of the stopped group at %d (%v), want before %d", b.Position, err, bad.Position)
		}
		other, err := r.read.Board(r.ctx(), spring, "evening")
		if err != nil || other.Position <= after.Position {
			t.Fatalf("board of another group at %d (%v), want after %d", other.Position, err, after.Position)
		}
		if n := metric(t, r, "muster_projection_stopped", "board.3"); n != 1 {
			t.Fatalf("restart %d: %v stopped, want 1", restart, n)
		}
		r.stop()
	}
	t.Logf("fault B8: 1 of 3 groups stopped at position %d with its message, 2 went on to %d, over 3 starts", bad.Position, end(t, l))
}

// stopped checks that every projection says the same of a stream that it does not read on.
func stopped(t *testing.T, r *rig, id events.StreamID, at events.Position, says string) {
	t.Helper()
	all := r.Status()
	if len(all) != len(projections.Standard()) {
		t.Fatalf("%d projections, want %d", len(all), len(projections.Standard()))
	}
	for _, s := range all {
		if len(s.Streams) != 1 || s.Streams[0].Stream != id || s.Streams[0].Position != at || !strings.Contains(s.Streams[0].Message, says) {
			t.Fatalf("%s: stopped %+v, want %s at %d with %q", s.Projection, s.Streams, id, at, says)
		}
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// whispered is an event that only a newer program knows.
type whispered struct {
	Word string `json:"word"`
}

func (whispered) EventType() string { return "lotr.whispered.v1" }

func TestFault_A12_EventsOfANewerProgramStopTheirGroupUntilTheUpgrade(t *testing.T) {
	l := game(t, 26, 2, 60)
	newer := l.Raw(evening(), events.Event{Type: "lotr.whispered.v1", Data: json.RawMessage(`{"word":"mellon"}`)})
	last := l.Raw(evening(), must(events.Encode(lotr.PhaseBegan{Table: "lorien", Phase: lotr.PhaseTravel}))(t))
	dir := t.TempDir()
	old := start(t, dir, l.Store)
	old.ready()
	stopped(t, old, evening(), newer.Position, `"lotr.whispered.v1"`)
	old.stop()
	upgraded := events.Merge(vocabulary.All(), events.NewCatalogue(events.DeclareEvent[whispered]()))
	r := start(t, dir, l.Store, func(c *projections.Config) { c.Catalogue = upgraded })
	r.until("the group is read on", func(all []projections.Status) bool {
		for _, s := range all {
			if len(s.Streams) > 0 {
				return false
			}
		}
		return len(all) == len(projections.Standard())
	})
	fresh := start(t, t.TempDir(), l.Store, func(c *projections.Config) { c.Catalogue = upgraded })
	fresh.ready()
	same(t, fresh.dump(spring), r.dump(spring))
	b, err := r.read.Board(r.ctx(), spring, "evening")
	if err != nil || b.Position != last.Position {
		t.Fatalf("board at %d (%v), want %d", b.Position, err, last.Position)
	}
	t.Logf("fault A12: a group stopped at an unknown event at position %d; after the upgrade it was read on to %d, equal to a fold from zero", newer.Position, last.Position)
}

func TestALogShorterThanACheckpointStopsTheGathering(t *testing.T) {
	dir := t.TempDir()
	long := game(t, 27, 1, 80)
	r := start(t, dir, long.Store)
	r.ready()
	r.stop()
	short := game(t, 27, 1, 10)
	r = start(t, dir, short.Store)
	r.ready() // there is nothing to catch up with; that the log is too short is found by reading on
	r.until("every read model has stopped", func(all []projections.Status) bool {
		for _, s := range all {
			if s.State != projections.StateStopped {
				return false
			}
		}
		return len(all) == len(projections.Standard())
	})
	for _, s := range r.Status() {
		if !strings.Contains(s.Message, "damaged") || s.Position != end(t, long) {
			t.Fatalf("status %+v", s)
		}
	}
}

// broken cannot write for some time.
type broken struct {
	projections.Projection
	failures *atomic.Int64
}

type brokenBatch struct {
	projections.Batch
	failures *atomic.Int64
}

func (b broken) Begin(tx *bbolt.Tx) (projections.Batch, error) {
	batch, err := b.Projection.Begin(tx)
	return brokenBatch{batch, b.failures}, err
}

func (b brokenBatch) Flush() error {
	if b.failures.Add(-1) >= 0 {
		return errors.New("no space left on device")
	}
	return b.Batch.Flush()
}

func TestWhatCannotBeWrittenIsTriedAgainAndLosesNothing(t *testing.T) {
	l := game(t, 28, 1, 60)
	var failures atomic.Int64
	failures.Store(4)
	r := start(t, t.TempDir(), l.Store, func(c *projections.Config) {
		for _, p := range projections.Standard() {
			c.Projections = append(c.Projections, broken{p, &failures})
		}
	})
	r.until("it says why", func(all []projections.Status) bool {
		for _, s := range all {
			if s.State == projections.StateWaiting && strings.Contains(s.Message, "no space left") {
				return true
			}
		}
		return failures.Load() < 0
	})
	r.await(spring, end(t, l))
	for _, s := range r.Status() {
		if s.State != projections.StateFollowing {
			t.Fatalf("status %+v", s)
		}
	}
}

func TestFault_A11_LostFileIsMadeAnew(t *testing.T) {
	l := game(t, 29, 20, 2000)
	dir := t.TempDir()
	first := start(t, dir, l.Store)
	first.ready()
	want := first.dump(spring)
	first.stop()
	for _, name := range []string{"board.3.bolt", "history.1.bolt", "catalog.1.bolt"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	r := start(t, dir, l.Store)
	r.ready()
	took := time.Since(began)
	same(t, want, r.dump(spring))
	plain := plainRead(t, l.Store)
	t.Logf("fault A11: %d commits made anew in %v, %.0f commits/s, %.1f times a plain read with decoding (%v)",
		end(t, l), took.Round(time.Millisecond), float64(end(t, l))/took.Seconds(), float64(took)/float64(plain), plain.Round(time.Microsecond))
}

// plainRead reads and decodes the whole log once and returns how long that took.
func plainRead(t testing.TB, log projections.Log) time.Duration {
	t.Helper()
	ctx := context.Background()
	at, err := log.End(ctx, spring)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for r, err := range log.Follow(ctx, spring, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := vocabulary.All().DecodeAll(r); err != nil {
			t.Fatal(err)
		}
		if r.Position == at {
			break
		}
	}
	return time.Since(began)
}

func TestANewNumberIsMadeBesideTheOldFileAndThenTakesItsPlace(t *testing.T) {
	l := game(t, 30, 1, 80)
	dir := t.TempDir()
	r := start(t, dir, l.Store)
	r.ready()
	want := r.dump(spring)
	r.stop()
	gate := make(chan struct{})
	next := start(t, dir, l.Store, func(c *projections.Config) {
		c.Projections = projections.Standard()
		for i, p := range c.Projections {
			c.Projections[i] = projections.Renumbered(p, gate)
		}
	})
	read, err := projections.NewReader(next.Runner)
	if err != nil {
		t.Fatal(err)
	}
	next.read = read
	same(t, want, next.dump(spring)) // from the old files
	next.until("it says that it rebuilds", func(all []projections.Status) bool {
		return len(all) == len(projections.Standard()) && all[0].State == projections.StateRebuilding
	})
	close(gate)
	next.ready()
	same(t, want, next.dump(spring))
	for _, name := range []string{"board.3", "history.1", "catalog.1", "campaign.1", "tournament.1", "league.2"} {
		base, _, _ := strings.Cut(name, ".")
		if _, err := os.Stat(filepath.Join(dir, name+".bolt")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the old file of %s is still there (%v)", base, err)
		}
		if _, err := os.Stat(filepath.Join(dir, base+".99.bolt")); err != nil {
			t.Errorf("the new file of %s: %v", base, err)
		}
	}
}
