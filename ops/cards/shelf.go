package cards

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// Shelf keeps the cards of a data directory at hand and reads them again once they were imported anew.
// It is safe for concurrent use.
type Shelf struct {
	Dir string // data directory

	mu   sync.Mutex
	set  *cards.Set // nil: not read yet
	size int64      // of the file that was read
	at   time.Time  // when that was written; zero: there was none
}

// Set returns the cards as [Load] does. What was read before is no help against a file that is damaged
// now.
func (s *Shelf) Set() (*cards.Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var (
		size int64
		at   time.Time
	)
	switch info, err := os.Stat(filepath.Join(s.Dir, FileName)); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		size, at = info.Size(), info.ModTime()
	}
	if s.set != nil && s.size == size && s.at.Equal(at) {
		return s.set, nil
	}
	set, _, err := Load(s.Dir)
	if err != nil {
		return nil, err
	}
	s.set, s.size, s.at = set, size, at
	return set, nil
}
