package board

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// onCards follows enemies, locations and what was scored.
func (f *fold) onCards(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.CardRevealed:
		t := f.table(e.Table)
		t.Revealed, t.RevealedSurge, t.SurgeOwed = e.Card.Name, e.Surge, max(0, t.SurgeOwed-1)
		if e.Surge {
			t.SurgeOwed++
		}
	case lotr.EnemyEntered:
		t := f.table(e.Table)
		t.Enemies = append(t.Enemies, Enemy{Number: e.Enemy, Card: e.Card, Player: e.Player})
	case lotr.LieutenantArrived:
		f.lieutenant(e)
	case lotr.LieutenantSetAside:
		t := f.table(e.Table)
		t.removeEnemy(e.Enemy)
		t.ToDo = slices.DeleteFunc(t.ToDo, func(s string) bool { return strings.Contains(s, e.Card+" attacks ") }) // it does no more
	case lotr.EnemyEngaged:
		f.enemy(e.Table, e.Enemy, func(x *Enemy) { x.Player = e.Player })
	case lotr.EnemyReturned:
		f.enemy(e.Table, e.Enemy, func(x *Enemy) { x.Player = "" })
	case lotr.EnemyDamaged:
		f.enemy(e.Table, e.Enemy, func(x *Enemy) { x.Damage = e.Damage })
	case lotr.EnemyDestroyed:
		t := f.table(e.Table)
		t.removeEnemy(e.Enemy)
		t.score(e.Item, e.Card, e.Siege, e.Printed, e.Typed)
	case lotr.CardLeft:
		t := f.table(e.Table)
		t.removeEnemy(e.Enemy)
		t.removeLocation(e.Location)
	default:
		return f.onLocations(e)
	}
	return true
}

func (f *fold) onLocations(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.LocationEntered:
		t := f.table(e.Table)
		t.Locations = append(t.Locations, Location{Number: e.Location, Card: e.Card})
	case lotr.LocationTravelled:
		f.location(e.Table, e.Location, func(l *Location) { l.Active = true })
	case lotr.LocationProgressed:
		f.location(e.Table, e.Location, func(l *Location) { l.Progress = e.Progress })
	case lotr.LocationExplored:
		t := f.table(e.Table)
		t.removeLocation(e.Location)
		t.score(e.Item, e.Card, e.Siege, e.Printed, e.Typed)
	case lotr.SiegeTyped:
		t := f.table(e.Table)
		if i := e.Item - 1; i >= 0 && i < len(t.Scored) {
			t.Scored[i].Siege, t.Scored[i].Typed = &e.Siege, true
		}
	default:
		return false
	}
	return true
}

// lieutenant puts an arriving Lieutenant into the staging area and its attacks on the list of what
// people have to do.
func (f *fold) lieutenant(e lotr.LieutenantArrived) {
	t := f.table(e.Table)
	t.Enemies = append(t.Enemies, Enemy{Number: e.Enemy, Card: e.Card})
	if len(e.Attacks) > 0 {
		t.ToDo = append(t.ToDo, e.Card.Name+" attacks at once: "+marks(e.Attacks))
	}
}

func (f *fold) enemy(table events.TableID, number int, do func(*Enemy)) {
	t := f.table(table)
	for i := range t.Enemies {
		if t.Enemies[i].Number == number {
			do(&t.Enemies[i])
		}
	}
}

func (f *fold) location(table events.TableID, number int, do func(*Location)) {
	t := f.table(table)
	for i := range t.Locations {
		if t.Locations[i].Number == number {
			do(&t.Locations[i])
		}
	}
}

func (t *Table) removeEnemy(number int) {
	t.Enemies = slices.DeleteFunc(t.Enemies, func(e Enemy) bool { return number > 0 && e.Number == number })
}

func (t *Table) removeLocation(number int) {
	t.Locations = slices.DeleteFunc(t.Locations, func(l Location) bool { return number > 0 && l.Number == number })
}

// score puts a card on the list of what counts this round, if it has a place there, and into the
// victory display if it has victory points.
func (t *Table) score(item int, c lotr.Card, siege, printed *int, typed bool) {
	if item > 0 {
		t.Scored = append(t.Scored, lotr.SiegeItem{Card: c.Name, Siege: siege, Printed: printed, Typed: typed})
	}
	if c.Victory > 0 {
		t.Victory = append(t.Victory, c)
	}
}
