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
