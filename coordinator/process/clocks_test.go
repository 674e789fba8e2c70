package process

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/runner"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
)

var tourney = events.Tournament(spring, "cup")

// clockStory is a tournament of three tables whose first round is published, and a program that keeps its
// clocks.
type clockStory struct {
	rig
	t *testing.T
	s *runner.Service
}

func newClocks(t *testing.T, srv *server.Server) clockStory {
	t.Helper()
	y := clocksOn(t, srv)
	y.give(events.Desk(spring), desk.OpenGathering{Name: "Spring"})
	y.give(tourney, tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2, SelfReport: true}, Seed: 7})
	var all tournament.Register
	for _, p := range []events.PersonID{"p-1", "p-2", "p-3", "p-4", "p-5", "p-6"} {
		all.Entrants = append(all.Entrants, tournament.Entrant{Player: p})
	}
	y.give(tourney, all, tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1})
	return y
}

// clocksOn is another program on a broker that has the tournament already.
func clocksOn(t *testing.T, srv *server.Server) clockStory {
	t.Helper()
	r := on(t, srv)
	return clockStory{rig: r, t: t, s: runner.New(runner.Options{Store: r.store})}
}

func (y clockStory) give(id events.StreamID, bodies ...events.CommandBody) {
	y.t.Helper()
	for _, body := range bodies {
		if _, err := y.s.Do(y.t.Context(), id, newCommand(y.t, body)); err != nil {
			y.t.Fatalf("%s: %v", body.CommandType(), err)
		}
	}
}

// in is the moment that is so far from now.
func in(d time.Duration) tournament.Moment { return tournament.Moment(time.Now().Add(d).UnixMilli()) }

// begin starts the round so that its time is up in so long.
func (y clockStory) begin(left time.Duration) {
	y.t.Helper()
	y.give(tourney, tournament.StartRound{Round: 1, At: in(left - 50*time.Minute), Minutes: 50})
}

func (y clockStory) now() decider.State {
	y.t.Helper()
	s, err := y.s.Tournament(y.t.Context(), spring, "cup")
	if err != nil {
		y.t.Fatal(err)
	}
	return s
}

// clocks returns the handler of this program, with its stream.
func (y clockStory) clocks() *clocks {
	y.t.Helper()
	if _, err := openTimers(y.t.Context(), y.js, 1); err != nil {
		y.t.Fatal(err)
	}
	return y.program(y.s).clocks()
}

func (y clockStory) program(do runner.Doer) *Processes {
	o := y.options()
	o.Commands, o.Loader, o.Catalogue, o.Tournaments = do, y.store, vocabulary.All(), y.s
	return New(o)
}

// run runs the whole program until the returned stop is called or the test ends. told hears of every
// command that it gives.
func (y clockStory) run() (told <-chan error, stop func()) {
	y.t.Helper()
	answers := make(chan error, 100)
	p := y.program(doer(func(ctx context.Context, id events.StreamID, c events.Command) (events.Answer, error) {
		a, err := y.s.Do(ctx, id, c)
		if c.Type == (tournament.CallTime{}).CommandType() {
			answers <- err
		}
		return a, err
	}))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := receive(y.t, ended, "the program stops"); err != nil {
			y.t.Errorf("run: %v", err)
		}
	})
	y.t.Cleanup(stop)
	receive(y.t, p.Ready(), "the program runs")
	return answers, stop
}

// called waits for the time to be called. A timer that is worked out again while its call is under way comes
// once more, too late.
func called(t *testing.T, told <-chan error) {
	t.Helper()
	for {
		err := receive(t, told, "the time is called")
		if err == nil {
			return
		}
		if r := engine.AsRefusal(err); r == nil || r.Code != decider.CodeNotDue {
			t.Fatal(err)
		}
	}
}

// set returns the timer that is set; false if none is.
func (y clockStory) set() (timer, bool) {
	y.t.Helper()
	s, err := y.js.Stream(y.t.Context(), DueStream)
	if err != nil {
		y.t.Fatal(err)
	}
	due, seq, err := pending(y.t.Context(), s, tourney)
	if err != nil {
		y.t.Fatal(err)
	}
	return due, seq != 0
}

// calls lists the tables of every call of the time, in order.
func (y clockStory) calls() [][]int {
	y.t.Helper()
	var out [][]int
	for r, err := range y.store.Load(y.t.Context(), tourney, events.Head{}) {
		if err != nil {
			y.t.Fatal(err)
		}
		for _, e := range r.Events {
			var called tournament.TimeCalled
			if e.Type == called.EventType() && json.Unmarshal(e.Data, &called) == nil {
				if r.Command.Actor.Role != events.RoleSystem {
					y.t.Errorf("the time was called by %+v", r.Command.Actor)
				}
				out = append(out, called.Tables)
			}
		}
	}
	return out
}

