package board_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// log folds events given one commit at a time.
type log struct {
	t  *testing.T
	s  board.Stored
	n  int
	at time.Time
}

func opened(t *testing.T) *log {
	t.Helper()
	l := &log{t: t, s: board.New("spring", "one"), at: time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)}
	l.by("group.open.v1", `{}`, group.GroupOpened{
		Name: "One", Scenario: "attack-on-dol-guldur", Mode: "epic",
		Tables: []group.TableName{{ID: "red", Team: "Rivendell"}, {ID: "green", Team: "Lórien"}, {ID: "blue", Team: "Esgaroth"}},
	})
	return l
}

// by folds a commit of a command and returns the command's id.
func (l *log) by(typ, data string, evs ...events.Payload) events.CommandID {
	l.t.Helper()
	l.n++
	l.at = l.at.Add(time.Minute)
	id := events.CommandID("c-" + string(rune('0'+l.n/10)) + string(rune('0'+l.n%10)))
	was, _ := json.Marshal(l.s)
	before := l.s
	l.s = board.Apply(l.s, events.Recorded{
		Commit: events.Commit{
			Stream: events.Group("spring", "one"), Version: events.Version(l.n), At: l.at,
			Command: events.Command{ID: id, Type: typ, Data: json.RawMessage(data), Actor: events.Actor{Role: events.RoleCaptain, Table: "red"}},
		},
		Position: events.Position(10 * l.n),
	}, evs)
	if still, _ := json.Marshal(before); string(still) != string(was) {
		l.t.Fatalf("commit %d changed the board it was applied to", l.n)
	}
	return id
}

func (l *log) table(id events.TableID) board.Table {
	l.t.Helper()
	t, ok := l.s.Group.Table(id)
	if !ok {
		l.t.Fatalf("no table %s", id)
	}
	return t
}

// started is a group in round 4 at 3B, 3D and 3H, two players at red, one elsewhere.
func started(t *testing.T) *log {
	t.Helper()
	l := opened(t)
	evs := []events.Payload{group.GroupStarted{Players: 4}, lotr.DolGuldurAssigned{Table: "red"}, lotr.CityStrengthSet{Strength: 25, Players: 4}}
	for _, x := range []struct {
		table   events.TableID
		stage   string
		players []events.PersonID
	}{{"red", "3B", []events.PersonID{"p-1", "p-2"}}, {"green", "3D", []events.PersonID{"p-3"}}, {"blue", "3H", []events.PersonID{"p-4"}}} {
		evs = append(evs, lotr.TableSetUp{Table: x.table, Stage: "1B", Players: x.players, FirstPlayer: x.players[0], Threat: []int{30, 44}, Elimination: []int{50, 50}},
			lotr.StageEntered{Table: x.table, From: "1B", Stage: x.stage, Name: "Stage " + x.stage})
	}
	l.by("group.start.v1", `{}`, append(evs, group.RoundStarted{Round: 4})...)
	return l
}

func TestSetupIsShown(t *testing.T) {
	l := started(t)
	g := l.s.Group
	if g.Phase != board.PhasePlaying || g.Round != 4 || g.Players != 4 || g.City.Strength != 25 || g.City.Start != 25 || g.DolGuldurAt != "red" {
		t.Errorf("%+v", g)
	}
	if g.Absent != "3F" {
		t.Errorf("absent stage %q, want the one that nobody is at", g.Absent)
	}
	if !reflect.DeepEqual(g.Barrier.Waiting, []events.TableID{"red", "green", "blue"}) {
		t.Errorf("waiting for %v", g.Barrier.Waiting)
	}
	if red := l.table("red"); red.Players[0].Danger || red.Players[1].Danger || red.PlayersLeft != 2 {
		t.Errorf("%+v", red.Players)
	}
}

