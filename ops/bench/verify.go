package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
)

// VerifyOptions says what [Verify] measures.
type VerifyOptions struct {
	Bundle string // a bundle whose groups are played over and over
	Events uint64 // of the bundle that is made of it, at the least
	Dir    string // where the bundle is made
	Out    io.Writer
}

// Verified is what verifying a bundle costs.
type Verified struct {
	Events  uint64
	Commits uint64
	Bytes   int64         // of the commits
	Took    time.Duration // to verify
	Hashed  time.Duration // for SHA-256 over the same bytes, in the same run
	Heap    uint64        // greatest live heap while verifying, bytes
}

// Verify makes a bundle with at least so many events out of the groups of another one, each a group of its
// own, and measures how long verifying it takes, beside SHA-256 over the same bytes, and how much memory.
func Verify(ctx context.Context, o VerifyOptions) (Verified, error) {
	pattern, err := patternOf(o.Bundle)
	if err != nil {
		return Verified{}, err
	}
	file := filepath.Join(o.Dir, "measured.muster.zip")
	if err := pattern.write(ctx, file, o.Events); err != nil {
		return Verified{}, err
	}
	out, err := measure(ctx, file)
	if err != nil {
		return out, errors.Join(err, os.Remove(file))
	}
	if o.Out != nil {
		fmt.Fprintf(o.Out, "%d events in %d commits, %.1f MB\n", out.Events, out.Commits, float64(out.Bytes)/1e6)
		fmt.Fprintf(o.Out, "verify   %10.0f events/s  %8s  greatest heap %.1f MB\n", float64(out.Events)/out.Took.Seconds(), brief(out.Took), float64(out.Heap)/1e6)
		fmt.Fprintf(o.Out, "sha256   %10.0f events/s  %8s  verify takes %.0f times as long\n", float64(out.Events)/out.Hashed.Seconds(), brief(out.Hashed), out.Took.Seconds()/out.Hashed.Seconds())
	}
	return out, os.Remove(file)
}

// measure verifies a bundle and hashes its commits.
func measure(ctx context.Context, file string) (Verified, error) {
	runtime.GC()
	peak := watchHeap()
	began := time.Now()
	r, err := bundle.VerifyFile(ctx, file, bundle.Options{Catalog: vocabulary.All()})
	out := Verified{Took: time.Since(began), Heap: peak()}
	if err != nil {
		return out, err
	}
	if first, bad := r.First(); bad {
		return out, fmt.Errorf("the bundle that was made to be measured is contradicted: %s", first)
	}
	out.Events, out.Commits, out.Bytes = r.Events, uint64(r.Commits), r.Bytes
	f, done, err := bundle.OpenFile(file)
	if err != nil {
		return out, err
	}
	var all bytes.Buffer
	h := sha256.New()
	for raw, err := range f.Stored() {
		if err != nil {
			return out, errors.Join(err, done())
		}
		all.Write(raw)
		if all.Len() > 1<<20 {
			out.Hashed += hashing(h, &all)
		}
	}
	out.Hashed += hashing(h, &all)
	return out, done()
}

// hashing hashes what is in a buffer and empties it.
func hashing(h io.Writer, b *bytes.Buffer) time.Duration {
	began := time.Now()
	_, _ = h.Write(b.Bytes()) // a hash never fails
	b.Reset()
	return time.Since(began)
}

// watchHeap samples the live heap until the function returned is called, which returns the greatest.
func watchHeap() func() uint64 {
	stop := make(chan struct{})
	var most uint64
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	})
	return func() uint64 { close(stop); wg.Wait(); return most }
}

// pattern is a gathering whose groups are copied.
type pattern struct {
	desk, groups []events.Recorded
	each         uint64 // events of the groups
	gathering    events.GatheringID
}

func patternOf(file string) (pattern, error) {
	f, done, err := bundle.OpenFile(file)
	if err != nil {
		return pattern{}, err
	}
	p := pattern{gathering: f.Manifest.Gathering}
	for r, err := range f.Commits() {
		switch {
		case err != nil:
			return p, errors.Join(err, done())
		case r.Stream.Kind == events.KindDesk:
			p.desk = append(p.desk, r)
		case r.Stream.Kind == events.KindGroup:
			p.groups = append(p.groups, r)
			p.each += uint64(len(r.Events))
		}
	}
	if err := done(); err != nil {
		return p, err
	}
	if p.each == 0 {
		return p, fmt.Errorf("%s holds no group that could be played again", file)
	}
	return p, nil
}

// commits yields the desk and so many copies of the groups, as a server would have recorded them.
func (p pattern) commits(copies int) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		at := events.Position(0)
		if !chained(p.desk, &at, yield) {
			return
		}
		for n := range copies {
			if !chained(p.copyOf(n), &at, yield) {
				return
			}
		}
	}
}

// copyOf returns the groups under names of their own. Versions and hashes are still those of the pattern.
func (p pattern) copyOf(n int) []events.Recorded {
	out := make([]events.Recorded, len(p.groups))
	for i, r := range p.groups {
		r.Stream.Group = events.GroupID(fmt.Sprintf("%s-%d", r.Stream.Group, n))
		if r.Command.Actor.Group != "" {
			r.Command.Actor.Group = r.Stream.Group
		}
		out[i] = r
	}
	return out
}

// chained yields whole streams with versions, hashes and positions made right; false: it was told to stop.
func chained(rs []events.Recorded, at *events.Position, yield func(events.Recorded, error) bool) bool {
	heads := map[events.StreamID]events.Head{}
	for _, r := range rs {
		*at++
		c := r.Commit
		c.Version, c.Prev = heads[c.Stream].Version+1, heads[c.Stream].Hash
		raw, err := c.Encode()
		if err == nil {
			r, err = store.Open(c.Stream, *at, raw)
		}
		heads[c.Stream] = r.Head()
		if !yield(r, err) || err != nil {
			return false
		}
	}
	return true
}

// write writes the bundle.
func (p pattern) write(ctx context.Context, file string, wanted uint64) error {
	copies := int((wanted + p.each - 1) / p.each)
	var tree audit.Tree
	for r, err := range p.commits(copies) {
		if err == nil {
			err = tree.Add(tlog.Hash(r.Hash))
		}
		if err != nil {
			return err
		}
	}
	key := audit.NewKey(bytes.Repeat([]byte{1}, 32))
	root, err := tree.Root(tree.Size())
	if err != nil {
		return err
	}
	head, err := key.Sign(p.gathering, events.Position(tree.Size()), root)
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = bundle.Write(ctx, bundle.Source{
		Commits: p.commits(copies), Log: loader{p}, Hashes: &tree, Catalog: vocabulary.All(),
		Checkpoints: []audit.Checkpoint{head}, LogKey: key.VKey(p.gathering), Version: "bench",
	}, out)
	return errors.Join(err, out.Close())
}

// loader loads one copy of a stream.
type loader struct{ p pattern }

// Load implements store.Loader.
func (l loader) Load(_ context.Context, id events.StreamID, _ events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		at := events.Position(0)
		of := func(r events.Recorded, err error) bool {
			return err == nil && r.Stream != id || yield(r, err)
		}
		if id.Kind == events.KindDesk {
			chained(l.p.desk, &at, of)
			return
		}
		n, err := strconv.Atoi(string(id.Group[strings.LastIndexByte(string(id.Group), '-')+1:]))
		if err != nil {
			yield(events.Recorded{}, err)
			return
		}
		chained(l.p.copyOf(n), &at, of)
	}
}
