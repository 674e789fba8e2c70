package api

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/feed"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/catalog"
)

// Feeds gives the events of a gathering in the order of its log; ops/feed.Hub is one.
type Feeds interface {
	Open(ctx context.Context, req feed.Request) (*feed.Feed, error)
}

// Integrators know the programs that may read feeds; ops/auth.Auth does.
type Integrators interface {
	Integrator(r *http.Request, g events.GatheringID) error
	IntegratorUntil(ctx context.Context, r *http.Request, g events.GatheringID) (<-chan struct{}, error)
	FeedToken(ctx context.Context, g events.GatheringID) (catalog.FeedToken, error)
	MakeFeedToken(ctx context.Context, g events.GatheringID, by events.PersonID, form events.CommandID) (string, error)
	RevokeFeedToken(ctx context.Context, g events.GatheringID) error
}

// ndjson is the type of lines of JSON.
const ndjson = "application/x-ndjson"

type feedInput struct {
	GatheringPath
	After         string `query:"after" maxLength:"40" example:"120-0" doc:"the position of the last line that was received; the feed goes on right after it. Empty or 0: from the beginning. A bare number is the position of a whole commit"`
	Stream        string `query:"stream" maxLength:"60" example:"tournament/cup" doc:"only this stream: desk, group/ID, tournament/ID, league/ID or campaign/ID"`
	Follow        bool   `query:"follow" default:"true" doc:"false: end when everything that there is has been given, with a keep-alive line that says the position reached"`
	LastEventID   string `header:"Last-Event-ID" maxLength:"40" doc:"the same as after, and goes before it"`
	Authorization string `header:"Authorization" maxLength:"200" doc:"Bearer and the token of the gathering's integrators; not needed with the session of an organiser or judge"`
}

const feedSays = `Every event of a gathering, one JSON object a line, in the order of the log, each once, none left out: first what has happened since the position given, then what happens, for as long as the connection holds.

A line is a CloudEvent 1.0 with three attributes more: position (where to go on after this line), stream and version. People are named by id only; names and contacts are not in it.

Lines whose type begins with muster. are no events:

- muster.keep-alive.v1 comes at least every 15 seconds of silence. There is nothing to do but note its position, which may be further than that of the last event if a stream is picked.
- muster.sealed.v1 is the last line there will ever be: of the gathering, or of the tournament or league that is picked. The response ends, and coming back gives this line again.
- muster.stopped.v1 says why the log cannot be read on from here; the response ends. Come back later with its position.

When the connection breaks, come back with the position of the last whole line as after. Positions stay good for ever. A reader that takes nothing for 10 seconds is cut off.

The feed holds what pages do not show yet: pairings that are not published, entries that wait to be confirmed, results behind frozen standings, the seeds of lots. So it is for organisers, judges, and programs that were given the gathering's token. What everybody may see is streamed by the routes that end in /stream.`

// withFeed registers the feed, if there is somebody to give it.
func (a *API) withFeed(h huma.API) {
	if a.o.Feeds == nil {
		return
	}
	o := op(http.MethodGet, "/gatherings/{gathering}/feed", "feed", "Every event, as lines of JSON, from any position on")
	o.Description = feedSays
	o.Responses = map[string]*huma.Response{"200": {
		Description: "lines of JSON, each with its position; see the description for those that are no events",
		Content: map[string]*huma.MediaType{ndjson: {
			Schema:  &huma.Schema{Type: huma.TypeString, Description: "each line is a FeedLine or a FeedNotice"},
			Example: feedExample,
		}},
	}}
	for _, t := range []reflect.Type{reflect.TypeFor[feed.Line](), reflect.TypeFor[feed.Notice]()} {
		h.OpenAPI().Components.Schemas.Schema(t, true, "")
	}
	o.Security = []map[string][]string{{sessionScheme: {}}, {tokenScheme: {}}}
	huma.Register(h, o, a.feed)
	a.feedTokens(h)
}

