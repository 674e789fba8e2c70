package coordinator_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
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
	for _, tb := range s.Tables {
		checkLieutenants(t, s, tb)
		checkPlayers(t, s, tb)
	}
	checkEye(t, s)
	if s.Scenario == "attack-on-dol-guldur" && s.Phase == coordinator.PhasePlaying && s.Round > 3 {
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
	if s.Phase == coordinator.PhaseEnding && !s.Paused && waiting == 0 && !somethingOpen(s) {
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

// somethingOpen reports whether people have something to finish before anything resolves.
func somethingOpen(s coordinator.State) bool {
	return slices.ContainsFunc(s.Tables, func(tb coordinator.Table) bool { return tb.Peril != nil || tb.Test != nil || len(tb.Tests) > 0 })
}

// checkEye: The Eye of Sauron is at one table of an epic game of The Mountain of Fire, and at no other
// game's.
func checkEye(t rapid.TB, s coordinator.State) {
	n := 0
	for _, tb := range s.Tables {
		if tb.Eye {
			n++
		}
	}
	want := 0
	if s.Scenario == "the-mountain-of-fire" && s.Round > 0 {
		want = 1
	}
	if n != want {
		t.Fatalf("The Eye of Sauron is at %d tables, want %d", n, want)
	}
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

// checkLieutenants: a Lieutenant in play is that of the table's stage; one with damage for all its hit
// points stands only while the city has strength.
func checkLieutenants(t rapid.TB, s coordinator.State, tb coordinator.Table) {
	sc, _ := rules.Lookup(s.Scenario)
	st, _ := sc.Stage(tb.Stage)
	for _, e := range tb.Lieutenants() {
		if e.Card.Code != st.Lieutenant {
			t.Fatalf("%s is in play at stage %s (%s)", e.Card.Name, tb.Stage, tb.ID)
		}
		if s.City == 0 && !s.Over() && e.Damage >= e.Card.HitPoints {
			t.Fatalf("%s stands at %s with %d damage at city strength 0", e.Card.Name, tb.ID, e.Damage)
		}
	}
}

// checkPlayers: a stage without a player has lost; who is out holds nothing.
func checkPlayers(t rapid.TB, s coordinator.State, tb coordinator.Table) {
	if tb.Stage == "" {
		return
	}
	if tb.PlayersIn() == 0 {
		if !s.Over() && !tb.Pending { // ruling 8: a loss that waits is announced
			t.Fatalf("nobody is left at %s, and the group plays on", tb.ID)
		}
		return
	}
	gone := func(id events.PersonID) bool {
		p, ok := tb.Player(id)
		return !ok || p.Out
	}
	if gone(tb.FirstPlayer) {
		t.Fatalf("the first player of %s is %q, who is not in the game", tb.ID, tb.FirstPlayer)
	}
	for _, e := range tb.Enemies {
		if e.Player != "" && gone(e.Player) {
			t.Fatalf("%s at %s is engaged with %q, who is not in the game", e.Card.Name, tb.ID, e.Player)
		}
	}
	for _, l := range tb.Lorien {
		if gone(l.Player) {
			t.Fatalf("%s at %s is controlled by %q, who is not in the game", l.Card, tb.ID, l.Player)
		}
	}
}

// checkUndo: what was entered in one round cannot be taken back in the next.
func checkUndo(t rapid.TB, s coordinator.State, made []events.Payload) {
	if _, begins := find[group.RoundStarted](made); !begins {
		return
	}
	for _, tb := range s.Tables {
		if id, ok := s.Withdrawable(tb.ID); ok {
			t.Fatalf("%s could take entry %s back when round %d has just begun", tb.ID, id, s.Round)
		}
		if len(tb.Scored) > 0 {
			t.Fatalf("%s begins round %d with siege of the last: %+v", tb.ID, s.Round, tb.Scored)
		}
	}
}
