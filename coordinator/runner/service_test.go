package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/vocabulary"
)

func TestACommandSentAgainGetsItsFirstAnswer(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		s := service(open())
		id := openEpic(t, s, "g1")
		c := command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 2})
		first, err := s.Do(t.Context(), id, c)
		if err != nil || first.Duplicate {
			t.Fatalf("%+v, %v", first, err)
		}
		do(t, s, id, organiser, group.Abandon{Reason: "fire alarm"}) // it would be refused by now
		for name, other := range map[string]*runner.Service{"the same server": s, "another server": service(open())} {
			again, err := other.Do(t.Context(), id, c)
			want := first
			want.Duplicate = true
			if err != nil || fmt.Sprint(again) != fmt.Sprint(want) {
				t.Errorf("%s: %+v, %v; want %+v", name, again, err, want)
			}
		}
	})
}

func TestARefusalIsNeverGivenAgainstAnOldState(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		one, two := service(open()), service(open())
		id := openEpic(t, one, "g1")
		do(t, one, id, organiser, group.Pause{Reason: "lunch"})
		_, err := two.Do(t.Context(), id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1}))
		refusedWith(t, err, "paused") // two keeps the paused state
		do(t, one, id, organiser, group.Resume{})
		do(t, two, id, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1})
	})
}

func TestCommandsThatCannotBeAreRefusedAsMalformed(t *testing.T) {
	st := memory.New()
	s := service(st)
	id := openEpic(t, s, "g1")
	good := command(t, organiser, group.Pause{Reason: "lunch"})
	for name, c := range map[string]struct {
		edit func(*events.Command, *events.StreamID)
		code engine.Code
		says string
	}{
		"an id that is none":     {func(c *events.Command, _ *events.StreamID) { c.ID = "1" }, engine.CodeMalformed, "command id"},
		"a stream that is none":  {func(_ *events.Command, id *events.StreamID) { id.Group = "G 1" }, engine.CodeMalformed, "group id"},
		"a kind that is none":    {func(_ *events.Command, id *events.StreamID) { id.Kind = "x" }, engine.CodeMalformed, "stream id"},
		"a device that is none":  {func(c *events.Command, _ *events.StreamID) { c.Device, c.N = "A/B", 1 }, engine.CodeMalformed, "device id"},
		"a count without device": {func(c *events.Command, _ *events.StreamID) { c.N = 1 }, engine.CodeMalformed, "device"},
		"no data":                {func(c *events.Command, _ *events.StreamID) { c.Data = nil }, engine.CodeMalformed, "no data"},
		"a field not known":      {func(c *events.Command, _ *events.StreamID) { c.Data = []byte(`{"reason":"x","raeson":"y"}`) }, engine.CodeMalformed, `"raeson"`},
		"a wrong type":           {func(c *events.Command, _ *events.StreamID) { c.Data = []byte(`{"reason":5}`) }, engine.CodeMalformed, "reason"},
		"no JSON":                {func(c *events.Command, _ *events.StreamID) { c.Data = []byte(`{`) }, engine.CodeMalformed, "decode"},
		"invalid UTF-8":          {func(c *events.Command, _ *events.StreamID) { c.Data = []byte("{\"reason\":\"\xff\"}") }, engine.CodeMalformed, "UTF-8"},
		"too much data": {func(c *events.Command, _ *events.StreamID) {
			c.Data = []byte(`{"reason":"` + strings.Repeat("x", events.MaxCommitBytes) + `"}`)
		}, engine.CodeMalformed, "bytes"},
		"an unknown command": {func(c *events.Command, _ *events.StreamID) { c.Type = "group.explode.v1" }, engine.CodeUnknownCommand, "group.explode.v1"},
		"a newer command":    {func(c *events.Command, _ *events.StreamID) { c.Type = "group.pause.v2" }, engine.CodeUnknownCommand, "group.pause.v2"},
	} {
		t.Run(name, func(t *testing.T) {
			bad, to := good, id
			c.edit(&bad, &to)
			_, err := s.Do(t.Context(), to, bad)
			refusedWith(t, err, c.code)
			if says := engine.AsRefusal(err).Says; !strings.Contains(says, c.says) {
				t.Errorf("says %q, want something about %q", says, c.says)
			}
		})
	}
	if n := len(recorded(t, st, id)); n != 3 {
		t.Fatalf("%d commits, want 3", n)
	}
}

