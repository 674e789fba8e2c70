package coordinator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: City strength.
// Source: Attack on Dol Guldur, "City Strength"; facts/game-facts.md, "2.1 Setup and strength".
func TestRulebookCityStrengthByPlayers(t *testing.T) {
	for _, c := range []struct {
		mode string
		at   []int
		want int
	}{
		{"epic", []int{4, 4, 4}, 65},
		{"epic", []int{1, 2, 3}, 35},
		{"epic", []int{1, 1, 1}, 20},
		{"standard", []int{2}, 15},
		{"standard", []int{1}, 10},
		{"standard", []int{4}, 25},
	} {
		l := newLog(t)
		open := openEpic(group.Settings{})
		open.Mode, open.Tables = c.mode, epicTables[:len(c.at)]
		l.do(organiser, open)
		for i, n := range c.at {
			l.do(organiser, group.SeatPlayers{Seats: seats(epicTables[i].ID, n)})
		}
		es := l.do(organiser, group.StartGroup{})
		set, _ := find[lotr.CityStrengthSet](es)
		if set.Strength != c.want || l.s.City != c.want {
			t.Errorf("%s with %v players: strength %d, want %d", c.mode, c.at, set.Strength, c.want)
		}
	}
}

// Rule: Epic: Attack on Dol Guldur.
// Source: Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode".
func TestRulebookLimitsOfAStage(t *testing.T) {
	l := newLog(t)
	l.do(organiser, openEpic(group.Settings{}))
	l.do(organiser, group.SeatPlayers{Seats: seats(lorien, 4)})
	l.do(organiser, group.SeatPlayers{Seats: seats(rivendell, 1)})

	r := l.refused(organiser, group.StartGroup{}, coordinator.CodeEmptyStage)
	if !strings.Contains(r.Says, "Esgaroth") || !strings.Contains(r.Says, "at least 1") || r.Source == "" {
		t.Errorf("an empty stage is refused with %q", r.Says)
	}
	fifth := group.SeatPlayers{Seats: []group.Seat{{Player: "frodo", Table: lorien}}}
	r = l.refused(organiser, fifth, coordinator.CodeFull)
	if !strings.Contains(r.Says, "5 players") || !strings.Contains(r.Says, "at most 4") || r.Source == "" {
		t.Errorf("five players at a stage are refused with %q", r.Says)
	}
	l.refused(organiser, group.SeatPlayers{Seats: seats(esgaroth, 5)}, coordinator.CodeFull)
	// The player may go where there is room, and a move counts at both tables.
	l.do(organiser, group.SeatPlayers{Seats: []group.Seat{{Player: player(lorien, 4), Table: esgaroth}}})
	if got := l.s.Players(); got != 5 || len(l.table(lorien).Seats) != 3 {
		t.Errorf("after a move: %d players, %d at Lórien", got, len(l.table(lorien).Seats))
	}
	l.do(organiser, group.StartGroup{})
}

// Source: Attack on Dol Guldur, "Scenario Rules".
func TestStandardModeTakesOneToFourPlayers(t *testing.T) {
	l := newLog(t)
	open := openEpic(group.Settings{})
	open.Mode = "standard"
	if r := l.refused(organiser, open, coordinator.CodeTables); !strings.Contains(r.Source, "Scenario Rules") {
		t.Errorf("three tables in standard mode are refused by %s", r.Source)
	}
	open.Tables = epicTables[:1]
	l.do(organiser, open)
	if r := l.refused(organiser, group.StartGroup{}, coordinator.CodeEmptyStage); !strings.Contains(r.Source, "Scenario Rules") {
		t.Errorf("no player in standard mode is refused by %s", r.Source)
	}
	r := l.refused(organiser, group.SeatPlayers{Seats: seats(lorien, 5)}, coordinator.CodeFull)
	if !strings.Contains(r.Says, "at most 4") || !strings.Contains(r.Source, "Scenario Rules") {
		t.Errorf("five players in standard mode are refused with %q by %s", r.Says, r.Source)
	}
	l.do(organiser, group.SeatPlayers{Seats: seats(lorien, 4)})
	l.do(organiser, group.StartGroup{})
}

