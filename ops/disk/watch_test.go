package disk_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/disk"
)

var quiet = slog.New(slog.DiscardHandler)

// commander answers or fails as it is told and counts.
type commander struct {
	calls int
	err   error
}

func (c *commander) Do(context.Context, events.StreamID, events.Command) (events.Answer, error) {
	c.calls++
	return events.Answer{Version: 1}, c.err
}

func TestLevelsByFreeSpace(t *testing.T) {
	free := int64(2000e6)
	w, err := disk.New(disk.Options{
		Path: t.TempDir(), Warn: 1000e6, Refuse: 200e6, Log: quiet,
		Free: func(string) (int64, error) { return free, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	next := &commander{}
	guard := w.Guard(next)
	for _, c := range []struct {
		free    int64
		want    disk.Level
		refuses string
	}{
		{2000e6, disk.OK, ""},
		{999e6, disk.Low, ""},
		{199e6, disk.Full, "almost full (199 MB left): free at least 1 MB"},
		{200e6, disk.Low, ""},
		{1000e6, disk.OK, ""},
		{0, disk.Full, "almost full (0 MB left): free at least 200 MB"},
	} {
		free = c.free
		if got := w.Look(); got.Level != c.want || got.Free != c.free {
			t.Errorf("%d bytes free: %+v, want level %v", c.free, got, c.want)
		}
		before := next.calls
		_, err := guard.Do(t.Context(), events.Desk("store"), events.Command{})
		var unavailable *events.UnavailableError
		if c.refuses == "" && (err != nil || next.calls != before+1) {
			t.Errorf("%d bytes free: %v, want the command to go through", c.free, err)
		}
		if c.refuses != "" && (!errors.As(err, &unavailable) || unavailable.NotKnown || next.calls != before || !strings.Contains(err.Error(), c.refuses)) {
			t.Errorf("%d bytes free: %v, want a refusal that says %q", c.free, err, c.refuses)
		}
	}
}

func TestAStalledBrokerIsRestartedOnlyOnceThereIsSpace(t *testing.T) {
	var free atomic.Int64
	var sick atomic.Bool
	var restarts atomic.Int32
	free.Store(100)
	sick.Store(true)
	reg := prometheus.NewRegistry()
	w, err := disk.New(disk.Options{
		Path: t.TempDir(), Warn: 3e6, Refuse: 1e6, Log: quiet, Registerer: reg, Every: time.Millisecond,
		Free: func(string) (int64, error) { return free.Load(), nil },
		Health: func() error {
			if sick.Load() {
				return errors.New("write error")
			}
			return nil
		},
		Restart: func(context.Context) error { restarts.Add(1); sick.Store(false); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.State(); got.Level != disk.Stalled || !strings.Contains(got.Says, "disk is full") {
		t.Fatalf("got %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	looked := make(chan struct{})
	for range 3 { // three looks at a full disk
		go func() { w.Look(); looked <- struct{}{} }()
		<-looked
	}
	if restarts.Load() != 0 {
		t.Fatal("the broker was restarted onto a full disk")
	}
	changed := w.Changed()
	free.Store(5e6)
	select {
	case <-changed:
	case <-time.After(20 * time.Second):
		t.Fatal("nothing happens when space is back")
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := w.State(); got.Level != disk.OK || restarts.Load() != 1 {
		t.Fatalf("level %v after %d restarts, want ok after 1", got.Level, restarts.Load())
	}
	if n, err := testutil.GatherAndCount(reg, "muster_broker_restarts_total", "muster_disk_free_bytes", "muster_disk_level", "muster_disk_refusals_total"); n != 4 || err != nil {
		t.Errorf("%d metrics, %v; want 4", n, err)
	}
}

func TestAFailedCommandIsFollowedByALook(t *testing.T) {
	var free atomic.Int64
	free.Store(5000)
	w, err := disk.New(disk.Options{
		Path: t.TempDir(), Warn: 3000, Refuse: 1000, Log: quiet, Every: time.Hour,
		Free: func(string) (int64, error) { return free.Load(), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	changed := w.Changed()
	free.Store(0)
	_, _ = w.Guard(&commander{err: &events.UnavailableError{Op: "append"}}).Do(ctx, events.Desk("store"), events.Command{})
	select {
	case <-changed:
	case <-time.After(20 * time.Second):
		t.Fatal("no look follows a failed command")
	}
	if w.State().Level != disk.Full {
		t.Errorf("level %v, want full", w.State().Level)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// Fault A9: read-only or vanishing data folder.
func TestFault_A9_AVanishingDataFolderIsNoticedAndRecovers(t *testing.T) {
	parent := t.TempDir()
	path, away := filepath.Join(parent, "data"), filepath.Join(parent, "away")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	w, err := disk.New(disk.Options{Path: path, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	next := &commander{}
	refused := 0
	check := func(when string, want disk.Level) {
		t.Helper()
		if got := w.Look(); got.Level != want {
			t.Errorf("%s: %+v, want %v", when, got, want)
		}
		before := next.calls
		_, err := w.Guard(next).Do(t.Context(), events.Desk("store"), events.Command{})
		if want == disk.Gone {
			if err == nil || next.calls != before {
				t.Errorf("%s: a command got through", when)
			}
			refused++
		} else if err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	check("at first", disk.OK)
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	check("moved away", disk.Gone)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	check("another directory in its place", disk.Gone)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	check("back again", disk.OK)
	probe := filepath.Join(path, "muster.probe")
	if err := os.Mkdir(probe, 0o700); err != nil { // nothing can be written there, not even by root
		t.Fatal(err)
	}
	check("not writable", disk.Gone)
	if err := os.Remove(probe); err != nil {
		t.Fatal(err)
	}
	check("writable again", disk.OK)
	t.Logf("fault A9: %d of %d commands refused while the folder was gone, replaced or not writable; accepted again afterwards", refused, refused)
}
