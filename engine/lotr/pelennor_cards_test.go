package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Mark reveals Spells of Ruin at stage 2B. Minas Tirith is not in play, so he has no choice but to deal
// 1 damage to each exhausted character.
//
// Rule: Minas Tirith.
// Source: The Flame of the West, "Minas Tirith" (example).
func TestSpellsOfRuinWithoutMinasTirith(t *testing.T) {
	g := osgiliath(t, Context{}, 2)
	g.reveal(spellsOfRuin)
	if due := g.table.Due[len(g.table.Due)-1]; due.Trigger != spellsOfRuin || !strings.Contains(due.Says, "1 damage to each exhausted character") || !strings.Contains(due.Says, "Minas Tirith is not in play") {
		t.Errorf("due is %+v", due)
	}
	offer := func() (Offer, bool) {
		all := Offers(g.c, g.table)
		i := slices.IndexFunc(all, func(o Offer) bool { return o.ID == spellsCity })
		if i < 0 {
			return Offer{}, false
		}
		return all[i], true
	}
	if o, ok := offer(); !ok || o.Why == "" {
		t.Errorf("damage to Minas Tirith is offered as %+v, shown %v; want it greyed", o, ok)
	}
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: spellsCity})
	g.do(lotr.TickTrigger{Table: tid, Trigger: spellsOfRuin})
	if _, ok := offer(); ok {
		t.Error("a choice is offered after the card is dealt with")
	}

	g = besieged(t, Context{}, 2)
	g.do(lotr.RevealCard{Table: tid, Card: spellsOfRuin, Effect: true})
	g.do(lotr.TakeOption{Table: tid, Option: spellsCity})
	g.mustCity(45)
	if g.table.isOpen(spellsOfRuin) {
		t.Error("the card is still to be dealt with")
	}
}

// Grond gets a resource at the beginning of each quest phase, and then deals as many damage.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestGrond(t *testing.T) {
	g := besieged(t, Context{}, 1)
	g.table.Enemies = nil
	left := 40
	for n := 1; n <= 3; n++ {
		g.rest()
		g.phase(lotr.PhaseQuest)
		left -= n
		g.mustCity(left)
		if got := ThreatOf(g.c, g.table, g.piece(grondCode)); got != n {
			t.Errorf("Grond has threat %d after %d quest phases", got, n)
		}
	}
	g.cannot("immune", lotr.PlaceProgress{Table: tid, Location: g.piece(grondCode).Number, By: 1, Source: lotr.FromPlayerCard})
	g.do(lotr.AddEnemy{Table: tid, Card: witchCaptain})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(grondCode).Number})
	if !g.table.isOpen(grondAttack) {
		t.Error("The Witch-king attacks nobody")
	}
}

// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestWitchKingCaptain(t *testing.T) {
	g := besieged(t, Context{}, 1)
	king := g.piece(witchCaptain)
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: king.Number, By: 3})
	g.cannot("immune", lotr.DamageEnemy{Table: tid, Enemy: king.Number, By: 3, Source: lotr.FromPlayerCard})
	g.rest()
	g.phase(lotr.PhaseQuest)
	if !g.table.isOpen(witchCaptain) {
		t.Error("nobody looks for an enemy")
	}
	g.do(lotr.AddEnemy{Table: tid, Card: "mordor-orc"}, lotr.TickTrigger{Table: tid, Trigger: witchCaptain})
	g.phase(lotr.PhaseEncounter)
	g.cannot("cannot-engage", lotr.Engage{Table: tid, Enemy: king.Number, Player: p1, Optional: true})
}

// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestWraithOnWings(t *testing.T) {
	g := osgiliath(t, Context{}, 1)
	for n := 1; n <= 7; n++ { // the first resource came when this quest phase began
		wraith := g.enemyOf(wingedWraith)
		want := min(n, 5)
		if wraith.Resources != want || ThreatOf(g.c, g.table, wraith.piece()) != want || EngagementOf(g.c, g.table, wraith) != 45-want {
			t.Errorf("quest phase %d: %d resources, threat %d, engagement %d", n, wraith.Resources, ThreatOf(g.c, g.table, wraith.piece()), EngagementOf(g.c, g.table, wraith))
		}
		g.rest()
		g.calm()
		g.phase(lotr.PhaseQuest)
		if g.table.Stage != "2B" {
			t.Fatalf("stage %s", g.table.Stage)
		}
		g.table.Objectives[0].Damage = 0
	}
}

