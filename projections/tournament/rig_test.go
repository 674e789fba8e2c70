package tournament_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/tournament"
)

const id events.GroupID = "cup"

var (
	organiser = events.Actor{Role: events.RoleOrganiser, Person: "p-900"}
	judge     = events.Actor{Role: events.RoleJudge, Person: "p-901"}
)

func person(n int) events.PersonID { return events.PersonID(fmt.Sprintf("p-%d", n)) }

// phone is the phone of an entrant.
func phone(n int) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: id, Person: person(n)}
}

// cup is a tournament that a test plays; every commit is decided, stored and read again as it would be.
type cup struct {
	t       *testing.T
	state   decider.State
	kept    tournament.Stored
	commits []events.Recorded
}

func newCup(t *testing.T, r log.Rules, entrants int) *cup {
	t.Helper()
	c := &cup{t: t, state: decider.Initial(), kept: tournament.New("spring", id)}
	c.do(organiser, log.OpenTournament{Name: "Cup", Rules: r, Seed: 7})
	reg := log.Register{}
	for n := 1; n <= entrants; n++ {
		reg.Entrants = append(reg.Entrants, log.Entrant{Player: person(n), Club: []string{"Bree", "Dale"}[n%2], Rating: 1000 + 10*n})
	}
	c.do(organiser, reg)
	return c
}

// do gives a command that has to be accepted.
func (c *cup) do(actor events.Actor, body events.CommandBody) {
	c.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	made, err := decider.Decide(c.state, coordinator.Command{Group: id, Actor: actor, Body: body})
	if err != nil {
		c.t.Fatalf("%s %+v: %v", body.CommandType(), body, err)
	}
	stored, err := events.EncodeAll(made)
	if err != nil {
		c.t.Fatal(err)
	}
	v := events.Version(len(c.commits) + 1)
	r := events.Recorded{
		Commit: events.Commit{
			Stream: events.Tournament("spring", id), Version: v, Events: stored, At: time.Date(2026, 5, 9, 10, 0, int(v), 0, time.UTC),
			Command: events.Command{ID: events.CommandID(fmt.Sprintf("01900000-0000-7000-8000-%012x", v)), Type: body.CommandType(), Data: data, Actor: actor},
		},
		Position: events.Position(10 * v),
	}
	c.commits = append(c.commits, r)
	read := c.decode(r)
	c.state = decider.Apply(c.state, coordinator.Applied{Version: v, Command: r.Command, Events: read})
	c.kept = tournament.Apply(c.kept, r, read)
}

func (c *cup) decode(r events.Recorded) []events.Payload {
	c.t.Helper()
	out, err := vocabulary.All().DecodeAll(r)
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

// acked gives a command with the acknowledgement of its preview.
func (c *cup) acked(actor events.Actor, body func(ack string) events.CommandBody) {
	c.t.Helper()
	says, err := decider.Preview(c.state, coordinator.Command{Group: id, Actor: actor, Body: body("")})
	if err != nil {
		c.t.Fatal(err)
	}
	c.do(actor, body(says.Ack))
}

// begin pairs, publishes and starts a round.
func (c *cup) begin(round int) {
	c.t.Helper()
	c.do(organiser, log.PairRound{Round: round})
	c.do(organiser, log.PublishRound{Round: round})
	c.do(organiser, log.StartRound{Round: round, At: 1_000_000})
}

// won is a result of two games to one for a seat of a table.
func (c *cup) won(round, table, seat int) log.Result {
	c.t.Helper()
	r, _ := c.state.Round(round)
	t, ok := r.Table(table)
	if !ok {
		c.t.Fatalf("round %d has no table %d", round, table)
	}
	res := log.Result{Kind: log.Played}
	for i, n := range t.Seats {
		games := 1
		if i == seat {
			games = 2
		}
		res.Lines = append(res.Lines, log.Line{Entrant: n, Games: games})
	}
	return res
}

// finish has a judge enter a result at every table that has none: the first seat wins.
func (c *cup) finish(round int) {
	c.t.Helper()
	r, _ := c.state.Round(round)
	for _, n := range r.Open() {
		c.do(judge, log.EnterResult{Round: round, Table: n, Result: c.won(round, n, 0)})
	}
}

func (c *cup) view(officials bool) tournament.View {
	c.t.Helper()
	v, err := tournament.Of(c.kept, officials)
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
