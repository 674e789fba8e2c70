package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// dispatchPeople hands a command about players, their characters and fights to its rule; false if it
// is another.
func (d *entry) dispatchPeople(cmd lotr.TableCommand) (bool, error) {
	switch cmd := cmd.(type) {
	case lotr.BeginTest:
		return true, d.beginTest(cmd)
	case lotr.CountIcons:
		return true, d.countIcons(cmd)
	case lotr.RaiseTest:
		return true, d.raiseTest(cmd)
	case lotr.ResolveTest:
		return true, d.resolveTest()
	case lotr.EnterAlly:
		return true, d.enterAlly(cmd)
	case lotr.LeavePlay:
		return true, d.leavePlay(cmd)
	case lotr.ExhaustCharacter:
		return true, d.exhaustCharacter(cmd)
	case lotr.EnemyAttack:
		return true, d.enemyAttacks(cmd)
	case lotr.PlayerAttack:
		return true, d.playersAttack(cmd)
	case lotr.FlipContract:
		return true, d.flipContract(cmd)
	case lotr.PutRing:
		return true, d.putRing(cmd)
	case lotr.DeclareDeck:
		return true, d.declareDeck(cmd)
	default:
		return false, nil
	}
}

// mayActPeople refuses an entry that an open Fortitude test forbids, or the rules of Master cards.
func (d *entry) mayActPeople(cmd lotr.TableCommand) error {
	if err := d.mayUseMaster(cmd); err != nil {
		return err
	}
	return d.mayActInTest(cmd)
}

// bonds carries out what the Ring-bearer, Aragorn, contracts and double-sided heroes do by themselves.
func (d *entry) bonds() {
	d.followToken()
	d.gollumFollows()
	d.contracts()
}
