package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: Archery X.
// Source: Attack on Dol Guldur, "Archery X".
func TestArchery(t *testing.T) {
	archers := []events.Payload{enemyIn(1, "amon-lanc-archer"), engagedWith(2, "host-of-dol-guldur", p1)}
	due := func(total int, more ...events.Payload) []events.Payload {
		return game(3, "3B", append([]events.Payload{phase(lotr.PhaseCombat), lotr.ArcheryDue{Table: tid, Total: total}}, more...)...)
	}
	hits := func(hs ...lotr.Hit) []lotr.Hit { return hs }
	hurt := func(p events.PersonID, who string, hero bool, by, now int) events.Payload {
		return lotr.CharacterDamaged{Table: tid, Player: p, Character: who, Hero: hero, By: by, Damage: now}
	}
	run(t, []play{
		{
			name:  "combat begins: all cards in play, engaged or not; Host of Dol Guldur for each player",
			given: game(3, "3B", archers...),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat},
			then:  []events.Payload{phase(lotr.PhaseCombat), lotr.ArcheryDue{Table: tid, Total: 5}},
		},
		{
			name:  "a player who is out does not count",
			given: game(3, "3B", append(archers, out(p3, "threat", 50, 2))...),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat},
			then:  []events.Payload{phase(lotr.PhaseCombat), lotr.ArcheryDue{Table: tid, Total: 4}},
		},
		{
			name:  "it is split over the characters of any players as they see fit",
			given: due(5, lotr.HostTaken{Table: tid, Player: p3}),
			when: lotr.AssignArchery{Table: tid, Hits: hits(
				lotr.Hit{Player: p1, Character: "legolas", Damage: 1}, lotr.Hit{Player: p2, Character: "Faramir", Damage: 2},
				lotr.Hit{Player: p3, Character: "Host of Lórien", Damage: 2})},
			then: []events.Payload{
				lotr.ArcheryAssigned{Table: tid, Total: 5, Hits: hits(
					lotr.Hit{Player: p1, Character: "Legolas", Damage: 1}, lotr.Hit{Player: p2, Character: "Faramir", Damage: 2},
					lotr.Hit{Player: p3, Character: "Host of Lórien", Damage: 2})},
				hurt(p1, "Legolas", true, 1, 1), hurt(p2, "Faramir", false, 2, 2),
				lotr.HostDamaged{Table: tid, Player: p3, By: 2, Damage: 2},
			},
		},
		{
			name:    "one too few",
			given:   due(5),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p1, Character: "Aragorn", Damage: 4})},
			refused: "archery-unequal",
		},
		{
			name:    "one too many",
			given:   due(5),
			when:    lotr.AssignArchery{Table: tid, NoMore: true, Hits: hits(lotr.Hit{Player: p1, Character: "Aragorn", Damage: 6})},
			refused: "archery-unequal",
		},
		{
			name:  "fewer, when no character can take more",
			given: due(5),
			when:  lotr.AssignArchery{Table: tid, NoMore: true, Hits: hits(lotr.Hit{Player: p3, Character: "Beravor", Damage: 4})},
			then: []events.Payload{
				lotr.ArcheryAssigned{Table: tid, Total: 5, Hits: hits(lotr.Hit{Player: p3, Character: "Beravor", Damage: 4})},
				hurt(p3, "Beravor", true, 4, 4),
			},
		},
		{
			name:  "a player's last hero dies by it; a later hit on their ally does nothing",
			given: due(6, lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Aragorn", Hero: true, HeroesUp: 1}),
			when: lotr.AssignArchery{Table: tid, Hits: hits(
				lotr.Hit{Player: p1, Character: "Legolas", Damage: 4}, lotr.Hit{Player: p1, Character: "Gandalf", Damage: 2})},
			then: []events.Payload{
				lotr.ArcheryAssigned{Table: tid, Total: 6, Hits: hits(
					lotr.Hit{Player: p1, Character: "Legolas", Damage: 4}, lotr.Hit{Player: p1, Character: "Gandalf", Damage: 2})},
				hurt(p1, "Legolas", true, 4, 4),
				lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Legolas", Hero: true},
				out(p1, lotr.OutHeroes, 21, 2), passed(p1, p2, "eliminated"),
			},
		},
		{
			name:    "a character named twice",
			given:   due(4),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p1, Character: "Gandalf", Damage: 2}, lotr.Hit{Player: p1, Character: "gandalf", Damage: 2})},
			refused: engine.CodeMalformed,
		},
		{
			name:    "a character of a player who is out",
			given:   due(2, out(p2, "threat", 50, 2)),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p2, Character: "Gimli", Damage: 2})},
			refused: "player-out",
		},
		{
			name:    "a hit of 0",
			given:   due(2),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p2, Character: "Gimli", Damage: 0})},
			refused: engine.CodeMalformed,
		},
		{
			name:    "more characters than fit one entry",
			given:   due(2),
			when:    lotr.AssignArchery{Table: tid, Hits: make([]lotr.Hit, maxHits+1)},
			refused: engine.CodeMalformed,
		},
		{
			name:    "nothing is due",
			given:   game(1, "3B"),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p1, Character: "Aragorn", Damage: 1})},
			refused: "no-archery-due",
		},
		{
			name:    "a second time",
			given:   due(2, lotr.ArcheryAssigned{Table: tid, Total: 2}),
			when:    lotr.AssignArchery{Table: tid, Hits: hits(lotr.Hit{Player: p1, Character: "Aragorn", Damage: 2})},
			refused: "no-archery-due",
		},
	})
}
