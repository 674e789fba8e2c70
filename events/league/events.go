package league

import "github.com/muster-events/muster/events"

// LeagueOpened is the first event of a league's stream.
type LeagueOpened struct {
	Name      string         `json:"name"`
	Season    string         `json:"season,omitempty"`
	Rules     Rules          `json:"rules"`
	Divisions []Division     `json:"divisions,omitempty"`
	Walkins   bool           `json:"walkins,omitempty"`
	Before    events.GroupID `json:"before,omitempty"`
	Carry     []Carried      `json:"carry,omitempty"`
	Seed      uint64         `json:"seed"`
}

// PlayerEntered makes somebody a player of the league.
type PlayerEntered struct {
	Player Player `json:"player"`
	// Late is set for who enters after a session was frozen, Walkin for who was entered by playing.
	Late   bool   `json:"late,omitempty"`
	Walkin bool   `json:"walkin,omitempty"`
	Points Amount `json:"points,omitempty"` // to begin with: carried over, or for a late entry
	Place  int    `json:"place,omitempty"`  // in the season before; 0: none
}

// PlayerChanged sets a player's division, team and store.
type PlayerChanged struct {
	Was  Player `json:"was"`
	Now  Player `json:"now"`
	Mark int    `json:"mark,omitempty"` // the integrity event it belongs to; 0: none
}

// PlayerDropped takes a player out of the rest of the season.
type PlayerDropped struct {
	Player events.PersonID `json:"player"`
	Reason string          `json:"reason,omitempty"`
}

// PlayerReturned takes a drop back from now on.
type PlayerReturned struct {
	Player events.PersonID `json:"player"`
}

// PlayersMerged says that two players are one.
type PlayersMerged struct {
	From events.PersonID `json:"from"`
	Into events.PersonID `json:"into"`
	Mark int             `json:"mark,omitempty"`
}

// PlayersParted takes a merge back.
type PlayersParted struct {
	From events.PersonID `json:"from"`
	Into events.PersonID `json:"into"`
}

// SessionPlanned adds a session, or changes one of the same id.
type SessionPlanned struct {
	Session Session `json:"session"`
}

// SourceLinked says that a group or tournament scores in a session.
type SourceLinked struct {
	Session SessionID `json:"session"`
	Source  Source    `json:"source"`
}

// SourceUnlinked takes a source away from a session; its results are taken out in the same commit.
type SourceUnlinked struct {
	Session SessionID `json:"session"`
	Source  Source    `json:"source"`
	// Pages holds up to which commit of the source's stream each page had scored.
	Pages []events.Version `json:"pages,omitempty"`
	// Held is what waited to be scored; absent: nothing did.
	Held []SourceHeld `json:"held,omitempty"`
	Mark int          `json:"mark,omitempty"`
}

// ResultRecorded scores a result in a session.
type ResultRecorded struct {
	N       int       `json:"n"` // 1, 2, 3, … in the league
	Session SessionID `json:"session"`
	Source  *Source   `json:"source,omitempty"` // nil: by hand
	Page    int       `json:"page,omitempty"`   // of the source
	Result  Result    `json:"result"`
	// LeftOut lists players of it whom it does not count for: they had dropped.
	LeftOut []events.PersonID `json:"leftOut,omitempty"`
	Mark    int               `json:"mark,omitempty"`
}

// ResultCorrected supersedes a result; Now is nil if it is taken out. Was is what it said before.
type ResultCorrected struct {
	N      int     `json:"n"`
	Was    *Result `json:"was"` // nil: it had been taken out
	Now    *Result `json:"now"`
	Reason string  `json:"reason,omitempty"`
	Mark   int     `json:"mark,omitempty"` // 0: the source itself changed it
}

// SourceScored says up to which commit of its own stream a source has scored. The results follow in the
// same commit.
type SourceScored struct {
	Session SessionID      `json:"session"`
	Source  Source         `json:"source"`
	Page    int            `json:"page,omitempty"`
	At      events.Version `json:"at"`
	Results int            `json:"results"` // how many it has now
	Why     string         `json:"why,omitempty"`
}

// SourceHeld keeps what a source scores while its session takes nothing: it is scored when the session
// is opened again.
type SourceHeld struct {
	Session SessionID      `json:"session"`
	Source  Source         `json:"source"`
	Page    int            `json:"page,omitempty"`
	At      events.Version `json:"at"`
	Results []Result       `json:"results"`
	Why     string         `json:"why,omitempty"`
	Because string         `json:"because"` // why it is held, for people
}

// SessionFrozen closes a session.
type SessionFrozen struct {
	Session SessionID `json:"session"`
}

// SessionReopened opens a frozen session again.
type SessionReopened struct {
	Session SessionID `json:"session"`
	Mark    int       `json:"mark,omitempty"`
}

// SessionCancelled takes a session out of the season.
type SessionCancelled struct {
	Session SessionID `json:"session"`
	Mark    int       `json:"mark,omitempty"`
}

// SessionRestored takes the cancelling of a session back.
type SessionRestored struct {
	Session SessionID `json:"session"`
}

// RulesChanged replaces the scoring rules.
type RulesChanged struct {
	Was  Rules `json:"was"`
	Now  Rules `json:"now"`
	Mark int   `json:"mark,omitempty"`
}

// Marked heads an integrity event: what was done by hand after the start, why, and what it moves. What
// it changes follows in the same commit. The badge stays, also when it is undone.
type Marked struct {
	N       int     `json:"n"`    // 1, 2, 3, …
	Kind    string  `json:"kind"` // a Mark… constant
	Reason  string  `json:"reason"`
	Effects Effects `json:"effects"`
}

// MarkUndone heads the undoing of an integrity event; what it changes back follows.
type MarkUndone struct {
	Mark    int     `json:"mark"`
	Reason  string  `json:"reason"`
	Effects Effects `json:"effects"`
}

// BoardFrozen freezes what the public sees.
type BoardFrozen struct{}

// RowRevealed shows the final rank of a player. Rows are revealed from the last rank upwards, division
// by division from the lowest.
type RowRevealed struct {
	Division string          `json:"division,omitempty"`
	Player   events.PersonID `json:"player"`
	Rank     int             `json:"rank"`   // 0: without a rank
	From     int             `json:"from"`   // rank on the frozen board; 0: none
	Points   string          `json:"points"` // as shown
	Left     int             `json:"left"`   // rows still hidden in all divisions
}

// BoardThawed shows the public everything again.
type BoardThawed struct{}

// SeasonEnded ends the season. Moves are the promotions and relegations for the next one.
type SeasonEnded struct {
	Moves []DivisionMove `json:"moves,omitempty"`
}

// DivisionMove is a promotion or relegation.
type DivisionMove struct {
	Player events.PersonID `json:"player"`
	From   string          `json:"from"` // id of the division
	To     string          `json:"to"`
}

// SeasonReopened takes the end of the season back.
type SeasonReopened struct {
	Was  []DivisionMove `json:"was,omitempty"` // its promotions and relegations
	Mark int            `json:"mark,omitempty"`
}

// SeasonFinal makes the tables final.
type SeasonFinal struct{}

// SeasonSealed closes the stream.
type SeasonSealed struct{}
