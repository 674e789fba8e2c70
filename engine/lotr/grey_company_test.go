package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

var theFlame = []string{greyCompany, siegeOfGondor, pelennorID}

// option uses something on offer for a player.
func (g *tale) option(id string, player events.PersonID) {
	g.t.Helper()
	g.do(lotr.TakeOption{Table: tid, Option: id, Player: player})
}

// mustFear fails unless exactly these players have Overcome by Fear on their dials.
func (g *tale) mustFear(want ...events.PersonID) {
	g.t.Helper()
	if got := g.table.afraid(); !slices.Equal(got, want) {
		g.t.Errorf("Overcome by Fear is on the dials of %v, want %v", got, want)
	}
}

// The box has 118 encounter cards; of a double-sided one both sides are data, and it counts once.
//
// Source: The Flame of the West, "Component Overview"; facts/game-facts.md, "0.3 Where databases disagree".
func TestFlameOfTheWestCards(t *testing.T) {
	secondSides := []string{fleetOfGondor, witchSorcerer}
	boons := []string{esquireRohan, esquireGondor}
	copies := map[string]int{}
	for _, id := range theFlame {
		sc, ok := Lookup(id)
		if !ok || sc.Box != "The Flame of the West" || !sc.Saga || sc.Fellowship != WithAragorn {
			t.Fatalf("%s: found %v, box %q, saga %v, fellowship %q", id, ok, sc.Box, sc.Saga, sc.Fellowship)
		}
		for _, c := range sc.Cards {
			if !slices.Contains(secondSides, c.Code) && !slices.Contains(boons, c.Code) {
				copies[c.Code] = c.Copies
			}
		}
	}
	sum := 0
	for _, n := range copies {
		sum += n
	}
	if sum != 118 {
		t.Errorf("the box has %d encounter cards, want 118", sum)
	}
}

// Source: facts/game-facts.md, "3.1 Stages"; "3.2 The Pelennor trigger list"; "3.3 Army of the Dead".
func TestFlameOfTheWestNumbers(t *testing.T) {
	immune := map[string][]string{
		greyCompany: {stoneOfErech, armyOfDead}, siegeOfGondor: nil, pelennorID: {grondCode, gateOfGondor, witchCaptain},
	}
	decks := map[string]int{greyCompany: 32, siegeOfGondor: 30, pelennorID: 41}
	parts := map[string]int{greyCompany: 13, siegeOfGondor: 14, pelennorID: 15}
	for id, want := range immune {
		sc, _ := Lookup(id)
		deck := 0
		for _, c := range sc.Cards {
			deck += c.InDeck(false)
			if c.Immune != slices.Contains(want, c.Code) {
				t.Errorf("%s: %s immune %v", id, c.Code, c.Immune)
			}
		}
		if deck != decks[id] || sc.Part != parts[id] {
			t.Errorf("%s: %d cards in the deck and part %d, want %d and %d", id, deck, sc.Part, decks[id], parts[id])
		}
	}
	for _, tc := range []struct {
		scenario, stage string
		players, points int
		none            bool
	}{
		{greyCompany, "1B", 2, 0, true},
		{greyCompany, "2B", 2, 28, false}, // the highest threat
		{greyCompany, "2B", 4, 30, false},
		{greyCompany, "3B", 2, 5, false},
		{siegeOfGondor, "1B", 4, 20, false},
		{pelennorID, "1B", 4, 2, false},
		{pelennorID, "3B", 1, 8, false},
		{pelennorID, "3B", 4, 20, false},
		{pelennorID, "4B", 4, 0, true},
		{pelennorID, "5B", 1, 20, false},
	} {
		g := begins(t, tc.scenario, tc.players, 1)
		g.table.Stage = tc.stage
		points, has := QuestPoints(g.c, g.table)
		if has == tc.none || points != tc.points {
			t.Errorf("%s %s with %d players: %d quest points, has some %v; want %d", tc.scenario, tc.stage, tc.players, points, has, tc.points)
		}
	}
}

