package pairing

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/events"
)

// MaxBracket is the greatest number of players of a bracket.
const MaxBracket = 1024

// MatchID names a match of a bracket: "w2-1" is the first match of the second round among those who
// have not lost, "l3-2" is among those who have lost once, "f1" and "f2" are the grand final and its
// reset, "t" decides the third place.
type MatchID string

// Part is the part of a bracket a match belongs to.
type Part string

// The parts.
const (
	PartWinners Part = "winners"
	PartLosers  Part = "losers"
	PartFinal   Part = "final" // the grand final of a double elimination, and its reset
	PartThird   Part = "third"
)

// Source says who comes to a place of a match.
type Source struct {
	Seed  int     // the player with this seed, from 1; nobody if the bracket has fewer players
	Match MatchID // else the winner or loser of this match
	Loser bool
}

// Match is one match of a bracket.
type Match struct {
	ID     MatchID
	Part   Part
	Round  int // in its part, from 1
	Number int // in its round, from 1
	A, B   Source
}

// Elimination are the settings of a bracket.
type Elimination struct {
	Double bool // out after two losses
	// Reset has a second grand final if the player who came through the losers' part wins the first.
	Reset bool
	Third bool // the losers of the semifinals play for the third place; not with Double
}

// Bracket is the plan of an elimination. Matches are in an order in which they can be played.
type Bracket struct {
	Players []events.PersonID // by seed
	Rules   Elimination
	Matches []Match
}

// NewBracket returns the bracket of the players in the order of their seeds: the best two can meet
// only in the last round, the best four only in the last two, and so on, and the places that stay
// empty are opposite the best seeds. It refuses fewer than 2 or more than [MaxBracket] players, one
// named twice, and settings that contradict each other.
func NewBracket(players []events.PersonID, e Elimination) (Bracket, error) {
	if len(players) < 2 || len(players) > MaxBracket {
		return Bracket{}, malformed("a bracket of %d players: name 2 to %d", len(players), MaxBracket)
	}
	if err := distinct(players); err != nil {
		return Bracket{}, err
	}
	switch {
	case e.Double && e.Third:
		return Bracket{}, malformed("a double elimination decides the third place by itself: leave the match for it out")
	case e.Reset && !e.Double:
		return Bracket{}, malformed("only a double elimination has a grand final that can be played again: leave the reset out")
	}
	b := Bracket{Players: append([]events.PersonID(nil), players...), Rules: e}
	rounds := 1
	for 1<<rounds < len(players) {
		rounds++
	}
	b.winners(rounds)
	switch {
	case e.Double:
		b.losers(rounds)
	case e.Third && rounds > 1:
		b.add(PartThird, 1, 1, Source{Match: name(PartWinners, rounds-1, 1), Loser: true}, Source{Match: name(PartWinners, rounds-1, 2), Loser: true})
	}
	return b, nil
}

func name(p Part, round, number int) MatchID {
	switch p {
	case PartFinal:
		return MatchID(fmt.Sprintf("f%d", round))
	case PartThird:
		return "t"
	default:
		return MatchID(fmt.Sprintf("%c%d-%d", p[0], round, number))
	}
}

func (b *Bracket) add(p Part, round, number int, x, y Source) {
	b.Matches = append(b.Matches, Match{ID: name(p, round, number), Part: p, Round: round, Number: number, A: x, B: y})
}

// seeding returns the seeds in the order of the places of 2^rounds: each half of a half holds seeds
// that add up with those opposite.
func seeding(rounds int) []int {
	order := []int{1}
	for size := 2; size <= 1<<rounds; size *= 2 {
		next := make([]int, 0, size)
		for i, s := range order {
			pair := []int{s, size + 1 - s}
			if i%2 == 1 {
				pair[0], pair[1] = pair[1], pair[0]
			}
			next = append(next, pair...)
		}
		order = next
	}
	return order
}

// winners adds the part of those who have not lost.
func (b *Bracket) winners(rounds int) {
	order := seeding(rounds)
	for i := 0; i < len(order); i += 2 {
		b.add(PartWinners, 1, i/2+1, Source{Seed: order[i]}, Source{Seed: order[i+1]})
	}
	for r := 2; r <= rounds; r++ {
		for i := 1; i <= 1<<(rounds-r); i++ {
			b.add(PartWinners, r, i, Source{Match: name(PartWinners, r-1, 2*i-1)}, Source{Match: name(PartWinners, r-1, 2*i)})
		}
	}
}

// losers adds the part of those who have lost once, and the grand final. Odd rounds are among those
// who are there; in even ones the losers of the next round of the winners' part come in, crossed so
// that they are far from whom they have beaten.
func (b *Bracket) losers(rounds int) {
	last := Source{Match: name(PartWinners, 1, 1), Loser: true}
	cross := crossings(rounds)
	for r := 2; r <= rounds; r++ {
		matches := 1 << (rounds - r)
		for i := 1; i <= matches; i++ {
			x, y := Source{Match: name(PartWinners, 1, 2*i-1), Loser: true}, Source{Match: name(PartWinners, 1, 2*i), Loser: true}
			if r > 2 {
				x, y = Source{Match: name(PartLosers, 2*r-4, 2*i-1)}, Source{Match: name(PartLosers, 2*r-4, 2*i)}
			}
			b.add(PartLosers, 2*r-3, i, x, y)
		}
		for i := 1; i <= matches; i++ {
			from := (i - 1) ^ cross[r] + 1
			b.add(PartLosers, 2*r-2, i, Source{Match: name(PartLosers, 2*r-3, i)}, Source{Match: name(PartWinners, r, from), Loser: true})
		}
		last = Source{Match: name(PartLosers, 2*r-2, 1)}
	}
	b.add(PartFinal, 1, 1, Source{Match: name(PartWinners, rounds, 1)}, last)
	if b.Rules.Reset {
		b.add(PartFinal, 2, 1, Source{Match: "f1"}, Source{Match: "f1", Loser: true})
	}
}

// crossings returns for every round of the winners' part the number that is combined, bit by bit,
// with the place of a loser to give the place in the losers' part. Who came in by round r and who
// comes in by round s meet, if one has beaten the other, as soon as their two numbers agree without
// the bits of the rounds since: so each number is the one that agrees latest with those before it.
func crossings(rounds int) []int {
	out := make([]int, rounds+1)
	for s := 2; s <= rounds; s++ {
		var least []int
		for _, c := range tries(1 << (rounds - s)) {
			meets := make([]int, rounds+1) // how many earlier ones are met first, by round
			for r := 1; r < s; r++ {
				t := s
				for out[r]>>(t-r) != c>>(t-s) {
					t++
				}
				meets[t]++
			}
			if least == nil || slices.Compare(meets, least) < 0 {
				out[s], least = c, meets
			}
		}
	}
	return out
}

// tries lists the numbers below places, a power of two, those first that turn most round.
func tries(places int) []int {
	var out []int
	for c := places - 1; c >= 0; c-- {
		out = append(out, c)
	}
	return out
}

// match returns the match of that name.
func (b Bracket) match(id MatchID) (Match, bool) {
	for _, m := range b.Matches {
		if m.ID == id {
			return m, true
		}
	}
	return Match{}, false
}
