package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/letters"
	"github.com/muster-events/muster/ops/webhooks"
)

// session is somebody at the HTTP API.
type session struct {
	t    *testing.T
	base string
	http *http.Client
}

func visit(t *testing.T, s *apptest.Server) session {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return session{t: t, base: s.URL + "/api/v1", http: &http.Client{Jar: jar, Timeout: apptest.Patience}}
}

func organise(t *testing.T, s *apptest.Server) session {
	t.Helper()
	v := visit(t, s)
	v.want(http.StatusNoContent, "POST", "/login", map[string]string{"key": s.OrganiserKey()}, nil)
	return v
}

// want sends a request and reads the answer; the status is returned where any is taken.
func (v session) want(status int, method, path string, in, out any) {
	v.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		v.t.Fatal(err)
	}
	if in == nil {
		body = nil
	}
	req, err := http.NewRequestWithContext(v.t.Context(), method, v.base+path, bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := v.http.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		v.t.Fatalf("%s %s: %d %s %v, want %d", method, path, res.StatusCode, answer, err, status)
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			v.t.Fatalf("%s %s: %s: %v", method, path, answer, err)
		}
	}
}

// told is a receiver and what it was told.
func told(t *testing.T) (url string, messages <-chan webhooks.Message) {
	t.Helper()
	out := make(chan webhooks.Message, 100)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m webhooks.Message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Errorf("a message cannot be read: %v", err)
		}
		out <- m
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, out
}

func next(t *testing.T, messages <-chan webhooks.Message) webhooks.Message {
	t.Helper()
	select {
	case m := <-messages:
		return m
	case <-time.After(apptest.Patience):
		t.Fatal("nothing is told")
		panic("unreachable")
	}
}

type secret struct {
	ID     desk.WebhookID
	Secret string
}

func private(c *config.Config) { c.WebhookPrivate = true }

func TestWebhooksOverTheAPI(t *testing.T) {
	s := apptest.Start(t, private)
	boss, guest := organise(t, s), visit(t, s)
	const hooks = "/gatherings/spring/webhooks"
	boss.want(http.StatusOK, "POST", "/gatherings", map[string]string{"id": "spring", "name": "Spring"}, nil)
	url, messages := told(t)
	register := map[string]any{"command": "0190a000-0000-7000-8000-00000000aaaa", "url": url, "kinds": []string{"ends"}}
	var first, again secret
	boss.want(http.StatusCreated, "POST", hooks, register, &first)
	boss.want(http.StatusCreated, "POST", hooks, register, &again) // sent twice
	if first != again || webhooks.CheckSecret(first.Secret) != nil {
		t.Errorf("registered %+v and %+v", first, again)
	}
	boss.want(http.StatusUnprocessableEntity, "POST", hooks, map[string]any{"url": url, "kinds": []string{"gossip"}}, nil)
	boss.want(http.StatusUnprocessableEntity, "POST", hooks, map[string]any{"url": "ftp://x", "kinds": []string{"ends"}}, nil)
	boss.want(http.StatusNotFound, "GET", "/gatherings/autumn/webhooks", nil, nil)
	one := hooks + "/" + string(first.ID)
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"GET", hooks, nil},
		{"POST", hooks, register},
		{"PUT", one, map[string]any{"kinds": []string{"ends"}}},
		{"DELETE", one, nil},
		{"POST", one + "/test", nil},
		{"POST", one + "/retry", nil},
		{"GET", "/gatherings/spring/letters", nil},
		{"POST", "/gatherings/spring/letters/1/retry", nil},
		{"POST", "/gatherings/spring/letters/1/discard", map[string]string{"reason": "no"}},
	} {
		guest.want(http.StatusForbidden, c.method, c.path, c.body, nil)
	}
	boss.want(http.StatusNoContent, "POST", one+"/test", nil, nil)
	if m := next(t, messages); m.Type != webhooks.TypeTest {
		t.Errorf("told %s", m.Type)
	}
	boss.want(http.StatusOK, "PUT", one, map[string]any{"kinds": []string{"results", "ends"}, "newSecret": true}, &again)
	if again.Secret == first.Secret {
		t.Error("the secret is the same")
	}
	var list struct{ Webhooks []webhooks.Hook }
	boss.want(http.StatusOK, "GET", hooks, nil, &list)
	if len(list.Webhooks) != 1 || len(list.Webhooks[0].Kinds) != 2 || list.Webhooks[0].URL != url || list.Webhooks[0].Status.TakenAt.IsZero() {
		t.Errorf("listed %+v", list)
	}
	boss.want(http.StatusOK, "POST", "/gatherings/spring/commands", map[string]any{"commands": []any{map[string]any{
		"id": "0190a000-0000-7000-8000-00000000bbbb", "type": desk.EndGathering{}.CommandType(), "data": map[string]any{},
	}}}, nil)
	if m := next(t, messages); m.Type != webhooks.TypeGatheringEnded || m.Says != "Spring has ended" {
		t.Errorf("told %s: %s", m.Type, m.Says)
	}
	boss.want(http.StatusNoContent, "DELETE", one, nil, nil) // after the end, too
	boss.want(http.StatusOK, "GET", hooks, nil, &list)
	if len(list.Webhooks) != 0 {
		t.Errorf("left %+v", list)
	}
	var doc struct{ Webhooks map[string]any }
	guest.want(http.StatusOK, "GET", "/openapi.json", nil, &doc)
	for typ := range webhooks.Types() {
		if doc.Webhooks[typ] == nil {
			t.Errorf("%s is not described", typ)
		}
	}
}

