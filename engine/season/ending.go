package season

import (
	"slices"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Switches returns who would go up and down between the divisions if the season ended now. Of those who
// share the last place that moves, the organiser chooses.
func (s Season) Switches() []rules.Switch {
	return rules.Switches(s.Tables().Divisions, s.Rules.Switch)
}

// switches lists the moves that need no choice, for comparing.
func (s Season) switches() []league.DivisionMove {
	var out []league.DivisionMove
	for _, x := range s.Switches() {
		out = append(out, league.DivisionMove{Player: x.Member.Member, From: x.From, To: x.To})
	}
	return out
}

// Carried returns what the players bring into the next season, in the order of the tables: a share of their
// totals, their places, and the division that they play in then. What is carried is rounded to
// thousandths.
func (s Season) Carried() []league.Carried {
	t := s.Tables()
	members, err := rules.Carried(t.Players, exact.Frac(int64(s.Rules.Carry), 100))
	if err != nil { // the rules were checked
		return nil
	}
	carry := map[events.PersonID]rules.Member{}
	for _, m := range members {
		carry[m.ID] = m
	}
	var out []league.Carried
	for _, id := range s.DivisionIDs() {
		for _, r := range t.Division(id) {
			c := league.Carried{Player: r.Member, Place: Rank(r), Division: id}
			if n := carry[r.Member].Carry; !n.IsZero() {
				c.Points = thousandths(n)
			}
			if i := slices.IndexFunc(s.Moves, func(m league.DivisionMove) bool { return m.Player == r.Member }); i >= 0 {
				c.Division = s.Moves[i].To
			}
			out = append(out, c)
		}
	}
	return out
}

func thousandths(n exact.Num) league.Amount {
	rounded, err := exact.Parse(n.Decimal(3))
	if err != nil { // it is a number
		return ""
	}
	return league.Amount(rounded.String())
}
