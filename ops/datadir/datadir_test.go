package datadir_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/ops/datadir"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestTheSecondProgramIsToldAboutTheFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "data")
	first, err := datadir.Open(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	_, err = datadir.Open(path, noon.Add(time.Hour))
	var inUse *datadir.InUseError
	if !errors.As(err, &inUse) {
		t.Fatalf("got %v, want an InUseError", err)
	}
	if inUse.PID != os.Getpid() || !inUse.Since.Equal(noon) {
		t.Errorf("it names %+v, want process %d since %v", inUse.Holder, os.Getpid(), noon)
	}
	for _, want := range []string{path, "process id", "running since", "--data"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatalf("closing twice: %v", err)
	}
	again, err := datadir.Open(path, noon)
	if err != nil {
		t.Fatalf("after the first has gone: %v", err)
	}
	defer func() { _ = again.Close() }()
}

func TestFindTellsHowToReachTheServer(t *testing.T) {
	path := t.TempDir()
	if _, ok, err := datadir.Find(path); ok || err != nil {
		t.Fatalf("an unused directory: %v, %v", ok, err)
	}
	d, err := datadir.Open(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	var inUse *datadir.InUseError
	if _, _, err := datadir.Find(path); !errors.As(err, &inUse) {
		t.Fatalf("a server that is starting: got %v, want an InUseError", err)
	}
	if err := d.Announce(datadir.Running{URL: "http://127.0.0.1:8080", NATS: "nats://127.0.0.1:1", User: "u", Password: "p"}); err != nil {
		t.Fatal(err)
	}
	r, ok, err := datadir.Find(path)
	if err != nil || !ok || r.Password != "p" || r.PID != os.Getpid() {
		t.Fatalf("got %+v, %v, %v", r, ok, err)
	}
	info, err := os.Stat(filepath.Join(path, "running.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("running.json has mode %v, %v; want 0600, it holds credentials", info.Mode(), err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := datadir.Find(path); ok || err != nil {
		t.Fatalf("after the server stopped: %v, %v", ok, err)
	}
}

func TestAKilledServerLeavesNothingInTheWay(t *testing.T) {
	path := t.TempDir()
	for name, text := range map[string]string{"muster.lock": `{"pid":1}`, "running.json": `{"url":"http://old"}`} {
		if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, err := datadir.Find(path); ok || err != nil {
		t.Fatalf("files of a dead server are taken for a running one: %v, %v", ok, err)
	}
	d, err := datadir.Open(path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	if _, err := os.Stat(filepath.Join(path, "running.json")); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the address of the dead server is still there: %v", err)
	}
}