func TestDangerIsWithinFiveOfEliminationOrTheLastHero(t *testing.T) {
	l := started(t)
	l.by("lotr.change-threat.v1", `{"table":"red"}`, lotr.ThreatChanged{Table: "red", Player: "p-2", From: 44, To: 45})
	if p := l.table("red").Players[1]; !p.Danger {
		t.Errorf("threat 45 of 50 is no danger: %+v", p)
	}
	l.by("group.seat-players.v1", `{}`, group.PlayersSeated{Seats: []group.Seat{{Player: "p-1", Table: "red", Heroes: []group.Hero{{Title: "Aragorn"}, {Title: "Gimli"}}}}})
	l.by("lotr.destroy-character.v1", `{"table":"red"}`, lotr.CharacterDestroyed{Table: "red", Player: "p-1", Character: "Gimli", Hero: true, HeroesUp: 1})
	if p := l.table("red").Players[0]; !p.Danger || p.HeroesLeft != 1 {
		t.Errorf("the last of two heroes is no danger: %+v", p)
	}
}

func TestLieutenantNumbersFollowCityAndProgress(t *testing.T) {
	l := started(t)
	l.by("group.resolve-step.v1", `{}`, lotr.LieutenantArrived{Table: "red", Enemy: 1, Card: lotr.Card{Name: "Bane", Lieutenant: true, Engagement: 45, Threat: 3}, Attacks: []events.PersonID{"p-1"}})
	l.by("lotr.place-progress.v1", `{"table":"red"}`, lotr.StageProgressed{Table: "red", Stage: "3B", By: 6, Progress: 6, Why: "entry"})
	e := l.table("red").Enemies[0]
	if !e.Indestructible || e.Engagement != 39 || e.ThreatNow != 3 || l.table("red").StagingThreat != 3 {
		t.Errorf("%+v, staging threat %d", e, l.table("red").StagingThreat)
	}
	l.by("group.end-round.v1", `{}`, lotr.CityStrengthReduced{Round: 4, From: 25, By: 30, Strength: 0, Shares: []lotr.Share{{Table: "red", Siege: 30}}})
	if e := l.table("red").Enemies[0]; e.Indestructible {
		t.Error("indestructible at city strength 0")
	}
	if todo := l.table("red").ToDo; len(todo) != 2 || todo[0] != "Bane attacks at once: {p-1}" {
		t.Errorf("to do: %q", todo)
	}
}

func TestValuesPerPlayerCountWhoIsStillIn(t *testing.T) {
	l := started(t)
	host := lotr.Card{Name: "Host of Dol Guldur", ThreatPerPlayer: true, ArcheryPerPlayer: true}
	l.by("lotr.add-enemy.v1", `{"table":"red"}`, lotr.EnemyEntered{Table: "red", Enemy: 1, Card: host})
	if r := l.table("red"); r.StagingThreat != 2 || r.ArcheryTotal != 2 {
		t.Errorf("threat %d archery %d, want 2 and 2", r.StagingThreat, r.ArcheryTotal)
	}
	l.by("lotr.change-threat.v1", `{"table":"red"}`, lotr.PlayerEliminated{Table: "red", Player: "p-2", Why: lotr.OutThreat, Threat: 50, Left: 1})
	if r := l.table("red"); r.StagingThreat != 1 || r.ArcheryTotal != 1 || r.PlayersLeft != 1 {
		t.Errorf("threat %d archery %d left %d, want 1 each", r.StagingThreat, r.ArcheryTotal, r.PlayersLeft)
	}
}

