package pairing

import "github.com/muster-events/muster/events"

// Bounds of a field.
const (
	MaxPlayers = 20_000
	MaxRounds  = 100
	MaxScore   = 1_000_000
	MaxClubs   = 8 // of one player
)

// Side is one of the two sides of a game that has them.
type Side string

// The sides. NoSide is for games without.
const (
	NoSide      Side = ""
	FreePeoples Side = "free-peoples"
	Shadow      Side = "shadow"
)

// Other returns the opposite side.
func (s Side) Other() Side {
	switch s {
	case FreePeoples:
		return Shadow
	case Shadow:
		return FreePeoples
	default:
		return NoSide
	}
}

// Field is all that the pairing of a round depends on. The order of its lists does not matter, nor
// which player of a game or of a lock is named first.
type Field struct {
	Round   int      // the round to pair, 1 to [MaxRounds]
	Seed    uint64   // recorded in the log
	Players []Player // everyone who was ever in, also those who left
	Past    []Game   // games of earlier rounds that were played, or that count as a meeting anyway
	PastOff []Off    // who sat out earlier rounds
	Locked  []Lock   // tables fixed by hand for this round
	Asked   []events.PersonID
	Apart   [][2]events.PersonID // two who must not meet, by an organiser's order
}

// Player is one entrant before the round.
type Player struct {
	ID    events.PersonID
	Score int // points so far, 0 to [MaxScore]; equal scores make a score group
	// Seed is the player's place in the order the rules pair by: the initial ranking, or the
	// standing. 1 is the best, 0 means none and comes last.
	Seed  int
	Clubs []string // clubs, stores, households: whoever shares one had better not meet
	// Away means the player is not paired in this round: dropped, late, or gone for a while.
	Away bool
	// Granted means the organiser grants an absent player the points of a bye.
	Granted bool
}

// Game is one table of an earlier round.
type Game struct {
	Round int
	A, B  events.PersonID
	Side  Side // of A; NoSide if the game has none
	// Ahead is A's score less B's when they were paired: who of them floated.
	Ahead int
}

// OffKind says why somebody sat out a round.
type OffKind string

// The kinds. All but OffAbsent count as the one bye a player may have.
const (
	OffBye     OffKind = "bye"     // the number was odd
	OffAsked   OffKind = "asked"   // a bye on request
	OffGranted OffKind = "granted" // absent, with points by the organiser's grant
	OffAbsent  OffKind = "absent"  // absent, without points
)

// Off records that a player sat out a round.
type Off struct {
	Round  int
	Player events.PersonID
	Kind   OffKind
}

// Lock is a table fixed by hand.
type Lock struct {
	A, B   events.PersonID
	Side   Side // of A; NoSide leaves it to the rules
	Number int  // of the table, 1 or more; 0 leaves it to the order of the round
}

// Criterion is one thing that a pairing is judged by.
type Criterion string

// The criteria. The first three are always first, in this order; the last two are always last.
const (
	CriterionApart   Criterion = "apart"   // two whom the organiser keeps apart
	CriterionRematch Criterion = "rematch" // the square of the times the two have met
	CriterionBye     Criterion = "bye"     // a bye for who had one, then for who is not the lowest
	CriterionScore   Criterion = "score"   // the square of the number of score groups between the two
	CriterionFloat   Criterion = "float"   // floating again: 4 for last round, 2 for the one before, 1 for each earlier
	CriterionSides   Criterion = "sides"   // 8^imbalance of each player after the game
	CriterionTurn    Criterion = "turn"    // players who have the side of their last game again
	CriterionClub    Criterion = "club"    // clubs the two share
	CriterionOrder   Criterion = "order"   // distance from the place of the score group that Within names
	CriterionDraw    Criterion = "draw"    // a draw between pairings that are equal otherwise
)

// DefaultOrder returns the order of the criteria between the fixed first and last ones.
func DefaultOrder() []Criterion {
	return []Criterion{CriterionScore, CriterionFloat, CriterionSides, CriterionTurn, CriterionClub}
}

// Within says who meets whom inside a score group, as far as nothing else decides.
type Within string

// The ways to pair a score group.
const (
	WithinDraw     Within = "draw"     // at random; also for the zero value
	WithinFold     Within = "fold"     // the upper half against the lower half in seed order
	WithinHighLow  Within = "high-low" // the first against the last
	WithinAdjacent Within = "adjacent" // the first against the second
)

// Rules are the settings of a Swiss tournament. The zero value is usable: [DefaultOrder] without
// sides, at random inside a score group, and no points for who sits out.
type Rules struct {
	// Order lists the criteria between the fixed ones, most important first; nil means
	// [DefaultOrder]. What is not listed does not count.
	Order  []Criterion
	Sides  bool // the game has two sides, balanced as chess balances colours
	Within Within
	Points map[OffKind]int // match points for sitting out, 0 if not listed
}

// Value is what a pairing costs by one criterion; 0 is best.
type Value struct {
	Criterion Criterion
	Cost      int64
}

// Round is the answer.
type Round struct {
	Round  int
	Tables []Table   // by number
	Off    []Sitting // who does not play, in order of ids
	Cost   []Value   // sum over the tables that are not locked, in order of the criteria
	// Problems lists the rules that are broken. A problem that is not Manual could not be avoided.
	Problems []Problem
}

// Legal tells whether no rule is broken but by hand.
func (r Round) Legal() bool {
	for _, p := range r.Problems {
		if !p.Manual {
			return false
		}
	}
	return true
}

// Table is one table of two. A is the higher in score, then in the order of pairing.
type Table struct {
	Number int
	A, B   events.PersonID
	Side   Side // of A; NoSide if the game has none
	Ahead  int  // A's score less B's, for [Game.Ahead]
	Locked bool
	Why    Why
}

// Sitting is one player without a table.
type Sitting struct {
	Player events.PersonID
	Kind   OffKind
	Points int
	Why    WhyOff // for [OffBye]
}

// ProblemKind names a broken rule.
type ProblemKind string

// The rules that can be broken if there is no other way.
const (
	ProblemApart  ProblemKind = "apart"  // two meet whom the organiser keeps apart
	ProblemRepeat ProblemKind = "repeat" // two meet again
	ProblemBye    ProblemKind = "bye"    // a second bye
)

// Problem is one broken rule.
type Problem struct {
	Kind    ProblemKind
	Players []events.PersonID // the two of the table, or who has the bye
	Times   int               // how often they had met, or how many byes the player had had
	Manual  bool              // by a table locked by hand or a bye on request
	Because *Forced           // why there is no way without; nil if Manual, or beyond [ProofPlayers]
}

// ProofPlayers is the greatest field for which a broken rule comes with the reason in names.
const ProofPlayers = 600

// Forced proves that no complete pairing keeps every rule: every group in Groups is odd, counting the
// bye as one; who is in it may meet nobody outside it but the players of Only; and there are more
// groups than players in Only, again counting the bye.
type Forced struct {
	Groups  []Group
	Only    []events.PersonID
	OnlyBye bool // the bye is one of those that could help
}

// Group is players who can be paired among themselves but for one.
type Group struct {
	Players []events.PersonID
	Bye     bool // the bye is in it
}
