package campaign_test

import (
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// game is a group being driven by commands.
type game struct {
	t *testing.T
	s coordinator.State
}

func (g *game) do(bodies ...events.CommandBody) {
	g.t.Helper()
	for _, b := range bodies {
		c := coordinator.Command{Group: "finale", Actor: organiser, Round: g.s.Round, Body: b}
		es, err := coordinator.Decide(g.s, c)
		if err != nil {
			g.t.Fatalf("%T is refused: %v", b, err)
		}
		g.s = coordinator.Apply(g.s, coordinator.Applied{Version: g.s.Version() + 1, Events: es})
	}
}

func finale(t *testing.T, in *group.Campaign) *game {
	t.Helper()
	seat := func(p events.PersonID, at events.TableID, hero string) group.Seat {
		return group.Seat{Player: p, Table: at, Heroes: []group.Hero{{Title: hero, Threat: 10, HitPoints: 4}}}
	}
	g := &game{t: t, s: coordinator.Initial()}
	g.do(
		group.OpenGroup{
			Name: "Finale", Scenario: rules.Epic, Mode: "epic", Difficulty: "standard", Seed: 3, Settings: group.Settings{Campaign: in},
			Tables: []group.TableName{{ID: "gate", Team: "Gate"}, {ID: "doom", Team: "Doom"}},
		},
		group.SeatPlayers{Seats: []group.Seat{seat(caleb, "gate", "Gimli"), seat(matt, "doom", "Sam Gamgee")}},
		group.StartGroup{},
	)
	return g
}

// Rule: Epic: The Mountain of Fire.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func TestTheFinaleTellsTheLogOfBothScenarios(t *testing.T) {
	g := finale(t, &group.Campaign{Stream: "saga", Threat: map[events.PersonID]int{caleb: 2}})
	if r := campaign.ResultsOf(g.s, "finale"); len(r) != 0 {
		t.Fatalf("a game that goes on has the results %+v", r)
	}
	if p := g.s.Tables[0].Players[0]; p.Threat != 12 {
		t.Errorf("Caleb starts with threat %d, want 10 and the penalty of 2", p.Threat)
	}
	g.do(
		lotr.DestroyCharacter{Table: "gate", Player: caleb, Character: "Gimli"},
		lotr.ChangeThreat{Table: "gate", Player: caleb, By: 99},
		lotr.ChangeThreat{Table: "doom", Player: matt, By: 99},
	)
	if !g.s.Over() {
		t.Fatalf("the group is %s", g.s.Phase)
	}
	log := upTo(t, rules.BlackGate)
	log.do(words.BeginGame{Scenarios: []string{rules.BlackGate, rules.MountDoom}, Group: "finale"})
	results := campaign.ResultsOf(g.s, "finale")
	if len(results) != 2 || results[0].Scenario != rules.BlackGate || results[1].Scenario != rules.MountDoom || len(results[0].Fallen) == 0 {
		t.Fatalf("results %+v", results)
	}
	for _, r := range results {
		if r.Won || r.Score != nil || r.Group != "finale" {
			t.Errorf("%+v, want lost and without a score", r)
		}
		log.do(r)
		if !log.s.Holds(r) {
			t.Errorf("the log does not hold %+v", r)
		}
	}
	if log.s.Game != nil || len(log.s.Rows) != 2 {
		t.Errorf("the log has %+v and the game %+v", log.s.Rows, log.s.Game)
	}
	if r := campaign.ResultsOf(finale(t, nil).s, "finale"); r != nil {
		t.Errorf("a group of no campaign has the results %+v", r)
	}
}
