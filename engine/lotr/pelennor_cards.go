package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
)

// cityUnderAttack deals Minas Tirith 1 damage for each enemy in the staging area at the end of the
// round; with no hit points left the game is lost.
//
// Rule: Minas Tirith.
// Source: The Flame of the West, "Minas Tirith"; facts/game-facts.md, "3.2 The Pelennor trigger list".
func cityUnderAttack(d *entry) {
	d.damageObjective(minasTirith, len(d.t.stagedEnemies()), "enemies in the staging area")
	p, ok := d.t.PieceOf(minasTirith)
	if !ok {
		return
	}
	if points := HitPointsOf(d.c, d.t, p); d.t.DamageOn(minasTirith) >= points {
		d.lose(lotr.LostCard, fmt.Sprintf("Minas Tirith has fallen: it has %d damage and %d hit points.", d.t.DamageOn(minasTirith), points), cityRule)
	}
}

// wallSoaks lets a City Wall that is the active location take the damage that is meant for Minas
// Tirith. When it is full it is discarded, and each player's threat rises by 3.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func wallSoaks(d *entry, code string, by int) int {
	l, ok := d.t.ActiveLocation()
	if code != minasTirith || !ok || l.Card.Code != cityWall {
		return by
	}
	takes := min(by, max(l.Card.QuestPoints-l.Damage, 0))
	d.addTokens(l.piece(), lotr.TokenDamage, takes, "City Wall")
	if l.Damage+takes >= l.Card.QuestPoints {
		d.takeOut(l.piece(), "it has as much damage as quest points")
		d.raise(d.t.TurnOrder(), wallThreat, lotr.WhyStage, l.Card.Name)
	}
	return by - takes
}

// fleetArrives takes 1 resource off The Corsair Fleet. With none left Aragorn comes, under the first
// player's control, and the fleet goes to the victory display.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func fleetArrives(d *entry) {
	d.addOn(fleetOfGondor, lotr.TokenResource, -1, "The Corsair Fleet")
	p, ok := d.t.PieceOf(fleetOfGondor)
	if !ok || d.t.ResourcesOn(fleetOfGondor) > 0 {
		return
	}
	d.toVictory(p, "it has come to the Harlond")
	d.fellowEnters("The Corsair Fleet has come")
}

// wraithsGrow places 1 resource on each Wraith on Wings that has fewer than 5.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func wraithsGrow(d *entry) {
	for _, e := range d.t.Enemies {
		if e.Card.Code == wingedWraith && e.Resources < wraithMost {
			d.addTokens(e.piece(), lotr.TokenResource, 1, "Wraith on Wings")
		}
	}
}

// sorcererEngages engages The Witch-king with the first player; people resolve the attack.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func sorcererEngages(d *entry) {
	for _, e := range d.t.Enemies {
		if e.Card.Code == witchSorcerer && e.Player != d.t.FirstPlayer {
			d.engaged(e, d.t.FirstPlayer, byEffect)
		}
	}
}

// mounted returns 1 if an enemy has a Fell Beast.
func (t Table) mounted(e Enemy) int {
	for _, o := range t.Objectives {
		if o.Card.Code == fellBeast && o.On == e.piece() {
			return 1
		}
	}
	return 0
}

// mayMount says why Fell Beast cannot be attached to an enemy; empty: it can.
func mayMount(t Table, e Enemy) string {
	switch {
	case !e.Card.HasTrait(nazgulTrait):
		return "it is no Nazgûl"
	case t.mounted(e) > 0:
		return "it has one, and an enemy has at most one"
	}
	return ""
}

// mountBeast attaches a Fell Beast to an enemy.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func (d *entry) mountBeast(e Enemy, why string) {
	d.putObjective(fellBeast, why, e.piece(), "")
}

// beastsLeft returns how many copies of Fell Beast are not attached.
func (d *entry) beastsLeft() int {
	card, _ := d.sc.find(fellBeast)
	left := card.InDeck(d.c.Easy)
	for _, o := range d.t.Objectives {
		if o.Card.Code == fellBeast {
			left--
		}
	}
	return left
}

// beastsReturn returns each engaged enemy with a Fell Beast to the staging area.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func beastsReturn(d *entry) {
	for _, e := range d.t.Enemies {
		if e.Player != "" && d.t.mounted(e) > 0 {
			d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
		}
	}
}

