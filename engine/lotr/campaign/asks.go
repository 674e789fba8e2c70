package campaign

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// Penalty is what changing a hero adds to the starting threat for good.
//
// Source: facts/game-facts.md, "5.5 Campaign log".
const Penalty = 1

// Waived returns why a player changes a hero without the threat penalty; empty: it costs [Penalty].
//
// Rule: Replacing Aragorn.
// Source: facts/game-facts.md, "5.5 Campaign log"; The Flame of the West, "Campaign Mode Rules - Aragorn".
func (l Log) Waived(who events.PersonID, from string) string {
	next, ok := l.Next()
	switch {
	case l.Taken[who] != "" && SameTitle(l.Taken[who], from):
		return "the campaign uses its own " + from
	case ok && next.FreeChange:
		return fmt.Sprintf("the campaign card of part %d, %s, waives it", next.Part, next.Title)
	default:
		return ""
	}
}

// MaySetAside tells whether a card can be set aside where the setup asks each player for a boon: an Item
// that is not Andúril.
//
// Source: facts/game-facts.md, "1.6 Campaign cards" (16).
func MaySetAside(c campaign.PoolCard) bool {
	return c.Kind == campaign.Boon && c.Item && !SameTitle(c.Name, BoonAnduril)
}

// SetAside returns how many boons are set aside: one by each player, as far as there are any.
//
// Source: facts/game-facts.md, "1.6 Campaign cards" (16).
func (l Log) SetAside() int {
	n := 0
	for _, c := range l.Pool {
		if MaySetAside(c) {
			n++
		}
	}
	return min(n, len(l.Players))
}

// CalledFor returns the scenarios whose setups call for a burden of the pool.
//
// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Boons and Burdens".
func CalledFor(c campaign.PoolCard, cards []Card) []string {
	var at []string
	for _, card := range cards {
		if c.Kind == campaign.Burden && card.Includes(c.Name, c.Set) {
			at = append(at, card.Scenario)
		}
	}
	return at
}
