// Package vocabulary joins the catalogues of all domains into the one that the program uses.
package vocabulary

import (
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/tournament"
)

// All returns the catalogue of every command and event type that this program knows.
var All = sync.OnceValue(func() *events.Catalogue {
	return events.Merge(desk.Catalogue(), group.Catalogue(), lotr.Catalogue(), campaign.Catalogue(), league.Catalogue(), tournament.Catalogue())
})
