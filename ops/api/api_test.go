package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

func TestAGroupIsSetUpAndPlayedOverTheAPI(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	var me access.Session
	red.want(http.StatusOK, "GET", "/me", nil, &me)
	if me.Role != events.RoleCaptain || me.Table != "red" || me.Person != "p-4" {
		t.Fatalf("me is %+v", me)
	}
	res := red.accepted("spring", "g1", counted(1, lotr.ChangeThreat{Table: "red", By: 3}), counted(2, group.EndRound{Table: "red", Round: 1}))
	var b board.Group
	red.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath("spring", "g1"), res.Answers[1].Position), nil, &b)
	if b.Position != res.Answers[1].Position || b.Tables[0].Ended != 1 || b.City.Strength != 20 {
		t.Fatalf("board at %d, table red ended %d, city %d", b.Position, b.Tables[0].Ended, b.City.Strength)
	}
	var h struct{ Lines []history.Line }
	o.want(http.StatusOK, "GET", groupPath("spring", "g1")+"/history?limit=500", nil, &h)
	if len(h.Lines) == 0 || strings.Contains(fmt.Sprint(h.Lines), "{p-") {
		t.Fatalf("history: %+v", h.Lines)
	}
	var gs struct{ Gatherings []catalog.Gathering }
	o.want(http.StatusOK, "GET", "/gatherings", nil, &gs)
	if len(gs.Gatherings) != 1 || gs.Gatherings[0].Groups[0].ID != "g1" {
		t.Fatalf("gatherings: %+v", gs)
	}
}

func TestOpeningAGatheringTwiceIsHarmlessIfItIsTheSame(t *testing.T) {
	r := newRig(t)
	o := r.organiser(t)
	body := map[string]any{"id": "spring", "name": "Spring Siege"}
	var a events.Answer
	o.want(http.StatusOK, "POST", "/gatherings", body, &a)
	var again events.Answer
	o.want(http.StatusOK, "POST", "/gatherings", body, &again)
	if a.Duplicate || !again.Duplicate || a.Position != again.Position {
		t.Fatalf("answers %+v and %+v", a, again)
	}
	body["name"] = "Another"
	o.want(http.StatusConflict, "POST", "/gatherings", body, nil)
	o.want(http.StatusUnprocessableEntity, "POST", "/gatherings", map[string]any{"id": "Spring!", "name": "x"}, nil)
}

func TestABatchStopsAtTheFirstRefusal(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	first, wrong, after := cmd(lotr.ChangeThreat{Table: "red", By: 1}), cmd(group.EndRound{Table: "red", Round: 7}), cmd(lotr.ChangeThreat{Table: "red", By: 1})
	status, res := red.commands("spring", "g1", first, wrong, after)
	if status != http.StatusOK || len(res.Answers) != 1 || res.Refused == nil || string(res.Refused.ID) != wrong.ID || res.Refused.Code != "other-round" {
		t.Fatalf("status %d, answers %+v, refused %+v", status, res.Answers, res.Refused)
	}
	// Sent again without the wrong one: the first is known, the last is new.
	_, again := red.commands("spring", "g1", first, after)
	if len(again.Answers) != 2 || !again.Answers[0].Duplicate || again.Answers[1].Duplicate || again.Answers[0].Version != res.Answers[0].Version {
		t.Fatalf("sent again: %+v", again.Answers)
	}
	red.refused(http.StatusConflict, "other-round", "spring", "g1", wrong)
	status, body := red.send("POST", groupPath("spring", "g1")+"/commands", map[string]any{"commands": []item{}})
	if status != http.StatusUnprocessableEntity {
		t.Fatalf("an empty batch: %d %s", status, body)
	}
	many := make([]item, 51)
	for i := range many {
		many[i] = cmd(lotr.ChangeThreat{Table: "red", By: 1})
	}
	if status, body = red.send("POST", groupPath("spring", "g1")+"/commands", map[string]any{"commands": many}); status != http.StatusUnprocessableEntity {
		t.Fatalf("51 commands: %d %s", status, body)
	}
}

func TestDeviceCountersAreKeptInOrder(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	one := counted(1, lotr.ChangeThreat{Table: "red", By: 1})
	red.accepted("spring", "g1", one)
	status, res := red.commands("spring", "g1", counted(3, lotr.ChangeThreat{Table: "red", By: 1}))
	if status != http.StatusConflict || res.Refused.Code != engine.CodeDeviceGap || res.Refused.WantN != 2 {
		t.Fatalf("a gap: %d %+v", status, res.Refused)
	}
	red.refused(http.StatusConflict, engine.CodeDeviceRepeat, "spring", "g1", counted(1, lotr.ChangeThreat{Table: "red", By: 1}))
	if res := red.accepted("spring", "g1", one); !res.Answers[0].Duplicate {
		t.Fatalf("the same command again: %+v", res.Answers)
	}
	red.accepted("spring", "g1", counted(2, lotr.ChangeThreat{Table: "red", By: 1}))
}

