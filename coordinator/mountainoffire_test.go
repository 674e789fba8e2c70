package coordinator_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Two tables: the first plays The Black Gate Opens, the second Mount Doom.
const (
	gate = events.TableID("gate")
	doom = events.TableID("doom")
)

var fireTables = []group.TableName{{ID: gate, Team: "Host of the West"}, {ID: doom, Team: "Ring-bearers"}}

func openFire(settings group.Settings) group.OpenGroup {
	return group.OpenGroup{
		Name: "Finale", Scenario: "the-mountain-of-fire", Mode: "epic", Difficulty: "standard",
		Tables: fireTables, Settings: settings, Seed: 7,
	}
}

// fire starts an epic game with that many players at The Black Gate Opens and at Mount Doom.
func fire(t rapid.TB, atGate, atDoom int, settings group.Settings) *log {
	t.Helper()
	l := newLog(t)
	l.do(organiser, openFire(settings))
	l.do(organiser, group.SeatPlayers{Seats: seats(gate, atGate)})
	l.do(organiser, group.SeatPlayers{Seats: seats(doom, atDoom)})
	l.do(organiser, group.StartGroup{})
	return l
}

// firesEnd is an epic game of two players each whose first round is being ended.
func firesEnd(t rapid.TB) *log {
	t.Helper()
	l := fire(t, 2, 2, group.Settings{})
	l.endRound()
	l.triggersDone()
	return l
}

// triggersDone lets every table say that the effects of its own cards are carried out.
func (l *log) triggersDone() {
	l.t.Helper()
	for i := 0; i < 20 && l.s.Phase == coordinator.PhaseEnding; i++ {
		open := slices.IndexFunc(l.s.Queue, func(st coordinator.Step) bool {
			return st.State == coordinator.StepOpen && st.Kind == group.StepTrigger
		})
		if open < 0 {
			return
		}
		st := l.s.Queue[open]
		l.do(captain(st.Table), group.ResolveStep{Table: st.Table, Step: st.ID, Choice: st.Options[0].Choice})
	}
}

// lose makes a table's captain say how its game was lost.
func (l *log) loses(id events.TableID, cause string) []events.Payload {
	l.t.Helper()
	return l.do(captain(id), lotr.CallLoss{Table: id, Cause: cause, Note: "It left play."})
}

// out lets the organiser take everybody at a table out of the game.
func (l *log) out(id events.TableID) {
	l.t.Helper()
	for _, p := range l.table(id).TurnOrder() {
		l.do(organiser, group.DropPlayer{Player: p, How: group.DropEliminate, Reason: "last train"})
	}
}

func (l *log) phase(want coordinator.Phase) {
	l.t.Helper()
	if l.s.Phase != want {
		l.t.Fatalf("phase %s, want %s: %v", l.s.Phase, want, l.s.Words())
	}
}

// threats returns the threat of each player of a table, by seat.
func (l *log) threats(id events.TableID) []int {
	var out []int
	for _, p := range l.table(id).Players {
		out = append(out, p.Threat)
	}
	return out
}

// Rule: Epic: The Mountain of Fire.
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode".
func TestRulebookLimitsOfTheMountainOfFire(t *testing.T) {
	for _, c := range []struct {
		name       string
		gate, doom int
		campaign   bool
		code       engine.Code
		says       string
	}{
		{"two players", 1, 1, false, "", ""},
		{"eight players", 4, 4, false, "", ""},
		{"more at The Black Gate Opens", 4, 1, false, "", ""},
		{"more at Mount Doom", 1, 2, false, coordinator.CodeUneven, "2 players at Mount Doom (Ring-bearers) and 1 at The Black Gate Opens"},
		{"nine players", 5, 4, false, coordinator.CodeFull, "5 players at a stage"},
		{"nobody at Mount Doom", 2, 0, false, coordinator.CodeEmptyStage, "Ring-bearers has no player"},
		{"nobody at The Black Gate Opens", 0, 1, false, coordinator.CodeEmptyStage, "Host of the West has no player"},
		{"four players in a campaign", 2, 2, true, "", ""},
		{"five players in a campaign", 3, 2, true, coordinator.CodeCampaign, "5 players in all; the finale of a campaign is played by 2 to 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLog(t)
			open := openFire(group.Settings{})
			if c.campaign {
				open.Settings.Campaign = &group.Campaign{Stream: "saga"}
			}
			l.do(organiser, open)
			asked := []events.CommandBody{group.StartGroup{}}
			for _, s := range [][]group.Seat{seats(doom, c.doom), seats(gate, c.gate)} {
				if len(s) > 0 {
					asked = slices.Insert(asked, len(asked)-1, events.CommandBody(group.SeatPlayers{Seats: s}))
				}
			}
			var refused *engine.Refusal
			for _, b := range asked {
				if _, refused = l.send(organiser, b); refused != nil {
					break
				}
			}
			switch {
			case c.code == "" && refused != nil:
				t.Errorf("refused: %v", refused)
			case c.code != "" && (refused == nil || refused.Code != c.code || !strings.Contains(refused.Says, c.says) || refused.Source == ""):
				t.Errorf("got %v (%+v), want %s: %s", refused, refused, c.code, c.says)
			}
		})
	}
}

// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode".
func TestLatePlayersKeepTheTeamsEven(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	late := func(id events.TableID, p events.PersonID) group.AdmitPlayer {
		return group.AdmitPlayer{Seat: group.Seat{Player: p, Table: id, Threat: intp(25)}, Reason: "late train"}
	}
	if r := l.refused(organiser, late(doom, "zoe"), coordinator.CodeUneven); !strings.Contains(r.Says, "3 players at Mount Doom") {
		t.Errorf("a third player at Mount Doom is refused with %q", r.Says)
	}
	l.do(organiser, late(gate, "yan"))
	l.do(organiser, late(doom, "zoe"))
	raise := late(gate, "xia")
	raise.RaiseCity = true
	l.refused(organiser, raise, coordinator.CodeNoCity)

	// A deck that is handed over is the same seat.
	l.do(organiser, group.DropPlayer{Player: "zoe", How: group.DropHandOver, Heir: "wim", Reason: "train"})
	if p, ok := l.table(doom).Player("wim"); !ok || p.Out {
		t.Error("the heir does not play")
	}
}

// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode"; facts/game-facts.md, "1.1 Setup".
func TestTheOrderOfTheTablesSaysWhoPlaysWhat(t *testing.T) {
	l := newLog(t)
	open := openFire(group.Settings{})
	open.Tables = []group.TableName{{ID: doom, Team: "Plays the gate"}, {ID: gate, Team: "Plays the mountain"}}
	l.do(organiser, open)
	l.do(organiser, group.SeatPlayers{Seats: append(seats(doom, 2), seats(gate, 1)...)})
	es := l.do(organiser, group.StartGroup{})
	if a, b := l.table(doom).Scenario, l.table(gate).Scenario; a != "the-black-gate-opens" || b != "mount-doom" {
		t.Errorf("the tables play %s and %s", a, b)
	}
	if l.s.EyeAt() != gate {
		t.Errorf("the Eye is at %s", l.s.EyeAt())
	}
	told := map[events.TableID]int{}
	for _, e := range es {
		if do, ok := e.(lotr.EffectCarriedOut); ok && strings.Contains(do.Do, "In Darkness Bind Them") {
			told[do.Table]++
		}
	}
	if told[gate] != 1 || told[doom] != 1 {
		t.Errorf("told to shuffle In Darkness Bind Them in: %v", told)
	}
}

// Both orders give the same where nothing depends on it; the group's choice is in the log.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode". Ruling: 10, 11, 12.
func TestTheTwoEffectsInEitherOrder(t *testing.T) {
	for _, c := range []struct {
		choice string
		want   []string
	}{
		{group.ChoiceCardFirst, []string{group.StepOrder, group.StepModeCard, group.StepEye, group.StepOutcome}},
		{group.ChoiceEyeFirst, []string{group.StepOrder, group.StepEye, group.StepModeCard, group.StepOutcome}},
	} {
		t.Run(c.choice, func(t *testing.T) {
			l := firesEnd(t)
			before := l.threats(doom)
			l.answer(doom, c.choice)
			for range 2 {
				if openKind(l.s, doom) == group.StepEye {
					l.answer(doom, group.ChoiceLet)
				} else {
					l.answer(doom, group.ChoiceGate)
				}
			}
			if got := resolvedKinds(l); !slices.Equal(got, c.want) {
				t.Errorf("resolved %v, want %v", got, c.want)
			}
			if l.s.Round != 2 || l.s.EyeAt() != gate {
				t.Errorf("round %d, the Eye at %s", l.s.Round, l.s.EyeAt())
			}
			for i, now := range l.threats(doom) {
				if now != before[i]-3 {
					t.Errorf("player %d at Mount Doom: threat %d, was %d: 3 less, whatever Dire says", i+1, now, before[i])
				}
			}
		})
	}
}

// resolvedKinds returns the kinds of the steps of the last round's end without the tables' own effects, in the order in which they
// were resolved.
func resolvedKinds(l *log) []string {
	kinds := map[string]string{}
	var out []string
	for _, e := range l.all() {
		switch e := e.(type) {
		case group.RoundEnded:
			out = nil
			for _, st := range e.Steps {
				kinds[st.ID] = st.Kind
			}
		case group.StepsAdded:
			for _, st := range e.Steps {
				kinds[st.ID] = st.Kind
			}
		case group.StepResolved:
			if k := kinds[e.Step]; k != group.StepTrigger {
				out = append(out, k)
			}
		}
	}
	return out
}