// While it is the active location, a City Wall takes the damage that is meant for Minas Tirith; when it
// is full it goes, and each player's threat rises by 3. What is left reaches the city.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestCityWall(t *testing.T) {
	g := besieged(t, Context{}, 2)
	g.do(lotr.AddLocation{Table: tid, Card: cityWall})
	city := g.piece(minasTirith)
	hit := func(n int) { g.do(lotr.PlaceTokens{Table: tid, Piece: city, Token: lotr.TokenDamage, By: n}) }
	hit(2)
	g.mustCity(48) // it lies in the staging area and takes nothing
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(cityWall).Number})
	one, two := g.threatOf(p1), g.threatOf(p2)
	hit(3)
	g.mustCity(48)
	if g.table.DamageOn(cityWall) != 3 || g.threatOf(p1) != one {
		t.Errorf("the wall has %d damage and p-1 threat %d, want 3 and %d", g.table.DamageOn(cityWall), g.threatOf(p1), one)
	}
	hit(4)
	g.mustCity(45)
	if g.table.HasInPlay(cityWall) || g.threatOf(p1) != one+3 || g.threatOf(p2) != two+3 {
		t.Errorf("the wall in play %v, threat %d and %d, want it gone and %d and %d", g.table.HasInPlay(cityWall), g.threatOf(p1), g.threatOf(p2), one+3, two+3)
	}
}

// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestFellBeast(t *testing.T) {
	g := osgiliath(t, Context{}, 2)
	g.reveal(fellBeast) // two Wraiths: people choose
	second := g.table.Enemies[1]
	g.do(lotr.AddEnemy{Table: tid, Card: "mordor-orc"})
	g.cannot("no-such-target", lotr.TakeOption{Table: tid, Option: fellBeast, Piece: g.piece("mordor-orc")})
	threat, attack, cost := ThreatOf(g.c, g.table, second.piece()), AttackOf(g.c, g.table, second), EngagementOf(g.c, g.table, second)
	defense := DefenseOf(g.c, g.table, second)
	g.do(lotr.TakeOption{Table: tid, Option: fellBeast, Piece: second.piece()})
	if g.table.isOpen(fellBeast) || ThreatOf(g.c, g.table, second.piece()) != threat+1 || AttackOf(g.c, g.table, second) != attack+1 ||
		DefenseOf(g.c, g.table, second) != defense+1 || EngagementOf(g.c, g.table, second) != cost-10 {
		t.Error("the Wraith with the Fell Beast is not stronger by 1 in threat, attack and defense, and 10 in engagement cost")
	}
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: fellBeast, Piece: second.piece()})
	g.do(lotr.RevealCard{Table: tid, Card: fellBeast, Effect: true}) // one Wraith is left without: it is that one
	if g.table.isOpen(fellBeast) || g.table.mounted(g.table.Enemies[0]) != 1 {
		t.Error("the second Fell Beast is not with the Wraith that had none")
	}
	g.do(lotr.Engage{Table: tid, Enemy: second.Number, Player: p2})
	g.rest()
	if e := g.table.Enemies[1]; e.Number != second.Number || e.Player != "" {
		t.Errorf("at the end of the round the Wraith is engaged with %q", e.Player)
	}
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: second.Number})
	beasts := 0
	for _, o := range g.table.Objectives {
		if o.Card.Code == fellBeast {
			beasts++
		}
	}
	if beasts != 1 {
		t.Errorf("%d Fell Beasts in play after one of two Wraiths is destroyed", beasts)
	}
}

// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestBlackDart(t *testing.T) {
	g := osgiliath(t, Context{}, 2)
	g.reveal(blackDart)
	g.do(lotr.ResolveReveal{Table: tid})
	dart := func(player events.PersonID, hero string) lotr.TakeOption {
		return lotr.TakeOption{Table: tid, Option: blackDart, Player: player, Card: hero}
	}
	g.cannot("no-such-hero", dart(p2, "Bergil"))
	g.do(dart(p2, "aragorn")) // p-2 is first player in round 2
	g.do(lotr.RevealCard{Table: tid, Card: blackDart, Effect: true, Player: p2}, lotr.ResolveReveal{Table: tid})
	g.cannot("limit-reached", dart(p2, "Aragorn"))
	g.do(dart(p2, "Éowyn"))
	g.rest()
	if a, holder, _ := FellowshipHero(g.c, g.table); holder != p1 || a.Damage != 1 {
		t.Errorf("Aragorn of %s has %d damage, want 1, with p-1", holder, a.Damage)
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Éowyn"})
	g.rest()
	a, holder, _ := FellowshipHero(g.c, g.table)
	i := slices.IndexFunc(g.table.Objectives, func(o Objective) bool { return o.Card.Code == blackDart })
	if i < 0 || g.table.Objectives[i].Character != "Aragorn" || g.table.Objectives[i].Player != holder || a.Damage != 2 {
		t.Errorf("objectives %+v, Aragorn of %s with %d damage: want one dart, with him", g.table.Objectives, holder, a.Damage)
	}
}

// The Witch-king's Sorcerer side engages the first player at the beginning of the encounter phase and
// attacks; only the player engaged with it attacks it.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestWitchKingSorcerer(t *testing.T) {
	g := fields(t, Context{}, 2)
	first, other := g.table.FirstPlayer, g.table.nextPlayer(g.table.FirstPlayer)
	king := g.enemyOf(witchSorcerer)
	g.cannot("immune", lotr.DamageEnemy{Table: tid, Enemy: king.Number, By: 1, Source: lotr.FromPlayerCard})
	g.phase(lotr.PhaseEncounter)
	if king = g.enemyOf(witchSorcerer); king.Player != first || !g.table.isOpen(witchSorcerer) {
		t.Fatalf("The Witch-king is engaged with %q, want %s; due %+v", king.Player, first, g.table.Due)
	}
	g.phase(lotr.PhaseCombat)
	hero := func(id events.PersonID) lotr.Character {
		p, _ := g.table.Player(id)
		i := slices.IndexFunc(p.Heroes, Hero.up)
		return lotr.Character{Player: id, Name: p.Heroes[i].Title}
	}
	attack := lotr.PlayerAttack{Table: tid, Enemy: king.Number, Player: first, Attackers: []lotr.Character{hero(first)}, Attack: num(9)}
	g.do(attack)
	if got := g.enemyOf(witchSorcerer).Damage; got != 9-7 { // with the Fell Beast's defense
		t.Errorf("The Witch-king has %d damage, want 2", got)
	}
	p, _ := g.table.Player(other)
	i := slices.IndexFunc(p.Heroes, Hero.up)
	g.table.player(other, func(p *Player) { p.Heroes = slices.Clone(p.Heroes); p.Heroes[i].Ranged = true; p.Heroes[i].Attack = 3 })
	attack.Attackers = append(attack.Attackers, hero(other))
	g.cannot("no-such-attack", attack)
}

// When an enemy's attack destroys a character at stage 5B, Minas Tirith takes 1 damage.
//
// Source: The Flame of the West, card 77.
func TestFallenDefenders(t *testing.T) {
	g := fields(t, Context{}, 2)
	first := g.table.FirstPlayer
	g.do(lotr.AddEnemy{Table: tid, Card: "southron-champion", Player: first})
	n := g.piece("southron-champion").Number
	g.do(lotr.EnterAlly{Table: tid, Player: first, Name: "Knight of Dol Amroth", HitPoints: 1, Defense: 1})
	g.phase(lotr.PhaseCombat)
	before := g.city()
	g.do(lotr.EnemyAttack{Table: tid, Enemy: n, Player: first, Defender: lotr.Character{Player: first, Name: "Knight of Dol Amroth"}})
	g.mustCity(before - 1)
	g.do(lotr.EnterAlly{Table: tid, Player: first, Name: "Guard", HitPoints: 1})
	g.do(lotr.DestroyCharacter{Table: tid, Player: first, Character: "Guard"})
	g.mustCity(before - 1)
}

