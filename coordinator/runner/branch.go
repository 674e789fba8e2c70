//go:build !js

package runner

import (
	"fmt"
	"time"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// Branch is a copy of a stream, in memory alone, on which commands are tried: they are decided by the same
// rules as real ones and change the copy, and nothing of them reaches a store. It is not safe for concurrent
// use.
type Branch struct {
	cat *events.Catalogue
	id  events.StreamID
	p   past
}

// NewBranch returns the copy of a stream that has no commits.
func NewBranch(cat *events.Catalogue, id events.StreamID) *Branch {
	return &Branch{cat: cat, id: id, p: begin(id)}
}

// Add takes the next commit of the real stream. Errors: those of decoding; the copy is then as before.
func (b *Branch) Add(r events.Recorded) error {
	next, err := b.p.with(b.cat, r)
	if err != nil {
		return fmt.Errorf("load %s: %w", b.id, err)
	}
	b.p = next
	return nil
}

// State is the copy as it is now.
func (b *Branch) State() Replayed { return replayed(b.p) }

// Try decides a command and takes what comes of it into the copy. The commit that it returns has the position
// after the last one, and no stored bytes: it is recorded nowhere. Errors: *engine.Refusal, and
// [*InternalError] if the rules fail; the copy is then as before.
func (b *Branch) Try(c events.Command, at time.Time) (r events.Recorded, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = newInternalError(b.id, fmt.Errorf("try %s: %v", c.Type, p))
		}
	}()
	ask, err := decode(b.cat, b.id, c)
	if err != nil {
		return events.Recorded{}, err
	}
	ask.Imagined = true
	if _, ok := b.p.answered(c.ID); ok {
		return events.Recorded{}, malformed("this command is recorded already; to try it again, give it another id")
	}
	payloads, err := b.p.machine.decide(ask)
	switch {
	case err != nil && engine.AsRefusal(err) == nil:
		return events.Recorded{}, newInternalError(b.id, err)
	case err != nil:
		return events.Recorded{}, err
	case len(payloads) == 0:
		return events.Recorded{}, newInternalError(b.id, fmt.Errorf("try %s: neither events nor a refusal", c.Type))
	}
	made, err := events.EncodeAll(payloads)
	if err != nil {
		return events.Recorded{}, newInternalError(b.id, err)
	}
	r = events.Recorded{
		Commit: events.Commit{
			Format: events.CommitFormat, Stream: b.id, Version: b.p.head.Version + 1, Prev: b.p.head.Hash, At: at, Command: c, Events: made,
		},
		Position: b.p.head.Position + 1,
	}
	next, err := b.p.with(b.cat, r)
	if err != nil {
		return events.Recorded{}, newInternalError(b.id, err)
	}
	b.p = next
	return r, nil
}
