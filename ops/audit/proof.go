package audit

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/transparency-dev/formats/proof"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
)

// maxProofHashes bounds a proof: more than any tree needs.
const maxProofHashes = 63

// ProveCommit returns the proof that a commit is in the log of a checkpoint, as a file that needs nothing
// else to be checked but the log's key: it holds the checkpoint and the commit's stored bytes.
//
// Source: C2SP tlog-proof; RFC 6962, section 2.1.1.
func ProveCommit(c Checkpoint, at events.Position, stored []byte, hashes tlog.HashReader) ([]byte, error) {
	if at < 1 || at > c.Size {
		return nil, fmt.Errorf("the checkpoint covers commits 1 to %d; %d is not among them", c.Size, at)
	}
	p, err := tlog.ProveRecord(int64(c.Size), int64(at-1), hashes)
	if err != nil {
		return nil, fmt.Errorf("prove commit %d: %w", at, err)
	}
	out := proof.TLogProof{Index: uint64(at - 1), Checkpoint: c.Note, ExtraData: stored}
	for _, h := range p {
		out.Hashes = append(out.Hashes, h)
	}
	return out.Marshal(), nil
}

// Proven is what a proof of a commit proves.
type Proven struct {
	Checkpoint Checkpoint
	At         events.Position // of the commit
	Stored     []byte          // its bytes
}

// CheckCommit checks a file of [ProveCommit] with the verifier key of the log.
func CheckCommit(file []byte, vkey string) (Proven, error) {
	var p proof.TLogProof
	if len(file) > 2*events.MaxCommitBytes+MaxCheckpointBytes {
		return Proven{}, fmt.Errorf("the file has %d bytes; no proof of a commit is that long", len(file))
	}
	if err := p.Unmarshal(file); err != nil {
		return Proven{}, fmt.Errorf("the file is no proof of a commit: %w", err)
	}
	c, err := OpenCheckpoint(p.Checkpoint, vkey)
	if err != nil {
		return Proven{}, err
	}
	if p.Index >= uint64(c.Size) || len(p.Hashes) > maxProofHashes || len(p.ExtraData) == 0 {
		return Proven{}, fmt.Errorf("the proof is of commit %d, the checkpoint is of %d commits", p.Index+1, c.Size)
	}
	var hashes tlog.RecordProof
	for _, h := range p.Hashes {
		hashes = append(hashes, h)
	}
	at := events.Position(p.Index + 1)
	if err := tlog.CheckRecord(hashes, int64(c.Size), c.Root, int64(p.Index), tlog.Hash(events.HashOf(p.ExtraData))); err != nil {
		return Proven{}, fmt.Errorf("the commit in the file is not commit %d of the log that was signed (%s)", at, c.Fingerprint())
	}
	return Proven{Checkpoint: c, At: at, Stored: p.ExtraData}, nil
}

// Extension says that a log only grew between two checkpoints: it is what a witness is sent, and what
// `muster prove` writes.
//
// Source: C2SP tlog-witness, "add-checkpoint".
type Extension struct {
	Old    events.Position // size of the older checkpoint
	Hashes tlog.TreeProof
	New    []byte // the newer checkpoint, as signed
}

// ProveExtension returns the proof that a log of old commits is a prefix of that of a checkpoint.
func ProveExtension(old events.Position, c Checkpoint, hashes tlog.HashReader) (Extension, error) {
	out := Extension{Old: old, New: c.Note}
	switch {
	case old > c.Size:
		return Extension{}, fmt.Errorf("the older checkpoint covers %d commits, the newer one only %d: give them the other way round", old, c.Size)
	case old == 0 || old == c.Size:
		return out, nil
	}
	p, err := tlog.ProveTree(int64(c.Size), int64(old), hashes)
	if err != nil {
		return Extension{}, fmt.Errorf("prove that %d commits are a prefix of %d: %w", old, c.Size, err)
	}
	out.Hashes = p
	return out, nil
}

// Marshal writes the extension: the old size, the hashes, an empty line, the newer checkpoint.
func (e Extension) Marshal() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "old %d\n", e.Old)
	for _, h := range e.Hashes {
		fmt.Fprintln(&b, base64.StdEncoding.EncodeToString(h[:]))
	}
	b.WriteByte('\n')
	b.Write(e.New)
	return b.Bytes()
}

// ReadExtension reads what Marshal wrote. Nothing of it is checked.
func ReadExtension(file []byte) (Extension, error) {
	head, signed, ok := bytes.Cut(file, []byte("\n\n"))
	if !ok || len(file) > MaxCheckpointBytes+maxProofHashes*64 {
		return Extension{}, errors.New("this is no proof of an extension: an old size, hashes, an empty line and a checkpoint were expected")
	}
	lines := strings.Split(string(head), "\n")
	words, ok := strings.CutPrefix(lines[0], "old ")
	size, err := strconv.ParseUint(words, 10, 62)
	if !ok || err != nil || len(lines) > maxProofHashes+1 {
		return Extension{}, fmt.Errorf("this is no proof of an extension: it begins with %.40q, not with the old size", lines[0])
	}
	out := Extension{Old: events.Position(size), New: signed}
	for _, l := range lines[1:] {
		b, err := base64.StdEncoding.DecodeString(l)
		if err != nil || len(b) != tlog.HashSize {
			return Extension{}, fmt.Errorf("%.60q is not a hash", l)
		}
		out.Hashes = append(out.Hashes, tlog.Hash(b))
	}
	return out, nil
}

// Check checks that the log of a newer checkpoint begins with that of an older one.
func (e Extension) Check(older, newer Checkpoint) error {
	switch {
	case older.Gathering != newer.Gathering:
		return fmt.Errorf("the checkpoints are of two gatherings, %s and %s", older.Gathering, newer.Gathering)
	case e.Old != older.Size:
		return fmt.Errorf("the proof is for a log of %d commits, the older checkpoint is of %d", e.Old, older.Size)
	case older.Size == newer.Size && older.Root == newer.Root && len(e.Hashes) == 0:
		return nil
	case older.Size > 0 && older.Size < newer.Size && tlog.CheckTree(e.Hashes, int64(newer.Size), newer.Root, int64(older.Size), older.Root) == nil:
		return nil
	}
	return fmt.Errorf("%s is not shown to be an earlier state of the log of %s: two histories, or the wrong proof", older.Fingerprint(), newer.Fingerprint())
}
