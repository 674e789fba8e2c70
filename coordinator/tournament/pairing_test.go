package tournament_test

import (
	"strings"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// Case 8 of shared/cases/README.md.
func TestCase8_BalancingSidesNeverPairsTwoAgainWhoCouldMeetOthers(t *testing.T) {
	r := swiss
	r.Rounds, r.Sides = 5, []string{"Free Peoples", "Shadow"}
	c := newCup(t, r, 8)
	c.do(organiser, tournament.StartTournament{})
	met := map[[2]int]bool{}
	free := map[int]int{}
	for range 5 {
		round := c.pair()
		if len(round.Flags) > 0 {
			t.Errorf("round %d is flagged %+v", round.N, round.Flags)
		}
		for _, x := range round.Tables {
			pair := [2]int{min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])}
			if met[pair] {
				t.Errorf("%v meet again in round %d", pair, round.N)
			}
			met[pair] = true
			free[x.Seats[0]]++
			if x.Side(x.Seats[0]) != 1 || x.Side(x.Seats[1]) != 2 {
				t.Errorf("sides of table %d are %d and %d", x.N, x.Side(x.Seats[0]), x.Side(x.Seats[1]))
			}
		}
		c.firstsWin()
	}
	for n := 1; n <= 8; n++ {
		if free[n] < 1 || free[n] > 4 {
			t.Errorf("entrant %d had the first side in %d of 5 rounds", n, free[n])
		}
	}
	c.same()
}

// The other half of case 8: where no complete pairing avoids it, the repeat is flagged with its reason.
func TestCase8_ARepeatThatCannotBeAvoidedIsFlagged(t *testing.T) {
	r := swiss
	r.Rounds = 4
	c := newCup(t, r, 4)
	c.start()
	c.firstsWin()
	c.play()
	c.play()
	flags := c.pair().Flags
	if len(flags) != 2 {
		t.Fatalf("the fourth round of four has flags %+v, want both tables", flags)
	}
	for i, f := range flags {
		if f.Code != tournament.FlagRepeat || f.Table != i+1 || !strings.Contains(f.Says, "meet again") || !strings.Contains(f.Says, "no complete pairing") {
			t.Errorf("flag %+v says too little", f)
		}
	}
	c.same()
}

// The explanation of a round is worked out from the log as it was before.
func TestEveryTableOfARoundIsExplained(t *testing.T) {
	c := newCup(t, swiss, 7)
	c.start()
	c.firstsWin()
	before := c.s.Log
	made := c.do(organiser, tournament.PairRound{Round: 2})
	why, err := before.Explain(made[0].(tournament.RoundPaired))
	if err != nil {
		t.Fatal(err)
	}
	r := c.round()
	if len(why.Tables) != len(r.Tables) || len(why.Byes) != 1 {
		t.Fatalf("%d tables and %d byes are explained, want %d and 1", len(why.Tables), len(why.Byes), len(r.Tables))
	}
	for i, x := range r.Tables {
		said := strings.Join(why.Tables[i], " ")
		if !strings.Contains(said, "have not met") {
			t.Errorf("table %d is explained with %q", x.N, said)
		}
	}
	for n, words := range why.Byes {
		if r.Bye(n) == "" || !strings.Contains(words[0], "{"+string(person(n))+"}") {
			t.Errorf("the bye of %d is explained with %q", n, words)
		}
	}
}

// Five hundred fit into one commit and are paired again the same.
func TestABigFieldFitsIntoItsCommits(t *testing.T) {
	c := newCup(t, tournament.Rules{Format: tournament.FormatSwiss}, 500)
	c.do(organiser, tournament.StartTournament{})
	if c.s.Planned != 9 {
		t.Errorf("%d rounds for 500, want 9", c.s.Planned)
	}
	c.pair()
	c.same()
}

