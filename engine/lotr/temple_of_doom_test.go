package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

const temple = "the-temple-of-doom"

// descended is a game that has come to the first stage 2.
func descended(t *testing.T, players int, seed uint64) *tale {
	t.Helper()
	g := begins(t, temple, players, seed)
	g.cannot("phase-skipped", lotr.ResolveQuest{Table: tid, Willpower: 9})
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	g.at("1B", 0, 1)
	g.rest()
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	if !slices.Contains(depths, g.table.Stage) || QuestStagesInVictory(g.table) != 1 {
		t.Fatalf("stage %s with %d quest stages in the victory display", g.table.Stage, QuestStagesInVictory(g.table))
	}
	return g
}

// count enters the number that stage 2D or 2H asks for.
func (g *tale) count(n int) {
	g.t.Helper()
	switch {
	case g.table.isOpen(lordOfMiddleEarth):
		g.do(lotr.TakeOption{Table: tid, Option: lordOfMiddleEarth, N: n})
	case g.table.isOpen(darkYears):
		g.do(lotr.TakeOption{Table: tid, Option: darkYears, N: 1})
	}
}

// delve resolves the quest of the round with enough to defeat the stage.
func (g *tale) delve() {
	g.t.Helper()
	if g.table.Phase != lotr.PhaseQuest {
		g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	}
	g.count(20)
	g.quest(20)
}

// The temple from its gate to the end of the tribute. Side quests in the victory display are no quest
// stages, and damage does not destroy Thane Ulchor.
//
// Rule: Quest stages without side quests.
// Rule: Indestructible.
// Source: A Shadow in the East, "Quest Stages vs. Side Quests"; "Indestructible"; facts/game-facts.md,
// "4.1 Stages" (The Temple of Doom).
func TestTempleOfDoomWon(t *testing.T) {
	g := descended(t, 2, 7)
	g.mustHear("Reveal 2 encounter cards")
	order := []string{g.table.Stage}
	for i := range 3 {
		ulchor := g.piece(thaneUlchor)
		if got := ThreatOf(g.c, g.table, ulchor); got != 2+i {
			t.Errorf("Thane Ulchor has threat %d with %d quest stages in the victory display", got, i+1)
		}
		g.cannot("cannot-engage", lotr.Engage{Table: tid, Enemy: ulchor.Number, Player: p1})
		g.delve()
		g.calm()
		if slices.Contains(order, g.table.Stage) {
			t.Fatalf("stage %s came twice: %v", g.table.Stage, order)
		}
		order = append(order, g.table.Stage)
		g.rest(watchfulEye)
	}
	if len(order) != 4 || QuestStagesInVictory(g.table) != 4 {
		t.Fatalf("stages %v, %d quest stages in the victory display", order, QuestStagesInVictory(g.table))
	}
	last := g.table.Stage
	g.delve()
	if g.table.Stage != last || g.table.Progress != 0 {
		t.Errorf("the last stage 2 took %d progress", g.table.Progress)
	}
	tribute, ulchor := g.piece(tributeToMordor), g.piece(thaneUlchor)
	g.rest(watchfulEye)
	g.cannot("cannot-be-current", lotr.ChooseQuest{Table: tid, SideQuest: tribute.Number})
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseEncounter})
	g.do(lotr.AddEnemy{Table: tid, Card: ulchorsGuard}, lotr.Engage{Table: tid, Enemy: ulchor.Number, Player: p2})
	if guard, _ := inPlayEnemy(g.table, ulchorsGuard); guard.Player != p2 {
		t.Errorf("Ulchor's Guard is engaged with %q, want Ulchor's %s", guard.Player, p2)
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: ulchor.Number, By: 8})
	g.calm()
	g.rest()
	g.cannot("cannot-be-current", lotr.ChooseQuest{Table: tid, SideQuest: tribute.Number})
	g.do(lotr.DamageEnemy{Table: tid, Enemy: ulchor.Number, By: 1})
	if !g.table.HasInPlay(thaneUlchor) || g.table.Won != nil {
		t.Fatal("Thane Ulchor is indestructible, and no damage destroys it")
	}
	g.do(lotr.ChooseQuest{Table: tid, SideQuest: tribute.Number})
	g.count(20)
	g.quest(12)
	if !g.table.InVictory(tributeToMordor) || QuestStagesInVictory(g.table) != 4 {
		t.Errorf("Tribute to Mordor lies in the victory display: %v; %d quest stages there, want 4: a side quest is none",
			g.table.InVictory(tributeToMordor), QuestStagesInVictory(g.table))
	}
	g.mustWin()
}

