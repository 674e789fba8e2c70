package words_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/words"
)

var at = words.Context{Teams: map[events.TableID]string{"red": "Rivendell", "green": "Lórien"}}

// Every event type that the program knows has words of its own.
func TestEveryEventTypeIsSaidInWords(t *testing.T) {
	for _, typ := range vocabulary.All().EventTypes() {
		zero, _ := vocabulary.All().Zero(typ)
		p := words.Of(at, zero.(events.Payload))
		if p.Does == typ || strings.Contains(p.Does, ".v1") {
			t.Errorf("%s has no words", typ)
		}
		if typ != (group.StepResolved{}).EventType() && p.Does == "" {
			t.Errorf("%s says nothing although nothing else says it", typ)
		}
	}
}

func TestWords(t *testing.T) {
	two, zero := 2, 0
	for _, c := range []struct {
		event events.Payload
		want  string
	}{
		{lotr.LocationExplored{Table: "red", Card: lotr.Card{Name: "Dungeon Door"}, Item: 1, Siege: &two}, "Ana explored Dungeon Door (siege 2)"},
		{lotr.LocationExplored{Table: "red", Card: lotr.Card{Name: "Blackened Woods"}, Item: 1, Siege: &zero}, "Ana explored Blackened Woods"},
		{lotr.EnemyDestroyed{Table: "red", Card: lotr.Card{Name: "Olog-hai"}, Item: 2}, "Ana destroyed Olog-hai (siege not known)"},
		{lotr.EnemyDestroyed{Card: lotr.Card{Name: "Morlug"}, By: "city-fell"}, "Morlug was destroyed, no longer indestructible"},
		{lotr.ThreatChanged{Player: "p-7", From: 30, To: 31, Why: lotr.WhyRefresh}, "{p-7} threat 30 to 31 (refresh)"},
		{lotr.ThreatChanged{Player: "p-7", From: -1, To: 28, Why: lotr.WhyHeroes}, "{p-7} starts with threat 28 (heroes)"},
		{lotr.PlayerEliminated{Player: "p-7", Why: lotr.OutThreat, Threat: 50, Left: 1}, "{p-7} was eliminated (threat 50); 1 player left at the table"},
		{lotr.CityStrengthReduced{From: 33, By: 6, Strength: 27, Shares: []lotr.Share{{Table: "red", Siege: 4}, {Table: "green", Siege: 2}}}, "City strength 33 to 27 (siege 6: Rivendell 4 and Lórien 2)"},
		{lotr.CityStrengthRestated{From: 27, Strength: 29, Reason: "miscounted"}, "City strength 27 to 29 by a ruling: miscounted"},
		{lotr.CityStrengthRestated{From: 27, Strength: 29, Reason: "miscounted", Table: "red", Round: 4, WasSiege: 5, NowSiege: 3}, "City strength 27 to 29 by a ruling (siege of Rivendell in round 4 corrected from 5 to 3): miscounted"},
		{lotr.CityStrengthRestated{From: 27, Strength: 27, Reason: "miscounted", Table: "red", Round: 4, WasSiege: 5, NowSiege: 3}, "Siege of Rivendell in round 4 corrected from 5 to 3 by a ruling: miscounted"},
		{lotr.ProgressCapped{Cap: 5, Card: "Fastness of Mirkwood"}, "Fastness of Mirkwood limits the quest to 5 progress this round"},
		{lotr.ProgressCapped{Cap: -1, Card: "Fastness of Mirkwood"}, "Fastness of Mirkwood no longer limits the quest"},
		{group.GroupOpened{Name: "A", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "easy"}, "Ana opened the group “A”: Attack on Dol Guldur, standard game mode, easy"},
		{group.TableEndedRound{Table: "red", Round: 4}, "Rivendell ended round 4"},
		{group.TableEndedRound{Table: "red", Round: 4, Forced: true, Reason: "out of time"}, "Ana ended round 4 for Rivendell: out of time"},
		{group.StepResolved{Table: "red", Choice: group.ChoicePay}, "Rivendell removed 5 progress"},
		{group.StepResolved{Table: "red", Choice: "3F"}, "Rivendell chose 3F"},
		{group.StepResolved{Table: "red", Skipped: true, Why: "no progress"}, "Nothing to do for Rivendell: no progress"},
		{lotr.LieutenantArrived{Card: lotr.Card{Name: "Morlug"}, Attacks: []events.PersonID{"p-1", "p-2"}}, "Morlug arrived and attacks {p-1} and {p-2}"},
		{group.EntryWithdrawn{Kind: "lotr.explore-location.v1"}, "Ana took back an explored location"},
		{group.EntryWithdrawn{Kind: "lotr.later-thing.v1"}, "Ana took back the entry “later thing”"},
		{lotr.TokensPlaced{Card: "The Black Gate", Token: lotr.TokenResource, By: 1, Now: 4, Why: "start of the quest phase"}, "1 resource on The Black Gate (now 4): start of the quest phase"},
		{lotr.TokensPlaced{Card: "Minas Tirith", Token: lotr.TokenDamage, By: -2, Now: 3, Why: "entry"}, "2 damage off Minas Tirith (now 3)"},
		{lotr.ObjectiveMoved{Card: "Evidence of the Cult", On: lotr.Piece{Kind: "enemy", Number: 3}, Why: "guarded"}, "Evidence of the Cult is attached to an enemy now"},
		{lotr.QuestChosen{Table: "red"}, "Ana chose the main quest as the current quest"},
		{lotr.TestBegan{Player: "p-7", Heroes: []string{"Frodo Baggins", "Sam Gamgee"}, Willpower: 5, Cards: 4, Card: "The Last Gasp"}, "{p-7} began a Fortitude test: Frodo Baggins and Sam Gamgee with willpower 5, 4 cards to discard (The Last Gasp)"},
		{lotr.TestCounted{Cards: make([]lotr.DiscardedForTest, 4), Icons: 5}, "Ana counted 5 Eyes in 4 cards"},
		{lotr.TestRaised{Player: "p-8", By: "Rosie Cotton", Willpower: 7, Icons: 5, WillpowerBy: 2}, "{p-8} used Rosie Cotton in the test: willpower +2 (now 7)"},
		{lotr.TestResolved{Player: "p-7", Willpower: 7, Icons: 5, Passed: true}, "{p-7} passed the Fortitude test: willpower 7 against 5 Eyes"},
		{lotr.EnemyAttacked{Card: "Shadow Host", Player: "p-7", Defender: lotr.Character{Name: "Gimli"}, Attack: 4, Defense: 2, Damage: 2, Phantom: true}, "Shadow Host attacked {p-7} with 4, Gimli defended with 2: threat +2 instead of damage"},
		{lotr.EnemyAttacked{Card: "Olog-hai", Player: "p-7", Attack: 5, Damage: 5}, "Olog-hai attacked {p-7} with 5, undefended: 5 damage"},
		{lotr.EnemyFought{Card: "Olog-hai", Attackers: []lotr.Character{{Name: "Gimli"}, {Name: "Legolas"}}, Attack: 6, Defense: 2, Damage: 4}, "Gimli and Legolas attacked Olog-hai: attack 6 against defense 2, 4 damage"},
		{lotr.EyeMoved{From: "red", To: "green", Nazgul: []string{"Ringwraith of Sauron"}}, "The Eye of Sauron turns from Rivendell to Lórien; Ringwraith of Sauron went along"},
		{lotr.EyeHeld{Table: "red", Player: "p-7", Price: 3}, "{p-7} held The Eye of Sauron at Rivendell for 3 threat of each player there"},
		{lotr.LossPending{Table: "red", Reason: "everybody is out"}, "Rivendell has lost when the round ends, unless Mount Doom is won before: everybody is out"},
		{lotr.ContractFlipped{Player: "p-7", Contract: "Fellowship", Side: "B", Unique: 9}, "{p-7} turned Fellowship to side B with 9 unique characters"},
		{lotr.ThreatChanged{Player: "p-7", From: 40, To: 39, Note: "The Galadhrim’s Greeting", Cut: 5}, "{p-7} threat 40 to 39 (The Galadhrim’s Greeting); Dire keeps 5 of the reduction back"},
		{lotr.FactNoted{Fact: "black-gate", N: 6}, "Noted for the campaign: Black gate 6"},
		{lotr.ObjectiveHandedOver{Card: lotr.Card{Name: "Gwaihir"}, Player: "p-7", ToPlayer: "p-8"}, "{p-7} gave Gwaihir to {p-8}"},
		{group.GroupOpened{Name: "A", Scenario: "mount-doom", Mode: "standard", Difficulty: "nightmare", Settings: group.Settings{Nightmare: "Black Fire"}}, "Ana opened the group “A”: Mount Doom, standard game mode, Nightmare (Black Fire)"},
	} {
		if have := words.Of(at, c.event).Sentence("Ana"); have != c.want {
			t.Errorf("%T: %q, want %q", c.event, have, c.want)
		}
	}
}