func TestRoundsComeInTurn(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.do(organiser, tournament.StartTournament{})
	c.refused(organiser, tournament.PairRound{Round: 2}, decider.CodeRound, "round 1")
	c.do(organiser, tournament.PairRound{Round: 1})
	c.refused(organiser, tournament.PairRound{Round: 2}, decider.CodeOpenTables, "table 1 and 2")
	enter := tournament.EnterResult{Round: 1, Table: 1, Result: games(1, 2, 2, 0)}
	c.refused(ana, enter, decider.CodeRound, "not published")
	c.do(organiser, tournament.PublishRound{Round: 1})
	c.refused(organiser, tournament.PublishRound{Round: 1}, decider.CodeNothing)
	c.firstsWin()
	c.refused(ana, tournament.UndoRound{Round: 2, Reason: "x"}, decider.CodeRound)
}

// Where nobody may be paired but those who left, the round is refused and says so.
func TestNobodyLeftToPair(t *testing.T) {
	c := newCup(t, swiss, 2)
	c.start()
	c.firstsWin()
	c.do(organiser, tournament.Drop{Entrant: 1})
	c.do(organiser, tournament.Drop{Entrant: 2})
	if _, err := c.try(organiser, tournament.PairRound{Round: 2}); err == nil {
		t.Errorf("round 2 is paired with nobody: %+v", rules.Round(c.round()))
	}
}

func TestBracketsSchedulesAndPodsAreExplainedToo(t *testing.T) {
	for format, want := range map[string]string{
		tournament.FormatSingle:     "won match",
		tournament.FormatRoundRobin: "Round 2 of the schedule",
		tournament.FormatPods:       "Seats: 1 ",
	} {
		c := inOrder(t, tournament.Rules{Format: format}, 8)
		c.play()
		before := c.s.Log
		paired := c.do(organiser, tournament.PairRound{Round: 2})[0].(tournament.RoundPaired)
		why, err := before.Explain(paired)
		if err != nil || len(why.Tables) != len(paired.Tables) {
			t.Fatalf("%s: %d tables are explained, %v", format, len(why.Tables), err)
		}
		for i, words := range why.Tables {
			if !strings.Contains(strings.Join(words, " "), want) {
				t.Errorf("%s: table %d is explained with %q", format, i+1, words)
			}
		}
	}
}

// While the standings are frozen a player still finds their table.
func TestAPlayerFindsTheirOwnTable(t *testing.T) {
	c := newCup(t, swiss, 5)
	if _, _, _, ok := c.s.Own(1); ok {
		t.Error("somebody has a place before round 1")
	}
	r := c.start()
	off := r.Byes[0].Entrant
	if n, _, bye, ok := c.s.Own(off); !ok || n != 1 || bye != tournament.ByePairing {
		t.Errorf("who has the bye finds round %d, %q", n, bye)
	}
	c.firstsWin()
	c.do(organiser, tournament.FreezeStandings{})
	c.do(organiser, tournament.PairRound{Round: 2})
	if n, _, _, _ := c.s.Own(1); n != 1 {
		t.Errorf("a pairing that is not published shows: round %d", n)
	}
	c.do(organiser, tournament.PublishRound{Round: 2})
	n, tab, bye, ok := c.s.Own(off)
	if !ok || n != 2 || bye == "" && !tab.Has(off) {
		t.Errorf("entrant %d finds round %d, table %+v", off, n, tab)
	}
	if len(c.s.Public().Rounds) != 1 {
		t.Error("round 2 shows in the frozen views")
	}
}

// A phone's entries come in its own order.
func TestADeviceCountsItsEntries(t *testing.T) {
	c := newCup(t, swiss, 4)
	ask := command(player(1), tournament.CheckIn{Entrant: 1})
	ask.Device, ask.N = "phone-1", 2
	_, err := decider.Decide(c.s, ask)
	if r := engine.AsRefusal(err); r == nil || r.Code != engine.CodeDeviceGap || r.WantN != 1 {
		t.Errorf("the second entry before the first: %v", err)
	}
	ask.N = 1
	if _, err := decider.Decide(c.s, ask); err != nil {
		t.Error(err)
	}
	ask.Device = ""
	if _, err := decider.Decide(c.s, ask); err == nil {
		t.Error("a count of no device is taken")
	}
}
