package ledger

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Root returns the root of the Merkle tree over the first size commits of a gathering, for a
// checkpoint. It returns an [*events.CorruptError] if the ledger does not hold so many or cannot
// read the hashes.
//
// Source: RFC 6962, section 2.1.
func (l *Ledger) Root(g events.GatheringID, size events.Position) (tlog.Hash, error) {
	if end := l.End(g); size > end {
		return tlog.Hash{}, damaged(g, end+1, "a tree of %d commits is asked for, it holds %d", size, end)
	}
	root, err := tlog.TreeHash(int64(size), l.Hashes(g))
	if err != nil {
		return tlog.Hash{}, damaged(g, 0, "%v", err)
	}
	return root, nil
}

// Hashes returns the stored hashes of a gathering's tree for proofs of package tlog. Reading one that
// is not there is an error.
func (l *Ledger) Hashes(g events.GatheringID) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		err := l.db.View(func(tx *bbolt.Tx) error {
			b := sub(tx, g, hashesBucket)
			if b == nil {
				return fmt.Errorf("the ledger does not know gathering %s", g)
			}
			var err error
			out, err = hashReader{b}.ReadHashes(indexes)
			return err
		})
		return out, err
	})
}

// readAtOnce is the number of commits read in one transaction. It is bounded, since a long one would
// keep writers waiting when the file grows.
const readAtOnce = 256

// Commits yields the commits of a gathering after a position, in order, up to the end that the ledger
// had when Commits was called. Each is checked against its hash and its stream; an error comes last.
func (l *Ledger) Commits(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	return l.commits(ctx, g, after, l.End(g))
}

func (l *Ledger) commits(ctx context.Context, g events.GatheringID, after, end events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		chain := store.NewChain(g, after)
		for pos := after + 1; pos <= end; {
			batch, err := l.read(g, pos, min(readAtOnce, int(end-pos)+1))
			if err == nil && ctx.Err() != nil {
				err = &events.UnavailableError{Op: "read the ledger", Reason: "the request was given up", Err: ctx.Err()}
			}
			for i := 0; err == nil && i < len(batch); i++ {
				r, bad := batch[i].open(g, pos)
				if err = bad; err == nil {
					err = chain.Check(r)
				}
				if err == nil && !yield(r, nil) {
					return
				}
				pos++
			}
			if err != nil {
				yield(events.Recorded{}, err)
				return
			}
		}
	}
}

// entry is what the ledger holds for one position; raw or leaf is nil if it is not there.
type entry struct{ raw, leaf []byte }

// open returns the commit of an entry, or why it cannot be that.
func (e entry) open(g events.GatheringID, pos events.Position) (events.Recorded, error) {
	if e.raw == nil {
		return events.Recorded{}, damaged(g, pos, "the commit is missing")
	}
	if h := events.HashOf(e.raw); !bytes.Equal(h[:], e.leaf) {
		return events.Recorded{}, damaged(g, pos, "the commit is not what its hash says")
	}
	return store.Open(events.StreamID{}, pos, e.raw)
}

// read returns n entries from a position on. Those that are not there are empty.
func (l *Ledger) read(g events.GatheringID, from events.Position, n int) ([]entry, error) {
	out := make([]entry, n)
	err := l.db.View(func(tx *bbolt.Tx) error {
		commits, hashes := sub(tx, g, commitsBucket), sub(tx, g, hashesBucket)
		if commits == nil || hashes == nil {
			return nil
		}
		for i := range out {
			pos := uint64(from) + uint64(i)
			out[i].raw = bytes.Clone(commits.Get(key8(pos)))
			out[i].leaf = bytes.Clone(hashes.Get(key8(uint64(tlog.StoredHashIndex(0, int64(pos)-1)))))
		}
		return nil
	})
	return out, err
}
