package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/store"
)

// RepairOptions say where things are. Aside is required.
type RepairOptions struct {
	// Aside is the folder that damaged copies are kept in; it is made if needed.
	Aside string
	// StreamDir returns the folder in which an embedded server keeps the stream of a gathering; it
	// is copied aside before the stream is written anew. Nil or "" with an external server.
	StreamDir func(events.GatheringID) string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// NewID makes the id of the command that records a repair. Required.
	NewID func() events.CommandID
	// Progress is given to [Compare]; it may be nil.
	Progress func(g events.GatheringID, done, of events.Position)
}

// RepairReport says what a repair found and did.
type RepairReport struct {
	Before, After Report
	Did           []string // sentences, in order
	Kept          []string // what was put aside
}

// Words is the report as text, one sentence a line.
func (r RepairReport) Words() string {
	var b strings.Builder
	for _, f := range r.Before.Findings {
		fmt.Fprintln(&b, f.Words())
	}
	for _, s := range r.Did {
		fmt.Fprintln(&b, s)
	}
	for _, s := range r.Kept {
		fmt.Fprintln(&b, "kept aside: "+s)
	}
	if len(r.Did) == 0 {
		fmt.Fprintln(&b, "there was nothing to repair")
	}
	return b.String()
}

// Repair mends the damaged copy of every gathering from the other and records it on the gathering's
// desk. No server may be running on the data folder. The order makes an interruption harmless: first
// everything that is proven is put into the ledger, on disk, then the stream is written anew from it;
// a repair that was interrupted is simply begun again.
//
// A gathering of which a position is in neither copy is left as it is, and named in the error, a
// [*DamageError]; the others are mended all the same. A ledger that cannot be opened is moved aside
// and made again from the streams.
func Repair(ctx context.Context, path string, log Log, o RepairOptions) (RepairReport, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	r := &repairer{ctx: ctx, path: path, log: log, o: o, stamp: o.Now().UTC().Format("20060102T150405.000")}
	if err := os.MkdirAll(o.Aside, 0o700); err != nil {
		return r.report, fmt.Errorf("repair: %w", err)
	}
	err := r.run()
	if r.l != nil {
		err = errors.Join(err, r.l.Close())
	}
	return r.report, err
}

type repairer struct {
	ctx    context.Context
	path   string
	log    Log
	o      RepairOptions
	stamp  string
	l      *Ledger
	file   *FileError // what was wrong with the file, if it could not be opened
	report RepairReport
}

func (r *repairer) did(format string, args ...any) {
	r.report.Did = append(r.report.Did, fmt.Sprintf(format, args...))
}

func (r *repairer) run() error {
	if err := r.open(); err != nil {
		return err
	}
	var err error
	if r.report.Before, err = Compare(r.ctx, r.l, r.log, r.o.Progress); err != nil {
		return err
	}
	if err := r.mendLedger(); err != nil {
		return err
	}
	for _, f := range r.report.Before.Findings {
		if err := r.mendStream(f); err != nil {
			return err
		}
	}
	if err := r.reopen(); err != nil { // what was damaged is stopped in the ledger that compared it
		return err
	}
	for _, f := range r.report.Before.Findings {
		if err := r.record(f); err != nil {
			return err
		}
	}
	if err := r.sealAll(); err != nil {
		return err
	}
	return r.check()
}

// open opens the ledger. One that is damaged as a file is moved aside, and an empty one is opened.
func (r *repairer) open() error {
	var err error
	r.l, err = Open(r.path, nil)
	if !errors.As(err, &r.file) {
		return err
	}
	if err := r.keepFile(); err != nil {
		return err
	}
	if err := os.Remove(r.path); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	r.did("the ledger could not be read as a file (%s); it was made anew from the streams, whose own chains prove them", r.file.Problem)
	r.l, err = Open(r.path, nil)
	return err
}