// Ruling: 11: not below 0.
func TestTheModeCardDoesNotLowerThreatBelowZero(t *testing.T) {
	l := firesEnd(t)
	l.do(judge, ruling(gate, lotr.TableRuling{Players: []lotr.PlayerRuling{{Player: player(gate, 1), Threat: intp(2)}}}))
	l.answer(doom, group.ChoiceCardFirst)
	l.answer(doom, group.ChoiceDoom)
	if got := l.threats(gate)[0]; got != 0 {
		t.Errorf("threat %d, want 0", got)
	}
}

// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func TestNazgulInStagingGoWithTheEye(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	for range 2 {
		l.do(captain(doom), lotr.AddEnemy{Table: doom, Card: "Ringwraith of Sauron"})
	}
	first := l.table(doom).NextEnemy - 2
	l.do(captain(doom), lotr.DamageEnemy{Table: doom, Enemy: first, By: 4})
	l.do(captain(doom), lotr.Engage{Table: doom, Enemy: first + 1, Player: player(doom, 2)})
	l.do(captain(doom), lotr.AddEnemy{Table: doom, Card: "Orc Captain"})
	l.endRound()
	l.triggersDone()
	l.answer(doom, group.ChoiceEyeFirst)
	l.answer(doom, group.ChoiceLet)

	var went []string
	for _, e := range l.table(gate).Enemies {
		if e.Card.Name == "Ringwraith of Sauron" {
			went = append(went, e.Card.Name)
			if e.Damage != 4 || e.Player != "" {
				t.Errorf("it came with damage %d, engaged with %q", e.Damage, e.Player)
			}
		}
	}
	stayed := l.table(doom).Enemies
	if len(went) != 1 || !slices.ContainsFunc(stayed, func(e rulesEnemy) bool { return e.Number == first+1 }) ||
		!slices.ContainsFunc(stayed, func(e rulesEnemy) bool { return e.Card.Name == "Orc Captain" }) {
		t.Errorf("went: %v; stayed: %+v", went, stayed)
	}
	entered, _ := find[lotr.EnemyEntered](l.last)
	moved, _ := find[lotr.EyeMoved](l.last)
	if entered.Why != "eye" || moved.From != doom || moved.To != gate || !slices.Equal(moved.Nazgul, []string{"Ringwraith of Sauron"}) {
		t.Errorf("%+v, %+v", entered, moved)
	}
}

// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func TestTheEyeIsHeldAtThePriceOfThreat(t *testing.T) {
	l := firesEnd(t)
	before := l.threats(doom)
	l.answer(doom, group.ChoiceEyeFirst)
	st := l.s.Queue[slices.IndexFunc(l.s.Queue, func(st coordinator.Step) bool { return st.Kind == group.StepEye })]
	if st.Decides != l.table(doom).FirstPlayer || !strings.Contains(st.Options[1].Effect, "threat +3 for each player at Mount Doom") {
		t.Errorf("the step says %+v", st)
	}
	es := l.answer(doom, group.ChoiceCancel)
	if held, ok := find[lotr.EyeHeld](es); !ok || held.Price != 3 || held.Table != doom {
		t.Errorf("%+v", held)
	}
	if l.s.EyeAt() != doom {
		t.Errorf("the Eye is at %s", l.s.EyeAt())
	}
	for i, now := range l.threats(doom) {
		if now != before[i]+3 {
			t.Errorf("player %d: threat %d, was %d", i+1, now, before[i])
		}
	}
}

// Who goes out by the price is out, and the last one at a scenario loses the game for both.
//
// Ruling: 8.
func TestEliminationByThePriceOfTheEyeCounts(t *testing.T) {
	l := firesEnd(t)
	var near []lotr.PlayerRuling
	for _, p := range l.table(doom).Players {
		near = append(near, lotr.PlayerRuling{Player: p.ID, Threat: intp(p.Elimination - 2)})
	}
	l.do(judge, ruling(doom, lotr.TableRuling{Players: near}))
	l.answer(doom, group.ChoiceEyeFirst)
	es := l.answer(doom, group.ChoiceCancel)
	if n := count[lotr.PlayerEliminated](es); n != 2 {
		t.Errorf("%d players are out", n)
	}
	pending, ok := find[lotr.LossPending](es)
	lost, over := find[group.GroupLost](es)
	if !ok || !pending.Certain || !over || lost.Table != doom || !strings.Contains(lost.Reason, "Mount Doom") {
		t.Errorf("%+v, %+v", pending, lost)
	}
}

