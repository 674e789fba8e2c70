package events

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
)

// signedAs stands before everything that a device signs, so that no signature of something else is one of
// a command.
const signedAs = "muster command v1"

// SignedText returns what a device signs of a command to a stream: a line each for what it is, the stream,
// the command's id, the device, its count, the round and the type, and then the data as the log holds it,
// without an end of line:
//
//	muster command v1
//	spring/g/red
//	01938a5e-7c3f-7b2a-9d4e-0123456789ab
//	phone-7
//	12
//	3
//	lotr.change-threat.v1
//	{"table":"t1","by":1}
//
// Data in the log is compact JSON with <, >, &, U+2028 and U+2029 inside of texts written as \u003c, \u003e,
// \u0026, \u2028 and \u2029; everything else is as it was sent. Data that is no JSON goes in as it is: no
// command has such.
func SignedText(stream StreamID, c Command) []byte {
	data, err := json.Marshal(c.Data)
	if err != nil {
		data = c.Data
	}
	head := fmt.Sprintf("%s\n%s\n%s\n%s\n%s\n%d\n%s\n", signedAs, stream, c.ID, c.Device, strconv.FormatUint(c.N, 10), c.Round, c.Type)
	return append([]byte(head), data...)
}

// Signed returns the command with the signature of a device's key, for the stream it will be sent to.
func (c Command) Signed(stream StreamID, key ed25519.PrivateKey) Command {
	c.Sig = base64.StdEncoding.EncodeToString(ed25519.Sign(key, SignedText(stream, c)))
	return c
}

// CheckKey returns an error that says what is wrong with the public key of a device; it has to be the
// standard base64, with padding, of the 32 bytes of an Ed25519 key.
func CheckKey(key string) error {
	if _, err := exact(key, ed25519.PublicKeySize); err != nil {
		return fmt.Errorf("the key %q is none: %w", clip(key, 60), err)
	}
	return nil
}

// Verify reports whether sig is the signature of a text by the public key of a device, both in standard
// base64; what is malformed is none.
//
// Source: RFC 8032, section 5.1.7.
func Verify(key, sig string, text []byte) bool {
	k, err := exact(key, ed25519.PublicKeySize)
	if err != nil {
		return false
	}
	s, err := exact(sig, ed25519.SignatureSize)
	return err == nil && ed25519.Verify(k, text, s)
}

// exact decodes standard base64 of n bytes; each value has one way to be written.
func exact(s string, n int) ([]byte, error) {
	if len(s) != base64.StdEncoding.EncodedLen(n) {
		return nil, fmt.Errorf("it has %d characters; %d bytes in base64 have %d", len(s), n, base64.StdEncoding.EncodedLen(n))
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is not standard base64: %w", err)
	case len(b) != n:
		return nil, fmt.Errorf("it has %d bytes, not %d", len(b), n)
	}
	return b, nil
}

// KeyFingerprint returns the public key of a device in short, for people to compare: the first eight bytes of
// its SHA-256 in hexadecimal, "3f9a 01c2 77b0 12ef". A malformed key has the fingerprint "none".
func KeyFingerprint(key string) string {
	k, err := exact(key, ed25519.PublicKeySize)
	if err != nil {
		return "none"
	}
	sum := sha256.Sum256(k)
	h := hex.EncodeToString(sum[:8])
	return h[:4] + " " + h[4:8] + " " + h[8:12] + " " + h[12:]
}
