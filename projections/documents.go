package projections

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
)

// documents is a projection that keeps one document for each stream of a kind.
type documents[T any] struct {
	name   string // with the number of the code that makes it
	kind   events.Kind
	what   string // one of them is called so in errors
	bucket []byte // holds gathering → id → T
	begin  func(events.GatheringID, events.GroupID) T
	apply  func(T, events.Recorded, []events.Payload) T
	pieces *pieces[T] // nil: a document is written as a whole
	kept   kept[T]
}

// pieces keeps the long lists of documents apart, so that a commit writes only what it has changed.
type pieces[T any] struct {
	bucket []byte // holds gathering → id → name of a piece → piece
	// part returns what is written as the document itself, and those pieces that differ from what was written
	// before; before is nil if that is not known, and then all pieces are returned.
	part func(before *T, now T) (doc any, changed map[string]any)
	// join puts together what part has parted. piece returns a piece as it was written, nil for none.
	join func(doc []byte, piece func(name string) []byte) (T, error)
}

// Name implements Projection.
func (p *documents[T]) Name() string { return p.name }

// Begin implements Projection.
func (p *documents[T]) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(p.bucket); err != nil {
		return nil, err
	}
	if p.pieces != nil {
		if _, err := tx.CreateBucketIfNotExists(p.pieces.bucket); err != nil {
			return nil, err
		}
	}
	return &documentBatch[T]{p: p, tx: tx, now: map[events.StreamID]T{}, was: map[events.StreamID]T{}}, nil
}

func (p *documents[T]) read(tx *bbolt.Tx, id events.StreamID) (T, error) {
	doc := get(tx, p.bucket, []byte(id.Gathering), []byte(id.Group))
	if doc == nil {
		var none T
		return none, ErrNotFound
	}
	return p.decode(tx, id, doc)
}

func (p *documents[T]) decode(tx *bbolt.Tx, id events.StreamID, doc []byte) (T, error) {
	var s T
	var err error
	if p.pieces == nil {
		err = json.Unmarshal(doc, &s)
	} else {
		in := nested(tx, p.pieces.bucket, []byte(id.Gathering), []byte(id.Group))
		s, err = p.pieces.join(doc, func(name string) []byte {
			if in == nil {
				return nil
			}
			return in.Get([]byte(name))
		})
	}
	if err != nil {
		return s, fmt.Errorf("%s %s: %w", p.what, id.Group, err)
	}
	return s, nil
}

type documentBatch[T any] struct {
	p   *documents[T]
	tx  *bbolt.Tx
	now map[events.StreamID]T
	was map[events.StreamID]T // as it is in the file, of those that are
}

// Apply implements Batch.
func (b *documentBatch[T]) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != b.p.kind {
		return nil
	}
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	b.now[r.Stream] = b.p.apply(s, r, ps)
	return nil
}

func (b *documentBatch[T]) load(id events.StreamID) (T, error) {
	if s, ok := b.p.kept.get(id); ok {
		b.was[id] = s
		return s, nil
	}
	s, err := b.p.read(b.tx, id)
	if errors.Is(err, ErrNotFound) {
		return b.p.begin(id.Gathering, id.Group), nil
	}
	if err == nil {
		b.was[id] = s
	}
	return s, err
}

// Flush implements Batch.
func (b *documentBatch[T]) Flush() error {
	for id, s := range b.now {
		in, err := makeNested(b.tx, b.p.bucket, []byte(id.Gathering))
		if err != nil {
			return err
		}
		whole, err := b.parted(id, s)
		if err != nil {
			return err
		}
		doc, err := json.Marshal(whole)
		if err != nil {
			return fmt.Errorf("%s %s: %w", b.p.what, id, err)
		}
		if err := in.Put([]byte(id.Group), doc); err != nil {
			return err
		}
	}
	return nil
}

// parted writes the pieces of a document that have changed, and returns what is left of it.
func (b *documentBatch[T]) parted(id events.StreamID, s T) (any, error) {
	if b.p.pieces == nil {
		return s, nil
	}
	var before *T
	if was, ok := b.was[id]; ok {
		before = &was
	}
	whole, changed := b.p.pieces.part(before, s)
	in, err := makeNested(b.tx, b.p.pieces.bucket, []byte(id.Gathering), []byte(id.Group))
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		doc, err := json.Marshal(changed[name])
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", b.p.what, id, err)
		}
		if err := in.Put([]byte(name), doc); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// Committed implements Batch.
func (b *documentBatch[T]) Committed() { b.p.kept.put(b.now) }

// documentReader answers from the documents of a projection.
type documentReader[T any] struct {
	run *Runner
	w   *worker
	p   *documents[T]
}

// readerOf returns the reader of a worker's documents; p is what they are like. What the worker keeps in
// memory is used if its projection is not wrapped in something else.
func readerOf[T any](r *Runner, w *worker, p *documents[T]) documentReader[T] {
	if its, ok := w.p.(*documents[T]); ok {
		p = its
	}
	return documentReader[T]{r, w, p}
}

// of returns the document of a stream: from memory, unless an old file is read at the moment, or from the
// file. Errors: [ErrNotFound], and that of ctx.
func (d documentReader[T]) of(ctx context.Context, id events.StreamID) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if id.Validate() != nil {
		return none, ErrNotFound
	}
	return fresh(ctx, d.run, id.Gathering, func() (T, error) {
		if !d.w.f.rebuilding() {
			if s, ok := d.p.kept.get(id); ok {
				return s, nil
			}
		}
		var s T
		err := d.w.f.view(func(tx *bbolt.Tx) error {
			var err error
			s, err = d.p.read(tx, id)
			return err
		})
		return s, err
	})
}

// each hands over every document of a gathering, by id.
func (d documentReader[T]) each(ctx context.Context, g events.GatheringID, f func(T) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.w.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, d.p.bucket, []byte(g)), nil, func(k, v []byte) error {
			id := events.StreamID{Gathering: g, Kind: d.p.kind, Group: events.GroupID(k)}
			s, known := d.p.kept.get(id)
			if !known || d.w.f.rebuilding() {
				var err error
				if s, err = d.p.decode(tx, id, v); err != nil {
					return err
				}
			}
			return f(s)
		})
	})
}

// listed returns what is to be said of every document of a gathering, by name and then id.
func listed[T, L any](ctx context.Context, d documentReader[T], g events.GatheringID, line func(T) L, name func(L) (string, events.GroupID)) ([]L, error) {
	var out []L
	err := d.each(ctx, g, func(s T) error {
		out = append(out, line(s))
		return nil
	})
	slices.SortFunc(out, func(a, b L) int {
		an, ai := name(a)
		bn, bi := name(b)
		return cmp.Or(cmp.Compare(an, bn), cmp.Compare(ai, bi))
	})
	return out, err
}
