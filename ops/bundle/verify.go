package bundle

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	fnote "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/ops/audit"
)

// Options are what somebody brings along to verify a bundle, and how it is told.
type Options struct {
	Catalog      *events.Catalogue
	Version      string   // of the program that verifies
	Key          string   // verifier key that must be the log's; empty: the bundle's own is taken
	Fingerprints []string // of checkpoints that were seen at the event
	Witnesses    []string // verifier keys of witnesses that are trusted
	Need         int      // how many of Witnesses must have signed the last checkpoint
	Phones       []Phone  // what phones have kept of the log during the event
	// Progress is told how many commits have been read, and then decided, of how many.
	Progress func(step string, done, of events.Position)
}

// VerifyFile opens and verifies a file. Errors: *UnreadableError, *PhoneError, those of the file system, and ctx's.
func VerifyFile(ctx context.Context, path string, o Options) (*Report, error) {
	f, done, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = done() }() // it was only read
	return Verify(ctx, f, o)
}

func openRead(path string) (*os.File, int64, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	st, err := in.Stat()
	if err != nil {
		_ = in.Close() // it was only opened
		return nil, 0, err
	}
	return in, st.Size(), nil
}

// Verify checks a bundle, all of it. A contradiction is a finding in the report and no error. Errors:
// *UnreadableError for what is not even a bundle, *PhoneError for a phone of another gathering, and ctx's.
func Verify(ctx context.Context, f *File, o Options) (*Report, error) {
	v := &verifier{f: f, o: o, report: &Report{Gathering: f.Manifest.Gathering, Commits: f.Manifest.Commits}}
	v.report.count(PartContainer, 1)
	if !f.Intact {
		v.report.bad(Finding{Part: PartContainer, Found: "bytes that are not those that were written: the file was damaged or changed"})
	}
	if err := v.heads(); err != nil {
		return nil, err
	}
	sp, err := newSpool()
	if err != nil {
		return nil, err
	}
	v.spool = sp
	err = v.steps(ctx)
	if err := errors.Join(err, sp.close()); err != nil {
		return nil, err
	}
	v.report.settle()
	return v.report, nil
}

type verifier struct {
	f      *File
	o      Options
	report *Report
	spool  *spool
	signed []head // rising sizes; the last is the checkpoint
	next   int    // of signed, to be compared with the tree
	given  []wanted
	// What phones have kept, rising sizes, and of each phone the first that does not fit.
	kept     []keptHead
	nextKept int // of kept, to be compared with the tree
	misfits  []*misfit
	tree     growing
	tiles    tiles
	// tileBad is the first leaf that a tile contradicts; 0: none.
	tileBad events.Position
	carried []carried
	broken  bool // commits could not be read to their end
}

// head is a checkpoint as the bundle claims it, and whether its signature is good.
type head struct {
	cp   audit.Checkpoint
	name string
	good bool
	fits bool // the commits have its root
}

// wanted is a fingerprint that somebody brought along.
type wanted struct {
	words string
	size  events.Position
	met   bool
}

func (v *verifier) steps(ctx context.Context) error {
	if err := v.commits(ctx); err != nil {
		return err
	}
	v.judgeTree()
	if v.broken {
		const why = "the commits cannot be read to their end"
		v.report.skip(PartDecisions, why)
		v.report.skip(PartRules, why)
		v.report.skip(PartEntries, why)
		v.report.skip(PartSummary, why)
		v.report.skip(PartPeople, why)
		return nil
	}
	return v.decisions(ctx)
}

// heads reads keys and checkpoints.
func (v *verifier) heads() error {
	b, err := v.f.read(logKeyName, maxKey)
	if err != nil {
		return err
	}
	v.report.Key = strings.TrimSuffix(string(b), "\n")
	use := v.report.Key
	if v.o.Key != "" {
		v.report.count(PartGiven, 1)
		use = strings.TrimSpace(v.o.Key)
		if k, err := audit.ParsePublicKey(use); err == nil {
			use = k.VKey(v.f.Manifest.Gathering) // also from the key of the server as a whole
		}
		if v.report.KeyGiven = use == v.report.Key; !v.report.KeyGiven {
			v.report.bad(Finding{Part: PartGiven, Found: "the key " + clip(v.report.Key), Expected: "the key that was given, " + clip(use)})
		}
	}
	for _, size := range v.f.Manifest.Checkpoints {
		if err := v.head(oldCheckpoint(size), size, use); err != nil {
			return err
		}
	}
	if err := v.head(checkpointName, v.f.Manifest.Commits, use); err != nil {
		return err
	}
	v.report.count(PartSignature, uint64(len(v.signed)))
	for _, words := range v.o.Fingerprints {
		v.want(words)
	}
	if err := v.phones(use); err != nil {
		return err
	}
	return v.witnesses()
}

