package dashboards_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/assets"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/league"
)

const (
	leagueID   = events.GroupID("friday")
	leagueAt   = "/board/autumn/friday"
	leagueWall = "/wall/autumn/friday/standings"
	leagueDesk = "/console/autumn/leagues/friday"
)

// friday opens a league of so many players, with the places of so many weeks: week w is won by player w,
// and all but the last week are final.
func (r *rig) friday(players, weeks int) {
	r.t.Helper()
	id := events.League(autumn, leagueID)
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	r.must(id, boss, league.OpenLeague{Name: "Friday League", Rules: season.Words(rules.BestOf(2)), Seed: 7})
	var names []roster.NewPerson
	for n := range players {
		names = append(names, roster.NewPerson{Name: fmt.Sprintf("<b>Player</b> number %d of the league", n+1)})
	}
	people, err := r.people.Register(r.t.Context(), autumn, boss, names)
	must(r.t, err)
	var enter league.EnterPlayers
	for i, p := range people {
		enter.Players = append(enter.Players, league.Player{Player: p, Team: []string{"Oak", "Ash"}[i%2], Store: "Bree"})
	}
	r.must(id, boss, enter)
	for w := 1; w <= weeks; w++ {
		x := league.SessionID(fmt.Sprintf("week-%d", w))
		r.must(id, boss, league.PlanSession{Session: league.Session{ID: x, Name: fmt.Sprintf("Week %d", w)}})
		var all []league.Result
		for i := range people {
			all = append(all, league.Result{Kind: league.KindPlace, Players: people[(i+w-1)%players : (i+w-1)%players+1], Place: i + 1})
		}
		r.must(id, boss, league.RecordResults{Session: x, Results: all})
		if w < weeks {
			r.must(id, boss, league.FreezeSession{Session: x})
		}
	}
}

func TestThePagesOfALeagueAreForWhoTheyAreFor(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	anyone := r.visitor()
	for _, path := range []string{leagueDesk, leagueDesk + "/do/enter", leagueDesk + "/reveal", leagueDesk + "/sessions/week-1", "/console/autumn/leagues"} {
		anyone.get(path, http.StatusForbidden)
	}
	anyone.post(leagueDesk+"/do/freeze-board", typed(), http.StatusForbidden)
	for _, path := range []string{leagueAt + "x", leagueAt + "/players/p-99", leagueAt + "/players/X", leagueAt + "/sessions/week-9", leagueAt + "/chart.svg?division=none", "/sse" + leagueAt + "x", "/board/winter"} {
		anyone.get(path, http.StatusNotFound)
	}
	page := anyone.get(leagueAt, http.StatusOK)
	contains(t, page, "&lt;b&gt;Player&lt;/b&gt; number 1", "provisional", "How it is ranked", "Best place", "Teams", "Clubs and stores", "Movement is since the session before Week 2")
	lacks(t, page, "<b>Player</b> number")
	contains(t, anyone.get("/board/autumn", http.StatusOK), "Friday League", "4 players", "2 of 2 sessions played")
	contains(t, anyone.get(leagueAt+"/sessions/week-1", http.StatusOK), "place 1", "Final", "Week 2 ›")
	judge := r.judge()
	contains(t, judge.get(leagueDesk, http.StatusOK), "Enter results")
	judge.get(leagueDesk+"/do/enter", http.StatusForbidden)
	judge.post(leagueDesk+"/do/end", typed(), http.StatusForbidden)
}

