package tournament_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/events/vocabulary"
)

const id events.GroupID = "cup"

var (
	organiser = events.Actor{Role: events.RoleOrganiser, Person: "p-900"}
	ana       = events.Actor{Role: events.RoleJudge, Person: "p-901"}
	bo        = events.Actor{Role: events.RoleJudge, Person: "p-902"}
	program   = events.Actor{Role: events.RoleSystem}
)

// player is the phone of an entrant.
func player(n int) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: id, Person: person(n)}
}

func person(n int) events.PersonID { return events.PersonID(fmt.Sprintf("p-%d", n)) }

// cup is a tournament being played by a test: every commit is stored as it would be and folded from
// its bytes.
type cup struct {
	t       testing.TB
	s       decider.State
	commits []events.Commit
	device  events.DeviceID // on which commands are given; empty: not known
}

func newCup(t testing.TB, r tournament.Rules, entrants int) *cup {
	t.Helper()
	c := &cup{t: t, s: decider.Initial()}
	c.do(organiser, tournament.OpenTournament{Name: "Cup", Rules: r, Seed: 7})
	c.enter(entrants)
	return c
}

func (c *cup) enter(n int) {
	c.t.Helper()
	for first := len(c.s.Entrants) + 1; n > 0; {
		batch := tournament.Register{}
		for range min(n, 200) {
			batch.Entrants = append(batch.Entrants, tournament.Entrant{Player: person(first)})
			first++
			n--
		}
		c.do(organiser, batch)
	}
}

func command(actor events.Actor, body events.CommandBody) coordinator.Command {
	return coordinator.Command{Group: id, Actor: actor, Body: body}
}

// try gives a command and returns what came of it.
func (c *cup) try(actor events.Actor, body events.CommandBody) ([]events.Payload, error) {
	c.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	v := events.Version(len(c.commits) + 1)
	cmd := events.Command{ID: events.CommandID(fmt.Sprintf("01900000-0000-7000-8000-%012x", v)), Type: body.CommandType(), Data: data, Actor: actor, Device: c.device}
	ask := command(actor, body)
	ask.Device = c.device
	made, err := decider.Decide(c.s, ask)
	if err != nil {
		if engine.AsRefusal(err) == nil {
			c.t.Fatalf("%s: %v is no refusal", body.CommandType(), err)
		}
		return nil, err
	}
	stored, err := events.EncodeAll(made)
	if err != nil {
		c.t.Fatal(err)
	}
	commit := events.Commit{Stream: events.Tournament("spring", id), Version: v, Command: cmd, Events: stored}
	if _, err := commit.Encode(); err != nil {
		c.t.Fatal(err)
	}
	c.commits = append(c.commits, commit)
	c.s = apply(c.t, c.s, commit)
	return made, nil
}

func apply(t testing.TB, s decider.State, c events.Commit) decider.State {
	t.Helper()
	made, err := vocabulary.All().DecodeAll(events.Recorded{Commit: c})
	if err != nil {
		t.Fatal(err)
	}
	return decider.Apply(s, coordinator.Applied{Version: c.Version, Command: c.Command, Events: made})
}

// do gives a command that has to be accepted.
func (c *cup) do(actor events.Actor, body events.CommandBody) []events.Payload {
	c.t.Helper()
	made, err := c.try(actor, body)
	if err != nil {
		c.t.Fatalf("%s %+v: %v", body.CommandType(), body, err)
	}
	return made
}

// refused gives a command that has to be refused with a code and words.
func (c *cup) refused(actor events.Actor, body events.CommandBody, code engine.Code, words ...string) {
	c.t.Helper()
	before := c.s
	_, err := c.try(actor, body)
	r := engine.AsRefusal(err)
	if r == nil || r.Code != code {
		c.t.Fatalf("%s %+v: got %v, want a refusal with code %s", body.CommandType(), body, err, code)
	}
	for _, w := range words {
		if !strings.Contains(r.Says, w) {
			c.t.Errorf("%s: refused with %q, want %q in it", body.CommandType(), r.Says, w)
		}
	}
	if text(c.t, before.Log) != text(c.t, c.s.Log) {
		c.t.Errorf("%s was refused and changed something", body.CommandType())
	}
}

// shown returns the consequences of a command that needs its preview.
func (c *cup) shown(actor events.Actor, body events.CommandBody) tournament.Consequences {
	c.t.Helper()
	says, err := decider.Preview(c.s, command(actor, body))
	if err != nil {
		c.t.Fatalf("preview of %s: %v", body.CommandType(), err)
	}
	return says
}

// acked gives a command with the acknowledgement of its preview, and checks that it is refused without.
func (c *cup) acked(actor events.Actor, body events.CommandBody) ([]events.Payload, tournament.Consequences) {
	c.t.Helper()
	c.refused(actor, body, decider.CodePreview)
	says := c.shown(actor, body)
	return c.do(actor, withAck(c.t, body, says.Ack)), says
}

