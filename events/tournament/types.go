package tournament

import "github.com/muster-events/muster/events"

// Formats of a tournament.
const (
	FormatSwiss      = "swiss"
	FormatRoundRobin = "round-robin"
	FormatSingle     = "single-elimination"
	FormatDouble     = "double-elimination"
	FormatSwissCut   = "swiss-cut" // Swiss rounds, then a cut that plays an elimination
	FormatPods       = "pods"      // 3 to 8 at a table
)

// Amount is a number of points, exact: "3", "-1", "1.5" or "1/2".
type Amount string

// Moment is a point in time in milliseconds since 1970 began, UTC.
type Moment int64

// Rules are the rules of a tournament. The zero value of a field means its default.
type Rules struct {
	Format string `json:"format"` // a Format… constant
	// Rounds is how many Swiss or pod rounds are played, 1 to 30; 0: as many as leave one undefeated.
	// In a round robin it is how often everybody meets everybody, 1 (default) to 4.
	Rounds int `json:"rounds,omitempty"`
	// Cut is how many play on after the Swiss rounds of FormatSwissCut: 2 to 64.
	Cut int `json:"cut,omitempty"`
	// CutFormat is the elimination that the cut plays: FormatSingle (default) or FormatDouble.
	CutFormat string `json:"cutFormat,omitempty"`
	// ThirdPlace has the two that lost the semi-finals of a single elimination play for third place.
	ThirdPlace bool `json:"thirdPlace,omitempty"`
	// Pod is how many sit at a table of FormatPods, 3 to 8, default 4, and PodLeast how few may, 2 to
	// Pod, default one fewer than Pod (3 for tables of three).
	Pod      int `json:"pod,omitempty"`
	PodLeast int `json:"podLeast,omitempty"`
	// Sides names the two sides of a game, "Free Peoples" and "Shadow"; they are balanced over the
	// rounds. In pods they are the two teams of a table. Empty: the game has none.
	Sides []string `json:"sides,omitempty"`
	// Ruleset names the rule set that standings are computed by, and Edition the edition of it;
	// TieBreaks is the order of tie-breaks where it differs from the rule set's. Empty Ruleset: one
	// that fits the format.
	Ruleset   string   `json:"ruleset,omitempty"`
	Edition   string   `json:"edition,omitempty"`
	TieBreaks []string `json:"tieBreaks,omitempty"`
	// Win, Draw, Loss and Bye are the points of a match where they differ from the rule set's.
	Win  Amount `json:"win,omitempty"`
	Draw Amount `json:"draw,omitempty"`
	Loss Amount `json:"loss,omitempty"`
	Bye  Amount `json:"bye,omitempty"`
	// Places are the points of the places of a pod, the first place first; those who share places
	// share their points. Empty: Win, Draw and Loss.
	Places []Amount `json:"places,omitempty"`
	BestOf int      `json:"bestOf,omitempty"` // games of a match, 1 to 9; 0: not said, any score is taken
	// Minutes is how long a round is, 1 to 1440; 0: there is no clock.
	Minutes int `json:"minutes,omitempty"`
	// Within says who meets whom inside a score group of a Swiss, as far as nothing else decides: "draw"
	// (default), "fold", "high-low" or "adjacent", by seeds.
	Within string `json:"within,omitempty"`
	// Criteria is the order of the criteria of a Swiss pairing after those that always come first (no
	// rematch, byes at most once and to the lowest): "score", "float", "sides", "turn", "club". Empty:
	// this order. What is not listed does not count.
	Criteria []string `json:"criteria,omitempty"`
	// ClubRounds is in how many first rounds entrants of the same club are kept apart as far as they can
	// be; 0: in all, −1: in none.
	ClubRounds int `json:"clubRounds,omitempty"`
	// Cap is how many may enter; who comes later waits. 0: no cap.
	Cap int `json:"cap,omitempty"`
	// ByHand has an organiser give places to the waiting list; without it the first of the list has a
	// place as soon as one is free before the start.
	ByHand bool `json:"byHand,omitempty"`
	// LateUntil is the last round before which somebody may enter late; 0: nobody may. LatePoints are
	// the points of a late entrant for each round missed, default 0.
	LateUntil  int    `json:"lateUntil,omitempty"`
	LatePoints Amount `json:"latePoints,omitempty"`
	// CheckIn has only those play who checked in before the start.
	CheckIn bool `json:"checkIn,omitempty"`
	// SelfReport lets the players of a table enter its result; another side confirms it.
	SelfReport bool `json:"selfReport,omitempty"`
	// TwoPersons has every result and correction confirmed by another person than the one who entered
	// it, judges and organisers too.
	TwoPersons bool `json:"twoPersons,omitempty"`
}

// Entrant is who enters a tournament. The name behind Player is not in the log.
type Entrant struct {
	Player events.PersonID `json:"player"`
	Code   string          `json:"code,omitempty"`   // short code, 1 to 12 letters and digits, unique in the tournament
	Club   string          `json:"club,omitempty"`   // club or store, 1 to 80 characters
	Rating int             `json:"rating,omitempty"` // 0 to 9999; the higher is seeded higher
}

