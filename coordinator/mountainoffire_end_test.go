package coordinator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A loss at The Black Gate Opens waits for the end of the round.
//
// Ruling: 8.
func TestALossWaitsForTheEndOfTheRound(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      events.TableID
		lose    func(*log)
		certain bool
	}{
		{"Aragorn leaves play", gate, func(l *log) { l.loses(gate, lotr.LostAragorn) }, false},
		{"everybody at The Black Gate Opens is out", gate, func(l *log) { l.out(gate) }, false},
		{"The One Ring leaves play", doom, func(l *log) { l.loses(doom, lotr.LostRing) }, true},
		{"everybody at Mount Doom is out", doom, func(l *log) { l.out(doom) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := fire(t, 2, 2, group.Settings{})
			c.lose(l)
			pending, ok := find[lotr.LossPending](l.all())
			if !ok || pending.Table != c.at || pending.Certain != c.certain || pending.Round != 1 || pending.Reason == "" || pending.Rule == "" {
				t.Errorf("announced: %+v", pending)
			}
			l.phase(coordinator.PhasePlaying)
			other := map[events.TableID]events.TableID{gate: doom, doom: gate}[c.at]
			if got := l.s.Waiting(); !slices.Equal(got, []events.TableID{other}) {
				t.Errorf("waiting for %v", got)
			}
			l.do(captain(other), lotr.ChangeThreat{Table: other, By: 1})
			l.endRound()
			l.phase(coordinator.PhaseLost)
			lost, _ := find[group.GroupLost](l.last)
			if lost.Table != c.at || lost.Round != 1 || lost.Rule == "" || count[group.RoundEnded](l.all()) != 0 {
				t.Errorf("%+v", lost)
			}
		})
	}
}

// The table that has lost enters nothing more, and takes its entry back if that was wrong: the round goes
// on as if nothing had been entered, also where the loss ended the game at once.
//
// Ruling: 8.
func TestTheEntryThatLostATableIsTakenBackWithIt(t *testing.T) {
	for _, ended := range []bool{false, true} {
		l := fire(t, 2, 2, group.Settings{})
		if ended { // nobody is waited for any more
			l.do(captain(doom), group.EndRound{Table: doom, Round: 1})
		}
		before := l.summary()
		l.loses(gate, lotr.LostAragorn)
		if over := l.s.Over(); over != ended {
			t.Fatalf("over: %v", over)
		}
		if !ended {
			l.refused(captain(gate), lotr.ChangeThreat{Table: gate, By: 1}, coordinator.CodeDecided)
		}
		entry, ok := l.s.Withdrawable(gate)
		if !ok {
			t.Fatal("the entry cannot be taken back")
		}
		l.do(captain(gate), group.Withdraw{Table: gate, Entry: entry})
		if got := l.summary(); !sameGame(t, got, before) {
			t.Errorf("after taking back:\n%s\nbefore:\n%s", got, before)
		}
		l.do(captain(gate), lotr.ChangeThreat{Table: gate, By: 1})
	}
}

