package decks_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events/group"
)

func codes(problems []decks.Problem) []engine.Code {
	var out []engine.Code
	for _, p := range problems {
		out = append(out, p.Code)
	}
	return out
}

func TestLegalDecksHaveNoProblem(t *testing.T) {
	for _, c := range []struct {
		name, scenario string
		epic, first    bool
		campaign       *decks.Campaign
		deck           []change
		others         [][]change
	}{
		{name: "no scenario is named"},
		{name: "Fellowship cards without a scenario", deck: []change{heroes(fireAragorn, denethor), with(disguise, 3)}},
		{name: "two heroes at Dol Guldur", scenario: "attack-on-dol-guldur", epic: true},
		{name: "three heroes and the Ring-bearer", scenario: "mount-doom", first: true, deck: []change{heroes(fireFrodo, denethor, beregond, eowyn)}},
		{name: "a Ring-bearer of another saga box", scenario: "the-tower-of-cirith-ungol", first: true, deck: []change{heroes(riderFrodo, denethor)}},
		{name: "Aragorn and two heroes at Pelargir", scenario: "the-siege-of-gondor", first: true, deck: []change{heroes(flameAragorn, denethor, eowyn)}},
		{name: "Aragorn at the Black Gate in the epic mode", scenario: "the-black-gate-opens", epic: true, first: true, deck: []change{heroes(fireAragorn, denethor)}},
		{name: "Fellowship cards in the saga", scenario: "the-siege-of-gondor", deck: []change{with(disguise, 3), with("flame-of-the-west-13", 3)}},
		{name: "Frodo in The Flame of the West outside a campaign", scenario: "the-siege-of-gondor", deck: []change{heroes(spiritFrodo, denethor)}},
		{name: "another Aragorn outside the saga", scenario: "the-river-running", deck: []change{heroes(leadAragorn, denethor)}},
		{name: "Sméagol outside the saga", scenario: "the-temple-of-doom", deck: []change{heroes(smeagol, denethor)}},
		{name: "The One Ring with its Master cards", scenario: "the-temple-of-doom", deck: []change{with(theRing, 1), with(ruling, 3)}},
		{name: "an earned boon, by name", scenario: "the-battle-of-the-pelennor-fields", campaign: &decks.Campaign{Boons: []string{"esquire of rohan"}}, deck: []change{with(esquire, 1)}},
		{name: "an earned boon, by code", scenario: "mount-doom", campaign: &decks.Campaign{Boons: []string{army}}, deck: []change{with(army, 1)}},
		{name: "the fallen Aragorn comes back from the Fellowship", scenario: "the-black-gate-opens", campaign: &decks.Campaign{Fallen: []string{"Aragorn"}}, deck: []change{heroes(fireAragorn, denethor)}},
		{name: "the Fellowship contract with unique allies alone", scenario: "danger-in-dorwinion", deck: []change{cardsOnly, contract(fellowship), heroes(eowyn)}},
		{name: "spheres that the heroes do not have", scenario: "the-river-running", deck: []change{heroes(legolas), with("core-set-50", 0)}},
		{name: "Aragorn as a fourth hero", scenario: "the-black-gate-opens", deck: []change{heroes(fireAragorn, denethor, beregond, eowyn)}},
		{name: "a high threat under Dire", scenario: "mount-doom", deck: []change{heroes(gandalfHero, gwaihirHero, elrond), heroesAnd("aragorn")}},
	} {
		s := decks.Situation{}
		if c.scenario != "" {
			s = scenario(t, c.scenario)
		}
		s.Epic, s.First, s.Campaign = c.epic, c.first, c.campaign
		for _, o := range c.others {
			s.Others = append(s.Others, legal(t, "other", o...))
		}
		// Warnings of cards that are a hero, too, are looked at elsewhere.
		problems := slices.DeleteFunc(decks.Check(legal(t, "mine", c.deck...), s), func(p decks.Problem) bool { return p.Code == decks.CodeUniqueHero })
		if len(problems) > 0 {
			t.Errorf("%s: %+v", c.name, problems)
		}
	}
}

