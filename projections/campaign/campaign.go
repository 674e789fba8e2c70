// Package campaign is the read model of a campaign's log: what the log on paper says, what the next
// scenario asks, and what a group is opened with. It is pure; what the log says is folded by
// engine/lotr/campaign.
package campaign

import (
	"time"

	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
)

// Stored is what is kept of a campaign.
type Stored struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	Version   events.Version     `json:"version"`
	Position  events.Position    `json:"position"` // in the gathering's log
	OpenedAt  time.Time          `json:"openedAt"`
	At        time.Time          `json:"at"` // of the last commit
	Log       rules.Log          `json:"log"`
}

// New returns what is kept of a campaign before its first commit.
func New(g events.GatheringID, id events.GroupID) Stored { return Stored{Gathering: g, ID: id} }

// Apply returns s after a commit of its stream. It never refuses, and leaves s as it was.
func Apply(s Stored, r events.Recorded, payloads []events.Payload) Stored {
	for _, e := range payloads {
		s.Log = s.Log.Evolve(e)
	}
	if s.Version == 0 {
		s.OpenedAt = r.At
	}
	s.Version, s.Position, s.At = r.Version, r.Position, r.At
	return s
}
