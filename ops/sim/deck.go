package sim

import (
	"fmt"

	"github.com/muster-events/muster/engine/lotr"
)

// Deck returns the encounter deck of Attack on Dol Guldur, as the simulated captains draw from it.
func Deck() []Card { return deckOf(DolGuldur) }

// deckOf returns the encounter deck of a scenario. It panics if the program does not have the
// scenario: the program itself is wrong then.
func deckOf(scenario string) []Card {
	sc, ok := lotr.Lookup(scenario)
	if !ok {
		panic(fmt.Sprintf("scenario %q is not in the program", scenario))
	}
	var deck []Card
	for _, c := range sc.Cards {
		if c.InDeck(false) == 0 {
			continue
		}
		card := Card{Name: c.Name, Kind: c.Kind, Copies: c.InDeck(false), Unique: c.Unique, Icons: c.Icons, HitPoints: c.HitPoints}
		if c.Siege != nil {
			card.Siege = *c.Siege
		}
		deck = append(deck, card)
	}
	return deck
}
