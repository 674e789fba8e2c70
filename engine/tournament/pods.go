package tournament

import (
	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// podRules are the rules of tables of more than two.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func (l Log) podRules() pairing.PodRules {
	return pairing.PodRules{
		Size: PodSize(l.Rules), Min: PodLeast(l.Rules), Max: PodSize(l.Rules), Sides: len(l.Rules.Sides) == 2,
		Points: l.swiss().Points,
	}
}

// pairPods fills the tables of a round.
func (l Log) pairPods(now Round) (tournament.RoundPaired, error) {
	out := tournament.RoundPaired{Round: now.N, Stage: now.Stage}
	round, err := l.fillPods(now)
	if err != nil {
		return out, err
	}
	at := l.byPlayer()
	var free []Table
	for _, p := range round.Pods {
		if !p.Locked {
			free = append(free, seatedPod(p, at))
		}
	}
	tables := numbered(now.kept(), free)
	for _, t := range tables {
		out.Tables = append(out.Tables, t.Seats)
		if len(l.Rules.Sides) == 2 {
			out.First = append(out.First, t.First)
		}
	}
	out.Byes = l.byes(now.N, round.Off)
	return out, nil
}

func (l Log) fillPods(now Round) (pairing.PodRound, error) {
	f, err := l.podField(now)
	if err != nil {
		return pairing.PodRound{}, err
	}
	return pairing.Pods(f, l.podRules())
}

// seatedPod is a table as it is kept: the first side in order of seats, then the second.
func seatedPod(p pairing.Pod, at map[events.PersonID]int) Table {
	var first, second []int
	for _, s := range p.Seats {
		if s.Side == pairing.Shadow {
			second = append(second, at[s.Player])
		} else {
			first = append(first, at[s.Player])
		}
	}
	return Table{Seats: append(first, second...), First: len(first)}
}

// numbered gives the tables their numbers: those that stay keep theirs, the others fill up. A number in
// between may stay free; nobody sits there.
func numbered(kept, free []Table) []Table {
	most := len(kept) + len(free)
	stays := map[int]Table{}
	for _, t := range kept {
		stays[t.N] = t
		most = max(most, t.N)
	}
	out := make([]Table, 0, most)
	for n := 1; n <= most; n++ {
		t, ok := stays[n]
		if !ok {
			t.Seats = []int{}
		}
		if !ok && len(free) > 0 {
			t, free = free[0], free[1:]
		}
		out = append(out, t)
	}
	return out
}

// podField is what the tables of a round depend on.
func (l Log) podField(now Round) (pairing.PodField, error) {
	two, err := l.players(now)
	if err != nil {
		return pairing.PodField{}, err
	}
	f := pairing.PodField{Round: two.Round, Seed: two.Seed, Players: two.Players, Asked: two.Asked}
	for _, t := range now.kept() {
		f.Locked = append(f.Locked, l.people(t.Seats))
	}
	for _, r := range l.Rounds {
		for _, t := range r.Tables {
			if len(t.Seats) > 1 {
				f.Past = append(f.Past, pairing.PastPod{Round: r.N, Seats: l.pastSeats(t)})
			}
		}
	}
	f.PastOff = l.pastOff()
	return f, nil
}

// Around returns the numbers of the seats around a table of more than two, from 1, by entrant; nil for two.
// With sides the first side has the odd ones and the second the even ones, as far as both last.
func (t Table) Around() map[int]int {
	if len(t.Seats) < 3 {
		return nil
	}
	out := map[int]int{}
	first, second := t.Seats[:t.First], t.Seats[t.First:]
	for i := range t.Seats {
		if len(second) == 0 || i%2 == 0 && len(first) > 0 {
			out[first[0]], first = i+1, first[1:]
		} else {
			out[second[0]], second = i+1, second[1:]
		}
	}
	return out
}

// pastSeats is a table in order of its seats: with sides the first side has the odd ones and the second
// the even ones, as far as both last.
func (l Log) pastSeats(t Table) []pairing.PastSeat {
	people := l.people(t.Seats)
	if t.First == 0 {
		var out []pairing.PastSeat
		for _, p := range people {
			out = append(out, pairing.PastSeat{Player: p})
		}
		return out
	}
	first, second := people[:t.First], people[t.First:]
	var out []pairing.PastSeat
	for i := range people {
		if i%2 == 0 && len(first) > 0 || len(second) == 0 {
			out = append(out, pairing.PastSeat{Player: first[0], Side: pairing.FreePeoples})
			first = first[1:]
			continue
		}
		out = append(out, pairing.PastSeat{Player: second[0], Side: pairing.Shadow})
		second = second[1:]
	}
	return out
}

func sameMembers(a, b []int) bool {
	in := map[int]bool{}
	for _, n := range a {
		in[n] = true
	}
	for _, n := range b {
		if !in[n] {
			return false
		}
	}
	return len(a) == len(b)
}
