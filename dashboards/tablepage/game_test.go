package tablepage_test

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

var organiser = events.Actor{Role: events.RoleOrganiser}

// teams of the game of these tests, in the order of their tables.
var teams = []group.TableName{{ID: "lorien", Team: "Lórien"}, {ID: "rivendell", Team: "Rivendell"}, {ID: "esgaroth", Team: "Esgaroth"}}

// newGame is a rig with an epic game in round 1: three tables, two players each. There is a session
// for the captain of each table, named like the table, and "organiser", "judge", "stranger".
func newGame(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	people := []string{"Ana", "Björk Guðmundsdóttir", "Çağla <script>window.__xss=1</script>", "Dmitri", "Eowyn of the very long name that goes on", "藤原"}
	var seats []group.Seat
	for i, name := range people {
		p := events.PersonID(fmt.Sprintf("p-%d", i+1))
		r.names[p] = name
		threat := 28 + i
		seats = append(seats, group.Seat{
			Player: p, Table: teams[i/2].ID, Threat: &threat,
			Heroes: []group.Hero{
				{Title: fmt.Sprintf("Aragorn %d", i), Threat: 12, HitPoints: 5},
				{Title: fmt.Sprintf("Éowyn %d", i), Threat: 9, HitPoints: 3},
			},
		})
	}
	for _, table := range teams {
		r.sessions[string(table.ID)] = access.Session{
			ID: "s-" + string(table.ID), Role: events.RoleCaptain, Gathering: spring, Group: fellowship,
			Table: table.ID, Device: events.DeviceID("d-" + table.ID),
		}
	}
	r.sessions["organiser"] = access.Session{ID: "s-org", Role: events.RoleOrganiser, Device: "d-org"}
	r.sessions["judge"] = access.Session{ID: "s-judge", Role: events.RoleJudge, Gathering: spring, Device: "d-judge"}
	r.sessions["judge-elsewhere"] = access.Session{ID: "s-other", Role: events.RoleJudge, Gathering: "autumn", Device: "d-other"}
	r.must(organiser, group.OpenGroup{Name: "Fellowship", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Tables: teams, Seed: 7})
	r.must(organiser, group.SeatPlayers{Seats: seats})
	r.must(organiser, group.StartGroup{})
	return r
}

// toStage3 plays the three rounds of stage 1: everybody passes, nobody takes a Lórien card.
func (r *rig) toStage3() {
	r.t.Helper()
	stages := map[events.TableID]string{"lorien": "3B", "rivendell": "3D", "esgaroth": "3F"}
	for round := 1; round <= 3; round++ {
		r.endRound(round)
		r.resolve(stages)
	}
}

func (r *rig) endRound(round int) {
	r.t.Helper()
	for _, t := range teams {
		r.must(organiser, group.EndRound{Table: t.ID, Round: round})
	}
}

// resolve answers every open step: the given stages where one is chosen, else the last allowed
// option that needs nothing more.
func (r *rig) resolve(stages map[events.TableID]string) {
	r.t.Helper()
	for {
		step, ok := r.openStep()
		if !ok {
			return
		}
		choice := stages[step.Table]
		if step.Kind != group.StepChoose {
			choice = r.plain(step.ID)
		}
		r.must(organiser, group.ResolveStep{Table: step.Table, Step: step.ID, Choice: choice})
	}
}

// resolveUntil answers the open steps of everybody until one of a kind waits for a table.
func (r *rig) resolveUntil(kind string, at events.TableID) {
	r.t.Helper()
	for {
		step, ok := r.openStep()
		if !ok || step.Kind == kind && step.Table == at {
			return
		}
		choice := r.plain(step.ID)
		r.must(organiser, group.ResolveStep{Table: step.Table, Step: step.ID, Choice: choice})
	}
}

func (r *rig) openStep() (group.Step, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.board.Group.Queue {
		if s.State == "now" {
			return s.Step, true
		}
	}
	return group.Step{}, false
}

func (r *rig) plain(step string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	choice := ""
	for _, s := range r.board.Group.Queue {
		for _, o := range s.Options {
			if s.ID == step && o.Allowed && o.Needs == "" {
				choice = o.Choice
			}
		}
	}
	return choice
}

// play puts enemies, locations and progress on a table, as a captain in the middle of a round has.
func (r *rig) play(table events.TableID) {
	r.t.Helper()
	p := r.table(table).Players[0].ID
	r.must(organiser, lotr.BeginPhase{Table: table, Phase: lotr.PhaseQuest})
	r.must(organiser, lotr.RevealCard{Table: table, Card: "Mirkwood Olog-hai"})
	r.must(organiser, lotr.AddEnemy{Table: table, Card: "Dol Guldur Marauder", Player: p})
	r.must(organiser, lotr.AddLocation{Table: table, Card: "Forest Battleground"})
	r.must(organiser, lotr.AddLocation{Table: table, Card: "Blackened Woods"})
	r.must(organiser, lotr.PlaceProgress{Table: table, By: 3})
	r.must(organiser, lotr.DestroyEnemy{Table: table, Card: "Battle Warg"})
}
