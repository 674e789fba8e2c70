package feed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/feed"
)

// patience bounds every wait; it is long, so that a slow machine is no reason to fail.
const patience = time.Minute

const bree events.GatheringID = "bree"

var (
	red = events.Group(bree, "red")
	cup = events.Tournament(bree, "cup")
)

// writer appends to a log and remembers what it wrote as the lines that a feed must give.
type writer struct {
	t     *testing.T
	s     store.Store
	heads map[events.StreamID]events.Head
	ids   []string // of events, in order: "bree/7/0"
	of    map[string]events.StreamID
}

func newWriter(t *testing.T, s store.Store) *writer {
	w := &writer{t: t, s: s, heads: map[events.StreamID]events.Head{}, of: map[string]events.StreamID{}}
	w.put(events.Desk(bree), 1)
	return w
}

// put appends a commit of n events.
func (w *writer) put(id events.StreamID, n int, types ...string) events.Recorded {
	w.t.Helper()
	d := storetest.Draft(id, "x")
	d.Events = nil
	for i := range n {
		e := events.Event{Type: "test.happened.v1", Data: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))}
		if i < len(types) {
			e = events.Event{Type: types[i], Data: json.RawMessage(`{}`)}
		}
		d.Events = append(d.Events, e)
	}
	r := storetest.Append(w.t, w.s, w.heads[id], d)
	w.heads[id] = r.Head()
	for i := range n {
		at := fmt.Sprintf("%s/%d/%d", bree, r.Position, i)
		w.ids = append(w.ids, at)
		w.of[at] = id
	}
	return r
}

// some appends n commits of one to three events to three streams.
func (w *writer) some(n int) {
	w.t.Helper()
	for i := range n {
		w.put([]events.StreamID{red, cup, events.Desk(bree)}[i%3], 1+i%3)
	}
}

// got is a line that was read.
type got struct {
	feed.Line
	raw string
}

// reader collects the lines of a feed.
type reader struct {
	t     *testing.T
	lines chan got
	ended chan error
	stop  context.CancelFunc
}

func read(t *testing.T, h *feed.Hub, req feed.Request) *reader {
	t.Helper()
	req.Gathering = bree
	ctx, cancel := context.WithCancel(t.Context())
	f, err := h.Open(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, lines: make(chan got, 100_000), ended: make(chan error, 1), stop: cancel}
	go func() {
		defer f.Close()
		r.ended <- f.Follow(ctx, func(b []byte) error {
			for l := range bytes.Lines(b) {
				g := got{raw: string(l)}
				if err := json.Unmarshal(l, &g.Line); err != nil || !bytes.HasSuffix(l, []byte("\n")) {
					return fmt.Errorf("line %q: %w", l, err)
				}
				r.lines <- g
			}
			return nil
		})
	}()
	t.Cleanup(cancel)
	return r
}

func (r *reader) next() got {
	r.t.Helper()
	select {
	case l := <-r.lines:
		return l
	case err := <-r.ended:
		r.ended <- err
		select {
		case l := <-r.lines: // they came before the end
			return l
		default:
			r.t.Fatalf("the feed ended: %v", err)
		}
	case <-time.After(patience):
		r.t.Fatal("no line comes")
	}
	return got{}
}

// want reads the lines of events.
func (r *reader) want(ids ...string) {
	r.t.Helper()
	for _, id := range ids {
		if l := r.next(); l.ID != id {
			r.t.Fatalf("got %s (%s), want %s", l.ID, l.Type, id)
		}
	}
}

// last reads the last line.
func (r *reader) last(kind, position string) {
	r.t.Helper()
	if l := r.next(); l.Type != kind || l.Position != position {
		r.t.Errorf("the last line is %s at %s, want %s at %s", l.Type, l.Position, kind, position)
	}
	select {
	case err := <-r.ended:
		if err != nil && kind != feed.TypeStopped {
			r.t.Errorf("the feed ended with %v", err)
		}
	case <-time.After(patience):
		r.t.Error("the feed goes on after its last line")
	}
	if len(r.lines) > 0 {
		r.t.Errorf("%d lines after the last", len(r.lines))
	}
}