// Rule: Deck checks.
func TestWarningsLeaveADeckPlayable(t *testing.T) {
	for _, c := range []struct {
		name, scenario string
		deck           []change
		others         [][]change
		code           engine.Code
		says           string
	}{
		{"an ally who is a hero of the deck", "the-river-running", []change{heroes("land-of-shadow-2"), with("core-set-14", 2)}, nil, decks.CodeUniqueHero, "also a hero of this deck"},
		{"an ally who is a hero of the table", "the-river-running", []change{with("core-set-73", 3)}, [][]change{{heroes(gandalfHero)}}, decks.CodeUniqueHero, "also a hero of the deck other"},
		{"Master cards without the Ring", "the-river-running", []change{with(ruling, 3)}, nil, decks.CodeMasterAlone, "only by the player who controls The One Ring"},
		{"two Rings at a table", "the-river-running", []change{with(theRing, 1)}, [][]change{{with(theRing, 1), heroes(eowyn)}}, decks.CodeRings, "the first player decides"},
		{"an unknown card", "the-river-running", []change{unknown("A Card of Tomorrow")}, nil, decks.CodeUnknown, "1× A Card of Tomorrow is not checked"},
		{"a contract that is not known", "the-river-running", []change{contract(fellowship), renamed("A Bargain")}, nil, decks.CodeContractUnknown, "compare the deck with the card"},
		{"boons that fill a deck", "the-siege-of-gondor", []change{cut(2), with(army, 1), with(esquire, 1)}, nil, decks.CodeDeckSize, "the organiser decides"},
		{"a small printed list", "the-river-running", []change{cut(3), printedList}, nil, decks.CodeDeckSize, "the rulebook's own"},
	} {
		s := scenario(t, c.scenario)
		for _, o := range c.others {
			s.Others = append(s.Others, legal(t, "other", o...))
		}
		if c.code == decks.CodeDeckSize && s.Scenario.Saga {
			s.Campaign = &decks.Campaign{Boons: []string{army, esquire}}
		}
		problems := decks.Check(legal(t, "mine", c.deck...), s)
		i := slices.IndexFunc(problems, func(p decks.Problem) bool { return p.Code == c.code })
		if i < 0 || !problems[i].Warning || !strings.Contains(problems[i].Says, c.says) || problems[i].Source == "" {
			t.Errorf("%s: want a warning %s that says %q, got %+v", c.name, c.code, c.says, problems)
		}
		for _, p := range problems {
			if !p.Warning && p.Code != decks.CodeHeroTwice {
				t.Errorf("%s: refused, too: %s", c.name, p.Says)
			}
		}
	}
}

func renamed(name string) change {
	return func(_ testing.TB, d *decks.Deck) { d.Contracts[0].Name = name }
}

func printedList(_ testing.TB, d *decks.Deck) { d.Printed = true }

// The first player's deck is asked for the scenario's hero, the others' are not; each is checked
// against the rest of the table.
//
// Rule: Deck checks.
func TestATableIsCheckedTogether(t *testing.T) {
	s := scenario(t, "mount-doom")
	s.First = true
	table := []decks.Deck{
		legal(t, "one", heroes(fireFrodo, denethor)), legal(t, "two", heroes(eowyn)), legal(t, "three", heroes(eowyn, spiritFrodo)),
	}
	var got []string
	for _, p := range decks.CheckTable(table, s) {
		got = append(got, p.Deck+" "+string(p.Code))
	}
	want := []string{"one hero-twice", "two hero-twice", "three other-version", "three hero-twice", "three hero-twice"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if p := decks.CheckTable([]decks.Deck{legal(t, "one")}, s); len(p) != 1 || p[0].Code != decks.CodeFellowshipMissing {
		t.Errorf("without a Ring-bearer: %+v", p)
	}
}

// The same hero is refused at one stage and fine at two: each stage is a table of its own.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func TestUniquenessIsPerStage(t *testing.T) {
	s := scenario(t, "attack-on-dol-guldur")
	s.Epic = true
	a, b := legal(t, "a"), legal(t, "b")
	if got := decks.CheckTable([]decks.Deck{a, b}, s); len(got) == 0 || got[0].Code != decks.CodeHeroTwice {
		t.Errorf("at one stage: %+v", got)
	}
	for _, d := range []decks.Deck{a, b} {
		if got := decks.CheckTable([]decks.Deck{d}, s); len(got) != 0 {
			t.Errorf("at a stage of its own: %+v", got)
		}
	}
}

// A situation is decided the same every time and changes nothing of what was passed in.
func TestChecksAreDeterministicAndPure(t *testing.T) {
	s := scenario(t, "mount-doom")
	s.Campaign = &decks.Campaign{Boons: []string{"Gwaihir"}, Fallen: []string{"Denethor"}}
	s.Others = []decks.Deck{legal(t, "other", heroes(riderFrodo, smeagol))}
	d := legal(t, "mine", heroes(fireFrodo, leadAragorn, smeagol, denethor, boromir), with(theRing, 1), with(esquire, 4), with(fellowship, 2), unknown("Stinker"))
	first := decks.Check(d, s)
	for range 50 {
		if again := decks.Check(d, s); !reflect.DeepEqual(again, first) {
			t.Fatalf("%v, then %v", codes(first), codes(again))
		}
	}
	if again := legal(t, "mine", heroes(fireFrodo, leadAragorn, smeagol, denethor, boromir), with(theRing, 1), with(esquire, 4), with(fellowship, 2), unknown("Stinker")); !reflect.DeepEqual(d, again) {
		t.Error("the deck changed")
	}
}

