package wallpage

import (
	"slices"

	"github.com/muster-events/muster/projections/wall"
)

// PageSize is how many groups an overview shows at a time.
const PageSize = 12

// pagesOf cuts the groups into pages.
func pagesOf(cards []wall.Card) [][]wall.Card {
	return slices.Collect(slices.Chunk(cards, PageSize))
}

// cardsClass makes few cards large.
func cardsClass(n int) string {
	switch {
	case n <= 4:
		return "cards-few"
	case n <= 6:
		return "cards-some"
	}
	return ""
}

func stateWord(state string) string {
	switch state {
	case wall.TeamPlaying:
		return "playing"
	case wall.TeamEnded:
		return "ended the round"
	case wall.TeamTurn:
		return "its turn"
	case wall.TeamSetup:
		return "not started"
	case wall.TeamOver:
		return "over"
	}
	return "waiting"
}

// setupLink is the address of the test card in another scale.
func setupLink(l Look, scale string) string {
	return "/wall/setup?theme=" + l.Theme + "&scale=" + scale
}
