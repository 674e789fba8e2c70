package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// inOrder starts a tournament whose entrants are seeded by their numbers.
func inOrder(t *testing.T, r tournament.Rules, n int) *cup {
	t.Helper()
	c := newCup(t, r, n)
	var order []int
	for i := range n {
		order = append(order, i+1)
	}
	c.do(organiser, tournament.Renumber{Order: order})
	c.do(organiser, tournament.StartTournament{})
	return c
}

// through plays until no round is left and returns how many were played.
func (c *cup) through() int {
	c.t.Helper()
	for range 40 {
		if _, left := c.s.Next(); !left {
			return len(c.s.Rounds)
		}
		c.play()
	}
	c.t.Fatal("it does not end")
	return 0
}

func pairsOf(r rules.Round) [][2]int {
	var out [][2]int
	for _, t := range r.Tables {
		out = append(out, [2]int{min(t.Seats[0], t.Seats[1]), max(t.Seats[0], t.Seats[1])})
	}
	return out
}

func TestInARoundRobinEverybodyMeetsEverybody(t *testing.T) {
	for _, test := range []struct{ n, times, rounds int }{{4, 1, 3}, {5, 1, 5}, {4, 2, 6}, {7, 1, 7}, {3, 4, 12}} {
		c := inOrder(t, tournament.Rules{Format: tournament.FormatRoundRobin, Rounds: test.times}, test.n)
		if got := c.through(); got != test.rounds {
			t.Errorf("%d play %d rounds, want %d", test.n, got, test.rounds)
		}
		met := map[[2]int]int{}
		byes := map[int]int{}
		for _, r := range c.s.Rounds {
			for _, p := range pairsOf(r) {
				met[p]++
			}
			for _, b := range r.Byes {
				byes[b.Entrant]++
			}
		}
		for a := 1; a <= test.n; a++ {
			for b := a + 1; b <= test.n; b++ {
				if met[[2]int{a, b}] != test.times {
					t.Errorf("of %d, %d and %d meet %d times, want %d", test.n, a, b, met[[2]int{a, b}], test.times)
				}
			}
			if want := test.n % 2 * test.times; byes[a] != want {
				t.Errorf("of %d, %d sits out %d rounds, want %d", test.n, a, byes[a], want)
			}
		}
		c.same()
	}
}

func TestWhoLeavesARoundRobinForfeitsTheRest(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatRoundRobin}, 4)
	c.play()
	c.do(organiser, tournament.Drop{Entrant: 1})
	c.through()
	if row := c.row(1); row.Played != 3 || row.Lost != 2 || !row.Dropped {
		t.Errorf("who left stands as %+v", row)
	}
	c.same()
}

func TestASingleEliminationOfSix(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatSingle, ThirdPlace: true}, 6)
	r := c.pair()
	if got := pairsOf(r); len(got) != 2 || r.Bye(1) == "" || r.Bye(2) == "" {
		t.Fatalf("round 1 is %v with byes %v: the first two seeds wait", got, r.Byes)
	}
	tab := r.Tables[0]
	c.refused(ana, tournament.EnterResult{Round: 1, Table: 1, Result: tournament.Result{Kind: tournament.IntentionalDraw}}, rules.CodeWinner)
	c.refused(ana, tournament.ChangePairing{Round: 1, Reason: "x", Tables: []tournament.Seating{{Table: 1, Entrants: []int{tab.Seats[0], 1}}}}, decider.CodeSeating)
	c.firstsWin()
	c.play()
	c.refused(ana, tournament.CorrectResult{
		Round: 1, Table: 1, Was: 1, Reason: "wrong way round",
		Result: games(slices.Min(tab.Seats), 0, slices.Max(tab.Seats), 2),
	}, decider.CodeRound, "undo that round first")
	last := c.pair()
	if got := pairsOf(last); len(got) != 2 || !slices.Contains(got, [2]int{1, 2}) || !slices.Contains(got, [2]int{3, 4}) {
		t.Errorf("the last round is %v, want the final and the match for third place", got)
	}
	c.firstsWin()
	if _, left := c.s.Next(); left {
		t.Error("a round is left after the final")
	}
	c.same()
}

