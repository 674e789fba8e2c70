package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// enemyAttacks resolves an enemy's attack. The damage is its attack with what the shadow card adds, less
// the defender's defense; undefended it is dealt to one hero of the attacked player, whom no defense
// helps.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
func (d *entry) enemyAttacks(cmd lotr.EnemyAttack) error {
	e, err := d.enemy(cmd.Enemy)
	if err != nil {
		return err
	}
	if _, err := d.inGame(cmd.Player); err != nil {
		return err
	}
	if err := inRange("the attack that is added", cmd.Shadow, -maxNumber, maxNumber); err != nil {
		return err
	}
	attack := max(d.attackOf(e)+cmd.Shadow, 0)
	hit, defense, err := d.defends(cmd, e, attack)
	if err != nil {
		return err
	}
	done := lotr.EnemyAttacked{
		Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name, Player: cmd.Player, Attack: attack, Defense: defense,
		Damage: max(attack-defense, 0), Phantom: d.phantom(e),
	}
	if cmd.Defender.Name != "" {
		done.Defender = lotr.Character{Player: hit.player, Name: hit.name}
	}
	if done.Phantom && done.Damage > 0 {
		if err := d.declared([]events.PersonID{hit.player}, "what Phantom does"); err != nil {
			return err
		}
	}
	d.emit(done)
	d.strike(done, hit)
	return nil
}

// strike deals the damage of an attack. An attack of an enemy with Phantom deals none: the defending
// player's threat rises by as much instead; of an undefended one, the attacked player's.
//
// Rule: Phantom.
// Source: The Flame of the West, "Phantom Keyword".
func (d *entry) strike(a lotr.EnemyAttacked, hit character) {
	switch {
	case a.Damage == 0:
	case a.Phantom:
		d.raise([]events.PersonID{hit.player}, a.Damage, lotr.WhyPhantom, a.Card)
	case hit.name != "":
		d.wound(hit, a.Damage)
	}
}

// defends returns who takes the damage of an attack, and with what defense: the defender, or the hero
// that is named where nobody defends. Where the heroes of a player were never declared nobody may be
// named.
func (d *entry) defends(cmd lotr.EnemyAttack, e Enemy, attack int) (character, int, error) {
	if cmd.Defender.Name == "" {
		hit, err := d.undefended(cmd, e, attack)
		return hit, 0, err
	}
	if cmd.Takes.Name != "" {
		return character{}, 0, refuse(engine.CodeMalformed, rounds, "the attack is defended by %s, who takes the damage: leave the other hero out", clip(cmd.Defender.Name))
	}
	who, err := d.character(cmd.Defender.Player, cmd.Defender.Name)
	if err != nil {
		return who, 0, err
	}
	if err := d.mayDefend(who, e, cmd); err != nil {
		return who, 0, err
	}
	if err := d.roomToWound(who); err != nil {
		return who, 0, err
	}
	if cmd.Defense != nil {
		return who, *cmd.Defense, inRange("the defense", *cmd.Defense, 0, maxNumber)
	}
	if !who.known {
		return who, 0, refuse("defense-unknown", rounds, "the defense of %s is not known: type it", who.name)
	}
	return who, who.defense, nil
}

// mayDefend refuses a defender who cannot be: exhausted, or of another player than the one who is
// attacked without Sentinel.
//
// Rule: Sentinel.
// Source: facts/game-facts.md, "5.1 Round" (phase 6); "2.4 Encounter cards with siege".
func (d *entry) mayDefend(who character, e Enemy, cmd lotr.EnemyAttack) error {
	if f := d.sc.rules().mayDefend; f != nil {
		if says := f(d.t, e, lotr.Character{Player: who.player, Name: who.name}); says != "" {
			return refuse("cannot-defend", d.sc.Name, "%s cannot defend: %s", who.name, says)
		}
	}
	if who.exhausted {
		return refuse("exhausted", rounds, "%s is exhausted and cannot defend: name a ready character, or ready this one first if an effect did", who.name)
	}
	if who.player != cmd.Player && !who.sentinel {
		return refuse("no-sentinel", rounds,
			"%s attacks %s, and %s of %s does not have Sentinel as far as it was declared: only characters with Sentinel defend for other players",
			"the enemy", person(cmd.Player), who.name, person(who.player))
	}
	return nil
}

// undefended returns the hero of the attacked player who takes the damage. With one hero in play it is
// that one.
func (d *entry) undefended(cmd lotr.EnemyAttack, e Enemy, attack int) (character, error) {
	p, _ := d.t.Player(cmd.Player)
	nobody := character{player: p.ID, hero: -1}
	if cmd.Defense != nil && *cmd.Defense != 0 {
		return nobody, refuse(engine.CodeMalformed, rounds, "an undefended attack is not lessened by defense: name the defender, or leave the defense out")
	}
	if d.phantom(e) || attack == 0 {
		return nobody, nil
	}
	if cmd.Takes.Name == "" {
		return d.onlyHero(p, nobody)
	}
	if cmd.Takes.Player != p.ID {
		return nobody, refuse("not-your-hero", rounds, "the damage of an undefended attack goes to a hero of %s, who is attacked", person(p.ID))
	}
	who, err := d.character(p.ID, cmd.Takes.Name)
	if err != nil {
		return nobody, err
	}
	if who.hero < 0 && d.t.knowsHeroes(p) {
		return nobody, refuse("no-such-hero", rounds, "%s is no hero of %s: the damage of an undefended attack goes to one hero", who.name, person(p.ID))
	}
	return who, d.roomToWound(who)
}

