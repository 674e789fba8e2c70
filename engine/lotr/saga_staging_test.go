package lotr

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Rule: Staging in player order.
// Rule: Surge.
// Rule: Doomed X.
// Source: The Flame of the West, "Campaign Staging Rules".
func TestStagingInPlayerOrder(t *testing.T) {
	crew := lotr.Card{Name: "Old Crew", Kind: "enemy", Threat: 1, HitPoints: 3, Engagement: 90}
	more := lotr.Card{Name: "Old Call", Kind: "treachery", Surge: true}
	doomed := lotr.Card{Name: "Old Doom", Kind: "treachery", Doomed: 2}
	quest := phase(lotr.PhaseQuest)
	shown := func(player events.PersonID, n, cards int, step bool) events.Payload {
		return lotr.CardRevealed{Table: tid, Card: crew, Enemy: n, Player: player, Step: step, StepCards: cards}
	}
	comes := func(n int) events.Payload {
		return lotr.EnemyEntered{Table: tid, Enemy: n, Card: crew, Why: "revealed"}
	}
	one := []events.Payload{shown(p1, 1, 3, true), comes(1)}
	given := func(more ...events.Payload) []events.Payload {
		return midGame(siegeOfGondor, 3, "1B", append([]events.Payload{quest}, more...)...)
	}
	surge := lotr.CardRevealed{Table: tid, Card: more, Player: p1, Step: true, StepCards: 3, Surge: true}
	all := append(one[:2:2], shown(p2, 2, 0, true), comes(2), shown(p3, 3, 0, true), comes(3))
	gone := append(one[:2:2], out(p2, "threat", 50, 2), shown(p3, 2, 0, true), comes(2))
	reveal := lotr.RevealCard{Table: tid, Hand: &crew}
	runTurns(t, []turn{
		{name: "the first player reveals first", scenario: siegeOfGondor, given: given(), when: reveal, then: one},
		{
			name: "the first card begins the quest phase", scenario: siegeOfGondor, given: midGame(siegeOfGondor, 3, "1B"),
			when: reveal, then: append([]events.Payload{quest}, one...),
		},
		{name: "then the next", scenario: siegeOfGondor, given: given(one...), when: reveal, then: []events.Payload{shown(p2, 2, 0, true), comes(2)}},
		{name: "who is named has to be next", scenario: siegeOfGondor, given: given(one...), when: lotr.RevealCard{Table: tid, Hand: &crew, Player: p3}, refused: "not-their-turn"},
		{
			name: "an effect reveals out of turn", scenario: siegeOfGondor, given: given(one...), when: lotr.RevealCard{Table: tid, Hand: &crew, Player: p3, Effect: true},
			then: []events.Payload{shown(p3, 2, 0, false), comes(2)},
		},
		{
			name: "Surge: the same player reveals again, and the turn does not pass", scenario: siegeOfGondor, given: given(surge), when: reveal,
			then: []events.Payload{shown(p1, 1, 0, false), comes(1)},
		},
		{name: "nobody else for them", scenario: siegeOfGondor, given: given(surge), when: lotr.RevealCard{Table: tid, Hand: &crew, Player: p2}, refused: "not-their-turn"},
		{
			name: "after that the next", scenario: siegeOfGondor, given: given(surge, shown(p1, 1, 0, false), comes(1)), when: reveal,
			then: []events.Payload{shown(p2, 2, 0, true), comes(2)},
		},
		{name: "each player one", scenario: siegeOfGondor, given: given(all...), when: reveal, refused: "staging-done"},
		{
			name: "the number of cards stays if somebody goes out", scenario: siegeOfGondor, given: given(gone...), when: reveal,
			then: []events.Payload{shown(p1, 3, 0, true), comes(3)},
		},
		{
			name: "and no more", scenario: siegeOfGondor, given: given(append(gone[:5:5], shown(p1, 3, 0, true), comes(3))...), when: reveal, refused: "staging-done",
		},
		{
			name: "Doomed raises every threat", scenario: siegeOfGondor, given: given(), when: lotr.RevealCard{Table: tid, Hand: &doomed},
			then: []events.Payload{
				lotr.CardRevealed{Table: tid, Card: doomed, Player: p1, Step: true, StepCards: 3},
				noted(threat(p1, 21, 23, lotr.WhyDoomed), doomed.Name), noted(threat(p2, 28, 30, lotr.WhyDoomed), doomed.Name), noted(threat(p3, 29, 31, lotr.WhyDoomed), doomed.Name),
			},
		},
		{
			name: "after the quest a card is revealed by an effect", scenario: siegeOfGondor, given: given(append(all, lotr.QuestResolved{Table: tid})...), when: reveal,
			then: []events.Payload{shown("", 4, 0, false), comes(4)},
		},
		{
			name: "outside the saga nobody's turn is kept", scenario: river, given: midGame(river, 3, "1B", quest, shown(p2, 1, 3, true), comes(1)),
			when: lotr.RevealCard{Table: tid, Hand: &crew, Player: p2}, then: []events.Payload{shown(p2, 2, 0, true), comes(2)},
		},
		{name: "a stranger", scenario: siegeOfGondor, given: given(), when: lotr.RevealCard{Table: tid, Hand: &crew, Player: p4}, refused: "no-such-player"},
	})
	c := Context{Scenario: siegeOfGondor, Round: 2}
	for want, es := range map[events.PersonID][]events.Payload{p1: given(surge), p2: given(one...), p3: given(all[:4]...), "": given(all...)} {
		if got := ToReveal(c, fold(es)); got != want {
			t.Errorf("%q reveals next, want %q", got, want)
		}
	}
}

// The two copies of Snaga Archer have archery 2 each: 4 in all, and 2 go to Sean's Elladan and 2 to
// Jeremy's hero.
//
// Rule: Archery X.
// Source: The Mountain of Fire, "Archery X" (example).
func TestSnagaArchers(t *testing.T) {
	given := midGame(gate, 2, "1B", enemyOn(gate, 1, snagaArcher), enemyOn(gate, 2, snagaArcher))
	shoot(t, gate, given, 4, lotr.Hit{Player: p1, Character: "Elladan", Damage: 2}, lotr.Hit{Player: p2, Character: "Gimli", Damage: 2})
}

// shoot begins combat and deals its archery damage: exactly the total, and nothing less.
func shoot(t *testing.T, scenario string, given []events.Payload, total int, hits ...lotr.Hit) {
	t.Helper()
	c, table := Context{Scenario: scenario, Round: 2}, fold(given)
	es, err := DecideTable(c, table, lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat})
	if err != nil {
		t.Fatal(err)
	}
	table = foldOn(table, es)
	if table.Archery != total {
		t.Fatalf("%d archery damage is due, want %d", table.Archery, total)
	}
	less := append([]lotr.Hit{}, hits...)
	less[0].Damage--
	if less[0].Damage == 0 {
		less = less[1:]
	}
	_, err = DecideTable(c, table, lotr.AssignArchery{Table: tid, Hits: less})
	mustRefuse(t, err, "archery-unequal")
	got, err := DecideTable(c, table, lotr.AssignArchery{Table: tid, Hits: hits})
	if err != nil {
		t.Fatal(err)
	}
	want := []events.Payload{lotr.ArcheryAssigned{Table: tid, Total: total, Hits: hits}}
	for _, h := range hits {
		want = append(want, lotr.CharacterDamaged{Table: tid, Player: h.Player, Character: h.Character, Hero: h.Character == "Gimli", By: h.Damage, Damage: h.Damage})
	}
	same(t, got, want)
}
