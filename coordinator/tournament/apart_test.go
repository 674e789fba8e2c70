package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/tournament"
)

func TestAMergeBeforeTheStartIsTakenBack(t *testing.T) {
	c := newCup(t, swiss, 5)
	c.refused(organiser, tournament.PartEntrants{Gone: 5, Reason: "x"}, decider.CodeNothing, "an entry of its own")
	c.refused(organiser, tournament.PartEntrants{Gone: 6, Reason: "x"}, decider.CodeEntrant)
	c.do(organiser, tournament.GrantBye{Entrant: 5, Round: 2, Kind: tournament.ByeHalf, Reason: "a train"})
	c.do(organiser, tournament.MergeEntrants{Keep: 1, Gone: 5, Reason: "one name"})
	if c.s.In() != 4 || c.s.Entrants[0].Granted(2) != tournament.ByeHalf {
		t.Errorf("after the merge %d are in, number 1 is %+v", c.s.In(), c.s.Entrants[0])
	}
	c.refused(organiser, tournament.PartEntrants{Gone: 5}, engine.CodeMalformed, "reason")
	c.refused(player(5), tournament.PartEntrants{Gone: 5, Reason: "x"}, engine.CodeNotAllowed)
	c.do(organiser, tournament.PartEntrants{Gone: 5, Reason: "they are brothers"})
	if c.s.In() != 5 || c.s.Entrants[0].Granted(2) != "" || c.s.Entrants[4].Granted(2) != tournament.ByeHalf || c.s.Badge() {
		t.Errorf("after it was taken back %d are in, number 5 is %+v", c.s.In(), c.s.Entrants[4])
	}
	c.same()
}

func TestAMergeOfBeforeTheStartIsTakenBackAfterIt(t *testing.T) {
	c := newCup(t, swiss, 5)
	c.do(organiser, tournament.MergeEntrants{Keep: 1, Gone: 5, Reason: "one name"})
	c.start()
	c.firstsWin()
	made, _ := c.acked(organiser, tournament.PartEntrants{Gone: 5, Reason: "they are brothers"})
	happened(t, made, "integrity-noted entrants-merged entrant-returned")
	r := c.pair()
	if _, sits := r.At(5); !sits && r.Bye(5) == "" {
		t.Error("who was merged by mistake has no place in the next round")
	}
	c.refused(organiser, tournament.Overrule{Entry: 1, Reason: "one after all"}, decider.CodeIntegrity, "merge them again")
	c.same()
}

func TestAMergeOnTheIntegrityListIsUndoneByARulingOnly(t *testing.T) {
	r := swiss
	r.LateUntil = 3
	c := newCup(t, r, 6)
	c.start()
	c.firstsWin()
	c.do(organiser, tournament.Drop{Entrant: 5})
	c.do(organiser, enter(7))
	c.acked(organiser, tournament.MergeEntrants{Keep: 7, Gone: 5, Reason: "one person"})
	c.refused(organiser, tournament.PartEntrants{Gone: 5, Reason: "two"}, decider.CodeIntegrity, "number 1")
	c.acked(organiser, tournament.Overrule{Entry: 1, Reason: "two"})
	c.same()
}

func TestTwoPeopleWhoLookAlikeAreKeptApart(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.refused(player(1), tournament.KeepApart{A: 1, B: 2}, engine.CodeNotAllowed)
	c.refused(ana, tournament.KeepApart{A: 2, B: 2}, engine.CodeMalformed, "named twice")
	c.refused(ana, tournament.KeepApart{A: 2, B: 9}, decider.CodeEntrant)
	c.refused(ana, tournament.KeepApart{A: 2, B: 1, Undo: true}, decider.CodeNothing)
	c.do(ana, tournament.KeepApart{A: 3, B: 1, Reason: "father and son"})
	c.refused(ana, tournament.KeepApart{A: 1, B: 3}, decider.CodeNothing)
	if !slices.Equal(c.s.Apart, [][2]int{{1, 3}}) {
		t.Errorf("apart: %v", c.s.Apart)
	}
	c.do(ana, tournament.KeepApart{A: 1, B: 3, Undo: true})
	if len(c.s.Apart) != 0 {
		t.Errorf("apart: %v", c.s.Apart)
	}
	c.same()
}

func TestPlacesAreGivenByHandWhereTheRulesSaySo(t *testing.T) {
	r := swiss
	r.Cap, r.ByHand = 4, true
	c := newCup(t, r, 6)
	happened(t, c.do(organiser, tournament.Drop{Entrant: 2}), "entrant-dropped")
	if place, of := c.s.Queue(6); place != 2 || of != 2 {
		t.Errorf("number 6 is at place %d of %d", place, of)
	}
	c.do(organiser, tournament.AdmitWaiting{Entrant: 6})
	if place, of := c.s.Queue(5); place != 1 || of != 1 || !c.s.Entrants[5].Admitted {
		t.Errorf("number 5 is at place %d of %d", place, of)
	}
	c.start()
	if !c.s.Entrants[4].Waiting {
		t.Error("the start gave a place that is given by hand")
	}
	c.same()
}

// What a log of before says is decided as before: only who asks for it has the waiting list move up.
func TestAHigherCapHasTheWaitingListMoveUpIfItIsAskedFor(t *testing.T) {
	r := swiss
	r.Cap = 2
	c := newCup(t, r, 5)
	more := r
	more.Cap = 3
	happened(t, c.do(organiser, tournament.ChangeRules{Rules: more}), "rules-changed")
	more.Cap = 4
	happened(t, c.do(organiser, tournament.ChangeRules{Rules: more, MoveUp: true}), "rules-changed waiting-admitted waiting-admitted")
	more.Cap, more.ByHand = 9, true
	happened(t, c.do(organiser, tournament.ChangeRules{Rules: more, MoveUp: true}), "rules-changed")
	if place, of := c.s.Queue(5); place != 1 || of != 1 {
		t.Errorf("number 5 is at place %d of %d", place, of)
	}
	c.same()
}
