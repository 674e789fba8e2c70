package standings

import (
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

var mostPoints = exact.Int(MostPoints)

// Check refuses a tournament that contradicts itself: a player or a round twice, somebody who sits at
// two tables of a round or did not enter, results that do not fit their table.
func (t Tournament) Check() error {
	entered := map[events.PersonID]Player{}
	for _, p := range t.Players {
		switch _, twice := entered[p.ID]; {
		case p.ID == "":
			return refuse(CodeInput, "A player has no id.")
		case twice:
			return refuse(CodeInput, "{%s} is entered twice.", p.ID)
		case p.Start.Sign() < 0 || p.Start.Cmp(mostPoints) > 0:
			return refuse(CodeInput, "{%s} starts with %s points: 0 to %d are possible.", p.ID, p.Start, MostPoints)
		case p.Missed < 0 || p.Missed > max(0, p.From-1):
			return refuse(CodeInput, "{%s} entered in round %d and has missed %d rounds: 0 to %d are possible.", p.ID, max(1, p.From), p.Missed, max(0, p.From-1))
		}
		entered[p.ID] = p
	}
	rounds := map[int]bool{}
	for _, r := range t.Rounds {
		switch {
		case r.N < 1:
			return refuse(CodeInput, "A round has the number %d: count from 1.", r.N)
		case rounds[r.N]:
			return refuse(CodeInput, "There are two rounds %d.", r.N)
		case r.Weight.Sign() < 0:
			return refuse(CodeInput, "Round %d has the weight %s: it has to be above 0.", r.N, r.Weight)
		}
		rounds[r.N] = true
		if err := r.check(entered); err != nil {
			return err
		}
	}
	return nil
}

func (r Round) check(entered map[events.PersonID]Player) error {
	sits := map[events.PersonID]bool{}
	for _, m := range r.Matches {
		if err := m.check(r.N); err != nil {
			return err
		}
		for _, s := range m.Seats {
			if _, is := entered[s.Player]; !is {
				return refuse(CodeInput, "{%s} sits at a table of round %d and is not entered.", s.Player, r.N)
			}
			if sits[s.Player] {
				return refuse(CodeInput, "{%s} sits at two tables of round %d.", s.Player, r.N)
			}
			sits[s.Player] = true
		}
	}
	return nil
}

func (m Match) check(round int) error {
	switch m.Bye {
	case "":
	case ByePairing, ByeFull, ByeHalf, ByeZero:
		if len(m.Seats) != 1 || m.Result != nil {
			return refuse(CodeInput, "A bye of round %d has %d players, or a result: it is for one, and has none.", round, len(m.Seats))
		}
		if m.Grant != nil && (m.Grant.Sign() < 0 || m.Grant.Cmp(mostPoints) > 0) {
			return refuse(CodeInput, "A bye of round %d is granted %s points: 0 to %d are possible.", round, m.Grant, MostPoints)
		}
		return nil
	default:
		return refuse(CodeInput, "%q is no kind of bye: use %q, %q, %q or %q.", m.Bye, ByePairing, ByeFull, ByeHalf, ByeZero)
	}
	if len(m.Seats) < 2 || len(m.Seats) > MostSeats {
		return refuse(CodeInput, "A table of round %d has %d players: 2 to %d are possible.", round, len(m.Seats), MostSeats)
	}
	if m.alone() {
		return refuse(CodeInput, "A table of round %d has one side only. %s", round, m.sits())
	}
	if m.Result == nil {
		return nil
	}
	return Check(m, *m.Result)
}

// alone tells whether all who sit at a table are on one side.
func (m Match) alone() bool {
	for _, s := range m.Seats[1:] {
		if !s.with(m.Seats[0]) {
			return false
		}
	}
	return true
}
