package pairing

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// people returns the ids of n players in order of seeds.
func people(n int) []events.PersonID {
	out := make([]events.PersonID, n)
	for i := range out {
		out[i] = person(i + 1)
	}
	return out
}

func TestRoundRobin(t *testing.T) {
	for n := 3; n <= 25; n++ {
		for _, o := range []Robin{{}, {Sides: true}, {Double: true, Sides: true}} {
			rounds, err := RoundRobin(people(n), o)
			if err != nil {
				t.Fatal(err)
			}
			times := 1
			if o.Double {
				times = 2
			}
			if want := times * (n - 1 + n%2); len(rounds) != want {
				t.Fatalf("%d players, %+v: %d rounds, want %d", n, o, len(rounds), want)
			}
			checkRobin(t, n, times, o, rounds)
		}
	}
}

// checkRobin holds a schedule to its promises.
func checkRobin(t *testing.T, n, times int, o Robin, rounds []FixtureRound) {
	t.Helper()
	type pair [2]events.PersonID
	met, withSide := map[pair]int{}, map[pair]int{}
	balance, off, repeats := map[events.PersonID]int{}, map[events.PersonID]int{}, map[events.PersonID]int{}
	last := map[events.PersonID]Side{}
	for i, r := range rounds {
		if r.Round != i+1 {
			t.Fatalf("round %d is numbered %d", i+1, r.Round)
		}
		seen := map[events.PersonID]bool{r.Off: true}
		off[r.Off]++
		for k, f := range r.Tables {
			if seen[f.A] || seen[f.B] || f.Number != k+1 {
				t.Fatalf("round %d: %+v", r.Round, f)
			}
			seen[f.A], seen[f.B] = true, true
			met[pair{f.A, f.B}]++
			met[pair{f.B, f.A}]++
			if !o.Sides {
				if f.Side != NoSide {
					t.Fatalf("a side in %+v", f)
				}
				continue
			}
			for id, s := range map[events.PersonID]Side{f.A: f.Side, f.B: f.Side.Other()} {
				if s == last[id] {
					repeats[id]++
				}
				last[id] = s
				if s == FreePeoples {
					balance[id]++
				} else {
					balance[id]--
				}
			}
			if f.Side == FreePeoples {
				withSide[pair{f.A, f.B}]++
			} else {
				withSide[pair{f.B, f.A}]++
			}
		}
	}
	for i, a := range people(n) {
		if n%2 == 1 && off[a] != times {
			t.Fatalf("%d players: %s sits out %d times", n, a, off[a])
		}
		if b := balance[a]; b < -1 || b > 1 || times == 2 && b != 0 {
			t.Fatalf("%d players, %+v: balance of %s is %d", n, o, a, b)
		}
		if most := 2 * times; repeats[a] > most {
			t.Fatalf("%d players: %s has the same side twice in a row %d times, at most %d", n, a, repeats[a], most)
		}
		for _, b := range people(n)[:i] {
			if met[pair{a, b}] != times {
				t.Fatalf("%d players: %s meets %s %d times", n, a, b, met[pair{a, b}])
			}
			if times == 2 && withSide[pair{a, b}] != 1 {
				t.Fatalf("%d players: the sides of %s and %s do not change", n, a, b)
			}
		}
	}
}

func TestRoundRobinRefuses(t *testing.T) {
	for code, players := range map[engine.Code][]events.PersonID{
		engine.CodeMalformed: people(2),
		CodeTwice:            {"p1", "p2", "p1"},
	} {
		if _, err := RoundRobin(players, Robin{}); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != code {
			t.Errorf("%v: %v", players, err)
		}
	}
	if _, err := RoundRobin(people(MaxRobin+1), Robin{}); engine.AsRefusal(err) == nil {
		t.Errorf("%d players: %v", MaxRobin+1, err)
	}
	if _, err := RoundRobin([]events.PersonID{"p1", "P 2", "p3"}, Robin{}); engine.AsRefusal(err) == nil {
		t.Errorf("a malformed id: %v", err)
	}
}

func TestSeat(t *testing.T) {
	f := Field{Round: 3, Players: entrants(4), Past: []Game{
		{Round: 1, A: "p1", B: "p2", Side: FreePeoples},
		{Round: 2, A: "p3", B: "p1", Side: Shadow},
		{Round: 1, A: "p3", B: "p4", Side: Shadow},
	}}
	// p1 has had the Free Peoples twice, p3 the Shadow twice.
	for _, pair := range [][2]events.PersonID{{"p1", "p3"}, {"p3", "p1"}} {
		side, why, err := Seat(f, pair[0], pair[1])
		want := Shadow
		if pair[0] == "p3" {
			want = FreePeoples
		}
		if err != nil || side != want || why.By != SideBalance {
			t.Errorf("%v: %s, %+v, %v", pair, side, why, err)
		}
	}
	if _, _, err := Seat(f, "p1", "p9"); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != CodeNotInField {
		t.Errorf("somebody else: %v", err)
	}
}
