package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// ship enters a ship and explores it.
func (g *tale) ship(code string) {
	g.t.Helper()
	g.do(lotr.AddLocation{Table: tid, Card: code})
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(code).Number})
}

// Source: facts/game-facts.md, "3.1 Stages" (The Siege of Gondor).
func TestSiegeOfGondorSetup(t *testing.T) {
	g := begins(t, siegeOfGondor, 2, 1)
	g.at("1B", 0, 0)
	ship := g.piece(greatShip)
	g.piece(corsairFleet)
	if !g.table.isOpen(siegeShips) || !slices.Contains(g.checklist(), "at-once/1a-ships") {
		t.Errorf("nobody searches for ships: %v", g.checklist())
	}
	if _, here := g.table.heroAt(armyName); here || len(g.table.Players[0].InPlay) != 0 {
		t.Error("Army of the Dead is in play outside a campaign")
	}
	g.do(lotr.AddLocation{Table: tid, Card: warGalley})
	galley := g.piece(warGalley)
	g.cannot("immune", lotr.PlaceProgress{Table: tid, Location: galley.Number, By: 1, Source: lotr.FromPlayerCard})
	g.cannot("immune", lotr.PlaceProgress{Table: tid, Location: ship.Number, By: 1, Source: lotr.FromPlayerCard})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: galley.Number})
	g.do(lotr.PlaceProgress{Table: tid, Location: galley.Number, By: 1, Source: lotr.FromPlayerCard}) // active, it is not
}

// At the start of the staging step the fleet gets a resource; then each player reveals a card or takes
// as much damage as it has resources.
//
// Source: facts/game-facts.md, "3.2 The Pelennor trigger list".
func TestCorsairFleet(t *testing.T) {
	g := begins(t, siegeOfGondor, 2, 1)
	for round := 1; round <= 2; round++ {
		g.phase(lotr.PhaseQuest)
		if got := g.table.ResourcesOn(corsairFleet); got != round-1 {
			t.Fatalf("%d resources before the staging step of round %d", got, round)
		}
		g.reveal("port-of-pelargir")
		if got := g.table.ResourcesOn(corsairFleet); got != round || ThreatOf(g.c, g.table, g.piece(greatShip)) != round {
			t.Fatalf("%d resources and threat %d in round %d", got, ThreatOf(g.c, g.table, g.piece(greatShip)), round)
		}
		if !g.table.isOpen(corsairFleet) {
			t.Fatal("nobody chooses")
		}
		g.option(fleetReveal, p1)
		g.cannot("used-already", lotr.TakeOption{Table: tid, Option: fleetDamage, Player: p1})
		g.option(fleetDamage, p2)
		if g.table.isOpen(corsairFleet) {
			t.Error("both have chosen, and the choice is still open")
		}
		g.mustHear(map[int]string{1: "Assign 1 damage", 2: "Assign 2 damage"}[round])
		g.rest()
	}
}

// Source: facts/game-facts.md, "3.1 Stages" (The Siege of Gondor).
func TestSiegeOfGondorWon(t *testing.T) {
	g := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c"}}, siegeOfGondor, 2)
	great := g.piece(greatShip).Number
	g.phase(lotr.PhaseQuest)
	g.quest(26) // the fleet adds 1 threat at the start of the staging step
	if g.table.Won != nil || g.table.Progress != 25 {
		t.Fatalf("won %v with %d progress and the Great Corsair Ship in play", g.table.Won, g.table.Progress)
	}
	g.phase(lotr.PhaseTravel)
	g.cannot("travel-price", lotr.Travel{Table: tid, Location: great})
	g.ship(dromon)
	g.ship(warGalley)
	g.cannot("travel-price", lotr.Travel{Table: tid, Location: great})
	g.ship(dromon)
	g.do(lotr.Travel{Table: tid, Location: great})
	if !g.table.isOpen(siegeTravel) {
		t.Error("nobody fetches Corsairs")
	}
	g.rest()
	g.quest(4)
	if g.table.Won != nil {
		t.Fatal("won with the Great Corsair Ship in play")
	}
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.mustWin()
	if n, ok := g.fact("corsair-fleet"); !ok || n != 2 {
		t.Errorf("the fleet is noted %v with %d resources, want 2", ok, n)
	}
}

