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

func toStage(id events.TableID, stage string) lotr.Rule {
	return ruling(id, lotr.TableRuling{Stage: stage})
}

// chose is the end of round 4, with the city strength as it is given: Lórien has chosen 3D, the others
// have not chosen yet.
func chose(t *testing.T, city int) *log {
	t.Helper()
	l := inRound4(t)
	l.endRound()
	l.digDone()
	l.city(city)
	l.answer(lorien, "3D")
	return l
}

// A stage that was wrong all along: while the round is played it is the round's stage.
//
// Ruling: 17.
func TestARulingMovesATeamInARound(t *testing.T) {
	l := inRound4(t)
	l.progress(rivendell, 7)
	es := l.do(judge, toStage(rivendell, "3F"))
	entered, ok := find[lotr.StageEntered](es)
	if !ok || entered.From != "3D" || entered.Stage != "3F" {
		t.Fatalf("%+v", es)
	}
	if _, ok := find[lotr.LieutenantSetAside](es); !ok {
		t.Error("the old Lieutenant stays")
	}
	came, ok := find[lotr.LieutenantArrived](es)
	if !ok || len(came.Attacks) > 0 || count[group.StepsAdded](es) > 0 {
		t.Errorf("arrived %v: %+v", ok, came)
	}
	tb := l.table(rivendell)
	if tb.Stage != "3F" || tb.Progress != 0 || !reflect.DeepEqual(tb.Stages, []string{"1B", "1B", "1B", "3F"}) {
		t.Errorf("stage %s, progress %d, stages %v", tb.Stage, tb.Progress, tb.Stages)
	}
	l.endRound()
	var forced []string
	for _, st := range l.s.Queue {
		if st.Kind == group.StepForced || st.Kind == group.StepAbsent {
			forced = append(forced, st.Stage)
		}
	}
	if got := strings.Join(forced, " "); got != "3B 3F 3H 3D" {
		t.Errorf("the effects of the round's end are %s, want 3B 3F 3H and 3D, where nobody was", got)
	}
}

// Its numbers count at the new stage, and its Lieutenant meets who is in the game then.
func TestARulingMovesATeamBeforeItsNumbers(t *testing.T) {
	l := inRound4(t)
	l.city(9)
	l.do(judge, ruling(rivendell, lotr.TableRuling{
		Stage: "3F", Progress: intp(4), Lieutenant: intp(3), Players: []lotr.PlayerRuling{{Player: player(rivendell, 1), Threat: intp(50)}},
	}))
	came, _ := find[lotr.LieutenantArrived](l.last)
	if !reflect.DeepEqual(came.Attacks, []events.PersonID{player(rivendell, 2)}) {
		t.Errorf("it attacks %v, want the player who is left", came.Attacks)
	}
	tb := l.table(rivendell)
	if in := tb.Lieutenants(); tb.Progress != 4 || len(in) != 1 || in[0].Damage != 3 {
		t.Errorf("progress %d, Lieutenants %+v", tb.Progress, in)
	}
}

func TestWhichStagesARulingGives(t *testing.T) {
	for _, c := range []struct {
		name  string
		given func(*testing.T) *log
		when  lotr.Rule
		code  engine.Code
		says  string
	}{
		{"not another team's", inRound4, toStage(rivendell, "3H"), coordinator.CodeStageTaken, "Esgaroth is there"},
		{"not the one that it has", inRound4, toStage(rivendell, "3D"), coordinator.CodeNothing, ""},
		{"not stage 2", inRound4, toStage(rivendell, "2B"), "wrong-stage", "3B, 3D, 3F, 3H"},
		{"not from stage 1", inRound1, toStage(rivendell, "3D"), "wrong-stage", "at stage 1B"},
		{"not before the team has chosen", crossing, toStage(rivendell, "3D"), coordinator.CodeRoundEnding, "let the team choose"},
		{"not while its effect is resolved", ending, toStage(rivendell, "3F"), coordinator.CodeRoundEnding, "let the team choose"},
		{"not what another has chosen", func(t *testing.T) *log {
			l := chose(t, 30)
			l.answer(rivendell, "3B")
			return l
		}, toStage(rivendell, "3D"), coordinator.CodeStageTaken, "Lórien is there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.given(t).refused(judge, c.when, c.code)
			if !strings.Contains(r.Says, c.says) {
				t.Errorf("says %q, want %q in it", r.Says, c.says)
			}
		})
	}
}

// Two teams change places in one ruling.
func TestARulingSwapsTwoTeams(t *testing.T) {
	l := inRound4(t)
	r := toStage(rivendell, "3H")
	r.Tables = append(r.Tables, lotr.TableRuling{Table: esgaroth, Stage: "3D"})
	l.do(judge, r)
	if a, b := l.table(rivendell).Stage, l.table(esgaroth).Stage; a != "3H" || b != "3D" {
		t.Errorf("at %s and %s", a, b)
	}
}

