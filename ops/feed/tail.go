package feed

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// tail follows the log of one gathering for all who read it and keeps the latest commits, encoded.
type tail struct {
	h    *Hub
	g    events.GatheringID
	stop context.CancelFunc
	look chan struct{} // asks to look at once whether the log is sealed

	// guarded by Hub.mu
	readers int
	idle    *time.Timer // until the tail goes; nil while it is read

	mu     sync.Mutex // guards all below
	base   events.Position
	ring   []encoded // index i is position base+1+i
	bytes  int
	moved  chan struct{} // closed and replaced when anything here changes
	sealed bool
	end    events.Position // of the log, once sealed
	err    error           // why it follows no more
	// closed says at which position each stream that is read alone was sealed; 0: it is open.
	closed map[events.StreamID]events.Position
}

// follow reads the log after a position until ctx ends or it cannot be read.
func (t *tail) follow(ctx context.Context, after events.Position) {
	for r, err := range t.h.o.Log.Follow(ctx, t.g, after) {
		var e encoded
		if err == nil {
			e, err = encode(r)
		}
		if err != nil {
			if ctx.Err() == nil {
				t.fail(err)
			}
			return
		}
		t.add(e)
		if desk.Seals(r.Commit) {
			t.lookNow()
		}
	}
}

func (t *tail) lookNow() {
	select {
	case t.look <- struct{}{}:
	default: // it is about to look
	}
}

// learn finds out whether a stream is sealed already, once for all who read it alone.
func (t *tail) learn(ctx context.Context, id events.StreamID) error {
	if id.Kind != events.KindTournament && id.Kind != events.KindLeague {
		return nil
	}
	t.mu.Lock()
	_, known := t.closed[id]
	t.mu.Unlock()
	if known {
		return nil
	}
	at := events.Position(0)
	for r, err := range t.h.o.Log.Load(ctx, id, events.Head{}) {
		if err != nil {
			return err
		}
		if closes(r.Commit) {
			at = r.Position
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed[id] = max(at, t.closed[id]) // the tail may have come past it meanwhile
	return nil
}

// add puts a commit at the end of the ring and lets go of the oldest.
func (t *tail) add(e encoded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.closes {
		t.closed[e.stream] = e.position
	}
	t.ring = append(t.ring, e)
	t.bytes += e.size
	drop := 0
	for ; len(t.ring)-drop > 1 && (len(t.ring)-drop > RingCommits || t.bytes > RingBytes); drop++ {
		t.bytes -= t.ring[drop].size
		t.ring[drop] = encoded{} // readers have copies of what they still write
	}
	t.ring, t.base = t.ring[drop:], t.base+events.Position(drop)
	t.announce()
}

// fail ends the tail: who reads is told, who comes later gets another.
func (t *tail) fail(err error) {
	t.h.o.Logger.Error("a feed cannot be read on", "gathering", string(t.g), "err", err)
	t.mu.Lock()
	t.err = err
	t.announce()
	t.mu.Unlock()
	t.h.forget(t)
}

// announce wakes who waits. The caller holds mu.
func (t *tail) announce() {
	close(t.moved)
	t.moved = make(chan struct{})
}

// sealAgain is how often it is looked whether a log is sealed whose desk has said so.
const sealAgain = 100 * time.Millisecond

// watchSeal looks whether the log is sealed: at the beginning, when its desk has said so until it is, and
// now and then, for what was said before the tail began.
func (t *tail) watchSeal(ctx context.Context) {
	wait := time.Duration(0)
	soon := false
	for {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-t.look:
			timer.Stop()
			soon = true
		case <-timer.C:
		}
		sealed, err := t.h.o.Log.Sealed(ctx, t.g)
		var end events.Position
		if err == nil && sealed {
			end, err = t.h.o.Log.End(ctx, t.g)
		}
		if err == nil && sealed {
			t.mu.Lock()
			t.sealed, t.end = true, end
			t.announce()
			t.mu.Unlock()
			return
		}
		if err != nil && ctx.Err() == nil {
			t.h.o.Logger.Warn("it cannot be told whether a log is sealed", "gathering", string(t.g), "err", err)
		}
		wait = t.h.o.KeepAlive
		if soon || errors.Is(err, context.DeadlineExceeded) {
			wait = sealAgain
		}
	}
}

// state is what a reader at a position finds.
type state struct {
	commits []encoded // that follow; shared, read only
	behind  bool      // the ring begins later: a page of history is needed
	sealed  bool      // there is nothing more, for ever
	err     error
	moved   <-chan struct{}
}

// at returns what follows a position for a reader of one stream, or of all.
func (t *tail) at(p Position, only events.StreamID) state {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := state{moved: t.moved, err: t.err}
	next := p.next()
	if end := t.closed[only]; end > 0 && next > end {
		s.sealed = true
		return s
	}
	if next <= t.base {
		s.behind = true
		return s
	}
	if i := int(next - t.base - 1); i < len(t.ring) {
		s.commits = some(t.ring[i:])
		return s
	}
	s.sealed = t.sealed && next > t.end
	return s
}

// some returns as many commits as a reader is given at once, one at least.
func some(all []encoded) []encoded {
	size := 0
	for i, e := range all {
		if size += e.size; size > PageBytes && i > 0 {
			return append([]encoded(nil), all[:i]...)
		}
	}
	return append([]encoded(nil), all...)
}
