package tablepage_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

// signedLog is what a server signs of the gathering, and what it answers about it: a tree of made-up
// entries that a test may rewrite, as an organiser with the key could.
type signedLog struct {
	t *testing.T

	mu      sync.Mutex // guards the fields below
	key     audit.Key
	tree    audit.Tree
	heads   map[events.Position]audit.Checkpoint
	last    deps.Checkpoint
	news    chan struct{}
	asked   []string                        // paths, in order
	distort func(path string, b []byte) any // what is answered instead: bytes or a status; nil: the truth
}

func newSignedLog(t *testing.T) *signedLog {
	return &signedLog{t: t, key: audit.NewKey(bytes.Repeat([]byte{7}, 32)), heads: map[events.Position]audit.Checkpoint{}, news: make(chan struct{})}
}

// leaf is the hash of an entry; what the entry holds depends on who tells the story.
func leaf(story string, n int) tlog.Hash {
	return tlog.RecordHash(fmt.Appendf(nil, "%s %d", story, n))
}

// grow adds entries up to a size.
func grow(t *testing.T, tree *audit.Tree, story string, size int) {
	t.Helper()
	for n := int(tree.Size()); n < size; n++ {
		if err := tree.Add(leaf(story, n)); err != nil {
			t.Fatal(err)
		}
	}
}

// sign lets the log grow to a size and shows its signed head; it returns the fingerprint.
func (l *signedLog) sign(story string, size int) string {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	grow(l.t, &l.tree, story, size)
	c := headAt(l.t, l.key, &l.tree, size)
	l.heads[c.Size] = c
	l.last = deps.Checkpoint{Gathering: spring, Size: c.Size, Fingerprint: c.Fingerprint(), At: time.Now()}
	close(l.news)
	l.news = make(chan struct{})
	return c.Fingerprint()
}

func headAt(t *testing.T, key audit.Key, tree *audit.Tree, size int) audit.Checkpoint {
	t.Helper()
	root, err := tree.Root(int64(size))
	if err != nil {
		t.Fatal(err)
	}
	c, err := key.Sign(spring, events.Position(size), root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rewrite forgets the whole log, and the key too if another one is given.
func (l *signedLog) rewrite(key ...audit.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tree, l.heads = audit.Tree{}, map[events.Position]audit.Checkpoint{}
	if len(key) > 0 {
		l.key = key[0]
	}
}

// answers changes what is answered from now on; nil: the truth.
func (l *signedLog) answers(distort func(path string, b []byte) any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.distort = distort
}

// requests returns what was asked for since the last call.
func (l *signedLog) requests() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.asked
	l.asked = nil
	return out
}

func (l *signedLog) Last(events.GatheringID) (deps.Checkpoint, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last, l.last.Size > 0
}

func (l *signedLog) Signed(events.GatheringID) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.news
}

func (l *signedLog) All(context.Context, events.GatheringID) ([]deps.Checkpoint, error) {
	return nil, errNotHere
}

func (l *signedLog) Sign(context.Context, events.GatheringID) (deps.Checkpoint, error) {
	return deps.Checkpoint{}, errNotHere
}

func (l *signedLog) Key(g events.GatheringID) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.key.VKey(g)
}

// register answers as ops/proofs does.
func (l *signedLog) register(mux *http.ServeMux) {
	give := func(find func(r *http.Request) []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.asked = append(l.asked, r.URL.Path)
			b := find(r)
			if l.distort != nil {
				switch d := l.distort(r.URL.Path, b).(type) {
				case int:
					http.Error(w, "not now", d)
					return
				case []byte:
					b = d
				}
			}
			if b == nil {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write(b)
		}
	}
	const at = "GET /log/" + string(spring)
	mux.HandleFunc(at+"/key", give(func(*http.Request) []byte { return []byte(l.key.VKey(spring) + "\n") }))
	mux.HandleFunc(at+"/checkpoint", give(func(*http.Request) []byte { return l.heads[l.last.Size].Note }))
	mux.HandleFunc(at+"/checkpoints/{size}/checkpoint", give(func(r *http.Request) []byte { return l.heads[position(r, "size")].Note }))
	mux.HandleFunc(at+"/checkpoints/{size}/since/{old}", give(func(r *http.Request) []byte {
		c, ok := l.heads[position(r, "size")]
		old := position(r, "old")
		if !ok || old < 1 || old > c.Size {
			return nil
		}
		x, err := audit.ProveExtension(old, c, &l.tree)
		if err != nil {
			l.t.Error(err)
			return nil
		}
		return x.Marshal()
	}))
}

func position(r *http.Request, name string) events.Position {
	n, _ := strconv.ParseUint(r.PathValue(name), 10, 62) // no number: 0, which there is none of
	return events.Position(n)
}

// otherKey is the key of somebody else.
var otherKey = audit.NewKey(bytes.Repeat([]byte{8}, 32))

// shows lets pages show another fingerprint than the one that is signed.
func (l *signedLog) shows(story string, size int) {
	l.sign(story, size)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last.Fingerprint = fmt.Sprintf("%d 0000-0000-0000-0000", size)
	close(l.news)
	l.news = make(chan struct{})
}