func TestRefusalsNameThePeopleAndTheRule(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	status, res := o.commands("spring", "g1", cmd(lotr.ChangeThreat{Table: "green", Player: "p-1", By: 1}))
	if status != http.StatusConflict && status != http.StatusUnprocessableEntity {
		t.Fatalf("status %d", status)
	}
	if res.Refused.Says == "" || strings.Contains(res.Refused.Says, "{p-") {
		t.Fatalf("refused with %q", res.Refused.Says)
	}
}

func TestPeopleAreKnownByNameAndForgottenOnRequest(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	var list struct{ People []api.Person }
	r.browser(t).want(http.StatusOK, "GET", "/gatherings/spring/people", nil, &list)
	if len(list.People) != 3 || list.People[2] != (api.Person{ID: "p-3", Name: "Çelik"}) {
		t.Fatalf("people: %+v", list.People)
	}
	o.want(http.StatusNoContent, "DELETE", "/gatherings/spring/people/p-3", nil, nil)
	if err := r.reader.Await(t.Context(), "spring", must[events.Position](t)(r.store.End(t.Context(), "spring"))); err != nil {
		t.Fatal(err)
	}
	o.want(http.StatusOK, "GET", "/gatherings/spring/people", nil, &list)
	if list.People[2] != (api.Person{ID: "p-3", Name: "Player 3", Forgotten: true}) {
		t.Fatalf("people: %+v", list.People)
	}
	o.want(http.StatusNoContent, "DELETE", "/gatherings/spring/people/p-3", nil, nil) // again: nothing is left to do
	o.want(http.StatusConflict, "DELETE", "/gatherings/spring/people/p-99", nil, nil)
	for g := range r.positions(t) {
		for rec, err := range r.store.Load(t.Context(), events.Desk(g), events.Head{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"Ana", "Çelik"} {
				if strings.Contains(string(rec.Raw), name) {
					t.Fatalf("the log holds the name %s: %s", name, rec.Raw)
				}
			}
		}
	}
	if log := r.log.String(); strings.Contains(log, "Çelik") || strings.Contains(log, "Ana") {
		t.Fatal("a name is in the server's log")
	}
}

func TestCodesAreForOrganisersAndOpenWhatTheySay(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	var codes struct {
		Judge  string
		Tables []api.TableCode
	}
	o.want(http.StatusOK, "GET", "/gatherings/spring/codes", nil, &codes)
	if len(codes.Tables) != 3 || codes.Judge == "" {
		t.Fatalf("codes: %+v", codes)
	}
	for _, b := range []*browser{r.browser(t), r.captain(t, "spring", "g1", "red"), r.judge(t, "spring")} {
		b.want(http.StatusForbidden, "GET", "/gatherings/spring/codes", nil, nil)
	}
	for _, c := range codes.Tables {
		var s access.Session
		r.browser(t).want(http.StatusOK, "POST", "/join", map[string]string{"code": c.Code, "name": "Kim"}, &s)
		if s.Table != c.Table || s.Group != c.Group || s.Gathering != "spring" {
			t.Fatalf("%+v opens %+v", c, s)
		}
	}
	renewed := o.accepted("spring", "", cmd(desk.RenewCode{Group: "g1", Table: "red"}))
	if err := r.reader.Await(t.Context(), "spring", renewed.Answers[0].Position); err != nil {
		t.Fatal(err)
	}
	r.browser(t).want(http.StatusUnauthorized, "POST", "/join", map[string]string{"code": codes.Tables[0].Code, "name": "Kim"}, nil)
	log := r.log.String()
	for _, c := range codes.Tables {
		if strings.Contains(log, c.Code) {
			t.Fatal("a code is in the server's log")
		}
	}
}

// Whoever reads after a change sees it, also with another session and without knowing a position.
func TestWhatWasJustChangedIsSeenByTheNextRequest(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	other := r.organiser(t)
	for i := range 20 {
		var list struct{ Tables []api.TableCode }
		o.accepted("spring", events.GroupID(fmt.Sprintf("h%d", i)), cmd(group.OpenGroup{
			Name: "Next", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "only", Team: "North"}},
		}))
		other.want(http.StatusOK, "GET", "/gatherings/spring/codes", nil, &list)
		if len(list.Tables) != 4+i {
			t.Fatalf("after opening %d groups of one table beside that of three: codes of %d tables", i+1, len(list.Tables))
		}
	}
}

const csv = "name,group,team\nAna,Alpha,North\nBo,Alpha,South\nCy,Alpha,West\nDi,Beta,North\nEd,Beta,South\nFay,Beta,West\n"