// Every number opens to what it is made of: what counted, what did not, and why.
//
// Source: issue 4, "Leagues"; ui.md, 7.7.
func TestANumberOfTheBoardOpensToItsTerms(t *testing.T) {
	r := newRig(t)
	r.friday(4, 3)
	anyone := r.visitor()
	lacks(t, anyone.get(leagueAt, http.StatusOK), "not among the best 2", `class="opened"`)
	page := anyone.get(leagueAt+"?open=p-1&sort=best-place&dir=desc", http.StatusOK)
	contains(t, page, "not among the best 2", "Points of the best 2 sessions together", "place 1", `aria-sort="descending"`, `aria-expanded="true"`)
	contains(t, anyone.get(leagueAt+"?open=teams%3AOak", http.StatusOK), "total 19")
	// what is no row, column or direction is left out
	contains(t, anyone.get(leagueAt+"?open=%22%3E&sort=%3Cb%3E&dir=up", http.StatusOK), `aria-sort="ascending"`)
	contains(t, anyone.get(leagueAt+"/players/p-1", http.StatusOK), "not among the best 2", "Rank 3", "Course of the season")
}

// What touches the season's integrity is done only after its consequences were shown, and only if they still
// hold; the same form sent twice is done once.
//
// Source: issue 4, "Integrity events".
func TestTheDeskOfALeagueShowsConsequencesBeforeTheyAreFinal(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	o := r.organiser()
	fix := typed("result", 1, "session", "week-1", "kind", "place", "player", "p-1", "place", 4, "won", 0, "lost", 0, "drawn", 0, "reason", "upside down")
	page := o.post(leagueDesk+"/do/correct", fix, http.StatusOK)
	contains(t, page, "Before it is final", "get another rank", `name="reason" value="upside down"`)
	lacks(t, o.get(leagueAt, http.StatusOK), "integrity list")
	fix.Set("print0", printOf(t, page))
	other := typed("session", "week-2", "player", "p-2", "points", "−3", "reason", "late")
	page = o.post(leagueDesk+"/do/points", other, http.StatusOK)
	other.Set("print0", printOf(t, page))
	contains(t, o.post(leagueDesk+"/do/points", other, http.StatusOK), "The points are given.")
	// what was shown does not hold any more
	page = o.post(leagueDesk+"/do/correct", fix, http.StatusOK)
	contains(t, page, "Since you looked something else has changed")
	fix.Set("print0", printOf(t, page))
	for range 2 {
		contains(t, o.post(leagueDesk+"/do/correct", fix, http.StatusOK), "The correction is recorded.", "upside down")
	}
	page = r.visitor().get(leagueAt, http.StatusOK)
	contains(t, page, "2 on the integrity list", "1. Gave or took points by hand", "2. Corrected a result")
	undo := typed("mark", 1, "reason", "the clock was wrong")
	undo.Set("print0", printOf(t, o.post(leagueDesk+"/do/undo", undo, http.StatusOK)))
	contains(t, o.post(leagueDesk+"/do/undo", undo, http.StatusOK), "The ruling is recorded.", "Undone: the clock was wrong")
}

var printField = regexp.MustCompile(`name="print0" value="([0-9a-f]+)"`)

func printOf(t *testing.T, page string) string {
	t.Helper()
	m := printField.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no consequences are shown: %s", plain(page))
	}
	return m[1]
}

