package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// dispatchPeople hands a command about players, their characters and fights to its rule; false if it
// is another.
func (d *entry) dispatchPeople(cmd lotr.TableCommand) (bool, error) {
	return false, nil
}

// bonds carries out what the Ring-bearer, Aragorn, contracts and double-sided heroes do by themselves.
func (d *entry) bonds() {}
