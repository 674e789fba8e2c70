package decks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Codes of cards that many setups have.
const (
	leadAragorn  = "core-set-1"
	loreAragorn  = "watcher-in-the-water-53"
	flameAragorn = "flame-of-the-west-1"
	fireAragorn  = "mountain-of-fire-2"
	sarumans     = "treason-of-saruman-1" // Aragorn
	fireFrodo    = "mountain-of-fire-1"
	riderFrodo   = "black-riders-1"
	spiritFrodo  = "conflict-at-the-carrock-25"
	eastFrodo    = "a-shadow-in-the-east-2"
	denethor     = "core-set-10"
	beregond     = "heirs-of-numenor-1"
	eowyn        = "core-set-7"
	legolas      = "core-set-5"
	gimli        = "core-set-4"
	boromir      = "dead-marshes-95"
	elrond       = "shadow-and-flame-128"
	gandalfHero  = "road-darkens-2"
	gwaihirHero  = "land-of-sorrow-108"
	theoden      = "morgul-vale-134"
	smeagol      = "a-shadow-in-the-east-72"
	theRing      = "a-shadow-in-the-east-1"
	ruling       = "a-shadow-in-the-east-10"
	fellowship   = "a-shadow-in-the-east-74"
	disguise     = "mountain-of-fire-13"
	esquire      = "flame-of-the-west-14"
	army         = "flame-of-the-west-68"
	bilbo        = "hobbit-on-the-doorstep-1"
)

// illegal is a setup that is refused.
type illegal struct {
	name     string
	scenario string
	epic     bool
	first    bool
	campaign *decks.Campaign
	deck     []change
	others   [][]change // decks at the same table
	code     engine.Code
	says     string // part of the sentence: what is wrong
	source   string // part of the citation
}

