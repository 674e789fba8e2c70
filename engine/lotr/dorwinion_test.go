package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events/lotr"
)

const dorwinion = "danger-in-dorwinion"

// plotSeed returns a seed with which stage 2A brings this Plot.
func plotSeed(t *testing.T, plot string) uint64 {
	t.Helper()
	for seed := range uint64(100) {
		g := begins(t, dorwinion, 2, seed+1)
		g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
		if g.table.HasInPlay(plot) {
			return seed + 1
		}
	}
	t.Fatalf("%s never comes", plot)
	return 0
}

// explore travels to a location from the deck and explores it.
func (g *tale) explore(code string) {
	g.t.Helper()
	g.do(lotr.AddLocation{Table: tid, Card: code})
	n := g.table.NextLocation - 1
	g.do(lotr.Travel{Table: tid, Location: n}, lotr.ExploreLocation{Table: tid, Location: n})
}

// Source: facts/game-facts.md, "4.1 Stages" (Danger in Dorwinion).
func TestDorwinionWon(t *testing.T) {
	g := begins(t, dorwinion, 2, plotSeed(t, bribes))
	if !g.table.HasInPlay("side-street") {
		t.Fatal("Side Street is not in the staging area")
	}
	g.mustHear("1 location more")
	g.quest(7)
	g.at("1B", 7, 0) // its 5 progress are there, the resources are not
	g.explore("city-forum")
	g.at("1B", 7, 1)
	g.do(lotr.ExploreLocation{Table: tid, Card: "hillside-manor"}) // never active
	g.at("1B", 7, 1)
	g.explore("hillside-manor")
	g.at("2B", 0, 0)
	g.mustHear("Reveal 2 encounter cards")

	g.rest()
	for i := range 4 {
		g.explore("seedy-tavern")
		g.at("2B", 0, i+1)
	}
	g.mustHear("reveal the top card")
	g.explore("seedy-tavern") // the fifth: 3 and one for each of two players
	g.at("3B", 0, 0)
	g.mustHear("1 enemy")
	i := slices.IndexFunc(g.table.Enemies, func(e Enemy) bool { return e.Card.HasTrait(cultistTrait) })
	if i < 0 {
		t.Fatalf("no Cultist came: %+v", g.table.Enemies)
	}
	cultist := g.table.Enemies[i]
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: cultist.Number, By: 1})
	for g.table.Won == nil {
		if _, active := g.table.ActiveLocation(); !active {
			g.do(lotr.AddLocation{Table: tid, Card: "hillside-manor"}, lotr.Travel{Table: tid, Location: g.table.NextLocation})
		}
		before := g.damageOn(cultist.Card.Code)
		g.do(lotr.DamageEnemy{Table: tid, Enemy: cultist.Number, By: 7})
		if g.table.Won == nil && g.damageOn(cultist.Card.Code) != before+4 {
			t.Fatalf("damage %d after 7 more, before %d: Hillside Manor has 4 quest points", g.damageOn(cultist.Card.Code), before)
		}
		if g.table.Won == nil {
			g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: cultist.Number, By: 1})
			g.rest()
		}
	}
	g.mustWin()
}

func (g *tale) damageOn(code string) int { return g.table.DamageOn(code) }

// Source: facts/game-facts.md, "4.3 Rule-bearing cards" (Submit or Die).
func TestDorwinionLost(t *testing.T) {
	g := begins(t, dorwinion, 2, plotSeed(t, submitOrDie))
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	g.do(lotr.AddEnemy{Table: tid, Card: "rhun-backstabber", Player: p1})
	stabber, _ := inPlayEnemy(g.table, "rhun-backstabber")
	if got := AttackOf(g.c, g.table, stabber); got != 4 {
		t.Errorf("a Rhûn Backstabber attacks with %d, want 3 and 1", got)
	}
	g.do(lotr.EnemyAttack{
		Table: tid, Enemy: stabber.Number, Player: p1, Shadow: 9,
		Defender: lotr.Character{Player: p1, Name: "Legolas"}, Defense: num(1),
	})
	if got := g.damageOn(submitOrDie); got != 1 {
		t.Fatalf("%d damage on Submit or Die after an attack destroyed Legolas, want 1", got)
	}
	for range 4 {
		g.do(lotr.TakeOption{Table: tid, Option: "submit-or-die"})
	}
	if g.table.Lost != nil {
		t.Fatal("lost at 5 damage with 2 players")
	}
	g.do(lotr.TakeOption{Table: tid, Option: "submit-or-die"})
	g.mustLose(lotr.LostCard)
}

