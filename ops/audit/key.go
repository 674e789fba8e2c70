package audit

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/muster-events/muster/events"
)

// algEd25519 is the type of an Ed25519 key in a signed note.
//
// Source: C2SP signed-note, "Signatures".
const algEd25519 = 1

// Key signs the checkpoints of all gatherings of a NATS. It was made at the first start and never
// changes.
type Key struct{ private ed25519.PrivateKey }

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

// PublicKey is the public half of a server's key. It checks the checkpoints of all its gatherings.
type PublicKey struct{ bytes []byte } // with its kind in front

// installation is the name in the verifier key of a server as a whole.
const installation = "muster"

// PublicKey returns the public half.
func (k Key) PublicKey() PublicKey { return PublicKey{k.public()} }

// ParsePublicKey reads a server's verifier key, or that of one of its gatherings.
func ParsePublicKey(vkey string) (PublicKey, error) {
	if _, err := note.NewVerifier(vkey); err != nil {
		return PublicKey{}, fmt.Errorf("the key %q is not a verifier key as muster serve prints it: %w", vkey, err)
	}
	parts := strings.SplitN(vkey, "+", 3)
	b, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return PublicKey{}, err
	}
	return PublicKey{b}, nil
}

// String is the verifier key of the server as a whole, in one line.
func (p PublicKey) String() string { return vkeyOf(installation, p.bytes) }

// Named is the verifier key under a name of its own.
func (p PublicKey) Named(name string) string { return vkeyOf(name, p.bytes) }

// VKey is the verifier key of one gathering's log.
func (p PublicKey) VKey(g events.GatheringID) string { return vkeyOf(Origin(g), p.bytes) }

// vkeyOf writes a verifier key.
//
// Source: C2SP signed-note, "Verifier keys".
func vkeyOf(name string, public []byte) string {
	return fmt.Sprintf("%s+%08x+%s", name, keyHash(name, public), base64.StdEncoding.EncodeToString(public))
}

// keyHash is the number by which a signature names its key.
//
// Source: C2SP signed-note, "Signatures".
func keyHash(name string, public []byte) uint32 {
	sum := sha256.Sum256(append([]byte(name+"\n"), public...))
	return binary.BigEndian.Uint32(sum[:4])
}

// Fingerprint names the public half in 16 characters, whatever the gathering.
func (k Key) Fingerprint() string { return short(sha256.Sum256(k.public())) }

// VKey is the public half as the verifier key of a gathering's log, in one line.
func (k Key) VKey(g events.GatheringID) string { return k.PublicKey().VKey(g) }

// Signer signs the checkpoints of a gathering; it implements note.Signer.
func (k Key) Signer(g events.GatheringID) note.Signer { return signer{k, Origin(g)} }

type signer struct {
	key  Key
	name string
}

func (s signer) Name() string    { return s.name }
func (s signer) KeyHash() uint32 { return keyHash(s.name, s.key.public()) }
func (s signer) Sign(msg []byte) ([]byte, error) {
	return ed25519.Sign(s.key.private, msg), nil
}