// Source: The Flame of the West, "Aragorn"; facts/game-facts.md, "5.2 Elimination".
func TestSiegeOfGondorLost(t *testing.T) {
	g := begins(t, siegeOfGondor, 1, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: "umbar-pirate-crew", Player: p1})
	g.phase(lotr.PhaseCombat)
	g.do(lotr.EnemyAttack{Table: tid, Enemy: 1, Player: p1, Takes: lotr.Character{Player: p1, Name: "Aragorn"}})
	g.mustLose(lotr.LostAragorn)
}

// Source: The Flame of the West, cards 31, 32, 35 and 36.
func TestCorsairsAtShips(t *testing.T) {
	g := begins(t, siegeOfGondor, 2, 1)
	for _, code := range []string{corsairCaptain, corsairOfUmbar} {
		g.do(lotr.AddEnemy{Table: tid, Card: code})
	}
	g.do(lotr.AddLocation{Table: tid, Card: warGalley}, lotr.AddLocation{Table: tid, Card: dromon})
	check := func(captain, umbarian, strength, archery int) {
		t.Helper()
		c, u := g.enemyOf(corsairCaptain), g.enemyOf(corsairOfUmbar)
		got := []int{
			EngagementOf(g.c, g.table, c), EngagementOf(g.c, g.table, u),
			AttackOf(g.c, g.table, u) - u.Card.Attack, DefenseOf(g.c, g.table, u) - u.Card.Defense, ArcheryTotal(g.table),
		}
		if want := []int{captain, umbarian, strength, strength, archery}; !slices.Equal(got, want) {
			t.Errorf("engagement of captain and Corsair, what a ship adds in attack and defense, archery: %v, want %v", got, want)
		}
	}
	check(49, 29, 0, 0)
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(warGalley).Number})
	check(9, 19, 2, 0)
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(warGalley).Number})
	g.do(lotr.Travel{Table: tid, Location: g.piece(dromon).Number})
	check(19, 29, 2, 2)
	g.phase(lotr.PhaseEncounter)
	g.cannot("cannot-engage", lotr.Engage{Table: tid, Enemy: g.piece(corsairCaptain).Number, Player: p1, Optional: true})
}

// Source: The Flame of the West, card 34.
func TestPelargirQuays(t *testing.T) {
	g := begins(t, siegeOfGondor, 1, 1)
	g.do(lotr.AddLocation{Table: tid, Card: quays})
	for round := 1; round <= 4; round++ {
		if asked := AskEndTrigger(g.c, g.table, quays); (asked != nil) != (round == 4) {
			t.Errorf("round %d asks people %v", round, asked)
		}
		g.rest()
		if round < 4 && g.table.DamageOn(quays) != round {
			t.Errorf("%d damage after round %d", g.table.DamageOn(quays), round)
		}
	}
	if g.table.HasInPlay(quays) {
		t.Error("the quays are in play with 4 damage")
	}
	g.mustHear("Assign 4 damage")
}

// The boon goes with the first player token, with its damage, and is out of the game when it leaves
// play.
//
// Source: facts/game-facts.md, "3.3 Army of the Dead".
func TestArmyOfTheDeadFollows(t *testing.T) {
	for _, boon := range []string{armyOfDead, armyName} {
		g := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c", Boons: []string{boon}}}, siegeOfGondor, 2)
		ally := func(at int) Ally {
			t.Helper()
			if p := g.table.Players[at]; len(p.InPlay) == 1 && len(g.table.Players[1-at].InPlay) == 0 {
				return p.InPlay[0]
			}
			t.Fatalf("allies %v and %v, want one with p-%d", g.table.Players[0].InPlay, g.table.Players[1].InPlay, at+1)
			return Ally{}
		}
		if a := ally(0); a.Name != armyName || a.Willpower != 4 || a.Attack != 6 || a.Defense != 2 || a.HitPoints != 8 {
			t.Errorf("the boon is %+v", a)
		}
		g.do(lotr.DamageCharacter{Table: tid, Player: p1, Character: armyName, By: 3})
		g.rest()
		ally(1)
		g.do(lotr.DamageCharacter{Table: tid, Player: p2, Character: armyName, By: 5})
		if len(g.table.Players[1].InPlay) != 0 {
			t.Error("it is in play with 8 damage")
		}
	}
}
