package audit_test

import (
	"bytes"
	"testing"

	"github.com/transparency-dev/merkle/testonly"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

// Must show 4: the vectors of Certificate Transparency's reference implementation, as a module carries
// them: eight leaves, and the roots of the trees of 0 to 8 of them.
func TestTheReferenceVectorsOfTheTree(t *testing.T) {
	leaves, roots := testonly.LeafInputs(), testonly.RootHashes()
	if len(leaves) != 8 || len(roots) != 9 {
		t.Fatalf("%d leaves and %d roots: the module has changed", len(leaves), len(roots))
	}
	var tree audit.Tree
	for i, leaf := range leaves {
		if err := tree.Add(tlog.Hash(events.HashOf(leaf))); err != nil {
			t.Fatal(err)
		}
		root, err := tree.Root(int64(i + 1))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(root[:], roots[i+1]) {
			t.Errorf("the root of %d leaves is %x, the vector says %x", i+1, root, roots[i+1])
		}
	}
	tile, err := audit.ReadTile(audit.Tile{Level: 0, Index: 0, Width: 8}, &tree)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range testonly.NodeHashes()[0] {
		if !bytes.Equal(tile[32*i:32*i+32], h) {
			t.Errorf("hash %d of tile/0/000.p/8 is %x, the vector says %x", i, tile[32*i:32*i+32], h)
		}
	}
}

// The signed note that the specification gives as its example.
//
// Source: C2SP signed-note, "Example".
func TestTheExampleOfASignedNote(t *testing.T) {
	const (
		vkey   = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
		signed = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
	)
	k, err := audit.ParsePublicKey(vkey)
	if err != nil {
		t.Fatal(err)
	}
	// The key of the same name made from the bytes alone is the one that was published.
	if got := k.Named("PeterNeumann"); got != vkey {
		t.Errorf("the key is %q, want %q", got, vkey)
	}
	v, err := note.NewVerifier(k.Named("PeterNeumann"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := note.Open([]byte(signed), note.VerifierList(v)); err != nil {
		t.Error(err)
	}
}
