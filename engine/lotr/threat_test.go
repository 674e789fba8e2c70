package lotr

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Source: facts/game-facts.md, "5.2 Elimination".
func TestThreat(t *testing.T) {
	undeclared := lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p1, p2}, FirstPlayer: p1, Threat: []int{-1, 28}, Elimination: []int{50, 50}}
	run(t, []play{
		{
			name:  "one player's threat rises",
			given: game(2, "3B"),
			when:  lotr.ChangeThreat{Table: tid, Player: p2, By: 3, Note: "  Fear  "},
			then:  []events.Payload{noted(threat(p2, 28, 31, lotr.WhyEntry), "Fear")},
		},
		{
			name:  "everybody's threat at the table rises, in turn order",
			given: game(3, "3B", passed(p1, p2, "refresh")),
			when:  lotr.ChangeThreat{Table: tid, By: 2},
			then:  []events.Payload{threat(p2, 28, 30, lotr.WhyEntry), threat(p3, 29, 31, lotr.WhyEntry), threat(p1, 21, 23, lotr.WhyEntry)},
		},
		{
			name:  "threat is never below 0",
			given: game(1, "3B"),
			when:  lotr.ChangeThreat{Table: tid, Player: p1, By: -40},
			then:  []events.Payload{threat(p1, 21, 0, lotr.WhyEntry)},
		},
		{
			name:    "lowering a threat of 0 changes nothing",
			given:   game(1, "3B", threat(p1, 21, 0, lotr.WhyEntry)),
			when:    lotr.ChangeThreat{Table: tid, Player: p1, By: -1},
			refused: "nothing-changes",
		},
		{
			name:  "reaching the elimination level is out at once, the token goes on",
			given: game(2, "3B"),
			when:  lotr.ChangeThreat{Table: tid, Player: p1, To: num(50)},
			then:  []events.Payload{threat(p1, 21, 50, lotr.WhyEntry), out(p1, lotr.OutThreat, 50, 1), passed(p1, p2, "eliminated")},
		},
		{
			name:  "one below the elimination level is still in",
			given: game(2, "3B"),
			when:  lotr.ChangeThreat{Table: tid, Player: p1, To: num(49)},
			then:  []events.Payload{threat(p1, 21, 49, lotr.WhyEntry)},
		},
		{
			name:    "who is out has no threat to change",
			given:   game(2, "3B", out(p2, lotr.OutThreat, 50, 1)),
			when:    lotr.ChangeThreat{Table: tid, Player: p2, By: -5},
			refused: "player-out",
		},
		{
			name:  "a threat that was not declared can be typed",
			given: []events.Payload{undeclared},
			when:  lotr.ChangeThreat{Table: tid, Player: p1, To: num(27)},
			then:  []events.Payload{threat(p1, -1, 27, lotr.WhyEntry)},
		},
		{
			name:    "a threat that was not declared cannot be changed",
			given:   []events.Payload{undeclared},
			when:    lotr.ChangeThreat{Table: tid, By: 1},
			refused: "threat-not-declared",
		},
		{
			name:    "a player of another table",
			given:   game(2, "3B"),
			when:    lotr.ChangeThreat{Table: tid, Player: "p-9", By: 1},
			refused: "no-such-player",
		},
		{name: "a change of 0", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, Player: p1}, refused: engine.CodeMalformed},
		{name: "a change of 100", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, Player: p1, By: 100}, refused: engine.CodeMalformed},
		{name: "100 on the dial", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, Player: p1, To: num(100)}, refused: engine.CodeMalformed},
		{name: "a dial and a change", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, Player: p1, By: 1, To: num(20)}, refused: engine.CodeMalformed},
		{name: "one dial for all", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, To: num(20)}, refused: engine.CodeMalformed},
		{name: "a note too long", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, By: 1, Note: strings.Repeat("é", 121)}, refused: engine.CodeMalformed},
		{name: "a note with a line break", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, By: 1, Note: "a\nb"}, refused: engine.CodeMalformed},
		{name: "a note that is not text", given: game(1, "3B"), when: lotr.ChangeThreat{Table: tid, By: 1, Note: "a\xff"}, refused: engine.CodeMalformed},
	})
}

