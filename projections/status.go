package projections

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
)

// States of a read model of one gathering, for [Status].State.
const (
	StateFollowing  = "following"   // at the end of the log, as far as is known
	StateCatchingUp = "catching-up" // behind
	StateRebuilding = "rebuilding"  // made anew; the old one is read until it is done
	StateWaiting    = "waiting"     // the log or the disk cannot be used at the moment
	StateStopped    = "stopped"     // the log cannot be read on
)

// Status says how one projection stands with one gathering.
type Status struct {
	Projection string             `json:"projection"`
	Gathering  events.GatheringID `json:"gathering"`
	Position   events.Position    `json:"position"` // applied
	End        events.Position    `json:"end"`      // of the log, as far as is known
	State      string             `json:"state"`
	Message    string             `json:"message,omitempty"` // why it waits or has stopped
	Streams    []Stop             `json:"streams,omitempty"` // that are not read on, by name
}

// Status returns how every projection stands with every gathering, sorted.
func (r *Runner) Status() []Status {
	var out []Status
	for _, w := range r.workers {
		out = append(out, w.status()...)
	}
	slices.SortFunc(out, func(a, b Status) int {
		if c := strings.Compare(string(a.Gathering), string(b.Gathering)); c != 0 {
			return c
		}
		return strings.Compare(a.Projection, b.Projection)
	})
	return out
}

func (w *worker) status() []Status {
	ends := w.meter.known()
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]Status, 0, len(w.lanes))
	for g, l := range w.lanes {
		s := Status{Projection: w.p.Name(), Gathering: g, Position: w.marks.checkpoints[g], State: StateFollowing}
		s.End = max(ends[g], s.Position)
		for id, stop := range w.marks.stopped {
			if id.Gathering == g {
				s.Streams = append(s.Streams, *stop)
			}
		}
		slices.SortFunc(s.Streams, func(a, b Stop) int { return strings.Compare(a.Stream.String(), b.Stream.String()) })
		s.State, s.Message = w.state(l, s)
		out = append(out, s)
	}
	return out
}

// state tells what a lane does. The caller holds mu.
func (w *worker) state(l *lane, s Status) (state, message string) {
	switch {
	case l.failed != nil:
		return StateStopped, l.failed.Error()
	case w.trouble != "":
		return StateWaiting, w.trouble
	case l.waiting != "":
		return StateWaiting, l.waiting
	case w.f.rebuilding():
		return StateRebuilding, ""
	case s.Position < s.End:
		return StateCatchingUp, ""
	default:
		return StateFollowing, ""
	}
}
