package projections_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator"
	decider "github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/store/memory"
	cup "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections"
)

var (
	winterLeague = events.League(spring, "winter")
	fridayCup    = events.Tournament(spring, "friday")
)

// convent is a gathering with the recorded group, a tournament and a league, on the real runtime.
type convent struct {
	t     *testing.T
	store *memory.Store
	s     *runner.Service
}

func newConvent(t *testing.T) *convent {
	t.Helper()
	c := &convent{t: t, store: memory.New()}
	if err := c.store.Replace(t.Context(), spring, func(yield func(events.Recorded, error) bool) {
		for _, r := range recorded(t) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	c.s = runner.New(runner.Options{Store: c.store})
	return c
}

func (c *convent) command(b events.CommandBody) events.Command {
	c.t.Helper()
	return events.Command{
		ID: events.CommandID(uuid.Must(uuid.NewV7()).String()), Type: b.CommandType(), Data: must(json.Marshal(b))(c.t),
		Actor: events.Actor{Role: events.RoleOrganiser},
	}
}

// give sends commands that must be accepted, and returns the position.
func (c *convent) give(id events.StreamID, bodies ...events.CommandBody) events.Position {
	c.t.Helper()
	var at events.Position
	for _, b := range bodies {
		a, err := c.s.Do(c.t.Context(), id, c.command(b))
		if err != nil {
			c.t.Fatalf("%T: %v", b, err)
		}
		at = a.Position
	}
	return at
}

// play plays a tournament of four, of whom the first wins everything and the fourth leaves, and a week of a league.
func (c *convent) play() events.Position {
	c.t.Helper()
	enter, week := cup.Register{}, log.RecordResults{Session: "w1"}
	for i, p := range []events.PersonID{"p-1", "p-2", "p-3", "p-4"} {
		enter.Entrants = append(enter.Entrants, cup.Entrant{Player: p})
		week.Results = append(week.Results, log.Result{Kind: log.KindPlace, Players: []events.PersonID{p}, Place: i + 1})
	}
	c.give(fridayCup, cup.OpenTournament{Name: "Friday", Rules: cup.Rules{Format: cup.FormatSwiss, Rounds: 2}, Seed: 3}, enter, cup.StartTournament{},
		cup.PairRound{Round: 1}, cup.PublishRound{Round: 1}, cup.StartRound{Round: 1, At: 1})
	now := must(c.s.Tournament(c.t.Context(), spring, "friday"))(c.t)
	for _, t := range now.Rounds[0].Tables {
		a, b := min(t.Seats[0], t.Seats[1]), max(t.Seats[0], t.Seats[1])
		c.give(fridayCup, cup.EnterResult{Round: 1, Table: t.N, Result: cup.Result{Kind: cup.Played, Lines: []cup.Line{{Entrant: a, Games: 2}, {Entrant: b}}}})
	}
	c.give(fridayCup, cup.Drop{Entrant: 4, Reason: "went home"})
	c.give(winterLeague, log.OpenLeague{Name: "Winter", Rules: season.Words(rules.SeasonByPlaces()), Walkins: true, Seed: 1},
		log.PlanSession{Session: log.Session{ID: "w1", Name: "Week 1"}}, week, log.EnterPlayers{Players: []log.Player{{Player: "p-41"}}},
		log.FreezeBoard{})
	merge := log.MergePlayers{From: "p-41", Into: "p-2", Reason: "one person"}
	says := must(c.s.ForeseeLeague(c.t.Context(), winterLeague, c.command(merge)))(c.t)
	merge.Previewed = says.Print
	return c.give(winterLeague, merge)
}

// answers is everything that the read models answer about the leagues, as text.
func (r *rig) answers() string {
	r.t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	put := func(v any, err error) {
		r.t.Helper()
		if err != nil {
			r.t.Fatal(err)
		}
		if err := enc.Encode(v); err != nil {
			r.t.Fatal(err)
		}
	}
	ctx := r.ctx()
	for _, staff := range []bool{false, true} {
		put(r.read.League(ctx, spring, "winter", staff))
		put(r.read.LeagueChart(ctx, spring, "winter", staff))
		put(r.read.LeaguePlayer(ctx, spring, "winter", "p-2", staff))
		put(r.read.LeagueExport(ctx, spring, "winter", staff, func(p events.PersonID) string { return "name of " + string(p) }))
	}
	put(r.read.Leagues(ctx, spring))
	put(r.read.LeagueHistory(ctx, spring, "winter", 0, 100))
	put(r.read.Convention(ctx, spring))
	put(r.read.Convention(ctx, ""))
	for _, p := range []events.PersonID{"p-1", "p-2", "p-4", "p-41"} {
		put(r.read.Person(ctx, spring, p))
	}
	return out.String()
}

// A league's read model is the same live, after a restart, and made anew from nothing.
func TestLeaguesAreTheSameLiveAndMadeAnew(t *testing.T) {
	c := newConvent(t)
	dir := t.TempDir()
	live := start(t, dir, c.store)
	live.ready()
	at := c.play()
	live.await(spring, at)
	changed := live.Changed(spring, "winter")
	before := live.answers()
	at = c.give(winterLeague, log.RevealNext{})
	select {
	case <-changed:
	case <-live.ctx().Done():
		t.Fatal("nobody was told of the revealed row")
	}
	live.await(spring, at)
	want := live.answers()
	if before == want {
		t.Fatal("a revealed row shows nowhere")
	}
	live.stop()
	for name, in := range map[string]string{"after a restart": dir, "from nothing": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			r := start(t, in, c.store)
			r.ready()
			same(t, want, r.answers())
			if v := must(r.read.League(r.ctx(), spring, "winter", true))(t); v.In != 4 || len(v.Reveal.Shown) != 1 || len(v.Integrity) != 1 {
				t.Errorf("the league has %d in, %+v, %+v", v.In, v.Reveal, v.Integrity)
			}
		})
	}
}

