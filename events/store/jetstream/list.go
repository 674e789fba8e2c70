package jetstream

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// noticeOfStreams is where the broker tells that a stream was made.
const noticeOfStreams = "$JS.EVENT.ADVISORY.STREAM.CREATED.*"

// listAgain is how often the gatherings are listed in case a notice was lost.
const listAgain = 2 * time.Second

// Gatherings implements store.Lister.
func (s *Store) Gatherings(ctx context.Context) ([]events.GatheringID, error) {
	prefix := events.JetStreamName("")
	list := s.read.StreamNames(ctx)
	var out []events.GatheringID
	for name := range list.Name() {
		g, ok := strings.CutPrefix(name, prefix)
		if ok && events.GatheringID(g).Validate() == nil {
			out = append(out, events.GatheringID(g))
		}
	}
	if err := list.Err(); err != nil {
		return nil, unavailable("list gatherings", err)
	}
	slices.Sort(out)
	return out, nil
}

// WatchGatherings implements store.Lister. While the broker cannot be reached it waits.
func (s *Store) WatchGatherings(ctx context.Context) iter.Seq2[events.GatheringID, error] {
	return func(yield func(events.GatheringID, error) bool) {
		notice := newSignal()
		sub, err := s.opts.Reads.Subscribe(noticeOfStreams, func(*nats.Msg) { notice.fire() })
		if err != nil {
			yield("", unavailable("watch gatherings", err))
			return
		}
		defer func() { _ = sub.Unsubscribe() }()
		seen := map[events.GatheringID]bool{}
		for ctx.Err() == nil {
			noticed, created := notice.wait(), s.created.wait()
			all, err := s.Gatherings(ctx)
			if err != nil && s.opts.Reads.IsClosed() {
				yield("", unavailable("watch gatherings", nats.ErrConnectionClosed))
				return
			}
			for _, g := range all {
				if !seen[g] && !yield(g, nil) {
					return
				}
				seen[g] = true
			}
			either(ctx, noticed, created, listAgain)
		}
	}
}

// either waits for one of two signals, or for d, or for ctx.
func either(ctx context.Context, a, b <-chan struct{}, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-a:
	case <-b:
	case <-t.C:
	case <-ctx.Done():
	}
}

// Streams implements store.Lister.
func (s *Store) Streams(ctx context.Context, g events.GatheringID) ([]store.StreamInfo, error) {
	if err := g.Validate(); err != nil {
		return nil, err
	}
	h, err := s.read.Stream(ctx, events.JetStreamName(g))
	if noStream(err) {
		return nil, nil
	}
	if err != nil {
		return nil, unavailable("list streams", err)
	}
	info, err := h.Info(ctx, jetstream.WithSubjectFilter(events.LogFilter(g)))
	if err != nil {
		return nil, unavailable("list streams", err)
	}
	out := make([]store.StreamInfo, 0, len(info.State.Subjects))
	for subject, n := range info.State.Subjects {
		id, err := events.ParseLogSubject(subject)
		if err != nil {
			return nil, &events.CorruptError{Problem: "the log of " + string(g) + " holds messages on subject " + subject, Hint: store.RepairHint}
		}
		out = append(out, store.StreamInfo{ID: id, Commits: n})
	}
	slices.SortFunc(out, func(a, b store.StreamInfo) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	return out, nil
}
