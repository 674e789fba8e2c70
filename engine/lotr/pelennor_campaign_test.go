package lotr

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

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
