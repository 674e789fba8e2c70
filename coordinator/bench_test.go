package coordinator_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// benchLog is an epic game with four players at each table in round 4, with a history of some
// thousand commits.
func benchLog(b rapid.TB) *log {
	l := epic(b, 4, group.Settings{})
	for l.s.Round < 3 {
		l.endRound()
		for _, id := range []events.TableID{esgaroth, lorien, rivendell} {
			l.answer(id, group.ChoicePass)
		}
	}
	l.endRound()
	for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
		l.answer(id, []string{"3B", "3D", "3H"}[i])
	}
	for i := range 3000 {
		l.do(captain(lorien), lotr.ChangeThreat{Table: lorien, Player: player(lorien, 1), By: 1 - 2*(i%2)})
	}
	return l
}

func BenchmarkDecide(b *testing.B) {
	l := benchLog(b)
	threat := coordinator.Command{ID: commandID(1), Group: evening, Actor: captain(lorien), Device: "phone-1", Body: lotr.ChangeThreat{Table: lorien, By: 1}}
	l.do(captain(rivendell), group.EndRound{Table: rivendell, Round: 4})
	l.do(captain(esgaroth), group.EndRound{Table: esgaroth, Round: 4})
	last := coordinator.Command{ID: commandID(2), Group: evening, Actor: captain(lorien), Device: "phone-1", Body: group.EndRound{Table: lorien, Round: 4}}
	wrong := coordinator.Command{ID: commandID(3), Group: evening, Actor: captain(rivendell), Body: group.EndRound{Table: lorien, Round: 4}}
	l.device = "phone-1"
	l.do(captain(lorien), group.TakeRecorder{Table: lorien})
	l.wants("", l.signed(phoneKey(1), captain(lorien), group.RegisterKey{Table: lorien, Key: public(phoneKey(1))}))
	sent := events.Command{ID: commandID(1), Type: up.CommandType(), Data: must(json.Marshal(up))(b), Actor: captain(lorien), Device: l.device}
	signed := must(coordinator.Asked(catalogue, spring, sent.Signed(spring, phoneKey(1))))(b)
	threat.Imagined, last.Imagined = true, true // there is a key now, and these are not signed
	for _, c := range []struct {
		name string
		cmd  coordinator.Command
	}{{"change-threat", threat}, {"change-threat-signed", signed}, {"last-end-round", last}, {"refused", wrong}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := coordinator.Decide(l.s, c.cmd)
				if err != nil && c.name != "refused" {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	l := benchLog(b)
	b.Run("one-entry", func(b *testing.B) {
		b.ReportAllocs()
		s, one := l.s, l.commits[len(l.commits)-1]
		for n := 100000; b.Loop(); n++ {
			one.Command.ID = commandID(n)
			s = coordinator.Apply(s, one)
		}
	})
	b.Run("whole-log", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s := coordinator.Initial()
			for _, c := range l.commits {
				s = coordinator.Apply(s, c)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(l.commits)), "ns/commit")
	})
}
