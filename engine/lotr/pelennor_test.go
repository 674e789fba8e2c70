package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// osgiliath is a game at stage 2B in the quest phase of round 2, each player with an ally of cost 3
// in the staging area.
func osgiliath(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := beginsAs(t, c, pelennorID, players)
	g.rest()
	g.at("1B", 1, 0)
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0)
	for i, id := range g.table.TurnOrder() {
		g.ally(id, []string{"Beregond's Guard", "Ingold", "Targon", "Hirgon"}[i], 3)
	}
	return g
}

// besieged is a game at stage 3B in the quest phase of round 2, with Minas Tirith, Grond and The
// Witch-king in play, and a Wraith on Wings for each player.
func besieged(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := osgiliath(t, c, players)
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece("pelennor-field").Number})
	g.quest(3 * players)
	g.at("3B", 0, 0)
	g.piece(minasTirith)
	return g
}

func (g *tale) ally(owner events.PersonID, name string, cost int) {
	g.t.Helper()
	g.do(lotr.TakeOption{Table: tid, Option: allyStands, Player: owner, Card: name, N: cost})
}

// city returns the hit points that Minas Tirith has left.
func (g *tale) city() int {
	g.t.Helper()
	return HitPointsOf(g.c, g.table, g.piece(minasTirith)) - g.table.DamageOn(minasTirith)
}

func (g *tale) mustCity(want int) {
	g.t.Helper()
	if got := g.city(); got != want {
		g.t.Errorf("Minas Tirith has %d hit points left, want %d", got, want)
	}
}

// Source: facts/game-facts.md, "3.1 Stages" (1B of The Battle of the Pelennor Fields).
func TestGarrisonOfGondor(t *testing.T) {
	g := begins(t, pelennorID, 2, 1)
	if l, ok := g.table.ActiveLocation(); !ok || l.Card.Code != "pelennor-field" {
		t.Fatalf("the active location is %+v", l)
	}
	g.cannot("phase-skipped", lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	g.cannot("phase-skipped", lotr.ResolveQuest{Table: tid, Willpower: 5})
	g.cannot("phase-skipped", lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat})
	g.phase(lotr.PhaseTravel)
	g.at("1B", 1, 0)
	g.rest()
	g.phase(lotr.PhasePlanning)
	g.at("1B", 1, 0)
	g.phase(lotr.PhaseQuest) // the second planning phase has ended, and stage 2B skips nothing
	g.at("2B", 0, 0)
	if g.table.wraiths() != 2 || !g.table.isOpen(pelennorReveal) || !g.table.isOpen(pelennorAllies) {
		t.Errorf("%d Wraiths on Wings for two players, due %+v", g.table.wraiths(), g.table.Due)
	}
}

// With the setting BufferGarrison the active location takes the progress first, and it takes six rounds.
//
// Source: facts/game-facts.md, "3.1 Stages" (1B of The Battle of the Pelennor Fields).
func TestGarrisonBuffered(t *testing.T) {
	g := beginsAs(t, Context{BufferGarrison: true}, pelennorID, 1)
	for round := 1; round <= 5; round++ {
		g.rest()
		g.at("1B", max(round-4, 0), 0)
	}
	if _, ok := g.table.ActiveLocation(); ok {
		t.Error("Pelennor Field is active with 4 progress")
	}
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0)
}

