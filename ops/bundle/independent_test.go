package bundle_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"

	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// Must show 4: two implementations that know nothing of muster read a bundle: a Merkle tree of another
// module, and a script in another language that reads the archive, the key, the signature and the tiles
// by the formats' definitions.
func TestABundleIsReadByOthers(t *testing.T) {
	for _, name := range []string{dolGuldur, mountainOfFire} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		want := rootByAnotherModule(t, lines(raw))
		checkpoint, err := memberOf(raw, "checkpoint")
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Split(string(checkpoint), "\n")
		if said[2] != want {
			t.Errorf("%s: the checkpoint has root %s, another module makes it %s", name, said[2], want)
		}
		out, err := byScript(t, filepath.Join("testdata", name))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		if got := strings.TrimSpace(out); got != strings.Join(said[:3], " ") {
			t.Errorf("%s: the script says %q, the checkpoint %q", name, got, said[:3])
		}
	}
}

func TestTheScriptNoticesWhatIsWrong(t *testing.T) {
	whole := game(t, dolGuldur, 300).written(t, nil)
	for member, says := range map[string]string{
		"commits.jsonl": "another root", "checkpoint": "signature", "tile/0/001.p/44": "tile 1",
	} {
		bad := repacked(t, whole, func(name string, b []byte) []byte {
			if name == member {
				b[len(b)/5] ^= 1
			}
			return b
		}, nil)
		file := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := byScript(t, file); err == nil || !strings.Contains(out, says) {
			t.Errorf("%s changed: the script says %q, %v", member, out, err)
		}
	}
}

func rootByAnotherModule(t *testing.T, stored [][]byte) string {
	t.Helper()
	r := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	for _, b := range stored {
		if err := r.Append(rfc6962.DefaultHasher.HashLeaf(b), nil); err != nil {
			t.Fatal(err)
		}
	}
	root, err := r.GetRootHash(nil)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(root)
}

// byScript runs the script on a file. Node is what builds the pages too.
func byScript(t *testing.T, file string) (string, error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "node", filepath.Join("testdata", "verify.mjs"), file).CombinedOutput()
	return string(out), err
}

// Must show 3: how fast a bundle is verified, beside SHA-256 over the same bytes.
func BenchmarkVerify(b *testing.B) {
	raw := game(b, mountainOfFire, 0).written(b, nil)
	commits, err := memberOf(raw, "commits.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("verify", func(b *testing.B) {
		events := uint64(0)
		for b.Loop() {
			f, err := bundle.Open(bytes.NewReader(raw), int64(len(raw)))
			if err != nil {
				b.Fatal(err)
			}
			r, err := bundle.Verify(b.Context(), f, bundle.Options{Catalog: vocabulary.All()})
			if err != nil || !r.Proven() {
				b.Fatal(err, r)
			}
			events += r.Events
		}
		b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		b.SetBytes(int64(len(commits)))
	})
	b.Run("sha256", func(b *testing.B) {
		b.SetBytes(int64(len(commits)))
		for b.Loop() {
			_ = sha256.Sum256(commits)
		}
	})
	b.Logf("%d bytes of commits", len(commits))
}
