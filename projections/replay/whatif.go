package replay

import (
	"encoding/json"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/wall"
	"github.com/muster-events/muster/projections/words"
)

// Bounds of what is tried at once.
const (
	MaxTrials     = 50
	MaxTrialBytes = 64 << 10 // types and data of all trials
)

// Try asks what a group would have come to if other commands had been given at a position. Package ops/whatif
// answers it.
type Try struct {
	At       events.Position `json:"at" minimum:"1" doc:"of the gathering's log: the group is taken as it was after its last commit at or before it" example:"120"`
	Commands []Trial         `json:"commands" minItems:"1" maxItems:"50" doc:"tried in order, each on what those before it have made of the group; one that is refused changes nothing"`
}

// Trial is one command that is tried.
type Trial struct {
	Type  string          `json:"type" maxLength:"80" doc:"command type with version, lotr.rule.v1"`
	Data  json.RawMessage `json:"data" doc:"the command's fields"`
	Role  events.Role     `json:"role" enum:"organiser,judge,captain" doc:"as whom it is tried"`
	Table events.TableID  `json:"table,omitempty" doc:"whose captain it is, with the phone that recorded there then"`
	Round int             `json:"round,omitempty" minimum:"0" doc:"the round that an entry of a table was made in; 0: any"`
}

// Tried is what came of a trial: events, or a refusal.
type Tried struct {
	Trial
	Words   string     `json:"words"` // what kind of thing was asked
	By      string     `json:"by"`    // as whom, in words
	Events  []Happened `json:"events,omitempty"`
	Changes []Change   `json:"changes,omitempty"` // of the board
	Refused *Refused   `json:"refused,omitempty"`
}

// Refused says why a trial was refused.
type Refused struct {
	Code   string `json:"code"`
	Says   string `json:"says"`
	Source string `json:"source,omitempty"` // rulebook and section
}

// WhatIf sets what would have been beside what was.
type WhatIf struct {
	Commands []Tried `json:"commands"`
	Then     Side    `json:"then"`     // as it really was at the position
	Imagined Side    `json:"imagined"` // the same with what was tried
	Real     Side    `json:"real"`     // as it really is now, or came out
	// Differences are the things that are not the same on all three boards: first those that the trials
	// have changed, then the others.
	Differences []Difference `json:"differences"`
}

// Side is one of the boards.
type Side struct {
	Position events.Position `json:"position"` // of its last commit; imagined ones count on from the real ones
	Status   string          `json:"status"`   // in words: "Round 7", "Won"
	Board    board.Group     `json:"board"`
}

// SideOf returns a board as a side.
func SideOf(g board.Group) Side { return Side{Position: g.Position, Status: wall.Status(g), Board: g} }

// Difference is one thing on the three boards.
type Difference struct {
	Where    string `json:"where"` // "Rivendell, {p-7}"; empty: the group
	Field    string `json:"field"`
	Then     string `json:"then"`
	Imagined string `json:"imagined"`
	Real     string `json:"real"`
	Tried    bool   `json:"tried"` // the trials have changed it
}

// Compare returns what differs between two boards of one group, in the order in which a board lists it.
func Compare(before, after board.Group) []Change { return changes(before, after) }

// Differences compares three boards of one group.
func Differences(then, imagined, real board.Group) []Difference {
	out := []Difference{}
	type key struct{ where, field string }
	at := map[key]int{}
	for _, c := range changes(then, imagined) {
		at[key{c.Where, c.Field}] = len(out)
		out = append(out, Difference{Where: c.Where, Field: c.Field, Then: c.Before, Imagined: c.After, Real: c.After, Tried: true})
	}
	for _, c := range changes(imagined, real) {
		if i, ok := at[key{c.Where, c.Field}]; ok {
			out[i].Real = c.After
			continue
		}
		out = append(out, Difference{Where: c.Where, Field: c.Field, Then: c.Before, Imagined: c.Before, Real: c.After})
	}
	return out
}

// Named returns the answer with the names of people put into its words. Boards know them by id.
func (w WhatIf) Named(name func(events.PersonID) string) WhatIf {
	say := func(list ...*string) {
		for _, s := range list {
			*s = words.Resolve(*s, name)
		}
	}
	w.Commands = slices.Clone(w.Commands)
	for i := range w.Commands {
		c := &w.Commands[i]
		say(&c.By)
		c.Changes = NamedChanges(c.Changes, name)
		c.Events = slices.Clone(c.Events)
		for j := range c.Events {
			say(&c.Events[j].Words)
		}
		if c.Refused != nil {
			no := *c.Refused
			say(&no.Says)
			c.Refused = &no
		}
	}
	w.Differences = slices.Clone(w.Differences)
	for i := range w.Differences {
		d := &w.Differences[i]
		say(&d.Where, &d.Field, &d.Then, &d.Imagined, &d.Real)
	}
	return w
}