func TestAnEpicGroupHasThreeTables(t *testing.T) {
	l := newLog(t)
	two := openEpic(group.Settings{})
	two.Tables = epicTables[:2]
	if r := l.refused(organiser, two, coordinator.CodeTables); !strings.Contains(r.Says, "exactly 3") {
		t.Errorf("two tables are refused with %q", r.Says)
	}
	same := openEpic(group.Settings{})
	same.Tables = slices.Clone(epicTables)
	same.Tables[1].Team = "LO\u0301RIEN" // decomposed and in capitals
	l.refused(organiser, same, coordinator.CodeNameTaken)
}

// order returns the queue in short, "3B", "3D", "siege", "absent 3F", "choose esgaroth", …
func order(s coordinator.State) []string {
	var out []string
	for _, st := range s.Queue {
		switch st.Kind {
		case group.StepForced:
			out = append(out, st.Stage)
		case group.StepAbsent:
			out = append(out, "absent "+st.Stage+" at "+string(st.Table))
		case group.StepChoose:
			out = append(out, "choose "+string(st.Table))
		default:
			out = append(out, st.Kind)
		}
	}
	return out
}

// Rule: Epic: Attack on Dol Guldur.
// Source: facts/game-facts.md, "2.3 End of round, in order".
func TestOrderOfTheEffectsAtARoundsEnd(t *testing.T) {
	l := siege(t, group.Settings{}, "3H", "3D", "3B") // Lórien holds Dol Guldur
	for _, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.progress(id, 5)
	}
	l.endRound()
	want := []string{
		"3B", "3D", "3H", "siege", "absent 3F at lorien",
		"choose esgaroth", "choose rivendell", "choose lorien", "victory-check",
	}
	if got := order(l.s); !slices.Equal(got, want) {
		t.Errorf("queue:\ngot  %v\nwant %v", got, want)
	}
	orders := map[int]bool{}
	for _, st := range l.s.Queue {
		if st.Kind == group.StepChoose {
			orders[st.Order] = true
		}
	}
	if len(orders) != 1 {
		t.Error("the choices of new stages are not answered in any order")
	}

	// 3H answers before 3B and 3D.
	early := group.ResolveStep{Table: lorien, Step: "4-forced-3h", Choice: group.ChoicePay}
	if r := l.refused(captain(lorien), early, coordinator.CodeOutOfTurn); !strings.Contains(r.Says, "3B (Esgaroth) is next") {
		t.Errorf("3H before 3B is refused with %q", r.Says)
	}
	l.answer(esgaroth, group.ChoicePay)
	if r := l.refused(captain(lorien), early, coordinator.CodeOutOfTurn); !strings.Contains(r.Says, "3D (Rivendell) is next") {
		t.Errorf("3H before 3D is refused with %q", r.Says)
	}
	l.answer(rivendell, group.ChoicePay)
	l.answer(lorien, group.ChoicePay)
	// 3F is absent: every table digs for enemies before the new stages are chosen.
	for _, id := range []events.TableID{rivendell, lorien, esgaroth} {
		l.answer(id, group.ChoiceDone)
	}
	if l.s.Absent != "3F" {
		t.Errorf("absent stage %q", l.s.Absent)
	}
	l.answer(rivendell, "3F")
	r := l.refused(captain(lorien), l.reply(lorien, "3F"), coordinator.CodeStageTaken)
	if !strings.Contains(r.Says, "Rivendell") {
		t.Errorf("a stage that is taken is refused with %q", r.Says)
	}
	l.refused(captain(lorien), l.reply(lorien, "3H"), coordinator.CodeBarred) // ruling 6: its own old stage
	l.refused(captain(lorien), l.reply(lorien, "4A"), coordinator.CodeNotAnOption)
	l.answer(lorien, "3B")
	l.answer(esgaroth, "3D")
	if l.s.Round != 5 || l.table(lorien).Stage != "3B" {
		t.Errorf("round %d, Lórien at %s", l.s.Round, l.table(lorien).Stage)
	}
}