// Source: facts/game-facts.md, "3.1 Stages" (2B).
func TestRetreatFromOsgiliath(t *testing.T) {
	g := beginsAs(t, Context{}, pelennorID, 2)
	g.rest()
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0) // no ally is entered, so there are no quest points yet
	g.ally(p2, "Prince Imrahil", 4)
	if !g.table.isOpen(pelennorAllies) {
		t.Error("one of two players has an ally in the staging area, and nobody is asked any more")
	}
	g.ally(p1, "Ingold", 2)
	if points, _ := QuestPoints(g.c, g.table); points != 6 || g.table.isOpen(pelennorAllies) {
		t.Errorf("%d quest points with allies of cost 4 and 2, open %v", points, g.table.isOpen(pelennorAllies))
	}
	g.do(lotr.AddEnemy{Table: tid, Card: "mordor-orc"})
	asked := AskEndTrigger(g.c, g.table, alliesHurt) // two Wraiths and the Orc
	if len(asked) != 1 || asked[0].Choice != group.ChoiceDone || !strings.HasPrefix(asked[0].Effect, "3 damage") {
		t.Errorf("the end of the round asks %+v", asked)
	}
	imrahil := g.table.Objectives[0]
	if imrahil.Card.HitPoints != 3 || imrahil.Owner != p2 || imrahil.Player != "" {
		t.Fatalf("the first ally is %+v", imrahil)
	}
	g.do(lotr.PlaceTokens{Table: tid, Piece: imrahil.piece(), Token: lotr.TokenDamage, By: 3})
	if points, _ := QuestPoints(g.c, g.table); points != 2 || len(g.table.stagedAllies()) != 1 {
		t.Errorf("%d quest points and allies %+v after Imrahil is destroyed", points, g.table.stagedAllies())
	}
	g.rest()
	if ingold := g.table.stagedAllies()[0]; ingold.Damage != 3 { // one ally: it takes all
		t.Errorf("Ingold has %d damage, want 3", ingold.Damage)
	}
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece("pelennor-field").Number})
	g.phase(lotr.PhaseQuest)
	g.quest(2)
	g.at("3B", 0, 0)
	p, _ := g.table.Player(p1)
	if len(p.InPlay) != 1 || p.InPlay[0].Name != "Ingold" || !p.InPlay[0].Exhausted || p.Allies["Ingold"] != 3 {
		t.Errorf("p-1 has the allies %+v with damage %v, want Ingold exhausted with 3", p.InPlay, p.Allies)
	}
}

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

// Luke and Craig have 20 willpower against 25 threat: Minas Tirith goes from 50 to 45, once for the
// group, and nobody's threat moves.
//
// Rule: Assault.
// Source: The Flame of the West, "Assault" (example).
func TestAssaultOnMinasTirith(t *testing.T) {
	g := besieged(t, Context{}, 2)
	g.mustCity(50)
	g.rest()
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	before, one, two := g.city(), g.threatOf(p1), g.threatOf(p2)
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 20, Threat: num(25)})
	g.mustCity(before - 5)
	if g.threatOf(p1) != one || g.threatOf(p2) != two {
		t.Errorf("threat %d and %d, want %d and %d", g.threatOf(p1), g.threatOf(p2), one, two)
	}

	g = besieged(t, Context{}, 2) // with the numbers of the example: 50 to 45
	g.table.Quested = false
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 20, Threat: num(25)})
	g.mustCity(45)
}

// Source: facts/game-facts.md, "3.2 The Pelennor trigger list" (hit points of Minas Tirith).
func TestHitPointsOfMinasTirith(t *testing.T) {
	for players, want := range map[int]int{1: 40, 2: 50, 3: 60, 4: 70} {
		g := besieged(t, Context{}, players)
		g.mustCity(want)
		if points, _ := QuestPoints(g.c, g.table); points != 4+4*players {
			t.Errorf("%d players: stage 3B has %d quest points", players, points)
		}
		if got := g.table.isOpen(pelennorEnemies); got != (players > 1) {
			t.Errorf("%d players: others search for enemies: %v", players, got)
		}
	}
}

