package tournament_test

import (
	"slices"
	"strings"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// sitting starts a tournament and returns the two of table 1 of round 1.
func sitting(t *testing.T, r tournament.Rules, entrants int) (*cup, int, int) {
	t.Helper()
	c := newCup(t, r, entrants)
	seats := c.start().Tables[0].Seats
	return c, seats[0], seats[1]
}

// Case 5 of shared/cases/README.md.
func TestCase5_ACorrectionLeavesOneResultAndATrail(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)})
	correction := tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: games(a, 1, b, 2), Reason: "the slip was read the wrong way round"}
	made, _ := c.acked(bo, correction)
	happened(t, made, "integrity-noted result-entered result-stands")
	tab := c.table(1, 1)
	if len(tab.Entries) != 2 || tab.Stands != 2 || tab.Entries[0].State != rules.EntrySuperseded {
		t.Fatalf("the trail is %+v", tab.Entries)
	}
	if e := tab.Entries[1]; e.Corrects != 1 || e.Reason != correction.Reason || e.By != "p-902" {
		t.Errorf("the correction is %+v", e)
	}
	if c.points(a) != "0" || c.points(b) != "3" {
		t.Errorf("%s and %s points, want 0 and 3", c.points(a), c.points(b))
	}
	if row := c.row(a); row.Played != 1 {
		t.Errorf("the match counts %d times", row.Played)
	}
	c.refused(bo, withAck(t, correction, "x"), decider.CodeStands, "changed meanwhile")
	c.same()
}

// Case 6 of shared/cases/README.md.
func TestCase6_EqualReportsAreAcceptedAndUnequalOnesWaitForAJudge(t *testing.T) {
	r := swiss
	r.BestOf = 0
	c, a, b := sitting(t, r, 4)
	six := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 6, b, 0)}
	happened(t, c.do(player(a), six), "result-entered")
	if c.points(a) != "0" {
		t.Error("a report that nobody confirmed counts")
	}
	turned := tournament.EnterResult{Round: 1, Table: 1, Result: games(b, 0, a, 6)} // as the other phone says it
	happened(t, c.do(player(b), turned), "result-entered result-confirmed result-stands")
	res, _ := c.table(1, 1).Result()
	for _, l := range res.Lines {
		if want := map[int]int{a: 6, b: 0}[l.Entrant]; l.Games != want {
			t.Errorf("{%d} has %d, want %d", l.Entrant, l.Games, want)
		}
	}
	x, y := c.table(1, 2).Seats[0], c.table(1, 2).Seats[1]
	c.do(player(x), tournament.EnterResult{Round: 1, Table: 2, Result: games(x, 6, y, 0)})
	happened(t, c.do(player(y), tournament.EnterResult{Round: 1, Table: 2, Result: games(x, 0, y, 6)}), "result-entered results-conflict")
	if tab := c.table(1, 2); !tab.Conflict || tab.Stands != 0 {
		t.Fatalf("table 2 after two different reports: %+v", tab)
	}
	happened(t, c.do(ana, tournament.EnterResult{Round: 1, Table: 2, Result: games(x, 6, y, 0)}), "result-entered result-stands round-finished")
	if tab := c.table(1, 2); tab.Conflict || c.points(x) != "3" || len(tab.Entries) != 3 {
		t.Errorf("after the judge's entry: %+v", tab)
	}
	c.same()
}

// Case 9 of shared/cases/README.md.
func TestCase9_AResultNamesWhoSitsAtTheTableOnce(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	other := c.table(1, 2).Seats[0]
	for name, res := range map[string]tournament.Result{
		"one twice":     games(a, 2, a, 0),
		"somebody else": games(a, 2, other, 0),
		"nobody":        games(a, 2, 99, 0),
		"one missing":   {Kind: tournament.Played, Lines: []tournament.Line{{Entrant: a, Games: 2}}},
	} {
		_, err := c.try(ana, tournament.EnterResult{Round: 1, Table: 1, Result: res})
		r := engine.AsRefusal(err)
		if r == nil {
			t.Fatalf("%s: accepted", name)
		}
		for _, n := range []int{a, b} {
			if want := "{" + string(person(n)) + "}"; !strings.Contains(r.Says, want) {
				t.Errorf("%s: %q does not name %s, who sits there", name, r.Says, want)
			}
		}
	}
	if len(c.table(1, 1).Entries) != 0 {
		t.Error("a refused result was entered")
	}
}

