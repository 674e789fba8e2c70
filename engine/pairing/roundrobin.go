package pairing

import (
	"github.com/muster-events/muster/events"
)

// MaxRobin is the greatest number of players of a round robin.
const MaxRobin = 200

// Robin are the settings of a round robin.
type Robin struct {
	Double bool // everyone meets everyone twice, the second time with the sides changed
	Sides  bool // sides alternate from round to round
}

// Fixture is one game of a schedule.
type Fixture struct {
	Number int // of the table, from 1 in every round
	A, B   events.PersonID
	Side   Side // of A; NoSide if the game has none
}

// FixtureRound is one round of a schedule. Off sits out; "" if nobody does.
type FixtureRound struct {
	Round  int // from 1
	Tables []Fixture
	Off    events.PersonID
}

// RoundRobin returns the rounds in which everyone meets everyone, by the circle method: all but one
// sit in a ring and move on by one place each round; whoever is opposite meets. With an odd number
// the one who does not move is the empty chair, and each player sits out once. Over one cycle the
// sides of every player differ by at most 1, and they alternate but for one place. Players are in
// the order of seeds, which fixes who meets when. It refuses fewer than 3 or more than [MaxRobin]
// players, and one named twice.
func RoundRobin(players []events.PersonID, o Robin) ([]FixtureRound, error) {
	if len(players) < 3 || len(players) > MaxRobin {
		return nil, malformed("a round robin of %d players: name 3 to %d", len(players), MaxRobin)
	}
	if err := distinct(players); err != nil {
		return nil, err
	}
	chairs := append([]events.PersonID(nil), players...)
	if len(chairs)%2 == 1 {
		chairs = append(chairs, "")
	}
	cycle := len(chairs) - 1
	var out []FixtureRound
	for r := range cycle {
		out = append(out, circle(chairs, r, o.Sides))
	}
	if !o.Double {
		return out, nil
	}
	for r := range cycle {
		again := FixtureRound{Round: cycle + r + 1, Off: out[r].Off}
		for _, f := range out[r].Tables {
			f.Side = f.Side.Other()
			again.Tables = append(again.Tables, f)
		}
		out = append(out, again)
	}
	return out, nil
}

// circle returns round r, from 0; the last chair does not move. A player k places ahead of r has the
// Free Peoples if k is even. Those opposite are at k and cycle−k, of which one is even as the cycle
// is odd.
func circle(chairs []events.PersonID, r int, sides bool) FixtureRound {
	cycle := len(chairs) - 1
	round := FixtureRound{Round: r + 1}
	add := func(a, b events.PersonID, free bool) {
		if a == "" || b == "" {
			round.Off = max(a, b)
			return
		}
		f := Fixture{Number: len(round.Tables) + 1, A: a, B: b}
		if sides && free {
			f.Side = FreePeoples
		} else if sides {
			f.Side = Shadow
		}
		round.Tables = append(round.Tables, f)
	}
	add(chairs[r], chairs[cycle], r%2 == 0)
	for k := 1; k <= cycle/2; k++ {
		add(chairs[(r+k)%cycle], chairs[(r-k+cycle)%cycle], k%2 == 0)
	}
	return round
}

// distinct refuses malformed ids and one that is named twice.
func distinct(players []events.PersonID) error {
	seen := map[events.PersonID]bool{}
	for _, id := range players {
		if err := id.Validate(); err != nil {
			return malformed("%v", err)
		}
		if seen[id] {
			return refuse(CodeTwice, "player %s is named twice: take one out", id)
		}
		seen[id] = true
	}
	return nil
}

// Seat decides who of two players has which side, as [Pair] does: for games that were not paired
// by it. It returns the side of a. It refuses what Pair refuses, and players who are not here.
func Seat(f Field, a, b events.PersonID) (Side, WhySide, error) {
	r := Rules{Sides: true}
	f.Locked, f.Asked = []Lock{{A: a, B: b}}, nil
	p, err := newPlan(&f, r)
	if err != nil {
		return NoSide, WhySide{}, err
	}
	i, j := p.byID[a], p.byID[b]
	t := p.table(min(i, j), max(i, j), &f.Locked[0])
	if t.A != a {
		w := *t.Why.Side
		w.A, w.B = w.B, w.A
		return t.Side.Other(), w, nil
	}
	return t.Side, *t.Why.Side, nil
}
