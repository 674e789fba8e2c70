package faults_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Fault D4: text that is not what it looks like, in every field that people fill in.
func TestFault_D4_NamesThatAreNotWhatTheyLookLike(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	o := p.organiser()
	const bad = "BAD" // stands for the text in the JSON below
	fields := map[string]struct{ path, body string }{
		"gathering": {"/api/v1/gatherings", `{"id":"other","name":"BAD"}`},
		"person":    {"/api/v1/gatherings/spring/people", `{"people":[{"name":"BAD"}]}`},
		"captain":   {"/api/v1/join", fmt.Sprintf(`{"code":%q,"name":"BAD"}`, p.codes["red"])},
	}
	for name, b := range map[string]events.CommandBody{
		"group":  group.OpenGroup{Name: bad, Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "one", Team: "One"}}},
		"team":   group.OpenGroup{Name: "Two", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "one", Team: bad}}},
		"hero":   group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "red", Heroes: []group.Hero{{Title: bad, Threat: 9}}}}},
		"pause":  group.Pause{Reason: bad},
		"notice": group.PostNotice{Text: bad},
		"ruling": rulingWith(bad),
	} {
		path := "/api/v1/gatherings/spring/groups/g1/commands"
		if name == "group" || name == "team" {
			path = "/api/v1/gatherings/spring/groups/g2/commands"
		}
		e := o.entry(b, 0)
		e.ID = "ID"
		req, err := json.Marshal(runner.Request{Commands: []runner.Entry{e}})
		p.must(err)
		fields[name] = struct{ path, body string }{path, string(req)}
	}
	texts := map[string]string{
		"empty": "", "blank": "   ", "only zero-width": `\u200b\u200d`, "bidi override": `\u202Egnp.exe`, "bidi isolate": `a\u2066b`,
		"NUL": `a\u0000b`, "escape": `a\u001b[31mb`, "10 kB": strings.Repeat("x", 10_000), "invalid UTF-8": "a\xff\xfeb", "half a pair": `a\ud800b`,
	}
	before := p.board().Version
	tried := 0
	for name, f := range fields {
		for what, text := range texts {
			status, body := o.raw(f.path, strings.NewReplacer(bad, text, `"ID"`, `"`+string(newID())+`"`).Replace(f.body))
			if status < 400 || status >= 500 || !strings.Contains(body, `"`) {
				t.Errorf("%s with %s: %d %.200s", name, what, status, body)
			}
			tried++
		}
	}
	if after := p.board().Version; after != before {
		t.Errorf("version %d, was %d: something was recorded", after, before)
	}
	// Any script is a name, in one form everywhere.
	for _, name := range []string{"ムスタ", "Ελένη", "מרים", "نورة", "Zoe\u0308", "👩\u200d👩\u200d👧", "O'Brien <o@b>", "=1+1"} {
		ids, err := p.boss.Register(t.Context(), spring, []roster.NewPerson{{Name: name}})
		p.must(err)
		until(t, fmt.Sprintf("%s (%q) is on the page of people", ids[0], name), func() bool {
			_, page := o.get("/console/spring/do/forget")
			return strings.Contains(html.UnescapeString(page), strings.Replace(name, "e\u0308", "\u00eb", 1))
		})
	}
	t.Logf("fault D4: %d fields x %d texts: %d refused with 4xx, 0 recorded; 8 names of other scripts shown as typed (NFC)", len(fields), len(texts), tried)
}

func rulingWith(reason string) events.CommandBody {
	city := 33
	return lotr.Rule{Reason: reason, Verdict: group.VerdictCorrected, City: &city}
}

// raw posts a body as it is. A server that hangs up because there is too much of it has refused it.
func (b *phone) raw(path, body string) (int, string) {
	b.t.Helper()
	res, err := b.http.Post(b.URL+path, "application/json", strings.NewReader(body))
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return http.StatusRequestEntityTooLarge, "the server hung up"
	}
	b.must(err)
	return b.read(res)
}