func withAck(t testing.TB, body events.CommandBody, ack string) events.CommandBody {
	t.Helper()
	switch b := body.(type) {
	case tournament.ChangeRules:
		b.Ack = ack
		return b
	case tournament.Register:
		b.Ack = ack
		return b
	case tournament.MergeEntrants:
		b.Ack = ack
		return b
	case tournament.PartEntrants:
		b.Ack = ack
		return b
	case tournament.Renumber:
		b.Ack = ack
		return b
	case tournament.ChangePairing:
		b.Ack = ack
		return b
	case tournament.PairAgain:
		b.Ack = ack
		return b
	case tournament.CorrectResult:
		b.Ack = ack
		return b
	case tournament.ImportRound:
		b.Ack = ack
		return b
	case tournament.ReopenTournament:
		b.Ack = ack
		return b
	case tournament.Overrule:
		b.Ack = ack
		return b
	}
	t.Fatalf("%T has no acknowledgement", body)
	return nil
}

// text is everything that a log says.
func text(t testing.TB, l rules.Log) string {
	t.Helper()
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// start starts the tournament and publishes round 1.
func (c *cup) start() rules.Round {
	c.t.Helper()
	c.do(organiser, tournament.StartTournament{})
	return c.pair()
}

// pair pairs and publishes the next round.
func (c *cup) pair() rules.Round {
	c.t.Helper()
	n := len(c.s.Rounds) + 1
	c.do(organiser, tournament.PairRound{Round: n})
	c.do(organiser, tournament.PublishRound{Round: n})
	return c.round()
}

// round is the last round.
func (c *cup) round() rules.Round { return c.s.Rounds[len(c.s.Rounds)-1] }

func (c *cup) table(round, n int) rules.Table { return c.s.Rounds[round-1].Tables[n-1] }

// games is a result of a table of two, in games.
func games(a, x, b, y int) tournament.Result {
	return tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: a, Games: x}, {Entrant: b, Games: y}}}
}

// win has an entrant win their table 2-0 by the judge's entry.
func (c *cup) win(winner int) {
	c.t.Helper()
	r := c.round()
	t, ok := r.At(winner)
	if !ok {
		c.t.Fatalf("entrant %d sits nowhere in round %d", winner, r.N)
	}
	res := tournament.Result{Kind: tournament.Played}
	for _, n := range t.Seats {
		line := tournament.Line{Entrant: n}
		if n == winner {
			line.Games = 2
		}
		res.Lines = append(res.Lines, line)
	}
	c.do(ana, tournament.EnterResult{Round: r.N, Table: t.N, Result: res})
}

// firstsWin has the lower number win at every table without a result.
func (c *cup) firstsWin() {
	c.t.Helper()
	for _, n := range c.round().Open() {
		c.win(slices.Min(c.table(c.round().N, n).Seats))
	}
}

// play plays a round in which the lower number wins.
func (c *cup) play() {
	c.t.Helper()
	c.pair()
	c.firstsWin()
}

// points are an entrant's points.
func (c *cup) points(n int) string {
	c.t.Helper()
	return c.row(n).Cells[0].Value.String()
}

func (c *cup) row(n int) standings.Row {
	c.t.Helper()
	table, err := c.s.Standings(tournament.StageMain)
	if err != nil {
		c.t.Fatal(err)
	}
	row := table.Row(person(n))
	if row == nil {
		c.t.Fatalf("entrant %d is not in the standings", n)
	}
	return *row
}

// replayed folds the log again from its stored bytes, and decides every command again.
func (c *cup) replayed() decider.State {
	c.t.Helper()
	s := decider.Initial()
	for _, commit := range c.commits {
		body, err := vocabulary.All().DecodeCommand(commit.Command.Type, commit.Command.Data)
		if err != nil {
			c.t.Fatal(err)
		}
		made, err := decider.Decide(s, command(commit.Command.Actor, body))
		if err != nil {
			c.t.Fatalf("version %d, %s, decided again: %v", commit.Version, commit.Command.Type, err)
		}
		again, err := events.EncodeAll(made)
		if err != nil {
			c.t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%s", again), fmt.Sprintf("%s", commit.Events); got != want {
			c.t.Fatalf("version %d, %s, decided again:\n%s\nwant\n%s", commit.Version, commit.Command.Type, got, want)
		}
		s = apply(c.t, s, commit)
	}
	return s
}

// same checks that a replay gives the tournament as it is.
func (c *cup) same() {
	c.t.Helper()
	if got, want := text(c.t, c.replayed().Log), text(c.t, c.s.Log); got != want {
		c.t.Errorf("replayed:\n%s\nwant\n%s", got, want)
	}
}

func kinds(made []events.Payload) string {
	var out []string
	for _, e := range made {
		out = append(out, strings.TrimSuffix(strings.TrimPrefix(e.EventType(), "tournament."), ".v1"))
	}
	return strings.Join(out, " ")
}

// happened checks which events came of a command.
func happened(t testing.TB, made []events.Payload, want string) {
	t.Helper()
	if got := kinds(made); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