// Case 19 of shared/cases/README.md.
func TestCase19_WhoMayNotEnterIsToldWhy(t *testing.T) {
	closed := swiss
	closed.SelfReport = false
	c, a, b := sitting(t, closed, 4)
	enter := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}
	c.refused(player(a), enter, decider.CodeSelfReport, "judge")
	c.refused(events.Actor{Role: events.RoleSpectator}, enter, engine.CodeNotAllowed)
	other := c.table(1, 2).Seats[0]
	c.refused(player(other), enter, engine.CodeOtherTable)
	stranger := player(a)
	stranger.Group = "another-cup"
	c.refused(stranger, enter, engine.CodeOtherTable)
}

func TestTheOtherSideConfirmsOrRejects(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.do(player(a), tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)})
	c.refused(player(a), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}, decider.CodeOwnEntry)
	happened(t, c.do(player(b), tournament.RejectResult{Round: 1, Table: 1, Entry: 1, Reason: "it was 2-1"}), "result-rejected")
	c.refused(player(b), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}, decider.CodeNoEntry, "rejected")
	c.do(player(a), tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)})
	happened(t, c.do(player(b), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}), "result-confirmed result-stands")
	if res, _ := c.table(1, 1).Result(); res.Lines[1].Games+res.Lines[0].Games != 3 {
		t.Errorf("what stands is %+v", res)
	}
	c.refused(player(a), tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}, decider.CodeStands, "another result already", "You entered")
	c.same()
}

// Whoever mistyped enters again while nobody confirmed, unless two persons are needed.
func TestAPlayerCorrectsTheirOwnReportBeforeItIsConfirmed(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.do(player(a), tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 0, b, 2)})
	c.do(player(a), tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)})
	if tab := c.table(1, 1); tab.Conflict || tab.Entries[0].State != rules.EntrySuperseded {
		t.Errorf("table is %+v", tab)
	}
	c.refused(player(b), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}, decider.CodeNoEntry)
	c.do(player(b), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2})
}

func TestWithTwoPersonsNobodyConfirmsOrChangesTheirOwnEntry(t *testing.T) {
	r := swiss
	r.TwoPersons = true
	c, a, b := sitting(t, r, 4)
	nameless := events.Actor{Role: events.RoleJudge}
	c.refused(nameless, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}, decider.CodeWho)
	happened(t, c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}), "result-entered")
	c.refused(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)}, decider.CodeOwnEntry)
	c.refused(ana, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}, decider.CodeOwnEntry)
	c.refused(ana, tournament.RejectResult{Round: 1, Table: 1, Entry: 1, Reason: "mistyped"}, decider.CodeOwnEntry)
	// The same person in another role is the same person.
	c.refused(events.Actor{Role: events.RoleOrganiser, Person: ana.Person}, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}, decider.CodeOwnEntry)
	happened(t, c.do(bo, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}), "result-confirmed result-stands")

	correction := tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: games(a, 2, b, 1), Reason: "a game was overlooked"}
	made, _ := c.acked(ana, correction)
	happened(t, made, "result-entered")
	if tab := c.table(1, 1); tab.Stands != 1 || c.s.Badge() {
		t.Error("a correction counts before it is confirmed")
	}
	c.refused(ana, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}, decider.CodeOwnEntry)
	c.refused(player(a), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}, engine.CodeNotAllowed)
	happened(t, c.do(bo, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}), "integrity-noted result-confirmed result-stands")
	if n := c.s.Integrity[0]; n.By != ana.Person || n.Reason != correction.Reason {
		t.Errorf("noted as %+v", n)
	}
	if tab := c.table(1, 1); tab.Stands != 2 {
		t.Errorf("entry %d stands, want the correction", tab.Stands)
	}
	c.same()
}

