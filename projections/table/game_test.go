package table_test

import (
	"sort"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/internal/played"
)

// Captains of every scenario press what their pages offer. Every button is a command that can be read,
// and one that asks for nothing is never refused: the page has greyed what the rules would not take.
func TestWhatAPageOffersInEveryScenario(t *testing.T) {
	offered := map[string]int{}
	for i, scenario := range append([]string{played.MountainOfFire}, played.Scenarios...) {
		t.Run(scenario, func(t *testing.T) {
			for seed := range uint64(2) {
				press(t, scenario, 1000*uint64(i)+seed, offered)
			}
		})
	}
	for _, typ := range []string{
		"lotr.resolve-reveal.v1", "lotr.place-tokens.v1", "lotr.add-objective.v1", "lotr.move-objective.v1", "lotr.choose-quest.v1",
		"lotr.begin-test.v1", "lotr.count-icons.v1", "lotr.raise-test.v1", "lotr.resolve-test.v1",
		"lotr.enter-ally.v1", "lotr.leave-play.v1", "lotr.exhaust-character.v1", "lotr.enemy-attack.v1", "lotr.player-attack.v1",
		"lotr.tick-trigger.v1", "lotr.take-option.v1", "lotr.advance-stage.v1", "lotr.flip-card.v1", "lotr.call-loss.v1",
	} {
		if offered[typ] == 0 {
			t.Errorf("%s was never offered", typ)
		}
	}
}

func press(t *testing.T, scenario string, seed uint64, offered map[string]int) {
	t.Helper()
	l := played.New(t, seed)
	id := events.Group("spring", "one")
	l.OpenScenario(id, scenario)
	phones := l.Phones(id, seed, nil)
	types, refused, pressed := map[string]bool{}, map[string]int{}, 0
	for range 160 {
		if phones.Board.Group.Over() {
			break
		}
		for _, tb := range phones.Board.Group.Tables {
			check(t, phones.View(tb.ID), types)
		}
		p, ok := phones.Press()
		if !ok {
			continue
		}
		pressed++
		if p.Refused == nil {
			continue
		}
		refused[p.Action+": "+p.Refused.Says]++
		if p.Bare {
			t.Errorf("%s asks for nothing and is refused: %s (%s)", p.Action, p.Refused.Says, p.Data)
		}
	}
	for typ := range types {
		offered[typ]++
	}
	if total(refused)*2 > pressed {
		t.Errorf("%d of %d were refused: %v", total(refused), pressed, most(refused))
	}
}

func total(m map[string]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

// most lists the most frequent keys.
func most(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return m[keys[i]] > m[keys[j]] })
	return keys[:min(len(keys), 12)]
}
