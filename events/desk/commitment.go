package desk

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/muster-events/muster/events"
)

// Commit returns what the log holds of a person instead of name and contact: SHA-256 over salt, name and
// contact, each preceded by its length in bytes as eight bytes, big end first.
func Commit(salt []byte, name, contact string) events.Hash {
	h := sha256.New()
	for _, part := range [][]byte{salt, []byte(name), []byte(contact)} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		h.Write(part)
	}
	var out events.Hash
	h.Sum(out[:0])
	return out
}
