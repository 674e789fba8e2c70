package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// ArcheryTotal returns the archery damage of all cards in play at a table, engaged and in the
// staging area: it is cumulative. A value "per player" counts the players still in the game.
//
// Rule: Archery X.
// Source: Attack on Dol Guldur, "Archery X"; The Mountain of Fire, "Archery X"; The Flame of the West,
// "Archery X"; A Shadow in the East, "Archery X".
func ArcheryTotal(t Table) int {
	total := 0
	for _, e := range t.Enemies {
		total += archeryOf(t, e.piece(), e.Card)
	}
	for _, l := range t.Locations {
		total += archeryOf(t, l.piece(), l.Card)
	}
	for _, o := range t.Objectives {
		total += archeryOf(t, o.piece(), o.Card)
	}
	return total
}

func archeryOf(t Table, p lotr.Piece, card lotr.Card) int {
	n := card.Archery
	if card.ArcheryPerPlayer {
		n = t.PlayersIn()
	}
	if f := rulesAt(Context{}, t).archery; f != nil {
		n = f(t, p, card, n)
	}
	return max(n, 0)
}

// archeryTotal returns the archery damage that this round's combat phase makes due; none if it is
// skipped.
func (d *entry) archeryTotal() int {
	if d.skips(lotr.PhaseCombat) != "" {
		return 0
	}
	return ArcheryTotal(d.t)
}

// archeryDone refuses while archery damage is due, and when the table is about to pass the combat
// phase by with archers in play.
func (d *entry) archeryDone() error {
	if d.t.Archery > 0 {
		return refuse("archery-open", archeryRule,
			"%d archery damage is not assigned: say which characters take it", d.t.Archery)
	}
	if total := d.archeryTotal(); !d.t.ArcheryD && total > 0 {
		return refuse("archery-open", archeryRule,
			"archers in play deal %d damage at the beginning of combat: begin the combat phase and assign it, or enter which of them has left play", total)
	}
	return nil
}

// assignArchery deals the damage that is due: exactly the total, over characters of any players at
// the table, unless the table says that they can take no more. More on one character than it has
// hit points left is allowed: what it carries is not known here. Who disagrees about it lets the first
// player decide.
//
// Rule: Archery X.
// Source: Attack on Dol Guldur, "Archery X".
func (d *entry) assignArchery(cmd lotr.AssignArchery) error {
	if d.t.Archery == 0 {
		return refuse("no-archery-due", archeryRule, "no archery damage is due: it is when the combat phase begins with archers in play")
	}
	hits, sum, err := d.checkHits(cmd.Hits)
	if err != nil {
		return err
	}
	if sum > d.t.Archery || sum < d.t.Archery && !cmd.NoMore {
		return refuse("archery-unequal", archeryRule,
			"%d archery damage is due and %d is assigned: assign exactly %d, or say that no character can take more", d.t.Archery, sum, d.t.Archery)
	}
	d.emit(lotr.ArcheryAssigned{Table: d.t.ID, Total: d.t.Archery, Hits: hits})
	for _, h := range hits {
		d.hit(h)
	}
	return nil
}

// checkHits returns the hits with the names their characters go by, and their sum.
func (d *entry) checkHits(hits []lotr.Hit) ([]lotr.Hit, int, error) {
	if len(hits) > maxHits {
		return nil, 0, refuse(engine.CodeMalformed, "", "there are %d hits: assign to at most %d characters at a time", len(hits), maxHits)
	}
	out, sum := make([]lotr.Hit, 0, len(hits)), 0
	seen := map[lotr.Hit]bool{}
	for _, h := range hits {
		who, err := d.character(h.Player, h.Character)
		if err != nil {
			return nil, 0, err
		}
		if err := d.roomToWound(who); err != nil {
			return nil, 0, err
		}
		if err := inRange("a hit", h.Damage, 1, maxNumber); err != nil {
			return nil, 0, err
		}
		key := lotr.Hit{Player: h.Player, Character: folded(who.name)}
		if seen[key] {
			return nil, 0, refuse(engine.CodeMalformed, "", "%s of %s is named twice: name each character once with all its damage", who.name, person(h.Player))
		}
		seen[key] = true
		out = append(out, lotr.Hit{Player: h.Player, Character: who.name, Damage: h.Damage})
		sum += h.Damage
	}
	return out, sum, nil
}

// hit deals one hit. A hit on a character whose player went out by an earlier one has no effect any
// more.
func (d *entry) hit(h lotr.Hit) {
	if who, err := d.character(h.Player, h.Character); err == nil {
		d.wound(who, h.Damage)
	}
}
