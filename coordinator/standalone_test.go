package coordinator_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Short names of what tables hold.
type (
	rulesEnemy     = rules.Enemy
	rulesObjective = rules.Objective
	rulesLocation  = rules.Location
)

// company is the one table of a standalone game.
const company = events.TableID("company")

func openAlone(scenario string) group.OpenGroup {
	return group.OpenGroup{
		Name: "Quest night", Scenario: scenario, Mode: "standard", Difficulty: "standard",
		Tables: []group.TableName{{ID: company, Team: "The Company"}}, Seed: 7,
	}
}

// alone starts a scenario in standard mode with n players.
func alone(t rapid.TB, scenario string, n int) *log {
	t.Helper()
	l := newLog(t)
	l.do(organiser, openAlone(scenario))
	l.do(organiser, group.SeatPlayers{Seats: seats(company, n)})
	l.do(organiser, group.StartGroup{})
	return l
}

var standardScenarios = []string{
	"the-tower-of-cirith-ungol", "the-black-gate-opens", "mount-doom",
	"the-passing-of-the-grey-company", "the-siege-of-gondor", "the-battle-of-the-pelennor-fields",
	"the-river-running", "danger-in-dorwinion", "the-temple-of-doom",
}

// Rule: Standard mode.
// Source: The Mountain of Fire, "Standard Mode".
func TestEveryScenarioIsPlayedAtOneTable(t *testing.T) {
	for _, id := range standardScenarios {
		for _, n := range []int{1, 4} {
			l := alone(t, id, n)
			if tb := l.table(company); tb.Scenario != id || tb.Stage == "" || tb.PlayersIn() != n {
				t.Errorf("%s with %d: %+v", id, n, tb)
			}
			l.endRound()
			l.triggersDone()
			if l.s.Round != 2 && !l.s.Over() {
				t.Errorf("%s with %d does not come to round 2: %v", id, n, l.s.Words())
			}
		}
		l := newLog(t)
		l.do(organiser, openAlone(id))
		l.refused(organiser, group.SeatPlayers{Seats: seats(company, 5)}, coordinator.CodeFull)
		l.refused(organiser, group.StartGroup{}, coordinator.CodeEmptyStage)
		l.refused(organiser, lotr.AssignDolGuldur{Table: company}, coordinator.CodeScenario)
	}
	epic := openAlone("mount-doom")
	epic.Mode = "epic"
	if r := newLog(t).refused(organiser, epic, coordinator.CodeScenario); !strings.Contains(r.Says, "use standard") {
		t.Errorf("epic mode of a scenario that has none is refused with %q", r.Says)
	}
}

// Source: facts/game-facts.md, "5.2 Elimination".
func TestAStandaloneGameIsLostWithItsTable(t *testing.T) {
	for _, c := range []struct {
		scenario string
		lose     func(*log)
	}{
		{"the-river-running", func(l *log) { l.out(company) }},
		{"mount-doom", func(l *log) { l.loses(company, lotr.LostRing) }},
		{"the-black-gate-opens", func(l *log) { l.loses(company, lotr.LostAragorn) }},
		{"danger-in-dorwinion", func(l *log) { l.do(captain(company), lotr.ChangeThreat{Table: company, By: 90}) }},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			l := alone(t, c.scenario, 2)
			c.lose(l)
			l.phase(coordinator.PhaseLost)
			lost, ok := find[group.GroupLost](l.last)
			of, table := find[lotr.TableLost](l.last)
			if !ok || !table || lost.Table != company || lost.Reason != of.Reason || lost.Rule == "" {
				t.Errorf("%+v, %+v", lost, of)
			}
			l.refused(captain(company), group.EndRound{Table: company, Round: 1}, coordinator.CodeOver)
		})
	}
}

