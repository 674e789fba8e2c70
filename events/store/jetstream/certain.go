package jetstream

import (
	"context"
	"time"

	"github.com/muster-events/muster/events"
)

// DefaultBehindWait is for [Options]. A leader that was cut off from its cluster answers from the
// past until it gives up, after 10 s without the others, or hears of the next leader, whose election
// takes up to 9 s.
const DefaultBehindWait = 20 * time.Second

// certain asks the log of a gathering. If the answer is behind what was read before, and there are
// several copies, it asks again for a while. If ctx ends first, the outcome is an
// [*events.UnavailableError]: nothing is known to be wrong.
func (s *Store) certain(ctx context.Context, g events.GatheringID, op string, ask func() (behind bool, err error)) error {
	began := time.Now()
	for try := 1; ; try++ {
		behind, err := ask()
		if !behind || !s.replicated(g) || time.Since(began) > s.opts.BehindWait {
			return err
		}
		s.opts.Log.Warn("a server of the cluster may have answered from the past and is asked again", "gathering", string(g), "err", err)
		if !pause(ctx, min(try+4, 7)) {
			return &events.UnavailableError{Op: op, Reason: "the server that was asked is behind the others of its cluster; it answers when it has caught up", Err: ctx.Err()}
		}
	}
}

// replicated reports whether the broker keeps several copies of the gathering's log.
func (s *Store) replicated(g events.GatheringID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.handles[g]
	return h != nil && h.CachedInfo().Config.Replicas > 1
}
