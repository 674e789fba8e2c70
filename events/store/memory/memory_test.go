package memory_test

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/events/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Log {
		s := memory.New()
		return storetest.Log{
			Store:   s,
			Another: func(*testing.T) store.Store { return s },
			Inject:  func(_ *testing.T, id events.StreamID, raw []byte) { s.Put(id, raw) },
		}
	})
}