// Stage 3B takes progress from destroyed enemies only: their total threat, the active location first.
//
// Rule: Assault.
// Source: facts/game-facts.md, "3.1 Stages" (3B); The Flame of the West, "Assault".
func TestWhiteCityBesieged(t *testing.T) {
	g := besieged(t, Context{}, 1)
	g.rest()
	g.quest(5)
	g.at("3B", 0, 0)
	g.cannot("assault", lotr.PlaceProgress{Table: tid, By: 3, Source: lotr.FromPlayerCard})
	g.do(lotr.AddLocation{Table: tid, Card: "pelennor-field"}, lotr.AddLocation{Table: tid, Card: "fire-filled-trench"}, lotr.AddLocation{Table: tid, Card: cityWall})
	g.phase(lotr.PhaseTravel)
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: g.piece("pelennor-field").Number})
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: g.piece("fire-filled-trench").Number})
	g.do(lotr.Travel{Table: tid, Location: g.piece(cityWall).Number})
	g.do(lotr.AddEnemy{Table: tid, Card: "morgul-captain"})
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: g.piece("morgul-captain").Number})
	g.at("3B", 0, 0)
	if l, _ := g.table.ActiveLocation(); l.Progress != 3 {
		t.Errorf("the City Wall has %d progress, want the Morgul Captain's 3", l.Progress)
	}
	wraith := g.enemyOf(wingedWraith) // 2 resources by now
	if got := ThreatOf(g.c, g.table, wraith.piece()); got != 2 {
		t.Fatalf("a Wraith on Wings with %d resources has threat %d", wraith.Resources, got)
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: wraith.Number, By: 12})
	g.at("3B", 1, 0) // 1 of 2 on the City Wall, which is explored
	if g.table.HasInPlay(cityWall) {
		t.Error("the City Wall has 4 progress and is in play")
	}
}

// Rule: Checklist.
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; The Flame of the West, "Strategy Tip".
func TestPelennorChecklist(t *testing.T) {
	names := func(g *tale) []string {
		var out []string
		for _, id := range g.checklist() {
			if strings.HasPrefix(id, string(WhenQuest)+"/") || strings.HasPrefix(id, string(WhenRoundEnd)+"/") {
				out = append(out, id)
			}
		}
		return out
	}
	check := func(g *tale, want ...string) {
		t.Helper()
		if got := names(g); !slices.Equal(got, want) {
			t.Errorf("stage %s: the checklist is %v, want %v", g.table.Stage, got, want)
		}
	}
	check(begins(t, pelennorID, 2, 1))
	campaign := Context{Campaign: &group.Campaign{Stream: "c", Facts: map[string]int{"corsair-fleet": 9}}}
	check(beginsAs(t, campaign, pelennorID, 2), "quest/the-corsair-fleet-gondor")
	check(osgiliath(t, Context{}, 2), "quest/wraith-on-wings", "round-end/2b-allies")
	g := besieged(t, campaign, 2)
	check(g, "quest/the-corsair-fleet-gondor", "quest/grond", "quest/wraith-on-wings", "quest/the-witch-king", "round-end/minas-tirith")
	if ends := EndTriggers(g.c, g.table); len(ends) != 1 || ends[0].Card != "Minas Tirith" {
		t.Errorf("the effects of the round's end are %+v", ends)
	}
	for _, code := range []string{wingedWraith, wingedWraith} {
		g.do(lotr.DestroyEnemy{Table: tid, Enemy: g.piece(code).Number})
	}
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(grondCode).Number})
	check(g, "quest/the-corsair-fleet-gondor", "quest/wraith-on-wings", "quest/the-witch-king", "round-end/minas-tirith") // the Wraiths' is done this round
	g.rest()
	check(g, "quest/the-corsair-fleet-gondor", "quest/the-witch-king", "round-end/minas-tirith")
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

// At the end of the round Minas Tirith takes damage for the enemies in the staging area; the game is
// lost then, and not before, if it has no hit points left.
//
// Rule: Minas Tirith.
// Source: The Flame of the West, "Minas Tirith"; facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestMinasTirithFalls(t *testing.T) {
	g := besieged(t, Context{}, 1)
	g.rest()
	g.mustCity(38) // The Witch-king and a Wraith on Wings
	g.phase(lotr.PhaseQuest)
	g.mustCity(37) // Grond
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 0, Threat: num(37)})
	g.mustCity(0)
	if g.table.Lost != nil {
		t.Fatal("lost before the end of the round")
	}
	g.rest()
	g.mustLose(lotr.LostCard)
	if !strings.Contains(g.table.Lost.Reason, "Minas Tirith has fallen") {
		t.Errorf("lost because %q", g.table.Lost.Reason)
	}
}

