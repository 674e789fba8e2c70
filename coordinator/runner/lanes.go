//go:build !js

package runner

import (
	"container/list"
	"context"
	"sync"

	"github.com/muster-events/muster/events"
)

// lanes gives each stream a lane: one command at a time, a bounded number waiting, and the stream's
// past kept from one command to the next. Lanes that nobody uses are forgotten, least recently used
// first, when there are more than maxStreams or their pasts are larger than maxBytes; a stream
// larger than that by itself is kept only while it is used.
//
// mu guards everything but the past of a lane, which belongs to whoever holds the lane's turn.
type lanes struct {
	maxStreams, maxWaiting int
	maxBytes               int64

	mu    sync.Mutex
	all   map[events.StreamID]*lane
	order *list.List // of *lane, most recently used first
	bytes int64      // sum of lane.bytes
}

type lane struct {
	id    events.StreamID
	turn  chan struct{} // holds one token while the lane is taken
	users int           // holding or waiting for the turn
	bytes int64
	where *list.Element

	past   past // of the holder of the turn
	loaded bool
}

func newLanes(maxStreams, maxWaiting int, maxBytes int64) *lanes {
	return &lanes{
		maxStreams: maxStreams, maxWaiting: maxWaiting, maxBytes: maxBytes,
		all: map[events.StreamID]*lane{}, order: list.New(),
	}
}

// enter waits for the turn of a stream's lane. It returns errFull at once if too many wait already,
// and the context's error if that ends first.
func (ls *lanes) enter(ctx context.Context, id events.StreamID) (*lane, error) {
	ls.mu.Lock()
	l, ok := ls.all[id]
	if !ok {
		l = &lane{id: id, turn: make(chan struct{}, 1)}
		l.where = ls.order.PushFront(l)
		ls.all[id] = l
	}
	if l.users > ls.maxWaiting {
		ls.mu.Unlock()
		return nil, errFull
	}
	l.users++
	ls.order.MoveToFront(l.where)
	ls.mu.Unlock()

	select {
	case l.turn <- struct{}{}:
		return l, nil
	case <-ctx.Done():
		ls.mu.Lock()
		l.users--
		ls.trim()
		ls.mu.Unlock()
		return nil, ctx.Err()
	}
}

// leave gives the turn back and trims the cache.
func (ls *lanes) leave(l *lane) {
	ls.mu.Lock()
	size := int64(0)
	if l.loaded {
		size = l.past.bytes
	}
	ls.bytes += size - l.bytes
	l.bytes = size
	l.users--
	<-l.turn
	ls.trim()
	ls.mu.Unlock()
}

// trim forgets lanes that nobody uses until the bounds hold. The caller holds mu.
func (ls *lanes) trim() {
	for e := ls.order.Back(); e != nil && (len(ls.all) > ls.maxStreams || ls.bytes > ls.maxBytes); {
		l := e.Value.(*lane)
		e = e.Prev()
		if l.users > 0 {
			continue
		}
		ls.order.Remove(l.where)
		delete(ls.all, l.id)
		ls.bytes -= l.bytes
	}
}

// size returns how many streams are kept and the stored bytes they were folded from.
func (ls *lanes) size() (streams int, bytes int64) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	return len(ls.all), ls.bytes
}
