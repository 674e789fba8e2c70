package process

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/events"
	jsstore "github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

const patience = 60 * time.Second

type rig struct {
	srv   *server.Server
	nc    *nats.Conn
	js    jetstream.JetStream
	store *jsstore.Store
}

func newRig(t *testing.T) rig {
	t.Helper()
	return on(t, storetest.Server(t, ""))
}

func on(t *testing.T, srv *server.Server) rig {
	t.Helper()
	r := rig{srv: srv, nc: storetest.Connect(t, srv)}
	var err error
	if r.js, err = jetstream.New(r.nc); err != nil {
		t.Fatal(err)
	}
	if r.store, err = jsstore.Open(t.Context(), jsstore.Options{Commands: r.nc}); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r rig) options() Options { return Options{NC: r.nc, JS: r.js, List: r.store} }

// start runs the processes with handlers (nil: the real ones) until the returned stop is called or
// the test ends.
func (r rig) start(t *testing.T, p *Processes, handlers map[string]handlerFunc) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	if handlers == nil {
		handlers = p.handlers()
	}
	if _, err := openDeadLetters(ctx, r.js, 1); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- p.run(ctx, handlers) }()
	receive(t, p.Ready(), "the handlers run")
	stop = sync.OnceFunc(func() {
		cancel()
		if err := receive(t, ended, "the processes stop"); err != nil {
			t.Errorf("run: %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func receive[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("not within %v: %s", patience, what)
		panic("unreachable")
	}
}

// gathering fills the desk and two groups of a gathering, and returns its commits in order.
func (r rig) gathering(t *testing.T, g events.GatheringID, rounds int) []events.Recorded {
	t.Helper()
	out := []events.Recorded{storetest.Append(t, r.store, events.Head{}, storetest.Draft(events.Desk(g), "open"))}
	heads := map[events.GroupID]events.Head{}
	for i := range rounds {
		for _, group := range []events.GroupID{"g1", "g2"} {
			d := storetest.Draft(events.Group(g, group), fmt.Sprintf("%s %d", group, i))
			d.Events = append(d.Events, events.Event{Type: "test.second.v1", Data: []byte(`{"second":true}`)})
			if i%2 == 0 {
				d.Command.Actor = events.Actor{Role: events.RoleCaptain, Group: group, Table: "red"}
			}
			rec := storetest.Append(t, r.store, heads[group], d)
			heads[group] = rec.Head()
			out = append(out, rec)
		}
	}
	return out
}

func TestEveryEventIsPublishedOnceMoreInOrder(t *testing.T) {
	r := newRig(t)
	live := make(chan *nats.Msg, 1000)
	sub, err := r.nc.ChanSubscribe("muster.live.>", live)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	before := r.gathering(t, "spring", 20)
	o := r.options()
	reg := prometheus.NewRegistry()
	o.Registerer = reg
	r.start(t, New(o), nil)
	check := func(want []events.Recorded) {
		t.Helper()
		for _, c := range want {
			for i, e := range c.Events {
				m := receive(t, live, "the next live event")
				id := fmt.Sprintf("%s/%d/%d", c.Stream.Gathering, c.Position, i)
				if m.Header["ce-id"][0] != id || m.Header["ce-type"][0] != e.Type || string(m.Data) != string(e.Data) {
					t.Fatalf("got %v %s, want %s %s %s", m.Header, m.Data, id, e.Type, e.Data)
				}
				if want := wantSubject(c); m.Subject != want {
					t.Fatalf("%s was published on %s, want %s", id, m.Subject, want)
				}
			}
		}
	}
	check(before)
	check(r.gathering(t, "autumn", 3)) // appears while the processes run
	requireMetric(t, reg, "muster_process_handler_execution_time_seconds")
}

func wantSubject(c events.Recorded) string {
	subject := "muster.live." + string(c.Stream.Gathering) + "." + string(c.Stream.Group)
	switch {
	case c.Stream.Kind == events.KindDesk:
		return "muster.live." + string(c.Stream.Gathering) + "._desk.coordinator"
	case c.Command.Actor.Table != "":
		return subject + ".red"
	default:
		return subject + ".coordinator"
	}
}

func requireMetric(t *testing.T, reg *prometheus.Registry, name string) {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return
		}
	}
	t.Fatalf("there is no metric %s", name)
}

func (r rig) feed(name string) *Feed {
	return &Feed{JS: r.js, List: r.store, Name: name, Log: New(r.options()).o.Log}
}

