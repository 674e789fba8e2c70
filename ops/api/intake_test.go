package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster/intake"
	"github.com/muster-events/muster/coordinator/runner"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/projections/tournament"
)

// file gets a file of the API as it is.
func (b *browser) file(path string) string {
	b.t.Helper()
	status, body := b.send("GET", path, nil)
	if status != http.StatusOK {
		b.t.Fatalf("GET %s: %d %s", path, status, body)
	}
	return string(body)
}

// What one tournament exports another takes in: everybody, every pairing, and the same standings. What
// touches the integrity waits until its consequences are acknowledged.
//
// Source: issue 4, "Players and registration", "Tournaments".
func TestATournamentIsTakenInOverTheAPI(t *testing.T) {
	r := newRig(t)
	o := r.paired(t)
	var own tournament.View
	o.give(cmd(log.PublishRound{Round: 1}), cmd(log.StartRound{Round: 1, At: 1_000_000}))
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	o.give(cmd(log.EnterResult{Round: 1, Table: 1, Result: won(own, 1, 1)}), cmd(log.EnterResult{Round: 1, Table: 2, Result: won(own, 1, 2)}))
	text := o.file(cup + "/results.json")

	const next = "/gatherings/spring/tournaments/next"
	var res any
	o.want(http.StatusOK, "POST", next+"/commands", map[string]any{"commands": []item{cmd(log.OpenTournament{Name: "Next", Rules: log.Rules{Format: log.FormatSwiss, Rounds: 2}, Seed: 7})}}, &res)
	ask := intake.Ask{Text: text, Source: "results.json", Reason: "the laptop was another"}
	r.browser(t).want(http.StatusForbidden, "POST", next+"/import", ask, nil)
	var report intake.Report
	o.want(http.StatusOK, "POST", next+"/import?dry=true", ask, &report)
	if report.Total != 6 || report.Done != 0 || report.Next != "enters 4 players" || report.Rows[0].State != intake.RowKnown {
		t.Fatalf("dry: %+v", report)
	}
	o.want(http.StatusOK, "POST", next+"/import", ask, &report)
	if report.Consequences == nil || report.Done != 4 || report.Problem != "" {
		t.Fatalf("before the round: %+v", report)
	}
	ask.Ack = report.Consequences.Ack
	var done intake.Report
	o.want(http.StatusOK, "POST", next+"/import", ask, &done)
	if done.Done != done.Total || done.Next != "" || done.Consequences != nil {
		t.Fatalf("at the end: %+v", done)
	}
	var copied tournament.View
	o.want(http.StatusOK, "GET", next+"?view=officials", nil, &copied)
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	said := func(v tournament.View) string {
		out := ""
		for _, row := range v.Standings[0].Table.Rows {
			out += fmt.Sprintln(row.Player, row.Place, row.Cells[0].Value, row.Won, row.Lost)
		}
		return out
	}
	if said(copied) != said(own) || !copied.Badge || len(copied.Integrity) != 1 {
		t.Errorf("standings\n%swant\n%s", said(copied), said(own))
	}
	if players := o.file(next + "/players.csv"); !strings.Contains(players, "'=Dora") || strings.Contains(players, "contact") {
		t.Errorf("players:\n%s", players)
	}
}

func TestPeopleAndDuplicatesOverTheAPI(t *testing.T) {
	r := newRig(t)
	o := r.paired(t)
	const next = "/gatherings/spring/tournaments/next"
	o.want(http.StatusOK, "POST", next+"/commands", map[string]any{"commands": []item{cmd(log.OpenTournament{Name: "Next", Rules: log.Rules{Format: log.FormatSwiss}, Seed: 7})}}, nil)
	var report intake.Report
	o.want(http.StatusOK, "POST", next+"/import", intake.Ask{Text: "name,contact\nbjork,b@example.org\nBjörk,\nGimli,\n"}, &report)
	if report.Done != 3 {
		t.Fatalf("%+v", report)
	}
	var found struct{ Pairs []api.LikePair }
	r.browser(t).want(http.StatusForbidden, "GET", next+"/duplicates", nil, nil)
	o.want(http.StatusOK, "GET", next+"/duplicates", nil, &found)
	if len(found.Pairs) != 1 || found.Pairs[0].A != 1 || found.Pairs[0].B != 2 {
		t.Fatalf("%+v", found)
	}
	var res runner.Response
	o.want(http.StatusOK, "POST", next+"/commands", map[string]any{"commands": []item{cmd(log.KeepApart{A: 1, B: 2})}}, &res)
	o.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", next, res.Answers[0].Position), nil, nil)
	o.want(http.StatusOK, "GET", next+"/duplicates", nil, &found)
	if len(found.Pairs) != 0 {
		t.Errorf("they are asked about again: %+v", found)
	}
	var page api.PersonPage
	o.want(http.StatusOK, "GET", "/gatherings/spring/people/p-5", nil, &page)
	if page.Name != "bjork" || page.Contact != "b@example.org" || len(page.History.Tournaments) != 1 {
		t.Errorf("the organiser sees %+v", page)
	}
	page = api.PersonPage{}
	r.browser(t).want(http.StatusOK, "GET", "/gatherings/spring/people/p-5", nil, &page)
	if page.Name != "bjork" || page.Contact != "" {
		t.Errorf("everybody sees %+v", page)
	}
	o.want(http.StatusNoContent, "DELETE", "/gatherings/spring/people/p-5", nil, nil)
	page = api.PersonPage{}
	o.want(http.StatusOK, "GET", "/gatherings/spring/people/p-5", nil, &page)
	if page.Name != "Player 5" || page.Contact != "" {
		t.Errorf("after the erasure the organiser sees %+v", page)
	}
	if text := o.file(next + "/players.csv"); !strings.Contains(text, "Player 5") || strings.Contains(text, "bjork") {
		t.Errorf("the export still has the name:\n%s", text)
	}
}
