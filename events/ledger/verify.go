package ledger

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
)

// An auditor follows the commits that a gathering is known to have and checks everything that the
// ledger derives from them: the tree above the leaves, the index of commands, the ends of the
// streams. What is too much in the file is found by counting.
type auditor struct {
	l        *Ledger
	g        events.GatheringID
	size     int64
	levels   [][]tlog.Hash // the right edge: levels[i] is the pending left half at level i, if any
	heads    map[events.StreamID]events.Head
	problem  string
	expected []expectation
}

// expectation is a key and value that must be in a bucket.
type expectation struct{ bucket, key, value []byte }

func newAuditor(l *Ledger, g events.GatheringID) *auditor {
	return &auditor{l: l, g: g, heads: map[events.StreamID]events.Head{}}
}

// add takes the commit at the next position.
func (a *auditor) add(r events.Recorded) error {
	a.heads[r.Stream] = r.Head()
	a.expect(commandsBucket, commandKey(r.Stream, r.Command.ID), key8(uint64(r.Position)))
	h, n := tlog.Hash(r.Hash), a.size
	index := tlog.StoredHashCount(n)
	a.expect(hashesBucket, key8(uint64(index)), bytes.Clone(h[:]))
	for level := 0; n&1 == 1; level++ {
		h = tlog.NodeHash(a.levels[level][0], h)
		a.levels[level] = nil
		index++
		a.expect(hashesBucket, key8(uint64(index)), bytes.Clone(h[:]))
		n >>= 1
	}
	level := 0
	for m := a.size; m&1 == 1; m >>= 1 {
		level++
	}
	for len(a.levels) <= level {
		a.levels = append(a.levels, nil)
	}
	a.levels[level] = []tlog.Hash{h}
	a.size++
	if len(a.expected) < 4*readAtOnce {
		return nil
	}
	return a.flush()
}

// live compares what is left while commits are being added. It does not count.
func (a *auditor) live() (string, error) {
	err := a.flush()
	return a.problem, err
}

func (a *auditor) expect(bucket, key, value []byte) {
	a.expected = append(a.expected, expectation{bucket, key, value})
}

// flush compares what is expected with the file.
func (a *auditor) flush() error {
	defer func() { a.expected = a.expected[:0] }()
	return a.l.db.View(func(tx *bbolt.Tx) error {
		for _, e := range a.expected {
			b := sub(tx, a.g, e.bucket)
			if b == nil {
				a.note("its bucket %q is missing", e.bucket)
				continue
			}
			if got := b.Get(e.key); !bytes.Equal(got, e.value) {
				a.note("in %q, key %x holds %x, not %x", e.bucket, e.key, got, e.value)
			}
		}
		return nil
	})
}

// finish compares the rest and counts. It returns what is wrong in words, "" if nothing.
func (a *auditor) finish() (string, error) {
	for id, h := range a.heads {
		a.expect(headsBucket, []byte(id.String()), headBytes(h))
	}
	if err := a.flush(); err != nil {
		return "", err
	}
	err := a.l.db.View(a.count)
	return a.problem, err
}

// count compares the number of entries of each bucket with what it should be.
func (a *auditor) count(tx *bbolt.Tx) error {
	want := map[string]int64{
		string(commitsBucket): a.size, string(commandsBucket): a.size,
		string(hashesBucket): tlog.StoredHashCount(a.size), string(headsBucket): int64(len(a.heads)),
	}
	b := tx.Bucket([]byte(a.g))
	if b == nil {
		if a.size > 0 {
			a.note("it is missing")
		}
		return nil
	}
	return b.ForEach(func(name, v []byte) error {
		n, known := want[string(name)]
		if !known || v != nil {
			a.note("it holds something called %q", name)
			return nil
		}
		if got := count(b.Bucket(name)); got != n {
			a.note("%q holds %d entries, not %d", name, got, n)
		}
		return nil
	})
}

// note keeps the first problem.
func (a *auditor) note(format string, args ...any) {
	if a.problem == "" {
		a.problem = fmt.Sprintf(format, args...)
	}
}

func count(b *bbolt.Bucket) int64 {
	var n int64
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}
