package sim

import (
	"fmt"

	"github.com/muster-events/muster/engine/lotr"
)

// Scenario is the scenario that the simulated captains know how to play.
const Scenario = "attack-on-dol-guldur"

// Deck returns the encounter deck of the scenario, as the simulated captains draw from it. It
// panics if the program does not have the scenario: the program itself is wrong then.
func Deck() []Card {
	sc, ok := lotr.Lookup(Scenario)
	if !ok {
		panic(fmt.Sprintf("scenario %q is not in the program", Scenario))
	}
	var deck []Card
	for _, c := range sc.Cards {
		if c.Aside {
			continue
		}
		card := Card{Name: c.Name, Kind: c.Kind, Copies: c.Copies, Unique: c.Unique}
		if c.Siege != nil {
			card.Siege = *c.Siege
		}
		deck = append(deck, card)
	}
	return deck
}
