package app_test

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/ops/feed"
)

var shownToken = regexp.MustCompile(`<code id="token">(muster_feed_[^<]+)</code>`)

// An organiser makes the token of the feed on the console, sees it once, renews and revokes it, also after the
// gathering was sealed.
func TestTheTokenOfTheFeedIsMadeOnTheConsole(t *testing.T) {
	s := apptest.StartOn(t, t.TempDir(), nil)
	boss := s.Organiser(t)
	openStore(t, boss)
	if _, err := boss.Register(t.Context(), "store", []roster.NewPerson{{Name: "Zsófia"}}); err != nil {
		t.Fatal(err)
	}
	c := browserOf(t, s, "/api/v1/login", map[string]string{"key": s.OrganiserKey()})
	read := func(res *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		b, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v\n%s", res.Status, err, b)
		}
		return strings.Join(strings.Fields(string(b)), " ")
	}
	const at = "/console/store"
	get := func(path string) string { t.Helper(); return read(c.Get(s.URL + at + path)) }
	post := func(path string, form url.Values) string { t.Helper(); return read(c.PostForm(s.URL+at+path, form)) }
	made := func(page string) *integrator {
		t.Helper()
		m := shownToken.FindStringSubmatch(page)
		if m == nil || !strings.Contains(page, "shown this once") {
			t.Fatalf("no token is shown:\n%s", page)
		}
		return &integrator{t: t, token: m[1]}
	}
	refused := func(i *integrator) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/gatherings/store/feed?follow=false", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+i.token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			t.Errorf("a token that is dead: %s", res.Status)
		}
	}
	first := func(feed.Line) bool { return true }

	if page := get("/webhooks"); !strings.Contains(page, "There is no token") || !strings.Contains(page, "Make a token") {
		t.Fatalf("%s", page)
	}
	form := url.Values{"id": {uuid.NewString()}}
	one := made(post("/feed/make", form))
	one.read(s, first)
	if page := post("/feed/make", form); shownToken.MatchString(page) || !strings.Contains(page, "cannot be shown again") {
		t.Errorf("the form sent again: %s", page)
	}
	one.read(s, first)
	if page := get("/webhooks"); strings.Contains(page, one.token) || !strings.Contains(page, "A token was made") || !strings.Contains(page, "Revoke it") {
		t.Errorf("later: %s", page)
	}
	if page := get("/feed/renew"); !strings.Contains(page, "dead at once") {
		t.Errorf("%s", page)
	}
	two := made(post("/feed/renew", url.Values{"id": {uuid.NewString()}}))
	refused(one)
	two.read(s, first)

	sealOnTheConsole(t, s)
	if page := post("/feed/revoke", url.Values{"id": {uuid.NewString()}}); !strings.Contains(page, "is revoked") || !strings.Contains(page, "There is no token") {
		t.Errorf("%s", page)
	}
	refused(two)
	three := made(post("/feed/make", url.Values{"id": {uuid.NewString()}}))
	if last := three.read(s, func(feed.Line) bool { return false }); last.Type != feed.TypeSealed {
		t.Errorf("the last line is %+v", last)
	}
	if res, err := http.Get(s.URL + at + "/feed/revoke"); err != nil || res.StatusCode != http.StatusForbidden {
		t.Errorf("somebody else: %v, %v", res, err)
	}
}