func TestACommandOfTheDeskIsRefusedByAGroup(t *testing.T) {
	s := service(memory.New())
	id := openEpic(t, s, "g1")
	_, err := s.Do(t.Context(), id, command(t, organiser, desk.EndGathering{}))
	refusedWith(t, err, engine.CodeUnknownCommand)
	_, err = s.Do(t.Context(), events.Desk(gathering), command(t, organiser, group.Pause{Reason: "x"}))
	refusedWith(t, err, engine.CodeUnknownCommand)
}

func TestNothingIsDecidedOnAStreamThatCannotBeRead(t *testing.T) {
	st := memory.New()
	s := service(st)
	bad, good := openEpic(t, s, "g1"), openEpic(t, s, "g2")
	last := recorded(t, st, bad)[2]
	newer := events.Commit{
		Stream: bad, Version: 4, Prev: last.Hash, At: time.Now(), Command: command(t, organiser, group.Pause{Reason: "x"}),
		Events: []events.Event{{Type: "group.paused.v7", Data: []byte(`{}`)}},
	}
	raw, err := newer.Encode()
	if err != nil {
		t.Fatal(err)
	}
	st.Put(bad, raw)
	for _, server := range []*runner.Service{s, service(st)} { // one knows the group from before
		_, err = server.Do(t.Context(), bad, command(t, organiser, group.Pause{Reason: "x"}))
		var unknown *events.UnknownTypeError
		if !errors.As(err, &unknown) || unknown.Type != "group.paused.v7" {
			t.Fatalf("after an event of a newer program: %v", err)
		}
		if r, kind := runner.Refuse(err); r.Code != runner.CodeDamaged || kind != runner.KindInternal || !strings.Contains(r.Says, "update muster") {
			t.Fatalf("refused with %+v, %v", r, kind)
		}
		do(t, server, good, captain("g2", "red"), lotr.ChangeThreat{Table: "red", By: 1}) // others go on
	}
	if n := len(recorded(t, st, good)); n != 5 {
		t.Fatalf("%d commits of the good group, want 5", n)
	}
}

func TestAFullQueueAndAGivenUpWaitAreTold(t *testing.T) {
	st := memory.New()
	id := openEpic(t, service(st), "g1")
	g := newGate(st)
	s := service(g, func(o *runner.Options) { o.MaxWaiting = 1 })
	errs := make(chan error, 3)
	ask := func(ctx context.Context, by int) {
		_, err := s.Do(ctx, id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: by}))
		errs <- err
	}
	go ask(t.Context(), 1)
	within(t, g.waiting, "the first command appends")
	waits, giveUp := context.WithCancel(t.Context())
	go ask(waits, 2)
	for { // the second waits once a third finds the queue full
		_, err := s.Do(canceled(), id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 3}))
		if r := engine.AsRefusal(err); r != nil && r.Code == engine.CodeBusy {
			break
		}
	}
	giveUp()
	var gone *events.UnavailableError
	if err := within(t, errs, "the second gives up"); !errors.As(err, &gone) || gone.NotKnown {
		t.Fatalf("the second command: %v", err)
	}
	close(g.open)
	if err := within(t, errs, "the first is answered"); err != nil {
		t.Fatalf("the first command: %v", err)
	}
	if n := len(recorded(t, st, id)); n != 4 {
		t.Fatalf("%d commits, want 4", n)
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestACommandThatHasItsTurnIsFinishedThoughItsSenderGoes(t *testing.T) {
	st := memory.New()
	id := openEpic(t, service(st), "g1")
	g := newGate(st)
	s := service(g)
	ctx, leave := context.WithCancel(t.Context())
	answer := make(chan error, 1)
	go func() {
		_, err := s.Do(ctx, id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1}))
		answer <- err
	}()
	within(t, g.waiting, "the command appends")
	leave()
	close(g.open)
	if err := within(t, answer, "the answer"); err != nil {
		t.Fatal(err)
	}
	if n := len(recorded(t, st, id)); n != 4 {
		t.Fatalf("%d commits, want 4", n)
	}
}

func TestConflictsWithoutEndAreRefusedAsBusy(t *testing.T) {
	st := memory.New()
	id := openEpic(t, service(st), "g1")
	f := &faults{Store: st, made: map[fault]int{}, next: func() fault { return conflict }}
	s := service(f, func(o *runner.Options) { o.Attempts = 5; o.Jitter = func() float64 { return 0 } })
	_, err := s.Do(t.Context(), id, command(t, organiser, group.Pause{Reason: "x"}))
	refusedWith(t, err, engine.CodeBusy)
	if f.made[conflict] != 5 {
		t.Fatalf("%d attempts, want 5", f.made[conflict])
	}
}

