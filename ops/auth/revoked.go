package auth

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// RevokedBucket is the key-value bucket of the sessions that were ended before they went idle.
const RevokedBucket = "muster_sessions_ended"

// revoked knows which sessions were ended, at whichever server. An id is kept for as long as its
// cookie could still be taken for valid.
type revoked struct {
	kv  jetstream.KeyValue
	now func() time.Time
	log *slog.Logger

	mu  sync.RWMutex // guards the two below
	ids map[string]time.Time
	due time.Time // when old ids are thrown out next
}

func openRevoked(ctx context.Context, js jetstream.JetStream, o Options) (*revoked, error) {
	kv, err := openBucket(ctx, js, jetstream.KeyValueConfig{
		Bucket: RevokedBucket, Description: "sessions that were ended", Replicas: o.Replicas,
		Storage: jetstream.FileStorage, TTL: revokedFor,
	})
	if err != nil {
		return nil, err
	}
	return &revoked{kv: kv, now: o.Now, log: o.Log, ids: map[string]time.Time{}}, nil
}

// watch keeps the ids up to date until ctx ends. ready is called once those of before are known.
func (r *revoked) watch(ctx context.Context, ready func()) error {
	w, err := r.kv.WatchAll(ctx)
	if err != nil {
		return fmt.Errorf("watch ended sessions: %w", err)
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
			case e.Operation() == jetstream.KeyValuePut:
				r.add(e.Key())
			}
		}
	}
}

func (r *revoked) add(id string) {
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ids[id] = now
	if now.Before(r.due) {
		return
	}
	r.due = now.Add(time.Hour)
	for id, at := range r.ids {
		if now.Sub(at) > revokedFor {
			delete(r.ids, id)
		}
	}
}

// end ends a session everywhere. It takes effect here at once, and elsewhere when the bucket's
// change arrives.
func (r *revoked) end(ctx context.Context, id string) {
	if id == "" {
		return
	}
	r.add(id)
	if _, err := r.kv.Put(ctx, id, nil); err != nil {
		r.log.Warn("a session was ended here only, other servers do not know", "err", err)
	}
}

func (r *revoked) has(id string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, ok := r.ids[id]
	return ok
}
