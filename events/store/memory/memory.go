// Package memory holds a log in memory: for tests, and for looking at a bundle without a server. It
// keeps every promise of package store except that nothing outlives the process.
package memory

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Store is a log in memory. It is safe for concurrent use. Make one with [New].
type Store struct {
	// Now is the clock that commits are stamped with; set it before the first append. Nil means
	// time.Now.
	Now func() time.Time

	mu         sync.Mutex // guards all below
	gatherings map[events.GatheringID]*gathering
	moved      chan struct{} // closed and replaced at every append
}

type gathering struct {
	log     []entry // index i is position i+1
	streams map[events.StreamID]*stream
	sealed  bool
}

type entry struct {
	events.Recorded
	err error // why it cannot be read; only after Put
}

type stream struct {
	head     events.Head
	commits  []int // indexes into log
	commands map[events.CommandID]int
}

// New returns an empty log.
func New() *Store {
	return &Store{gatherings: map[events.GatheringID]*gathering{}, moved: make(chan struct{})}
}

var _ store.Store = (*Store)(nil)

// Append implements store.Appender.
func (s *Store) Append(ctx context.Context, want events.Head, d store.Draft) (store.Result, error) {
	r, err := store.Seal(want, d, s.now())
	if err != nil {
		return store.Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return store.Result{}, &events.UnavailableError{Op: "append", Reason: "the request was given up before anything was stored", Err: err}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, st := s.peek(d.Stream)
	if i, ok := st.commands[d.Command.ID]; ok {
		return store.Result{Recorded: g.log[i].Recorded, Duplicate: true}, nil
	}
	if err := store.Fits(d.Stream, want, st.head); err != nil {
		return store.Result{}, err
	}
	if g.sealed {
		return store.Result{}, &events.UnavailableError{Op: "append", Reason: store.SealedReason}
	}
	return store.Result{Recorded: s.add(d.Stream, r, nil)}, nil
}

// Seal implements store.Sealer.
func (s *Store) Seal(_ context.Context, g events.GatheringID) error {
	if err := g.Validate(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	gathering := s.gatherings[g]
	if gathering == nil {
		return &events.CorruptError{Position: 1, Problem: "there is no log of " + string(g) + " to be sealed", Hint: store.RepairHint}
	}
	gathering.sealed = true
	return nil
}

// Sealed implements store.Sealer.
func (s *Store) Sealed(_ context.Context, g events.GatheringID) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gathering := s.gatherings[g]
	return gathering != nil && gathering.sealed, g.Validate()
}

func (s *Store) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

// peek returns the gathering and stream, empty ones if they do not exist. The caller holds mu.
func (s *Store) peek(id events.StreamID) (*gathering, *stream) {
	g := s.gatherings[id.Gathering]
	if g == nil {
		return &gathering{}, &stream{}
	}
	if st := g.streams[id]; st != nil {
		return g, st
	}
	return g, &stream{}
}

// add puts a sealed commit at the end. The caller holds mu.
func (s *Store) add(id events.StreamID, r events.Recorded, err error) events.Recorded {
	g := s.gatherings[id.Gathering]
	if g == nil {
		g = &gathering{streams: map[events.StreamID]*stream{}}
		s.gatherings[id.Gathering] = g
	}
	st := g.streams[id]
	if st == nil {
		st = &stream{commands: map[events.CommandID]int{}}
		g.streams[id] = st
	}
	r.Position = events.Position(len(g.log) + 1)
	head := r.Head()
	if err != nil { // it stands there all the same
		head = events.Head{Version: st.head.Version + 1, Position: r.Position, Hash: r.Hash}
	}
	st.head = head
	st.commits = append(st.commits, len(g.log))
	st.commands[r.Command.ID] = len(g.log)
	g.log = append(g.log, entry{r, err})
	close(s.moved)
	s.moved = make(chan struct{})
	return r
}

func (e entry) follows(head events.Head) (events.Head, error) {
	if e.err != nil {
		return head, e.err
	}
	return store.Next(head, e.Recorded)
}

func (e entry) checkedBy(c *store.Chain) error {
	if e.err != nil {
		return e.err
	}
	return c.Check(e.Recorded)
}

// Load implements store.Loader.
func (s *Store) Load(ctx context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		commits, err := s.after(id, after)
		if err != nil {
			yield(events.Recorded{}, err)
			return
		}
		for _, r := range commits {
			if err := ctx.Err(); err != nil {
				yield(events.Recorded{}, &events.UnavailableError{Op: "load", Reason: "the request was given up", Err: err})
				return
			}
			if after, err = r.follows(after); err != nil {
				yield(events.Recorded{}, err)
				return
			}
			if !yield(r.Recorded, nil) {
				return
			}
		}
	}
}

