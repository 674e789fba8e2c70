package coordinator

import (
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
)

// decision is one command being decided: every event that is emitted is folded at once, so that
// what follows sees the state it really has.
type decision struct {
	evolver
	c    Command
	mode mode // nil before the group was opened
	out  []events.Payload
}

func (d *decision) emit(es ...events.Payload) {
	for _, e := range es {
		d.out = append(d.out, e)
		d.fold(e)
	}
}

// onTable returns a table of the group.
func (d *decision) onTable(id events.TableID) (Table, error) {
	t, ok := d.s.Table(id)
	if !ok {
		return Table{}, refuse(CodeUnknownTable, "there is no table %s in this group; its tables are %s", clip(string(id)), d.s.tableNames())
	}
	return t, nil
}

// inGame returns the table of a player who is still in the game.
func (d *decision) inGame(p events.PersonID) (Table, error) {
	i := d.s.where(p)
	if i < 0 {
		return Table{}, refuse(CodeUnknownPlayer, "{%s} does not play in this group", clip(string(p)))
	}
	if pl, ok := d.s.Tables[i].Player(p); ok && pl.Out {
		return Table{}, refuse(CodePlayerOut, "{%s} is out of the game", p)
	}
	return d.s.Tables[i], nil
}

// reached folds what the rules of one table decided; a refusal of theirs is passed on.
func (d *decision) reached(es []events.Payload, err error) error {
	if err != nil {
		return err
	}
	d.emit(es...)
	return nil
}

// concluded ends the group if the games of its tables have decided it. It reports whether the group is
// over.
func (d *decision) concluded() bool {
	if d.s.Phase == PhasePlaying || d.s.Phase == PhaseEnding {
		d.mode.conclude(d)
	}
	return d.s.Over()
}

// cityFell lets what the city strength protected leave play once it is 0, at every table.
//
// Source: facts/game-facts.md, "2.3 End of round, in order" (Lieutenants at strength 0).
func (d *decision) cityFell() {
	if d.s.City > 0 {
		return
	}
	for i := range d.s.Tables {
		d.emit(rules.AfterCity(d.s.ContextOf(d.s.Tables[i]), d.s.Tables[i].Table)...)
	}
}

// unknownCommand refuses what this build has no rule for.
func unknownCommand(b events.CommandBody) error {
	return refuse(engine.CodeUnknownCommand, "a group does not know the command %s; update this program", b.CommandType())
}
