package league_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// large is a season of so many players, each with a place in each of so many sessions, as its log tells it.
func large(players, sessions int) (league.Stored, events.Recorded) {
	s := league.New("spring", id)
	r := events.Recorded{Commit: events.Commit{Stream: events.League("spring", id), At: time.Date(2026, 5, 9, 10, 0, 0, 0, time.UTC)}}
	apply := func(es ...events.Payload) {
		r.Version++
		r.Position++
		s = league.Apply(s, r, es)
	}
	apply(log.LeagueOpened{Name: "Great league", Rules: places(), Seed: 9})
	for n := 1; n <= players; n++ {
		apply(log.PlayerEntered{Player: log.Player{Player: person(n), Team: "Oak", Store: "Bree"}})
	}
	for w := 1; w <= sessions; w++ {
		apply(log.SessionPlanned{Session: log.Session{ID: week(w), Name: "Week"}})
		for n := 1; n <= players; n++ {
			apply(log.ResultRecorded{N: (w-1)*players + n, Session: week(w), Result: place(1+(n*w)%players, n)})
		}
		if w < sessions {
			apply(log.SessionFrozen{Session: week(w)})
		}
	}
	return s, r
}

// A chart that takes over what has not changed is as one that is worked out anew, whatever has changed, and so
// is the page of a player.
func TestAChartThatGoesOnIsAsANewOne(t *testing.T) {
	g := newRig(t, places(), nil)
	var before league.Worked
	var was league.Chart
	changed := 0
	g.after = func() {
		now, err := league.WorkOut(g.kept, true)
		if err != nil {
			t.Fatal(err)
		}
		chart, err := now.Chart(before, was)
		if err != nil {
			t.Fatal(err)
		}
		want, err := league.ChartOf(g.kept, true)
		if err != nil {
			t.Fatal(err)
		}
		if text(t, chart) != text(t, want) {
			t.Fatalf("after commit %d the chart is\n%s\nwant\n%s", len(g.commits), text(t, chart), text(t, want))
		}
		if p, in := now.Player(person(1), chart); in && text(t, p) != text(t, g.player(1, true)) {
			t.Fatalf("after commit %d the page of a player is another", len(g.commits))
		}
		if text(t, chart) != text(t, was) {
			changed++
		}
		before, was = now, chart
	}
	g.enter(1, 6)
	g.plan(4)
	g.evening(1, 1, 2, 3, 4, 5, 6)
	g.evening(2, 6, 5, 4, 3, 2, 1)
	g.evening(3, 2, 4, 6)
	g.do(log.FreezeSession{Session: week(1)})
	fixed := place(1, 6)
	g.do(log.CorrectResult{Result: 1, Now: &fixed, Reason: "upside down"})
	g.evening(4, 3, 1)
	g.do(log.DropPlayer{Player: person(2)})
	g.do(log.CancelSession{Session: week(2), Reason: "the hall was closed"})
	g.enter(7, 7)
	g.do(log.MergePlayers{From: person(7), Into: person(6), Reason: "one person"})
	g.do(log.CorrectResult{Result: 2, Reason: "was not there"})
	if changed < 8 {
		t.Errorf("the chart changed %d times: that tests little", changed)
	}
}

// What a page of a great league costs: 2,000 players, each with a place in each of 10 sessions.
func BenchmarkAGreatLeague(b *testing.B) {
	s, r := large(2000, 10)
	doc, err := json.Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	one := log.Result{Kind: log.KindPoints, Players: []events.PersonID{person(7)}, Points: "1"}
	b.Run("commit", func(b *testing.B) {
		for b.Loop() {
			r.Version++
			league.Apply(s, r, []events.Payload{log.ResultRecorded{N: len(s.Season.Results) + 1, Session: week(10), Result: one}})
		}
		b.ReportMetric(float64(len(doc)), "bytes-whole")
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(s); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			if _, err := league.Of(s, false); err != nil {
				b.Fatal(err)
			}
		}
	})
	before, err := league.WorkOut(s, false)
	if err != nil {
		b.Fatal(err)
	}
	was, err := before.Chart(league.Worked{}, league.Chart{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("chart", func(b *testing.B) {
		for b.Loop() {
			r.Version++
			next := league.Apply(s, r, []events.Payload{log.ResultRecorded{N: len(s.Season.Results) + 1, Session: week(10), Result: one}})
			now, err := league.WorkOut(next, false)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := now.Chart(before, was); err != nil {
				b.Fatal(err)
			}
		}
	})
}
