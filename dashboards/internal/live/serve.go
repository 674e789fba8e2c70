package live

import (
	"fmt"
	"net/http"
	"time"
)

// Serve streams a topic to one viewer until the viewer goes, stops reading, or the hub closes. A
// viewer that comes back with the id of the newest frame (header Last-Event-ID) is not sent it
// again. Every [Beat] it sends the event "beat" with the server's time, for clocks and watchdogs.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, t Topic) {
	head := w.Header()
	head.Set("Content-Type", "text/event-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Accel-Buffering", "no")
	v := viewer{hub: h, w: w, rc: http.NewResponseController(w), seen: r.Header.Get("Last-Event-ID")}
	if v.beat() != nil {
		return
	}
	live := h.join(t)
	defer h.leave(live)
	v.follow(r, live)
}

// viewer is one stream. Only its own goroutine uses it.
type viewer struct {
	hub  *Hub
	w    http.ResponseWriter
	rc   *http.ResponseController
	seen string // id of the frame it has
}

func (v *viewer) follow(r *http.Request, t *topic) {
	beat := time.NewTicker(Beat)
	defer beat.Stop()
	for {
		f, next := t.newest()
		if f.id != "" && f.id != v.seen {
			if v.write(f.bytes) != nil {
				return
			}
			v.seen = f.id
		}
		select {
		case <-next:
		case <-beat.C:
			if v.beat() != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-v.hub.ctx.Done():
			return
		}
	}
}

func (v *viewer) beat() error {
	return v.write(fmt.Appendf(nil, ": beat\nevent: beat\ndata: %s\n\n", v.hub.now().UTC().Format(time.RFC3339Nano)))
}

// write sends bytes within [WriteTimeout].
func (v *viewer) write(b []byte) error {
	// A recorder in a test has no deadline; a connection that has none cannot be dropped by it.
	_ = v.rc.SetWriteDeadline(time.Now().Add(WriteTimeout))
	if _, err := v.w.Write(b); err != nil {
		return err
	}
	return v.rc.Flush()
}
