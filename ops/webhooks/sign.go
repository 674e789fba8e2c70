package webhooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Headers of a message.
//
// Source: Standard Webhooks 1.0.0, "Webhook headers".
const (
	HeaderID        = "webhook-id"
	HeaderTimestamp = "webhook-timestamp"
	HeaderSignature = "webhook-signature"
)

// SecretPrefix begins every secret; its bytes follow in base64.
const SecretPrefix = "whsec_"

// Lengths of a secret in bytes.
//
// Source: Standard Webhooks 1.0.0, "Signature scheme".
const (
	secretLen   = 32
	leastSecret = 24
	mostSecret  = 64
)

// NewSecret makes a secret of 32 random bytes.
func NewSecret() string {
	b := make([]byte, secretLen)
	_, _ = rand.Read(b) // never fails
	return SecretPrefix + base64.StdEncoding.EncodeToString(b)
}

// CheckSecret says what is wrong with a secret; nil: nothing.
func CheckSecret(secret string) error {
	_, err := secretBytes(secret)
	return err
}

func secretBytes(secret string) ([]byte, error) {
	rest, ok := strings.CutPrefix(secret, SecretPrefix)
	b, err := base64.StdEncoding.DecodeString(rest)
	if !ok || err != nil || len(b) < leastSecret || len(b) > mostSecret {
		return nil, errors.New("a secret is " + SecretPrefix + " and 24 to 64 bytes in base64, as `openssl rand -base64 32` writes them")
	}
	return b, nil
}

// Sign returns the signatures of a message by each secret, as they are sent: "v1," and the HMAC-SHA256 of
// id, time and body in base64, one for each secret with a space between. Secrets that are none sign
// nothing.
//
// Source: Standard Webhooks 1.0.0, "Signature scheme".
func Sign(id string, at time.Time, body []byte, secrets ...string) string {
	var out []string
	for _, s := range secrets {
		key, err := secretBytes(s)
		if err != nil {
			continue
		}
		h := hmac.New(sha256.New, key)
		h.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		h.Write(body)
		out = append(out, "v1,"+base64.StdEncoding.EncodeToString(h.Sum(nil)))
	}
	return strings.Join(out, " ")
}
