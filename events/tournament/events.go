package tournament

import "github.com/muster-events/muster/events"

// TournamentOpened is the first event of a tournament's stream.
type TournamentOpened struct {
	Name  string `json:"name"`
	Rules Rules  `json:"rules"`
	Seed  uint64 `json:"seed"`
}

// RulesChanged replaces the rules.
type RulesChanged struct {
	Was Rules `json:"was"`
	Now Rules `json:"now"`
}

// EntrantRegistered gives an entrant a number.
type EntrantRegistered struct {
	N       int     `json:"n"`
	Entrant Entrant `json:"entrant"`
	Waiting bool    `json:"waiting,omitempty"` // on the waiting list
	// From is the first round that a late entrant may play, and Points are what the rounds missed
	// bring in all.
	From   int    `json:"from,omitempty"`
	Points Amount `json:"points,omitempty"`
}

// EntrantEdited corrects what is known about an entrant.
type EntrantEdited struct {
	Entrant int     `json:"entrant"`
	Was     Entrant `json:"was"`
	Now     Entrant `json:"now"`
}

// WaitingAdmitted takes an entrant from the waiting list, because a place became free or the organiser
// said so. From and Points as for [EntrantRegistered].
type WaitingAdmitted struct {
	Entrant int    `json:"entrant"`
	From    int    `json:"from,omitempty"`
	Points  Amount `json:"points,omitempty"`
}

// EntrantCheckedIn records that an entrant is here, or with Undone that this was wrong.
type EntrantCheckedIn struct {
	Entrant int  `json:"entrant"`
	Undone  bool `json:"undone,omitempty"`
}

// EntrantDropped takes an entrant out of the rounds to come. Round is the last round that was paired
// before: 0 before the first.
type EntrantDropped struct {
	Entrant int    `json:"entrant"`
	Round   int    `json:"round,omitempty"`
	Why     string `json:"why,omitempty"` // a reason, or "no-show", "not-checked-in"
}

// EntrantReturned lets an entrant play again.
type EntrantReturned struct {
	Entrant int `json:"entrant"`
	From    int `json:"from"` // first round that they may play again
}

// EntrantNoShow records that an entrant did not come to the table.
type EntrantNoShow struct {
	Entrant int `json:"entrant"`
	Round   int `json:"round"`
}

// ByeGranted gives an entrant a bye in a round; an empty Kind takes the grant back.
type ByeGranted struct {
	Entrant int    `json:"entrant"`
	Round   int    `json:"round"`
	Kind    string `json:"kind,omitempty"`
	Was     string `json:"was,omitempty"`
	Reason  string `json:"reason"`
}

// EntrantsMerged says that two entries are one person. Moved lists the rounds that go over. With Undone
// it takes a merge back: those rounds are Gone's again.
type EntrantsMerged struct {
	Keep   int   `json:"keep"`
	Gone   int   `json:"gone"`
	Moved  []int `json:"moved,omitempty"`
	Undone bool  `json:"undone,omitempty"`
}

