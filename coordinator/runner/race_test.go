package runner_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/storetest"
)

// Case 2 of shared/cases/README.md.
func TestCase2_TwoTablesEndTheRoundInTheSameInstant_ExactlyOneRoundEnded(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		services := []*runner.Service{service(open()), service(open())}
		const groups, rounds = 4, 4
		for i := range groups {
			id := openEpic(t, services[0], events.GroupID(fmt.Sprintf("g%d", i)))
			for round := 1; round <= rounds; round++ {
				endEverywhere(t, services, id, round)
				st := settle(t, services[round%2], id)
				if st.Phase != coordinator.PhasePlaying || st.Round != round+1 {
					t.Fatalf("after round %d of %s the group is %s in round %d", round, id, st.Phase, st.Round)
				}
			}
			got := count(recorded(t, open(), id))
			want := map[string]int{
				group.RoundEnded{}.EventType():      rounds,
				group.RoundStarted{}.EventType():    rounds + 1,
				group.TableEndedRound{}.EventType(): 3 * rounds,
			}
			for typ, n := range want {
				if got[typ] != n {
					t.Errorf("%s has %d %s, want %d", id, got[typ], typ, n)
				}
			}
			checked(t, open(), id) // as one server would have decided
		}
	})
}

// endEverywhere ends a round at all tables at once, each table's command through both services.
func endEverywhere(t *testing.T, services []*runner.Service, id events.StreamID, round int) {
	t.Helper()
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for _, table := range tables {
		c := command(t, captain(id.Group, table), group.EndRound{Table: table, Round: round})
		answers := make(chan events.Answer, len(services))
		for _, s := range services {
			wg.Go(func() {
				<-begin
				a, err := s.Do(t.Context(), id, c)
				if err != nil {
					t.Errorf("table %s ends round %d: %v", table, round, err)
				}
				answers <- a
				if len(answers) == len(services) {
					first, second := <-answers, <-answers
					if first.Duplicate == second.Duplicate || first.Version != second.Version || fmt.Sprint(first.Events) != fmt.Sprint(second.Events) {
						t.Errorf("one command was answered %+v and %+v", first, second)
					}
				}
			})
		}
	}
	close(begin)
	wg.Wait()
}

func TestTwoServersGiveTheResultOfOne(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		services := []*runner.Service{service(open()), service(open())}
		id := openEpic(t, services[0], "g1")
		// Captains and a judge enter at random servers, each in their own order.
		var wg sync.WaitGroup
		for i, table := range tables {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 1))
				for range 40 {
					body := lotr.ChangeThreat{Table: table, By: 1 - 2*r.IntN(2)}
					do(t, services[r.IntN(2)], id, captain(id.Group, table), body)
				}
			})
		}
		wg.Go(func() {
			r := rand.New(rand.NewPCG(9, 1))
			for n := range 40 {
				do(t, services[r.IntN(2)], id, judge, city(100+n, "counted again"))
			}
		})
		wg.Wait()
		all := recorded(t, open(), id)
		if want := 3 + 4*40; len(all) != want {
			t.Fatalf("%d commits, want %d", len(all), want)
		}
		checked(t, open(), id)
		for _, s := range services {
			st, err := s.Group(t.Context(), gathering, "g1")
			if err != nil {
				t.Fatal(err)
			}
			if st.Version() != events.Version(len(all)) || st.City != 139 {
				t.Fatalf("a server is at version %d with city strength %d, want %d and 139", st.Version(), st.City, len(all))
			}
		}
	})
}

// operation on the city strength of one group, and what came of it.
type operation struct {
	write bool
	value int
}

type outcome struct {
	refused bool // the ruling would have changed nothing
	lost    bool // whether it was done is not known
	value   int  // read
}

// cityModel is the city strength of one group as one number.
var cityModel = porcupine.NondeterministicModel{
	Init: func() []any { return []any{-1} }, // not known before the first answer that tells
	Step: func(state, in, out any) []any {
		s, op, o := state.(int), in.(operation), out.(outcome)
		switch {
		case !op.write:
			if s == -1 || s == o.value {
				return []any{o.value}
			}
			return nil
		case o.lost:
			return []any{s, op.value}
		case o.refused:
			if s == -1 || s == op.value {
				return []any{op.value}
			}
			return nil
		case s == op.value:
			return nil // it should have been refused
		default:
			return []any{op.value}
		}
	},
	Equal: func(a, b any) bool { return a == b },
	DescribeOperation: func(in, out any) string {
		return fmt.Sprintf("%+v -> %+v", in, out)
	},
}

