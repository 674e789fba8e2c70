package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

func bracket(t testing.TB, n int, e Elimination) Bracket {
	t.Helper()
	b, err := NewBracket(people(n), e)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func course(t testing.TB, b Bracket, results []MatchResult) Course {
	t.Helper()
	c, err := b.Play(results)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// playOut plays every match that is ready until the bracket is over.
func playOut(t testing.TB, b Bracket, win func(Bout) events.PersonID) ([]MatchResult, Course) {
	t.Helper()
	var results []MatchResult
	for {
		c := course(t, b, results)
		i := slices.IndexFunc(c.Bouts, func(m Bout) bool { return m.State == MatchReady })
		if i < 0 {
			if !c.Over {
				t.Fatalf("nothing is ready and the bracket is not over: %+v", c)
			}
			return results, c
		}
		results = append(results, MatchResult{Match: c.Bouts[i].ID, Winner: win(c.Bouts[i])})
	}
}

// better lets the better seed win.
func better(m Bout) events.PersonID {
	if len(m.Players[0]) < len(m.Players[1]) || len(m.Players[0]) == len(m.Players[1]) && m.Players[0] < m.Players[1] {
		return m.Players[0]
	}
	return m.Players[1]
}

func TestTheBestSeedsMeetLast(t *testing.T) {
	for n := 2; n <= 70; n++ {
		_, c := playOut(t, bracket(t, n, Elimination{Third: true}), better)
		for i, want := range people(min(n, 4)) {
			if c.Places[i] != (Place{Player: want, Place: i + 1, Shared: 1}) {
				t.Fatalf("%d players: place %d is %+v", n, i+1, c.Places[i])
			}
		}
		if len(c.Places) != n || c.Champion != "p1" {
			t.Fatalf("%d players: %d places, champion %s", n, len(c.Places), c.Champion)
		}
	}
}

func TestByesGoToTheTopSeeds(t *testing.T) {
	c := course(t, bracket(t, 11, Elimination{}), nil)
	var walked []events.PersonID
	for _, m := range c.Bouts {
		if m.State == MatchWalked {
			walked = append(walked, m.Winner)
		}
	}
	slices.Sort(walked)
	if want := []events.PersonID{"p1", "p2", "p3", "p4", "p5"}; !slices.Equal(walked, want) {
		t.Errorf("byes: %v, want %v", walked, want)
	}
}

// Everybody but the champion loses exactly twice, or once if the losers' part has nobody to meet.
func TestDoubleEliminationIsOutAfterTwo(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 2 + r.IntN(40)
		b := bracket(t, n, Elimination{Double: true, Reset: true})
		results, c := playOut(t, b, func(m Bout) events.PersonID { return m.Players[r.IntN(2)] })
		lost := map[events.PersonID]int{}
		for _, m := range c.Bouts {
			if m.State == MatchPlayed {
				lost[m.Loser]++
			}
		}
		for _, id := range people(n) {
			switch {
			case id == c.Champion && lost[id] > 1, id != c.Champion && lost[id] != 2:
				t.Fatalf("seed %d, %d players: %s lost %d times; champion %s", seed, n, id, lost[id], c.Champion)
			}
		}
		if held := len(results); held != 2*n-2 && held != 2*n-1 {
			t.Fatalf("%d players: %d matches, want %d or one more", n, held, 2*n-2)
		}
		if len(c.Places) != n || c.Places[0].Player != c.Champion || c.Places[1].Place != 2 {
			t.Fatalf("%d players: places %+v", n, c.Places)
		}
	}
}

// earliestRepeat returns how many rounds of the losers' part are left, that one included, when two
// can first meet in it again: the winner of a match, beaten later on, and its loser.
func earliestRepeat(b Bracket) int {
	next, drop := map[MatchID]MatchID{}, map[MatchID]MatchID{}
	at := map[MatchID]Match{}
	last := 0
	for _, m := range b.Matches {
		at[m.ID] = m
		if m.Part == PartLosers {
			last = max(last, m.Round)
		}
		for _, s := range []Source{m.A, m.B} {
			if s.Loser {
				drop[s.Match] = m.ID
			} else {
				next[s.Match] = m.ID
			}
		}
	}
	most := 0
	for _, m := range b.Matches {
		for n := next[m.ID]; m.Part == PartWinners && at[n].Part == PartWinners; n = next[n] {
			path := map[MatchID]bool{}
			for l := drop[m.ID]; at[l].Part == PartLosers; l = next[l] {
				path[l] = true
			}
			for l := drop[n]; at[l].Part == PartLosers; l = next[l] {
				if path[l] {
					most = max(most, last-at[l].Round+1)
					break
				}
			}
		}
	}
	return most
}

// Whoever is beaten by a player who loses later meets that player again as late as can be. That no
// way to place the losers does better is found by trying all for 8 and 16 players.
func TestLosersAreCrossed(t *testing.T) {
	for n, want := range map[int]int{4: 1, 8: 2, 16: 3, 32: 4, 64: 4, 128: 5, 256: 6, 1024: 6} {
		if got := earliestRepeat(bracket(t, n, Elimination{Double: true})); got != want {
			t.Errorf("%d players: a repeat with %d rounds left, want %d", n, got, want)
		}
	}
}

func TestNoOtherCrossingIsBetter(t *testing.T) {
	for _, n := range []int{8, 16} {
		b := bracket(t, n, Elimination{Double: true})
		best := earliestRepeat(b)
		var drops [][]int // matches of the losers' part with losers coming in, by round
		for i, m := range b.Matches {
			if m.Part == PartLosers && m.Round%2 == 0 {
				for len(drops) < m.Round/2 {
					drops = append(drops, nil)
				}
				drops[m.Round/2-1] = append(drops[m.Round/2-1], i)
			}
		}
		tried := 0
		everyOrder(b, drops, func() {
			tried++
			best = min(best, earliestRepeat(b))
		})
		if got := earliestRepeat(bracket(t, n, Elimination{Double: true})); got != best {
			t.Errorf("%d players: a repeat with %d rounds left, another crossing has %d", n, got, best)
		}
		if tried < 2 {
			t.Errorf("only %d crossings tried", tried)
		}
	}
}

// everyOrder calls see with every way to place the losers that come in.
func everyOrder(b Bracket, drops [][]int, see func()) {
	if len(drops) == 0 {
		see()
		return
	}
	round := drops[0]
	var permute func(k int)
	permute = func(k int) {
		if k == len(round) {
			everyOrder(b, drops[1:], see)
			return
		}
		for i := k; i < len(round); i++ {
			x, y := &b.Matches[round[k]].B, &b.Matches[round[i]].B
			*x, *y = *y, *x
			permute(k + 1)
			*x, *y = *y, *x
		}
	}
	permute(0)
}

func TestGrandFinal(t *testing.T) {
	two := []MatchResult{{Match: "w1-1", Winner: "p1"}}
	for _, c := range []struct {
		name     string
		reset    bool
		results  []MatchResult
		champion events.PersonID
		over     bool
		refused  engine.Code
	}{
		{name: "who has not lost wins: no reset", reset: true, results: append(two, MatchResult{"f1", "p1"}), champion: "p1", over: true},
		{name: "the first loss in the final: it is played again", reset: true, results: append(two, MatchResult{"f1", "p2"})},
		{name: "and the second decides", reset: true, results: append(two, MatchResult{"f1", "p2"}, MatchResult{"f2", "p2"}), champion: "p2", over: true},
		{name: "or not", reset: true, results: append(two, MatchResult{"f1", "p2"}, MatchResult{"f2", "p1"}), champion: "p1", over: true},
		{name: "without a reset one final decides", results: append(two, MatchResult{"f1", "p2"}), champion: "p2", over: true},
		{name: "both lose the final", reset: true, results: append(two, MatchResult{"f1", ""}), over: true},
		{name: "a reset that is not needed", reset: true, results: append(two, MatchResult{"f1", "p1"}, MatchResult{"f2", "p2"}), refused: CodeNotReady},
		{name: "a final before its players are known", reset: true, results: []MatchResult{{"f1", "p1"}}, refused: CodeNotReady},
		{name: "a winner who is not there", results: []MatchResult{{"w1-1", "p3"}}, refused: CodeNotInField},
		{name: "two results", results: append(two, two[0]), refused: CodeSeatedTwice},
		{name: "no such match", results: []MatchResult{{"w7-1", "p1"}}, refused: CodeNoSuchMatch},
	} {
		got, err := bracket(t, 2, Elimination{Double: true, Reset: c.reset}).Play(c.results)
		if c.refused != "" {
			if r := engine.AsRefusal(err); r == nil || r.Code != c.refused {
				t.Errorf("%s: %v, want %s", c.name, err, c.refused)
			}
			continue
		}
		if err != nil || got.Champion != c.champion || got.Over != c.over {
			t.Errorf("%s: champion %q, over %v, %v", c.name, got.Champion, got.Over, err)
		}
	}
}

func TestACorrectionSaysWhatItUndoes(t *testing.T) {
	b := bracket(t, 8, Elimination{Double: true, Reset: true})
	results, _ := playOut(t, b, better)
	stand, undone, err := b.Correct(results, MatchResult{Match: "w1-2", Winner: "p5"}) // p4 against p5
	if err != nil {
		t.Fatal(err)
	}
	var ids []MatchID
	for _, r := range undone {
		ids = append(ids, r.Match)
	}
	// Whatever p4 or p5 played is undone, and so is what hangs on it; the rest stands.
	before := course(t, b, results)
	for _, m := range before.Bouts {
		touched := m.ID != "w1-2" && m.State == MatchPlayed && (slices.Contains(m.Players[:], "p4") || slices.Contains(m.Players[:], "p5"))
		if touched && !slices.Contains(ids, m.ID) {
			t.Errorf("%s stands, though %v may not meet in it now", m.ID, m.Players)
		}
	}
	after := course(t, b, stand)
	for _, m := range after.Bouts {
		if m.ID == "w2-1" && (m.State != MatchReady || !slices.Contains(m.Players[:], "p5")) {
			t.Errorf("%+v, want p5 in it", m)
		}
	}
	if slices.Contains(ids, "w1-1") || slices.Contains(ids, "w2-2") || slices.Contains(ids, "l1-2") {
		t.Errorf("undone: %v", ids)
	}
	same, none, err := b.Correct(results, MatchResult{Match: "w1-2", Winner: "p4"})
	if err != nil || len(none) != 0 || len(same) != len(results) {
		t.Errorf("the same result again undoes %v, %v", none, err)
	}
	if _, _, err := b.Correct(results, MatchResult{Match: "w1-2", Winner: "p8"}); engine.AsRefusal(err) == nil {
		t.Errorf("somebody else: %v", err)
	}
}

// A random correction at a random time leaves a course that plays to an end, and what stands is
// exactly what had the same players.
func TestCorrectionsAtRandom(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		e := Elimination{Double: seed%2 == 0}
		e.Reset, e.Third = e.Double, !e.Double
		b := bracket(t, 2+r.IntN(20), e)
		win := func(m Bout) events.PersonID { return append(m.Players[:], "")[r.IntN(21)/10] }
		results, _ := playOut(t, b, win)
		at := r.IntN(len(results))
		before := course(t, b, results)
		var to MatchResult
		for _, m := range before.Bouts {
			if m.ID == results[at].Match {
				to = MatchResult{Match: m.ID, Winner: win(m)}
			}
		}
		stand, undone, err := b.Correct(results, to)
		if err != nil || len(stand)+len(undone) != len(results) {
			t.Fatalf("seed %d: %d stand, %d are undone of %d; %v", seed, len(stand), len(undone), len(results), err)
		}
		after := course(t, b, stand)
		for i, m := range after.Bouts {
			if m.State == MatchPlayed && !same(m, before.Bouts[i]) {
				t.Fatalf("seed %d: %s stands with %v, was %v", seed, m.ID, m.Players, before.Bouts[i].Players)
			}
		}
	}
}