// Source: facts/game-facts.md, "4.3 Rule-bearing cards" (Sauron Worship).
func TestSauronWorship(t *testing.T) {
	g := begins(t, dorwinion, 2, plotSeed(t, sauronWorship))
	level := func() int { p, _ := g.table.Player(p2); return p.Elimination }
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	if level() != 49 || g.damageOn(sauronWorship) != 1 {
		t.Errorf("elimination level %d with %d damage, want 49 with 1", level(), g.damageOn(sauronWorship))
	}
	if !slices.Contains(g.checklist(), "round-end/sauron-worship") {
		t.Errorf("Sauron Worship is not on the checklist: %v", g.checklist())
	}
	g.rest()
	if level() != 48 {
		t.Errorf("elimination level %d after a round, want 48", level())
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p2, To: num(47)})
	g.rest() // threat 48 in the refresh phase
	if g.table.PlayersIn() != 1 {
		t.Errorf("threat 48 at elimination level 48: %d players are in the game", g.table.PlayersIn())
	}
}

// Source: facts/game-facts.md, "4.3 Rule-bearing cards" (Bribes).
func TestBribes(t *testing.T) {
	g := begins(t, dorwinion, 2, plotSeed(t, bribes))
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	before := StagingThreat(g.c, g.table)
	g.explore("city-forum")
	g.mustHear("top 1 card of each player's deck")
	g.do(lotr.TakeOption{Table: tid, Option: "bribes", N: 3})
	if got := StagingThreat(g.c, g.table); got != before+3 {
		t.Errorf("staging threat %d with 3 resources on Bribes, before %d", got, before)
	}
}

// Stephen's card: revealed in the quest phase, it waits for an enemy, is attached to it, and is free
// when that enemy is gone.
//
// Rule: Guarded (X).
// Source: A Shadow in the East, "Guarded (X)" (the example); facts/game-facts.md, "4.3 Rule-bearing
// cards".
func TestEvidenceOfTheCultIsGuardedByAnEnemy(t *testing.T) {
	g := begins(t, dorwinion, 2, 1)
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	g.reveal(evidenceOfCult)
	evidence := g.piece(evidenceOfCult)
	if !slices.Equal(g.table.Guards, []int{evidence.Number}) {
		t.Fatalf("waiting for a guard: %v", g.table.Guards)
	}
	g.cannot("wrong-kind", lotr.FindGuard{Table: tid, Objective: evidence.Number, Card: "city-forum"})
	g.do(lotr.FindGuard{Table: tid, Objective: evidence.Number, Card: "messenger-from-mordor", Discarded: 3, Reshuffled: true})
	messenger, ok := inPlayEnemy(g.table, "messenger-from-mordor")
	if !ok || messenger.Player != "" || !bears(g.table, messenger, evidenceOfCult) {
		t.Fatalf("the enemy is in play %v, with %q, bears %v", ok, messenger.Player, borne(g.table, messenger))
	}
	if AttackOf(g.c, g.table, messenger) != 5 || DefenseOf(g.c, g.table, messenger) != 3 || ThreatOf(g.c, g.table, messenger.piece()) != 3 {
		t.Errorf("the guard has attack %d, defense %d, threat %d, want 5, 3 and 3",
			AttackOf(g.c, g.table, messenger), DefenseOf(g.c, g.table, messenger), ThreatOf(g.c, g.table, messenger.piece()))
	}
	g.at("1B", 0, 0)
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: messenger.Number})
	if !g.table.InVictory(evidenceOfCult) || len(g.table.Objectives) != 0 {
		t.Errorf("free evidence: in the victory display %v, objectives %v", g.table.InVictory(evidenceOfCult), g.table.Objectives)
	}
	g.at("1B", 0, 1)
}

