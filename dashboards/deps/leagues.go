package deps

import (
	"context"

	"github.com/muster-events/muster/coordinator/roster/files"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/convention"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/league"
)

// Leagues knows the leagues. Errors: [ErrNotFound], or that a part of the program does not answer.
type Leagues interface {
	// League returns a league as everybody sees it, or as organisers and judges do.
	League(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.View, error)
	// LeaguePlayer returns the page of a player of a league.
	LeaguePlayer(ctx context.Context, g events.GatheringID, id events.GroupID, p events.PersonID, staff bool) (league.PlayerView, error)
	// LeagueChart returns the course of a season.
	LeagueChart(ctx context.Context, g events.GatheringID, id events.GroupID, staff bool) (league.Chart, error)
	// Leagues returns the lines of a gathering's leagues, by name.
	Leagues(ctx context.Context, g events.GatheringID) ([]league.Line, error)
	// LeagueHistory returns up to limit lines before a position (0: from the end), latest first; it is
	// for organisers and judges.
	LeagueHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error)
	// Convention ranks the groups of a gathering that played the same.
	Convention(ctx context.Context, g events.GatheringID) ([]convention.Board, error)
	// Foresee says what a command would do if it is an integrity event; nil if it is none. A command that
	// would be refused is refused: *engine.Refusal.
	Foresee(ctx context.Context, stream events.StreamID, c events.Command) (*Foreseen, error)
	// Carried returns what the players of a league bring into the season after it.
	Carried(ctx context.Context, g events.GatheringID, id events.GroupID) ([]log.Carried, error)
}

// LeagueIntake takes files of results into leagues. Errors: *engine.Refusal (no such league, a right that is
// missing, somebody else was quicker), *events.UnavailableError; what is wrong with a line is in the report.
type LeagueIntake interface {
	// Results records all results of a file, or none, or only says what they would do.
	Results(ctx context.Context, actor events.Actor, id events.StreamID, ask files.Ask) (files.Report, error)
}

// Foreseen is what an integrity event would do.
type Foreseen struct {
	Kind    string // a Mark… constant of events/league
	Effects log.Effects
	// Print stands for exactly these consequences: the command carries it.
	Print string
}
