package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// morannon is a game at stage 2B, at the start of round 1.
func morannon(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := beginsAs(t, c, gate, players)
	g.do(lotr.TakeOption{Table: tid, Option: "embassy"})
	g.at("2B", 0, 0)
	return g
}

// Source: facts/game-facts.md, "1.3 Stages" (1B of The Black Gate Opens).
func TestEmbassy(t *testing.T) {
	g := begins(t, gate, 2, 1)
	g.at("1B", 0, 0)
	g.mustHear("Pair the dearest player card")
	for _, code := range []string{theBlackGate, mouthOfSauron} {
		g.piece(code)
	}
	g.cannot("not-in-deck", lotr.RevealCard{Table: tid, Card: gwaihir, Effect: true})
	g.do(lotr.RevealCard{Table: tid, Card: "hell-hawk", Effect: true}) // an encounter card of a pair
	g.at("1B", 0, 0)                                                   // its 0 quest points do not defeat it
	g.do(lotr.TakeOption{Table: tid, Option: "embassy"})
	g.at("2B", 0, 0)
	g.mustHear("an Orc, Troll or Nazgûl enemy, each a different one")
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "embassy"})
	g.do(lotr.RevealCard{Table: tid, Card: gwaihir, Effect: true}) // shuffled in with 2A
}

// A table that never says so goes on when the quest phase begins.
//
// Source: facts/game-facts.md, "1.3 Stages" (1B of The Black Gate Opens).
func TestEmbassyEndsWithTheQuestPhase(t *testing.T) {
	g := begins(t, gate, 1, 1)
	g.phase(lotr.PhasePlanning)
	g.at("1B", 0, 0)
	g.phase(lotr.PhaseQuest)
	g.at("2B", 0, 0)
}

// Source: facts/game-facts.md, "1.3 Stages" (key cards: The Black Gate).
func TestTheBlackGate(t *testing.T) {
	g := morannon(t, Context{}, 2)
	n := g.piece(theBlackGate).Number
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: n})
	g.phase(lotr.PhaseQuest)
	g.mustThreat(22, 29) // +1 each
	if got := ThreatOf(g.c, g.table, g.piece(theBlackGate)); got != 1 || g.table.ResourcesOn(theBlackGate) != 1 {
		t.Errorf("threat %d with %d resources, want 1 and 1", got, g.table.ResourcesOn(theBlackGate))
	}
	if got := StagingThreat(g.c, g.table); got != 1+4 { // and The Mouth of Sauron
		t.Errorf("staging threat %d, want 5", got)
	}
	g.cannot("immune", lotr.PlaceProgress{Table: tid, By: 1, Location: n, Source: lotr.FromPlayerCard})
	for _, want := range []string{"quest/the-black-gate", "staging/the-black-gate-reveals"} {
		if !slices.Contains(g.checklist(), want) {
			t.Errorf("the checklist %v is without %s", g.checklist(), want)
		}
	}
}