func hub(t *testing.T, o feed.Options) *feed.Hub {
	h := feed.New(o)
	t.Cleanup(h.Close)
	return h
}

func TestPositionsAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]feed.Position{
		"0": {}, "7": feed.After(7), "7-0": {Commit: 7}, "7-12": {Commit: 7, Event: 12}, "9223372036854775807": feed.After(1<<63 - 1),
	} {
		got, err := feed.ParsePosition(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: %+v, %q, %v", text, got, got.String(), err)
		}
	}
	if got, err := feed.ParsePosition(""); err != nil || got != (feed.Position{}) {
		t.Errorf("nothing: %+v, %v", got, err)
	}
	for _, text := range []string{"x", "-1", "7-", "7--1", "+7", "7-+1", "0-1", "7.1", " 7", "9223372036854775808", "7-4294967296", "1e3", "0x7"} {
		var bad *feed.PositionError
		if got, err := feed.ParsePosition(text); !errors.As(err, &bad) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
}

func TestALineSaysWhereItStands(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.put(red, 2)
	r := read(t, hub(t, feed.Options{Log: s}), feed.Request{After: feed.After(1)})
	r.next()
	l := r.next()
	if l.Position != "2-1" || l.Stream != "group/red" || l.Version != 1 || l.StreamVersion != "1" || l.Type != "test.happened.v1" || l.SpecVersion != "1.0" ||
		l.Time.IsZero() || string(l.Data) != `{"n":1}` || l.Source != "/muster/bree/red" || !strings.HasPrefix(l.raw, `{"position":"2-1",`) {
		t.Errorf("the line is %s", l.raw)
	}
}

func TestAFeedGoesOnAfterEveryLine(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(12)
	h := hub(t, feed.Options{Log: s})
	all := read(t, h, feed.Request{})
	for i, id := range w.ids {
		at, err := feed.ParsePosition(strings.Replace(strings.TrimPrefix(id, "bree/"), "/", "-", 1))
		if err != nil {
			t.Fatal(err)
		}
		r := read(t, h, feed.Request{After: at})
		r.want(w.ids[i+1:]...)
		if i%5 == 0 {
			w.put(red, 2) // and with what comes meanwhile
			r.want(w.ids[len(w.ids)-2:]...)
		}
		r.stop()
	}
	all.want(w.ids...)
}

func TestAFeedOfOneStreamHoldsThatAlone(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(30)
	h := hub(t, feed.Options{Log: s})
	for _, only := range []events.StreamID{red, cup, events.Desk(bree), events.League(bree, "none")} {
		r := read(t, h, feed.Request{Only: only, Once: true})
		for _, id := range w.ids {
			if w.of[id] == only {
				r.want(id)
			}
		}
		r.last(feed.TypeKeepAlive, "31") // where to go on: past what was left out
	}
}

func TestSilenceIsBrokenByKeepAlives(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	r := read(t, hub(t, feed.Options{Log: s, KeepAlive: time.Millisecond}), feed.Request{})
	r.want(w.ids...)
	for range 3 {
		if l := r.next(); l.Type != feed.TypeKeepAlive || l.Position != "1" || l.raw[0] != '{' {
			t.Fatalf("got %s", l.raw)
		}
	}
}

func TestSealedIsTheLastLine(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(5)
	h := hub(t, feed.Options{Log: s})
	open := []*reader{read(t, h, feed.Request{}), read(t, h, feed.Request{After: feed.After(3)}), read(t, h, feed.Request{Only: red})}
	w.put(events.Desk(bree), 2, desk.GatheringEnded{}.EventType(), desk.GatheringSealed{}.EventType())
	w.put(red, 1) // it was on its way: it comes before the log is sealed, and before the last line
	if err := s.Seal(t.Context(), bree); err != nil {
		t.Fatal(err)
	}
	open[0].want(w.ids...)
	open[1].want(w.ids[4:]...)
	for _, id := range w.ids {
		if w.of[id] == red {
			open[2].want(id)
		}
	}
	for _, r := range open {
		r.last(feed.TypeSealed, "8")
	}
	for _, h := range []*feed.Hub{h, hub(t, feed.Options{Log: s})} { // who comes back, also to a server that was started anew
		r := read(t, h, feed.Request{After: feed.After(7)})
		r.want(w.ids[len(w.ids)-1])
		r.last(feed.TypeSealed, "8")
		read(t, h, feed.Request{After: feed.After(8)}).last(feed.TypeSealed, "8")
	}
}