const feedExample = `{"position":"120-0","specversion":"1.0","id":"spring/120/0","source":"/muster/spring/red","type":"group.round-started.v1","subject":"coordinator","time":"2026-05-09T10:12:03.5Z","datacontenttype":"application/json","sequence":"00000000000000000120.0000","streamversion":"61","commandid":"0197a3b0-7c1e-7000-8000-0123456789ab","commandtype":"group.end-round.v1","actorrole":"captain","data":{"round":4},"stream":"group/red","version":61}
{"position":"120","specversion":"1.0","id":"spring/120/muster.keep-alive.v1","source":"/muster/spring","type":"muster.keep-alive.v1","time":"2026-05-09T10:12:18.5Z"}
`

func (a *API) feed(ctx context.Context, in *feedInput) (*huma.StreamResponse, error) {
	req, err := a.feedRequest(ctx, in)
	if err != nil {
		return nil, err
	}
	f, err := a.o.Feeds.Open(ctx, req)
	if err != nil {
		return nil, a.feedProblem(in.Caller, err)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer f.Close()
		_, w := humago.Unwrap(hc)
		rc := http.NewResponseController(w)
		w.Header().Set("Content-Type", ndjson)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Accel-Buffering", "no")
		if rc.Flush() != nil { // the reader knows that it was let in before anything happens
			return
		}
		ctx, stop := context.WithCancel(hc.Context())
		defer stop()
		over, err := a.feedUntil(ctx, in)
		if err != nil {
			a.o.Log.Warn("a feed ended before it began", "gathering", string(req.Gathering), "err", err)
			return
		}
		go func() {
			select {
			case <-a.o.Stop:
				stop()
			case <-over:
				stop()
			case <-ctx.Done():
			}
		}()
		err = f.Follow(ctx, func(lines []byte) error {
			_ = rc.SetWriteDeadline(time.Now().Add(writeDeadline)) // not every ResponseWriter of a test has deadlines
			if _, err := w.Write(lines); err != nil {
				return err
			}
			return rc.Flush()
		})
		if err != nil {
			a.o.Log.Info("a feed ended", "gathering", string(req.Gathering), "err", err)
		}
	}}, nil
}

// feedRequest checks who asks and what for. Somebody with neither a session nor a token is told of both.
func (a *API) feedRequest(ctx context.Context, in *feedInput) (feed.Request, error) {
	s := a.who(in.Caller)
	no := s.May(access.ReadFeed, in.Gathering, access.Object{})
	if no != nil && in.Authorization == "" && s.Role != "" {
		return feed.Request{}, a.problem(in.Caller, no)
	}
	if no != nil {
		if err := a.o.Integrators.Integrator(in.r, in.Gathering); err != nil {
			return feed.Request{}, a.problem(in.Caller, err)
		}
	}
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return feed.Request{}, a.problem(in.Caller, err)
	}
	after := in.After
	if in.LastEventID != "" {
		after = in.LastEventID
	}
	req := feed.Request{Gathering: in.Gathering, Once: !in.Follow}
	var err error
	if req.After, err = feed.ParsePosition(after); err != nil {
		return req, newProblem(http.StatusUnprocessableEntity, "malformed", err.Error())
	}
	if in.Stream == "" {
		return req, nil
	}
	req.Only, err = events.ParseStreamName(in.Gathering, in.Stream)
	if err != nil {
		return req, newProblem(http.StatusUnprocessableEntity, "malformed", "stream: "+err.Error()+"; write desk, group/red, tournament/cup, league/winter or campaign/saga")
	}
	return req, nil
}

func (a *API) feedProblem(c Caller, err error) error {
	var ahead *feed.AheadError
	switch {
	case errors.As(err, &ahead):
		return newProblem(http.StatusConflict, "position-ahead", ahead.Error())
	case errors.Is(err, feed.ErrFull):
		p := newProblem(http.StatusServiceUnavailable, "busy", err.Error())
		p.retryAfter = 5 * time.Second
		return p
	case errors.Is(err, projections.ErrNotFound):
		return a.problem(c, err)
	}
	return a.problem(c, err)
}
