package lotr

import (
	"slices"

	"github.com/muster-events/muster/events/lotr"
)

// ActiveLocation returns the active location; false if none is active.
func (t Table) ActiveLocation() (Location, bool) {
	i := slices.IndexFunc(t.Locations, func(l Location) bool { return l.Active })
	if i < 0 {
		return Location{}, false
	}
	return t.Locations[i], true
}

// Barred returns why a location takes no travel and no progress at the table now; empty if it does.
// An only-at location is barred while it is in the staging area, not once it is active.
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
func (t Table) Barred(l Location) string {
	if l.Active || l.Card.OnlyAt == "" || l.Card.OnlyAt == t.Stage {
		return ""
	}
	return "only at stage " + l.Card.OnlyAt
}

// travel makes a location of the staging area the active one.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 4).
func (d *entry) travel(cmd lotr.Travel) error {
	l, err := d.location(cmd.Location)
	if err != nil {
		return err
	}
	if active, ok := d.t.ActiveLocation(); ok {
		return refuse("already-active-location", rounds, "%s is the active location: explore it first, or take it out of play", active.Card.Name)
	}
	if err := d.open(l); err != nil {
		return err
	}
	if f := d.sc.rules().mayTravel; f != nil {
		if err := f(d, l); err != nil {
			return err
		}
	}
	d.emit(lotr.LocationTravelled{Table: d.t.ID, Location: l.Number, Card: l.Card.Name})
	if f := d.sc.rules().travelled; f != nil {
		l.Active = true
		f(d, l)
	}
	return nil
}

// piece names the location among the cards in play.
func (l Location) piece() lotr.Piece { return lotr.Piece{Kind: lotr.KindLocation, Number: l.Number} }

// open refuses a location that takes no travel and no progress at this stage.
func (d *entry) open(l Location) error {
	if d.t.Barred(l) == "" {
		return nil
	}
	return refuse("wrong-stage", cardFacts,
		"%s takes travel and progress only at stage %s, and this table is at %s: choose another location", l.Card.Name, l.Card.OnlyAt, d.t.Stage)
}

// location returns a location in play by its number.
func (d *entry) location(number int) (Location, error) {
	i := slices.IndexFunc(d.t.Locations, func(l Location) bool { return l.Number == number })
	if number < 1 || i < 0 {
		return Location{}, refuse("no-such-location", "", "no location %d is in play at this table: choose one that is, or enter it by name", number)
	}
	return d.t.Locations[i], nil
}
