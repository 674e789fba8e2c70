package projections

import (
	"fmt"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
)

// What one more result costs in a league of 2,000 players over 10 sessions, to disk.
func BenchmarkAResultOfAGreatLeague(b *testing.B) {
	const players, sessions = 2000, 10
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "x"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	p := newLeagues()
	r := events.Recorded{Commit: events.Commit{Stream: events.League("spring", "winter")}}
	commit := func(es ...events.Payload) {
		r.Version++
		r.Position++
		err := db.Update(func(tx *bbolt.Tx) error {
			batch, err := p.Begin(tx)
			if err != nil {
				return err
			}
			if err := batch.Apply(r, es); err != nil {
				return err
			}
			if err := batch.Flush(); err != nil {
				return err
			}
			batch.Committed()
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	person := func(n int) []events.PersonID { return []events.PersonID{events.PersonID(fmt.Sprintf("p-%d", n))} }
	all := []events.Payload{log.LeagueOpened{Name: "Great league", Rules: season.Words(rules.SeasonByPlaces()), Seed: 9}}
	for n := 1; n <= players; n++ {
		all = append(all, log.PlayerEntered{Player: log.Player{Player: person(n)[0], Team: "Oak", Store: "Bree"}})
	}
	n := 0
	for w := 1; w <= sessions; w++ {
		id := log.SessionID(fmt.Sprintf("w%d", w))
		all = append(all, log.SessionPlanned{Session: log.Session{ID: id, Name: "Week"}})
		for i := 1; i <= players; i++ {
			n++
			all = append(all, log.ResultRecorded{N: n, Session: id, Result: log.Result{Kind: log.KindPlace, Players: person(1 + (i*w)%players), Place: i}})
		}
	}
	commit(all...)
	before := db.Stats().TxStats
	for b.Loop() {
		n++
		commit(log.ResultRecorded{N: n, Session: "w10", Result: log.Result{Kind: log.KindPoints, Players: person(1 + n%players), Points: "1"}})
	}
	after := db.Stats().TxStats
	b.ReportMetric(float64(after.GetPageAlloc()-before.GetPageAlloc())/float64(b.N), "bytes/result")
}