// rohan is a game at stage 4B in the quest phase, reached by the threat of destroyed enemies.
func rohan(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := besieged(t, c, players)
	g.rest()
	points, _ := QuestPoints(g.c, g.table)
	for g.table.Stage == "3B" {
		g.do(lotr.AddEnemy{Table: tid, Card: "war-mumak"})
		g.do(lotr.DestroyEnemy{Table: tid, Enemy: g.piece("war-mumak").Number})
		if points -= 4; points < -4 {
			t.Fatal("stage 3B is not defeated by the threat of destroyed enemies")
		}
	}
	g.at("4B", 0, 0)
	if g.table.HasInPlay(witchCaptain) || !g.table.isOpen(rohanAllies) {
		t.Errorf("The Witch-king in play %v, due %+v", g.table.HasInPlay(witchCaptain), g.table.Due)
	}
	return g
}

// At stage 4B the progress of a successful quest becomes damage on enemies, after the active location;
// at the end of the quest phase the table goes to stage 5A.
//
// Source: facts/game-facts.md, "3.1 Stages" (4B).
func TestRohanHasCome(t *testing.T) {
	g := rohan(t, Context{}, 1)
	g.do(lotr.AddLocation{Table: tid, Card: "fire-filled-trench"})
	g.phase(lotr.PhaseQuest)
	wraith := g.enemyOf(wingedWraith)
	g.quest(4) // one enemy: it takes it all
	g.at("4B", 0, 0)
	if got := g.enemyOf(wingedWraith).Damage; got != wraith.Damage+4 {
		t.Errorf("the Wraith has %d damage, want %d", got, wraith.Damage+4)
	}
	g.phase(lotr.PhaseTravel)
	g.at("5B", 0, 0)
	king := g.enemyOf(witchSorcerer)
	if g.table.mounted(king) != 1 || AttackOf(g.c, g.table, king) != 7 || king.Player != "" {
		t.Errorf("The Witch-king is %+v, want the Sorcerer in the staging area with a Fell Beast", king)
	}

	g = rohan(t, Context{}, 2)
	g.do(lotr.AddLocation{Table: tid, Card: "fire-filled-trench"})
	g.do(lotr.PlaceTokens{Table: tid, Piece: g.piece(grondCode), Token: lotr.TokenResource, By: 1})
	g.phase(lotr.PhaseQuest)
	g.quest(9) // two Wraiths: people assign
	if due := g.table.Due[len(g.table.Due)-1]; due.Trigger != rohanDamage || due.Says != "assign 9 damage among enemies in play" {
		t.Errorf("due is %+v", due)
	}
	g.rest()
	g.at("5B", 0, 0)
}

// A quest that fails at stage 4B raises threat as ever, and what goes to the active location comes first.
//
// Source: facts/game-facts.md, "3.1 Stages" (4B).
func TestRohanActiveLocation(t *testing.T) {
	g := besieged(t, Context{}, 1)
	g.do(lotr.AddLocation{Table: tid, Card: siegeTower})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(siegeTower).Number})
	g.do(lotr.AdvanceStage{Table: tid, Stage: "4B"})
	g.table.Phase, g.table.Quested = lotr.PhaseQuest, false
	before := g.enemyOf(wingedWraith).Damage
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 15, Threat: num(10)}) // 3 on the tower, 2 damage
	if g.table.HasInPlay(siegeTower) || g.enemyOf(wingedWraith).Damage != before+2 {
		t.Errorf("tower in play %v, %d damage on the Wraith, want %d", g.table.HasInPlay(siegeTower), g.enemyOf(wingedWraith).Damage, before+2)
	}
	g.table.Quested = false
	was := g.threatOf(p1)
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 10, Threat: num(13)})
	if g.threatOf(p1) != was+3 {
		t.Errorf("threat %d, want %d", g.threatOf(p1), was+3)
	}
}

