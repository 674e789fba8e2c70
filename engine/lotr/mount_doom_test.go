package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// at3B brings a game to stage 3B.
func at3B(t *testing.T, c Context, players int) *tale {
	t.Helper()
	g := beginsAs(t, c, doom, players)
	g.do(lotr.AdvanceStage{Table: tid, Stage: "3B"})
	return g
}

// noBrake takes Brake of Thorns out of play, so that nothing is the active location.
func (g *tale) noActive() {
	g.t.Helper()
	if l, ok := g.table.ActiveLocation(); ok {
		g.do(lotr.RemoveCard{Table: tid, Location: l.Number})
	}
}

// journey brings a game at 3B to Mount Doom as the active location, before its tests.
func (g *tale) journey() {
	g.t.Helper()
	g.noActive()
	g.do(lotr.PlaceProgress{Table: tid, By: 20, Direct: true})
	g.do(lotr.Travel{Table: tid, Location: g.piece(mountDoom).Number})
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestMountDoomSetup(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.at("1B", 0, 0)
	for _, code := range []string{mountDoom, doomTower, brakeOfThorns} {
		g.piece(code)
	}
	if !g.table.isActive(brakeOfThorns) {
		t.Error("Brake of Thorns is not the active location")
	}
	g.mustHear("searches the encounter deck for a location")
	g.mustHear("the tens digit of their threat")
	if h, by, ok := FellowshipHero(g.c, g.table); !ok || by != p1 || !lotr.Card(lotr.Card{Traits: h.Traits}).HasTrait("Ring-bearer") {
		t.Errorf("the Ring-bearer is %q of %q, found %v", h.Title, by, ok)
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (1B and 3B of Mount Doom).
func TestFirstTreachery(t *testing.T) {
	for _, stage := range []string{"1B", "3B"} {
		g := begins(t, doom, 1, 1)
		if stage == "3B" {
			g.do(lotr.AdvanceStage{Table: tid, Stage: "3B"})
		}
		g.phase(lotr.PhaseQuest)
		if stage == "3B" {
			g.passes(p1)
		}
		g.reveal("plain-of-gorgoroth") // no treachery
		if shown := g.shown(); shown.Card.Immune || shown.Surge {
			t.Errorf("%s: a location is immune %v, surges %v", stage, shown.Card.Immune, shown.Surge)
		}
		g.do(lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
		if shown := g.shown(); !shown.Card.Immune || !shown.Surge {
			t.Errorf("%s: the first treachery is immune %v, surges %v", stage, shown.Card.Immune, shown.Surge)
		}
		g.do(lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
		if shown := g.shown(); shown.Card.Immune || shown.Surge {
			t.Errorf("%s: the second treachery is immune %v, surges %v", stage, shown.Card.Immune, shown.Surge)
		}
		g.fold(group.RoundStarted{Round: 2})
		g.do(lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
		if !g.shown().Surge {
			t.Errorf("%s: the first treachery of the next round does not surge", stage)
		}
		g.fold(group.RoundStarted{Round: 3})
		g.phase(lotr.PhaseTravel)
		if len(g.table.Tests) > 0 {
			g.passes(p1)
		}
		g.do(lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
		if g.shown().Surge {
			t.Errorf("%s: a treachery outside the quest phase surges", stage)
		}
	}
	g := begins(t, doom, 1, 1)
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	g.do(lotr.RevealCard{Table: tid, Card: evilVigilance, Effect: true})
	if g.shown().Surge {
		t.Error("at 2B a treachery surges")
	}
}

// shown returns the card that the last command revealed.
func (g *tale) shown() lotr.CardRevealed {
	g.t.Helper()
	for _, e := range g.last {
		if shown, ok := e.(lotr.CardRevealed); ok {
			return shown
		}
	}
	g.t.Fatal("nothing was revealed")
	return lotr.CardRevealed{}
}

// Source: facts/game-facts.md, "1.3 Stages" (2B of Mount Doom).
func TestIsenmouthe(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.noActive()
	g.do(lotr.PlaceProgress{Table: tid, By: 12})
	g.at("2B", 0, 0)
	if !g.table.isActive(mordorRoad) {
		t.Fatal("nobody has travelled to Mordor Road")
	}
	g.mustHear("discards the top card of the encounter deck")
	g.phase(lotr.PhaseQuest)
	g.quest(5) // all of it on Mordor Road
	if len(g.table.Tests) != 0 {
		t.Fatal("tests are due without progress on the stage")
	}
	g.rest("done")

	g.phase(lotr.PhaseQuest)
	g.quest(1)
	g.at("2B", 1, 0)
	g.cannot("test-due", lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	g.passes(g.table.FirstPlayer)
	g.at("2B", 1, 1)
	g.fails(g.table.nextPlayer(g.table.FirstPlayer))
	g.at("2B", 1, 1)
	g.mustHear("an enemy comes, which enters play engaged with you")
	g.phase(lotr.PhaseTravel)
	g.at("2B", 1, 1)
	g.rest("done")

	g.phase(lotr.PhaseQuest)
	g.quest(1)
	g.tries(g.table.FirstPlayer, 50)
	g.at("2B", 2, 2) // the stage is left at the end of the quest phase only
	g.tries(g.table.nextPlayer(g.table.FirstPlayer), 0)
	g.phase(lotr.PhaseTravel)
	g.at("3B", 0, 0)
	g.mustHear("2 locations came")
}

// A failed quest at 2B calls for no tests.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of Mount Doom).
func TestIsenmoutheFailedQuest(t *testing.T) {
	g := begins(t, doom, 1, 1)
	g.do(lotr.AdvanceStage{Table: tid, Stage: "2B"})
	g.phase(lotr.PhaseQuest)
	g.quest(-2)
	g.mustThreat(23)
	if len(g.table.Tests) != 0 {
		t.Error("tests are due")
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (3B of Mount Doom).
func TestLastGasp(t *testing.T) {
	g := at3B(t, Context{}, 2)
	g.noActive()
	for _, cmd := range []lotr.TableCommand{lotr.RevealCard{Table: tid, Card: evilVigilance}, lotr.ResolveQuest{Table: tid, Willpower: 9}} {
		_, err := DecideTable(g.c, g.table, cmd)
		if r := engine.AsRefusal(err); r == nil || !strings.Contains(r.Says, "begin the quest phase and take it before") {
			t.Errorf("%s without the phase begun: %v", cmd.CommandType(), err)
		}
	}
	g.phase(lotr.PhaseQuest)
	if len(g.table.Tests) != 1 || g.table.Tests[0].Player != p1 {
		t.Fatalf("tests due: %+v, want one of the first player", g.table.Tests)
	}
	g.cannot("test-due", lotr.RevealCard{Table: tid, Card: evilVigilance})
	g.fails(p1)
	g.quest(9)
	g.at("3B", 5, 0)
	g.rest("done")

	g.phase(lotr.PhaseQuest)
	g.passes(g.table.FirstPlayer)
	g.quest(9)
	g.at("3B", 14, 0)
}

// Mount Doom is travelled to with 20 progress on 3B; then each player takes a test, and only then the
// stage is defeated.
//
// Source: facts/game-facts.md, "1.3 Stages" (3B; key cards: Mount Doom).
func TestJourneyToMountDoom(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.noActive()
	to := lotr.Travel{Table: tid, Location: g.piece(mountDoom).Number}
	g.cannot("no-travel", to)
	g.do(lotr.AdvanceStage{Table: tid, Stage: "3B"}, lotr.PlaceProgress{Table: tid, By: 19})
	g.cannot("no-travel", to)
	g.do(lotr.PlaceProgress{Table: tid, By: 1})
	g.at("3B", 20, 0) // not defeated: Mount Doom is not the active location
	g.do(to)
	g.at("3B", 20, 0)
	if len(g.table.Tests) != 2 {
		t.Fatalf("tests due: %+v, want one of each player", g.table.Tests)
	}
	g.fails(p1)
	g.at("3B", 20, 0)
	g.passes(p2)
	g.mustThreat(30, 28)
	g.at("4B", 0, 0)
	g.mustHear("2 enemies came")
	if !g.table.isActive(mountDoom) {
		t.Error("Mount Doom is not the active location any more")
	}
}

// Source: facts/game-facts.md, "1.3 Stages" (key cards: Mount Doom; The Tower of Barad-dûr).
func TestMountDoomThreat(t *testing.T) {
	g := begins(t, doom, 2, 1)
	p := g.piece(mountDoom)
	if got := ThreatOf(g.c, g.table, p); got != 2 { // 21 on the first player's dial
		t.Errorf("threat %d, want 2", got)
	}
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, To: num(60)})
	if got := ThreatOf(g.c, g.table, p); got != 6 {
		t.Errorf("threat %d, want 6", got)
	}
	if card, _, _, _ := g.table.Tokens(p); card.QuestPoints != 9 || card.Victory != 9 {
		t.Errorf("Mount Doom has %d quest points and victory %d", card.QuestPoints, card.Victory)
	}
}

// At the round's end each threat rises by 1 for each character outside the Fellowship sphere; the
// refresh phase raises none.
//
// Source: facts/game-facts.md, "1.3 Stages" (key cards: The Tower of Barad-dûr).
func TestBaradDur(t *testing.T) {
	ends := func(g *tale, a group.ResolveStep) {
		t.Helper()
		es, err := EndTableRound(g.c, g.table)
		if err != nil {
			t.Fatal(err)
		}
		g.fold(es...)
		g.mustThreat(21, 28)
		if asked := AskEndTrigger(g.c, g.table, "barad-dur"); len(asked) != 3 {
			t.Fatalf("answers %+v", asked)
		}
		a.Table, a.Step = tid, "barad-dur"
		es, active, err := SettleEndTrigger(g.c, g.table, "barad-dur", a)
		if err != nil || !active {
			t.Fatalf("active %v: %v", active, err)
		}
		g.fold(es...)
	}
	game := func() *tale {
		g := begins(t, doom, 2, 1)
		g.do(lotr.EnterAlly{Table: tid, Player: p1, Name: "Gandalf"})
		return g
	}
	g := game()
	ends(g, group.ResolveStep{Choice: group.ChoiceDone})
	g.mustThreat(21+3, 28+3) // two heroes and Gandalf, not Frodo Baggins; three heroes

	g = game()
	ends(g, group.ResolveStep{Choice: group.ChoiceUse, Player: p2, N: 2}) // two allies that were not entered
	g.mustThreat(21+3, 28+5)

	g = game()
	ends(g, group.ResolveStep{Choice: group.ChoicePass})
	g.mustThreat(21, 28)

	g = game()
	if _, _, err := SettleEndTrigger(g.c, g.table, "barad-dur", group.ResolveStep{Choice: group.ChoiceUse, Player: p2, N: 99}); err == nil {
		t.Error("99 characters were accepted")
	}
	g.do(lotr.RemoveCard{Table: tid, Objective: g.piece(doomTower).Number})
	es, err := EndTableRound(g.c, g.table)
	if err != nil {
		t.Fatal(err)
	}
	g.fold(es...)
	g.mustThreat(22, 29) // without The Tower the refresh phase raises threat
}

// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card"; "1.2 End of round in
// epic mode" (Eye at MD).
func TestIconsOfEveryTest(t *testing.T) {
	g := beginsAs(t, Context{Epic: true}, doom, 1)
	icons := func() int {
		t.Helper()
		es, err := DecideTable(g.c, g.table, lotr.BeginTest{Table: tid, Player: p1, Willpower: num(5)})
		if err != nil {
			t.Fatal(err)
		}
		return foldOn(g.table, es).Test.Icons
	}
	if got := icons(); got != 0 { // Brake of Thorns is the active location
		t.Errorf("%d icons, want none", got)
	}
	g.do(lotr.AddLocation{Table: tid, Card: brakeOfThorns}, lotr.AddLocation{Table: tid, Card: brakeOfThorns})
	if got := icons(); got != 2 {
		t.Errorf("%d icons with two Brakes of Thorns in the staging area, want 2", got)
	}
	g.fold(lotr.EyePlaced{Table: tid})
	if got := icons(); got != 3 {
		t.Errorf("%d icons with the Eye, want 3", got)
	}
	g.do(lotr.RevealCard{Table: tid, Card: lidlessEye, Effect: true})
	if got := icons(); got != 3 {
		t.Errorf("%d icons for The Lidless Eye, want 3", got)
	}
	g.do(lotr.TakeOption{Table: tid, Option: "ring-exhausted"})
	if got := icons(); got != 5 {
		t.Errorf("%d icons for The Lidless Eye with The One Ring exhausted, want 5", got)
	}
	g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: "ring-exhausted"})
}

// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card"; "0.2 Sources" (DC).
func TestMountDoomCardsWithTests(t *testing.T) {
	game := func(reveal string) *tale {
		g := begins(t, doom, 2, 1)
		g.do(lotr.RevealCard{Table: tid, Card: reveal, Player: p2, Effect: true})
		return g
	}
	g := game(lidlessEye)
	g.fails(p2)
	g.mustThreat(21, 38)

	g = game(lidlessEye)
	g.passes(p2)
	g.mustThreat(21, 28)

	g = game(foulFumes)
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Gandalf", HitPoints: 4})
	g.passes(p1)
	g.fails(p2)
	one, _ := g.table.Player(p1)
	two, _ := g.table.Player(p2)
	if one.Heroes[0].Damage != 0 || two.Heroes[0].Damage != 1 || two.Heroes[2].Damage != 1 || two.Allies["Gandalf"] != 1 {
		t.Errorf("damage after Foul Fumes: %+v; %+v", one.Heroes, two)
	}

	g = game("plain-of-gorgoroth")
	p := g.piece(plainOfGorgoroth)
	g.noActive()
	if got := ThreatOf(g.c, g.table, p); got != 2 {
		t.Errorf("Plain of Gorgoroth has threat %d, want 2", got)
	}
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel}, lotr.Travel{Table: tid, Location: p.Number})
	g.fails(p1)
	g.mustThreat(25, 32)
	if got := ThreatOf(g.c, g.table, p); got != 4 {
		t.Errorf("Plain of Gorgoroth has threat %d after a failed test, want 4", got)
	}
	g.fold(group.RoundStarted{Round: 2})
	if got := ThreatOf(g.c, g.table, p); got != 2 {
		t.Errorf("Plain of Gorgoroth has threat %d in the next round, want 2", got)
	}

	g = begins(t, doom, 2, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: orcCaptain, Player: p2})
	g.fails(p2)
	g.mustHear("You failed the test of Orc Captain")
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestRingwraithOfSauron(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: ringwraith}, lotr.AddEnemy{Table: tid, Card: ringwraith, Player: p1})
	g.tries(p2, 50)
	if n := len(g.table.stagedEnemies()); n != 1 {
		t.Fatalf("%d enemies in the staging area after a test that was passed, want 1", n)
	}
	g.tries(p2, 0)
	var with []events.PersonID
	for _, e := range g.table.Enemies {
		with = append(with, e.Player)
	}
	if !slices.Equal(with, []events.PersonID{p2, p1}) {
		t.Errorf("the Ringwraiths are engaged with %v", with)
	}
	g.mustHear("because you failed a test, and attacks at once")
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestGollumAtMountDoom(t *testing.T) {
	with := func(g *tale, want events.PersonID) {
		t.Helper()
		for _, e := range g.table.Enemies {
			if e.Card.Code == gollumOfDoom {
				if e.Player != want {
					t.Errorf("Gollum is engaged with %q, want %q", e.Player, want)
				}
				return
			}
		}
		t.Error("Gollum is not in play")
	}
	g := begins(t, doom, 2, 1)
	g.do(lotr.RevealCard{Table: tid, Card: gollumOfDoom, Effect: true})
	with(g, p1)
	g.do(lotr.PassFirstPlayer{Table: tid, Player: p2})
	with(g, p2)
	g.do(lotr.RevealCard{Table: tid, Card: wickedMaster, Effect: true})
	g.mustHear("Gollum attacks you at once")

	g = begins(t, doom, 2, 1)
	g.do(lotr.RevealCard{Table: tid, Card: wickedMaster, Effect: true})
	with(g, p1)
	g.mustHear("Take Gollum from the encounter deck or discard pile")

	// Discarded for a test he comes, and the card with the most icons does not count.
	g = begins(t, doom, 2, 1)
	g.do(lotr.BeginTest{Table: tid, Player: p2, Willpower: num(2)},
		lotr.CountIcons{Table: tid, Cards: []lotr.DiscardedForTest{{Card: "Gollum"}, {Card: lidlessEye}}})
	with(g, p1)
	if g.table.Test.Icons != 0 {
		t.Errorf("%d icons count, want none", g.table.Test.Icons)
	}
	g.do(lotr.ResolveTest{Table: tid})
	if len(g.table.FailedTests) != 0 {
		t.Error("the test was failed")
	}
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestMountDoomLocations(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.noActive()
	g.do(lotr.AddLocation{Table: tid, Card: orcHold}, lotr.AddLocation{Table: tid, Card: oldWaterCourse}, lotr.AddLocation{Table: tid, Card: mordorRoad})
	hold, course, road := g.piece(orcHold), g.piece(oldWaterCourse), g.piece(mordorRoad)
	g.cannot("no-progress-here", lotr.PlaceProgress{Table: tid, By: 1, Location: course.Number})
	g.do(lotr.PlaceProgress{Table: tid, By: 1, Location: hold.Number})
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Gandalf"}, lotr.EnterAlly{Table: tid, Player: p2, Name: "Bilbo Baggins"})
	if got := ThreatOf(g.c, g.table, road); got != 3 {
		t.Errorf("Mordor Road has threat %d with two allies, want 3", got)
	}
	g.do(lotr.Travel{Table: tid, Location: hold.Number})
	g.mustHear("until an Orc comes")
	g.do(lotr.ExploreLocation{Table: tid, Location: hold.Number}, lotr.Travel{Table: tid, Location: course.Number})
	g.mustHear("the price of travelling to Old Water-course")
	g.do(lotr.PlaceProgress{Table: tid, By: 5})
	g.mustThreat(16, 23) // explored while it is the active location
}

// Source: facts/game-facts.md, "0.2 Sources" (DC).
func TestMountDoomTold(t *testing.T) {
	g := begins(t, doom, 1, 1)
	for code, words := range map[string]string{
		"little-snuffler": "threat +1 for each ally you control",
		"heavy-and-tired": "it commits to no Fortitude test",
	} {
		g.do(lotr.RevealCard{Table: tid, Card: code, Effect: true})
		g.mustHear(words)
	}
	g.do(lotr.AddEnemy{Table: tid, Card: bigUruk, Player: p1})
	g.mustHear("your threat rises by 4, or it attacks you at once")
}

// Source: facts/game-facts.md, "1.3 Stages" (4B of Mount Doom).
func TestCrackOfDoom(t *testing.T) {
	game := func() *tale {
		g := at3B(t, Context{}, 2)
		g.journey()
		g.passes(p1, p2)
		g.at("4B", 0, 0)
		return g
	}
	g := game()
	g.mustHear("no ally enters play")
	if _, err := DecideTable(g.c, g.table, lotr.EnterAlly{Table: tid, Player: p1, Name: "Gandalf"}); err == nil {
		t.Error("an ally entered play at 4B")
	}
	g.phase(lotr.PhaseQuest)
	g.quest(8)
	if g.table.Test != nil || len(g.table.Tests) > 0 {
		t.Fatal("a test is due before Mount Doom is explored")
	}
	g.rest("pass")
	first := g.table.FirstPlayer
	g.phase(lotr.PhaseQuest)
	g.quest(1)
	if len(g.table.Tests) != 1 || g.table.Tests[0].Player != first || g.table.Tests[0].Extra != 2 {
		t.Fatalf("tests due: %+v, want one of %s with a card more for each of 2 players", g.table.Tests, first)
	}
	g.do(lotr.BeginTest{Table: tid, Player: first, Willpower: num(3)})
	if want := g.threatOf(first)/10 + 2; g.table.Test.Cards != want {
		t.Errorf("%d cards are discarded, want %d", g.table.Test.Cards, want)
	}
	cards := make([]lotr.DiscardedForTest, g.table.Test.Cards)
	cards[0].Icons = 3
	g.do(lotr.CountIcons{Table: tid, Cards: cards})
	lost := *g
	lost.do(lotr.ResolveTest{Table: tid}) // 3 against 3: not more
	lost.mustLose(lotr.LostTest)
	g.do(lotr.RaiseTest{Table: tid, Player: first, Willpower: 1, Note: "Rosie Cotton"}, lotr.ResolveTest{Table: tid})
	g.mustWin()
	if !g.table.InVictory(mountDoom) {
		t.Error("Mount Doom is not in the victory display")
	}
}

// The Ring lost loses the game.
//
// Source: The Mountain of Fire, "The One Ring".
func TestMountDoomLostWithTheRing(t *testing.T) {
	g := begins(t, doom, 2, 1)
	g.do(lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Frodo Baggins"})
	g.mustLose(lotr.LostRing)
}

// In a campaign one token leaves the campaign card at the end of each round, and with none left the
// game is lost. In epic mode it is ignored.
//
// Rule: Campaign setup and resolution.
// Source: facts/game-facts.md, "1.3 Stages"; "1.6 Campaign cards" (18).
func TestMountDoomCountdown(t *testing.T) {
	campaign := &group.Campaign{Stream: "c", Facts: map[string]int{FactBlackGate: 2}}
	g := beginsAs(t, Context{Campaign: campaign}, doom, 1)
	if n := g.table.ResourcesOn(doomCampaignCard); n != 2 {
		t.Fatalf("%d tokens on the campaign card, want 2", n)
	}
	if !slices.Contains(g.checklist(), "round-end/countdown") {
		t.Errorf("the checklist %v is without the countdown", g.checklist())
	}
	g.rest("done")
	if n := g.table.ResourcesOn(doomCampaignCard); n != 1 || g.table.Lost != nil {
		t.Fatalf("%d tokens after round 1, lost %v", n, g.table.Lost)
	}
	g.rest("done")
	g.mustLose(lotr.LostCard)

	epic := beginsAs(t, Context{Campaign: campaign, Epic: true}, doom, 1)
	alone := begins(t, doom, 1, 1)
	for name, g := range map[string]*tale{"epic": epic, "no campaign": alone} {
		if g.table.HasInPlay(doomCampaignCard) || slices.Contains(g.checklist(), "round-end/countdown") {
			t.Errorf("%s: the countdown runs", name)
		}
	}
}

// A whole game through all four stages, won; and the same lost at its last test.
//
// Source: facts/game-facts.md, "1.3 Stages" (Mount Doom).
func TestMountDoomPlayedToItsEnd(t *testing.T) {
	for _, win := range []bool{true, false} {
		g := begins(t, doom, 2, 1)
		for g.table.Won == nil && g.table.Lost == nil && g.c.Round < 40 {
			g.doomRound(win)
		}
		if !win {
			g.mustLose(lotr.LostTest)
			continue
		}
		g.mustWin()
		if g.c.Round < 5 {
			t.Errorf("the game was won in round %d", g.c.Round)
		}
	}
}

// doomRound plays one round of a game in which every test but the last is passed.
func (g *tale) doomRound(win bool) {
	g.t.Helper()
	g.phase(lotr.PhaseQuest)
	g.testsOf(win)
	for range g.table.PlayersIn() {
		g.reveal("mordor-road")
	}
	g.quest(9)
	g.testsOf(win)
	if g.table.Won != nil || g.table.Lost != nil {
		return
	}
	g.phase(lotr.PhaseTravel)
	if _, active := g.table.ActiveLocation(); !active {
		to := g.piece(mordorRoad)
		if g.table.Stage == "3B" && g.table.Progress >= doomJourney {
			to = g.piece(mountDoom)
		}
		g.do(lotr.Travel{Table: tid, Location: to.Number})
		g.testsOf(win)
	}
	g.rest("pass")
}

// testsOf takes the tests that are due.
func (g *tale) testsOf(win bool) {
	g.t.Helper()
	for len(g.table.Tests) > 0 {
		if due := g.table.Tests[0]; due.Why == testCrack && !win {
			g.fails(due.Player)
		} else {
			g.passes(due.Player)
		}
	}
}
