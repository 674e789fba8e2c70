package feed

import (
	"context"
	"errors"
	"time"

	"github.com/muster-events/muster/events"
)

// behindWait is how long a reader waits for what the log holds and neither ring nor history have yet.
const behindWait = 20 * time.Millisecond

// Follow gives the reader its lines until ctx ends, send fails, the hub is closed or nothing more can come.
// send is given whole lines and must not keep them; it has to return within a bounded time. The error is
// that of send, or why the log cannot be read: the reader was told with a line of [TypeStopped].
func (f *Feed) Follow(ctx context.Context, send func([]byte) error) error {
	at := f.req.After
	beat := time.NewTicker(f.h.o.KeepAlive)
	defer beat.Stop()
	for {
		s := f.t.at(at, f.req.Only)
		if s.behind {
			var err error
			if s.commits, err = f.page(ctx, at); err != nil && ctx.Err() == nil {
				s.err = err
			}
		}
		lines := f.lines(s.commits, &at)
		if len(lines) > 0 {
			beat.Reset(f.h.o.KeepAlive)
			if err := send(lines); err != nil {
				return err
			}
		}
		switch {
		case len(s.commits) > 0:
		case s.err != nil:
			return errors.Join(s.err, send(f.notice(TypeStopped, at, stopped(s.err))))
		case s.behind:
			if !wait(ctx, f.h.ctx, behindWait) {
				return nil
			}
		case s.sealed:
			return send(f.notice(TypeSealed, at, nil))
		case f.req.Once && at.next() > f.end:
			return send(f.notice(TypeKeepAlive, at, nil))
		default:
			select {
			case <-s.moved:
			case <-beat.C:
				if err := send(f.notice(TypeKeepAlive, at, nil)); err != nil {
					return err
				}
			case <-ctx.Done():
				return nil
			case <-f.h.ctx.Done():
				return nil
			}
		}
		if ctx.Err() != nil || f.h.ctx.Err() != nil {
			return nil
		}
	}
}

func (f *Feed) notice(kind string, at Position, data any) []byte {
	return notice(f.req.Gathering, kind, at, f.h.o.Now(), data)
}

// lines returns the lines of commits that the reader wants, and moves its position behind them.
func (f *Feed) lines(commits []encoded, at *Position) (out []byte) {
	for _, e := range commits {
		from := 0
		if e.position == at.Commit && at.Event != whole {
			from = min(at.Event+1, len(e.lines))
		}
		*at = After(e.position)
		if f.req.Only != (events.StreamID{}) && f.req.Only != e.stream {
			continue
		}
		for _, l := range e.lines[from:] {
			out = append(out, l...)
		}
		if e.closes && f.req.Only == e.stream {
			return out // what follows is of no matter
		}
	}
	return out
}

// page reads what follows a position from the history, as much as a reader is given at once. It waits for
// its turn. What the history does not have yet is read from the log.
func (f *Feed) page(ctx context.Context, at Position) ([]encoded, error) {
	select {
	case f.h.pages <- struct{}{}:
		defer func() { <-f.h.pages }()
	case <-ctx.Done():
		return nil, nil
	case <-f.h.ctx.Done():
		return nil, nil
	}
	after := at.next() - 1
	if f.h.o.History != nil {
		out, err := f.read(func(yield func(events.Recorded, error) bool) {
			f.h.o.History.Commits(ctx, f.req.Gathering, after)(yield)
		}, 0)
		if len(out) > 0 || err != nil {
			return out, err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	end, err := f.h.o.Log.End(ctx, f.req.Gathering)
	if err != nil || end <= after {
		return nil, err
	}
	return f.read(func(yield func(events.Recorded, error) bool) {
		f.h.o.Log.Follow(ctx, f.req.Gathering, after)(yield)
	}, end)
}

// read encodes commits until a page is full, they end, or the one at end was read.
func (f *Feed) read(commits func(yield func(events.Recorded, error) bool), end events.Position) (out []encoded, err error) {
	size := 0
	for r, bad := range commits {
		var e encoded
		if err = bad; err == nil {
			e, err = encode(r)
		}
		if err != nil {
			return out, err
		}
		out = append(out, e)
		if size += e.size; size >= PageBytes || r.Position == end {
			return out, nil
		}
	}
	return out, nil
}

// stopped says why a log cannot be read on.
func stopped(err error) Stopped {
	var away *events.UnavailableError
	if errors.As(err, &away) {
		return Stopped{Code: "unavailable", Says: away.Reason + "; come back with the position of this line"}
	}
	return Stopped{Code: "log-damaged", Says: "the log cannot be read on from here: " + err.Error()}
}

// wait reports whether neither context has ended after d.
func wait(a, b context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-a.Done():
		return false
	case <-b.Done():
		return false
	}
}
