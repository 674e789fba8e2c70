package cards

import (
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed data/cards.json
var shippedFile []byte

//go:embed data/encounter.json
var encounterFile []byte

// Shipped returns the player cards that ship with muster: those that the rulebooks' rules and
// decklists name, in their printings. It is shared by all who ask.
//
// Source: The Mountain of Fire, "Decklists"; The Flame of the West, "Decklists"; A Shadow in the East.
func Shipped() *Set { return shipped() }

var shipped = sync.OnceValue(func() *Set {
	s, err := Read(shippedFile)
	if err != nil {
		panic("the shipped cards: " + err.Error())
	}
	return s
})

// EncounterCard is the name of a card of the encounter side, which no deck may hold.
type EncounterCard struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "enemy", "location", "treachery", "burden", …
	Pack string `json:"pack,omitempty"`
}

// Burden is the kind of the encounter cards that are earned in a campaign.
const Burden = "burden"

// Encounter finds a card of the encounter side of the four boxes by its name. A name that player
// cards have, too, is not looked at here: ask the set first.
func Encounter(name string) (EncounterCard, bool) {
	c, ok := encounter()[Fold(name)]
	return c, ok
}

var encounter = sync.OnceValue(func() map[string]EncounterCard {
	var list []EncounterCard
	if err := json.Unmarshal(encounterFile, &list); err != nil {
		panic("the names of encounter cards: " + err.Error())
	}
	m := map[string]EncounterCard{}
	for _, c := range list {
		if _, taken := m[Fold(c.Name)]; !taken {
			m[Fold(c.Name)] = c
		}
	}
	return m
})