// Markup that would run, and the end of any attribute or script that it might stand in.
func script(n int) string { return fmt.Sprintf(`"'></script><img src=x onerror=__xss=%d>`, n) }

// pages are all pages of a game, and who may look at them.
func (p *party) pages() map[string][]string {
	anyone := []string{"/", "/join", "/join/" + p.codes["blue"], "/live/spring/g1", "/wall/spring", "/wall/spring/g1", "/wall/setup", "/status", "/nothing", "/sse/live/spring/g1", "/sse/wall/spring", "/sse/wall/spring/g1"}
	judges := append([]string{"/judge/spring", "/console/spring/groups/g1", "/console/spring/groups/g1/rule", "/console/spring/groups/g1/do/pause", "/console/spring/groups/g1/do/notice", "/sse/group/spring/g1"}, anyone...)
	return map[string][]string{
		"anyone":  anyone,
		"captain": append([]string{"/t/spring/g1/red"}, anyone...),
		"judge":   judges,
		"organiser": append([]string{
			"/console", "/console/spring", "/console/spring/setup", "/console/spring/do/forget", "/console/spring/do/end",
			"/console/spring/groups/g1/do/abandon", "/console/spring/groups/g1/do/drop", "/console/spring/groups/g1/do/admit",
			"/print/spring/cards", "/sse/console/spring",
		}, judges...),
	}
}

func (p *party) visitors() map[string]*phone {
	judge := p.phone()
	judge.join(p.judge, script(90), false)
	captain := p.phone()
	captain.join(p.codes["red"], script(91), false)
	return map[string]*phone{"anyone": p.phone(), "captain": captain, "judge": judge, "organiser": p.organiser()}
}

// look returns a page, or what a stream sends first.
func (b *phone) look(path string) (*http.Response, string) {
	b.t.Helper()
	res, err := b.http.Get(b.URL + path)
	b.must(err)
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		_, body := b.read(res)
		return res, body
	}
	defer func() { _ = res.Body.Close() }()
	var out strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		out.WriteString(lines.Text() + "\n")
		if lines.Text() == "" && strings.Contains(out.String(), "\nid: ") {
			break
		}
	}
	return res, out.String()
}

// hostileParty is a game in which every text that people can type is a script.
func hostileParty(t *testing.T) *party {
	t.Helper()
	p := newParty(t, apptest.Start(t, nil), names{
		gathering: script(1), group: script(2),
		teams: [3]string{script(3), script(4), script(5)}, players: [3]string{script(6), script(7), script(8)},
	})
	p.order(group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "red", Heroes: []group.Hero{{Title: script(9), Threat: 9, HitPoints: 3}}}}})
	p.order(group.PostNotice{Text: script(10)})
	p.order(rulingWith(script(11)))
	p.order(lotr.AddEnemy{Table: "red", Hand: &lotr.Card{Name: script(12), Kind: "enemy", HitPoints: 3}})
	p.order(lotr.ChangeThreat{Table: "red", By: 1, Note: script(13)})
	p.order(group.ForceEndRound{Table: "green", Round: 1, Reason: script(14)})
	p.order(group.Pause{Reason: script(15)})
	p.at = p.board().Position
	return p
}

// Fault D5: scripts in every field, looked at on every page by everybody.
func TestFault_D5_ScriptsAreText(t *testing.T) {
	p := hostileParty(t)
	looked, shown := 0, 0
	for who, b := range p.visitors() {
		for _, path := range p.pages()[who] {
			res, page := b.look(path)
			looked++
			if strings.Contains(page, "<img src=x") || strings.Contains(page, "'></script>") {
				t.Errorf("%s at %s: the script is there as it was typed", who, path)
			}
			if strings.Contains(page, "onerror=__xss") {
				shown++
			}
			if res.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self'") {
				t.Errorf("%s at %s: headers %v", who, path, res.Header)
			}
		}
	}
	for _, path := range []string{"/api/v1/gatherings", "/api/v1/gatherings/spring", "/api/v1/gatherings/spring/people", "/api/v1/gatherings/spring/groups/g1", "/api/v1/gatherings/spring/groups/g1/history"} {
		res, _ := p.phone().look(path)
		looked++
		if ct := res.Header.Get("Content-Type"); !strings.HasPrefix(ct, "application/json") && !strings.HasPrefix(ct, "application/problem+json") || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s is %q, %v", path, ct, res.Header)
		}
	}
	if shown < 20 {
		t.Errorf("the scripts are shown, as text, on %d pages only: the test tests little", shown)
	}
	t.Logf("fault D5: 17 fields filled with a script, %d pages, streams and answers looked at as 4 roles; shown as text on %d, as markup on 0", looked, shown)
}