// The first five times Tribute to Mordor calls, a card comes; the sixth finds the deck empty.
//
// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck"; facts/game-facts.md, "4.1 Stages".
func TestTempleOfDoomLost(t *testing.T) {
	g := begins(t, temple, 2, 7)
	turned := []string{coveredInDarkness, towerOfBaradDur, khamul, watchfulEye, armiesOfMordor}
	for i, card := range turned {
		for round := range 4 {
			asks := AskEndTrigger(g.c, g.table, tributeToMordor)
			if (len(asks) > 0) != (round == 3) || round == 3 && len(asks) != 5-i {
				t.Fatalf("card %d, round %d: %d cards to name", i+1, round+1, len(asks))
			}
			g.calm()
			g.rest(card)
		}
		if g.damageOn(tributeToMordor) != 0 || !g.table.HasInPlay(card) || g.table.Lost != nil {
			t.Fatalf("card %d: damage %d, %s in play %v, lost %v", i+1, g.damageOn(tributeToMordor), card, g.table.HasInPlay(card), g.table.Lost)
		}
	}
	if _, _, err := SettleEndTrigger(g.c, g.table, tributeToMordor, group.ResolveStep{Table: tid, Choice: khamul}); err != nil {
		t.Errorf("an effect that leaves no choice is refused: %v", err)
	}
	for range 4 {
		if g.table.Lost != nil {
			t.Fatal("lost too early")
		}
		g.calm()
		g.rest()
	}
	g.mustLose(lotr.LostCard)
}

// Rule: The Power of Mordor.
// Source: A Shadow in the East, "The Power of Mordor Deck".
func TestPowerIsNamedOnce(t *testing.T) {
	g := begins(t, temple, 1, 1)
	g.do(lotr.PlaceTokens{Table: tid, Piece: g.piece(tributeToMordor), Token: lotr.TokenDamage, By: 3})
	g.cannot("not-in-deck", lotr.RevealCard{Table: tid, Card: khamul})
	_, _, err := SettleEndTrigger(g.c, g.table, tributeToMordor, group.ResolveStep{Table: tid, Choice: "stinker"})
	mustRefuse(t, err, "malformed")
	g.settle(tributeToMordor, []string{coveredInDarkness})
	if p, _ := g.table.Player(p1); p.Threat != 21+5 {
		t.Errorf("Covered in Darkness is Doomed 5: threat %d, want 26", p.Threat)
	}
	g.do(lotr.PlaceTokens{Table: tid, Piece: g.piece(tributeToMordor), Token: lotr.TokenDamage, By: 3})
	_, _, err = SettleEndTrigger(g.c, g.table, tributeToMordor, group.ResolveStep{Table: tid, Choice: coveredInDarkness})
	mustRefuse(t, err, "malformed")
}

// Source: facts/game-facts.md, "4.3 Rule-bearing cards" (The Tower of Barad-dûr).
func TestTowerAndKhamul(t *testing.T) {
	g := begins(t, temple, 2, 1)
	level := func() int { p, _ := g.table.Player(p1); return p.Elimination }
	g.do(lotr.AddLocation{Table: tid, Card: towerOfBaradDur}, lotr.AddEnemy{Table: tid, Card: khamul})
	if level() != 45 {
		t.Errorf("elimination level %d with The Tower of Barad-dûr, want 45", level())
	}
	g.cannot("no-travel", lotr.Travel{Table: tid, Location: g.piece(towerOfBaradDur).Number})
	if e, _ := inPlayEnemy(g.table, khamul); e.Player != p1 {
		t.Errorf("Khamûl is engaged with %q, want the first player", e.Player)
	}
	e, _ := inPlayEnemy(g.table, khamul)
	g.do(lotr.EnterAlly{Table: tid, Player: p2, Name: "Hunter of Dale", Ranged: true, Sentinel: true, Attack: 1, Defense: 1, HitPoints: 2})
	g.cannot("cannot-defend", lotr.EnemyAttack{
		Table: tid, Enemy: e.Number, Player: p1, Defender: lotr.Character{Player: p2, Name: "Hunter of Dale"},
	})
	g.cannot("no-such-attack", lotr.PlayerAttack{
		Table: tid, Enemy: e.Number, Player: p1, Attack: num(9),
		Attackers: []lotr.Character{{Player: p1, Name: "Aragorn"}, {Player: p2, Name: "Hunter of Dale"}},
	})
	g.do(lotr.PlayerAttack{Table: tid, Enemy: e.Number, Player: p1, Attack: num(5), Attackers: []lotr.Character{{Player: p1, Name: "Aragorn"}}})
	if got := g.damageOn(khamul); got != 1 {
		t.Errorf("%d damage on Khamûl from attack 5 against defense 4, want 1", got)
	}
	g.rest()
	if e, _ := inPlayEnemy(g.table, khamul); e.Player != p2 || g.table.FirstPlayer != p2 {
		t.Errorf("Khamûl is engaged with %q, first player %q", e.Player, g.table.FirstPlayer)
	}
	g.do(lotr.RemoveCard{Table: tid, Location: g.piece(towerOfBaradDur).Number})
	if level() != 50 {
		t.Errorf("elimination level %d without the tower, want 50", level())
	}
}

