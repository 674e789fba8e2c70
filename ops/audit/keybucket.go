//go:build !js

package audit

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// KeyBucket is the key-value bucket of the key that signs checkpoints, shared by every muster serve on
// one NATS.
const KeyBucket = "muster_audit"

const keyName = "seed.1"

// OpenKey returns the key of a NATS; first says that it was made just now. Any number of programs may
// call it at the same moment: one makes the key, all get the same. Errors: *events.UnavailableError.
func OpenKey(ctx context.Context, js jetstream.JetStream, replicas int) (k Key, first bool, err error) {
	cfg := jetstream.KeyValueConfig{
		Bucket: KeyBucket, Description: "the key that signs checkpoints", Replicas: max(replicas, 1), Storage: jetstream.FileStorage,
	}
	kv, err := js.CreateKeyValue(ctx, cfg)
	if errors.Is(err, jetstream.ErrBucketExists) {
		kv, err = js.KeyValue(ctx, KeyBucket)
	}
	if err != nil {
		return Key{}, false, unavailable("open the bucket "+KeyBucket, err)
	}
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	_, err = kv.Create(ctx, keyName, seed)
	switch {
	case err == nil:
		return NewKey(seed), true, nil
	case !errors.Is(err, jetstream.ErrKeyExists):
		return Key{}, false, unavailable("make the signing key", err)
	}
	e, err := kv.Get(ctx, keyName)
	if err != nil {
		return Key{}, false, unavailable("read the signing key", err)
	}
	if len(e.Value()) != ed25519.SeedSize {
		return Key{}, false, fmt.Errorf("the bucket %s does not hold what muster wrote: the signing key has %d bytes, not %d", KeyBucket, len(e.Value()), ed25519.SeedSize)
	}
	return NewKey(e.Value()), false, nil
}

func unavailable(op string, err error) error {
	return &events.UnavailableError{Op: op, Reason: "the NATS server does not answer as it should", Err: err}
}
