package league_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator"
	decider "github.com/muster-events/muster/coordinator/league"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/league"
)

const id events.GroupID = "winter"

var (
	organiser = events.Actor{Role: events.RoleOrganiser, Person: "p-900"}
	judge     = events.Actor{Role: events.RoleJudge, Person: "p-901"}
	program   = events.Actor{Role: events.RoleSystem}
)

func person(n int) events.PersonID { return events.PersonID(fmt.Sprintf("p-%d", n)) }

func week(n int) log.SessionID { return log.SessionID(fmt.Sprintf("w%d", n)) }

func place(n, at int) log.Result {
	return log.Result{Kind: log.KindPlace, Players: []events.PersonID{person(n)}, Place: at}
}

// tester is what a rig needs of a test or of rapid.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// rig is a league that a test plays; every commit is decided, stored and read again as it would be.
type rig struct {
	t       tester
	state   decider.State
	kept    league.Stored
	commits []events.Recorded
	after   func() // called after every commit
}

func newRig(t tester, r log.Rules, change func(*log.OpenLeague)) *rig {
	g := &rig{t: t, state: decider.Initial(), kept: league.New("spring", id)}
	open := log.OpenLeague{Name: "Store league", Season: "Winter", Rules: r, Seed: 9}
	if change != nil {
		change(&open)
	}
	g.do(open)
	return g
}

// do gives a command that has to be accepted.
func (g *rig) do(body events.CommandBody) {
	g.t.Helper()
	if err := g.try(organiser, body); err != nil {
		g.t.Fatalf("%s %+v: %v", body.CommandType(), body, err)
	}
}

// try gives a command, with the preview that it needs.
func (g *rig) try(by events.Actor, body events.CommandBody) error {
	g.t.Helper()
	if _, is := body.(log.ScoreSource); is {
		by = program
	}
	if p, err := decider.Foresee(g.state, coordinator.Command{Actor: by, Body: body}); err == nil && p != nil {
		v := reflect.New(reflect.TypeOf(body)).Elem()
		v.Set(reflect.ValueOf(body))
		v.FieldByName("Previewed").SetString(p.Print)
		body = v.Interface().(events.CommandBody)
	}
	made, err := decider.Decide(g.state, coordinator.Command{Actor: by, Body: body})
	if err != nil {
		return err
	}
	data, err := json.Marshal(body)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	stored, err := events.EncodeAll(made)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	v := events.Version(len(g.commits) + 1)
	r := events.Recorded{
		Commit: events.Commit{
			Stream: events.League("spring", id), Version: v, Events: stored, At: time.Date(2026, 5, 9, 10, 0, int(v), 0, time.UTC),
			Command: events.Command{ID: events.CommandID(fmt.Sprintf("01900000-0000-7000-8000-%012x", v)), Type: body.CommandType(), Data: data, Actor: by},
		},
		Position: events.Position(10 * v),
	}
	g.commits = append(g.commits, r)
	read := g.decode(r)
	g.state = decider.Apply(g.state, coordinator.Applied{Version: v, Command: r.Command, Events: read})
	g.kept = league.Apply(g.kept, r, read)
	if g.after != nil {
		g.after()
	}
	return nil
}

func (g *rig) decode(r events.Recorded) []events.Payload {
	g.t.Helper()
	out, err := vocabulary.All().DecodeAll(r)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	return out
}

func (g *rig) enter(from, to int) {
	g.t.Helper()
	var all []log.Player
	for n := from; n <= to; n++ {
		all = append(all, log.Player{Player: person(n)})
	}
	g.do(log.EnterPlayers{Players: all})
}

func (g *rig) plan(n int) {
	g.t.Helper()
	for i := 1; i <= n; i++ {
		g.do(log.PlanSession{Session: log.Session{ID: week(i), Name: fmt.Sprintf("Week %d", i), Date: fmt.Sprintf("2026-05-%02d", i)}})
	}
}

// evening records players in the order of their places.
func (g *rig) evening(w int, order ...int) {
	g.t.Helper()
	var all []log.Result
	for i, n := range order {
		all = append(all, place(n, i+1))
	}
	g.do(log.RecordResults{Session: week(w), Results: all})
}

func (g *rig) view(staff bool) league.View {
	g.t.Helper()
	v, err := league.Of(g.kept, staff)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	return v
}

func (g *rig) player(n int, staff bool) league.PlayerView {
	g.t.Helper()
	v, in, err := league.PlayerOf(g.kept, person(n), staff)
	if err != nil || !in {
		g.t.Fatalf("player %d: %v, %v", n, in, err)
	}
	return v
}

// row is a player's row in the first table that has one.
func (g *rig) row(n int, staff bool) league.Row {
	g.t.Helper()
	for _, t := range g.view(staff).Tables {
		for _, r := range t.Rows {
			if r.Player == person(n) {
				return r
			}
		}
	}
	g.t.Fatalf("player %d has no row", n)
	return league.Row{}
}

// everything is all that somebody sees of what is kept, with the page of a player, as bytes.
func everything(t tester, s league.Stored, staff bool) string {
	t.Helper()
	v, err := league.Of(s, staff)
	if err != nil {
		t.Fatalf("%v", err)
	}
	all := []any{v}
	const pages = 1
	for _, p := range v.Players[:min(len(v.Players), pages)] {
		one, _, err := league.PlayerOf(s, p.Player, staff)
		if err != nil {
			t.Fatalf("%v", err)
		}
		all = append(all, one)
	}
	chart, err := league.ChartOf(s, staff)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if all = append(all, chart); !staff {
		all = append(all, league.LineOf(s))
	}
	return text(t, all)
}

func text(t tester, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(b)
}

// places gives 10 to 1 for the first ten places and 1 for coming.
func places() log.Rules {
	r := season.Words(rules.SeasonByPlaces())
	r.Points.Attend = "1"
	return r
}

// again folds all commits from nothing; what is kept goes through its stored form after each.
func (g *rig) again(t *testing.T, check func(i int, s league.Stored)) {
	t.Helper()
	s := league.New("spring", id)
	for i, r := range g.commits {
		s = league.Apply(s, r, g.decode(r))
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		s = league.Stored{}
		if err := json.Unmarshal(b, &s); err != nil {
			t.Fatal(err)
		}
		check(i, s)
	}
}