// fields is a game at stage 5B at the end of its first round there.
func fields(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := rohan(t, c, players)
	g.phase(lotr.PhaseQuest)
	g.phase(lotr.PhaseTravel)
	g.at("5B", 0, 0)
	return g
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

// Stage 5B is won with 20 progress, Aragorn in play and The Witch-king in the victory display.
//
// Source: facts/game-facts.md, "3.1 Stages" (5B).
func TestPelennorWon(t *testing.T) {
	g := fields(t, Context{}, 2)
	g.rest()
	g.calm()
	g.phase(lotr.PhaseQuest)
	g.quest(21)
	if g.table.Won != nil || g.table.Progress < 20 {
		t.Fatalf("won %v with %d progress and The Witch-king in play", g.table.Won, g.table.Progress)
	}
	g.phase(lotr.PhaseEncounter)
	g.phase(lotr.PhaseCombat)
	g.do(lotr.DamageEnemy{Table: tid, Enemy: g.piece(witchSorcerer).Number, By: 14})
	g.mustWin()
	if got := g.table.InVictoryWith(func(c lotr.Card) bool { return c.Name == "The Witch-king" && c.Victory == 6 }); got != 1 {
		t.Errorf("the victory display has %d Witch-kings with victory 6", got)
	}
}

// Rule: Aragorn.
// Source: The Flame of the West, "Aragorn".
func TestPelennorLostWithAragorn(t *testing.T) {
	g := osgiliath(t, Context{}, 2)
	g.do(lotr.DestroyCharacter{Table: tid, Player: g.table.FirstPlayer, Character: "Aragorn"})
	g.mustLose(lotr.LostAragorn)
}

// In a campaign Aragorn is set aside until the fleet, with the number of resources that the log has,
// has none left; the Harad enemies of the log come at stage 5B.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list"; "3.4 Campaign results".
func TestPelennorCampaign(t *testing.T) {
	log := &group.Campaign{Stream: "c", Facts: map[string]int{
		"corsair-fleet": 3, HaradFact("Southron Champion"): 2, HaradFact("Haradrim Elite"): 1, "black-gate": 4,
	}}
	g := beginsAs(t, Context{Campaign: log}, pelennorID, 2)
	if _, _, here := FellowshipHero(g.c, g.table); here || g.table.Lost != nil {
		t.Fatalf("Aragorn in play %v, lost %v", here, g.table.Lost)
	}
	if got := g.table.ResourcesOn(fleetOfGondor); got != 3 {
		t.Fatalf("the fleet has %d resources, want 3", got)
	}
	g.mustHear("Attach Andúril and Banner of Elendil")
	g.do(lotr.TakeOption{Table: tid, Option: esquireGondor, Player: p2, Card: "Éowyn"})
	g.cannot("limit-reached", lotr.TakeOption{Table: tid, Option: esquireRohan, Player: p2, Card: "Éowyn"})
	g.do(lotr.TakeOption{Table: tid, Option: esquireRohan, Player: p1, Card: "Legolas"})
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: esquireRohan, Player: p2, Card: "Gimli"})
	g.rest()
	if got := g.table.ResourcesOn(fleetOfGondor); got != 3 { // stage 1B skips the quest phase
		t.Fatalf("the fleet has %d resources after a round of stage 1B, want 3", got)
	}
	g.phase(lotr.PhaseQuest)
	for _, id := range g.table.TurnOrder() {
		g.ally(id, "Ally of "+string(id), 3)
	}
	for range 2 {
		g.rest()
		g.calm()
		g.phase(lotr.PhaseQuest)
	}
	if g.table.HasInPlay(fleetOfGondor) || !g.table.InVictory(fleetOfGondor) {
		t.Errorf("the fleet is in play with %d resources", g.table.ResourcesOn(fleetOfGondor))
	}
	if a, holder, here := FellowshipHero(g.c, g.table); !here || holder != g.table.FirstPlayer || a.Damage != 0 {
		t.Errorf("Aragorn in play %v, with %s; the first player is %s", here, holder, g.table.FirstPlayer)
	}
	g.do(lotr.AdvanceStage{Table: tid, Stage: "5B"})
	champions := 0
	for _, e := range g.table.Enemies {
		if e.Card.Code == "southron-champion" {
			champions++
		}
	}
	if due := g.table.Due[len(g.table.Due)-1]; champions != 2 || due.Trigger != fieldsHarad || !strings.Contains(due.Says, "Haradrim Elite ×1") {
		t.Errorf("%d Southron Champions, due %+v", champions, due)
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Legolas"})
	g.do(lotr.PlaceProgress{Table: tid, By: 20, Direct: true})
	if g.table.Won != nil {
		t.Fatal("won without The Witch-king")
	}
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: g.piece(witchSorcerer).Number})
	g.mustWin()
	if n, ok := g.fact(wingedWraith); !ok || n != 2 {
		t.Errorf("Wraith on Wings noted %v, %d: want one for each player", ok, n)
	}
	i := slices.IndexFunc(g.table.Facts, func(f lotr.FactNoted) bool { return f.Fact == esquireGondor })
	if i < 0 || g.table.Facts[i].Player != p2 || g.table.Facts[i].Text != "Éowyn" {
		t.Errorf("facts %+v, want Esquire of Gondor of Éowyn", g.table.Facts)
	}
	if _, ok := g.fact(esquireRohan); ok {
		t.Error("Esquire of Rohan is noted although its hero was destroyed")
	}
}