// after returns the commits of a stream after the given head.
func (s *Store) after(id events.StreamID, after events.Head) ([]entry, error) {
	if err := id.Validate(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, st := s.peek(id)
	if after.Version >= st.head.Version {
		return nil, store.Fits(id, after, st.head)
	}
	out := make([]entry, 0, len(st.commits))
	for _, i := range st.commits[min(after.Version, events.Version(len(st.commits))):] {
		out = append(out, g.log[i])
	}
	return out, nil
}

// Follow implements store.Follower.
func (s *Store) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		if err := g.Validate(); err != nil {
			yield(events.Recorded{}, err)
			return
		}
		chain := store.NewChain(g, after)
		for ctx.Err() == nil {
			more, moved, err := s.from(g, chain.Position())
			if err != nil {
				yield(events.Recorded{}, err)
				return
			}
			for _, r := range more {
				if ctx.Err() != nil {
					return
				}
				if err := r.checkedBy(chain); err != nil {
					yield(events.Recorded{}, err)
					return
				}
				if !yield(r.Recorded, nil) {
					return
				}
			}
			if len(more) > 0 {
				continue
			}
			select {
			case <-moved:
			case <-ctx.Done():
			}
		}
	}
}

// from returns the commits after a position and a channel that is closed at the next append.
func (s *Store) from(g events.GatheringID, after events.Position) ([]entry, <-chan struct{}, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var log []entry
	if gathering := s.gatherings[g]; gathering != nil {
		log = gathering.log
	}
	if int(after) > len(log) {
		return nil, nil, store.Shorter(g, after, events.Position(len(log)))
	}
	return slices.Clip(log[after:]), s.moved, nil
}

// End implements store.Follower.
func (s *Store) End(ctx context.Context, g events.GatheringID) (events.Position, error) {
	if err := g.Validate(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	gathering := s.gatherings[g]
	if gathering == nil {
		return 0, nil
	}
	return events.Position(len(gathering.log)), nil
}

// Gatherings implements store.Lister.
func (s *Store) Gatherings(ctx context.Context) ([]events.GatheringID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]events.GatheringID, 0, len(s.gatherings))
	for g := range s.gatherings {
		out = append(out, g)
	}
	slices.Sort(out)
	return out, nil
}

// WatchGatherings implements store.Lister.
func (s *Store) WatchGatherings(ctx context.Context) iter.Seq2[events.GatheringID, error] {
	return func(yield func(events.GatheringID, error) bool) {
		seen := map[events.GatheringID]bool{}
		for ctx.Err() == nil {
			s.mu.Lock()
			moved := s.moved
			s.mu.Unlock()
			all, _ := s.Gatherings(ctx)
			for _, g := range all {
				if seen[g] {
					continue
				}
				seen[g] = true
				if !yield(g, nil) {
					return
				}
			}
			select {
			case <-moved:
			case <-ctx.Done():
			}
		}
	}
}

// Streams implements store.Lister.
func (s *Store) Streams(ctx context.Context, g events.GatheringID) ([]store.StreamInfo, error) {
	if err := g.Validate(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []store.StreamInfo
	if gathering := s.gatherings[g]; gathering != nil {
		for id, st := range gathering.streams {
			out = append(out, store.StreamInfo{ID: id, Commits: uint64(len(st.commits))})
		}
	}
	slices.SortFunc(out, func(a, b store.StreamInfo) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	return out, nil
}

// Put adds bytes at the end of a gathering's log, on the place of a stream, without any check. It is
// for tests of what readers do with a damaged log, and for reading a log that was damaged elsewhere.
func (s *Store) Put(id events.StreamID, raw []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pos := events.Position(1)
	if g := s.gatherings[id.Gathering]; g != nil {
		pos += events.Position(len(g.log))
	}
	r, err := store.Open(id, pos, raw)
	s.add(id, r, err)
}

// Dump yields everything that a gathering's log holds, in order, whatever it is.
func (s *Store) Dump(ctx context.Context, g events.GatheringID) iter.Seq2[store.Stored, error] {
	return func(yield func(store.Stored, error) bool) {
		log, _, err := s.from(g, 0)
		for i, e := range log {
			if ctx.Err() != nil {
				err = &events.UnavailableError{Op: "dump", Reason: "the request was given up", Err: ctx.Err()}
				break
			}
			if !yield(store.Stored{Position: events.Position(i + 1), Place: events.LogSubject(e.Stream), Raw: e.Raw}, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Stored{}, err)
		}
	}
}

// Replace puts the given commits in the place of everything that the log of a gathering held.
func (s *Store) Replace(_ context.Context, g events.GatheringID, commits iter.Seq2[events.Recorded, error]) error {
	var all []events.Recorded
	for r, err := range commits {
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.gatherings, g)
	for _, r := range all {
		s.add(r.Stream, r, nil)
	}
	return nil
}

// Cut removes everything after a position from the log of a gathering, as damaged files do.
func (s *Store) Cut(g events.GatheringID, after events.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.gatherings[g]
	if old == nil {
		return
	}
	delete(s.gatherings, g)
	for _, e := range old.log[:min(int(after), len(old.log))] {
		s.add(e.Stream, e.Recorded, e.err)
	}
}
