package tournament_test

import (
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

func enter(n int) tournament.Register {
	return tournament.Register{Entrants: []tournament.Entrant{{Player: person(n)}}}
}

func TestAPlayerRegistersChecksInAndLeavesByPhone(t *testing.T) {
	c := newCup(t, swiss, 2)
	c.do(player(3), enter(3))
	c.refused(player(3), enter(4), engine.CodeOtherTable)
	c.refused(player(3), enter(3), decider.CodeEntered)
	c.do(player(3), tournament.CheckIn{Entrant: 3})
	c.refused(player(3), tournament.CheckIn{Entrant: 2}, engine.CodeOtherTable)
	c.do(player(3), tournament.CheckIn{Entrant: 3, Undo: true})
	c.refused(player(3), tournament.CheckIn{Entrant: 3, Undo: true}, decider.CodeNothing)
	c.do(player(3), tournament.Drop{Entrant: 3})
	c.refused(player(3), tournament.Drop{Entrant: 3}, decider.CodeLeft)
	c.refused(events.Actor{Role: events.RoleSpectator}, enter(5), engine.CodeNotAllowed)
	c.same()
}

func TestBeyondTheCapIsAWaitingListThatMovesUp(t *testing.T) {
	r := swiss
	r.Cap = 4
	c := newCup(t, r, 6)
	waits := func(want ...int) {
		t.Helper()
		var got []int
		for _, e := range c.s.Entrants {
			if e.Waiting {
				got = append(got, e.N)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v wait, want %v", got, want)
		}
	}
	waits(5, 6)
	happened(t, c.do(organiser, tournament.Drop{Entrant: 2}), "entrant-dropped waiting-admitted")
	waits(6)
	c.do(organiser, tournament.AdmitWaiting{Entrant: 6}) // the organiser may go beyond it
	waits()
	c.start()
	if len(c.round().Tables) != 2 || len(c.round().Byes) != 1 {
		t.Errorf("%d tables and byes %v for five", len(c.round().Tables), c.round().Byes)
	}
	c.same()
}

func TestOnlyThoseWhoCheckedInPlay(t *testing.T) {
	r := swiss
	r.CheckIn, r.Cap = true, 3
	c := newCup(t, r, 5)
	for _, n := range []int{1, 3, 5} {
		c.do(organiser, tournament.CheckIn{Entrant: n})
	}
	happened(t, c.do(organiser, tournament.StartTournament{}), "entrant-dropped waiting-admitted entrants-renumbered started")
	for n, in := range map[int]bool{1: true, 2: false, 3: true, 4: false, 5: true} {
		if got := c.s.Entrants[n-1].In(); got != in {
			t.Errorf("entrant %d in: %v", n, got)
		}
	}
	c.same()
}

func TestEntrantsAreKeptInOrder(t *testing.T) {
	c := newCup(t, swiss, 2)
	one := func(e tournament.Entrant) tournament.Register {
		return tournament.Register{Entrants: []tournament.Entrant{e}}
	}
	c.do(organiser, one(tournament.Entrant{Player: "p-3", Code: "ABC1", Club: "Dragon’s Den", Rating: 1800}))
	c.refused(organiser, one(tournament.Entrant{Player: "p-4", Code: "abc1"}), decider.CodeCode, "{p-3}")
	c.refused(organiser, one(tournament.Entrant{Player: "p-4", Code: "é"}), engine.CodeMalformed)
	c.refused(organiser, one(tournament.Entrant{Player: "P 4"}), engine.CodeMalformed)
	c.refused(organiser, one(tournament.Entrant{Player: "p-4", Rating: -1}), engine.CodeMalformed)
	c.refused(organiser, tournament.Register{Entrants: []tournament.Entrant{{Player: "p-4"}, {Player: "p-1"}}}, decider.CodeEntered, "row 2")
	c.do(organiser, tournament.EditEntrant{Entrant: 3, To: tournament.Entrant{Player: "p-3", Code: "ABC1", Rating: 1900}})
	c.refused(organiser, tournament.EditEntrant{Entrant: 3, To: tournament.Entrant{Player: "p-4"}}, engine.CodeMalformed, "merge")
	c.do(organiser, tournament.StartTournament{})
	if c.s.Order[0] != 3 {
		t.Errorf("the order of seeds is %v, want the highest rating first", c.s.Order)
	}
	c.same()
}

func TestADuplicateIsMergedWithItsHistory(t *testing.T) {
	r := swiss
	r.LateUntil = 3
	c := newCup(t, r, 6)
	c.start()
	c.firstsWin()
	c.do(organiser, tournament.Drop{Entrant: 5, Reason: "registered twice"})
	c.do(organiser, enter(7)) // the same person, under another name
	before := c.row(5)
	c.pair()
	c.win(7)
	c.firstsWin()
	c.refused(organiser, tournament.MergeEntrants{Keep: 7, Gone: 6, Reason: "x"}, decider.CodeMerge)
	made, says := c.acked(organiser, tournament.MergeEntrants{Keep: 7, Gone: 5, Reason: "one person"})
	happened(t, made, "integrity-noted entrants-merged")
	said(t, says, "moves round 1 from {p-5} to {p-7}")
	row := c.row(7)
	if row.Played != before.Played+1 {
		t.Errorf("who was merged has played %d, want %d", row.Played, before.Played+1)
	}
	if e, _ := c.s.EntrantOf(person(5)); e.N != 7 {
		t.Errorf("the phone of the merged entry is entrant %d's", e.N)
	}
	c.pair()
	c.do(player(5), tournament.Drop{Entrant: 7}) // it still works
	table, err := c.s.Standings(tournament.StageMain)
	if err != nil || table.Row(person(5)) != nil || len(table.Rows) != 6 {
		t.Errorf("%d rows, %v: the merged entry is still in the standings", len(table.Rows), err)
	}
	c.acked(organiser, tournament.Overrule{Entry: 1, Reason: "they are two"})
	if got := c.row(5); got.Played != before.Played || c.row(7).Played != 1 {
		t.Errorf("after the ruling %d and %d matches", got.Played, c.row(7).Played)
	}
	c.same()
}

func TestLateEntriesEndWhereTheRulesSay(t *testing.T) {
	r := swiss
	r.LateUntil = 2
	c := newCup(t, r, 4)
	c.do(organiser, tournament.StartTournament{})
	c.refused(player(5), enter(5), decider.CodeLate, "organiser")
	c.do(organiser, tournament.PairRound{Round: 1})
	c.do(organiser, enter(5)) // the pairing is not published: they may still be in it
	if e := c.s.Entrants[4]; e.From != 0 || e.Points != "" {
		t.Errorf("entered before round 1 as %+v", e)
	}
	c.do(organiser, tournament.PairAgain{Round: 1, Reason: "one more came"})
	c.do(organiser, tournament.PublishRound{Round: 1})
	c.do(organiser, enter(6))
	if e := c.s.Entrants[5]; e.From != 2 {
		t.Errorf("entered before round 2 as %+v", e)
	}
	c.firstsWin()
	c.pair()
	if len(c.round().Tables) != 3 {
		t.Errorf("round 2 has %d tables, want 3", len(c.round().Tables))
	}
	c.refused(organiser, enter(7), decider.CodeLate)
	c.same()
}

func TestAnImportAfterTheStartIsListed(t *testing.T) {
	r := swiss
	r.LateUntil = 3
	c := newCup(t, r, 4)
	c.start()
	batch := tournament.Register{Entrants: []tournament.Entrant{{Player: "p-5"}, {Player: "p-6"}}, Source: "late.csv", Reason: "a bus came"}
	made, says := c.acked(organiser, batch)
	happened(t, made, "integrity-noted entrant-registered entrant-registered")
	said(t, says, "enters {p-6} from round 2 on")
	c.acked(organiser, tournament.Overrule{Entry: 1, Reason: "another tournament's bus"})
	if c.s.In() != 4 {
		t.Errorf("%d are in after the ruling", c.s.In())
	}
	c.same()
}
