package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// scored is what an enemy destroyed or location explored counts for.
type scored struct {
	item           int // place in the table's list of the round; 0: it does not count
	siege, printed *int
	typed          bool
}

// score works out what a card counts for. Siege counts only while the table is at a stage 3. A value
// that the captain typed goes before the scenario data's, and both are kept.
//
// Rule: Siege.
// Source: Attack on Dol Guldur, "Siege". Ruling: 7.
func (d *entry) score(card lotr.Card, typed *int) scored {
	if st, _ := d.sc.Stage(d.t.Stage); !st.Siege {
		return scored{}
	}
	s := scored{item: len(d.t.Scored) + 1, siege: copyOf(card.Siege)}
	if printed, ok := d.sc.find(card.Code); ok && card.Code != "" {
		s.printed = copyOf(printed.Siege)
	}
	if typed != nil {
		s.siege = copyOf(typed)
	}
	s.typed = typed != nil || s.siege != nil && (s.printed == nil || *s.siege != *s.printed)
	return s
}

// SiegeTotal returns the siege that a table has scored this round, and the items whose value is not
// known and therefore not in the sum.
//
// Source: Attack on Dol Guldur, "Siege".
func (t Table) SiegeTotal() (points int, unknown []lotr.SiegeItem) {
	for _, it := range t.Scored {
		if it.Siege == nil {
			unknown = append(unknown, it)
			continue
		}
		points += *it.Siege
	}
	return points, unknown
}

// siegeKnown refuses while the siege value of something that counts this round is not known:
// unknown is never taken as 0.
//
// Ruling: 7.
func (d *entry) siegeKnown() error {
	for i, it := range d.t.Scored {
		if it.Siege == nil {
			return refuse("siege-unknown", siegeRule,
				"the siege value of %s (number %d of this round) is not known: read it off the card and type it, 0 if it has none", it.Card, i+1)
		}
	}
	return nil
}

// typeSiege sets the siege value of something scored this round.
func (d *entry) typeSiege(cmd lotr.TypeSiege) error {
	if err := inRange("the siege value", cmd.Siege, 0, maxNumber); err != nil {
		return err
	}
	if cmd.Item < 1 || cmd.Item > len(d.t.Scored) {
		return refuse("no-such-item", siegeRule, "this table has %d enemies destroyed and locations explored this round: name one from 1 on", len(d.t.Scored))
	}
	it := d.t.Scored[cmd.Item-1]
	d.emit(lotr.SiegeTyped{Table: d.t.ID, Item: cmd.Item, Card: it.Card, Was: copyOf(it.Siege), Siege: cmd.Siege})
	return nil
}

// roomToScore keeps the list of a round within bounds.
func (d *entry) roomToScore() error {
	if len(d.t.Scored) >= maxScored {
		return refuse("table-full", "", "%d cards are destroyed or explored at this table this round: that is the most it can record", maxScored)
	}
	return nil
}
