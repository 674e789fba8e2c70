package ledger

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// ReadOnlyStore serves what is proven of a damaged log, whichever copy holds it, and takes nothing.
// Make one with [ReadOnly].
type ReadOnlyStore struct {
	ledger *Ledger
	log    Log
	ends   map[events.GatheringID]events.Position
	why    map[events.GatheringID]error
	all    []events.GatheringID
}

var _ store.Store = (*ReadOnlyStore)(nil)

// ReadOnly returns a store that reads the proven commits of every gathering in the report, so that
// pages can be shown until `muster repair` has run. Each load walks the log of its gathering.
func ReadOnly(l *Ledger, log Log, report Report) *ReadOnlyStore {
	s := &ReadOnlyStore{
		ledger: l, log: log,
		ends: map[events.GatheringID]events.Position{}, why: map[events.GatheringID]error{},
	}
	for _, f := range report.Findings {
		if f.Proven == 0 {
			continue
		}
		s.all = append(s.all, f.Gathering)
		s.ends[f.Gathering] = f.Proven
		if !f.OK() {
			s.why[f.Gathering] = &DamageError{Finding: f}
		}
	}
	return s
}

// Append implements store.Appender: it refuses, with the damage of the gathering if there is any.
func (s *ReadOnlyStore) Append(_ context.Context, _ events.Head, d store.Draft) (store.Result, error) {
	if err := d.Stream.Validate(); err != nil {
		return store.Result{}, err
	}
	return store.Result{}, &events.UnavailableError{
		Op: "append", Reason: "the log can only be read until it is repaired", Err: s.why[d.Stream.Gathering],
	}
}

// Load implements store.Loader.
func (s *ReadOnlyStore) Load(ctx context.Context, id events.StreamID, after events.Head) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		if err := id.Validate(); err != nil {
			yield(events.Recorded{}, err)
			return
		}
		var head events.Head
		for r, err := range s.upTo(ctx, id.Gathering) {
			if err != nil {
				yield(events.Recorded{}, err)
				return
			}
			if r.Stream != id {
				continue
			}
			head = r.Head()
			if r.Version == after.Version && head != after {
				break
			}
			if r.Version > after.Version && !yield(r, nil) {
				return
			}
		}
		if err := store.Fits(id, after, head); head.Version <= after.Version && err != nil {
			yield(events.Recorded{}, err)
		}
	}
}

// upTo yields the proven commits of a gathering.
func (s *ReadOnlyStore) upTo(ctx context.Context, g events.GatheringID) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		end := s.ends[g]
		if end == 0 {
			return
		}
		for r, err := range proven(ctx, s.ledger, s.log, g) {
			if !yield(r, err) || err != nil || r.Position == end {
				return
			}
		}
	}
}

// Follow implements store.Follower. After what is proven nothing comes until ctx ends.
func (s *ReadOnlyStore) Follow(ctx context.Context, g events.GatheringID, after events.Position) iter.Seq2[events.Recorded, error] {
	return func(yield func(events.Recorded, error) bool) {
		err := g.Validate()
		if err == nil && after > s.ends[g] {
			err = store.Shorter(g, after, s.ends[g])
		}
		if err != nil {
			yield(events.Recorded{}, err)
			return
		}
		for r, err := range s.upTo(ctx, g) {
			if ctx.Err() != nil {
				return
			}
			if err == nil && r.Position <= after {
				continue
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
		<-ctx.Done()
	}
}

// End implements store.Follower.
func (s *ReadOnlyStore) End(_ context.Context, g events.GatheringID) (events.Position, error) {
	return s.ends[g], g.Validate()
}

// Gatherings implements store.Lister.
func (s *ReadOnlyStore) Gatherings(context.Context) ([]events.GatheringID, error) {
	return slices.Clone(s.all), nil
}

// WatchGatherings implements store.Lister.
func (s *ReadOnlyStore) WatchGatherings(ctx context.Context) iter.Seq2[events.GatheringID, error] {
	return func(yield func(events.GatheringID, error) bool) {
		for _, g := range s.all {
			if !yield(g, nil) {
				return
			}
		}
		<-ctx.Done()
	}
}

// Streams implements store.Lister.
func (s *ReadOnlyStore) Streams(ctx context.Context, g events.GatheringID) ([]store.StreamInfo, error) {
	counts := map[events.StreamID]uint64{}
	for r, err := range s.upTo(ctx, g) {
		if err != nil {
			return nil, err
		}
		counts[r.Stream]++
	}
	var out []store.StreamInfo
	for id, n := range counts {
		out = append(out, store.StreamInfo{ID: id, Commits: n})
	}
	slices.SortFunc(out, func(a, b store.StreamInfo) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	return out, nil
}

// Seal implements store.Sealer: it refuses, as [ReadOnlyStore.Append] does.
func (s *ReadOnlyStore) Seal(_ context.Context, g events.GatheringID) error {
	if err := g.Validate(); err != nil {
		return err
	}
	return &events.UnavailableError{Op: "seal", Reason: "the log can only be read until it is repaired", Err: s.why[g]}
}

// Sealed implements store.Sealer: what is damaged may not end where it seems to.
func (s *ReadOnlyStore) Sealed(ctx context.Context, g events.GatheringID) (bool, error) {
	if s.why[g] != nil {
		return false, nil
	}
	return s.log.Sealed(ctx, g)
}
