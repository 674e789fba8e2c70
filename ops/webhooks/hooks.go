package webhooks

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/process"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
)

// Buckets of what is kept outside the log: addresses and secrets, and how the endpoints are doing. Keys are
// "<gathering>.<webhook>".
const (
	Bucket       = "muster_webhooks"
	StatusBucket = "muster_webhooks_status"
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Desk says which webhooks a gathering has, as it is at this moment; coordinator/runner.Service is one.
type Desk interface {
	Desk(ctx context.Context, g events.GatheringID) (state.State, error)
}

// Names knows the names of people; ops/people.People is one.
type Names interface {
	Name(g events.GatheringID, p events.PersonID) string
}

// Fixed is an endpoint that the operator has configured: it is told of every gathering, without names, what
// happens after the first start with it.
type Fixed struct {
	URL    string
	Kinds  []string // none: all
	Secret string
}

// Options are what [Open] needs.
type Options struct {
	JS         jetstream.JetStream
	Commands   Commander
	Desk       Desk
	Loader     store.Loader
	Catalogue  *events.Catalogue
	Names      Names
	Fixed      []Fixed
	Private    bool           // private addresses and plain HTTP are allowed
	Roots      *x509.CertPool // that certificates are checked against; nil: the system's
	Timeout    time.Duration  // of one try; 0: the constant of the same name
	Version    string         // of the program, for the endpoints
	Replicas   int            // of the buckets; 0: 1
	Log        *slog.Logger   // nil: nothing is logged
	Registerer prometheus.Registerer
	Now        func() time.Time // nil: time.Now
}

// Hooks knows the endpoints, says what there is to tell them, and tells it. It is safe for concurrent use.
type Hooks struct {
	o       Options
	kv      jetstream.KeyValue
	status  jetstream.KeyValue
	http    *http.Client
	past    past
	meter   meter
	stop    context.CancelFunc
	watched chan error

	mu      sync.RWMutex // guards what is below
	queue   Queue        // nil: what waits is not known
	known   map[name]record
	changed chan struct{} // closed at the next change of known
	fixed   map[desk.WebhookID]fixed
}

// Queue holds what waits for the endpoints; process.Processes are one.
type Queue interface {
	Waiting(ctx context.Context, e process.Endpoint) (int, error)
	Tell(ctx context.Context, d process.Delivery) error
}

// Through says where what waits is queued. Without it nothing can be told out of turn.
func (h *Hooks) Through(q Queue) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.queue = q
}

func (h *Hooks) through() Queue {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.queue
}

// fixed is an endpoint of the operator with the time since when it is told.
type fixed struct {
	record
	since time.Time
}

// Open returns once all endpoints are known. Close stops what it started. Errors:
// *events.UnavailableError, and whatever is wrong with the fixed endpoints.
func Open(ctx context.Context, o Options) (*Hooks, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = Timeout
	}
	h := &Hooks{
		o: o, http: client(o.Private, o.Roots, o.Timeout), meter: newMeter(o.Registerer), watched: make(chan error, 1),
		past:  past{log: o.Loader, cat: o.Catalogue, desks: map[events.GatheringID]deskAt{}, cups: map[events.StreamID]cupAt{}},
		known: map[name]record{}, changed: make(chan struct{}), fixed: map[desk.WebhookID]fixed{},
	}
	var err error
	if h.kv, err = h.bucket(ctx, Bucket, "addresses and secrets of webhooks"); err != nil {
		return nil, err
	}
	if h.status, err = h.bucket(ctx, StatusBucket, "how webhooks are doing"); err != nil {
		return nil, err
	}
	if err := h.fix(ctx); err != nil {
		return nil, err
	}
	return h, h.follow(ctx)
}

func (h *Hooks) bucket(ctx context.Context, bucket, what string) (jetstream.KeyValue, error) {
	kv, err := h.o.JS.CreateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: bucket, Description: what, History: 1, Replicas: max(h.o.Replicas, 1), Storage: jetstream.FileStorage,
	})
	if errors.Is(err, jetstream.ErrBucketExists) {
		kv, err = h.o.JS.KeyValue(ctx, bucket)
	}
	if err != nil {
		return nil, unavailable("open the bucket "+bucket, err)
	}
	return kv, nil
}