func TestSiegeIsScoredCountedAndListed(t *testing.T) {
	l := started(t)
	two := 2
	l.by("lotr.explore-location.v1", `{"table":"red"}`, lotr.LocationExplored{Table: "red", Card: lotr.Card{Name: "Gate"}, Item: 1, Siege: &two})
	l.by("lotr.destroy-enemy.v1", `{"table":"red"}`, lotr.EnemyDestroyed{Table: "red", Card: lotr.Card{Name: "Warg", Victory: 1}, Item: 2})
	r := l.table("red")
	if r.SiegeRound != 2 || r.Unknown != 1 || len(r.Victory) != 1 || !r.SiegeCounts() || l.s.Group.SiegeDone() {
		t.Errorf("siege %d unknown %d victory %d", r.SiegeRound, r.Unknown, len(r.Victory))
	}
	l.by("lotr.type-siege.v1", `{"table":"red"}`, lotr.SiegeTyped{Table: "red", Item: 2, Card: "Warg", Siege: 3})
	if r = l.table("red"); r.SiegeRound != 5 || r.Unknown != 0 || !r.Scored[1].Typed {
		t.Errorf("siege %d unknown %d", r.SiegeRound, r.Unknown)
	}
	shares := []lotr.Share{{Table: "red", Siege: 5}, {Table: "green", Siege: 0}, {Table: "blue", Siege: 0}}
	l.by("group.end-round.v1", `{}`, lotr.CityStrengthReduced{Round: 4, From: 25, By: 5, Strength: 20, Shares: shares})
	c := l.s.Group.City.Changes
	last := c[len(c)-1]
	if last.Kind != board.ChangeSiege || last.From != 25 || last.To != 20 || len(last.Shares) != 3 || !l.s.Group.SiegeDone() {
		t.Errorf("%+v", last)
	}
	if r = l.table("red"); r.SiegeTotal != 0 {
		t.Errorf("siege of earlier rounds %d while the round lasts", r.SiegeTotal)
	}
	l.by("group.resolve-step.v1", `{}`, group.RoundStarted{Round: 5})
	if r = l.table("red"); r.SiegeTotal != 5 || r.SiegeRound != 0 || len(r.Scored) != 0 || len(l.s.Group.City.Rounds) != 2 {
		t.Errorf("after the round: total %d, this round %d", r.SiegeTotal, r.SiegeRound)
	}
}

func TestWithdrawalStepsBackAndTakesALossWithIt(t *testing.T) {
	l := started(t)
	before := l.table("green")
	first := l.by("lotr.place-progress.v1", `{"table":"green"}`, lotr.StageProgressed{Table: "green", Stage: "3D", By: 2, Progress: 2, Why: "entry"})
	after := l.table("green")
	lost := l.by("lotr.change-threat.v1", `{"table":"green"}`,
		lotr.ThreatChanged{Table: "green", Player: "p-3", From: 30, To: 50, Why: lotr.WhyEntry},
		lotr.PlayerEliminated{Table: "green", Player: "p-3", Why: lotr.OutThreat, Threat: 50},
		group.GroupLost{Round: 4, Table: "green", Reason: "last player out"})
	if g := l.s.Group; g.Phase != board.PhaseLost || g.Result.Table != "green" || g.EndedAt.IsZero() {
		t.Fatalf("%s %+v", g.Phase, g.Result)
	}
	if e := l.table("green").LastEntry; e == nil || e.Command != lost || e.Words != "{p-3} threat 30 to 50, {p-3} was eliminated (threat 50); 0 players left at the table, the group has lost: last player out" {
		t.Fatalf("last entry %+v", e)
	}
	l.by("group.withdraw.v1", `{}`, group.EntryWithdrawn{Table: "green", Entry: lost})
	if g := l.s.Group; g.Phase != board.PhasePlaying || g.Result != (board.Result{}) || !g.EndedAt.IsZero() {
		t.Errorf("after the withdrawal: %s %+v", g.Phase, g.Result)
	}
	now := l.table("green")
	if e := now.LastEntry; e == nil || e.Command != first || e.Words != "Placed 2 progress on stage 3D (now 2)" {
		t.Errorf("last entry %+v", e)
	}
	now.EntryAt = after.EntryAt
	if !reflect.DeepEqual(now, after) {
		t.Errorf("got %+v, want %+v", now, after)
	}
	l.by("group.withdraw.v1", `{}`, group.EntryWithdrawn{Table: "green", Entry: first})
	now = l.table("green")
	now.EntryAt = before.EntryAt
	if !reflect.DeepEqual(now, before) {
		t.Errorf("got %+v, want %+v", now, before)
	}
}

