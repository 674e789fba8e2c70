// Package proofs answers what is proven about the logs of a running server: which checkpoint covers a
// commit, the proof of one commit as a file, and the bundle of a gathering. [Desk] is the type to start
// with. What the files hold: packages ops/audit and ops/bundle.
package proofs

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/projections"
)

// Leaves is the second copy of the log with its tree; events/ledger.Ledger is one.
type Leaves interface {
	audit.Leaves
	Commits(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error]
}

// Options are what a [Desk] needs.
type Options struct {
	Log     store.Loader
	Leaves  Leaves
	Sealer  *audit.Sealer
	History *audit.History
	Key     audit.Key
	Catalog *events.Catalogue
	People  People // nil: nobody's name is known
	Version string // of the program
}

// People knows the names of a gathering; ops/people.People is one.
type People interface {
	Records(g events.GatheringID) []people.Record
}

// Desk answers about all gatherings. It is safe for concurrent use.
type Desk struct {
	o Options

	mu   sync.Mutex // guards kept
	kept map[events.GatheringID][]kept
}

// kept is a checkpoint that was read before.
type kept struct {
	audit.Kept
	opened audit.Checkpoint
}

// New returns a Desk.
func New(o Options) *Desk { return &Desk{o: o, kept: map[events.GatheringID][]kept{}} }

// Signed is a checkpoint as a page shows it.
type Signed struct {
	Size        events.Position `json:"size"`        // it covers the commits 1 to Size
	Fingerprint string          `json:"fingerprint"` // as the wall showed it
	At          time.Time       `json:"at"`
	By          []string        `json:"by"` // names of the keys that have signed it, the log's own first
}

// Proof says what is proven about one commit.
type Proof struct {
	Gathering events.GatheringID `json:"gathering"`
	Position  events.Position    `json:"position"` // of the commit in the gathering's log, from 1
	Index     uint64             `json:"index"`    // of its leaf in the tree: Position − 1
	Leaf      string             `json:"leaf"`     // hash of the leaf, in hexadecimal
	// Checkpoint is the first one that covers the commit; absent until one is signed, which takes a minute
	// at the most.
	Checkpoint *Signed `json:"checkpoint,omitempty"`
	Valid      bool    `json:"valid"` // the proof was made and holds
	Says       string  `json:"says"`  // in words: that it holds, what is still to come, or exactly what is wrong
	Key        string  `json:"key"`   // verifier key of the log, for `muster prove check --key`
	Stream     string  `json:"stream"`

	// Commit is the commit itself.
	Commit events.Recorded `json:"-"`
}

// Sizes returns the sizes of a gathering's checkpoints, rising. Errors: *events.UnavailableError.
func (d *Desk) Sizes(ctx context.Context, g events.GatheringID) ([]events.Position, error) {
	ks, err := d.checkpoints(ctx, g)
	var out []events.Position
	for _, k := range ks {
		out = append(out, k.opened.Size)
	}
	return out, err
}

// checkpoints returns the checkpoints of a gathering with rising sizes, each with all its signatures. Only
// what is new is read.
func (d *Desk) checkpoints(ctx context.Context, g events.GatheringID) ([]kept, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.kept[g]
	var after *audit.Kept
	if n := len(was); n > 0 {
		after = &was[n-1].Kept
	}
	news, err := d.o.History.Since(ctx, g, after)
	if err != nil {
		return nil, err
	}
	out := was[:len(was):len(was)]
	for _, k := range news {
		c, err := audit.OpenCheckpoint(k.Note, d.o.Key.VKey(g))
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && out[n-1].opened.Size == c.Size {
			k.At, out = out[n-1].At, out[:n-1:n-1] // the same with further signatures
		}
		out = append(out, kept{k, c})
	}
	if len(out) > 0 {
		d.kept[g] = out
	}
	return out, nil
}

// signers returns the names of the keys that have signed a note.
//
// Source: C2SP signed-note, "Format".
func signers(note []byte) []string {
	var out []string
	for line := range strings.Lines(string(note)) {
		if rest, ok := strings.CutPrefix(line, "— "); ok {
			name, _, _ := strings.Cut(rest, " ")
			out = append(out, name)
		}
	}
	return out
}