func (v *verifier) head(name string, size events.Position, vkey string) error {
	signed, err := v.f.read(name, audit.MaxCheckpointBytes)
	if err != nil {
		return err
	}
	h := head{name: name}
	h.cp, err = audit.OpenCheckpoint(signed, vkey)
	switch {
	case err != nil:
		v.report.bad(Finding{Part: PartSignature, Found: fmt.Sprintf("%s: %v", name, err), Expected: "a checkpoint signed by the log's key"})
	case h.cp.Gathering != v.f.Manifest.Gathering || h.cp.Size != size:
		v.report.bad(Finding{
			Part: PartSignature, Found: fmt.Sprintf("%s is of %s at %d", name, h.cp.Gathering, h.cp.Size),
			Expected: fmt.Sprintf("a checkpoint of %s at %d", v.f.Manifest.Gathering, size),
		})
	default:
		h.good = true
	}
	h.cp.Size = size
	v.signed = append(v.signed, h)
	return nil
}

// want notes a fingerprint, whatever size it names.
func (v *verifier) want(words string) {
	v.report.count(PartGiven, 1)
	size, err := audit.SizeOf(words)
	if err != nil || size > v.f.Manifest.Commits {
		found := fmt.Sprintf("the fingerprint %q, of a log of %d commits", clip(words), size)
		if err != nil {
			found = err.Error()
		}
		v.report.bad(Finding{Part: PartGiven, Found: found, Expected: fmt.Sprintf("one of a log of at most %d commits, which the bundle holds", v.f.Manifest.Commits)})
		return
	}
	v.given = append(v.given, wanted{words: words, size: size})
}

// witnesses checks the cosignatures of the last checkpoint.
func (v *verifier) witnesses() error {
	signed, err := v.f.read(checkpointName, audit.MaxCheckpointBytes)
	if err != nil {
		return err
	}
	keys := v.o.Witnesses
	for n := range v.f.Manifest.Witnesses {
		b, err := v.f.read(witnessKey(n+1), maxKey)
		if err != nil {
			return err
		}
		keys = append(keys[:len(keys):len(keys)], strings.TrimSuffix(string(b), "\n"))
	}
	met := map[string]bool{}
	for i, k := range keys {
		w, err := fnote.NewVerifierForCosignatureV1(k)
		if err != nil {
			v.report.bad(Finding{Part: PartSignature, Found: fmt.Sprintf("the witness key %q: %v", clip(k), err)})
			continue
		}
		n, err := note.Open(signed, note.VerifierList(w))
		if err != nil || len(n.Sigs) == 0 || met[k] {
			continue
		}
		met[k] = true
		v.report.count(PartSignature, 1)
		name := w.Name()
		if at, err := fnote.CoSigV1Timestamp(n.Sigs[0]); err == nil {
			name += " at " + at.UTC().Format("2006-01-02 15:04:05 MST")
		}
		if i >= len(v.o.Witnesses) {
			name += " (a key of the bundle's own)"
		}
		v.report.Witnessed = append(v.report.Witnessed, name)
	}
	trusted := 0
	for _, k := range v.o.Witnesses {
		if met[k] {
			trusted++
		}
	}
	if trusted < v.o.Need {
		v.report.bad(Finding{
			Part: PartGiven, Found: fmt.Sprintf("%d of the trusted witnesses have signed the checkpoint", trusted),
			Expected: fmt.Sprintf("at least %d", v.o.Need),
		})
	}
	return nil
}

