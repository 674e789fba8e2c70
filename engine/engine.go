// Package engine is the contract of the rules: what decides and how it says no. The rules of a game
// live in packages below it. Nothing here or below does I/O, reads a clock, draws at random or
// starts a goroutine: the same state and command give the same answer on every machine.
//
// Next: engine/lotr, the rules of The Lord of the Rings: The Card Game.
package engine

import (
	"errors"

	"github.com/muster-events/muster/events"
)

// Decider ties the functions of one kind of stream together for the runtime.
type Decider[S, C any] struct {
	// Initial returns the state of an empty stream, usable as it is.
	Initial func() S
	// Decide answers a command, asked in a state, with the events to append, or with a *Refusal.
	Decide func(S, C) ([]events.Payload, error)
	// Evolve returns the state with an event taken into account; it never refuses.
	Evolve func(S, events.Payload) S
}

// Code is a refusal's stable name for programs, written as a state: "round-not-over".
type Code string

// Codes that are not about one rule.
const (
	CodeUnknownCommand Code = "unknown-command"
	CodeMalformed      Code = "malformed"        // a field is missing or out of range
	CodeNotAllowed     Code = "not-allowed"      // the actor's role or table does not allow it
	CodeOtherTable     Code = "other-table"      // a captain asked for another table
	CodeNotRecorder    Code = "not-the-recorder" // another device records for this table
	CodeDeviceGap      Code = "device-gap"       // commands of this device are missing before this one
	CodeDeviceRepeat   Code = "device-repeat"    // this device has used this number for another command
	CodeBusy           Code = "busy"             // too many conflicts in a row; try again
)

// Refusal says why a command changed nothing.
type Refusal struct {
	Code   Code   // stable, for programs
	Says   string // for the captain: what was wrong, where, and what would be right
	Source string // rulebook and section, when a rule is the reason
	// WantN is the number that is wanted from the device, for CodeDeviceGap.
	WantN uint64
}

// Error returns what the refusal says to people, with its code.
func (r *Refusal) Error() string { return r.Says + " (" + string(r.Code) + ")" }

// AsRefusal returns the refusal in err's chain, or nil.
func AsRefusal(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return nil
}
