package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// FileName is the name of the ledger in a data folder.
const FileName = "ledger.db"

// format is the version of the file's layout, kept in the bucket about.
const format = "1"

// The buckets. about is no gathering, since '_' is not allowed in an id. All others belong to one
// gathering.
var (
	aboutBucket    = []byte("_about")
	commitsBucket  = []byte("commits")  // position → bytes
	hashesBucket   = []byte("hashes")   // index of tlog → hash
	commandsBucket = []byte("commands") // stream, 0, binary command id → position
	headsBucket    = []byte("heads")    // stream → version, position, hash
	formatKey      = []byte("format")
)

// Ledger is an open ledger. It is safe for concurrent use. Make one with [Open].
type Ledger struct {
	path string
	log  *slog.Logger
	db   *bbolt.DB

	turn chan struct{} // held by whoever writes; one at a time writes for all who wait

	mu     sync.Mutex // guards the states
	states map[events.GatheringID]*state
}

// state is what the process knows of one gathering. Its fields are guarded by Ledger.mu.
type state struct {
	synced  events.Position                     // in the file, synced
	pending map[events.Position]events.Recorded // to be written
	moved   chan struct{}                       // closed and replaced when synced or failed changes
	failed  error                               // the gathering takes no more commits
}

// Open opens the ledger at path, making an empty one if there is none. It looks at every page of the
// file before it trusts it. It returns a [*FileError] if the file is damaged and [ErrInUse] if
// another process has it open. A nil logger discards.
func Open(path string, log *slog.Logger) (*Ledger, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	fresh := false
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		fresh = true
	case err != nil:
		return nil, fmt.Errorf("open ledger: %w", err)
	case info.Size() == 0:
		return nil, &FileError{Path: path, Problem: "the file is empty"}
	}
	db, err := openFile(path, fresh)
	if err != nil {
		return nil, err
	}
	l := &Ledger{path: path, log: log, db: db, turn: make(chan struct{}, 1), states: map[events.GatheringID]*state{}}
	if err := l.begin(); err != nil {
		_ = db.Close()
		return nil, err
	}
	return l, nil
}

// openFile checks the pages and opens the file. The lock is taken first, so that nobody writes
// while the pages are read.
func openFile(path string, fresh bool) (*bbolt.DB, error) {
	if !fresh {
		if err := whileLocked(path, func() error { return CheckPages(path) }); err != nil {
			return nil, err
		}
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, ErrInUse
	}
	if err != nil {
		return nil, &FileError{Path: path, Problem: "it cannot be opened", Err: err}
	}
	return db, nil
}

// begin reads where the gatherings end.
func (l *Ledger) begin() error {
	err := l.db.Update(func(tx *bbolt.Tx) error {
		about, err := tx.CreateBucketIfNotExists(aboutBucket)
		if err != nil {
			return err
		}
		switch v := about.Get(formatKey); {
		case v == nil:
			return about.Put(formatKey, []byte(format))
		case string(v) != format:
			return &FileError{Path: l.path, Problem: fmt.Sprintf("its layout is %q, this program knows %q: update muster", v, format)}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			if bytes.Equal(name, aboutBucket) {
				return nil
			}
			st := newState()
			if c := b.Bucket(commitsBucket); c != nil {
				st.synced = events.Position(count(c)) // the last key may be damaged
			}
			l.states[events.GatheringID(name)] = st
			return nil
		})
	})
}

func newState() *state {
	return &state{pending: map[events.Position]events.Recorded{}, moved: make(chan struct{})}
}

// Close closes the file. Nothing may use the ledger afterwards.
func (l *Ledger) Close() error { return l.db.Close() }

// Path returns where the file is.
func (l *Ledger) Path() string { return l.path }

// Gatherings returns the gatherings that the ledger holds, sorted.
func (l *Ledger) Gatherings() []events.GatheringID {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []events.GatheringID
	for g, st := range l.states {
		if st.synced > 0 {
			out = append(out, g)
		}
	}
	slices.Sort(out)
	return out
}

// End returns the position up to which the ledger holds a gathering, 0 if it does not know it.
func (l *Ledger) End(g events.GatheringID) events.Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	if st := l.states[g]; st != nil {
		return st.synced
	}
	return 0
}

// MayCreate is for the option of the same name of the JetStream store: it forbids to begin a log for
// a gathering that the ledger knows already.
func (l *Ledger) MayCreate(g events.GatheringID) error {
	if end := l.End(g); end > 0 {
		return damaged(g, 1, "it holds %d commits, but the broker's stream is gone; no new one is begun", end)
	}
	return nil
}

