//go:build unix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes the lock of an open file without waiting; closing the file drops it.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