// commit returns one commit of a gathering. Errors: projections.ErrNotFound if there is none there.
func (d *Desk) commit(ctx context.Context, g events.GatheringID, at events.Position) (events.Recorded, error) {
	if g.Validate() != nil || at < 1 || at > d.o.Leaves.End(g) {
		return events.Recorded{}, projections.ErrNotFound
	}
	for r, err := range d.o.Leaves.Commits(ctx, g, at-1) {
		return r, err
	}
	return events.Recorded{}, projections.ErrNotFound
}

// Prove says what is proven about a commit, and returns the proof as a C2SP tlog-proof file; nil while no
// checkpoint covers the commit. Errors: projections.ErrNotFound, *events.UnavailableError,
// *events.CorruptError.
func (d *Desk) Prove(ctx context.Context, g events.GatheringID, at events.Position) (Proof, []byte, error) {
	r, err := d.commit(ctx, g, at)
	if err != nil {
		return Proof{}, nil, err
	}
	p := Proof{
		Gathering: g, Position: at, Index: uint64(at - 1), Leaf: r.Hash.String(), Key: d.o.Key.VKey(g),
		Stream: r.Stream.String(), Commit: r,
		Says: "No checkpoint covers this commit yet. One is signed within a minute, and when the round ends.",
	}
	ks, err := d.checkpoints(ctx, g)
	if err != nil {
		return Proof{}, nil, err
	}
	for _, k := range ks {
		if k.opened.Size < at {
			continue
		}
		p.Checkpoint = &Signed{Size: k.opened.Size, Fingerprint: k.opened.Fingerprint(), At: k.At, By: signers(k.Note)}
		file, err := audit.ProveCommit(k.opened, at, r.Raw, d.o.Leaves.Hashes(g))
		if err == nil {
			_, err = audit.CheckCommit(file, p.Key)
		}
		if err != nil {
			p.Says = "This commit is not proven: " + err.Error()
			return p, nil, nil
		}
		p.Valid = true
		p.Says = fmt.Sprintf("Valid: leaf %d leads to the root of the checkpoint over %d commits, which the log’s key has signed.", p.Index, p.Checkpoint.Size)
		return p, file, nil
	}
	return p, nil, nil
}

// Bundle signs the head of a gathering and writes its bundle, with the names, contacts and salts of people if that is wanted.
// What is wrong with the source is found before the first byte, as far as it can be. Errors:
// projections.ErrNotFound, *events.UnavailableError, and those of w.
func (d *Desk) Bundle(ctx context.Context, g events.GatheringID, names bool, w io.Writer) error {
	if g.Validate() != nil || d.o.Leaves.End(g) == 0 {
		return projections.ErrNotFound
	}
	head, err := d.o.Sealer.Seal(ctx, g)
	if err != nil {
		return err
	}
	ks, err := d.checkpoints(ctx, g)
	if err != nil {
		return err
	}
	var list []audit.Checkpoint
	for _, k := range ks {
		if k.opened.Size < head.Size {
			list = append(list, k.opened)
		} else if k.opened.Size == head.Size && len(k.opened.Note) > len(head.Note) {
			head.Checkpoint = k.opened // with a witness's signature
		}
	}
	var people []bundle.Person
	if names {
		people = d.people(g)
	}
	_, err = bundle.Write(ctx, bundle.Source{
		Commits: d.upTo(ctx, g, head.Size), Log: d.o.Log, Hashes: d.o.Leaves.Hashes(g), Catalog: d.o.Catalog,
		Checkpoints: append(list, head.Checkpoint), LogKey: d.o.Key.VKey(g), Version: d.o.Version,
		Witnesses: d.o.Sealer.Witnesses(), People: people,
	}, w)
	return err
}

// people are those whose names are known, for a bundle; never nil.
func (d *Desk) people(g events.GatheringID) []bundle.Person {
	out := []bundle.Person{}
	if d.o.People == nil {
		return out
	}
	for _, r := range d.o.People.Records(g) {
		out = append(out, bundle.Person{Person: r.ID, Name: r.Name, Contact: r.Contact, Salt: r.Salt})
	}
	return out
}

// upTo yields the commits of a gathering from the first to one.
func (d *Desk) upTo(ctx context.Context, g events.GatheringID, end events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		for r, err := range d.o.Leaves.Commits(ctx, g, 0) {
			if !yield(r, err) || err != nil || r.Position == end {
				return
			}
		}
	}
}
