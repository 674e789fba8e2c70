package league_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/vocabulary"
)

var (
	organiser = events.Actor{Role: events.RoleOrganiser}
	judge     = events.Actor{Role: events.RoleJudge}
	program   = events.Actor{Role: events.RoleSystem}
)

// places is a rule set for tests: 10 to 1 for places 1 to 10, 1 for being there; the lot decides.
func places() words.Rules {
	return words.Rules{
		ID: "test-places", Edition: "1", Name: "Places", Count: "points", Unit: "session", Repeat: "all",
		Points: words.Points{Places: []words.Amount{"10", "9", "8", "7", "6", "5", "4", "3", "2", "1"}, Attend: "1"},
		Order:  []string{"total", "lots"},
	}
}

// driver is a league being driven by commands.
type driver struct {
	t *testing.T
	s league.State
	// log holds every commit, from which the league is folded and decided again.
	log []kept
	// after is called after every commit.
	after func()
}

type kept struct {
	command coordinator.Command
	events  []events.Event
	shows   string // the state after it, as it is stored
}

func newDriver(t *testing.T, r words.Rules, change func(*words.OpenLeague)) *driver {
	t.Helper()
	d := &driver{t: t, s: league.Initial()}
	open := words.OpenLeague{Name: "Store league", Season: "Winter", Rules: r, Seed: 9}
	if change != nil {
		change(&open)
	}
	d.do(open)
	return d
}

// by is a command of an actor.
func by(actor events.Actor, b events.CommandBody) coordinator.Command {
	return coordinator.Command{Actor: actor, Body: b}
}

// actorOf returns who gives a command.
func actorOf(b events.CommandBody) events.Actor {
	if _, ok := b.(words.ScoreSource); ok {
		return program
	}
	return organiser
}

// do gives a command that has to be accepted and returns its events. An integrity event is previewed
// first, as people have to.
func (d *driver) do(b events.CommandBody) []events.Payload {
	d.t.Helper()
	c := by(actorOf(b), previewed(d.t, d.s, b))
	es, err := league.Decide(d.s, c)
	if err != nil {
		d.t.Fatalf("%T is refused: %v", b, err)
	}
	stored, err := events.EncodeAll(es)
	if err != nil {
		d.t.Fatal(err)
	}
	before := shows(d.t, d.s)
	next := league.Apply(d.s, coordinator.Applied{Version: d.s.Version() + 1, Events: es})
	if shows(d.t, d.s) != before {
		d.t.Fatalf("%T changed a state that was handed out", b)
	}
	d.s = next
	d.log = append(d.log, kept{command: c, events: stored, shows: shows(d.t, d.s)})
	if d.after != nil {
		d.after()
	}
	return es
}

// previewed returns the command with the preview that it needs, if it needs one.
func previewed(t *testing.T, s league.State, b events.CommandBody) events.CommandBody {
	t.Helper()
	p, err := league.Foresee(s, by(actorOf(b), b))
	if err != nil || p == nil {
		return b
	}
	v := reflect.New(reflect.TypeOf(b)).Elem()
	v.Set(reflect.ValueOf(b))
	v.FieldByName("Previewed").SetString(p.Print)
	return v.Interface().(events.CommandBody)
}

func shows(t *testing.T, s league.State) string {
	t.Helper()
	b, err := json.Marshal(s.Season)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// refused gives a command that has to be refused with a code and a word of its sentence.
func (d *driver) refused(b events.CommandBody, code engine.Code, says string) {
	d.t.Helper()
	d.refusedOf(actorOf(b), b, code, says)
}

func (d *driver) refusedOf(a events.Actor, b events.CommandBody, code engine.Code, says string) {
	d.t.Helper()
	es, err := league.Decide(d.s, by(a, b))
	var r *engine.Refusal
	if !errors.As(err, &r) || len(es) != 0 {
		d.t.Fatalf("%T is not refused: %v, %d events", b, err, len(es))
	}
	if r.Code != code || !strings.Contains(r.Says, says) {
		d.t.Errorf("%T is refused with %s %q, want %s and %q", b, r.Code, r.Says, code, says)
	}
}

// replays folds and decides the whole log again from its stored bytes: every state and every event is the
// same.
func (d *driver) replays() {
	d.t.Helper()
	s := league.Initial()
	for i, k := range d.log {
		again, err := league.Decide(s, k.command)
		if err != nil {
			d.t.Fatalf("commit %d, %T, is refused now: %v", i+1, k.command.Body, err)
		}
		if stored, _ := events.EncodeAll(again); !reflect.DeepEqual(stored, k.events) {
			d.t.Fatalf("commit %d, %T, is decided otherwise now", i+1, k.command.Body)
		}
		var es []events.Payload
		for _, e := range k.events {
			p, err := vocabulary.All().Decode(e)
			if err != nil {
				d.t.Fatal(err)
			}
			es = append(es, p)
		}
		s = league.Apply(s, coordinator.Applied{Version: events.Version(i + 1), Events: es})
		if shows(d.t, s) != k.shows {
			d.t.Fatalf("after commit %d, %T, the replay shows\n%s\nwant\n%s", i+1, k.command.Body, shows(d.t, s), k.shows)
		}
	}
}

func of[E events.Payload](es []events.Payload) []E {
	var out []E
	for _, e := range es {
		if e, ok := e.(E); ok {
			out = append(out, e)
		}
	}
	return out
}

func person(n int) events.PersonID { return events.PersonID(fmt.Sprintf("p-%d", n)) }

// enter enters players from one number to another.
func (d *driver) enter(from, to int) {
	d.t.Helper()
	var all []words.Player
	for n := from; n <= to; n++ {
		all = append(all, words.Player{Player: person(n)})
	}
	d.do(words.EnterPlayers{Players: all})
}

// plan plans sessions w1, w2 and so on.
func (d *driver) plan(n int) {
	d.t.Helper()
	for i := 1; i <= n; i++ {
		d.do(words.PlanSession{Session: words.Session{ID: week(i), Name: fmt.Sprintf("Week %d", i)}})
	}
}

func week(n int) words.SessionID { return words.SessionID(fmt.Sprintf("w%d", n)) }

// place is a line of an evening.
func place(n, at int) words.Result {
	return words.Result{Kind: words.KindPlace, Players: []events.PersonID{person(n)}, Place: at}
}

// evening records players in the order of their places.
func (d *driver) evening(w int, order ...int) {
	d.t.Helper()
	var all []words.Result
	for i, n := range order {
		all = append(all, place(n, i+1))
	}
	d.do(words.RecordResults{Session: week(w), Results: all})
}

// shown returns what the table of all players shows of a player: rank and total.
func (d *driver) shown(n int) string {
	d.t.Helper()
	for _, r := range d.s.Table("") {
		if r.Member == person(n) {
			return fmt.Sprintf("%d: %s", season.Rank(r), season.Shown(r.Line))
		}
	}
	return "not there"
}
