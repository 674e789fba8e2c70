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
	} {
		if have := words.Of(at, c.event).Sentence("Ana"); have != c.want {
			t.Errorf("%T: %q, want %q", c.event, have, c.want)
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
