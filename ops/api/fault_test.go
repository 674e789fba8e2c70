package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func within[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("not within %v: %s", patience, what)
		panic("unreachable")
	}
}

// tableCommands are commands about a table, as its captain may give them.
func tableCommands(table events.TableID) []events.CommandBody {
	siege := 1
	return []events.CommandBody{
		lotr.BeginPhase{Table: table, Phase: lotr.PhaseQuest},
		lotr.ChangeThreat{Table: table, By: 1},
		lotr.PassFirstPlayer{Table: table, Player: "p-1"},
		lotr.RevealCard{Table: table, Card: "Dungeon Door"},
		lotr.AddEnemy{Table: table, Card: "Dol Guldur Orcs"},
		lotr.AddLocation{Table: table, Card: "Dungeon Door"},
		lotr.Engage{Table: table, Enemy: 1, Player: "p-1"},
		lotr.CheckEngagement{Table: table},
		lotr.ReturnToStaging{Table: table, Enemy: 1},
		lotr.RemoveCard{Table: table, Enemy: 1},
		lotr.Travel{Table: table, Location: 1},
		lotr.ResolveQuest{Table: table, Willpower: 5},
		lotr.PlaceProgress{Table: table, By: 1},
		lotr.ExploreLocation{Table: table, Card: "Dungeon Door", Siege: &siege},
		lotr.DamageEnemy{Table: table, Enemy: 1, By: 1},
		lotr.DestroyEnemy{Table: table, Enemy: 1, Siege: &siege},
		lotr.AssignArchery{Table: table},
		lotr.DamageCharacter{Table: table, Player: "p-1", Character: "One", By: 1},
		lotr.DestroyCharacter{Table: table, Player: "p-1", Character: "One"},
		lotr.UsePower{Table: table, Player: "p-1"},
		lotr.ProgressPower{Table: table, By: 1},
		lotr.TypeSiege{Table: table, Item: 1, Siege: 2},
		group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: table}}},
		group.EndRound{Table: table, Round: 1},
		group.ResolveStep{Table: table, Step: "1-response-1b", Choice: group.ChoicePass},
		group.Withdraw{Table: table, Entry: "01900000-0000-7000-8000-000000000001"},
		group.TakeRecorder{Table: table, Confirm: true},
	}
}

// officialCommands are commands that no captain may give.
func officialCommands() []events.CommandBody {
	city := 3
	return []events.CommandBody{
		group.OpenGroup{Name: "x", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard"},
		group.UnseatPlayer{Player: "p-1"},
		group.StartGroup{},
		group.ForceEndRound{Table: "red", Round: 1, Reason: "late"},
		group.Pause{Reason: "lunch"},
		group.Resume{},
		group.Abandon{Reason: "fire"},
		group.AdmitPlayer{Seat: group.Seat{Player: "p-9", Table: "red"}, Reason: "late"},
		group.DropPlayer{Player: "p-1", How: group.DropEliminate},
		group.PostNotice{Text: "hello"},
		lotr.AssignDolGuldur{Table: "red"},
		lotr.Rule{Reason: "mine", Verdict: group.VerdictCorrected, City: &city},
	}
}

func TestFault_D1_CommandsForAnotherTable(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1", "g2")
	r.play(t, "autumn", "g1")
	red := r.captain(t, "spring", "g1", "red")
	before := r.positions(t)
	tried := 0
	forbid := func(code engine.Code, g events.GatheringID, gr events.GroupID, body events.CommandBody) {
		t.Helper()
		tried++
		t.Run(fmt.Sprintf("%s/%s %s", g, gr, body.CommandType()), func(t *testing.T) {
			b := *red
			b.t = t
			b.refused(http.StatusForbidden, code, g, gr, cmd(body))
		})
	}
	for _, body := range tableCommands("green") { // another table of the own group, in the body
		forbid(engine.CodeOtherTable, "spring", "g1", body)
	}
	for _, body := range tableCommands("red") { // the own table's id in another group, in the path
		forbid(engine.CodeOtherTable, "spring", "g2", body)
	}
	for _, body := range tableCommands("red") { // the own table and group in another gathering
		forbid(engine.CodeNotAllowed, "autumn", "g1", body)
	}
	for _, body := range officialCommands() {
		forbid(engine.CodeNotAllowed, "spring", "g1", body)
	}
	// A foreign command inside a batch of own ones: the batch ends there.
	own := counted(1, lotr.ChangeThreat{Table: "red", By: 1})
	status, res := red.commands("spring", "g1", own, counted(2, lotr.ChangeThreat{Table: "blue", By: 9}), counted(2, lotr.ChangeThreat{Table: "red", By: 1}))
	tried++
	if status != http.StatusOK || len(res.Answers) != 1 || res.Refused == nil || res.Refused.Code != engine.CodeOtherTable {
		t.Errorf("in a batch: %d %+v %+v", status, res.Answers, res.Refused)
	}
	// Role, table and device of another in the body: fields that are not known.
	for _, field := range []string{"actor", "device", "table", "role"} {
		tried++
		status, body := red.send("POST", groupPath("spring", "g1")+"/commands",
			fmt.Sprintf(`{"commands":[{"id":"01900000-0000-7000-8000-00000000abcd","type":"group.resume.v1","data":{},%q:"organiser"}]}`, field))
		if status != http.StatusUnprocessableEntity {
			t.Errorf("with %s: %d %s", field, status, body)
		}
	}
	after := r.positions(t)
	before["spring"]++ // the own command of the batch
	if !maps.Equal(before, after) {
		t.Errorf("logs are at %v, want %v", after, before)
	}
	if n := metric(t, r.reg, "muster_commands_total", "code", string(engine.CodeOtherTable)); n < 50 {
		t.Errorf("%v refusals are counted as other-table", n)
	}
	if !strings.Contains(r.log.String(), "a session asked for what it may not do") {
		t.Error("nothing in the server's log for the organiser")
	}
	t.Logf("fault D1: %d ways to reach another table, group, gathering or right: all 403 or 422, log unchanged, 0 violations", tried)
}

func metric(t *testing.T, reg *prometheus.Registry, name, label, value string) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if l.GetName() == label && l.GetValue() == value {
					sum += m.GetCounter().GetValue()
				}
			}
		}
	}
	return sum
}