// Fault D5 in a browser: nothing runs, and the content policy has nothing to report.
func TestFault_D5_NothingRunsInABrowser(t *testing.T) {
	p := hostileParty(t)
	page := browser.Start(t).Page(t, 800, 600)
	looked := 0
	see := func(path string) {
		page.Open(p.URL + path)
		page.Wait("document.readyState === 'complete'")
		if !browser.Eval[bool](page, "window.__xss === undefined && document.querySelector('img[src=x]') === null") {
			t.Errorf("%s: a script ran", path)
		}
		if problems := page.Problems(); len(problems) > 0 {
			t.Errorf("%s: the browser reports %v", path, problems)
		}
		looked++
	}
	for _, path := range []string{"/", "/live/spring/g1", "/wall/spring", "/wall/spring/g1", "/join/" + p.codes["blue"]} {
		see(path)
	}
	see("/console/login?key=" + p.OrganiserKey())
	for _, path := range []string{"/console", "/console/spring", "/console/spring/setup", "/console/spring/groups/g1", "/console/spring/groups/g1/rule", "/print/spring/cards", "/judge/spring"} {
		see(path)
	}
	t.Logf("fault D5: %d pages full of scripts in a browser: none ran, 0 reports of the content policy", looked)
}

// Fault D8: no page may be put into a frame of another.
func TestFault_D8_NoPageInAFrame(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	looked := 0
	for who, b := range p.visitors() {
		for _, path := range p.pages()[who] {
			res, _ := b.look(path)
			looked++
			if !strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("%s at %s may be framed: %q", who, path, res.Header.Get("Content-Security-Policy"))
			}
		}
	}
	t.Logf("fault D8: %d pages and streams as 4 roles: frame-ancestors 'none' on all", looked)
}

// Fault D9: paths that lead out of the static files.
func TestFault_D9_StaticFilesOnly(t *testing.T) {
	s := apptest.Start(t, nil)
	secret := "the secret of the test"
	if err := os.WriteFile(filepath.Join(s.Data, "secret.txt"), []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, up := range []string{"..", "%2e%2e", "..%2f..", "..%5c..", "..\\..", "%2e%2e%2f%2e%2e", "....//", "..;", "%c0%ae%c0%ae", "%00", ".%00."} {
		for _, to := range []string{"etc/passwd", "secret.txt", "dashboards.go", "assets.go", "manifest.json"} {
			paths = append(paths, "/assets/"+up+"/"+up+"/"+to, "/assets/"+up+"/"+to, "/"+up+"/"+to)
		}
	}
	paths = append(paths, "/assets/", "/assets", "/assets//etc/passwd", "//etc/passwd", "/assets/"+s.Data+"/secret.txt", "/assets/%2fetc%2fpasswd",
		"/assets/C:%5csecret.txt", "/assets/dist/", "/assets/licences.json%00.js", "/ASSETS/licences.json", "file:///etc/passwd", "/wall/..%2fsecret/x")
	counts := map[int]int{}
	for _, path := range paths {
		status, answer := plainGet(t, s.Addr().String(), path)
		counts[status]++
		if strings.Contains(answer, "root:") || strings.Contains(answer, secret) || strings.Contains(answer, "package assets") || strings.Contains(answer, "<pre>") {
			t.Errorf("GET %s: %d\n%.300s", path, status, answer)
		}
		if status == http.StatusOK || status >= 500 {
			t.Errorf("GET %s: %d, want 3xx or 4xx", path, status)
		}
	}
	t.Logf("fault D9: %d paths out of the static files: 0 answered with a file or a list of files (by status: %v)", len(paths), counts)
}

// plainGet sends a path exactly as it is written and returns the answer's status and text.
func plainGet(t *testing.T, addr, path string) (int, string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, addr); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	var b strings.Builder
	_, _ = bufio.NewReader(res.Body).WriteTo(&b)
	return res.StatusCode, b.String()
}

