package people

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Bucket is the key-value bucket of the records; keys are "<gathering>.<person>", and that with ".next" for a
// correction of it that is under way. It is a stream of our own
// making: what a client library makes for a bucket lets no message be erased, and a purge leaves its bytes in
// the stream's file until the server happens to write that anew.
const Bucket = "muster_names"

// earlier is the bucket of the records of data directories that were made before names could be erased from
// the file. It is emptied into [Bucket] and deleted with its files.
const earlier = "muster_people"

// dedupe is how long the server tells a message that is sent twice; buckets have two minutes everywhere.
const dedupe = 2 * time.Minute

// bucket is the key-value store of the records, and the stream behind it.
type bucket struct {
	jetstream.KeyValue
	stream jetstream.Stream
}

func openBucket(ctx context.Context, js jetstream.JetStream, replicas int) (bucket, error) {
	name := "KV_" + Bucket
	s, err := js.CreateStream(ctx, jetstream.StreamConfig{
		Name: name, Description: "names, contacts and salts of people", Subjects: []string{"$KV." + Bucket + ".>"},
		MaxMsgsPerSubject: 1, MaxBytes: -1, MaxMsgSize: -1, MaxMsgs: -1, MaxConsumers: -1,
		Discard: jetstream.DiscardNew, AllowRollup: true, AllowDirect: true, Duplicates: dedupe,
		Replicas: max(replicas, 1), Storage: jetstream.FileStorage,
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		s, err = js.Stream(ctx, name)
	}
	if err != nil {
		return bucket{}, err
	}
	kv, err := js.KeyValue(ctx, Bucket)
	if err != nil {
		return bucket{}, err
	}
	b := bucket{kv, s}
	return b, b.takeOver(ctx, js)
}

// takeOver moves the records of an earlier bucket here. It may be cut off and done again.
func (b bucket) takeOver(ctx context.Context, js jetstream.JetStream) error {
	old, err := js.KeyValue(ctx, earlier)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	keys, err := old.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return err
	}
	for _, k := range keys {
		e, err := old.Get(ctx, k)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := b.Create(ctx, k, e.Value()); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
	}
	return js.DeleteKeyValue(ctx, earlier)
}

// eraseKept is erase for what may not be there, in which case nothing is written.
func (b bucket) eraseKept(ctx context.Context, key string) error {
	if _, err := b.Get(ctx, key); errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	return b.erase(ctx, key)
}

// erase overwrites a record in the stream's file and tells everybody that it is gone. It may be called again.
func (b bucket) erase(ctx context.Context, key string) error {
	e, err := b.Get(ctx, key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound): // overwritten already; perhaps nobody was told
	case err != nil:
		return err
	default:
		if err := b.stream.SecureDeleteMsg(ctx, e.Revision()); err != nil {
			return fmt.Errorf("overwrite revision %d: %w", e.Revision(), err)
		}
	}
	return b.Purge(ctx, key)
}
