package lotr

import (
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// character is a character that a command names: a hero by its title, Host of Lórien, an ally that was
// entered, an objective with hit points that its player controls, or an ally by whatever name people
// give it.
type character struct {
	player    events.PersonID
	name      string // as it is recorded
	hero      int    // place among the player's heroes; −1: no hero
	host      bool   // Host of Lórien
	ally      bool   // an ally that was entered
	objective int    // number of the objective; 0: none
	damage    int
	points    int // hit points; 0: not known
	exhausted bool
	// known is set if the numbers below are known; they are as they count, with a contract's bonus.
	known                      bool
	willpower, attack, defense int
	ranged, sentinel           bool
}

// character finds a character of a player who is in the game. A name that is nobody else's is an
// ally's.
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
	if who, ok := d.heroOf(p, name); ok {
		return who, nil
	}
	if who, ok := enteredAlly(p, name); ok {
		return who, nil
	}
	if who, ok := d.objectiveAlly(p, name); ok {
		return who, nil
	}
	for _, h := range p.Heroes {
		if h.Dead && sameName(h.Title, name) {
			return character{}, refuse("character-destroyed", "", "%s of %s is destroyed: name a character in play", h.Title, person(player))
		}
	}
	return ally(p, name), nil
}

// up tells whether a hero is in play.
func (h Hero) up() bool { return !h.Dead && !h.Gone }

// heroOf finds a hero in play.
func (d *entry) heroOf(p Player, name string) (character, bool) {
	for i, h := range p.Heroes {
		if !h.up() || !sameName(h.Title, name) {
			continue
		}
		card, known := d.printed(h)
		plus := bonus(p)
		return character{
			player: p.ID, name: h.Title, hero: i, damage: h.Damage, points: h.HitPoints, exhausted: h.Exhausted,
			known: known, willpower: card.Willpower + plus, attack: card.Attack + plus, defense: card.Defense + plus,
			ranged: card.Ranged, sentinel: card.Sentinel,
		}, true
	}
	return character{}, false
}

// enteredAlly finds an ally that was entered when it came into play.
func enteredAlly(p Player, name string) (character, bool) {
	for _, a := range p.InPlay {
		if !sameName(a.Name, name) {
			continue
		}
		plus := bonus(p)
		return character{
			player: p.ID, name: a.Name, hero: -1, ally: true, damage: p.Allies[a.Name], points: a.HitPoints, exhausted: a.Exhausted,
			known: a.HitPoints > 0 || a.Willpower+a.Attack+a.Defense > 0, willpower: a.Willpower + plus, attack: a.Attack + plus, defense: a.Defense + plus,
			ranged: a.Ranged, sentinel: a.Sentinel,
		}, true
	}
	return character{}, false
}

// objectiveAlly finds an objective with hit points that the player controls, such as Gwaihir.
func (d *entry) objectiveAlly(p Player, name string) (character, bool) {
	for _, o := range d.t.Objectives {
		if o.Player != p.ID || o.Card.HitPoints == 0 || !sameName(o.Card.Name, name) {
			continue
		}
		card, _ := d.sc.find(o.Card.Code)
		plus := bonus(p)
		return character{
			player: p.ID, name: o.Card.Name, hero: -1, objective: o.Number, damage: o.Damage, points: o.Card.HitPoints,
			known: true, attack: o.Card.Attack + plus, defense: o.Card.Defense + plus, ranged: card.Ranged, sentinel: card.Sentinel,
		}, true
	}
	return character{}, false
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
	if who.hero < 0 && !who.host && who.objective == 0 && who.damage == 0 && len(p.Allies) >= maxAllies {
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

// wound deals damage to a character or heals it (by below 0, not below no damage). Whoever's hit points
// are known is destroyed when the damage reaches them; who has no known hit points never is by damage
// alone.
func (d *entry) wound(who character, by int) {
	by = max(by, -who.damage)
	if by == 0 {
		return
	}
	switch {
	case who.host:
		d.woundHost(who, by)
		return
	case who.objective > 0:
		d.addTokens(lotr.Piece{Kind: lotr.KindObjective, Number: who.objective}, lotr.TokenDamage, by, "damage")
	default:
		d.emit(lotr.CharacterDamaged{
			Table: d.t.ID, Player: who.player, Character: who.name, Hero: who.hero >= 0, By: by, Damage: who.damage + by,
		})
	}
	if who.points > 0 && who.damage+by >= who.points {
		d.destroy(who)
	}
}

// destroy takes a character out of play. Who has lost the last hero is eliminated.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func (d *entry) destroy(who character) {
	switch {
	case who.host:
		d.emit(lotr.HostLost{Table: d.t.ID, Player: who.player, Why: "entry"})
	case who.objective > 0:
		d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: who.objective}, "destroyed")
	default:
		d.emit(lotr.CharacterDestroyed{
			Table: d.t.ID, Player: who.player, Character: who.name, Hero: who.hero >= 0, HeroesUp: d.heroesWithout(who),
		})
	}
	d.hasGone(who, "destroyed")
}

// heroesWithout returns how many heroes the player has beside a character.
func (d *entry) heroesWithout(who character) int {
	p, _ := d.t.Player(who.player)
	up := p.HeroesUp()
	if who.hero >= 0 {
		up--
	}
	return up
}

// hasGone carries out what follows when a character has left play: a contract turns back, The One Ring
// goes with its hero, the game is lost with the Ring-bearer or Aragorn, and who has lost the last hero
// is eliminated.
func (d *entry) hasGone(who character, why string) {
	d.contractBack(who.player)
	if who.hero < 0 {
		return
	}
	d.ringGoes(who.player, who.name, why)
	d.fellowGoes(who.name)
	if p, _ := d.t.Player(who.player); p.HeroesUp() == 0 && d.t.knowsHeroes(p) {
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
	d.destroy(who)
	return nil
}