// EntrantsKeptApart says that two entries are two people; with Undone that this is not known after all.
type EntrantsKeptApart struct {
	A      int    `json:"a"` // the smaller number
	B      int    `json:"b"`
	Undone bool   `json:"undone,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// EntrantsRenumbered seeds the entrants.
type EntrantsRenumbered struct {
	Was []int `json:"was,omitempty"` // order before; empty: there was none
	Now []int `json:"now"`
}

// TournamentStarted ends registration.
type TournamentStarted struct {
	Rounds int `json:"rounds"` // how many will be played, as far as that is known: 0 for a double elimination
}

// RoundPaired gives the pairing of a round; it is not public before [RoundPublished].
type RoundPaired struct {
	Round int `json:"round"`
	Stage int `json:"stage"` // StageMain or StageCut
	// Tables lists the entrants of each table in order of seats; table 1 is the first. With sides, the
	// first seat of two is the first side.
	Tables [][]int `json:"tables"`
	First  []int   `json:"first,omitempty"` // in pods with sides: how many of each table are on the first side
	Byes   []Bye   `json:"byes,omitempty"`
	Flags  []Flag  `json:"flags,omitempty"`
	// Slots names the match of the bracket that each table plays, in an elimination.
	Slots []string `json:"slots,omitempty"`
	// Again is set when an earlier pairing of the round is replaced: what is locked or was entered
	// stays as it was.
	Again  bool   `json:"again,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// PairingChanged sets tables by hand. Was holds the same tables and byes before.
type PairingChanged struct {
	Round   int       `json:"round"`
	Was     []Seating `json:"was"`
	Now     []Seating `json:"now"`
	WasByes []Bye     `json:"wasByes,omitempty"` // every bye of the round before
	Byes    []Bye     `json:"byes,omitempty"`    // every bye of the round now
	Flags   []Flag    `json:"flags,omitempty"`   // of the tables in Now
}

// TableLocked keeps a table as it is when the round is paired again; with Undone no longer.
type TableLocked struct {
	Round  int  `json:"round"`
	Table  int  `json:"table"`
	Undone bool `json:"undone,omitempty"`
}

// RoundPublished shows a pairing to everybody.
type RoundPublished struct {
	Round int `json:"round"`
}

// RoundStarted starts the clock of a round.
type RoundStarted struct {
	Round   int    `json:"round"`
	At      Moment `json:"at"`
	Seconds int    `json:"seconds,omitempty"` // 0: there is no clock
}

// Steps of a round that [RoundUndone] takes back.
const (
	StepStart   = "start"
	StepPublish = "publish"
	StepPair    = "pair"
)

// RoundUndone takes the latest step of a round back.
type RoundUndone struct {
	Round  int    `json:"round"`
	Step   string `json:"step"` // a Step… constant
	Reason string `json:"reason"`
}

// ClockPaused stops the clock of a round.
type ClockPaused struct {
	Round  int    `json:"round"`
	At     Moment `json:"at"`
	Reason string `json:"reason,omitempty"`
}

// ClockResumed lets the clock run again.
type ClockResumed struct {
	Round int    `json:"round"`
	At    Moment `json:"at"`
}

// ClockExtended gives a table, or with Table 0 all of them, more time.
type ClockExtended struct {
	Round   int    `json:"round"`
	Table   int    `json:"table,omitempty"`
	Seconds int    `json:"seconds"`
	Reason  string `json:"reason,omitempty"`
}

// TimeCalled says that the time of tables is up.
type TimeCalled struct {
	Round  int    `json:"round"`
	Tables []int  `json:"tables"` // those that have no result
	At     Moment `json:"at"`
}

// ResultEntered is an entry at a table. It counts once [ResultStands] says so.
type ResultEntered struct {
	Round int `json:"round"`
	Table int `json:"table"`
	Entry int `json:"entry"` // number at this table: 1, 2, 3, …
	// By is who entered it, if known, Role as whom, and Entrant the player of the table who did.
	By      events.PersonID `json:"by,omitempty"`
	Role    events.Role     `json:"role"`
	Entrant int             `json:"entrant,omitempty"`
	Result  Result          `json:"result"` // every line has its place
	Group   events.GroupID  `json:"group,omitempty"`
	// Corrects is the entry that this one is to replace, with a reason.
	Corrects int    `json:"corrects,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// ResultConfirmed says that another person confirmed an entry.
type ResultConfirmed struct {
	Round   int             `json:"round"`
	Table   int             `json:"table"`
	Entry   int             `json:"entry"`
	By      events.PersonID `json:"by,omitempty"`
	Role    events.Role     `json:"role"`
	Entrant int             `json:"entrant,omitempty"`
}

// ResultRejected says that another person rejected an entry.
type ResultRejected struct {
	Round   int             `json:"round"`
	Table   int             `json:"table"`
	Entry   int             `json:"entry"`
	By      events.PersonID `json:"by,omitempty"`
	Role    events.Role     `json:"role"`
	Entrant int             `json:"entrant,omitempty"`
	Reason  string          `json:"reason"`
}

// ResultsConflict says that the sides of a table entered different results: the judge is asked.
type ResultsConflict struct {
	Round   int   `json:"round"`
	Table   int   `json:"table"`
	Entries []int `json:"entries"`
}

// ResultStands makes an entry the result of its table. With Was it replaces the entry that stood.
type ResultStands struct {
	Round int `json:"round"`
	Table int `json:"table"`
	Entry int `json:"entry"`
	Was   int `json:"was,omitempty"`
}

// GroupLinked says that a table plays as a group; an empty Group: no longer.
type GroupLinked struct {
	Round int            `json:"round"`
	Table int            `json:"table"`
	Group events.GroupID `json:"group,omitempty"`
}

// RoundFinished says that every table of a round has a result.
type RoundFinished struct {
	Round int `json:"round"`
}

// RoundReopened says that a table of a finished round has none any more.
type RoundReopened struct {
	Round int `json:"round"`
}

// CutMade ends the Swiss rounds, or with nobody in it takes that back.
type CutMade struct {
	Entrants []int `json:"entrants,omitempty"` // who plays on, in the order in which they are seeded
	After    int   `json:"after"`              // the last round before it
}

// StandingsFrozen makes the public views stand still.
type StandingsFrozen struct{}

// TournamentEnded ends the rounds.
type TournamentEnded struct{}

// StandingsThawed shows what was frozen.
type StandingsThawed struct{}

// TournamentFinal makes the standings final.
type TournamentFinal struct{}

// TournamentSealed closes the tournament.
type TournamentSealed struct{}

// TournamentReopened takes the end back.
type TournamentReopened struct {
	Was string `json:"was"` // its status before
}

// IntegrityNoted is an entry on the list of what touched the tournament's integrity. It heads the
// events of its commit, which are what it did; the badge that it gives is permanent.
type IntegrityNoted struct {
	N      int             `json:"n"`    // 1, 2, 3, …
	What   string          `json:"what"` // a Touch… constant
	Reason string          `json:"reason"`
	Says   []string        `json:"says"` // the consequences as they were acknowledged
	By     events.PersonID `json:"by,omitempty"`
	Role   events.Role     `json:"role"`
	Undoes int             `json:"undoes,omitempty"` // the entry that a ruling undoes
	Round  int             `json:"round,omitempty"`
	Table  int             `json:"table,omitempty"`
	Source string          `json:"source,omitempty"` // of an import
}
