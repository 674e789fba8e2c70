package bundle

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"maps"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
)

// Source is where a bundle's content comes from.
type Source struct {
	// Commits yields the commits of the gathering from position 1 on, in order.
	Commits iter.Seq2[events.Recorded, error]
	Log     store.Loader    // the same commits, stream by stream
	Hashes  tlog.HashReader // of their tree
	Catalog *events.Catalogue
	// Checkpoints are signed heads of the tree with rising sizes; the last one's size is where the
	// bundle ends. There is at least one.
	Checkpoints []audit.Checkpoint
	LogKey      string   // verifier key of the log
	Witnesses   []string // verifier keys of witnesses
	People      []Person // nil: the bundle holds no names
	Version     string   // of the program
}

// Write writes a bundle and returns its manifest. It holds one commit in memory at a time, beside the
// state of one stream. Errors: those of the source and of w; what was written then is no bundle.
func Write(ctx context.Context, s Source, w io.Writer) (Manifest, error) {
	if len(s.Checkpoints) == 0 {
		return Manifest{}, errors.New("write a bundle: there is no checkpoint that it could end at")
	}
	last := s.Checkpoints[len(s.Checkpoints)-1]
	m := Manifest{
		Format: Format, Muster: s.Version, Gathering: last.Gathering, Origin: audit.Origin(last.Gathering),
		Commits: last.Size, Witnesses: len(s.Witnesses), People: s.People != nil,
	}
	for _, c := range s.Checkpoints[:len(s.Checkpoints)-1] {
		m.Checkpoints = append(m.Checkpoints, c.Size)
	}
	if err := m.check(); err != nil {
		return m, fmt.Errorf("write a bundle: %w", err)
	}
	sum := &digest{w: w, h: sha256.New()}
	z := &archive{Writer: zip.NewWriter(sum)}
	streams, err := s.commits(ctx, z, &m)
	if err != nil {
		return m, err
	}
	summary, err := s.summary(ctx, streams, last.Size)
	if err != nil {
		return m, err
	}
	m.Streams, m.Engines = len(streams), enginesOf(summary)
	if err := s.rest(z, m, summary); err != nil {
		return m, err
	}
	return m, z.finish(sum)
}

// commits writes commits.jsonl and returns the streams that it holds, sorted.
func (s Source) commits(ctx context.Context, z *archive, m *Manifest) ([]events.StreamID, error) {
	out, err := z.member(commitsName)
	if err != nil {
		return nil, err
	}
	seen := map[events.StreamID]bool{}
	at := events.Position(0)
	for r, err := range s.Commits {
		switch {
		case err != nil:
			return nil, fmt.Errorf("write a bundle: %w", err)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case r.Position != at+1:
			return nil, fmt.Errorf("write a bundle: commit %d was expected, not %d", at+1, r.Position)
		}
		at = r.Position
		seen[r.Stream] = true
		m.Events += uint64(len(r.Events))
		if _, err := out.Write(append(slices.Clip(r.Raw), '\n')); err != nil {
			return nil, err
		}
		if at == m.Commits {
			break
		}
	}
	if at != m.Commits {
		return nil, fmt.Errorf("write a bundle: the checkpoint is of %d commits, the log holds %d", m.Commits, at)
	}
	ids := slices.Collect(maps.Keys(seen))
	slices.SortFunc(ids, func(a, b events.StreamID) int { return compareStreams(a, b) })
	return ids, nil
}

// rest writes every member but the commits.
func (s Source) rest(z *archive, m Manifest, summary []Summary) error {
	for t := range audit.Tiles(int64(m.Commits)) {
		b, err := audit.ReadTile(t, s.Hashes)
		if err != nil {
			return fmt.Errorf("write a bundle: %w", err)
		}
		if err := z.put(t.Path(), b); err != nil {
			return err
		}
	}
	for i, c := range s.Checkpoints {
		name := oldCheckpoint(c.Size)
		if i == len(s.Checkpoints)-1 {
			name = checkpointName
		}
		if err := z.put(name, c.Note); err != nil {
			return err
		}
	}
	if err := z.put(logKeyName, []byte(s.LogKey+"\n")); err != nil {
		return err
	}
	for i, k := range s.Witnesses {
		if err := z.put(witnessKey(i+1), []byte(k+"\n")); err != nil {
			return err
		}
	}
	if s.People != nil {
		if err := z.putJSON(peopleName, s.People); err != nil {
			return err
		}
	}
	return errors.Join(z.putJSON(summaryName, summary), z.putJSON(manifestName, m))
}

// archive writes members that have nothing but a name and content: no times, no rights.
type archive struct{ *zip.Writer }

func (z *archive) member(name string) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
}

func (z *archive) put(name string, b []byte) error {
	w, err := z.member(name)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func (z *archive) putJSON(name string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return z.put(name, append(b, '\n'))
}

// finish closes the archive with the digest of its own bytes as comment.
func (z *archive) finish(d *digest) error {
	if err := z.SetComment(commentMark + string(make([]byte, 2*sha256.Size))); err != nil {
		return err
	}
	d.hold = endLen + commentLen
	if err := z.Close(); err != nil {
		return err
	}
	return d.finish()
}

// digest passes on what is written and hashes it, but for a tail of hold bytes that it keeps back.
type digest struct {
	w    io.Writer
	h    hash.Hash
	hold int
	tail []byte
}

// Write implements io.Writer.
func (d *digest) Write(p []byte) (int, error) {
	d.tail = append(d.tail, p...)
	if over := len(d.tail) - d.hold; over > 0 {
		d.h.Write(d.tail[:over])
		if _, err := d.w.Write(d.tail[:over]); err != nil {
			return 0, err
		}
		d.tail = append(d.tail[:0], d.tail[over:]...)
	}
	return len(p), nil
}

// finish writes the tail with the digest in its comment.
func (d *digest) finish() error {
	d.h.Write(d.tail[:endLen-2])
	copy(d.tail[endLen:], commentMark+hex.EncodeToString(d.h.Sum(nil)))
	_, err := d.w.Write(d.tail)
	return err
}
