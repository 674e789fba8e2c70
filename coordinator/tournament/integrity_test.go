package tournament_test

import (
	"slices"
	"strings"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events/tournament"
)

func said(t *testing.T, says tournament.Consequences, words string) {
	t.Helper()
	if !slices.ContainsFunc(says.Says, func(s string) bool { return strings.Contains(s, words) }) {
		t.Errorf("the preview says %q, want %q in it", says.Says, words)
	}
}

func TestACorrectionOfRound1SaysThatItTouchesThePairingOfRound2(t *testing.T) {
	c := newCup(t, swiss, 8)
	c.start()
	c.firstsWin()
	c.play()
	tab := c.table(1, 1)
	a, b := tab.Seats[0], tab.Seats[1]
	lost := max(a, b)
	res := games(min(a, b), 0, lost, 2)
	before := text(t, c.s.Log)
	made, says := c.acked(ana, tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: res, Reason: "the slip was read the wrong way round"})
	if text(t, c.s.Log) == before || says.Places == 0 || !slices.Equal(says.Pairings, []int{2}) {
		t.Errorf("the consequences are %+v", says)
	}
	said(t, says, "touches the pairing of round 2")
	noted := made[0].(tournament.IntegrityNoted)
	if noted.What != tournament.TouchResult || !slices.Equal(noted.Says, says.Says) || noted.By != ana.Person {
		t.Errorf("noted as %+v", noted)
	}
	c.same()
}

// What was acknowledged is what happens: if something moved meanwhile, it has to be looked at again.
func TestAnAcknowledgementIsForExactlyWhatWasShown(t *testing.T) {
	c := newCup(t, swiss, 8)
	c.start()
	c.firstsWin()
	c.pair()
	res := games(c.table(1, 1).Seats[0], 1, c.table(1, 1).Seats[1], 1)
	correction := tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: res, Reason: "a draw"}
	says := c.shown(ana, correction)
	other := correction
	other.Reason = "another reason"
	c.refused(ana, withAck(t, other, says.Ack), decider.CodeConsequence)
	c.win(c.round().Tables[0].Seats[0])
	c.win(c.round().Tables[1].Seats[1])
	c.win(c.round().Tables[2].Seats[1])
	if now := c.shown(ana, correction); now.Ack == says.Ack {
		t.Fatalf("the consequences are still %q: choose other results", now.Says)
	}
	c.refused(ana, withAck(t, correction, says.Ack), decider.CodeConsequence, "changed meanwhile")
	c.do(ana, withAck(t, correction, c.shown(ana, correction).Ack))
	c.refused(ana, tournament.CorrectResult{Round: 1, Table: 2, Was: 1, Result: tournament.Result{Kind: tournament.DoubleLoss}}, "malformed", "reason")
}

func TestTablesSetByHandAreFlaggedAndUndoneByARuling(t *testing.T) {
	c := newCup(t, swiss, 6)
	c.start()
	c.firstsWin()
	met := c.table(1, 1).Seats
	c.do(organiser, tournament.PairRound{Round: 2})
	was := text(t, c.s.Log)
	r := c.round()
	// Seat two who have met, and whom they would have played at the table of the other.
	at, _ := r.At(met[0])
	from, _ := r.At(met[1])
	left, right := slices.Clone(at.Seats), slices.Clone(from.Seats)
	swap := at.Seats[0]
	if swap == met[0] {
		swap = at.Seats[1]
	}
	left[slices.Index(left, swap)], right[slices.Index(right, met[1])] = met[1], swap
	change := tournament.ChangePairing{Round: 2, Reason: "they share a car", Tables: []tournament.Seating{{Table: at.N, Entrants: left}, {Table: from.N, Entrants: right}}}
	made, says := c.acked(ana, change)
	said(t, says, "have met in round 1")
	happened(t, made, "integrity-noted pairing-changed")
	flags := c.round().Flags
	if !slices.ContainsFunc(flags, func(f tournament.Flag) bool { return f.Table == at.N && f.Code == tournament.FlagRepeat }) ||
		!slices.ContainsFunc(flags, func(f tournament.Flag) bool { return f.Table == from.N && f.Code == tournament.FlagManual }) {
		t.Errorf("flags are %+v", flags)
	}
	made, _ = c.acked(ana, tournament.Overrule{Entry: 1, Reason: "they do not"})
	happened(t, made, "integrity-noted pairing-changed")
	seats := func(l []rules.Table) (out [][]int) {
		for _, t := range l {
			out = append(out, t.Seats)
		}
		return out
	}
	if got, want := seats(c.round().Tables), seats(r.Tables); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("tables after the ruling %v, want %v as in %s", got, want, was)
	}
	if len(c.s.Integrity) != 2 || !c.s.Badge() || c.s.Integrity[1].Undoes != 1 {
		t.Errorf("the list is %+v; both stay on it", c.s.Integrity)
	}
	c.refused(ana, tournament.Overrule{Entry: 1, Reason: "again"}, decider.CodeIntegrity, "already")
	c.refused(ana, tournament.Overrule{Entry: 2, Reason: "again"}, decider.CodeIntegrity)
	c.refused(ana, tournament.Overrule{Entry: 3, Reason: "again"}, decider.CodeIntegrity)
	c.same()
}