// commits reads every line once: hash, tree, order, schema; and spools it for the rest.
func (v *verifier) commits(ctx context.Context) error {
	v.tiles.f = v.f
	v.tree.made = v.tile
	in, err := v.f.open(commitsName)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // reading has said what there is to say
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), events.MaxCommitBytes+1)
	lines.Split(whole)
	chain := store.NewChain(v.f.Manifest.Gathering, 0)
	n := events.Position(0)
	for n < v.f.Manifest.Commits && lines.Scan() {
		n++
		if err := v.line(n, lines.Bytes(), chain); err != nil {
			return err
		}
		if n%1024 == 0 {
			v.progress("read", n)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	v.end(lines, n)
	v.progress("read", n)
	if err := v.spool.w.Flush(); err != nil {
		return fmt.Errorf("write the temporary file: %w", err)
	}
	return nil
}

// whole is bufio.ScanLines, but a last line without an end is an error, and a carriage return is kept.
func whole(data []byte, atEOF bool) (advance int, token []byte, err error) {
	for i, c := range data {
		if c == '\n' {
			return i + 1, data[:i], nil
		}
	}
	if atEOF && len(data) > 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return 0, nil, nil
}

// end says what is wrong behind the last commit that was read.
func (v *verifier) end(lines *bufio.Scanner, n events.Position) {
	switch {
	case n < v.f.Manifest.Commits:
		v.broken = true
		why := "the end of " + commitsName
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			why = fmt.Sprintf("a line of more than %d bytes", events.MaxCommitBytes)
		} else if err != nil {
			why = fmt.Sprintf("bytes that cannot be unpacked (%v)", err)
		}
		v.report.bad(Finding{Part: PartTree, Position: n + 1, Found: why, Expected: fmt.Sprintf("commit %d of %d", n+1, v.f.Manifest.Commits)})
	case lines.Scan():
		v.report.bad(Finding{Part: PartTree, Position: n + 1, Found: "a further commit", Expected: fmt.Sprintf("the end after %d commits, as the checkpoint says", n)})
	case lines.Err() != nil:
		v.report.bad(Finding{Part: PartTree, Position: n, Found: fmt.Sprintf("bytes after it that cannot be unpacked (%v)", lines.Err()), Expected: "the end"})
	}
}

func (v *verifier) line(n events.Position, raw []byte, chain *store.Chain) error {
	v.report.Bytes += int64(len(raw))
	v.report.count(PartTree, 1)
	r, err := store.Open(events.StreamID{}, n, raw)
	if err != nil {
		r.Hash = events.HashOf(raw)
	}
	if err := v.tree.add(tlog.Hash(r.Hash)); err != nil {
		return err
	}
	v.compareHeads(n)
	if err != nil {
		v.broken = true
		v.report.bad(Finding{Part: PartSchema, Position: n, Found: err.Error(), Expected: "a commit"})
		return nil
	}
	v.report.Events += uint64(len(r.Events))
	id := r.Stream
	v.report.count(PartOrder, 1)
	if err := chain.Check(r); err != nil {
		v.report.bad(Finding{Part: PartOrder, Position: n, Stream: &id, Version: r.Version, Found: problem(err), Expected: "the next commit of its stream"})
		v.broken = true
	}
	v.schema(r)
	return v.spool.add(r)
}

// problem says what is wrong without the advice for a running server.
func problem(err error) string {
	var c *events.CorruptError
	if errors.As(err, &c) {
		return c.Problem
	}
	return err.Error()
}

// schema checks that a commit is written as muster writes it, and that its command is known. Its events
// are looked at where they are folded.
func (v *verifier) schema(r events.Recorded) {
	id := r.Stream
	bad := func(event, found, expected string) {
		v.report.bad(Finding{Part: PartSchema, Position: r.Position, Stream: &id, Version: r.Version, Event: event, Found: found, Expected: expected})
	}
	if !r.Exact() {
		bad("", "a commit with fields that are unknown, doubled or out of place", "a commit as muster writes it")
	}
	if r.Stream.Gathering != v.f.Manifest.Gathering {
		bad("", "a commit of gathering "+string(r.Stream.Gathering), "one of "+string(v.f.Manifest.Gathering))
	}
	v.report.count(PartSchema, 1)
	if _, err := v.o.Catalog.DecodeCommand(r.Command.Type, r.Command.Data); err != nil {
		bad(r.Command.Type, err.Error(), "a command of a type that is known")
	}
}

// tile compares a hash with the one that the bundle publishes.
func (v *verifier) tile(level int, index int64, h tlog.Hash) error {
	want, err := v.tiles.at(level, index, int64(v.f.Manifest.Commits))
	if err != nil {
		var u *UnreadableError
		if !errors.As(err, &u) {
			return err
		}
		v.report.bad(Finding{Part: PartTree, Found: u.Error(), Expected: "a tile of hashes"})
		v.tiles.deaf(level)
		return nil
	}
	if want != nil && *want != h && v.tileBad == 0 {
		v.tileBad = events.Position(index<<(audit.TileHeight*level)) + 1
	}
	return nil
}

