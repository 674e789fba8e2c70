//go:build unix

package ledger

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// whileLocked calls f while no other process can have the ledger open. The lock is the one that
// bbolt takes itself.
func whileLocked(path string, f func() error) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	deadline := time.Now().Add(time.Second)
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if time.Now().After(deadline) {
			return ErrInUse
		}
		time.Sleep(20 * time.Millisecond)
	}
	defer func() { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }()
	return f()
}