func TestARosterIsImportedWholeOrNotAtAll(t *testing.T) {
	r := newRig(t)
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "spring", "name": "Spring"}, nil)
	before := r.positions(t)["spring"]
	path := "/gatherings/spring/roster?format=csv"
	var rep roster.Report
	o.want(http.StatusOK, "POST", path+"&dry=true", csv, &rep)
	if rep.Applied || rep.People != 6 || len(rep.Groups) != 2 || len(rep.Problems) != 0 {
		t.Fatalf("dry run: %+v", rep)
	}
	rep = roster.Report{}
	o.want(http.StatusOK, "POST", path, csv+"Gus,Gamma,North\n", &rep)
	if rep.Applied || len(rep.Problems) == 0 || rep.Problems[0].Row != 8 {
		t.Fatalf("with a group of one team: %+v", rep)
	}
	if at := r.positions(t)["spring"]; at != before {
		t.Fatalf("a dry run and a bad file have written: log at %d, was %d", at, before)
	}
	rep = roster.Report{}
	o.want(http.StatusOK, "POST", path, csv, &rep)
	if !rep.Applied {
		t.Fatalf("import: %+v", rep)
	}
	var g catalog.Gathering
	o.want(http.StatusOK, "GET", "/gatherings/spring", nil, &g)
	if len(g.Groups) != 2 || g.Groups[0].ID != "alpha" || g.Groups[0].Players != 3 || len(g.People) != 6 || g.Groups[0].Tables[1].ID != "south" {
		t.Fatalf("gathering: %+v", g)
	}
	var b board.Group
	o.want(http.StatusOK, "GET", groupPath("spring", "beta"), nil, &b)
	if b.Tables[0].Players[0].ID != "p-4" || r.people.Name("spring", "p-4") != "Di" {
		t.Fatalf("seated: %+v", b.Tables[0].Players)
	}
	rep = roster.Report{}
	o.want(http.StatusOK, "POST", path, csv, &rep)
	if rep.Applied || len(rep.Problems) != 2 {
		t.Fatalf("the same file again: %+v", rep)
	}
	for _, other := range []*browser{r.browser(t), r.judge(t, "spring"), r.captain(t, "spring", "alpha", "north")} {
		other.want(http.StatusForbidden, "POST", path, csv, nil)
	}
	o.want(http.StatusConflict, "POST", "/gatherings/nowhere/roster?format=csv", csv, nil)
}

func TestTheStreamSendsTheBoardAtOnceAndAfterEveryChange(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := must[*http.Request](t)(http.NewRequestWithContext(ctx, "GET", r.url+api.Prefix+groupPath("spring", "g1")+"/stream", nil))
	res := must[*http.Response](t)(http.DefaultClient.Do(req))
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", res.StatusCode, got)
	}
	boards := make(chan board.Group, 100)
	go func() {
		sc := bufio.NewScanner(res.Body)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				var b board.Group
				if json.Unmarshal([]byte(data), &b) == nil {
					boards <- b
				}
			}
		}
		close(boards)
	}()
	first := within(t, boards, "the board at once")
	if first.Tables[0].Players[0].Threat != 19 {
		t.Fatalf("first board: threat %d", first.Tables[0].Players[0].Threat)
	}
	done := red.accepted("spring", "g1", cmd(lotr.ChangeThreat{Table: "red", By: 5}))
	for b := first; b.Position < done.Answers[0].Position; {
		b = within(t, boards, "the board after the change")
		if b.Position == done.Answers[0].Position && b.Tables[0].Players[0].Threat != 24 {
			t.Fatalf("the board after the change has threat %d", b.Tables[0].Players[0].Threat)
		}
	}
	r.browser(t).want(http.StatusNotFound, "GET", groupPath("spring", "nothing")+"/stream", nil, nil)
}

func TestWhatIsNotThereIsNotFound(t *testing.T) {
	r := newRig(t)
	b := r.browser(t)
	for _, p := range []string{"/gatherings/nowhere", "/gatherings/nowhere/people", groupPath("nowhere", "g1"), groupPath("nowhere", "g1") + "/history", "/scenarios/no-such/cards"} {
		b.want(http.StatusNotFound, "GET", p, nil, nil)
	}
	b.want(http.StatusOK, "GET", "/scenarios/attack-on-dol-guldur/cards", nil, nil)
}

func TestTheAPIDescribesItself(t *testing.T) {
	r := newRig(t)
	var doc struct {
		Paths map[string]map[string]any
	}
	r.browser(t).want(http.StatusOK, "GET", "/openapi.json", nil, &doc)
	for _, want := range []string{
		"POST /login", "POST /join", "POST /logout", "GET /me", "GET /gatherings", "POST /gatherings",
		"GET /gatherings/{gathering}", "GET /gatherings/{gathering}/people", "POST /gatherings/{gathering}/people",
		"DELETE /gatherings/{gathering}/people/{person}", "POST /gatherings/{gathering}/roster",
		"POST /gatherings/{gathering}/commands", "POST /gatherings/{gathering}/groups/{group}/commands",
		"GET /gatherings/{gathering}/groups/{group}", "GET /gatherings/{gathering}/groups/{group}/history",
		"GET /gatherings/{gathering}/groups/{group}/stream", "GET /gatherings/{gathering}/codes", "GET /scenarios/{scenario}/cards",
	} {
		method, path, _ := strings.Cut(want, " ")
		if doc.Paths[api.Prefix+path][strings.ToLower(method)] == nil {
			t.Errorf("%s is not described", want)
		}
	}
}