// onlyHero returns the one hero of a player who has one; nobody if the heroes were never declared.
func (d *entry) onlyHero(p Player, nobody character) (character, error) {
	if p.HeroesUp() == 1 && d.t.knowsHeroes(p) {
		i := slices.IndexFunc(p.Heroes, Hero.up)
		who, _ := d.heroOf(p, p.Heroes[i].Title)
		return who, nil
	}
	if p.HeroesUp() == 0 {
		return nobody, nil
	}
	return nobody, refuse("hero-missing", rounds, "nobody defends: say which hero of %s takes the damage", person(p.ID))
}

// playersAttack resolves an attack on an enemy: the attackers' attack together, less its defense, is
// the damage.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 6).
func (d *entry) playersAttack(cmd lotr.PlayerAttack) error {
	e, err := d.enemy(cmd.Enemy)
	if err != nil {
		return err
	}
	if _, err := d.inGame(cmd.Player); err != nil {
		return err
	}
	if n := len(cmd.Attackers); n < 1 || n > maxHits {
		return refuse(engine.CodeMalformed, rounds, "there are %d attackers: name 1 to %d characters", n, maxHits)
	}
	attackers, attack, err := d.attackers(cmd, e)
	if err != nil {
		return err
	}
	if cmd.Attack != nil {
		if err := inRange("the attack", *cmd.Attack, 0, maxCount); err != nil {
			return err
		}
		attack = *cmd.Attack
	}
	if err := d.roomToScore(); err != nil {
		return err
	}
	defense := d.defenseOf(e)
	damage := max(attack-defense, 0)
	if e.Damage+damage > maxCount {
		return refuse("too-much-damage", "", "%s would have %d damage: %d is the most", e.Card.Name, e.Damage+damage, maxCount)
	}
	d.emit(lotr.EnemyFought{
		Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name, Attackers: attackers, Attack: attack, Defense: defense, Damage: damage,
	})
	if damage > 0 {
		d.woundEnemy(e, damage)
	}
	return nil
}

// attackers returns who attacks, by the names they go by, and the sum of their attack.
func (d *entry) attackers(cmd lotr.PlayerAttack, e Enemy) ([]lotr.Character, int, error) {
	engaged, sum := e.Player, 0
	if engaged == "" {
		engaged = cmd.Player // an effect lets its player attack into the staging area
	}
	var out []lotr.Character
	for _, a := range cmd.Attackers {
		who, err := d.character(a.Player, a.Name)
		if err != nil {
			return nil, 0, err
		}
		if err := d.mayAttack(who, engaged, cmd.Attack != nil); err != nil {
			return nil, 0, err
		}
		c := lotr.Character{Player: who.player, Name: who.name}
		if slices.Contains(out, c) {
			return nil, 0, refuse(engine.CodeMalformed, rounds, "%s is named twice: a character attacks once", who.name)
		}
		out = append(out, c)
		sum += who.attack
	}
	if f := d.sc.rules().mayAttack; f != nil {
		if says := f(d.t, e, out); says != "" {
			return nil, 0, refuse("no-such-attack", d.sc.Name, "these characters cannot attack %s: %s", e.Card.Name, says)
		}
	}
	return out, sum, nil
}

// mayAttack refuses an attacker who cannot be: exhausted, of unknown attack, or of another player than
// the one engaged with the enemy without Ranged.
//
// Rule: Ranged.
// Source: facts/game-facts.md, "5.1 Round" (phase 6); "2.4 Encounter cards with siege".
func (d *entry) mayAttack(who character, engaged events.PersonID, typed bool) error {
	switch {
	case who.exhausted:
		return refuse("exhausted", rounds, "%s is exhausted and cannot attack: name a ready character, or ready this one first if an effect did", who.name)
	case who.player != engaged && !who.ranged:
		return refuse("no-ranged", rounds,
			"the enemy is engaged with %s, and %s of %s does not have Ranged as far as it was declared: only characters with Ranged attack enemies engaged with other players",
			person(engaged), who.name, person(who.player))
	case !who.known && !typed:
		return refuse("attack-unknown", rounds, "the attack of %s is not known: type the attack of all attackers together", who.name)
	}
	return nil
}

// phantom tells whether an enemy has the Phantom keyword now.
//
// Source: The Flame of the West, "Phantom Keyword".
func (d *entry) phantom(e Enemy) bool {
	f := d.sc.rules().phantom
	return e.Card.Phantom && (f == nil || f(d.t, e))
}

// attackOf returns an enemy's attack as it counts now.
func (d *entry) attackOf(e Enemy) int {
	if f := d.sc.rules().attack; f != nil {
		return max(f(d.c, d.t, e), 0)
	}
	return e.Card.Attack
}

// defenseOf returns an enemy's defense as it counts now.
func (d *entry) defenseOf(e Enemy) int {
	if f := d.sc.rules().defense; f != nil {
		return max(f(d.c, d.t, e), 0)
	}
	return e.Card.Defense
}
