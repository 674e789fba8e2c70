package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// ignoresCards cites the term where it is printed for every scenario.
const ignoresCards = `The Mountain of Fire, "Immune to Player Card Effects"`

// byPlayerCard tells whether an effect is one of a player card: a boon and a Master card are such.
func byPlayerCard(source string) bool {
	return source == lotr.FromPlayerCard || source == lotr.FromBoon || source == lotr.FromMaster
}

// mayTarget refuses that a player card's effect does something to, or merely chooses, a card in play
// that is immune to player card effects. Combat and effects of the game itself are no player card's.
//
// Rule: Immune to player card effects.
// Source: The Mountain of Fire, "Immune to Player Card Effects"; The Flame of the West, "Immune to
// Player Card Effects"; Attack on Dol Guldur, "Immune to Player Card Effects"; A Shadow in the East,
// "Immune to player card effects".
func (d *entry) mayTarget(source string, p lotr.Piece) error {
	if !byPlayerCard(source) || !Immune(d.c, d.t, p) {
		return nil
	}
	card, _, _, _ := d.t.Tokens(p)
	return refuse("immune", ignoresCards,
		"%s is immune to player card effects: none does anything to it, and none can choose it as its target; leave the source out if it is damage of combat or an effect of the game", card.Name)
}