func TestAJudgeWhoPlaysIsNoJudgeAtTheirTable(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	own := events.Actor{Role: events.RoleJudge, Person: person(a)}
	c.refused(own, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}, decider.CodeOwnEntry, "yourself")
	c.refused(own, tournament.MarkNoShow{Round: 1, Entrant: b}, decider.CodeOwnEntry)
	x, y := c.table(1, 2).Seats[0], c.table(1, 2).Seats[1]
	c.do(own, tournament.EnterResult{Round: 1, Table: 2, Result: games(x, 2, y, 0)})
}

func TestEveryKindOfResultCounts(t *testing.T) {
	for name, test := range map[string]struct {
		result func(a, b int) tournament.Result
		a, b   string
	}{
		"played":            {func(a, b int) tournament.Result { return games(a, 2, b, 1) }, "3", "0"},
		"drawn":             {func(a, b int) tournament.Result { r := games(a, 1, b, 1); r.Drawn = 1; return r }, "1", "1"},
		"time was called":   {func(a, b int) tournament.Result { r := games(a, 1, b, 0); r.Kind = tournament.Unfinished; return r }, "3", "0"},
		"broken off at 0-0": {func(a, b int) tournament.Result { r := games(a, 0, b, 0); r.Kind = tournament.Unfinished; return r }, "1", "1"},
		"agreed draw":       {func(int, int) tournament.Result { return tournament.Result{Kind: tournament.IntentionalDraw} }, "1", "1"},
		"double loss":       {func(int, int) tournament.Result { return tournament.Result{Kind: tournament.DoubleLoss} }, "0", "0"},
		"forfeit": {func(a, _ int) tournament.Result {
			return tournament.Result{Kind: tournament.Forfeit, Lines: []tournament.Line{{Entrant: a, Forfeits: true}}}
		}, "0", "3"},
		"double forfeit": {func(a, b int) tournament.Result {
			return tournament.Result{Kind: tournament.Forfeit, Lines: []tournament.Line{{Entrant: a, Forfeits: true}, {Entrant: b, Forfeits: true}}}
		}, "0", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			c, a, b := sitting(t, swiss, 4)
			c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: test.result(a, b)})
			if c.points(a) != test.a || c.points(b) != test.b {
				t.Errorf("%s and %s points, want %s and %s", c.points(a), c.points(b), test.a, test.b)
			}
			c.same()
		})
	}
}

func TestAResultThatCannotBeIsRefused(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	line := func(l tournament.Line, m tournament.Line) tournament.Result {
		return tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{l, m}}
	}
	for name, test := range map[string]struct {
		res  tournament.Result
		code engine.Code
	}{
		"no kind":              {tournament.Result{Lines: games(a, 2, b, 0).Lines}, standings.CodeOutOfRange},
		"both have won":        {games(a, 2, b, 2), rules.CodeBestOf},
		"too many games":       {games(a, 3, b, 0), rules.CodeBestOf},
		"below nothing":        {games(a, -1, b, 0), standings.CodeOutOfRange},
		"two first places":     {line(tournament.Line{Entrant: a, Place: 1}, tournament.Line{Entrant: b}), standings.CodeMissing},
		"a place of many":      {line(tournament.Line{Entrant: a, Place: 1}, tournament.Line{Entrant: b, Place: 9}), standings.CodeOutOfRange},
		"both lost":            {line(tournament.Line{Entrant: a, Place: 2}, tournament.Line{Entrant: b, Place: 2}), rules.CodePlaces},
		"a score of words":     {line(tournament.Line{Entrant: a, Score: "six"}, tournament.Line{Entrant: b, Score: "0"}), rules.CodeScore},
		"a forfeit of nobody":  {tournament.Result{Kind: tournament.Forfeit}, standings.CodeContradiction},
		"a no-show that plays": {line(tournament.Line{Entrant: a, Forfeits: true}, tournament.Line{Entrant: b, Games: 2}), standings.CodeContradiction},
		"taken back":           {tournament.Result{Kind: tournament.Open}, decider.CodeResult},
		"a long note":          {tournament.Result{Kind: tournament.DoubleLoss, Note: strings.Repeat("x", 201)}, engine.CodeMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			c.t = t
			c.refused(ana, tournament.EnterResult{Round: 1, Table: 1, Result: test.res}, test.code)
		})
	}
}

