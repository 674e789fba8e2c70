package audit

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/mod/sumdb/note"

	"github.com/muster-events/muster/events"
)

// KeyBucket is the key-value bucket of the key that signs checkpoints, shared by every muster serve on
// one NATS.
const KeyBucket = "muster_audit"

const keyName = "seed.1"

// algEd25519 is the type of an Ed25519 key in a signed note.
//
// Source: C2SP signed-note, "Signatures".
const algEd25519 = 1

// Key signs the checkpoints of all gatherings of a NATS. It was made at the first start and never
// changes.
type Key struct{ private ed25519.PrivateKey }

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

// NewKey returns the key of a seed of 32 bytes.
func NewKey(seed []byte) Key { return Key{ed25519.NewKeyFromSeed(seed)} }

// Origin is the name of a gathering's log, the first line of its checkpoints. It is the same on
// whatever address the server is reached.
func Origin(g events.GatheringID) string { return "muster/gatherings/" + string(g) }

// GatheringOf returns the gathering that an origin names.
func GatheringOf(origin string) (events.GatheringID, error) {
	const prefix = "muster/gatherings/"
	if len(origin) <= len(prefix) || origin[:len(prefix)] != prefix {
		return "", fmt.Errorf("the origin %q is not that of a gathering: %sID was expected", origin, prefix)
	}
	g := events.GatheringID(origin[len(prefix):])
	return g, g.Validate()
}

// public is the public half as a note writes it.
func (k Key) public() []byte {
	pub, _ := k.private.Public().(ed25519.PublicKey)
	return append([]byte{algEd25519}, pub...)
}

// Fingerprint names the public half in 16 characters, whatever the gathering.
func (k Key) Fingerprint() string { return short(sha256.Sum256(k.public())) }

// VKey is the public half as the verifier key of a gathering's log, in one line.
//
// Source: C2SP signed-note, "Verifier keys".
func (k Key) VKey(g events.GatheringID) string {
	return fmt.Sprintf("%s+%08x+%s", Origin(g), k.hash(Origin(g)), base64.StdEncoding.EncodeToString(k.public()))
}

// Signer signs the checkpoints of a gathering; it implements note.Signer.
func (k Key) Signer(g events.GatheringID) note.Signer { return signer{k, Origin(g)} }

// hash is the number by which a signature names its key.
//
// Source: C2SP signed-note, "Signatures".
func (k Key) hash(name string) uint32 {
	sum := sha256.Sum256(append([]byte(name+"\n"), k.public()...))
	return binary.BigEndian.Uint32(sum[:4])
}

type signer struct {
	key  Key
	name string
}

func (s signer) Name() string    { return s.name }
func (s signer) KeyHash() uint32 { return s.key.hash(s.name) }
func (s signer) Sign(msg []byte) ([]byte, error) {
	return ed25519.Sign(s.key.private, msg), nil
}
