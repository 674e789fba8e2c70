//go:build !js

package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/muster-events/muster/events"
)

// LocalDir is the folder of a data directory in which the last checkpoint of every gathering is kept: a
// third place beside the two copies of the log, which says how long they must be.
const LocalDir = "checkpoints"

// Local keeps the last checkpoint of every gathering in a folder of its own.
type Local struct{ dir string }

// OpenLocal returns the checkpoints kept in a folder, and makes it if it is not there.
func OpenLocal(dir string) (*Local, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the checkpoints: %w", err)
	}
	return &Local{dir: dir}, nil
}

// keep replaces the checkpoint of a gathering; a crash leaves the old one or the new one.
func (l *Local) keep(c Checkpoint, vkey string) error {
	return replace(filepath.Join(l.dir, string(c.Gathering)), append([]byte(vkey+"\n"), c.Note...))
}

// A MismatchError says that a log is not the one that was signed.
type MismatchError struct {
	Checkpoint Checkpoint
	End        events.Position // of the log as it is
}

// Error says how to go on.
func (e *MismatchError) Error() string {
	c := e.Checkpoint
	if e.End < c.Size {
		return fmt.Sprintf("the log of gathering %s ends at commit %d, but %d commits were signed (%s): restore the data directory from a backup that is as long, or import a bundle of it into a new one",
			c.Gathering, e.End, c.Size, c.Fingerprint())
	}
	return fmt.Sprintf("the first %d commits of gathering %s are not those that were signed (%s): restore the data directory from a backup, or import a bundle of it into a new one",
		c.Size, c.Gathering, c.Fingerprint())
}

func isMismatch(err error) bool {
	var m *MismatchError
	return errors.As(err, &m)
}

// holds compares a log with a checkpoint of it.
func holds(leaves Leaves, c Checkpoint) error {
	end := leaves.End(c.Gathering)
	if end < c.Size {
		return &MismatchError{Checkpoint: c, End: end}
	}
	root, err := leaves.Root(c.Gathering, c.Size)
	if err != nil {
		return err
	}
	if root != c.Root {
		return &MismatchError{Checkpoint: c, End: end}
	}
	return nil
}

// Check holds every log to the last checkpoint that is kept of it. Errors: *MismatchError, and those of
// the file system. A file that is no checkpoint is passed over, with a line for the log.
func (l *Local) Check(leaves Leaves, odd func(name, why string)) error {
	list, err := os.ReadDir(l.dir)
	if err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	var all error
	for _, f := range list {
		if f.IsDir() || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		c, err := l.read(f.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			odd(f.Name(), err.Error())
		default:
			all = errors.Join(all, holds(leaves, c))
		}
	}
	return all
}

func (l *Local) read(name string) (Checkpoint, error) {
	b, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		return Checkpoint{}, err
	}
	vkey, signed, ok := bytes.Cut(b, []byte("\n"))
	if !ok {
		return Checkpoint{}, errors.New("it does not begin with a key")
	}
	c, err := OpenCheckpoint(signed, string(vkey))
	if err == nil && string(c.Gathering) != name {
		err = fmt.Errorf("it is of gathering %s", c.Gathering)
	}
	return c, err
}
