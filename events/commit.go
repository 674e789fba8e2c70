package events

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// MaxCommitBytes is the greatest size of an encoded commit, so that it fits an entry of a tiled
// transparency log (16-bit lengths).
//
// Source: C2SP tlog-tiles, "Log Entries".
const MaxCommitBytes = 1<<16 - 1

// CommitFormat is the version of the commit's own layout that this program writes.
const CommitFormat = 1

// Role says on whose authority a command is given.
type Role string

// The roles. System is the program itself (process managers, imports).
const (
	RoleOrganiser Role = "organiser"
	RoleJudge     Role = "judge"
	RoleCaptain   Role = "captain"
	RoleSpectator Role = "spectator"
	RoleSystem    Role = "system"
)

// Actor is who asked for something, as the server established it from the session or the
// connection's credentials; a client cannot choose it.
type Actor struct {
	Role   Role     `json:"role"`
	Person PersonID `json:"person,omitempty"` // empty: not known
	Group  GroupID  `json:"group,omitempty"`  // captains: the group of their table
	Table  TableID  `json:"table,omitempty"`  // captains: their table
}

// Command is what was asked, kept in the commit with what came of it.
type Command struct {
	ID    CommandID       `json:"id"`
	Type  string          `json:"type"` // "group.end-round.v1"
	Data  json.RawMessage `json:"data"`
	Actor Actor           `json:"actor"`
	// Device and N are the sender's own count of its commands: 1, 2, 3, … without a gap.
	// N is 0 for senders that do not count.
	Device DeviceID `json:"device,omitempty"`
	N      uint64   `json:"n,omitempty"`
	// Round is the round of the group that an entry of a table was made in, as its sender saw it; an
	// entry that arrives in another round is refused. 0: not said.
	Round int `json:"round,omitempty"`
	// Sig is the signature of [SignedText] by the key of the device, in standard base64; empty: the sender
	// has no key that the group knows.
	Sig string `json:"sig,omitempty"`
}

// Event is one recorded event in its stored form.
type Event struct {
	Type string          `json:"type"` // "lotr.enemy-destroyed.v1"
	Data json.RawMessage `json:"data"`
}

// Commit is what one command produced. At is the server's clock (UTC) when it was decided; order
// is by Version, never by At.
type Commit struct {
	Format  int       `json:"format"`
	Stream  StreamID  `json:"stream"`
	Version Version   `json:"version"`
	Prev    Hash      `json:"prev"` // hash of the previous commit of the stream; zero for the first
	At      time.Time `json:"at"`
	Command Command   `json:"command"`
	Events  []Event   `json:"events"` // at least one
}

// Hash is the Merkle leaf hash of a commit's stored bytes: SHA-256(0x00 || bytes).
//
// Source: RFC 6962, section 2.1.
type Hash [sha256.Size]byte

// HashOf returns the hash of a commit's stored bytes.
func HashOf(stored []byte) Hash {
	h := sha256.New()
	h.Write([]byte{0})
	h.Write(stored)
	var out Hash
	h.Sum(out[:0])
	return out
}

// IsZero reports whether h is the zero hash, which stands before the first commit of a stream.
func (h Hash) IsZero() bool { return h == Hash{} }

// String returns the hash in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes lower-case hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (h *Hash) UnmarshalText(b []byte) error {
	if len(b) != 2*sha256.Size {
		return fmt.Errorf("hash has %d characters, want %d", len(b), 2*sha256.Size)
	}
	_, err := hex.Decode(h[:], b)
	return err
}

// Head is the end of a stream as somebody knows it. The zero Head is an empty stream.
type Head struct {
	Version  Version
	Position Position // of the commit at Version
	Hash     Hash     // of the commit at Version
}

// Recorded is a commit as the log holds it.
type Recorded struct {
	Commit
	Position Position
	Raw      []byte // the stored bytes; read only
	Hash     Hash   // of Raw
}

// Head returns the head of the stream right after this commit.
func (r Recorded) Head() Head {
	return Head{Version: r.Version, Position: r.Position, Hash: r.Hash}
}

// Encode returns the bytes to store. It returns a [*SizeError] if they are more than
// [MaxCommitBytes] and an [*IDError] if an id is malformed.
func (c Commit) Encode() ([]byte, error) {
	if err := c.Stream.Validate(); err != nil {
		return nil, err
	}
	if err := c.Command.ID.Validate(); err != nil {
		return nil, err
	}
	if len(c.Events) == 0 {
		return nil, fmt.Errorf("commit %d of %s has no events", c.Version, c.Stream)
	}
	c.Format = CommitFormat
	c.At = c.At.UTC()
	b, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode commit %d of %s: %w", c.Version, c.Stream, err)
	}
	if len(b) > MaxCommitBytes {
		return nil, &SizeError{Stream: c.Stream, Bytes: len(b), Limit: MaxCommitBytes}
	}
	return b, nil
}

// DecodeCommit reads stored bytes. It returns a [*FormatError] if the commit was written by a newer
// program, and a plain error naming the field otherwise. Unknown fields are tolerated.
func DecodeCommit(stored []byte) (Commit, error) {
	if c, ok := readWritten(stored); ok {
		return c, nil
	}
	return decodeAny(stored)
}

// decodeAny is [DecodeCommit] for a commit written in any way.
func decodeAny(stored []byte) (Commit, error) {
	var c Commit
	if err := json.Unmarshal(stored, &c); err != nil {
		var only struct {
			Format int `json:"format"`
		}
		if json.Unmarshal(stored, &only) == nil && only.Format > CommitFormat {
			return Commit{}, &FormatError{Format: only.Format, Known: CommitFormat}
		}
		return Commit{}, fmt.Errorf("decode commit: %w", err)
	}
	if c.Format > CommitFormat {
		return Commit{}, &FormatError{Format: c.Format, Known: CommitFormat}
	}
	if c.Format < 1 || c.Version < 1 || len(c.Events) == 0 {
		return Commit{}, fmt.Errorf("decode commit: format %d, version %d, %d events: not a commit", c.Format, c.Version, len(c.Events))
	}
	if err := c.Stream.Validate(); err != nil {
		return Commit{}, fmt.Errorf("decode commit: %w", err)
	}
	if err := c.Command.ID.Validate(); err != nil {
		return Commit{}, fmt.Errorf("decode commit: %w", err)
	}
	if y := c.At.UTC().Year(); y < 0 || y > 9999 {
		return Commit{}, fmt.Errorf("decode commit: time %v cannot be written again", c.At)
	}
	return c, nil
}