// The first player reveals one card for each resource on The Black Gate, the others one each.
//
// Rule: Staging in player order.
// Source: facts/game-facts.md, "1.3 Stages" (2B of The Black Gate Opens).
func TestFirstPlayerRevealsForTheGate(t *testing.T) {
	g := morannon(t, Context{}, 2)
	for round := 1; round <= 3; round++ {
		first := g.table.FirstPlayer
		g.phase(lotr.PhaseQuest)
		for i := range round + 1 {
			want := first
			if i == round {
				want = g.table.nextPlayer(first)
			}
			if got := ToReveal(g.c, g.table); got != want {
				t.Fatalf("round %d, card %d is revealed by %s, want %s", round, i+1, got, want)
			}
			g.reveal("waste-of-dagorlad")
		}
		g.cannot("staging-done", lotr.RevealCard{Table: tid, Card: "waste-of-dagorlad"})
		g.quest(0)
		g.rest()
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (2B of The Black Gate Opens).
func TestFailedQuestDiscardsTheActiveLocation(t *testing.T) {
	g := morannon(t, Context{}, 1)
	g.do(lotr.AddLocation{Table: tid, Card: slopesOfGorgor})
	g.do(lotr.Travel{Table: tid, Location: g.piece(slopesOfGorgor).Number})
	g.fold(group.RoundStarted{Round: 2})
	g.phase(lotr.PhaseQuest)
	g.quest(-3)
	if g.table.HasInPlay(slopesOfGorgor) {
		t.Error("the active location is still in play")
	}
	g.mustThreat(21 + 1 + 3)
	g.mustHear("enters play engaged with the first player") // Slopes of Cirith Gorgor leave play
	g.at("2B", 0, 0)

	g = morannon(t, Context{}, 1)
	g.do(lotr.AddLocation{Table: tid, Card: reekingMoat})
	g.do(lotr.Travel{Table: tid, Location: g.piece(reekingMoat).Number})
	g.fold(group.RoundStarted{Round: 2})
	g.phase(lotr.PhaseQuest)
	g.quest(0) // neither won nor failed
	g.piece(reekingMoat)
}

// Progress never defeats stage 2B.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of The Black Gate Opens).
func TestMorannonIsNeverDefeated(t *testing.T) {
	g := morannon(t, Context{}, 1)
	g.phase(lotr.PhaseQuest)
	g.quest(99)
	g.at("2B", 99, 0)
	if g.table.Won != nil {
		t.Error("the game is won")
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (key cards: Mouth of Sauron).
func TestMouthOfSauron(t *testing.T) {
	g := morannon(t, Context{}, 2)
	mouth := g.piece(mouthOfSauron)
	if _, err := DecideTable(g.c, g.table, lotr.Engage{Table: tid, Enemy: mouth.Number, Player: p1}); err == nil {
		t.Error("The Mouth of Sauron was engaged")
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, To: num(98)}, lotr.ChangeThreat{Table: tid, Player: p1, By: 1})
	if p, _ := g.table.Player(p1); !p.Out {
		t.Error("threat 99 is the elimination level while the stage is Dire")
	}
	g.cannot("immune", lotr.DamageEnemy{Table: tid, Enemy: mouth.Number, By: 1, Source: lotr.FromPlayerCard})
	g.do(lotr.TakeOption{Table: tid, Option: "mouth-of-sauron", Player: p2})
	g.mustHear("The Mouth of Sauron attacks you at once")
}

// With The Eye of Sauron here, each enemy in the staging area has 1 threat more and costs 10 less to
// engage.
//
// Rule: Epic: The Mountain of Fire.
// Source: facts/game-facts.md, "1.2 End of round in epic mode" (Eye at BG).
func TestEyeAtTheBlackGate(t *testing.T) {
	g := morannon(t, Context{Epic: true}, 2)
	g.do(lotr.AddEnemy{Table: tid, Card: hillTroll}, lotr.AddEnemy{Table: tid, Card: nazgulOfMordor, Player: p2})
	g.mustHear("After each attack of Nazgûl of Mordor")
	g.mustHear("one copy of In Darkness Bind Them")
	troll, nazgulHere := g.piece(hillTroll), g.piece(nazgulOfMordor)
	before := StagingThreat(g.c, g.table)
	g.fold(lotr.EyePlaced{Table: tid})
	if got := StagingThreat(g.c, g.table); got != before+2 { // the troll and The Mouth of Sauron
		t.Errorf("staging threat %d, want %d", got, before+2)
	}
	for _, e := range g.table.Enemies {
		want := e.Card.Engagement
		if e.Number == troll.Number || e.Card.Code == mouthOfSauron {
			want -= 10
		}
		if got := EngagementOf(g.c, g.table, e); got != want {
			t.Errorf("engagement cost of %s is %d, want %d", e.Card.Name, got, want)
		}
	}
	if got := ThreatOf(g.c, g.table, nazgulHere); got != 4 {
		t.Errorf("an engaged enemy has threat %d, want its 4", got)
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, To: num(46)}, lotr.CheckEngagement{Table: tid})
	for _, e := range g.table.Enemies {
		if e.Number == troll.Number && e.Player != p1 || e.Card.Code == mouthOfSauron && e.Player != "" {
			t.Errorf("%s is engaged with %q", e.Card.Name, e.Player)
		}
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestBlackGateLocations(t *testing.T) {
	travels := func(g *tale, code string) {
		g.do(lotr.AddLocation{Table: tid, Card: code})
		g.do(lotr.Travel{Table: tid, Location: g.piece(code).Number})
	}
	g := morannon(t, Context{}, 2)
	g.do(lotr.AddLocation{Table: tid, Card: towersOfTheTeeth})
	if got := ThreatOf(g.c, g.table, g.piece(towersOfTheTeeth)); got != 3 { // p-2 controls 3 heroes
		t.Errorf("Towers of the Teeth has threat %d, want 3", got)
	}
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Gandalf"})
	if got := ThreatOf(g.c, g.table, g.piece(towersOfTheTeeth)); got != 4 {
		t.Errorf("Towers of the Teeth has threat %d, want 4", got)
	}
	g.do(lotr.Travel{Table: tid, Location: g.piece(towersOfTheTeeth).Number})
	g.mustHear("No player can play allies")

	g = morannon(t, Context{}, 2)
	travels(g, beleagueredHills)
	g.mustHear("Each player engages an enemy")
	before := StagingThreat(g.c, g.table)
	g.do(lotr.AddEnemy{Table: tid, Card: nazgulOfMordor, Player: p2})
	if got := StagingThreat(g.c, g.table); got != max(before-4, 0) {
		t.Errorf("staging threat %d with 4 of an engaged enemy taken off %d", got, before)
	}

	g = morannon(t, Context{}, 2)
	g.do(lotr.AddEnemy{Table: tid, Card: nazgulOfMordor, Player: p2}, lotr.AddEnemy{Table: tid, Card: urukSoldier, Player: p1})
	travels(g, wallOfMorannon)
	if n := len(g.table.stagedEnemies()); n != 3 {
		t.Errorf("%d enemies in the staging area after Wall of Morannon, want all 3", n)
	}

	g = morannon(t, Context{}, 2)
	travels(g, reekingMoat)
	g.mustHear("facedown under Reeking Moat")
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(reekingMoat).Number})
	g.mustHear("Each enemy under Reeking Moat")
	travels(g, wasteOfDagorlad)
	g.mustHear("text of allies does not count")
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestBlackGateReveals(t *testing.T) {
	for code, words := range map[string]string{
		"easterling-bowman":   "1 damage to one of your questing characters",
		"warrior-of-rhun":     "Take one of your characters out of the quest",
		"hell-hawk":           "attach Hell-hawk to a Nazgûl",
		"the-hour-of-doom":    "threat +1 for each character",
		jawsOfSteel:           "deals 3 damage among their characters",
		"rage-filled-him":     "The Mouth of Sauron attacks you at once",
		"onslaught-of-mordor": "damaged characters have 1 willpower less",
	} {
		g := morannon(t, Context{}, 1)
		g.do(lotr.PlaceTokens{Table: tid, Piece: g.piece(theBlackGate), Token: lotr.TokenResource, By: 3})
		g.do(lotr.RevealCard{Table: tid, Card: code, Effect: true})
		g.mustHear(words)
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestGwaihir(t *testing.T) {
	come := func() *tale {
		g := morannon(t, Context{}, 2)
		g.do(lotr.AddEnemy{Table: tid, Card: hillTroll})
		g.do(lotr.RevealCard{Table: tid, Card: gwaihir, Effect: true})
		return g
	}
	g := come()
	g.do(lotr.TakeOption{Table: tid, Option: "take-gwaihir"})
	if o := g.table.Objectives[0]; o.Player != p1 {
		t.Errorf("Gwaihir is controlled by %q, want the first player", o.Player)
	}
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "send-gwaihir"})
	g.endStand()
	if n, ok := g.fact(FactGwaihir); !ok || n != 1 {
		t.Error("that the first player controls Gwaihir is not noted")
	}

	g = come()
	g.cannot("wrong-enemy", lotr.TakeOption{Table: tid, Option: "send-gwaihir", Piece: g.piece(mouthOfSauron)})
	g.do(lotr.TakeOption{Table: tid, Option: "send-gwaihir", Piece: g.piece(hillTroll)})
	if g.table.HasInPlay(gwaihir) || g.table.HasInPlay(hillTroll) {
		t.Error("Gwaihir and the enemy are not discarded")
	}
	g.endStand()
	if _, ok := g.fact(FactGwaihir); ok {
		t.Error("a discarded Gwaihir was noted as earned")
	}
}

// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.6 Campaign cards" (17).
func TestBlackGateCampaign(t *testing.T) {
	alone := begins(t, gate, 2, 1)
	alone.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "fetch-anduril"})

	g := beginsAs(t, Context{Campaign: &group.Campaign{Stream: "c"}}, gate, 2)
	g.mustHear("Leave out the burdens of A Shadow of the Past")
	g.do(lotr.TakeOption{Table: tid, Option: "fetch-anduril"})
	g.mustThreat(22, 29)
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "fetch-anduril"})
	g.quest(0)
	g.rest()
	g.quest(0)
	g.do(lotr.DestroyEnemy{Table: tid, Hand: &lotr.Card{Name: "Wraith on Wings", Kind: "enemy", Victory: 5}})
	g.endStand()
	for name, want := range map[string]int{FactBlackGate: 2, FactWraithOnWings: 1} {
		if n, ok := g.fact(name); !ok || n != want {
			t.Errorf("fact %s is %d, noted %v; want %d", name, n, ok, want)
		}
	}
}

