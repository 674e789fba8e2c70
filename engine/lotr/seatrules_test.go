package lotr

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

const pelennorFields = "the-battle-of-the-pelennor-fields"

// Versions of heroes, as card data declares them.
var (
	fellowAragorn = group.Hero{Title: "Aragorn", HitPoints: 5, Sphere: group.SphereFellowship, Traits: "Dúnedain. Noble.", Willpower: 2, Attack: 3, Defense: 2}
	bearer        = group.Hero{Title: "Frodo Baggins", HitPoints: 2, Sphere: group.SphereFellowship, Traits: "Hobbit. Ring-bearer.", Willpower: 2, Attack: 1, Defense: 2}
	loreAragorn   = group.Hero{Title: "Aragorn", Threat: 12, HitPoints: 5, Sphere: "Lore", Willpower: 2, Attack: 3, Defense: 2}
	spiritFrodo   = group.Hero{Title: "Frodo Baggins", Threat: 7, HitPoints: 2, Sphere: "Spirit"}
	smeagolHero   = group.Hero{Title: "Sméagol", Threat: 3, HitPoints: 3, Sphere: "Lore", Traits: "Gollum.", Willpower: 2, Attack: 2, Defense: 2}
)

func at(p events.PersonID, hs ...group.Hero) group.Seat {
	return group.Seat{Player: p, Table: tid, Heroes: hs}
}

func ringed(s group.Seat, hero string) group.Seat {
	s.OneRing, s.Ring = true, hero
	return s
}

func contracted(s group.Seat, contract string) group.Seat {
	s.Contract = contract
	return s
}

func elsewhere(s group.Seat) group.Seat {
	s.Table = "t-2"
	return s
}

func plain(titles ...string) []group.Hero {
	hs := heroes(titles...)
	for i := range hs {
		hs[i].Threat = 8
	}
	return hs
}

