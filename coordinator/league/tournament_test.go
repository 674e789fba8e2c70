package league_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	cup "github.com/muster-events/muster/events/tournament"
)

// played plays a round of a tournament in which the smaller number wins.
func played(t *testing.T, l tournament.Log) tournament.Log {
	t.Helper()
	paired, err := l.Pair()
	if err != nil {
		t.Fatal(err)
	}
	l = l.Evolve(paired).Evolve(cup.RoundPublished{Round: paired.Round}).Evolve(cup.RoundStarted{Round: paired.Round, At: 1})
	for i, seats := range paired.Tables {
		lines := []cup.Line{{Entrant: min(seats[0], seats[1]), Games: 2, Place: 1}, {Entrant: max(seats[0], seats[1]), Place: 2}}
		l = l.Evolve(cup.ResultEntered{Round: paired.Round, Table: i + 1, Entry: 1, Role: events.RoleJudge, Result: cup.Result{Kind: cup.Played, Lines: lines}})
		l = l.Evolve(cup.ResultStands{Round: paired.Round, Table: i + 1, Entry: 1})
	}
	return l.Evolve(cup.RoundFinished{Round: paired.Round})
}

// A tournament that ends in a bracket scores by the ranking of the whole: who lost in the semi-finals shares the
// third place, and who did not make the cut comes after, in the order before it.
func TestATournamentWithACutScoresByItsWholeRanking(t *testing.T) {
	rules := cup.Rules{Format: cup.FormatSwissCut, Rounds: 3, Cut: 4, CutFormat: cup.FormatSingle}
	var l tournament.Log
	l = l.Evolve(cup.TournamentOpened{Name: "Cup", Rules: rules, Seed: 7})
	var order []int
	for n := 1; n <= 9; n++ {
		l = l.Evolve(cup.EntrantRegistered{N: n, Entrant: cup.Entrant{Player: person(n)}})
		order = append(order, n)
	}
	l = l.Evolve(cup.EntrantsRenumbered{Now: order}).Evolve(cup.TournamentStarted{Rounds: 3})
	l = l.Evolve(cup.EntrantDropped{Entrant: 9}) // before they ever played
	for range 3 {
		l = played(t, l)
	}
	l = l.Evolve(cup.CutMade{After: 3, Entrants: []int{2, 1, 3, 4}}) // whoever they are: seeds of a bracket
	l = played(t, played(t, l))
	if all, err := league.ResultsOfTournament(l); err != nil || len(all) != 0 {
		t.Fatalf("before it has ended it scores %+v, %v", all, err)
	}
	l = l.Evolve(cup.TournamentEnded{})
	all, err := league.ResultsOfTournament(l)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range all {
		got = append(got, fmt.Sprintf("%d %s", r.Place, r.Players[0]))
		if r.Field != 8 || r.Place > r.Field {
			t.Errorf("%+v: the field is 8, without who never played", r)
		}
	}
	if says := strings.Join(got[:4], ", "); says != "1 p-1, 2 p-2, 3 p-3, 3 p-4" {
		t.Errorf("the bracket scores %s", says)
	}
	for _, r := range all[4:] {
		if r.Place < 5 {
			t.Errorf("who did not make the cut has place %d", r.Place)
		}
	}
	if all[0].Wins != 5 || all[0].Losses != 0 {
		t.Errorf("the winner has %d-%d, want the matches of both stages", all[0].Wins, all[0].Losses)
	}
}
