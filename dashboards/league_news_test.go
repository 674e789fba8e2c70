package dashboards_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// A player has the own page open, and somebody the board and the wall: without being loaded again they tell of a
// result of the player, a session that was closed, the freeze, and nothing that is hidden behind it.
func TestPagesOfALeagueTellWhatIsNew(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	id := events.League(autumn, "friday")
	b := browser.Start(t)
	own, board, wall := b.Page(t, 390, 844), b.Page(t, 390, 844), b.Page(t, 1920, 1080)
	own.Open(r.url + leagueAt + "/players/p-1")
	board.Open(r.url + leagueAt)
	wall.Open(r.url + leagueWall)
	line := `document.querySelector('news-line')`
	says := func(p *browser.Page, words string) {
		t.Helper()
		p.Wait(line + `?.innerText.includes(` + strconv.Quote(words) + `)`)
	}
	says(own, "is on: its points are provisional")
	says(board, "Week 2 is on")
	for _, p := range []*browser.Page{own, board, wall} {
		p.Wait(line + ` && (window.still = true)`)
	}
	r.must(id, boss, league.PlanSession{Session: league.Session{ID: "week-3", Name: "Week 3"}})
	r.must(id, boss, league.RecordResults{Session: "week-3", Results: []league.Result{{Kind: league.KindPlace, Players: []events.PersonID{"p-1"}, Place: 2, Field: 4}}})
	says(own, "Week 3: place 2")
	own.Wait(line + `.shadowRoot.querySelector('.fresh')`)
	own.CheckPage("league-player-news", 360, 390, 768)
	own.Size(390, 844)
	own.Screenshot("league-player-news")
	r.must(id, boss, league.FreezeSession{Session: "week-3"})
	for _, p := range []*browser.Page{own, board, wall} {
		says(p, "Week 3 is closed")
	}
	wall.Wait(line + `.shadowRoot.querySelector('.brief.fresh')`)
	wall.Screenshot("league-wall-news")
	r.must(id, boss, league.FreezeBoard{})
	for _, p := range []*browser.Page{own, board, wall} {
		says(p, "The board is frozen")
		p.Wait(`window.still === true`)
	}
	r.visitor().get("/sse"+leagueAt+"/players/p-99", http.StatusNotFound)
}