func position(t *testing.T, wm *message.Message) events.Position {
	t.Helper()
	n, err := strconv.ParseUint(wm.Metadata.Get(MetaPosition), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return events.Position(n)
}

func TestRedeliveryAfterANackKeepsTheOrder(t *testing.T) {
	r := newRig(t)
	all := r.gathering(t, "spring", 10)
	f := r.feed("order")
	out, err := f.Subscribe(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var seen []events.Position
	for len(seen) < len(all) {
		wm := receive(t, out, "the next commit")
		at := position(t, wm)
		seen = append(seen, at)
		if want := events.Position(len(seen)); at != want {
			t.Fatalf("handed out %v, want 1, 2, 3, …", seen)
		}
		for range int(at) % 3 { // some twice, some three times
			wm.Nack()
			if wm = receive(t, out, "the same commit again"); position(t, wm) != at {
				t.Fatalf("after a nack of %d came %d", at, position(t, wm))
			}
		}
		wm.Ack()
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestACommitThatCannotBeHandledBecomesADeadLetterAndTheLaneGoesOn(t *testing.T) {
	r := newRig(t)
	first := r.gathering(t, "spring", 1)
	if _, err := r.js.Publish(t.Context(), events.LogSubject(events.Group("spring", "g9")), []byte("no commit")); err != nil {
		t.Fatal(err)
	}
	bad := events.Position(len(first) + 1)
	broken := true
	var mu sync.Mutex
	handled := make(chan events.Position, 100)
	h := func(wm *message.Message) error {
		mu.Lock()
		defer mu.Unlock()
		switch at := position(t, wm); {
		case at == bad && broken:
			return &poisonError{errors.New("cannot be decoded\nat all")}
		case at == 2 && broken:
			panic("the handler is wrong")
		default:
			handled <- at
			return nil
		}
	}
	p := New(r.options())
	handlers := map[string]handlerFunc{"test": h}
	r.start(t, p, handlers)
	last := storetest.Append(t, r.store, first[1].Head(), storetest.Draft(events.Group("spring", "g1"), "after"))
	var got []events.Position
	for len(got) == 0 || got[len(got)-1] != last.Position {
		got = append(got, receive(t, handled, "the lane goes on"))
	}
	if want := fmt.Sprint([]events.Position{1, 3, last.Position}); fmt.Sprint(got) != want {
		t.Fatalf("handled %v, want %v", got, want)
	}
	dlq, err := r.js.Stream(t.Context(), DeadLetterStream)
	if err != nil {
		t.Fatal(err)
	}
	letter, err := dlq.GetLastMsgForSubject(t.Context(), DeadLetterSubject("test"))
	if err != nil {
		t.Fatal(err)
	}
	if string(letter.Data) != "no commit" || letter.Header.Get("handler_poisoned") != "test" || letter.Header.Get("reason_poisoned") == "" {
		t.Fatalf("dead letter %v %q", letter.Header, letter.Data)
	}

	res, err := p.requeue(t.Context(), "test", h)
	if err != nil || res != (Requeued{Left: 2}) {
		t.Fatalf("requeued while still broken: %+v, %v", res, err)
	}
	mu.Lock()
	broken = false
	mu.Unlock()
	res, err = p.requeue(t.Context(), "test", h)
	if err != nil || res != (Requeued{Done: 2}) {
		t.Fatalf("requeued after the repair: %+v, %v", res, err)
	}
	if a, b := receive(t, handled, "first letter"), receive(t, handled, "second letter"); a != 2 || b != bad {
		t.Fatalf("letters handled %d, %d; want 2, %d", a, b, bad)
	}
	if res, err = p.requeue(t.Context(), "test", h); err != nil || res != (Requeued{}) {
		t.Fatalf("requeued when nothing is left: %+v, %v", res, err)
	}
}

func TestRequeueOfAnUnknownHandlerIsRefused(t *testing.T) {
	r := newRig(t)
	if _, err := New(r.options()).Requeue(t.Context(), "nobody"); err == nil {
		t.Fatal("no error")
	}
}

func TestATransientErrorIsRetriedInPlace(t *testing.T) {
	r := newRig(t)
	all := r.gathering(t, "spring", 3)
	tries := map[events.Position]int{}
	handled := make(chan events.Position, 100)
	r.start(t, New(r.options()), map[string]handlerFunc{"test": func(wm *message.Message) error {
		at := position(t, wm)
		if tries[at]++; tries[at] < 3 {
			return errors.New("not now")
		}
		handled <- at
		return nil
	}})
	for i := range all {
		if at := receive(t, handled, "the next commit"); at != events.Position(i+1) {
			t.Fatalf("handled %d, want %d", at, i+1)
		}
	}
}

func TestAnotherProcessTakesOverInOrder(t *testing.T) {
	for _, way := range []string{"stopped", "killed"} {
		t.Run(way, func(t *testing.T) {
			srv := storetest.Server(t, "")
			one, two := on(t, srv), on(t, srv)
			all := one.gathering(t, "spring", 10)
			first, second := one.feed("lane"), two.feed("lane")
			a, err := first.Subscribe(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			var held *message.Message
			for want := events.Position(1); want <= 5; want++ {
				held = receive(t, a, "a commit at the first process")
				if got := position(t, held); got != want {
					t.Fatalf("first process has %d, want %d", got, want)
				}
				if want < 5 {
					held.Ack()
				}
			}
			b, err := second.Subscribe(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			// The first process has number 5 and has not said that it is done.
			closed := make(chan error, 1)
			if way == "killed" {
				one.nc.Close()
				go func() { closed <- nil }()
			} else {
				go func() { closed <- first.Close() }()
				held.Nack()
			}
			for want := events.Position(5); want <= events.Position(len(all)); want++ {
				wm := receive(t, b, "a commit at the second process")
				if got := position(t, wm); got != want {
					t.Fatalf("second process has %d, want %d", got, want)
				}
				wm.Ack()
			}
			if err := errors.Join(second.Close(), receive(t, closed, "the first process stops")); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestStartingAndStoppingLosesNothing(t *testing.T) {
	r := newRig(t)
	all := r.gathering(t, "spring", 20)
	handled := make(chan events.Position, 1000)
	h := func(wm *message.Message) error {
		handled <- position(t, wm)
		return nil
	}
	last, starts := events.Position(0), 0
	for ; last < events.Position(len(all)); starts++ {
		stop := r.start(t, New(r.options()), map[string]handlerFunc{"test": h})
		first := receive(t, handled, "a commit after a start")
		stop()
		for at, more := first, true; more; {
			if at > last+1 {
				t.Fatalf("handled %d right after %d", at, last)
			}
			last = max(last, at)
			select {
			case at = <-handled:
			default:
				more = false
			}
		}
	}
	t.Logf("%d commits in %d starts", last, starts)
}
