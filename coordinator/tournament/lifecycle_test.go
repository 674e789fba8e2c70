package tournament_test

import (
	"strings"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// states are the states of a tournament's life, each with how one comes there from the one named.
var states = []struct {
	name, from, status string
	by                 []events.CommandBody
}{
	{name: "open", status: tournament.StatusOpen},
	{name: "running", from: "open", status: tournament.StatusRunning},
	{name: "frozen", from: "running", status: tournament.StatusFrozen, by: []events.CommandBody{tournament.FreezeStandings{}}},
	{name: "ended", from: "running", status: tournament.StatusEnded, by: []events.CommandBody{tournament.EndTournament{}}},
	{name: "ended, frozen", from: "frozen", status: tournament.StatusEnded, by: []events.CommandBody{tournament.EndTournament{}}},
	{name: "thawed", from: "ended, frozen", status: tournament.StatusThawed, by: []events.CommandBody{tournament.ThawStandings{}}},
	{name: "final", from: "thawed", status: tournament.StatusFinal, by: []events.CommandBody{tournament.FinaliseTournament{}}},
	{name: "sealed", from: "final", status: tournament.StatusSealed, by: []events.CommandBody{tournament.SealTournament{}}},
}

// at returns a tournament of four, two rounds played, in a state of its life.
func at(t *testing.T, name string) *cup {
	t.Helper()
	for _, s := range states {
		if s.name != name {
			continue
		}
		var c *cup
		switch s.from {
		case "":
			c = newCup(t, swiss, 4)
		case "open":
			c = at(t, s.from)
			c.start()
			c.firstsWin()
			c.play()
		default:
			c = at(t, s.from)
		}
		for _, b := range s.by {
			before := len(c.commits)
			c.do(organiser, b)
			if len(c.commits) != before+1 {
				t.Fatalf("%s took %d commits, want one", b.CommandType(), len(c.commits)-before)
			}
		}
		if c.s.Status != s.status {
			t.Fatalf("%s: the tournament is %s", name, c.s.Status)
		}
		return c
	}
	t.Fatalf("there is no state %s", name)
	return nil
}

// What each command does in each state: the state it leads to, "=" if it is accepted and the state stays, or
// the code it is refused with. A command that touches the integrity is acknowledged.
var lifecycle = []struct {
	body events.CommandBody
	then map[string]string
}{
	{tournament.StartTournament{}, map[string]string{
		"open": "running", "running": "not-now", "frozen": "not-now", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.FreezeStandings{}, map[string]string{
		"open": "not-now", "running": "frozen", "frozen": "standings-frozen", "ended": "not-now", "ended, frozen": "standings-frozen", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.EndTournament{}, map[string]string{
		"open": "not-now", "running": "ended", "frozen": "ended", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.ThawStandings{}, map[string]string{
		"open": "standings-frozen", "running": "standings-frozen", "frozen": "running", "ended": "standings-frozen", "ended, frozen": "thawed", "thawed": "standings-frozen", "final": "standings-frozen", "sealed": "tournament-sealed",
	}},
	{tournament.FinaliseTournament{}, map[string]string{
		"open": "not-now", "running": "not-now", "frozen": "not-now", "ended": "final", "ended, frozen": "standings-frozen", "thawed": "final", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.SealTournament{}, map[string]string{
		"open": "not-now", "running": "not-now", "frozen": "not-now", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "sealed", "sealed": "tournament-sealed",
	}},
	{tournament.ReopenTournament{Reason: "one more round"}, map[string]string{
		"open": "not-now", "running": "not-now", "frozen": "not-now", "ended": "running", "ended, frozen": "frozen", "thawed": "running", "final": "running", "sealed": "tournament-sealed",
	}},
	// and one command of each kind of those that are no step of the life itself
	{tournament.ChangeRules{Reason: "longer", Rules: longer()}, map[string]string{
		"open": "=", "running": "=", "frozen": "=", "ended": "=", "ended, frozen": "=", "thawed": "=", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.CheckIn{Entrant: 1}, map[string]string{
		"open": "=", "running": "not-now", "frozen": "not-now", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.Drop{Entrant: 4}, map[string]string{
		"open": "=", "running": "=", "frozen": "=", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.PairRound{Round: 3}, map[string]string{
		"open": "not-now", "running": "=", "frozen": "=", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.EnterResult{Round: 1, Table: 1}, map[string]string{
		"open": "not-now", "running": "no-such-round", "frozen": "no-such-round", "ended": "not-now", "ended, frozen": "not-now", "thawed": "not-now", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Reason: "both were late", Result: tournament.Result{Kind: tournament.DoubleLoss}}, map[string]string{
		"open": "not-now", "running": "=", "frozen": "=", "ended": "=", "ended, frozen": "=", "thawed": "=", "final": "not-now", "sealed": "tournament-sealed",
	}},
	{tournament.OpenTournament{Name: "Again", Rules: swiss}, map[string]string{
		"open": "already-opened", "running": "already-opened", "frozen": "already-opened", "ended": "already-opened", "ended, frozen": "already-opened", "thawed": "already-opened", "final": "already-opened", "sealed": "already-opened",
	}},
}

func longer() tournament.Rules {
	r := swiss
	r.Minutes = 55
	return r
}

func TestEveryStepOfATournamentsLifeInEveryState(t *testing.T) {
	for _, s := range states {
		for _, l := range lifecycle {
			want := l.then[s.name]
			t.Run(s.name+"/"+l.body.CommandType(), func(t *testing.T) {
				c := at(t, s.name)
				if res, enters := l.body.(tournament.EnterResult); enters && c.s.Started() {
					seats := c.table(1, 1).Seats
					res.Result = games(seats[0], 0, seats[1], 2)
					l.body = res
				}
				_, err := c.try(organiser, l.body)
				if r := engine.AsRefusal(err); r != nil && r.Code == decider.CodePreview {
					c.acked(organiser, l.body)
					err = nil
				}
				status := want
				if want == "=" {
					status = s.name
				}
				for _, other := range states {
					if err == nil && other.name == status && c.s.Status == other.status {
						c.same()
						return
					}
				}
				r := engine.AsRefusal(err)
				if r == nil || string(r.Code) != want {
					t.Fatalf("got %v, the tournament is %s; want %s", err, c.s.Status, want)
				}
				if len(r.Says) < 15 || strings.Contains(r.Says, "%!") {
					t.Errorf("it is refused with %q", r.Says)
				}
			})
		}
	}
}

// Each step is the organiser's; nobody else takes one, and the program takes none by itself but for whoever
// runs it.
func TestWhoLeadsATournamentThroughItsLife(t *testing.T) {
	for _, l := range lifecycle[:7] {
		for name, then := range l.then {
			if strings.Contains(then, "-") {
				continue // refused anyhow
			}
			for who, actor := range map[string]events.Actor{"judge": ana, "player": player(1), "spectator": {}, "another cup's player": {Role: events.RoleCaptain, Group: "other", Person: person(1)}} {
				c := at(t, name)
				before := len(c.commits)
				_, err := c.try(actor, l.body)
				if r := engine.AsRefusal(err); r == nil || r.Code != engine.CodeNotAllowed || len(c.commits) != before {
					t.Errorf("%s as %s, %s: %v", l.body.CommandType(), who, name, err)
				}
			}
		}
	}
}
