package coordinator_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// The last player of a stage goes out, by whatever way and at whatever moment: lost at once.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode". Ruling: 2.
func TestALossIsImmediateWhateverBringsIt(t *testing.T) {
	drop := func(l *log, id events.TableID) {
		for n := range 2 {
			l.do(organiser, group.DropPlayer{Player: player(id, n+1), How: group.DropEliminate, Reason: "last train"})
		}
	}
	fifty := func(l *log, id events.TableID) {
		out := []lotr.PlayerRuling{{Player: player(id, 1), Threat: intp(50)}, {Player: player(id, 2), Threat: intp(60)}}
		l.do(judge, ruling(id, lotr.TableRuling{Players: out}))
	}
	for _, c := range []struct {
		name  string
		given func(*testing.T) *log
		end   func(*log)
		phase coordinator.Phase // in which it happened
	}{
		{"the organiser drops them in a round", inRound4, func(l *log) { drop(l, esgaroth) }, coordinator.PhasePlaying},
		{"while effects are resolved", ending, func(l *log) { drop(l, esgaroth) }, coordinator.PhaseEnding},
		{"while play is paused", func(t *testing.T) *log {
			l := ending(t)
			l.do(judge, group.Pause{Reason: "a question"})
			return l
		}, func(l *log) { drop(l, esgaroth) }, coordinator.PhaseEnding},
		{"a judge sets their threat in a round", inRound4, func(l *log) { fifty(l, esgaroth) }, coordinator.PhasePlaying},
		{"while effects are resolved, by a ruling", ending, func(l *log) { fifty(l, esgaroth) }, coordinator.PhaseEnding},
		{"the refresh of the last table", func(t *testing.T) *log { return beforeRefresh(t) }, func(l *log) {
			l.do(captain(esgaroth), group.EndRound{Table: esgaroth, Round: 4})
		}, coordinator.PhasePlaying},
		{"the refresh of a round that a judge ends", func(t *testing.T) *log { return beforeRefresh(t) }, func(l *log) {
			l.do(judge, group.ForceEndRound{Table: esgaroth, Round: 4, Reason: "time"})
		}, coordinator.PhasePlaying},
		{"a refresh that is begun by hand", func(t *testing.T) *log { return beforeRefresh(t) }, func(l *log) {
			l.do(captain(esgaroth), lotr.BeginPhase{Table: esgaroth, Phase: lotr.PhaseRefresh})
		}, coordinator.PhasePlaying},
		{"heroes that start with more threat", inRound1, func(l *log) {
			l.do(captain(esgaroth), lotr.ChangeThreat{Table: esgaroth, By: 25})
			l.do(captain(esgaroth), group.SeatPlayers{Seats: []group.Seat{
				{Player: player(esgaroth, 1), Table: esgaroth, Threat: intp(40)}, {Player: player(esgaroth, 2), Table: esgaroth, Threat: intp(40)},
			}})
		}, coordinator.PhasePlaying},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.given(t)
			c.end(l)
			lost, ok := find[group.GroupLost](l.last)
			if !ok || l.s.Phase != coordinator.PhaseLost || lost.Table != esgaroth || !strings.Contains(lost.Reason, "Esgaroth") {
				t.Fatalf("phase %s, %+v", l.s.Phase, l.last)
			}
			if count[group.TableEndedRound](l.last)+count[group.RoundEnded](l.last) > 0 {
				t.Error("the round ended although the game was lost before")
			}
			if l.s.Before != c.phase {
				t.Errorf("before it was %q, want %q", l.s.Before, c.phase)
			}
			// A judge takes it back, and the game goes on where it was.
			back := ruling(esgaroth, lotr.TableRuling{Players: []lotr.PlayerRuling{{Player: player(esgaroth, 2), Reinstate: true, Threat: intp(30)}}})
			back.Reopen = true
			l.do(judge, back)
			if l.s.Phase != c.phase || l.table(esgaroth).FirstPlayer != player(esgaroth, 2) {
				t.Errorf("after it was taken back: %s, first player %s", l.s.Phase, l.table(esgaroth).FirstPlayer)
			}
		})
	}
}

// beforeRefresh is round 4, where the other tables wait and Esgaroth's players are at 49 threat.
func beforeRefresh(t *testing.T) *log {
	l := inRound4(t)
	for _, id := range []events.TableID{lorien, rivendell} {
		l.do(captain(id), group.EndRound{Table: id, Round: 4})
	}
	for n := range 2 {
		l.do(captain(esgaroth), lotr.ChangeThreat{Table: esgaroth, Player: player(esgaroth, n+1), To: intp(49)})
	}
	return l
}

// A player card that says so loses the game of the whole group: The One Ring, the attachment, leaves
// play with its hero.
//
// Rule: The One Ring (attachment).
// Source: A Shadow in the East, "The One Ring & The “Master” Trait"; facts/game-facts.md, "4.3
// Rule-bearing cards".
func TestTheOneRingLeavesPlayAtDolGuldur(t *testing.T) {
	l := inRound1(t)
	seat := group.Seat{Player: player(esgaroth, 1), Table: esgaroth, OneRing: true, Ring: "Balin", Heroes: []group.Hero{
		{Title: "Balin", Threat: 9, HitPoints: 4}, {Title: "Ori", Threat: 8, HitPoints: 3},
	}}
	l.do(captain(esgaroth), group.SeatPlayers{Seats: []group.Seat{seat}})
	l.do(captain(esgaroth), lotr.DestroyCharacter{Table: esgaroth, Player: player(esgaroth, 1), Character: "Ori"})
	if l.s.Over() {
		t.Fatal("lost with another hero")
	}
	l.do(captain(esgaroth), lotr.DestroyCharacter{Table: esgaroth, Player: player(esgaroth, 1), Character: "Balin"})
	lost, ok := find[group.GroupLost](l.last)
	if !ok || lost.Table != esgaroth || !strings.Contains(lost.Reason, "The One Ring") || l.s.Phase != coordinator.PhaseLost {
		t.Errorf("lost %+v, in phase %s", lost, l.s.Phase)
	}
}
