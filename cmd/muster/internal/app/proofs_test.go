package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/proofs"
)

// asker asks a server as somebody.
type asker struct {
	t   *testing.T
	c   *http.Client
	url string
}

// get wants an answer with a status and returns its body and header.
func (a asker) get(path string, want int) ([]byte, http.Header) {
	a.t.Helper()
	res, err := a.c.Get(a.url + path)
	if err != nil {
		a.t.Fatal(err)
	}
	return a.read(path, res, want), res.Header
}

func (a asker) post(path string, in any, want int, out any) {
	a.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		a.t.Fatal(err)
	}
	res, err := a.c.Post(a.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	if b := a.read(path, res, want); out != nil {
		if err := json.Unmarshal(b, out); err != nil {
			a.t.Fatalf("%s: %v in %s", path, err, b)
		}
	}
}

func (a asker) read(path string, res *http.Response, want int) []byte {
	a.t.Helper()
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	if res.StatusCode != want {
		a.t.Fatalf("%s: %s, want %d: %.300s", path, res.Status, want, b)
	}
	return b
}

// says wants words on a page.
func (a asker) says(path, words string) {
	a.t.Helper()
	if b, _ := a.get(path, http.StatusOK); !bytes.Contains(b, []byte(words)) {
		a.t.Errorf("%s does not say %q", path, words)
	}
}

// checkpoint reads and opens a published checkpoint.
func (a asker) checkpoint(path, key string) audit.Checkpoint {
	a.t.Helper()
	note, _ := a.get(path, http.StatusOK)
	c, err := audit.OpenCheckpoint(note, key)
	if err != nil {
		a.t.Fatal(err)
	}
	return c
}

// rootOf computes the root of a log from its published tiles of level 0, with another implementation of the
// tree than the server's.
func (a asker) rootOf(log string, size events.Position) tlog.Hash {
	a.t.Helper()
	tree := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	for at := events.Position(0); at < size; at += audit.TileWidth {
		t := audit.Tile{Index: int64(at / audit.TileWidth), Width: int(min(audit.TileWidth, size-at))}
		b, h := a.get(log+"/"+t.Path(), http.StatusOK)
		if len(b) != t.Width*tlog.HashSize || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			a.t.Fatalf("%s has %d bytes, %v", t.Path(), len(b), h)
		}
		for ; len(b) > 0; b = b[tlog.HashSize:] {
			if err := tree.Append(b[:tlog.HashSize], nil); err != nil {
				a.t.Fatal(err)
			}
		}
	}
	root, err := tree.GetRootHash(nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return tlog.Hash(root)
}

// Whoever is in the room finds what is signed on the wall, can look it up, and can read the tree; the organiser
// can sign at once and take the whole away; nothing that a judge tries gets into it.
func TestTheProofIsOnTheWallAndCanBeTakenAway(t *testing.T) {
	s := apptest.Start(t, nil)
	play(t, s, "night", 1, 5)
	anyone := asker{t, &http.Client{}, s.URL}
	desk := asker{t, browserOf(t, s, "/api/v1/login", map[string]string{"key": s.OrganiserKey()}), s.URL}
	const api = "/api/v1/gatherings/night"
	anyone.post(api+"/checkpoints", nil, http.StatusForbidden, nil)
	var now proofs.Signed
	desk.post(api+"/checkpoints", nil, http.StatusOK, &now)

	keyLine, _ := anyone.get("/log/night/key", http.StatusOK)
	key := strings.TrimSpace(string(keyLine))
	head := anyone.checkpoint("/log/night/checkpoint", key)
	if head.Size != now.Size || head.Fingerprint() != now.Fingerprint {
		t.Errorf("published %s, signed %s", head.Fingerprint(), now.Fingerprint)
	}
	if root := anyone.rootOf("/log/night", head.Size); root != head.Root {
		t.Errorf("the tiles lead to %v, signed is %v", root, head.Root)
	}
	for _, none := range []string{"/tile/entries/000", "/tile/0/900", "/tile/0/0", "/tile/9/000", "/tile/0/000.p/256", "/checkpoints/0/checkpoint"} {
		anyone.get("/log/night"+none, http.StatusNotFound)
	}
	anyone.get("/log/nowhere/checkpoint", http.StatusNotFound)

	anyone.onWalls(now)
	anyone.extends(api, key, head)
	desk.bundles(t, anyone, now, key)
	desk.tries(anyone, now)
	desk.signsOnAnOpenWall(anyone)
}

// signsOnAnOpenWall wants a wall that is open to show a checkpoint once it is signed.
func (a asker) signsOnAnOpenWall(anyone asker) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), apptest.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/sse/wall/night", nil)
	if err != nil {
		a.t.Fatal(err)
	}
	res, err := anyone.c.Do(req)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && !strings.Contains(lines.Text(), "Checkpoint") { // the first picture
		continue
	}
	a.post("/api/v1/gatherings/night/people", map[string]any{"people": []any{map[string]any{"name": "Late Comer"}}}, http.StatusOK, nil)
	var now proofs.Signed
	a.post("/api/v1/gatherings/night/checkpoints", nil, http.StatusOK, &now)
	for lines.Scan() {
		if strings.Contains(lines.Text(), now.Fingerprint) {
			return
		}
	}
	a.t.Errorf("the wall never showed %s: %v", now.Fingerprint, lines.Err())
}

