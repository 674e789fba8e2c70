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
	case lotr.ResolveReveal:
		return true, d.resolveReveal()
	case lotr.PlaceTokens:
		return true, d.placeTokens(cmd)
	case lotr.AddObjective:
		return true, d.addObjective(cmd)
	case lotr.MoveObjective:
		return true, d.moveObjective(cmd)
	case lotr.FindGuard:
		return true, d.findGuard(cmd)
	case lotr.ChooseQuest:
		return true, d.chooseQuest(cmd)
	default:
		return false, nil
	}
}