// While others still choose, a corrected choice frees the old stage and takes the new one.
func TestARulingOnAChoiceWhileOthersChoose(t *testing.T) {
	l := chose(t, 30)
	l.do(judge, toStage(lorien, "3F"))
	if st := l.step("4-choose-stage-lorien"); st.State != coordinator.StepDone || st.Choice != "3D" {
		t.Errorf("the answer is %s %s, want it to stay", st.State, st.Choice)
	}
	l.refused(captain(esgaroth), l.reply(esgaroth, "3F"), coordinator.CodeStageTaken)
	l.answer(esgaroth, "3D")
	l.answer(rivendell, "3B")
	if l.s.Round != 5 || !reflect.DeepEqual(l.table(lorien).Stages[3:], []string{"3B", "3F"}) {
		t.Errorf("round %d, Lórien played at %v", l.s.Round, l.table(lorien).Stages)
	}
}

// The attack of a Lieutenant goes with it, and that of the one who comes is new.
func TestARulingOnAChoiceChangesTheAttack(t *testing.T) {
	l := chose(t, 9)
	if st := l.step("4-lieutenant-attack-lorien"); st.State != coordinator.StepOpen || st.Stage != "3D" {
		t.Fatalf("%+v", st)
	}
	l.do(judge, toStage(lorien, "3F"))
	old, now := l.step("4-lieutenant-attack-lorien"), l.step("4-lieutenant-attack-lorien-2")
	if old.State != coordinator.StepSkipped || now.State != coordinator.StepOpen || now.Stage != "3F" {
		t.Errorf("the old attack is %s, the new one %s at %s", old.State, now.State, now.Stage)
	}
	l.answer(lorien, group.ChoiceDone)
	l.city(30)
	l.do(judge, toStage(lorien, "3D")) // the city is too strong by now
	for _, st := range l.s.Queue {
		if st.Kind == group.StepAttack && st.State == coordinator.StepOpen {
			t.Errorf("%s is open", st.ID)
		}
	}
}

// When the queue is past the choices, the attack comes where the queue is.
func TestARulingOnAChoiceAfterAllHaveChosen(t *testing.T) {
	l, _ := handOver(t)
	hand := l.reply(rivendell, group.ChoicePass)
	if l.step(hand.Step).Kind != group.StepHandOver {
		t.Fatalf("not at the hand-over: %v", l.s.Words())
	}
	r := toStage(lorien, "3H")
	r.City = intp(9)
	l.do(judge, r)
	if st := l.step("4-lieutenant-attack-lorien"); st.State != coordinator.StepOpen || st.Order != l.step(hand.Step).Order {
		t.Fatalf("%+v", st)
	}
	l.do(captain(rivendell), hand)
	if l.s.Round != 4 {
		t.Fatal("the round has started over an attack that is not answered")
	}
	l.answer(lorien, group.ChoiceDone)
	if l.s.Round != 5 || l.table(lorien).Stage != "3H" {
		t.Errorf("round %d, Lórien at %s", l.s.Round, l.table(lorien).Stage)
	}
}

func (l *log) step(id string) coordinator.Step {
	l.t.Helper()
	for _, st := range l.s.Queue {
		if st.ID == id {
			return st
		}
	}
	l.t.Fatalf("no step %s: %v", id, l.s.Words())
	return coordinator.Step{}
}

// Who never declared heroes is entered as out, and the entry can be taken back, the loss with it.
func TestHeroesThatWereNeverDeclaredAreLost(t *testing.T) {
	l := inRound4(t)
	out := func(n int) lotr.PlayerOut {
		return lotr.PlayerOut{Table: lorien, Player: player(lorien, n), Why: lotr.OutHeroes}
	}
	l.refused(captain(rivendell), out(1), engine.CodeOtherTable)
	l.do(captain(lorien), out(1))
	l.do(captain(lorien), out(2))
	if l.s.Phase != coordinator.PhaseLost {
		t.Fatalf("the last player of a stage is out, and the group is %s", l.s.Phase)
	}
	for range 2 {
		id, ok := l.s.Withdrawable(lorien)
		if !ok {
			t.Fatal("the entry cannot be taken back")
		}
		l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: id})
	}
	if tb := l.table(lorien); l.s.Phase != coordinator.PhasePlaying || tb.PlayersIn() != 2 || tb.FirstPlayer == "" {
		t.Errorf("%s with %d players", l.s.Phase, tb.PlayersIn())
	}
	l = ending(t) // what an effect brings is entered while it is resolved
	l.do(captain(lorien), out(2))
}