// Rule: Epic: Attack on Dol Guldur.
// Ruling: 3: names in NFC and with their case folded, compared byte by byte.
func TestTeamsAtOneStageGoByTheirNames(t *testing.T) {
	l := newLog(t)
	open := openEpic(group.Settings{})
	open.Tables = []group.TableName{{ID: "a", Team: "ärger"}, {ID: "b", Team: "A\u0301bel"}, {ID: "c", Team: "ZORN"}}
	l.do(organiser, open)
	for _, tb := range open.Tables {
		l.do(organiser, group.SeatPlayers{Seats: seats(tb.ID, 1)})
	}
	l.do(organiser, group.StartGroup{})
	l.endRound()
	var got []events.TableID
	for _, st := range l.s.Queue {
		if st.Kind == group.StepForced {
			got = append(got, st.Table)
		}
	}
	if want := []events.TableID{"c", "b", "a"}; !slices.Equal(got, want) {
		t.Errorf("Zorn, Ábel, ärger are resolved in the order %v, want %v", got, want)
	}
}

// Ruling: 6.
func TestATeamMayStayIfTheGroupAgreed(t *testing.T) {
	l := siege(t, group.Settings{MayStay: true}, "3B", "3D", "3F")
	l.endRound()
	l.digDone() // 3F was not paid for
	l.answer(lorien, "3B")
	l.refused(captain(rivendell), l.reply(rivendell, "3B"), coordinator.CodeStageTaken)
	l.answer(rivendell, "3D")
	l.answer(esgaroth, "3F")
	if l.s.Round != 5 {
		t.Errorf("round %d", l.s.Round)
	}
}

func openKind(s coordinator.State, id events.TableID) string {
	for _, st := range s.Queue {
		if st.State == coordinator.StepOpen && st.Table == id {
			return st.Kind
		}
	}
	return ""
}

// digDone lets every table say that its enemies are entered.
func (l *log) digDone() {
	l.t.Helper()
	for _, id := range []events.TableID{lorien, rivendell, esgaroth} {
		if openKind(l.s, id) == group.StepDigEnemies {
			l.answer(id, group.ChoiceDone)
		}
	}
}

// Case 17: one total for all tables, and each table's share of every reduction is listed.
// Case 18: more siege than strength gives 0, never less.
//
// Rule: Siege.
// Rule: City strength.
func TestCase17And18CityStrengthAndShares(t *testing.T) {
	for _, c := range []struct{ strength, want int }{{20, 0}, {35, 2}} {
		l := siege(t, group.Settings{}, "3D", "3F", "3H")
		l.city(c.strength)
		hand := lotr.Card{Name: "Ram", Kind: "enemy"}
		thirty3 := 33
		l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Hand: &hand, Siege: &thirty3})
		l.endRound()
		l.digDone()
		var reduced lotr.CityStrengthReduced
		for _, e := range l.all() {
			if r, ok := e.(lotr.CityStrengthReduced); ok {
				reduced = r
			}
		}
		if reduced.From != c.strength || reduced.By != 33 || reduced.Strength != c.want {
			t.Errorf("siege 33 against %d: %+v, want %d", c.strength, reduced, c.want)
		}
		shares := map[events.TableID]int{}
		for _, s := range reduced.Shares {
			shares[s.Table] = s.Siege
		}
		if len(shares) != 3 || shares[rivendell] != 33 || shares[lorien] != 0 || shares[esgaroth] != 0 {
			t.Errorf("shares %v", shares)
		}
	}
}

// Case 19: who may not do something is refused with a reason.
func TestCase19Roles(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	end := group.EndRound{Table: lorien, Round: 1}
	l.refused(events.Actor{Role: events.RoleSpectator}, end, engine.CodeNotAllowed)
	l.refused(events.Actor{}, end, engine.CodeNotAllowed)
	l.refused(captain(rivendell), end, engine.CodeOtherTable)
	l.refused(events.Actor{Role: events.RoleCaptain, Group: "morning", Table: lorien}, end, engine.CodeOtherTable)
	zero := 0
	l.refused(captain(lorien), lotr.Rule{Reason: "we say so", Verdict: group.VerdictCorrected, City: &zero}, engine.CodeNotAllowed)
	l.refused(judge, group.Abandon{Reason: "enough"}, engine.CodeNotAllowed)
	l.do(captain(lorien), end)
}