// Rule: Easy mode.
// Source: facts/game-facts.md, "5.6 Modes".
func TestFlameOfTheWestEasy(t *testing.T) {
	for id, want := range map[string]map[string]int{
		greyCompany: {
			"dark-door": 1, "trysting-place": 2, "faithless-dead": 2, "shadow-host": 1, "blood-runs-chill": 1, "no-turning-back": 1,
		},
		siegeOfGondor: {
			"pelargir-quays": 0, "corsair-captain": 1, "umbar-pirate-crew": 1, "raiding-the-coasts": 2, "driven-to-the-brink": 1,
		},
		pelennorID: {
			"fire-filled-trench": 2, "siege-tower": 2, "the-black-serpent": 0, "war-mumak": 1, "morgul-captain": 1, "mordor-orc": 4,
			"the-rammas-is-breached": 1, "fell-beast": 1, "black-dart": 1, "shadow-of-mordor": 1,
		},
	} {
		sc, _ := Lookup(id)
		if sc.EasyResources != 1 {
			t.Errorf("%s: %d resources more for each hero in easy mode", id, sc.EasyResources)
		}
		for _, c := range sc.Cards {
			n, less := want[c.Code]
			if !less {
				n = c.InDeck(false)
			}
			if got := c.InDeck(true); got != n {
				t.Errorf("%s: %d copies of %s in easy mode, want %d", id, got, c.Code, n)
			}
		}
	}
}

// Source: facts/game-facts.md, "3.1 Stages" (1A, 1B of The Passing of the Grey Company).
func TestForbiddenDoor(t *testing.T) {
	g := begins(t, greyCompany, 2, 1)
	g.mustFear(p1, p2)
	g.cannot("threat-held", lotr.ChangeThreat{Table: tid, Player: p2, By: -2})
	g.option(greyResources, p2)
	g.mustThreat(21, 31)
	g.cannot("used-already", lotr.TakeOption{Table: tid, Option: greyResources, Player: p2})
	if !slices.Contains(g.checklist(), "planning-end/1b-hands") {
		t.Errorf("the checklist %v is without the discarding of the hands", g.checklist())
	}
	g.phase(lotr.PhasePlanning)
	g.at("1B", 0, 0)
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0)
	g.mustHear("discards all cards in hand")
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: greyResources, Player: p1})
	if points, _ := QuestPoints(g.c, g.table); points != 31 {
		t.Errorf("stage 2B has %d quest points, want the highest threat 31", points)
	}
	if !g.table.isOpen(greyLocations) {
		t.Error("nobody is asked to search for locations")
	}
}

// paths is a game at stage 2B in the quest phase of round 1.
func paths(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := beginsAs(t, c, greyCompany, players)
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0)
	return g
}

// At the end of the round each player's threat rises; then the first player, who has Aragorn's
// Fellowship resources, may pay one.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func TestOvercomeByFear(t *testing.T) {
	g := paths(t, Context{}, 2)
	g.rest(group.ChoiceLet)
	g.mustThreat(21+1+1, 28+1+1) // the refresh phase, and Overcome by Fear
	g.mustFear(p2, p1)           // p-2 is first player
	g.rest(group.ChoicePay)      // p-1 is first player when the effect comes
	g.mustThreat(21+4, 28+4)
	g.mustFear(p2)
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, By: -2})
	g.cannot("threat-held", lotr.ChangeThreat{Table: tid, Player: p2, By: -2})
	if asked := AskEndTrigger(g.c, g.table, fearCode); asked != nil {
		t.Errorf("the first player is asked %v without Overcome by Fear", asked)
	}
	g.option("attach-overcome-by-fear", p1)
	g.mustFear(p1, p2)
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "attach-overcome-by-fear", Player: p1})
}

// Source: facts/game-facts.md, "3.1 Stages" (2B of The Passing of the Grey Company).
func TestPathsOfTheDead(t *testing.T) {
	g := paths(t, Context{}, 2)
	g.rest(group.ChoicePay) // p-2 is first player and pays
	g.mustFear(p1)
	g.phase(lotr.PhasePlanning)
	if !g.table.isOpen(greyChoice) {
		t.Fatal("nobody chooses whether to play cards")
	}
	g.option(greyPay, p1)
	g.mustThreat(24, 30)
	g.cannot("used-already", lotr.TakeOption{Table: tid, Option: greyAbstain, Player: p1})
	g.option(greyAbstain, p2)
	if g.table.isOpen(greyChoice) {
		t.Error("both have chosen, and the choice is still open")
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p2, By: -9}) // no further than where it started
	g.mustThreat(24, 28)
	g.cannot("threat-held", lotr.ChangeThreat{Table: tid, Player: p2, By: -1})
}

// erech is a game at stage 3B in the quest phase of round 1.
func erech(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := paths(t, c, players)
	points, _ := QuestPoints(g.c, g.table)
	g.quest(points)
	g.at("3B", 0, 0)
	return g
}

