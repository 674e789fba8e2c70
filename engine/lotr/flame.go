package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// This file holds what the three scenarios of The Flame of the West share.

// Citations of the scenarios of The Flame of the West.
const (
	flameStages   = `facts/game-facts.md, "3.1 Stages"`
	pelennorList  = `facts/game-facts.md, "3.2 The Pelennor trigger list"`
	deadFacts     = `facts/game-facts.md, "3.3 Army of the Dead"`
	flameCampaign = `facts/game-facts.md, "3.4 Campaign results"`
	flameTip      = `The Flame of the West, "Strategy Tip"`
)

// Cards that lie on heroes.
const (
	blackDart     = "black-dart"
	esquireRohan  = "esquire-of-rohan"
	esquireGondor = "esquire-of-gondor"
)

// says is for effects that say the same whatever is in play.
func says(text string) func(Context, Table) string {
	return func(Context, Table) string { return text }
}

// atStage offers something while a table is at a stage.
func atStage(stage string) func(Context, Table) (bool, string) {
	return func(_ Context, t Table) (bool, string) { return t.Stage == stage, "" }
}

// whileOpen offers something while an effect waits on the checklist.
func whileOpen(trigger string) func(Context, Table) (bool, string) {
	return func(_ Context, t Table) (bool, string) { return t.isOpen(trigger), "" }
}

// taken tells whether a player has used something on offer this round.
func (t Table) taken(option string, id events.PersonID) bool {
	return t.Taken[option+"/"+string(id)] > 0
}

// once refuses a second use by a player in the same round.
func (d *entry) once(option string, id events.PersonID, section string) error {
	if d.t.taken(option, id) {
		return refuse("used-already", section, "%s has done that already this round: withdraw that entry if it was a mistake", person(id))
	}
	return nil
}

// pays raises a player's threat as the price of something on offer.
func (d *entry) pays(id events.PersonID, by int, what string) error {
	if err := d.declared([]events.PersonID{id}, "a raise of threat"); err != nil {
		return err
	}
	d.raise([]events.PersonID{id}, by, lotr.WhyStage, what)
	return nil
}

// allTook tells whether each player in the game has used one of some options this round.
func (t Table) allTook(options ...string) bool {
	for _, id := range t.TurnOrder() {
		some := false
		for _, o := range options {
			some = some || t.taken(o, id)
		}
		if !some {
			return false
		}
	}
	return true
}

// inPool tells whether a campaign's list of boons or burdens has a card, by its code or its name.
func inPool(pool []string, code, name string) bool {
	return slices.ContainsFunc(pool, func(c string) bool { return c == code || sameName(c, name) })
}

// looseObjectives takes out of play what is left on the dials and heroes of players who are out, and on
// heroes that have left play; a card on a hero goes where the hero goes.
func looseObjectives(d *entry) {
	for _, o := range d.t.Objectives {
		if !personal(o) {
			continue
		}
		p, _ := d.t.Player(o.Player)
		switch holder, up := d.t.heroAt(o.Character); {
		case o.Character != "" && up && holder != o.Player:
			d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, Player: holder, Character: o.Character, Why: "handed-over"})
		case o.Player == "" || p.Out || o.Character != "" && !up:
			d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "what it was attached to has left play")
		}
	}
}

// personal tells whether a card is one of those that lie on a threat dial or a hero.
func personal(o Objective) bool {
	switch o.Card.Code {
	case fearCode, blackDart, esquireRohan, esquireGondor:
		return true
	}
	return o.Character != ""
}

// heroAt returns the player in the game who has a hero in play; false if nobody has.
func (t Table) heroAt(title string) (events.PersonID, bool) {
	for _, p := range t.Players {
		for _, h := range p.Heroes {
			if !p.Out && !h.Dead && !h.Gone && title != "" && sameName(h.Title, title) {
				return p.ID, true
			}
		}
	}
	return "", false
}

// comeOnce puts the unique cards that a stage brings into the staging area. One that is in play, or in
// the victory display, does not come again when a table is brought back to the stage by an entry.
func (d *entry) comeOnce(codes ...string) {
	for _, code := range codes {
		card, ok := d.sc.find(code)
		if !ok || d.t.HasInPlay(code) || d.t.InVictory(code) {
			continue
		}
		switch card.Kind {
		case kindEnemy:
			d.putEnemy(code, "stage", "")
		case kindLocation:
			d.putLocation(code, "stage")
		default:
			d.putObjective(code, "stage", lotr.Piece{}, "")
		}
	}
}