// Case 19 of shared/cases/README.md, and the role matrix: who may do what, asked over HTTP.
func TestCase19_RoleMatrix(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	who := map[string]*browser{
		"organiser": o, "judge": r.judge(t, "spring"), "captain": r.captain(t, "spring", "g1", "red"),
		"spectator": r.browser(t), "judge of another": nil, "captain of another": nil,
	}
	r.play(t, "autumn", "g1")
	who["judge of another"] = r.judge(t, "autumn")
	who["captain of another"] = r.captain(t, "autumn", "g1", "red")
	city := 30
	for _, row := range []struct {
		body  events.CommandBody
		desk  bool
		allow string
	}{
		{body: lotr.ChangeThreat{Table: "red", By: 1}, allow: "organiser judge captain"},
		{body: lotr.Rule{Reason: "recount", Verdict: group.VerdictCorrected, City: &city}, allow: "organiser judge"},
		{body: group.PostNotice{Text: "lunch at noon"}, allow: "organiser judge"},
		{body: group.TakeRecorder{Table: "red"}, allow: "captain"},
		{body: group.AdmitPlayer{Seat: group.Seat{Player: "p-9", Table: "red"}, Reason: "late"}, allow: "organiser"},
		{body: desk.RenewCode{Group: "g1", Table: "green"}, desk: true, allow: "organiser"},
		{body: desk.ForgetPerson{Person: "p-2"}, desk: true, allow: "organiser"},
		{body: desk.RegisterPeople{People: []desk.Person{{ID: "p-77", Commitment: events.Hash{1}}}}, desk: true, allow: "organiser"},
	} {
		for name, b := range who {
			gr := events.GroupID("g1")
			if row.desk {
				gr = ""
			}
			status, res := b.commands("spring", gr, cmd(row.body))
			allowed := contains(row.allow, name)
			if (status == http.StatusForbidden) == allowed {
				t.Errorf("%s by %s: status %d, refused %+v", row.body.CommandType(), name, status, res.Refused)
			}
			if !allowed && (res.Refused == nil || res.Refused.Says == "") {
				t.Errorf("%s by %s is refused without a reason", row.body.CommandType(), name)
			}
		}
	}
}

