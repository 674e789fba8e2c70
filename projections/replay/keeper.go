package replay

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/projections"
)

// Bounds of what a [Keeper] keeps in memory. A game of an evening has 400 to 3000 commits of about 3 kB in
// memory each.
const (
	maxBooks   = 16
	maxCommits = 60_000
)

// Keeper answers for every group of a log. It reads a group once, keeps its book, and reads only what is new
// from then on; books that were not asked for the longest make room. It is safe for concurrent use.
type Keeper struct {
	from store.Loader
	cat  *events.Catalogue

	mu    sync.Mutex // guards what follows
	books map[events.StreamID]*list.Element
	used  *list.List // of *shelf, the one that was asked for last in front
}

// shelf is one book with its lock.
type shelf struct {
	id   events.StreamID
	mu   sync.RWMutex // writers read the log
	book *Book
	len  int // commits in the book, guarded by Keeper.mu
}

// NewKeeper returns a Keeper over a log.
func NewKeeper(from store.Loader, cat *events.Catalogue) *Keeper {
	return &Keeper{from: from, cat: cat, books: map[events.StreamID]*list.Element{}, used: list.New()}
}

// Timeline returns what happened in a group until now. Errors: projections.ErrNotFound, and those of the
// log.
func (k *Keeper) Timeline(ctx context.Context, g events.GatheringID, group events.GroupID) (Timeline, error) {
	var out Timeline
	err := k.read(ctx, events.Group(g, group), 0, func(b *Book) { out = b.Timeline() })
	return out, err
}

// At returns a group as it was at a position of its gathering's log. Errors: projections.ErrNotFound, also
// for a position before the group was opened, and those of the log.
func (k *Keeper) At(ctx context.Context, g events.GatheringID, group events.GroupID, at events.Position) (Frame, error) {
	var out Frame
	found := false
	err := k.read(ctx, events.Group(g, group), at, func(b *Book) { out, found = b.At(at) })
	if err == nil && !found {
		err = projections.ErrNotFound
	}
	return out, err
}

// Between returns what of a group's board differs between two positions. Errors: as of At.
func (k *Keeper) Between(ctx context.Context, g events.GatheringID, group events.GroupID, from, to events.Position) ([]Change, error) {
	var out []Change
	found := false
	err := k.read(ctx, events.Group(g, group), max(from, to), func(b *Book) { out, found = b.Between(from, to) })
	if err == nil && !found {
		err = projections.ErrNotFound
	}
	return out, err
}

// read has a function look at a group's book. The log is read first unless the book goes past a position
// (0: to the end) already.
func (k *Keeper) read(ctx context.Context, id events.StreamID, past events.Position, look func(*Book)) error {
	if id.Validate() != nil {
		return projections.ErrNotFound
	}
	s := k.shelf(id)
	s.mu.RLock()
	if past != 0 && s.book.Head().Position > past {
		defer s.mu.RUnlock()
		look(s.book)
		return nil
	}
	s.mu.RUnlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := k.catchUp(ctx, s); err != nil {
		return err
	}
	if s.book.Len() == 0 {
		k.drop(id)
		return projections.ErrNotFound
	}
	look(s.book)
	return nil
}

// catchUp reads what is new of a group. The caller holds the shelf's lock.
func (k *Keeper) catchUp(ctx context.Context, s *shelf) error {
	for r, err := range k.from.Load(ctx, s.id, s.book.Head()) {
		if err != nil {
			return fmt.Errorf("load %s: %w", s.id, err)
		}
		if err := s.book.Add(r); err != nil {
			return err
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	s.len = s.book.Len()
	k.makeRoom(s)
	return nil
}

// shelf returns the place of a group's book, a new one if it has none.
func (k *Keeper) shelf(id events.StreamID) *shelf {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.books[id]; e != nil {
		k.used.MoveToFront(e)
		return e.Value.(*shelf)
	}
	s := &shelf{id: id, book: NewBook(k.cat, id)}
	k.books[id] = k.used.PushFront(s)
	return s
}

func (k *Keeper) drop(id events.StreamID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.remove(id)
}

// makeRoom forgets the books that were not asked for the longest, but not the one that was just read. The
// caller holds mu.
func (k *Keeper) makeRoom(just *shelf) {
	total := 0
	for e := k.used.Front(); e != nil; e = e.Next() {
		total += e.Value.(*shelf).len
	}
	for e := k.used.Back(); e != nil && (k.used.Len() > maxBooks || total > maxCommits); {
		s, before := e.Value.(*shelf), e.Prev()
		if s != just {
			total -= s.len
			k.remove(s.id)
		}
		e = before
	}
}

// remove forgets a book. The caller holds mu.
func (k *Keeper) remove(id events.StreamID) {
	if e := k.books[id]; e != nil {
		k.used.Remove(e)
		delete(k.books, id)
	}
}