func TestTheCityStrengthIsLinearizableThroughTwoServers(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Synced)
	services := []*runner.Service{service(onJetStream(t, srv)), service(onJetStream(t, srv))}
	id := openEpic(t, services[0], "g1")
	h := history{t: t, services: services, id: id}
	h.run(8, 60, func(r *rand.Rand) operation {
		return operation{write: r.IntN(2) == 0, value: 20 + r.IntN(4)} // few values, so that some change nothing
	})
	h.check(t)
	checked(t, onJetStream(t, srv), id)
}

func TestFault_C7_TwoJudgesCorrectTheSameThing(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Synced)
	services := []*runner.Service{service(onJetStream(t, srv)), service(onJetStream(t, srv))}
	id := openEpic(t, services[0], "g1")
	h := history{t: t, services: services, id: id}
	const each = 500
	h.run(2, each, func(r *rand.Rand) operation { return operation{write: true, value: 10 + r.IntN(30)} })
	h.check(t)

	// Whoever came second is recorded with what they found: a chain of values without a gap.
	strength, restated := 20, 0
	for _, r := range recorded(t, onJetStream(t, srv), id) {
		for _, e := range decoded(t, r) {
			if c, ok := e.(lotr.CityStrengthRestated); ok {
				if c.From != strength {
					t.Fatalf("version %d restates from %d, the strength was %d", r.Version, c.From, strength)
				}
				strength = c.Strength
				restated++
			}
		}
	}
	t.Logf("fault C7: 2 judges x %d rulings through 2 servers: %d recorded, %d would have changed nothing, linearizable, 0 violations", each, restated, 2*each-restated)
}

// history records what concurrent people saw.
type history struct {
	t        *testing.T
	services []*runner.Service
	id       events.StreamID

	mu  sync.Mutex
	ops []porcupine.Operation
}

func (h *history) run(people, each int, next func(*rand.Rand) operation) {
	var wg sync.WaitGroup
	began := time.Now()
	for who := range people {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(who), 42))
			for range each {
				op := next(r)
				call := time.Since(began)
				out := h.do(h.services[r.IntN(len(h.services))], op)
				end := int64(time.Since(began))
				if out.lost {
					end = math.MaxInt64 // it may still be done at any time
				}
				h.add(porcupine.Operation{ClientId: who, Input: op, Output: out, Call: int64(call), Return: end})
			}
		})
	}
	wg.Wait()
}

func (h *history) do(s *runner.Service, op operation) outcome {
	if !op.write {
		st, err := s.Group(h.t.Context(), h.id.Gathering, h.id.Group)
		if err != nil {
			h.t.Errorf("read: %v", err)
		}
		return outcome{value: st.City}
	}
	_, err := s.Do(h.t.Context(), h.id, command(h.t, judge, city(op.value, "counted again")))
	var gone *events.UnavailableError
	switch r := engine.AsRefusal(err); {
	case err == nil:
		return outcome{}
	case r != nil && r.Code == coordinator.CodeNothing:
		return outcome{refused: true}
	case errors.As(err, &gone) && gone.NotKnown:
		return outcome{lost: true}
	default:
		h.t.Errorf("rule %d: %v", op.value, err)
		return outcome{lost: true}
	}
}

func (h *history) add(op porcupine.Operation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, op)
}

func (h *history) check(t *testing.T) {
	t.Helper()
	switch porcupine.CheckOperationsTimeout(cityModel.ToModel(), h.ops, 2*time.Minute) {
	case porcupine.Illegal:
		t.Fatalf("%d operations on the city strength cannot be put in an order that explains them", len(h.ops))
	case porcupine.Unknown:
		t.Fatalf("whether %d operations are linearizable was not found out in two minutes", len(h.ops))
	}
}

func TestTheModelNoticesALostAndAStaleValue(t *testing.T) {
	write := func(v int, at int64) porcupine.Operation {
		return porcupine.Operation{Input: operation{write: true, value: v}, Output: outcome{}, Call: at, Return: at + 1}
	}
	read := func(v int, at int64) porcupine.Operation {
		return porcupine.Operation{Input: operation{}, Output: outcome{value: v}, Call: at, Return: at + 1}
	}
	good := []porcupine.Operation{write(5, 0), read(5, 10), write(6, 20), read(6, 30)}
	if !porcupine.CheckOperations(cityModel.ToModel(), good) {
		t.Fatal("a right history is refused")
	}
	stale := []porcupine.Operation{write(5, 0), write(6, 10), read(5, 20)}
	if porcupine.CheckOperations(cityModel.ToModel(), stale) {
		t.Fatal("a stale read is not noticed")
	}
}

