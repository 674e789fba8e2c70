// Package deck is what people see of a deck that is brought to a table: what it is, what the rules say
// of it there, what to do with it at setup. It is no read model: [Of] is a pure function. Start with
// [Report].
//
// Sentences may hold people by id in braces, "{p-7}"; who shows them puts the names there.
package deck

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Ask is a deck that somebody brings to a table for a player there.
type Ask struct {
	Gathering events.GatheringID
	Group     events.GroupID
	Table     events.TableID
	Player    events.PersonID
	// Printed is the id or name of a printed list; empty: the deck is in File.
	Printed string
	Format  string // of File: "auto", "ringsdb", "text" or "octgn"; empty: "auto"
	File    []byte // at most decks.MaxFile bytes
	// Threat is the starting threat as the dial shows it, where heroes' threat costs are not known; nil:
	// the sum of the heroes'.
	Threat *int
	// ID makes the request one that may be sent again without harm; empty: each is one of its own.
	ID string
}

// FileError says why a deck's file could not be read.
type FileError struct {
	Line int // of the file, from 1; 0: it is about no line
	Says string
}

// Error returns the line and the reason.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.Says
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Says)
}

// Report is what a deck comes to at a table.
type Report struct {
	Player   events.PersonID `json:"player"`
	Name     string          `json:"name"`
	From     string          `json:"from"`     // "printed", "ringsdb", "text" or "octgn"
	Source   string          `json:"source"`   // where it is from, in words
	Scenario string          `json:"scenario"` // name of the one that the table plays
	Heroes   []Hero          `json:"heroes"`
	Contract string          `json:"contract,omitempty"`
	OneRing  bool            `json:"oneRing,omitempty"` // the deck has the attachment
	Size     int             `json:"size"`              // cards that are shuffled
	// Threat is the starting threat as far as it is known, with the campaign's penalty; Missing are the
	// heroes whose threat costs are not in it.
	Threat      int      `json:"threat"`
	Missing     []string `json:"missing,omitempty"`
	Elimination int      `json:"elimination"` // the threat at which the player is out
	Cards       []Card   `json:"cards"`
	// Problems keep the deck from being taken, Warnings do not. Unknown cards are in neither.
	Problems []decks.Problem `json:"problems"`
	Warnings []decks.Problem `json:"warnings"`
	Unknown  []decks.Unknown `json:"unknown"`
	Setup    []decks.Note    `json:"setup"`              // what to do with it when the game is set up
	Notes    []string        `json:"notes"`              // on how the file was read
	Replaces string          `json:"replaces,omitempty"` // name of the deck declared before
	Playable bool            `json:"playable"`           // there are no Problems
	Declared bool            `json:"declared"`           // it was recorded
	// Position is where it was recorded; 0: it was not.
	Position events.Position `json:"position,omitempty"`
}

// Hero is a hero of a deck.
type Hero struct {
	Title  string `json:"title"`
	Says   string `json:"says"`             // what tells the version from others
	Threat string `json:"threat"`           // threat cost, "?" if it is not known
	Card   string `json:"card,omitempty"`   // code in the card data
	Traits string `json:"traits,omitempty"` // "Gondor. Noble."
}

// Card is a card of a deck with its copies.
type Card struct {
	Count int    `json:"count"`
	Name  string `json:"name"`
	Type  string `json:"type"`
	Pack  string `json:"pack,omitempty"`
}

// Of returns the report of a deck in a situation, with what is wrong with it there.
func Of(d decks.Deck, s decks.Situation, read decks.Report, problems []decks.Problem) Report {
	r := Report{
		Name: d.Name, Source: d.Source, Scenario: s.Scenario.Name, Size: d.Size(), Elimination: decks.Elimination(d, s.Scenario),
		Heroes: heroes(d), Cards: list(d), Problems: []decks.Problem{}, Warnings: []decks.Problem{}, Unknown: []decks.Unknown{},
		Setup: append([]decks.Note{}, decks.SetupNotes(d, s)...), Notes: append([]string{}, read.Notes...), From: read.Format,
	}
	if d.Printed {
		r.From = "printed"
	}
	if len(d.Contracts) > 0 {
		r.Contract = d.Contracts[0].Name
	}
	r.OneRing = d.Declare(group.Seat{}).OneRing
	r.Threat, _ = d.StartingThreat()
	r.Missing = d.Missing(s.Scenario)
	if s.Campaign != nil {
		r.Threat += s.Campaign.Penalty
	}
	r.Unknown = append(r.Unknown, slices.DeleteFunc(slices.Clone(d.Unknown), func(u decks.Unknown) bool { return u.Place == decks.InSideboard })...)
	r.Add(problems...)
	return r
}

// Add puts problems where they belong.
func (r *Report) Add(problems ...decks.Problem) {
	for _, p := range problems {
		switch {
		case !p.Warning:
			r.Problems = append(r.Problems, p)
		case p.Code != decks.CodeUnknown:
			r.Warnings = append(r.Warnings, p)
		}
	}
	r.Playable = len(r.Problems) == 0
}

func heroes(d decks.Deck) []Hero {
	out := []Hero{}
	for _, h := range d.Heroes {
		out = append(out, Hero{Title: h.Name, Says: h.Title(), Threat: h.Threat.String(), Card: h.Code, Traits: h.Traits})
	}
	for _, u := range d.Unknown {
		if u.Place == decks.InHeroes {
			out = append(out, Hero{Title: u.Name, Says: u.String() + ", not known", Threat: cards.Figure{}.String()})
		}
	}
	return out
}

func list(d decks.Deck) []Card {
	out := []Card{}
	for _, e := range d.Cards {
		out = append(out, Card{Count: e.Count, Name: e.Card.Name, Type: string(e.Card.Type), Pack: e.Card.Pack})
	}
	return out
}

// Printed is a decklist that a rulebook prints.
type Printed struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Source string `json:"source"` // rulebook and section
	Heroes []Hero `json:"heroes"`
	Size   int    `json:"size"`
	Threat int    `json:"threat"`
	Cards  []Card `json:"cards"`
}

// PrintedLists returns the decklists that the rulebooks print, in the order of the boxes.
//
// Rule: Printed decklists.
// Source: The Flame of the West, "Decklists"; The Mountain of Fire, "Decklists".
func PrintedLists() []Printed {
	var out []Printed
	for _, p := range decks.Printed() {
		sum, _ := p.Deck.StartingThreat()
		out = append(out, Printed{
			ID: p.ID, Name: p.Deck.Name, Source: p.Deck.Source, Heroes: heroes(p.Deck), Size: p.Deck.Size(), Threat: sum, Cards: list(p.Deck),
		})
	}
	return out
}

// Doubts is what the rules say of the decks of a group's tables before the game starts.
type Doubts struct {
	Declared int     `json:"declared"` // decks
	Players  int     `json:"players"`
	Lines    []Doubt `json:"lines"` // what keeps a deck from being played first, then warnings
}

// Doubt is a problem with the declared deck of a player, at a table.
type Doubt struct {
	Table events.TableID `json:"table"`
	Team  string         `json:"team"`
	decks.PlayerProblem
}