// Source: A Shadow in the East, cards 31, 37, 41, 43, 45, 46, 48, 49 and 52.
func TestDorwinionCards(t *testing.T) {
	g := begins(t, dorwinion, 2, 1)
	threat := func() int { p, _ := g.table.Player(p1); return p.Threat }
	g.do(lotr.AddEnemy{Table: tid, Card: treacherous, Player: p1}, lotr.AddEnemy{Table: tid, Card: servantOfSauron})
	if e, _ := inPlayEnemy(g.table, servantOfSauron); e.Player != p1 {
		t.Errorf("a Servant of Sauron is engaged with %q, want the first player", e.Player)
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, By: 2})
	e, _ := inPlayEnemy(g.table, treacherous)
	if e.Resources != 1 || AttackOf(g.c, g.table, e) != 4 || DefenseOf(g.c, g.table, e) != 2 {
		t.Errorf("Treacherous Easterling has %d resources, attack %d, defense %d", e.Resources, AttackOf(g.c, g.table, e), DefenseOf(g.c, g.table, e))
	}
	g.mustHear("Servant of Sauron attacks")

	g.do(lotr.AddLocation{Table: tid, Card: cityForum}, lotr.AddLocation{Table: tid, Card: hillsideManor})
	g.do(lotr.ExploreLocation{Table: tid, Card: "catacombs"})
	if got := ThreatOf(g.c, g.table, g.piece(cityForum)); got != 2 {
		t.Errorf("City Forum with a resource has threat %d, want 2", got)
	}
	g.cannot("no-progress-here", lotr.PlaceProgress{Table: tid, Location: g.piece(hillsideManor).Number, By: 1})
	before := threat()
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, By: -1, Source: lotr.FromPlayerCard})
	g.cannot("threat-held", lotr.ChangeThreat{Table: tid, Player: p1, By: -1, Source: lotr.FromPlayerCard})
	if threat() != before-1 {
		t.Errorf("threat %d, want %d", threat(), before-1)
	}
	g.do(lotr.Travel{Table: tid, Location: g.piece(cityForum).Number})
	if threat() != before {
		t.Errorf("travelling to City Forum with a resource: threat %d, want %d", threat(), before)
	}
	g.reveal("darkness-in-the-east")
	if threat() != before+2 {
		t.Errorf("Darkness in the East with City Forum active: threat %d, want %d", threat(), before+2)
	}
	g.reveal(unwelcome, shadowOfFear)
	if got := ThreatOf(g.c, g.table, g.piece(hillsideManor)); got != 3 {
		t.Errorf("Hillside Manor with Unwelcome Travelers has threat %d, want 3", got)
	}
	g.do(lotr.AddEnemy{Table: tid, Card: "messenger-from-mordor"})
	messenger, _ := inPlayEnemy(g.table, "messenger-from-mordor")
	g.do(lotr.Engage{Table: tid, Enemy: messenger.Number, Player: p1})
	if threat() != before+3 {
		t.Errorf("Shadow of Fear: threat %d after an enemy engaged, want %d", threat(), before+3)
	}
	g.do(lotr.AddEnemy{Table: tid, Card: theGovernor})
	g.reveal(hillsideManor)
	if e, _ := inPlayEnemy(g.table, theGovernor); e.Player != p1 {
		t.Errorf("The Governor is engaged with %q after a location was revealed", e.Player)
	}
	g.reveal(overwhelmed)
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: messenger.Number, By: 1})
	g.rest()
	g.do(lotr.DamageEnemy{Table: tid, Enemy: messenger.Number, By: 1})
	g.do(lotr.ChooseQuest{Table: tid, SideQuest: g.piece(shadowOfFear).Number})
	before = threat()
	g.quest(6 + 5) // City Forum takes 5
	if !g.table.InVictory(shadowOfFear) || threat() != before-3 {
		t.Errorf("Shadow of Fear in the victory display %v, threat %d, before %d", g.table.InVictory(shadowOfFear), threat(), before)
	}
}