// keepFile copies the ledger aside.
func (r *repairer) keepFile() error {
	to := filepath.Join(r.o.Aside, "ledger-damaged-"+r.stamp+".db")
	if err := copyFile(r.path, to); err != nil {
		return fmt.Errorf("repair: keep the damaged ledger: %w", err)
	}
	r.report.Kept = append(r.report.Kept, to)
	return nil
}

// mendLedger writes a new ledger from everything that is proven, if the one that is there is damaged
// or lacks what only a damaged stream holds, and puts it in its place.
func (r *repairer) mendLedger() error {
	needed := false
	for _, f := range r.report.Before.Findings {
		needed = needed || len(f.Lost) == 0 && (!f.LedgerOK() || !f.OK() && f.Proven > f.Ledger)
	}
	if !needed {
		return nil
	}
	if err := r.keepFile(); err != nil {
		return err
	}
	fresh := r.path + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	n, err := r.writeFresh(fresh)
	if err != nil {
		return fmt.Errorf("repair: write a new ledger: %w", err)
	}
	if err := r.l.Close(); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	r.l = nil
	if err := errors.Join(os.Rename(fresh, r.path), syncDir(filepath.Dir(r.path))); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	r.did("the ledger was written anew: %d commits", n)
	r.l, err = Open(r.path, nil)
	return err
}

func (r *repairer) writeFresh(path string) (n int, err error) {
	l, err := Open(path, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	if err := copySeals(l, r.l); err != nil {
		return 0, err
	}
	for _, f := range r.report.Before.Findings {
		if len(f.Lost) > 0 { // not to be judged here: as it is, damage and all
			if err := copyGathering(l, r.l, f.Gathering); err != nil {
				return n, err
			}
			continue
		}
		if f.Proven == 0 {
			continue
		}
		for c, err := range proven(r.ctx, r.l, r.log, f.Gathering) {
			if err != nil {
				return n, err
			}
			if err := l.offer(r.ctx, c); err != nil {
				return n, err
			}
			if n++; c.Position%maxBatch == 0 || c.Position == f.Proven {
				if err := l.write(r.ctx, f.Gathering, c.Position); err != nil {
					return n, err
				}
			}
		}
		if end := l.End(f.Gathering); end != f.Proven {
			return n, fmt.Errorf("%s: %d commits were proven, %d written", f.Gathering, f.Proven, end)
		}
	}
	return n, nil
}

// copyGathering copies everything that a ledger holds of a gathering into another, byte for byte.
func copyGathering(to, from *Ledger, g events.GatheringID) error {
	return from.db.View(func(src *bbolt.Tx) error {
		b := src.Bucket([]byte(g))
		if b == nil {
			return nil
		}
		return to.db.Update(func(dst *bbolt.Tx) error {
			fresh, err := gatheringBucket(dst, g)
			if err != nil {
				return err
			}
			return b.ForEachBucket(func(name []byte) error {
				into, err := fresh.CreateBucketIfNotExists(name)
				if err != nil {
					return err
				}
				return b.Bucket(name).ForEach(into.Put)
			})
		})
	})
}

// mendStream writes a stream anew from the ledger if it is damaged and everything is there.
func (r *repairer) mendStream(f Finding) error {
	if f.StreamOK() || len(f.Lost) > 0 || f.Gathering.Validate() != nil {
		return nil
	}
	if err := r.keepStream(f.Gathering); err != nil {
		return err
	}
	if err := r.log.Replace(r.ctx, f.Gathering, r.l.Commits(r.ctx, f.Gathering, 0)); err != nil {
		return fmt.Errorf("repair the stream of %s (run it again): %w", f.Gathering, err)
	}
	restored := 0
	for _, b := range f.StreamBad {
		restored += b.Len()
	}
	r.did("%s: the stream was written anew from the ledger: %d commits, %d of them had been missing or different", f.Gathering, f.Proven, restored)
	return nil
}

// keepStream puts aside what can be read of a stream, and its files if the server is embedded.
func (r *repairer) keepStream(g events.GatheringID) error {
	base := filepath.Join(r.o.Aside, string(g)+"-damaged-"+r.stamp)
	file, err := os.OpenFile(base+".jsonl", os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("repair: keep the damaged stream: %w", err)
	}
	defer file.Close()
	enc := json.NewEncoder(file)
	for m, err := range r.log.Dump(r.ctx, g) {
		if err != nil {
			return fmt.Errorf("repair: keep the damaged stream: %w", err)
		}
		if err := enc.Encode(keptMessage{m.Position, m.Place, m.Raw}); err != nil {
			return fmt.Errorf("repair: keep the damaged stream: %w", err)
		}
	}
	if err := file.Sync(); err != nil {
		return fmt.Errorf("repair: keep the damaged stream: %w", err)
	}
	r.report.Kept = append(r.report.Kept, base+".jsonl")
	return r.keepStreamDir(g, base)
}

// keptMessage is one line of a stream that was put aside. Data is base64, since it may be anything.
type keptMessage struct {
	Position events.Position `json:"position"`
	Subject  string          `json:"subject"`
	Data     []byte          `json:"data"`
}

func (r *repairer) keepStreamDir(g events.GatheringID, base string) error {
	if r.o.StreamDir == nil {
		return nil
	}
	dir := r.o.StreamDir(g)
	if _, err := os.Stat(dir); dir == "" || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err := os.CopyFS(base, os.DirFS(dir)); err != nil {
		return fmt.Errorf("repair: keep the files of the damaged stream: %w", err)
	}
	r.report.Kept = append(r.report.Kept, base)
	return nil
}

// record appends to the gathering's desk what was done.
func (r *repairer) record(f Finding) error {
	whole := f.OK() && r.file == nil
	if whole || len(f.Lost) > 0 || f.Proven == 0 {
		return nil
	}
	if closed, err := r.l.Closed(f.Gathering); closed || err != nil {
		r.did("%s is sealed: nothing is added to its log, so this report is all that says that it was repaired; keep it", f.Gathering)
		return err
	}
	said := desk.RecordRepair{Commits: int(f.Proven), Says: clip(r.says(f), desk.MaxRepairWords)}
	if !f.StreamOK() {
		said.Damaged = append(said.Damaged, "stream")
	}
	if !f.LedgerOK() || r.file != nil {
		said.Damaged = append(said.Damaged, "ledger")
	}
	for _, bad := range [][]Range{f.StreamBad, f.LedgerBad} {
		for _, b := range bad {
			said.Restored += b.Len()
		}
	}
	if r.file != nil {
		said.Restored += int(f.Proven)
	}
	return r.append(f.Gathering, said)
}

func (r *repairer) says(f Finding) string {
	if r.file != nil {
		return "the ledger could not be read as a file: " + r.file.Problem
	}
	return f.Words()
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n-len("…")], "") + "…"
}