func TestScenariosOfTheFourBoxes(t *testing.T) {
	var ids []string
	for _, r := range decks.Scenarios() {
		ids = append(ids, r.ID)
		if r.Name == "" || r.Box == "" || r.Fellowship != "" && (r.FellowshipSource == "" || !r.Saga) || len(r.Barred) > 0 && r.BarredSource == "" {
			t.Errorf("%+v", r)
		}
	}
	want := []string{
		"the-passing-of-the-grey-company", "the-siege-of-gondor", "the-battle-of-the-pelennor-fields",
		"the-tower-of-cirith-ungol", "the-black-gate-opens", "mount-doom",
		"attack-on-dol-guldur", "danger-in-dorwinion", "the-river-running", "the-temple-of-doom",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("the scenarios are %v, want %v", ids, want)
	}
	r, _ := decks.Scenario("mount-doom")
	r.Barred[0] = "changed"
	if again, _ := decks.Scenario("mount-doom"); again.Barred[0] != "Aragorn" {
		t.Error("a caller changed the shared table")
	}
}

func TestSetupNotes(t *testing.T) {
	says := func(d decks.Deck, s decks.Situation) string {
		var all []string
		for _, n := range decks.SetupNotes(d, s) {
			if n.Source == "" {
				t.Errorf("%s: no source", n.Says)
			}
			all = append(all, n.Says)
		}
		return strings.Join(all, "\n")
	}
	got := says(legal(t, "mine", heroes(smeagol, "flight-of-the-stormcaller-1"), with(theRing, 1), contract(fellowship)), scenario(t, "the-temple-of-doom"))
	for _, want := range []string{"2 copies of Stinker", "eliminated at threat 45", "fetch a Master card", "side A", "Denethor has something to do at setup"} {
		if !strings.Contains(got, want) {
			t.Errorf("the notes do not say %q:\n%s", want, got)
		}
	}
	for id, want := range map[string]string{
		"mount-doom": "Ring-bearer trait, with The One Ring", "the-black-gate-opens": "Aragorn of the Fellowship sphere of The Mountain of Fire",
		"the-siege-of-gondor": "Aragorn of the Fellowship sphere of The Flame of the West",
	} {
		if got := says(legal(t, "mine"), scenario(t, id)); !strings.Contains(got, want) {
			t.Errorf("%s: the notes do not say %q:\n%s", id, want, got)
		}
	}
	if got := says(legal(t, "mine", heroes(fireFrodo, denethor)), scenario(t, "mount-doom")); strings.Contains(got, "also takes") {
		t.Errorf("the Ring-bearer is there already:\n%s", got)
	}
}

