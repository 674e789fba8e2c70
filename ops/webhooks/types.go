package webhooks

import (
	"reflect"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Types of messages of tournaments.
const (
	TypePairings         = "tournament.pairings.published" // Pairings
	TypePairingsChanged  = "tournament.pairings.changed"   // Pairings, all of the round as they are now
	TypePairingsTaken    = "tournament.pairings.withdrawn" // Round
	TypeRoundStarted     = "tournament.round.started"      // Round
	TypeRoundStopped     = "tournament.round.stopped"      // Round: its start was taken back
	TypeRoundClock       = "tournament.round.clock"        // Round: paused, going on, or with more time
	TypeTimeCalled       = "tournament.round.time_called"  // Round
	TypeRoundEnded       = "tournament.round.ended"        // Round: every table has a result
	TypeRoundReopened    = "tournament.round.reopened"     // Round: a table has none any more
	TypeResult           = "tournament.result"             // Result
	TypeFrozen           = "tournament.frozen"             // Ending; nothing more is told until it is thawed
	TypeThawed           = "tournament.thawed"             // Ending with standings
	TypeTournamentEnded  = "tournament.ended"              // Ending with standings
	TypeTournamentFinal  = "tournament.final"              // Ending with standings
	TypeTournamentAgain  = "tournament.reopened"           // Ending
	TypeTournamentSealed = "tournament.sealed"             // Ending
)

// Types of messages of leagues, groups and gatherings.
const (
	TypeLeagueResults    = "league.results"           // LeagueResults
	TypeRowRevealed      = "league.board.row"         // RevealedRow
	TypeBoardFrozen      = "league.board.frozen"      // Ending; no result is told until it is thawed
	TypeBoardThawed      = "league.board.thawed"      // Ending
	TypeSessionEnded     = "league.session.ended"     // Ending
	TypeSessionReopened  = "league.session.reopened"  // Ending
	TypeSessionCancelled = "league.session.cancelled" // Ending
	TypeSeasonEnded      = "league.season.ended"      // Ending
	TypeSeasonReopened   = "league.season.reopened"   // Ending
	TypeSeasonFinal      = "league.season.final"      // Ending
	TypeGroupRound       = "group.round.started"      // GroupRound
	TypeGroupRoundEnded  = "group.round.ended"        // GroupRound
	TypeGroupWon         = "group.won"                // GroupEnding
	TypeGroupLost        = "group.lost"               // GroupEnding
	TypeGroupAbandoned   = "group.abandoned"          // GroupEnding
	TypeGroupReopened    = "group.reopened"           // GroupEnding: the result was taken back
	TypeGatheringEnded   = "gathering.ended"          // Ending
	TypeTest             = "webhook.test"             // Ending
)

// Bounds of lists in a message; the whole is in the API.
const (
	maxTables  = 1000
	maxRows    = 100
	maxResults = 200
)

// Of says which tournament or league a message is about.
type Of struct {
	ID   events.GroupID `json:"id"`
	Name string         `json:"name"`
}

// Seat is somebody at a table.
type Seat struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Side    string          `json:"side,omitempty"`
}

// PairedTable is a table of a round.
type PairedTable struct {
	Table   int    `json:"table"`
	Players []Seat `json:"players"`
}

// Bye is somebody who does not play.
type Bye struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Kind    string          `json:"kind"` // "pairing", "full", "half" or "zero"
}

// Pairings is who plays whom in a round.
type Pairings struct {
	Tournament Of            `json:"tournament"`
	Round      int           `json:"round"`
	Tables     []PairedTable `json:"tables"`
	Byes       []Bye         `json:"byes"`
	Left       int           `json:"left,omitempty"` // tables that are left out here because there are so many
}

// Round is a round of a tournament.
type Round struct {
	Tournament Of  `json:"tournament"`
	Round      int `json:"round"`
	// Ends is when its time is up, without what single tables were given; absent: there is no clock, or it
	// stands still.
	Ends   *time.Time `json:"ends,omitempty"`
	Paused bool       `json:"paused,omitempty"`
	Tables []int      `json:"tables,omitempty"` // whose time was called
	Open   int        `json:"open"`             // tables without a result
}

