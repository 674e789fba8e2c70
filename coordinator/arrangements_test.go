package coordinator_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/internal/play"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// However the teams stand, and whichever holds Dol Guldur: the stages in alphabetical order, Dol
// Guldur, the absent stage at the table that holds it, the choices.
//
// Source: facts/game-facts.md, "2.3 End of round, in order".
func TestTheQueueInEveryArrangement(t *testing.T) {
	all := []string{"3B", "3D", "3F", "3H"}
	ids := []events.TableID{lorien, rivendell, esgaroth}
	for _, holder := range ids {
		for n := range 64 {
			at := []string{all[n/16], all[n/4%4], all[n%4]}
			if at[0] == at[1] || at[0] == at[2] || at[1] == at[2] {
				continue
			}
			l := newLog(t)
			l.do(organiser, openEpic(group.Settings{}))
			for _, id := range ids {
				l.do(organiser, group.SeatPlayers{Seats: seats(id, 1)})
			}
			if holder != lorien {
				l.do(organiser, lotr.AssignDolGuldur{Table: holder})
			}
			l.do(organiser, group.StartGroup{})
			l.toCrossing()
			l.chooseStages(at...)
			l.endRound()
			checkArrangement(t, l, holder, at)
		}
	}
}

func checkArrangement(t *testing.T, l *log, holder events.TableID, at []string) {
	t.Helper()
	here := slices.Clone(at)
	slices.Sort(here)
	want := append(slices.Clone(here), group.StepSiege)
	for _, absent := range []string{"3B", "3D", "3F", "3H"} {
		if !slices.Contains(at, absent) {
			want = append(want, fmt.Sprintf("absent %s at %s", absent, holder))
		}
	}
	for _, stage := range here {
		want = append(want, "choose "+string([]events.TableID{lorien, rivendell, esgaroth}[slices.Index(at, stage)]))
	}
	want = append(want, group.StepVictory)
	got := slices.DeleteFunc(order(l.s), func(s string) bool { return s == group.StepDigEnemies })
	if !slices.Equal(got, want) {
		t.Errorf("at %v, Dol Guldur at %s:\ngot  %v\nwant %v", at, holder, got, want)
	}
}

// Games whose results a judge takes back, again and again, keep to everything that games keep to.
func TestGamesWhoseResultsAreTakenBack(t *testing.T) {
	won, lost, moved := 0, 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 77))
		l := startGame(t, rng, seed)
		people := play.Players{Mistakes: 8, Officials: 6, LastRound: 9}
		for back, n := 0, 0; back < 6; n++ {
			switch {
			case n > maxEntries*6:
				t.Fatalf("seed %d: the games do not end: %v", seed, l.s.Words())
			case l.s.Over():
				back++
				if l.s.Phase == coordinator.PhaseWon {
					won++
				} else {
					lost++
				}
				l.do(judge, takeBack(l, rng))
			case l.s.Round > 3 && rng.IntN(15) == 0:
				l.send(judge, weaken(l, rng))
			case l.s.Round > 3 && rng.IntN(15) == 0:
				if _, no := l.send(judge, toStage(l.s.Tables[rng.IntN(len(l.s.Tables))].ID, []string{"3B", "3D", "3F", "3H"}[rng.IntN(4)])); no == nil {
					moved++
				}
			default:
				l.send(people.Next(l.s, rng))
			}
		}
		checkHistory(t, l)
		checkReplay(t, l)
	}
	if won == 0 || lost == 0 || moved == 0 {
		t.Errorf("%d wins and %d losses were taken back, %d times a team was moved", won, lost, moved)
	}
}

// takeBack reopens a group, with players where none is left.
func takeBack(l *log, rng *rand.Rand) lotr.Rule {
	r := lotr.Rule{Reason: "seen too late", Verdict: group.VerdictCorrected, Reopen: true}
	for _, tb := range l.s.Tables {
		var back []lotr.PlayerRuling
		for _, p := range tb.Players {
			if p.Out && (tb.PlayersIn() == 0 || rng.IntN(2) == 0) {
				back = append(back, lotr.PlayerRuling{Player: p.ID, Reinstate: true, Threat: intp(rng.IntN(40))})
			}
		}
		if len(back) > 0 {
			r.Tables = append(r.Tables, lotr.TableRuling{Table: tb.ID, Players: back})
		}
	}
	return r
}

// weaken brings a group near its win.
func weaken(l *log, rng *rand.Rand) lotr.Rule {
	r := lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: intp(rng.IntN(3))}
	for _, tb := range l.s.Tables {
		if len(tb.Lieutenants()) > 0 {
			r.Tables = append(r.Tables, lotr.TableRuling{Table: tb.ID, Lieutenant: intp(rng.IntN(10))})
		}
	}
	return r
}
