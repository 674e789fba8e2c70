package intake

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// seeds are the entrants by seed, the best first, with the first round of what is paired by seeds: as the file
// says, or as they follow from who meets whom. nil: with any other round, or if the file does not tell.
func (p plan) seeds(r standings.Round) []int {
	robin := p.l.Rules.Format == tournament.FormatRoundRobin
	if !p.firstOfStage(r) || !robin && !p.eliminates(r) {
		return nil
	}
	if said := p.saidSeeds(r); said != nil || robin {
		return said
	}
	return p.seedsOfPairs(r)
}

func (p plan) firstOfStage(r standings.Round) bool {
	stage := func(x standings.Round) int { return max(x.Stage, tournament.StageMain) }
	return !slices.ContainsFunc(p.rounds(), func(o standings.Round) bool { return stage(o) == stage(r) && o.N < r.N })
}

// saidSeeds are the seeds that stand in the file; nil unless everybody has one of their own, from 1 on.
func (p plan) saidSeeds(r standings.Round) []int {
	var seats []standings.Seat
	for _, m := range r.Matches {
		seats = append(seats, m.Seats...)
	}
	slices.SortFunc(seats, func(a, b standings.Seat) int { return cmp.Compare(a.Seed, b.Seed) })
	var out []int
	for i, s := range seats {
		if s.Seed != i+1 || p.who[s.Player] == 0 {
			return nil
		}
		out = append(out, p.who[s.Player])
	}
	return out
}

// seedsOfPairs finds seeds from which the pairs of a first round follow: the tables are those of the bracket
// from its top to its foot, and so are the byes. The first at a table has the better seed.
func (p plan) seedsOfPairs(r standings.Round) []int {
	var tables [][]int
	var byes []int
	n := 0
	for _, m := range inOrder(r) {
		seats, ok := p.seats(m)
		switch {
		case !ok:
			return nil
		case m.Bye != "":
			byes = append(byes, seats[0])
		default:
			tables = append(tables, seats)
		}
		n += len(seats)
	}
	plan, err := pairing.NewBracket(places(n), pairing.Elimination{})
	if err != nil {
		return nil
	}
	out := make([]int, n)
	for _, m := range plan.Matches {
		a, b := m.A.Seed, m.B.Seed
		switch low, high := min(a, b), max(a, b); {
		case m.Part != pairing.PartWinners || m.Round != 1:
		case high > n && len(byes) > 0:
			out[low-1], byes = byes[0], byes[1:]
		case high <= n && len(tables) > 0 && len(tables[0]) == 2:
			out[low-1], out[high-1], tables = tables[0][0], tables[0][1], tables[1:]
		default:
			return nil // no first round of a bracket
		}
	}
	return out
}

// places are as many names as a bracket has places.
func places(n int) []events.PersonID {
	out := make([]events.PersonID, n)
	for i := range out {
		out[i] = events.PersonID(fmt.Sprintf("place-%d", i+1))
	}
	return out
}
