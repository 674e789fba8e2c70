package app_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/cmd/muster/internal/logs"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/ops/client"
)

// notice sends a command that is always allowed while a group is not over.
func notice(t testing.TB, c *client.Client, g events.GatheringID, grp events.GroupID) (client.Reply, error) {
	t.Helper()
	return c.Send(t.Context(), g, grp, client.Command{ID: events.CommandID(uuid.NewString()), Body: group.PostNotice{Text: "look up"}})
}

// settled waits until a server that cannot serve the log has started as far as it can.
func settled(t testing.TB, s *apptest.Server) {
	t.Helper()
	select {
	case <-s.Started():
	case <-time.After(apptest.Patience):
		t.Fatal("the server does not start")
	}
	if s.Damage() == "" {
		t.Fatal("the server says nothing about the damage")
	}
}

// Fault A7: the stream's directory is gone. No new history is begun: pages can be read, nothing can
// be entered, health is red, and a repair brings everything back.
func TestFault_A7_ALostStreamIsReadOnlyUntilItIsRepaired(t *testing.T) {
	dir := t.TempDir()
	s := apptest.StartOn(t, dir, nil)
	play(t, s, "store", 1, 3)
	before := boardJSON(t, s.Organiser(t), "store", "group-1")
	s.Stop()
	stream := filepath.Join(dir, logs.StreamDir, "jetstream", "$G", "streams", events.JetStreamName("store"))
	if err := os.RemoveAll(stream); err != nil {
		t.Fatal(err)
	}

	s = apptest.Launch(t, dir, nil)
	settled(t, s)
	for _, path := range []string{"/healthz", "/readyz"} {
		code, body := get(t, s.URL+path)
		if code != http.StatusServiceUnavailable || !strings.Contains(body, "muster repair") || !strings.Contains(body, "store") {
			t.Errorf("GET %s: %d %s, want 503 that names the gathering and the repair", path, code, body)
		}
	}
	if code, _ := get(t, s.URL+"/"); code != http.StatusOK {
		t.Errorf("the front page answers %d, want 200: pages can be read", code)
	}
	boss := s.Organiser(t)
	if during := boardJSON(t, boss, "store", "group-1"); !bytes.Equal(before, during) {
		t.Errorf("the board that can be read differs:\n%s", during)
	}
	if r, err := notice(t, boss, "store", "group-1"); err == nil && r.Refused == nil {
		t.Error("an entry was accepted on a damaged log")
	}
	s.Stop()

	report := repair(t, dir)
	if len(report.Did) == 0 || report.After.Err() != nil {
		t.Fatalf("the repair says:\n%s", report.Words())
	}
	s = apptest.StartOn(t, dir, nil)
	if after := boardJSON(t, s.Organiser(t), "store", "group-1"); !bytes.Equal(before, after) {
		t.Errorf("the board after the repair differs:\n%s\nwas\n%s", after, before)
	}
	t.Logf("fault A7: no new history begun, read-only, all of %d commits back after a repair", report.Before.Commits())
}

func repair(t testing.TB, dir string) ledger.RepairReport {
	t.Helper()
	o, err := logs.Where{Data: dir}.Open(t.Context(), true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}()
	report, err := ledger.Repair(t.Context(), filepath.Join(dir, ledger.FileName), o.Store, ledger.RepairOptions{
		Aside: filepath.Join(dir, "aside"), NewID: func() events.CommandID { return events.CommandID(uuid.NewString()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// A ledger that cannot be opened leaves nothing to compare with: the server stays up only to say so.
func TestALedgerThatCannotBeOpenedIsSaid(t *testing.T) {
	dir := t.TempDir()
	apptest.StartOn(t, dir, nil).Stop()
	if err := os.WriteFile(filepath.Join(dir, ledger.FileName), bytes.Repeat([]byte("x"), 1<<15), 0o600); err != nil {
		t.Fatal(err)
	}
	s := apptest.Launch(t, dir, nil)
	settled(t, s)
	for _, path := range []string{"/", "/healthz", "/readyz", "/wall/store"} {
		code, body := get(t, s.URL+path)
		if code != http.StatusServiceUnavailable || !strings.Contains(body, "muster repair") {
			t.Errorf("GET %s: %d %s, want 503 that names the repair", path, code, body)
		}
	}
	s.Stop()
	repair(t, dir)
	apptest.StartOn(t, dir, nil)
}