// Ruling: 17.
func TestAJudgeSaysWhereTheEyeIs(t *testing.T) {
	l := fire(t, 1, 1, group.Settings{})
	at := func(id events.TableID) lotr.Rule {
		return lotr.Rule{Reason: "it had moved", Verdict: group.VerdictCorrected, Eye: id}
	}
	l.do(judge, at(gate))
	if l.s.EyeAt() != gate {
		t.Errorf("the Eye is at %s", l.s.EyeAt())
	}
	l.refused(judge, at(gate), coordinator.CodeNothing)
	l.refused(judge, at("nowhere"), coordinator.CodeUnknownTable)
	l.refused(judge, lotr.Rule{Reason: "no", Verdict: group.VerdictCorrected, City: intp(3)}, coordinator.CodeNoCity)
	l.refused(judge, ruling(gate, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 1, Total: 3}}), coordinator.CodeNoCity)
	l.do(judge, ruling(gate, lotr.TableRuling{Stage: map[bool]string{true: "2B", false: "1B"}[l.table(gate).Stage == "1B"]}))
	l.refused(judge, ruling(gate, lotr.TableRuling{Stage: "9Z"}), "wrong-stage")

	dg := epic(t, 1, group.Settings{})
	dg.refused(judge, at(lorien), coordinator.CodeTarget)
}

// Gwaihir may change hands after the mode card, to a player at either scenario.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
func TestGwaihirIsHandedOver(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	l.do(captain(gate), lotr.AddObjective{Table: gate, Card: "Gwaihir", Player: player(gate, 2)})
	l.endRound()
	l.triggersDone()
	l.answer(doom, group.ChoiceCardFirst)
	l.answer(doom, group.ChoiceGate)
	reply := l.reply(gate, group.ChoiceGive)
	if openKind(l.s, gate) != group.StepGwaihir {
		t.Fatalf("open: %s", openKind(l.s, gate))
	}
	l.refused(captain(gate), reply, coordinator.CodeTarget)
	reply.Player = player(gate, 2)
	l.refused(captain(gate), reply, coordinator.CodeTarget)
	reply.Player = "nobody"
	l.refused(captain(gate), reply, coordinator.CodeUnknownPlayer)
	reply.Player = player(doom, 1)
	l.do(captain(gate), reply)
	l.answer(doom, group.ChoiceLet)
	gwaihirs := l.table(doom).Objectives
	if i := slices.IndexFunc(gwaihirs, func(o rulesObjective) bool { return o.Card.Code == "gwaihir" }); i < 0 || gwaihirs[i].Player != player(doom, 1) {
		t.Errorf("objectives at Mount Doom: %+v", gwaihirs)
	}
	if l.s.Round != 2 {
		t.Fatalf("round %d", l.s.Round)
	}

	// Where the Eye comes first, Gwaihir still follows the card; its keeper may keep it.
	l.endRound()
	l.triggersDone()
	l.answer(doom, group.ChoiceEyeFirst)
	l.answer(gate, group.ChoiceLet)
	l.answer(doom, group.ChoiceGate)
	l.answer(doom, group.ChoicePass)
	if l.s.Round != 3 {
		t.Errorf("round %d: %v", l.s.Round, l.s.Words())
	}
}

// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func TestBoonsAndBurdensAreWhereTheRingBearersPlayerSays(t *testing.T) {
	campaign := func(place map[string]string) group.OpenGroup {
		open := openFire(group.Settings{})
		open.Settings.Campaign = &group.Campaign{Stream: "saga", Burdens: []string{"grievous-wound", "overcome-by-grief"}, Place: place}
		return open
	}
	l := newLog(t)
	l.refused(organiser, campaign(map[string]string{"poisoned": "mount-doom"}), coordinator.CodeCampaign)
	l.refused(organiser, campaign(map[string]string{"grievous-wound": "the-temple-of-doom"}), coordinator.CodeCampaign)
	// Caleb and Matt: Matt controls the Ring-bearer.
	l.do(organiser, campaign(map[string]string{"grievous-wound": "the-black-gate-opens", "overcome-by-grief": "mount-doom"}))
	l.do(organiser, group.SeatPlayers{Seats: append(seats(gate, 1), seats(doom, 1)...)})
	told := map[events.TableID]string{}
	for _, e := range l.do(organiser, group.StartGroup{}) {
		if do, ok := e.(lotr.EffectCarriedOut); ok && strings.Contains(do.Do, "Ring-bearer's player") {
			told[do.Table] = do.Do
		}
	}
	wound, grief := strings.Contains(strings.ToLower(told[gate]), "wound"), strings.Contains(strings.ToLower(told[doom]), "grief")
	if !wound || !grief || strings.Contains(strings.ToLower(told[gate]), "grief") {
		t.Errorf("told: %v", told)
	}
}
