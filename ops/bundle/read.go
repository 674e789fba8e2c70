package bundle

import (
	"bufio"
	"fmt"
	"iter"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
)

// Stored yields the stored bytes of the commits in order, from position 1 on; they are only good until
// the next. An error, an *UnreadableError, comes last.
func (f *File) Stored() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		in, err := f.open(commitsName)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = in.Close() }() // reading has said what there is to say
		lines := bufio.NewScanner(in)
		lines.Buffer(make([]byte, 0, 64<<10), events.MaxCommitBytes+1)
		lines.Split(whole)
		n := events.Position(0)
		for ; n < f.Manifest.Commits && lines.Scan(); n++ {
			if !yield(lines.Bytes(), nil) {
				return
			}
		}
		if n < f.Manifest.Commits {
			yield(nil, unreadable(commitsName, "it ends after commit %d of %d", n, f.Manifest.Commits))
		}
	}
}

// Commits yields the commits in order. An error comes last.
func (f *File) Commits() iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		n := events.Position(0)
		for raw, err := range f.Stored() {
			n++
			var r events.Recorded
			if err == nil {
				r, err = store.Open(events.StreamID{}, n, append([]byte(nil), raw...))
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Tree grows the tree of the commits anew.
func (f *File) Tree() (*audit.Tree, error) {
	var out audit.Tree
	for raw, err := range f.Stored() {
		if err == nil {
			err = out.Add(tlog.Hash(events.HashOf(raw)))
		}
		if err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// LogKey returns the verifier key that the bundle brings along.
func (f *File) LogKey() (string, error) {
	b, err := f.read(logKeyName, maxKey)
	return strings.TrimSuffix(string(b), "\n"), err
}

// Checkpoint returns the checkpoint of a size, opened with a verifier key; 0 is the last one's.
func (f *File) Checkpoint(size events.Position, vkey string) (audit.Checkpoint, error) {
	name := oldCheckpoint(size)
	if size == 0 || size == f.Manifest.Commits {
		name = checkpointName
	}
	if f.members[name] == nil {
		return audit.Checkpoint{}, fmt.Errorf("the bundle has no checkpoint of %d commits; it has those of %v and %d", size, f.Manifest.Checkpoints, f.Manifest.Commits)
	}
	b, err := f.read(name, audit.MaxCheckpointBytes)
	if err != nil {
		return audit.Checkpoint{}, err
	}
	return audit.OpenCheckpoint(b, vkey)
}

// OpenFile opens a bundle that is a file; close it with the function returned. Errors: *UnreadableError
// and those of the file system.
func OpenFile(path string) (*File, func() error, error) {
	in, size, err := openRead(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := Open(in, size)
	if err != nil {
		_ = in.Close() // it was only read
		return nil, nil, err
	}
	return f, in.Close, nil
}
