package projections

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/history"
)

// Buckets of the history.
var (
	bucketLines    = []byte("lines")    // stream → position, index → line
	bucketVersions = []byte("versions") // stream → version → position
	bucketStates   = []byte("states")   // stream → what the next lines are said with
)

// histories keeps what happened in every group, and at the desk of every gathering, in words.
type histories struct{ kept kept[history.State] }

func newHistories() *histories { return &histories{} }

// Name implements Projection.
func (*histories) Name() string { return "history.1" }

// Begin implements Projection.
func (p *histories) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(bucketStates); err != nil {
		return nil, err
	}
	return &historyBatch{p: p, tx: tx, now: map[events.StreamID]history.State{}, in: map[events.StreamID]historyBuckets{}}, nil
}

type historyBatch struct {
	p   *histories
	tx  *bbolt.Tx
	now map[events.StreamID]history.State
	in  map[events.StreamID]historyBuckets
	put []func() error // what is written at the end of the transaction
}

type historyBuckets struct{ lines, versions *bbolt.Bucket }

// Apply implements Batch.
func (b *historyBatch) Apply(r events.Recorded, ps []events.Payload) error {
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	s, added := history.Apply(s, r, ps)
	docs := make([][]byte, len(added.Lines))
	for i, l := range added.Lines {
		var err error
		if docs[i], err = json.Marshal(l); err != nil {
			return fmt.Errorf("history of %s: %w", r.Stream, err)
		}
	}
	b.now[r.Stream] = s
	b.put = append(b.put, func() error { return b.write(r, added, docs) })
	return nil
}

func (b *historyBatch) load(id events.StreamID) (history.State, error) {
	if s, ok := b.p.kept.get(id); ok {
		return s, nil
	}
	var s history.State
	doc := b.tx.Bucket(bucketStates).Get([]byte(id.String()))
	if doc == nil {
		return s, nil
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		return s, fmt.Errorf("history of %s: %w", id, err)
	}
	return s, nil
}

// write puts the lines of one commit on disk and strikes through what it takes back.
func (b *historyBatch) write(r events.Recorded, added history.Added, docs [][]byte) error {
	in, err := b.buckets(r.Stream)
	if err != nil {
		return err
	}
	if err := in.versions.Put(number(uint64(r.Version)), number(uint64(r.Position))); err != nil {
		return err
	}
	for i, l := range added.Lines {
		if err := in.lines.Put(lineKey(l.Position, l.Index), docs[i]); err != nil {
			return err
		}
	}
	for _, v := range added.Withdrawn {
		if err := in.withdraw(v); err != nil {
			return err
		}
	}
	return nil
}

func (b *historyBatch) buckets(id events.StreamID) (historyBuckets, error) {
	if in, ok := b.in[id]; ok {
		return in, nil
	}
	lines, err := makeNested(b.tx, bucketLines, []byte(id.String()))
	if err != nil {
		return historyBuckets{}, err
	}
	versions, err := makeNested(b.tx, bucketVersions, []byte(id.String()))
	if err != nil {
		return historyBuckets{}, err
	}
	lines.FillPercent, versions.FillPercent = 0.9, 0.9 // keys only rise
	b.in[id] = historyBuckets{lines, versions}
	return b.in[id], nil
}

// withdraw strikes through the lines of a commit.
func (in historyBuckets) withdraw(v events.Version) error {
	position := in.versions.Get(number(uint64(v)))
	if position == nil {
		return nil
	}
	changed := map[string][]byte{}
	err := scan(in.lines, position, func(k, v []byte) error {
		var l history.Line
		if err := json.Unmarshal(v, &l); err != nil {
			return err
		}
		l.Withdrawn = true
		doc, err := json.Marshal(l)
		changed[string(k)] = doc
		return err
	})
	if err != nil {
		return err
	}
	for k, doc := range changed {
		if err := in.lines.Put([]byte(k), doc); err != nil {
			return err
		}
	}
	return nil
}

// lineKey sorts lines as they happened.
func lineKey(at events.Position, index int) []byte {
	return binary.BigEndian.AppendUint32(number(uint64(at)), uint32(index))
}

// Flush implements Batch.
func (b *historyBatch) Flush() error {
	for _, put := range b.put {
		if err := put(); err != nil {
			return err
		}
	}
	for id, s := range b.now {
		doc, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("history of %s: %w", id, err)
		}
		if err := b.tx.Bucket(bucketStates).Put([]byte(id.String()), doc); err != nil {
			return err
		}
	}
	return nil
}

// Committed implements Batch.
func (b *historyBatch) Committed() { b.p.kept.put(b.now) }

// readHistory returns up to limit lines of a stream before a position (0: from the end), latest
// first. It returns [ErrNotFound] if the stream has no lines.
func readHistory(tx *bbolt.Tx, id events.StreamID, before events.Position, limit int) ([]history.Line, error) {
	in := nested(tx, bucketLines, []byte(id.String()))
	if in == nil {
		return nil, ErrNotFound
	}
	c := in.Cursor()
	k, v := lastBefore(c, before)
	var out []history.Line
	for ; k != nil && len(out) < limit; k, v = c.Prev() {
		var l history.Line
		if err := json.Unmarshal(v, &l); err != nil {
			return nil, fmt.Errorf("history of %s: %w", id, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// lastBefore moves a cursor to the last line before a position; 0: to the last line.
func lastBefore(c *bbolt.Cursor, before events.Position) (k, v []byte) {
	if before == 0 {
		return c.Last()
	}
	if k, _ = c.Seek(number(uint64(before))); k == nil {
		return c.Last()
	}
	return c.Prev()
}
