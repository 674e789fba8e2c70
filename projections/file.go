package projections

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// lockWait is how long opening a file waits for another program to let go of it.
const lockWait = 2 * time.Second

// file is the bbolt file of one projection, and during a rebuild the file of the old number too.
type file struct {
	dir, name, base string
	number          int
	log             *slog.Logger

	building *bbolt.DB // the file of this number; written by the worker only
	marks    marks     // of building, as read when it was opened
	fresh    bool      // building holds nothing yet

	mu      sync.RWMutex // guards serving and old
	serving *bbolt.DB    // what is read: building, or the old file while that is made
	old     string       // path of the old file; empty: none
}

// splitName splits "board.1" into the name and its number.
func splitName(name string) (string, int, error) {
	base, digits, ok := strings.Cut(name, ".")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || base == "" || strings.ContainsAny(base, "/*?[\\") {
		return "", 0, fmt.Errorf("projection name %q: use a word and a number from 1, like %q", name, "board.1")
	}
	return base, n, nil
}

// openFile opens the file of a projection in dir, or makes it.
func openFile(dir, name string, log *slog.Logger) (*file, error) {
	base, n, err := splitName(name)
	if err != nil {
		return nil, err
	}
	f := &file{dir: dir, name: name, base: base, number: n, log: log}
	if f.building, err = f.openOrReplace(f.path(n)); err != nil {
		return nil, err
	}
	if err := f.readMarks(); err != nil {
		return nil, errors.Join(err, f.building.Close())
	}
	f.serving = f.building
	return f, f.openOld()
}

func (f *file) path(number int) string {
	return filepath.Join(f.dir, fmt.Sprintf("%s.%d.bolt", f.base, number))
}

// openOrReplace opens a file. One that is no longer readable is put aside and made anew: a read
// model is only a fold of the log.
func (f *file) openOrReplace(path string) (*bbolt.DB, error) {
	db, err := openBolt(path, false)
	if err == nil {
		return db, nil
	}
	if !damaged(err) {
		return nil, err
	}
	f.log.Warn("read model is damaged and is made anew from the log", "file", path, "err", err)
	if err := os.Remove(path); err != nil {
		return nil, fmt.Errorf("remove damaged read model: %w", err)
	}
	return openBolt(path, false)
}

// damaged tells whether a file exists but does not hold what was written.
func damaged(err error) bool {
	return errors.Is(err, bolterrors.ErrInvalid) || errors.Is(err, bolterrors.ErrChecksum) ||
		errors.Is(err, bolterrors.ErrVersionMismatch) || errors.Is(err, errDamaged)
}

var errDamaged = errors.New("file cannot be read")

// openBolt opens a bbolt file. A panic while its pages are read means that they are damaged.
func openBolt(path string, readOnly bool) (db *bbolt.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			db, err = nil, fmt.Errorf("open %s: %v: %w", path, r, errDamaged)
		}
	}()
	opts := &bbolt.Options{Timeout: lockWait, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType}
	db, err = bbolt.Open(path, 0o600, opts)
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("read model %s is in use by another program: stop that one, or use another data directory: %w", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open read model %s: %w", path, err)
	}
	return db, nil
}

func (f *file) readMarks() error {
	err := f.building.Update(func(tx *bbolt.Tx) error {
		var err error
		if f.marks, err = readMarks(tx); err != nil {
			return err
		}
		return tx.Bucket(bucketMeta).Put([]byte("name"), []byte(f.name))
	})
	if err != nil {
		return fmt.Errorf("read model %s: %w; delete the file, it is made anew from the log", f.building.Path(), err)
	}
	f.fresh = len(f.marks.checkpoints) == 0
	return nil
}

// openOld opens the newest file of another number for reading, if there is one and the file of this
// number has not been completed.
func (f *file) openOld() error {
	numbers, err := f.others()
	if err != nil || len(numbers) == 0 {
		return err
	}
	if f.complete() {
		f.removeOthers()
		return nil
	}
	path := f.path(numbers[len(numbers)-1])
	db, err := openBolt(path, true)
	if err != nil {
		f.log.Warn("the read model of another version cannot be read; pages fill up while it is made anew", "file", path, "err", err)
		return nil
	}
	f.serving, f.old = db, path
	return nil
}

// others returns the numbers of the files of other numbers, rising.
func (f *file) others() ([]int, error) {
	paths, err := filepath.Glob(filepath.Join(f.dir, f.base+".*.bolt"))
	if err != nil {
		return nil, err
	}
	var out []int
	for _, p := range paths {
		digits := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(p), f.base+"."), ".bolt")
		if n, err := strconv.Atoi(digits); err == nil && n != f.number {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// complete tells whether the file of this number has been caught up with the log once.
func (f *file) complete() bool {
	var done bool
	_ = f.building.View(func(tx *bbolt.Tx) error {
		done = tx.Bucket(bucketMeta).Get([]byte("complete")) != nil
		return nil
	})
	return done
}

// rebuilding tells whether another file is read while this one is made.
func (f *file) rebuilding() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.serving != f.building
}

// finish marks the file as complete, reads it from now on and removes the old one.
func (f *file) finish() error {
	err := f.building.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketMeta).Put([]byte("complete"), []byte("yes"))
	})
	if err != nil {
		return fmt.Errorf("complete read model %s: %w", f.name, err)
	}
	f.mu.Lock()
	old := f.serving
	f.serving = f.building
	f.mu.Unlock()
	if old != f.building {
		if err := old.Close(); err != nil {
			return fmt.Errorf("close old read model: %w", err)
		}
		f.removeOthers()
	}
	return nil
}

func (f *file) removeOthers() {
	numbers, err := f.others()
	for _, n := range numbers {
		err = errors.Join(err, os.Remove(f.path(n)))
	}
	if err != nil {
		f.log.Warn("old read model could not be removed", "projection", f.name, "err", err)
	}
}

// view reads what is served. fn gets a transaction that sees one state of it.
func (f *file) view(fn func(tx *bbolt.Tx) error) error {
	f.mu.RLock() // until the transaction is over, so that finish does not close under it
	defer f.mu.RUnlock()
	return f.serving.View(fn)
}

func (f *file) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.building.Close()
	if f.serving != f.building {
		err = errors.Join(err, f.serving.Close())
	}
	return err
}