// Stage 5B cannot be won while Aragorn is still away.
//
// Source: facts/game-facts.md, "3.1 Stages" (5B).
func TestPelennorNeedsAragorn(t *testing.T) {
	log := &group.Campaign{Stream: "c", Facts: map[string]int{"corsair-fleet": 9}}
	g := beginsAs(t, Context{Campaign: log}, pelennorID, 1)
	g.do(lotr.AdvanceStage{Table: tid, Stage: "5B"})
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: g.piece(witchSorcerer).Number})
	g.do(lotr.PlaceProgress{Table: tid, By: 24, Direct: true})
	if g.table.Won != nil {
		t.Fatal("won without Aragorn")
	}
	g.do(lotr.PlaceTokens{Table: tid, Piece: g.piece(fleetOfGondor), Token: lotr.TokenResource, By: -8})
	g.phase(lotr.PhaseQuest)
	g.mustWin()
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

// Two Orcs of the Eye, archery 1 and 1: the archery of several cards adds up, and is dealt to any
// players.
//
// Rule: Archery X.
// Source: The Flame of the West, "Archery X" (example).
func TestTwoOrcsOfTheEye(t *testing.T) {
	g := osgiliath(t, Context{}, 2)
	g.do(lotr.AddEnemy{Table: tid, Card: orcOfTheEye}, lotr.AddEnemy{Table: tid, Card: orcOfTheEye})
	g.phase(lotr.PhaseCombat)
	if g.table.Archery != 2 {
		t.Fatalf("%d archery damage is due, want 2", g.table.Archery)
	}
	g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Prince Imrahil", Unique: true, HitPoints: 3})
	one := lotr.Hit{Player: p1, Character: "Prince Imrahil", Damage: 1}
	g.cannot("archery-unequal", lotr.AssignArchery{Table: tid, Hits: []lotr.Hit{one}})
	g.do(lotr.AssignArchery{Table: tid, Hits: []lotr.Hit{one, {Player: p2, Character: "Gimli", Damage: 1}}})
	a, b := g.table.Players[0], g.table.Players[1]
	i := slices.IndexFunc(b.Heroes, func(h Hero) bool { return h.Title == "Gimli" })
	if a.Allies["Prince Imrahil"] != 1 || b.Heroes[i].Damage != 1 {
		t.Errorf("damage %v and %d, want 1 and 1", a.Allies, b.Heroes[i].Damage)
	}
}
