package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

func conflict(t *testing.T, l Log) {
	opened(t, l)
	have := Fill(t, l.Store, red, events.Head{}, 3)
	for _, want := range []events.Head{{}, have[0].Head(), have[1].Head()} {
		_, err := l.Store.Append(Context(t), want, Draft(red, "late"))
		var c *events.ConflictError
		if !errors.As(err, &c) {
			t.Fatalf("append after version %d of 3: got %v, want a conflict", want.Version, err)
		}
		if *c != (events.ConflictError{Stream: red, Want: want.Version, Have: 3}) {
			t.Errorf("append after version %d of 3: got %+v", want.Version, *c)
		}
	}
	Same(t, Load(t, l.Store, red), have)
}

func onceOnly(t *testing.T, l Log) {
	opened(t, l)
	d := Draft(red, "once")
	first := Append(t, l.Store, events.Head{}, d)
	rest := Fill(t, l.Store, red, first.Head(), 3)
	for name, want := range map[string]events.Head{
		"the same expectation":    {},
		"a stale expectation":     rest[0].Head(),
		"the right expectation":   rest[2].Head(),
		"the one right after it":  first.Head(),
		"an impossible one, even": {Version: 99, Position: 99},
	} {
		changed := d
		changed.Events = Draft(red, "something else").Events // what it contains plays no part
		res, err := l.Store.Append(Context(t), want, changed)
		if want.Version == 99 {
			if err == nil && !res.Duplicate {
				t.Errorf("%s: stored again", name)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !res.Duplicate {
			t.Errorf("%s: not answered as a duplicate", name)
		}
		Same(t, []events.Recorded{res.Recorded}, []events.Recorded{first})
	}
	Same(t, Load(t, l.Store, red), append([]events.Recorded{first}, rest...))

	other := Draft(blue, "the same id in another stream is another command")
	other.Command.ID = d.Command.ID
	Append(t, l.Store, events.Head{}, other)
}

func onceOnlyElsewhere(t *testing.T, l Log) {
	opened(t, l)
	d := Draft(red, "once")
	first := Append(t, l.Store, events.Head{}, d)
	rest := Fill(t, l.Store, red, first.Head(), 2)
	for _, want := range []events.Head{{}, rest[1].Head()} {
		res, err := l.Another(t).Append(Context(t), want, d)
		if err != nil || !res.Duplicate {
			t.Fatalf("append after version %d: duplicate %v, error %v", want.Version, res.Duplicate, err)
		}
		Same(t, []events.Recorded{res.Recorded}, []events.Recorded{first})
	}
}

func concurrent(t *testing.T, l Log) {
	opened(t, l)
	const writers, each = 6, 20
	stores := []store.Store{l.Store, l.Another(t)}
	var wg sync.WaitGroup
	errs := make(chan error, writers)
	for w := range writers {
		wg.Go(func() {
			errs <- keepAppending(Context(t), stores[w%2], red, fmt.Sprintf("writer %d", w), each)
		})
	}
	wg.Wait()
	for range writers {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	got := Load(t, l.Another(t), red)
	if len(got) != writers*each {
		t.Fatalf("got %d commits, want %d", len(got), writers*each)
	}
	ids := map[events.CommandID]bool{}
	for _, r := range got {
		ids[r.Command.ID] = true
	}
	if len(ids) != len(got) {
		t.Errorf("%d commits hold %d commands", len(got), len(ids))
	}
	Same(t, Follow(t, l.Store, gathering, 1, len(got)), got)
}

// keepAppending appends n commits, reading on and trying again after every conflict.
func keepAppending(ctx context.Context, s store.Store, id events.StreamID, note string, n int) error {
	var head events.Head
	for range n {
		d := Draft(id, note)
		for {
			res, err := s.Append(ctx, head, d)
			if err == nil {
				head = res.Head()
				break
			}
			var c *events.ConflictError
			if !errors.As(err, &c) {
				return err
			}
			for r, err := range s.Load(ctx, id, head) {
				if err != nil {
					return err
				}
				head = r.Head()
			}
		}
	}
	return nil
}

func cancelledAppend(t *testing.T, l Log) {
	opened(t, l)
	ctx, cancel := context.WithCancel(Context(t))
	cancel()
	_, err := l.Store.Append(ctx, events.Head{}, Draft(red, "given up"))
	var u *events.UnavailableError
	if !errors.As(err, &u) || !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an UnavailableError for the cancelled context", err)
	}
	if u.NotKnown {
		t.Error("the outcome is called not known although nothing was sent")
	}
	if got := Load(t, l.Store, red); len(got) != 0 {
		t.Errorf("%d commits were stored", len(got))
	}
}

func tooLarge(t *testing.T, l Log) {
	opened(t, l)
	d := Draft(red, strings.Repeat("x", events.MaxCommitBytes))
	_, err := l.Store.Append(Context(t), events.Head{}, d)
	var size *events.SizeError
	if !errors.As(err, &size) || size.Bytes <= size.Limit || size.Limit != events.MaxCommitBytes {
		t.Fatalf("got %v (%+v), want a SizeError", err, size)
	}
	// One of about the greatest size is stored. The time in it is up to 4 bytes shorter when its
	// milliseconds end in zeros, so the size is aimed at from below.
	const slack = 4
	fit := events.MaxCommitBytes / 2
	d = Draft(red, strings.Repeat("x", fit))
	d.Command.Data = []byte(`{}`)
	r, err := store.Seal(events.Head{}, d, l.now(t))
	if err != nil {
		t.Fatal(err)
	}
	d.Events = Draft(red, strings.Repeat("x", fit+events.MaxCommitBytes-slack-len(r.Raw))).Events
	got := Append(t, l.Store, events.Head{}, d)
	if n := len(got.Raw); n < events.MaxCommitBytes-2*slack || n > events.MaxCommitBytes {
		t.Errorf("stored %d bytes, want %d, or a few less", n, events.MaxCommitBytes)
	}
	Same(t, Load(t, l.Another(t), red), []events.Recorded{got})
}

func malformed(t *testing.T, l Log) {
	opened(t, l)
	bad := []events.StreamID{
		{},
		events.Desk("Helms-Deep"),
		events.Desk("*"),
		events.Desk("a.b"),
		events.Group(gathering, ""),
		events.Group(gathering, ">"),
		events.Group(gathering, events.GroupID(strings.Repeat("a", events.MaxIDLen+1))),
		{Gathering: gathering, Kind: "league"},
		{Gathering: gathering, Kind: events.KindDesk, Group: "red"},
	}
	wantID := func(what string, err error) {
		t.Helper()
		var id *events.IDError
		if !errors.As(err, &id) {
			t.Errorf("%s: got %v, want an IDError", what, err)
		}
	}
	for _, id := range bad {
		_, err := l.Store.Append(Context(t), events.Head{}, Draft(id, "bad"))
		wantID("append to "+id.String(), err)
		for _, err := range l.Store.Load(Context(t), id, events.Head{}) {
			wantID("load "+id.String(), err)
		}
	}
	for _, cmd := range []events.CommandID{"", "1", "01900000-0000-7000-8000-00000000000G", "01900000-0000-7000-8000-0000000000AA"} {
		d := Draft(red, "bad")
		d.Command.ID = cmd
		_, err := l.Store.Append(Context(t), events.Head{}, d)
		wantID(fmt.Sprintf("append with command id %q", cmd), err)
	}
	for _, g := range []events.GatheringID{"", "A", "*", "x.y"} {
		for _, err := range l.Store.Follow(Context(t), g, 0) {
			wantID(fmt.Sprintf("follow %q", g), err)
		}
		_, err := l.Store.End(Context(t), g)
		wantID(fmt.Sprintf("end of %q", g), err)
		_, err = l.Store.Streams(Context(t), g)
		wantID(fmt.Sprintf("streams of %q", g), err)
	}
}
