package decks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// wanted is a card as a file names it.
type wanted struct {
	name  string
	hint  string       // pack or sphere in brackets; empty: none
	types []cards.Type // that its section holds; none: any
}

// find returns the card that is meant. If that is not certain, why says so in words, with the versions
// it could be.
func find(set *cards.Set, w wanted) (c cards.Card, why string, could []string) {
	list := set.ByName(w.name)
	if len(list) == 0 {
		if e, ok := cards.Encounter(w.name); ok {
			return c, fmt.Sprintf("it is a card of the encounter side (%s)", e.Kind), nil
		}
		return c, "no card of this name is known", nil
	}
	fit := list
	if len(w.types) > 0 {
		fit = keep(list, func(c cards.Card) bool { return slices.Contains(w.types, c.Type) })
	}
	if len(fit) == 0 {
		return c, fmt.Sprintf("it is known as another kind of card than %s", w.types[0]), titles(list)
	}
	if w.hint != "" {
		versions := fit
		fit = keep(fit, func(c cards.Card) bool { return c.InPack(w.hint) || strings.EqualFold(c.Sphere, w.hint) })
		if len(fit) == 0 {
			return c, unhinted(set, w.hint), titles(versions)
		}
	}
	if versions := distinct(fit); len(versions) > 1 {
		return c, "there are several versions: name its pack in brackets", titles(versions)
	}
	return fit[0], "", nil
}

func unhinted(set *cards.Set, hint string) string {
	if set.HasPack(hint) {
		return fmt.Sprintf("it is not known in %s", hint)
	}
	return fmt.Sprintf("no pack or sphere %q is known", hint)
}

func keep(list []cards.Card, want func(cards.Card) bool) []cards.Card {
	var out []cards.Card
	for _, c := range list {
		if want(c) {
			out = append(out, c)
		}
	}
	return out
}

// distinct returns one printing of each version.
func distinct(list []cards.Card) []cards.Card {
	var out []cards.Card
	for _, c := range list {
		if !slices.ContainsFunc(out, c.Same) {
			out = append(out, c)
		}
	}
	return out
}

func titles(list []cards.Card) []string {
	var out []string
	for _, c := range distinct(list) {
		out = append(out, c.Title())
	}
	return out
}

// take finds a card by name and adds it, or lists it as unknown.
func (b *builder) take(w wanted, count int, where Place, line int) error {
	c, why, could := find(b.set, w)
	if why == "" {
		return b.put(c, count, where, line)
	}
	return b.miss(Unknown{Name: w.name, Hint: w.hint, Count: count, Place: where, Line: line, Why: why, Could: could})
}
