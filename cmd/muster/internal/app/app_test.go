package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/sim"
)

// play plays whole games over the public API: an organiser makes the gathering, its groups and the
// seats, three captains of each group join by code and play until it is won or lost.
func play(t testing.TB, s *apptest.Server, g events.GatheringID, groups int, seed uint64) sim.Report {
	t.Helper()
	r, err := sim.Run(t.Context(), sim.Options{
		Base: s.URL, Key: s.OrganiserKey(), Gathering: g, Name: "Siege night", Groups: groups, Seed: seed, Mistakes: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Games) != groups {
		t.Fatalf("%d games finished, want %d", len(r.Games), groups)
	}
	return r
}

func boardJSON(t testing.TB, c *client.Client, g events.GatheringID, group events.GroupID) []byte {
	t.Helper()
	b, err := c.Board(t.Context(), g, group, 0)
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The whole program: a game over the public API, a restart, the same board from the same read
// models, and the same board once more from read models made anew.
func TestAGameSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	s := apptest.StartOn(t, dir, nil)
	play(t, s, "store", 1, 7)
	before := boardJSON(t, s.Organiser(t), "store", "group-1")
	if !strings.Contains(string(before), `"phase": "won"`) && !strings.Contains(string(before), `"phase": "lost"`) {
		t.Fatalf("the game is not over:\n%s", before)
	}
	key := s.OrganiserKey()
	s.Stop()

	s = apptest.StartOn(t, dir, nil)
	if s.OrganiserKey() != key {
		t.Error("the organiser's key has changed")
	}
	if after := boardJSON(t, s.Organiser(t), "store", "group-1"); !bytes.Equal(before, after) {
		t.Errorf("the board differs after a restart:\n%s\nwas\n%s", after, before)
	}
	s.Stop()

	removeModels(t, dir)
	s = apptest.StartOn(t, dir, nil)
	if after := boardJSON(t, s.Organiser(t), "store", "group-1"); !bytes.Equal(before, after) {
		t.Errorf("the board differs when it is made anew:\n%s\nwas\n%s", after, before)
	}
}

func get(t testing.TB, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestPagesAndHealthAreServed(t *testing.T) {
	s := apptest.Start(t, nil)
	for path, want := range map[string]string{
		"/": "<!doctype html>", "/healthz": `"ok"`, "/readyz": `"ready"`, "/status": "<!doctype html>",
		"/api/v1/openapi.json": `"openapi"`, "/api/v1/gatherings": "", "/console/login": "<!doctype html>",
	} {
		code, body := get(t, s.URL+path)
		if code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("GET %s: %d, want 200 with %s in\n%.300s", path, code, want, body)
		}
	}
	code, _ := get(t, s.OrganiserLink())
	if code != http.StatusOK {
		t.Errorf("the organiser's link answers %d", code)
	}
}

func TestPostsOfOtherSitesAreRefused(t *testing.T) {
	s := apptest.Start(t, nil)
	for _, path := range []string{"/api/v1/login", "/console/login", "/join"} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader("{}"))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", "http://evil.example")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("POST %s from another site: %s, want 403", path, res.Status)
		}
	}
}
