package disk_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/ops/disk"
	"github.com/muster-events/muster/ops/natsd"
)

// Fault A8: the broker itself has run into a full disk. It stays stalled when space is free again,
// until the watch restarts it.
func TestFault_A8_AStalledBrokerIsRestartedByItself(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=12m"); err != nil {
		if !errors.Is(err, syscall.EPERM) {
			t.Fatal(err)
		}
		t.Log("mounting is not allowed to this user; ops/disk is tested with a given figure of free space, and the server's own test mounts in a namespace")
		return
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	b, err := natsd.Embedded(t.Context(), natsd.Options{Dir: filepath.Join(dir, "nats"), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}()
	js, err := jetstream.New(b.Commands)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "T", Subjects: []string{"t"}}); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 8<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	publish := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := js.Publish(ctx, "t", make([]byte, 4000))
		return err
	}
	acknowledged := 0
	for publish() == nil {
		acknowledged++
	}
	w, err := disk.New(disk.Options{Path: dir, Warn: 2e6, Refuse: 1e6, Health: b.Healthy, Restart: b.Restart, Log: quiet, Every: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if s := w.State(); s.Level != disk.Stalled {
		t.Fatalf("the watch finds %+v, want a stalled broker", s)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if publish() == nil {
		t.Fatal("the broker takes messages without a restart: the reason for this watch is gone")
	}
	freed := time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	for publish() != nil {
		if time.Since(freed) > time.Minute {
			t.Fatal("the broker is not back a minute after space was free")
		}
	}
	took := time.Since(freed)
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), "T")
	if err != nil {
		t.Fatal(err)
	}
	if got := int(s.CachedInfo().State.Msgs); got < acknowledged+1 {
		t.Errorf("%d messages, want all %d", got, acknowledged+1)
	}
	t.Logf("fault A8: broker stalled after %d acknowledged messages, restarted by itself, writable again in %v, 0 lost", acknowledged, took.Round(time.Millisecond))
}