// Case 2: the same two last tables end the round, each decided on the state the other left.
func TestCase2TwoTablesEndTheRoundAtOnce(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	l.do(captain(esgaroth), group.EndRound{Table: esgaroth, Round: 1})
	before := l.s
	a := must(coordinator.Decide(before, coordinator.Command{
		ID: commandID(900), Group: evening, Actor: captain(lorien), Body: group.EndRound{Table: lorien, Round: 1},
	}))(t)
	b := must(coordinator.Decide(before, coordinator.Command{
		ID: commandID(901), Group: evening, Actor: captain(rivendell), Body: group.EndRound{Table: rivendell, Round: 1},
	}))(t)
	if count[group.RoundEnded](a)+count[group.RoundEnded](b) != 0 {
		t.Fatal("a table that is not the last one closed the barrier")
	}
	// One append wins; the other is decided again on what it left.
	l.do(captain(lorien), group.EndRound{Table: lorien, Round: 1})
	l.do(captain(rivendell), group.EndRound{Table: rivendell, Round: 1})
	l.refused(captain(rivendell), group.EndRound{Table: rivendell, Round: 1}, coordinator.CodeRoundEnding)
	if n := count[group.RoundEnded](l.all()); n != 1 {
		t.Errorf("%d RoundEnded, want 1", n)
	}
}

// Rule: Epic: Attack on Dol Guldur.
// Ruling: 4.
func TestRound3NoStage3EffectFires(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	for _, e := range l.all() {
		switch e := e.(type) {
		case lotr.CityStrengthRaised, lotr.CityStrengthReduced:
			t.Errorf("the city strength was changed before round 4: %+v", e)
		case lotr.EffectCarriedOut:
			if strings.HasPrefix(e.Stage, "3") && len(e.Players) == 0 {
				t.Errorf("an effect of stage %s fired: %+v", e.Stage, e)
			}
		}
	}
	for _, st := range l.s.Queue {
		if st.Kind == group.StepSiege || st.Kind == group.StepAbsent {
			t.Errorf("round 3 has the step %s", st.ID)
		}
	}
}

// Rule: Epic: Attack on Dol Guldur.
// Ruling: 5.
func TestAbsent3BRaisesTheCityStrengthEvenFrom0(t *testing.T) {
	for _, strength := range []int{0, 12} {
		l := siege(t, group.Settings{}, "3D", "3F", "3H")
		l.progress(lorien, 40) // progress elsewhere does not pay for the absent stage
		l.city(strength)
		l.endRound()
		l.answer(lorien, group.ChoiceSuffer)
		l.digDone()
		if l.s.City != strength+3 || l.s.Absent != "3B" {
			t.Errorf("from %d: city strength %d, absent %s", strength, l.s.City, l.s.Absent)
		}
	}
}

// Rule: City strength.
func TestCityStrengthIsNeverBelow0(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.city(2)
	l.progress(lorien, 10)
	l.endRound()
	es := l.answer(lorien, group.ChoicePayBonus) // −3
	reduced, _ := find[lotr.CityStrengthReduced](es)
	if reduced.By != 3 || reduced.Strength != 0 || reduced.Step != "4-forced-3b" || len(reduced.Shares) != 0 {
		t.Errorf("%+v", reduced)
	}
}

// lieutenant returns the number of the Lieutenant in play at a table; 0: none.
func (l *log) lieutenant(id events.TableID) int {
	for _, e := range l.table(id).Enemies {
		if e.Card.Lieutenant {
			return e.Number
		}
	}
	return 0
}

