package presence

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

var (
	rivendell = deps.Seat{Gathering: "spring", Group: "fellowship", Table: "t2"}
	esgaroth  = deps.Seat{Gathering: "spring", Group: "fellowship", Table: "t3"}
)

// wire carries messages between the servers of a test; cut servers neither hear nor are heard.
type wire struct {
	mu    sync.Mutex
	ends  map[*end]func(string, []byte)
	count int
}

type end struct {
	w   *wire
	mu  sync.Mutex
	cut bool
}

func (e *end) off() bool { e.mu.Lock(); defer e.mu.Unlock(); return e.cut }

func (e *end) Publish(subject string, data []byte) error {
	if e.off() {
		return fmt.Errorf("no connection")
	}
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	e.w.count++
	for to, f := range e.w.ends {
		if !to.off() {
			go f(subject, data) // as NATS does: not on the caller's goroutine
		}
	}
	return nil
}

func (e *end) Subscribe(filter string, f func(string, []byte)) (func() error, error) {
	if filter != Filter {
		return nil, fmt.Errorf("subscribed to %s, want %s", filter, Filter)
	}
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	e.w.ends[e] = f
	return func() error { e.w.mu.Lock(); defer e.w.mu.Unlock(); delete(e.w.ends, e); return nil }, nil
}

// server is a running Presence.
type server struct {
	*Presence
	end  *end
	stop func()
}

func (w *wire) start(t *testing.T) *server {
	t.Helper()
	e := &end{w: w}
	s := &server{Presence: New(e, time.Now, slog.New(slog.DiscardHandler)), end: e}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	t.Cleanup(s.stop)
	return s
}

// bubble runs a test on a fake clock.
func bubble(t *testing.T, f func(t *testing.T, w *wire)) {
	synctest.Test(t, func(t *testing.T) { f(t, &wire{ends: map[*end]func(string, []byte){}}) })
}

func after(d time.Duration) { time.Sleep(d); synctest.Wait() } // on the fake clock

func want(t *testing.T, s *server, at deps.Seat, recorder events.DeviceID, state string, ago time.Duration) deps.Phone {
	t.Helper()
	p := s.Phone(at, recorder)
	if p.State != state {
		t.Fatalf("the phone of %s is %s since %v, want %s", at.Table, p.State, time.Since(p.Since), state)
	}
	if state != deps.PhoneNever && (time.Since(p.Since)-ago).Abs() > time.Second {
		t.Errorf("the phone of %s is %s for %v, want %v", at.Table, p.State, time.Since(p.Since), ago)
	}
	return p
}

func TestAPhoneComesAndGoes(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		after(time.Minute)
		want(t, s, rivendell, "", deps.PhoneNever, 0)
		want(t, s, rivendell, "phone", deps.PhoneUnseen, time.Minute)
		closed := s.Opened(rivendell, "phone", deps.Report{Version: "table-A.js"})
		after(30 * time.Second)
		if p := want(t, s, rivendell, "phone", deps.PhoneConnected, 30*time.Second); p.Version != "table-A.js" || p.Others != 0 {
			t.Errorf("%+v, want version table-A.js and no other phone", p)
		}
		if n := s.Here(); n != 1 {
			t.Errorf("%d phones are here, want 1", n)
		}
		closed()
		closed() // a second time changes nothing
		after(5 * time.Minute)
		want(t, s, rivendell, "phone", deps.PhoneGone, 5*time.Minute)
		want(t, s, esgaroth, "", deps.PhoneNever, 0)
		if n := s.Here(); n != 0 {
			t.Errorf("%d phones are here, want none", n)
		}
	})
}

// A second tab does not end the phone when it closes.
func TestAPhoneIsThereUntilItsLastStreamCloses(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		one, two := s.Opened(rivendell, "phone", deps.Report{}), s.Opened(rivendell, "phone", deps.Report{})
		one()
		want(t, s, rivendell, "phone", deps.PhoneConnected, 0)
		two()
		want(t, s, rivendell, "phone", deps.PhoneGone, 0)
	})
}

func TestAStreamWithoutASignOfLifeIsADeadLink(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		defer s.Opened(rivendell, "phone", deps.Report{})()
		for range 8 {
			after(15 * time.Second)
			s.Heard(rivendell, "phone", deps.Report{})
		}
		want(t, s, rivendell, "phone", deps.PhoneConnected, 2*time.Minute)
		changed := s.Changed("spring")
		after(Silence + Tick)
		want(t, s, rivendell, "phone", deps.PhoneGone, Silence+Tick)
		wantClosed(t, changed, "a link went dead")
		s.Heard(rivendell, "phone", deps.Report{})
		want(t, s, rivendell, "phone", deps.PhoneConnected, 2*time.Minute+Silence+Tick)
	})
}

func wantClosed(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	default:
		t.Errorf("pages were not told that %s", what)
	}
}

