package audit

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// Tree is a Merkle tree in memory, 64 bytes a leaf: for programs that read a log without a ledger.
type Tree struct {
	hashes []tlog.Hash
	size   int64
}

// Add takes the hash of the next leaf.
func (t *Tree) Add(leaf tlog.Hash) error {
	more, err := tlog.StoredHashesForRecordHash(t.size, leaf, t)
	if err != nil {
		return fmt.Errorf("grow the tree: %w", err)
	}
	t.hashes = append(t.hashes, more...)
	t.size++
	return nil
}

// Size is the number of leaves.
func (t *Tree) Size() int64 { return t.size }

// Root returns the root over the first size leaves.
func (t *Tree) Root(size int64) (tlog.Hash, error) {
	if size < 0 || size > t.size {
		return tlog.Hash{}, fmt.Errorf("a tree of %d leaves has no root at %d", t.size, size)
	}
	return tlog.TreeHash(size, t)
}

// ReadHashes implements tlog.HashReader.
func (t *Tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		if n < 0 || n >= int64(len(t.hashes)) {
			return nil, fmt.Errorf("hash %d of a tree of %d", n, len(t.hashes))
		}
		out[i] = t.hashes[n]
	}
	return out, nil
}
