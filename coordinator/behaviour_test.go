package coordinator_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func intp(n int) *int { return &n }

func ruling(t events.TableID, r lotr.TableRuling) lotr.Rule {
	r.Table = t
	return lotr.Rule{Reason: "seen on the table", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{r}}
}

// inRound4 is a game in round 4 with the teams at 3B, 3D and 3H.
func inRound4(t *testing.T) *log { return siege(t, group.Settings{}, "3B", "3D", "3H") }

func inRound1(t *testing.T) *log { return epic(t, 2, group.Settings{}) }

// inSetup is a group with two players at each table.
func inSetup(t *testing.T) *log {
	l := newLog(t)
	l.do(organiser, openEpic(group.Settings{}))
	for _, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.do(organiser, group.SeatPlayers{Seats: seats(id, 2)})
	}
	return l
}

// crossing is round 3 being ended: the teams choose their first stage 3.
func crossing(t *testing.T) *log {
	l := epic(t, 2, group.Settings{})
	l.toCrossing()
	return l
}

// ending is round 4 being ended: 3B may pay, 3D and 3H cannot.
func ending(t *testing.T) *log {
	l := inRound4(t)
	l.progress(lorien, 12)
	l.endRound()
	return l
}

func TestBehaviour(t *testing.T) {
	one := player(lorien, 1)
	for _, c := range []struct {
		name  string
		given func(*testing.T) *log
		who   events.Actor
		when  events.CommandBody
		then  []events.Payload // exactly these; nil: code says why not
		code  engine.Code
		says  string // part of the refusal
	}{
		{
			name: "a pause stops play", given: inRound1, who: judge,
			when: group.Pause{Reason: " Fire alarm "},
			then: []events.Payload{group.GroupPaused{Reason: "Fire alarm"}},
		},
		{name: "a pause needs a reason", given: inRound1, who: judge, when: group.Pause{Reason: "  "}, code: engine.CodeMalformed, says: "1 to 400"},
		{name: "a reason has a limit", given: inRound1, who: judge, when: group.Pause{Reason: strings.Repeat("ä", 401)}, code: engine.CodeMalformed, says: "401"},
		{name: "nothing is resumed that was not paused", given: inRound1, who: judge, when: group.Resume{}, code: coordinator.CodeNotPaused},
		{
			name: "a paused table cannot enter anything", given: paused, who: captain(lorien),
			when: lotr.ChangeThreat{Table: lorien, By: 1}, code: coordinator.CodePaused, says: "Fire alarm",
		},
		{
			name: "a paused table cannot end the round", given: paused, who: captain(lorien),
			when: group.EndRound{Table: lorien, Round: 1}, code: coordinator.CodePaused,
		},
		{
			name: "a judge rules while play is paused", given: paused, who: judge,
			when: ruling(lorien, lotr.TableRuling{Progress: intp(4)}),
			then: []events.Payload{
				group.RulingMade{Reason: "seen on the table", Verdict: group.VerdictCorrected},
				lotr.StageProgressed{Table: lorien, Stage: "1B", By: 4, Progress: 4, Why: lotr.WhyRuling},
			},
		},
		{
			name: "a paused group is not started", given: func(t *testing.T) *log {
				l := inSetup(t)
				l.do(organiser, group.Pause{Reason: "lunch"})
				return l
			}, who: organiser, when: group.StartGroup{}, code: coordinator.CodePaused,
		},
		{
			name: "an organiser abandons a group in setup", given: inSetup, who: organiser, when: group.Abandon{Reason: "nobody came"},
			then: []events.Payload{group.GroupAbandoned{Reason: "nobody came"}},
		},

		{name: "a round that is over is not ended", given: inRound1, who: captain(lorien), when: group.EndRound{Table: lorien, Round: 0}, code: coordinator.CodeOtherRound, says: "round 1"},
		{name: "a round is not ended early", given: inRound1, who: captain(lorien), when: group.EndRound{Table: lorien, Round: 2}, code: coordinator.CodeOtherRound},
		{
			name: "a table ends its round once", given: func(t *testing.T) *log {
				l := inRound1(t)
				l.do(captain(lorien), group.EndRound{Table: lorien, Round: 1})
				return l
			}, who: captain(lorien), when: group.EndRound{Table: lorien, Round: 1}, code: coordinator.CodeTableEnded, says: "waits for the others",
		},
		{
			name: "a table that waits enters nothing more", given: func(t *testing.T) *log {
				l := inRound1(t)
				l.do(captain(lorien), group.EndRound{Table: lorien, Round: 1})
				return l
			}, who: captain(lorien), when: lotr.PlaceProgress{Table: lorien, By: 1}, code: coordinator.CodeTableEnded,
		},
		{
			name: "an organiser ends a round over an unknown siege value", given: func(t *testing.T) *log {
				l := inRound4(t)
				l.do(captain(lorien), lotr.DestroyEnemy{Table: lorien, Hand: &lotr.Card{Name: "Orc", Kind: "enemy"}})
				l.do(captain(lorien), lotr.BeginPhase{Table: lorien, Phase: lotr.PhaseRefresh})
				return l
			}, who: organiser, when: group.ForceEndRound{Table: lorien, Round: 4, Reason: "The table has gone for lunch"},
			then: []events.Payload{group.TableEndedRound{Table: lorien, Round: 4, Forced: true, Reason: "The table has gone for lunch"}},
		},
		{
			name: "an organiser ends a round over archery that is not dealt", given: func(t *testing.T) *log {
				l := epic(t, 1, group.Settings{})
				l.do(captain(lorien), lotr.AddEnemy{Table: lorien, Card: "Amon Lanc Archer"})
				l.do(captain(lorien), lotr.BeginPhase{Table: lorien, Phase: lotr.PhaseCombat})
				l.refused(captain(lorien), group.EndRound{Table: lorien, Round: 1}, "archery-open")
				return l
			}, who: judge, when: group.ForceEndRound{Table: lorien, Round: 1, Reason: "time"},
			then: []events.Payload{
				lotr.PhaseBegan{Table: lorien, Phase: lotr.PhaseRefresh},
				lotr.ThreatChanged{Table: lorien, Player: one, From: 20, To: 21, Why: lotr.WhyRefresh},
				group.TableEndedRound{Table: lorien, Round: 1, Forced: true, Reason: "time"},
			},
		},
		{name: "a captain does not force a round's end", given: inRound1, who: captain(lorien), when: group.ForceEndRound{Table: lorien, Round: 1, Reason: "x"}, code: engine.CodeNotAllowed},
		{name: "a forced end needs a reason", given: inRound1, who: judge, when: group.ForceEndRound{Table: lorien, Round: 1}, code: engine.CodeMalformed},

		{name: "no step is open while a round is played", given: inRound4, who: captain(lorien), when: group.ResolveStep{Table: lorien, Step: "4-forced-3b", Choice: group.ChoicePay}, code: coordinator.CodeNoStep},
		{name: "a step that is not there", given: ending, who: captain(lorien), when: group.ResolveStep{Table: lorien, Step: "9-forced-3b", Choice: group.ChoicePay}, code: coordinator.CodeNoStep, says: "3B (Lórien) is next"},
		{name: "another table's step", given: ending, who: captain(rivendell), when: group.ResolveStep{Table: rivendell, Step: "4-forced-3b", Choice: group.ChoicePay}, code: coordinator.CodeTarget, says: "another table"},
		{name: "an answer that is none", given: ending, who: captain(lorien), when: group.ResolveStep{Table: lorien, Step: "4-forced-3b", Choice: "run"}, code: coordinator.CodeNotAnOption, says: "pay, pay-bonus, suffer"},
		{name: "a judge answers for a table", given: ending, who: judge, when: group.ResolveStep{Table: lorien, Step: "4-forced-3b", Choice: group.ChoicePay}, then: nil, code: ""},
		{
			name: "no table plays on while effects are resolved", given: ending, who: captain(rivendell),
			when: lotr.ChangeThreat{Table: rivendell, By: 1}, code: coordinator.CodeRoundEnding, says: "3B (Lórien) is next",
		},
		{
			name: "the table of an open step enters what the effect does", given: ending, who: captain(lorien),
			when: lotr.ChangeThreat{Table: lorien, Player: one, By: 2},
			then: []events.Payload{lotr.ThreatChanged{Table: lorien, Player: one, From: 24, To: 26, Why: lotr.WhyEntry}},
		},
		{
			name: "but not what belongs to a round", given: ending, who: captain(lorien),
			when: lotr.PlaceProgress{Table: lorien, By: 2}, code: coordinator.CodeRoundEnding, says: "only what the effect does",
		},
		{
			name: "a ruling that takes the choice away lets the queue go on", given: ending, who: judge,
			when: ruling(lorien, lotr.TableRuling{Progress: intp(4)}), code: "",
		},
		{
			name: "a ruling that changes what can be paid shows the options again", given: ending, who: judge,
			when: ruling(lorien, lotr.TableRuling{Progress: intp(6)}), code: "",
		},

		{
			name: "a player who arrives late raises the city if the organiser says so", given: inRound1, who: organiser,
			when: group.AdmitPlayer{Seat: group.Seat{Player: "zoe", Table: lorien, Threat: intp(28)}, RaiseCity: true, Reason: "late train"},
			then: []events.Payload{
				group.PlayerAdmitted{Seat: group.Seat{Player: "zoe", Table: lorien, Threat: intp(28)}, Reason: "late train"},
				lotr.CityStrengthRaised{Round: 1, From: 35, By: 5, Strength: 40, Table: lorien, Why: "a player was admitted"},
			},
		},
		{
			name: "a fifth player is not admitted", given: func(t *testing.T) *log { return epic(t, 4, group.Settings{}) }, who: organiser,
			when: group.AdmitPlayer{Seat: group.Seat{Player: "zoe", Table: lorien}, Reason: "late train"}, code: coordinator.CodeFull,
		},
		{
			name: "nobody is admitted twice", given: inRound1, who: organiser,
			when: group.AdmitPlayer{Seat: group.Seat{Player: one, Table: rivendell}, Reason: "late train"}, code: coordinator.CodeSeated,
		},
		{
			name: "nobody is admitted while effects are resolved", given: ending, who: organiser,
			when: group.AdmitPlayer{Seat: group.Seat{Player: "zoe", Table: lorien}, Reason: "late train"}, code: coordinator.CodeTableEnded,
		},
		{
			name: "a player who leaves is eliminated", given: inRound1, who: organiser,
			when: group.DropPlayer{Player: one, How: group.DropEliminate, Reason: "last train"},
			then: []events.Payload{
				group.PlayerDropped{Player: one, Table: lorien, How: group.DropEliminate, Reason: "last train"},
				lotr.PlayerEliminated{Table: lorien, Player: one, Why: lotr.OutOrganiser, Threat: 20, Left: 1},
				lotr.FirstPlayerPassed{Table: lorien, From: one, To: player(lorien, 2), Why: "eliminated"},
			},
		},
		{
			name: "or hands the deck over", given: inRound1, who: organiser,
			when: group.DropPlayer{Player: one, How: group.DropHandOver, Heir: "zoe", Reason: "last train"},
			then: []events.Payload{group.PlayerDropped{Player: one, Table: lorien, How: group.DropHandOver, Heir: "zoe", Reason: "last train"}},
		},
		{name: "but not without a reason", given: inRound1, who: organiser, when: group.DropPlayer{Player: one, How: group.DropHandOver, Heir: "zoe"}, code: engine.CodeMalformed, says: "the reason is empty"}, // ruling 16
		{name: "not to somebody who plays already", given: inRound1, who: organiser, when: group.DropPlayer{Player: one, How: group.DropHandOver, Heir: player(esgaroth, 1), Reason: "x"}, code: coordinator.CodeSeated},
		{name: "nor to nobody", given: inRound1, who: organiser, when: group.DropPlayer{Player: one, How: group.DropHandOver, Reason: "x"}, code: engine.CodeMalformed, says: "who plays the deck on"},
		{name: "who leaves has to be there", given: inRound1, who: organiser, when: group.DropPlayer{Player: "zoe", How: group.DropEliminate, Reason: "x"}, code: coordinator.CodeUnknownPlayer},

		{
			name: "a ruling states the siege of a round before its reduction", given: inRound4, who: judge,
			when: ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 4, Total: 6}}),
			then: []events.Payload{
				group.RulingMade{Reason: "seen on the table", Verdict: group.VerdictCorrected},
				lotr.CityStrengthRestated{From: 35, Strength: 35, Reason: "seen on the table", Table: rivendell, Round: 4, NowSiege: 6},
			},
		},
		{
			name: "no siege counted in round 2", given: inRound4, who: judge,
			when: ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 2, Total: 6}}), code: coordinator.CodeTarget,
		},
		{
			name: "nor in round 3, at whose end the stages 3 are entered", given: func(t *testing.T) *log { // ruling 4
				l := crossing(t)
				l.answer(lorien, "3B")
				return l
			}, who: judge,
			when: ruling(lorien, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 3, Total: 6}}), code: coordinator.CodeTarget,
		},
		{name: "a ruling has a reason", given: inRound4, who: judge, when: lotr.Rule{Verdict: group.VerdictCorrected, City: intp(3)}, code: engine.CodeMalformed},
		{name: "a ruling has a verdict", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", City: intp(3)}, code: engine.CodeMalformed},
		{name: "a ruling that lets a mistake stand changes nothing", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictStands, City: intp(3)}, code: engine.CodeMalformed},
		{
			name: "a ruling may let a mistake stand", given: inRound4, who: judge, when: lotr.Rule{Reason: "too late to undo", Verdict: group.VerdictStands, Corrects: 5},
			then: []events.Payload{group.RulingMade{Reason: "too late to undo", Verdict: group.VerdictStands, Corrects: 5}},
		},
		{name: "a correction changes something", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictCorrected, City: intp(35)}, code: coordinator.CodeNothing},
		{name: "a ruling names a commit that is there", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictStands, Corrects: 5000}, code: engine.CodeMalformed},
		{name: "no result is taken back that is not there", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictCorrected, Reopen: true}, code: coordinator.CodeNotOver},
		{name: "the city strength has a limit", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictCorrected, City: intp(1000)}, code: engine.CodeMalformed},
		{name: "nor is it below 0", given: inRound4, who: judge, when: lotr.Rule{Reason: "x", Verdict: group.VerdictCorrected, City: intp(-1)}, code: engine.CodeMalformed},

		{
			name: "a notice goes to tables", given: inRound1, who: organiser, when: group.PostNotice{Text: "Ten minutes to go", Tables: []events.TableID{lorien}},
			then: []events.Payload{group.NoticePosted{Text: "Ten minutes to go", Tables: []events.TableID{lorien}}},
		},
		{name: "that are there", given: inRound1, who: organiser, when: group.PostNotice{Text: "x", Tables: []events.TableID{"atlantis"}}, code: coordinator.CodeUnknownTable},
		{name: "an unknown table", given: inRound1, who: judge, when: group.EndRound{Table: "atlantis", Round: 1}, code: coordinator.CodeUnknownTable},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.given(t)
			if c.code != "" {
				if r := l.refused(c.who, c.when, c.code); !strings.Contains(r.Says, c.says) {
					t.Errorf("refused with %q, want …%s…", r.Says, c.says)
				}
				return
			}
			got := l.do(c.who, c.when)
			if c.then != nil && !reflect.DeepEqual(got, c.then) {
				t.Errorf("got  %+v\nwant %+v", got, c.then)
			}
		})
	}
}

