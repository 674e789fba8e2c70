package replay_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/replay"
)

// The whole games whose bundles are kept for ever.
const (
	dolGuldur      = "dol-guldur.muster.zip"
	mountainOfFire = "mountain-of-fire.muster.zip"
	// lost is the recorded game of package projections: with rulings, entries taken back and people who are
	// out of the game.
	lost = "epic-lost-in-round-9.jsonl"
)

// open returns the commits of a recorded game, one a line.
func open(t testing.TB, name string) io.Reader {
	t.Helper()
	if name == lost {
		b, err := os.ReadFile(filepath.Join("..", "testdata", "logs", name))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(b)
	}
	z, err := zip.OpenReader(filepath.Join("..", "..", "ops", "bundle", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = z.Close() })
	in, err := z.Open("commits.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// recorded returns the commits of a game in order.
func recorded(t testing.TB, name string) []events.Recorded {
	t.Helper()
	lines := bufio.NewScanner(open(t, name))
	lines.Buffer(nil, events.MaxCommitBytes+1)
	var out []events.Recorded
	for lines.Scan() {
		r, err := store.Open(events.StreamID{}, events.Position(len(out)+1), append([]byte(nil), lines.Bytes()...))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if lines.Err() != nil || len(out) < 300 {
		t.Fatalf("%s holds %d commits: %v", name, len(out), lines.Err())
	}
	return out
}

// groupOf returns the stream of the only group of a log.
func groupOf(t testing.TB, log []events.Recorded) events.StreamID {
	t.Helper()
	for _, r := range log {
		if r.Stream.Kind == events.KindGroup {
			return r.Stream
		}
	}
	t.Fatal("the log holds no group")
	return events.StreamID{}
}

// bookOf returns the book of the only group of a log.
func bookOf(t testing.TB, log []events.Recorded) *replay.Book {
	t.Helper()
	id := groupOf(t, log)
	b := replay.NewBook(vocabulary.All(), id)
	for _, r := range log {
		if r.Stream == id {
			if err := b.Add(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b
}

func name(p events.PersonID) string { return "Name of " + string(p) }

func encoded(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
