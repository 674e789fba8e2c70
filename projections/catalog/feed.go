package catalog

import (
	"time"

	"github.com/muster-events/muster/events"
)

// FeedToken is what is known of the token by which other programs read the feed of a gathering; the token
// itself is known to nobody but those who were given it. The zero FeedToken says that there is none.
type FeedToken struct {
	Made time.Time       `json:"made,omitzero"`
	By   events.PersonID `json:"by,omitempty"` // who made it; empty: an organiser who had not said their name
}
