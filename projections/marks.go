package projections

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
)

// Names of the runner's own buckets in a projection's file.
var (
	bucketMeta        = []byte("muster")             // "name", "complete"
	bucketCheckpoints = []byte("muster.checkpoints") // gathering → position
	bucketHeads       = []byte("muster.heads")       // stream → version, position, hash
	bucketStopped     = []byte("muster.stopped")     // stream → Stop
)

// Stop says why a stream is not read on by a projection.
type Stop struct {
	Stream   events.StreamID `json:"stream"`
	Position events.Position `json:"position"` // of the commit that could not be understood
	Version  events.Version  `json:"version"`  // of that commit
	Message  string          `json:"message"`
	After    events.Head     `json:"after"` // of the last commit that was applied
}

// marks is how far a projection has read. It is written to disk in the transaction that it is
// true for, and kept in memory beside it.
type marks struct {
	checkpoints map[events.GatheringID]events.Position
	heads       map[events.StreamID]events.Head
	stopped     map[events.StreamID]*Stop // nil: resumed, to be deleted
}

func newMarks() marks {
	return marks{
		checkpoints: map[events.GatheringID]events.Position{},
		heads:       map[events.StreamID]events.Head{},
		stopped:     map[events.StreamID]*Stop{},
	}
}

// layer is what a transaction changes of the marks.
type layer struct {
	under *marks
	marks
}

func (m *marks) layer() *layer { return &layer{under: m, marks: newMarks()} }

func (l *layer) checkpoint(g events.GatheringID) events.Position {
	if at, ok := l.checkpoints[g]; ok {
		return at
	}
	return l.under.checkpoints[g]
}

func (l *layer) head(id events.StreamID) events.Head {
	if h, ok := l.heads[id]; ok {
		return h
	}
	return l.under.heads[id]
}

func (l *layer) stop(id events.StreamID) *Stop {
	if s, ok := l.stopped[id]; ok {
		return s
	}
	return l.under.stopped[id]
}

// write puts the layer on disk.
func (l *layer) write(tx *bbolt.Tx) error {
	for g, at := range l.checkpoints {
		if err := tx.Bucket(bucketCheckpoints).Put([]byte(g), number(uint64(at))); err != nil {
			return err
		}
	}
	for id, h := range l.heads {
		if err := tx.Bucket(bucketHeads).Put([]byte(id.String()), encodeHead(h)); err != nil {
			return err
		}
	}
	for id, s := range l.stopped {
		if err := writeStop(tx.Bucket(bucketStopped), id, s); err != nil {
			return err
		}
	}
	return nil
}

func writeStop(b *bbolt.Bucket, id events.StreamID, s *Stop) error {
	if s == nil {
		return b.Delete([]byte(id.String()))
	}
	v, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return b.Put([]byte(id.String()), v)
}

// merge takes a layer that is on disk into the marks in memory.
func (m *marks) merge(l *layer) {
	for g, at := range l.checkpoints {
		m.checkpoints[g] = at
	}
	for id, h := range l.heads {
		m.heads[id] = h
	}
	for id, s := range l.stopped {
		if s == nil {
			delete(m.stopped, id)
		} else {
			m.stopped[id] = s
		}
	}
}

// readMarks reads the marks of a file, making the buckets that are missing.
func readMarks(tx *bbolt.Tx) (marks, error) {
	m := newMarks()
	for _, name := range [][]byte{bucketMeta, bucketCheckpoints, bucketHeads, bucketStopped} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return m, err
		}
	}
	err := errorsOf(
		tx.Bucket(bucketCheckpoints).ForEach(func(k, v []byte) error {
			n, err := readNumber(v)
			m.checkpoints[events.GatheringID(k)] = events.Position(n)
			return err
		}),
		tx.Bucket(bucketHeads).ForEach(func(k, v []byte) error {
			id, err := events.ParseStreamID(string(k))
			if err != nil {
				return err
			}
			m.heads[id], err = decodeHead(v)
			return err
		}),
		tx.Bucket(bucketStopped).ForEach(func(_, v []byte) error {
			var s Stop
			if err := json.Unmarshal(v, &s); err != nil {
				return err
			}
			m.stopped[s.Stream] = &s
			return nil
		}),
	)
	return m, err
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// number is the stored form of a number: eight bytes, big-endian, so that keys sort by it.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func readNumber(b []byte) (uint64, error) {
	if len(b) != 8 {
		return 0, fmt.Errorf("a number of %d bytes, want 8", len(b))
	}
	return binary.BigEndian.Uint64(b), nil
}

func encodeHead(h events.Head) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(h.Version))
	b = binary.BigEndian.AppendUint64(b, uint64(h.Position))
	return append(b, h.Hash[:]...)
}

func decodeHead(b []byte) (events.Head, error) {
	var h events.Head
	if len(b) != 16+len(h.Hash) {
		return h, fmt.Errorf("a head of %d bytes, want %d", len(b), 16+len(h.Hash))
	}
	h.Version = events.Version(binary.BigEndian.Uint64(b))
	h.Position = events.Position(binary.BigEndian.Uint64(b[8:]))
	copy(h.Hash[:], b[16:])
	return h, nil
}