func contains(words, word string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

func TestFault_D3_HostileBodies(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	path := groupPath("spring", "g1") + "/commands"
	one := func(data string) string {
		return `{"commands":[{"id":"01900000-0000-7000-8000-00000000beef","type":"lotr.change-threat.v1","data":` + data + `}]}`
	}
	cases := []struct {
		name, body string
		status     int
	}{
		{"no JSON", "hello", 400},
		{"empty", "", 400},
		{"a number", "1", 422},
		{"two values", one(`{}`) + one(`{}`), 400},
		{"giant", strings.Repeat(" ", 10<<20) + one(`{}`), 413},
		{"one byte over", one(`{"note":"` + strings.Repeat("x", 64<<10) + `"}`), 413},
		{"deep", one(strings.Repeat(`[`, 30_000) + strings.Repeat(`]`, 30_000)), 400},
		{"deep inside the limit", one(strings.Repeat(`{"a":`, 2_000) + "1" + strings.Repeat(`}`, 2_000)), 422},
		{"a field not known", one(`{"table":"red","by":1,"extra":1}`), 422},
		{"a misspelt field", one(`{"tabel":"red","by":1}`), 422},
		{"many fields", one(`{` + fields(6_000) + `}`), 422},
		{"a huge number", one(`{"table":"red","by":1e999}`), 400},
		{"a number over int64", one(`{"table":"red","by":99999999999999999999}`), 422},
		{"a fraction", one(`{"table":"red","by":1.5}`), 422},
		{"NaN", one(`{"table":"red","by":NaN}`), 400},
		{"a string for a number", one(`{"table":"red","by":"1"}`), 422},
		{"null data", one(`null`), 422},
		{"a list for data", one(`[]`), 422},
		{"invalid UTF-8", one("{\"table\":\"red\",\"by\":1,\"note\":\"\xff\xfe\"}"), 422},
		{"a NUL in a text", one(`{"table":"red","by":1,"note":"a\u0000b"}`), 422},
		{"an id that is none", `{"commands":[{"id":"../../etc","type":"lotr.change-threat.v1","data":{}}]}`, 422},
		{"an upper-case id", `{"commands":[{"id":"01900000-0000-7000-8000-00000000BEEF","type":"lotr.change-threat.v1","data":{}}]}`, 422},
		{"a type that is none", `{"commands":[{"id":"01900000-0000-7000-8000-00000000beef","type":"group.destroy-everything.v1","data":{}}]}`, 422},
		{"a type of the future", `{"commands":[{"id":"01900000-0000-7000-8000-00000000beef","type":"lotr.change-threat.v9","data":{}}]}`, 422},
		{"a negative count", `{"commands":[{"id":"01900000-0000-7000-8000-00000000beef","n":-1,"type":"lotr.change-threat.v1","data":{}}]}`, 422},
		{"a table that is none", one(`{"table":"muster.log.>","by":1}`), 403},
	}
	before := r.positions(t)
	var m0, m1 runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m0)
	for range 3 {
		for _, c := range cases {
			if got, body := red.send("POST", path, c.body); got != c.status {
				t.Errorf("%s: status %d, want %d: %.200s", c.name, got, c.status, body)
			}
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	grown := int64(m1.HeapAlloc) - int64(m0.HeapAlloc)
	if grown > 32<<20 {
		t.Errorf("the heap has grown by %d MB, want under 32", grown>>20)
	}
	if after := r.positions(t); !maps.Equal(before, after) {
		t.Errorf("logs are at %v, were at %v", after, before)
	}
	o := r.organiser(t)
	if got, body := o.send("POST", "/gatherings/spring/roster?format=csv", strings.Repeat("x", 2<<20+1)); got != http.StatusRequestEntityTooLarge {
		t.Errorf("a roster over 2 MiB: %d %.200s", got, body)
	}
	for _, p := range []string{"/gatherings/..%2f..%2fetc", "/gatherings/%00", "/gatherings/" + strings.Repeat("a", 5000), groupPath("spring", "g1") + "?at=-1", groupPath("spring", "g1") + "?nonsense=1", groupPath("spring", "g1") + "/history?limit=1000000"} {
		if got, body := o.send("GET", p, nil); got != 404 && got != 422 {
			t.Errorf("GET %.60s: %d %.200s", p, got, body)
		}
	}
	t.Logf("fault D3: %d hostile bodies three times each: all 4xx, log unchanged, heap grown by %d kB (limit 32 MB)", len(cases), grown>>10)
}

func fields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"f%d":1,`, i)
	}
	return b.String() + `"table":"red"`
}

func TestFault_D6_CrossSitePosts(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	before := r.positions(t)
	from := func(site, origin string) func(*http.Request) {
		return func(req *http.Request) {
			if site != "" {
				req.Header.Set("Sec-Fetch-Site", site)
			}
			req.Header.Set("Origin", origin)
		}
	}
	paths := []string{"/logout", "/login", "/join", "/gatherings", groupPath("spring", "g1") + "/commands"}
	for _, p := range paths {
		for _, edit := range []func(*http.Request){
			from("cross-site", "https://evil.example"), from("same-site", "https://other.example"), from("", "http://evil.example"),
			func(req *http.Request) {
				req.Header.Set("Origin", "null")
				req.Header.Set("Content-Type", "text/plain")
			},
		} {
			if got, body := red.send("POST", p, `{}`, edit); got != http.StatusForbidden {
				t.Errorf("POST %s from another site: %d %s", p, got, body)
			}
		}
	}
	if after := r.positions(t); !maps.Equal(before, after) {
		t.Errorf("logs are at %v, were at %v", after, before)
	}
	var me access.Session
	red.want(http.StatusOK, "GET", "/me", nil, &me)
	if me.Role != events.RoleCaptain {
		t.Errorf("another site has ended the session: %+v", me)
	}
	for _, p := range []string{"/me", "/gatherings"} { // nor may another site read: no CORS header
		req := must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "GET", red.url+p, nil))
		req.Header.Set("Origin", "https://evil.example")
		res := must[*http.Response](t)(red.http.Do(req))
		res.Body.Close()
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("GET %s lets %s read", p, got)
		}
	}
	t.Logf("fault D6: %d posts of other sites: all 403, log unchanged", 4*len(paths))
}

func TestFault_D7_SessionsOverHTTP(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	red := r.captain(t, "spring", "g1", "red")
	base := must[*url.URL](t)(url.Parse(r.url))
	stolen := r.browser(t)
	stolen.http.Jar.SetCookies(base, red.http.Jar.Cookies(base))
	stolen.accepted("spring", "g1", cmd(lotr.ChangeThreat{Table: "red", By: 1}))
	red.want(http.StatusNoContent, "POST", "/logout", nil, nil)
	stolen.refused(http.StatusForbidden, engine.CodeNotAllowed, "spring", "g1", cmd(lotr.ChangeThreat{Table: "red", By: 1}))

	// A session id planted before logging in is not the one after.
	victim := r.captain(t, "spring", "g1", "green")
	planted := victim.http.Jar.Cookies(base)
	key, _ := r.auth.OrganiserKey()
	victim.want(http.StatusNoContent, "POST", "/login", map[string]string{"key": key}, nil)
	attacker := r.browser(t)
	attacker.http.Jar = must[*cookiejar.Jar](t)(cookiejar.New(nil))
	attacker.http.Jar.SetCookies(base, planted)
	var me access.Session
	attacker.want(http.StatusOK, "GET", "/me", nil, &me)
	if me.Role != events.RoleSpectator {
		t.Errorf("the planted session is now %+v", me)
	}
	r.clock.add(13 * time.Hour)
	victim.want(http.StatusOK, "GET", "/me", nil, &me)
	if me.Role != events.RoleSpectator {
		t.Errorf("after 13 idle hours the session is %+v", me)
	}
	t.Log("fault D7: over HTTP: stolen after logout, planted before login, idle: all dead")
}

func TestFault_D2_LimitsOverHTTP(t *testing.T) {
	r := newRig(t)
	r.play(t, "spring", "g1")
	b := r.browser(t)
	var statuses []int
	retry := ""
	for range 8 {
		req := must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "POST", b.url+"/join", strings.NewReader(`{"code":"ZZZZZZZ","name":"Mallory"}`)))
		req.Header.Set("Content-Type", "application/json")
		res := must[*http.Response](t)(b.http.Do(req))
		statuses = append(statuses, res.StatusCode)
		retry = res.Header.Get("Retry-After")
		var p map[string]any
		if err := json.NewDecoder(res.Body).Decode(&p); err != nil || p["detail"] == "" || p["code"] == "" {
			t.Errorf("problem %v, %v", p, err)
		}
		if ct := res.Header.Get("Content-Type"); ct != "application/problem+json" {
			t.Errorf("content type %s", ct)
		}
		res.Body.Close()
	}
	if statuses[0] != 401 || statuses[7] != 429 || retry == "" {
		t.Fatalf("statuses %v, Retry-After %q", statuses, retry)
	}
	if log := r.log.String(); strings.Contains(log, "ZZZZZZZ") || strings.Contains(log, "Mallory") {
		t.Error("what was typed is in the server's log")
	}
}