func paused(t *testing.T) *log {
	l := inRound1(t)
	l.do(judge, group.Pause{Reason: "Fire alarm"})
	return l
}

// A number for the city strength is what it is, whatever siege the same ruling corrects.
func TestARulingOnSiegeAndCityStrengthTogether(t *testing.T) {
	l := inRound4(t)
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Card: "Host of Dol Guldur"})
	l.progress(lorien, 5)
	l.endRound()
	l.answer(lorien, group.ChoicePay)
	both := ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 4, Total: 2}})
	both.City = intp(20)
	l.do(judge, both)
	if l.s.City != 20 {
		t.Errorf("city strength %d, and the ruling said 20", l.s.City)
	}
	// A Lieutenant in the same ruling is looked at with the strength that it gives.
	l.city(0)
	both = ruling(esgaroth, lotr.TableRuling{Lieutenant: intp(9)})
	both.City = intp(7)
	l.do(judge, both)
	if l.lieutenant(esgaroth) == 0 {
		t.Error("a Lieutenant was destroyed in a ruling that gives the city strength back")
	}
}

func TestRulingsWhileAStepIsOpen(t *testing.T) {
	l := ending(t)
	es := l.do(judge, ruling(lorien, lotr.TableRuling{Progress: intp(6)}))
	opened, ok := find[group.StepOpened](es)
	if !ok || opened.Step != "4-forced-3b" || opened.Options[1].Allowed {
		t.Errorf("the options were not shown again: %+v", es)
	}
	es = l.do(judge, ruling(lorien, lotr.TableRuling{Progress: intp(1)}))
	if r, _ := find[group.StepResolved](es); r.Step != "4-forced-3b" || r.Choice != group.ChoiceSuffer || !r.Auto {
		t.Errorf("with 1 progress 3B does not happen by itself: %+v", es)
	}
}

