package decks_test

import (
	"slices"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
)

// card returns a shipped card by its code.
func card(t testing.TB, code string) cards.Card {
	t.Helper()
	c, ok := cards.Shipped().ByCode(code)
	if !ok {
		t.Fatalf("no card %q ships", code)
	}
	return c
}

// filler returns 51 cards that no rule of the four boxes is about: 17 titles, 3 of each.
func filler() []decks.Entry {
	var out []decks.Entry
	for _, c := range cards.Shipped().All() {
		plain := slices.Contains([]string{cards.Leadership, cards.Lore, cards.Spirit, cards.Tactics}, c.Sphere)
		if !plain || !c.Type.InDeck() || c.Unique || slices.ContainsFunc(out, func(e decks.Entry) bool { return e.Card.Name == c.Name }) {
			continue
		}
		if out = append(out, decks.Entry{Card: c, Count: 3}); len(out) == 17 {
			return out
		}
	}
	panic("too few plain cards ship")
}

// uniqueOnly returns the filler without allies, for decks with the Fellowship contract.
func uniqueOnly(t testing.TB) []decks.Entry {
	t.Helper()
	var out []decks.Entry
	for _, c := range cards.Shipped().All() {
		if c.Sphere == cards.Fellowship || c.Sphere == cards.Baggins || !c.Type.InDeck() || c.Boon || c.HasTrait(cards.Master) ||
			c.Type == cards.Ally && !c.Unique || slices.ContainsFunc(out, func(e decks.Entry) bool { return e.Card.Name == c.Name }) {
			continue
		}
		if out = append(out, decks.Entry{Card: c, Count: 3}); len(out) == 17 {
			return out
		}
	}
	t.Fatal("too few cards")
	return nil
}

// change changes a deck that is legal before.
type change func(testing.TB, *decks.Deck)

// legal returns a deck that may be played anywhere, with changes.
func legal(t testing.TB, name string, changes ...change) decks.Deck {
	t.Helper()
	d := decks.Deck{Name: name, Cards: filler(), Heroes: []cards.Card{card(t, "core-set-10"), card(t, "heirs-of-numenor-1")}}
	for _, c := range changes {
		c(t, &d)
	}
	return d
}

// heroes replaces the heroes: codes of cards.
func heroes(codes ...string) change {
	return func(t testing.TB, d *decks.Deck) {
		d.Heroes = nil
		for _, c := range codes {
			d.Heroes = append(d.Heroes, card(t, c))
		}
	}
}

// with adds copies of a card to the deck.
func with(code string, count int) change {
	return func(t testing.TB, d *decks.Deck) {
		d.Cards = append(slices.Clone(d.Cards), decks.Entry{Card: card(t, code), Count: count})
	}
}

// contract adds a contract.
func contract(code string) change {
	return func(t testing.TB, d *decks.Deck) { d.Contracts = append(d.Contracts, card(t, code)) }
}

// unknown adds a card that is not identified.
func unknown(name string) change {
	return func(_ testing.TB, d *decks.Deck) {
		d.Unknown = append(d.Unknown, decks.Unknown{Name: name, Count: 1, Place: decks.InDeck, Why: "no card of this name is known"})
	}
}

// scenario returns the situation of a scenario in standard mode.
func scenario(t testing.TB, id string) decks.Situation {
	t.Helper()
	r, ok := decks.Scenario(id)
	if !ok {
		t.Fatalf("no scenario %q", id)
	}
	return decks.Situation{Scenario: r}
}