func TestFault_B4_PublishAnswerLost(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		n := 10_000
		if t.Name() == "TestFault_B4_PublishAnswerLost/jetstream" {
			n = 1_000 // each is on disk before it is answered
		}
		r := rand.New(rand.NewPCG(4, 4))
		f := &faults{Store: open(), made: map[fault]int{}, next: func() fault {
			if r.IntN(4) > 0 {
				return none
			}
			return fault(1 + r.IntN(3))
		}}
		s := service(f, func(o *runner.Options) { o.Jitter = func() float64 { return 0 }; o.Attempts = 50 })
		id := openEpic(t, service(f.Store), "g1")
		before := len(recorded(t, f.Store, id))
		for i := range n {
			c := command(t, judge, group.PostNotice{Text: fmt.Sprintf("notice %d", i)})
			a, err := s.Do(t.Context(), id, c)
			if err != nil {
				t.Fatalf("notice %d: %v", i, err)
			}
			if want := events.Version(before + i + 1); a.Version != want {
				t.Fatalf("notice %d is version %d, want %d: one was stored twice or lost", i, a.Version, want)
			}
		}
		if got := len(recorded(t, open(), id)) - before; got != n {
			t.Fatalf("%d notices are in the log, want %d", got, n)
		}
		t.Logf("fault B4: %d commands, %d answers lost, %d requests lost, %d false conflicts: 0 lost, 0 doubled", n, f.made[lostAnswer], f.made[lostRequest], f.made[conflict])
	})
}

func TestFault_B5_DuplicateAfterTheBrokersWindow(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Synced)
	st := onJetStream(t, srv)
	s := service(st)
	id := openEpic(t, s, "g1")
	window := 100 * time.Millisecond
	js, err := jetstream.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	shorten(t, js, window)
	const n = 20
	var sent []events.Command
	var first []events.Answer
	for i := range n {
		c := command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1 - 2*(i%2)})
		c.Device, c.N = "phone-1", uint64(i+1)
		a, err := s.Do(t.Context(), id, c)
		if err != nil {
			t.Fatal(err)
		}
		sent, first = append(sent, c), append(first, a)
	}
	windowOver(t, js, window)
	fresh := service(onJetStream(t, srv)) // knows nothing but the log
	for i, c := range sent {
		a, err := fresh.Do(t.Context(), id, c)
		want := first[i]
		want.Duplicate = true
		if err != nil || fmt.Sprint(a) != fmt.Sprint(want) {
			t.Fatalf("sent again: %+v, %v; want %+v", a, err, want)
		}
		c.ID = command(t, organiser, group.Resume{}).ID // the same number under another id
		_, err = fresh.Do(t.Context(), id, c)
		refusedWith(t, err, engine.CodeDeviceRepeat)
	}
	if got, want := len(recorded(t, st, id)), 3+n; got != want {
		t.Fatalf("%d commits, want %d", got, want)
	}
	t.Logf("fault B5: %d commands sent again after the window, and %d numbers under other ids: 0 doubled", n, n)
}

// shorten gives the gathering's stream a short window for duplicates.
func shorten(t *testing.T, js jetstream.JetStream, window time.Duration) {
	t.Helper()
	s, err := js.Stream(t.Context(), events.JetStreamName(gathering))
	if err != nil {
		t.Fatal(err)
	}
	cfg := s.CachedInfo().Config
	cfg.Duplicates = window
	if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
}

// windowOver waits until the broker of a stream with that window takes the same message id again.
func windowOver(t *testing.T, js jetstream.JetStream, window time.Duration) {
	t.Helper()
	_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "PROBE", Subjects: []string{"probe"}, Duplicates: window})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		first, err := js.Publish(t.Context(), "probe", nil, jetstream.WithMsgID("same"))
		if err != nil {
			t.Fatal(err)
		}
		if !first.Duplicate && first.Sequence > 1 {
			return
		}
	}
	t.Fatal("the broker's window does not end")
}