var illegals = []illegal{
	{name: "no hero at all", scenario: "the-river-running", deck: []change{heroes()}, code: decks.CodeNoHeroes, says: "starts with 1 to 3", source: "core rules"},
	{name: "four heroes", scenario: "the-river-running", deck: []change{heroes(denethor, beregond, eowyn, legolas)}, code: decks.CodeTooManyHeroes, says: "the deck has 4 heroes", source: "core rules"},
	{name: "four heroes beside the Ring-bearer", scenario: "mount-doom", deck: []change{heroes(fireFrodo, denethor, beregond, eowyn, legolas)}, code: decks.CodeTooManyHeroes, says: "4 heroes who count", source: "The One Ring"},
	{name: "the Ring-bearer counts where there is no Ring", scenario: "attack-on-dol-guldur", deck: []change{heroes(spiritFrodo, denethor, beregond, eowyn)}, code: decks.CodeTooManyHeroes, says: "4 heroes", source: "core rules"},
	{name: "five heroes with Aragorn", scenario: "the-siege-of-gondor", deck: []change{heroes(flameAragorn, denethor, beregond, eowyn, legolas)}, code: decks.CodeTooManyHeroes, says: "4 heroes who count", source: "core rules"},
	{name: "an ally as a hero", scenario: "the-river-running", deck: []change{heroes(denethor, "core-set-13")}, code: decks.CodeNotAHero, says: "Guard of the Citadel", source: "core rules"},
	{name: "the same hero twice", scenario: "the-river-running", deck: []change{heroes(denethor, beregond, beregond)}, code: decks.CodeHeroTwice, says: "Beregond is among the heroes twice", source: "unique card"},
	{name: "two versions of a hero", scenario: "the-river-running", deck: []change{heroes(leadAragorn, loreAragorn)}, code: decks.CodeHeroTwice, says: "whatever the version", source: "unique card"},
	{name: "threat that eliminates at once", scenario: "the-river-running", deck: []change{heroes(gandalfHero, gwaihirHero, elrond), heroesAnd("aragorn")}, code: decks.CodeStartingThreat, says: "start at threat 52, and a player is eliminated at 50", source: "5.2 Elimination"},
	{name: "threat at the level that The One Ring lowers", scenario: "the-temple-of-doom", deck: []change{with(theRing, 1), heroesAnd("45")}, code: decks.CodeStartingThreat, says: "eliminated at 45", source: "5.2 Elimination"},
	{name: "threat with the campaign's penalty", scenario: "the-siege-of-gondor", campaign: &decks.Campaign{Penalty: 20}, deck: []change{heroes(gandalfHero, elrond, denethor)}, code: decks.CodeStartingThreat, says: "start at threat 55", source: "5.2 Elimination"},

	{name: "a deck of 49", scenario: "the-river-running", deck: []change{cut(2)}, code: decks.CodeDeckSize, says: "the deck has 49 cards", source: "Contracts"},
	{name: "a contract does not fill a deck", scenario: "the-river-running", deck: []change{cut(2), contract(fellowship)}, code: decks.CodeDeckSize, says: "the contract and the heroes not counted", source: "Contracts"},
	{name: "four copies of a card", scenario: "the-river-running", deck: []change{with("core-set-73", 4)}, code: decks.CodeCopies, says: "4 cards titled Gandalf", source: "3 of a title"},
	{name: "four copies of a title in two versions", scenario: "the-river-running", deck: []change{with("core-set-14", 2), with("a-shadow-in-the-east-5", 2)}, code: decks.CodeCopies, says: "4 cards titled Faramir, all versions counted", source: "3 of a title"},
	{name: "a hero in the deck", scenario: "the-river-running", deck: []change{with(boromir, 1)}, code: decks.CodeHeroInDeck, says: "Boromir", source: "core rules"},
	{name: "a contract in the deck", scenario: "the-river-running", deck: []change{with(fellowship, 1)}, code: decks.CodeContractInDeck, says: "never part of it", source: "Contracts"},
	{name: "two contracts", scenario: "the-river-running", deck: []change{cardsOnly, contract(fellowship), contract(fellowship)}, code: decks.CodeContracts, says: "each player may choose one", source: "Contracts"},
	{name: "an ally that the contract bars", scenario: "danger-in-dorwinion", deck: []change{cardsOnly, contract(fellowship), with("core-set-13", 3)}, code: decks.CodeContractBroken, says: "Guard of the Citadel is an ally that is not unique", source: "Contracts"},
	{name: "a card of the encounter side", scenario: "the-river-running", deck: []change{unknown("Stinker")}, code: decks.CodeEncounter, says: "Stinker is a card of the encounter side", source: "core rules"},
	{name: "a burden", scenario: "the-siege-of-gondor", campaign: &decks.Campaign{}, deck: []change{unknown("Grievous Wound")}, code: decks.CodeBurden, says: "burdens go into the encounter deck", source: "Boons and Burdens"},

	{name: "a burden of the campaign pool", scenario: "mount-doom", campaign: &decks.Campaign{Burdens: []string{"Poisoned Counsels"}}, deck: []change{unknown("poisoned counsels")}, code: decks.CodeBurden, says: "never into a player's deck", source: "Boons and Burdens"},

	{name: "a boon outside campaign mode", scenario: "the-siege-of-gondor", deck: []change{with(esquire, 1)}, code: decks.CodeBoon, says: "boons are for campaign mode only", source: "Boons and Burdens"},
	{name: "a boon that was not earned", scenario: "the-siege-of-gondor", campaign: &decks.Campaign{Boons: []string{"Esquire of Gondor"}}, deck: []change{with(esquire, 1)}, code: decks.CodeBoon, says: "not in the campaign pool", source: "Boons and Burdens"},
	{name: "the Army of the Dead before it was earned", scenario: "mount-doom", campaign: &decks.Campaign{}, deck: []change{with(army, 1)}, code: decks.CodeBoon, says: "Army of the Dead", source: "Boons and Burdens"},
	{name: "a campaign where there is none", scenario: "the-river-running", campaign: &decks.Campaign{}, code: decks.CodeNoCampaign, says: "no scenario of the saga", source: "Campaign Mode"},
	{name: "a fallen hero", scenario: "the-black-gate-opens", campaign: &decks.Campaign{Fallen: []string{"Denethor"}}, code: decks.CodeFallen, says: "Denethor is on the campaign's list of fallen heroes", source: "5.5 Campaign log"},

	{name: "a Fellowship hero outside the saga", scenario: "attack-on-dol-guldur", deck: []change{heroes(fireAragorn)}, code: decks.CodeFellowshipOutside, says: "saga expansions only", source: "The Fellowship Sphere"},
	{name: "the Ring-bearer in A Shadow in the East", scenario: "the-temple-of-doom", deck: []change{heroes(fireFrodo, denethor)}, code: decks.CodeFellowshipOutside, says: "Frodo Baggins", source: "The Fellowship Sphere"},
	{name: "a Fellowship card outside the saga", scenario: "danger-in-dorwinion", deck: []change{with(disguise, 2)}, code: decks.CodeFellowshipOutside, says: "Orc Disguise", source: "Saga Expansion Player Cards"},
	{name: "Bilbo of The Hobbit", scenario: "attack-on-dol-guldur", deck: []change{heroes(bilbo, denethor)}, code: decks.CodeBaggins, says: "Baggins sphere", source: "The Hobbit"},
	{name: "two Fellowship heroes in one deck", scenario: "mount-doom", deck: []change{heroes(fireFrodo, fireAragorn)}, code: decks.CodeFellowshipTwice, says: "only one may be in play at a time", source: "The Fellowship Sphere"},
	{name: "two Fellowship heroes at one table", scenario: "mount-doom", deck: []change{heroes(fireFrodo, denethor)}, others: [][]change{{heroes(riderFrodo, eowyn)}}, code: decks.CodeFellowshipTwice, says: "under the first player", source: "The Fellowship Sphere"},
	{name: "the Ring-bearer where Aragorn is needed", scenario: "the-siege-of-gondor", deck: []change{heroes(fireFrodo, denethor)}, code: decks.CodeFellowshipWrong, says: "of The Flame of the West", source: "Setting Up the Game"},
	{name: "Aragorn of another box", scenario: "the-black-gate-opens", deck: []change{heroes(flameAragorn, denethor)}, code: decks.CodeFellowshipWrong, says: "of The Mountain of Fire", source: "Setting Up the Game"},
	{name: "Aragorn of The Treason of Saruman at Pelargir", scenario: "the-siege-of-gondor", deck: []change{heroes(sarumans, denethor)}, code: decks.CodeFellowshipWrong, says: "The Treason of Saruman) is not the hero", source: "The Flame of the West"},
	{name: "a first player without Aragorn", scenario: "the-passing-of-the-grey-company", first: true, code: decks.CodeFellowshipMissing, says: "the first player takes the Aragorn", source: "Setting Up the Game"},
	{name: "a first player without a Ring-bearer", scenario: "the-tower-of-cirith-ungol", first: true, code: decks.CodeFellowshipMissing, says: "Ring-bearer trait", source: "Setting Up the Game"},
	{name: "another Aragorn where the Fellowship's is", scenario: "the-battle-of-the-pelennor-fields", deck: []change{heroes(leadAragorn, eowyn)}, code: decks.CodeOtherVersion, says: "no other version may start or be in a deck", source: `The Flame of the West, "Aragorn"`},
	{name: "another Aragorn in a campaign", scenario: "the-siege-of-gondor", campaign: &decks.Campaign{}, deck: []change{heroes(leadAragorn, eowyn)}, code: decks.CodeOtherVersion, says: "replace it", source: "Campaign Mode Rules - Aragorn"},
	{name: "another Aragorn at the Black Gate", scenario: "the-black-gate-opens", deck: []change{heroes(loreAragorn, eowyn)}, others: [][]change{{heroes(fireAragorn, legolas)}}, code: decks.CodeOtherVersion, says: "Lore hero", source: `The Mountain of Fire, "Aragorn"`},
	{name: "another Frodo beside the Ring-bearer of another player", scenario: "the-tower-of-cirith-ungol", deck: []change{heroes(eastFrodo, denethor)}, others: [][]change{{heroes(riderFrodo, eowyn)}}, code: decks.CodeOtherVersion, says: "who is in play from the Fellowship sphere", source: `The Mountain of Fire, "Frodo Baggins"`},
	{name: "another Frodo at Mount Doom", scenario: "mount-doom", deck: []change{heroes(spiritFrodo, denethor)}, code: decks.CodeOtherVersion, says: "Conflict at the Carrock", source: `The Mountain of Fire, "Frodo Baggins"`},

	{name: "Aragorn in the Tower", scenario: "the-tower-of-cirith-ungol", deck: []change{heroes(leadAragorn, denethor)}, code: decks.CodeBarred, says: "cannot be used while The Tower of Cirith Ungol is played", source: "The Tower of Cirith Ungol"},
	{name: "the Fellowship's Aragorn at Mount Doom", scenario: "mount-doom", epic: true, deck: []change{heroes(fireAragorn, denethor)}, code: decks.CodeBarred, says: "while Mount Doom is played", source: "Mount Doom"},
	{name: "Frodo at the Black Gate", scenario: "the-black-gate-opens", deck: []change{heroes(spiritFrodo, denethor)}, code: decks.CodeBarred, says: "while The Black Gate Opens is played", source: "The Black Gate Opens"},
	{name: "the Ring-bearer at the Black Gate in the epic mode", scenario: "the-black-gate-opens", epic: true, deck: []change{heroes(fireFrodo, denethor)}, code: decks.CodeBarred, says: "Frodo Baggins", source: "The Black Gate Opens"},
	{name: "Frodo in a campaign of The Flame of the West", scenario: "the-siege-of-gondor", campaign: &decks.Campaign{}, deck: []change{heroes(eastFrodo, denethor)}, code: decks.CodeCampaignBarred, says: "no card titled Frodo Baggins", source: "Campaign Mode Rules - Frodo"},
	{name: "the Ring-bearer in a campaign of The Flame of the West", scenario: "the-battle-of-the-pelennor-fields", campaign: &decks.Campaign{}, deck: []change{heroes(fireFrodo, denethor)}, code: decks.CodeCampaignBarred, says: "in campaign mode", source: "Campaign Mode Rules - Frodo"},

	{name: "Sméagol in a saga expansion", scenario: "mount-doom", deck: []change{heroes(smeagol, denethor)}, code: decks.CodeSmeagol, says: "Sméagol cannot be a starting hero", source: "Sméagol / Gollum"},
	{name: "The One Ring, the attachment, in a saga expansion", scenario: "the-tower-of-cirith-ungol", deck: []change{with(theRing, 1)}, code: decks.CodeMasterSaga, says: "The One Ring has the Master trait", source: "Master"},
	{name: "a Master event in a saga expansion", scenario: "the-siege-of-gondor", deck: []change{with(ruling, 3)}, code: decks.CodeMasterSaga, says: "The Ruling Ring", source: "Master"},

	{name: "a hero whom another player of the table has", scenario: "attack-on-dol-guldur", epic: true, others: [][]change{{heroes(beregond, eowyn)}}, code: decks.CodeHeroTwice, says: "Beregond is also a hero of the deck other 1", source: "Playing Epic Multiplayer Mode"},
	{name: "another version of a hero of the table", scenario: "the-river-running", deck: []change{heroes(leadAragorn)}, others: [][]change{{heroes(loreAragorn)}}, code: decks.CodeHeroTwice, says: "Aragorn is also a hero", source: "Playing Epic Multiplayer Mode"},
	{name: "five decks at a table", scenario: "mount-doom", others: [][]change{{heroes(eowyn)}, {heroes(legolas)}, {heroes(gimli)}, {heroes(theoden)}}, code: decks.CodeTable, says: "5 decks are at one table", source: "Setting Up Epic Multiplayer Mode"},
	{name: "the epic mode of a scenario that has none", scenario: "the-siege-of-gondor", epic: true, code: decks.CodeNoEpic, says: "no epic multiplayer mode", source: "Epic Multiplayer Mode"},
}

