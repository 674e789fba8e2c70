// Package vocabulary joins the catalogues of all domains into the one that the program uses.
package vocabulary

import (
	"sync"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// All returns the catalogue of every command and event type that this program knows.
var All = sync.OnceValue(func() *events.Catalogue {
	return events.Merge(desk.Catalogue(), group.Catalogue(), lotr.Catalogue(), campaign.Catalogue())
})
