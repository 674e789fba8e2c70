package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/projections/convention"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/league"
)

const winter = "/gatherings/spring/leagues/winter"

// score sends commands to the league that must all be accepted, and returns the position.
func (b *browser) score(items ...item) events.Position {
	b.t.Helper()
	var res runner.Response
	b.want(http.StatusOK, "POST", winter+"/commands", map[string]any{"commands": items}, &res)
	if res.Refused != nil {
		b.t.Fatalf("refused: %+v", res.Refused)
	}
	at := res.Answers[len(res.Answers)-1].Position
	b.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", winter, at), nil, nil) // so that it is seen
	return at
}

// season opens a league of some people with two sessions.
func (r *rig) season(t *testing.T, people int) (*browser, []events.PersonID) {
	t.Helper()
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "spring", "name": "Spring"}, nil)
	names := []map[string]string{{"name": "Ana"}, {"name": "Björk"}, {"name": "=Çelik"}}
	for n := len(names); n < people; n++ {
		names = append(names, map[string]string{"name": fmt.Sprintf("Player %d", n+1)})
	}
	var ids struct{ IDs []events.PersonID }
	o.want(http.StatusOK, "POST", "/gatherings/spring/people", map[string]any{"people": names}, &ids)
	o.score(cmd(log.OpenLeague{Name: "Store league", Rules: season.Words(rules.SeasonByPlaces()), Seed: 7}),
		cmd(log.PlanSession{Session: log.Session{ID: "w1", Name: "Week 1"}}), cmd(log.PlanSession{Session: log.Session{ID: "w2", Name: "Week 2"}}))
	return o, ids.IDs
}

func entered(ids ...events.PersonID) item {
	b := log.EnterPlayers{}
	for _, id := range ids {
		b.Players = append(b.Players, log.Player{Player: id})
	}
	return cmd(b)
}

func ranked(ids ...events.PersonID) item {
	b := log.RecordResults{Session: "w1"}
	for i, id := range ids {
		b.Results = append(b.Results, log.Result{Kind: log.KindPlace, Players: []events.PersonID{id}, Place: i + 1})
	}
	return cmd(b)
}

func TestALeagueOverTheAPI(t *testing.T) {
	r := newRig(t)
	o, ids := r.season(t, 3)
	anyone, judge := r.browser(t), r.judge(t, "spring")
	at := o.score(entered(ids...), ranked(ids...), cmd(log.DropPlayer{Player: ids[2], Reason: "moved away"}))
	var all, own league.View
	anyone.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", winter, at), nil, &all)
	if all.Position != at || all.Tables[0].Rows[0].Points != "10" || all.Players[2].Why != "" || all.Staff {
		t.Fatalf("everybody sees %+v", all)
	}
	judge.want(http.StatusOK, "GET", winter+"?view=staff", nil, &own)
	if own.Players[2].Why != "moved away" || !own.Staff || own.Next == "" {
		t.Errorf("staff see %+v, next %q", own.Players[2], own.Next)
	}
	var list struct{ Leagues []league.Line }
	anyone.want(http.StatusOK, "GET", "/gatherings/spring/leagues", nil, &list)
	if len(list.Leagues) != 1 || list.Leagues[0].In != 2 || list.Leagues[0].Played != 1 {
		t.Errorf("list %+v", list)
	}
	var p league.PlayerView
	anyone.want(http.StatusOK, "GET", winter+"/players/"+string(ids[1]), nil, &p)
	if len(p.History) != 1 || p.History[0].Points != "9" || len(p.Course) != 1 {
		t.Errorf("player %+v", p)
	}
	var s league.Session
	anyone.want(http.StatusOK, "GET", winter+"/sessions/w1", nil, &s)
	var c league.Chart
	anyone.want(http.StatusOK, "GET", winter+"/chart", nil, &c)
	if s.Attended != 3 || len(c.Lines) != 3 || c.Lines[0].Points[0].Rank != 1 {
		t.Errorf("session %+v, chart %+v", s, c)
	}
	var told struct{ Lines []history.Line }
	o.want(http.StatusOK, "GET", winter+"/history", nil, &told)
	if !strings.Contains(told.Lines[len(told.Lines)-1].Words, "opened the league “Store league”") || strings.Contains(told.Lines[0].Words, "{") {
		t.Errorf("history %+v", told.Lines)
	}
	var sets struct{ Rulesets []log.Rules }
	anyone.want(http.StatusOK, "GET", "/league-rulesets", nil, &sets)
	if len(sets.Rulesets) != len(rules.Ready()) {
		t.Errorf("%d rule sets", len(sets.Rulesets))
	}
}