// Kinds of result.
const (
	Played          = "played"           // to its end
	Unfinished      = "unfinished"       // time was called: the score as it stood
	IntentionalDraw = "intentional-draw" // agreed without playing
	DoubleLoss      = "double-loss"      // everybody at the table loses
	Forfeit         = "forfeit"          // those whose line says so lose, the others win
	Open            = "open"             // in a correction only: the table has no result (any more)
)

// Result is the result of a table.
type Result struct {
	Kind string `json:"kind"`
	// Lines has one line for each entrant at the table. It may be empty for IntentionalDraw and
	// DoubleLoss, and is for Open.
	Lines []Line `json:"lines,omitempty"`
	Drawn int    `json:"drawn,omitempty"` // games of the match that nobody won, unfinished ones among them, 0 to 99
	Note  string `json:"note,omitempty"`  // for people, at most 200 characters
}

// Line is what a result says of one entrant.
type Line struct {
	Entrant int `json:"entrant"`
	// Games is how many games of the match the entrant won, or the score of the one game: the 6 of
	// 6-0. 0 to 99.
	Games int `json:"games,omitempty"`
	// Victory are victory points or another score of the game that tie-breaks may use, −9999 to 9999.
	// A side's are the same for all of it.
	Victory int `json:"victory,omitempty"`
	// Score is what the match is worth where the game itself gives match points: "6", "3".
	Score Amount `json:"score,omitempty"`
	// Place is the entrant's place at the table, 1 the best, shared places equal: 1, 2, 2, 4. In a
	// command 0 means that it follows from Score, Games and Victory, the first that is there for
	// anybody; in an event it is always there, but for a DoubleLoss.
	Place int `json:"place,omitempty"`
	// Forfeits is set for who did not come or gave up.
	Forfeits bool `json:"forfeits,omitempty"`
}

// Kinds of bye.
const (
	ByePairing = "pairing" // nobody was left to be paired with
	ByeFull    = "full"    // by request or grant, as the bye of a pairing
	ByeHalf    = "half"    // by request: what the rule set gives for it
	ByeZero    = "zero"    // without points: known to be absent
)

// Bye says that an entrant does not play in a round.
type Bye struct {
	Entrant int    `json:"entrant"`
	Kind    string `json:"kind"`
}

// Seating is a table as it should be.
type Seating struct {
	Table    int   `json:"table"`    // its number; one more than there are: a new table
	Entrants []int `json:"entrants"` // in order of seats; empty: the table goes
	// First is how many of them are on the first side, in pods with sides; 0: half of them, rounded up.
	First int `json:"first,omitempty"`
}

// Flag tells what is unusual about a pairing.
type Flag struct {
	Table int    `json:"table,omitempty"` // 0: a bye
	Code  string `json:"code"`            // a Flag… constant
	Says  string `json:"says"`            // for people: what, and why it could not be avoided
}

// What is unusual about a pairing.
const (
	FlagRepeat = "repeat" // they have met before
	FlagBye    = "bye"    // a second bye
	FlagSide   = "side"   // the same side more often in a row than is meant
	FlagManual = "manual" // set by hand
)

// Stages of a tournament.
const (
	StageMain = 1 // the tournament itself; the Swiss rounds of FormatSwissCut
	StageCut  = 2 // the elimination after them
)

// What an integrity entry is about.
const (
	TouchPairing  = "pairing"  // pairings changed by hand, or made again after they were published
	TouchImport   = "import"   // players or results imported after the start
	TouchNumbers  = "numbers"  // seeds renumbered
	TouchResult   = "result"   // a result corrected
	TouchRules    = "rules"    // rules changed
	TouchEntrants = "entrants" // duplicates merged
	TouchEnd      = "end"      // reopened after its end
	TouchRuling   = "ruling"   // an earlier entry undone
)

// Consequences are what a command would do, as they are shown before it is final. The command is
// accepted with their Ack only.
type Consequences struct {
	Places   int      `json:"places"`             // entrants whose place in the standings changes
	Pairings []int    `json:"pairings,omitempty"` // rounds that were paired on what changes
	Says     []string `json:"says"`               // for people: "moves 3 places", "touches the pairing of round 3"
	Ack      string   `json:"ack"`                // what a command says to acknowledge exactly these
}

// States of a tournament's life.
const (
	StatusOpen    = "open"    // registration
	StatusRunning = "running" // rounds are played
	StatusFrozen  = "frozen"  // rounds are played, the public views stand still
	StatusEnded   = "ended"   // the last round is over; the public views still stand still if they did
	StatusThawed  = "thawed"  // ended, and shown
	StatusFinal   = "final"   // nothing but a reopening changes it
	StatusSealed  = "sealed"  // nothing changes it
)
