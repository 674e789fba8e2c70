package desk

import "github.com/muster-events/muster/events"

// SealGathering closes the gathering and its log for ever: the broker itself takes nothing from then on.
// A gathering that has not ended ends with it. Role: organiser.
type SealGathering struct {
	// Unfinished names every stream that is not over, as the organiser was shown them, sorted: "group/red".
	// What is unfinished stays so for ever, so it has to be named exactly. None: everything is over.
	Unfinished []string `json:"unfinished,omitempty"` // at most MaxUnfinished
}

// MaxUnfinished is how many streams that are not over a gathering may be sealed with.
const MaxUnfinished = 1000

// GatheringSealed closes the gathering's log: it is the last commit of its desk. Commits of other streams
// that were on their way at that moment may follow it; after those the log is sealed.
type GatheringSealed struct {
	Unfinished []string `json:"unfinished,omitempty"` // as in SealGathering
}

// Seals tells whether a commit closes its gathering's log.
func Seals(c events.Commit) bool {
	if c.Stream.Kind != events.KindDesk {
		return false
	}
	for _, e := range c.Events {
		if e.Type == (GatheringSealed{}).EventType() {
			return true
		}
	}
	return false
}

// CommandType implements events.CommandBody.
func (SealGathering) CommandType() string { return "desk.seal-gathering.v1" }

// EventType implements events.Payload.
func (GatheringSealed) EventType() string { return "desk.gathering-sealed.v1" }