// add writes the commit right after the last one into the transaction.
func add(tx *bbolt.Tx, r events.Recorded) error {
	if err := past(tx, r); err != nil {
		return err
	}
	b, err := gatheringBucket(tx, r.Stream.Gathering)
	if err != nil {
		return err
	}
	commits, hashes := b.Bucket(commitsBucket), b.Bucket(hashesBucket)
	commits.FillPercent, hashes.FillPercent = 0.95, 0.95 // keys only ever rise
	if events.HashOf(r.Raw) != r.Hash {
		return damaged(r.Stream.Gathering, r.Position, "the commit to be written is not what its hash says")
	}
	head, err := readHead(b, r.Stream)
	if err != nil {
		return damaged(r.Stream.Gathering, r.Position, "%v", err)
	}
	if _, err := store.Next(head, r); err != nil {
		return err
	}
	if err := commits.Put(key8(uint64(r.Position)), r.Raw); err != nil {
		return err
	}
	n := int64(r.Position) - 1
	more, err := tlog.StoredHashesForRecordHash(n, tlog.Hash(r.Hash), hashReader{hashes})
	if err != nil {
		return damaged(r.Stream.Gathering, r.Position, "%v", err)
	}
	for i, h := range more {
		if err := hashes.Put(key8(uint64(tlog.StoredHashCount(n)+int64(i))), h[:]); err != nil {
			return err
		}
	}
	if err := b.Bucket(commandsBucket).Put(commandKey(r.Stream, r.Command.ID), key8(uint64(r.Position))); err != nil {
		return err
	}
	return b.Bucket(headsBucket).Put([]byte(r.Stream.String()), headBytes(r.Head()))
}

func gatheringBucket(tx *bbolt.Tx, g events.GatheringID) (*bbolt.Bucket, error) {
	b, err := tx.CreateBucketIfNotExists([]byte(g))
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{commitsBucket, hashesBucket, commandsBucket, headsBucket} {
		if _, err := b.CreateBucketIfNotExists(name); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// find returns the commit of a stream that holds a command id, if the ledger has it.
func (l *Ledger) find(id events.StreamID, cmd events.CommandID) (events.Recorded, bool, error) {
	var pos events.Position
	var raw []byte
	err := l.db.View(func(tx *bbolt.Tx) error {
		commands, commits := sub(tx, id.Gathering, commandsBucket), sub(tx, id.Gathering, commitsBucket)
		if commands == nil || commits == nil {
			return nil
		}
		if v := commands.Get(commandKey(id, cmd)); len(v) == 8 {
			pos, raw = position(v), bytes.Clone(commits.Get(v))
		}
		return nil
	})
	if err != nil || pos == 0 {
		return events.Recorded{}, false, err
	}
	r, err := store.Open(id, pos, raw)
	if err != nil {
		return events.Recorded{}, false, err
	}
	if r.Command.ID != cmd {
		return events.Recorded{}, false, damaged(id.Gathering, pos, "it holds command %s, not %s", r.Command.ID, cmd)
	}
	return r, true, nil
}

// head returns the end of a stream as the ledger knows it.
func (l *Ledger) head(id events.StreamID) (events.Head, error) {
	var h events.Head
	err := l.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(id.Gathering))
		if b == nil {
			return nil
		}
		var err error
		h, err = readHead(b, id)
		return err
	})
	return h, err
}

func sub(tx *bbolt.Tx, g events.GatheringID, name []byte) *bbolt.Bucket {
	b := tx.Bucket([]byte(g))
	if b == nil {
		return nil
	}
	return b.Bucket(name)
}

func key8(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func position(k []byte) events.Position { return events.Position(binary.BigEndian.Uint64(k)) }

// commandKey is the key of a well-formed command id in the index.
func commandKey(id events.StreamID, cmd events.CommandID) []byte {
	k := append([]byte(id.String()), 0)
	k, err := hex.AppendDecode(k, []byte(strings.ReplaceAll(string(cmd), "-", "")))
	if err != nil {
		panic("command id " + string(cmd) + " was not validated")
	}
	return k
}

func headBytes(h events.Head) []byte {
	return append(append(key8(uint64(h.Version)), key8(uint64(h.Position))...), h.Hash[:]...)
}

// readHead returns the end of a stream; the zero Head if the ledger has nothing of it.
func readHead(b *bbolt.Bucket, id events.StreamID) (events.Head, error) {
	v := b.Bucket(headsBucket).Get([]byte(id.String()))
	if v == nil {
		return events.Head{}, nil
	}
	if len(v) != 16+len(events.Hash{}) {
		return events.Head{}, fmt.Errorf("the end of %s has %d bytes", id, len(v))
	}
	h := events.Head{Version: events.Version(binary.BigEndian.Uint64(v)), Position: position(v[8:])}
	copy(h.Hash[:], v[16:])
	return h, nil
}

// hashReader reads stored hashes of a tree.
type hashReader struct{ b *bbolt.Bucket }

// ReadHashes implements tlog.HashReader.
func (r hashReader) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		v := r.b.Get(key8(uint64(n)))
		if len(v) != tlog.HashSize {
			return nil, fmt.Errorf("hash %d of the tree is missing", n)
		}
		copy(out[i][:], v)
	}
	return out, nil
}