// While the board is frozen the pages of everybody do not change by one byte; a reveal shows one row after
// the other, from the last upwards, and nothing else.
//
// Source: cases/README.md, 14.
func TestAFrozenBoardDoesNotChangeUntilItIsRevealed(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	o, anyone := r.organiser(), r.visitor()
	contains(t, o.post(leagueDesk+"/do/freeze-board", typed(), http.StatusOK), "Frozen: others see the board as it was", "4 ranks are still hidden")
	paths := []string{leagueAt, leagueAt + "?open=p-1", leagueAt + "/players/p-4", leagueAt + "/sessions/week-2", leagueAt + "/records", leagueAt + "/chart.svg", leagueWall}
	before := map[string]string{}
	for _, p := range paths {
		before[p] = timeless(anyone.get(p, http.StatusOK))
	}
	contains(t, o.post(leagueDesk+"/do/plan", typed("name", "Week 3"), http.StatusOK), "Week 3")
	m := regexp.MustCompile(`sessions/(week-3-[a-z0-9]+)`).FindStringSubmatch(o.get(leagueDesk, http.StatusOK))
	contains(t, o.post(leagueDesk+"/do/results", typed("session", m[1], "place-p-4", 1, "here-p-1", "yes"), http.StatusOK), "The results are entered.")
	for _, p := range paths {
		if now := timeless(anyone.get(p, http.StatusOK)); now != before[p] {
			t.Errorf("%s has changed while the board is frozen: %s\nwas: %s", p, plain(now), plain(before[p]))
		}
	}
	contains(t, o.get(leagueDesk+"/reveal", http.StatusOK), "4 ranks are still hidden", "autofocus")
	step := typed("rows", 1)
	for range 2 { // the same form twice reveals one row
		contains(t, o.post(leagueDesk+"/do/reveal", step, http.StatusOK), "3 ranks are still hidden")
	}
	wall := plain(anyone.get(leagueWall, http.StatusOK))
	if !strings.Contains(wall, "3 ranks are still hidden") || strings.Count(wall, "number") != 1 {
		t.Errorf("the wall shows more than the row that was revealed: %s", wall)
	}
	contains(t, o.post(leagueDesk+"/do/results", typed("session", m[1], "place-p-3", 2), http.StatusOK), "The board is being revealed")
	contains(t, o.post(leagueDesk+"/do/reveal", typed("rows", 99), http.StatusOK), "Every rank is revealed.")
	contains(t, o.post(leagueDesk+"/do/thaw", typed(), http.StatusOK), "Everybody sees the board as it is.")
	contains(t, anyone.get(leagueAt, http.StatusOK), "3 of 3 sessions played")
}

// A refused form keeps what was typed.
func TestWhatWasTypedAtTheDeskOfALeagueIsKept(t *testing.T) {
	r := newRig(t)
	r.friday(4, 1)
	o := r.organiser()
	page := o.post(leagueDesk+"/do/results", typed("session", "week-1", "place-p-3", 1, "place-p-4", "x"), http.StatusOK)
	contains(t, page, "role=\"alert\"", "must be a whole number")
	page = o.post(leagueDesk+"/do/enter", typed("names", "Gimli; Erebor; Bree; Third"), http.StatusOK)
	contains(t, page, "is a division, and the league has none", "Gimli; Erebor; Bree; Third")
	page = o.post("/console/autumn/leagues", typed("name", "", "season", "Winter", "ruleset", "store-league@1", "achievements", "Painted"), http.StatusOK)
	contains(t, page, "role=\"alert\"", `value="Winter"`)
	page = o.post("/console/autumn/leagues", typed("name", "Second", "ruleset", "store-league@1", "achievements", "Painted"), http.StatusOK)
	contains(t, page, "write its name, a semicolon and its points", "Painted")
}

// Every ready rule set opens a league; changed ones are an edition of their own.
//
// Source: facts/scoring.md, "What fits muster's formats".
func TestEveryReadyRuleSetOpensALeague(t *testing.T) {
	r := newRig(t)
	r.must(events.Desk(autumn), boss, desk.OpenGathering{Name: "Autumn Muster"})
	o := r.organiser()
	for i, set := range rules.Ready() {
		page := o.post("/console/autumn/leagues", typed("name", fmt.Sprintf("League %d", i), "ruleset", set.ID+"@"+set.Edition, "achievements", "Painted; 1; once"), http.StatusOK)
		contains(t, page, "Running")
		list, err := r.reader.Leagues(t.Context(), autumn)
		must(t, err)
		v, err := r.reader.League(t.Context(), autumn, list[len(list)-1].ID, true)
		must(t, err)
		if v.Rules.ID != set.ID || v.Rules.Edition != set.Edition || len(v.Rules.Points.Extras) != 1 {
			t.Errorf("%s@%s opens a league by %s@%s with %d achievements", set.ID, set.Edition, v.Rules.ID, v.Rules.Edition, len(v.Rules.Points.Extras))
		}
	}
	page := o.post("/console/autumn/leagues", typed("name", "Zz", "ruleset", "store-league@1", "games", "5, 1, 0, 1"), http.StatusOK)
	id := regexp.MustCompile(`/console/autumn/leagues/(zz-[a-z0-9]+)`).FindStringSubmatch(page)[1]
	v, err := r.reader.League(t.Context(), autumn, events.GroupID(id), true)
	must(t, err)
	if v.Rules.Edition != "1 own" {
		t.Errorf("rules with another win are edition %q", v.Rules.Edition)
	}
}

