package dashboards_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// The page takes in what the export of a league writes and what is typed by hand, also more than one command
// holds, shows what all of it does first, and with one wrong line records nothing.
//
// Source: issue 4, "Leagues", "Integrity events".
func TestAFileOfResultsComesInAtTheDeskOfALeague(t *testing.T) {
	const players = 60
	r := newRig(t)
	r.friday(players, 2)
	r.must(events.League(autumn, leagueID), boss, league.PlanSession{Session: league.Session{ID: "week-3", Name: "Week 3"}})
	o := r.organiser()
	var csv strings.Builder
	csv.WriteString("name,place,points\r\n")
	for n := 1; n <= players; n++ {
		fmt.Fprintf(&csv, "<b>Player</b> number %d of the league,%d,0.5\r\n", n, n)
	}
	contains(t, o.get(leagueDesk+"/do/import?session=week-3", http.StatusOK), "If one line cannot be recorded, none is.", "5,000 results")
	wrong := typed("session", "week-3", "reason", "by paper", "csv", csv.String()+"Nobody,1,\r\n\"<b>Player</b> number 1 of the league\",x,1\r\n")
	page := o.post(leagueDesk+"/do/import", wrong, http.StatusOK)
	contains(t, page, `role="alert"`, "2 things are wrong, and nothing was recorded", "Line 62, player:", "Line 63, place:", "by paper", "number 60 of the league,60,0.5")
	wrong.Set("csv", "name,plaice\r\nA,1\r\n")
	contains(t, o.post(leagueDesk+"/do/import", wrong, http.StatusOK), "there is no such column")
	lacks(t, o.get(leagueDesk+"/sessions/week-3", http.StatusOK), "place 1")

	form := typed("session", "week-3", "reason", "by paper", "csv", csv.String())
	page = o.post(leagueDesk+"/do/import", form, http.StatusOK)
	contains(t, page, "Before it is final", "integrity list for good", "number 60 of the league,60,0.5")
	lacks(t, o.get(leagueDesk+"/sessions/week-3", http.StatusOK), "place 1")
	form.Set("print0", printOf(t, page))
	for range 2 { // sent twice it is recorded once
		contains(t, o.post(leagueDesk+"/do/import", form, http.StatusOK), "The results are imported.")
	}
	st, err := r.service.League(t.Context(), autumn, leagueID)
	must(t, err)
	if n := len(st.Results); n != players*2+players*2 {
		t.Errorf("%d results, want those of two weeks and two of each player", n)
	}
	anyone := r.visitor()
	anyone.post(leagueDesk+"/do/import", form, http.StatusForbidden)
}
