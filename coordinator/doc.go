// Package coordinator decides everything about a group that no single table can: the round
// barrier, the order of end-of-round effects, the city strength, winning and losing. It is pure:
// [Decide] and [Apply] are functions on values, and what one table may do is asked of engine/lotr.
//
//	setup → playing(N) → ending(N) → playing(N+1) | won | lost
//
// with paused and abandoned from anywhere. Start with [State], then [Decide].
//
// What a scenario adds across tables is a mode: Attack on Dol Guldur, the epic game of The Mountain of
// Fire, and every other scenario at one table. A table's own game may be won or lost before the group's
// is: the mode says what follows and when.
//
// Invariants:
//
//  1. Every table of a group is in the same round; round N+1 starts for all in one commit, after
//     every table has ended round N and the effect queue is empty. A table whose own game is over is
//     not waited for.
//  2. Steps of the queue resolve in rising order; an answer out of turn is refused.
//  3. The city strength is one number, never below 0.
//  4. After a group is won, lost or abandoned only corrections are accepted.
//  5. The same state and command give the same answer, byte for byte.
//  6. Once a device has shown a key, what it enters for its table is signed with that key.
//
// It imports events, engine and golang.org/x/text; no clock, randomness, goroutine or I/O.
//
// Next: coordinator/testdata, scripts of whole rounds; then coordinator/runner, which runs this.
package coordinator

import (
	"github.com/muster-events/muster/events"
)

// Command is what Decide is asked: a decoded command with who sent it.
type Command struct {
	ID     events.CommandID
	Group  events.GroupID // of the stream that it is for; a captain's must be theirs
	Actor  events.Actor
	Device events.DeviceID
	N      uint64 // the device's count; 0: it does not count
	Round  int    // the round that an entry of a table was made in; 0: not said
	Sig    string // by the key of the device; empty: not signed
	Text   []byte // that Sig signs; nil without one
	Body   events.CommandBody
	// Imagined is set for what only an answer to "what if" is made of: nobody has sent it, so nobody can
	// have signed it.
	Imagined bool
}

// Applied is a commit in decoded form, as Apply takes it.
type Applied struct {
	Version events.Version
	Command events.Command
	Events  []events.Payload
}
