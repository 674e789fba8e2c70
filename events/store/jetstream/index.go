package jetstream

import (
	"context"
	"encoding/hex"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// An index remembers which command ids a stream holds up to a head. It is only ever filled from the
// log. The lock is a channel so that waiting for it ends with the context.
type index struct {
	lock chan struct{}
	head events.Head
	ids  map[[16]byte]events.Position
	used uint64 // guarded by Store.mu
}

// index returns the index of a stream, making room by dropping the least recently used one.
func (s *Store) index(id events.StreamID) *index {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tick++
	x := s.indexes[id]
	if x == nil {
		if len(s.indexes) >= maxIndexes {
			s.dropOldest()
		}
		x = &index{lock: make(chan struct{}, 1), ids: map[[16]byte]events.Position{}}
		s.indexes[id] = x
	}
	x.used = s.tick
	return x
}

func (s *Store) dropOldest() {
	var oldest events.StreamID
	least := s.tick + 1
	for id, x := range s.indexes {
		if x.used < least {
			oldest, least = id, x.used
		}
	}
	delete(s.indexes, oldest)
}

// known reports whether the gathering's log was seen to hold anything.
func (s *Store) known(g events.GatheringID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, x := range s.indexes {
		if id.Gathering == g && x.used > 0 && len(x.ids) > 0 {
			return true
		}
	}
	return s.handles[g] != nil
}

func (x *index) acquire(ctx context.Context) error {
	select {
	case x.lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return &events.UnavailableError{Op: "append", Reason: reason(ctx.Err()), Err: ctx.Err()}
	}
}

func (x *index) release() { <-x.lock }

// add takes the commit right after the head; anything else is left for catchUp.
func (x *index) add(r events.Recorded) {
	if r.Version != x.head.Version+1 || r.Prev != x.head.Hash {
		return
	}
	x.head = r.Head()
	x.ids[key(r.Command.ID)] = r.Position
}

// catchUp reads what the log holds after the index's head. The caller holds the lock.
func (s *Store) catchUp(ctx context.Context, id events.StreamID, x *index) error {
	for r, err := range s.Load(ctx, id, x.head) {
		if err != nil {
			return err
		}
		x.add(r)
	}
	return nil
}

// key is the binary form of a command id that is known to be well formed.
func key(id events.CommandID) (k [16]byte) {
	var digits [32]byte
	n := 0
	for i := range len(id) {
		if id[i] != '-' {
			digits[n] = id[i]
			n++
		}
	}
	if _, err := hex.Decode(k[:], digits[:n]); err != nil {
		panic("command id " + string(id) + " was not validated")
	}
	return k
}

// find returns the commit that holds a command id, if the index has it.
func (s *Store) find(ctx context.Context, id events.StreamID, x *index, cmd events.CommandID) (events.Recorded, bool, error) {
	pos, ok := x.ids[key(cmd)]
	if !ok {
		return events.Recorded{}, false, nil
	}
	r, err := s.at(ctx, id, pos)
	if err != nil {
		return events.Recorded{}, false, err
	}
	if r.Command.ID != cmd {
		return events.Recorded{}, false, &events.CorruptError{
			Stream: id, Position: pos, Hint: store.RepairHint,
			Problem: "it holds command " + string(r.Command.ID) + ", not " + string(cmd),
		}
	}
	return r, true, nil
}