// Source: The Flame of the West, cards 45, 47, 49 to 51.
func TestPelennorCards(t *testing.T) {
	g := besieged(t, Context{}, 2)
	g.do(lotr.AddLocation{Table: tid, Card: siegeTower}, lotr.AddLocation{Table: tid, Card: gateOfGondor})
	if got := ArcheryTotal(g.table); got != 3 {
		t.Errorf("archery %d with a Siege Tower in the staging area, want 3", got)
	}
	g.do(lotr.PlaceProgress{Table: tid, Location: g.piece(siegeTower).Number, By: 1})
	g.do(lotr.AddLocation{Table: tid, Card: "pelennor-field"})
	g.cannot("no-progress-here", lotr.PlaceProgress{Table: tid, Location: g.piece(siegeTower).Number, By: 1})
	g.phase(lotr.PhaseTravel)
	cost := EngagementOf(g.c, g.table, g.enemyOf(wingedWraith))
	g.do(lotr.Travel{Table: tid, Location: g.piece(gateOfGondor).Number})
	if got := EngagementOf(g.c, g.table, g.enemyOf(wingedWraith)); got != cost-30 {
		t.Errorf("engagement cost %d at the Gate of Gondor, want %d", got, cost-30)
	}
	g.do(lotr.AddEnemy{Table: tid, Card: warMumak, Player: p1})
	mumak := g.piece(warMumak).Number
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(gateOfGondor).Number})
	if e := g.enemyOf(warMumak); e.Player != "" {
		t.Error("the War Mûmak is engaged after the Gate of Gondor was explored")
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: mumak, By: 5})
	if got := g.enemyOf(warMumak).Damage; got != 3 {
		t.Errorf("the War Mûmak has %d damage, want 3 at most in a round", got)
	}
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: mumak, By: 1})
	one, two := g.threatOf(p1), g.threatOf(p2)
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: mumak})
	if g.threatOf(p1) != one-4 || g.threatOf(p2) != two-4 {
		t.Errorf("threat %d and %d, want %d and %d", g.threatOf(p1), g.threatOf(p2), one-4, two-4)
	}
	g.do(lotr.AddEnemy{Table: tid, Card: blackSerpent, Player: p2})
	both := []lotr.Character{{Player: p2, Name: "Gimli"}, {Player: p2, Name: "Éowyn"}}
	attack := lotr.PlayerAttack{Table: tid, Enemy: g.piece(blackSerpent).Number, Player: p2, Attackers: both, Attack: num(7)}
	g.cannot("no-such-attack", attack)
	attack.Attackers = both[:1]
	g.do(attack)
	if g.table.HasInPlay(blackSerpent) {
		t.Error("7 attack against 2 defense and 5 hit points left The Black Serpent in play")
	}
}

// Sean and David have two copies of Orc of the Eye in play, archery 1 each: 2 in all, of which 1 goes to
// Sean's ally, Prince Imrahil, and 1 to David's hero, Beregond.
//
// Rule: Archery X.
// Source: The Flame of the West, "Archery X" (example).
func TestTwoOrcsOfTheEye(t *testing.T) {
	g := seated(t, pelennorID, fighters()) // Beregond is p-2's
	g.rest()
	g.phase(lotr.PhaseQuest)
	g.ally(p2, "Ingold", 3)
	g.at("2B", 0, 0)
	g.do(lotr.AddEnemy{Table: tid, Card: orcOfTheEye}, lotr.AddEnemy{Table: tid, Card: orcOfTheEye})
	g.phase(lotr.PhaseCombat)
	if g.table.Archery != 2 {
		t.Fatalf("%d archery damage is due, want 2", g.table.Archery)
	}
	g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Prince Imrahil", Unique: true, Defense: 2, HitPoints: 3})
	imrahil, beregond := lotr.Hit{Player: p1, Character: "Prince Imrahil", Damage: 1}, lotr.Hit{Player: p2, Character: "Beregond", Damage: 1}
	g.cannot("archery-unequal", lotr.AssignArchery{Table: tid, Hits: []lotr.Hit{imrahil}})
	g.do(lotr.AssignArchery{Table: tid, Hits: []lotr.Hit{imrahil, beregond}})
	same(t, g.last, []events.Payload{ // Beregond's defense of 4 blocks nothing
		lotr.ArcheryAssigned{Table: tid, Total: 2, Hits: []lotr.Hit{imrahil, beregond}},
		lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Prince Imrahil", By: 1, Damage: 1},
		lotr.CharacterDamaged{Table: tid, Player: p2, Character: "Beregond", Hero: true, By: 1, Damage: 1},
	})
}
