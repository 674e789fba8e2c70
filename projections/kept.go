package projections

import (
	"sync"

	"github.com/muster-events/muster/events"
)

// maxKept bounds the folded values that a projection keeps in memory, one for each stream; the rest
// are read from the file when they are needed.
const maxKept = 1024

// kept holds the latest committed value of streams, so that a live commit does not begin with
// decoding. Values are shared and never changed.
type kept[T any] struct {
	mu sync.Mutex // the worker writes, readers read
	m  map[events.StreamID]T
}

func (k *kept[T]) get(id events.StreamID) (T, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, ok := k.m[id]
	return v, ok
}

// put takes over what a transaction committed; something else goes when there is no room.
func (k *kept[T]) put(vs map[events.StreamID]T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.m == nil {
		k.m = map[events.StreamID]T{}
	}
	for id, v := range vs {
		k.m[id] = v
	}
	for id := range k.m {
		if len(k.m) <= maxKept {
			return
		}
		delete(k.m, id)
	}
}