func TestAFeedOfASealedTournamentEnds(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(6)
	h := hub(t, feed.Options{Log: s})
	before := read(t, h, feed.Request{Only: cup, After: feed.After(6)})
	whole := read(t, h, feed.Request{After: feed.After(7)})
	r := w.put(cup, 1, tournament.TournamentSealed{}.EventType())
	at := fmt.Sprint(r.Position)
	before.want(w.ids[len(w.ids)-1])
	before.last(feed.TypeSealed, at)
	w.put(red, 1)
	whole.want(w.ids[len(w.ids)-2:]...)
	for _, h := range []*feed.Hub{h, hub(t, feed.Options{Log: s})} {
		cut := read(t, h, feed.Request{Only: cup, After: feed.Position{Commit: r.Position}}) // cut off before the last line
		cut.last(feed.TypeSealed, at)
	}
}

func TestAPositionThatTheLogHasNotReachedIsRefused(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(2)
	h := hub(t, feed.Options{Log: s})
	for _, after := range []feed.Position{feed.After(4), {Commit: 4}, feed.After(1 << 40)} {
		_, err := h.Open(t.Context(), feed.Request{Gathering: bree, After: after})
		var ahead *feed.AheadError
		if !errors.As(err, &ahead) || ahead.End != 3 || !strings.Contains(err.Error(), "ends at position 3") {
			t.Errorf("after %s: %v", after, err)
		}
	}
	read(t, h, feed.Request{After: feed.After(3), Once: true}).last(feed.TypeKeepAlive, "3")
}

// counting counts how often a log is followed, and hands out what a ledger would.
type counting struct {
	*memory.Store
	followed atomic.Int64
	paged    atomic.Int64
	known    events.Position // what the history knows
}

func (c *counting) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	c.followed.Add(1)
	return c.Store.Follow(ctx, g, after)
}

func (c *counting) Commits(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	c.paged.Add(1)
	return func(yield func(events.Recorded, error) bool) {
		if after >= c.known {
			return
		}
		for r, err := range c.Store.Follow(ctx, g, after) {
			if !yield(r, err) || r.Position == c.known {
				return
			}
		}
	}
}

// Many readers of one gathering, some from the beginning, some from its end: one of them follows the log,
// for all; what is long past is read in pages.
func TestReadersShareOneTail(t *testing.T) {
	s := &counting{Store: memory.New()}
	w := newWriter(t, s)
	w.some(150)
	s.known = 140 // the second copy lags behind
	h := hub(t, feed.Options{Log: s, History: s})
	var rs []*reader
	for i := range 30 {
		rs = append(rs, read(t, h, feed.Request{After: feed.After(events.Position(151 - i%3*75))}))
	}
	w.some(20)
	var wg sync.WaitGroup
	for i, r := range rs {
		wg.Go(func() {
			from := 151 - i%3*75
			first := 0
			for w.ids[first] != fmt.Sprintf("bree/%d/0", from+1) {
				first++
			}
			r.want(w.ids[first:]...)
		})
	}
	wg.Wait()
	if n := s.followed.Load(); n > 1+20 { // one tail, and a page of the log itself for each that came past the second copy
		t.Errorf("the log was followed %d times", n)
	}
	if n := s.paged.Load(); n == 0 {
		t.Error("no page was read from the history")
	}
}