// Source: A Shadow in the East, cards 55 to 57, 63, 65 and 82 to 85.
func TestTempleCards(t *testing.T) {
	g := descended(t, 2, 7)
	g.reveal("place-of-evil")
	if g.damageOn(tributeToMordor) != 2 {
		t.Errorf("%d damage on Tribute to Mordor, want 1 of the round and 1", g.damageOn(tributeToMordor))
	}
	g.reveal("temple-of-sauron", hallOfHorrors)
	if got := ThreatOf(g.c, g.table, g.piece(hallOfHorrors)); got != 2 {
		t.Errorf("Hall of Horrors has threat %d with one quest stage in the victory display, want 2", got)
	}
	g.reveal("crumbling-passage")
	if l, ok := g.table.ActiveLocation(); !ok || l.Card.Code != "crumbling-passage" {
		t.Errorf("the active location is %v", l.Card.Name)
	}
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece("temple-of-sauron").Number})
	if g.damageOn(tributeToMordor) != 3 {
		t.Errorf("%d damage on Tribute to Mordor after Temple of Sauron left play, want 3", g.damageOn(tributeToMordor))
	}
	g.reveal(lostInTheDark)
	g.mustHear("top 10 cards")
	g.do(lotr.ChangeThreat{Table: tid, Player: p1, By: 1})
	g.mustHear("discard the top card under your threat dial")
	g.do(lotr.AddObjective{Table: tid, Card: armiesOfMordor}, lotr.AddEnemy{Table: tid, Card: ulchorsGuard})
	guard, _ := inPlayEnemy(g.table, ulchorsGuard)
	g.do(lotr.Engage{Table: tid, Enemy: guard.Number, Player: p1})
	g.cannot("damage-limited", lotr.DamageEnemy{Table: tid, Enemy: guard.Number, By: 2})
	g.rest()
	g.do(lotr.DamageEnemy{Table: tid, Enemy: guard.Number, By: 2})
	g.do(lotr.ChooseQuest{Table: tid, SideQuest: g.piece(lostInTheDark).Number})
	g.count(20)
	g.quest(8 + 3) // Crumbling Passage takes 3
	if !g.table.InVictory(lostInTheDark) {
		t.Error("Lost in the Dark with 8 progress is not in the victory display")
	}
	g.mustHear("back into your deck")
	g.mustHear("Every exhausted character")
}

// Source: A Shadow in the East, cards 82 to 85.
func TestTempleStages(t *testing.T) {
	for _, stage := range depths {
		g := descended(t, 2, 7)
		if g.table.Stage != stage {
			g.do(lotr.AdvanceStage{Table: tid, Stage: stage})
		}
		g.rest()
		g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
		if len(g.table.Due) != 1 {
			t.Fatalf("stage %s: on the checklist is %v", stage, g.table.Due)
		}
		before := StagingThreat(g.c, g.table)
		switch stage {
		case "2D":
			g.cannot("no-quest-now", lotr.ResolveQuest{Table: tid, Willpower: 9})
			g.do(lotr.TakeOption{Table: tid, Option: darkYears, N: 2})
			if got := StagingThreat(g.c, g.table); got != before+4 || len(g.table.Due) != 0 {
				t.Errorf("two types of card: staging threat %d, before %d; due %v", got, before, g.table.Due)
			}
			g.cannot("not-offered", lotr.TakeOption{Table: tid, Option: darkYears, N: 2})
		case "2H":
			g.cannot("no-quest-now", lotr.ResolveQuest{Table: tid, Willpower: 9})
			g.do(lotr.TakeOption{Table: tid, Option: lordOfMiddleEarth, N: 3})
			g.quest(7)
			g.at("2H", 3, 0)
			g.rest()
			g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
			g.do(lotr.TakeOption{Table: tid, Option: lordOfNothing})
			g.quest(7)
			g.at("2H", 3, 0)
		default:
			g.do(lotr.TickTrigger{Table: tid, Trigger: g.table.Due[0].Trigger})
		}
	}
}
