// Package apptest starts whole servers for tests, as `muster serve` does, on free ports and in
// folders of the test.
package apptest

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/config"
)

// Patience bounds every wait of a test; it is long, so that a slow machine is no reason to fail.
const Patience = 2 * time.Minute

// Server is a server that runs until the test ends or Stop is called.
type Server struct {
	*app.App
	URL  string // as reached from this machine
	Data string // data directory

	stop func()
}

// Config returns the configuration of a test server with its data in dir.
func Config(dir string) config.Config {
	c := config.Default()
	c.Data, c.Listen, c.Admin = dir, "127.0.0.1:0", "127.0.0.1:0"
	c.DiskWarn, c.DiskRefuse = 2e6, 1e6 // tests run on small disks too
	return c
}

// Start starts a server on a new data directory. change, if not nil, changes its configuration.
func Start(t testing.TB, change func(*config.Config)) *Server {
	t.Helper()
	return StartOn(t, t.TempDir(), change)
}

// StartOn starts a server on a data directory and returns once it is ready.
func StartOn(t testing.TB, dir string, change func(*config.Config)) *Server {
	t.Helper()
	s := Launch(t, dir, change)
	select {
	case <-s.Ready():
	case <-time.After(Patience):
		t.Fatalf("the server is not ready: %s", s.Damage())
	}
	return s
}

// Launch starts a server on a data directory and does not wait for it to be ready.
func Launch(t testing.TB, dir string, change func(*config.Config)) *Server {
	t.Helper()
	c := Config(dir)
	if change != nil {
		change(&c)
	}
	log := slog.New(slog.DiscardHandler)
	if os.Getenv("MUSTER_TEST_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	return launch(t, c, log)
}

// StartLogging starts a server on a data directory that logs to log, and returns once it is ready.
func StartLogging(t testing.TB, dir string, log *slog.Logger) *Server {
	t.Helper()
	s := launch(t, Config(dir), log)
	select {
	case <-s.Ready():
	case <-time.After(Patience):
		t.Fatalf("the server is not ready: %s", s.Damage())
	}
	return s
}

func launch(t testing.TB, c config.Config, log *slog.Logger) *Server {
	t.Helper()
	a, err := app.New(c, app.Options{Log: log, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	s := &Server{App: a, URL: a.LocalURL(), Data: c.Data}
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("server: %v", err)
		}
		if err := a.Close(); err != nil {
			t.Errorf("close the server: %v", err)
		}
	})
	t.Cleanup(s.Stop)
	return s
}

// Stop stops the server and waits for it. It may be called twice.
func (s *Server) Stop() { s.stop() }

// Organiser returns a session of the organiser.
func (s *Server) Organiser(t testing.TB) *client.Client {
	t.Helper()
	c := client.New(s.URL, nil)
	if err := c.Login(t.Context(), s.OrganiserKey()); err != nil {
		t.Fatal(err)
	}
	return c
}
