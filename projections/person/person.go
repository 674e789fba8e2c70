// Package person is the page of one person across a gathering: every tournament, league and group that
// they took part in. It is pure, and is put together from the other read models; names come from elsewhere.
package person

import (
	"time"

	"github.com/muster-events/muster/events"
)

// History is what a person took part in, as everybody may see it.
type History struct {
	Gathering events.GatheringID `json:"gathering"`
	Player    events.PersonID    `json:"player"`
	// Also are ids that were found to be the same person, and Into is the person that this id was found to
	// be; empty: nobody else.
	Also        []events.PersonID `json:"also,omitempty"`
	Into        events.PersonID   `json:"into,omitempty"`
	Tournaments []Tournament      `json:"tournaments"` // by name
	Leagues     []League          `json:"leagues"`     // by name
	Groups      []Group           `json:"groups"`      // the latest first
}

// Empty tells whether the person took part in nothing.
func (h History) Empty() bool { return len(h.Tournaments)+len(h.Leagues)+len(h.Groups) == 0 }

// Tournament is a tournament of a person.
type Tournament struct {
	ID      events.GroupID  `json:"id"`
	Name    string          `json:"name"`
	Format  string          `json:"format"`
	Status  string          `json:"status"`  // a status of events/tournament
	Entered events.PersonID `json:"entered"` // the id that they play under
	Waiting bool            `json:"waiting,omitempty"`
	Dropped bool            `json:"dropped,omitempty"`
	// Place is the place in the ranking of the whole tournament, 0 before one is known, of Of.
	Place  int    `json:"place"`
	Of     int    `json:"of"`
	Says   string `json:"says,omitempty"` // where the place comes from: "out in the semi-final"
	Shared bool   `json:"shared,omitempty"`
	Won    int    `json:"won"`
	Drawn  int    `json:"drawn"`
	Lost   int    `json:"lost"`
	Byes   int    `json:"byes"`
	Points string `json:"points,omitempty"` // as shown
	// Provisional is set until the tournament has ended.
	Provisional bool `json:"provisional,omitempty"`
}

// League is a league of a person.
type League struct {
	ID       events.GroupID  `json:"id"`
	Name     string          `json:"name"`
	Season   string          `json:"season,omitempty"`
	Stage    string          `json:"stage"`              // a Stage… constant of projections/league
	Entered  events.PersonID `json:"entered"`            // the id that they play under
	Division string          `json:"division,omitempty"` // name
	Rank     int             `json:"rank"`               // 0: none
	Of       int             `json:"of"`
	Points   string          `json:"points"`
	Attended int             `json:"attended"` // sessions
	Dropped  bool            `json:"dropped,omitempty"`
	// Provisional is set while it rests on a session that is not frozen.
	Provisional bool `json:"provisional,omitempty"`
}

// Group is an epic group or quest of a person.
type Group struct {
	ID           events.GroupID `json:"id"`
	Name         string         `json:"name"`
	Team         string         `json:"team,omitempty"` // the team that they sat in
	Table        events.TableID `json:"table"`
	Scenario     string         `json:"scenario"`     // id
	ScenarioName string         `json:"scenarioName"` // for people
	Mode         string         `json:"mode"`
	Difficulty   string         `json:"difficulty,omitempty"`
	Phase        string         `json:"phase"` // a Phase… constant of projections/board
	Size         int            `json:"size"`  // players
	Rounds       int            `json:"rounds"`
	Score        *int           `json:"score,omitempty"` // of the whole group; nil: none
	Out          bool           `json:"out,omitempty"`   // the person was eliminated
	StartedAt    time.Time      `json:"startedAt,omitzero"`
	EndedAt      time.Time      `json:"endedAt,omitzero"`
}
