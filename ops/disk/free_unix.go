//go:build unix

package disk

import (
	"errors"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// Free returns the bytes that a user who is not root may still write below a path.
func Free(path string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", path, err)
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}

// isFull tells whether an error says that the disk or a quota is full.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
