package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/storetest"
)

const bree events.GatheringID = "bree"

var (
	desk = events.Desk(bree)
	red  = events.Group(bree, "red")
)

// stored returns the number of messages that the broker holds of the gathering.
func stored(t testing.TB, srv *server.Server) uint64 {
	t.Helper()
	js, err := natsjs.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(storetest.Context(t), events.JetStreamName(bree))
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

// The acknowledgement of an append is lost on the way: the commit is looked up by its command id and
// answered as what it is, and nothing is published a second time.
func TestFault_B4_AcknowledgementLost(t *testing.T) {
	appends := 60
	if os.Getenv("MUSTER_FAULTS") == "full" {
		appends = 2000
	}
	srv := storetest.Server(t, "", storetest.Listening)
	p := newProxy(t, srv.Addr().String())
	nc, err := nats.Connect(p.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	s := openWith(t, nc, nc, func(o *jetstream.Options) { o.AckWait = 20 * time.Millisecond })
	patient := open(t, srv)
	head := storetest.Append(t, patient, events.Head{}, storetest.Draft(desk, "opened")).Head()
	rng := rand.New(rand.NewPCG(4, 4))
	again := 0
	for i := range appends {
		if rng.IntN(2) == 0 {
			p.lose.Store(1)
		}
		d := storetest.Draft(desk, fmt.Sprint(i))
		for {
			res, err := s.Append(storetest.Context(t), head, d)
			var u *events.UnavailableError
			if errors.As(err, &u) { // too slow a machine for the short wait: the same command again
				again++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.Version != head.Version+1 || res.Command.ID != d.Command.ID {
				t.Fatalf("append %d: got version %d", i, res.Version)
			}
			head = res.Head()
			break
		}
	}
	if n := stored(t, srv); n != uint64(appends)+1 {
		t.Fatalf("%d messages are stored, want %d", n, appends+1)
	}
	if p.lost.Load() == 0 {
		t.Fatal("no acknowledgement was lost")
	}
	t.Logf("fault B4: %d appends, %d acknowledgements lost, sent again %d times, 0 lost, 0 doubled", appends, p.lost.Load(), again)
}

// While neither answers nor reads come through, the outcome is not known; afterwards the same command
// finds out.
func TestOutcomeNotKnownUntilTheLogAnswersAgain(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Listening)
	p := newProxy(t, srv.Addr().String())
	nc, err := nats.Connect(p.url(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	reads, err := nats.Connect(p.url())
	if err != nil {
		t.Fatal(err)
	}
	s := openWith(t, nc, reads, func(o *jetstream.Options) { o.AckWait = 300 * time.Millisecond })
	first := storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	reads.Close() // nothing can be looked up
	p.lose.Store(1)
	d := storetest.Draft(desk, "lost")
	_, err = s.Append(storetest.Context(t), first.Head(), d)
	var u *events.UnavailableError
	if !errors.As(err, &u) || !u.NotKnown {
		t.Fatalf("got %v, want an UnavailableError whose outcome is not known", err)
	}
	res, err := open(t, srv).Append(storetest.Context(t), first.Head(), d)
	if err != nil || !res.Duplicate || res.Version != 2 {
		t.Errorf("the same command again: version %d, duplicate %v, %v", res.Version, res.Duplicate, err)
	}
	if n := stored(t, srv); n != 2 {
		t.Errorf("%d messages are stored, want 2", n)
	}
}

// A context that ends while the answer is outstanding does not hide what became of the append.
func TestGivenUpWhileUnderWay(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Listening)
	p := newProxy(t, srv.Addr().String())
	nc, err := nats.Connect(p.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	s := openWith(t, nc, nc)
	first := storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	ctx, cancel := context.WithCancel(storetest.Context(t))
	p.lose.Store(1)
	go func() {
		for p.lost.Load() == 0 && ctx.Err() == nil {
			wait(ctx, time.Millisecond)
		}
		cancel() // the commit is stored, its acknowledgement is gone
	}()
	res, err := s.Append(ctx, first.Head(), storetest.Draft(desk, "given up"))
	if err != nil || res.Version != 2 || res.Duplicate {
		t.Errorf("got version %d, duplicate %v, %v", res.Version, res.Duplicate, err)
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// A command is known for ever, not only as long as the broker's own window is open.
func TestFault_B5_DuplicateAfterTheWindow(t *testing.T) {
	srv := storetest.Server(t, "")
	js, err := natsjs.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	cfg := jetstream.Config(bree, 1, 0)
	cfg.Duplicates = 100 * time.Millisecond
	if _, err := js.CreateStream(storetest.Context(t), cfg); err != nil {
		t.Fatal(err)
	}
	s := open(t, srv)
	storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	d := storetest.Draft(red, "once")
	once := storetest.Append(t, s, events.Head{}, d)
	waitForWindow(t, js)
	for name, want := range map[string]events.Head{"with a stale expectation": {}, "with the right expectation": once.Head()} {
		for _, other := range []store.Store{s, open(t, srv)} {
			res, err := other.Append(storetest.Context(t), want, d)
			if err != nil || !res.Duplicate || res.Hash != once.Hash {
				t.Errorf("%s: duplicate %v, %v", name, res.Duplicate, err)
			}
		}
	}
	if got := storetest.Load(t, s, red); len(got) != 1 {
		t.Errorf("%d commits, want 1", len(got))
	}
	t.Log("fault B5: sent again 4 times after the broker's window, 0 doubled")
}

// waitForWindow returns when the broker has forgotten the ids of everything stored before.
func waitForWindow(t *testing.T, js natsjs.JetStream) {
	t.Helper()
	ctx := storetest.Context(t)
	probe := events.LogSubject(events.Group(bree, "probe"))
	for n := 0; ctx.Err() == nil; n++ {
		ack, err := js.Publish(ctx, probe, []byte("probe"), natsjs.WithMsgID("probe"))
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 && !ack.Duplicate {
			return
		}
		wait(ctx, 10*time.Millisecond)
	}
	t.Fatal("the broker does not forget")
}

// What the broker recognises as a duplicate is read and must be the command.
func TestBrokerRecognisesAMessageThatIsNotTheCommand(t *testing.T) {
	srv := storetest.Server(t, "")
	s := open(t, srv)
	storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	d := storetest.Draft(red, "mine")
	nc := storetest.Connect(t, srv)
	msg := nats.NewMsg(events.LogSubject(events.Group(bree, "blue")))
	msg.Header.Set(nats.MsgIdHdr, jetstream.MessageID(red, d.Command.ID))
	msg.Data = []byte("something else")
	if _, err := nc.RequestMsg(msg, storetest.Patience); err != nil {
		t.Fatal(err)
	}
	_, err := s.Append(storetest.Context(t), events.Head{}, d)
	var corrupt *events.CorruptError
	if !errors.As(err, &corrupt) {
		t.Errorf("got %v, want a CorruptError", err)
	}
}

// The broker is stopped and started again: appends say so at once, a follower goes on in order.
func TestBrokerGoneAndBack(t *testing.T) {
	dir := t.TempDir()
	srv := storetest.Server(t, dir, storetest.Listening)
	p := portOf(srv)
	port := func(o *server.Options) {
		storetest.Listening(o)
		o.Port = p
	}
	nc := storetest.Connect(t, srv)
	gone, back := make(chan struct{}), make(chan struct{})
	var once sync.Once
	nc.SetDisconnectErrHandler(func(*nats.Conn, error) { once.Do(func() { close(gone) }) })
	nc.SetReconnectHandler(func(*nats.Conn) { close(back) })
	s := openWith(t, nc, nc)
	all := []events.Recorded{storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))}
	all = append(all, storetest.Fill(t, s, red, events.Head{}, 10)...)

	got := make(chan events.Recorded, 100)
	ctx, cancel := context.WithCancel(storetest.Context(t))
	done := make(chan error, 1)
	go func() {
		for r, err := range s.Follow(ctx, bree, 0) {
			if err != nil {
				done <- err
				return
			}
			got <- r
		}
		done <- nil
	}()
	next(t, got, all)

	storetest.Stop(srv)
	<-gone
	_, err := s.Append(storetest.Context(t), all[10].Head(), storetest.Draft(red, "while it is gone"))
	var u *events.UnavailableError
	if !errors.As(err, &u) || u.NotKnown || u.Reason == "" {
		t.Errorf("append: got %v, want an UnavailableError that nothing was stored", err)
	}
	for _, err := range s.Load(brief(t), red, events.Head{}) {
		if !errors.As(err, &u) {
			t.Errorf("load: got %v, want an UnavailableError", err)
		}
	}
	if _, err := s.End(brief(t), bree); !errors.As(err, &u) {
		t.Errorf("end: got %v, want an UnavailableError", err)
	}
	if _, err := s.Gatherings(brief(t)); !errors.As(err, &u) {
		t.Errorf("gatherings: got %v, want an UnavailableError", err)
	}

	storetest.Server(t, dir, port)
	<-back
	more := storetest.Fill(t, s, red, all[10].Head(), 5)
	next(t, got, more)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	nc.Close()
	for _, err := range s.Follow(storetest.Context(t), bree, 0) {
		if !errors.As(err, &u) {
			t.Errorf("follow on a closed connection: got %v, want an UnavailableError", err)
		}
	}
}

// portOf returns the port on which a running server listens.
func portOf(srv *server.Server) int { return srv.Addr().(*net.TCPAddr).Port }

func brief(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// next checks that a follower delivers these commits next.
func next(t *testing.T, got <-chan events.Recorded, want []events.Recorded) {
	t.Helper()
	for _, w := range want {
		select {
		case r := <-got:
			storetest.Same(t, []events.Recorded{r}, []events.Recorded{w})
		case <-storetest.Context(t).Done():
			t.Fatalf("position %d was not delivered", w.Position)
		}
	}
}

// Readers leave no consumers behind.
func TestReadersLeaveNothingInTheBroker(t *testing.T) {
	srv := storetest.Server(t, "")
	s := open(t, srv)
	first := storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	storetest.Fill(t, s, desk, first.Head(), 5)
	for range 20 {
		storetest.Load(t, s, desk)
		storetest.Follow(t, s, bree, 0, 3)
	}
	js, err := natsjs.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	for ctx := storetest.Context(t); ; wait(ctx, 10*time.Millisecond) {
		st, err := js.Stream(ctx, events.JetStreamName(bree))
		if err != nil {
			t.Fatal(err)
		}
		if st.CachedInfo().State.Consumers == 0 {
			return
		}
	}
}

// A follower is stopped without delay while the broker is gone.
func TestFollowerStopsWhileTheBrokerIsGone(t *testing.T) {
	srv := storetest.Server(t, "", storetest.Listening)
	s := open(t, srv)
	storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	ctx, cancel := context.WithCancel(storetest.Context(t))
	seen, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for range s.Follow(ctx, bree, 0) {
			close(seen)
		}
	}()
	<-seen
	storetest.Stop(srv)
	cancel()
	select {
	case <-done:
	case <-storetest.Context(t).Done():
		t.Fatal("the follower did not end")
	}
}

func TestStreamFull(t *testing.T) {
	srv := storetest.Server(t, "")
	s := open(t, srv, func(o *jetstream.Options) { o.MaxBytes = 16 << 10 })
	head := events.Head{}
	var all []events.Recorded
	for {
		d := storetest.Draft(desk, strings.Repeat("x", 500))
		res, err := s.Append(storetest.Context(t), head, d)
		if err != nil {
			var u *events.UnavailableError
			if !errors.As(err, &u) || u.NotKnown || !strings.Contains(u.Reason, "full") {
				t.Fatalf("got %v, want an UnavailableError that says it is full", err)
			}
			break
		}
		head = res.Head()
		if all = append(all, res.Recorded); len(all) > 100 {
			t.Fatal("the stream is never full")
		}
	}
	storetest.Same(t, storetest.Load(t, s, desk), all)
	js, err := natsjs.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.UpdateStream(storetest.Context(t), jetstream.Config(bree, 1, 1<<20)); err != nil {
		t.Fatal(err)
	}
	storetest.Append(t, s, head, storetest.Draft(desk, "there is room again"))
}

func TestServerThatTakesOnlySmallMessages(t *testing.T) {
	srv := storetest.Server(t, "", func(o *server.Options) { o.MaxPayload = 4096 })
	s := open(t, srv)
	first := storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	_, err := s.Append(storetest.Context(t), first.Head(), storetest.Draft(desk, strings.Repeat("x", 5000)))
	var size *events.SizeError
	if !errors.As(err, &size) {
		t.Errorf("got %v, want a SizeError", err)
	}
}

func TestServerWithoutJetStream(t *testing.T) {
	srv := storetest.Server(t, "", func(o *server.Options) { o.JetStream = false })
	nc := storetest.Connect(t, srv)
	_, err := jetstream.Open(storetest.Context(t), jetstream.Options{Commands: nc})
	var u *events.UnavailableError
	if !errors.As(err, &u) || !strings.Contains(u.Reason, "JetStream") {
		t.Errorf("got %v, want an UnavailableError that names JetStream", err)
	}
}

// A gathering's log begins with its desk, and is not begun again where it is known to have been.
func TestWhereALogMayBegin(t *testing.T) {
	srv := storetest.Server(t, "")
	s := open(t, srv)
	_, err := s.Append(storetest.Context(t), events.Head{}, storetest.Draft(red, "before its desk"))
	var u *events.UnavailableError
	if !errors.As(err, &u) || u.NotKnown {
		t.Errorf("a group before its desk: got %v, want an UnavailableError", err)
	}
	refusal := errors.New("the ledger knows it")
	careful := open(t, srv, func(o *jetstream.Options) { o.MayCreate = func(events.GatheringID) error { return refusal } })
	if _, err := careful.Append(storetest.Context(t), events.Head{}, storetest.Draft(desk, "opened")); !errors.Is(err, refusal) {
		t.Errorf("got %v, want the refusal", err)
	}
	first := storetest.Append(t, s, events.Head{}, storetest.Draft(desk, "opened"))
	storetest.Append(t, careful, events.Head{}, storetest.Draft(red, "it is there now"))

	js, err := natsjs.New(storetest.Connect(t, srv))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(storetest.Context(t), events.JetStreamName(bree)); err != nil {
		t.Fatal(err)
	}
	var corrupt *events.CorruptError
	for what, want := range map[string]events.Head{"anew": {}, "on": first.Head()} {
		if _, err := s.Append(storetest.Context(t), want, storetest.Draft(desk, "after it was lost")); !errors.As(err, &corrupt) {
			t.Errorf("the log is gone; going %s: got %v, want a CorruptError", what, err)
		}
	}
	for _, err := range s.Follow(storetest.Context(t), bree, first.Position) {
		if !errors.As(err, &corrupt) {
			t.Errorf("follow: got %v, want a CorruptError", err)
		}
	}
}

func TestConfig(t *testing.T) {
	for replicas, direct := range map[int]bool{1: true, 3: false, 5: false} {
		c := jetstream.Config(bree, replicas, 0)
		if c.AllowDirect != direct || c.Replicas != replicas {
			t.Errorf("%d replicas: direct reads %v", replicas, c.AllowDirect)
		}
		if !c.DenyDelete || !c.DenyPurge || c.Storage != natsjs.FileStorage || c.MaxAge != 0 || c.MaxMsgs > 0 || c.MaxBytes > 0 {
			t.Errorf("something may be deleted: %+v", c)
		}
		if c.Name != "MUSTER_LOG_bree" || len(c.Subjects) != 1 || c.Subjects[0] != "muster.log.bree.>" {
			t.Errorf("name %q, subjects %v", c.Name, c.Subjects)
		}
	}
}
