package catalog_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

func TestTheDeskIsFolded(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	g := catalog.Gathering{}
	people := func(ids ...events.PersonID) (out desk.PeopleRegistered) {
		for _, id := range ids {
			out.People = append(out.People, desk.Person{ID: id})
		}
		return out
	}
	var before []catalog.Gathering
	for i, e := range []events.Payload{
		desk.GatheringOpened{Name: "Spring"},
		people("p-1", "p-2"), people("p-3"),
		desk.PersonForgotten{Person: "p-2"},
		desk.CodeRenewed{Group: "one", Table: "red", Epoch: 2},
		desk.CodeRenewed{Group: "one", Table: "red", Epoch: 3},
		desk.GatheringEnded{},
		desk.GatheringSealed{},
	} {
		before = append(before, g)
		r := events.Recorded{Commit: events.Commit{Stream: events.Desk("spring"), At: at}, Position: events.Position(i + 1)}
		g = catalog.Apply(g, r, []events.Payload{e})
	}
	want := catalog.Gathering{
		ID: "spring", Name: "Spring", OpenedAt: at, Ended: true, Sealed: true, Position: 8,
		People: []events.PersonID{"p-1", "p-2", "p-3"}, Forgotten: []events.PersonID{"p-2"}, Epochs: map[string]int{"one/red": 3},
	}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("got %+v, want %+v", g, want)
	}
	if before[7].Sealed || before[6].Ended || before[5].Epochs["one/red"] != 2 || len(before[2].People) != 2 {
		t.Error("an earlier value was changed")
	}
}

func TestAGroupsLineComesFromItsBoard(t *testing.T) {
	since := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	b := board.Group{
		ID: "one", Name: "One", Phase: board.PhasePlaying, Round: 4, City: board.City{Strength: 12}, Players: 5,
		Tables:  []board.Table{{ID: "red", Team: "Red", Stage: "3B", Ended: 4, PlayersLeft: 2}, {ID: "blue", Team: "Blue", Stage: "3D", Ended: 3, PlayersLeft: 1}},
		Barrier: board.Barrier{Ended: []events.TableID{"red"}, Waiting: []events.TableID{"blue"}, Since: since},
	}
	l := catalog.Of(b)
	if l.City != 12 || l.Left != 3 || !l.Tables[0].Ended || l.Tables[1].Ended || l.Waiting[0] != "blue" || l.WaitSince != since || l.Step != "" {
		t.Errorf("%+v", l)
	}
	b.Phase = board.PhaseEnding
	b.Queue = []board.Step{{State: board.StepDone}, {State: board.StepNow}}
	b.Queue[1].Kind, b.Queue[1].Stage, b.Queue[1].Table = "forced", "3D", "blue"
	if l = catalog.Of(b); l.Step != "3D Forced effect (Blue)" {
		t.Errorf("step %q", l.Step)
	}
}

func TestGroupsAreSortedByNameThenID(t *testing.T) {
	gs := []catalog.Group{{ID: "c", Name: "B"}, {ID: "b", Name: "B"}, {ID: "z", Name: "A"}}
	catalog.Sort(gs)
	if gs[0].ID != "z" || gs[1].ID != "b" || gs[2].ID != "c" {
		t.Errorf("%+v", gs)
	}
}
