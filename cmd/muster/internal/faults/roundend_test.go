package faults_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
)

var errKilled = errors.New("the process was killed")

// Fault A2: the program is killed at every point of every command of a round's end.
func TestFault_A2_KilledBetweenStepsOfARoundsEnd(t *testing.T) {
	w := open(t, t.TempDir())
	id := begin(t, w, "g1", 20)
	roundFour(t, w.Service, id, 10, 5, 0)
	start := len(storetest.Load(t, w.store, id))
	w.stop()
	base := w.dir

	w = open(t, copied(t, base)) // undisturbed
	endRound(t, w.Service, id)
	end := settle(t, w.Service, id)
	if end.Round != 5 {
		t.Fatalf("the undisturbed group is %s in round %d, want round 5", end.Phase, end.Round)
	}
	want := storetest.Load(t, w.store, id)
	steps := len(end.Queue)
	kills := 0
	for _, point := range []ledger.Point{ledger.BeforeAppend, ledger.AfterAppend, ledger.AfterLedger} {
		w := open(t, copied(t, base))
		for _, r := range want[start:] {
			w.store.Crash = func(p ledger.Point) error {
				if p == point {
					return errKilled
				}
				return nil
			}
			if _, err := w.Do(t.Context(), id, r.Command); !errors.Is(err, errKilled) {
				t.Fatalf("killed %s: %s was answered with %v", point, r.Command.Type, err)
			}
			kills++
			w = w.killed()
			a, err := w.Do(t.Context(), id, r.Command) // the phone sends it again
			if err != nil || a.Version != r.Version || a.Duplicate != (point != ledger.BeforeAppend) {
				t.Fatalf("after a kill %s, %s is answered %+v, %v; want version %d", point, r.Command.Type, a, err, r.Version)
			}
		}
		if got := wordsOf(t, storetest.Load(t, w.store, id)); got != wordsOf(t, want) {
			t.Errorf("killed %s, the log is\n%s\nundisturbed it is\n%s", point, got, wordsOf(t, want))
		}
		fold(t, w.store, id, nil)
		decidedAgain(t, w.store, id)
		w.stop()
	}
	t.Logf("fault A2: %d kills around %d commands of a round's end with %d steps: each log equal to the undisturbed one, 0 steps twice, 0 violations of I1-I4", kills, len(want)-start, steps)
}

// wordsOf writes down commands and events of a log, without times.
func wordsOf(t *testing.T, log []events.Recorded) string {
	t.Helper()
	out := ""
	for _, r := range log {
		b, err := json.Marshal(r.Events)
		if err != nil {
			t.Fatal(err)
		}
		out += fmt.Sprintf("%d %s %s %s\n", r.Version, r.Command.ID, r.Command.Type, b)
	}
	return out
}