func TestNothingIsTakenBackAcrossARulingAnEndedRoundOrANewRound(t *testing.T) {
	entry := func(l *log) {
		l.by("lotr.place-progress.v1", `{"table":"red"}`, lotr.StageProgressed{Table: "red", Stage: "3B", By: 1, Progress: 1, Why: "entry"})
		if l.table("red").LastEntry == nil {
			l.t.Fatal("an entry cannot be taken back")
		}
	}
	for name, evs := range map[string][]events.Payload{
		"ruling":      {group.RulingMade{Reason: "x"}, lotr.ThreatChanged{Table: "red", Player: "p-1", To: 20, Why: lotr.WhyRuling}},
		"ended":       {group.TableEndedRound{Table: "red", Round: 4}},
		"new round":   {group.RoundStarted{Round: 5}},
		"late player": {group.PlayerAdmitted{Seat: group.Seat{Player: "p-9", Table: "red"}}},
	} {
		l := started(t)
		entry(l)
		l.by("group.something.v1", `{}`, evs...)
		if e := l.table("red").LastEntry; e != nil {
			t.Errorf("%s: %+v can still be taken back", name, e)
		}
	}
}

func TestRulingsListTheirChangesInWords(t *testing.T) {
	l := started(t)
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "a card was overlooked", Verdict: group.VerdictCorrected},
		lotr.ThreatChanged{Table: "red", Player: "p-1", From: 30, To: 28, Why: lotr.WhyRuling},
		lotr.CityStrengthRestated{From: 25, Strength: 27, Reason: "a card was overlooked"})
	r := l.s.Group.Rulings[0]
	want := []string{"{p-1} threat 30 to 28 (ruling)", "City strength 25 to 27 by a ruling: a card was overlooked"}
	if !reflect.DeepEqual(r.Changes, want) || r.Reason != "a card was overlooked" || r.By.Role != events.RoleCaptain {
		t.Errorf("%+v", r)
	}
	for range 60 {
		l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "again", Verdict: group.VerdictStands})
		l.by("group.post-notice.v1", `{}`, group.NoticePosted{Text: "lunch"})
	}
	if g := l.s.Group; len(g.Rulings) != 50 || len(g.Notices) != 5 {
		t.Errorf("%d rulings and %d notices are kept, want 50 and 5", len(g.Rulings), len(g.Notices))
	}
}

func TestTheQueueTellsStateOptionsAndOutcome(t *testing.T) {
	l := started(t)
	steps := []group.Step{
		{ID: "f", Kind: group.StepForced, Order: 1, Table: "red", Stage: "3B"},
		{ID: "s", Kind: group.StepSiege, Order: 2},
		{ID: "v", Kind: group.StepVictory, Order: 9},
	}
	l.by("group.end-round.v1", `{}`,
		group.TableEndedRound{Table: "red", Round: 4}, group.TableEndedRound{Table: "green", Round: 4}, group.TableEndedRound{Table: "blue", Round: 4},
		group.RoundEnded{Round: 4, Steps: steps},
		group.StepOpened{Step: "f", Table: "red", Decides: "p-1", Options: []group.Option{{Choice: group.ChoicePay, Allowed: true}}})
	q := l.s.Group.Queue
	if l.s.Group.Phase != board.PhaseEnding || q[0].State != board.StepNow || len(q[0].Options) != 1 || q[0].Decides != "p-1" || q[1].State != board.StepPending {
		t.Fatalf("%+v", q)
	}
	l.by("group.resolve-step.v1", `{}`,
		lotr.EffectCarriedOut{Step: "f", Table: "red", Stage: "3B", Half: lotr.HalfBad, Tables: []events.TableID{"red"}, Do: "Set the siege tracker to 28."},
		lotr.CityStrengthRaised{Round: 4, From: 25, By: 3, Strength: 28, Table: "red", Step: "f", Why: "stage 3B"},
		group.StepResolved{Step: "f", Table: "red", Choice: group.ChoiceSuffer},
		group.StepsAdded{Steps: []group.Step{{ID: "a", Kind: group.StepAttack, Order: 5, Table: "blue"}}},
		lotr.CityStrengthReduced{Round: 4, From: 28, By: 0, Strength: 28, Shares: []lotr.Share{{Table: "red"}}},
		group.StepResolved{Step: "s", Auto: true})
	q = l.s.Group.Queue
	if q[0].State != board.StepDone || q[0].Options != nil || q[0].Outcome != "took the bad effect; Set the siege tracker to 28; city strength 25 to 28" || q[0].By.Table != "red" {
		t.Errorf("%+v", q[0])
	}
	if q[1].Outcome != "city strength 28 to 28" || !q[1].Auto || q[2].ID != "a" || q[3].ID != "v" {
		t.Errorf("%+v", q[1:])
	}
	if todo := l.table("red").ToDo; len(todo) != 1 || todo[0] != "Stage 3B: Set the siege tracker to 28." {
		t.Errorf("to do: %q", todo)
	}
}

