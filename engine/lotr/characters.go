package lotr

import (
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// character is a character that a command names: a hero by its title, Host of Lórien, or an ally by
// whatever name people give it.
type character struct {
	player events.PersonID
	name   string // as it is recorded
	hero   int    // place among the player's heroes; −1: no hero
	host   bool   // Host of Lórien
	damage int
	points int // hit points; 0: not known
}

// character finds a character of a player who is in the game. A name that is no hero's is an ally's.
func (d *entry) character(player events.PersonID, name string) (character, error) {
	p, err := d.inGame(player)
	if err != nil {
		return character{}, err
	}
	if name, err = text("the character's name", name, 1, maxName); err != nil {
		return character{}, err
	}
	if sameName(name, lotr.HostName) {
		return d.hostOf(player)
	}
	for i, h := range p.Heroes {
		if !sameName(h.Title, name) {
			continue
		}
		if h.Gone {
			continue
		}
		if h.Dead {
			return character{}, refuse("character-destroyed", "", "%s of %s is destroyed: name a character in play", h.Title, person(player))
		}
		return character{player: player, name: h.Title, hero: i, damage: h.Damage, points: h.HitPoints}, nil
	}
	return ally(p, name), nil
}

// ally finds an ally by its name in any case; one that has no damage yet is taken as it is typed.
func ally(p Player, name string) character {
	who := character{player: p.ID, name: allyName(p, name), hero: -1}
	who.damage = p.Allies[who.name]
	return who
}

// roomToWound keeps the list of a player's damaged allies within bounds.
func (d *entry) roomToWound(who character) error {
	p, _ := d.t.Player(who.player)
	if who.hero < 0 && !who.host && who.damage == 0 && len(p.Allies) >= maxAllies {
		return refuse("too-many-allies", "", "%s has %d damaged allies: enter which of them have left play first", person(p.ID), len(p.Allies))
	}
	return nil
}

// allyName returns the name that an ally goes by. Of several that differ in case only, which
// cannot come about by commands, it is the first in byte order.
func allyName(p Player, name string) string {
	if _, ok := p.Allies[name]; ok {
		return name
	}
	found := ""
	for known := range p.Allies {
		if strings.EqualFold(known, name) && (found == "" || known < found) {
			found = known
		}
	}
	return firstOf(found, name)
}

// wound deals damage to a character or heals it (by below 0, not below no damage). A hero whose hit
// points are known, and Host of Lórien, are destroyed when the damage reaches them; who has no
// known hit points never is by damage alone.
func (d *entry) wound(who character, by int) {
	by = max(by, -who.damage)
	if by == 0 {
		return
	}
	if who.host {
		d.woundHost(who, by)
		return
	}
	d.emit(lotr.CharacterDamaged{
		Table: d.t.ID, Player: who.player, Character: who.name, Hero: who.hero >= 0, By: by, Damage: who.damage + by,
	})
	if who.points > 0 && who.damage+by >= who.points {
		d.destroy(who)
	}
}

// destroy takes a hero or an ally out of play. Who has lost the last hero is eliminated.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func (d *entry) destroy(who character) {
	p, _ := d.t.Player(who.player)
	up := p.HeroesUp()
	if who.hero >= 0 {
		up--
	}
	d.emit(lotr.CharacterDestroyed{
		Table: d.t.ID, Player: who.player, Character: who.name, Hero: who.hero >= 0, HeroesUp: up,
	})
	if who.hero >= 0 && up == 0 {
		d.eliminate(who.player, lotr.OutHeroes)
	}
}

func (d *entry) damageCharacter(cmd lotr.DamageCharacter) error {
	if err := change("damage", cmd.By); err != nil {
		return err
	}
	who, err := d.character(cmd.Player, cmd.Character)
	if err != nil {
		return err
	}
	if cmd.By < 0 && who.damage == 0 {
		return refuse("nothing-to-heal", "", "%s of %s has no damage: there is nothing to heal", who.name, person(cmd.Player))
	}
	if who.damage+cmd.By > maxCount {
		return refuse("too-much-damage", "", "%s of %s would have %d damage: enter that it is destroyed", who.name, person(cmd.Player), who.damage+cmd.By)
	}
	if err := d.roomToWound(who); err != nil {
		return err
	}
	d.wound(who, cmd.By)
	return nil
}

func (d *entry) destroyCharacter(cmd lotr.DestroyCharacter) error {
	who, err := d.character(cmd.Player, cmd.Character)
	if err != nil {
		return err
	}
	if who.host {
		d.emit(lotr.HostLost{Table: d.t.ID, Player: cmd.Player, Why: "entry"})
		return nil
	}
	d.destroy(who)
	return nil
}
