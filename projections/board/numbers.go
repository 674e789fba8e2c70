package board

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/lotr"
)

func engagementOf(_ rules.Context, t rules.Table, e rules.Enemy) int {
	if e.Card.Lieutenant && Stage3(t.Stage) {
		return max(0, e.Card.Engagement-t.Progress)
	}
	return e.Card.Engagement
}

func threatOf(_ rules.Context, t rules.Table, _ lotr.Piece, card lotr.Card) int {
	if card.ThreatPerPlayer {
		return t.PlayersIn()
	}
	return card.Threat
}
