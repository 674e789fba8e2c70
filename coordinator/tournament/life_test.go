package tournament_test

import (
	"encoding/json"
	"slices"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events/tournament"
)

// Case 14 of shared/cases/README.md.
func TestCase14_WhileFrozenThePublicViewsDoNotChangeByOneByte(t *testing.T) {
	r := swiss
	r.Minutes = 50
	c := newCup(t, r, 6)
	c.start()
	c.firstsWin()
	c.pair()
	c.do(organiser, tournament.FreezeStandings{})
	shown := func() string {
		b, err := json.Marshal(c.s.Public())
		if err != nil {
			t.Fatal(err)
		}
		table, err := c.s.Public().Standings(tournament.StageMain)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := json.Marshal(table)
		if err != nil {
			t.Fatal(err)
		}
		return string(b) + string(rows)
	}
	before := shown()
	step := func(what string, do func()) {
		t.Helper()
		do()
		if shown() != before {
			t.Errorf("%s shows while the standings are frozen", what)
		}
	}
	step("the clock", func() { c.do(organiser, tournament.StartRound{Round: 2, At: noon}) })
	step("a result, and the first of its kind", func() { c.firstsWin() })
	step("a correction and its badge", func() {
		r := c.table(2, 1)
		res := tournament.Result{Kind: tournament.DoubleLoss}
		c.acked(ana, tournament.CorrectResult{Round: 2, Table: 1, Was: r.Stands, Result: res, Reason: "both were late"})
	})
	step("a drop", func() { c.do(organiser, tournament.Drop{Entrant: 6}) })
	step("the next round", func() { c.play() })
	step("the end", func() { c.do(organiser, tournament.EndTournament{}) })
	if !c.s.Badge() || c.s.Public().Badge() {
		t.Error("judges see the badge, the public does not yet")
	}
	c.refused(organiser, tournament.FinaliseTournament{}, decider.CodeFrozen)
	c.do(organiser, tournament.ThawStandings{})
	if shown() == before || c.s.Status != tournament.StatusThawed || !c.s.Public().Badge() {
		t.Error("nothing shows after the thaw")
	}
	c.do(organiser, tournament.FinaliseTournament{})
	c.same()
}

func TestThePublicSeesWhatIsPublishedAndWhatStands(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.do(organiser, tournament.StartTournament{})
	c.do(organiser, tournament.PairRound{Round: 1})
	if n := len(c.s.Public().Rounds); n != 0 {
		t.Errorf("%d rounds show before they are published", n)
	}
	c.do(organiser, tournament.PublishRound{Round: 1})
	seats := c.table(1, 1).Seats
	c.do(player(seats[0]), tournament.EnterResult{Round: 1, Table: 1, Result: games(seats[0], 2, seats[1], 0)})
	shown := c.s.Public().Rounds[0].Tables[0]
	if len(shown.Entries) != 1 || len(shown.Entries[0].Result.Lines) != 0 || shown.Entries[0].By != "" {
		t.Errorf("a report that nobody confirmed shows as %+v", shown.Entries)
	}
	if len(c.table(1, 1).Entries[0].Result.Lines) != 2 {
		t.Error("what the public does not see is gone")
	}
}

func TestTheLifeOfATournamentGoesOneWay(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.refused(organiser, tournament.PairRound{Round: 1}, decider.CodePhase, "not started")
	c.refused(organiser, tournament.EndTournament{}, decider.CodePhase)
	c.refused(organiser, tournament.FreezeStandings{}, decider.CodePhase)
	c.start()
	c.refused(organiser, tournament.StartTournament{}, decider.CodePhase)
	c.refused(organiser, tournament.EndTournament{}, decider.CodeOpenTables, "table 1 and 2")
	c.firstsWin()
	c.do(organiser, tournament.EndTournament{})
	c.refused(organiser, tournament.PairRound{Round: 2}, decider.CodePhase, "ended")
	c.refused(organiser, tournament.SealTournament{}, decider.CodePhase)
	made, says := c.acked(organiser, tournament.ReopenTournament{Reason: "one more round"})
	happened(t, made, "integrity-noted reopened")
	if !slices.Contains(says.Says, "lets the tournament go on, which is ended") {
		t.Errorf("the preview says %q", says.Says)
	}
	c.play()
	c.do(organiser, tournament.EndTournament{})
	c.do(organiser, tournament.FinaliseTournament{})
	c.refused(ana, tournament.CorrectResult{Round: 1, Table: 1, Was: 1, Reason: "late"}, decider.CodePhase, "reopen")
	c.do(organiser, tournament.SealTournament{})
	c.refused(organiser, tournament.OpenTournament{Name: "again", Rules: swiss}, decider.CodeOpened)
	if !c.s.Over() {
		t.Error("a sealed tournament is not over")
	}
	c.same()
}

func TestAThawBeforeTheEndLetsTheRoundsGoOn(t *testing.T) {
	c := newCup(t, swiss, 4)
	c.start()
	c.do(organiser, tournament.FreezeStandings{})
	c.refused(organiser, tournament.FreezeStandings{}, decider.CodeFrozen)
	c.do(organiser, tournament.ThawStandings{})
	if c.s.Status != tournament.StatusRunning {
		t.Errorf("the tournament is %s", c.s.Status)
	}
	c.firstsWin()
	c.play()
	c.same()
}

func TestRulesThatCannotBePlayedAreRefused(t *testing.T) {
	for name, r := range map[string]tournament.Rules{
		"no format":          {},
		"too many rounds":    {Format: tournament.FormatSwiss, Rounds: 31},
		"a cut of a swiss":   {Format: tournament.FormatSwiss, Cut: 8},
		"no cut":             {Format: tournament.FormatSwissCut},
		"one side":           {Format: tournament.FormatSwiss, Sides: []string{"Shadow"}},
		"the same sides":     {Format: tournament.FormatSwiss, Sides: []string{"Shadow", "Shadow"}},
		"a pod of nine":      {Format: tournament.FormatPods, Pod: 9},
		"pods of a swiss":    {Format: tournament.FormatSwiss, Pod: 4},
		"an unknown set":     {Format: tournament.FormatSwiss, Ruleset: "house"},
		"an unknown edition": {Format: tournament.FormatSwiss, Ruleset: "fide-c07", Edition: "1999"},
		"no such tie-break":  {Format: tournament.FormatSwiss, TieBreaks: []string{"coin"}},
		"points in words":    {Format: tournament.FormatSwiss, Win: "three"},
		"points below 0":     {Format: tournament.FormatSwiss, Loss: "-1"},
		"late for nothing":   {Format: tournament.FormatSwiss, LatePoints: "-1"},
		"no such way":        {Format: tournament.FormatSwiss, Within: "alphabet"},
		"no such criterion":  {Format: tournament.FormatSwiss, Criteria: []string{"beard"}},
		"a best of ten":      {Format: tournament.FormatSwiss, BestOf: 10},
		"a day too long":     {Format: tournament.FormatSwiss, Minutes: 1441},
	} {
		t.Run(name, func(t *testing.T) {
			c := &cup{t: t, s: decider.Initial()}
			if _, err := c.try(organiser, tournament.OpenTournament{Name: "Cup", Rules: r}); err == nil {
				t.Errorf("rules %+v are accepted", r)
			}
		})
	}
}
