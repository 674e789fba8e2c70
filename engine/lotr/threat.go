package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// changeThreat changes one player's threat, or everybody's at the table.
func (d *entry) changeThreat(cmd lotr.ChangeThreat) error {
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	if err := checkThreat(cmd); err != nil {
		return err
	}
	who := d.t.TurnOrder()
	if cmd.Player != "" {
		if _, err := d.inGame(cmd.Player); err != nil {
			return err
		}
		who = []events.PersonID{cmd.Player}
	}
	if cmd.To != nil {
		d.setThreat(cmd.Player, *cmd.To, lotr.WhyEntry, note)
	} else {
		if err := d.declared(who, "a change"); err != nil {
			return err
		}
		d.raise(who, cmd.By, lotr.WhyEntry, note)
	}
	if len(d.out) == 0 {
		return refuse("nothing-changes", "", "that leaves the threat as it is: threat is never below 0")
	}
	return nil
}

func checkThreat(cmd lotr.ChangeThreat) error {
	if cmd.To == nil {
		return change("threat", cmd.By)
	}
	if cmd.By != 0 || cmd.Player == "" {
		return refuse(engine.CodeMalformed, "",
			"a number on the dial is one player's: name the player, and leave the change out")
	}
	return inRange("threat", *cmd.To, 0, maxNumber)
}

// declared refuses while the threat of one of these players is not known.
func (d *entry) declared(who []events.PersonID, what string) error {
	for _, id := range who {
		if p, _ := d.t.Player(id); p.Threat < 0 {
			return refuse("threat-not-declared", rounds,
				"the threat of %s is not known, so %s cannot be worked out: type the number on the dial, or declare the heroes", person(id), what)
		}
	}
	return nil
}

// raise changes the threat of players, one after the other in turn order. Who reaches the
// elimination level is eliminated at once. Players whose threat is not known are left out.
func (d *entry) raise(who []events.PersonID, by int, why, note string) {
	for _, id := range who {
		if p, ok := d.t.Player(id); ok && !p.Out && p.Threat >= 0 {
			d.setThreat(id, p.Threat+by, why, note)
		}
	}
}

// setThreat sets a player's threat, never below 0.
//
// Source: facts/game-facts.md, "5.2 Elimination" (at the elimination level a player is out at once).
func (d *entry) setThreat(id events.PersonID, to int, why, note string) {
	p, _ := d.t.Player(id)
	to = max(to, 0)
	if to == p.Threat {
		return
	}
	d.emit(lotr.ThreatChanged{Table: d.t.ID, Player: id, From: p.Threat, To: to, Why: why, Note: note})
	if to >= p.Elimination {
		d.eliminate(id, lotr.OutThreat)
	}
}

// RaiseThreat changes the threat of every player still in the game at a table by an effect of a
// stage, and eliminates who reaches the elimination level. Players whose threat is not known are
// left out. Note names the effect.
func RaiseThreat(c Context, t Table, by int, note string) []events.Payload {
	return work(c, t, func(d *entry) { d.raise(d.t.TurnOrder(), by, lotr.WhyStage, note) })
}
