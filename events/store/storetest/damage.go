package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// stops checks that both kinds of reading deliver exactly the good commits (the desk's first, then
// those of red) and then stop with an error that is accepts, and that nothing can be appended.
func stops(t *testing.T, l Log, good []events.Recorded, is func(error) bool) {
	t.Helper()
	s := l.Another(t)
	n := 0
	var last error
	for r, err := range s.Load(Context(t), red, events.Head{}) {
		if err != nil {
			last = err
			break
		}
		if n++; n > len(good) || r.Hash != good[n-1].Hash {
			t.Errorf("load delivered version %d", r.Version)
		}
	}
	if !is(last) {
		t.Errorf("load: got error %v after %d commits", last, n)
	}
	n, last = 0, nil
	for _, err := range s.Follow(Context(t), gathering, 0) {
		if err != nil {
			last = err
			break
		}
		n++
	}
	if n != len(good)+1 || !is(last) {
		t.Errorf("follow: got %d commits and error %v, want %d", n, last, len(good)+1)
	}
	if _, err := s.Append(Context(t), good[len(good)-1].Head(), Draft(red, "on top of the damage")); err == nil {
		t.Error("an append on top of the damage was accepted")
	}
}

func isCorrupt(err error) bool {
	var c *events.CorruptError
	return errors.As(err, &c) && c.Hint != "" && c.Problem != ""
}

// sealed returns the bytes of a commit after a head.
func sealed(t *testing.T, l Log, after events.Head, d store.Draft) []byte {
	t.Helper()
	r, err := store.Seal(after, d, l.now(t))
	if err != nil {
		t.Fatal(err)
	}
	return r.Raw
}

func gap(t *testing.T, l Log) {
	opened(t, l)
	good := Fill(t, l.Store, red, events.Head{}, 5)
	head := good[4].Head()
	head.Version++ // version 6 is left out
	l.Inject(t, red, sealed(t, l, head, Draft(red, "after the gap")))
	stops(t, l, good, isCorrupt)
}

func changedCommit(t *testing.T, l Log) {
	opened(t, l)
	good := Fill(t, l.Store, red, events.Head{}, 5)
	raw := sealed(t, l, good[4].Head(), Draft(red, "as it was written"))
	next, err := store.Seal(events.Head{Version: 6, Hash: events.HashOf(raw)}, Draft(red, "next"), l.now(t))
	if err != nil {
		t.Fatal(err)
	}
	l.Inject(t, red, bytes.Replace(raw, []byte("as it was"), []byte("as it is "), 2))
	l.Inject(t, red, next.Raw) // it names the hash of what was written, not of what is there
	s := l.Another(t)
	n := 0
	var last error
	for _, err := range s.Follow(Context(t), gathering, 0) {
		if err != nil {
			last = err
			break
		}
		n++
	}
	if n != 7 || !isCorrupt(last) {
		t.Errorf("follow: got %d commits and error %v, want 7", n, last)
	}
	var c *events.CorruptError
	if errors.As(last, &c) && (c.Position != 8 || c.Stream != red) {
		t.Errorf("got %v, want position 8 of %s", c, red)
	}
}

func foreignCommit(t *testing.T, l Log) {
	opened(t, l)
	good := Fill(t, l.Store, red, events.Head{}, 2)
	l.Inject(t, red, sealed(t, l, events.Head{}, Draft(events.Desk("bree"), "of another gathering")))
	stops(t, l, good, isCorrupt)
}

func undecodable(t *testing.T, l Log) {
	opened(t, l)
	good := Fill(t, l.Store, red, events.Head{}, 2)
	l.Inject(t, red, []byte("{\"format\":1,\"stream\":\"helms-deep/g/red\",\"ver"))
	stops(t, l, good, isCorrupt)
}

func newerFormat(t *testing.T, l Log) {
	opened(t, l)
	good := Fill(t, l.Store, red, events.Head{}, 2)
	var fields map[string]any
	if err := json.Unmarshal(sealed(t, l, good[1].Head(), Draft(red, "newer")), &fields); err != nil {
		t.Fatal(err)
	}
	fields["format"] = events.CommitFormat + 1
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	l.Inject(t, red, raw)
	stops(t, l, good, func(err error) bool {
		var f *events.FormatError
		return errors.As(err, &f) && f.Format == events.CommitFormat+1
	})
}

func shorter(t *testing.T, l Log) {
	opened(t, l)
	all := Fill(t, l.Store, red, events.Head{}, 5)
	var last error
	for _, err := range l.Store.Follow(Context(t), gathering, 7) { // it ends at 6
		if last = err; err != nil {
			break
		}
	}
	if !isCorrupt(last) {
		t.Errorf("follow from a checkpoint after the end: got %v, want a CorruptError", last)
	}
	beyond := all[4].Head()
	beyond.Version++
	beyond.Position++
	replaced := all[4].Head()
	replaced.Hash = all[3].Hash
	for _, head := range []events.Head{beyond, replaced} {
		last = nil
		for _, err := range l.Store.Load(Context(t), red, head) {
			last = err
		}
		if !isCorrupt(last) {
			t.Errorf("load after version %d, %s: got %v, want a CorruptError", head.Version, head.Hash, last)
		}
		if _, err := l.Store.Append(Context(t), head, Draft(red, "after what is not there")); !isCorrupt(err) {
			t.Errorf("append after version %d, %s: got %v, want a CorruptError", head.Version, head.Hash, err)
		}
	}
	for _, g := range []events.GatheringID{"bree"} {
		last = nil
		for _, err := range l.Another(t).Follow(Context(t), g, 3) {
			if last = err; err != nil {
				break
			}
		}
		if !isCorrupt(last) {
			t.Errorf("follow a log that is gone: got %v, want a CorruptError", last)
		}
	}
}