// Setups that the rules allow.
//
// Rule: Fellowship sphere.
// Rule: The One Ring (objective).
// Source: The Mountain of Fire, "Setting Up the Game"; "The One Ring"; "Decklists".
func TestSeatsThatAreAllowed(t *testing.T) {
	fallen := &group.Campaign{Fallen: []string{"Boromir", "Aragorn"}}
	for name, tc := range map[string]struct {
		scenario string
		epic     bool
		campaign *group.Campaign
		seats    []group.Seat
	}{
		"nothing is declared":                           {scenario: doom, seats: []group.Seat{at(p1), at(p2)}},
		"three heroes, the Ring-bearer comes by setup":  {scenario: doom, seats: []group.Seat{at(p1, plain("Sam", "Merry", "Pippin")...)}},
		"three heroes and the Ring-bearer":              {scenario: doom, seats: []group.Seat{at(p1, append(plain("Sam", "Merry", "Pippin"), bearer)...)}},
		"the Ring-bearer typed by hand":                 {scenario: tower, seats: []group.Seat{at(p1, group.Hero{Title: "frodo baggins"}, sam)}},
		"the printed three heroes paired with Aragorn":  {scenario: gate, seats: []group.Seat{at(p1, append(plain("Gandalf", "Éomer", "Beregond"), fellowAragorn)...)}},
		"Frodo of another sphere outside the saga":      {scenario: river, seats: []group.Seat{at(p1, spiritFrodo)}},
		"Sméagol outside the saga":                      {scenario: river, seats: []group.Seat{at(p1, smeagolHero)}},
		"two copies of The One Ring, one put into play": {scenario: river, seats: []group.Seat{ringed(at(p1, plain("Bilbo")...), "bilbo"), ringed(at(p2, plain("Gloin")...), "")}},
		"a contract":                                     {scenario: doom, seats: []group.Seat{contracted(at(p1), "Fellowship")}},
		"the same hero at two tables":                    {scenario: dolGuldurID, epic: true, seats: []group.Seat{at(p1, plain("Gimli")...), elsewhere(at(p2, plain("Gimli")...))}},
		"a Fellowship hero at each table of an epic":     {scenario: gate, epic: true, seats: []group.Seat{at(p1, fellowAragorn), elsewhere(at(p2, fellowAragorn))}},
		"Aragorn although the campaign has him fallen":   {scenario: gate, campaign: fallen, seats: []group.Seat{at(p1, fellowAragorn)}},
		"a hero the scenario bars elsewhere":             {scenario: greyCompany, seats: []group.Seat{at(p1, spiritFrodo)}},
		"a starting threat of 49 with a threat declared": {scenario: river, seats: []group.Seat{{Player: p1, Table: tid, Threat: num(49), Heroes: plain("Gimli")}}},
	} {
		t.Run(name, func(t *testing.T) {
			sc, _ := Lookup(tc.scenario)
			if err := CheckSeats(sc, tc.epic, tc.campaign, tc.seats); err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}
}

// Setups that cannot be: each is refused with the rule that says so.
//
// Rule: Fellowship sphere.
// Rule: Frodo Baggins.
// Rule: Aragorn.
// Rule: Hero bans.
// Rule: Barring Frodo.
// Rule: Sméagol and Gollum.
// Rule: The One Ring (attachment).
// Source: The Mountain of Fire, "The Fellowship Sphere"; "Frodo Baggins"; "Aragorn"; A Shadow in the
// East, "Sméagol / Gollum"; "The One Ring & The “Master” Trait".
func TestSeatsThatAreRefused(t *testing.T) {
	mirkwood := Scenario{ID: "x", Name: "Journey Along the Anduin", Box: "The Hunt for Gollum"}
	fallen := &group.Campaign{Fallen: []string{"Boromir"}}
	strong := bearer
	strong.Willpower = 21
	long := bearer
	long.Traits = strings.Repeat("x", 200)
	for name, tc := range map[string]struct {
		scenario string
		sc       *Scenario
		epic     bool
		campaign *group.Campaign
		seats    []group.Seat
		code     engine.Code
		source   string
	}{
		"four heroes beside the Ring-bearer":         {scenario: doom, seats: []group.Seat{at(p1, append(plain("a", "b", "c", "d"), bearer)...)}, code: "too-many-heroes", source: ringRule},
		"four heroes where there is none":            {scenario: river, seats: []group.Seat{at(p1, plain("a", "b", "c", "d")...)}, code: "too-many-heroes"},
		"four heroes beside Aragorn":                 {scenario: gate, seats: []group.Seat{at(p1, append(plain("a", "b", "c", "d"), fellowAragorn)...)}, code: "too-many-heroes"},
		"the Ring-bearer outside the saga":           {scenario: river, seats: []group.Seat{at(p1, bearer)}, code: "fellowship-outside", source: sphereRule},
		"Aragorn of the sphere at Dol Guldur":        {scenario: dolGuldurID, seats: []group.Seat{at(p1, fellowAragorn)}, code: "fellowship-outside", source: sphereRule},
		"two heroes of the sphere with a player":     {scenario: greyCompany, seats: []group.Seat{at(p1, fellowAragorn, bearer)}, code: "fellowship-wrong", source: sphereRule},
		"the Ring-bearer with the second player":     {scenario: doom, seats: []group.Seat{at(p1, sam), at(p2, bearer)}, code: "fellowship-first"},
		"the Ring-bearer beside Aragorn":             {scenario: greyCompany, seats: []group.Seat{at(p1, bearer)}, code: "fellowship-wrong", source: sphereRule},
		"two of the sphere at two tables, not epic":  {scenario: gate, seats: []group.Seat{at(p1, fellowAragorn), elsewhere(at(p2, fellowAragorn))}, code: "fellowship-twice", source: sphereRule},
		"another Frodo with the first player":        {scenario: doom, seats: []group.Seat{at(p1, spiritFrodo)}, code: "other-version", source: frodoRule},
		"another Frodo with another player":          {scenario: doom, seats: []group.Seat{at(p1, bearer), at(p2, spiritFrodo)}, code: "other-version", source: frodoRule},
		"another Aragorn":                            {scenario: greyCompany, seats: []group.Seat{at(p1), at(p2, loreAragorn)}, code: "other-version", source: aragornRule},
		"another Aragorn typed by hand":              {scenario: greyCompany, seats: []group.Seat{at(p1, group.Hero{Title: "Aragorn", Threat: 12})}, code: "other-version", source: aragornRule},
		"Aragorn typed by hand for another player":   {scenario: gate, seats: []group.Seat{at(p1), at(p2, group.Hero{Title: "Aragorn"})}, code: "other-version", source: aragornRule},
		"Aragorn at Mount Doom":                      {scenario: doom, seats: []group.Seat{at(p1, loreAragorn)}, code: "hero-banned", source: `The Mountain of Fire, "Mount Doom"`},
		"Aragorn at Cirith Ungol":                    {scenario: tower, seats: []group.Seat{at(p1, fellowAragorn)}, code: "hero-banned", source: `The Mountain of Fire, "The Tower of Cirith Ungol"`},
		"Frodo at The Black Gate":                    {scenario: gate, seats: []group.Seat{at(p1, bearer)}, code: "hero-banned", source: `The Mountain of Fire, "The Black Gate Opens"`},
		"Frodo of another sphere there":              {scenario: gate, seats: []group.Seat{at(p1, spiritFrodo)}, code: "hero-banned"},
		"Frodo in a campaign of the Flame":           {scenario: pelennorFields, campaign: fallen, seats: []group.Seat{at(p1, spiritFrodo)}, code: "hero-banned", source: `The Flame of the West, "Campaign Mode Rules - Frodo"`},
		"a fallen hero":                              {scenario: greyCompany, campaign: fallen, seats: []group.Seat{at(p1, plain("boromir")...)}, code: "hero-fallen"},
		"Sméagol in the saga":                        {scenario: doom, seats: []group.Seat{at(p1, smeagolHero)}, code: "smeagol-barred", source: smeagolRule},
		"Smeagol without accents in the saga":        {scenario: greyCompany, seats: []group.Seat{at(p1, plain("smeagol")...)}, code: "smeagol-barred", source: smeagolRule},
		"Sméagol in Shadows of Mirkwood":             {sc: &mirkwood, seats: []group.Seat{at(p1, smeagolHero)}, code: "smeagol-barred", source: smeagolRule},
		"The One Ring, the attachment, in the saga":  {scenario: doom, seats: []group.Seat{ringed(at(p1, sam), "Sam Gamgee")}, code: "ring-in-saga", source: masterRule},
		"a copy of it in the saga":                   {scenario: gate, seats: []group.Seat{ringed(at(p1), "")}, code: "ring-in-saga", source: masterRule},
		"two copies of it in play":                   {scenario: river, seats: []group.Seat{ringed(at(p1, plain("Bilbo")...), "Bilbo"), ringed(at(p2, plain("Gloin")...), "Gloin")}, code: "ring-twice", source: masterRule},
		"it on a hero of nobody":                     {scenario: river, seats: []group.Seat{ringed(at(p1, plain("Bilbo")...), "Gandalf")}, code: "no-such-hero", source: masterRule},
		"it on Sméagol, who has no attachments":      {scenario: river, seats: []group.Seat{ringed(at(p1, smeagolHero), "Sméagol")}, code: "no-attachments"},
		"it without a copy":                          {scenario: river, seats: []group.Seat{{Player: p1, Table: tid, Heroes: plain("Bilbo"), Ring: "Bilbo"}}, code: "no-ring", source: masterRule},
		"the same hero twice at a table":             {scenario: river, seats: []group.Seat{at(p1, plain("Gimli")...), at(p2, plain(" gimli")...)}, code: "hero-twice"},
		"a Ring-bearer twice at a table":             {scenario: doom, seats: []group.Seat{at(p1, bearer, bearer)}, code: "fellowship-twice"},
		"a willpower of 21":                          {scenario: doom, seats: []group.Seat{at(p1, strong)}, code: engine.CodeMalformed},
		"traits without end":                         {scenario: doom, seats: []group.Seat{at(p1, long)}, code: engine.CodeMalformed},
		"a contract without end":                     {scenario: river, seats: []group.Seat{contracted(at(p1), strings.Repeat("x", 81))}, code: engine.CodeMalformed},
		"a hero without a title":                     {scenario: river, seats: []group.Seat{at(p1, plain("")...)}, code: engine.CodeMalformed},
		"heroes that start at the elimination level": {scenario: river, seats: []group.Seat{{Player: p1, Table: tid, Threat: num(50)}}, code: "starting-threat"},
	} {
		t.Run(name, func(t *testing.T) {
			sc, _ := Lookup(tc.scenario)
			if tc.sc != nil {
				sc = *tc.sc
			}
			err := CheckSeats(sc, tc.epic, tc.campaign, tc.seats)
			mustRefuse(t, err, tc.code)
			if r := engine.AsRefusal(err); tc.source != "" && r.Source != tc.source {
				t.Errorf("the refusal cites %q, want %q", r.Source, tc.source)
			}
		})
	}
}

// During play the same rules hold for who declares heroes late, or arrives.
//
// Rule: Hero bans.
// Source: The Mountain of Fire, "Mount Doom".
func TestDeclaringLateInTheSaga(t *testing.T) {
	g := seated(t, doom, []group.Seat{at(p1), at(p2)})
	if _, err := DeclareHeroes(g.c, g.table, []group.Seat{at(p2, loreAragorn)}); engine.AsRefusal(err) == nil || engine.AsRefusal(err).Code != "hero-banned" {
		t.Errorf("Aragorn at Mount Doom: %v", err)
	}
	_, err := Admit(g.c, g.table, at(p3, spiritFrodo), "the train was late")
	mustRefuse(t, err, "other-version")

	// Declared heroes do not push out the Ring-bearer whom setup gave.
	es, err := DeclareHeroes(g.c, g.table, []group.Seat{at(p1, sam)})
	if err != nil {
		t.Fatal(err)
	}
	g.fold(es...)
	if h, by, ok := FellowshipHero(g.c, g.table); !ok || by != p1 || h.Title != "Frodo Baggins" {
		t.Errorf("the Ring-bearer is %q of %q", h.Title, by)
	}
	if p, _ := g.table.Player(p1); p.HeroesUp() != 2 || p.Threat != 8 {
		t.Errorf("%d heroes, threat %d", p.HeroesUp(), p.Threat)
	}
}
