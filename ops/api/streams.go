package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/muster-events/muster/events"
)

// Bounds of streams.
const (
	MaxStreams    = 5000             // open at once; the next is answered with 503
	heartbeat     = 15 * time.Second // a comment, so that both ends notice a dead connection
	writeDeadline = 10 * time.Second // a viewer that does not read for so long is cut off
)

type streamInput struct {
	GroupPath
	LastEventID string `header:"Last-Event-ID" maxLength:"20" doc:"position of the last board that was received"`
}

func (a *API) streams(h huma.API) {
	o := op(http.MethodGet, "/gatherings/{gathering}/groups/{group}/stream", "stream-board",
		"The board of a group, at once and after every change: server-sent events named board, id = position. A slow reader gets the newest board, not a queue of old ones")
	o.Responses = map[string]*huma.Response{"200": {
		Description: "server-sent events", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	huma.Register(h, o, a.stream)
}

func (a *API) stream(ctx context.Context, in *streamInput) (*huma.StreamResponse, error) {
	if _, err := a.o.Reader.Board(ctx, in.Gathering, in.Group); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	id := events.Group(in.Gathering, in.Group)
	return a.streamed(in.LastEventID, source{id, "board", func(ctx context.Context) (events.Position, any, error) {
		b, err := a.o.Reader.Board(ctx, id.Gathering, id.Group)
		return b.Position, b, err
	}})
}

// source is what a stream shows: the position that the value is true for, and the value.
type source struct {
	id    events.StreamID
	event string
	now   func(ctx context.Context) (events.Position, any, error)
}

// streamed opens a stream of a source; lastEventID is what the viewer has already.
func (a *API) streamed(lastEventID string, from source) (*huma.StreamResponse, error) {
	select {
	case a.room <- struct{}{}:
	default:
		p := newProblem(http.StatusServiceUnavailable, "busy", fmt.Sprintf("more than %d streams are open; try again in a moment", MaxStreams))
		p.retryAfter = 5 * time.Second
		return nil, p
	}
	last, _ := strconv.ParseUint(lastEventID, 10, 64) // malformed: as if none was given
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer func() { <-a.room }()
		a.viewers.Inc()
		defer a.viewers.Dec()
		_, w := humago.Unwrap(hc)
		v := viewer{w: w, rc: http.NewResponseController(w), last: events.Position(last)}
		a.follow(hc.Context(), v, from)
	}}, nil
}

type viewer struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	last events.Position
}

// follow sends what the source shows until the viewer goes or the server stops.
func (a *API) follow(ctx context.Context, v viewer, from source) {
	h := v.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if v.send("retry: 1000\n\n") != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		changed := a.o.Reader.Changed(from.id.Gathering, from.id.Group) // before reading, so that no change is missed
		f, err := a.frames.of(ctx, from)
		if err != nil {
			return
		}
		if f.at != v.last {
			if v.send(fmt.Sprintf("event: %s\nid: %d\ndata: %s\n\n", from.event, f.at, f.data)) != nil {
				return
			}
			v.last = f.at
		}
		select {
		case <-changed:
		case <-beat.C:
			if v.send(": still here\n\n") != nil {
				return
			}
		case <-ctx.Done():
			return
		case <-a.o.Stop:
			return
		}
	}
}

func (v *viewer) send(text string) error {
	// Not every ResponseWriter has deadlines; those of tests do not.
	_ = v.rc.SetWriteDeadline(time.Now().Add(writeDeadline))
	if _, err := v.w.Write([]byte(text)); err != nil {
		return err
	}
	return v.rc.Flush()
}

// frames encodes each board once for all who look at it. It keeps the last frame of at most
// maxFrames streams.
type frames struct {
	mu   sync.Mutex // guards last
	last map[events.StreamID]frame
}

const maxFrames = 1000

type frame struct {
	at   events.Position
	data []byte
}

func (f *frames) of(ctx context.Context, from source) (frame, error) {
	at, v, err := from.now(ctx)
	if err != nil {
		return frame{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if got, ok := f.last[from.id]; ok && got.at == at {
		return got, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return frame{}, fmt.Errorf("encode the %s of %s: %w", from.event, from.id, err)
	}
	if len(f.last) >= maxFrames {
		clear(f.last)
	}
	out := frame{at: at, data: data}
	f.last[from.id] = out
	return out, nil
}
