package lotr

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/events/lotr"
)

const river = "the-river-running"

// Rule: Checklist.
// Source: facts/game-facts.md, "4.1 Stages" (Easterling Pursuit).
func TestEasterlingPursuit(t *testing.T) {
	g := begins(t, river, 2, 1)
	if !g.table.HasInPlay(easterlingPursuit) || !g.table.HasInPlay(riverRunning) {
		t.Fatal("Easterling Pursuit and River Running are not in play after setup")
	}
	g.mustHear("each a different one")
	if got := StagingThreat(g.c, g.table); got != 2 {
		t.Errorf("staging threat %d, want 2 of River Running", got)
	}
	if !slices.Contains(g.checklist(), "round-end/easterling-pursuit") {
		t.Errorf("the pursuit is not on the checklist: %v", g.checklist())
	}
	for round, want := range []int{1, 2, 0} {
		asks := AskEndTrigger(g.c, g.table, easterlingPursuit)
		if people := len(asks) > 0; people != (want == 0) {
			t.Errorf("round %d: people are asked %v", round+1, people)
		}
		g.rest()
		if got := g.table.ResourcesOn(easterlingPursuit); got != want {
			t.Fatalf("after round %d %d resources, want %d", round+1, got, want)
		}
		if got := StagingThreat(g.c, g.table); got != 2+want {
			t.Errorf("after round %d staging threat %d, want %d", round+1, got, 2+want)
		}
	}
	g.do(lotr.AddEnemy{Table: tid, Card: "easterling-raider"}, lotr.AddEnemy{Table: tid, Card: "warrior-of-rhun"})
	g.do(lotr.TakeOption{Table: tid, Option: "pursuit-resource"})
	g.reveal("enemies-close-behind")
	if got := g.table.ResourcesOn(easterlingPursuit); got != 2 {
		t.Errorf("%d resources, want 2", got)
	}
	if p, _ := g.table.Player(p1); p.Threat != 21+3+2 {
		t.Errorf("threat %d, want 21, 3 rounds and 2 for the resources", p.Threat)
	}
	g.table.Stage = "2B"
	if got := StagingThreat(g.c, g.table); got != 2+2+3 {
		t.Errorf("at 2B staging threat %d: the pursuit adds nothing there", got)
	}
}

// Rule: Side quests.
// Source: A Shadow in the East, "Side Quests in Play"; facts/game-facts.md, "4.1 Stages" (The River
// Running).
func TestRiverRunningWon(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: "rider-of-rhun"}, lotr.AddEnemy{Table: tid, Card: "easterling-raider"})
	g.cannot("not-in-deck", lotr.RevealCard{Table: tid, Card: warriorsOfTheEast})
	g.quest(9)
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	g.do(lotr.Travel{Table: tid, Location: g.piece(riverRunning).Number})
	rider, _ := inPlayEnemy(g.table, riderOfRhun)
	if rider.Player != p1 {
		t.Errorf("River Running's price: the Rider is engaged with %q, want the first player", rider.Player)
	}
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: rider.Number})
	g.rest()

	g.quest(5 + 6) // River Running takes 5, the stage has its 15
	g.at("2B", 0, 0)
	if !g.table.HasInPlay(warriorsOfTheEast) {
		t.Error("Warriors of the East did not come with 2A")
	}
	g.mustHear("2 enemies")
	g.do(lotr.AddEnemy{Table: tid, Card: "warrior-of-rhun"}, lotr.AddEnemy{Table: tid, Card: "easterling-outrider"})
	g.rest()

	warrior, _ := inPlayEnemy(g.table, "warrior-of-rhun")
	if got := EngagementOf(g.c, g.table, warrior); got != 24 {
		t.Errorf("a Warrior of Rhûn in the staging area engages at %d, want 34 less 10", got)
	}
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	g.do(lotr.Engage{Table: tid, Enemy: warrior.Number, Player: p2})
	warrior, _ = inPlayEnemy(g.table, "warrior-of-rhun")
	if got := EngagementOf(g.c, g.table, warrior); got != 34 {
		t.Errorf("an engaged Warrior of Rhûn has engagement cost %d, want 34", got)
	}
	g.quest(9)
	g.at("2B", 5, 0)
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: warrior.Number})
	g.rest()
	g.do(lotr.AddEnemy{Table: tid, Card: "easterling-raider"}, lotr.AddEnemy{Table: tid, Card: "easterling-raider"})

	g.do(lotr.ChooseQuest{Table: tid, SideQuest: g.piece(warriorsOfTheEast).Number})
	g.mustHear("attacks the first player")
	g.quest(12)
	if !g.table.InVictory(warriorsOfTheEast) || g.table.Stage != "2B" || g.table.Progress != 5 {
		t.Errorf("Warriors of the East, 8 points: in the victory display %v, stage %s with %d",
			g.table.InVictory(warriorsOfTheEast), g.table.Stage, g.table.Progress)
	}
	g.rest()
	g.quest(10) // nobody is engaged: no limit
	g.mustWin()
}

func inPlayEnemy(t Table, code string) (Enemy, bool) {
	i := slices.IndexFunc(t.Enemies, func(e Enemy) bool { return e.Card.Code == code })
	if i < 0 {
		return Enemy{}, false
	}
	return t.Enemies[i], true
}

// Source: facts/game-facts.md, "5.2 Elimination" (all out: lost).
func TestRiverRunningLost(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	g.do(lotr.ResolveQuest{Table: tid, Willpower: 0, Threat: num(30)})
	g.mustLose(lotr.LostPlayers)
}