// Both ends of a game are taken back with the entry that brought them, and by a ruling.
func TestAStandaloneGameIsWonWithItsTable(t *testing.T) {
	for _, c := range []struct{ scenario, stage string }{
		{"the-river-running", "2B"},
		{"the-siege-of-gondor", "1B"},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			l := alone(t, c.scenario, 2)
			if l.table(company).Stage != c.stage {
				l.do(captain(company), lotr.AdvanceStage{Table: company, Stage: c.stage})
			}
			l.clear()
			before := l.summary()
			l.do(captain(company), lotr.PlaceProgress{Table: company, By: 20, Direct: true})
			l.phase(coordinator.PhaseWon)
			won, _ := find[group.GroupWon](l.last)
			of, ok := find[lotr.TableWon](l.last)
			if !ok || won.Reason != of.Reason || won.Rule == "" {
				t.Errorf("%+v, %+v", won, of)
			}
			entry, ok := l.s.Withdrawable(company)
			if !ok {
				t.Fatal("the entry that won cannot be taken back")
			}
			l.do(captain(company), group.Withdraw{Table: company, Entry: entry})
			if got := l.summary(); !sameGame(t, got, before) {
				t.Errorf("after taking back:\n%s\nbefore:\n%s", got, before)
			}
			l.do(captain(company), lotr.PlaceProgress{Table: company, By: 20, Direct: true})
			l.do(judge, lotr.Rule{
				Reason: "the count was wrong", Verdict: group.VerdictCorrected, Reopen: true,
				Tables: []lotr.TableRuling{{Table: company, Progress: intp(3)}},
			})
			l.phase(coordinator.PhasePlaying)
			if tb := l.table(company); tb.Won != nil {
				t.Errorf("the table is still won: %+v", tb.Won)
			}
		})
	}
}

// clear takes everything out of play at the table that stands against its stage.
func (l *log) clear() {
	l.t.Helper()
	for _, e := range l.table(company).Enemies {
		l.send(captain(company), lotr.RemoveCard{Table: company, Enemy: e.Number})
	}
	for _, o := range l.table(company).Locations {
		l.send(captain(company), lotr.RemoveCard{Table: company, Location: o.Number})
	}
}

// The first player orders the effects of the round's end: whether Fell Beast brings its enemy back before
// or after Minas Tirith is attacked makes a difference of 1 damage.
//
// Source: The Flame of the West, "Strategy Tip". Ruling: 14.
func TestTheFirstPlayerOrdersTheEffectsOfTheRoundsEnd(t *testing.T) {
	damage := func(first string) int {
		l := alone(t, "the-battle-of-the-pelennor-fields", 2)
		l.do(captain(company), lotr.AdvanceStage{Table: company, Stage: "3B", Note: "to the city"})
		king := l.table(company).Enemies[0] // The Witch-king
		l.do(captain(company), lotr.Engage{Table: company, Enemy: king.Number, Player: player(company, 1)})
		l.do(captain(company), lotr.RevealCard{Table: company, Card: "Fell Beast", Effect: true})
		l.do(judge, group.ForceEndRound{Table: company, Round: 1, Reason: "to its end"})
		before := l.table(company).DamageOn("minas-tirith")
		ids := map[string]string{} // of the steps, by their trigger
		for _, st := range l.s.Queue {
			if st.Kind != group.StepTrigger || st.Order != 1 || st.State != coordinator.StepOpen || st.Decides != l.table(company).FirstPlayer {
				t.Errorf("step %+v", st)
			}
			ids[st.Trigger] = st.ID
		}
		if len(ids) != 2 {
			t.Fatalf("the effects are %v", ids)
		}
		l.do(captain(company), group.ResolveStep{Table: company, Step: ids[first], Choice: group.ChoiceDone})
		if l.s.Round != 2 { // the other one is alone and needs nobody
			t.Fatalf("round %d: %v", l.s.Round, l.s.Words())
		}
		return l.table(company).DamageOn("minas-tirith") - before
	}
	if back, attacked := damage("fell-beast"), damage("minas-tirith"); back != attacked+1 {
		t.Errorf("%d damage with the enemy back first, %d with it back afterwards", back, attacked)
	}
}