func TestTablesThatCannotBeSetSoAreRefused(t *testing.T) {
	c := newCup(t, swiss, 7)
	c.start()
	r := c.round()
	one, two := r.Tables[0].Seats, r.Tables[1].Seats
	off := r.Byes[0].Entrant
	set := func(tables ...tournament.Seating) tournament.ChangePairing {
		return tournament.ChangePairing{Round: 1, Reason: "by hand", Tables: tables}
	}
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], two[0]}}), decider.CodeSeating, "place")
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], one[0]}}), decider.CodeSeating, "twice")
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], off}}), decider.CodeSeating, "no place")
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], one[1], off}}), decider.CodeSeating, "2 to 2")
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], 8}}), decider.CodeEntrant)
	c.refused(ana, set(tournament.Seating{Table: 9, Entrants: one}), decider.CodeSeating)
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: one}), decider.CodeNothing)
	c.refused(ana, set(tournament.Seating{Table: 1}), decider.CodeSeating)
	c.win(one[0])
	c.refused(ana, set(tournament.Seating{Table: 1, Entrants: []int{one[0], off}}), decider.CodeHasResult)
	// The bye goes to another player.
	swap := set(tournament.Seating{Table: 2, Entrants: []int{two[0], off}})
	swap.Byes = []tournament.Bye{{Entrant: two[1], Kind: tournament.ByePairing}}
	c.acked(ana, swap)
	if c.round().Bye(off) != "" || c.round().Bye(two[1]) != tournament.ByePairing {
		t.Errorf("byes are %v", c.round().Byes)
	}
	c.same()
}

func TestPairingAgainKeepsWhatIsLockedAndWhatWasEntered(t *testing.T) {
	c := newCup(t, swiss, 8)
	c.start()
	c.firstsWin()
	c.pair()
	r := c.round()
	c.do(ana, tournament.LockTable{Round: 2, Table: 2})
	c.win(r.Tables[0].Seats[0])
	late := r.Tables[3].Seats[0]
	c.do(ana, tournament.Drop{Entrant: late})
	made, says := c.acked(ana, tournament.PairAgain{Round: 2, Reason: "somebody left"})
	said(t, says, "of round 2")
	happened(t, made, "integrity-noted round-paired")
	now := c.round()
	for i := range 2 {
		if !slices.Equal(now.Tables[i].Seats, r.Tables[i].Seats) {
			t.Errorf("table %d was %v and is %v", i+1, r.Tables[i].Seats, now.Tables[i].Seats)
		}
	}
	if now.Tables[0].Stands != 1 || !now.Tables[1].Locked {
		t.Error("a result or a lock is gone")
	}
	if _, at := now.At(late); at || len(now.Byes) != 1 {
		t.Errorf("who left has a place, or nobody has the bye: %v", now.Byes)
	}
	c.same()
}