// Fault C8: a judge corrects while the end of a round resolves.
func TestFault_C8_RulingsWhileTheRoundResolves(t *testing.T) {
	groups := 20
	if full() {
		groups = 400
	}
	log := memory.New()
	services := []*runner.Service{runner.New(runner.Options{Store: log}), runner.New(runner.Options{Store: log})}
	during, rulings, changed := 0, 0, 0
	for n := range groups {
		id := begin(t, services[0], events.GroupID(fmt.Sprintf("g%d", n)), 20)
		roundFour(t, services[0], id, 10, 5, 3)
		endRound(t, services[0], id)
		var wg sync.WaitGroup
		wg.Go(func() {
			for s := services[n%2]; ; {
				table, c, ok := reply(stateOf(t, s, id))
				if !ok {
					return
				}
				_, err := s.Do(t.Context(), id, command(t, captain(id.Group, table), c))
				if r := engine.AsRefusal(err); err != nil && (r == nil || r.Code != coordinator.CodeStepDone) {
					t.Errorf("an answer to a step, meanwhile settled by a ruling or not: %v", err)
					return
				}
			}
		})
		wg.Go(func() {
			for i := range 12 {
				city, progress := 20+i, i
				_, err := services[1-n%2].Do(t.Context(), id, command(t, judge, lotr.Rule{
					Reason: fmt.Sprintf("counted again, %d", i), Verdict: group.VerdictCorrected, City: &city,
					Tables: []lotr.TableRuling{{Table: "green", Progress: &progress}},
				}))
				if r := engine.AsRefusal(err); err != nil && (r == nil || r.Says == "") {
					t.Errorf("a ruling failed: %v", err)
				}
			}
		})
		wg.Wait()
		resolved := map[string]int{}
		fold(t, log, id, func(before, after coordinator.State, c coordinator.Applied) {
			for _, e := range c.Events {
				switch e := e.(type) {
				case group.StepResolved:
					resolved[e.Step]++
				case group.RulingMade:
					rulings++
					if before.Phase == coordinator.PhaseEnding {
						during++
					}
					if e.Reason == "" || c.Command.Actor != judge {
						t.Errorf("version %d: a ruling by %+v for %q", c.Version, c.Command.Actor, e.Reason)
					}
				case lotr.CityStrengthRestated:
					if changed++; e.From != before.City || e.Strength != after.City {
						t.Errorf("version %d restates the city strength from %d to %d; it was %d and is %d", c.Version, e.From, e.Strength, before.City, after.City)
					}
				}
			}
		})
		for step, n := range resolved {
			if n != 1 {
				t.Errorf("%s: step %s was resolved %d times", id, step, n)
			}
		}
		decidedAgain(t, log, id)
	}
	if during == 0 {
		t.Error("no ruling fell into the end of a round: the test tests nothing")
	}
	t.Logf("fault C8: %d groups, %d rulings, %d of them between the steps of a round's end, %d changes of the city strength each from the value before: 0 violations of I1-I4, no step twice", groups, rulings, during, changed)
}

// Fault C13: the last player of a table is eliminated while other tables end their round.
func TestFault_C13_LastPlayerOutWhileAnotherTableEndsItsRound(t *testing.T) {
	races := 100
	if full() {
		races = 3000
	}
	log := memory.New()
	services := []*runner.Service{runner.New(runner.Options{Store: log}), runner.New(runner.Options{Store: log})}
	refusals, first := 0, map[string]int{}
	for n := range races {
		id := begin(t, services[0], events.GroupID(fmt.Sprintf("g%d", n)), 49)
		fifty := 50
		out := events.CommandBody(lotr.ChangeThreat{Table: "red", Player: "p-1", To: &fifty})
		if n%2 == 1 {
			out = group.EndRound{Table: "red", Round: 1} // threat rises in the refresh phase
		}
		asked := []struct {
			table events.TableID
			body  events.CommandBody
		}{{"red", out}, {"green", group.EndRound{Table: "green", Round: 1}}, {"blue", group.EndRound{Table: "blue", Round: 1}}}
		var wg sync.WaitGroup
		var mu sync.Mutex // guards refusals
		gate := make(chan struct{})
		for i, a := range asked {
			wg.Go(func() {
				<-gate
				_, err := services[(n+i)%2].Do(t.Context(), id, command(t, captain(id.Group, a.table), a.body))
				if err == nil {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				refusals++
				if r := engine.AsRefusal(err); r == nil || r.Code != coordinator.CodeOver {
					t.Errorf("race %d: %s was answered with %v, want accepted or refused because the group is over", n, a.table, err)
				}
			})
		}
		close(gate)
		wg.Wait()
		lost := 0
		end := fold(t, log, id, func(before, _ coordinator.State, c coordinator.Applied) {
			if before.Over() {
				t.Errorf("race %d: version %d (%s) follows the end of the group", n, c.Version, c.Command.Type)
			}
			for _, e := range c.Events {
				if l, ok := e.(group.GroupLost); ok {
					lost++
					first[string(l.Table)]++
				}
			}
		})
		if lost != 1 || end.Phase != coordinator.PhaseLost {
			t.Fatalf("race %d: %d results, the group is %s", n, lost, end.Phase)
		}
		decidedAgain(t, log, id)
	}
	t.Logf("fault C13: %d races: 1 result each (lost at %v), %d endings that came later refused as over, nothing recorded after a result", races, first, refusals)
}
