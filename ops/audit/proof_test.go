package audit_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

const gathering events.GatheringID = "dol-guldur"

// grown is a tree of commits "commit 1", "commit 2", … with the hash that the log gives them.
func grown(t *testing.T, n int, mark string) *audit.Tree {
	t.Helper()
	var out audit.Tree
	for i := range n {
		if err := out.Add(tlog.Hash(events.HashOf(stored(i+1, mark)))); err != nil {
			t.Fatal(err)
		}
	}
	return &out
}

func stored(n int, mark string) []byte { return fmt.Appendf(nil, "commit %d%s", n, mark) }

func headOf(t *testing.T, tree *audit.Tree, size int) audit.Checkpoint {
	t.Helper()
	root, err := tree.Root(int64(size))
	if err != nil {
		t.Fatal(err)
	}
	c, err := key.Sign(gathering, events.Position(size), root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEveryCommitOfEverySizeIsProvenAndAnotherModuleAgrees(t *testing.T) {
	tree := grown(t, 40, "")
	for size := 1; size <= 40; size += 3 {
		c := headOf(t, tree, size)
		for at := 1; at <= size; at++ {
			file, err := audit.ProveCommit(c, events.Position(at), stored(at, ""), tree)
			if err != nil {
				t.Fatal(err)
			}
			p, err := audit.CheckCommit(file, key.VKey(gathering))
			if err != nil || p.At != events.Position(at) || !bytes.Equal(p.Stored, stored(at, "")) {
				t.Fatalf("commit %d of %d: %+v, %v", at, size, p, err)
			}
			hs, err := tlog.ProveRecord(int64(size), int64(at-1), tree)
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(at-1), uint64(size), rfc6962.DefaultHasher.HashLeaf(stored(at, "")), plain(hs), c.Root[:]); err != nil {
				t.Fatalf("another module on commit %d of %d: %v", at, size, err)
			}
		}
	}
	c := headOf(t, tree, 20)
	for _, at := range []events.Position{0, 21} {
		if _, err := audit.ProveCommit(c, at, stored(1, ""), tree); err == nil {
			t.Errorf("commit %d of 20 was proven", at)
		}
	}
}

func plain(hs []tlog.Hash) [][]byte {
	var out [][]byte
	for _, h := range hs {
		out = append(out, h[:])
	}
	return out
}

func TestAProofThatWasChangedProvesNothing(t *testing.T) {
	tree := grown(t, 21, "")
	file, err := audit.ProveCommit(headOf(t, tree, 21), 7, stored(7, ""), tree)
	if err != nil {
		t.Fatal(err)
	}
	for i := range file {
		bad := bytes.Clone(file)
		bad[i] ^= 2
		if p, err := audit.CheckCommit(bad, key.VKey(gathering)); err == nil && (p.At != 7 || !bytes.Equal(p.Stored, stored(7, ""))) {
			t.Errorf("byte %d (%q) changed: %+v", i, file[i], p)
		}
	}
	other := audit.NewKey(bytes.Repeat([]byte{8}, 32))
	if _, err := audit.CheckCommit(file, other.VKey(gathering)); err == nil {
		t.Error("another key opens it")
	}
}

func TestALogIsShownToHaveOnlyGrown(t *testing.T) {
	tree, forked := grown(t, 40, ""), grown(t, 40, " forked")
	for _, c := range []struct{ old, now int }{{1, 1}, {1, 2}, {7, 40}, {32, 33}, {39, 40}, {40, 40}} {
		older, newer := headOf(t, tree, c.old), headOf(t, tree, c.now)
		e, err := audit.ProveExtension(older.Size, newer, tree)
		if err != nil {
			t.Fatal(err)
		}
		if e, err = audit.ReadExtension(e.Marshal()); err != nil {
			t.Fatal(err)
		}
		if err := e.Check(older, newer); err != nil {
			t.Errorf("%d to %d: %v", c.old, c.now, err)
		}
		if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(c.old), uint64(c.now), plain(e.Hashes), older.Root[:], newer.Root[:]); err != nil {
			t.Errorf("another module on %d to %d: %v", c.old, c.now, err)
		}
		if err := e.Check(headOf(t, forked, c.old), newer); err == nil {
			t.Errorf("%d to %d: another history passes for an earlier state", c.old, c.now)
		}
	}
	if _, err := audit.ProveExtension(40, headOf(t, tree, 7), tree); err == nil {
		t.Error("a log that shrank was proven to have grown")
	}
	for _, bad := range []string{"", "old x\n\nc", "old 1\nzz\n\nc", "new 1\n\nc", strings.Repeat("old 1\n", 100) + "\nc"} {
		if _, err := audit.ReadExtension([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func witness(t *testing.T, dir string) *audit.Witness {
	t.Helper()
	w, err := audit.OpenWitness(dir, "judge.example", []audit.PublicKey{key.PublicKey()})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAWitnessSignsWhatOnlyGrewAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	w := witness(t, dir)
	srv := httptest.NewServer(w)
	t.Cleanup(srv.Close)
	tree, forked := grown(t, 40, ""), grown(t, 40, " forked")
	ask := func() *audit.Asked {
		a, err := audit.Ask(srv.URL, w.VKey())
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := ask()
	for _, size := range []int{3, 3, 10, 40} {
		c := headOf(t, tree, size)
		got, err := a.Cosign(t.Context(), c, tree)
		if err != nil {
			t.Fatalf("at %d: %v", size, err)
		}
		if !bytes.Contains(got.Note, []byte("judge.example")) || !bytes.HasPrefix(got.Note, c.Note) {
			t.Errorf("at %d the note is\n%s", size, got.Note)
		}
		if _, err := audit.OpenCheckpoint(got.Note, key.VKey(gathering)); err != nil {
			t.Error(err)
		}
	}
	// A server that asks for the first time learns the size, also after the witness has started again.
	again := witness(t, dir)
	if again.VKey() != w.VKey() {
		t.Error("the witness has another key after a restart")
	}
	if _, err := ask().Cosign(t.Context(), headOf(t, tree, 40), tree); err != nil {
		t.Error(err)
	}
	// Another history, and a shorter one.
	if _, err := ask().Cosign(t.Context(), headOf(t, forked, 40), forked); err == nil || !strings.Contains(err.Error(), "422") {
		t.Errorf("another history: %v", err)
	}
	if _, err := ask().Cosign(t.Context(), headOf(t, tree, 10), tree); err == nil || !strings.Contains(err.Error(), "more than the 10") {
		t.Errorf("a shorter history: %v", err)
	}
}

func TestAWitnessAnswersByTheProtocol(t *testing.T) {
	srv := httptest.NewServer(witness(t, t.TempDir()))
	t.Cleanup(srv.Close)
	tree := grown(t, 8, "")
	root, err := tree.Root(8)
	if err != nil {
		t.Fatal(err)
	}
	forged, err := audit.NewKey(bytes.Repeat([]byte{8}, 32)).Sign(gathering, 8, root)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(headOf(t, tree, 8).Note)
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"nothing", "", http.StatusBadRequest},
		{"no proof", "old 0", http.StatusBadRequest},
		{"an old size beyond the new one", "old 9\n\n" + whole, http.StatusBadRequest},
		{"a log that is not witnessed", "old 0\n\nelsewhere\n8\nx\n\n\u2014 x y\n", http.StatusNotFound},
		{"a forged signature", "old 0\n\n" + string(forged.Note), http.StatusForbidden},
		{"an old size that is not known", "old 5\n\n" + whole, http.StatusConflict},
		{"a first checkpoint", "old 0\n\n" + whole, http.StatusOK},
		{"the same from nothing", "old 0\n\n" + whole, http.StatusConflict},
	} {
		resp, err := http.Post(srv.URL+"/add-checkpoint", "text/plain", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", c.name, resp.StatusCode, c.want)
		}
	}
}