// Who may do what: everybody reads what the public sees, judges score and correct, organisers do the rest.
func TestWhoMayDoWhatWithALeagueOverTheAPI(t *testing.T) {
	r := newRig(t)
	o, ids := r.season(t, 3)
	o.score(entered(ids...), ranked(ids...))
	anyone, judge := r.browser(t), r.judge(t, "spring")
	for _, path := range []string{"?view=staff", "/history", "/players/" + string(ids[0]) + "?view=staff", "/chart?view=staff", "/standings.csv?view=staff"} {
		anyone.want(http.StatusForbidden, "GET", winter+path, nil, nil)
		judge.want(http.StatusOK, "GET", winter+path[:strings.IndexAny(path+"?", "?")], nil, nil)
	}
	for _, path := range []string{"/gatherings/spring/leagues/none", winter + "/players/p-99", winter + "/sessions/w9", "/gatherings/none/leagues", "/gatherings/none/convention"} {
		anyone.want(http.StatusNotFound, "GET", path, nil, nil)
	}
	send := func(b *browser, want int, path string, body any) {
		t.Helper()
		b.want(want, "POST", winter+path, body, nil)
	}
	commands := func(items ...item) map[string]any { return map[string]any{"commands": items} }
	send(anyone, http.StatusForbidden, "/commands", commands(cmd(log.FreezeSession{Session: "w1"})))
	send(judge, http.StatusForbidden, "/commands", commands(cmd(log.FreezeSession{Session: "w1"})))
	send(judge, http.StatusOK, "/commands", commands(cmd(log.RecordResults{Session: "w2", Results: []log.Result{{Kind: log.KindAttendance, Players: ids[:1]}}})))
	send(anyone, http.StatusForbidden, "/commands", commands(cmd(log.ScoreSource{Source: log.Source{Group: "red"}, At: 1})))
	send(o, http.StatusForbidden, "/commands", commands(cmd(log.ScoreSource{Source: log.Source{Group: "red"}, At: 1})))
	send(anyone, http.StatusForbidden, "/results?session=w1", "name,place\n")
	send(anyone, http.StatusForbidden, "/players", "name\n")
	send(judge, http.StatusForbidden, "/players", "name\n")
	elsewhere := r.judgeOf(t, o, "autumn")
	send(elsewhere, http.StatusForbidden, "/commands", commands(cmd(log.RecordResults{Session: "w2", Results: []log.Result{{Kind: log.KindAttendance, Players: ids[1:2]}}})))
	elsewhere.want(http.StatusForbidden, "GET", winter+"?view=staff", nil, nil)
}

// judgeOf is a judge of another gathering.
func (r *rig) judgeOf(t *testing.T, o *browser, g events.GatheringID) *browser {
	t.Helper()
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": g, "name": string(g)}, nil)
	return r.judge(t, g)
}

// Source: issue 4, "Integrity events".
func TestACorrectionOfALeagueIsPreviewedOverTheAPI(t *testing.T) {
	r := newRig(t)
	o, ids := r.season(t, 3)
	o.score(entered(ids...), ranked(ids...))
	judge := r.judge(t, "spring")
	fix := log.CorrectResult{Result: 3, Reason: "never played"}
	var refused runner.Response
	judge.want(http.StatusConflict, "POST", winter+"/commands", map[string]any{"commands": []item{cmd(fix)}}, &refused)
	if refused.Refused.Code != engine.Code("preview-needed") {
		t.Fatalf("refused %+v", refused.Refused)
	}
	ask := map[string]any{"type": fix.CommandType(), "data": fix}
	r.browser(t).want(http.StatusForbidden, "POST", winter+"/preview", ask, nil)
	var says api.Foreseen
	judge.want(http.StatusOK, "POST", winter+"/preview", ask, &says)
	if !says.Integrity || says.Title != "took a result out" || !strings.Contains(says.Says, "=Çelik") || says.Effects.Changed != 1 || says.Previewed == "" {
		t.Fatalf("preview %+v", says)
	}
	plan := log.PlanSession{Session: log.Session{ID: "w3", Name: "Week 3"}}
	var plain api.Foreseen
	o.want(http.StatusOK, "POST", winter+"/preview", map[string]any{"type": plan.CommandType(), "data": plan}, &plain)
	if plain.Integrity || plain.Previewed != "" {
		t.Errorf("planning a session is foreseen as %+v", plain)
	}
	fix.Previewed = says.Previewed
	at := judge.score(cmd(fix))
	var all league.View
	r.browser(t).want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", winter, at), nil, &all)
	if !all.Badge || len(all.Integrity) != 1 || all.Integrity[0].Reason != "never played" {
		t.Errorf("integrity %+v", all.Integrity)
	}
}

