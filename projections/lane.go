package projections

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// maxGaps is how often in a row a lane reads again because a commit was missing, before it stops.
const maxGaps = 20

// lane reads one gathering for one worker.
type lane struct {
	w     *worker
	log   Log
	cat   *events.Catalogue
	g     events.GatheringID
	epoch atomic.Int64 // counts the times that reading began; commits of an earlier one are passed over
	again context.CancelFunc
	// gaps, from, failed and waiting are guarded by w.mu.
	gaps    int
	from    events.Position // checkpoint at the last gap
	failed  error           // set for good
	waiting string          // why reading is held up
}

func (l *lane) current() int { return int(l.epoch.Load()) }

// run reads until ctx ends or the log cannot be read on.
func (l *lane) run(ctx context.Context) {
	l.resume(ctx)
	wait := newBackoff()
	for ctx.Err() == nil {
		read, err := l.follow(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil && fatal(err) {
			l.stop(err)
			return
		}
		if err == nil || read > 0 {
			wait = newBackoff()
		}
		if err != nil {
			l.setWaiting(err.Error())
			wait.pause(ctx)
		}
		l.w.mu.Lock()
		failed := l.failed
		l.w.mu.Unlock()
		if failed != nil {
			return
		}
	}
}

// follow reads from the checkpoint on until it is told to read again.
func (l *lane) follow(ctx context.Context) (read int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	epoch, at := l.begin(cancel)
	for r, err := range l.log.Follow(ctx, l.g, at) {
		if err != nil {
			return read, err
		}
		if read == 0 {
			l.setWaiting("")
		}
		l.w.meter.seen(l.g, r.Position)
		it := item{lane: l, epoch: epoch, r: r}
		it.payloads, it.err = l.cat.DecodeAll(r)
		select {
		case l.w.in <- it:
			read++
		case <-ctx.Done():
			return read, nil
		}
	}
	return read, nil
}

// begin starts another reading from the checkpoint.
func (l *lane) begin(cancel context.CancelFunc) (int, events.Position) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	l.again = cancel
	return int(l.epoch.Add(1)), l.w.marks.checkpoints[l.g]
}

// resume reads the streams that had stopped once more: this program may know what the one before
// did not.
func (l *lane) resume(ctx context.Context) {
	l.w.mu.Lock()
	var stops []Stop
	for _, s := range l.w.marks.stopped {
		if s.Stream.Gathering == l.g {
			stops = append(stops, *s)
		}
	}
	at := l.w.marks.checkpoints[l.g]
	l.w.mu.Unlock()
	for _, s := range stops {
		l.resumeStream(ctx, s, at)
	}
}

// resumeStream sends a stopped stream's commits up to the checkpoint at to the worker. If the first
// one still cannot be decoded, the stream stays stopped.
func (l *lane) resumeStream(ctx context.Context, s Stop, at events.Position) {
	for r, err := range l.log.Load(ctx, s.Stream, s.After) {
		if err != nil || r.Position > at {
			return
		}
		ps, err := l.cat.DecodeAll(r)
		if err != nil && r.Version == s.Version {
			return
		}
		select {
		case l.w.in <- item{lane: l, epoch: l.current(), r: r, payloads: ps, err: err, again: true}:
		case <-ctx.Done():
			return
		}
	}
}

// stop ends the lane for good. Its message is shown; nothing of the gathering is read on.
func (l *lane) stop(err error) {
	l.w.mu.Lock()
	if l.failed != nil {
		l.w.mu.Unlock()
		return
	}
	l.failed = err
	l.epoch.Add(1)
	if l.again != nil {
		l.again()
	}
	at := l.w.marks.checkpoints[l.g]
	l.w.mu.Unlock()
	l.w.log.Error("gathering is not read on by this read model", "gathering", l.g, "position", at, "err", err)
	l.w.topics.fire(map[topic]bool{{gathering: l.g}: true})
	l.w.nudge()
}

// readAgain makes the lane read from the checkpoint once more, because a commit was missing that
// should have come before one that did. It gives up when that does not help.
func (l *lane) readAgain(epoch int) {
	l.w.mu.Lock()
	if epoch != l.current() {
		l.w.mu.Unlock()
		return
	}
	at := l.w.marks.checkpoints[l.g]
	if at > l.from {
		l.gaps = 0
	}
	l.from = at
	l.gaps++
	gaps := l.gaps
	l.epoch.Add(1)
	l.again()
	l.w.mu.Unlock()
	if gaps > maxGaps {
		l.stop(&events.CorruptError{
			Position: at + 1, Hint: store.RepairHint,
			Problem: fmt.Sprintf("the commit after position %d of gathering %s was not delivered in %d tries", at, l.g, gaps),
		})
	}
}

func (l *lane) setWaiting(why string) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if why != "" && l.waiting == "" {
		l.w.log.Warn("log cannot be read at the moment; it is tried again", "gathering", l.g, "err", why)
	}
	l.waiting = why
}

// Pauses between tries.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
)

// backoff waits longer each time.
type backoff struct{ next time.Duration }

func newBackoff() *backoff { return &backoff{next: firstPause} }

// pause waits; it returns false if ctx ended.
func (b *backoff) pause(ctx context.Context) bool {
	t := time.NewTimer(b.next)
	defer t.Stop()
	b.next = min(2*b.next, lastPause)
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
