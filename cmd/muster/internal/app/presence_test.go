package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/natsd"
)

// browserOf is somebody's browser: it keeps cookies.
func browserOf(t *testing.T, s *apptest.Server, login string, in map[string]string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Post(s.URL+login, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 300 {
		t.Fatalf("%s: %s", login, res.Status)
	}
	return c
}

// console waits until the console of a server says something.
func console(t *testing.T, s *apptest.Server, c *http.Client, words string) {
	t.Helper()
	var last string
	for deadline := time.Now().Add(apptest.Patience); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		res, err := c.Get(s.URL + "/console/store")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		_, err = b.ReadFrom(res.Body)
		_ = res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if last = strings.Join(strings.Fields(b.String()), " "); strings.Contains(last, words) {
			return
		}
	}
	t.Fatalf("the console never said %q:\n%s", words, last)
}

// openStore opens the gathering "store" with one group of one table, t1 of team Rivendell, and returns the
// table's code.
func openStore(t *testing.T, boss *client.Client) string {
	t.Helper()
	if err := boss.OpenGathering(t.Context(), "store", "Store", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	r, err := boss.Send(t.Context(), "store", "red", client.Command{ID: events.CommandID(uuid.NewString()), Body: group.OpenGroup{
		Name: "Red", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "t1", Team: "Rivendell"}},
	}})
	if err != nil || r.Refused != nil {
		t.Fatalf("open the group: %v, %+v", err, r.Refused)
	}
	if _, err := boss.Board(t.Context(), "store", "red", r.Answers[0].Position); err != nil {
		t.Fatal(err)
	}
	codes, err := boss.Codes(t.Context(), "store")
	if err != nil || len(codes.Tables) != 1 {
		t.Fatalf("codes %+v, %v", codes, err)
	}
	return codes.Tables[0].Code
}

// A phone connected to one server is connected at every server of the same NATS, and gone when its
// stream ends or its server does.
func TestTwoServersKnowEachOthersPhones(t *testing.T) {
	broker, err := natsd.Embedded(t.Context(), natsd.Options{Dir: t.TempDir(), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = broker.Close() }()
	c := broker.Credentials()
	external := func(cfg *config.Config) {
		cfg.NATS = strings.Replace(c.URL, "nats://", "nats://"+c.User+":"+c.Password+"@", 1)
	}
	one, two := apptest.Start(t, external), apptest.Start(t, external)
	code := openStore(t, one.Organiser(t))
	desk := browserOf(t, two, "/api/v1/login", map[string]string{"key": two.OrganiserKey()})
	console(t, two, desk, "<bdi>Rivendell</bdi> never joined")
	phone := browserOf(t, one, "/api/v1/join", map[string]string{"code": code, "name": "Ana"})

	leave := stream(t, phone, one.URL+"/t/store/red/t1/stream?waiting=4&oldest=65000")
	console(t, two, desk, "<bdi>Rivendell</bdi> connected")
	console(t, two, desk, "4 waiting on the phone")
	if n := connected(t, one); n != "1" {
		t.Errorf("muster_devices_connected is %s at the server with the phone, want 1", n)
	}
	if n := connected(t, two); n != "0" {
		t.Errorf("muster_devices_connected is %s at the server without the phone, want 0", n)
	}
	report(t, phone, one.URL+"/t/store/red/t1/presence", url.Values{"waiting": {"0"}}, http.StatusNoContent)
	console(t, two, desk, "1 connected")
	report(t, phone, one.URL+"/t/store/red/t2/presence", url.Values{"waiting": {"7"}}, http.StatusForbidden)
	report(t, &http.Client{}, one.URL+"/t/store/red/t1/presence", url.Values{"waiting": {"7"}}, http.StatusUnauthorized)
	leave()
	console(t, two, desk, "<bdi>Rivendell</bdi> gone since")

	stream(t, phone, one.URL+"/t/store/red/t1/stream")
	console(t, two, desk, "1 connected")
	one.Stop()
	console(t, two, desk, "<bdi>Rivendell</bdi> gone since")
}

// An organiser who looks at a table's page is not its phone.
func TestOfficialsAreNoPhones(t *testing.T) {
	s := apptest.Start(t, nil)
	openStore(t, s.Organiser(t))
	desk := browserOf(t, s, "/api/v1/login", map[string]string{"key": s.OrganiserKey()})
	defer stream(t, desk, s.URL+"/t/store/red/t1/stream")()
	console(t, s, desk, "<bdi>Rivendell</bdi> never joined")
	if n := connected(t, s); n != "0" {
		t.Errorf("muster_devices_connected is %s, want 0", n)
	}
}

// stream opens the live stream of a table and returns once it runs.
func stream(t *testing.T, c *http.Client, at string) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", at, res.Status)
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && lines.Text() != "event: view" {
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return func() { cancel(); _ = res.Body.Close() }
}

func report(t *testing.T, c *http.Client, at string, form url.Values, want int) {
	t.Helper()
	res, err := c.PostForm(at, form)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != want {
		t.Errorf("POST %s: %s, want %d", at, res.Status, want)
	}
}

// connected reads the gauge of connected phones of a server.
func connected(t *testing.T, s *apptest.Server) string {
	t.Helper()
	_, body := get(t, fmt.Sprintf("http://%s/metrics", s.AdminAddr()))
	for line := range strings.Lines(body) {
		if n, ok := strings.CutPrefix(line, "muster_devices_connected "); ok {
			return strings.TrimSpace(n)
		}
	}
	return "not there"
}
