package coordinator_test

import (
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Source: Attack on Dol Guldur, "Frequently Asked Questions": a victory display is that of any team.
func TestALieutenantInAnotherTeamsVictoryDisplayIsNotBroughtBack(t *testing.T) {
	l := inRound4(t)
	l.do(captain(esgaroth), lotr.DestroyEnemy{Table: esgaroth, Enemy: l.lieutenant(esgaroth), Effect: true}) // Dungeon Dweller is not immune
	l.endRound()
	l.digDone()
	l.chooseStages("3H", "3B", "3D")
	if l.lieutenant(lorien) != 0 {
		t.Fatal("it came with its stage")
	}
	l.refused(captain(lorien), lotr.AddEnemy{Table: lorien, Card: "Dungeon Dweller"}, coordinator.CodeInVictory)
}

// The good half of 3B may take the last strength: a Lieutenant with damage for all its hit points
// leaves at that moment, and one without is no longer indestructible until the strength rises again.
//
// Source: facts/game-facts.md, "2.3 End of round, in order".
func TestTheGoodHalfOf3BMayEndIndestructible(t *testing.T) {
	l := siege(t, group.Settings{}, "3B", "3D", "3H")
	l.city(3)
	l.progress(lorien, 10)
	l.do(captain(rivendell), lotr.DamageEnemy{Table: rivendell, Enemy: l.lieutenant(rivendell), By: 9})
	l.do(captain(esgaroth), lotr.DamageEnemy{Table: esgaroth, Enemy: l.lieutenant(esgaroth), By: 7})
	l.endRound()
	es := l.answer(lorien, group.ChoicePayBonus)
	gone, ok := find[lotr.EnemyDestroyed](es)
	if !ok || gone.Card.Code != "sorcerer-of-dol-guldur" || gone.By != "city-fell" || count[lotr.EnemyDestroyed](es) != 1 {
		t.Errorf("destroyed: %+v", gone)
	}
	if l.s.City != 0 || l.lieutenant(esgaroth) == 0 || l.s.Over() {
		t.Fatalf("city %d, over %v", l.s.City, l.s.Over())
	}
	// Its last hit point goes by a ruling, first with strength again, then without.
	hurt := ruling(esgaroth, lotr.TableRuling{Lieutenant: intp(8)})
	hurt.City = intp(1)
	if l.do(judge, hurt); l.lieutenant(esgaroth) == 0 {
		t.Error("a Lieutenant was destroyed although the city has strength again")
	}
	if l.city(0); l.lieutenant(esgaroth) != 0 {
		t.Error("a Lieutenant with damage for its hit points stands at strength 0")
	}
}

// The last look, after the hand-overs: every Lieutenant of the new stages lies in a victory display.
//
// Ruling: 1, both values.
func TestTheLookAfterTheHandOvers(t *testing.T) {
	for _, check := range []string{group.WinAtEachChance, group.WinStrict} {
		l := siege(t, group.Settings{WinCheck: check}, "3B", "3F", "3H")
		l.city(0)
		for i, id := range []events.TableID{lorien, rivendell, esgaroth} {
			if i > 0 {
				l.do(captain(id), lotr.DamageEnemy{Table: id, Enemy: l.lieutenant(id), By: 8})
			}
		}
		l.endRound() // Bane of Amon Lanc stands: not won, and its stage raises the strength
		l.digDone()
		l.city(0)
		if l.s.Over() {
			t.Fatalf("%s: won with a Lieutenant in play", check)
		}
		l.chooseStages("3F", "3H", "3B")
		l.answer(esgaroth, group.ChoiceDone) // it comes to 3B and attacks
		if l.s.Over() || l.s.Round != 5 {
			t.Fatalf("%s: %s in round %d with a Lieutenant in play", check, l.s.Phase, l.s.Round)
		}
		l.do(captain(esgaroth), lotr.DamageEnemy{Table: esgaroth, Enemy: l.lieutenant(esgaroth), By: 9})
		l.endRound()
		if won := l.s.Phase == coordinator.PhaseWon; won != (check == group.WinAtEachChance) {
			t.Errorf("%s: at the barrier the group is %s", check, l.s.Phase)
		}
		if check == group.WinAtEachChance {
			continue
		}
		l.digDone()
		l.city(0)
		l.chooseStages("3B", "3F", "3H")
		if l.s.Phase != coordinator.PhaseWon {
			t.Errorf("%s: not won after the hand-overs: %v", check, l.s.Words())
		}
	}
}
