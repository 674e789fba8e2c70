// Package history is the read model of what happened in a group, in plain words.
package history

import (
	"time"

	"github.com/muster-events/muster/events"
)

// Line is one line of a group's history. People are named by id in braces, "{p-7}", because names
// live outside the log; pages replace them when a line is shown.
type Line struct {
	Position  events.Position  `json:"position"`
	Version   events.Version   `json:"version"`
	Index     int              `json:"index"` // of the event in its commit, from 0
	At        time.Time        `json:"at"`
	Round     int              `json:"round"`
	Table     events.TableID   `json:"table,omitempty"`
	Stage     string           `json:"stage,omitempty"`
	Kind      string           `json:"kind"`  // event type without version, "lotr.location-explored"
	Words     string           `json:"words"` // "Round 4, stage 3D: {p-7} explored Dungeon Door (siege 2)"
	By        events.Actor     `json:"by"`
	Command   events.CommandID `json:"command"`
	Type      string           `json:"type"` // command type
	Withdrawn bool             `json:"withdrawn,omitempty"`
	Major     bool             `json:"major,omitempty"`  // worth a line on the wall
	Moment    string           `json:"moment,omitempty"` // a Moment… constant: worth the whole wall
}

// Moments that take the whole wall for a few seconds, for [Line].Moment.
const (
	MomentLieutenant = "lieutenant" // a Lieutenant was destroyed
	MomentMark       = "city-mark"  // the city strength fell to where arriving Lieutenants attack
	MomentFallen     = "city-zero"  // the city strength fell to 0
	MomentWon        = "won"
	MomentLost       = "lost"
	MomentPending    = "pending" // one of the two games of an epic group is lost
)
