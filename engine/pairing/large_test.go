package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-events/muster/engine/pairing/internal/matching"
	"github.com/muster-events/muster/events"
)

// Must show 1 of issue 4, second half: fields of up to 500 players over 9 rounds. A rule is broken
// only with a proof that it had to be.
func TestLargeFieldsNeverBreakARuleThatCanBeKept(t *testing.T) {
	fields := 6
	if *full {
		fields = 200
	}
	rounds, forced, repeats := 0, 0, 0
	for seed := range uint64(fields) {
		r := rand.New(rand.NewPCG(seed, 500))
		n := 4 + r.IntN(497)
		if seed%10 == 5 {
			n = 4 + r.IntN(14) // small enough that nine rounds run out of opponents
		}
		e := newEvent(r, n, randomRules(r))
		before := forced
		for round := 1; round <= 9; round++ {
			e.field.Round = round
			e.comeAndGo()
			got, err := Pair(e.field, e.rules)
			if err != nil {
				t.Fatalf("field %d of %d, round %d: %v", seed, n, round, err)
			}
			rounds++
			checkRound(t, e.field, got)
			for _, p := range got.Problems {
				forced++
				if p.Kind == ProblemRepeat {
					repeats++
				}
				if p.Because == nil || p.Manual {
					t.Fatalf("field %d of %d, round %d: no reason for %+v", seed, n, round, p)
				}
				checkForced(t, newNaive(e.field, e.rules), p.Because)
			}
			e.record(got)
		}
		if forced == before {
			checkHistory(t, e)
		}
	}
	t.Logf("%d fields, %d rounds, %d rules broken of need, %d of them repeats", fields, rounds, forced, repeats)
}

// comeAndGo lets a few players leave for good or come back.
func (e *event) comeAndGo() {
	for i := range e.field.Players {
		if e.r.IntN(60) == 0 {
			e.field.Players[i].Away = !e.field.Players[i].Away
		}
	}
}

// checkHistory looks for repeats and second byes in what was played where no round admitted any.
func checkHistory(t *testing.T, e *event) {
	t.Helper()
	met, byes := map[[2]events.PersonID]bool{}, map[events.PersonID]bool{}
	for _, g := range e.field.Past {
		pair := [2]events.PersonID{min(g.A, g.B), max(g.A, g.B)}
		if met[pair] {
			t.Fatalf("%v met twice", pair)
		}
		met[pair] = true
	}
	for _, o := range e.field.PastOff {
		if o.Kind == OffAbsent {
			continue
		}
		if byes[o.Player] {
			t.Fatalf("%s had two byes", o.Player)
		}
		byes[o.Player] = true
	}
}

// The duals prove the pairing of a field that is paired from a part of the edges.
func TestLargeRoundsAreProvedBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	e := newEvent(r, 301, Rules{Sides: true})
	for round := 1; round <= 5; round++ {
		e.field.Round = round
		got, err := Pair(e.field, e.rules)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newPlan(&e.field, e.rules)
		if err != nil {
			t.Fatal(err)
		}
		pr := p.problem(nil)
		sol, err := matching.Complete(pr)
		if err != nil {
			t.Fatal(err)
		}
		var edges []matching.Edge
		for v := range pr.N {
			for u := range v {
				edges = append(edges, matching.Edge{U: int32(u), V: int32(v), W: pr.Cost(u, v)})
			}
		}
		if err := sol.Check(edges); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		e.record(got)
	}
}

// No table undercuts the floor of its blocks.
func TestFloors(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 8))
		e := newEvent(r, 100+r.IntN(60), randomRules(r))
		for i := range e.field.Players {
			e.field.Players[i].Score = r.IntN(3)
		}
		e.field.Round = 1
		p, err := newPlan(&e.field, e.rules)
		if err != nil {
			t.Fatal(err)
		}
		pr := p.problem(nil)
		block := 0
		for u := range pr.N {
			if block+1 < len(pr.Starts) && pr.Starts[block+1] == u {
				block++
			}
			other := block
			for v := u + 1; v < pr.N; v++ {
				if other+1 < len(pr.Starts) && pr.Starts[other+1] == v {
					other++
				}
				floor, cost := pr.Floor(block, other), pr.Cost(u, v)
				for i := range cost {
					if floor[i] > cost[i] {
						t.Fatalf("seed %d: %d against %d costs %v, floor %v", seed, u, v, cost, floor)
					}
				}
			}
		}
	}
}

func BenchmarkPair(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		for _, sides := range []bool{false, true} {
			e := newEvent(rand.New(rand.NewPCG(1, 1)), n, Rules{Sides: sides})
			for round := 1; round <= 5; round++ {
				e.field.Round = round
				b.Run(fmt.Sprintf("players=%d/sides=%v/round=%d", n, sides, round), func(b *testing.B) {
					for b.Loop() {
						if _, err := Pair(e.field, e.rules); err != nil {
							b.Fatal(err)
						}
					}
				})
				got, err := Pair(e.field, e.rules)
				if err != nil {
					b.Fatal(err)
				}
				e.record(got)
			}
		}
	}
}
