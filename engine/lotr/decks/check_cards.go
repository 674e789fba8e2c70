package decks

import (
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// size holds a deck to 50 cards or more. The contract does not count. Boons are not counted either,
// since no rulebook at hand says that they may fill a deck; a deck that has 50 with them is left to
// the organiser.
//
// Source: A Shadow in the East, "Contracts".
func (c *checker) size() {
	n := c.d.Size()
	const source = coreDeck + `; A Shadow in the East, "Contracts"`
	switch {
	case n >= MinSize:
	case c.d.Printed:
		c.warn(CodeDeckSize, source, "the printed list has %d cards, and a deck has %d or more: it is let through as the rulebook's own", n, MinSize)
	case n+c.d.boons() >= MinSize:
		c.warn(CodeDeckSize, source, "the deck has %d cards and %d boons, and a deck has %d or more: whether boons count is not written; the organiser decides", n, c.d.boons(), MinSize)
	default:
		c.refuse(CodeDeckSize, source, "the deck has %d cards: a deck has %d or more, the contract and the heroes not counted", n, MinSize)
	}
}

// titled is how often a deck has a title, whatever the version.
type titled struct {
	name  string
	count int
	limit int
	line  int // of the file, that names it first; 0: none
}

// copies holds a deck to 3 copies of a title, or fewer where the card data says so.
func (c *checker) copies() {
	var order []string
	by := map[string]*titled{}
	add := func(name string, count, limit, line int) {
		t, ok := by[cards.Fold(name)]
		if !ok {
			t = &titled{name: name, limit: MaxCopies, line: line}
			by[cards.Fold(name)] = t
			order = append(order, cards.Fold(name))
		}
		t.count += count
		if limit > 0 {
			t.limit = min(t.limit, limit)
		}
	}
	for _, e := range c.d.Cards {
		add(e.Card.Name, e.Count, e.Card.Limit, c.d.Lines[e.Card.Code])
	}
	for _, u := range c.d.Unknown {
		if u.Place == InDeck {
			add(u.Name, u.Count, 0, u.Line)
		}
	}
	for _, key := range order {
		if t := by[key]; t.count > t.limit {
			c.refuse(CodeCopies, coreDeck, "the deck has %d cards titled %s, all versions counted: %d is the most", t.count, t.name, t.limit).Line = t.line
		}
	}
}

// kinds refuses cards that no deck is made of.
func (c *checker) kinds() {
	for _, e := range c.d.Cards {
		switch k := e.Card; {
		case k.Type == cards.Hero:
			c.refuse(CodeHeroInDeck, coreHeroes, "%s is a hero and in the deck: heroes start in play, beside the deck", k.Title()).of(c, k)
		case k.Type == cards.Contract:
			c.refuse(CodeContractInDeck, `A Shadow in the East, "Contracts"`,
				"%s is a contract and in the deck: a contract is never part of it, but put into play with the heroes", k.Name).of(c, k)
		case mustBeEarned(k): // the campaign's rule
		case !k.Type.InDeck():
			c.refuse(CodeNotInDeck, coreDeck, "%s is a card of type %s: a deck has allies, attachments, events and player side quests", k.Title(), k.Type).of(c, k)
		}
	}
}

// unidentified refuses cards of the encounter side and lists what is not known.
func (c *checker) unidentified() {
	for _, u := range c.d.Unknown {
		if u.Place == InSideboard {
			continue
		}
		e, encounter := cards.Encounter(u.Name)
		switch {
		case encounter && e.Kind == cards.Burden || c.s.Campaign.burden(u.Name):
			c.refuse(CodeBurden, `The Mountain of Fire, "Boons and Burdens"`,
				"%s is a burden: burdens go into the encounter deck when a scenario says so, and never into a player's deck", u.Name).Line = u.Line
		case encounter && len(u.Could) == 0 || u.Place == InEncounter:
			c.refuse(CodeEncounter, coreDeck, "%s is a card of the encounter side: a player's deck has player cards only", u.Name).Line = u.Line
		default:
			says := "%d× %s is not checked: %s"
			if len(u.Could) > 0 {
				says += " (" + strings.Join(u.Could, "; ") + ")"
			}
			c.warn(CodeUnknown, `facts/README.md`, says, u.Count, u, u.Why).Line = u.Line
		}
	}
}

// fellowshipContract is the contract whose restriction muster knows.
const fellowshipContract = "Fellowship"

// contract holds a deck to one contract and to what the contract demands of the deck.
//
// Source: A Shadow in the East, "Contracts".
func (c *checker) contract() {
	const source = `A Shadow in the East, "Contracts"`
	if n := len(c.d.Contracts); n > 1 {
		c.refuse(CodeContracts, source, "the deck has %d contracts: each player may choose one", n)
	}
	for _, k := range c.d.Contracts {
		if k.Type != cards.Contract {
			c.refuse(CodeContractInDeck, source, "%s is no contract: put it into the deck", k.Title()).of(c, k)
			continue
		}
		if !k.Named(fellowshipContract) {
			c.warn(CodeContractUnknown, source, "what the contract %s demands of a deck is not known here: compare the deck with the card", k.Name).of(c, k)
			continue
		}
		for _, e := range c.d.Cards {
			if e.Card.Type == cards.Ally && !e.Card.Unique {
				c.refuse(CodeContractBroken, source,
					"%s is an ally that is not unique, and the contract Fellowship allows none: take it out, or choose another contract", e.Card.Name).of(c, e.Card)
			}
		}
	}
}