// heroesAnd makes the threat of a deck what a setup needs.
func heroesAnd(threat string) change {
	return func(_ testing.TB, d *decks.Deck) {
		switch threat {
		case "45":
			d.Heroes = d.Heroes[:1]
			d.Heroes[0].Threat = cards.N(45)
		default:
			d.Heroes[0].Threat = cards.N(26)
		}
	}
}

// cut takes copies of the first card out.
func cut(n int) change {
	return func(_ testing.TB, d *decks.Deck) { d.Cards[0].Count -= n }
}

// cardsOnly replaces the cards by such as the Fellowship contract allows.
func cardsOnly(t testing.TB, d *decks.Deck) { d.Cards = uniqueOnly(t) }

// Rule: Deck checks.
func TestIllegalSetupsAreRefused(t *testing.T) {
	for _, c := range illegals {
		t.Run(c.name, func(t *testing.T) {
			s := scenario(t, c.scenario)
			s.Epic, s.First, s.Campaign = c.epic, c.first, c.campaign
			for i, o := range c.others {
				s.Others = append(s.Others, legal(t, "other "+string(rune('1'+i)), o...))
			}
			problems := decks.Check(legal(t, "mine", c.deck...), s)
			i := slices.IndexFunc(problems, func(p decks.Problem) bool { return p.Code == c.code && strings.Contains(p.Says, c.says) })
			if i < 0 {
				t.Fatalf("want %s that says %q, got %+v", c.code, c.says, problems)
			}
			p := problems[i]
			if p.Warning || !decks.Refused(problems) {
				t.Errorf("it is a warning: %s", p.Says)
			}
			if !strings.Contains(p.Source, c.source) || p.Source == "" {
				t.Errorf("the source is %q, want one with %q", p.Source, c.source)
			}
			if r := p.Refusal(); r.Code != c.code || r.Says != p.Says || r.Source != p.Source {
				t.Errorf("the refusal is %+v", r)
			}
		})
	}
	if n := len(illegals); n < 40 {
		t.Errorf("%d illegal setups, want 40 or more", n)
	}
}

