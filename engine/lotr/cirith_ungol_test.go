package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// inTower is a game at a stage of The Tower of Cirith Ungol.
func inTower(t *testing.T, stage string, players int) *tale {
	t.Helper()
	g := begins(t, tower, players, 1)
	if stage != "1B" {
		g.do(lotr.AdvanceStage{Table: tid, Stage: stage})
	}
	return g
}

// travels puts a location into the staging area, if it is not in play, and travels there.
func (g *tale) travels(code string) {
	g.t.Helper()
	if !g.table.HasInPlay(code) {
		g.do(lotr.AddLocation{Table: tid, Card: code})
	}
	g.do(lotr.Travel{Table: tid, Location: g.piece(code).Number})
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestTowerSetup(t *testing.T) {
	g := begins(t, tower, 2, 1)
	g.at("1B", 0, 0)
	for _, code := range []string{twoWatchers, topmostChamber, lastOfTheCompany} {
		g.piece(code)
	}
	if g.table.HasInPlay(shagrat) {
		t.Error("Shagrat is not set aside")
	}
	if h, by, ok := FellowshipHero(g.c, g.table); ok {
		t.Errorf("%s of %s is in play, and should be under Topmost Chamber", h.Title, by)
	}
	last := g.table.Objectives[0]
	if last.Player != p1 || last.Character != "Aragorn" {
		t.Errorf("Last of the Company is attached to %q of %q", last.Character, last.Player)
	}
	if g.table.Lost != nil {
		t.Errorf("the game is lost: %v", g.table.Lost)
	}
	choose := lotr.TakeOption{Table: tid, Option: "last-of-the-company", Player: p1, Card: "Legolas"}
	g.do(choose)
	if got := g.table.Objectives[0].Character; got != "Legolas" {
		t.Errorf("Last of the Company is attached to %q, want Legolas", got)
	}
	choose.Player, choose.Card = p2, "Gimli"
	g.cannot("not-first-player", choose)
}

// Who has Last of the Company keeps the first player token; The One Ring is lost with that hero.
//
// Rule: The One Ring (objective).
// Source: facts/game-facts.md, "0.2 Sources" (DC); The Mountain of Fire, "The One Ring".
func TestLastOfTheCompany(t *testing.T) {
	g := begins(t, tower, 2, 1)
	g.rest()
	if g.table.FirstPlayer != p1 {
		t.Errorf("the first player token has passed to %s", g.table.FirstPlayer)
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p2, Character: "Gimli"})
	if g.table.Lost != nil {
		t.Fatal("the game is lost with another hero")
	}
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Aragorn"})
	g.mustLose(lotr.LostRing)
}

// Source: facts/game-facts.md, "1.3 Stages" (1B of The Tower of Cirith Ungol).
func TestTwoWatchers(t *testing.T) {
	g := begins(t, tower, 2, 1)
	g.quest(0)
	g.at("1B", 0, 0) // 0 quest points, and not defeated
	g.do(lotr.AddLocation{Table: tid, Card: bloodiedCourtyard})
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: g.piece(bloodiedCourtyard).Number})
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: g.piece(topmostChamber).Number})
	for code, want := range map[string]int{bloodiedCourtyard: 2, topmostChamber: 0, twoWatchers: 2} {
		if got := ThreatOf(g.c, g.table, g.piece(code)); got != want {
			t.Errorf("%s has threat %d at 1B, want %d", code, got, want)
		}
	}
	g.travels(twoWatchers)
	if g.table.HasInPlay(twoWatchers) || !g.table.HasInPlay(watchersAwake) {
		t.Fatal("The Two Watchers did not turn over")
	}
	if _, active := g.table.ActiveLocation(); active {
		t.Error("a location is active")
	}
	g.at("1B", 0, 0) // the enemy side is in play
	watchers := g.piece(watchersAwake)
	if _, err := DecideTable(g.c, g.table, lotr.Engage{Table: tid, Enemy: watchers.Number, Player: p1}); err == nil {
		t.Error("The Two Watchers were engaged")
	}
	g.cannot("immune", lotr.DamageEnemy{Table: tid, Enemy: watchers.Number, By: 1, Source: lotr.FromPlayerCard})
	g.phase(lotr.PhaseCombat)
	if !slices.ContainsFunc(g.table.Due, func(o Due) bool { return o.Trigger == "the-two-watchers" }) {
		t.Errorf("nothing on the checklist says that they attack each player: %+v", g.table.Due)
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: watchers.Number, By: 4})
	g.at("2B", 0, 0)
	if !g.table.InVictory(watchersAwake) {
		t.Error("The Two Watchers are not in the victory display")
	}
	g.mustHear("2 enemies came")
}

