package coordinator_test

import (
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// handOver is the end of round 4: Rivendell, where an enemy with siege 4 was destroyed, is asked about
// Host of Lórien. It returns who controls it.
func handOver(t *testing.T) (*log, events.PersonID) {
	l := epic(t, 2, group.Settings{})
	l.do(judge, ruling(rivendell, lotr.TableRuling{Power: intp(10)}))
	l.toCrossing()
	l.answer(rivendell, group.ChoiceTakeHost)
	l.chooseStages("3B", "3D", "3H")
	l.answer(rivendell, group.ChoicePass)
	l.do(captain(rivendell), lotr.DestroyEnemy{Table: rivendell, Card: "Host of Dol Guldur"})
	l.endRound()
	l.digDone()
	l.chooseStages("3F", "3B", "3D")
	return l, l.table(rivendell).Lorien[0].Player
}

// chooseStages sends Lórien, Rivendell and Esgaroth to new stages.
func (l *log) chooseStages(stages ...string) {
	l.t.Helper()
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, stages[i])
	}
}

// An entry that takes the last Lórien card out of play answers the hand-over by itself, and with it
// the round ends. Taken back afterwards, it would bring the old round's siege into the new one.
func TestAnEntryByWhichTheQueueGoesOnIsFinal(t *testing.T) {
	for name, entry := range map[string]func(events.PersonID) lotr.TableCommand{
		"Host of Lórien is lost": func(p events.PersonID) lotr.TableCommand {
			return lotr.DestroyCharacter{Table: rivendell, Player: p, Character: lotr.HostName}
		},
		"who controls it goes out": func(p events.PersonID) lotr.TableCommand {
			return lotr.ChangeThreat{Table: rivendell, Player: p, By: 40}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, owner := handOver(t)
			l.do(captain(rivendell), lotr.ChangeThreat{Table: rivendell, By: 1})
			es := l.do(captain(rivendell), entry(owner))
			lost, ok := find[lotr.HostLost](es)
			if !ok || lost.Player != owner || l.s.Round != 5 || l.s.Phase != coordinator.PhasePlaying {
				t.Fatalf("round %d %s after %+v", l.s.Round, l.s.Phase, es)
			}
			if id, ok := l.s.Withdrawable(rivendell); ok {
				l.do(captain(rivendell), group.Withdraw{Table: rivendell, Entry: id})
				t.Errorf("an entry of round 4 was taken back in round 5; scored now: %+v", l.table(rivendell).Scored)
			}
		})
	}
}

func TestAnEntryDuringTheHandOverCanBeTakenBack(t *testing.T) {
	l, owner := handOver(t)
	before := l.game(rivendell)
	l.do(captain(rivendell), lotr.DamageCharacter{Table: rivendell, Player: owner, Character: lotr.HostName, By: 3})
	id, ok := l.s.Withdrawable(rivendell)
	if !ok {
		t.Fatal("damage on Host of Lórien cannot be taken back")
	}
	l.do(captain(rivendell), group.Withdraw{Table: rivendell, Entry: id})
	if got := l.game(rivendell); string(got) != string(before) || openKind(l.s, rivendell) != group.StepHandOver {
		t.Errorf("open %q\ngot  %s\nwant %s", openKind(l.s, rivendell), got, before)
	}
}

// Who controls a card leaves while it may be handed over: the deck goes on with the card, or the card
// leaves play with its player.
//
// Ruling: 16.
func TestWhoMayHandOverLeaves(t *testing.T) {
	l, owner := handOver(t)
	l.do(organiser, group.DropPlayer{Player: owner, How: group.DropHandOver, Heir: "zoe", Reason: "last train"})
	opened, ok := find[group.StepOpened](l.last)
	if !ok || opened.Decides != "zoe" || l.table(rivendell).Lorien[0].Player != "zoe" {
		t.Fatalf("the heir is not asked: %+v", l.last)
	}
	give := l.reply(rivendell, group.ChoiceGive)
	give.Player = owner
	l.refused(captain(rivendell), give, coordinator.CodeUnknownPlayer)
	l.do(organiser, group.DropPlayer{Player: "zoe", How: group.DropEliminate, Reason: "the same train"})
	lost, _ := find[lotr.HostLost](l.last)
	if lost.Player != "zoe" || len(l.table(rivendell).Lorien) != 0 || l.s.Round != 5 {
		t.Errorf("round %d, %+v", l.s.Round, l.last)
	}
}