// Rule: Epic: Attack on Dol Guldur.
// Ruling: 1.
func TestCityStrength0WithALieutenantInPlayIsNotYetAWin(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.city(4)
	l.progress(lorien, 5)
	// Damage does not destroy a Lieutenant while the city has strength.
	l.do(captain(lorien), lotr.DamageEnemy{Table: lorien, Enemy: l.lieutenant(lorien), By: 9})
	if l.lieutenant(lorien) == 0 {
		t.Fatal("a Lieutenant was destroyed while the city has strength")
	}
	four := 4
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Hand: &lotr.Card{Name: "Ram", Kind: "enemy"}, Siege: &four})
	l.endRound()
	l.answer(lorien, group.ChoicePay) // else 3B raises the strength first
	// The siege took the strength; the damaged Lieutenant left play, two others stand: not won.
	if l.s.City != 0 || l.lieutenant(lorien) != 0 || l.lieutenant(rivendell) == 0 {
		t.Fatalf("city %d, Lieutenants at Lórien %d, Rivendell %d", l.s.City, l.lieutenant(lorien), l.lieutenant(rivendell))
	}
	if l.s.Over() {
		t.Fatalf("over: %+v", l.s.Result)
	}
	// 3F was absent.
	l.digDone()
	l.answer(lorien, "3D")
	l.answer(rivendell, "3B")
	l.answer(esgaroth, "3F")
	l.answer(lorien, group.ChoiceDone) // the Lieutenants that came attack at strength 0
	l.answer(esgaroth, group.ChoiceDone)
	if l.s.Round != 5 {
		t.Fatalf("round %d: %v", l.s.Round, l.s.Words())
	}
	// Bane of Amon Lanc lies in a victory display and does not come to Rivendell at 3B.
	if l.lieutenant(rivendell) != 0 {
		t.Error("a Lieutenant in a victory display came again")
	}
	for _, id := range []events.TableID{lorien, esgaroth} {
		l.do(captain(id), lotr.DamageEnemy{Table: id, Enemy: l.lieutenant(id), By: 9})
		if l.lieutenant(id) != 0 {
			t.Errorf("the Lieutenant at %s still stands at strength 0", id)
		}
	}
	if l.s.Over() {
		t.Fatal("won before the next look")
	}
	l.endRound()
	if l.s.Phase != coordinator.PhaseWon {
		t.Errorf("not won when the barrier closed: %v", l.s.Words())
	}
}

// Ruling: 1, the other value.
func TestStrictWinIsLookedAtAfterTheHandOversOnly(t *testing.T) {
	l := siege(t, group.Settings{WinCheck: group.WinStrict}, "3D", "3F", "3H")
	l.city(0)
	for _, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.do(captain(id), lotr.DamageEnemy{Table: id, Enemy: l.lieutenant(id), By: 9})
	}
	l.endRound()
	l.digDone()
	if l.s.Over() {
		t.Fatal("won before the hand-overs")
	}
	if l.s.City != 3 { // 3B was absent
		t.Fatalf("city %d", l.s.City)
	}
	l.city(0)
	l.answer(lorien, "3B") // Bane of Amon Lanc comes
	l.answer(rivendell, "3D")
	l.answer(esgaroth, "3F")
	l.answer(lorien, group.ChoiceDone)
	if l.s.Over() || l.s.Round != 5 {
		t.Fatalf("phase %s, round %d: one Lieutenant is in play", l.s.Phase, l.s.Round)
	}
	l.do(captain(lorien), lotr.DamageEnemy{Table: lorien, Enemy: l.lieutenant(lorien), By: 9})
	l.endRound()
	l.digDone()
	if l.s.Over() {
		t.Fatalf("won before the hand-overs: %v", l.s.Words())
	}
	l.city(0)
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, []string{"3D", "3F", "3B"}[i])
	}
	if l.s.Phase != coordinator.PhaseWon {
		t.Errorf("not won after the hand-overs: %v", l.s.Words())
	}
}

func TestARulingThatRestoresTheCityIsLoggedWithItsReason(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.city(0)
	seven := 7
	es := l.do(judge, lotr.Rule{Reason: "two sieges were counted twice", Verdict: group.VerdictCorrected, Corrects: 3, City: &seven})
	made, _ := find[group.RulingMade](es)
	restated, _ := find[lotr.CityStrengthRestated](es)
	if made.Reason != "two sieges were counted twice" || made.Corrects != 3 || restated.From != 0 || restated.Strength != 7 || restated.Reason != made.Reason {
		t.Errorf("%+v %+v", made, restated)
	}
}

func ExampleDecide() {
	s := coordinator.Initial()
	open := coordinator.Command{
		ID: commandID(1), Group: evening, Actor: organiser,
		Body: group.OpenGroup{
			Name: "Evening", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "easy",
			Tables: []group.TableName{{ID: "one", Team: "The Company"}}, Seed: 1,
		},
	}
	es, err := coordinator.Decide(s, open)
	fmt.Println(es[0].EventType(), err)

	s = coordinator.Apply(s, coordinator.Applied{Version: 1, Command: events.Command{ID: open.ID}, Events: es})
	_, err = coordinator.Decide(s, coordinator.Command{ID: commandID(2), Group: evening, Actor: organiser, Body: group.StartGroup{}})
	fmt.Println(engine.AsRefusal(err).Says)
	// Output:
	// group.opened.v1 <nil>
	// The Company has no player; at least 1 must be at each stage, and at most 4
}