func TestAStepOfARoundIsTakenBackWhileNoResultStands(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.start()
	c.do(organiser, tournament.StartRound{Round: 1, At: noon, Minutes: 50})
	seats := c.table(1, 1).Seats
	c.win(seats[0])
	c.refused(ana, tournament.UndoRound{Round: 1, Reason: "too early"}, decider.CodeHasResult, "table 1")
	c.acked(ana, tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: tournament.Result{Kind: tournament.Open}, Reason: "it was another table's"})
	for _, step := range []string{tournament.StepStart, tournament.StepPublish, tournament.StepPair} {
		made := c.do(ana, tournament.UndoRound{Round: 1, Reason: "too early"})
		if got := made[0].(tournament.RoundUndone).Step; got != step {
			t.Errorf("took back the %s, want the %s", got, step)
		}
	}
	if len(c.s.Rounds) != 0 {
		t.Error("the round is still there")
	}
	c.pair()
	c.same()
}

func TestChangesAfterTheStartNeedReasonAndAcknowledgement(t *testing.T) {
	c := newCup(t, swiss, 6)
	longer := swiss
	longer.Rounds = 4
	happened(t, c.do(organiser, tournament.ChangeRules{Rules: longer}), "rules-changed")
	happened(t, c.do(organiser, tournament.Renumber{Order: []int{6, 5, 4, 3, 2, 1}}), "entrants-renumbered")
	c.start()
	c.firstsWin()
	shorter := swiss
	shorter.Rounds, shorter.Win = 2, "2"
	made, says := c.acked(organiser, tournament.ChangeRules{Rules: shorter, Reason: "the hall closes at six"})
	happened(t, made, "integrity-noted rules-changed")
	said(t, says, "plays 2 rounds, not 4")
	if c.s.Planned != 2 {
		t.Errorf("%d rounds are planned", c.s.Planned)
	}
	made, says = c.acked(organiser, tournament.Renumber{Order: []int{1, 2, 3, 4, 5, 6}, Reason: "typed the wrong way round"})
	said(t, says, "gives 6 entrants another number")
	happened(t, made, "integrity-noted entrants-renumbered")
	c.acked(organiser, tournament.Overrule{Entry: 1, Reason: "the hall stays open"})
	if c.s.Rules.Rounds != 4 || c.s.Planned != 4 {
		t.Errorf("%d rounds after the ruling", c.s.Planned)
	}
	c.acked(organiser, tournament.Overrule{Entry: 2, Reason: "they were right"})
	if !slices.Equal(c.s.Order, []int{6, 5, 4, 3, 2, 1}) {
		t.Errorf("the order is %v", c.s.Order)
	}
	pods := tournament.Rules{Format: tournament.FormatPods}
	c.refused(organiser, tournament.ChangeRules{Rules: pods, Reason: "more fun"}, decider.CodeRules)
	c.same()
}

func TestARoundIsImportedWithItsResultsAndTakenBack(t *testing.T) {
	c := newCup(t, swiss, 5)
	c.do(organiser, tournament.StartTournament{})
	res := games(1, 2, 2, 0)
	round := tournament.ImportRound{
		Round: 1, Source: "round1.trf", Reason: "played before the laptop came",
		Tables: []tournament.ImportedTable{{Entrants: []int{1, 2}, Result: &res}, {Entrants: []int{3, 4}}},
		Byes:   []tournament.Bye{{Entrant: 5, Kind: tournament.ByePairing}},
	}
	missing := round
	missing.Byes = nil
	c.refused(organiser, missing, decider.CodeSeating, "{p-5}")
	made, _ := c.acked(organiser, round)
	happened(t, made, "integrity-noted round-paired round-published result-entered result-stands")
	late := games(4, 2, 3, 1)
	made, _ = c.acked(organiser, tournament.ImportRound{Round: 1, Source: "round1b.trf", Reason: "the rest", Tables: []tournament.ImportedTable{{Entrants: []int{4, 3}, Result: &late}}})
	happened(t, made, "integrity-noted result-entered result-stands round-finished")
	if c.points(4) != "3" || c.points(5) != "3" || c.s.Integrity[1].Source != "round1b.trf" {
		t.Errorf("points %s and %s, list %+v", c.points(4), c.points(5), c.s.Integrity)
	}
	c.acked(organiser, tournament.Overrule{Entry: 2, Reason: "another file"})
	if r := c.round(); r.Finished || r.Tables[1].Stands != 0 {
		t.Error("the imported result still stands")
	}
	c.acked(organiser, tournament.Overrule{Entry: 1, Reason: "another tournament's file"})
	if len(c.s.Rounds) != 0 {
		t.Error("the imported round is still there")
	}
	c.same()
}