// Source: A Shadow in the East, cards 14, 15, 19, 22, 23 and 25.
func TestEasterlingArms(t *testing.T) {
	g := begins(t, river, 2, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: "easterling-raider", Player: p1}, lotr.AddEnemy{Table: tid, Card: "warrior-of-rhun"})
	at := func(code string) Enemy {
		e, ok := inPlayEnemy(g.table, code)
		if !ok {
			t.Fatalf("%s is not in play", code)
		}
		return e
	}
	g.reveal("sword-of-rhun")
	if raider := at("easterling-raider"); AttackOf(g.c, g.table, raider) != 2+2+1 || DefenseOf(g.c, g.table, raider) != 2+1 {
		t.Errorf("the Raider with the sword: attack %d, defense %d, want 5 and 3", AttackOf(g.c, g.table, raider), DefenseOf(g.c, g.table, raider))
	}
	g.reveal("recurve-bow")
	if !bears(g.table, at("warrior-of-rhun"), "recurve-bow") {
		t.Error("the bow did not go to the highest engagement cost")
	}
	before := StagingThreat(g.c, g.table)
	g.reveal(easterlingHorse)
	if raider := at("easterling-raider"); raider.Player != "" || StagingThreat(g.c, g.table) != before+2+2 {
		t.Errorf("the Raider on a horse is engaged with %q, staging threat %d, before %d", raider.Player, StagingThreat(g.c, g.table), before)
	}
	g.do(lotr.Engage{Table: tid, Enemy: at("easterling-raider").Number, Player: p2})
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat})
	if g.table.Archery != 1+2 {
		t.Errorf("archery %d, want 1 of the Raider and 2 of the bow", g.table.Archery)
	}
	g.rest()
	if raider := at("easterling-raider"); raider.Player != "" {
		t.Error("the rider did not go back at the end of the round")
	}
	g.do(lotr.DestroyEnemy{Table: tid, Enemy: at("easterling-raider").Number})
	if len(g.table.Objectives) != 2 {
		t.Errorf("in play are %+v, want Easterling Pursuit and the bow", g.table.Objectives)
	}
	g.do(lotr.TakeOption{Table: tid, Option: "attach-sword-of-rhun", Piece: at("warrior-of-rhun").piece()})
	if got := AttackOf(g.c, g.table, at("warrior-of-rhun")); got != 5 {
		t.Errorf("the Warrior with a sword attacks with %d, want 5", got)
	}
}

// Source: A Shadow in the East, cards 17 and 18.
func TestEasterlingRiders(t *testing.T) {
	g := begins(t, river, 1, 1)
	g.reveal(riderOfRhun)
	rider, _ := inPlayEnemy(g.table, riderOfRhun)
	if !bears(g.table, rider, easterlingHorse) || EngagementOf(g.c, g.table, rider) != 30 {
		t.Errorf("the Rider bears %v, engagement cost %d, want a horse and 30", borne(g.table, rider), EngagementOf(g.c, g.table, rider))
	}
	g.reveal(easterlingCaptain)
	captain, _ := inPlayEnemy(g.table, easterlingCaptain)
	g.do(lotr.TakeOption{Table: tid, Option: "attach-recurve-bow", Piece: captain.piece()})
	g.do(lotr.DamageEnemy{Table: tid, Enemy: captain.Number, By: 6})
	captain, ok := inPlayEnemy(g.table, easterlingCaptain)
	if !ok || captain.Damage != 0 || len(borne(g.table, captain)) != 0 {
		t.Fatalf("the captain with an attachment: in play %v, damage %d, bears %v", ok, captain.Damage, borne(g.table, captain))
	}
	g.do(lotr.DamageEnemy{Table: tid, Enemy: captain.Number, By: 6})
	if !g.table.InVictory(easterlingCaptain) {
		t.Error("the captain without attachments was not destroyed by 6 damage")
	}
}

// Source: A Shadow in the East, cards 14, 15 and 25.
func TestRiverLocations(t *testing.T) {
	g := begins(t, river, 1, 1)
	g.do(lotr.AddEnemy{Table: tid, Card: "warrior-of-rhun"})
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest})
	g.reveal("rolling-plains", "rolling-plains")
	// River Running 2, Warrior 3, two Rolling Plains with 2 and twice 2 each
	if got := StagingThreat(g.c, g.table); got != 2+3+2*(2+4) {
		t.Errorf("staging threat %d, want 17", got)
	}
	g.reveal("exposed-riverbank")
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	if got := StagingThreat(g.c, g.table); got != 2+3+4+4 {
		t.Errorf("after the phase staging threat %d, want 13", got)
	}
	g.do(lotr.Travel{Table: tid, Location: g.piece("exposed-riverbank").Number})
	if g.table.ResourcesOn(easterlingPursuit) != 1 {
		t.Error("travelling to Exposed Riverbank put nothing on Easterling Pursuit")
	}
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseEncounter})
	warrior, _ := inPlayEnemy(g.table, "warrior-of-rhun")
	g.cannot("cannot-engage", lotr.Engage{Table: tid, Enemy: warrior.Number, Player: p1, Optional: true})
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece("exposed-riverbank").Number})
	g.do(lotr.ExploreLocation{Table: tid, Location: g.piece(riverRunning).Number})
	g.do(lotr.Engage{Table: tid, Enemy: warrior.Number, Player: p1, Optional: true})
	g.rest()
	before, _ := g.table.Player(p1)
	g.do(lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel})
	g.do(lotr.Travel{Table: tid, Location: g.piece("rolling-plains").Number})
	if after, _ := g.table.Player(p1); after.Threat != before.Threat+2 {
		t.Errorf("threat %d after travelling to Rolling Plains, before %d", after.Threat, before.Threat)
	}
}
