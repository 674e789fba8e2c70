package lotr

import (
	"slices"

	"github.com/muster-events/muster/events/lotr"
)

func (t *Table) enterEnemy(e Enemy) {
	t.Enemies = append(slices.Clip(t.Enemies), e)
	t.NextEnemy = max(t.NextEnemy, e.Number+1)
}

func (t *Table) enterLocation(l Location) {
	t.Locations = append(slices.Clip(t.Locations), l)
	t.NextLocation = max(t.NextLocation, l.Number+1)
}

func (t *Table) enemy(number int, f func(*Enemy)) {
	i := slices.IndexFunc(t.Enemies, func(e Enemy) bool { return e.Number == number })
	if i < 0 {
		return
	}
	t.Enemies = slices.Clone(t.Enemies)
	f(&t.Enemies[i])
}

func (t *Table) location(number int, f func(*Location)) {
	i := slices.IndexFunc(t.Locations, func(l Location) bool { return l.Number == number })
	if i < 0 {
		return
	}
	t.Locations = slices.Clone(t.Locations)
	f(&t.Locations[i])
}

// dropEnemy takes an enemy out of play; number 0 is one that was never entered.
func (t *Table) dropEnemy(number int) {
	if number != 0 {
		t.Enemies = slices.DeleteFunc(slices.Clone(t.Enemies), func(e Enemy) bool { return e.Number == number })
	}
}

func (t *Table) dropLocation(number int) {
	if number != 0 {
		t.Locations = slices.DeleteFunc(slices.Clone(t.Locations), func(l Location) bool { return l.Number == number })
	}
}

// scores keeps what a card that was destroyed or explored counts for: in the round's list of siege,
// and in the victory display.
func (t *Table) scores(card lotr.Card, item int, siege, printed *int, typed bool) {
	if item > 0 {
		t.Scored = append(slices.Clip(t.Scored), lotr.SiegeItem{Card: card.Name, Siege: siege, Printed: printed, Typed: typed})
	}
	if card.Victory > 0 {
		t.Victory = append(slices.Clip(t.Victory), card)
	}
}

func (t *Table) typeSiege(e lotr.SiegeTyped) {
	if e.Item < 1 || e.Item > len(t.Scored) {
		return
	}
	t.Scored = slices.Clone(t.Scored)
	it := &t.Scored[e.Item-1]
	it.Siege, it.Typed = &e.Siege, true
}