func TestAPausedQueueGoesOnWhenPlayIsResumed(t *testing.T) {
	l := ending(t)
	l.do(judge, group.Pause{Reason: "a question"})
	es := l.do(judge, ruling(lorien, lotr.TableRuling{Progress: intp(1)}))
	if count[group.StepResolved](es) != 0 {
		t.Error("an effect was resolved while play was paused")
	}
	if es = l.do(judge, group.Resume{}); count[group.StepResolved](es) == 0 {
		t.Errorf("the queue does not go on: %+v", es)
	}
}

// Ruling: 17; the reduction of a past round is restated by what it would have made of the strength.
func TestARulingOnAPastRoundRestatesTheCityStrength(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.city(20)
	l.progress(lorien, 5)
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Hand: &lotr.Card{Name: "Ram", Kind: "enemy"}, Siege: intp(33)})
	l.endRound()
	l.answer(lorien, group.ChoicePay) // 20 − 33: 0
	for _, c := range []struct{ total, want int }{
		{30, 0}, // still more than there was: nothing comes back
		{18, 2},
		{33, 0},
		{0, 20},
	} {
		l.do(judge, ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 4, Total: c.total}}))
		if l.s.City != c.want {
			t.Errorf("siege corrected to %d: city strength %d, want %d", c.total, l.s.City, c.want)
		}
	}
}