// Source: facts/game-facts.md, "3.1 Stages" (3B); "3.3 Army of the Dead".
func TestStoneOfErech(t *testing.T) {
	g := erech(t, Context{}, 2)
	army, stone := g.piece(armyOfDead), g.piece(stoneOfErech)
	if got := ThreatOf(g.c, g.table, army); got != 4 {
		t.Errorf("Army of the Dead has threat %d, want 4 with two players", got)
	}
	if got := StagingThreat(g.c, g.table); got != 4+5 {
		t.Errorf("staging threat %d, want 9", got)
	}
	g.cannot("immune", lotr.DamageEnemy{Table: tid, Enemy: army.Number, By: 1, Source: lotr.FromPlayerCard})
	g.option(greyDetach, p2)
	g.mustThreat(21, 31)
	g.mustFear(p1)
	g.cannot("nothing-to-detach", lotr.TakeOption{Table: tid, Option: greyDetach, Player: p2})
	g.phase(lotr.PhaseTravel)
	g.cannot("travel-price", lotr.Travel{Table: tid, Location: stone.Number})
	g.do(lotr.PlaceProgress{Table: tid, By: 7})
	g.at("3B", 7, 0) // progress does not win
	host := g.enemyOf(armyOfDead)
	if got := EngagementOf(g.c, g.table, host); got != 50 {
		t.Errorf("engagement cost %d, want 50 before the Stone is reached", got)
	}
	g.do(lotr.Travel{Table: tid, Location: stone.Number})
	g.at("3B", 2, 0)
	if got := EngagementOf(g.c, g.table, host); got != 30 {
		t.Errorf("engagement cost %d, want 30 at the Stone", got)
	}
	if !g.table.isOpen(greySearch) {
		t.Error("nobody searches for Oathbreakers")
	}
}

// enemyOf returns the first enemy in play with a code.
func (g *tale) enemyOf(code string) Enemy {
	g.t.Helper()
	n := g.piece(code).Number
	i := slices.IndexFunc(g.table.Enemies, func(e Enemy) bool { return e.Number == n })
	if i < 0 {
		g.t.Fatalf("%s is no enemy in play", code)
	}
	return g.table.Enemies[i]
}

// A Shadow Host, attack 4, is defended by Gimli with defense 2: no damage, and threat +2.
//
// Rule: Phantom.
// Source: The Flame of the West, "Phantom Keyword" (example).
func TestShadowHostAgainstGimli(t *testing.T) {
	g := paths(t, Context{}, 2)
	g.do(lotr.AddEnemy{Table: tid, Card: "shadow-host", Player: p2})
	g.phase(lotr.PhaseCombat)
	before := g.threatOf(p2)
	g.do(lotr.EnemyAttack{
		Table: tid, Enemy: g.piece("shadow-host").Number, Player: p2, Defender: lotr.Character{Player: p2, Name: "Gimli"}, Defense: num(2),
	})
	if got := g.threatOf(p2); got != before+2 {
		t.Errorf("threat %d after the attack, want %d", got, before+2)
	}
	p, _ := g.table.Player(p2)
	if p.Heroes[0].Damage != 0 {
		t.Errorf("Gimli has %d damage, want none", p.Heroes[0].Damage)
	}
}

// At the Stone the Oathbreakers have lost Phantom: Gimli takes the damage.
//
// Rule: Phantom.
// Source: The Flame of the West, "Phantom Keyword".
func TestNoPhantomAtTheStone(t *testing.T) {
	g := erech(t, Context{}, 2)
	g.do(lotr.PlaceProgress{Table: tid, By: 5})
	g.do(lotr.AddEnemy{Table: tid, Card: "shadow-host", Player: p2})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(stoneOfErech).Number})
	g.phase(lotr.PhaseCombat)
	before := g.threatOf(p2)
	g.do(lotr.EnemyAttack{
		Table: tid, Enemy: g.piece("shadow-host").Number, Player: p2, Defender: lotr.Character{Player: p2, Name: "Gimli"}, Defense: num(2),
	})
	p, _ := g.table.Player(p2)
	if got := g.threatOf(p2); got != before || p.Heroes[0].Damage != 2 {
		t.Errorf("threat %d and %d damage on Gimli, want %d and 2", got, p.Heroes[0].Damage, before)
	}
}

