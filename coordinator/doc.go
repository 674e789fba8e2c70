// Package coordinator decides everything about a group that no single table can: the round
// barrier, the order of end-of-round effects, the city strength, winning and losing. It is pure:
// [Decide] and [Apply] are functions on values, and what one table may do is asked of engine/lotr.
//
//	setup → playing(N) → ending(N) → playing(N+1) | won | lost
//
// with paused and abandoned from anywhere.
//
// Next: coordinator/testdata, scripts of whole rounds; then coordinator/runner, which runs this.
package coordinator

import (
	"github.com/muster-events/muster/events"
)

// Command is what Decide is asked: a decoded command with who sent it.
type Command struct {
	ID     events.CommandID
	Actor  events.Actor
	Device events.DeviceID
	N      uint64 // the device's count; 0: it does not count
	Body   events.CommandBody
}

// Applied is a commit in decoded form, as Apply takes it.
type Applied struct {
	Version events.Version
	Command events.Command
	Events  []events.Payload
}
