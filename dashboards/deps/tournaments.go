package deps

import (
	"context"
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/intake"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/person"
	"github.com/muster-events/muster/projections/tournament"
)

// Tournaments knows the tournaments. Errors: [ErrNotFound], or that a part of the program does not answer.
type Tournaments interface {
	// Tournament returns a tournament as everybody sees it, or as officials do.
	Tournament(ctx context.Context, g events.GatheringID, id events.GroupID, officials bool) (tournament.View, error)
	// TournamentOf returns what the phone of a person shows; false if the person did not enter.
	TournamentOf(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID) (tournament.Mine, bool, error)
	// Tournaments returns the lines of a gathering's tournaments, by name.
	Tournaments(ctx context.Context, g events.GatheringID) ([]tournament.Line, error)
	// TournamentHistory returns up to limit lines before a position (0: from the end), latest first; it
	// is for officials.
	TournamentHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
	// Preview says what a command would do; its Ack is what the command has to carry, empty if it needs
	// none. A command that would be refused is refused: *engine.Refusal.
	Preview(ctx context.Context, stream events.StreamID, c events.Command) (log.Consequences, error)
}

// Players makes phones those of the players of tournaments. Errors for people: those of [Auth].
type Players interface {
	// Named returns the person who is called so, known to the gathering from now on.
	Named(ctx context.Context, g events.GatheringID, name string) (events.PersonID, error)
	// Newcomer makes somebody known to the gathering who is not known yet, whoever else has the same name.
	Newcomer(ctx context.Context, g events.GatheringID, who roster.NewPerson) (events.PersonID, error)
	// Entering is asked before a phone enters a tournament; it refuses if too many have just done so.
	Entering(g events.GatheringID, tournament events.GroupID) error
	// Player makes the browser the phone of a player who has just entered with it.
	Player(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID) (access.Session, error)
	// JoinPlayer makes it the phone of a player whose code is known.
	JoinPlayer(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID, code string) (access.Session, error)
	// PlayerCode returns that code.
	PlayerCode(ctx context.Context, g events.GatheringID, tournament events.GroupID, p events.PersonID) (string, error)
}

// Intake takes files of players and results into tournaments. Errors: *engine.Refusal, or that a part of the
// program does not answer.
type Intake interface {
	// Look says what a file would do and changes nothing.
	Look(ctx context.Context, id events.StreamID, ask intake.Ask) (intake.Report, error)
	// Step takes its next step and says how it is then, and the position to wait for.
	Step(ctx context.Context, me access.Session, id events.StreamID, ask intake.Ask) (intake.Report, events.Position, error)
}

// Persons knows what people took part in.
type Persons interface {
	// Person returns everything that a person took part in at a gathering, or [ErrNotFound].
	Person(ctx context.Context, g events.GatheringID, p events.PersonID) (person.History, error)
}