// A judge takes a loss back: one that waits, one of a table whose player is reinstated, one that ended
// the game.
//
// Ruling: 17.
func TestAJudgeTakesALossBack(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	l.loses(gate, lotr.LostAragorn)
	l.do(captain(doom), lotr.ChangeThreat{Table: doom, By: 1})
	es := l.do(judge, ruling(gate, lotr.TableRuling{TakeBack: true}))
	if back, ok := find[lotr.OutcomeTakenBack](es); !ok || back.Was != "lost" || len(l.s.Waiting()) != 2 {
		t.Errorf("%+v, waiting for %v", back, l.s.Waiting())
	}
	l.refused(judge, ruling(gate, lotr.TableRuling{TakeBack: true}), coordinator.CodeNotOver)

	l.out(gate)
	back := lotr.TableRuling{Players: []lotr.PlayerRuling{{Player: player(gate, 1), Reinstate: true, Threat: intp(30)}}}
	back.TakeBack = true
	l.do(judge, ruling(gate, back))
	if tb := l.table(gate); tb.Lost != nil || tb.Pending {
		t.Errorf("a player is back, and the table stays lost: %+v", tb.Lost)
	}

	l.loses(gate, lotr.LostAragorn)
	l.do(captain(doom), group.EndRound{Table: doom, Round: 1})
	l.phase(coordinator.PhaseLost)
	l.refused(judge, ruling(gate, lotr.TableRuling{TakeBack: true}), coordinator.CodeOver)
	l.do(judge, lotr.Rule{Reason: "it was another hero", Verdict: group.VerdictCorrected, Reopen: true})
	l.phase(coordinator.PhasePlaying)
	if got := l.s.Waiting(); !slices.Equal(got, []events.TableID{gate}) {
		t.Errorf("waiting for %v", got)
	}
	l.endRound()
	l.phase(coordinator.PhaseEnding)
}

// toTheCrack brings Mount Doom to its last test, which its captain has still to resolve: willpower 9.
func (l *log) toTheCrack(icons int) {
	l.t.Helper()
	l.do(captain(doom), lotr.AdvanceStage{Table: doom, Stage: "4B", Note: "the mountain was reached"})
	mountain := slices.IndexFunc(l.table(doom).Locations, func(o rulesLocation) bool { return o.Card.Code == "mount-doom" })
	l.do(captain(doom), lotr.ExploreLocation{Table: doom, Location: l.table(doom).Locations[mountain].Number})
	who := l.table(doom).Tests[0].Player
	l.do(captain(doom), lotr.BeginTest{Table: doom, Player: who, Willpower: intp(9)})
	cards := make([]lotr.DiscardedForTest, l.table(doom).Test.Cards)
	for i := range cards {
		cards[i].Icons = min(icons, 9)
		icons -= cards[i].Icons
	}
	l.do(captain(doom), lotr.CountIcons{Table: doom, Cards: cards})
}

// A win at Mount Doom counts at once, and stands although The Black Gate Opens was lost in the same round.
//
// Ruling: 8, 9.
func TestAWinAtMountDoomSavesAPendingLoss(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	l.loses(gate, lotr.LostAragorn)
	l.toTheCrack(2)
	es := l.do(captain(doom), lotr.ResolveTest{Table: doom})
	l.phase(coordinator.PhaseWon)
	won, _ := find[group.GroupWon](es)
	if won.Round != 1 || !strings.Contains(won.Reason, "Mount Doom is won") || won.Rule == "" {
		t.Errorf("%+v", won)
	}
	// The captain had mistaken an icon: the test goes on, and the loss waits again.
	entry, _ := l.s.Withdrawable(doom)
	l.do(captain(doom), group.Withdraw{Table: doom, Entry: entry})
	l.phase(coordinator.PhasePlaying)
	if tb := l.table(doom); tb.Won != nil || tb.Test == nil || !l.table(gate).Pending {
		t.Errorf("won %v, test %v, pending %v", tb.Won, tb.Test, l.table(gate).Pending)
	}
}

// The last test failed: the loss is certain, and nothing saves it.
//
// Ruling: 8.
func TestTheLastTestFailedIsCertain(t *testing.T) {
	l := fire(t, 2, 2, group.Settings{})
	l.toTheCrack(20)
	es := l.do(captain(doom), lotr.ResolveTest{Table: doom})
	if pending, ok := find[lotr.LossPending](es); !ok || !pending.Certain || pending.Table != doom {
		t.Errorf("%+v", pending)
	}
	l.phase(coordinator.PhasePlaying)
	l.refused(captain(doom), lotr.AdvanceStage{Table: doom, Stage: "3B"}, coordinator.CodeDecided)
	l.endRound()
	l.phase(coordinator.PhaseLost)
}