func unavailable(op string, err error) error {
	return &events.UnavailableError{Op: op, Reason: "the NATS server does not answer as it should", Err: err}
}

// FixedID is the id of an endpoint of the operator, which derives from its address.
func FixedID(url string) desk.WebhookID {
	sum := sha256.Sum256([]byte(url))
	return desk.WebhookID("conf-" + hex.EncodeToString(sum[:6]))
}

// fix remembers since when each endpoint of the operator is told something.
func (h *Hooks) fix(ctx context.Context) error {
	for _, f := range h.o.Fixed {
		u, err := checkURL(f.URL, h.o.Private)
		if err != nil {
			return err
		}
		if err := CheckSecret(f.Secret); err != nil {
			return err
		}
		w := desk.Webhook{ID: FixedID(f.URL), Origin: origin(u), Kinds: kinds(f.Kinds)}
		if len(f.Kinds) == 0 {
			w.Kinds = everything()
		}
		since, err := h.since(ctx, name{hook: w.ID})
		if err != nil {
			return err
		}
		h.fixed[w.ID] = fixed{record: record{URL: f.URL, Secret: f.Secret, Webhook: w}, since: since}
	}
	return nil
}

func (h *Hooks) since(ctx context.Context, n name) (time.Time, error) {
	now, _ := h.o.Now().UTC().MarshalText() // it has no such year
	_, err := h.kv.Create(ctx, n.key(), now)
	if err == nil || errors.Is(err, jetstream.ErrKeyExists) {
		var e jetstream.KeyValueEntry
		if e, err = h.kv.Get(ctx, n.key()); err == nil {
			var t time.Time
			err = t.UnmarshalText(e.Value())
			return t, err
		}
	}
	return time.Time{}, unavailable("remember since when a webhook is told", err)
}

// follow keeps the endpoints up to date from now on.
func (h *Hooks) follow(ctx context.Context) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	h.stop = stop
	ready := make(chan struct{})
	go func() { h.watched <- h.watch(background, func() { close(ready) }) }()
	select {
	case <-ready:
		return nil
	case err := <-h.watched:
		stop()
		return unavailable("watch webhooks", err)
	case <-ctx.Done():
		stop()
		return unavailable("watch webhooks", ctx.Err())
	}
}

// Close stops watching for webhooks that other servers change.
func (h *Hooks) Close() error {
	h.stop()
	h.http.CloseIdleConnections()
	return <-h.watched
}

func (h *Hooks) watch(ctx context.Context, ready func()) error {
	w, err := h.kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Updates():
			switch {
			case !ok:
				return nil
			case e == nil:
				ready()
			default:
				h.take(e)
			}
		}
	}
}

func (h *Hooks) take(e jetstream.KeyValueEntry) {
	n, ok := parseName(e.Key())
	if !ok || n.gathering == "" {
		return
	}
	if e.Operation() != jetstream.KeyValuePut {
		h.change(func() { delete(h.known, n) })
		return
	}
	r, err := decodeRecord(e.Value())
	if err != nil {
		h.o.Log.Warn("a webhook cannot be read", "gathering", n.gathering, "webhook", n.hook, "err", err)
		return
	}
	r.revision = e.Revision()
	h.change(func() {
		if h.known[n].revision < r.revision {
			h.known[n] = r
		}
	})
}

func (h *Hooks) change(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f()
	close(h.changed)
	h.changed = make(chan struct{})
}

func (h *Hooks) record(n name) (record, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if n.gathering == "" {
		f, ok := h.fixed[n.hook]
		return f.record, ok
	}
	r, ok := h.known[n]
	return r, ok
}

// Endpoints implements process.Hooks.
func (h *Hooks) Endpoints(ctx context.Context) iter.Seq2[[]process.Endpoint, error] {
	return func(yield func([]process.Endpoint, error) bool) {
		for ctx.Err() == nil {
			set, changed := h.endpoints()
			if !yield(set, nil) {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
}

func (h *Hooks) endpoints() ([]process.Endpoint, <-chan struct{}) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var out []process.Endpoint
	for n, r := range maps.All(h.known) {
		out = append(out, process.Endpoint{Gathering: n.gathering, Hook: n.hook, Revision: r.revision, Paused: r.Webhook.Paused})
	}
	for id := range h.fixed {
		out = append(out, process.Endpoint{Hook: id})
	}
	return out, h.changed
}
