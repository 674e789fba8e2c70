package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// admitPlayer seats a player who arrives during play. What that does to the city strength the
// organiser says: the rulebook is silent.
func (d *decision) admitPlayer(b group.AdmitPlayer) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	seat, err := d.seat(b.Seat, nil)
	if err != nil {
		return err
	}
	if i := d.s.where(seat.Player); i >= 0 {
		return refuse(CodeSeated, "{%s} has a seat at %s already; a ruling reinstates who was eliminated", seat.Player, d.s.Tables[i].Team)
	}
	if t, _ := d.s.Table(seat.Table); d.s.Phase == PhaseEnding || t.Ended >= d.s.Round {
		return refuse(CodeTableEnded, "%s has ended round %d; admit the player when the next round has started", t.Team, d.s.Round)
	}
	if b.RaiseCity && !d.s.hasCity() {
		return refuse(CodeNoCity, "%s has no city strength to raise", d.s.scenarioName())
	}
	t, _ := d.s.Table(seat.Table)
	if t.Decided() {
		return refuse(CodeDecided, "the game of %s is decided: %s", t.Team, t.how())
	}
	if err := d.reached(rules.Admit(d.s.ContextOf(t), t.Table, seat, reason)); err != nil {
		return err
	}
	if err := d.mode.seats(d.s, true); err != nil {
		return err
	}
	if b.RaiseCity {
		by := d.cityPerPlayer()
		d.emit(lotr.CityStrengthRaised{
			Round: d.s.Round, From: d.s.City, By: by, Strength: d.s.City + by, Table: t.ID,
			Why: "a player was admitted",
		})
	}
	return nil
}

// cityPerPlayer is what one player adds to the city strength in setup.
//
// Source: facts/game-facts.md, "2.1 Setup and strength".
func (d *decision) cityPerPlayer() int {
	sc, _ := rules.Lookup(d.s.Scenario)
	return sc.City.PerPlayer
}

// dropPlayer records that a player has left: eliminated, or the deck handed to somebody else.
//
// Ruling: 16.
func (d *decision) dropPlayer(b group.DropPlayer) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	t, err := d.inGame(b.Player)
	if err != nil {
		return err
	}
	e := group.PlayerDropped{Player: b.Player, Table: t.ID, How: b.How, Reason: reason}
	switch b.How {
	case group.DropEliminate:
		if b.Heir != "" {
			return malformed("an eliminated player has no heir; use %s to hand the deck over", group.DropHandOver)
		}
		d.emit(e)
		t, _ = d.s.Table(t.ID)
		d.emit(rules.Eliminate(d.s.ContextOf(t), t.Table, b.Player, lotr.OutOrganiser)...)
	case group.DropHandOver:
		if err := d.mayInherit(b.Heir); err != nil {
			return err
		}
		e.Heir = b.Heir
		d.emit(e)
	default:
		return malformed("%q is no way to leave; use %s or %s", clip(b.How), group.DropEliminate, group.DropHandOver)
	}
	if !d.concluded() {
		d.advance()
	}
	return nil
}

func (d *decision) mayInherit(heir events.PersonID) error {
	if err := heir.Validate(); err != nil {
		return malformed("who plays the deck on: %v", err)
	}
	if i := d.s.where(heir); i >= 0 {
		return refuse(CodeSeated, "{%s} plays at %s already and cannot take a second deck", heir, d.s.Tables[i].Team)
	}
	return nil
}
