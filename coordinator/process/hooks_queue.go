package process

import (
	"context"
	"log/slog"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go/jetstream"
)

// hookFeed is a Watermill subscriber that reads the queues of all endpoints, each in an ordered lane of its
// own, which starts anew when its endpoint changes. An endpoint that does not answer holds up nobody else.
type hookFeed struct {
	h   *hooks
	log *slog.Logger

	mu    sync.Mutex // guards stops
	stops []context.CancelFunc
	ends  sync.WaitGroup
}

// Subscribe implements message.Subscriber.
func (f *hookFeed) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	ctx, stop := context.WithCancel(ctx)
	f.mu.Lock()
	f.stops = append(f.stops, stop)
	f.mu.Unlock()
	out := make(chan *message.Message)
	f.ends.Go(func() {
		defer close(out)
		f.all(ctx, out)
	})
	return out, nil
}

// Close implements message.Subscriber.
func (f *hookFeed) Close() error {
	f.mu.Lock()
	for _, stop := range f.stops {
		stop()
	}
	f.mu.Unlock()
	f.ends.Wait()
	return nil
}

// running is the lane of one endpoint.
type running struct {
	endpoint Endpoint
	stop     context.CancelFunc
	ended    chan struct{}
}

func (r running) end() {
	r.stop()
	<-r.ended
}

// all keeps one lane running for each endpoint until ctx ends.
func (f *hookFeed) all(ctx context.Context, out chan<- *message.Message) {
	lanes := map[string]running{}
	defer func() {
		for _, r := range lanes {
			r.stop()
		}
		for _, r := range lanes {
			<-r.ended
		}
	}()
	left := f.left(ctx)
	for try := 0; ctx.Err() == nil; try++ {
		for set, err := range f.h.to.Endpoints(ctx) {
			if err != nil {
				f.log.Warn("changes of webhooks are not seen at the moment", "err", err)
				break
			}
			try = 0
			f.adopt(ctx, lanes, set, out)
			f.h.read()
			f.tidy(ctx, left, set)
			left = nil
		}
		rest(ctx, backoff(try))
	}
}

// adopt makes the lanes what a set of endpoints needs.
func (f *hookFeed) adopt(ctx context.Context, lanes map[string]running, set []Endpoint, out chan<- *message.Message) {
	wanted := map[string]Endpoint{}
	for _, e := range set {
		wanted[e.key()] = e
	}
	for key, r := range lanes {
		if e, still := wanted[key]; still && e == r.endpoint {
			continue
		}
		f.h.drop(key)
		r.end()
		delete(lanes, key)
		if _, still := wanted[key]; !still {
			f.forget(ctx, r.endpoint)
		}
	}
	for key, e := range wanted {
		if _, runs := lanes[key]; runs || e.Paused {
			continue
		}
		f.h.add(key)
		laneCtx, stop := context.WithCancel(ctx)
		r := running{endpoint: e, stop: stop, ended: make(chan struct{})}
		lanes[key] = r
		feed := &Feed{JS: f.h.js, Name: key, Log: f.log, hasty: true}
		l := feed.lane(source{stream: HookStream, filter: e.filter(), key: key}, out, f.log.With("webhook", key))
		go func() {
			defer close(r.ended)
			l.run(laneCtx)
		}()
	}
}

// forget deletes what waits for an endpoint that is gone, and its place in the queue.
func (f *hookFeed) forget(ctx context.Context, e Endpoint) {
	s, err := f.h.js.Stream(ctx, HookStream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(e.filter()))
	}
	if err == nil {
		err = s.DeleteConsumer(ctx, e.key())
	}
	if err != nil && ctx.Err() == nil {
		f.log.Warn("what waited for a webhook that is gone is still kept", "webhook", e.key(), "err", err)
	}
}

// left returns the subjects that something waits on before anything runs.
func (f *hookFeed) left(ctx context.Context) []string {
	s, err := f.h.js.Stream(ctx, HookStream)
	if err != nil {
		return nil
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(hookPrefix+">"))
	if err != nil {
		return nil
	}
	var out []string
	for subject := range info.State.Subjects {
		out = append(out, subject)
	}
	return out
}

// tidy deletes what waits for endpoints that were removed while nothing ran.
func (f *hookFeed) tidy(ctx context.Context, left []string, set []Endpoint) {
	for _, subject := range left {
		e, ok := endpointOf(subject)
		if !ok {
			continue
		}
		known := false
		for _, has := range set {
			known = known || has.key() == e.key()
		}
		if !known {
			f.forget(ctx, e)
		}
	}
}
