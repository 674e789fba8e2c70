package decks

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// Note is something to do when a deck is set up.
type Note struct {
	Says   string `json:"says"`
	Source string `json:"source"`
}

// stinkers is how many copies of the treachery Sméagol brings along.
//
// Source: A Shadow in the East, "Sméagol / Gollum".
const stinkers = 2

// SetupNotes returns what the players of a deck have to do when they set up, in the order of setup.
//
// Rule: Deck checks.
// Rule: Easy mode.
// Source: The Mountain of Fire, "Setting Up the Game"; "Easy Mode"; A Shadow in the East, "Contracts".
func SetupNotes(d Deck, s Situation) []Note {
	c := checker{d: d, s: s}
	var out []Note
	add := func(source, says string, args ...any) { out = append(out, Note{fmt.Sprintf(says, args...), source}) }
	r := s.Scenario
	taken := slices.ContainsFunc(append([]Deck{d}, s.Others...), func(x Deck) bool { return slices.ContainsFunc(x.Heroes, isFellowship) })
	if r.Fellowship != "" && !taken {
		add(r.FellowshipSource, "The first player also takes %s.", c.needed())
	}
	if r.Box == flame && s.Campaign != nil {
		add(`The Flame of the West, "Campaign Mode Rules - Aragorn"`,
			"A player who had Aragorn in the campaign log records another hero without penalty, and permanent attachments move to the Fellowship's Aragorn.")
	}
	if s.Easy && r.EasyResources > 0 {
		add(`The Mountain of Fire, "Easy Mode"`, "Easy mode: each hero starts with %d more in resources.", r.EasyResources)
	}
	if len(d.Contracts) > 0 {
		add(`A Shadow in the East, "Contracts"`, "Put the contract %s into play with its side A up.", d.Contracts[0].Name)
	}
	if slices.ContainsFunc(d.Heroes, func(h cards.Card) bool { return h.Named(smeagol) }) {
		add(`A Shadow in the East, "Sméagol / Gollum"`, "Shuffle %d copies of Stinker into the encounter deck.", stinkers)
	}
	if slices.ContainsFunc(d.Cards, func(e Entry) bool { return isRing(e.Card) }) && !r.Saga {
		add(`A Shadow in the East, "The One Ring & The “Master” Trait"; facts/game-facts.md, "4.3 Rule-bearing cards"`,
			"Attach The One Ring to one of your heroes and fetch a Master card; you are eliminated at threat %d.", Elimination(d, r))
	}
	for _, k := range once(d.all()) {
		if k.HasKeyword(cards.Setup) && !isRing(k) {
			add(`facts/player-cards.tsv`, "%s has something to do at setup: read the card.", k.Name)
		}
	}
	return out
}
