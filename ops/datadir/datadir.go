package datadir

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	lockName    = "muster.lock"
	runningName = "running.json"
)

// Holder says which program uses a directory.
type Holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"` // UTC
}

// Running says how to reach the server that uses a directory.
type Running struct {
	Holder
	URL      string `json:"url"`                // of the pages and the API, as reached from this machine
	NATS     string `json:"nats,omitempty"`     // address of its NATS server
	User     string `json:"user,omitempty"`     // for NATS
	Password string `json:"password,omitempty"` // for NATS
	NATSCert string `json:"natsCert,omitempty"` // PEM of the certificate that NATS shows; empty: no TLS
	Key      string `json:"key,omitempty"`      // the organiser's
	CA       string `json:"ca,omitempty"`       // PEM of the authority behind URL, if it is our own
	External bool   `json:"external,omitempty"` // NATS is not part of the server: use its own settings
}

// An InUseError says that another program has the directory.
type InUseError struct {
	Path string
	Holder
}

// Error names the directory and the program.
func (e *InUseError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("data directory %s is in use by another muster: stop it, or give another --data", e.Path)
	}
	return fmt.Sprintf("data directory %s is in use by the muster with process id %d, running since %s: stop it, or give another --data",
		e.Path, e.PID, e.Since.Local().Format("2006-01-02 15:04:05"))
}

// errLocked is what lockFile returns if another program has the lock.
var errLocked = errors.New("locked")

// Dir is a directory that this program has to itself until Close.
type Dir struct {
	Path   string // absolute
	Holder Holder // this program
	lock   *os.File
}

// Somebody who only looks ([Find]) has the lock for a moment, so Open tries again a few times.
const (
	lockTries = 5
	lockWait  = 20 * time.Millisecond
)

// Open makes the directory if it does not exist and takes it. If another program has it, the error
// is an [*InUseError], within a tenth of a second.
func Open(path string, now time.Time) (*Dir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", path, err)
	}
	if err := os.MkdirAll(abs, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(abs, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("data directory is not writable: %w", err)
	}
	err = lockFile(f)
	for try := 1; errors.Is(err, errLocked) && try < lockTries; try++ {
		time.Sleep(lockWait)
		err = lockFile(f)
	}
	if err != nil {
		_ = f.Close()
		if errors.Is(err, errLocked) {
			return nil, &InUseError{Path: abs, Holder: readHolder(abs)}
		}
		return nil, fmt.Errorf("lock data directory %s: %w", abs, err)
	}
	d := &Dir{Path: abs, Holder: Holder{PID: os.Getpid(), Since: now.UTC().Truncate(time.Second)}, lock: f}
	if err := d.writeHolder(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	_ = os.Remove(filepath.Join(abs, runningName)) // of a server that was killed
	return d, nil
}

func (d *Dir) writeHolder() error {
	b, err := json.Marshal(d.Holder)
	if err != nil {
		return err
	}
	if err := d.lock.Truncate(0); err != nil {
		return fmt.Errorf("write %s: %w", d.lock.Name(), err)
	}
	if _, err := d.lock.WriteAt(append(b, '\n'), 0); err != nil {
		return fmt.Errorf("write %s: %w", d.lock.Name(), err)
	}
	return nil
}

// readHolder returns what the lock file says; zero if it says nothing.
func readHolder(dir string) Holder {
	var h Holder
	if b, err := os.ReadFile(filepath.Join(dir, lockName)); err == nil {
		_ = json.Unmarshal(b, &h) // a file that is being written says nothing yet
	}
	return h
}

// Announce writes how to reach this server, for tools of the same user on this machine.
func (d *Dir) Announce(r Running) error {
	r.Holder = d.Holder
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(d.Path, runningName), append(b, '\n'))
}

// Join returns the path of something in the directory.
func (d *Dir) Join(elem ...string) string {
	return filepath.Join(append([]string{d.Path}, elem...)...)
}

// Close gives the directory back. It may be called twice.
func (d *Dir) Close() error {
	if d.lock == nil {
		return nil
	}
	_ = os.Remove(filepath.Join(d.Path, runningName)) // may not exist
	err := d.lock.Close()                             // drops the lock
	d.lock = nil
	return err
}

// Find returns how to reach the server that uses a directory now, and whether there is one.
func Find(path string) (Running, bool, error) {
	f, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return Running{}, false, nil
	}
	if err != nil {
		return Running{}, false, fmt.Errorf("data directory: %w", err)
	}
	defer func() { _ = f.Close() }()
	if err := lockFile(f); err == nil {
		return Running{}, false, nil // nobody had it
	}
	b, err := os.ReadFile(filepath.Join(path, runningName))
	if err != nil {
		return Running{}, false, &InUseError{Path: path, Holder: readHolder(path)}
	}
	var r Running
	if err := json.Unmarshal(b, &r); err != nil {
		return Running{}, false, fmt.Errorf("%s: %w", filepath.Join(path, runningName), err)
	}
	return r, true, nil
}

// WriteFile writes a file that only its owner may read, whole or not at all: it is written aside,
// synced and renamed.
func WriteFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
