package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

func sealing(t *testing.T, l Log) {
	opened(t, l)
	have := Fill(t, l.Store, red, events.Head{}, 3)
	looks := func(s store.Store, want bool) {
		t.Helper()
		if got, err := s.Sealed(Context(t), gathering); got != want || err != nil {
			t.Errorf("sealed: %v, %v; want %v", got, err, want)
		}
	}
	looks(l.Store, false)
	if got, err := l.Store.Sealed(Context(t), "edoras"); got || err != nil {
		t.Errorf("a log that does not exist is sealed: %v, %v", got, err)
	}
	var corrupt *events.CorruptError
	if err := l.Store.Seal(Context(t), "edoras"); !errors.As(err, &corrupt) {
		t.Errorf("seal what does not exist: %v", err)
	}
	for _, s := range []store.Store{l.Store, l.Another(t)} { // the second time nothing happens
		if err := s.Seal(Context(t), gathering); err != nil {
			t.Fatal(err)
		}
	}
	all := []store.Store{l.Store, l.Another(t)}
	if l.Restart != nil {
		all = []store.Store{l.Restart(t)}
	}
	for _, s := range all {
		looks(s, true)
		for _, d := range []store.Draft{Draft(red, "late"), Draft(blue, "new")} {
			want := events.Head{}
			if d.Stream == red {
				want = have[2].Head()
			}
			_, err := s.Append(Context(t), want, d)
			var away *events.UnavailableError
			if !errors.As(err, &away) || away.Reason != store.SealedReason || away.NotKnown {
				t.Errorf("append to %s of a sealed log: %v", d.Stream, err)
			}
		}
		again, err := s.Append(Context(t), events.Head{}, store.Draft{Stream: red, Command: have[1].Command, Events: have[1].Events})
		if err != nil || !again.Duplicate || again.Version != 2 {
			t.Errorf("a command that is in the log: version %d, duplicate %v, %v", again.Version, again.Duplicate, err)
		}
		Same(t, Load(t, s, red), have)
		ctx, cancel := context.WithCancel(Context(t))
		n := events.Position(0)
		for r, err := range s.Follow(ctx, gathering, 0) {
			if n++; err != nil || r.Position != n {
				t.Errorf("follow: position %d, %v; want %d", r.Position, err, n)
			}
			if n == 4 {
				break
			}
		}
		cancel()
	}
}