func TestARulingBeforeTheReductionCountsInIt(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.progress(lorien, 5)
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Card: "Battle Warg"})
	l.do(judge, ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 4, Total: 4}}))
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Card: "Battle Warg"})
	l.endRound()
	l.answer(lorien, group.ChoicePay)
	if l.s.City != 30 { // 35 − (4 + 1)
		t.Errorf("city strength %d, want 30", l.s.City)
	}
}

// Ruling: 2.
func TestALossInTheMiddleOfTheQueueEndsItAtOnce(t *testing.T) {
	l := siege(t, group.Settings{}, "3D", "3F", "3H")
	l.city(0) // the absent 3B makes it 3; arriving Lieutenants attack
	l.endRound()
	l.digDone()
	l.answer(lorien, "3B")
	l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, By: 40})
	if l.s.Phase != coordinator.PhaseLost || l.s.Result.Table != lorien {
		t.Fatalf("phase %s", l.s.Phase)
	}
	for _, st := range l.s.Queue {
		if st.Kind == group.StepVictory && st.State != coordinator.StepPending {
			t.Error("the queue went on after the loss")
		}
	}
	// The captain meant 4 and takes the entry back: the attack is still open.
	id, ok := l.s.Withdrawable(lorien)
	if !ok {
		t.Fatal("the entry that lost the game cannot be taken back")
	}
	l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: id})
	if l.s.Phase != coordinator.PhaseEnding || openKind(l.s, lorien) != group.StepAttack {
		t.Errorf("phase %s, open at Lórien: %q", l.s.Phase, openKind(l.s, lorien))
	}
	l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, By: 4})
	l.answer(lorien, group.ChoiceDone)
	if _, ok := l.s.Withdrawable(lorien); ok {
		t.Error("an entry can be taken back after its step was answered")
	}
}