func TestANoShowForfeitsAndIsDropped(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	happened(t, c.do(ana, tournament.MarkNoShow{Round: 1, Entrant: b}), "entrant-no-show result-entered result-stands entrant-dropped")
	if c.points(a) != "3" || c.points(b) != "0" || c.s.Entrants[b-1].In() {
		t.Errorf("%s and %s points, in: %v", c.points(a), c.points(b), c.s.Entrants[b-1].In())
	}
	x, y := c.table(1, 2).Seats[0], c.table(1, 2).Seats[1]
	happened(t, c.do(ana, tournament.MarkNoShow{Round: 1, Entrant: y, Keep: true}), "entrant-no-show result-entered result-stands round-finished")
	if c.points(x) != "3" || !c.s.Entrants[y-1].In() {
		t.Error("who was to be kept is gone")
	}
	c.same()
}

func TestAResultTakenBackOpensTheTable(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.firstsWin()
	back := tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Result: tournament.Result{Kind: tournament.Open}, Reason: "they still play"}
	made, _ := c.acked(ana, back)
	happened(t, made, "integrity-noted result-entered result-stands round-reopened")
	if r := c.round(); r.Finished || !slices.Equal(r.Open(), []int{1}) {
		t.Errorf("open tables %v, finished %v", r.Open(), r.Finished)
	}
	happened(t, c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)}), "result-entered result-stands round-finished")
	c.same()
}

// A group that muster ran is the result of its table, and of no other.
func TestAGroupOfTheGatheringIsTheResultOfItsTable(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.do(ana, tournament.LinkGroup{Round: 1, Table: 1, Group: "siege"})
	c.refused(ana, tournament.LinkGroup{Round: 1, Table: 2, Group: "siege"}, decider.CodeGroup)
	enter := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 1, b, 0), Group: "siege"}
	c.refused(program, tournament.EnterResult{Round: 1, Table: 2, Result: games(c.table(1, 2).Seats[0], 1, c.table(1, 2).Seats[1], 0), Group: "siege"}, decider.CodeGroup)
	happened(t, c.do(program, enter), "result-entered result-stands")
	c.refused(program, enter, decider.CodeNothing)
	c.same()
}

// Two judges have both seen something: the first entry stands, the second is kept and waits for a third
// person, who decides as about any correction.
//
// Source: issue 4, "Must show" 4.
func TestOfTwoJudgesWhoDifferTheSecondIsKeptBesideTheFirst(t *testing.T) {
	c, a, b := sitting(t, swiss, 4)
	c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)})
	other := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 1, b, 2)}
	c.refused(ana, other, decider.CodeStands, "another result already")                                       // their own
	c.refused(bo, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)}, decider.CodeNothing) // the same
	c.refused(player(b), other, decider.CodeStands)                                                           // no judge
	c.refused(program, other, decider.CodeStands)                                                             // nor this
	c.refused(events.Actor{Role: events.RoleJudge}, other, decider.CodeStands, "A judge can correct it")      // who is that?
	made := c.do(bo, other)
	happened(t, made, "result-entered results-conflict")
	if e := made[0].(tournament.ResultEntered); e.By != bo.Person || e.Corrects != 1 || e.Reason == "" {
		t.Errorf("what is kept is %+v", e)
	}
	tab := c.table(1, 1)
	if tab.Stands != 1 || !tab.Conflict || c.points(a) != "3" {
		t.Fatalf("the first does not stand: %+v, %s points", tab, c.points(a))
	}
	if p := c.s.Public().Rounds[0].Tables[0]; p.Conflict || p.Stands != 1 {
		t.Errorf("everybody sees %+v", p)
	}
	c.refused(bo, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 0, b, 2)}, decider.CodeOwnEntry)
	c.refused(bo, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}, decider.CodeOwnEntry)
	c.refused(player(b), tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}, engine.CodeNotAllowed)
	kept := *c
	happened(t, kept.do(ana, tournament.RejectResult{Round: 1, Table: 1, Entry: 2, Reason: "that was table 2"}), "result-rejected")
	if tab := kept.table(1, 1); tab.Conflict || tab.Stands != 1 {
		t.Errorf("after the rejection: %+v", tab)
	}
	happened(t, c.do(ana, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}), "integrity-noted result-confirmed result-stands")
	if tab := c.table(1, 1); tab.Conflict || tab.Stands != 2 || c.points(b) != "3" {
		t.Errorf("after the confirmation: %+v", tab)
	}
	c.same()
}

