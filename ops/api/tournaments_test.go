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
	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/tournament"
)

const cup = "/gatherings/spring/tournaments/cup"

// give sends commands to the tournament that must all be accepted, and returns the position.
func (b *browser) give(items ...item) events.Position {
	b.t.Helper()
	var res runner.Response
	b.want(http.StatusOK, "POST", cup+"/commands", map[string]any{"commands": items}, &res)
	if res.Refused != nil {
		b.t.Fatalf("refused: %+v", res.Refused)
	}
	at := res.Answers[len(res.Answers)-1].Position
	b.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", cup, at), nil, nil) // so that it is seen
	return at
}

// paired opens a tournament of four and pairs its first round.
func (r *rig) paired(t *testing.T) *browser {
	t.Helper()
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "spring", "name": "Spring"}, nil)
	var ids struct{ IDs []events.PersonID }
	o.want(http.StatusOK, "POST", "/gatherings/spring/people",
		map[string]any{"people": []map[string]string{{"name": "Ana"}, {"name": "Björk"}, {"name": "Çelik"}, {"name": "=Dora"}}}, &ids)
	reg := log.Register{}
	for _, id := range ids.IDs {
		reg.Entrants = append(reg.Entrants, log.Entrant{Player: id})
	}
	o.give(cmd(log.OpenTournament{Name: "Cup", Rules: log.Rules{Format: log.FormatSwiss, Rounds: 2}, Seed: 7}), cmd(reg),
		cmd(log.StartTournament{}), cmd(log.PairRound{Round: 1}))
	return o
}

func won(v tournament.View, round, table int) log.Result {
	seats := v.Rounds[round-1].Tables[table-1].Seats
	return log.Result{Kind: log.Played, Lines: []log.Line{{Entrant: seats[0].Entrant, Games: 2}, {Entrant: seats[1].Entrant}}}
}

func TestATournamentOverTheAPI(t *testing.T) {
	r := newRig(t)
	o, anyone := r.paired(t), r.browser(t)
	var all, own tournament.View
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	if len(own.Rounds) != 1 || own.Rounds[0].Published {
		t.Fatalf("officials see %+v", own.Rounds)
	}
	anyone.want(http.StatusOK, "GET", cup, nil, &all)
	if len(all.Rounds) != 0 || all.Officials {
		t.Fatalf("everybody sees a round that is not published: %+v", all.Rounds)
	}
	anyone.want(http.StatusForbidden, "GET", cup+"?view=officials", nil, nil)
	anyone.want(http.StatusForbidden, "GET", cup+"/history", nil, nil)
	anyone.want(http.StatusNotFound, "GET", cup+"/me", nil, nil)
	anyone.want(http.StatusNotFound, "GET", "/gatherings/spring/tournaments/none", nil, nil)

	at := o.give(cmd(log.PublishRound{Round: 1}), cmd(log.StartRound{Round: 1, At: 1_000_000}),
		cmd(log.EnterResult{Round: 1, Table: 1, Result: won(own, 1, 1)}), cmd(log.EnterResult{Round: 1, Table: 2, Result: won(own, 1, 2)}))
	anyone.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", cup, at), nil, &all)
	if all.Position != at || !all.Rounds[0].Finished || all.Standings[0].Table.Rows[0].Won != 1 || len(all.Rounds[0].Tables[0].Why) == 0 {
		t.Fatalf("everybody sees %+v", all)
	}
	var list struct{ Tournaments []tournament.Line }
	anyone.want(http.StatusOK, "GET", "/gatherings/spring/tournaments", nil, &list)
	if len(list.Tournaments) != 1 || list.Tournaments[0].Round != 1 || list.Tournaments[0].In != 4 {
		t.Errorf("list %+v", list)
	}
	var told struct{ Lines []history.Line }
	o.want(http.StatusOK, "GET", cup+"/history", nil, &told)
	if !strings.Contains(told.Lines[len(told.Lines)-1].Words, "opened the tournament “Cup”") || !strings.Contains(told.Lines[2].Words, "0 at table 2 of round 1") || strings.Contains(told.Lines[2].Words, "{") {
		t.Errorf("history %+v", told.Lines[2])
	}
}