func TestTheCampaignOfAGroupIsTaken(t *testing.T) {
	got := decks.CampaignOf(&group.Campaign{Boons: []string{"gwaihir"}, Burdens: []string{"a burden"}, Fallen: []string{"Denethor"}}, 2)
	want := decks.Campaign{Boons: []string{"gwaihir"}, Burdens: []string{"a burden"}, Fallen: []string{"Denethor"}, Penalty: 2}
	if !reflect.DeepEqual(*got, want) || decks.CampaignOf(nil, 2) != nil {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestHeroesAreDeclaredWithTheirNumbers(t *testing.T) {
	want := group.Hero{
		Title: "Legolas", Threat: 9, HitPoints: 4, Card: "core-set-5", Sphere: "Tactics", Traits: "Noble. Silvan. Warrior.",
		Willpower: 1, Attack: 3, Defense: 1, Ranged: true,
	}
	if got := decks.HeroOf(card(t, legolas)); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := decks.HeroOf(card(t, fireFrodo)); got.Sphere != group.SphereFellowship || got.Threat != 0 {
		t.Errorf("the Ring-bearer is %+v", got)
	}
	seat := legal(t, "mine", heroes(denethor, beregond), contract(fellowship), with(theRing, 1)).Declare(group.Seat{Player: "p-1", Table: "a"})
	if len(seat.Heroes) != 2 || !seat.Heroes[1].Sentinel || seat.Contract != "Fellowship" || !seat.OneRing || seat.Player != "p-1" {
		t.Errorf("the seat is %+v", seat)
	}
}

// The starting threat is the sum of what is known, and says what is not.
func TestStartingThreat(t *testing.T) {
	if sum, unknown := legal(t, "", heroes(denethor, beregond)).StartingThreat(); sum != 18 || len(unknown) != 0 {
		t.Errorf("%d, %v", sum, unknown)
	}
	if sum, unknown := legal(t, "", heroes(fireFrodo, beregond)).StartingThreat(); sum != 10 || !slices.Equal(unknown, []string{"Frodo Baggins"}) {
		t.Errorf("%d, %v", sum, unknown)
	}
	for id, want := range map[string]int{"mount-doom": 99, "the-black-gate-opens": 99, "the-tower-of-cirith-ungol": 50, "the-river-running": 50} {
		r, _ := decks.Scenario(id)
		if got := decks.Elimination(legal(t, ""), r); got != want {
			t.Errorf("%s: eliminated at %d, want %d", id, got, want)
		}
	}
}

// Rule: Printed decklists.
func TestPrintedListsLoadByName(t *testing.T) {
	want := map[string][]string{
		"leadership-lore":         {"Faramir (Leadership hero, The Land of Shadow)", "Denethor (Lore hero, Core Set)", "Pippin (Lore hero, The Black Riders)"},
		"tactics-spirit":          {"Théoden (Spirit hero, The Treason of Saruman)", "Éowyn (Tactics hero, The Flame of the West)", "Merry (Tactics hero, The Black Riders)"},
		"leadership-lore-tactics": {"Sam Gamgee (Leadership hero, The Black Riders)", "Merry (Tactics hero, The Black Riders)", "Pippin (Lore hero, The Black Riders)"},
		"leadership-spirit":       {"Gandalf (Neutral hero, The Road Darkens)", "Éomer (Leadership hero, The Mountain of Fire)", "Beregond (Spirit hero, The Flame of the West)"},
	}
	if len(decks.Printed()) != len(want) {
		t.Errorf("%d printed lists", len(decks.Printed()))
	}
	for id, heroes := range want {
		d, ok := decks.ByName(id)
		if !ok {
			t.Fatalf("no printed list %s", id)
		}
		var got []string
		for _, h := range d.Heroes {
			got = append(got, h.Title())
		}
		if !slices.Equal(got, heroes) || d.Size() != 50 || !d.Printed || !strings.Contains(d.Source, "Decklists") {
			t.Errorf("%s: %d cards, heroes %v from %s; want 50 and %v", id, d.Size(), got, d.Source, heroes)
		}
		for _, e := range d.Cards {
			if e.Card.Copies > 0 && e.Count > e.Card.Copies {
				t.Errorf("%s has %d× %s, and a box has %d", id, e.Count, e.Card.Title(), e.Card.Copies)
			}
		}
	}
	if _, ok := decks.ByName("Leadership, Lore & Tactics"); !ok {
		t.Error("a list is not found by its printed name")
	}
	if _, ok := decks.ByName("spirit"); ok {
		t.Error("a part of a name finds a list")
	}
}

// The printed lists are legal where the rulebook says to play them, with the hero it pairs them with.
//
// Rule: Printed decklists.
// Source: The Mountain of Fire, "Decklists"; The Flame of the West, "Decklists".
func TestPrintedListsAreLegalWhereTheyArePrinted(t *testing.T) {
	for _, c := range []struct {
		scenario, paired string
		lists            []string
	}{
		{"the-tower-of-cirith-ungol", fireFrodo, []string{"leadership-lore-tactics"}},
		{"mount-doom", fireFrodo, []string{"leadership-lore-tactics"}},
		{"the-black-gate-opens", fireAragorn, []string{"leadership-spirit"}},
		{"the-passing-of-the-grey-company", flameAragorn, []string{"leadership-lore", "tactics-spirit"}},
		{"the-siege-of-gondor", flameAragorn, []string{"tactics-spirit", "leadership-lore"}},
		{"the-battle-of-the-pelennor-fields", flameAragorn, []string{"leadership-lore", "tactics-spirit"}},
	} {
		s := scenario(t, c.scenario)
		s.First = true
		var table []decks.Deck
		for i, id := range c.lists {
			d, _ := decks.ByName(id)
			if i == 0 {
				d.Heroes = append(d.Heroes, card(t, c.paired))
			}
			table = append(table, d)
		}
		for _, p := range decks.CheckTable(table, s) {
			if !p.Warning {
				t.Errorf("%s, %s: %s", c.scenario, p.Deck, p.Says)
			}
		}
	}
	d, _ := decks.ByName("leadership-spirit")
	if got := codes(decks.Check(d, scenario(t, "attack-on-dol-guldur"))); !slices.Contains(got, decks.CodeFellowshipOutside) {
		t.Errorf("its Fellowship cards are for the saga only, and the problems at Dol Guldur are %v", got)
	}
	if !slices.ContainsFunc(d.Cards, func(e decks.Entry) bool {
		return e.Card.Name == "Flame of Arnor" && e.Card.Type == cards.Event && e.Count == 3
	}) {
		t.Error("Flame of Arnor is not in the list")
	}
}
