package lotr

import (
	"testing"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: Score.
// Ruling: 13.
func TestScoreInput(t *testing.T) {
	g := seated(t, river, []group.Seat{at(p1, sam, group.Hero{Title: "Merry", Threat: 6, HitPoints: 2}), at(p2, plain("Gimli")...), {Player: p3, Table: tid, Threat: num(20)}})
	g.do(
		lotr.DamageCharacter{Table: tid, Player: p1, Character: "Sam Gamgee", By: 2}, lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Merry"},
		lotr.DestroyEnemy{Table: tid, Hand: &lotr.Card{Name: "Old Troll", Kind: "enemy", HitPoints: 3, Victory: 4}},
	)
	if got := ScoreInput(g.table, true).Rounds; got != 0 {
		t.Errorf("%d rounds before a refresh phase", got)
	}
	g.fold(Refresh(g.c, g.table)...)
	g.fold(group.RoundStarted{Round: 2})
	g.fold(Eliminate(g.c, g.table, p2, lotr.OutThreat)...)
	got := ScoreInput(g.table, true)
	if !got.Won || got.Rounds != 1 || got.Victory != 4 || len(got.Players) != 3 {
		t.Fatalf("%+v", got)
	}
	if p := got.Players[0]; p.Threat != 15 || p.Dead != 6 || p.All != 14 || p.Damage != 2 || p.Out || !p.Heroes {
		t.Errorf("p-1: %+v", p)
	}
	if p := got.Players[1]; !p.Out || p.Elimination != 50 || p.All != 8 {
		t.Errorf("p-2: %+v", p)
	}
	if p := got.Players[2]; p.Heroes || p.Threat != 21 {
		t.Errorf("p-3: %+v", p)
	}
	// The Ring-bearer of setup is no declared hero.
	if p := ScoreInput(seated(t, doom, []group.Seat{{Player: p1, Table: tid, Threat: num(20)}}).table, true).Players[0]; p.Heroes {
		t.Error("heroes that were never declared count as known")
	}
}
