package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events/group"
)

// declareHeroes takes heroes that were declared in round 1, table by table in the order in which
// the seats name them.
func (d *decision) declareHeroes(seats []group.Seat) error {
	if d.s.Round > 1 || d.s.Phase != PhasePlaying {
		return refuse(CodeStarted, "heroes are declared before the game or in round 1; it is round %d, ask a judge", d.s.Round)
	}
	for len(seats) > 0 {
		t, err := d.onTable(seats[0].Table)
		if err != nil {
			return err
		}
		if t.Ended >= d.s.Round {
			return refuse(CodeTableEnded, "%s has ended the round; heroes are declared before that", t.Team)
		}
		var here, others []group.Seat
		for _, seat := range seats {
			if seat.Table == t.ID {
				here = append(here, seat)
			} else {
				others = append(others, seat)
			}
		}
		if err := d.reached(rules.DeclareHeroes(d.s.ContextOf(t), t.Table, here)); err != nil {
			return err
		}
		seats = others
	}
	d.concluded()
	return nil
}
