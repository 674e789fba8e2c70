package lotr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

const powerRule = `A Shadow in the East, "The Power of Mordor Deck"`

// powers is The Power of Mordor deck: one copy of each.
//
// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck"; facts/game-facts.md, "4.1 Stages".
var powers = []string{khamul, towerOfBaradDur, watchfulEye, armiesOfMordor, coveredInDarkness}

// pay puts 1 damage on Tribute to Mordor.
func (d *entry) pay(why string) {
	d.addOn(tributeToMordor, lotr.TokenDamage, 1, why)
}

func tributeSays(_ Context, t Table) string {
	n := t.DamageOn(tributeToMordor) + 1
	switch {
	case n < tributeFull:
		return fmt.Sprintf("Tribute to Mordor gets 1 damage and then has %d; at %d the top card of The Power of Mordor is revealed.", n, tributeFull)
	case len(powersLeft(t)) == 0:
		return fmt.Sprintf("Tribute to Mordor gets 1 damage and has %d, %d come off, and The Power of Mordor is empty: the game is lost.", n, tributeFull)
	default:
		return fmt.Sprintf("Tribute to Mordor gets 1 damage and has %d: %d come off, and the top card of The Power of Mordor is revealed. Turn it, and say which one it is.", n, tributeFull)
	}
}

// tributeEnd: at the end of the round Tribute to Mordor gets 1 damage. If that calls for a power and
// none is left, the game is lost.
//
// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck"; facts/game-facts.md, "4.1 Stages".
func tributeEnd(d *entry) {
	d.pay("the end of the round")
	if d.t.DamageOn(tributeToMordor) < tributeFull {
		return
	}
	d.addOn(tributeToMordor, lotr.TokenDamage, -tributeFull, "The Power of Mordor")
	if len(powersLeft(d.t)) == 0 {
		d.lose(lotr.LostCard, "Tribute to Mordor calls for a card of The Power of Mordor, and none is left.", "The Temple of Doom")
	}
}

// powersLeft returns the codes of the cards that are left in The Power of Mordor deck.
//
// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck".
func powersLeft(t Table) []string {
	var left []string
	for _, code := range powers {
		if !slices.Contains(t.Answers, tributeToMordor+"/"+code) {
			left = append(left, code)
		}
	}
	return left
}

// powerOptions are the cards that may be on top of The Power of Mordor when one is called for. The real
// deck on the table decides: the captain turns its top card and says which one it was.
//
// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck".
func powerOptions(c Context, t Table) []group.Option {
	if t.DamageOn(tributeToMordor)+1 < tributeFull {
		return nil
	}
	sc := known[firstOf(t.Scenario, c.Scenario)]
	var out []group.Option
	for _, code := range powersLeft(t) {
		card, _ := sc.find(code)
		out = append(out, group.Option{Choice: code, Allowed: true, Effect: card.Name + " was on top of The Power of Mordor.", Section: powerRule})
	}
	return out
}

// powerAnswer reveals the card that the captain turned.
func powerAnswer(d *entry, a group.ResolveStep) error {
	left := powersLeft(d.t)
	if !slices.Contains(left, a.Choice) {
		return refuse(engine.CodeMalformed, powerRule, "%q is not left in The Power of Mordor: say which card was on top, one of %s", clip(a.Choice), strings.Join(left, ", "))
	}
	card, _ := d.sc.find(a.Choice)
	if card.Doomed > 0 {
		if err := d.declared(d.t.TurnOrder(), "what Doomed does"); err != nil {
			return err
		}
	}
	tributeEnd(d)
	d.reveal(ownSiege(card.Card))
	return nil
}
