package replay

import (
	"encoding/json"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
)

// Marks of an entry, for [Entry].Marks. They are what a timeline shows beside the entries themselves.
const (
	MarkRound    = "round"    // a round begins
	MarkQueue    = "queue"    // all tables have ended: the end-of-round queue begins
	MarkEffect   = "effect"   // a step of the queue is resolved
	MarkRuling   = "ruling"   // a judge's correction
	MarkFlag     = "flag"     // a table disputes an entry, or what it disputed is settled
	MarkOfficial = "official" // an organiser or a judge acted during play
	MarkTaken    = "withdrawn"
	MarkCity     = "city"   // the city strength changed
	MarkEye      = "eye"    // The Eye of Sauron moved, or its move was cancelled
	MarkDanger   = "danger" // somebody came into danger, or is out of the game
	MarkPause    = "pause"  // play was paused, or goes on
	MarkMoment   = "moment" // it took the whole wall for some seconds
	MarkEnd      = "end"    // the game is won, lost or abandoned
	MarkSigned   = "signed" // a checkpoint ends here; see [Timeline.Sign]
)

// Timeline is everything that happened in a group, in order.
type Timeline struct {
	Gathering events.GatheringID `json:"gathering"`
	Group     events.GroupID     `json:"group"`
	Name      string             `json:"name"`
	Scenario  string             `json:"scenario"` // title for people
	Mode      string             `json:"mode"`
	Version   events.Version     `json:"version"`  // of the group's stream
	Position  events.Position    `json:"position"` // of its last commit, in the gathering's log
	Over      bool               `json:"over"`     // the game has ended
	Lanes     []Lane             `json:"lanes"`    // one for each table, in the order they were opened
	Entries   []Entry            `json:"entries"`
	Charts    Charts             `json:"charts"`
}

// Lane is one table's row of the timeline.
type Lane struct {
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
}

// Entry is one commit on the timeline.
type Entry struct {
	Position events.Position `json:"position"`
	Version  events.Version  `json:"version"`
	At       time.Time       `json:"at"`
	Round    int             `json:"round"` // that the group is in afterwards; 0 in setup
	Table    events.TableID  `json:"table,omitempty"`
	Kind     string          `json:"kind"`             // command type without its version, "lotr.travel"
	Words    string          `json:"words"`            // what happened, at most three things of it
	By       string          `json:"by"`               // who sent it, in words
	Actor    events.Actor    `json:"actor"`            // person, role and table
	Device   events.DeviceID `json:"device,omitempty"` // that sent it
	Marks    []string        `json:"marks,omitempty"`  // Mark… constants
	// Withdrawn is set if the entry was taken back later.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// Charts are series over the entries: each has one value for each entry of the timeline, in order.
type Charts struct {
	Main    Series   `json:"main"`
	Threats []Threat `json:"threats"`
	Waits   []Wait   `json:"waits"` // one for each round whose barrier has closed
}

// What the first chart is about, for [Series].Kind.
const (
	SeriesCity     = "city"     // city strength
	SeriesEye      = "eye"      // index of the lane that The Eye of Sauron looks at, from 0
	SeriesProgress = "progress" // progress of the stage of the first table
)

// Series is the figure that the game is mostly about; −1 where it has none.
type Series struct {
	Kind   string `json:"kind"`
	Label  string `json:"label"`
	Values []int  `json:"values"`
}

// Threat is one player's threat; −1 where it is not known or the player is not in the game.
type Threat struct {
	Player events.PersonID `json:"player"`
	Name   string          `json:"name"`
	Table  events.TableID  `json:"table"`
	Values []int           `json:"values"`
}

// Wait says how long each table waited at the barrier of one round.
type Wait struct {
	Round    int             `json:"round"`
	Position events.Position `json:"position"` // where the barrier closed
	Seconds  []int           `json:"seconds"`  // by lane; the last one to end waited 0
}

// Frame is a group at a position: everything that a page shows of it.
type Frame struct {
	Entry    Entry           `json:"entry"`
	Previous events.Position `json:"previous"` // of the group's commit before; 0: none
	Next     events.Position `json:"next"`     // of the one after; 0: none
	Board    board.Group     `json:"board"`
	Changes  []Change        `json:"changes"` // of the board by this commit
	Command  Sent            `json:"command"`
	Events   []Happened      `json:"events"`
	Leaf     string          `json:"leaf"` // hash of the commit's stored bytes, in hexadecimal
	// Lines are the history before and at this position as it was said then, latest first, as far back as
	// a wall looks.
	Lines []history.Line `json:"-"`
}

// Sent is the command that a commit answers.
type Sent struct {
	ID     events.CommandID `json:"id"`
	Type   string           `json:"type"`
	Words  string           `json:"words"` // what kind of thing was asked
	By     string           `json:"by"`
	Actor  events.Actor     `json:"actor"`
	Device events.DeviceID  `json:"device,omitempty"`
	N      uint64           `json:"n,omitempty"`     // of the device's own count
	Round  int              `json:"round,omitempty"` // that the sender saw
	Data   json.RawMessage  `json:"data,omitempty"`  // as it was sent
	Signed Signature        `json:"signed"`          // who vouches for it
}

// Happened is one event of a commit.
type Happened struct {
	Type  string          `json:"type"`
	Words string          `json:"words,omitempty"` // empty: it says nothing to people
	Rule  string          `json:"rule,omitempty"`  // what made it so; empty: people said so
	Data  json.RawMessage `json:"data,omitempty"`  // as it was recorded
}

// Change is one thing of the board that a commit changed.
type Change struct {
	Where  string `json:"where"`  // "Rivendell, {p-7}"; empty: the group
	Field  string `json:"field"`  // "threat"
	Before string `json:"before"` // "–" where there was none
	After  string `json:"after"`
}