// onWalls wants the checkpoint on walls and pages, and its code to lead to where it can be compared.
func (a asker) onWalls(now proofs.Signed) {
	a.t.Helper()
	var groups struct{ Groups []struct{ ID string } }
	b, _ := a.get("/api/v1/gatherings/night", http.StatusOK)
	if err := json.Unmarshal(b, &groups); err != nil || len(groups.Groups) == 0 {
		a.t.Fatalf("groups: %v in %.300s", err, b)
	}
	for _, page := range []string{"/wall/night", "/wall/night/" + groups.Groups[0].ID, "/log/night"} {
		a.says(page, now.Fingerprint)
	}
	one := fmt.Sprintf("/log/night/checkpoints/%d", now.Size)
	if svg, _ := a.get(one+"/qr", http.StatusOK); !bytes.HasPrefix(svg, []byte("<svg")) {
		a.t.Errorf("the code is %.60s", svg)
	}
	_, hash, _ := strings.Cut(now.Fingerprint, " ")
	scanned := fmt.Sprintf("/LOG/NIGHT/%d/", now.Size)
	a.says(scanned+hash, "It is the same")
	a.says(one+"?f="+strings.ToLower(strings.ReplaceAll(hash, "-", "+")), "It is the same")
	a.says(scanned+"0000-0000-0000-0000", "It is another one")
	a.says("/LOG/NIGHT/999999/"+hash, "has signed nothing for exactly 999999")
	a.get(scanned+"..%2f..%2fetc", http.StatusNotFound)
}

// extends wants a proof that the oldest checkpoint's log is the beginning of the newest one's.
func (a asker) extends(api, key string, head audit.Checkpoint) {
	a.t.Helper()
	var all struct{ Checkpoints []proofs.Signed }
	b, _ := a.get(api+"/checkpoints", http.StatusOK)
	if err := json.Unmarshal(b, &all); err != nil || len(all.Checkpoints) < 3 || all.Checkpoints[0].Size != head.Size {
		a.t.Fatalf("%d checkpoints, %v", len(all.Checkpoints), err)
	}
	old := all.Checkpoints[len(all.Checkpoints)-1]
	older := a.checkpoint(fmt.Sprintf("/log/night/checkpoints/%d/checkpoint", old.Size), key)
	for _, path := range []string{"/log/night", api} {
		file, _ := a.get(fmt.Sprintf("%s/checkpoints/%d/since/%d", path, head.Size, old.Size), http.StatusOK)
		x, err := audit.ReadExtension(file)
		if err != nil {
			a.t.Fatal(err)
		}
		if err := x.Check(older, head); err != nil {
			a.t.Error(err)
		}
	}
	a.get(fmt.Sprintf("/log/night/checkpoints/%d/since/%d", old.Size, head.Size), http.StatusNotFound)
}

// bundles wants bundles that verify, with names only where they are asked for, and for organisers alone.
func (a asker) bundles(t *testing.T, anyone asker, now proofs.Signed, key string) {
	t.Helper()
	const path = "/api/v1/gatherings/night/bundle"
	anyone.get(path, http.StatusForbidden)
	a.get("/api/v1/gatherings/nowhere/bundle", http.StatusNotFound)
	for _, names := range []bool{false, true} {
		b, h := a.get(fmt.Sprintf("%s?names=%t", path, names), http.StatusOK)
		if !strings.Contains(h.Get("Content-Disposition"), "night.muster.zip") {
			t.Errorf("header %v", h)
		}
		file := filepath.Join(t.TempDir(), "night.muster.zip")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := bundle.VerifyFile(t.Context(), file, bundle.Options{Catalog: vocabulary.All(), Key: key, Fingerprints: []string{now.Fingerprint}})
		if err != nil || !r.Proven() || r.Commits < now.Size {
			t.Fatalf("the bundle (names: %t): %v, %+v", names, err, r)
		}
		f, done, err := bundle.OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if f.Manifest.People != names {
			t.Errorf("the bundle has names: %t, asked for: %t", f.Manifest.People, names)
		}
		if err := done(); err != nil {
			t.Fatal(err)
		}
	}
}

// tries wants a what-if to answer the organiser, nobody else, and to leave the log as it is.
func (a asker) tries(anyone asker, now proofs.Signed) {
	a.t.Helper()
	var g struct{ Groups []struct{ ID string } }
	b, _ := a.get("/api/v1/gatherings/night", http.StatusOK)
	if err := json.Unmarshal(b, &g); err != nil {
		a.t.Fatal(err)
	}
	group := g.Groups[0].ID
	path := "/api/v1/gatherings/night/groups/" + group + "/whatif"
	ask := map[string]any{"at": now.Size / 2, "commands": []any{map[string]any{
		"type": "lotr.rule.v1", "role": "judge", "data": map[string]any{"reason": "what if", "verdict": "corrected", "city": 77},
	}}}
	anyone.post(path, ask, http.StatusForbidden, nil)
	anyone.get(fmt.Sprintf("/replay/night/%s/whatif?at=%d", group, now.Size/2), http.StatusForbidden)
	var w struct {
		Imagined struct {
			Board struct{ City struct{ Strength int } }
		}
		Real struct {
			Board struct{ City struct{ Strength int } }
		}
	}
	a.post(path, ask, http.StatusOK, &w)
	if w.Imagined.Board.City.Strength != 77 || w.Real.Board.City.Strength == 77 {
		a.t.Errorf("what if: %+v", w)
	}
	a.says(fmt.Sprintf("/replay/night/%s/whatif?at=%d", group, now.Size/2), "Nothing on this page is recorded")
	var after proofs.Signed
	a.post("/api/v1/gatherings/night/checkpoints", nil, http.StatusOK, &after)
	if after.Size != now.Size || after.Fingerprint != now.Fingerprint {
		a.t.Errorf("the log was %s before and is %s after what was tried", now.Fingerprint, after.Fingerprint)
	}
}
