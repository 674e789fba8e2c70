package decks

import (
	"fmt"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Bounds of a declared deck, as engine/lotr has them.
const (
	maxWarning  = 400 // characters
	maxWarnings = 200
)

// Command returns the command that declares the deck for a player: its cards frozen as they are, those
// that are not known by the name that the file has, and the warnings it was checked with. From is the
// form that it came in: "printed", "ringsdb", "text", "octgn".
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func (d Deck) Command(table events.TableID, player events.PersonID, from string, problems []Problem) lotr.DeclareDeck {
	out := lotr.DeclareDeck{Table: table, Player: player, Name: first(d.Name, "A deck without a name"), Source: from}
	if len(d.Contracts) > 0 {
		out.Contract = d.Contracts[0].Name
	}
	for _, e := range d.Cards {
		out.Cards = append(out.Cards, lotr.DeckCard{Code: e.Card.Code, Name: clip(e.Card.Name, maxName), Type: string(e.Card.Type), Copies: e.Count})
	}
	for _, u := range d.Unknown {
		if u.Place == InSideboard {
			continue
		}
		out.Unknown = append(out.Unknown, clip(u.String(), maxName))
		if u.Place == InDeck {
			out.Cards = append(out.Cards, lotr.DeckCard{Name: clip(u.Name, maxName), Copies: u.Count})
		}
	}
	for _, p := range problems {
		if p.Warning && p.Code != CodeUnknown && len(out.Warnings) < maxWarnings {
			out.Warnings = append(out.Warnings, clip(p.Says, maxWarning))
		}
	}
	return out
}

// Declared returns a deck as it was declared, with the heroes that the player's seat has. What the card
// data does not know any more is listed.
func Declared(e lotr.DeckDeclared, seat group.Seat, set *cards.Set) Deck {
	d := Seated(seat, set)
	d.Name, d.Source, d.Printed = e.Name, e.Source, e.Source == "printed"
	if e.Contract != "" {
		d.Contracts = []cards.Card{contractCard(e.Contract, set)}
	}
	d.Cards = nil
	for _, c := range e.Cards {
		card, ok := set.ByCode(c.Code)
		if !ok {
			d.Unknown = append(d.Unknown, Unknown{Name: c.Name, Count: c.Copies, Place: InDeck, Why: "it was not known when the deck was declared"})
			continue
		}
		d.Cards = append(d.Cards, Entry{card, c.Copies})
	}
	return d
}

// Seated returns what a seat says of its player's deck, which was not declared: the heroes, the contract
// and The One Ring.
func Seated(seat group.Seat, set *cards.Set) Deck {
	var d Deck
	for _, h := range seat.Heroes {
		d.Heroes = append(d.Heroes, heroCard(h, set))
	}
	if seat.Contract != "" {
		d.Contracts = []cards.Card{contractCard(seat.Contract, set)}
	}
	if i := slices.IndexFunc(set.ByName(oneRing), isRing); i >= 0 && seat.OneRing {
		d.Cards = []Entry{{set.ByName(oneRing)[i], 1}}
	}
	return d
}

// heroCard returns the card of a declared hero, or one with what was declared.
func heroCard(h group.Hero, set *cards.Set) cards.Card {
	if c, ok := set.ByCode(h.Card); ok {
		return c
	}
	c := cards.Card{Name: h.Title, Type: cards.Hero, Sphere: h.Sphere, Traits: h.Traits, Unique: true}
	if h.Threat > 0 {
		c.Threat = cards.N(h.Threat)
	}
	return c
}

// contractCard returns the card of a contract by its name.
func contractCard(name string, set *cards.Set) cards.Card {
	for _, c := range set.ByName(name) {
		if c.Type == cards.Contract {
			return c
		}
	}
	return cards.Card{Name: name, Type: cards.Contract}
}

// Game is what a table's game is played with, as far as decks have to know.
type Game struct {
	Scenario rules.Scenario // that this table plays
	Epic     bool
	Easy     bool
	Campaign *group.Campaign // as this table has it; nil: none
}

// Situation returns what a player's deck at a table is checked against: the game and the decks of the
// others there, by their seats where they were not declared. The first player takes the Fellowship hero
// of the scenario when the table is set up, so nobody's deck has to have it.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Setting Up the Game"; "Playing Epic Multiplayer Mode".
func (g Game) Situation(t rules.Table, player events.PersonID, set *cards.Set) Situation {
	s := Situation{Scenario: ScenarioOf(g.Scenario), Epic: g.Epic, Easy: g.Easy}
	for _, seat := range t.Seats {
		if seat.Player == player {
			s.Campaign = CampaignOf(g.Campaign, seat.Penalty)
			continue
		}
		if p, plays := t.Player(seat.Player); plays && p.Out {
			continue
		}
		s.Others = append(s.Others, deckAt(t, seat, set))
	}
	return s
}

// deckAt returns the deck of a seat, declared or not.
func deckAt(t rules.Table, seat group.Seat, set *cards.Set) Deck {
	d := Seated(seat, set)
	if e, ok := t.Decks[seat.Player]; ok {
		d = Declared(e, seat, set)
	}
	d.Owner = seat.Player
	return d
}

// PlayerProblem is a problem with the declared deck of a player.
type PlayerProblem struct {
	Player events.PersonID `json:"player"`
	Deck   string          `json:"deck"` // its name
	Problem
}

// CheckDeclared checks the decks that were declared at a table once more, each with all the others
// beside it: seats and decks may have changed since it was declared. Cards that are not known are one
// warning for each deck. Players without a declared deck
// have none to be wrong.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode"; A Shadow in the East, "The One Ring &
// The “Master” Trait".
func (g Game) CheckDeclared(t rules.Table, set *cards.Set) []PlayerProblem {
	var out []PlayerProblem
	for _, seat := range t.Seats {
		e, ok := t.Decks[seat.Player]
		if !ok {
			continue
		}
		d := Declared(e, seat, set)
		problems := slices.DeleteFunc(Check(d, g.Situation(t, seat.Player, set)), func(p Problem) bool { return p.Code == CodeUnknown })
		if p, some := unchecked(d); some {
			problems = append(problems, p)
		}
		for _, p := range problems {
			out = append(out, PlayerProblem{seat.Player, e.Name, p})
		}
	}
	return out
}

// unchecked warns of all the cards of a deck that are not known, in one sentence.
func unchecked(d Deck) (Problem, bool) {
	var names []string
	for _, u := range d.Unknown {
		if u.Place == InDeck {
			names = append(names, u.Name)
		}
	}
	if len(names) == 0 {
		return Problem{}, false
	}
	const most = 5
	says := strings.Join(names[:min(len(names), most)], ", ")
	if n := len(names) - most; n > 0 {
		says += fmt.Sprintf(" and %d more", n)
	}
	return Problem{Code: CodeUnknown, Warning: true, Source: `facts/README.md`, Says: "not checked, since they are not known here: " + says}, true
}
