package decks

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/events/group"
)

// Situation is what a deck is checked against. The zero value: the general rules alone.
type Situation struct {
	Scenario ScenarioRules
	// Epic is set for the epic multiplayer mode; the scenario is then that of the deck's own table.
	Epic bool
	// First is set if the deck is that of the first player and its heroes are everybody whom that
	// player starts with, so that the Fellowship hero of the scenario must be among them.
	First bool
	// Campaign is set in campaign mode.
	Campaign *Campaign
	// Others are the decks of the other players at the same table. Decks at other tables do not matter.
	//
	// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
	Others []Deck
	// Easy is set in easy mode, which asks something of the people at setup and nothing of a deck. So
	// does Nightmare mode, of the encounter deck alone.
	//
	// Source: The Mountain of Fire, "Game Modes".
	Easy bool
}

// Campaign is what a campaign brings to a check.
type Campaign struct {
	Boons   []string // earned boons, by name or code
	Burdens []string // burdens of the campaign pool, by name
	Fallen  []string // titles on the list of fallen heroes
	// Penalty is added to the starting threat of the deck's player, 0 or more.
	Penalty int
}

// CampaignOf returns what a group was opened with, for a player with a penalty; nil outside campaign
// mode.
func CampaignOf(g *group.Campaign, penalty int) *Campaign {
	if g == nil {
		return nil
	}
	return &Campaign{Boons: g.Boons, Burdens: g.Burdens, Fallen: g.Fallen, Penalty: penalty}
}

// burden tells whether the campaign knows a name as one of its burdens.
func (c *Campaign) burden(name string) bool {
	return c != nil && slices.ContainsFunc(c.Burdens, func(b string) bool { return cards.Fold(b) == cards.Fold(name) })
}

// earned tells whether a card is among the boons of the campaign.
func (c *Campaign) earned(card cards.Card) bool {
	return c != nil && slices.ContainsFunc(c.Boons, func(b string) bool { return b == card.Code || card.Named(b) })
}

// Problem is something that is wrong with a deck.
type Problem struct {
	Code engine.Code `json:"code"`
	// Says is a sentence that names the rule and what would be right, without a full stop. People of the
	// table are in it by id in braces, "{p-7}".
	Says   string `json:"says"`
	Source string `json:"source"`
	Line   int    `json:"line,omitempty"` // of the file, that names the card it is about; 0: none
	// Warning is set if the deck may be played all the same: a card that cannot be used, a judgement
	// for people.
	Warning bool `json:"warning,omitempty"`
}

// Refusal returns the problem as a refusal, for who takes decks.
func (p Problem) Refusal() *engine.Refusal {
	return &engine.Refusal{Code: p.Code, Says: p.Says, Source: p.Source}
}

// Refused tells whether there is a problem that is no warning.
func Refused(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return !p.Warning })
}

// Codes of problems.
const (
	CodeNoHeroes          engine.Code = "no-heroes"
	CodeTooManyHeroes     engine.Code = "too-many-heroes"
	CodeNotAHero          engine.Code = "not-a-hero"
	CodeHeroTwice         engine.Code = "hero-twice"
	CodeUniqueHero        engine.Code = "unique-also-hero" // warning
	CodeSmeagol           engine.Code = "smeagol-barred"
	CodeFellowshipOutside engine.Code = "fellowship-outside-saga"
	CodeBaggins           engine.Code = "baggins-outside-hobbit"
	CodeFellowshipTwice   engine.Code = "fellowship-hero-twice"
	CodeFellowshipWrong   engine.Code = "fellowship-hero-wrong"
	CodeFellowshipMissing engine.Code = "fellowship-hero-missing"
	CodeOtherVersion      engine.Code = "other-version"
	CodeBarred            engine.Code = "barred-by-scenario"
	CodeCampaignBarred    engine.Code = "barred-in-campaign"
	CodeFallen            engine.Code = "fallen-hero"
	CodeStartingThreat    engine.Code = "starting-threat"
	CodeDeckSize          engine.Code = "deck-too-small" // a warning for a printed list
	CodeCopies            engine.Code = "too-many-copies"
	CodeHeroInDeck        engine.Code = "hero-in-deck"
	CodeContractInDeck    engine.Code = "contract-in-deck"
	CodeNotInDeck         engine.Code = "not-a-deck-card"
	CodeContracts         engine.Code = "contract-twice"
	CodeContractBroken    engine.Code = "contract-restriction"
	CodeContractUnknown   engine.Code = "contract-unknown" // warning
	CodeBoon              engine.Code = "boon-not-earned"
	CodeBurden            engine.Code = "burden-in-deck"
	CodeEncounter         engine.Code = "encounter-card"
	CodeUnknown           engine.Code = "unknown-card" // warning
	CodeMasterSaga        engine.Code = "master-in-saga"
	CodeMasterAlone       engine.Code = "master-without-ring" // warning
	CodeRings             engine.Code = "several-rings"       // warning
	CodeTable             engine.Code = "too-many-players"
	CodeNoEpic            engine.Code = "no-epic-mode"
	CodeNoCampaign        engine.Code = "no-campaign"
)

// General rules of the game, which the four boxes take for granted.
const (
	coreHeroes = `core rules of the game, setup: 1 to 3 heroes`
	coreUnique = `core rules of the game: a unique card is in play once at a table`
	coreDeck   = `core rules of the game, building a deck: 50 cards or more, 3 of a title at most`
	threatRule = `facts/game-facts.md, "5.1 Round"; "5.2 Elimination"`
)

