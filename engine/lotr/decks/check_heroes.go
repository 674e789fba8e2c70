package decks

import (
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// heroCount holds a player to 1 to 3 heroes. The scenario's Fellowship hero does not count: of the
// Ring-bearer The One Ring says so; of Aragorn no rule does, but the printed lists pair three heroes with
// him. The same is held of seats ([rules.CheckSeats]).
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "The One Ring"; "Decklists".
func (c *checker) heroCount() {
	n := len(c.d.Heroes)
	for _, u := range c.d.Unknown {
		if u.Place == InHeroes {
			n += u.Count
		}
	}
	if n == 0 {
		c.refuse(CodeNoHeroes, coreHeroes, "the deck has no heroes: a player starts with 1 to %d", MaxHeroes)
		return
	}
	rules := c.s.Scenario
	if slices.ContainsFunc(c.d.Heroes, func(h cards.Card) bool {
		return isFellowship(h) && rules.Fellowship != "" && (h.HasTrait(cards.RingBearer) || !rules.RingBearer)
	}) {
		n--
	}
	switch {
	case n <= MaxHeroes:
	case rules.RingBearer:
		c.refuse(CodeTooManyHeroes, coreHeroes+`; The Mountain of Fire, "The One Ring"`,
			"the deck has %d heroes who count: a player starts with 1 to %d, and only one Ring-bearer with The One Ring beside them", n, MaxHeroes)
	case rules.Fellowship != "":
		c.refuse(CodeTooManyHeroes, coreHeroes+`; The Mountain of Fire, "Decklists"`,
			"the deck has %d heroes who count: a player starts with 1 to %d, and only %s of the Fellowship sphere beside them", n, MaxHeroes, rules.Fellowship)
	default:
		c.refuse(CodeTooManyHeroes, coreHeroes, "the deck has %d heroes: a player starts with 1 to %d", n, MaxHeroes)
	}
}

// heroCards refuses what is no hero among the heroes.
func (c *checker) heroCards() {
	for _, h := range c.d.Heroes {
		if h.Type != cards.Hero {
			c.refuse(CodeNotAHero, coreHeroes, "%s is among the heroes and is no hero: put it into the deck", h.Title()).of(c, h)
		}
	}
}

// sameHero refuses a unique hero twice in one list; every hero card is unique.
func (c *checker) sameHero() {
	var named []string
	for i, h := range c.d.Heroes {
		same := func(o cards.Card) bool { return o.Named(h.Name) }
		if slices.ContainsFunc(c.d.Heroes[:i], same) && !slices.Contains(named, cards.Fold(h.Name)) {
			named = append(named, cards.Fold(h.Name))
			c.refuse(CodeHeroTwice, coreUnique, "%s is among the heroes twice: a unique hero is in play once, whatever the version; choose another", h.Name).of(c, h)
		}
	}
}

// smeagol refuses Sméagol as a starting hero where he is barred.
//
// Source: A Shadow in the East, "Sméagol / Gollum".
func (c *checker) smeagol() {
	if !c.s.Scenario.NoSmeagol {
		return
	}
	for _, h := range c.d.Heroes {
		if h.Named(smeagol) {
			c.refuse(CodeSmeagol, `A Shadow in the East, "Sméagol / Gollum"`,
				"Sméagol cannot be a starting hero in the saga expansions or the Shadows of Mirkwood cycle, and %s is one of those: choose another hero", c.where())
			return
		}
	}
}

// Elimination levels.
//
// Source: facts/game-facts.md, "5.2 Elimination"; The Mountain of Fire, "Dire"; facts/game-facts.md, "4.3 Rule-bearing
// cards" (The One Ring: −5).
const (
	eliminationLevel = 50
	direLevel        = 99
	ringLowers       = 5
)

// Elimination returns the threat at which the deck's player would be out at the start of a scenario.
func Elimination(d Deck, r ScenarioRules) int {
	level := eliminationLevel
	if r.Dire {
		level = direLevel
	}
	if slices.ContainsFunc(d.Cards, func(e Entry) bool { return isRing(e.Card) }) {
		level -= ringLowers
	}
	return level
}

// threat refuses heroes whose threat costs would eliminate their player at once.
func (c *checker) threat() {
	sum, _ := c.d.StartingThreat()
	if c.s.Campaign != nil {
		sum += c.s.Campaign.Penalty
	}
	if level := Elimination(c.d, c.s.Scenario); sum >= level {
		c.refuse(CodeStartingThreat, threatRule, "the heroes start at threat %d, and a player is eliminated at %d: choose heroes of less threat", sum, level)
	}
}

// unique warns of unique cards in the deck whose title a hero of the table has: they cannot be played
// while that hero is in play.
func (c *checker) unique() {
	for _, e := range c.d.Cards {
		if !e.Card.Unique {
			continue
		}
		same := func(h cards.Card) bool { return h.Named(e.Card.Name) }
		if slices.ContainsFunc(c.d.Heroes, same) {
			c.warn(CodeUniqueHero, coreUnique, "%s is unique and also a hero of this deck: the card cannot be played while that hero is in play", e.Card.Title()).of(c, e.Card)
			continue
		}
		for _, o := range c.s.Others {
			if slices.ContainsFunc(o.Heroes, same) {
				c.warn(CodeUniqueHero, coreUnique, "%s is unique and also a hero of %s: the card cannot be played while that hero is in play", e.Card.Title(), deckOf(o)).of(c, e.Card)
				break
			}
		}
	}
}

// table refuses what the decks of one table cannot have together: more than 4 of them, or the same
// unique hero twice. At another stage or scenario of an epic game the same hero is fine.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func (c *checker) table() {
	if n := len(c.s.Others) + 1; n > maxTeam {
		c.refuse(CodeTable, `The Mountain of Fire, "Setting Up Epic Multiplayer Mode"; Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode"`,
			"%d decks are at one table: a game has 1 to %d players; seat the others elsewhere", n, maxTeam)
	}
	for _, h := range once(c.d.Heroes) {
		for _, o := range c.s.Others {
			if slices.ContainsFunc(o.Heroes, func(x cards.Card) bool { return x.Named(h.Name) }) {
				c.refuse(CodeHeroTwice, `The Mountain of Fire, "Playing Epic Multiplayer Mode"`,
					"%s is also a hero of %s: a unique hero is in play once at a table; choose another for one of them, or play at different stages", h.Name, deckOf(o)).of(c, h)
			}
		}
	}
}