// Decks and seats allow the same number of heroes, and the same threat to start with, with the
// Fellowship hero of the scenario and without.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "The One Ring"; "Decklists"; "Dire".
func TestDecksAndSeatsAllowTheSameHeroes(t *testing.T) {
	for _, c := range []struct {
		scenario string
		heroes   []string
		penalty  int // of the campaign
		legal    bool
	}{
		{"the-river-running", []string{denethor, beregond, eowyn}, 0, true},
		{"the-river-running", []string{denethor, beregond, eowyn, legolas}, 0, false},
		{"the-siege-of-gondor", []string{flameAragorn, denethor, beregond, eowyn}, 0, true},
		{"the-siege-of-gondor", []string{flameAragorn, denethor, beregond, eowyn, legolas}, 0, false},
		{"the-black-gate-opens", []string{fireAragorn, denethor, beregond, eowyn}, 0, true},
		{"the-black-gate-opens", []string{denethor, beregond, eowyn, legolas}, 0, false},
		{"mount-doom", []string{fireFrodo, denethor, beregond, eowyn}, 0, true},
		{"mount-doom", []string{fireFrodo, denethor, beregond, eowyn, legolas}, 0, false},
		{"the-siege-of-gondor", []string{gandalfHero, gwaihirHero, elrond}, 9, true}, // threat 49
		{"the-siege-of-gondor", []string{gandalfHero, gwaihirHero, elrond}, 10, false},
		{"the-black-gate-opens", []string{gandalfHero, gwaihirHero, elrond}, 10, true}, // Dire: out at 99
	} {
		sc, _ := lotr.Lookup(c.scenario)
		seat := group.Seat{Player: "p-1", Table: "a", Penalty: c.penalty}
		for _, code := range c.heroes {
			seat.Heroes = append(seat.Heroes, decks.HeroOf(card(t, code)))
		}
		refused := lotr.CheckSeats(sc, false, nil, []group.Seat{seat})
		s := scenario(t, c.scenario)
		s.Campaign = &decks.Campaign{Penalty: c.penalty}
		if !sc.Saga {
			s.Campaign = nil
		}
		problems := decks.Check(legal(t, "mine", heroes(c.heroes...)), s)
		if (refused == nil) != c.legal || decks.Refused(problems) == c.legal {
			t.Errorf("%s with %v: the seat %v, the deck %+v; want legal %t", c.scenario, c.heroes, refused, problems, c.legal)
		}
	}
}

