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
	e := lotr.ThreatChanged{Why: lotr.WhyEntry, Note: note, Source: cmd.Source}
	if cmd.To != nil {
		d.threatTo(cmd.Player, *cmd.To, e)
	} else {
		if err := d.declared(who, "a change"); err != nil {
			return err
		}
		d.threatBy(who, cmd.By, e)
	}
	if len(d.out) == 0 {
		return d.threatStays(who, cmd)
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
	d.threatBy(who, by, lotr.ThreatChanged{Why: why, Note: note})
}

// threatBy is raise with all that the event says.
func (d *entry) threatBy(who []events.PersonID, by int, e lotr.ThreatChanged) {
	for _, id := range who {
		if p, ok := d.t.Player(id); ok && !p.Out && p.Threat >= 0 {
			d.threatTo(id, p.Threat+by, e)
		}
	}
}

// setThreat sets a player's threat, never below 0.
func (d *entry) setThreat(id events.PersonID, to int, why, note string) {
	d.threatTo(id, to, lotr.ThreatChanged{Why: why, Note: note})
}

// threatTo sets a player's threat, never below 0 and never lower than Dire and the cards in play let
// it go.
//
// Source: facts/game-facts.md, "5.2 Elimination" (at the elimination level a player is out at once).
func (d *entry) threatTo(id events.PersonID, to int, e lotr.ThreatChanged) {
	p, _ := d.t.Player(id)
	to = max(to, 0)
	if to < p.Threat {
		e.Source = d.lowering(e)
		to, e.Cut = d.floor(p, to, e)
	}
	if to == p.Threat {
		return
	}
	e.Table, e.Player, e.From, e.To = d.t.ID, id, p.Threat, to
	d.emit(e)
	if to >= p.Elimination {
		d.eliminate(id, lotr.OutThreat)
		return
	}
	if f := d.sc.rules().raised; f != nil && to > p.Threat && p.Threat >= 0 && !corrects(e.Why) {
		f(d, id, to-p.Threat)
	}
}

// corrects tells whether a change of threat puts a number right and is no effect of the game.
func corrects(why string) bool { return why == lotr.WhyRuling || why == lotr.WhyHeroes }

// RaiseThreat changes the threat of every player still in the game at a table by an effect of a
// stage, and eliminates who reaches the elimination level. Players whose threat is not known are
// left out. Note names the effect.
func RaiseThreat(c Context, t Table, by int, note string) []events.Payload {
	return work(c, t, func(d *entry) { d.raise(d.t.TurnOrder(), by, lotr.WhyStage, note) })
}