// Fault D20: what a judge may do, and that it is seen.
func TestFault_D20_AJudgesRights(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	judge := p.phone()
	judge.join(p.judge, "Judy", false)
	send := func(b events.CommandBody, path string) int {
		status, _ := judge.json(path, runner.Request{Commands: []runner.Entry{judge.entry(b, 0)}})
		return status
	}
	const onGroup, onDesk = "/api/v1/gatherings/spring/groups/g1/commands", "/api/v1/gatherings/spring/commands"
	forbidden := 0
	for path, bodies := range map[string][]events.CommandBody{
		onGroup: {
			group.OpenGroup{Name: "x", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard"},
			group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "red"}}},
			group.UnseatPlayer{Player: "p-1"},
			group.StartGroup{},
			group.Abandon{Reason: "x"},
			group.AdmitPlayer{Seat: group.Seat{Player: "p-9", Table: "red"}, Reason: "x"},
			group.DropPlayer{Player: "p-1", How: group.DropEliminate},
			group.TakeRecorder{Table: "red", Confirm: true},
			lotr.AssignDolGuldur{Table: "red"},
		},
		onDesk: {
			desk.OpenGathering{Name: "x"},
			desk.RegisterPeople{People: []desk.Person{{ID: "p-9", Commitment: events.Hash{1}}}},
			desk.ForgetPerson{Person: "p-1"},
			desk.RenewCode{Group: "g1", Table: "red"},
			desk.EndGathering{},
			desk.RecordRepair{},
		},
	} {
		for _, b := range bodies {
			if status := send(b, path); status != http.StatusForbidden {
				t.Errorf("%s by a judge: %d, want 403", b.CommandType(), status)
			}
			forbidden++
		}
	}
	for _, path := range []string{"/api/v1/gatherings/spring/codes", "/console/spring/setup", "/console/spring", "/print/spring/cards"} {
		if status, _ := judge.get(path); status != http.StatusForbidden && status != http.StatusUnauthorized {
			t.Errorf("GET %s by a judge: %d, want 403", path, status)
		}
		forbidden++
	}
	before := p.board().Version
	const rulings = 25
	for i := range rulings {
		judge.taken(rulingOf(i))
	}
	if got := p.board().Version; got != before+rulings {
		t.Errorf("version %d, want %d", got, before+rulings)
	}
	visible := map[events.Version]bool{}
	for _, l := range p.history() {
		if l.Type != (lotr.Rule{}).CommandType() {
			continue
		}
		if l.By.Role != events.RoleJudge {
			t.Errorf("version %d is by %+v", l.Version, l.By)
		}
		visible[l.Version] = true
	}
	if len(visible) != rulings {
		t.Errorf("%d of %d rulings are in the history", len(visible), rulings)
	}
	for _, r := range p.board().Rulings {
		if r.By.Role != events.RoleJudge || r.Reason == "" || len(r.Changes) == 0 {
			t.Errorf("ruling %d on the board: %+v", r.Version, r)
		}
	}
	_, page := p.phone().get("/live/spring/g1")
	contains(t, page, "counted again")
	t.Logf("fault D20: %d things a judge may not do: all 403; %d rulings: all in the history and on the board with author, reason and change, for everybody to see", forbidden, rulings)
}