// sent sends a file, wants a status, and returns the report.
func (b *browser) sent(status int, path, file string) leagues.Report {
	b.t.Helper()
	var out leagues.Report
	b.want(status, "POST", winter+path, file, &out)
	return out
}

// More than a hundred lines are several commands; with one that cannot be recorded nothing is.
func TestResultsOfALeagueAreImportedAllOrNothing(t *testing.T) {
	r := newRig(t)
	const players = 130
	o, _ := r.season(t, players)
	file := func(edit func(n int) string, head string) string {
		lines := []string{head}
		for n := 1; n <= players; n++ {
			lines = append(lines, edit(n))
		}
		return strings.Join(lines, "\n") + "\n"
	}
	name := func(n int) string {
		return append([]string{"Ana", "björk", "=Çelik"}, make([]string, players)...)[n-1]
	}
	who := func(n int) string {
		if s := name(n); s != "" {
			return s
		}
		return fmt.Sprintf("Player %d", n)
	}
	all := file(who, "name")
	if got := o.sent(http.StatusConflict, "/players", all+"Nobody\n"); got.Problems[0].Line != players+2 || got.Applied {
		t.Fatalf("somebody who is not known: %+v", got)
	}
	if got := o.sent(http.StatusOK, "/players?dry=true", all); got.Lines != players || got.Commands != 2 || got.Applied {
		t.Fatalf("a dry run: %+v", got)
	}
	if got := o.sent(http.StatusOK, "/players", all); !got.Applied {
		t.Fatalf("players: %+v", got)
	}

	results := file(func(n int) string { return fmt.Sprintf("%s,%d", who(n), n) }, "name,place")
	const path = "/results?session=w1&reason=the+paper+of+the+evening"
	wrong := o.sent(http.StatusConflict, path, results+"Ana,5\nBjörk,0\n")
	if len(wrong.Problems) != 1 || wrong.Problems[0].Line != players+3 {
		t.Fatalf("a line that says nothing: %+v", wrong.Problems)
	}
	wrong = o.sent(http.StatusConflict, path, results+"Ana,5\n")
	if len(wrong.Problems) != 1 || wrong.Problems[0].Line != players+2 || !strings.Contains(wrong.Problems[0].Says, "Ana has a result of that kind") {
		t.Fatalf("a second place: %+v", wrong.Problems)
	}
	if got := o.sent(http.StatusConflict, "/results?session=w1", results); len(got.Problems) != 1 || got.Problems[0].Line != 0 || !strings.Contains(got.Problems[0].Says, "reason") {
		t.Fatalf("without a reason: %+v", got.Problems)
	}
	if got := o.sent(http.StatusConflict, "/results?reason=x", results); len(got.Problems) == 0 || got.Problems[0].Column != "session" {
		t.Fatalf("without a session: %+v", got.Problems)
	}
	looked := o.sent(http.StatusConflict, path, results)
	if looked.Commands != 2 || looked.Previewed == "" || looked.Effects.Changed != players || !strings.Contains(looked.Says, "Player 130 129 places") || looked.Applied {
		t.Fatalf("the preview: %+v", looked)
	}
	var v league.View
	o.want(http.StatusOK, "GET", winter, nil, &v)
	if len(v.Sessions[0].Results) != 0 || v.In != players {
		t.Fatalf("before it is acknowledged %d results are recorded", len(v.Sessions[0].Results))
	}
	done := o.sent(http.StatusOK, path+"&previewed="+looked.Previewed, results)
	again := o.sent(http.StatusOK, path+"&previewed="+looked.Previewed, results)
	if !done.Applied || done.Already || !again.Applied || !again.Already {
		t.Errorf("done %+v, again %+v", done, again)
	}
	o.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", winter, done.Position), nil, &v)
	if len(v.Sessions[0].Results) != players || len(v.Integrity) != 2 || v.Integrity[0].Kind != log.MarkImport || !v.Sessions[0].Results[0].Imported {
		t.Errorf("%d results, integrity %+v", len(v.Sessions[0].Results), v.Integrity)
	}
}

