package transfer

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
)

// Format is the version of the file's layout that this program writes.
const Format = 1

// maxLine bounds a line: a commit with room for a header of a later version.
const maxLine = events.MaxCommitBytes + 4096

const (
	markHeader  = "gathering"
	markTrailer = "end"
)

// header is the first line of a file.
type header struct {
	Muster    string             `json:"muster"` // markHeader
	Format    int                `json:"format"`
	Gathering events.GatheringID `json:"gathering"`
}

// trailer is the last line of a file.
type trailer struct {
	Muster  string `json:"muster"` // markTrailer
	Commits uint64 `json:"commits"`
	Root    string `json:"root"` // Merkle tree hash of the commits, hexadecimal
}

// Summary says what a file holds.
type Summary struct {
	Gathering events.GatheringID
	Commits   uint64
	Root      string // Merkle tree hash, hexadecimal
	Events    uint64
}

// A FileError says what is wrong with a file and where.
type FileError struct {
	Line    int // from 1
	Problem string
}

// Error names the line.
func (e *FileError) Error() string { return fmt.Sprintf("line %d of the file: %s", e.Line, e.Problem) }

// rootOf returns the root of a whole tree in hexadecimal.
func rootOf(t *audit.Tree) (string, error) {
	h, err := t.Root(t.Size())
	return hex.EncodeToString(h[:]), err
}

// reader reads a file line by line and checks it as it goes.
type reader struct {
	in    *bufio.Scanner
	line  int
	head  header
	chain *store.Chain
	tree  audit.Tree
	seen  map[string]bool // "stream id" of every command
	sum   Summary
}

func newReader(in io.Reader) (*reader, error) {
	r := &reader{in: bufio.NewScanner(in), seen: map[string]bool{}}
	r.in.Buffer(make([]byte, 0, 64<<10), maxLine)
	b, err := r.next()
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(b, &r.head) != nil || r.head.Muster != markHeader {
		return nil, r.bad("this is not a gathering exported by muster")
	}
	if r.head.Format > Format {
		return nil, r.bad(fmt.Sprintf("the file's format %d is newer than %d, the newest this program knows: update muster", r.head.Format, Format))
	}
	if err := r.head.Gathering.Validate(); err != nil {
		return nil, r.bad(err.Error())
	}
	r.chain = store.NewChain(r.head.Gathering, 0)
	r.sum.Gathering = r.head.Gathering
	return r, nil
}

func (r *reader) bad(problem string) error { return &FileError{Line: max(r.line, 1), Problem: problem} }

func (r *reader) next() ([]byte, error) {
	if r.in.Scan() {
		r.line++
		return r.in.Bytes(), nil
	}
	r.line++
	if err := r.in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, r.bad(fmt.Sprintf("it is longer than %d bytes, the limit of a commit", maxLine))
	} else if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return nil, r.bad("the file ends here, before its last line: it was cut off")
}

// commits yields every commit, checked, and returns after the trailer. An error comes last.
func (r *reader) commits() iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for {
			rec, done, err := r.one()
			if done && err == nil {
				return
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// one reads a commit, or the trailer.
func (r *reader) one() (rec events.Recorded, done bool, err error) {
	b, err := r.next()
	if err != nil {
		return rec, false, err
	}
	var t trailer
	if json.Unmarshal(b, &t) == nil && t.Muster == markTrailer {
		return rec, true, r.finish(t)
	}
	rec, err = store.Open(events.StreamID{}, events.Position(r.tree.Size()+1), bytes.Clone(b))
	if err == nil {
		err = r.chain.Check(rec)
	}
	if err != nil {
		return rec, false, r.bad(err.Error())
	}
	key := rec.Stream.String() + " " + string(rec.Command.ID)
	if r.seen[key] {
		return rec, false, r.bad("command " + string(rec.Command.ID) + " is in the file twice")
	}
	r.seen[key] = true
	r.sum.Events += uint64(len(rec.Events))
	return rec, false, r.tree.Add(tlog.Hash(rec.Hash))
}

// finish compares the trailer with what was read, and expects nothing after it.
func (r *reader) finish(t trailer) error {
	root, err := rootOf(&r.tree)
	if err != nil {
		return err
	}
	if t.Commits != uint64(r.tree.Size()) || t.Root != root {
		return r.bad(fmt.Sprintf("%d commits with root %s were read, but the file says %d with root %s: it was changed", r.tree.Size(), root, t.Commits, t.Root))
	}
	if t.Commits == 0 {
		return r.bad("the file holds no commits")
	}
	r.sum.Commits, r.sum.Root = t.Commits, root
	if r.in.Scan() {
		r.line++
		return r.bad("there is more after the end")
	}
	return r.in.Err()
}
