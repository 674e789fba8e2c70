package desk

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// anywhere stands for the gathering where only the form of a stream's name matters.
const anywhere events.GatheringID = "gathering"

// seal closes the log, and the gathering if it has not ended. Whether what is named is what is unfinished
// nobody can tell from the desk alone: coordinator/runner.Closed compares.
func (s State) seal(b desk.SealGathering) ([]events.Payload, error) {
	if len(b.Unfinished) > desk.MaxUnfinished {
		return nil, refuse(engine.CodeMalformed, "%d streams are named; %d at most are sealed unfinished", len(b.Unfinished), desk.MaxUnfinished)
	}
	for _, name := range b.Unfinished {
		if id, err := events.ParseStreamName(anywhere, name); err != nil || id.Kind == events.KindDesk {
			return nil, refuse(engine.CodeMalformed, "%q names no stream: write group/red, tournament/cup, league/winter or campaign/saga", name)
		}
	}
	var out []events.Payload
	if !s.Ended {
		out = append(out, desk.GatheringEnded{})
	}
	return append(out, desk.GatheringSealed(b)), nil
}
