package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events/tournament"
)

var swiss = tournament.Rules{Format: tournament.FormatSwiss, Rounds: 3, BestOf: 3, SelfReport: true}

func TestASwissFromItsRegistrationToItsSealing(t *testing.T) {
	c := newCup(t, swiss, 8)
	c.start()
	c.firstsWin()
	c.play()
	c.play()
	if got := c.points(1); got != "9" {
		t.Errorf("who won three times has %s points", got)
	}
	c.refused(organiser, tournament.PairRound{Round: 4}, decider.CodeRound, "all rounds are played")
	happened(t, c.do(organiser, tournament.EndTournament{}), "ended")
	happened(t, c.do(organiser, tournament.FinaliseTournament{}), "final")
	happened(t, c.do(organiser, tournament.SealTournament{}), "sealed")
	c.refused(organiser, tournament.ReopenTournament{Reason: "a mistake"}, decider.CodeSealed)
	c.same()
}

// Case 7 of shared/cases/README.md.
func TestCase7_FivePlayersAndAByeOnRequest(t *testing.T) {
	c := newCup(t, swiss, 5)
	c.do(organiser, tournament.GrantBye{Entrant: 3, Round: 1, Kind: tournament.ByeFull, Reason: "arrives at eleven"})
	r := c.start()
	if len(r.Tables) != 2 || !slices.Equal(r.Byes, []tournament.Bye{{Entrant: 3, Kind: tournament.ByeFull}}) {
		t.Fatalf("%d tables and byes %v; want 2 and the one bye that was asked for", len(r.Tables), r.Byes)
	}
	if got := c.points(3); got != "3" {
		t.Errorf("a bye brings %s points, want 3", got)
	}
	c.firstsWin()
	r = c.pair()
	seated := len(r.Byes)
	for _, x := range r.Tables {
		seated += len(x.Seats)
	}
	if seated != 5 || len(r.Tables) != 2 {
		t.Errorf("round 2 has %d tables and %d places, want everybody in it", len(r.Tables), seated)
	}
	if r.Bye(3) != "" {
		t.Error("entrant 3 has a second bye")
	}
	c.same()
}

// Case 10 of shared/cases/README.md.
func TestCase10_OneLeavesAfterRound3AndAnotherEnters(t *testing.T) {
	r := swiss
	r.Rounds, r.LateUntil, r.LatePoints = 4, 4, "1"
	c := newCup(t, r, 8)
	c.start()
	c.firstsWin()
	c.play()
	c.play()
	before := c.row(8)
	c.do(player(8), tournament.Drop{Entrant: 8, Reason: "the last train"})
	c.do(organiser, tournament.Register{Entrants: []tournament.Entrant{{Player: person(9)}}})
	if got := c.points(9); got != "3" {
		t.Errorf("the entrant starts with %s points, want 1 for each of 3 rounds", got)
	}
	c.pair()
	at := c.round()
	if _, ok := at.At(8); ok || at.Bye(8) != "" {
		t.Error("who left is in round 4")
	}
	if _, ok := at.At(9); !ok && at.Bye(9) == "" {
		t.Error("who entered is not in round 4")
	}
	c.firstsWin()
	after := c.row(8)
	if !after.Dropped || after.Played != before.Played || after.Won != before.Won {
		t.Errorf("who left stands as %+v, want the three rounds of %+v, marked", after, before)
	}
	c.refused(organiser, tournament.Register{Entrants: []tournament.Entrant{{Player: person(10)}}}, decider.CodeLate, "round 5 is next")
	c.same()
}

// Case 11 of shared/cases/README.md.
func TestCase11_WhoRejoinsGetsNoPointsWithoutAGrant(t *testing.T) {
	c := newCup(t, swiss, 6)
	c.do(organiser, tournament.StartTournament{})
	c.do(organiser, tournament.Drop{Entrant: 6})
	c.pair()
	c.do(ana, tournament.Return{Entrant: 6})
	if got := c.points(6); got != "0" {
		t.Errorf("back before the results are in: %s points", got)
	}
	c.firstsWin()
	if got := c.points(6); got != "0" {
		t.Errorf("after the round that was missed: %s points", got)
	}
	c.pair()
	if _, ok := c.round().At(6); !ok {
		t.Error("who returned is not paired in round 2")
	}
	c.refused(organiser, tournament.GrantBye{Entrant: 6, Round: 1, Kind: tournament.ByeHalf}, "malformed", "say why")
	c.refused(ana, tournament.GrantBye{Entrant: 6, Round: 1, Kind: tournament.ByeHalf, Reason: "lost on the way"}, "not-allowed")
	c.do(organiser, tournament.GrantBye{Entrant: 6, Round: 1, Kind: tournament.ByeHalf, Reason: "the bus broke down"})
	if got := c.points(6); got != "1" {
		t.Errorf("with a half bye: %s points", got)
	}
	c.same()
}