// Source: facts/game-facts.md, "2.3 End of round, in order".
func TestTheGoodHalfOf3FDestroysAtAnyStageAndItsSiegeCounts(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3F", "3H")
	l.progress(rivendell, 10)
	l.progress(lorien, 5)
	l.do(captain(esgaroth), lotr.AddEnemy{Table: esgaroth, Card: "Mirkwood Olog-hai"})
	number := l.table(esgaroth).Enemies[len(l.table(esgaroth).Enemies)-1].Number
	l.endRound()
	l.answer(lorien, group.ChoicePay)
	r := l.reply(rivendell, group.ChoicePayBonus)
	r.AtTable, r.Enemy = esgaroth, l.lieutenant(esgaroth)
	l.refused(captain(rivendell), r, "unique-enemy")
	r.Enemy = number
	es := l.do(captain(rivendell), r)
	gone, _ := find[lotr.EnemyDestroyed](es)
	if gone.Table != esgaroth || gone.Enemy != number || gone.By != "effect" {
		t.Errorf("%+v", gone)
	}
	reduced, _ := find[lotr.CityStrengthReduced](es) // 3H cannot pay, so the siege follows
	if reduced.By != 3 || reduced.Strength != 32 {
		t.Errorf("%+v", reduced)
	}
	for _, share := range reduced.Shares {
		if want := map[events.TableID]int{esgaroth: 3}[share.Table]; share.Siege != want {
			t.Errorf("share of %s: %d, want %d", share.Table, share.Siege, want)
		}
	}
}

// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
func TestAHandOverCarriesWhatLiesOnTheCard(t *testing.T) {
	l := epic(t, 2, group.Settings{})
	l.do(judge, ruling(rivendell, lotr.TableRuling{Power: intp(10)}))
	for l.s.Round < 3 {
		l.endRound()
		for _, id := range []events.TableID{esgaroth, lorien, rivendell} {
			l.answer(id, group.ChoicePass)
		}
	}
	l.endRound()
	l.answer(rivendell, group.ChoiceTakeHost)
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, []string{"3B", "3D", "3H"}[i])
	}
	owner := l.table(rivendell).Lorien[0].Player
	give := l.reply(rivendell, group.ChoiceGive)
	give.Player = owner
	l.refused(captain(rivendell), give, coordinator.CodeTarget)
	give.Player = "nobody"
	l.refused(captain(rivendell), give, coordinator.CodeUnknownPlayer)
	l.answer(rivendell, group.ChoicePass)

	l.do(captain(rivendell), lotr.DamageCharacter{Table: rivendell, Player: owner, Character: lotr.HostName, By: 4})
	l.progress(lorien, 5)
	l.endRound()
	l.answer(lorien, group.ChoicePay)
	l.digDone()
	l.answer(lorien, "3F")
	l.answer(rivendell, "3B")
	l.answer(esgaroth, "3D")
	give = l.reply(rivendell, group.ChoiceGive)
	give.Player, give.Give = player(esgaroth, 2), "host"
	es := l.do(captain(rivendell), give)
	over, _ := find[lotr.LorienHandedOver](es)
	if over.Damage != 4 || over.ToTable != esgaroth || len(l.table(rivendell).Lorien) != 0 {
		t.Errorf("%+v", over)
	}
	if got := l.table(esgaroth).Lorien; len(got) != 1 || got[0].Damage != 4 || got[0].Player != player(esgaroth, 2) {
		t.Errorf("Esgaroth controls %+v", got)
	}
	if l.s.Round != 5 {
		t.Errorf("round %d", l.s.Round)
	}
}
