package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store"
)

// past is a stream folded up to a head: the state of its decider and what each commit was answered
// with.
type past struct {
	machine machine
	head    events.Head
	answers []events.Answer // of version i+1
	at      time.Time       // when the last commit was recorded, by the server's clock
	bytes   int64           // stored bytes of the commits that were folded, the measure of its size
	// barrier is when the first table of the group ended the current round; zero: none has.
	barrier time.Time
	waited  time.Duration // how long the barrier that this commit closed was open; 0: none closed
}

func begin(id events.StreamID) past { return past{machine: start(id)} }

// with returns p with one more commit folded in. It returns an [*events.UnknownTypeError] or an
// [*events.CorruptError] for a commit that cannot be read.
func (p past) with(cat *events.Catalogue, r events.Recorded) (past, error) {
	payloads, err := cat.DecodeAll(r)
	if err != nil {
		return p, err
	}
	return p.having(r, payloads), nil
}

// having is with for a commit whose events are decoded.
func (p past) having(r events.Recorded, payloads []events.Payload) past {
	p = p.folded(r, payloads)
	p.answers = append(p.answers, answerTo(r))
	return p
}

// folded is having without the answer.
func (p past) folded(r events.Recorded, payloads []events.Payload) past {
	p.machine = p.machine.apply(coordinator.Applied{Version: r.Version, Command: r.Command, Events: payloads})
	p.head, p.at = r.Head(), r.At
	p.bytes += int64(len(r.Raw))
	p.waited = 0
	for _, e := range payloads {
		p = p.atBarrier(e, r.At)
	}
	return p
}

func (p past) atBarrier(e events.Payload, at time.Time) past {
	switch e.(type) {
	case group.TableEndedRound:
		if p.barrier.IsZero() {
			p.barrier = at
		}
	case group.RoundEnded:
		p.waited = at.Sub(p.barrier)
		p.barrier = time.Time{}
	}
	return p
}

func answerTo(r events.Recorded) events.Answer {
	types := make([]string, len(r.Events))
	for i, e := range r.Events {
		types[i] = e.Type
	}
	return events.Answer{Version: r.Version, Position: r.Position, Events: types}
}

// answered returns the first answer to a command that the stream holds.
func (p past) answered(id events.CommandID) (events.Answer, bool) {
	v, ok := p.machine.seen(id)
	if !ok || v < 1 || int(v) > len(p.answers) {
		return events.Answer{}, false
	}
	a := p.answers[v-1]
	a.Duplicate = true
	return a, true
}

// catchUp returns p with everything folded in that the stream holds after p's head.
func (p past) catchUp(ctx context.Context, from store.Loader, cat *events.Catalogue, id events.StreamID) (past, error) {
	for r, err := range from.Load(ctx, id, p.head) {
		if err != nil {
			return p, fmt.Errorf("load %s: %w", id, err)
		}
		if p, err = p.with(cat, r); err != nil {
			return p, fmt.Errorf("load %s: %w", id, err)
		}
	}
	return p, nil
}
