package projections

import (
	"sync"

	"github.com/muster-events/muster/events"
)

// topic is what somebody waits for: a group; with an empty group anything in a gathering; with both
// empty anything.
type topic struct {
	gathering events.GatheringID
	group     events.GroupID
}

// topics tells waiters that something changed. It holds a channel only for what is waited for.
type topics struct {
	mu   sync.Mutex
	wait map[topic]chan struct{}
}

// changed returns a channel that is closed at the next change.
func (t *topics) changed(of topic) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wait == nil {
		t.wait = map[topic]chan struct{}{}
	}
	if t.wait[of] == nil {
		t.wait[of] = make(chan struct{})
	}
	return t.wait[of]
}

// fire wakes who waits for any of these streams, or for what holds them.
func (t *topics) fire(of map[topic]bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for one := range of {
		t.close(one)
		t.close(topic{gathering: one.gathering})
	}
	t.close(topic{})
}

// fireAll wakes everybody.
func (t *topics) fireAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for one := range t.wait {
		t.close(one)
	}
}

// close wakes who waits for exactly this. The caller holds mu.
func (t *topics) close(of topic) {
	if c := t.wait[of]; c != nil {
		close(c)
		delete(t.wait, of)
	}
}