// Source: facts/game-facts.md, "5.2 Elimination": enemies return, what is controlled leaves play, the
// token goes on clockwise at once; all heroes destroyed eliminates too.
func TestElimination(t *testing.T) {
	holding := []events.Payload{
		lotr.HostTaken{Table: tid, Player: p2, Paid: 10},
		lotr.PowerTaken{Table: tid, Player: p2, Paid: 20},
		engagedWith(1, "battle-warg", p2), engagedWith(2, "battle-warg", p1), engagedWith(3, "amon-lanc-archer", p2),
		passed(p1, p2, "refresh"),
	}
	table := fold(game(3, "3B", holding...))
	got := Eliminate(contextOf(Context{}), table, p2, lotr.OutOrganiser)
	same(t, got, []events.Payload{
		out(p2, lotr.OutOrganiser, 28, 2),
		lotr.EnemyReturned{Table: tid, Enemy: 1, Card: "Battle Warg"},
		lotr.EnemyReturned{Table: tid, Enemy: 3, Card: "Amon Lanc Archer"},
		lotr.HostLost{Table: tid, Player: p2, Why: "eliminated"},
		lotr.PowerDiscarded{Table: tid, Player: p2, Why: "eliminated"},
		passed(p2, p3, "eliminated"),
	})
	after := foldOn(table, got)
	if len(after.Lorien) != 0 || after.PowerInPlay || after.FirstPlayer != p3 {
		t.Errorf("Lórien cards %v, Power in play %v, first player %s", after.Lorien, after.PowerInPlay, after.FirstPlayer)
	}
	if again := Eliminate(contextOf(Context{}), after, p2, lotr.OutThreat); again != nil {
		t.Errorf("a player who is out was eliminated again: %v", again)
	}
	if stranger := Eliminate(contextOf(Context{}), after, "p-9", lotr.OutThreat); stranger != nil {
		t.Errorf("a stranger was eliminated: %v", stranger)
	}
}

func TestLastPlayerKeepsTheToken(t *testing.T) {
	table := fold(game(1, "3B"))
	same(t, Eliminate(contextOf(Context{}), table, p1, lotr.OutOrganiser), []events.Payload{out(p1, lotr.OutOrganiser, 21, 0)})
}

