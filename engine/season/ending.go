package season

import (
	"slices"

	"github.com/muster-events/muster/events/league"
)

// promotions works out who goes up and who goes down: of each division the best and the last of those
// who have a rank and have not dropped. Nobody does both; who would, goes up.
func (s Season) promotions() []league.DivisionMove {
	var out []league.DivisionMove
	ids := s.DivisionIDs()
	for i, id := range ids {
		rows := slices.DeleteFunc(s.Table(id), func(r Row) bool { return r.Rank == 0 || r.Dropped })
		up := 0
		if i > 0 {
			up = min(s.Rules.Up, len(rows))
			for _, r := range rows[:up] {
				out = append(out, league.DivisionMove{Player: r.Player, From: id, To: ids[i-1]})
			}
		}
		if i < len(ids)-1 {
			for _, r := range rows[max(up, len(rows)-s.Rules.Down):] {
				out = append(out, league.DivisionMove{Player: r.Player, From: id, To: ids[i+1]})
			}
		}
	}
	return out
}

// Promotions returns who would go up and down if the season ended now; once it has ended, who does.
func (s Season) Promotions() []league.DivisionMove {
	if s.Stage != Running {
		return s.Moves
	}
	return s.promotions()
}

// Carried returns what the players bring into the next season, in the order of the tables: part of their
// points, their place, and the division that they play in then.
func (s Season) Carried() []league.Carried {
	to := map[string]string{}
	for _, m := range s.Promotions() {
		to[string(m.Player)] = m.To
	}
	var out []league.Carried
	for _, id := range s.DivisionIDs() {
		for _, r := range s.Table(id) {
			c := league.Carried{Player: r.Player, Place: r.Rank, Points: s.carry(r), Division: id}
			if d := to[string(r.Player)]; d != "" {
				c.Division = d
			}
			out = append(out, c)
		}
	}
	return out
}