// A reader that stands still costs nobody anything: commits are taken, others read on, and it goes on
// where it was when it moves again, however much has happened.
func TestASlowReaderHoldsNobodyUp(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	h := hub(t, feed.Options{Log: s})
	f, err := h.Open(t.Context(), feed.Request{Gathering: bree})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	begun, goOn := make(chan struct{}), make(chan struct{})
	var slow []string
	largest := 0
	errEnough := errors.New("enough")
	done := make(chan error, 1)
	go func() {
		first := true
		done <- f.Follow(t.Context(), func(b []byte) error {
			if first {
				first = false
				close(begun)
				<-goOn
			}
			largest = max(largest, len(b))
			for l := range bytes.Lines(b) {
				var line feed.Line
				if err := json.Unmarshal(l, &line); err != nil {
					return err
				}
				slow = append(slow, line.ID)
				if line.Type == "test.last.v1" {
					return errEnough
				}
			}
			return nil
		})
	}()
	<-begun
	quick := read(t, h, feed.Request{})
	quick.want(w.ids...)
	for range 5 {
		n := len(w.ids)
		w.some(feed.RingCommits / 4)
		quick.want(w.ids[n:]...)
	}
	w.put(red, 1, "test.last.v1")
	close(goOn)
	if err := <-done; !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	if len(slow) != len(w.ids) {
		t.Fatalf("the slow reader got %d lines, want %d", len(slow), len(w.ids))
	}
	for i, id := range slow {
		if id != w.ids[i] {
			t.Fatalf("line %d is %s, want %s", i, id, w.ids[i])
		}
	}
	if most := feed.PageBytes + 4096; largest > most {
		t.Errorf("%d bytes at once, want %d at most", largest, most)
	}
}

func TestALogThatCannotBeReadOnIsSaidLoudly(t *testing.T) {
	s := memory.New()
	w := newWriter(t, s)
	w.some(3)
	h := hub(t, feed.Options{Log: s})
	live := read(t, h, feed.Request{})
	live.want(w.ids...)
	s.Put(red, []byte(`{"not":"a commit"}`))
	live.last(feed.TypeStopped, "4")
	late := read(t, h, feed.Request{})
	late.want(w.ids...)
	l := late.next()
	if l.Type != feed.TypeStopped || !strings.Contains(string(l.Data), "log-damaged") || !strings.Contains(string(l.Data), "position 5") {
		t.Errorf("the last line is %s", l.raw)
	}
}

func TestAHubThatIsClosedEndsItsFeeds(t *testing.T) {
	s := memory.New()
	newWriter(t, s)
	h := feed.New(feed.Options{Log: s})
	r := read(t, h, feed.Request{})
	r.next()
	h.Close()
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	if _, err := h.Open(t.Context(), feed.Request{Gathering: bree}); err == nil {
		t.Error("a closed hub opens a feed")
	}
}

// Case 1 of shared/cases/README.md: 7 is delivered before 8, whoever wrote them.
func TestCase1_TheFeedDeliversInTheOrderOfTheLog(t *testing.T) {
	srv := storetest.Server(t, "")
	logs := make([]*jetstream.Store, 3)
	for i := range logs {
		var err error
		if logs[i], err = jetstream.Open(t.Context(), jetstream.Options{Commands: storetest.Connect(t, srv)}); err != nil {
			t.Fatal(err)
		}
	}
	newWriter(t, logs[0])
	h := hub(t, feed.Options{Log: logs[2]})
	readers := []*reader{read(t, h, feed.Request{}), read(t, hub(t, feed.Options{Log: logs[2]}), feed.Request{})}
	const interleavings = 300
	var wg sync.WaitGroup
	for i, id := range []events.StreamID{red, cup} {
		wg.Go(func() {
			head := events.Head{}
			for n := range interleavings {
				for range rand.N(2000) { // one is slow, then the other
					runtime.Gosched()
				}
				r, err := logs[i].Append(t.Context(), head, storetest.Draft(id, fmt.Sprint(n)))
				if err != nil {
					t.Error(err)
					return
				}
				head = r.Head()
			}
		})
	}
	wg.Wait()
	for _, r := range readers {
		for at := 1; at <= 1+2*interleavings; at++ {
			if l := r.next(); l.Position != fmt.Sprintf("%d-0", at) {
				t.Fatalf("position %s where %d-0 should be", l.Position, at)
			}
		}
	}
}
