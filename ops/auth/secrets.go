package auth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// SecretsBucket is the key-value bucket of what every muster serve on one NATS must share.
const SecretsBucket = "muster_secrets"

const secretsKey = "keys.1"

// Secrets are made once, at the first start on a NATS, and never change.
type Secrets struct {
	CookieHash  []byte `json:"cookieHash"`  // 64 bytes, authenticates cookies
	CookieBlock []byte `json:"cookieBlock"` // 32 bytes, encrypts them
	Codes       []byte `json:"codes"`       // 32 bytes, derives join codes
	Organiser   string `json:"organiser"`   // the organiser's key, 20 characters in groups of 5
}

// OpenSecrets returns the secrets of a NATS; first says that they were made just now. Any number of
// programs may call it at the same moment: one of them makes the secrets, all get the same.
func OpenSecrets(ctx context.Context, js jetstream.JetStream, replicas int) (s Secrets, first bool, err error) {
	kv, err := openBucket(ctx, js, jetstream.KeyValueConfig{
		Bucket: SecretsBucket, Description: "keys that every muster serve shares", Replicas: replicas, Storage: jetstream.FileStorage,
	})
	if err != nil {
		return Secrets{}, false, err
	}
	mine := makeSecrets()
	b, err := json.Marshal(mine)
	if err != nil {
		return Secrets{}, false, fmt.Errorf("encode secrets: %w", err)
	}
	_, err = kv.Create(ctx, secretsKey, b)
	switch {
	case err == nil:
		return mine, true, nil
	case !errors.Is(err, jetstream.ErrKeyExists):
		return Secrets{}, false, unavailable("make the secrets", err)
	}
	s, err = readSecrets(ctx, kv)
	return s, false, err
}

func readSecrets(ctx context.Context, kv jetstream.KeyValue) (Secrets, error) {
	e, err := kv.GetRevision(ctx, secretsKey, 1)
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted) {
		e, err = kv.Get(ctx, secretsKey)
	}
	if err != nil {
		return Secrets{}, unavailable("read the secrets", err)
	}
	var s Secrets
	if err := json.Unmarshal(e.Value(), &s); err != nil {
		return Secrets{}, fmt.Errorf("the bucket %s does not hold what muster wrote: %w", SecretsBucket, err)
	}
	if len(s.CookieHash) != 64 || len(s.CookieBlock) != 32 || len(s.Codes) != 32 || s.Organiser == "" {
		return Secrets{}, fmt.Errorf("the bucket %s does not hold what muster wrote: a key is missing or too short", SecretsBucket)
	}
	return s, nil
}

func makeSecrets() Secrets {
	return Secrets{
		CookieHash: random(64), CookieBlock: random(32), Codes: random(32),
		Organiser: newKey(),
	}
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// newKey returns 100 random bits as 20 characters in groups of five.
func newKey() string {
	var out strings.Builder
	for i, b := range random(20) {
		if i > 0 && i%5 == 0 {
			out.WriteByte('-')
		}
		out.WriteByte(alphabet[b%32])
	}
	return out.String()
}

// openBucket returns the bucket of a configuration, making it if it is not there.
func openBucket(ctx context.Context, js jetstream.JetStream, cfg jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	if cfg.Replicas < 1 {
		cfg.Replicas = 1
	}
	kv, err := js.CreateKeyValue(ctx, cfg)
	if errors.Is(err, jetstream.ErrBucketExists) {
		kv, err = js.KeyValue(ctx, cfg.Bucket)
	}
	if err != nil {
		return nil, unavailable("open the bucket "+cfg.Bucket, err)
	}
	return kv, nil
}

func unavailable(op string, err error) error {
	return &events.UnavailableError{Op: op, Reason: "the NATS server does not answer as it should", Err: err}
}