// What The Two Watchers deal becomes threat of the defending player.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestTwoWatchersRaiseThreat(t *testing.T) {
	g := begins(t, tower, 2, 1)
	g.travels(twoWatchers)
	g.phase(lotr.PhaseCombat)
	g.do(lotr.EnemyAttack{
		Table: tid, Enemy: g.piece(watchersAwake).Number, Player: p2,
		Defender: lotr.Character{Player: p2, Name: "Gimli"}, Defense: num(2),
	})
	g.mustThreat(21, 28+3) // attack 5 against 2
	if p, _ := g.table.Player(p2); p.Heroes[0].Damage != 0 {
		t.Error("Gimli took damage")
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (2B of The Tower of Cirith Ungol).
func TestNextEnemyInTheTower(t *testing.T) {
	g := inTower(t, "2B", 2)
	next := func(card string) lotr.TakeOption {
		return lotr.TakeOption{Table: tid, Option: "next-enemy", Card: card}
	}
	g.cannot("not-offered", next(woundedUruk))
	g.phase(lotr.PhaseQuest)
	g.cannot("wrong-kind", next(echoingPassage))
	g.cannot("not-in-deck", next(shagrat))
	g.cannot("no-such-card", next("Old Troll"))
	g.do(next(orcOfMordor))
	g.piece(orcOfMordor)
	g.cannot("not-offered", next(orcOfMordor)) // one a round
	g.quest(0)
	g.rest()
	g.phase(lotr.PhaseQuest)
	g.do(next(orcOfMordor)) // a copy is in the staging area
	if g.table.HasInPlay(orcOfMordor) {
		t.Error("the copy in the staging area is still in play")
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (2B of The Tower of Cirith Ungol); "0.2 Sources" (DC).
func TestTopmostChamber(t *testing.T) {
	g := inTower(t, "2B", 2)
	to := lotr.Travel{Table: tid, Location: g.piece(topmostChamber).Number}
	g.do(lotr.PlaceProgress{Table: tid, By: 17})
	g.cannot("no-travel", to)
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.at("2B", 18, 0) // not defeated: Topmost Chamber is not in the victory display
	g.do(to)
	uruk := g.piece(shagrat)
	if e, _ := g.table.enemyNumbered(uruk.Number); EngagementOf(g.c, g.table, e) != 46 {
		t.Errorf("Shagrat costs %d in the round in which he came, want 46", EngagementOf(g.c, g.table, e))
	}
	g.mustHear("allies neither attack him")
	g.rest()
	g.do(lotr.RemoveCard{Table: tid, Location: g.piece(twoWatchers).Number})
	g.do(lotr.PlaceProgress{Table: tid, By: 1}) // explores Topmost Chamber
	g.at("3B", 0, 0)
	if _, by, ok := FellowshipHero(g.c, g.table); !ok || by != p1 {
		t.Errorf("the Ring-bearer is with %q, free %v", by, ok)
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestShagratComesNearer(t *testing.T) {
	g := inTower(t, "2B", 1)
	g.do(lotr.AddEnemy{Table: tid, Card: shagrat}, lotr.PlaceProgress{Table: tid, By: 7})
	e, _ := g.table.enemyNumbered(g.piece(shagrat).Number)
	if got := EngagementOf(g.c, g.table, e); got != 39 {
		t.Errorf("engagement cost %d after 7 progress, want 39", got)
	}
	g.fold(group.RoundStarted{Round: 2})
	if got := EngagementOf(g.c, g.table, e); got != 46 {
		t.Errorf("engagement cost %d in the next round, want 46", got)
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (3B of The Tower of Cirith Ungol); "0.2 Sources" (DC).
func TestEscape(t *testing.T) {
	g := begins(t, tower, 2, 1)
	g.travels(twoWatchers)
	g.do(lotr.DamageEnemy{Table: tid, Enemy: g.piece(watchersAwake).Number, By: 4})
	g.at("2B", 0, 0)
	g.do(lotr.PlaceProgress{Table: tid, By: 18})
	g.travels(topmostChamber)
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.at("3B", 0, 0)
	if !g.table.InVictory(lastOfTheCompany) || g.table.HasInPlay(lastOfTheCompany) {
		t.Error("Last of the Company is not in the victory display")
	}
	if g.table.InVictory(watchersAwake) || !g.table.HasInPlay(twoWatchers) {
		t.Error("The Two Watchers did not come back from the victory display")
	}
	if h, by, ok := FellowshipHero(g.c, g.table); !ok || by != p1 || !h.Exhausted {
		t.Errorf("the Ring-bearer: %q, exhausted %v, found %v", by, h.Exhausted, ok)
	}
	g.mustHear("Reveal an encounter card each")
	to := lotr.Travel{Table: tid, Location: g.piece(twoWatchers).Number}
	if got := ThreatOf(g.c, g.table, g.piece(twoWatchers)); got != 6 {
		t.Errorf("The Two Watchers have threat %d at stage 3, want 6", got)
	}
	g.do(lotr.PlaceProgress{Table: tid, By: 11})
	g.cannot("no-travel", to)
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.at("3B", 12, 0)
	g.do(to)
	e, _ := g.table.enemyNumbered(g.piece(watchersAwake).Number)
	if ThreatOf(g.c, g.table, g.piece(watchersAwake)) != 5 || DefenseOf(g.c, g.table, e) != 5 {
		t.Errorf("at 3B The Two Watchers have threat %d and defense %d, want 5 and 5", ThreatOf(g.c, g.table, g.piece(watchersAwake)), DefenseOf(g.c, g.table, e))
	}
	if g.table.Won != nil {
		t.Fatal("won with The Two Watchers in play")
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: e.Number, By: 4})
	g.mustWin()
	if n := g.table.InVictoryWith(func(c lotr.Card) bool { return c.Code == watchersAwake }); n != 1 {
		t.Errorf("The Two Watchers are in the victory display %d times", n)
	}
}

// enemyNumbered returns an enemy in play by its number.
func (t Table) enemyNumbered(number int) (Enemy, bool) {
	i := slices.IndexFunc(t.Enemies, func(e Enemy) bool { return e.Number == number })
	if i < 0 {
		return Enemy{}, false
	}
	return t.Enemies[i], true
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestTowerLocations(t *testing.T) {
	g := inTower(t, "2B", 2)
	g.do(lotr.AddEnemy{Table: tid, Card: urukSoldier}, lotr.AddLocation{Table: tid, Card: echoingPassage})
	if got := ThreatOf(g.c, g.table, g.piece(echoingPassage)); got != 2 {
		t.Errorf("Echoing Passage has threat %d with one enemy in the staging area, want 2", got)
	}
	uruk, _ := g.table.enemyNumbered(g.piece(urukSoldier).Number)
	g.travels(echoingPassage)
	if got := DefenseOf(g.c, g.table, uruk); got != 4 {
		t.Errorf("defense %d while Echoing Passage is the active location, want 4", got)
	}

	g = inTower(t, "2B", 2)
	g.travels(bloodiedCourtyard)
	g.mustThreat(22, 29)
	g.do(lotr.AddEnemy{Table: tid, Card: urukSoldier}, lotr.AddEnemy{Table: tid, Card: woundedUruk}, lotr.AddEnemy{Table: tid, Card: orcOfMordor, Player: p1})
	for code, want := range map[string]int{urukSoldier: 1, woundedUruk: 3, orcOfMordor: 0} {
		if got := g.table.DamageOn(code); got != want {
			t.Errorf("%s has %d damage, want %d", code, got, want)
		}
	}

	g = inTower(t, "2B", 2)
	g.do(lotr.AddEnemy{Table: tid, Card: urukSoldier})
	g.travels(windingStairs)
	g.mustHear("the price of travelling to Winding Stairs")
	uruk, _ = g.table.enemyNumbered(g.piece(urukSoldier).Number)
	if got := EngagementOf(g.c, g.table, uruk); got != 48 {
		t.Errorf("engagement cost %d while Winding Stairs is the active location, want 48", got)
	}

	g = inTower(t, "2B", 2)
	g.travels(torchLitHall)
	g.do(lotr.TakeOption{Table: tid, Option: "next-enemy", Card: urukSoldier})
	g.piece(urukSoldier)
	if len(g.table.Due) != 0 {
		t.Errorf("still on the checklist: %+v", g.table.Due)
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestTowerCards(t *testing.T) {
	g := inTower(t, "2B", 1)
	g.phase(lotr.PhaseQuest)
	g.do(lotr.RevealCard{Table: tid, Card: orcishHowls, Effect: true})
	if !g.shown().Surge {
		t.Error("Orcish Howls does not surge without an enemy in the staging area")
	}
	g.do(lotr.AddEnemy{Table: tid, Card: woundedUruk}, lotr.AddEnemy{Table: tid, Card: gorbag, Player: p1})
	g.mustHear("Gorbag engages you and attacks you at once")
	g.do(lotr.RevealCard{Table: tid, Card: orcishHowls, Effect: true})
	if g.shown().Surge || g.table.DamageOn(woundedUruk) != 3 || g.table.DamageOn(gorbag) != 0 {
		t.Errorf("surge %v, damage %d and %d; want none, 3 and 0", g.shown().Surge, g.table.DamageOn(woundedUruk), g.table.DamageOn(gorbag))
	}
	uruk := g.piece(woundedUruk)
	if got := ThreatOf(g.c, g.table, uruk); got != 5 {
		t.Errorf("Wounded Uruk has threat %d after Orcish Howls, want 5", got)
	}
	g.do(lotr.RevealCard{Table: tid, Card: orcishHowls, Effect: true}) // its fourth damage
	if g.table.HasInPlay(woundedUruk) {
		t.Error("Wounded Uruk has 4 damage and is in play")
	}
	g.do(lotr.AddEnemy{Table: tid, Card: woundedUruk, Player: p1})
	g.mustHear("2 attack more until the end of the round")
	g.phase(lotr.PhaseTravel)
	g.do(lotr.AddEnemy{Table: tid, Card: woundedUruk})
	if got := ThreatOf(g.c, g.table, lotr.Piece{Kind: lotr.KindEnemy, Number: g.table.NextEnemy - 1}); got != 2 {
		t.Errorf("Wounded Uruk has threat %d after the quest phase, want 2", got)
	}
}

// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards" (16).
func TestTowerCampaign(t *testing.T) {
	g := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c"}}, tower, 1)
	g.mustHear("sets one Item boon aside that is not Andúril")
	g.do(lotr.AdvanceStage{Table: tid, Stage: "3B"})
	g.mustHear("each Item boon that was set aside to Shagrat")
	g.do(lotr.AddEnemy{Table: tid, Card: shagrat}, lotr.CallLoss{Table: tid, Cause: lotr.LostRing, Note: "the Ring is gone"})
	if n, ok := g.fact(FactShagrat); !ok || n != 1 {
		t.Error("that Shagrat is in play is not noted")
	}
}

// A whole game, won: the quest is resolved each round, and the journeys are made when they can be.
//
// Source: facts/game-facts.md, "1.3 Stages" (The Tower of Cirith Ungol).
func TestTowerPlayedToItsEnd(t *testing.T) {
	g := begins(t, tower, 2, 1)
	for g.table.Won == nil && g.table.Lost == nil && g.c.Round < 40 {
		g.towerRound()
	}
	g.mustWin()
	if g.c.Round < 5 {
		t.Errorf("the game was won in round %d", g.c.Round)
	}
	if n := g.table.InVictoryWith(func(lotr.Card) bool { return true }); n < 3 {
		t.Errorf("%d cards in the victory display: %v", n, g.table.Victory)
	}
}

func (g *tale) towerRound() {
	g.t.Helper()
	g.phase(lotr.PhaseQuest)
	if g.table.isOpen(nextEnemyQuest) {
		g.do(lotr.TakeOption{Table: tid, Option: "next-enemy", Card: woundedUruk})
	}
	for range g.table.PlayersIn() {
		g.reveal(torchLitHall)
	}
	g.quest(5)
	if g.table.Won != nil {
		return
	}
	g.phase(lotr.PhaseTravel)
	for _, code := range []string{topmostChamber, twoWatchers} {
		p, ok := g.table.PieceOf(code)
		if es, err := DecideTable(g.c, g.table, lotr.Travel{Table: tid, Location: p.Number}); ok && err == nil {
			g.fold(es...)
		}
	}
	g.phase(lotr.PhaseCombat)
	for _, code := range []string{watchersAwake, shagrat} {
		if p, ok := g.table.PieceOf(code); ok {
			g.do(lotr.DestroyEnemy{Table: tid, Enemy: p.Number})
		}
	}
	if g.table.Won == nil {
		g.rest()
	}
}
