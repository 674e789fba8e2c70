//go:build windows

package disk

import (
	"errors"
	"fmt"

	"golang.org/x/sys/windows"
)

// Free returns the bytes that this user may still write below a path.
func Free(path string) (int64, error) {
	p, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(p, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", path, err)
	}
	return int64(free), nil
}

// isFull tells whether an error says that the disk is full.
func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