func TestBothLose(t *testing.T) {
	b := bracket(t, 4, Elimination{Third: true})
	c := course(t, b, []MatchResult{{"w1-1", ""}, {"w1-2", "p2"}})
	if c.Champion != "p2" || !c.Over || len(c.Places) != 4 {
		t.Errorf("%+v", c)
	}
	for _, p := range c.Places {
		if want := map[events.PersonID]int{"p2": 1, "p3": 2, "p1": 3, "p4": 3}[p.Player]; p.Place != want {
			t.Errorf("%+v, want place %d", p, want)
		}
	}
}

func TestBracketRefuses(t *testing.T) {
	for name, err := range map[string]error{
		"one player": second(NewBracket(people(1), Elimination{})),
		"too many":   second(NewBracket(people(MaxBracket+1), Elimination{})),
		"twice":      second(NewBracket([]events.PersonID{"p1", "p1"}, Elimination{})),
		"third":      second(NewBracket(people(4), Elimination{Double: true, Third: true})),
		"reset":      second(NewBracket(people(4), Elimination{Reset: true})),
	} {
		if engine.AsRefusal(err) == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second(_ Bracket, err error) error { return err }

func TestCut(t *testing.T) {
	standing := []Ranked{{"p9", 1}, {"p4", 2}, {"p7", 3}, {"p1", 4}, {"p5", 4}, {"p2", 6}}
	b, err := Cut(standing, 3, Elimination{})
	if err != nil || !slices.Equal(b.Players, []events.PersonID{"p9", "p4", "p7"}) {
		t.Errorf("%v, %v", b.Players, err)
	}
	if b, err := Cut(standing, 5, Elimination{}); err != nil || len(b.Players) != 5 {
		t.Errorf("a tie among those who are in: %v, %v", b.Players, err)
	}
	_, err = Cut(standing, 4, Elimination{})
	if r := engine.AsRefusal(err); r == nil || r.Code != CodeTieAtCut {
		t.Errorf("a tie at the cut: %v", err)
	}
	for _, n := range []int{1, 7, -1} {
		if _, err := Cut(standing, n, Elimination{}); engine.AsRefusal(err) == nil {
			t.Errorf("a cut to %d: %v", n, err)
		}
	}
	if _, err := Cut([]Ranked{{"p1", 1}, {"p1", 2}}, 2, Elimination{}); engine.AsRefusal(err) == nil {
		t.Errorf("one player twice: %v", err)
	}
	if _, err := Cut([]Ranked{{"p1", 0}, {"p2", 2}}, 2, Elimination{}); engine.AsRefusal(err) == nil {
		t.Errorf("place 0: %v", err)
	}
}