func TestAnOutcomeThatStaysUnknownIsSaidToBe(t *testing.T) {
	st := memory.New()
	id := openEpic(t, service(st), "g1")
	f := &faults{Store: st, made: map[fault]int{}, next: func() fault { return lostRequest }}
	s := service(f, func(o *runner.Options) { o.Attempts = 3; o.Jitter = func() float64 { return 0 } })
	_, err := s.Do(t.Context(), id, command(t, organiser, group.Pause{Reason: "x"}))
	var gone *events.UnavailableError
	if !errors.As(err, &gone) || !gone.NotKnown {
		t.Fatalf("got %v", err)
	}
	if r, kind := runner.Refuse(err); r.Code != runner.CodeUnavailable || kind != runner.KindUnavailable {
		t.Fatalf("refused with %+v, %v", r, kind)
	}
}

func TestStoppingAnswersWhatWasTakenAndTakesNoMore(t *testing.T) {
	st := memory.New()
	id := openEpic(t, service(st), "g1")
	g := newGate(st)
	s := service(g)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Run(ctx) }()
	answer := make(chan error, 1)
	go func() {
		_, err := s.Do(t.Context(), id, command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1}))
		answer <- err
	}()
	within(t, g.waiting, "the command appends")
	stop()
	var gone *events.UnavailableError
	for { // once it stops, new commands are refused, though the old one still works
		_, err := s.Do(t.Context(), events.Group(gathering, "g2"), command(t, organiser, group.Resume{}))
		if errors.As(err, &gone) {
			break
		}
	}
	select {
	case err := <-stopped:
		t.Fatalf("stopped with a command in flight: %v", err)
	default:
	}
	close(g.open)
	if err := errors.Join(within(t, answer, "the answer"), within(t, stopped, "the end")); err != nil {
		t.Fatal(err)
	}
}

func TestKeptStatesAreBounded(t *testing.T) {
	for name, edit := range map[string]func(*runner.Options){
		"by number": func(o *runner.Options) { o.MaxStreams = 3 },
		"by size":   func(o *runner.Options) { o.MaxBytes = 12_000 },
	} {
		t.Run(name, func(t *testing.T) {
			reg := prometheus.NewRegistry()
			s := service(memory.New(), edit, func(o *runner.Options) { o.Registerer = reg })
			for i := range 12 {
				openEpic(t, s, events.GroupID(fmt.Sprintf("g%d", i)))
			}
			streams, bytes := gauge(t, reg, "muster_cached_streams"), gauge(t, reg, "muster_cached_bytes")
			if streams > 5 || streams < 1 || bytes > 40_000 || name == "by size" && bytes > 12_000 {
				t.Fatalf("%v streams with %v bytes are kept", streams, bytes)
			}
			for i := range 12 { // forgotten ones are read again
				do(t, s, events.Group(gathering, events.GroupID(fmt.Sprintf("g%d", i))), captain(events.GroupID(fmt.Sprintf("g%d", i)), "red"), lotr.ChangeThreat{Table: "red", By: 1})
			}
		})
	}
}

func gauge(t *testing.T, reg *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}

