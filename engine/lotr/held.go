package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Held says why an entry has to wait for what is open at a table: a card with Peril that is being
// resolved, a Fortitude test. It looks at the kind of entry and at what is named in it already, so
// that a page can grey what would be refused; nil: nothing holds it up as far as that goes.
//
// Source: The Mountain of Fire, "Peril"; "Player Actions During Fortitude Tests".
func Held(c Context, t Table, cmd lotr.TableCommand) error {
	d, err := begin(c, t)
	if err != nil {
		return err
	}
	if err := d.mayAct(cmd); err != nil {
		return err
	}
	return d.mayActPeople(cmd)
}

// Alone returns the one player who acts while a card with Peril is being resolved; empty: everybody
// may.
//
// Source: The Mountain of Fire, "Peril".
func Alone(c Context, t Table) events.PersonID {
	d, err := begin(c, t)
	if err != nil || !d.imperilled() {
		return ""
	}
	return t.Peril.Player
}
