// Package deps says what the pages need from the rest of the program. Implementations are wired
// together in cmd/muster; tests use the real ones.
package deps

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

// Commander sends a command to the stream it is for. Errors: *engine.Refusal,
// *events.UnavailableError and the other errors of package events.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// Reader answers queries from the read models. Errors: [ErrNotFound].
type Reader interface {
	// Board returns the board of a group.
	Board(ctx context.Context, g events.GatheringID, group events.GroupID) (board.Group, error)
	// Boards returns the boards of all groups of a gathering, by name.
	Boards(ctx context.Context, g events.GatheringID) ([]board.Group, error)
	// History returns up to limit lines of a group before position before (0: from the end),
	// latest first.
	History(ctx context.Context, g events.GatheringID, group events.GroupID, before events.Position, limit int) ([]history.Line, error)
	// Gathering returns one gathering with its list of groups.
	Gathering(ctx context.Context, g events.GatheringID) (catalog.Gathering, error)
	// Gatherings returns all gatherings, latest first.
	Gatherings(ctx context.Context) ([]catalog.Gathering, error)
	// Changed returns a channel that is closed at the next change of the topic's read models: a
	// group, or with an empty group anything in the gathering, or with both empty anything.
	Changed(g events.GatheringID, group events.GroupID) <-chan struct{}
	// Await returns once every read model of the gathering has reached the position, or ctx ends.
	Await(ctx context.Context, g events.GatheringID, at events.Position) error
}

// Auth keeps sessions in signed cookies and knows the keys and codes that open them.
type Auth interface {
	// Session returns the session of a request; the zero Session if there is none that is valid.
	Session(r *http.Request) access.Session
	// Organiser logs the browser in as organiser if the key is right. Rate limited; the error is
	// for people.
	Organiser(w http.ResponseWriter, r *http.Request, key string) error
	// Join logs the browser in with a table's or judge's code. name is what the person calls
	// themselves: 1 to 80 characters of any script. Rate limited; the error is for people.
	Join(w http.ResponseWriter, r *http.Request, code, name string) (access.Session, error)
	// Logout ends the session.
	Logout(w http.ResponseWriter, r *http.Request)
	// TableCode returns the join code of a table; JudgeCode that of a gathering's judges.
	TableCode(ctx context.Context, g events.GatheringID, group events.GroupID, table events.TableID) (string, error)
	JudgeCode(ctx context.Context, g events.GatheringID) (string, error)
	// Peek tells what a code opens without logging in. Rate limited.
	Peek(r *http.Request, code string) (access.Session, error)
}

// People knows names. They live outside the log.
type People interface {
	// Name returns a person's display name, "Player 7" if it was erased or is not known.
	Name(g events.GatheringID, p events.PersonID) string
	// Contact returns how a person can be reached; empty if nobody said. It is for organisers only.
	Contact(g events.GatheringID, p events.PersonID) string
	// Register makes people known to a gathering, in the order given, and returns their ids. Names
	// are normalised; a malformed one fails the whole call with an error that names its row.
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error)
	// Correct replaces the name or contact that is kept of a person. It returns the position from which
	// pages show it, 0 if nothing is different.
	Correct(ctx context.Context, g events.GatheringID, actor events.Actor, p events.PersonID, c roster.Correction) (events.Position, error)
	// Like returns who else of a gathering may be meant by a name, the likeliest first.
	Like(g events.GatheringID, p events.PersonID, name string) []alike.Match
	// Renamed returns a channel that is closed when somebody who was known is called otherwise, or is erased.
	Renamed() <-chan struct{}
	// Forget erases a name, contact and salt.
	Forget(ctx context.Context, g events.GatheringID, actor events.Actor, p events.PersonID) error
}

// Cards answers the table page's type-ahead.
type Cards interface {
	// Cards returns the encounter cards of a scenario as JSON-ready values, sorted by name.
	Cards(scenario string) any
}

// Roster imports a list of players: people, groups and seats, all or nothing.
type Roster interface {
	// Import reads a roster (format "csv" or "json"). With dry set, or if there is any problem,
	// nothing is changed.
	Import(ctx context.Context, g events.GatheringID, actor events.Actor, body io.Reader, format string, dry bool) (roster.Report, error)
}

// Deps is everything the pages need from the rest of the program.
type Deps struct {
	Commands Commander
	Reader   Reader
	Auth     Auth
	People   People
	Cards    Cards
	Roster   Roster
	Decks    Decks // nil: decks are not taken
	Log      *slog.Logger
	Now      func() time.Time
	// BaseURL returns the address that phones reach the server at, without a trailing slash.
	BaseURL func() string
	// Secure is set when the server speaks HTTPS.
	Secure bool
	// Health, if set, answers the status page: one line for each part of the program.
	Health func(ctx context.Context) []Health
	// Viewers, if set, is told when a stream of a page opens (+1) and closes (−1).
	Viewers func(page string, by int)
	// Campaigns, if set, knows the campaigns of the gatherings.
	Campaigns Campaigns
	// Tournaments and Players, if both are set, know the tournaments and their players' phones.
	Tournaments Tournaments
	Players     Players
	// Intake, if set, takes files of players and results into tournaments; Persons, if set, knows what
	// people took part in.
	Intake  Intake
	Persons Persons
	// Integrators, if set, knows the token with which other programs read the feed of a gathering.
	Integrators Integrators
	// Sealing, if set, knows what of a gathering is not over.
	Sealing Sealing
	// Leagues, if set, knows the leagues; Players makes people who are typed known.
	Leagues Leagues
	// LeagueIntake, if set, takes files of results into leagues.
	LeagueIntake LeagueIntake
	// Outgoing, if set, knows the webhooks, and what could not be carried on.
	Outgoing Outgoing
	// Replays, if set, walks through groups.
	Replays Replays
	// WhatIfs, if set, tries commands on copies of groups.
	WhatIfs WhatIfs
	// Proofs, if set, knows what is signed of the logs.
	Proofs Proofs
	// Presence, if set, knows which phones are at the tables.
	Presence Presence
}

// Health is how one part of the program is, in words for an operator.
type Health struct {
	Part string // "Log", "Ledger", "Read models"
	OK   bool
	Says string // what is wrong and what to do, or that it is well
	// Letters is set where it counts what could not be carried on, which the console lists by itself.
	Letters bool
}

// ErrNotFound says that a gathering, group or table does not exist.
var ErrNotFound = projections.ErrNotFound
