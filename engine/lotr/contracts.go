package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

const contractRule = `A Shadow in the East, "Contracts"`

// fellowshipContract is the contract of the box that has the rules.
const fellowshipContract = "Fellowship"

// fellowshipNumber is how many unique characters turn the Fellowship contract over.
//
// Source: A Shadow in the East, "Contracts".
const fellowshipNumber = 9

// Sides of a contract, for [lotr.ContractFlipped].Side.
const (
	sideA = "A"
	sideB = "B"
)

// bonus returns what a player's contract adds to willpower, attack and defense of each of their
// characters.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func bonus(p Player) int {
	if p.ContractB && sameName(p.Contract, fellowshipContract) {
		return 1
	}
	return 0
}

// Bonus returns what contracts add to the willpower, attack and defense of each character of a player.
//
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func (p Player) Bonus() int { return bonus(p) }

// mayContract refuses an ally that the player's contract does not let into play: on side A of the
// Fellowship contract one that is not unique, on side B any.
//
// Rule: Contracts.
// Source: A Shadow in the East, "Contracts"; facts/game-facts.md, "4.3 Rule-bearing cards".
func mayContract(p Player, name string, unique bool) error {
	switch {
	case !sameName(p.Contract, fellowshipContract):
		return nil
	case p.ContractB:
		return refuse("contract-bars", contractRule, "%s cannot enter play: on its side B the Fellowship contract of %s lets no ally into play", name, person(p.ID))
	case !unique:
		return refuse("contract-bars", contractRule, "%s cannot enter play: the Fellowship contract of %s lets only unique allies into play; say so if this one is unique", name, person(p.ID))
	}
	return nil
}

// UniqueCharacters returns how many unique characters a player controls, as far as muster keeps them:
// heroes, unique allies that were entered, and unique objectives with hit points.
//
// Source: A Shadow in the East, "Contracts".
func (t Table) UniqueCharacters(player events.PersonID) int {
	p, _ := t.Player(player)
	n := p.HeroesUp()
	for _, a := range p.InPlay {
		if a.Unique {
			n++
		}
	}
	for _, o := range t.Objectives {
		if o.Player == player && o.Card.Unique && o.Card.HitPoints > 0 {
			n++
		}
	}
	return n
}

// contracts turns the Fellowship contract of every player over who controls exactly nine unique
// characters.
//
// Rule: Contracts.
// Source: A Shadow in the East, "Contracts".
func (d *entry) contracts() {
	for _, p := range d.t.Players {
		if !p.Out && !p.ContractB && sameName(p.Contract, fellowshipContract) && d.t.UniqueCharacters(p.ID) == fellowshipNumber {
			d.turnContract(p, sideB)
		}
	}
}

// contractBack turns the Fellowship contract back when a character of its player leaves play.
//
// Rule: Contracts.
// Source: facts/game-facts.md, "4.3 Rule-bearing cards".
func (d *entry) contractBack(player events.PersonID) {
	if p, ok := d.t.Player(player); ok && p.ContractB && sameName(p.Contract, fellowshipContract) {
		d.turnContract(p, sideA)
	}
}

func (d *entry) turnContract(p Player, side string) {
	d.emit(lotr.ContractFlipped{
		Table: d.t.ID, Player: p.ID, Contract: p.Contract, Side: side, Unique: d.t.UniqueCharacters(p.ID),
	})
}

// flipContract turns a contract over where muster does not see the reason. The Fellowship contract
// turns by itself while the player's allies are entered.
//
// Rule: Contracts.
// Source: A Shadow in the East, "Contracts".
func (d *entry) flipContract(cmd lotr.FlipContract) error {
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	if p.Contract == "" {
		return refuse("no-contract", contractRule, "%s has no contract: it is put into play with the heroes", person(p.ID))
	}
	if sameName(p.Contract, fellowshipContract) && len(p.InPlay) > 0 {
		return refuse("contract-by-itself", contractRule,
			"the Fellowship contract of %s turns by itself at exactly %d unique characters, %d are in play now: enter allies as they come and go",
			person(p.ID), fellowshipNumber, d.t.UniqueCharacters(p.ID))
	}
	side := sideB
	if p.ContractB {
		side = sideA
	}
	d.turnContract(p, side)
	return nil
}
