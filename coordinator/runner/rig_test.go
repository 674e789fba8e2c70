package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/vocabulary"
)

const gathering events.GatheringID = "spring"

var (
	organiser = events.Actor{Role: events.RoleOrganiser}
	judge     = events.Actor{Role: events.RoleJudge, Person: "p-90"}
	tables    = []events.TableID{"red", "green", "blue"}
)

func captain(g events.GroupID, t events.TableID) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: g, Table: t}
}

// command makes a command with a new id.
func command(t testing.TB, actor events.Actor, body events.CommandBody) events.Command {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: body.CommandType(), Data: data, Actor: actor,
	}
}

func do(t testing.TB, s runner.Doer, id events.StreamID, actor events.Actor, body events.CommandBody) events.Answer {
	t.Helper()
	a, err := s.Do(t.Context(), id, command(t, actor, body))
	if err != nil {
		t.Fatalf("%s: %v", body.CommandType(), err)
	}
	return a
}

// refusedWith checks the code of a refusal.
func refusedWith(t testing.TB, err error, code engine.Code) {
	t.Helper()
	if r := engine.AsRefusal(err); r == nil || r.Code != code {
		t.Fatalf("got %v, want a refusal with code %s", err, code)
	}
}

// openEpic opens a gathering, unless it is there, and a group of three tables with one player each,
// and starts it.
func openEpic(t testing.TB, s *runner.Service, g events.GroupID) events.StreamID {
	t.Helper()
	_, err := s.Do(t.Context(), events.Desk(gathering), command(t, organiser, desk.OpenGathering{Name: "Spring Siege"}))
	if err != nil {
		refusedWith(t, err, "already-opened")
	}
	id := events.Group(gathering, g)
	do(t, s, id, organiser, openGroup())
	do(t, s, id, organiser, seats(0, 0, 0))
	do(t, s, id, organiser, group.StartGroup{})
	return id
}

func openGroup() group.OpenGroup {
	return group.OpenGroup{
		Name: "Siege One", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 7,
		Tables: []group.TableName{{ID: "red", Team: "Amon"}, {ID: "green", Team: "Bree"}, {ID: "blue", Team: "Celduin"}},
	}
}

// seats puts one player at each table, with a threat of 30.
func seats(...int) group.SeatPlayers {
	var b group.SeatPlayers
	for i, table := range tables {
		b.Seats = append(b.Seats, group.Seat{
			Player: events.PersonID(fmt.Sprintf("p-%d", i+1)), Table: table,
			Heroes: []group.Hero{{Title: "One", Threat: 10, HitPoints: 4}, {Title: "Two", Threat: 10, HitPoints: 4}, {Title: "Three", Threat: 10, HitPoints: 4}},
		})
	}
	return b
}

// each runs a test on both stores.
func each(t *testing.T, f func(t *testing.T, open func() store.Store)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		st := memory.New()
		f(t, func() store.Store { return st })
	})
	t.Run("jetstream", func(t *testing.T) {
		srv := storetest.Server(t, "", storetest.Synced)
		f(t, func() store.Store { return onJetStream(t, srv) })
	})
}

func service(st store.Store, edit ...func(*runner.Options)) *runner.Service {
	o := runner.Options{Store: st}
	for _, f := range edit {
		f(&o)
	}
	return runner.New(o)
}

// recorded returns a stream's commits.
func recorded(t testing.TB, st store.Loader, id events.StreamID) []events.Recorded {
	t.Helper()
	return storetest.Load(t, st, id)
}

// count counts events by type.
func count(rs []events.Recorded) map[string]int {
	out := map[string]int{}
	for _, r := range rs {
		for _, e := range r.Events {
			out[e.Type]++
		}
	}
	return out
}

// checked decides every recorded command again.
func checked(t testing.TB, st store.Loader, id events.StreamID) {
	t.Helper()
	diffs, err := runner.Check(t.Context(), st, vocabulary.All(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diffs {
		t.Errorf("decided again: %s", d)
	}
}

// settle answers the open steps of a round's end until the next round runs or the group is over.
func settle(t testing.TB, s *runner.Service, id events.StreamID) coordinator.State {
	t.Helper()
	for range 100 {
		st, err := s.Group(t.Context(), id.Gathering, id.Group)
		if err != nil {
			t.Fatal(err)
		}
		if st.Phase != coordinator.PhaseEnding {
			return st
		}
		answered := false
		for _, step := range st.Queue {
			if step.State != coordinator.StepOpen {
				continue
			}
			for _, o := range step.Options {
				if o.Allowed && o.Needs == "" {
					do(t, s, id, organiser, group.ResolveStep{Table: step.Table, Step: step.ID, Choice: o.Choice})
					answered = true
					break
				}
			}
			break
		}
		if !answered {
			t.Fatalf("no step of round %d can be answered: %+v", st.Round, st.Queue)
		}
	}
	t.Fatal("a round's end does not end")
	return coordinator.State{}
}

// city is a judge's ruling of the city strength.
func city(n int, reason string) lotr.Rule {
	return lotr.Rule{Reason: reason, Verdict: group.VerdictCorrected, City: &n}
}

// within waits for a channel.
func within[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(60 * time.Second):
		t.Fatalf("not within a minute: %s", what)
		panic("unreachable")
	}
}

// gate is a store whose appends wait until it is opened, and says when one waits.
type gate struct {
	store.Store
	waiting chan struct{}
	open    chan struct{}
}

func newGate(st store.Store) *gate {
	return &gate{Store: st, waiting: make(chan struct{}, 1000), open: make(chan struct{})}
}

func (g *gate) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	g.waiting <- struct{}{}
	<-g.open
	return g.Store.Append(ctx, want, d)
}

// faults is a store that answers appends wrongly, as a seed says.
type faults struct {
	store.Store
	mu   sync.Mutex
	next func() fault
	made map[fault]int
}

type fault int

const (
	none        fault = iota
	lostAnswer        // stored, but the answer is lost
	lostRequest       // not stored, and that is not known
	conflict          // says that the stream moved although it did not
)

func (f *faults) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	f.mu.Lock()
	what := f.next()
	f.made[what]++
	f.mu.Unlock()
	notKnown := &events.UnavailableError{Op: "append", Reason: "no answer", NotKnown: true}
	switch what {
	case lostAnswer:
		if _, err := f.Store.Append(ctx, want, d); err != nil {
			return store.Result{}, err
		}
		return store.Result{}, notKnown
	case lostRequest:
		return store.Result{}, notKnown
	case conflict:
		return store.Result{}, &events.ConflictError{Stream: d.Stream, Want: want.Version, Have: want.Version + 1}
	default:
		return f.Store.Append(ctx, want, d)
	}
}

func decoded(t testing.TB, r events.Recorded) []events.Payload {
	t.Helper()
	ps, err := vocabulary.All().DecodeAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}
