package coordinator_test

import (
	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
)

// checkInvariants looks at what holds in every state.
//
// Source: reliability.md, "Invariants" (I1 to I4, I9).
func checkInvariants(t rapid.TB, s coordinator.State) {
	if s.City < 0 {
		t.Fatalf("I3: city strength %d", s.City)
	}
	sum := 0
	for _, c := range s.CityChanges {
		sum = max(0, sum+c.By)
	}
	if s.City != sum {
		t.Fatalf("I3: city strength %d, but its changes add up to %d", s.City, sum)
	}
	checkRounds(t, s)
	checkQueue(t, s)
	if s.Phase == coordinator.PhasePlaying && s.Round > 3 {
		checkStages(t, s)
	}
}

// checkRounds: I1, every table is in the round of the group, and has not ended a later one.
func checkRounds(t rapid.TB, s coordinator.State) {
	for _, tb := range s.Tables {
		if tb.Ended > s.Round || s.Round > 0 && tb.Ended < s.Round-1 {
			t.Fatalf("I1: the group is in round %d, and %s has ended round %d", s.Round, tb.ID, tb.Ended)
		}
		if s.Phase == coordinator.PhaseEnding && tb.Ended != s.Round {
			t.Fatalf("I1: round %d is being ended, and %s has ended round %d", s.Round, tb.ID, tb.Ended)
		}
		if s.Round > 0 && len(tb.Stages) != s.Round {
			t.Fatalf("%s has a history of %d rounds in round %d", tb.ID, len(tb.Stages), s.Round)
		}
	}
}

// checkQueue: I2, no step is done or open before all of a lower order are done; what is open has an
// answer that can be given.
func checkQueue(t rapid.TB, s coordinator.State) {
	waiting := 0 // order of the first step that is not done
	seen := map[string]bool{}
	for i, st := range s.Queue {
		if seen[st.ID] {
			t.Fatalf("step %s is there twice", st.ID)
		}
		seen[st.ID] = true
		if i > 0 && st.Order < s.Queue[i-1].Order {
			t.Fatalf("I2: step %s of order %d comes after order %d", st.ID, st.Order, s.Queue[i-1].Order)
		}
		done := st.State == coordinator.StepDone || st.State == coordinator.StepSkipped
		switch {
		case !done && waiting == 0:
			waiting = st.Order
		case (done || st.State == coordinator.StepOpen) && waiting > 0 && st.Order > waiting:
			t.Fatalf("I2: step %s is %s before order %d is done", st.ID, st.State, waiting)
		}
		checkOpen(t, s, st)
	}
	if s.Phase == coordinator.PhaseEnding && !s.Paused && waiting == 0 {
		t.Fatal("I10: every step is done and the next round has not started")
	}
}

func checkOpen(t rapid.TB, s coordinator.State, st coordinator.Step) {
	if st.State != coordinator.StepOpen || s.Phase != coordinator.PhaseEnding {
		return
	}
	for _, o := range st.Options {
		if o.Allowed {
			return
		}
	}
	t.Fatalf("I10: step %s is open and no answer is allowed: %+v", st.ID, st.Options)
}

// checkStages: I4, from round 4 on all teams are at different stages 3.
func checkStages(t rapid.TB, s coordinator.State) {
	at := map[string]bool{}
	for _, tb := range s.Tables {
		if at[tb.Stage] || tb.Stage[0] != '3' {
			t.Fatalf("I4: %s plays round %d at stage %s", tb.ID, s.Round, tb.Stage)
		}
		at[tb.Stage] = true
	}
	if s.Mode == "epic" && len(at) != 3 {
		t.Fatalf("I4: %d stages are in play", len(at))
	}
}
