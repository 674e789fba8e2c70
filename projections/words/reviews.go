package words

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// ofReviews says what a second judge thinks of a ruling, and what became of disputed entries.
func ofReviews(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case group.RulingCountersigned:
		return Phrase{Acted: true, Does: fmt.Sprintf("countersigned ruling %d", e.Ruling)}, true
	case group.RulingDisputed:
		return Phrase{Acted: true, Does: fmt.Sprintf("does not agree with ruling %d", e.Ruling) + because(e.Reason)}, true
	case group.EntryFlagged:
		return Phrase{Acted: true, Does: fmt.Sprintf("flagged entry %d as disputed for %s", e.Entry, c.Team(e.Table)) + because(e.Reason)}, true
	case group.FlagTakenBack:
		return Phrase{Acted: true, Does: fmt.Sprintf("took flag %d of %s back", e.Flag, c.Team(e.Table))}, true
	case group.FlagResolved:
		return Phrase{Acted: true, Does: fmt.Sprintf("answered flag %d of %s: %s", e.Flag, c.Team(e.Table), FlagOutcome(e.Outcome, e.Ruling)) + because(e.Reason)}, true
	default:
		return Phrase{}, false
	}
}

// FlagOutcome says how a flag was answered; ruling is the number of the ruling that did, 0 for none.
func FlagOutcome(outcome string, ruling events.Version) string {
	switch {
	case outcome == group.FlagStands:
		return "the entry stands"
	case outcome == group.FlagCorrected && ruling != 0:
		return fmt.Sprintf("corrected by ruling %d", ruling)
	case outcome == group.FlagCorrected:
		return "corrected"
	case outcome == group.FlagDismissed:
		return "dismissed"
	default:
		return outcome
	}
}
