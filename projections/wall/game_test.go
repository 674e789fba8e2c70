package wall_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/internal/played"
	"github.com/muster-events/muster/projections/wall"
)

// The Eye is shown where it is, with what it does there, who may keep it there and at what price; it
// moves with the end of a round.
func TestTheEyeIsOnTheWall(t *testing.T) {
	l := played.New(t, 5)
	id := events.Group("spring", "one")
	l.OpenScenario(id, played.MountainOfFire)
	phones := l.Phones(id, 1, nil)
	show := func() wall.View {
		phones.Fold()
		g := phones.Board.Group
		return wall.Of(g, nil, func(p events.PersonID) string { return strings.ToUpper(string(p)) }, g.At)
	}
	v := show()
	if e := v.Eye; e == nil || e.Side != 1 || e.Team != "The Shire" || e.Does != "Every Fortitude test has one Eye more" ||
		e.Moves != "At the round’s end it turns to Gondor" || e.May != "P-3 may keep it there: threat +3 for each player" {
		t.Fatalf("%+v", e)
	}
	if v.HasCity || v.Quest != nil || v.Teams[0].Scenario != "The Black Gate Opens" || !v.Teams[1].EyeHere || v.Teams[1].Points == nil {
		t.Errorf("%+v", v.Teams)
	}
	labels := ""
	for _, s := range v.Steps {
		labels += s.Label + "; "
	}
	if !strings.HasSuffix(labels, "Mode card; Eye to Gondor; Won or lost?; ") {
		t.Errorf("the strip says %q", labels)
	}
	for _, at := range []events.TableID{"gate", "doom"} {
		l.Must(id, played.Organiser, group.ForceEndRound{Table: at, Round: 1, Reason: "for the test"})
	}
	for range 20 {
		v = show()
		if v.Turn == nil {
			break
		}
		choice := ""
		for _, o := range v.Turn.Options {
			if o.Allowed && o.Needs == "" && choice == "" {
				choice = o.Choice
			}
			if strings.Contains(o.Effect, "{p-") {
				t.Errorf("an answer names nobody: %q", o.Effect)
			}
		}
		if v.Turn.Kind == group.StepEye && !v.Eye.Waiting {
			t.Error("the question about the Eye is open, and the Eye does not show it")
		}
		l.Must(id, played.Organiser, group.ResolveStep{Table: v.Turn.Table, Step: v.Turn.Step, Choice: choice})
	}
	if e := v.Eye; v.Round != 2 || e.Side != 0 || e.Last != "Turned here at the end of round 1" || !strings.Contains(e.Does, "+1 threat and −10 engagement") {
		t.Errorf("round %d, %+v", v.Round, e)
	}
}

// A loss of one of the two games waits for the end of the round, and is shown as such.
func TestALossThatWaitsIsOnTheWall(t *testing.T) {
	l := played.New(t, 6)
	id := events.Group("spring", "one")
	l.OpenScenario(id, played.MountainOfFire)
	captain := events.Actor{Role: events.RoleCaptain, Group: "one", Table: "gate"}
	l.Must(id, captain, lotr.CallLoss{Table: "gate", Cause: lotr.LostAragorn, Note: "Aragorn was destroyed"})
	phones := l.Phones(id, 1, nil)
	g := phones.Board.Group
	v := wall.Of(g, nil, func(p events.PersonID) string { return string(p) }, g.At)
	if !strings.HasPrefix(v.Teams[0].Pending, "Lost when the round ends, unless Mount Doom is won: ") || v.Teams[0].State != wall.TeamOver || v.Result != nil {
		t.Errorf("%+v", v.Teams[0])
	}
	if c := wall.Overview(append([]board.Group{}, g), g.At).Groups[0]; c.Attention != "Gondor has lost when the round ends" || c.Figure == "" {
		t.Errorf("%+v", c)
	}
}

// A game at one table shows its quest, and what it is about.
func TestAStandaloneGameIsOnTheWall(t *testing.T) {
	for _, scenario := range played.Scenarios {
		l := played.New(t, 7)
		id := events.Group("spring", "one")
		l.OpenScenario(id, scenario)
		g := l.Phones(id, 1, nil).Board.Group
		v := wall.Of(g, nil, func(p events.PersonID) string { return string(p) }, g.At)
		if v.Quest == nil || v.Quest.Stage == "" || v.Quest.Name == "" || v.HasCity || v.Eye != nil || len(v.Teams) != 1 {
			t.Errorf("%s: %+v", scenario, v.Quest)
		}
		c := wall.Overview([]board.Group{g}, g.At).Groups[0]
		if c.Figure == "" || c.FigureSay != "progress of the stage" || c.Scenario != v.Scenario {
			t.Errorf("%s: %+v", scenario, c)
		}
	}
}
