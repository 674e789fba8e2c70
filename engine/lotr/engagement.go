package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Ways to become engaged, for [lotr.EnemyEngaged].How.
const (
	byChoice = "optional"
	byCheck  = "check"
	byEffect = "effect"
)

// engage engages an enemy with a player. The optional engagement is of the encounter phase, one for
// each player, and takes an enemy of the staging area; an effect may also move an enemy over from
// another player.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 5).
func (d *entry) engage(cmd lotr.Engage) error {
	e, err := d.enemy(cmd.Enemy)
	if err != nil {
		return err
	}
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	if err := d.mayTarget(cmd.Source, e.piece()); err != nil {
		return err
	}
	if e.Player == cmd.Player {
		return refuse("already-engaged", "", "%s is engaged with %s already", e.Card.Name, person(cmd.Player))
	}
	if err := d.mayEngage(e); err != nil {
		return err
	}
	if !cmd.Optional {
		d.engaged(e, cmd.Player, byEffect)
		return nil
	}
	if err := d.mayPick(e, p); err != nil {
		return err
	}
	d.engaged(e, cmd.Player, byChoice)
	return nil
}

// mayEngage refuses an enemy that engages nobody now.
func (d *entry) mayEngage(e Enemy) error {
	if says := d.aloof(e); says != "" {
		return refuse("cannot-engage", d.sc.Name, "%s engages nobody now: %s", e.Card.Name, says)
	}
	return nil
}

// aloof says why an enemy engages nobody now; empty: it does.
func (d *entry) aloof(e Enemy) string {
	if f := d.sc.rules().mayEngage; f != nil {
		return f(d.t, e)
	}
	return ""
}

// mayPick refuses an optional engagement.
func (d *entry) mayPick(e Enemy, p Player) error {
	switch {
	case e.Player != "":
		return refuse("already-engaged", rounds, "%s is engaged with %s: an optional engagement takes an enemy of the staging area", e.Card.Name, person(e.Player))
	case d.t.Phase != lotr.PhaseEncounter:
		return refuse("wrong-phase", rounds, "optional engagement is in the encounter phase, and the table is in %s: begin the encounter phase, or enter it as an effect", d.t.Phase)
	case p.Engaged:
		return refuse("optional-used", rounds, "%s has made the one optional engagement of this round: enter further ones as effects", person(p.ID))
	}
	if f := d.sc.rules().mayPick; f != nil {
		if says := f(d.t, e); says != "" {
			return refuse("cannot-engage", d.sc.Name, "nobody can choose to engage %s: %s", e.Card.Name, says)
		}
	}
	return nil
}

func (d *entry) engaged(e Enemy, player events.PersonID, how string) {
	d.emit(lotr.EnemyEngaged{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name, Player: player, How: how})
	e.Player = player
	d.hasEngaged(e)
}

// hasEngaged carries out what follows when an enemy has engaged its player.
func (d *entry) hasEngaged(e Enemy) {
	if f := d.sc.rules().engaged; f != nil {
		f(d, e, e.Player)
	}
}

// checkEngagement makes the engagement checks: round and round in player order, each player engages
// the enemy in the staging area with the highest engagement cost that is not above their threat,
// until a whole turn brings nothing. It begins the encounter phase if that has not begun.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 5).
func (d *entry) checkEngagement() error {
	if d.t.Phase != lotr.PhaseEncounter && !d.before(lotr.PhaseEncounter) {
		return refuse("phase-over", rounds, "the table is in %s, and engagement is checked in the encounter phase: enter what engages now as effects", d.t.Phase)
	}
	if err := d.declared(d.t.TurnOrder(), "engagement"); err != nil {
		return err
	}
	if d.before(lotr.PhaseEncounter) {
		d.moveTo(lotr.PhaseEncounter)
	}
	for range 2 * maxInPlay { // an effect may send an enemy back, but not for ever
		if !d.checkOnce() {
			break
		}
	}
	if len(d.out) == 0 {
		return refuse("nothing-engages", rounds, "no enemy in the staging area has an engagement cost that some player's threat reaches: nothing engages")
	}
	return nil
}

// checkOnce lets each player check once; it tells whether anybody engaged something.
func (d *entry) checkOnce() bool {
	some := false
	for _, id := range d.t.TurnOrder() {
		if e, ok := d.drawn(id); ok {
			d.engaged(e, id, byCheck)
			some = true
		}
	}
	return some
}

// drawn returns the enemy that a player's engagement check engages. Of several with the same cost
// it is the one that came into play first; a first player who wants another enters it by hand.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.03).
func (d *entry) drawn(id events.PersonID) (Enemy, bool) {
	p, _ := d.t.Player(id)
	var best Enemy
	found, highest := false, 0
	for _, e := range d.t.Enemies {
		cost := EngagementOf(d.c, d.t, e)
		if e.Player == "" && cost <= p.Threat && (!found || cost > highest) && d.aloof(e) == "" {
			best, found, highest = e, true, cost
		}
	}
	return best, found
}

func (d *entry) returnToStaging(cmd lotr.ReturnToStaging) error {
	e, err := d.enemy(cmd.Enemy)
	if err != nil {
		return err
	}
	if err := d.mayTarget(cmd.Source, e.piece()); err != nil {
		return err
	}
	if e.Player == "" {
		return refuse("not-engaged", "", "%s is in the staging area already", e.Card.Name)
	}
	d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
	return nil
}