// Limits of a deck.
//
// Source: core rules of the game, building a deck.
const (
	MinSize   = 50 // cards of a deck
	MaxCopies = 3  // by title
	MaxHeroes = 3  // a Ring-bearer with The One Ring does not count
	maxTeam   = 4  // players at a table
)

// Check returns what is wrong with a deck in a situation, in a fixed order: the mode, the heroes, the
// cards, the saga rules, the campaign, the others at the table. A deck with no problem, or with
// warnings only ([Refused]), may be played.
//
// A deck that is a printed list ([Deck.Printed]) and smaller than 50 gets a warning for it, since the
// rulebook itself offers it; each of the four printed ones has 50.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Setting Up the Game"; "The Fellowship Sphere"; "Boons and Burdens"; The
// Flame of the West, "Setting Up the Game"; A Shadow in the East, "Contracts"; "The One Ring & The
// “Master” Trait"; "Sméagol / Gollum".
func Check(d Deck, s Situation) []Problem {
	c := checker{d: d, s: s}
	for _, rule := range []func(*checker){
		(*checker).mode, (*checker).heroCount, (*checker).heroCards, (*checker).sameHero, (*checker).smeagol, (*checker).threat,
		(*checker).size, (*checker).copies, (*checker).kinds, (*checker).unidentified, (*checker).contract,
		(*checker).spheres, (*checker).fellowshipHero, (*checker).otherVersions, (*checker).barred, (*checker).master,
		(*checker).boons, (*checker).fallen, (*checker).unique, (*checker).table,
	} {
		rule(&c)
	}
	return c.out
}

// TableProblem is a problem with a deck of a table.
type TableProblem struct {
	Deck string `json:"deck"` // its name; empty: the table's
	Problem
}

// CheckTable checks the decks of one table together, each with the others beside it. s.Others is not
// looked at; s.First holds for the first deck.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func CheckTable(decks []Deck, s Situation) []TableProblem {
	var out []TableProblem
	for i, d := range decks {
		own := s
		own.First = s.First && i == 0
		own.Others = slices.Concat(decks[:i], decks[i+1:])
		for _, p := range Check(d, own) {
			out = append(out, TableProblem{Deck: d.Name, Problem: p})
		}
	}
	return out
}

// checker collects the problems of one deck.
type checker struct {
	d   Deck
	s   Situation
	out []Problem
}

// refuse adds a problem and returns it until the next one is added.
func (c *checker) refuse(code engine.Code, source, says string, args ...any) *Problem {
	c.out = append(c.out, Problem{Code: code, Source: source, Says: fmt.Sprintf(says, args...)})
	return &c.out[len(c.out)-1]
}

// warn adds a problem that does not keep the deck from being played.
func (c *checker) warn(code engine.Code, source, says string, args ...any) *Problem {
	p := c.refuse(code, source, says, args...)
	p.Warning = true
	return p
}

// of gives a problem the line of the card that it is about.
func (p *Problem) of(c *checker, k cards.Card) { p.Line = c.d.Lines[k.Code] }

// where names the scenario in a sentence.
func (c *checker) where() string {
	if c.s.Scenario.Name == "" {
		return "this scenario"
	}
	return c.s.Scenario.Name
}

// deckOf names another deck in a sentence.
func deckOf(d Deck) string {
	switch {
	case d.Owner != "":
		return "{" + string(d.Owner) + "}"
	case d.Name == "":
		return "another deck of the table"
	}
	return "the deck " + d.Name
}

// all returns every card that the deck brings into the game: heroes, contracts and deck.
func (d Deck) all() []cards.Card {
	out := slices.Concat(d.Heroes, d.Contracts)
	for _, e := range d.Cards {
		out = append(out, e.Card)
	}
	return out
}

// mode refuses a mode that the scenario does not have.
func (c *checker) mode() {
	if c.s.Epic && !c.s.Scenario.Epic {
		c.refuse(CodeNoEpic, `The Mountain of Fire, "Epic Multiplayer Mode"; Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode"`,
			"%s has no epic multiplayer mode: play it in standard mode", c.where())
	}
	if c.s.Campaign != nil && !c.s.Scenario.Saga {
		c.refuse(CodeNoCampaign, `The Mountain of Fire, "Campaign Mode"`,
			"%s is no scenario of the saga expansions, and campaign mode is theirs: check the deck without a campaign", c.where())
	}
}

// isRing tells whether a card is The One Ring, the attachment.
func isRing(c cards.Card) bool { return c.Type == cards.Attachment && c.Named(oneRing) }

// isFellowship tells whether a card is a hero of the Fellowship sphere.
func isFellowship(c cards.Card) bool { return c.Type == cards.Hero && c.Sphere == cards.Fellowship }

// mustBeEarned tells whether a card may be used only after a campaign gave it.
func mustBeEarned(c cards.Card) bool { return c.Boon || c.Type == cards.Campaign }

// once returns each printing once, in the order of first place. Heroes that were typed by hand have no code.
func once(list []cards.Card) []cards.Card {
	var out []cards.Card
	for _, c := range list {
		if !slices.ContainsFunc(out, func(o cards.Card) bool { return o.Code == c.Code && o.Name == c.Name }) {
			out = append(out, c)
		}
	}
	return out
}
