package tournament

import "github.com/muster-events/muster/events"

// OpenTournament begins a tournament with its registration. Role: organiser. First command of the
// stream.
type OpenTournament struct {
	Name  string `json:"name"` // 1 to 80 characters
	Rules Rules  `json:"rules"`
	Seed  uint64 `json:"seed"` // of every draw
}

// ChangeRules changes the rules; all of them are given. Role: organiser. After the start only with a
// reason and acknowledged consequences, and never the format.
type ChangeRules struct {
	Rules  Rules  `json:"rules"`
	Reason string `json:"reason,omitempty"` // 1 to 400 characters, after the start
	Ack    string `json:"ack,omitempty"`    // [Consequences.Ack], after the start
	// MoveUp lets the first of the waiting list have the places that the new rules make free, before the
	// start and unless places are given by hand.
	MoveUp bool `json:"moveUp,omitempty"`
}

// Register enters people, all or none: before the start; late, as the rules allow; beyond the cap on
// the waiting list. Role: organiser; a player for themselves.
type Register struct {
	Entrants []Entrant `json:"entrants"` // 1 to 200
	// Source names the file or system of an import; after the start an import needs Reason and Ack.
	Source string `json:"source,omitempty"` // at most 80 characters
	Reason string `json:"reason,omitempty"`
	Ack    string `json:"ack,omitempty"`
}

// EditEntrant corrects code, club and rating of an entrant; Player stays who it is. Role: organiser.
type EditEntrant struct {
	Entrant int     `json:"entrant"`
	To      Entrant `json:"to"`
}

// AdmitWaiting takes somebody from the waiting list beyond the cap. Role: organiser.
type AdmitWaiting struct {
	Entrant int `json:"entrant"`
}

// CheckIn records that an entrant is here, or takes that back. Role: organiser, judge; a player for
// themselves.
type CheckIn struct {
	Entrant int  `json:"entrant"`
	Undo    bool `json:"undo,omitempty"`
}

// Drop takes an entrant out of the rounds to come. Role: organiser, judge; a player for themselves.
type Drop struct {
	Entrant int    `json:"entrant"`
	Reason  string `json:"reason,omitempty"` // at most 400 characters
}

// Return lets an entrant who dropped play again from the next pairing on. The rounds missed bring no
// points unless an organiser grants a bye for them. Role: organiser, judge.
type Return struct {
	Entrant int `json:"entrant"`
}

// MarkNoShow records that an entrant did not come to the table: the round is forfeited and the entrant
// dropped, unless Keep is set. Role: organiser, judge.
type MarkNoShow struct {
	Round   int  `json:"round"`
	Entrant int  `json:"entrant"`
	Keep    bool `json:"keep,omitempty"`
}

// GrantBye gives an entrant a bye in a round that is not paired, or points for a round that was missed.
// Role: organiser.
type GrantBye struct {
	Entrant int    `json:"entrant"`
	Round   int    `json:"round"`
	Kind    string `json:"kind"` // ByeFull, ByeHalf or ByeZero; empty: takes the grant back
	Reason  string `json:"reason"`
}

// MergeEntrants joins two entries of the same person: Gone's rounds become Keep's. They have not
// played in the same round. Role: organiser. After the start with a reason and acknowledged
// consequences.
type MergeEntrants struct {
	Keep   int    `json:"keep"`
	Gone   int    `json:"gone"`
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack,omitempty"`
}

// PartEntrants takes a merge back that is not on the integrity list, because it was made before the start;
// one that is there is undone by [Overrule]. Role: organiser. After the start with a reason and
// acknowledged consequences.
type PartEntrants struct {
	Gone   int    `json:"gone"`   // the entry that was merged into another
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack,omitempty"`
}

// KeepApart records that two entries that look alike are two people, so that nobody is asked again.
// Role: organiser, judge.
type KeepApart struct {
	A      int    `json:"a"`
	B      int    `json:"b"`
	Undo   bool   `json:"undo,omitempty"`   // it is not known after all
	Reason string `json:"reason,omitempty"` // at most 400 characters
}

// Renumber seeds the entrants in a new order. Role: organiser. After the start with a reason and
// acknowledged consequences.
type Renumber struct {
	Order  []int  `json:"order"` // every entrant that is in, once; the first is seeded first
	Reason string `json:"reason,omitempty"`
	Ack    string `json:"ack,omitempty"`
}

// StartTournament ends registration, seeds the entrants and lets round 1 be paired. Role: organiser.
type StartTournament struct{}

// PairRound pairs the next round. Role: organiser, judge. The pairing is not published by it.
type PairRound struct {
	Round int `json:"round"`
}

// ChangePairing sets tables by hand, before or after they were published. Role: organiser, judge.
// With a reason and acknowledged consequences.
type ChangePairing struct {
	Round  int       `json:"round"`
	Tables []Seating `json:"tables"`         // those that change, 1 to 200
	Byes   []Bye     `json:"byes,omitempty"` // of entrants who are at no table now
	Reason string    `json:"reason"`         // 1 to 400 characters
	Ack    string    `json:"ack"`
}

// LockTable keeps a table as it is when the round is paired again, or lets it go. Role: organiser,
// judge.
type LockTable struct {
	Round  int  `json:"round"`
	Table  int  `json:"table"`
	Unlock bool `json:"unlock,omitempty"`
}

// PairAgain pairs what is neither locked nor has a result again, after a late result, a drop or a
// late entry. Role: organiser, judge. After publishing with acknowledged consequences.
type PairAgain struct {
	Round  int    `json:"round"`
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack,omitempty"`
}

