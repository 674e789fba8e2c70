//go:build !js

package runner

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// openFor is how long a gathering that was open is taken to be open without looking again. Another
// server that has ended it is noticed that much later.
const openFor = time.Second

// Closed is a [Doer] that takes nothing for the groups, campaigns, tournaments and leagues of a gathering
// that has ended or was sealed: they cannot know that by themselves, since it is recorded at the desk. And it
// lets the desk seal the gathering only with what is unfinished named. Make one for each Service with
// [NewClosed].
type Closed struct {
	s *Service

	// Behind, if set, says what was recorded and is still on its way to where it belongs; empty: nothing.
	// A gathering is not sealed meanwhile. Set it before the first command.
	Behind func(context.Context, events.GatheringID) (says string, err error)

	mu   sync.Mutex // guards open
	open map[events.GatheringID]time.Time
}

// NewClosed returns a Doer that asks s unless the gathering has ended.
func NewClosed(s *Service) *Closed {
	return &Closed{s: s, open: map[events.GatheringID]time.Time{}}
}

// Do implements [Doer]. A command that was accepted before the end gets its first answer again.
func (c *Closed) Do(ctx context.Context, id events.StreamID, cmd events.Command) (events.Answer, error) {
	if id.Kind == events.KindDesk {
		if err := c.maySeal(ctx, id, cmd); err != nil {
			return events.Answer{}, c.s.report(id, cmd, 0, events.Answer{}, err)
		}
		a, err := c.s.Do(ctx, id, cmd)
		if err == nil {
			c.forget(id.Gathering) // it may have been the end
		}
		return a, err
	}
	if id.Validate() != nil || c.lately(id.Gathering) {
		return c.s.Do(ctx, id, cmd)
	}
	d, err := c.s.Desk(ctx, id.Gathering)
	if err != nil {
		return events.Answer{}, err
	}
	if !d.Ended {
		if d.Opened {
			c.note(id.Gathering)
		}
		return c.s.Do(ctx, id, cmd)
	}
	m, err := c.s.now(ctx, id)
	if err != nil {
		return events.Answer{}, err
	}
	if _, seen := m.seen(cmd.ID); seen {
		return c.s.Do(ctx, id, cmd)
	}
	err = &engine.Refusal{Code: desk.CodeSealed, Says: fmt.Sprintf("the gathering %s is sealed: nothing of it changes any more, and that cannot be undone; what waits on this phone stays there, and can be saved as a file", d.Name)}
	if !d.Sealed {
		err = ended(d.Name)
	}
	return events.Answer{}, c.s.report(id, cmd, 0, events.Answer{}, err)
}

func ended(name string) error {
	return &engine.Refusal{Code: desk.CodeEnded, Says: fmt.Sprintf("the gathering %s has ended and takes no more entries; what waits on this phone stays there, and can be saved as a file", name)}
}

// lately reports whether a gathering was open a moment ago.
func (c *Closed) lately(g events.GatheringID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.open[g]
	return ok && c.s.o.Now().Sub(at) < openFor
}

func (c *Closed) note(g events.GatheringID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[g] = c.s.o.Now()
}

func (c *Closed) forget(g events.GatheringID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, g)
}
