package webhooks_test

import (
	"encoding/json"
	"slices"
	"testing"

	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/ops/webhooks"
)

// Results that were recorded at once are one message; while the board is frozen none is told, and afterwards all.
func TestALeagueIsTold(t *testing.T) {
	r := newRig(t)
	r.start(quick)
	v := newReceiver(t, nil)
	r.register(v.URL)
	id := events.League(spring, "places")
	places := func(first, second events.PersonID) league.RecordResults {
		return league.RecordResults{Session: "w1", Results: []league.Result{
			{Kind: league.KindPlace, Players: []events.PersonID{first}, Place: 1, Field: 2},
			{Kind: league.KindPlace, Players: []events.PersonID{second}, Place: 2, Field: 2},
		}}
	}
	r.give(
		id,
		league.OpenLeague{Name: "Places", Rules: season.Words(rule.SeasonByPlaces()), Walkins: true},
		league.PlanSession{Session: league.Session{ID: "w1", Name: "Week 1"}},
		places("p-1", "p-2"),
		league.FreezeBoard{},
		places("p-3", "p-4"),
		league.ThawBoard{},
		league.FreezeSession{Session: "w1"},
	)
	want := []string{webhooks.TypeLeagueResults, webhooks.TypeBoardFrozen, webhooks.TypeLeagueResults, webhooks.TypeBoardThawed, webhooks.TypeSessionEnded}
	var types []string
	var first, last got
	for len(types) < len(want) {
		g := v.next(t)
		if len(types) == 0 {
			first = g
		}
		last, types = g, append(types, g.Type)
	}
	if !slices.Equal(types, want) {
		t.Errorf("told %v, want %v", types, want)
	}
	var res webhooks.LeagueResults
	if err := json.Unmarshal(first.Data, &res); err != nil || len(res.Results) != 2 || res.Results[0].Result.Place != 1 || res.Session != "Week 1" || first.Says != "Places, Week 1: 2 results" {
		t.Errorf("results %s, %v", first.body, err)
	}
	if last.Says != "Places: Week 1 is closed" {
		t.Errorf("the end says %s", last.Says)
	}
}