// What could not be told waits for somebody, also across a restart, and is given up with a reason that the
// log keeps.
func TestDeadLettersOverTheAPI(t *testing.T) {
	dir := t.TempDir()
	s := apptest.StartOn(t, dir, private)
	boss := organise(t, s)
	boss.want(http.StatusOK, "POST", "/gatherings", map[string]string{"id": "spring", "name": "Spring"}, nil)
	url, messages := told(t)
	var hook secret
	boss.want(http.StatusCreated, "POST", "/gatherings/spring/webhooks", map[string]any{"url": url, "kinds": []string{"ends"}}, &hook)
	s.Stop()

	s = apptest.StartOn(t, dir, nil) // private addresses are not allowed any more
	boss = organise(t, s)
	const all = "/gatherings/spring/letters"
	boss.want(http.StatusNoContent, "POST", "/gatherings/spring/webhooks/"+string(hook.ID)+"/test", nil, nil)
	var list struct{ Letters []process.DeadLetter }
	letter := func() process.DeadLetter {
		t.Helper()
		for end := time.Now().Add(apptest.Patience); time.Now().Before(end); {
			boss.want(http.StatusOK, "GET", all, nil, &list)
			if len(list.Letters) == 1 {
				return list.Letters[0]
			}
		}
		t.Fatalf("letters %+v", list)
		panic("unreachable")
	}
	l := letter()
	if l.Handler != process.DeliveryHandler || l.Hook != hook.ID || l.Type != webhooks.TypeTest || !strings.Contains(l.Reason, "--webhook-private") {
		t.Errorf("the letter says %+v", l)
	}
	boss.want(http.StatusConflict, "POST", "/gatherings/autumn/letters/1/retry", nil, nil)
	s.Stop()

	s = apptest.StartOn(t, dir, private)
	boss = organise(t, s)
	number := "/" + string('0'+rune(letter().Number))
	boss.want(http.StatusNoContent, "POST", all+number+"/retry", nil, nil)
	if m := next(t, messages); m.Type != webhooks.TypeTest {
		t.Errorf("told %s", m.Type)
	}
	var gone struct{ Code string }
	boss.want(http.StatusConflict, "POST", all+number+"/discard", map[string]string{"reason": "too late"}, &gone)
	if gone.Code != string(letters.CodeNoLetter) {
		t.Errorf("a letter that was carried on is given up: %+v", gone)
	}
	boss.want(http.StatusOK, "GET", all, nil, &list)
	if len(list.Letters) != 0 {
		t.Errorf("left %+v", list)
	}
}
