package api

import (
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/events"
)

// lately is how long after a change somebody who reads waits for the read models to show it.
const lately = 2 * time.Second

// recent knows which gatherings were changed through this API a moment ago, so that whoever reads next sees
// it, also with another session.
type recent struct {
	mu sync.Mutex // guards at
	at map[events.GatheringID]time.Time
}

// note remembers that a gathering was changed.
func (r *recent) note(g events.GatheringID, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for other, at := range r.at {
		if now.Sub(at) > lately {
			delete(r.at, other)
		}
	}
	r.at[g] = now
}

// changed tells whether a gathering was changed a moment ago.
func (r *recent) changed(g events.GatheringID, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, ok := r.at[g]
	return ok && now.Sub(at) <= lately
}

// afterChanges lets what reads of a gathering wait for what was changed in it a moment ago.
func (a *API) afterChanges(hc huma.Context, next func(huma.Context)) {
	g := events.GatheringID(hc.Param("gathering"))
	reads := hc.Method() == http.MethodGet
	if reads && g != "" && a.recent.changed(g, time.Now()) {
		a.o.Reader.CatchUp(hc.Context(), g)
	}
	next(hc)
	if !reads && g != "" && hc.Status() < http.StatusBadRequest {
		a.recent.note(g, time.Now())
	}
}