// PublishRound shows the pairing to everybody. Role: organiser, judge.
type PublishRound struct {
	Round int `json:"round"`
}

// StartRound starts the round's clock. Role: organiser, judge.
type StartRound struct {
	Round   int    `json:"round"`
	At      Moment `json:"at"`
	Minutes int    `json:"minutes,omitempty"` // 0: as the rules say
}

// UndoRound takes the latest step of a round back: its start, or its publishing, or its pairing. Only
// while no result stands. Role: organiser, judge.
type UndoRound struct {
	Round  int    `json:"round"`
	Reason string `json:"reason"` // 1 to 400 characters
}

// PauseClock stops the round's clock. Role: organiser, judge.
type PauseClock struct {
	Round  int    `json:"round"`
	At     Moment `json:"at"`
	Reason string `json:"reason,omitempty"` // at most 400 characters
}

// ResumeClock lets the clock run again. Role: organiser, judge.
type ResumeClock struct {
	Round int    `json:"round"`
	At    Moment `json:"at"`
}

// ExtendClock gives a table, or with Table 0 all of them, more time. Role: organiser, judge.
type ExtendClock struct {
	Round   int    `json:"round"`
	Table   int    `json:"table,omitempty"`
	Seconds int    `json:"seconds"`          // −7200 to 7200, not 0
	Reason  string `json:"reason,omitempty"` // at most 400 characters
}

// CallTime records that the time of the round is up: with Table 0 for every table whose time it is,
// else for one. It is refused while the clock is paused and before the time is up, so that a timer
// set before a pause or an extension does no harm. Role: the program's timers; organiser, judge.
type CallTime struct {
	Round int    `json:"round"`
	Table int    `json:"table,omitempty"`
	At    Moment `json:"at"`
}

// EnterResult enters the result of a table. Role: organiser, judge; the players of the table, if the
// rules let them; the program itself when a group that muster ran ends.
type EnterResult struct {
	Round  int    `json:"round"`
	Table  int    `json:"table"`
	Result Result `json:"result"`
	// Group is the group whose end this is, if it is entered by the program.
	Group events.GroupID `json:"group,omitempty"`
}

// ConfirmResult confirms an entry of somebody else. Role: organiser, judge; a player of the table of
// another side.
type ConfirmResult struct {
	Round int `json:"round"`
	Table int `json:"table"`
	Entry int `json:"entry"` // number of the entry at this table that was seen
}

// RejectResult rejects an entry of somebody else; the table waits for the judge or another entry.
// Role: organiser, judge; a player of the table of another side.
type RejectResult struct {
	Round  int    `json:"round"`
	Table  int    `json:"table"`
	Entry  int    `json:"entry"`
	Reason string `json:"reason"` // 1 to 400 characters
}

// CorrectResult replaces the result that stands, at any time before the tournament is final. Role:
// organiser, judge. With a reason and acknowledged consequences.
type CorrectResult struct {
	Round  int    `json:"round"`
	Table  int    `json:"table"`
	Was    int    `json:"was"` // number of the entry that stands, as it was seen
	Result Result `json:"result"`
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack"`
}

// LinkGroup says that a table plays as a group of the gathering: the group's end is its result. Role:
// organiser, judge, the program.
type LinkGroup struct {
	Round int            `json:"round"`
	Table int            `json:"table"`
	Group events.GroupID `json:"group"` // empty: no longer
}

// ImportRound takes the pairing and results of a round from a file: of the next round, or the results
// of the round that is being played. The pairs of an elimination have to be those of its bracket here. Role: organiser. With a reason and acknowledged consequences.
type ImportRound struct {
	Round  int             `json:"round"`
	Tables []ImportedTable `json:"tables"` // every table of the round
	Byes   []Bye           `json:"byes,omitempty"`
	// Seeds are the entrants in order of seeds, the best first, as the pairs follow from them: with the
	// first round of an elimination or a round robin everybody, with the first round of a cut those who
	// play on, which makes the cut. Empty: as they are seeded here.
	Seeds  []int  `json:"seeds,omitempty"`
	Source string `json:"source"` // 1 to 80 characters
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack"`
}

// ImportedTable is a table of an imported round.
type ImportedTable struct {
	Entrants []int `json:"entrants"`
	// First is how many of them are on the first side, in pods with sides; 0: half of them, rounded up.
	First  int     `json:"first,omitempty"`
	Result *Result `json:"result,omitempty"` // nil: none yet
}

// MakeCut ends the Swiss rounds: the best play on. Role: organiser.
type MakeCut struct {
	Size int `json:"size,omitempty"` // 0: as the rules say
}

// FreezeStandings makes the public views stand still. Role: organiser.
type FreezeStandings struct{}

// EndTournament ends the rounds. Role: organiser.
type EndTournament struct{}

// ThawStandings shows what was frozen. Role: organiser.
type ThawStandings struct{}

// FinaliseTournament makes the standings final. Role: organiser.
type FinaliseTournament struct{}

// SealTournament closes the tournament: nothing is accepted afterwards. Role: organiser.
type SealTournament struct{}

// ReopenTournament takes the end of a tournament back. Role: organiser. With acknowledged
// consequences.
type ReopenTournament struct {
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack"`
}

// Overrule undoes what an integrity entry did, by a ruling. Both stay on the list. Role: judge,
// organiser. With acknowledged consequences.
type Overrule struct {
	Entry  int    `json:"entry"`  // number of the integrity entry
	Reason string `json:"reason"` // 1 to 400 characters
	Ack    string `json:"ack"`
}