// Whatever a captain can take back is named when it is.
func TestEveryEntryIsNamedWhenItIsTakenBack(t *testing.T) {
	for _, typ := range vocabulary.All().CommandTypes() {
		if strings.HasPrefix(typ, "lotr.") && typ != (lotr.Rule{}).CommandType() && typ != (lotr.AssignDolGuldur{}).CommandType() {
			if w := words.Command(typ); strings.Contains(w, "“") {
				t.Errorf("%s is taken back as %s", typ, w)
			}
		}
	}
}

func TestWhoActed(t *testing.T) {
	for want, a := range map[string]events.Actor{
		"{p-7}":         {Role: events.RoleCaptain, Person: "p-7", Table: "red"},
		"Rivendell":     {Role: events.RoleCaptain, Table: "red"},
		"the organiser": {Role: events.RoleOrganiser},
		"a judge":       {Role: events.RoleJudge},
		"muster":        {Role: events.RoleSystem},
	} {
		if have := words.Actor(at, a); have != want {
			t.Errorf("%+v: %q, want %q", a, have, want)
		}
	}
}

// Names are arbitrary: whatever they hold, only marks are replaced, and each once.
func TestResolveReplacesMarksOnly(t *testing.T) {
	name := func(p events.PersonID) string { return map[events.PersonID]string{"p-1": "{p-2}", "p-2": "Bo}{"}[p] }
	for in, want := range map[string]string{
		"{p-1} and {p-2}": "{p-2} and Bo}{",
		"{P 1} {p-1":      "{P 1} {p-1",
		"{}{{p-2}}":       "{}{Bo}{}",
		"plain":           "plain",
		"":                "",
	} {
		if have := words.Resolve(in, name); have != want {
			t.Errorf("%q: %q, want %q", in, have, want)
		}
	}
}

func TestEntriesAreJoined(t *testing.T) {
	say := func(es ...events.Payload) string {
		var ps []words.Phrase
		for _, e := range es {
			ps = append(ps, words.Of(at, e))
		}
		return words.Entries(ps)
	}
	moved := lotr.ThreatChanged{Player: "p-7", From: 1, To: 2}
	if have := say(lotr.LocationProgressed{Card: "Door", By: 2, Progress: 4}, lotr.LocationExplored{Card: lotr.Card{Name: "Door"}}); have != "Placed 2 progress on Door (now 4), explored Door" {
		t.Errorf("%q", have)
	}
	if have := say(moved, moved, moved, moved, moved); have != "{p-7} threat 1 to 2, {p-7} threat 1 to 2, {p-7} threat 1 to 2 and 2 things more" {
		t.Errorf("%q", have)
	}
	if have := say(); have != "" {
		t.Errorf("%q", have)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("{p-1} explored {", "x{p-1}")
	f.Fuzz(func(t *testing.T, s, n string) {
		have := words.Resolve(s, func(events.PersonID) string { return n })
		if !strings.Contains(s, "{") && have != s {
			t.Fatalf("%q became %q", s, have)
		}
	})
}