// compareHeads compares the root at a size with the checkpoints and fingerprints of that size.
func (v *verifier) compareHeads(n events.Position) {
	var root tlog.Hash
	known := false
	need := func() tlog.Hash {
		if !known {
			root, known = v.tree.root(), true
		}
		return root
	}
	for ; v.next < len(v.signed) && v.signed[v.next].cp.Size <= n; v.next++ {
		h := &v.signed[v.next]
		if h.cp.Size < n {
			continue // of no commits at all
		}
		h.fits = h.good && h.cp.Root == need()
		if n == v.f.Manifest.Commits {
			continue // judgeTree says what is wrong with the last
		}
		v.report.count(PartCheckpoint, 1)
		if h.good && !h.fits {
			v.report.bad(Finding{Part: PartCheckpoint, Found: fmt.Sprintf("%s does not fit the first %d commits", h.name, n), Expected: "the signed root of the same log"})
		}
	}
	for i, w := range v.given {
		if w.size == n {
			v.given[i].met = audit.Checkpoint{Size: n, Root: need()}.Matches(w.words)
		}
	}
	v.comparePhones(n, func() audit.Checkpoint { return audit.Checkpoint{Size: n, Root: need()} })
	if n == v.f.Manifest.Commits {
		root := need()
		v.report.Root = hex.EncodeToString(root[:])
		v.report.Fingerprint = audit.Checkpoint{Size: n, Root: root}.Fingerprint()
	}
}

// judgeTree says, once all commits were read, which commit is not the one that was signed.
func (v *verifier) judgeTree() {
	last := v.signed[len(v.signed)-1]
	fits := last.fits && !v.broken
	switch {
	case v.tileBad > 0 && fits:
		v.report.bad(Finding{Part: PartTree, Found: fmt.Sprintf("a tile that is not that of commit %d, which is as it was signed", v.tileBad), Expected: "the tiles of the signed tree"})
	case v.tileBad > 0:
		v.report.bad(Finding{Part: PartTree, Position: v.tileBad, Found: "a commit that is not the one whose hash is in the tiles", Expected: "the commit as it was recorded"})
	case last.good && !fits && !v.broken:
		v.report.bad(Finding{Part: PartTree, Position: v.lastFit() + 1, Found: "commits that do not have the root that was signed, from here or later", Expected: "the commits as they were signed"})
	}
	for _, w := range v.given {
		if !w.met {
			v.report.bad(Finding{Part: PartGiven, Found: fmt.Sprintf("another history of the first %d commits than the fingerprint %q is of", w.size, clip(w.words)), Expected: "the same history"})
		}
	}
	v.judgePhones()
}

// lastFit is the greatest size at which a signed checkpoint fits the commits.
func (v *verifier) lastFit() events.Position {
	fit := events.Position(0)
	for _, h := range v.signed {
		if h.fits {
			fit = h.cp.Size
		}
	}
	return fit
}

func (v *verifier) progress(step string, done events.Position) {
	if v.o.Progress != nil {
		v.o.Progress(step, done, v.f.Manifest.Commits)
	}
}

// tiles reads the tiles of a bundle, one of each level at a time.
type tiles struct {
	f    *File
	now  [8]int64 // index of the tile that is held, plus one
	held [8][]byte
	off  [8]bool
}

func (t *tiles) deaf(level int) { t.off[level] = true }

// at returns a hash of a tree of so many leaves; nil if the level is not read any more.
func (t *tiles) at(level int, index, size int64) (*tlog.Hash, error) {
	if level >= len(t.off) || t.off[level] {
		return nil, nil
	}
	n := index / audit.TileWidth
	if t.now[level] != n+1 {
		width := min(size>>(audit.TileHeight*level)-n*audit.TileWidth, audit.TileWidth)
		b, err := t.f.read(audit.Tile{Level: level, Index: n, Width: int(width)}.Path(), audit.TileWidth*tlog.HashSize)
		if err != nil {
			return nil, err
		}
		t.now[level], t.held[level] = n+1, b
	}
	at := (index % audit.TileWidth) * tlog.HashSize
	h := tlog.Hash(t.held[level][at : at+tlog.HashSize])
	return &h, nil
}