// dartsHurt deals 1 damage to each hero with a Black Dart.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func dartsHurt(d *entry) {
	for _, o := range d.t.Objectives {
		if o.Card.Code != blackDart || o.Character == "" {
			continue
		}
		if who, err := d.character(o.Player, o.Character); err == nil {
			d.wound(who, 1)
		}
	}
}

// looseDarts returns the copies of Black Dart in play of which muster does not know the hero.
func (t Table) looseDarts() []Objective {
	var out []Objective
	for _, o := range t.Objectives {
		if o.Card.Code == blackDart && o.Character == "" {
			out = append(out, o)
		}
	}
	return out
}

// pelennorThreat: Grond's threat is its resources; a Wraith on Wings has 1 for each of its own, and
// Fell Beast adds 1.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func pelennorThreat(_ Context, t Table, p lotr.Piece, card lotr.Card, printed int) int {
	if card.Code == grondCode {
		_, resources, _, _ := t.Tokens(p)
		return resources
	}
	for _, e := range t.Enemies {
		if e.piece() == p {
			return printed + t.wraithGrowth(e) + t.mounted(e)
		}
	}
	return printed
}

// wraithGrowth returns what its resources do to a Wraith on Wings.
func (t Table) wraithGrowth(e Enemy) int {
	if e.Card.Code == wingedWraith {
		return min(e.Resources, wraithMost)
	}
	return 0
}

// pelennorEngagement: resources and Fell Beast make an enemy come sooner, and the Gate of Gondor as the
// active location every enemy.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; The Flame of the West, cards 45 and 57.
func pelennorEngagement(t Table, e Enemy) int {
	cost := e.Card.Engagement - t.wraithGrowth(e) - beastNear*t.mounted(e)
	if l, ok := t.ActiveLocation(); ok && l.Card.Code == gateOfGondor {
		cost -= gateNear
	}
	return max(cost, 0)
}

// pelennorArchery: a Siege Tower in the staging area has archery 3.
//
// Source: The Flame of the West, card 49.
func pelennorArchery(t Table, p lotr.Piece, card lotr.Card, printed int) int {
	if card.Code != siegeTower {
		return printed
	}
	if l, ok := t.ActiveLocation(); ok && l.piece() == p {
		return printed
	}
	return printed + towerArchery
}

// pelennorImmune: at stage 5B The Witch-king is immune to player card effects.
//
// Source: The Flame of the West, card 77.
func pelennorImmune(_ Context, t Table, _ lotr.Piece, card lotr.Card) bool {
	return card.Code == witchSorcerer && t.Stage == "5B"
}

// pelennorPick: nobody engages The Witch-king by choice while his Captain side is up.
//
// Source: The Flame of the West, card 79.
func pelennorPick(_ Table, e Enemy) string {
	if e.Card.Code == witchCaptain {
		return "only an engagement check or an effect brings him on"
	}
	return ""
}

// pelennorAttack: only the player engaged with The Witch-king declares attackers against his Sorcerer
// side; The Black Serpent is attacked by one character at a time.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; The Flame of the West, card 50.
func pelennorAttack(_ Table, e Enemy, attackers []lotr.Character) string {
	switch e.Card.Code {
	case witchSorcerer:
		for _, a := range attackers {
			if a.Player != e.Player {
				return "only the player engaged with The Witch-king can declare attackers against him"
			}
		}
	case blackSerpent:
		if len(attackers) > 1 {
			return "The Black Serpent cannot be attacked by more than 1 character at a time"
		}
	}
	return ""
}

// pelennorLimit: The Witch-king's Captain side takes no damage, a War Mûmak at most 3 in a round.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; The Flame of the West, card 51.
func pelennorLimit(_ Context, _ Table, e Enemy) int {
	switch e.Card.Code {
	case witchCaptain:
		return 0
	case warMumak:
		return max(mumakTakes-e.Hurt, 0)
	}
	return -1
}

// pelennorPlaceOn: with a Pelennor Field and an enemy in the staging area, no location there takes
// progress.
//
// Source: The Flame of the West, card 47.
func pelennorPlaceOn(_ Context, t Table, l Location) string {
	if l.Active || len(t.stagedEnemies()) == 0 {
		return ""
	}
	for _, o := range t.Locations {
		if o.Card.Code == "pelennor-field" {
			return "Pelennor Field is in play and an enemy in the staging area, so no location there takes progress"
		}
	}
	return ""
}