// Line is what a result says of one player.
type Line struct {
	Seat
	Place    int    `json:"place,omitempty"` // at the table, 1 the best
	Games    int    `json:"games"`           // won
	Victory  int    `json:"victory,omitempty"`
	Score    string `json:"score,omitempty"` // match points that the game itself gives
	Forfeits bool   `json:"forfeits,omitempty"`
}

// Result is the result of a table.
type Result struct {
	Tournament Of     `json:"tournament"`
	Round      int    `json:"round"`
	Table      int    `json:"table"`
	Kind       string `json:"kind"`                // "played", "unfinished", "intentional-draw", "double-loss", "forfeit"; "open": it has none any more
	Corrected  bool   `json:"corrected,omitempty"` // another result stood before
	Drawn      int    `json:"drawn,omitempty"`     // games
	Players    []Line `json:"players"`
}

// Standing is a row of the standings.
type Standing struct {
	Place  int             `json:"place"`
	Player events.PersonID `json:"player"`
	Points string          `json:"points"` // exact: "9", "7/2"
	Won    int             `json:"won"`
	Drawn  int             `json:"drawn"`
	Lost   int             `json:"lost"`
}

// Ending is about the life of a tournament, a league or one of its sessions, or the gathering.
type Ending struct {
	Tournament *Of                   `json:"tournament,omitempty"`
	League     *Of                   `json:"league,omitempty"`
	Session    string                `json:"session,omitempty"` // its name
	Standings  []Standing            `json:"standings,omitempty"`
	Left       int                   `json:"left,omitempty"` // rows that are left out here
	Moves      []league.DivisionMove `json:"moves,omitempty"`
}

// LeagueResult is one result that a session of a league has scored.
type LeagueResult struct {
	N         int            `json:"n"`
	Result    *league.Result `json:"result"` // nil: it was taken out
	Corrected bool           `json:"corrected,omitempty"`
}

// LeagueResults is what was scored at once.
type LeagueResults struct {
	League  Of             `json:"league"`
	Session string         `json:"session"` // its name
	Results []LeagueResult `json:"results"`
	Left    int            `json:"left,omitempty"` // results that are left out here
}

// RevealedRow is a row of a frozen board that was shown.
type RevealedRow struct {
	League Of                 `json:"league"`
	Row    league.RowRevealed `json:"row"`
}

// GroupOf says which group a message is about.
type GroupOf struct {
	ID       events.GroupID `json:"id"`
	Name     string         `json:"name"`
	Scenario string         `json:"scenario"`
}

// GroupRound is a round of a group.
type GroupRound struct {
	Group GroupOf `json:"group"`
	Round int     `json:"round"`
}

// GroupEnding is how a group's game ended.
type GroupEnding struct {
	Group  GroupOf `json:"group"`
	Round  int     `json:"round,omitempty"`
	Reason string  `json:"reason,omitempty"`
}

// Types returns what each type of message holds in Data.
func Types() map[string]reflect.Type {
	out := map[string]reflect.Type{
		TypePairings: reflect.TypeFor[Pairings](), TypePairingsChanged: reflect.TypeFor[Pairings](), TypeResult: reflect.TypeFor[Result](),
		TypeLeagueResults: reflect.TypeFor[LeagueResults](), TypeRowRevealed: reflect.TypeFor[RevealedRow](),
		TypeGroupRound: reflect.TypeFor[GroupRound](), TypeGroupRoundEnded: reflect.TypeFor[GroupRound](),
	}
	for _, t := range []string{
		TypePairingsTaken, TypeRoundStarted, TypeRoundStopped, TypeRoundClock, TypeTimeCalled, TypeRoundEnded, TypeRoundReopened,
	} {
		out[t] = reflect.TypeFor[Round]()
	}
	for _, t := range []string{TypeGroupWon, TypeGroupLost, TypeGroupAbandoned, TypeGroupReopened} {
		out[t] = reflect.TypeFor[GroupEnding]()
	}
	for _, t := range []string{
		TypeFrozen, TypeThawed, TypeTournamentEnded, TypeTournamentFinal, TypeTournamentAgain, TypeTournamentSealed, TypeBoardFrozen, TypeBoardThawed,
		TypeSessionEnded, TypeSessionReopened, TypeSessionCancelled, TypeSeasonEnded, TypeSeasonReopened, TypeSeasonFinal, TypeGatheringEnded, TypeTest,
	} {
		out[t] = reflect.TypeFor[Ending]()
	}
	return out
}
