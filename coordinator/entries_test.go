package coordinator_test

import (
	"bytes"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// I6: the entries of one device are in its order, without gaps.
func TestADeviceCountsItsCommands(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	up := lotr.ChangeThreat{Table: lorien, By: 1}
	l.device = "phone-1"
	l.number = 2
	if r := l.refused(captain(lorien), up, engine.CodeDeviceGap); r.WantN != 1 {
		t.Errorf("wants number %d, not 1", r.WantN)
	}
	l.number = 1
	l.do(captain(lorien), up)
	if r := l.refused(captain(lorien), up, engine.CodeDeviceRepeat); r.WantN != 2 {
		t.Errorf("wants number %d, not 2", r.WantN)
	}
	// A refused command does not use its number up.
	l.number = 2
	l.refused(captain(lorien), lotr.PlaceProgress{Table: lorien, By: 5000}, engine.CodeMalformed)
	l.do(captain(lorien), up)
	// Another device counts for itself; one that does not count is not held to it.
	l.device, l.number = "phone-2", 1
	l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1})
	l.number = 0
	l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1})
	if l.s.LastN("phone-1") != 2 || l.s.LastN("phone-2") != 1 {
		t.Errorf("counts %d and %d", l.s.LastN("phone-1"), l.s.LastN("phone-2"))
	}
	l.device, l.number = "", 4
	l.refused(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1}, engine.CodeMalformed)
}

func TestTheRightIsLookedAtBeforeTheCount(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	l.device, l.number = "phone-1", 7
	l.refused(captain(rivendell), lotr.ChangeThreat{Table: lorien, By: 1}, engine.CodeOtherTable)
	l.refused(captain(lorien), group.ResolveStep{Table: lorien, Step: "x"}, engine.CodeDeviceGap)
}

func TestOneDeviceRecordsForATable(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	up := lotr.ChangeThreat{Table: lorien, By: 1}
	l.device = "phone-1"
	es := l.do(events.Actor{Role: events.RoleCaptain, Group: evening, Table: lorien, Person: "p-1"}, group.TakeRecorder{Table: lorien})
	if got := es[0].(group.RecorderTaken); got != (group.RecorderTaken{Table: lorien, Device: "phone-1", By: "p-1"}) {
		t.Errorf("%+v", got)
	}
	l.do(captain(lorien), up)
	l.device = "phone-2"
	l.refused(captain(lorien), up, engine.CodeNotRecorder)
	l.refused(captain(lorien), group.TakeRecorder{Table: lorien}, coordinator.CodeRecorderActive)
	l.do(judge, up) // officials are not bound to a device
	es = l.do(captain(lorien), group.TakeRecorder{Table: lorien, Confirm: true})
	if got := es[0].(group.RecorderTaken); got.Was != "phone-1" || got.Device != "phone-2" {
		t.Errorf("%+v", got)
	}
	l.do(captain(lorien), up)
	l.device = "phone-1"
	l.refused(captain(lorien), up, engine.CodeNotRecorder)
	l.device = ""
	l.refused(captain(lorien), up, engine.CodeNotRecorder)
	l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1}) // nobody records there
}

// game is what a table looks like without what does not count.
func (l *log) game(id events.TableID) []byte {
	l.t.Helper()
	return must(jsonOf(l.table(id).Table))(l.t)
}

func TestEntriesAreTakenBackOneByOne(t *testing.T) {
	l := epic(t, 2, group.Settings{})
	start := l.game(lorien)
	l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, By: 3})
	first := l.commits[len(l.commits)-1].Command.ID
	after := l.game(lorien)
	l.do(captain(lorien), lotr.RevealCard{Table: lorien, Card: "Power Sevenfold"})
	second := l.commits[len(l.commits)-1].Command.ID
	other := l.game(rivendell)
	l.do(captain(rivendell), lotr.PlaceProgress{Table: rivendell, By: 4})

	l.refused(captain(lorien), group.Withdraw{Table: lorien, Entry: first}, coordinator.CodeNotLatest)
	es := l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: second})
	if got := es[0].(group.EntryWithdrawn); got.Kind != "lotr.reveal-card.v1" || got.Entry != second || got.Version == 0 {
		t.Errorf("%+v", got)
	}
	if got := l.game(lorien); !bytes.Equal(got, after) {
		t.Errorf("after the second was taken back\ngot  %s\nwant %s", got, after)
	}
	l.refused(captain(lorien), group.Withdraw{Table: lorien, Entry: second}, coordinator.CodeNotLatest)
	l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: first})
	if got := l.game(lorien); !bytes.Equal(got, start) {
		t.Errorf("after both were taken back\ngot  %s\nwant %s", got, start)
	}
	if got := l.game(rivendell); bytes.Equal(got, other) {
		t.Error("the entry of another table went as well")
	}
	if _, seen := l.s.Seen(first); !seen {
		t.Error("an entry that was taken back is no longer known: it could be sent again")
	}
	l.refused(captain(lorien), group.Withdraw{Table: lorien, Entry: first}, coordinator.CodeNotLatest)
}