// What an effect has opened is finished before the effect is said to be done, and before anything follows.
//
// Source: The Mountain of Fire, "Peril"; "Fortitude Tests".
func TestWhatAnEffectOpensIsFinishedFirst(t *testing.T) {
	l := alone(t, "mount-doom", 2)
	l.endRound()
	done := l.reply(company, group.ChoiceDone)
	l.do(captain(company), lotr.RevealCard{Table: company, Card: "The Lidless Eye", Player: player(company, 1), Effect: true})
	l.refused(captain(company), done, coordinator.CodeUnfinished)
	for range 3 {
		if tb := l.table(company); tb.Peril == nil && tb.Test == nil && len(tb.Tests) == 0 {
			break
		} else if tb.Test == nil && len(tb.Tests) > 0 {
			l.do(captain(company), lotr.BeginTest{Table: company, Player: tb.Tests[0].Player, Willpower: intp(9)})
			l.refused(captain(company), done, coordinator.CodeUnfinished)
			l.do(captain(company), lotr.CountIcons{Table: company, Cards: make([]lotr.DiscardedForTest, l.table(company).Test.Cards)})
			l.do(captain(company), lotr.ResolveTest{Table: company})
		} else if tb.Peril != nil {
			l.do(captain(company), lotr.ResolveReveal{Table: company})
		}
	}
	l.do(captain(company), done)
	if l.s.Round != 2 {
		t.Errorf("round %d: %v", l.s.Round, l.s.Words())
	}
	// What belongs to a phase of the round is not entered while effects resolve.
	l.endRound()
	l.refused(captain(company), lotr.ResolveQuest{Table: company, Willpower: 9}, coordinator.CodeRoundEnding)
	l.refused(captain(company), lotr.BeginPhase{Table: company, Phase: lotr.PhaseCombat}, coordinator.CodeRoundEnding)
}

// Rule: Easy mode.
// Rule: Nightmare mode.
// Source: The Mountain of Fire, "Game Modes".
func TestDifficulties(t *testing.T) {
	told := func(difficulty, deck string) string {
		l := newLog(t)
		open := openAlone("mount-doom")
		open.Difficulty, open.Settings.Nightmare = difficulty, deck
		l.do(organiser, open)
		l.do(organiser, group.SeatPlayers{Seats: seats(company, 1)})
		var out []string
		for _, e := range l.do(organiser, group.StartGroup{}) {
			if do, ok := e.(lotr.EffectCarriedOut); ok {
				out = append(out, do.Do)
			}
		}
		return strings.Join(out, " ")
	}
	if easy := told("easy", ""); !strings.Contains(easy, "1 more resource on each hero") || !strings.Contains(easy, "2 Little Snuffler") {
		t.Errorf("easy mode tells %q", easy)
	}
	if hard := told("nightmare", "Shadow and Flame"); !strings.Contains(hard, "“Shadow and Flame”") {
		t.Errorf("nightmare mode tells %q", hard)
	}
	for _, c := range []struct{ difficulty, deck string }{{"nightmare", ""}, {"nightmare", "  "}, {"standard", "Shadow and Flame"}, {"easy", "Shadow and Flame"}} {
		open := openAlone("mount-doom")
		open.Difficulty, open.Settings.Nightmare = c.difficulty, c.deck
		if r := newLog(t).refused(organiser, open, coordinator.CodeDifficulty); r.Source == "" {
			t.Errorf("%+v is refused without a source: %s", c, r.Says)
		}
	}
	open := openAlone("the-temple-of-doom")
	open.Settings.Campaign = &group.Campaign{Stream: "saga"}
	newLog(t).refused(organiser, open, coordinator.CodeCampaign)
	open = openAlone("mount-doom")
	open.Settings.Score = &group.ScoreTerms{Eliminated: "never"}
	newLog(t).refused(organiser, open, "malformed")
}

// A card drawn at random counts as a draw of the group; taken back, the same entry draws the same.
func TestDrawsAreCounted(t *testing.T) {
	l := alone(t, "the-temple-of-doom", 2)
	drawn := slices.DeleteFunc(l.all(), func(e events.Payload) bool { _, ok := e.(lotr.CardDrawn); return !ok })
	if int(l.s.Draws) != len(drawn) {
		t.Errorf("%d draws, %d cards drawn", l.s.Draws, len(drawn))
	}
}
