package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// What destroyed an enemy, for [lotr.EnemyDestroyed].By; empty: the captain's entry.
const (
	byDamage   = "damage"
	byCityFall = "city-fell"
	byStage    = "effect"
)

// Indestructible tells whether damage cannot destroy an enemy now: one with the keyword, and a
// Lieutenant while the city has strength.
//
// Rule: Indestructible.
// Source: Attack on Dol Guldur, "Indestructible"; Attack on Dol Guldur, "Epic Multiplayer Mode"; A
// Shadow in the East, "Indestructible".
func Indestructible(c Context, e Enemy) bool {
	return e.Card.Indestructible || e.Card.Lieutenant && c.City > 0
}

// Lieutenants returns the Lieutenants in play at the table.
func (t Table) Lieutenants() []Enemy {
	var out []Enemy
	for _, e := range t.Enemies {
		if e.Card.Lieutenant {
			out = append(out, e)
		}
	}
	return out
}

// InVictory tells whether the card with this code lies in the table's victory display.
func (t Table) InVictory(code string) bool {
	return code != "" && slices.ContainsFunc(t.Victory, func(c lotr.Card) bool { return c.Code == code })
}

// damageEnemy deals damage to an enemy in play, or heals it. Damage from combat is no card effect,
// so an enemy immune to player card effects takes it; whether a point of damage came from a card is
// for the people at the table to say.
//
// Source: Attack on Dol Guldur, "Immune to Player Card Effects".
func (d *entry) damageEnemy(cmd lotr.DamageEnemy) error {
	if err := change("damage", cmd.By); err != nil {
		return err
	}
	e, err := d.enemy(cmd.Enemy)
	if err != nil {
		return err
	}
	if err := d.mayTarget(cmd.Source, e.piece()); err != nil {
		return err
	}
	by := max(cmd.By, -e.Damage)
	if by == 0 {
		return refuse("nothing-to-heal", "", "%s has no damage: there is nothing to heal", e.Card.Name)
	}
	if by > 0 && d.canTake(e, by) == 0 {
		return refuse("damage-limited", d.sc.Name, "%s takes no more damage this round: it has had %d", e.Card.Name, e.Hurt)
	}
	if e.Damage+by > maxCount {
		return refuse("too-much-damage", "", "%s would have %d damage: %d is the most", e.Card.Name, e.Damage+by, maxCount)
	}
	d.woundEnemy(e, by)
	return nil
}

// woundEnemy changes the damage on an enemy, as far as its limit of the round lets it, destroys it when
// that reaches its hit points, and returns how much it took.
func (d *entry) woundEnemy(e Enemy, by int) int {
	by = d.canTake(e, by)
	if f := d.sc.rules().wound; f != nil && by > 0 {
		by = f(d, e, by)
	}
	if by != 0 {
		d.setDamage(e, e.Damage+by)
	}
	return by
}

// setDamage sets the damage on an enemy and destroys it when that reaches its hit points.
func (d *entry) setDamage(e Enemy, now int) {
	by := now - e.Damage
	e.Damage = now
	d.emit(lotr.EnemyDamaged{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name, By: by, Damage: now})
	if d.dead(e) && !Indestructible(d.c, e) {
		d.destroyed(e, nil, byDamage)
	}
}

// canTake returns how much of some damage an enemy still takes this round. What heals it has no limit.
func (d *entry) canTake(e Enemy, by int) int {
	f := d.sc.rules().damageLimit
	if f == nil || by <= 0 {
		return by
	}
	if left := f(d.c, d.t, e); left >= 0 {
		return min(by, left)
	}
	return by
}

// dead tells whether an enemy has damage for all its hit points, as far as they are known.
func (d *entry) dead(e Enemy) bool {
	points := hitPoints(d.c, d.t, e.piece(), e.Card)
	return points > 0 && e.Damage >= points
}

// piece names the enemy among the cards in play.
func (e Enemy) piece() lotr.Piece { return lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number} }

// destroyEnemy records that an enemy was destroyed: one in play, or one that was never entered.
func (d *entry) destroyEnemy(cmd lotr.DestroyEnemy) error {
	if err := checkSiege(cmd.Siege); err != nil {
		return err
	}
	if err := d.roomToScore(); err != nil {
		return err
	}
	e, err := d.target(cmd.Enemy, cmd.Card, cmd.Hand)
	if err != nil {
		return err
	}
	if err := d.mayDestroy(e, cmd.Effect); err != nil {
		return err
	}
	d.destroyed(e, cmd.Siege, "")
	return nil
}

// mayDestroy refuses an Indestructible enemy, unless a card effect other than damage destroys it
// and it is not immune to those; and a Lieutenant that is, whatever the city strength.
//
// Source: Attack on Dol Guldur, "Indestructible"; Attack on Dol Guldur, "Immune to Player Card Effects".
func (d *entry) mayDestroy(e Enemy, effect bool) error {
	if !e.Card.Lieutenant {
		return d.mayDestroyPlain(e, effect)
	}
	if !Indestructible(d.c, e) {
		if effect && e.Card.Immune {
			return refuse("immune", immuneRule, "%s is immune to player card effects, so none destroys it: enter the damage, or that damage destroyed it", e.Card.Name)
		}
		return nil
	}
	if e.Card.Immune {
		return refuse("indestructible", durable,
			"%s is indestructible while Dol Guldur has city strength (%d now), and immune to player card effects: enter the damage, it leaves play when the city falls", e.Card.Name, d.c.City)
	}
	if !effect {
		return refuse("indestructible", durable,
			"%s is indestructible while Dol Guldur has city strength (%d now): enter the damage, it leaves play when the city falls; only a card effect that destroys without damage does more", e.Card.Name, d.c.City)
	}
	return nil
}