func TestHeroesLost(t *testing.T) {
	lost := func(who string, p events.PersonID, up int) events.Payload {
		return lotr.CharacterDestroyed{Table: tid, Player: p, Character: who, Hero: true, HeroesUp: up}
	}
	run(t, []play{
		{
			name:  "a hero by its title in any case",
			given: game(2, "3B"),
			when:  lotr.DestroyCharacter{Table: tid, Player: p1, Character: "ARAGORN"},
			then:  []events.Payload{lost("Aragorn", p1, 1)},
		},
		{
			name:  "the last hero takes the player out",
			given: game(2, "3B", lost("Aragorn", p1, 1)),
			when:  lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Legolas"},
			then:  []events.Payload{lost("Legolas", p1, 0), out(p1, lotr.OutHeroes, 21, 1), passed(p1, p2, "eliminated")},
		},
		{
			name:    "a hero that is destroyed already",
			given:   game(2, "3B", lost("Aragorn", p1, 1)),
			when:    lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Aragorn"},
			refused: "character-destroyed",
		},
		{
			name:  "an ally that was never named before",
			given: game(2, "3B"),
			when:  lotr.DestroyCharacter{Table: tid, Player: p1, Character: "Gandalf"},
			then:  []events.Payload{lotr.CharacterDestroyed{Table: tid, Player: p1, Character: "Gandalf", HeroesUp: 2}},
		},
		{
			name:  "damage that reaches a hero's hit points destroys it",
			given: game(2, "3B", lotr.CharacterDamaged{Table: tid, Player: p2, Character: "Éowyn", Hero: true, By: 2, Damage: 2}),
			when:  lotr.DamageCharacter{Table: tid, Player: p2, Character: "eowyn", By: 1},
			then: []events.Payload{
				lotr.CharacterDamaged{Table: tid, Player: p2, Character: "Éowyn", Hero: true, By: 1, Damage: 3},
				lost("Éowyn", p2, 2),
			},
		},
		{
			name:  "a hero whose hit points are not known lives on",
			given: game(3, "3B"),
			when:  lotr.DamageCharacter{Table: tid, Player: p3, Character: "Beravor", By: 40},
			then:  []events.Payload{lotr.CharacterDamaged{Table: tid, Player: p3, Character: "Beravor", Hero: true, By: 40, Damage: 40}},
		},
		{
			name:  "healing stops at no damage",
			given: game(2, "3B", lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Gandalf", By: 2, Damage: 2}),
			when:  lotr.DamageCharacter{Table: tid, Player: p1, Character: "gandalf", By: -5},
			then:  []events.Payload{lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Gandalf", By: -2, Damage: 0}},
		},
		{
			name:    "nothing to heal",
			given:   game(2, "3B"),
			when:    lotr.DamageCharacter{Table: tid, Player: p1, Character: "Aragorn", By: -1},
			refused: "nothing-to-heal",
		},
		{
			name:    "Host of Lórien that the player does not control",
			given:   game(2, "3B", lotr.HostTaken{Table: tid, Player: p2}),
			when:    lotr.DamageCharacter{Table: tid, Player: p1, Character: "Host of Lorien", By: 1},
			refused: "no-such-character",
		},
		{
			name:  "Host of Lórien is out of the game at 6 damage",
			given: game(2, "3B", lotr.HostTaken{Table: tid, Player: p2}, lotr.HostDamaged{Table: tid, Player: p2, By: 5, Damage: 5}),
			when:  lotr.DamageCharacter{Table: tid, Player: p2, Character: "host of lorien", By: 1},
			then: []events.Payload{
				lotr.HostDamaged{Table: tid, Player: p2, By: 1, Damage: 6},
				lotr.HostLost{Table: tid, Player: p2, Why: "damage"},
			},
		},
		{
			name:  "Host of Lórien leaves play by an entry",
			given: game(2, "3B", lotr.HostTaken{Table: tid, Player: p2}),
			when:  lotr.DestroyCharacter{Table: tid, Player: p2, Character: lotr.HostName},
			then:  []events.Payload{lotr.HostLost{Table: tid, Player: p2, Why: "entry"}},
		},
		{name: "no character is named", given: game(1, "3B"), when: lotr.DestroyCharacter{Table: tid, Player: p1, Character: "  "}, refused: engine.CodeMalformed},
		{name: "too much damage", given: game(1, "3B"), when: lotr.DamageCharacter{Table: tid, Player: p1, Character: "Aragorn", By: 100}, refused: engine.CodeMalformed},
	})
}

func TestFirstPlayerByACard(t *testing.T) {
	run(t, []play{
		{
			name: "a card gives the token", given: game(2, "3B"),
			when: lotr.PassFirstPlayer{Table: tid, Player: p2},
			then: []events.Payload{passed(p1, p2, "entry")},
		},
		{name: "who has it already", given: game(2, "3B"), when: lotr.PassFirstPlayer{Table: tid, Player: p1}, refused: "already-first-player"},
		{name: "who is out", given: game(2, "3B", out(p2, "threat", 50, 1)), when: lotr.PassFirstPlayer{Table: tid, Player: p2}, refused: "player-out"},
	})
}

func foldOn(t Table, es []events.Payload) Table {
	for _, e := range es {
		t = EvolveTable(t, e)
	}
	return t
}

// Who has declared no heroes is entered as out; who has declared some goes out with the last.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func TestHeroesLostThatWereNeverDeclared(t *testing.T) {
	undeclared := func(more ...events.Payload) []events.Payload {
		var bare []group.Seat
		for _, s := range seats(2) {
			bare = append(bare, group.Seat{Player: s.Player, Table: tid})
		}
		es := []events.Payload{
			group.PlayersSeated{Seats: bare},
			lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p1, p2}, Threat: []int{-1, 30}, Elimination: []int{50, 50}, FirstPlayer: p1},
			group.RoundStarted{Round: 1},
		}
		return append(es, more...)
	}
	run(t, []play{
		{
			name: "out, with what that brings", given: undeclared(engagedWith(1, "battle-warg", p1)),
			when: lotr.PlayerOut{Table: tid, Player: p1, Why: lotr.OutHeroes},
			then: []events.Payload{
				out(p1, lotr.OutHeroes, 0, 1),
				lotr.EnemyReturned{Table: tid, Enemy: 1, Card: "Battle Warg"},
				passed(p1, p2, "eliminated"),
			},
		},
		{name: "with the threat on the dial", given: undeclared(), when: lotr.PlayerOut{Table: tid, Player: p2, Why: lotr.OutHeroes}, then: []events.Payload{out(p2, lotr.OutHeroes, 30, 1)}},
		{name: "heroes that are declared are entered one by one", given: game(2, "3B"), when: lotr.PlayerOut{Table: tid, Player: p1, Why: lotr.OutHeroes}, refused: "heroes-declared"},
		{name: "once", given: undeclared(out(p2, lotr.OutHeroes, 30, 1)), when: lotr.PlayerOut{Table: tid, Player: p2, Why: lotr.OutHeroes}, refused: "player-out"},
		{name: "a stranger", given: undeclared(), when: lotr.PlayerOut{Table: tid, Player: p4, Why: lotr.OutHeroes}, refused: "no-such-player"},
		{name: "for another reason", given: undeclared(), when: lotr.PlayerOut{Table: tid, Player: p1, Why: lotr.OutThreat}, refused: engine.CodeMalformed},
		{name: "for none", given: undeclared(), when: lotr.PlayerOut{Table: tid, Player: p1}, refused: engine.CodeMalformed},
	})
}