func TestARulingMakesEarlierEntriesFinal(t *testing.T) {
	l := epic(t, 2, group.Settings{})
	l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, By: 3})
	l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 3})
	id, _ := l.s.Withdrawable(lorien)
	l.do(judge, ruling(lorien, lotr.TableRuling{Progress: intp(4)}))
	l.refused(captain(lorien), group.Withdraw{Table: lorien, Entry: id}, coordinator.CodeNotLatest)
	if _, ok := l.s.Withdrawable(rivendell); !ok {
		t.Error("a ruling about Lórien took Rivendell's undo away")
	}
	l.do(captain(rivendell), group.EndRound{Table: rivendell, Round: 1})
	if _, ok := l.s.Withdrawable(rivendell); ok {
		t.Error("an entry can be taken back after its table has ended the round")
	}
}

// What a judge has counted stays, so what was counted cannot be taken back.
func TestARulingOnSiegeMakesEarlierEntriesFinal(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Card: "Battle Warg"})
	id, _ := l.s.Withdrawable(rivendell)
	l.do(judge, ruling(rivendell, lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 4, Total: 4}}))
	l.refused(captain(rivendell), group.Withdraw{Table: rivendell, Entry: id}, coordinator.CodeNotLatest)
}

func TestUndoIsBounded(t *testing.T) {
	l := epic(t, 1, group.Settings{})
	var ids []events.CommandID
	for i := range 2*coordinator.MaxUndo + 50 {
		l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, By: 1 - 2*(i%2)})
		ids = append(ids, l.commits[len(l.commits)-1].Command.ID)
		if n := len(l.s.Summary().Tables[0].Undo); n > coordinator.MaxUndo {
			t.Fatalf("%d entries are kept, at most %d may be", n, coordinator.MaxUndo)
		}
	}
	kept := len(l.s.Summary().Tables[0].Undo)
	if kept < coordinator.MaxUndo/2 {
		t.Errorf("only %d entries are kept", kept)
	}
	for range kept {
		id, _ := l.s.Withdrawable(lorien)
		l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: id})
	}
	if _, ok := l.s.Withdrawable(lorien); ok {
		t.Error("more can be taken back than is kept")
	}
	r := l.refused(captain(lorien), group.Withdraw{Table: lorien, Entry: ids[0]}, coordinator.CodeNotLatest)
	if r.Says == "" {
		t.Error("says nothing")
	}
}

// What an elimination did to the table goes with the entry that brought it.
func TestAnEliminationIsTakenBack(t *testing.T) {
	l := epic(t, 3, group.Settings{})
	one := player(lorien, 1)
	l.do(captain(lorien), lotr.AddEnemy{Table: lorien, Card: "Battle Warg", Player: one})
	before := l.game(lorien)
	es := l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, Player: one, To: intp(52)})
	if count[lotr.PlayerEliminated](es) != 1 || count[lotr.EnemyReturned](es) != 1 || count[lotr.FirstPlayerPassed](es) != 1 {
		t.Fatalf("%+v", es)
	}
	if l.table(lorien).FirstPlayer == one || l.s.Over() {
		t.Fatalf("first player %s, over %v", l.table(lorien).FirstPlayer, l.s.Over())
	}
	id, _ := l.s.Withdrawable(lorien)
	l.do(captain(lorien), group.Withdraw{Table: lorien, Entry: id})
	if got := l.game(lorien); !bytes.Equal(got, before) {
		t.Errorf("\ngot  %s\nwant %s", got, before)
	}
}