// mayDestroyPlain is mayDestroy for an enemy that is no Lieutenant.
func (d *entry) mayDestroyPlain(e Enemy, effect bool) error {
	immune := !d.dolGuldur() && (e.Card.Immune || Immune(d.c, d.t, e.piece()))
	switch {
	case effect && immune:
		return refuse("immune", ignoresCards, "%s is immune to player card effects, so none destroys it: enter the damage, or that damage destroyed it", e.Card.Name)
	case !effect && e.Card.Indestructible:
		return refuse("indestructible", durable, "%s is indestructible: damage does not destroy it; only a card effect that destroys without damage does", e.Card.Name)
	}
	return nil
}

// destroyed takes an enemy out of play as destroyed; with victory points it goes to the victory
// display.
//
// Source: Attack on Dol Guldur, "Siege".
func (d *entry) destroyed(e Enemy, typed *int, by string) {
	if d.gollumDefeated(e) {
		return
	}
	s := d.score(e.Card, typed)
	d.was = d.t
	d.emit(lotr.EnemyDestroyed{
		Table: d.t.ID, Enemy: e.Number, Card: e.Card,
		Item: s.item, Siege: s.siege, Printed: s.printed, Typed: s.typed, By: by,
	})
	d.hasLeft(e.piece(), e.Card, "destroyed")
}

// target returns the enemy that is meant: by its number in play, or by card, one that was never
// entered. A unique enemy named by card is the one in play; a Lieutenant has to be in play.
func (d *entry) target(number int, name string, hand *lotr.Card) (Enemy, error) {
	if number != 0 {
		e, err := d.enemy(number)
		if err != nil {
			return Enemy{}, err
		}
		return e, d.meant(name, e.Card)
	}
	card, err := d.named(name, hand)
	if err != nil {
		return Enemy{}, err
	}
	if card.Kind != kindEnemy {
		return Enemy{}, refuse("wrong-kind", "", "%s is no enemy but a card of kind %s: enter it as what it is", card.Name, card.Kind)
	}
	if e, ok := d.inPlay(card.Name); ok && card.Unique {
		return e, nil
	}
	if card.Lieutenant {
		return Enemy{}, refuse("not-in-play", stages, "%s is not in play at this table: it comes with its stage", card.Name)
	}
	return Enemy{Card: card}, nil
}

// meant refuses a command that names a card by number and, beside it, another card by name.
func (d *entry) meant(name string, card lotr.Card) error {
	if name == "" || name == card.Code || sameName(name, card.Name) {
		return nil
	}
	return refuse(engine.CodeMalformed, "", "the number is that of %s, and the name is %q: name one card", card.Name, clip(name))
}

// enemy returns an enemy in play by its number.
func (d *entry) enemy(number int) (Enemy, error) {
	i := slices.IndexFunc(d.t.Enemies, func(e Enemy) bool { return e.Number == number })
	if number < 1 || i < 0 {
		return Enemy{}, refuse("no-such-enemy", "", "no enemy %d is in play at this table: choose one that is, or enter it by name", number)
	}
	return d.t.Enemies[i], nil
}

// inPlay returns the first enemy in play with a name.
func (d *entry) inPlay(name string) (Enemy, bool) {
	i := slices.IndexFunc(d.t.Enemies, func(e Enemy) bool { return sameName(e.Card.Name, name) })
	if i < 0 {
		return Enemy{}, false
	}
	return d.t.Enemies[i], true
}

// AfterCity returns what follows at a table from a change of the city strength: at strength 0 the
// Lieutenants have lost Indestructible, and those with damage for all their hit points leave play.
//
// Source: facts/game-facts.md, "2.3 End of round, in order". Ruling: 1.
func AfterCity(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) {
		for _, e := range d.t.Lieutenants() {
			if d.dead(e) && !Indestructible(d.c, e) {
				d.destroyed(e, nil, byCityFall)
			}
		}
	})
}

// DestroyByStage returns what a stage's good effect does that destroys a non-unique enemy at any
// stage: the enemy with that number at the table or, number 0, one by code or name that was not
// entered. Siege is what the captain read off the card; nil: the scenario's. An effect of a quest
// card is no player card effect, so Immune does not matter.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 3F).
func DestroyByStage(c Context, t Table, number int, card string, siege *int) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if err := checkSiege(siege); err != nil {
		return nil, err
	}
	e, err := d.target(number, card, nil)
	if err != nil {
		return nil, err
	}
	if e.Card.Unique {
		return nil, refuse("unique-enemy", stages, "%s is unique, and the effect destroys only an enemy that is not: choose another", e.Card.Name)
	}
	d.destroyed(e, siege, byStage)
	return d.out, nil
}