// pelennorTravel: at stage 3B nobody travels to a Pelennor location.
//
// Source: facts/game-facts.md, "3.1 Stages" (3B).
func pelennorTravel(d *entry, l Location) error {
	if d.t.Stage == "3B" && l.Card.HasTrait(pelennorTrait) {
		return refuse("no-travel", flameStages, "while stage 3B is up the players cannot travel to Pelennor locations, and %s is one: choose another", l.Card.Name)
	}
	return nil
}

// pelennorTravelled: travelling to Grond makes The Witch-king attack each player.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func pelennorTravelled(d *entry, l Location) {
	if l.Card.Code == grondCode && (d.t.HasInPlay(witchCaptain) || d.t.HasInPlay(witchSorcerer)) {
		d.due(grondAttack)
	}
}

// pelennorRevealed carries out what revealed cards do to what muster keeps.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; The Flame of the West, "Minas Tirith".
func pelennorRevealed(d *entry, card lotr.Card) {
	switch card.Code {
	case spellsOfRuin, orcOfTheEye, blackSerpent, blackDart:
		d.due(card.Code)
	case fellBeast:
		var able []Enemy
		for _, e := range d.t.Enemies {
			if mayMount(d.t, e) == "" {
				able = append(able, e)
			}
		}
		switch len(able) {
		case 0: // it has nothing to be attached to
		case 1:
			d.mountBeast(able[0], "revealed")
		default:
			d.due(fellBeast)
		}
	}
}

// pelennorLeft: at stage 3B a destroyed enemy places its threat as progress, on the active location
// first; a destroyed War Mûmak lowers every threat.
//
// Source: facts/game-facts.md, "3.1 Stages" (3B); The Flame of the West, card 51.
func pelennorLeft(d *entry, p lotr.Piece, card lotr.Card, why string) {
	if p.Kind != lotr.KindEnemy || why != "destroyed" {
		return
	}
	if n := threatOf(d.c, d.was, p, card); d.t.Stage == "3B" && n > 0 {
		d.place(n, false, "effect")
	}
	if card.Code == warMumak {
		d.raise(d.t.TurnOrder(), -mumakThreat, lotr.WhyStage, card.Name)
	}
}

// pelennorExplored: when the Gate of Gondor is explored, every engaged enemy returns to the staging
// area.
//
// Source: The Flame of the West, card 45.
func pelennorExplored(d *entry, l Location) {
	if l.Card.Code != gateOfGondor {
		return
	}
	for _, e := range d.t.Enemies {
		if e.Player != "" {
			d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
		}
	}
}

// pelennorSettle: allies in the staging area with damage for all their hit points leave play, and so
// does a Fell Beast whose enemy has; at stage 5B an attack that destroys a character damages Minas
// Tirith.
//
// Source: facts/game-facts.md, "3.1 Stages"; The Flame of the West, card 77.
func pelennorSettle(d *entry) {
	looseObjectives(d)
	for _, o := range d.t.Objectives {
		p := lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}
		switch {
		case o.Card.Code == fellBeast && o.On == lotr.Piece{}:
			d.takeOut(p, "its enemy has left play")
		case o.Card.HasTrait(stagedAlly) && o.Card.HitPoints > 0 && o.Damage >= o.Card.HitPoints:
			d.takeOut(p, "destroyed")
		}
	}
	if d.t.isOpen(pelennorAllies) && d.t.allTook(allyStands) {
		d.tick(pelennorAllies, "")
	}
	if d.t.Stage == "5B" {
		d.damageObjective(minasTirith, min(cityHits(d), 1), fallenDefender)
	}
}

// fallenDefender is why Minas Tirith takes damage when an attack destroys a character at stage 5B.
const fallenDefender = "an enemy's attack destroyed a character"

// cityHits returns how many characters the attacks of this entry have destroyed for which Minas Tirith
// has not been damaged yet.
func cityHits(d *entry) int {
	attacked, hits := false, 0
	for _, e := range d.out {
		switch e := e.(type) {
		case lotr.EnemyAttacked:
			attacked = true
		case lotr.CharacterDestroyed:
			if attacked {
				hits++
			}
		case lotr.TokensPlaced:
			if e.Why == fallenDefender || e.Why == "City Wall" {
				hits--
			}
		}
	}
	return max(hits, 0)
}