// Source: facts/game-facts.md, "3.1 Stages" (won when The Stone of Erech leaves play explored); "3.4
// Campaign results".
func TestGreyCompanyWon(t *testing.T) {
	g := erech(t, Context{Campaign: &group.Campaign{Stream: "c"}}, 2)
	g.option(greyDetach, p2)
	g.do(lotr.PlaceProgress{Table: tid, By: 5})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: g.piece(stoneOfErech).Number})
	g.do(lotr.DamageEnemy{Table: tid, Enemy: g.piece(armyOfDead).Number, By: 8})
	g.rest(group.ChoiceLet)
	g.quest(4)
	if g.table.Won != nil {
		t.Fatal("won with 4 of 5 progress on the Stone")
	}
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.mustWin()
	if n, ok := g.fact(armyOfDead); !ok || n != 1 {
		t.Errorf("Army of the Dead noted %v, %d", ok, n)
	}
	i := slices.IndexFunc(g.table.Facts, func(f lotr.FactNoted) bool { return f.Fact == fearCode })
	if i < 0 || g.table.Facts[i].Player != p1 || len(g.table.Facts) != 2 {
		t.Errorf("facts %+v, want Overcome by Fear of p-1 and Army of the Dead", g.table.Facts)
	}
}

// Rule: Aragorn.
// Source: The Flame of the West, "Aragorn".
func TestGreyCompanyLostWithAragorn(t *testing.T) {
	g := paths(t, Context{}, 2)
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Aragorn"})
	g.mustLose(lotr.LostAragorn)
	if len(g.table.Facts) != 0 {
		t.Errorf("facts %+v in a game of no campaign", g.table.Facts)
	}
}

// Everybody out loses, too.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func TestGreyCompanyLostByThreat(t *testing.T) {
	g := paths(t, Context{}, 1)
	for range 20 {
		if g.table.Lost != nil {
			break
		}
		g.do(lotr.ResolveQuest{Table: tid, Willpower: 0, Threat: num(4)})
		if g.table.Lost == nil {
			g.rest(group.ChoiceLet)
		}
	}
	if g.table.Lost == nil || g.table.Won != nil {
		t.Fatalf("won %v, lost %v: want a lost game", g.table.Won, g.table.Lost)
	}
}

// Source: The Flame of the West, cards 18, 19 and 21.
func TestGreyCompanyLocations(t *testing.T) {
	g := paths(t, Context{}, 2)
	g.do(lotr.AddLocation{Table: tid, Card: hauntedPath}, lotr.AddLocation{Table: tid, Card: "deadly-road"})
	path, road := g.piece(hauntedPath), g.piece("deadly-road")
	if got := ThreatOf(g.c, g.table, path); got != 1 {
		t.Errorf("Haunted Path has threat %d, want 1 with nobody at 35", got)
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p2, To: num(35)})
	if got := ThreatOf(g.c, g.table, path); got != 2 {
		t.Errorf("Haunted Path has threat %d, want 2 with one player at 35", got)
	}
	g.do(lotr.PlaceProgress{Table: tid, Location: road.Number, By: 1})
	g.do(lotr.AddLocation{Table: tid, Card: darkDoor})
	g.cannot("no-progress-here", lotr.PlaceProgress{Table: tid, Location: road.Number, By: 1})
	g.do(lotr.AddEnemy{Table: tid, Card: "dead-man-of-dunharrow"})
	man := g.piece("dead-man-of-dunharrow")
	g.do(lotr.DamageEnemy{Table: tid, Enemy: man.Number, By: 1})
	g.do(lotr.AddLocation{Table: tid, Card: trystPlace})
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: man.Number, By: 1})
	g.phase(lotr.PhaseTravel)
	g.do(lotr.Travel{Table: tid, Location: path.Number})
	g.mustThreat(22, 36)
	g.do(lotr.Engage{Table: tid, Enemy: man.Number, Player: p2})
	g.do(lotr.DamageEnemy{Table: tid, Enemy: man.Number, By: 1}) // engaged, it takes damage
}

// A campaign carries Overcome by Fear on into the next scenarios.
//
// Source: facts/game-facts.md, "3.4 Campaign results"; "5.5 Campaign log".
func TestFearInTheNextScenarios(t *testing.T) {
	for _, id := range []string{siegeOfGondor, pelennorID} {
		g := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c", Facts: map[string]int{FearFact(p2): 1}}}, id, 2)
		g.mustFear(p2)
		g.cannot("threat-held", lotr.ChangeThreat{Table: tid, Player: p2, By: -1})
		told := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c", Burdens: []string{fearCode}}}, id, 2)
		told.mustFear()
		told.mustHear("whom the campaign log names")
		if g := begins(t, id, 2, 1); len(g.table.afraid()) != 0 {
			t.Errorf("%s: Overcome by Fear outside a campaign", id)
		}
	}
}