func TestADoubleEliminationOfFour(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatDouble}, 4)
	if n := c.through(); n < 4 {
		t.Errorf("it ends after %d rounds", n)
	}
	lost := map[int]int{}
	for _, r := range c.s.Rounds {
		for _, x := range r.Tables {
			lost[slices.Max(x.Seats)]++
		}
	}
	for n, want := range map[int]int{1: 0, 2: 2, 3: 2, 4: 2} {
		if lost[n] != want {
			t.Errorf("entrant %d has lost %d times, want %d", n, lost[n], want)
		}
	}
	c.same()
}

func TestASwissIntoACut(t *testing.T) {
	r := tournament.Rules{Format: tournament.FormatSwissCut, Rounds: 3, Cut: 4}
	c := inOrder(t, r, 8)
	c.play()
	c.refused(organiser, tournament.MakeCut{}, decider.CodeOpenTables)
	c.play()
	c.play()
	c.refused(organiser, tournament.PairRound{Round: 4}, decider.CodeRound, "make the cut")
	made := c.do(organiser, tournament.MakeCut{})
	seeds := made[0].(tournament.CutMade).Entrants
	if len(seeds) != 4 || seeds[0] != 1 {
		t.Fatalf("the cut is %v", seeds)
	}
	c.do(organiser, tournament.UndoRound{Round: 3, Reason: "a result is missing"})
	if c.s.Cut != nil {
		t.Error("the cut is still made")
	}
	c.do(organiser, tournament.MakeCut{})
	semi := c.pair()
	pair := func(a, b int) [2]int { return [2]int{min(seeds[a], seeds[b]), max(seeds[a], seeds[b])} }
	if got := pairsOf(semi); !slices.Contains(got, pair(0, 3)) || !slices.Contains(got, pair(1, 2)) || semi.Stage != tournament.StageCut {
		t.Errorf("the semi-finals of %v are %v", seeds, got)
	}
	before := c.points(1)
	c.firstsWin()
	c.through()
	if c.points(1) != before {
		t.Error("the cut counts in the Swiss standings")
	}
	if len(c.s.Rounds) != 5 {
		t.Errorf("%d rounds, want 3 and 2", len(c.s.Rounds))
	}
	c.same()
}

// Source: facts/scoring.md, "4 Tables of 3 to 8".
func TestPodsAreOfFourAndThree(t *testing.T) {
	for n, want := range map[int][]int{6: {3, 3}, 7: {3, 4}, 8: {4, 4}, 9: {3, 3, 3}, 11: {3, 4, 4}, 13: {3, 3, 3, 4}} {
		c := inOrder(t, tournament.Rules{Format: tournament.FormatPods, Rounds: 2}, n)
		var got []int
		r := c.pair()
		for _, x := range r.Tables {
			got = append(got, len(x.Seats))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) || len(r.Byes) != 0 {
			t.Errorf("%d sit at tables of %v with byes %v, want %v", n, got, r.Byes, want)
		}
		c.firstsWin()
		c.play()
		c.same()
	}
}

// Case 12 of shared/cases/README.md.
func TestCase12_OpponentsOfEveryPodCount(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatPods, Rounds: 2, TieBreaks: []string{"opp-match-win"}}, 8)
	c.pair()
	hand := func(round int, one, two []int) {
		t.Helper()
		c.acked(ana, tournament.ChangePairing{Round: round, Reason: "as in the case", Tables: []tournament.Seating{{Table: 1, Entrants: one}, {Table: 2, Entrants: two}}})
	}
	hand(1, []int{1, 2, 3, 4}, []int{5, 6, 7, 8})
	c.firstsWin()
	c.pair()
	hand(2, []int{1, 2, 5, 6}, []int{3, 4, 7, 8})
	c.firstsWin()
	met := map[string]int{}
	for _, term := range c.row(1).Cell(standings.OppMatchWin).Terms {
		if term.Out == "" {
			met[string(term.Opponent)]++
		}
	}
	if len(met) != 5 || met["p-2"] != 2 {
		t.Errorf("opponents of entrant 1: %v, want six entries, p-2 twice", met)
	}
	c.same()
}

