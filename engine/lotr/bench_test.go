package lotr

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// busy is a table of four in the middle of the siege.
func busy() Table {
	es := game(4, "3D", lieutenant(1, "sorcerer-of-dol-guldur"), locationIn(1, "blackened-woods"), active(1, "blackened-woods"), locationIn(2, "forest-battleground"))
	for i, code := range []string{"battle-warg", "dol-guldur-marauder", "mirkwood-olog-hai", "host-of-dol-guldur", "amon-lanc-archer", "battle-warg"} {
		es = append(es, enemyIn(i+2, code))
	}
	return fold(es)
}

func BenchmarkDecideTable(b *testing.B) {
	c, t := contextOf(Context{}), busy()
	for name, cmd := range map[string]lotr.TableCommand{
		"threat":     lotr.ChangeThreat{Table: tid, Player: p3, By: 1},
		"reveal":     lotr.RevealCard{Table: tid, Card: "Fear and Despair"},
		"quest":      lotr.ResolveQuest{Table: tid, Willpower: 30},
		"engagement": lotr.CheckEngagement{Table: tid},
		"refusal":    lotr.DestroyEnemy{Table: tid, Enemy: 99},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = DecideTable(c, t, cmd)
			}
		})
	}
	b.Run("end of round", func(b *testing.B) {
		t := EvolveTable(t, phase(lotr.PhaseCombat))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := EndTableRound(c, t); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEvolveTable(b *testing.B) {
	t := busy()
	for name, e := range map[string]events.Payload{
		"threat":  threat(p3, 29, 30, lotr.WhyEntry),
		"entered": entered(9, "battle-warg", "revealed"),
		"damaged": damaged(3, "dol-guldur-marauder", 1, 1),
		"foreign": lotr.ThreatChanged{Table: "t-2"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = EvolveTable(t, e)
			}
		})
	}
}
