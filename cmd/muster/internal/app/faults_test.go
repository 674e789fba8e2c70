package app_test

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/ops/datadir"
)

var quiet = slog.New(slog.DiscardHandler)

func removeModels(t testing.TB, dir string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "models")); err != nil {
		t.Fatal(err)
	}
}

// Fault A10: two programs on one data folder.
func TestFault_A10_TheSecondServerNamesTheFirst(t *testing.T) {
	s := apptest.Start(t, nil)
	began := time.Now()
	_, err := app.New(apptest.Config(s.Data), app.Options{})
	took := time.Since(began)
	var inUse *datadir.InUseError
	if !errors.As(err, &inUse) || inUse.PID != os.Getpid() || inUse.Since.IsZero() {
		t.Fatalf("got %v, want an InUseError that names process %d", err, os.Getpid())
	}
	if code, _ := get(t, s.URL+"/healthz"); code != http.StatusOK {
		t.Errorf("the first server is no longer well: %d", code)
	}
	t.Logf("fault A10: refused in %v, naming process %d since %s", took.Round(time.Millisecond), inUse.PID, inUse.Since.Format(time.TimeOnly))
}

// Fault D18: debug endpoints.
func TestFault_D18_DebugEndpointsAreOnTheOperatorsAddressOnly(t *testing.T) {
	s := apptest.Start(t, nil)
	paths := []string{"/metrics", "/debug/pprof/", "/debug/pprof/goroutine?debug=1", "/debug/pprof/cmdline"}
	for _, p := range paths {
		if code, body := get(t, s.URL+p); code == http.StatusOK {
			t.Errorf("GET %s on the public address: 200\n%.200s", p, body)
		}
		if code, _ := get(t, "http://"+s.AdminAddr().String()+p); code != http.StatusOK {
			t.Errorf("GET %s on the operators' address: %d, want 200", p, code)
		}
	}
	t.Logf("fault D18: %d debug paths answered on the operators' loopback address only", len(paths))
}
