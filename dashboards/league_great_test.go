package dashboards_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/assets"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/league"
)

// great opens a league of so many players with so many weeks in a gathering, and returns who they are.
func (r *rig) great(players, weeks int) []events.PersonID {
	r.t.Helper()
	id := events.League(autumn, leagueID)
	r.must(id, boss, league.OpenLeague{Name: "Great League", Rules: season.Words(rules.BestOf(2)), Seed: 7})
	var all []events.PersonID
	for n := 0; n < players; n += 100 {
		var names []roster.NewPerson
		for i := range min(100, players-n) {
			names = append(names, roster.NewPerson{Name: fmt.Sprintf("Éowyn Nummer %d", n+i+1)})
		}
		some, err := r.people.Register(r.t.Context(), autumn, boss, names)
		must(r.t, err)
		var enter league.EnterPlayers
		for _, p := range some {
			enter.Players = append(enter.Players, league.Player{Player: p, Team: []string{"Oak", "Ash"}[len(all)%2], Store: "Bree"})
			all = append(all, p)
		}
		r.must(id, boss, enter)
	}
	for w := 1; w <= weeks; w++ {
		x := league.SessionID(fmt.Sprintf("week-%d", w))
		r.must(id, boss, league.PlanSession{Session: league.Session{ID: x, Name: fmt.Sprintf("Week %d", w)}})
		var results []league.Result
		for i, p := range all {
			results = append(results, league.Result{Kind: league.KindPlace, Players: []events.PersonID{p}, Place: i + 1})
		}
		for some := range slices.Chunk(results, 100) {
			r.must(id, boss, league.RecordResults{Session: x, Results: some})
		}
	}
	return all
}

// The board of hundreds has pages: each loads within 60 kB without script, every player is found by name and by
// address, and other tables stay at their first page.
//
// Source: ui.md, 7.7.
func TestTheBoardOfAGreatLeagueHasPages(t *testing.T) {
	const players = 230
	r := newRig(t)
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	all := r.great(players, 2)
	anyone := r.visitor()
	page := anyone.get(leagueAt, http.StatusOK)
	if n := strings.Count(page, `<tr id="r-p-`); n != 50 {
		t.Errorf("the first page has %d rows, want 50", n)
	}
	contains(t, page, "1 to 50 of 230", "Next ›", "Last »", "Find a player")
	lacks(t, page, "‹ Before")
	page = anyone.get(leagueAt+"?table=players&page=5", http.StatusOK)
	contains(t, page, "201 to 230 of 230", "‹ Before", "Nummer 230", "Teams")
	lacks(t, page, "Next ›", `id="r-`+string(all[0])+`"`)
	for _, none := range []string{"?table=players&page=6", "?table=players&page=x", "?table=other&page=2", "?page=2"} {
		contains(t, anyone.get(leagueAt+none, http.StatusOK), "1 to 50 of 230")
	}
	last := string(all[players-1])
	contains(t, anyone.get(leagueAt+"?open="+last, http.StatusOK), "201 to 230", `class="opened"`, "page=5")
	contains(t, anyone.get(leagueAt+"?sort=player&dir=desc", http.StatusOK), "1 to 50 of 230", "Nummer 99")

	contains(t, anyone.get(leagueAt+"?find="+url.QueryEscape("eowyn nummer 230"), http.StatusOK), "201 to 230", "Nummer 230") // led to the page
	contains(t, anyone.get(leagueAt+"?find=NUMMER+22", http.StatusOK), `id="found"`, "Nummer 22<", "Nummer 229<", "page=5")
	contains(t, anyone.get(leagueAt+"?find=nummer", http.StatusOK), "And 210 more")
	contains(t, anyone.get(leagueAt+"?find=%3Cb%3Enobody", http.StatusOK), "Nobody of this league is called <bdi>&lt;b&gt;nobody</bdi>")
	contains(t, anyone.get(leagueAt+"?embed=1&find=nummer+230", http.StatusOK), "201 to 230", "The whole board")

	sizes := map[string]int{"page": r.sizeOf(leagueAt + "?table=players&page=3"), "chart": r.sizeOf(leagueAt + "/chart.svg")}
	for _, css := range []string{"base.css", "tournament.css", "league.css"} {
		sizes[css] = r.sizeOf(assets.URL(css))
	}
	font := regexp.MustCompile(`atkinson[^"')]*latin-wght[^"')]*\.woff2`)
	base, _ := assets.Read("base.css")
	sizes["font"] = r.sizeOf(assets.Prefix + string(font.Find(base)))
	total := 0
	for _, n := range sizes {
		total += n
	}
	if total > 60_000 {
		t.Errorf("a page of the board loads %d bytes: %v", total, sizes)
	}
	began := time.Now()
	r.must(events.League(autumn, leagueID), boss, league.RecordResults{Session: "week-2", Results: []league.Result{{Kind: league.KindAttendance, Players: all[:1]}}})
	anyone.get(leagueAt, http.StatusOK)
	t.Logf("%d bytes: %v; a result is on the page after %v", total, sizes, time.Since(began))
}
