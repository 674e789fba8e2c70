package bundle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
)

// The bundles in testdata are whole games that were played through the server; the file of one is kept
// as it was written, so that it has to verify for ever.
const (
	dolGuldur      = "dol-guldur.muster.zip"
	mountainOfFire = "mountain-of-fire.muster.zip"
	oneLeague      = "league.muster.zip" // with a quest that muster ran, and a tournament
)

// key is whose bundles the tests write: that of a server that its owner may have changed.
var key = audit.NewKey(bytes.Repeat([]byte{42}, 32))

// log is a gathering's log in memory.
type log []events.Recorded

// game returns the log in a bundle of testdata, cut after n commits; 0: whole.
func game(t testing.TB, name string, n int) log {
	t.Helper()
	l := games()[name]
	if len(l) == 0 {
		t.Fatalf("no game %s", name)
	}
	if n > 0 {
		l = l[:n]
	}
	out := slices.Clone(l)
	for i := range out { // so that a test may change them
		out[i].Events = slices.Clone(out[i].Events)
	}
	return out
}

var games = sync.OnceValue(func() map[string]log {
	out := map[string]log{}
	for _, name := range []string{dolGuldur, mountainOfFire, oneLeague} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			panic(err)
		}
		out[name] = logOf(lines(raw))
	}
	return out
})

// lines returns the commits of a bundle.
func lines(raw []byte) [][]byte {
	b, err := memberOf(raw, "commits.jsonl")
	if err != nil {
		panic(err)
	}
	var out [][]byte
	for line := range strings.Lines(string(b)) {
		out = append(out, []byte(strings.TrimSuffix(line, "\n")))
	}
	return out
}

func logOf(raw [][]byte) log {
	var out log
	for i, b := range raw {
		r, err := store.Open(events.StreamID{}, events.Position(i+1), b)
		if err != nil {
			panic(err)
		}
		out = append(out, r)
	}
	return out
}

// Load implements store.Loader.
func (l log) Load(_ context.Context, id events.StreamID, _ events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for _, r := range l {
			if r.Stream == id && !yield(r, nil) {
				return
			}
		}
	}
}

// chained returns the log with versions, hashes and positions made right again after commits were
// changed, dropped, added or put elsewhere: what a server that its owner has changed would have written.
func (l log) chained(t testing.TB) log {
	t.Helper()
	heads := map[events.StreamID]events.Head{}
	var out log
	for i, r := range l {
		c := r.Commit
		c.Version, c.Prev = heads[c.Stream].Version+1, heads[c.Stream].Hash
		raw, err := c.Encode()
		if err != nil {
			t.Fatal(err)
		}
		n, err := store.Open(c.Stream, events.Position(i+1), raw)
		if err != nil {
			t.Fatal(err)
		}
		heads[c.Stream] = n.Head()
		out = append(out, n)
	}
	return out
}

// written returns the bundle of a log, with checkpoints at the sizes and at its end, signed by key.
func (l log) written(t testing.TB, change func(*bundle.Source), sizes ...int) []byte {
	t.Helper()
	var tree audit.Tree
	for _, r := range l {
		if err := tree.Add(tlog.Hash(r.Hash)); err != nil {
			t.Fatal(err)
		}
	}
	g := l[0].Stream.Gathering
	src := bundle.Source{
		Log: l, Hashes: &tree, Catalog: vocabulary.All(), LogKey: key.VKey(g), Version: "test",
		Commits: func(yield func(events.Recorded, error) bool) {
			for _, r := range l {
				if !yield(r, nil) {
					return
				}
			}
		},
	}
	for _, size := range append(sizes, len(l)) {
		root, err := tree.Root(int64(size))
		if err != nil {
			t.Fatal(err)
		}
		cp, err := key.Sign(g, events.Position(size), root)
		if err != nil {
			t.Fatal(err)
		}
		src.Checkpoints = append(src.Checkpoints, cp)
	}
	if change != nil {
		change(&src)
	}
	var out bytes.Buffer
	if _, err := bundle.Write(t.Context(), src, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// verify verifies a bundle in memory.
func verify(t testing.TB, raw []byte, o bundle.Options) (*bundle.Report, error) {
	t.Helper()
	o.Catalog, o.Version = vocabulary.All(), "test"
	f, err := bundle.Open(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	return bundle.Verify(t.Context(), f, o)
}

// found verifies a bundle that must be contradicted, and returns the first finding.
func found(t testing.TB, raw []byte, o bundle.Options) bundle.Finding {
	t.Helper()
	r, err := verify(t, raw, o)
	if err != nil {
		t.Fatal(err)
	}
	first, bad := r.First()
	if !bad {
		t.Fatal("the bundle is proven")
	}
	return first
}

// proven verifies a bundle that nothing may contradict.
func proven(t testing.TB, raw []byte, o bundle.Options) *bundle.Report {
	t.Helper()
	r, err := verify(t, raw, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		t.Error(f)
	}
	return r
}

// at returns the index of the first commit with an event of a type, from an index on.
func (l log) at(t testing.TB, from int, typ string) (commit, event int) {
	t.Helper()
	for i := from; i < len(l); i++ {
		for j, e := range l[i].Events {
			if e.Type == typ {
				return i, j
			}
		}
	}
	t.Fatalf("no %s from commit %d on", typ, from+1)
	return 0, 0
}

// edit changes the data of one event of a commit.
func (l log) edit(t testing.TB, commit, event int, change func(map[string]any)) {
	t.Helper()
	var data map[string]any
	d := json.NewDecoder(bytes.NewReader(l[commit].Events[event].Data))
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		t.Fatal(err)
	}
	change(data)
	payload, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	e := l[commit].Events[event]
	e.Data = payload
	p, err := vocabulary.All().Decode(e) // for the order of its fields
	if err != nil {
		t.Fatal(err)
	}
	if e, err = events.Encode(p); err != nil {
		t.Fatal(err)
	}
	l[commit].Events = slices.Clone(l[commit].Events)
	l[commit].Events[event] = e
}
