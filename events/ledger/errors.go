package ledger

import (
	"errors"
	"fmt"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// A FileError says that the ledger's file cannot be used as it is.
type FileError struct {
	Path    string
	Problem string
	Err     error // nil if the problem was found by looking at the bytes
}

// Error names the file, what is wrong with it and what to do.
func (e *FileError) Error() string {
	s := fmt.Sprintf("the ledger %s is damaged: %s", e.Path, e.Problem)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s + "; " + store.RepairHint
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// ErrInUse says that another process has the ledger open.
var ErrInUse = errors.New("another muster uses this data folder: stop it first, or choose another with --data")

// writeFailed is the error for a ledger that could not be written. The commit is in the log, so the
// outcome is open until the same command is sent again.
func writeFailed(err error) error {
	reason := "the second copy of the log could not be written"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, bolterrors.ErrMaxSizeReached) {
		reason = "the disk is full: free space on the server's disk"
	}
	return &events.UnavailableError{Op: "append", Reason: reason, NotKnown: true, Err: err}
}

func damaged(g events.GatheringID, pos events.Position, format string, args ...any) error {
	return &events.CorruptError{
		Position: pos, Hint: store.RepairHint,
		Problem: fmt.Sprintf("ledger of %s: ", g) + fmt.Sprintf(format, args...),
	}
}
