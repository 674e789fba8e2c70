//go:build !js

package bundle

import (
	"errors"
	"fmt"
	"os"
)

// temporary is a file that is gone once it is closed.
type temporary struct{ *os.File }

func newScratch() (scratch, error) {
	f, err := os.CreateTemp("", "muster-verify-*")
	if err != nil {
		return nil, fmt.Errorf("make a temporary file: %w", err)
	}
	// The file has no name from now on: however the program ends, nothing of it stays. Where a name
	// cannot be taken from an open file, Close removes it.
	_ = os.Remove(f.Name())
	return temporary{f}, nil
}

// Close closes and removes the file.
func (t temporary) Close() error {
	err := t.File.Close()
	if rm := os.Remove(t.Name()); rm != nil && !errors.Is(rm, os.ErrNotExist) {
		err = errors.Join(err, rm)
	}
	return err
}