func TestAPhoneSaysWhatWaitsAndThatItIsPutAway(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		closed := s.Opened(rivendell, "phone", deps.Report{Waiting: 4, Oldest: 90 * time.Second})
		after(time.Second)
		if p := s.Phone(rivendell, "phone"); p.Waiting != 4 || time.Since(p.Oldest) != 91*time.Second {
			t.Errorf("%d entries wait for %v, want 4 for 91 s", p.Waiting, time.Since(p.Oldest))
		}
		changed := s.Changed("spring")
		s.Heard(rivendell, "phone", deps.Report{})
		after(Tick)
		wantClosed(t, changed, "nothing waits any more")
		if p := s.Phone(rivendell, "phone"); p.Waiting != 0 || !p.Oldest.IsZero() {
			t.Errorf("%+v, want nothing waiting", p)
		}
		closed()
		s.Heard(rivendell, "phone", deps.Report{Away: true})
		after(time.Minute)
		want(t, s, rivendell, "phone", deps.PhoneAway, time.Minute)
		s.Opened(rivendell, "phone", deps.Report{})
		after(time.Second)
		want(t, s, rivendell, "phone", deps.PhoneConnected, time.Second)
	})
}

func TestAnUnchangedReportWakesNobody(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		defer s.Opened(rivendell, "phone", deps.Report{Waiting: 1, Oldest: time.Second})()
		after(2 * Tick)
		changed, other := s.Changed("spring"), s.Changed("autumn")
		for i := range 4 {
			after(15 * time.Second)
			s.Heard(rivendell, "phone", deps.Report{Waiting: 1, Oldest: time.Duration(15*(i+1)+2) * time.Second})
		}
		select {
		case <-changed:
			t.Error("pages were told although nothing changed")
		default:
		}
		s.Heard(rivendell, "phone", deps.Report{Waiting: 2, Oldest: time.Minute})
		after(Tick)
		wantClosed(t, changed, "another entry waits")
		select {
		case <-other:
			t.Error("pages of another gathering were told")
		default:
		}
	})
}

// Another phone of the table does not hide that the one that records is gone.
func TestThePhoneThatRecordsIsTheOneThatCounts(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		closed := s.Opened(rivendell, "records", deps.Report{})
		defer s.Opened(rivendell, "watches", deps.Report{})()
		if p := want(t, s, rivendell, "records", deps.PhoneConnected, 0); p.Others != 1 {
			t.Errorf("%d other phones, want 1", p.Others)
		}
		closed()
		after(10 * time.Second)
		if p := want(t, s, rivendell, "records", deps.PhoneGone, 10*time.Second); p.Others != 1 {
			t.Errorf("%d other phones, want 1", p.Others)
		}
		want(t, s, rivendell, "", deps.PhoneConnected, 10*time.Second) // nobody records yet: any phone counts
		if p := want(t, s, rivendell, "unknown", deps.PhoneUnseen, 10*time.Second); p.Others != 1 {
			t.Errorf("%d other phones, want 1", p.Others)
		}
	})
}

func TestEveryServerKnowsThePhonesOfTheOthers(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		a, b := w.start(t), w.start(t)
		synctest.Wait()
		changed := b.Changed("spring")
		closed := a.Opened(rivendell, "phone", deps.Report{Waiting: 2, Oldest: time.Minute, Version: "table-A.js", Alarm: true})
		after(Tick)
		wantClosed(t, changed, "a phone came at another server")
		p := want(t, b, rivendell, "phone", deps.PhoneConnected, Tick)
		if p.Waiting != 2 || (time.Since(p.Oldest)-time.Minute).Abs() > time.Second || p.Version != "table-A.js" || !p.Alarm {
			t.Errorf("the other server says %+v", p)
		}
		if n := b.Here(); n != 0 {
			t.Errorf("%d phones are at the other server, want none", n)
		}
		for range 10 { // reports reach the other one: the phone is heard all the same
			after(15 * time.Second)
			b.Heard(rivendell, "phone", deps.Report{})
		}
		after(Beat)
		want(t, a, rivendell, "phone", deps.PhoneConnected, 150*time.Second+Beat)
		want(t, b, rivendell, "phone", deps.PhoneConnected, 150*time.Second+Beat)
		closed()
		after(Tick)
		want(t, b, rivendell, "phone", deps.PhoneGone, Tick)
	})
}

func TestAServerThatDiesTakesItsPhonesWithIt(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		a, b := w.start(t), w.start(t)
		defer a.Opened(rivendell, "phone", deps.Report{})()
		after(time.Minute)
		b.Heard(rivendell, "phone", deps.Report{}) // it was alive a moment ago
		want(t, b, rivendell, "phone", deps.PhoneConnected, time.Minute)
		a.end.mu.Lock()
		a.end.cut = true
		a.end.mu.Unlock()
		changed := b.Changed("spring")
		after(Lost - Beat - Tick)
		want(t, b, rivendell, "phone", deps.PhoneConnected, time.Minute+Lost-Beat-Tick)
		after(Beat + 2*Tick) // 12.5 s after the cut
		p := b.Phone(rivendell, "phone")
		if p.State != deps.PhoneGone {
			t.Fatalf("%v after its server died the phone is still %s", Lost+Tick, p.State)
		}
		wantClosed(t, changed, "a server died")
		closed := b.Opened(rivendell, "phone", deps.Report{}) // the phone comes to the other server
		want(t, b, rivendell, "phone", deps.PhoneConnected, 0)
		closed()
	})
}

func TestAServerThatStopsSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		a, b := w.start(t), w.start(t)
		closed := a.Opened(rivendell, "phone", deps.Report{})
		after(time.Second)
		a.stop()
		closed()
		synctest.Wait()
		want(t, b, rivendell, "phone", deps.PhoneGone, 0)
	})
}

// A server that starts later hears at once of what the others know, also of phones that are gone.
func TestAServerThatStartsIsTold(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		a := w.start(t)
		a.Opened(rivendell, "phone", deps.Report{Waiting: 3, Oldest: time.Second})()
		after(10 * time.Minute)
		b := w.start(t)
		after(2 * Tick)
		if p := want(t, b, rivendell, "phone", deps.PhoneGone, 10*time.Minute+2*Tick); p.Waiting != 3 {
			t.Errorf("%d entries wait, want 3", p.Waiting)
		}
	})
}

// Phones that are gone cost no messages.
func TestOnlyConnectedPhonesAreToldOfAgainAndAgain(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		s.Opened(rivendell, "phone", deps.Report{})()
		after(time.Minute)
		w.mu.Lock()
		before := w.count
		w.mu.Unlock()
		after(time.Hour)
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.count != before {
			t.Errorf("%d messages about a phone that is gone, want none", w.count-before)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := &server{Presence: New(&end{w: w}, time.Now, slog.New(slog.DiscardHandler))} // does not run: the clock goes far
		defer s.Opened(rivendell, "first", deps.Report{})()
		for i := range 3 * MaxPhones {
			time.Sleep(time.Second)
			s.Opened(rivendell, events.DeviceID(fmt.Sprintf("d-%d", i)), deps.Report{})()
			s.Heard(rivendell, "first", deps.Report{})
		}
		if n := len(s.tables[rivendell]); n != MaxPhones {
			t.Errorf("%d phones of one table are known, want %d", n, MaxPhones)
		}
		want(t, s, rivendell, "first", deps.PhoneConnected, 24*time.Second)
		for i := range MaxTables + 5 {
			s.Opened(deps.Seat{Gathering: "spring", Group: "g", Table: events.TableID(fmt.Sprintf("t%d", i))}, "d", deps.Report{})()
		}
		if n := len(s.tables); n != MaxTables {
			t.Errorf("%d tables are known, want %d", n, MaxTables)
		}
		want(t, s, rivendell, "first", deps.PhoneConnected, 24*time.Second)
		s.look()
		if n := len(s.said); n != MaxTables {
			t.Errorf("%d tables were told of, want %d", n, MaxTables)
		}
		time.Sleep(Keep + time.Minute)
		s.look()
		if len(s.tables) != 1 || len(s.said) != 1 || len(s.tables[rivendell]) != 1 {
			t.Errorf("after a day %d tables and %d lines are kept, want that of the phone whose stream is open", len(s.tables), len(s.said))
		}
	})
}

// At most MaxPhones connected phones of one table are known; one more is not, and breaks nothing.
func TestMorePhonesThanTheBound(t *testing.T) {
	bubble(t, func(t *testing.T, w *wire) {
		s := w.start(t)
		for i := range MaxPhones + 1 {
			defer s.Opened(rivendell, events.DeviceID(fmt.Sprintf("d-%d", i)), deps.Report{})()
		}
		if n := s.Here(); n != MaxPhones {
			t.Errorf("%d phones are here, want %d", n, MaxPhones)
		}
	})
}

func TestOnlyReportsAreRead(t *testing.T) {
	many := `{"server":"s","phones":[` + strings.Repeat(`{"device":"d"},`, MaxPhones) + `{"device":"d"}]}`
	for name, c := range map[string]struct{ subject, data string }{
		"another subject":    {"muster.presence.spring.fellowship", `{"server":"s"}`},
		"a malformed id":     {"muster.presence.spring.Fellowship.t1", `{"server":"s"}`},
		"no JSON":            {"muster.presence.spring.fellowship.t1", `x`},
		"no server":          {"muster.presence.spring.fellowship.t1", `{}`},
		"too many phones":    {"muster.presence.spring.fellowship.t1", many},
		"a malformed device": {"muster.presence.spring.fellowship.t1", `{"server":"s","phones":[{"device":"A b"}]}`},
		"too long":           {"muster.presence.spring.fellowship.t1", `{"server":"s"}` + strings.Repeat(" ", maxBeat)},
	} {
		if b, err := read(c.subject, []byte(c.data)); err == nil {
			t.Errorf("%s is read as %+v", name, b)
		}
	}
	b, err := read("muster.presence.spring.fellowship.t2", []byte(`{"server":"s","phones":[{"device":"d","streams":-3,"since":-1,"waiting":-2}]}`))
	if err != nil || b.seat != rivendell || len(b.Phones) != 1 {
		t.Fatalf("read %+v, %v", b, err)
	}
	if s := b.Phones[0].sighting(time.Now()); s.streams != 0 || s.waiting != 0 || !s.since.IsZero() {
		t.Errorf("negative numbers are taken: %+v", s)
	}
}
