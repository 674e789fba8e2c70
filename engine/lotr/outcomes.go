package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// win says that the table's game is won. A game that is lost is not won any more, nor one whose
// players are all out; that another table of the group has lost does not stand in the way.
//
// Ruling: 8, 9.
func (d *entry) win(reason, rule string) {
	if d.t.Won != nil || d.t.Lost != nil || d.t.PlayersIn() == 0 {
		return
	}
	d.finish()
	d.emit(lotr.TableWon{Table: d.t.ID, Reason: reason, Rule: rule})
}

// lose says that the table's game is lost.
func (d *entry) lose(cause, reason, rule string) {
	if d.t.Won != nil || d.t.Lost != nil {
		return
	}
	d.finish()
	d.emit(lotr.TableLost{Table: d.t.ID, Reason: reason, Rule: rule, Cause: cause})
}

// finish notes what the campaign log needs of the game.
func (d *entry) finish() {
	if f := d.sc.rules().finished; f != nil {
		f(d)
	}
}

// fact notes a fact for the campaign log.
func (d *entry) fact(name string, n int) {
	d.emit(lotr.FactNoted{Table: d.t.ID, Fact: name, N: n})
}

// callLoss ends the table's game as lost because of something that muster does not see.
func (d *entry) callLoss(cmd lotr.CallLoss) error {
	note, err := text("what happened", cmd.Note, 1, maxNote)
	if err != nil {
		return err
	}
	switch cmd.Cause {
	case lotr.LostAragorn, lotr.LostRing, lotr.LostCard:
	default:
		return refuse(engine.CodeMalformed, "", "%q is no cause of a loss that is entered by hand: use %s, %s or %s",
			clip(cmd.Cause), lotr.LostAragorn, lotr.LostRing, lotr.LostCard)
	}
	if d.t.Lost != nil || d.t.Won != nil {
		return refuse("game-over", "", "this table's game is decided already")
	}
	d.lose(cmd.Cause, note, d.sc.Name)
	return nil
}

// settle carries out what follows from the state of the table after an entry: elimination levels that
// have changed, what the scenario's cards do by themselves, a stage whose last condition is met. It
// goes on until nothing follows any more.
func (d *entry) settle() {
	for range maxSettle {
		before := len(d.out)
		d.levels()
		d.bonds()
		if f := d.sc.rules().settle; f != nil {
			f(d)
		}
		d.freeObjectives()
		d.perilOver()
		d.checkStage()
		if len(d.out) == before {
			return
		}
	}
}

// Follows returns what follows by itself from the state of a table: nothing after an entry, a step or a
// ruling, each of which brings what follows from it along. It is for the coordinator where it changes
// a table by an event of the group: a round that an official ends with something open.
func Follows(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) { d.settle() })
}

// maxSettle bounds the chain of consequences of one entry; a scenario that does not come to rest is a
// mistake in its data, and its tests say so.
const maxSettle = 40