func TestAPersonsHistoryIsPutTogether(t *testing.T) {
	c := newConvent(t)
	at := c.play()
	c.give(winterLeague, log.ThawBoard{})
	at = max(at, c.give(fridayCup, cup.EndTournament{}))
	r := start(t, t.TempDir(), c.store)
	r.ready()
	r.await(spring, at)
	h := must(r.read.Person(r.ctx(), spring, "p-2"))(t)
	if !slices.Equal(h.Also, []events.PersonID{"p-41"}) || len(h.Tournaments) != 1 || len(h.Leagues) != 1 || len(h.Groups) != 1 {
		t.Fatalf("the history is %+v", h)
	}
	if x := h.Tournaments[0]; x.Name != "Friday" || x.Place == 0 || x.Of != 4 || x.Won+x.Lost != 1 || x.Provisional || x.Points == "" {
		t.Errorf("the tournament is %+v", x)
	}
	if x := h.Leagues[0]; x.Rank != 2 || x.Of != 4 || x.Points != "9" || x.Attended != 1 || !x.Provisional {
		t.Errorf("the league is %+v", x)
	}
	if x := h.Groups[0]; x.ID != "evening" || x.Phase != "lost" || x.Team == "" || x.Size == 0 || x.ScenarioName == "" {
		t.Errorf("the group is %+v", x)
	}
	if x := must(r.read.Person(r.ctx(), spring, "p-4"))(t); !x.Tournaments[0].Dropped {
		t.Errorf("who went home has %+v", x.Tournaments)
	}
	if x := must(r.read.Person(r.ctx(), spring, "p-41"))(t); x.Into != "p-2" || len(x.Leagues) != 0 {
		t.Errorf("who was found to be another has %+v", x)
	}
	if x := must(r.read.Person(r.ctx(), spring, "p-999"))(t); !x.Empty() {
		t.Errorf("somebody unknown has %+v", x)
	}
	if _, err := r.read.Person(r.ctx(), "autumn", "p-1"); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a gathering that does not exist: %v", err)
	}
}

// The convention board takes the numbers of a group that the group scores in a league.
func TestTheConventionBoardHasTheNumbersThatAGroupScores(t *testing.T) {
	c := newConvent(t)
	r := start(t, t.TempDir(), c.store)
	r.ready()
	s := coordinator.Initial()
	for _, one := range recorded(t) {
		if one.Stream.Kind == events.KindGroup {
			s = coordinator.Apply(s, must(coordinator.Recorded(vocabulary.All(), one))(t))
		}
	}
	want := decider.ResultsOf(s)[0]
	boards := must(r.read.Convention(r.ctx(), spring))(t)
	if len(boards) != 1 || len(boards[0].Rows) != 1 {
		t.Fatalf("the boards are %+v", boards)
	}
	b, row, g := boards[0], boards[0].Rows[0], want.Game
	got := log.Game{
		Scenario: b.Scenario, Mode: b.Mode, Difficulty: "standard", Size: row.Size, Won: row.Won, Score: row.Score, Rounds: row.Rounds, Out: row.Out,
		Dead: row.Dead, Damage: row.Damage, Start: row.Start,
	}
	same(t, string(pretty(t, g)), string(pretty(t, got)))
	if !slices.Equal(row.Players, want.Players) {
		t.Errorf("the players are %v, want %v", row.Players, want.Players)
	}
}
