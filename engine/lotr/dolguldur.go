package lotr

import "github.com/muster-events/muster/events/lotr"

// Fastness of Mirkwood.
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
const (
	fastness          = "fastness-of-mirkwood"
	fastnessCap       = 5 // progress that the current quest takes in the round
	fastnessSurgeFrom = 5 // it surges at this city strength and below, in either mode
)

// fastnessSurges: Fastness of Mirkwood surges while the city is weak.
func fastnessSurges(c Context, card lotr.Card) bool {
	return card.Code == fastness && c.City <= fastnessSurgeFrom
}

// fastnessCaps: after Fastness of Mirkwood is revealed the current quest takes at most 5 progress
// in this round. A second copy changes nothing.
func fastnessCaps(d *entry, card lotr.Card) {
	if card.Code == fastness {
		d.emit(lotr.ProgressCapped{Table: d.t.ID, Cap: fastnessCap, Card: card.Name})
	}
}

// lieutenantEngagement: a Lieutenant's engagement cost is 1 lower for each progress on the stage
// that it belongs to.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side B).
func lieutenantEngagement(t Table, e Enemy) int {
	if !e.Card.Lieutenant {
		return e.Card.Engagement
	}
	return max(e.Card.Engagement-t.Progress, 0)
}
