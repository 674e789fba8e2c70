package scoring

import (
	"slices"

	"github.com/muster-events/muster/events"
)

// Game is what the score of a finished game depends on.
type Game struct {
	Won     bool
	Players []Player
	// Rounds is how many rounds count: those whose refresh phase has ended.
	//
	// Ruling: 13.
	Rounds int
	// Victory is the sum of the victory points in the victory display.
	Victory int
}

// Player is one player's part of a game.
type Player struct {
	ID events.PersonID
	// Threat is on the dial at the end, or was when the player went out; −1: not known.
	Threat int
	// Elimination is the player's elimination level.
	Elimination int
	// Out is set for a player who was eliminated.
	Out bool
	// Heroes is set if the player's heroes were declared; without it the next three are not known.
	Heroes bool
	// Dead is the sum of the threat costs of the heroes that were destroyed, All that of all heroes.
	Dead, All int
	// Damage is on the heroes that are still in play.
	Damage int
}

// Join puts games of one group that were played at several tables together: everybody's points, all
// victory points, and the rounds of the table that has most. It is won only if every table's game is.
func Join(games ...Game) Game {
	out := Game{Won: len(games) > 0}
	for _, g := range games {
		out.Won = out.Won && g.Won
		out.Players = append(out.Players, slices.Clone(g.Players)...)
		out.Rounds = max(out.Rounds, g.Rounds)
		out.Victory += g.Victory
	}
	return out
}
