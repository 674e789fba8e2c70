// Package catalog is the read model that lists gatherings and their groups.
package catalog

import (
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Gathering is one gathering with its groups.
type Gathering struct {
	ID        events.GatheringID `json:"id"`
	Name      string             `json:"name"`
	Settings  group.Settings     `json:"settings"`
	OpenedAt  time.Time          `json:"openedAt"`
	Ended     bool               `json:"ended"`
	Sealed    bool               `json:"sealed,omitempty"` // nothing of it changes any more; it has ended too
	Position  events.Position    `json:"position"`
	Groups    []Group            `json:"groups"` // by name, then id
	People    []events.PersonID  `json:"people"` // in order of registration: "Player 7" is the 7th
	Forgotten []events.PersonID  `json:"forgotten,omitempty"`
	Epochs    map[string]int     `json:"epochs,omitempty"` // "<group>/<table>" → epoch of the join code, absent: 1
}

// Group is one line of a gathering's list of groups.
type Group struct {
	ID        events.GroupID   `json:"id"`
	Name      string           `json:"name"`
	Scenario  string           `json:"scenario"`
	Mode      string           `json:"mode"`
	Phase     string           `json:"phase"` // as on the board
	Paused    bool             `json:"paused"`
	Round     int              `json:"round"`
	City      int              `json:"city"`
	Players   int              `json:"players"`
	Left      int              `json:"left"` // players still in the game
	Tables    []Table          `json:"tables"`
	Waiting   []events.TableID `json:"waiting,omitempty"`
	WaitSince time.Time        `json:"waitSince,omitzero"`
	Step      string           `json:"step,omitempty"` // the step being resolved, in words
	LastAt    time.Time        `json:"lastAt"`
}

// Table is a table of a listed group.
type Table struct {
	ID    events.TableID `json:"id"`
	Team  string         `json:"team"`
	Stage string         `json:"stage"`
	Ended bool           `json:"ended"` // has ended the current round
}