func TestPodsOfTwoSidesWinTogether(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatPods, Rounds: 1, Sides: []string{"Free Peoples", "Shadow"}}, 4)
	x := c.pair().Tables[0]
	if x.First != 2 {
		t.Fatalf("%d of four are on the first side", x.First)
	}
	res := tournament.Result{Kind: tournament.Played}
	for i, n := range x.Seats {
		line := tournament.Line{Entrant: n, Victory: 12}
		if i >= x.First {
			line.Victory = 7
		}
		res.Lines = append(res.Lines, line)
	}
	wrong := res
	wrong.Lines = slices.Clone(res.Lines)
	wrong.Lines[1].Victory = 3
	c.refused(ana, tournament.EnterResult{Round: 1, Table: 1, Result: wrong}, standings.CodeContradiction)
	c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: res})
	for i, n := range x.Seats {
		if want := map[bool]string{true: "3", false: "0"}[i < 2]; c.points(n) != want {
			t.Errorf("entrant %d has %s points, want %s", n, c.points(n), want)
		}
	}
	c.same()
}

// Case 13 of shared/cases/README.md, through a tournament: a ring of three is equal on head to head.
func TestCase13_ARingIsEqualOnHeadToHead(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatRoundRobin, TieBreaks: []string{"head-to-head"}}, 3)
	beats := map[int]int{1: 2, 2: 3, 3: 1}
	for range 3 {
		x := c.pair().Tables[0]
		if beats[x.Seats[0]] == x.Seats[1] {
			c.win(x.Seats[0])
		} else {
			c.win(x.Seats[1])
		}
	}
	for n := 1; n <= 3; n++ {
		if row := c.row(n); row.Place != 1 || !row.Shared {
			t.Errorf("entrant %d has place %d, shared %v; want all first", n, row.Place, row.Shared)
		}
	}
	c.same()
}

func TestABracketGoesOnWhenBothOfAMatchHaveLeft(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatSingle}, 4)
	c.play() // 1 and 2 go on
	c.do(organiser, tournament.Drop{Entrant: 1})
	c.do(organiser, tournament.Drop{Entrant: 2})
	made := c.do(organiser, tournament.PairRound{Round: 2})
	happened(t, made, "round-paired result-entered result-stands")
	c.do(organiser, tournament.PublishRound{Round: 2})
	if _, left := c.s.Next(); left || !c.round().Finished {
		t.Error("a final of nobody is not over")
	}
	course, ok := c.s.Bracket(tournament.StageMain)
	if !ok || course.Champion != "" {
		t.Errorf("the champion is %q", course.Champion)
	}
	c.same()
}

func TestWhoLeavesABracketLosesWithoutPlaying(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatSingle}, 4)
	c.play()
	c.do(organiser, tournament.Drop{Entrant: 1})
	c.pair()
	if course, _ := c.s.Bracket(tournament.StageMain); course.Champion != person(2) || !c.round().Finished {
		t.Errorf("the champion is %q", course.Champion)
	}
	// The organiser may take the pairing back: nobody has entered anything.
	c.do(organiser, tournament.UndoRound{Round: 2, Reason: "they are back"})
	c.do(organiser, tournament.UndoRound{Round: 2, Reason: "they are back"})
	c.do(organiser, tournament.Return{Entrant: 1})
	c.pair()
	c.win(1)
	if course, _ := c.s.Bracket(tournament.StageMain); course.Champion != person(1) {
		t.Errorf("the champion is %q", course.Champion)
	}
	c.same()
}

// Who leaves between the start and the first pairing still has a place in what is drawn.
func TestWhoLeavesARoundRobinBeforeItsFirstRoundStands(t *testing.T) {
	c := inOrder(t, tournament.Rules{Format: tournament.FormatRoundRobin}, 4)
	c.do(organiser, tournament.Drop{Entrant: 4})
	c.through()
	if row := c.row(4); row.Lost != 3 || !row.Dropped {
		t.Errorf("who left stands as %+v", row)
	}
	c.same()
}
