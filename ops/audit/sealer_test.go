package audit_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/store"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/ops/audit"
)

const night events.GatheringID = "night"

// rig is one server's log with its second copy and its sealer.
type rig struct {
	t       *testing.T
	log     *ledger.Store
	ledger  *ledger.Ledger
	key     audit.Key
	history *audit.History
	sealer  *audit.Sealer
	local   string

	mu      sync.Mutex // guards damage
	damage  error
	running chan error
}

func newRig(t *testing.T, srv *server.Server, interval time.Duration) *rig {
	t.Helper()
	nc := storetest.Connect(t, srv)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, local: t.TempDir(), running: make(chan error, 1)}
	log, err := jsstore.Open(t.Context(), jsstore.Options{Commands: nc})
	if err != nil {
		t.Fatal(err)
	}
	if r.ledger, err = ledger.Open(filepath.Join(t.TempDir(), ledger.FileName), nil); err != nil {
		t.Fatal(err)
	}
	r.log = ledger.Wrap(r.ledger, log)
	if r.key, _, err = audit.OpenKey(t.Context(), js, 1); err != nil {
		t.Fatal(err)
	}
	if r.history, err = audit.OpenHistory(t.Context(), js, 1); err != nil {
		t.Fatal(err)
	}
	local, err := audit.OpenLocal(r.local)
	if err != nil {
		t.Fatal(err)
	}
	r.sealer = audit.NewSealer(audit.Options{
		Log: r.log, Leaves: r.ledger, Key: r.key, History: r.history, Local: local, Interval: interval,
		Damaged: func(err error) { r.mu.Lock(); r.damage = err; r.mu.Unlock() }, Metrics: prometheus.NewRegistry(),
	})
	ctx, cancel := context.WithCancel(context.Background())
	var sync sync.WaitGroup
	sync.Go(func() {
		if err := r.log.Sync(ctx); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	go func() { r.running <- r.sealer.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-r.running; err != nil {
			t.Error(err)
		}
		sync.Wait()
		if err := r.ledger.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// record appends one commit with an event; a gathering begins with its desk.
func (r *rig) record(id events.StreamID, p events.Payload) events.Recorded {
	r.t.Helper()
	e, err := events.Encode(p)
	if err != nil {
		r.t.Fatal(err)
	}
	var head events.Head
	for c, err := range r.log.Load(r.t.Context(), id, events.Head{}) {
		if err != nil {
			r.t.Fatal(err)
		}
		head = c.Head()
	}
	got, err := r.log.Append(r.t.Context(), head, store.Draft{
		Stream: id, Events: []events.Event{e},
		Command: events.Command{ID: events.CommandID(uuid.NewString()), Type: "test.test.v1", Data: []byte("{}")},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return got.Recorded
}

// until waits for a condition.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-t.Context().Done():
		}
	}
}

func (r *rig) sizes() []events.Position {
	r.t.Helper()
	kept, err := r.history.All(r.t.Context(), night)
	if err != nil {
		r.t.Fatal(err)
	}
	var out []events.Position
	for _, k := range kept {
		c, err := audit.OpenCheckpoint(k.Note, r.key.VKey(night))
		if err != nil {
			r.t.Fatal(err)
		}
		root, err := r.ledger.Root(night, c.Size)
		if err != nil || root != c.Root {
			r.t.Errorf("the checkpoint at %d has another root than the ledger: %v", c.Size, err)
		}
		out = append(out, c.Size)
	}
	return out
}

func TestAHeadIsSignedAfterEveryRoundAtEveryEndAndWhenAskedFor(t *testing.T) {
	r := newRig(t, storetest.Server(t, t.TempDir()), time.Hour)
	one, two := events.Group(night, "one"), events.Group(night, "two")
	r.record(events.Desk(night), desk.GatheringOpened{Name: "Night"})
	r.record(one, group.RoundStarted{Round: 1})
	r.record(two, group.RoundStarted{Round: 1})
	r.record(one, group.RoundEnded{Round: 1}) // 4
	r.record(two, group.RoundStarted{Round: 1})
	r.record(two, group.RoundEnded{Round: 1}) // 6
	r.record(one, group.GroupWon{Round: 1})   // 7
	r.record(two, group.RoundStarted{Round: 2})
	until(t, "three heads are signed", func() bool { return len(r.sizes()) == 3 })
	if got := r.sizes(); got[0] != 4 || got[1] != 6 || got[2] != 7 {
		t.Errorf("heads were signed at %v, want 4, 6 and 7", got)
	}
	if lag := r.sealer.Lag(); lag != 1 {
		t.Errorf("the lag is %d, want 1", lag)
	}
	for range 2 { // once is enough for the same head
		c, err := r.sealer.Seal(t.Context(), night)
		if err != nil || c.Size != 8 {
			t.Fatalf("asked for: %v, %v", c.Size, err)
		}
	}
	if got := r.sizes(); len(got) != 4 || got[3] != 8 {
		t.Errorf("heads after one was asked for: %v", got)
	}
	if _, err := r.sealer.Seal(t.Context(), "nowhere"); err == nil {
		t.Error("the head of no gathering was signed")
	}
}

func TestAHeadIsSignedOnceInAWhile(t *testing.T) {
	r := newRig(t, storetest.Server(t, t.TempDir()), 20*time.Millisecond)
	r.record(events.Desk(night), desk.GatheringOpened{Name: "Night"})
	until(t, "a head is signed", func() bool { _, ok := r.sealer.Last(night); return ok })
}

func TestTwoServersSignOneHistory(t *testing.T) {
	srv := storetest.Server(t, t.TempDir())
	a, b := newRig(t, srv, time.Hour), newRig(t, srv, time.Hour)
	a.record(events.Desk(night), desk.GatheringOpened{Name: "Night"})
	for i := range 10 {
		from := []*rig{a, b}[i%2]
		from.record(events.Group(night, "one"), group.RoundEnded{Round: i + 1})
	}
	for _, r := range []*rig{a, b} {
		until(t, "the last round is covered", func() bool { c, ok := r.sealer.Last(night); return ok && c.Size == 11 })
	}
	last := events.Position(0)
	for _, size := range a.sizes() {
		if size <= last {
			t.Errorf("a head at %d follows one at %d", size, last)
		}
		last = size
	}
}

// leaves are a tree that somebody has changed.
type leaves struct {
	audit.Leaves
	end events.Position
}

func (l leaves) End(events.GatheringID) events.Position { return l.end }

func TestALogThatIsNotTheOneThatWasSignedIsFoundAtTheStart(t *testing.T) {
	srv := storetest.Server(t, t.TempDir())
	r := newRig(t, srv, time.Hour)
	r.record(events.Desk(night), desk.GatheringOpened{Name: "Night"})
	r.record(events.Group(night, "one"), group.RoundEnded{Round: 1})
	if _, err := r.sealer.Seal(t.Context(), night); err != nil {
		t.Fatal(err)
	}
	until(t, "the head is kept beside the log", func() bool { _, err := os.Stat(filepath.Join(r.local, string(night))); return err == nil })
	local, err := audit.OpenLocal(r.local)
	if err != nil {
		t.Fatal(err)
	}
	strange := func(name, why string) { t.Errorf("%s: %s", name, why) }
	if err := local.Check(r.ledger, strange); err != nil {
		t.Error(err)
	}
	var m *audit.MismatchError
	if err := local.Check(leaves{r.ledger, 1}, strange); !errors.As(err, &m) || !strings.Contains(err.Error(), "ends at commit 1, but 2 commits were signed") {
		t.Errorf("a shorter log: %v", err)
	}
	other := newRig(t, storetest.Server(t, t.TempDir()), time.Hour)
	other.record(events.Desk(night), desk.GatheringOpened{Name: "Another night"})
	other.record(events.Group(night, "one"), group.RoundEnded{Round: 1})
	if err := local.Check(other.ledger, strange); !errors.As(err, &m) || !strings.Contains(err.Error(), "are not those that were signed") {
		t.Errorf("another log: %v", err)
	}
	if err := os.WriteFile(filepath.Join(r.local, "bad"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	odd := ""
	if err := local.Check(r.ledger, func(name, _ string) { odd = name }); err != nil || odd != "bad" {
		t.Errorf("a file that is no checkpoint: %v, told %q", err, odd)
	}
}