// A correction that another person confirms when the round after is paired on the first result is refused
// as one that is made at once is.
func TestADifferingEntryDoesNotTurnABracketThatIsPairedAlready(t *testing.T) {
	c, a, b := sitting(t, tournament.Rules{Format: tournament.FormatSingle}, 4)
	c.do(ana, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 0)})
	c.do(bo, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 0, b, 2)})
	c.win(c.table(1, 2).Seats[0])
	c.do(organiser, tournament.PairRound{Round: 2})
	c.refused(organiser, tournament.ConfirmResult{Round: 1, Table: 1, Entry: 2}, decider.CodeRound, "undo that round first")
	c.do(organiser, tournament.RejectResult{Round: 1, Table: 1, Entry: 2, Reason: "the slip says 2-0"})
	c.same()
}

// Two names that are said on one device are not two persons, organisers' or judges'; on devices of their own
// they are.
func TestTwoNamesOnOneDeviceAreNotTwoPersons(t *testing.T) {
	r := swiss
	r.TwoPersons = true
	other := events.Actor{Role: events.RoleOrganiser, Person: "p-905"}
	c, a, b := sitting(t, r, 8)
	enter := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)}
	confirm := tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}
	c.device = "laptop"
	c.do(organiser, enter)
	for _, second := range []events.Actor{other, ana} {
		c.refused(second, confirm, decider.CodeOwnEntry, "on this device, under another name")
		c.refused(second, tournament.RejectResult{Round: 1, Table: 1, Entry: 1, Reason: "the slip says 1-2"}, decider.CodeOwnEntry, "on this device")
		c.refused(second, enter, decider.CodeOwnEntry, "on this device") // the same result again would confirm it
	}
	c.device = "tablet"
	c.refused(organiser, confirm, decider.CodeOwnEntry, "{p-900} entered this")
	happened(t, c.do(other, confirm), "result-confirmed result-stands")

	enter.Table = 2
	seats := c.table(1, 2).Seats
	enter.Result = games(seats[0], 2, seats[1], 0)
	c.do(ana, enter)
	correct := tournament.ConfirmResult{Round: 1, Table: 2, Entry: 1}
	c.refused(bo, correct, decider.CodeOwnEntry, "on this device")
	c.device = ""
	happened(t, c.do(bo, correct), "result-confirmed result-stands")
	c.same()
}

// Two organisers count as two persons once both have said who they are; one with two devices never does.
func TestOrganisersCountAsTwoOnceBothHaveNames(t *testing.T) {
	r := swiss
	r.TwoPersons = true
	unnamed, other := events.Actor{Role: events.RoleOrganiser, Person: events.Organiser}, events.Actor{Role: events.RoleOrganiser, Person: "p-905"}
	c, a, b := sitting(t, r, 8)
	enter := tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)}
	confirm := tournament.ConfirmResult{Round: 1, Table: 1, Entry: 1}
	c.do(unnamed, enter)
	c.refused(unnamed, confirm, decider.CodeOwnEntry, "said their names")
	c.refused(organiser, confirm, decider.CodeOwnEntry, "said their names")
	c.refused(organiser, tournament.EnterResult{Round: 1, Table: 1, Result: games(a, 2, b, 1)}, decider.CodeOwnEntry)
	happened(t, c.do(ana, confirm), "result-confirmed result-stands")

	enter.Table, confirm.Table = 2, 2
	seats := c.table(1, 2).Seats
	enter.Result = games(seats[0], 2, seats[1], 0)
	c.do(organiser, enter)
	c.refused(organiser, confirm, decider.CodeOwnEntry, "{p-900} entered this") // from another device of theirs
	c.refused(unnamed, confirm, decider.CodeOwnEntry, "said their names")
	happened(t, c.do(other, confirm), "result-confirmed result-stands")
	c.same()
}
