package history_test

import (
	"encoding/json"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/history"
)

func epic() history.State {
	s, _ := history.Apply(history.State{}, commit("group.open.v1", `{}`, events.Actor{Role: events.RoleOrganiser}), []events.Payload{
		group.GroupOpened{Mode: "epic", Tables: []group.TableName{{ID: "red", Team: "Rivendell"}, {ID: "green", Team: "Lórien"}}},
		lotr.TableSetUp{Table: "red", Stage: "1B"},
		lotr.TableSetUp{Table: "green", Stage: "1B"},
		group.RoundStarted{Round: 4},
	})
	return s
}

func commit(typ, data string, by events.Actor) events.Recorded {
	return events.Recorded{
		Commit:   events.Commit{Version: 9, Command: events.Command{ID: "c-9", Type: typ, Data: json.RawMessage(data), Actor: by}},
		Position: 12,
	}
}

func TestLinesSayWhereWhoAndWhat(t *testing.T) {
	two := 2
	ana := events.Actor{Role: events.RoleCaptain, Person: "p-7", Table: "red"}
	explored := lotr.LocationExplored{Table: "red", Card: lotr.Card{Name: "Dungeon Door"}, Item: 1, Siege: &two}
	s := epic()
	s, added := history.Apply(s, commit("lotr.explore-location.v1", `{"table":"red"}`, ana), []events.Payload{explored})
	if l := added.Lines[0]; l.Words != "Round 4, stage 1B, Rivendell: {p-7} explored Dungeon Door (siege 2)" || l.Kind != "lotr.location-explored" || !l.Major || l.Command != "c-9" {
		t.Errorf("two teams at one stage: %+v", l)
	}
	s, _ = history.Apply(s, commit("group.resolve-step.v1", `{}`, ana), []events.Payload{lotr.StageEntered{Table: "red", Stage: "3D"}})
	s, added = history.Apply(s, commit("lotr.explore-location.v1", `{"table":"red"}`, ana), []events.Payload{explored})
	if l := added.Lines[0]; history.Name(l, func(events.PersonID) string { return "Ana" }) != "Round 4, stage 3D: Ana explored Dungeon Door (siege 2)" || l.Table != "red" || l.Stage != "3D" {
		t.Errorf("%+v", l)
	}
	_, added = history.Apply(s, commit("lotr.explore-location.v1", `{"table":"red"}`, events.Actor{Role: events.RoleCaptain, Table: "red"}), []events.Payload{explored})
	if l := added.Lines[0]; l.Words != "Round 4, stage 3D: Rivendell explored Dungeon Door (siege 2)" {
		t.Errorf("an unknown actor is the team: %q", l.Words)
	}
}

func TestMomentsOfTheWholeWall(t *testing.T) {
	for _, c := range []struct {
		event events.Payload
		want  string
	}{
		{lotr.EnemyDestroyed{Card: lotr.Card{Name: "Bane", Lieutenant: true}}, history.MomentLieutenant},
		{lotr.EnemyDestroyed{Card: lotr.Card{Name: "Warg"}}, ""},
		{lotr.CityStrengthReduced{From: 12, Strength: 10}, history.MomentMark},
		{lotr.CityStrengthReduced{From: 10, Strength: 7}, ""},
		{lotr.CityStrengthReduced{From: 20, Strength: 0}, history.MomentFallen},
		{lotr.CityStrengthReduced{From: 0, Strength: 0}, ""},
		{group.GroupWon{}, history.MomentWon},
		{group.GroupLost{}, history.MomentLost},
	} {
		_, added := history.Apply(epic(), commit("x", `{}`, events.Actor{}), []events.Payload{c.event})
		if have := added.Lines[0].Moment; have != c.want {
			t.Errorf("%+v: moment %q, want %q", c.event, have, c.want)
		}
	}
}

func TestATurnIsSaidOnceEvenIfItsAnswersChange(t *testing.T) {
	opened := group.StepOpened{Step: "s1", Table: "red"}
	s, added := history.Apply(epic(), commit("x", `{}`, events.Actor{}), []events.Payload{opened, opened})
	if len(added.Lines) != 1 || added.Lines[0].Words != "Round 4, stage 1B: It is Rivendell’s turn" {
		t.Errorf("%+v", added.Lines)
	}
	s, _ = history.Apply(s, commit("x", `{}`, events.Actor{}), []events.Payload{group.RoundEnded{Round: 5}})
	if _, added = history.Apply(s, commit("x", `{}`, events.Actor{}), []events.Payload{opened}); len(added.Lines) != 1 {
		t.Error("a step of the next round is not said")
	}
}

func TestTheStateIsLeftAsItWas(t *testing.T) {
	s := epic()
	before, _ := json.Marshal(s)
	history.Apply(s, commit("x", `{}`, events.Actor{}), []events.Payload{
		lotr.StageEntered{Table: "red", Stage: "3B"}, group.RoundStarted{Round: 5}, group.StepOpened{Step: "s"}, group.EntryWithdrawn{Version: 3},
	})
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("%s became %s", before, after)
	}
}

func TestWithdrawnVersionsAreNamed(t *testing.T) {
	_, added := history.Apply(epic(), commit("group.withdraw.v1", `{}`, events.Actor{}), []events.Payload{group.EntryWithdrawn{Table: "red", Version: 7, Kind: "lotr.travel.v1"}})
	if len(added.Withdrawn) != 1 || added.Withdrawn[0] != 7 {
		t.Errorf("%v", added.Withdrawn)
	}
}
