package ledger

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/muster-events/muster/events"
)

// A full disk is said in plain words, and the outcome is open: the commit is in the log already.
func TestAFullDiskIsSaidPlainly(t *testing.T) {
	for cause, words := range map[error]string{
		fmt.Errorf("write ledger.db: %w", syscall.ENOSPC): "the disk is full",
		fmt.Errorf("write ledger.db: %w", syscall.EIO):    "the second copy of the log could not be written",
	} {
		var u *events.UnavailableError
		if err := writeFailed(cause); !errors.As(err, &u) || !u.NotKnown || !strings.Contains(u.Reason, words) || !errors.Is(err, cause) {
			t.Errorf("%v: got %v", cause, err)
		}
	}
}