func TestOutcomesAndBarrierWaitsAreMeasured(t *testing.T) {
	reg := prometheus.NewRegistry()
	now := time.Date(2026, 5, 9, 10, 0, 0, 0, time.UTC)
	st := memory.New()
	st.Now = func() time.Time { return now }
	s := service(st, func(o *runner.Options) { o.Registerer = reg })
	id := openEpic(t, s, "g1")
	for i, table := range tables {
		now = now.Add(time.Duration(i) * time.Minute)
		do(t, s, id, captain("g1", table), group.EndRound{Table: table, Round: 1})
	}
	c := command(t, organiser, group.Pause{Reason: "x"})
	for range 2 {
		if _, err := s.Do(t.Context(), id, c); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Do(t.Context(), id, command(t, events.Actor{Role: events.RoleSpectator}, group.Resume{}))
	refusedWith(t, err, engine.CodeNotAllowed)
	want := `
# HELP muster_commands_total Commands by outcome (accepted, duplicate, refused, unavailable, failed) and, if refused, code.
# TYPE muster_commands_total counter
muster_commands_total{code="",outcome="accepted"} 8
muster_commands_total{code="",outcome="duplicate"} 1
muster_commands_total{code="not-allowed",outcome="refused"} 1
# HELP muster_barrier_wait_seconds Time from the first table's end of a round to the last table's.
# TYPE muster_barrier_wait_seconds histogram
muster_barrier_wait_seconds_bucket{le="1"} 0
muster_barrier_wait_seconds_bucket{le="5"} 0
muster_barrier_wait_seconds_bucket{le="15"} 0
muster_barrier_wait_seconds_bucket{le="30"} 0
muster_barrier_wait_seconds_bucket{le="60"} 0
muster_barrier_wait_seconds_bucket{le="120"} 0
muster_barrier_wait_seconds_bucket{le="300"} 1
muster_barrier_wait_seconds_bucket{le="600"} 1
muster_barrier_wait_seconds_bucket{le="1200"} 1
muster_barrier_wait_seconds_bucket{le="1800"} 1
muster_barrier_wait_seconds_bucket{le="3600"} 1
muster_barrier_wait_seconds_bucket{le="+Inf"} 1
muster_barrier_wait_seconds_sum 180
muster_barrier_wait_seconds_count 1
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(want), "muster_commands_total", "muster_barrier_wait_seconds"); err != nil {
		t.Fatal(err)
	}
}

func TestReplayStopsAtAPosition(t *testing.T) {
	st := memory.New()
	s := service(st)
	id := openEpic(t, s, "g1")
	var at []events.Position
	for range 5 {
		at = append(at, do(t, s, id, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 2}).Position)
	}
	for i, pos := range at {
		got, err := runner.Replay(t.Context(), st, vocabulary.All(), id, pos)
		if err != nil || got.Group == nil || got.Desk != nil {
			t.Fatalf("%+v, %v", got, err)
		}
		red, _ := got.Group.Table("red")
		if want := 30 + 2*(i+1); red.Players[0].Threat != want || got.Head.Position != pos || got.Last.Position != pos {
			t.Fatalf("at %d: threat %d, head %+v; want threat %d", pos, red.Players[0].Threat, got.Head, want)
		}
	}
	whole, err := runner.Replay(t.Context(), st, vocabulary.All(), events.Desk(gathering), 0)
	if err != nil || whole.Desk == nil || !whole.Desk.Opened || whole.Group != nil {
		t.Fatalf("desk: %+v, %v", whole, err)
	}
}

func TestCheckFindsWhatTheRulesWouldNotHaveDecided(t *testing.T) {
	st := memory.New()
	s := service(st)
	id := openEpic(t, s, "g1")
	do(t, s, id, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 2})
	checked(t, st, id)

	forged := func(c events.Command, es ...events.Event) {
		t.Helper()
		all := recorded(t, st, id)
		head := all[len(all)-1].Head()
		if _, err := st.Append(t.Context(), head, store.Draft{Stream: id, Command: c, Events: es}); err != nil {
			t.Fatal(err)
		}
	}
	e := recorded(t, st, id)[3].Events
	forged(command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 2}), e...)                   // the numbers of before
	forged(command(t, captain("g1", "green"), lotr.ChangeThreat{Table: "red", By: 2}), e...)                 // not theirs to ask
	forged(command(t, captain("g1", "red"), lotr.ChangeThreat{Table: "red", By: 1}), append(e[:1], e[0])...) // one event too many
	diffs, err := runner.Check(t.Context(), st, vocabulary.All(), id)
	if err != nil || len(diffs) != 3 {
		t.Fatalf("%d differences, %v", len(diffs), err)
	}
	for i, want := range []string{"event 1 is recorded as", "now refused", "now decided"} {
		if got := diffs[i].String(); !strings.Contains(got, want) || diffs[i].Version != events.Version(5+i) {
			t.Errorf("difference %d: %s", i+1, got)
		}
	}
}

func TestManyGroupsAtOnceKeepToThemselves(t *testing.T) {
	st := memory.New()
	s := service(st, func(o *runner.Options) { o.MaxStreams = 4 }) // and are forgotten meanwhile
	const groups, each = 16, 20
	var wg sync.WaitGroup
	for i := range groups {
		wg.Go(func() {
			g := events.GroupID(fmt.Sprintf("g%d", i))
			id := openEpic(t, s, g)
			for range each {
				do(t, s, id, captain(g, "red"), lotr.ChangeThreat{Table: "red", By: 1})
			}
			state, err := s.Group(t.Context(), gathering, g)
			if err != nil {
				t.Error(err)
				return
			}
			red, _ := state.Table("red")
			if red.Players[0].Threat != 30+each && !red.Players[0].Out {
				t.Errorf("%s: threat %d", g, red.Players[0].Threat)
			}
		})
	}
	wg.Wait()
}
