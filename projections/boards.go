package projections

import (
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
)

// Buckets of the boards.
var (
	bucketBoards = []byte("boards") // gathering → group → board
	bucketStacks = []byte("stacks") // gathering → group, 0, serial → table and snapshot
)

// boards keeps the board of every group.
type boards struct{ kept kept[board.Stored] }

func newBoards() *boards { return &boards{} }

// Name implements Projection.
func (*boards) Name() string { return "board.3" }

// Begin implements Projection.
func (p *boards) Begin(tx *bbolt.Tx) (Batch, error) {
	for _, name := range [][]byte{bucketBoards, bucketStacks} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return nil, err
		}
	}
	return &boardBatch{p: p, tx: tx, now: map[events.StreamID]board.Stored{}, was: map[events.StreamID]serials{}}, nil
}

// keptBoard returns the board of a group as it was committed last, if it is in memory.
func (p *boards) keptBoard(id events.StreamID) (board.Stored, bool) { return p.kept.get(id) }

type boardBatch struct {
	p   *boards
	tx  *bbolt.Tx
	now map[events.StreamID]board.Stored
	was map[events.StreamID]serials // snapshots on disk, of the streams in now
}

// serials are the numbers of snapshots.
type serials map[uint64]bool

// Apply implements Batch.
func (b *boardBatch) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != events.KindGroup {
		return nil
	}
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
		b.was[r.Stream] = serialsOf(s)
	}
	b.now[r.Stream] = board.Apply(s, r, ps)
	return nil
}

func serialsOf(s board.Stored) serials {
	out := serials{}
	for _, stack := range s.Stacks {
		for _, one := range stack {
			out[one.Serial] = true
		}
	}
	return out
}

func (b *boardBatch) load(id events.StreamID) (board.Stored, error) {
	if s, ok := b.p.kept.get(id); ok {
		return s, nil
	}
	s, err := readBoard(b.tx, id)
	if errors.Is(err, ErrNotFound) {
		return board.New(id.Gathering, id.Group), nil
	}
	if err != nil {
		return s, err
	}
	s.Stacks, err = readStacks(b.tx, id)
	return s, err
}

// Flush implements Batch. Of the earlier tables only what is new is written, so that the work of a
// commit does not grow with the entries of its round.
func (b *boardBatch) Flush() error {
	for id, s := range b.now {
		in, err := b.tx.Bucket(bucketBoards).CreateBucketIfNotExists([]byte(id.Gathering))
		if err != nil {
			return err
		}
		doc, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("board of %s: %w", id, err)
		}
		if err := in.Put([]byte(id.Group), doc); err != nil {
			return err
		}
		if err := b.flushStacks(id, s); err != nil {
			return err
		}
	}
	return nil
}

// storedSnapshot is a snapshot on disk.
type storedSnapshot struct {
	At       events.TableID // whose stack it is on
	Snapshot board.Snapshot
}

func (b *boardBatch) flushStacks(id events.StreamID, s board.Stored) error {
	in, err := b.tx.Bucket(bucketStacks).CreateBucketIfNotExists([]byte(id.Gathering))
	if err != nil {
		return err
	}
	stands := serialsOf(s)
	for serial := range b.was[id] {
		if !stands[serial] {
			if err := in.Delete(stackKey(id, serial)); err != nil {
				return err
			}
		}
	}
	for table, stack := range s.Stacks {
		for _, one := range stack {
			if b.was[id][one.Serial] {
				continue
			}
			doc, err := json.Marshal(storedSnapshot{At: table, Snapshot: one})
			if err != nil {
				return err
			}
			if err := in.Put(stackKey(id, one.Serial), doc); err != nil {
				return err
			}
		}
	}
	return nil
}

// stackPrefix begins the keys of a group's snapshots; no id holds the byte that ends it.
func stackPrefix(id events.StreamID) []byte { return append([]byte(id.Group), 0) }

func stackKey(id events.StreamID, serial uint64) []byte {
	return append(stackPrefix(id), number(serial)...)
}

// Committed implements Batch.
func (b *boardBatch) Committed() { b.p.kept.put(b.now) }

// readBoard returns the board of a group without its stacks, or [ErrNotFound].
func readBoard(tx *bbolt.Tx, id events.StreamID) (board.Stored, error) {
	var s board.Stored
	doc := get(tx, bucketBoards, []byte(id.Gathering), []byte(id.Group))
	if doc == nil {
		return s, ErrNotFound
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		return s, fmt.Errorf("board of %s: %w", id, err)
	}
	s.Group.Games = s.Games
	return s, nil
}

func readStacks(tx *bbolt.Tx, id events.StreamID) (map[events.TableID][]board.Snapshot, error) {
	out := map[events.TableID][]board.Snapshot{}
	err := scan(nested(tx, bucketStacks, []byte(id.Gathering)), stackPrefix(id), func(_, v []byte) error {
		var one storedSnapshot
		if err := json.Unmarshal(v, &one); err != nil {
			return fmt.Errorf("earlier table of %s: %w", id, err)
		}
		out[one.At] = append(out[one.At], one.Snapshot)
		return nil
	})
	return out, err
}
