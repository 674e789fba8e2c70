package audit

import (
	"encoding/base32"
	"fmt"
	"strconv"
	"strings"

	f "github.com/transparency-dev/formats/log"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
)

// MaxCheckpointBytes bounds a checkpoint with all its signatures.
const MaxCheckpointBytes = 16 << 10

// Checkpoint is a signed head of a gathering's tree: who holds it can be shown no other history of the
// first Size commits.
type Checkpoint struct {
	Gathering events.GatheringID
	Size      events.Position // of the tree: the position of its last commit; from 0
	Root      tlog.Hash
	Note      []byte // as signed, with every signature that was checked or not
}

// Sign makes the checkpoint of a tree.
func (k Key) Sign(g events.GatheringID, size events.Position, root tlog.Hash) (Checkpoint, error) {
	body := f.Checkpoint{Origin: Origin(g), Size: uint64(size), Hash: root[:]}.Marshal()
	signed, err := note.Sign(&note.Note{Text: string(body)}, k.Signer(g))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("sign the checkpoint of %s at %d: %w", g, size, err)
	}
	return Checkpoint{Gathering: g, Size: size, Root: root, Note: signed}, nil
}

// OpenCheckpoint reads a checkpoint and checks the signature of its log's key, given as its verifier key.
// The name of the key must be the origin; the key of a server as a whole opens those of all its gatherings.
func OpenCheckpoint(signed []byte, vkey string) (Checkpoint, error) {
	if len(signed) > MaxCheckpointBytes {
		return Checkpoint{}, fmt.Errorf("the checkpoint has %d bytes; at most %d are allowed", len(signed), MaxCheckpointBytes)
	}
	v, err := note.NewVerifier(vkey)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("the key %q is not a verifier key of a signed note: %w", vkey, err)
	}
	if v.Name() == installation {
		if v, err = ofGathering(signed, vkey); err != nil {
			return Checkpoint{}, err
		}
	}
	got, rest, _, err := f.ParseCheckpoint(signed, v.Name(), v)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("the checkpoint is not one that %s has signed: %w", v.Name(), err)
	}
	return checkpointOf(got, rest, signed)
}

// ofGathering returns the verifier of the gathering that a checkpoint says it is of, by a server's key.
func ofGathering(signed []byte, vkey string) (note.Verifier, error) {
	origin, _, _ := strings.Cut(string(signed), "\n")
	g, err := GatheringOf(origin)
	if err != nil {
		return nil, err
	}
	k, err := ParsePublicKey(vkey)
	if err != nil {
		return nil, err
	}
	return note.NewVerifier(k.VKey(g))
}

func checkpointOf(got *f.Checkpoint, rest, signed []byte) (Checkpoint, error) {
	g, err := GatheringOf(got.Origin)
	if err != nil {
		return Checkpoint{}, err
	}
	if len(rest) > 0 || len(got.Hash) != tlog.HashSize || got.Size > 1<<62 {
		return Checkpoint{}, fmt.Errorf("the checkpoint of %s is malformed: origin, size and a root of %d bytes were expected", g, tlog.HashSize)
	}
	return Checkpoint{Gathering: g, Size: events.Position(got.Size), Root: tlog.Hash(got.Hash), Note: signed}, nil
}

// Fingerprint is what a wall shows of a checkpoint: the size, and the first 80 bits of the root in 16
// characters, "1234 K7QF-2M9X-A0BC-DEFG". Two histories that differ have different ones, as far as
// anybody can compute.
func (c Checkpoint) Fingerprint() string { return fmt.Sprintf("%d %s", c.Size, short(c.Root)) }

// Matches reports whether a fingerprint that somebody wrote down or typed is this checkpoint's. Case,
// spaces and dashes do not matter, nor does O for 0, or I and L for 1.
func (c Checkpoint) Matches(fingerprint string) bool {
	return plain(fingerprint) == plain(c.Fingerprint())
}

func plain(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(strings.TrimSpace(s)))
}

// crockford is an alphabet without letters that are read for others.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// short writes the first 80 bits of a hash in groups of four characters.
func short(h [32]byte) string {
	s := crockford.EncodeToString(h[:10])
	return s[0:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:16]
}

// SizeOf returns the size that a fingerprint begins with.
func SizeOf(fingerprint string) (events.Position, error) {
	s := plain(fingerprint)
	if len(s) <= 16 {
		return 0, fmt.Errorf("%q is not a fingerprint: a number and 16 characters were expected, as in 1234 K7QF-2M9X-A0BC-DEFG", fingerprint)
	}
	n, err := strconv.ParseUint(s[:len(s)-16], 10, 62)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is not a fingerprint: it does not begin with the number of commits", fingerprint)
	}
	return events.Position(n), nil
}