func TestALeagueIsGivenToOtherPrograms(t *testing.T) {
	r := newRig(t)
	o, ids := r.season(t, 3)
	at := o.score(entered(ids...), ranked(ids...))
	anyone := r.browser(t)
	anyone.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", winter, at), nil, nil)
	file := func(path string) string {
		t.Helper()
		status, body := anyone.send("GET", winter+path, nil)
		if status != http.StatusOK || len(body) == 0 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		return string(body)
	}
	if csv := file("/standings.csv"); !strings.Contains(csv, "season-places,10-to-1") || !strings.Contains(csv, "'=Çelik") || !strings.Contains(csv, "players,1,,"+string(ids[0])+",Ana") {
		t.Errorf("standings %s", csv)
	}
	var tables league.Standings
	if err := json.Unmarshal([]byte(file("/standings.json")), &tables); err != nil || len(tables.Tables[0].Rows[0].Cells[0].Terms) == 0 || tables.Ruleset.Edition == "" {
		t.Errorf("standings %+v, %v", tables, err)
	}
	people := []exchange.Entrant{{ID: ids[0], Name: "Ana"}, {ID: ids[1], Name: "Björk"}, {ID: ids[2], Name: "=Çelik"}}
	for path, read := range map[string]func([]byte, []exchange.Entrant, []log.Achievement) ([]exchange.LeagueLine, error){
		"/results.csv": exchange.ReadLeague, "/results.json": exchange.ReadLeagueJSON,
	} {
		if lines, err := read([]byte(file(path)), people, nil); err != nil || len(lines) != 3 || lines[2].Players[0] != ids[2] || lines[2].Session != "w1" {
			t.Errorf("%s: %+v, %v", path, lines, err)
		}
	}
	if players, err := exchange.ReadLeaguePlayers([]byte(file("/players.csv")), people, nil); err != nil || len(players) != 3 {
		t.Errorf("players %+v, %v", players, err)
	}
}

// While the board is frozen the stream of everybody is silent; a revealed row is told, and all at the thaw.
//
// Source: cases/README.md, 14.
func TestTheStreamOfALeagueIsSilentWhileFrozen(t *testing.T) {
	r := newRig(t)
	o, ids := r.season(t, 3)
	o.score(entered(ids...), ranked(ids...))
	frozen := o.score(cmd(log.FreezeBoard{}))
	req := must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "GET", r.browser(t).url+winter+"/stream", nil))
	res := must[*http.Response](t)(http.DefaultClient.Do(req))
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	next := func() league.View {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var v league.View
				if err := json.Unmarshal([]byte(data), &v); err != nil {
					t.Fatal(err)
				}
				return v
			}
		}
		t.Fatal("the stream ended")
		return league.View{}
	}
	if v := next(); v.Position != frozen || !v.Reveal.Frozen {
		t.Fatalf("first: position %d, %+v", v.Position, v.Reveal)
	}
	o.score(cmd(log.RecordResults{Session: "w2", Results: []log.Result{{Kind: log.KindPlace, Players: ids[2:], Place: 1}}}))
	shown := o.score(cmd(log.RevealNext{}))
	if v := next(); v.Position != shown || len(v.Reveal.Shown) != 1 || len(v.Sessions[1].Results) != 0 {
		t.Errorf("next: position %d with %+v, want %d with one row", v.Position, v.Reveal, shown)
	}
	thawed := o.score(cmd(log.ThawBoard{}))
	if v := next(); v.Position != thawed || v.Reveal.Frozen || len(v.Sessions[1].Results) != 1 {
		t.Errorf("last: position %d, %+v, want %d", v.Position, v.Reveal, thawed)
	}
}

func TestTheConventionBoardRanksFinishedGroups(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red", "blue")
	var before struct{ Boards []convention.Board }
	r.browser(t).want(http.StatusOK, "GET", "/gatherings/spring/convention", nil, &before)
	if len(before.Boards) != 1 || before.Boards[0].Playing != 2 || len(before.Boards[0].Rows) != 0 {
		t.Fatalf("while both play: %+v", before.Boards)
	}
	var all []item
	for _, table := range tables {
		all = append(all, cmd(lotr.ChangeThreat{Table: table, By: 40}))
	}
	_, res := o.commands("spring", "red", all...)
	if len(res.Answers) == 0 {
		t.Fatalf("refused %+v", res.Refused)
	}
	o.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath("spring", "red"), res.Answers[len(res.Answers)-1].Position), nil, nil)
	for _, path := range []string{"/gatherings/spring/convention", "/convention"} {
		var after struct{ Boards []convention.Board }
		r.browser(t).want(http.StatusOK, "GET", path, nil, &after)
		b := after.Boards[0]
		if b.Playing != 1 || len(b.Rows) != 1 || b.Rows[0].Group != "red" || b.Rows[0].Size != 3 || b.Rows[0].Rank != 1 || b.Rows[0].Won || b.Mode != "epic" {
			t.Errorf("%s: %+v", path, b)
		}
	}
}
