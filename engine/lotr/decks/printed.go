package decks

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/muster-events/muster/engine/lotr/cards"
)

//go:embed data/printed.json
var printedFile []byte

// printedList is a decklist of a rulebook as the data file has it.
type printedList struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Box     string        `json:"box"`
	Section string        `json:"section"`
	Heroes  []printedCard `json:"heroes"`
	Cards   []printedCard `json:"cards"`
}

// printedCard is a card with the box that the list takes it from.
type printedCard struct {
	Count int    `json:"count"`
	Name  string `json:"name"`
	Pack  string `json:"pack"` // empty: not known
}

// PrintedDeck is a decklist that a rulebook prints.
type PrintedDeck struct {
	ID   string // "leadership-lore-tactics"
	Deck Deck
}

// Printed returns the decklists that the rulebooks print, in the order of the boxes.
//
// Rule: Printed decklists.
// Source: The Flame of the West, "Decklists"; The Mountain of Fire, "Decklists".
func Printed() []PrintedDeck {
	out := make([]PrintedDeck, 0, len(printed()))
	for _, p := range printed() {
		out = append(out, PrintedDeck{p.ID, p.Deck.own()})
	}
	return out
}

// ByName returns a printed decklist by its id, "leadership-lore-tactics", or its name.
//
// Rule: Printed decklists.
// Source: The Flame of the West, "Decklists"; The Mountain of Fire, "Decklists".
func ByName(name string) (Deck, bool) {
	for _, p := range printed() {
		if cards.Fold(p.ID) == cards.Fold(name) || cards.Fold(p.Deck.Name) == cards.Fold(name) {
			return p.Deck.own(), true
		}
	}
	return Deck{}, false
}

// own returns the deck with lists of its own.
func (d Deck) own() Deck {
	d.Heroes = append([]cards.Card(nil), d.Heroes...)
	d.Cards = append([]Entry(nil), d.Cards...)
	return d
}

var printed = sync.OnceValue(func() []PrintedDeck {
	var lists []printedList
	if err := json.Unmarshal(printedFile, &lists); err != nil {
		panic("the printed decklists: " + err.Error())
	}
	var out []PrintedDeck
	for _, l := range lists {
		d, err := l.deck()
		if err != nil {
			panic("the printed decklist " + l.ID + ": " + err.Error())
		}
		out = append(out, PrintedDeck{l.ID, d})
	}
	return out
})

// deck puts a printed list together; every card of it has to be known.
func (l printedList) deck() (Deck, error) {
	b := builder{set: cards.Shipped(), deck: Deck{Name: l.Name, Source: l.Box + `, "` + l.Section + `"`, Printed: true}}
	for _, list := range [][]printedCard{l.Heroes, l.Cards} {
		for _, p := range list {
			w := wanted{name: p.Name, hint: p.Pack, types: []cards.Type{cards.Ally, cards.Attachment, cards.Event}}
			if p.Count == 0 {
				p.Count, w.types = 1, []cards.Type{cards.Hero}
			}
			if err := b.take(w, p.Count, InDeck, 0); err != nil {
				return Deck{}, err
			}
		}
	}
	if len(b.deck.Unknown) > 0 {
		return Deck{}, fmt.Errorf("%s: %s", b.deck.Unknown[0].Name, b.deck.Unknown[0].Why)
	}
	return b.deck, nil
}
