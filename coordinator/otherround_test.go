package coordinator_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A table without a network entered things in round 1; meanwhile the organiser ended its round.
func TestAnEntryOfARoundThatIsOverIsNotCountedForTheNext(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	made := func(round int, b events.CommandBody) error {
		_, err := coordinator.Decide(l.s, coordinator.Command{ID: commandID(9000), Group: evening, Actor: captain(lorien), Round: round, Body: b})
		return err
	}
	late := lotr.DestroyEnemy{Table: lorien, Card: "Mirkwood Olog-hai"}
	if err := made(1, late); err != nil {
		t.Fatalf("in its own round: %v", err)
	}
	l.do(captain(rivendell), group.EndRound{Table: rivendell, Round: 1})
	l.do(captain(esgaroth), group.EndRound{Table: esgaroth, Round: 1})
	l.do(organiser, group.ForceEndRound{Table: lorien, Round: 1, Reason: "their network is gone"})
	for l.s.Phase == coordinator.PhaseEnding {
		for _, st := range l.s.Queue {
			if st.State == coordinator.StepOpen {
				l.do(organiser, group.ResolveStep{Table: st.Table, Step: st.ID, Choice: group.ChoicePass})
				break
			}
		}
	}
	for _, b := range []events.CommandBody{late, group.Withdraw{Table: lorien, Entry: commandID(1)}} {
		r := engine.AsRefusal(made(1, b))
		if r == nil || r.Code != coordinator.CodeOtherRound || !strings.Contains(r.Says, "round 1") || !strings.Contains(r.Says, "round 2") {
			t.Errorf("%s of round 1 in round 2: %v, want a refusal that names both rounds", b.CommandType(), r)
		}
	}
	for _, round := range []int{0, 2} {
		if err := made(round, late); err != nil {
			t.Errorf("said to be of round %d: %v", round, err)
		}
	}
}
