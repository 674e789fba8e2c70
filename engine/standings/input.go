package standings

import (
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Tournament is what standings depend on. The order of players, rounds, matches and seats is of no
// importance.
type Tournament struct {
	Players []Player `json:"players"`
	Rounds  []Round  `json:"rounds"`
	// Stage says which stage's standings are asked for; rounds of others count nowhere.
	Stage int `json:"stage,omitempty"`
	// Planned is how many rounds the stage has in all; 0 or too few: those that are there.
	Planned int `json:"planned,omitempty"`
	// Seed gives the lots of the criterion [Lots]. It comes from the log.
	Seed uint64 `json:"seed,omitempty"`
}

// Player is one entrant.
type Player struct {
	ID   events.PersonID `json:"id"`
	Club string          `json:"club,omitempty"`
	// Dropped is set for a player who left. Whoever left stays in the standings, and counts for those
	// they have met.
	Dropped bool `json:"dropped,omitempty"`
	// From is the first round of a late entrant; 0 and 1: there from the start.
	From int `json:"from,omitempty"`
	// Start is what a late entrant starts with, in match points.
	Start exact.Num `json:"start,omitzero"`
	// Missed is how many rounds before From count as played and lost in percentages and strength of
	// schedule, 0 to From − 1.
	Missed int `json:"missed,omitempty"`
}

// Round is one round of a stage.
type Round struct {
	N     int `json:"n"` // 1 or more; no two rounds have the same
	Stage int `json:"stage,omitempty"`
	// Weight multiplies what the round counts; zero: 1.
	Weight exact.Num `json:"weight,omitzero"`
	// Open is set while the round is played: whoever is not paired in it is not absent yet.
	Open    bool    `json:"open,omitempty"`
	Matches []Match `json:"matches"`
}

func (r Round) weight() exact.Num {
	if r.Weight.IsZero() {
		return exact.Int(1)
	}
	return r.Weight
}

// Match is a table of a round: two players, a pod of three to eight, two sides of several players, or
// one player with a [Bye].
type Match struct {
	Table int    `json:"table,omitempty"` // as people call it; 0: none
	Seats []Seat `json:"seats"`
	Bye   Bye    `json:"bye,omitempty"` // set exactly if one seat is taken
	// Grant is what the organiser grants for a bye in place of the ruleset's points.
	Grant *exact.Num `json:"grant,omitempty"`
	// Result is nil until somebody reports. A bye has none.
	Result *Result `json:"result,omitempty"`
}

// MostSeats is how many can sit at one table.
//
// Source: issue 4, "Tournaments": pods of 3 to 8.
const MostSeats = 8

// Seat is one player's place in a match.
type Seat struct {
	Player events.PersonID `json:"player"`
	// Side is what is balanced over rounds: "white" and "black", "free-peoples" and "shadow".
	Side string `json:"side,omitempty"`
	// Party joins those who win and lose together; 0: on one's own.
	Party int `json:"party,omitempty"`
	// Seed is the player's seed in the bracket or schedule that the round is of, the best 1; 0: it is not
	// said. Standings do not depend on it.
	Seed int `json:"seed,omitempty"`
}

// Bye says why a player sits alone.
type Bye string

// The kinds of bye.
const (
	ByePairing Bye = "pairing" // nobody was left to be paired with
	ByeFull    Bye = "full"    // asked for, or granted, and counts as a bye of the pairing does
	ByeHalf    Bye = "half"    // asked for: counts what the ruleset gives for it
	ByeZero    Bye = "zero"    // known to be absent: counts nothing
)

// with tells whether a seat is on the same side as another.
func (s Seat) with(o Seat) bool { return s.Party != 0 && s.Party == o.Party }
