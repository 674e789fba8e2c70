package coordinator

import (
	"fmt"

	"github.com/muster-events/muster/engine"
)

// Count refuses a device's command that is out of the device's own order; last is the number of the
// last one that the stream has of it. The deciders of a gathering's streams call it; a group's says the
// same in the words of a phone.
func Count(c Command, last uint64) error {
	if c.N == 0 {
		return nil
	}
	switch want := last + 1; {
	case c.Device == "":
		return &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("the command is number %d of a device, but names no device", c.N)}
	case c.N > want:
		return &engine.Refusal{Code: engine.CodeDeviceGap, WantN: want, Says: "an earlier entry of this device is missing; it is sent again by itself"}
	case c.N < want:
		return &engine.Refusal{Code: engine.CodeDeviceRepeat, WantN: want, Says: "this device has used the number of this entry for another one; load the page again"}
	}
	return nil
}
