package tablepage_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/tablepage"
)

// contains reports whether s holds all of parts.
func contains(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}

// get asks for a path as somebody ("": nobody) and returns the answer with its body.
func (r *rig) get(who, path string) (*http.Response, string) {
	r.t.Helper()
	req := httptest.NewRequest(http.MethodGet, path, nil)
	if who != "" {
		req.AddCookie(&http.Cookie{Name: "as", Value: who})
	}
	w := httptest.NewRecorder()
	r.wire.ServeHTTP(w, req)
	return w.Result(), w.Body.String()
}

const rivendell = "/t/spring/fellowship/rivendell"

// Case 19: a spectator's link, another table's captain: no button, and the request is refused with
// a reason.
func TestCase19OnlyThoseWhoMayRecordGetButtonsAndEverybodyElseAReason(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	for _, c := range []struct {
		who    string
		status int
		state  int
		says   string
	}{
		{"rivendell", 200, 200, ""},
		{"organiser", 200, 200, ""},
		{"judge", 200, 200, ""},
		{"lorien", 403, 403, "this phone enters for table lorien of fellowship only"},
		{"judge-elsewhere", 403, 403, "this session is for gathering autumn"},
		{"", 403, 401, "a spectator may not do this"},
	} {
		t.Run("as "+c.who, func(t *testing.T) {
			res, body := r.get(c.who, rivendell)
			if res.StatusCode != c.status {
				t.Fatalf("page: status %d, want %d", res.StatusCode, c.status)
			}
			recorder := strings.Contains(body, "<muster-table")
			if recorder != (c.status == 200) {
				t.Errorf("the page offers to record: %v", recorder)
			}
			if c.status != 200 && !contains(body, c.says, `href="/join"`, `href="/live/spring/fellowship"`) {
				t.Errorf("the page does not say %q with ways to go on:\n%s", c.says, body)
			}
			for _, path := range []string{rivendell + "/state", rivendell + "/stream"} {
				if c.state == 200 && strings.HasSuffix(path, "/stream") {
					continue // does not end by itself; the browser tests read it
				}
				res, body := r.get(c.who, path)
				if res.StatusCode != c.state || !strings.Contains(body, c.says) {
					t.Errorf("%s: status %d %s, want %d saying %q", path, res.StatusCode, body, c.state, c.says)
				}
			}
			before := len(r.log)
			res, body = r.command(c.who, `{"commands":[{"id":"`+string(r.newID())+`","type":"lotr.change-threat.v1","data":{"table":"rivendell","player":"p-3","by":1}}]}`)
			if refused := res.StatusCode == http.StatusForbidden; refused != (c.status != 200) {
				t.Errorf("the command was answered %d %s", res.StatusCode, body)
			}
			if changed := len(r.log) != before; changed && c.status != 200 {
				t.Error("a refused command changed the log")
			}
		})
	}
}

// command sends a body to the API as somebody.
func (r *rig) command(who, body string) (*http.Response, string) {
	r.t.Helper()
	req := httptest.NewRequest(http.MethodPost, "/api/v1/gatherings/spring/groups/fellowship/commands", strings.NewReader(body))
	req.AddCookie(&http.Cookie{Name: "as", Value: who})
	w := httptest.NewRecorder()
	r.wire.ServeHTTP(w, req)
	return w.Result(), w.Body.String()
}

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	for _, path := range []string{
		"/t/spring/fellowship/mordor", "/t/spring/other/rivendell", "/t/autumn/fellowship/rivendell", "/t/spring/fellowship/UPPER",
		"/t/spring/fellowship/mordor/state", "/t/spring/fellowship/mordor/stream",
	} {
		if res, _ := r.get("organiser", path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, res.StatusCode)
		}
	}
}

func TestThePageCarriesItsStateAsDataThatCannotBreakOut(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.names["p-3"] = `</script><script>window.__xss=1</script>`
	res, body := r.get("rivendell", rivendell)
	if got := res.Header.Get("Content-Security-Policy"); got != tablepage.Policy || !contains(got, "require-trusted-types-for 'script'", "script-src 'self'") {
		t.Errorf("content policy is %q", got)
	}
	m := regexp.MustCompile(`(?s)<script type="application/json" id="muster-shell">(.*?)</script>`).FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no state in the page:\n%s", body)
	}
	var shell tablepage.Shell
	if err := json.Unmarshal([]byte(m[1]), &shell); err != nil {
		t.Fatal(err)
	}
	if got := shell.View.Players[0].Name; got != r.names["p-3"] {
		t.Errorf("the first player is called %q, want %q", got, r.names["p-3"])
	}
	if shell.Device != "d-rivendell" || shell.State != rivendell+"/state" || shell.Stream != rivendell+"/stream" {
		t.Errorf("shell names device %q, state %q, stream %q", shell.Device, shell.State, shell.Stream)
	}
	if cards, ok := shell.Cards.([]any); !ok || len(cards) < 20 {
		t.Errorf("the scenario's cards are %v", shell.Cards)
	}
	if n := strings.Count(body, "<script"); n != 2 {
		t.Errorf("%d script elements, want the page's own and the data block:\n%s", n, body)
	}
}

func TestTheStreamGivesTheStateOfTheTable(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+rivendell+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: "as", Value: "rivendell"})
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("content type %q", got)
	}
	var all []byte
	buf := make([]byte, 4096)
	for !bytes.Contains(all, []byte(`"team":"Rivendell"`)) {
		n, err := res.Body.Read(buf)
		all = append(all, buf[:n]...)
		if err != nil {
			t.Fatalf("the stream ended with %v after %q", err, all)
		}
	}
	if !contains(string(all), "event: view\n", "id: ") {
		t.Errorf("frame is %q", all)
	}
}

func TestTheWorkerIsServedWhereItMaySeeTheTablePages(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	res, body := r.get("", "/sw.js")
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || res.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("status %d, headers %v", res.StatusCode, res.Header)
	}
	if !contains(body, "/t/", "/assets/") {
		t.Errorf("that is not the worker: %.200s", body)
	}
}

// The page is what a phone loads over venue Wi-Fi: under 100 kB with the font (reliability.md, E7).
func TestThePageIsUnder100KilobytesWithItsFont(t *testing.T) {
	t.Parallel()
	r := newGame(t)
	r.toStage3()
	r.play("rivendell")
	_, page := r.get("rivendell", rivendell)
	sum := packed(t, []byte(page))
	for _, entry := range []string{"base.css", "table.css", "table.js"} {
		raw, ok := assets.Read(entry)
		if !ok {
			t.Fatalf("no asset %s", entry)
		}
		sum += packed(t, raw)
		if entry == "base.css" {
			for _, font := range regexp.MustCompile(`[\w-]+\.woff2`).FindAllString(string(raw), -1) {
				w := httptest.NewRecorder()
				assets.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, assets.Prefix+font, nil))
				sum += w.Body.Len()
			}
		}
	}
	if sum >= 100_000 {
		t.Errorf("the page weighs %d bytes", sum)
	}
	t.Logf("the page weighs %d bytes with both font files", sum)
}

func packed(t *testing.T, b []byte) int {
	t.Helper()
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := io.Copy(w, bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Len()
}