// Alone, the game measures how long the team holds out: until everybody is out, and the last one out
// controls Aragorn.
//
// Source: facts/game-facts.md, "1.3 Stages" (a stage at BG cannot be won).
func TestBlackGatePlayedToItsEnd(t *testing.T) {
	g := begins(t, gate, 1, 1)
	g.do(lotr.TakeOption{Table: tid, Option: "embassy"})
	for g.table.Lost == nil && g.table.PlayersIn() > 0 && g.c.Round < 40 {
		g.phase(lotr.PhaseQuest)
		for range g.table.ResourcesOn(theBlackGate) {
			g.reveal("waste-of-dagorlad")
		}
		g.do(lotr.ResolveQuest{Table: tid, Willpower: 20})
		if g.table.PlayersIn() == 0 {
			break
		}
		g.rest()
	}
	if g.table.PlayersIn() != 0 || g.c.Round < 4 || g.c.Round > 10 {
		t.Fatalf("round %d, %d players in: want the team to fall in good time", g.c.Round, g.table.PlayersIn())
	}
	if n := g.table.ResourcesOn(theBlackGate); n != g.c.Round {
		t.Errorf("%d resources on The Black Gate in round %d", n, g.c.Round)
	}
	if n, ok := g.fact(FactBlackGate); !ok || n != g.c.Round {
		t.Errorf("%d resources are noted (%v), want %d", n, ok, g.c.Round)
	}
	g.mustLose(lotr.LostAragorn)
}

