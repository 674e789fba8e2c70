package runner

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// Replayed is a stream folded up to a position.
type Replayed struct {
	Head  events.Head        // of the last commit folded in; zero: none
	Last  events.Recorded    // that commit
	Group *coordinator.State // of a group's stream, else nil
	Desk  *desk.State        // of a gathering's own stream, else nil
	// Campaign is the log of a campaign, of such a stream, else nil.
	Campaign *campaign.State
	// Tournament is a tournament, of such a stream, else nil.
	Tournament *tournament.State
	League     *league.State // of a league's stream, else nil
}

// Replay folds a stream up to and including the last commit at or before a position of the
// gathering's log; 0 means all of it. Errors: those of store.Loader and of decoding.
func Replay(ctx context.Context, from store.Loader, cat *events.Catalogue, id events.StreamID, at events.Position) (Replayed, error) {
	var out Replayed
	p := begin(id)
	for r, err := range from.Load(ctx, id, events.Head{}) {
		if err != nil {
			return Replayed{}, fmt.Errorf("load %s: %w", id, err)
		}
		if at != 0 && r.Position > at {
			break
		}
		if p, err = p.with(cat, r); err != nil {
			return Replayed{}, fmt.Errorf("load %s: %w", id, err)
		}
		out.Last = r
	}
	last := out.Last
	out = replayed(p)
	out.Last = last
	return out, nil
}

// replayed tells the state of a stream.
func replayed(p past) Replayed {
	out := Replayed{Head: p.head}
	switch s := p.machine.state().(type) {
	case coordinator.State:
		out.Group = &s
	case desk.State:
		out.Desk = &s
	case campaign.State:
		out.Campaign = &s
	case tournament.State:
		out.Tournament = &s
	case league.State:
		out.League = &s
	}
	return out
}

// Difference is a recorded command that today's rules would have answered otherwise.
type Difference struct {
	Stream   events.StreamID
	Version  events.Version
	Position events.Position
	Command  events.Command
	Recorded []events.Event  // what the log holds, brought up to today's versions
	Decided  []events.Event  // what today's rules say; nil if they refuse
	Refusal  *engine.Refusal // set if they refuse
	Err      error           // set if they could not be asked
}

// String says in one line where the difference is and what it is.
func (d Difference) String() string {
	where := fmt.Sprintf("%s version %d (position %d), %s", d.Stream, d.Version, d.Position, d.Command.Type)
	switch {
	case d.Err != nil:
		return fmt.Sprintf("%s: cannot be decided again: %v", where, d.Err)
	case d.Refusal != nil:
		return fmt.Sprintf("%s: recorded with %d events, now refused: %v", where, len(d.Recorded), d.Refusal)
	}
	for i := range min(len(d.Recorded), len(d.Decided)) {
		if r, n := d.Recorded[i], d.Decided[i]; !same(r, n) {
			return fmt.Sprintf("%s: event %d is recorded as %s %s, now decided as %s %s", where, i+1, r.Type, r.Data, n.Type, n.Data)
		}
	}
	return fmt.Sprintf("%s: recorded with %d events, now decided with %d", where, len(d.Recorded), len(d.Decided))
}

// Check decides every recorded command of a stream again, against the state before it, and returns
// where the answer is not what was recorded, byte for byte. Events of old versions are compared as
// today's. Errors: those of store.Loader and of decoding; the differences found before are
// returned with it.
func Check(ctx context.Context, from store.Loader, cat *events.Catalogue, id events.StreamID) ([]Difference, error) {
	var out []Difference
	again := NewAgain(cat, id)
	for r, err := range from.Load(ctx, id, events.Head{}) {
		if err != nil {
			return out, fmt.Errorf("load %s: %w", id, err)
		}
		_, d, err := again.Next(r)
		if err != nil {
			return out, fmt.Errorf("check %s: %w", id, err)
		}
		if d != nil {
			out = append(out, *d)
		}
	}
	return out, nil
}

// Again decides the recorded commands of one stream again, one after the other. It keeps the state of
// the stream and nothing of the commits.
type Again struct {
	cat *events.Catalogue
	p   past
}

// NewAgain begins at the start of a stream.
func NewAgain(cat *events.Catalogue, id events.StreamID) *Again {
	return &Again{cat: cat, p: begin(id)}
}

// Next takes the next commit of the stream and returns its events, brought up to today's versions. It
// returns a [Difference] too if today's rules would have answered its command otherwise, and goes on
// with what was recorded. Errors: those of decoding; the state is then as before.
func (a *Again) Next(r events.Recorded) ([]events.Payload, *Difference, error) {
	payloads, err := a.cat.DecodeAll(r)
	if err != nil {
		return nil, nil, err
	}
	d, differs, err := decidedAgain(a.cat, a.p, r, payloads)
	if err != nil {
		return nil, nil, err
	}
	a.p = a.p.folded(r, payloads)
	if differs {
		return payloads, &d, nil
	}
	return payloads, nil, nil
}

// State is the stream as it is after the commits taken so far.
func (a *Again) State() Replayed { return replayed(a.p) }

// decidedAgain compares a commit with what today's rules say.
func decidedAgain(cat *events.Catalogue, p past, r events.Recorded, payloads []events.Payload) (Difference, bool, error) {
	d := Difference{Stream: r.Stream, Version: r.Version, Position: r.Position, Command: r.Command}
	same, err := d.decide(cat, p, r, payloads)
	if same || err != nil {
		return d, false, err
	}
	d.Recorded, err = events.EncodeAll(payloads)
	return d, err == nil, err
}

// decide notes what today's rules say to a command and reports whether that is what was recorded.
func (d *Difference) decide(cat *events.Catalogue, p past, r events.Recorded, payloads []events.Payload) (bool, error) {
	body, err := cat.DecodeCommand(r.Command.Type, r.Command.Data)
	if err != nil {
		d.Err = err
		return false, nil
	}
	made, err := p.machine.decide(asked(r.Stream, r.Command, body))
	if err != nil {
		if d.Refusal = engine.AsRefusal(err); d.Refusal == nil {
			d.Err = err
		}
		return false, nil
	}
	if d.Decided, err = events.EncodeAll(made); err != nil {
		return false, err
	}
	recorded, err := asRecorded(payloads, r)
	return err == nil && sameAll(recorded, d.Decided), err
}

// asRecorded returns the recorded bytes of events that are of today's version, and the upcast ones
// of the others.
func asRecorded(payloads []events.Payload, r events.Recorded) ([]events.Event, error) {
	out := slices.Clone(r.Events)
	for i, p := range payloads {
		if out[i].Type == p.EventType() {
			continue
		}
		var err error
		if out[i], err = events.Encode(p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func sameAll(a, b []events.Event) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

func same(a, b events.Event) bool { return a.Type == b.Type && bytes.Equal(a.Data, b.Data) }
