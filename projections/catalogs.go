package projections

import (
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// bucketGatherings holds gathering → catalog.Gathering without its groups.
var bucketGatherings = []byte("gatherings")

// catalogs keeps what a gathering's own stream says. The lines of its groups are made from the
// boards when they are asked for, so that the list never differs from a board.
type catalogs struct{ kept kept[catalog.Gathering] }

func newCatalogs() *catalogs { return &catalogs{} }

// Name implements Projection.
func (*catalogs) Name() string { return "catalog.1" }

// Begin implements Projection.
func (p *catalogs) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(bucketGatherings); err != nil {
		return nil, err
	}
	return &catalogBatch{p: p, tx: tx, now: map[events.StreamID]catalog.Gathering{}}, nil
}

type catalogBatch struct {
	p   *catalogs
	tx  *bbolt.Tx
	now map[events.StreamID]catalog.Gathering
}

// Apply implements Batch.
func (b *catalogBatch) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != events.KindDesk {
		return nil
	}
	g, ok := b.now[r.Stream]
	if !ok {
		var err error
		if g, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	b.now[r.Stream] = catalog.Apply(g, r, ps)
	return nil
}

func (b *catalogBatch) load(id events.StreamID) (catalog.Gathering, error) {
	if g, ok := b.p.kept.get(id); ok {
		return g, nil
	}
	g, err := readGathering(b.tx, id.Gathering)
	if errors.Is(err, ErrNotFound) {
		return catalog.Gathering{ID: id.Gathering}, nil
	}
	return g, err
}

// Flush implements Batch.
func (b *catalogBatch) Flush() error {
	for id, g := range b.now {
		doc, err := json.Marshal(g)
		if err != nil {
			return fmt.Errorf("gathering %s: %w", id.Gathering, err)
		}
		if err := b.tx.Bucket(bucketGatherings).Put([]byte(id.Gathering), doc); err != nil {
			return err
		}
	}
	return nil
}

// Committed implements Batch.
func (b *catalogBatch) Committed() { b.p.kept.put(b.now) }

func readGathering(tx *bbolt.Tx, id events.GatheringID) (catalog.Gathering, error) {
	var g catalog.Gathering
	doc := get(tx, bucketGatherings, []byte(id))
	if doc == nil {
		return g, ErrNotFound
	}
	return decodeGathering(id, doc)
}

func decodeGathering(id events.GatheringID, doc []byte) (catalog.Gathering, error) {
	var g catalog.Gathering
	if err := json.Unmarshal(doc, &g); err != nil {
		return g, fmt.Errorf("gathering %s: %w", id, err)
	}
	return g, nil
}