func (r *repairer) append(g events.GatheringID, said desk.RecordRepair) error {
	data, err := json.Marshal(said)
	if err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	event, err := events.Encode(desk.LogRepaired(said))
	if err != nil {
		return err
	}
	id := events.Desk(g)
	head, err := r.l.head(id)
	if err != nil {
		return err
	}
	_, err = Wrap(r.l, r.log).Append(r.ctx, head, store.Draft{
		Stream: id,
		Command: events.Command{
			ID: r.o.NewID(), Type: said.CommandType(), Data: data, Actor: events.Actor{Role: events.RoleSystem},
		},
		Events: []events.Event{event},
	})
	if err != nil {
		return fmt.Errorf("record the repair of %s: %w", g, err)
	}
	r.did("%s: the repair is recorded on its desk", g)
	return nil
}

// check compares everything once more. What is still damaged is the error.
func (r *repairer) check() error {
	if err := r.reopen(); err != nil {
		return err
	}
	var err error
	if r.report.After, err = Compare(r.ctx, r.l, r.log, r.o.Progress); err != nil {
		return err
	}
	return r.report.After.Err()
}

func (r *repairer) reopen() error {
	if err := r.l.Close(); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	var err error
	r.l, err = Open(r.path, nil)
	return err
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Sync()
}

// syncDir makes a rename in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync() // not every system can sync a folder
	return nil
}