func TestTheTimeOfATableIsCalledWhenItIsDue(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	told, _ := y.run()
	y.begin(40 * time.Minute)
	y.give(
		tourney, tournament.ExtendClock{Round: 1, Table: 2, Seconds: 1, Reason: "a ruling took long"},
		tournament.ExtendClock{Round: 1, Seconds: -40*60 + 1},
	)
	first, _ := y.now().Rounds[0].NextDue()
	called(t, told)
	called(t, told)
	if got := y.calls(); len(got) != 2 || !slices.Equal(got[0], []int{1, 3}) || !slices.Equal(got[1], []int{2}) {
		t.Errorf("the time was called at tables %v, want [1 3] and then [2], which was given more", got)
	}
	if now := in(0); now < first {
		t.Errorf("the time was called %d ms too early", first-now)
	}
}

// The timer follows the clock: there is one, at the moment that is next, and none while nothing runs.
func TestTheTimerFollowsTheClock(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	c := y.clocks()
	at := in(-time.Minute)
	minute := tournament.Moment(60_000)
	expect := func(what string, want tournament.Moment) {
		t.Helper()
		if err := c.set(t.Context(), tourney); err != nil {
			t.Fatal(err)
		}
		due, ok := y.set()
		if ok != (want != 0) || due.At != want {
			t.Errorf("%s: a timer is set (%v) for %d, want %d", what, ok, due.At-at, want-at)
		}
	}
	expect("before the start", 0)
	y.give(tourney, tournament.StartRound{Round: 1, At: at, Minutes: 50})
	expect("started", at+50*minute)
	y.give(tourney, tournament.ExtendClock{Round: 1, Table: 1, Seconds: -600})
	expect("a table with less", at+40*minute)
	r := y.now().Rounds[0]
	y.give(tourney, tournament.EnterResult{Round: 1, Table: 1, Result: won(r.Tables[0].Seats)})
	expect("that table is done", at+50*minute)
	y.give(tourney, tournament.PauseClock{Round: 1, At: at + minute})
	expect("stopped", 0)
	y.give(tourney, tournament.ResumeClock{Round: 1, At: at + 3*minute})
	expect("it runs again", at+52*minute)
	y.give(tourney, tournament.ExtendClock{Round: 1, Seconds: 300})
	expect("more for all", at+57*minute)
	for _, table := range r.Tables[1:] {
		y.give(tourney, tournament.EnterResult{Round: 1, Table: table.N, Result: won(table.Seats)})
	}
	expect("the round is over", 0)
}

func won(seats []int) tournament.Result {
	return tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: seats[0], Games: 2}, {Entrant: seats[1]}}}
}

// The broker stops and starts again on the same files between the setting of a timer and its moment.
func TestATimerFiresAfterARestart(t *testing.T) {
	dir := t.TempDir()
	srv := storetest.Server(t, dir, storetest.Synced)
	y := newClocks(t, srv)
	y.begin(2 * time.Second)
	if err := y.clocks().set(t.Context(), tourney); err != nil {
		t.Fatal(err)
	}
	due, _ := y.set()
	y.nc.Close()
	storetest.Stop(srv)
	y = clocksOn(t, storetest.Server(t, dir, storetest.Synced))
	if again, ok := y.set(); !ok || again != due {
		t.Errorf("after the restart the timer is %+v (%v), before it %+v", again, ok, due)
	}
	told, _ := y.run()
	called(t, told)
	if got := y.calls(); len(got) != 1 || len(got[0]) != 3 {
		t.Errorf("the time was called at tables %v", got)
	}
}

