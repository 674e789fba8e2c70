package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/pairing"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// bracketOf is a tournament of n that has started, by its events.
func bracketOf(r tournament.Rules, n int) rules.Log {
	var l rules.Log
	l = l.Evolve(tournament.TournamentOpened{Name: "Cup", Rules: r, Seed: 7})
	var order []int
	for i := 1; i <= n; i++ {
		l = l.Evolve(tournament.EntrantRegistered{N: i, Entrant: tournament.Entrant{Player: events.PersonID(fmt.Sprintf("p-%d", i))}})
		order = append(order, i)
	}
	l = l.Evolve(tournament.EntrantsRenumbered{Now: order})
	return l.Evolve(tournament.TournamentStarted{Rounds: rules.PlannedRounds(r, n)})
}

// Matches are counted as they are played: the free places of a bracket that is not full have no number.
func TestMatchesHaveNumbersAndTitles(t *testing.T) {
	for _, test := range []struct {
		format string
		n      int
		third  bool
		want   string
	}{
		{tournament.FormatSingle, 4, true, "1 semi-final, 2 semi-final, 3 final, 4 match for third place"},
		{tournament.FormatSingle, 6, false, "- quarter-final, 1 quarter-final, 2 quarter-final, - quarter-final, 3 semi-final, 4 semi-final, 5 final"},
		{tournament.FormatDouble, 3, false, "- winners’ semi-final, 1 winners’ semi-final, 2 winners’ final, - losers’ round 1, 3 losers’ final, 4 grand final, 5 second grand final"},
	} {
		all, ok := bracketOf(tournament.Rules{Format: test.format, ThirdPlace: test.third}, test.n).Matches(tournament.StageMain)
		if !ok {
			t.Fatalf("%s has no bracket", test.format)
		}
		var got []string
		for _, m := range all {
			n := "-"
			if m.Number > 0 {
				n = fmt.Sprint(m.Number)
			}
			got = append(got, n+" "+m.Title)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s of %d:\n got %s\nwant %s", test.format, test.n, strings.Join(got, ", "), test.want)
		}
	}
	if _, ok := bracketOf(tournament.Rules{Format: tournament.FormatSwiss}, 4).Matches(tournament.StageMain); ok {
		t.Error("a Swiss has a bracket")
	}
}

// The greatest bracket is numbered without a gap, and every match that is played has two who can come.
func TestTheGreatestBracketIsNumberedWithoutAGap(t *testing.T) {
	all, _ := bracketOf(tournament.Rules{Format: tournament.FormatDouble}, pairing.MaxBracket-1).Matches(tournament.StageMain)
	n := 0
	for _, m := range all {
		if m.Number > 0 {
			n++
			if m.Number != n {
				t.Fatalf("match %s has number %d, want %d", m.ID, m.Number, n)
			}
		}
	}
	if want := 2*(pairing.MaxBracket-1) - 1; n != want { // everybody but one loses twice
		t.Errorf("%d matches, want %d", n, want)
	}
}