// Source: The Mountain of Fire, "Aragorn".
func TestBlackGateLostWithAragorn(t *testing.T) {
	g := morannon(t, Context{}, 2)
	g.quest(0)
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Aragorn"})
	g.mustLose(lotr.LostAragorn)
	if n, _ := g.fact(FactBlackGate); n != 1 {
		t.Errorf("%d resources are noted, want 1", n)
	}
}

// endStand ends the game as its table may.
func (g *tale) endStand() {
	g.t.Helper()
	if g.table.ResourcesOn(theBlackGate) == 0 {
		g.phase(lotr.PhaseQuest)
	}
	g.do(lotr.TakeOption{Table: tid, Option: "end-stand", N: g.table.ResourcesOn(theBlackGate)})
}

// A table that has to stop ends its stand, and its result says how long it stood.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B is never defeated).
func TestEndStand(t *testing.T) {
	g := begins(t, gate, 1, 1)
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "end-stand"}) // nothing stood yet
	g.quest(0)
	g.rest()
	g.quest(0)
	g.cannot("not-the-number", lotr.TakeOption{Table: tid, Option: "end-stand", N: 1})
	g.endStand()
	g.mustLose(lotr.LostCard)
	if says := g.table.Lost.Reason; !strings.Contains(says, "round 2") || !strings.Contains(says, "2 resources") {
		t.Errorf("the result says %q", says)
	}
	epic := morannon(t, Context{Epic: true}, 1)
	epic.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "end-stand"})
}