// Nothing ran when the time came, and the timers are lost too: the next start calls it at once.
func TestATimeThatCameWhileNothingRanIsCalledAtTheStart(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	_, stop := y.run()
	y.begin(49 * time.Minute)
	eventually(t, "the timer is set", func() bool { _, ok := y.set(); return ok })
	stop()
	if err := y.js.DeleteStream(t.Context(), DueStream); err != nil {
		t.Fatal(err)
	}
	y.give(tourney, tournament.ExtendClock{Round: 1, Seconds: -49 * 60})
	told, _ := y.run()
	called(t, told)
	if got := y.calls(); len(got) != 1 || len(got[0]) != 3 {
		t.Errorf("the time was called at tables %v", got)
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

func TestATimerThatFiresTwiceCallsOnce(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	c := y.clocks()
	y.begin(-time.Second)
	due, _ := next(y.now().Log)
	due.Stream, due.Version = tourney, y.now().Version()
	for range 2 {
		if err := c.call(y.message(due)); err != nil {
			t.Fatal(err)
		}
	}
	if got := y.calls(); len(got) != 1 {
		t.Fatalf("the time was called at tables %v, want once", got)
	}
	// Out of date: refused, and nothing is left to do.
	due.Version--
	if err := c.call(y.message(due)); err != nil {
		t.Fatalf("an old timer: %v", err)
	}
	if _, ok := y.set(); ok || len(y.calls()) != 1 {
		t.Error("an old timer did something")
	}
}

func (y clockStory) message(due timer) *message.Message {
	y.t.Helper()
	data, err := json.Marshal(due)
	if err != nil {
		y.t.Fatal(err)
	}
	wm := message.NewMessage("m", data)
	wm.SetContext(y.t.Context())
	return wm
}

// A timer that comes before its time was moved sets the one for the new time, if that was lost.
func TestAnOldTimerSetsTheNewOne(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	c := y.clocks()
	y.begin(-time.Second)
	due, _ := next(y.now().Log)
	due.Stream, due.Version = tourney, y.now().Version()
	y.give(tourney, tournament.ExtendClock{Round: 1, Seconds: 600})
	if err := c.call(y.message(due)); err != nil {
		t.Fatal(err)
	}
	want, _ := y.now().Rounds[0].NextDue()
	if got, ok := y.set(); !ok || got.At != want || len(y.calls()) != 0 {
		t.Errorf("the timer is %+v (%v), want one at %d and no call (%v)", got, ok, want, y.calls())
	}
}

// A program that was held up and knows less does not undo what another one has set meanwhile.
func TestAnOlderTimerDoesNotReplaceANewerOne(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	c := y.clocks()
	y.begin(time.Hour)
	old := y.now()
	y.give(tourney, tournament.ExtendClock{Round: 1, Seconds: 600})
	if err := c.set(t.Context(), tourney); err != nil {
		t.Fatal(err)
	}
	want, _ := y.set()
	c.tournaments = still{old}
	if err := c.set(t.Context(), tourney); err != nil {
		t.Fatal(err)
	}
	if got, _ := y.set(); got != want {
		t.Errorf("the timer is %+v, want %+v", got, want)
	}
	// Both at the same moment: the condition on what was there catches it.
	s, err := y.js.Stream(t.Context(), DueStream)
	if err != nil {
		t.Fatal(err)
	}
	_, seq, err := pending(t.Context(), s, tourney)
	if err != nil {
		t.Fatal(err)
	}
	if moved, err := c.publish(t.Context(), tourney, want, seq-1); err != nil || !moved {
		t.Errorf("a timer replaced one it did not know: %v, %v", moved, err)
	}
}

// still is a tournament that somebody has read and that does not move.
type still struct{ s decider.State }

func (s still) Tournament(context.Context, events.GatheringID, events.GroupID) (decider.State, error) {
	return s.s, nil
}

// Two programs on one broker call a time once, and nothing is left for people to deal with.
func TestTwoProgramsCallATimeOnce(t *testing.T) {
	srv := storetest.Server(t, "")
	y := newClocks(t, srv)
	y.run()
	other := clocksOn(t, srv)
	other.run()
	y.begin(time.Second)
	eventually(t, "both know", func() bool { return len(other.calls()) == 1 && len(y.calls()) == 1 })
	if w, err := y.program(y.s).DeadLetters(t.Context()); err != nil || len(w) != 0 {
		t.Errorf("dead letters %+v, %v", w, err)
	}
}

// While nothing can be recorded the call waits.
func TestACallWaitsUntilItCanBeRecorded(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	c := y.clocks()
	y.begin(-time.Second)
	away := true
	c.do = doer(func(ctx context.Context, id events.StreamID, cmd events.Command) (events.Answer, error) {
		if away {
			return events.Answer{}, &events.UnavailableError{Op: "append", Reason: "the disk is full"}
		}
		return y.s.Do(ctx, id, cmd)
	})
	due, _ := next(y.now().Log)
	due.Stream, due.Version = tourney, y.now().Version()
	if err := c.call(y.message(due)); !passes(err) || !records[DueHandler] {
		t.Fatalf("got %v, want an error that passes, of a handler that waits", err)
	}
	away = false
	if err := c.call(y.message(due)); err != nil || len(y.calls()) != 1 {
		t.Errorf("called %v, %v", y.calls(), err)
	}
}

func TestWhatIsNoTimerIsADeadLetter(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	wm := message.NewMessage("m", []byte("no timer"))
	wm.SetContext(t.Context())
	var p *poisonError
	if err := y.clocks().call(wm); !errors.As(err, &p) {
		t.Errorf("got %v", err)
	}
	if err := y.clocks().handle(wm); !errors.As(err, &p) {
		t.Errorf("a commit of no stream: %v", err)
	}
}

// A stream of timers must not be one of those that a log is kept in, and keeps one timer for a tournament.
func TestTimersAreKeptApart(t *testing.T) {
	y := newClocks(t, storetest.Server(t, ""))
	s, err := openTimers(t.Context(), y.js, 1)
	if err != nil {
		t.Fatal(err)
	}
	cfg := s.CachedInfo().Config
	if cfg.Storage != jetstream.FileStorage || !cfg.AllowMsgSchedules || cfg.MaxMsgsPerSubject != 1 || cfg.Name == events.JetStreamName(spring) {
		t.Errorf("the timers are kept in %+v", cfg)
	}
}