// A season ends, and the next begins with what is carried over.
func TestTheNextSeasonBeginsWithWhatIsCarriedOver(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	o := r.organiser()
	change := typed("places", "10, 9, 8, 7", "order", "total", "best", 2, "carry", 50, "reason", "as agreed")
	change.Set("print0", printOf(t, o.post(leagueDesk+"/do/rules", change, http.StatusOK)))
	contains(t, o.post(leagueDesk+"/do/rules", change, http.StatusOK), "The rules are changed.")
	contains(t, o.post(leagueDesk+"/do/end", typed(), http.StatusOK), "The season has ended.", "Open the next season")
	form := typed("name", "Friday League", "season", "Spring", "all", "yes")
	for range 2 {
		contains(t, o.post(leagueDesk+"/do/next-season", form, http.StatusOK), "The next season is open.", "4 players")
	}
	list, err := r.reader.Leagues(t.Context(), autumn)
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("there are %d leagues, want 2", len(list))
	}
	for _, l := range list {
		if l.ID == leagueID {
			continue
		}
		v, err := r.reader.League(t.Context(), autumn, l.ID, true)
		must(t, err)
		if v.Tables[0].Rows[0].Points != "9.5" { // half of 19
			t.Errorf("the first begins with %s points", v.Tables[0].Rows[0].Points)
		}
	}
}

// Only the embedded board may be shown inside other sites.
func TestOnlyTheEmbeddedBoardMayBeFramed(t *testing.T) {
	r := newRig(t)
	r.friday(4, 2)
	for path, framed := range map[string]bool{leagueAt: false, leagueAt + "?embed=1": true, leagueAt + "/players/p-1?embed=1": false, leagueWall: false, leagueAt + "/records": false} {
		res, err := http.Get(r.url + path)
		must(t, err)
		res.Body.Close()
		if got := strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors *"); got != framed {
			t.Errorf("%s may be framed: %v, want %v", path, got, framed)
		}
	}
	page := r.visitor().get(leagueAt+"?embed=1&theme=dark", http.StatusOK)
	contains(t, page, `data-theme="dark"`, `target="_blank"`, "The whole board")
	lacks(t, page, "<form", `class="top"`)
}

// The board of a season of forty loads within 60 kB without script: page, styles, font and picture.
//
// Source: ui.md, 7.7.
func TestTheBoardLoadsUnder60kBWithoutScript(t *testing.T) {
	r := newRig(t)
	r.friday(40, 8)
	fetch := r.sizeOf
	sizes := map[string]int{"page": fetch(leagueAt), "chart": fetch(leagueAt + "/chart.svg")}
	total := 0
	for _, css := range []string{"base.css", "tournament.css", "league.css"} {
		sizes[css] = fetch(assets.URL(css))
	}
	font := regexp.MustCompile(`atkinson[^"')]*latin-wght[^"')]*\.woff2`)
	base, _ := assets.Read("base.css")
	sizes["font"] = fetch(assets.Prefix + string(font.Find(base)))
	for _, n := range sizes {
		total += n
	}
	t.Logf("%d bytes: %v", total, sizes)
	if total > 60_000 {
		t.Errorf("the board loads %d bytes: %v", total, sizes)
	}
}

// sizeOf is how many bytes a file or page has as browsers get it.
func (r *rig) sizeOf(path string) int {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+path, nil)
	must(r.t, err)
	req.Header.Set("Accept-Encoding", "gzip") // so that Go leaves it as it came
	res, err := http.DefaultClient.Do(req)
	must(r.t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	must(r.t, err)
	if res.StatusCode != http.StatusOK {
		r.t.Fatalf("GET %s: %d", path, res.StatusCode)
	}
	return len(b)
}
