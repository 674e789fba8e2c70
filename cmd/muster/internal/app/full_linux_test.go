package app_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/config"
)

// inNamespace marks a test process that may mount, because it is root of a namespace of its own.
const inNamespace = "MUSTER_TEST_NAMESPACE"

// smallDisk returns a directory on a disk of its own. A user who may not mount runs the test once
// more as a child in a namespace where they may; ok is then false, and the test is over.
func smallDisk(t *testing.T, size string) (dir string, ok bool) {
	t.Helper()
	dir = t.TempDir()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size)
	if err == nil {
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
		return dir, true
	}
	if !errors.Is(err, syscall.EPERM) || os.Getenv(inNamespace) != "" {
		t.Fatalf("mount a small disk: %v", err)
	}
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), inNamespace+"=1")
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := child.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatalf("in a namespace where mounting is allowed: %v", err)
	}
	return "", false
}

// ballast fills the disk up to what is to be left.
func ballast(t *testing.T, dir string, left int64) (remove func()) {
	t.Helper()
	path := filepath.Join(dir, "ballast")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4096)
	for free(t, dir) > left {
		if _, err := f.Write(block); err != nil {
			break // full
		}
	}
	_ = f.Close() // a full disk may say so once more
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

func free(t *testing.T, dir string) int64 {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	return int64(s.Bavail) * s.Bsize
}

// until tries something again and again until it is so, and returns how long that took.
func until(t *testing.T, what string, so func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !so() {
		if time.Since(began) > apptest.Patience {
			t.Fatalf("%s: not within %v", what, apptest.Patience)
		}
		<-time.After(20 * time.Millisecond)
	}
	return time.Since(began)
}

// onSmallDisk starts a server on a small disk with one group in setup.
func onSmallDisk(t *testing.T, warn, refuse config.Size) (s *apptest.Server, dir string, ok bool) {
	t.Helper()
	disk, ok := smallDisk(t, "24m")
	if !ok {
		return nil, "", false
	}
	s = apptest.StartOn(t, filepath.Join(disk, "data"), func(c *config.Config) { c.DiskWarn, c.DiskRefuse = warn, refuse })
	boss := s.Organiser(t)
	if err := boss.OpenGathering(t.Context(), "full", "Full", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	open := group.OpenGroup{Name: "One", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "t", Team: "T"}}}
	r, err := boss.Send(t.Context(), "full", "one", client.Command{ID: events.CommandID(uuid.NewString()), Body: open})
	if err != nil || r.Refused != nil {
		t.Fatalf("open a group: %v, %+v", err, r.Refused)
	}
	return s, disk, true
}

// entries sends notices until one is not accepted, at most n, and returns how many were and what
// was said of the other.
func entries(t *testing.T, c *client.Client, n int) (accepted int, says string) {
	t.Helper()
	for range n {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		r, err := c.Send(ctx, "full", "one", client.Command{
			ID: events.CommandID(uuid.NewString()), Body: group.PostNotice{Text: strings.Repeat("much to say ", 20)},
		})
		cancel()
		if err != nil {
			return accepted, err.Error()
		}
		if r.Refused != nil {
			return accepted, r.Refused.Says
		}
		accepted++
	}
	return accepted, ""
}

// commits returns how many commits the group's board has taken in.
func commits(t *testing.T, c *client.Client) int {
	t.Helper()
	b, err := c.Board(t.Context(), "full", "one", 0)
	if err != nil {
		t.Fatal(err)
	}
	return int(b.Version)
}

// Fault A8: the disk runs full. Entries are refused in plain words before the broker stalls, pages
// can be read, and entries are taken again by themselves once there is space.
func TestFault_A8_EntriesAreRefusedBeforeTheDiskIsFull(t *testing.T) {
	s, dir, ok := onSmallDisk(t, 6e6, 2e6)
	if !ok {
		return
	}
	boss := s.Organiser(t)
	accepted, says := entries(t, boss, 20)
	if accepted != 20 {
		t.Fatalf("only %d entries before the disk is full: %s", accepted, says)
	}
	remove := ballast(t, dir, 1_000_000)
	until(t, "the server notices", func() bool { code, _ := get(t, s.URL+"/healthz"); return code == http.StatusServiceUnavailable })
	if n, says := entries(t, boss, 1); n != 0 || !strings.Contains(says, "disk is almost full") || !strings.Contains(says, "stays on this device") {
		t.Errorf("an entry on a full disk: accepted %d, says %q", n, says)
	}
	for _, path := range []string{"/", "/wall/full", "/api/v1/gatherings/full/groups/one"} {
		if code, _ := get(t, s.URL+path); code != http.StatusOK {
			t.Errorf("GET %s on a full disk: %d, want 200", path, code)
		}
	}
	remove()
	took := until(t, "entries are taken again", func() bool { n, _ := entries(t, boss, 1); accepted += n; return n == 1 })
	until(t, "the board has everything", func() bool { return commits(t, boss) == accepted+1 })
	t.Logf("fault A8: refused in plain words with 1 MB left, pages readable, 0 of %d entries lost, writable %v after space was free", accepted, took.Round(time.Millisecond))
}

// Fault A8, the worse case: nothing warned in time, and whichever copy of the log came first ran into
// the full disk itself. Nothing is lost and entries are taken again by themselves.
func TestFault_A8_ADiskThatIsReallyFull(t *testing.T) {
	s, dir, ok := onSmallDisk(t, 0, 0)
	if !ok {
		return
	}
	boss := s.Organiser(t)
	accepted, _ := entries(t, boss, 20)
	remove := ballast(t, dir, 0)
	n, says := entries(t, boss, 2000)
	accepted += n
	if says == "" {
		t.Fatal("a full disk takes 2000 entries")
	}
	if code, _ := get(t, s.URL+"/api/v1/gatherings/full/groups/one"); code != http.StatusOK {
		t.Errorf("the board on a full disk: %d, want 200", code)
	}
	remove()
	took := until(t, "entries are taken again", func() bool { n, _ := entries(t, boss, 1); accepted += n; return n == 1 })
	until(t, "the board has everything", func() bool { return commits(t, boss) >= accepted+1 })
	before := commits(t, boss)
	data := s.Data
	s.Stop()
	s = apptest.StartOn(t, data, func(c *config.Config) { c.DiskWarn, c.DiskRefuse = 0, 0 })
	if after := commits(t, s.Organiser(t)); after != before {
		t.Errorf("%d commits after a restart, %d before", after, before)
	}
	t.Logf("fault A8: disk really full (%q), 0 of %d entries lost, writable %v after space was free without a restart by hand", says, accepted, took.Round(time.Millisecond))
}