// Seats that are declared without a deck are held to the rules of heroes, too.
func TestIllegalSeatsAreRefused(t *testing.T) {
	hero := func(code string) group.Hero { return decks.HeroOf(card(t, code)) }
	seat := func(p string, h ...group.Hero) group.Seat {
		return group.Seat{Player: events.PersonID(p), Table: "a", Heroes: h}
	}
	start := 50
	high := seat("p-1", hero(denethor))
	high.Threat = &start
	for _, c := range []struct {
		name  string
		seats []group.Seat
		code  engine.Code
		says  string
	}{
		{"four heroes", []group.Seat{seat("p-1", hero(denethor), hero(beregond), hero(eowyn), hero(legolas))}, "too-many-heroes", "4 heroes"},
		{"a hero twice in a seat", []group.Seat{seat("p-1", hero(denethor), hero(denethor))}, "hero-twice", "Denethor"},
		{"a hero at two seats of a table", []group.Seat{seat("p-1", hero(leadAragorn)), seat("p-2", hero(loreAragorn))}, "hero-twice", "Aragorn"},
		{"a starting threat that eliminates", []group.Seat{high}, "starting-threat", "50"},
		{"a hero without a title", []group.Seat{seat("p-1", group.Hero{Threat: 1})}, engine.CodeMalformed, "title"},
	} {
		r := engine.AsRefusal(lotr.CheckHeroes(c.seats))
		if r == nil || r.Code != c.code || !strings.Contains(r.Says, c.says) {
			t.Errorf("%s: %v, want %s that says %q", c.name, r, c.code, c.says)
		}
	}
}
