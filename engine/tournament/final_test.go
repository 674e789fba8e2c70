package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// roundOf plays the next round: at each table the entrant wins that win names, nobody where it says 0.
func roundOf(t *testing.T, l rules.Log, win func(seats []int) int) rules.Log {
	t.Helper()
	paired, err := l.Pair()
	if err != nil {
		t.Fatal(err)
	}
	l = l.Evolve(paired).Evolve(tournament.RoundPublished{Round: paired.Round}).Evolve(tournament.RoundStarted{Round: paired.Round, At: 1})
	for i, seats := range paired.Tables {
		res := tournament.Result{Kind: tournament.Played}
		won := win(seats)
		if won == 0 {
			res.Kind = tournament.DoubleLoss
		}
		for _, n := range seats {
			line := tournament.Line{Entrant: n, Place: 2}
			if n == won {
				line.Games, line.Place = 2, 1
			}
			res.Lines = append(res.Lines, line)
		}
		l = l.Evolve(tournament.ResultEntered{Round: paired.Round, Table: i + 1, Entry: 1, Role: events.RoleJudge, Result: res})
		l = l.Evolve(tournament.ResultStands{Round: paired.Round, Table: i + 1, Entry: 1})
	}
	return l.Evolve(tournament.RoundFinished{Round: paired.Round})
}

func least(seats []int) int { return min(seats[0], seats[1]) }
func most(seats []int) int  { return max(seats[0], seats[1]) }

// ranking is the final ranking in a line: "1 p-3, 2 p-1, 3= p-2, 3= p-4", with a question mark for who is still in.
func ranking(t *testing.T, l rules.Log) string {
	t.Helper()
	all, err := l.Final()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range all {
		sign := ""
		if r.Shared {
			sign = "="
		}
		if r.Open {
			sign += "?"
		}
		out = append(out, fmt.Sprintf("%d%s %s", r.Place, sign, r.Player))
	}
	return strings.Join(out, ", ")
}

// swissWithCut is a Swiss of n with some rounds that the smaller number always wins, and a cut of the first four
// of the standings.
func swissWithCut(t *testing.T, n, rounds int, third bool) rules.Log {
	t.Helper()
	l := bracketOf(tournament.Rules{
		Format: tournament.FormatSwissCut, Rounds: rounds, Cut: 4, CutFormat: tournament.FormatSingle, ThirdPlace: third,
	}, n)
	for range rounds {
		l = roundOf(t, l, least)
	}
	main, err := l.Standings(tournament.StageMain)
	if err != nil {
		t.Fatal(err)
	}
	cut := tournament.CutMade{After: rounds}
	for _, row := range main.Rows[:4] {
		e, _ := l.EntrantOf(row.Player)
		cut.Entrants = append(cut.Entrants, e.N)
	}
	return l.Evolve(cut)
}

// afterCut returns the places of the ranking from the fifth.
func afterCut(says string) string {
	return strings.Join(strings.Split(says, ", ")[4:], ", ")
}

func TestTheBracketRanksTheCutAndTheSwissEverybodyElse(t *testing.T) {
	before := swissWithCut(t, 8, 3, false)
	rest := afterCut(ranking(t, before))
	l := roundOf(t, before, most) // upsets: they move nobody outside the cut
	if got := ranking(t, l); !strings.HasPrefix(got, "1=? ") || !strings.Contains(got, ", 3= ") || afterCut(got) != rest {
		t.Errorf("after the semi-finals the ranking is\n %s, want two still in, two at place 3, and then\n %s", got, rest)
	}
	l = roundOf(t, l, most)
	all, err := l.Final()
	if err != nil {
		t.Fatal(err)
	}
	places := []int{all[0].Place, all[1].Place, all[2].Place, all[3].Place, all[4].Place}
	if fmt.Sprint(places) != "[1 2 3 3 5]" || !all[2].Shared || all[1].Shared {
		t.Errorf("the places are %v, want 1, 2, and the losers of the semi-finals at 3", places)
	}
	if got := afterCut(ranking(t, l)); got != rest {
		t.Errorf("who did not make the cut is at\n %s, want as before it\n %s", got, rest)
	}
	first := all[0]
	if first.Says != "won the final" || !first.Cut || first.Played != 5 || first.Won+first.Lost != 5 || first.Row.Played != 3 {
		t.Errorf("the winner is %+v", first)
	}
	if all[2].Says != "out in the semi-final" || all[4].Says != "place 5 of the rounds before the cut" {
		t.Errorf("places are told as %q and %q", all[2].Says, all[4].Says)
	}
}

func TestAMatchForThirdPlacePartsTheLosersOfTheSemiFinals(t *testing.T) {
	l := swissWithCut(t, 8, 3, true)
	for l.Cut != nil {
		if _, left := l.Next(); !left {
			break
		}
		l = roundOf(t, l, least)
	}
	all, _ := l.Final()
	for i, r := range all[:4] {
		if r.Place != i+1 || r.Shared {
			t.Errorf("the ranking is %s, want 1, 2, 3, 4", ranking(t, l))
		}
	}
	if all[2].Says != "won the match for third place" || all[3].Says != "lost the match for third place" {
		t.Errorf("places are told as %q and %q", all[2].Says, all[3].Says)
	}
}

func TestTheRankingOfABracketAlone(t *testing.T) {
	for _, test := range []struct {
		name   string
		format string
		n      int
		win    func([]int) int
		want   string
	}{
		{"single", tournament.FormatSingle, 6, least, "1 p-1, 2 p-2, 3= p-3, 3= p-4, 5= p-5, 5= p-6"},
		{"double", tournament.FormatDouble, 4, least, "1 p-1, 2 p-2, 3 p-3, 4 p-4"},
		{"nobody wins the final", tournament.FormatSingle, 2, func([]int) int { return 0 }, "1= p-1, 1= p-2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := bracketOf(tournament.Rules{Format: test.format}, test.n)
			for {
				if c, _ := l.Bracket(tournament.StageMain); c.Over {
					break
				}
				l = roundOf(t, l, test.win)
			}
			if got := ranking(t, l); got != test.want {
				t.Errorf("the ranking is\n %s, want\n %s", got, test.want)
			}
		})
	}
}

// Without a bracket the ranking is the standings, shared places among them.
func TestTheRankingOfASwissIsItsStandings(t *testing.T) {
	l := bracketOf(tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2, TieBreaks: []string{"wins"}}, 9)
	if got := ranking(t, l); !strings.HasPrefix(got, "1= p-1, 1= p-2") {
		t.Errorf("before the first round the ranking is %s", got)
	}
	for range 2 {
		l = roundOf(t, l, least)
	}
	table, err := l.Standings(tournament.StageMain)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := l.Final()
	if len(all) != len(table.Rows) {
		t.Fatalf("%d lines, want %d", len(all), len(table.Rows))
	}
	for i, row := range table.Rows {
		if r := all[i]; r.Player != row.Player || r.Place != row.Place || r.Shared != row.Shared || r.Byes != row.Byes || r.Won != row.Won {
			t.Errorf("line %d is %+v, want place %d of %s", i+1, r, row.Place, row.Player)
		}
	}
}
