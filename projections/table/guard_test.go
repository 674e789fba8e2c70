package table_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/internal/played"
)

// A guarded objective asks for its guard before anything else, and holds the round's end up.
func TestAGuardIsAskedForFirst(t *testing.T) {
	l := played.New(t, 3)
	id := events.Group("spring", "one")
	l.OpenScenario(id, "danger-in-dorwinion")
	gate := events.Actor{Role: events.RoleCaptain, Group: "one", Table: "gate"}
	l.Must(id, gate, lotr.BeginPhase{Table: "gate", Phase: lotr.PhaseQuest})
	l.Must(id, gate, lotr.RevealCard{Table: "gate", Card: "Evidence of the Cult"})
	phones := l.Phones(id, 1, nil)
	v := phones.View("gate")
	a := v.Actions[0]
	if !strings.HasPrefix(a.ID, "guard-") || !a.Primary || a.Label != "Guard of Evidence of the Cult" || !strings.Contains(a.Why, "enemy") {
		t.Fatalf("the first button is %+v", a)
	}
	if len(v.Open) == 0 || !strings.Contains(v.Open[0], "guard of Evidence of the Cult") || !action(t, v, "end-round").Disabled {
		t.Errorf("open: %q", v.Open)
	}
	none := action(t, v, strings.Replace(a.ID, "guard-", "no-guard-", 1))
	if len(none.Confirm) == 0 || len(none.Inputs) > 0 {
		t.Errorf("%+v", none)
	}
	l.Must(id, gate, lotr.FindGuard{Table: "gate", Objective: v.Objectives[len(v.Objectives)-1].Number, Card: firstEnemy(t, l, id), Discarded: 3})
	phones.Fold()
	v = phones.View("gate")
	if o := v.Objectives[len(v.Objectives)-1]; !strings.HasPrefix(o.Where, "on ") || o.Says != "Guarded (enemy)" && !strings.HasPrefix(o.Says, "Guarded (enemy)") {
		t.Errorf("%+v", o)
	}
	if !strings.HasPrefix(v.Undo.Words, "Evidence of the Cult is guarded") && !strings.Contains(v.Undo.Words, "guarded by the enemy") {
		t.Errorf("undo says %q", v.Undo.Words)
	}
}

// firstEnemy is an enemy of the scenario's deck that is in play nowhere.
func firstEnemy(t *testing.T, l *played.Log, id events.StreamID) string {
	t.Helper()
	s := l.State(id)
	for _, c := range s.Plays(0).Cards {
		if c.Kind == lotr.KindEnemy && c.InDeck(false) > 0 && !c.Unique && !s.Tables[0].HasInPlay(c.Code) {
			return c.Code
		}
	}
	t.Fatal("the deck has no enemy")
	return ""
}

// Under Dire a threat that a card lowers says what kind of card it is.
func TestWhatLowersAThreatIsAskedUnderDire(t *testing.T) {
	l := played.New(t, 4)
	id := events.Group("spring", "one")
	l.OpenScenario(id, "mount-doom")
	v := l.Phones(id, 1, nil).View("gate")
	a := action(t, v, "lower-threat")
	if a.Section != `The Mountain of Fire, "Dire"` || len(a.Inputs) != 4 {
		t.Fatalf("%+v", a)
	}
	kinds := map[any]bool{}
	for _, c := range a.Inputs[2].Choices {
		kinds[c.Value] = true
	}
	if a.Inputs[2].Field != "source" || !kinds[lotr.FromPlayerCard] || !kinds[lotr.FromBoon] {
		t.Errorf("%+v", a.Inputs[2])
	}
	if v.HasCity || len(v.Quest.Keywords) != 1 || v.Players[0].Elimination != 99 {
		t.Errorf("city %v, keywords %q, out at %d", v.HasCity, v.Quest.Keywords, v.Players[0].Elimination)
	}
	for _, in := range action(t, v, "explore").Inputs {
		if in.Field == "siege" {
			t.Error("a siege value is asked for where there is no siege")
		}
	}
}
