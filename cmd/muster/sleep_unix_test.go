//go:build unix

package main_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/client"
)

// Fault C11: the organiser's laptop sleeps for a while under load, with people watching.
func TestFault_C11_TheServerSleeps(t *testing.T) {
	nap := 4 * time.Second
	if os.Getenv("MUSTER_FAULTS") == "full" {
		nap = time.Minute
	}
	dir, addr := t.TempDir(), freeAddress(t)
	p, _ := serve(t, dir, addr)
	ids, codes := tablesOf(t, p.url, "asleep", 3)
	var l load
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	failed := make(chan error, len(codes.Tables))
	for _, c := range codes.Tables {
		s := client.New(p.url, nil)
		if _, err := s.Join(ctx, c.Code, "Captain"); err != nil {
			t.Fatal(err)
		}
		go func() { failed <- l.captain(ctx, s, events.Group("asleep", c.Group), c.Table) }()
	}
	frames := make(chan int, 1000) // number of the viewer, for each frame it gets
	var viewers sync.WaitGroup
	for i := range 20 {
		viewers.Go(func() {
			view(ctx, fmt.Sprintf("%s/api/v1/gatherings/asleep/groups/%s/stream", p.url, ids[i%len(ids)].Group), i, frames)
		})
	}
	everybodySees(t, frames, 20)
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	acked := l.count()
	<-time.After(nap) // the sleep itself
	asleep := l.count()
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	woke := time.Now()
	for len(frames) > 0 {
		<-frames
	}
	everybodySees(t, frames, 20)
	back := time.Since(woke)
	stop()
	for range codes.Tables {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	viewers.Wait()
	before := everything(t, p.url, ids, l.end())
	p.kill()
	lost, doubled, moved := compare(recorded(t, dir, ids), l.acks)
	if lost+doubled+moved > 0 {
		t.Errorf("of %d acknowledged commands %d are not in the log, %d more than once, %d elsewhere than acknowledged", len(l.acks), lost, doubled, moved)
	}
	p, _ = serve(t, dir, addr)
	if after := everything(t, p.url, ids, l.end()); string(before) != string(after) {
		t.Error("the read models differ after a restart")
	}
	t.Logf("fault C11: stopped for %v under %d tables and 20 viewers: %d entries acknowledged before, %d while it slept, %d in all; all viewers live %v after it woke; %d lost, %d doubled", nap, len(codes.Tables), acked, asleep-acked, len(l.acks), back.Round(time.Millisecond), lost, doubled)
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.acks)
}

// view watches a group and opens the stream again when it ends, as browsers do.
func view(ctx context.Context, url string, i int, frames chan<- int) {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		for lines := bufio.NewReader(res.Body); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				break
			}
			if strings.HasPrefix(line, "id: ") {
				select {
				case frames <- i:
				case <-ctx.Done():
				}
			}
		}
		_ = res.Body.Close()
	}
}

// everybodySees waits until each of n viewers has got a frame.
func everybodySees(t *testing.T, frames <-chan int, n int) {
	t.Helper()
	seen := map[int]bool{}
	for deadline := time.After(apptest.Patience); len(seen) < n; {
		select {
		case i := <-frames:
			seen[i] = true
		case <-deadline:
			t.Fatalf("%d of %d viewers see something", len(seen), n)
		}
	}
}