func TestPausesAndReopening(t *testing.T) {
	l := started(t)
	l.by("group.pause.v1", `{}`, group.GroupPaused{Reason: "lunch"})
	if g := l.s.Group; !g.Paused || g.PauseReason != "lunch" {
		t.Errorf("%+v", g)
	}
	l.by("group.resume.v1", `{}`, group.GroupResumed{})
	l.by("group.abandon.v1", `{}`, group.GroupAbandoned{Round: 4, Reason: "fire alarm"})
	if g := l.s.Group; g.Paused || g.Phase != board.PhaseAbandoned || !g.Over() {
		t.Errorf("%+v", g)
	}
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "false alarm"}, group.GroupReopened{Was: "abandoned"})
	if g := l.s.Group; g.Phase != board.PhasePlaying || g.Result.Reason != "" {
		t.Errorf("%+v", g)
	}
}

// What the fold keeps survives being stored and read again.
func TestStoredBoardsRoundTrip(t *testing.T) {
	l := started(t)
	l.by("lotr.place-progress.v1", `{"table":"red"}`, lotr.StageProgressed{Table: "red", Stage: "3B", By: 1, Progress: 1, Why: "entry"})
	b, err := json.Marshal(l.s)
	if err != nil {
		t.Fatal(err)
	}
	var back board.Stored
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	back.Stacks = l.s.Stacks // kept apart
	again, err := json.Marshal(back)
	if err != nil || string(again) != string(b) {
		t.Errorf("%v\n%s\n%s", err, b, again)
	}
}

// A card that Power of Lórien cancels surges no more; one that was revealed because of it does.
func TestACancelledCardOwesNoSurge(t *testing.T) {
	l := started(t)
	reveal := func(surge bool) {
		l.by("lotr.reveal-card.v1", `{"table":"red"}`, lotr.CardRevealed{Table: "red", Card: lotr.Card{Name: "Servant of Sauron", Kind: "treachery"}, Surge: surge})
	}
	use := func() {
		l.by("lotr.use-power.v1", `{"table":"red"}`, lotr.PowerUsed{Table: "red", Player: "p-1", Card: "Servant of Sauron"})
	}
	reveal(true)
	if owed := l.table("red").SurgeOwed; owed != 1 {
		t.Fatalf("%d cards are owed after a surge, want 1", owed)
	}
	reveal(true)
	reveal(false)
	if owed := l.table("red").SurgeOwed; owed != 0 {
		t.Fatalf("%d cards are owed after the last of a chain, want 0", owed)
	}
	reveal(true)
	use()
	if owed := l.table("red").SurgeOwed; owed != 0 {
		t.Errorf("%d cards are owed after the card was cancelled, want 0", owed)
	}
	reveal(true)
	reveal(false)
	use()
	if owed := l.table("red").SurgeOwed; owed != 0 {
		t.Errorf("%d cards are owed after the second was cancelled, want 0", owed)
	}
}