// Source: issue 4, "Integrity events".
func TestACorrectionIsPreviewedOverTheAPIBeforeItIsAccepted(t *testing.T) {
	r := newRig(t)
	o := r.paired(t)
	var own tournament.View
	o.give(cmd(log.PublishRound{Round: 1}), cmd(log.StartRound{Round: 1, At: 1_000_000}))
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	o.give(cmd(log.EnterResult{Round: 1, Table: 1, Result: won(own, 1, 1)}))
	res := won(own, 1, 1)
	res.Lines[0].Games, res.Lines[1].Games = 0, 2
	fix := log.CorrectResult{Round: 1, Table: 1, Was: 1, Result: res, Reason: "swapped"}
	var refused runner.Response
	o.want(http.StatusConflict, "POST", cup+"/commands", map[string]any{"commands": []item{cmd(fix)}}, &refused)
	if refused.Refused.Code != engine.Code("needs-preview") {
		t.Fatalf("refused %+v", refused.Refused)
	}
	ask := map[string]any{"type": fix.CommandType(), "data": fix}
	var says log.Consequences
	o.want(http.StatusOK, "POST", cup+"/preview", ask, &says)
	if says.Ack == "" || len(says.Says) == 0 || says.Places == 0 || strings.Contains(strings.Join(says.Says, " "), "{") {
		t.Fatalf("preview %+v", says)
	}
	r.browser(t).want(http.StatusForbidden, "POST", cup+"/preview", ask, nil)
	fix.Ack = says.Ack
	at := o.give(cmd(fix))
	var all tournament.View
	r.browser(t).want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", cup, at), nil, &all)
	if !all.Badge || len(all.Integrity) != 1 || all.Integrity[0].Reason != "swapped" {
		t.Errorf("integrity %+v", all.Integrity)
	}
}

func TestATournamentIsGivenToOtherPrograms(t *testing.T) {
	r := newRig(t)
	o, anyone := r.paired(t), r.browser(t)
	var own tournament.View
	o.give(cmd(log.PublishRound{Round: 1}), cmd(log.StartRound{Round: 1, At: 1_000_000}))
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	o.give(cmd(log.EnterResult{Round: 1, Table: 1, Result: won(own, 1, 1)}), cmd(log.EnterResult{Round: 1, Table: 2, Result: won(own, 1, 2)}))
	file := func(path string) []byte {
		t.Helper()
		status, body := anyone.send("GET", cup+path, nil)
		if status != http.StatusOK || len(body) == 0 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		return body
	}
	if csv := string(file("/standings.csv")); !strings.Contains(csv, "mtr-appendix-c") || !strings.Contains(csv, "Björk") || !strings.Contains(csv, "'=Dora") {
		t.Errorf("standings %s", csv)
	}
	entrants, err := exchange.ReadPlayers(file("/players.csv"))
	if err != nil || len(entrants) != 4 {
		t.Errorf("players %+v, %v", entrants, err)
	}
	if rounds, err := exchange.ReadMatches(file("/pairings.csv"), entrants); err != nil || len(rounds) != 1 || len(rounds[0].Matches) != 2 {
		t.Errorf("pairings %+v, %v", rounds, err)
	}
	if _, rounds, err := exchange.ReadJSON(file("/results.json")); err != nil || len(rounds) != 1 {
		t.Errorf("results %+v, %v", rounds, err)
	}
	if report, err := exchange.ReadTRF(file("/trf")); err != nil || report.Event.Name != "Cup" {
		t.Errorf("report %+v, %v", report.Event, err)
	}
	var table struct {
		Rows []struct{ Cells []struct{ Terms []any } }
	}
	if err := json.Unmarshal(file("/standings.json"), &table); err != nil || len(table.Rows) != 4 || len(table.Rows[0].Cells[0].Terms) == 0 {
		t.Errorf("standings %+v, %v", table, err)
	}
}

// While the standings are frozen the stream of everybody is silent, and says all at the thaw.
//
// Source: cases/README.md, 14.
func TestTheStreamOfATournamentIsSilentWhileFrozen(t *testing.T) {
	r := newRig(t)
	o := r.paired(t)
	o.give(cmd(log.PublishRound{Round: 1}), cmd(log.StartRound{Round: 1, At: 1_000_000}))
	var own tournament.View
	o.want(http.StatusOK, "GET", cup+"?view=officials", nil, &own)
	frozen := o.give(cmd(log.FreezeStandings{}))
	req := must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "GET", r.browser(t).url+cup+"/stream", nil))
	res := must[*http.Response](t)(http.DefaultClient.Do(req))
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	next := func() tournament.View {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var v tournament.View
				if err := json.Unmarshal([]byte(data), &v); err != nil {
					t.Fatal(err)
				}
				return v
			}
		}
		t.Fatal("the stream ended")
		return tournament.View{}
	}
	if v := next(); v.Position != frozen || v.Status != log.StatusFrozen || v.Rounds[0].Open != 2 {
		t.Fatalf("first: position %d, status %s", v.Position, v.Status)
	}
	o.give(cmd(log.EnterResult{Round: 1, Table: 1, Result: won(own, 1, 1)}))
	thawed := o.give(cmd(log.ThawStandings{}))
	if v := next(); v.Position != thawed || v.Rounds[0].Open != 1 {
		t.Errorf("next: position %d with %d open tables, want %d with 1", v.Position, v.Rounds[0].Open, thawed)
	}
}