// The table that holds Dol Guldur has the siege tracker: every new city strength is on its list, but
// only the latest of those that no stage's effect says.
func TestTheSiegeTrackerIsOnTheListOfItsTable(t *testing.T) {
	l := started(t)
	l.by("group.end-round.v1", `{}`, group.RoundEnded{Round: 4, Steps: []group.Step{{ID: "s", Kind: group.StepSiege, Order: 1}}},
		lotr.CityStrengthReduced{Round: 4, From: 25, By: 4, Strength: 21, Shares: []lotr.Share{{Table: "red", Siege: 4}}},
		group.StepResolved{Step: "s", Auto: true},
		lotr.CityStrengthRaised{Round: 4, From: 21, By: 3, Strength: 24, Table: "red", Step: "a", Why: "stage 3B"},
		lotr.EffectCarriedOut{Step: "a", Table: "red", Stage: "3B", Half: lotr.HalfBad, Absent: true, Tables: []events.TableID{"red"}, Do: "Set the siege tracker to 24."})
	want := []string{"Set the siege tracker to 21.", "Stage 3B: Set the siege tracker to 24."}
	if todo := l.table("red").ToDo; !reflect.DeepEqual(todo, want) {
		t.Errorf("to do: %q, want %q", todo, want)
	}
	for _, id := range []events.TableID{"green", "blue"} {
		if todo := l.table(id).ToDo; len(todo) > 0 {
			t.Errorf("%s, which has no tracker, is to do %q", id, todo)
		}
	}
	l.by("group.round.v1", `{}`, group.RoundStarted{Round: 5})
	entry := l.by("lotr.change-threat.v1", `{"table":"red"}`, lotr.ThreatChanged{Table: "red", Player: "p-1", From: 30, To: 31})
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "miscounted"}, lotr.CityStrengthRestated{From: 24, Strength: 22, Reason: "miscounted"})
	l.by("group.withdraw.v1", `{}`, group.EntryWithdrawn{Table: "red", Entry: entry})
	want = []string{"Stage 3B: Set the siege tracker to 24.", "Set the siege tracker to 22."}
	if todo := l.table("red").ToDo; l.table("red").Players[0].Threat != 30 || !reflect.DeepEqual(todo, want) {
		t.Errorf("after a ruling and an entry taken back, to do: %q, want %q", todo, want)
	}
	l.by("group.end-round.v1", `{}`, group.RoundEnded{Round: 5}, lotr.CityStrengthReduced{Round: 5, From: 22, By: 0, Strength: 22, Shares: []lotr.Share{{Table: "red"}}})
	if todo := l.table("red").ToDo; len(todo) > 0 {
		t.Errorf("nothing has changed, and it is to do %q", todo)
	}
}

// A ruling moves a team: in a round it is the stage of that round, with another one that nobody is at;
// what the old Lieutenant would have done is no longer to do.
func TestARulingMovesATeam(t *testing.T) {
	l := opened(t)
	l.by("group.start.v1", `{}`, group.GroupStarted{Players: 3}, group.RoundStarted{Round: 1})
	for table, stage := range map[events.TableID]string{"red": "3B", "green": "3D", "blue": "3H"} {
		l.by("group.resolve-step.v1", `{}`, lotr.StageEntered{Table: table, From: "2B", Stage: stage})
	}
	l.by("group.resolve-step.v1", `{}`, lotr.LieutenantArrived{Table: "red", Enemy: 1, Card: lotr.Card{Name: "Bane"}, Attacks: []events.PersonID{"p-1"}})
	if g := l.s.Group; g.Absent != "3F" {
		t.Fatalf("absent %q", g.Absent)
	}
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "the wrong button"},
		lotr.StageEntered{Table: "red", From: "3B", Stage: "3F", Name: "Battle Under the Trees"},
		lotr.LieutenantSetAside{Table: "red", Enemy: 1, Card: "Bane"})
	red := l.table("red")
	if red.Stage != "3F" || red.Stages[0] != "3F" || l.s.Group.Absent != "3B" || len(red.Enemies) > 0 || len(red.ToDo) > 0 {
		t.Errorf("%+v, absent %s", red, l.s.Group.Absent)
	}
	want := []string{"Rivendell goes to stage 3F (Battle Under the Trees)", "Bane was set aside"}
	if got := l.s.Group.Rulings[0].Changes; !reflect.DeepEqual(got, want) {
		t.Errorf("the ruling says %q, want %q", got, want)
	}
	l.by("group.end-round.v1", `{}`, group.RoundEnded{Round: 1})
	l.by("lotr.rule.v1", `{}`, group.RulingMade{Reason: "again"}, lotr.StageEntered{Table: "red", From: "3F", Stage: "3B"})
	if red := l.table("red"); red.Stage != "3B" || red.Stages[0] != "3F" {
		t.Errorf("after the round it is at %s, and played at %v", red.Stage, red.Stages)
	}
}
