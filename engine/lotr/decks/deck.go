package decks

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Deck is a player's deck with the heroes and the contract that go with it. The zero value is empty.
// The slices are its owner's: nothing here changes them.
type Deck struct {
	Name   string
	Heroes []cards.Card // starting heroes in the order of the file
	Cards  []Entry      // what is shuffled
	// Contracts are the contracts put into play beside the heroes; more than one is refused by [Check].
	//
	// Source: A Shadow in the East, "Contracts".
	Contracts []cards.Card
	Sideboard []Entry // not checked: it is no part of the deck
	// Unknown lists what the card data does not know, or cannot tell from other cards.
	Unknown []Unknown
	Source  string // where it comes from, for people
	// Lines are the lines of the file that name a card first, from 1, by its code; nil: no file.
	Lines map[string]int
	// Owner is whose deck it is at a table; empty: it is at none.
	Owner events.PersonID
	// Printed is set for a decklist printed in a rulebook; see [Check].
	Printed bool
}

// Entry is a card with its copies.
type Entry struct {
	Card  cards.Card
	Count int // from 1
}

// Place is where a deck has a card.
type Place string

// The places.
const (
	InHeroes    Place = "heroes"
	InDeck      Place = "deck"
	InContract  Place = "contract"
	InSideboard Place = "sideboard"
	InEncounter Place = "encounter" // in a section for the encounter side
)

// Unknown is a card of a deck that is not identified.
type Unknown struct {
	Name  string   `json:"name"`           // as the file has it: a name, or a code or id if that is all there is
	Hint  string   `json:"hint,omitempty"` // pack or sphere that the file names with it; empty: none
	Count int      `json:"count"`          // from 1
	Place Place    `json:"place"`
	Line  int      `json:"line,omitempty"`  // of the file, from 1; 0: no file
	Why   string   `json:"why"`             // a sentence for people, without a full stop
	Could []string `json:"could,omitempty"` // the versions it could be, if there are several
}

// String returns the name with what the file says to tell versions apart: "Aragorn (Core Set)".
func (u Unknown) String() string {
	if u.Hint == "" {
		return u.Name
	}
	return u.Name + " (" + u.Hint + ")"
}

// Size returns how many cards are shuffled, the unknown ones among them counted. Contracts, heroes
// and sideboard do not count, nor do boons, which are added to a deck that has to be whole without
// them.
//
// Source: A Shadow in the East, "Contracts".
func (d Deck) Size() int {
	n := 0
	for _, e := range d.Cards {
		if e.Card.Type != cards.Contract && e.Card.Type != cards.Hero && !mustBeEarned(e.Card) {
			n += e.Count
		}
	}
	for _, u := range d.Unknown {
		if u.Place == InDeck {
			n += u.Count
		}
	}
	return n
}

// boons counts the copies of boons in the deck.
func (d Deck) boons() int {
	n := 0
	for _, e := range d.Cards {
		if mustBeEarned(e.Card) {
			n += e.Count
		}
	}
	return n
}

// StartingThreat returns the sum of the heroes' threat costs, and the titles of the heroes whose
// threat cost is not known and not in the sum.
//
// Source: facts/game-facts.md, "5.1 Round".
func (d Deck) StartingThreat() (sum int, unknown []string) {
	for _, h := range d.Heroes {
		n, ok := h.Threat.Int()
		if !ok {
			unknown = append(unknown, h.Name)
		}
		sum += n
	}
	for _, u := range d.Unknown {
		if u.Place == InHeroes {
			unknown = append(unknown, u.Name)
		}
	}
	return sum, unknown
}

// Missing returns the titles of the heroes whose threat cost would have to be known for the starting
// threat in a scenario. The Fellowship hero of the scenario costs 0, whether the card data knows it or
// not.
//
// Source: facts/player-cards.tsv, the heroes of the Fellowship sphere.
func (d Deck) Missing(r ScenarioRules) []string {
	_, unknown := d.StartingThreat()
	return slices.DeleteFunc(unknown, func(title string) bool {
		return r.Fellowship != "" && slices.ContainsFunc(d.Heroes, func(h cards.Card) bool {
			return isFellowship(h) && h.Name == title && h.Named(r.Fellowship)
		})
	})
}

// Has tells whether the deck has a card of a name among the cards that are shuffled.
func (d Deck) Has(name string) bool {
	return slices.ContainsFunc(d.Cards, func(e Entry) bool { return e.Card.Named(name) })
}

// HeroOf returns a hero card as a seat declares it. What is not known is left out, so an unknown
// threat cost is 0 there: ask [Deck.StartingThreat].
func HeroOf(c cards.Card) group.Hero {
	n := func(f cards.Figure) int { v, _ := f.Int(); return v }
	return group.Hero{
		Title: c.Name, Threat: n(c.Threat), HitPoints: n(c.HitPoints), Card: c.Code, Sphere: c.Sphere, Traits: c.Traits,
		Willpower: n(c.Willpower), Attack: n(c.Attack), Defense: n(c.Defense),
		Ranged: c.HasKeyword(cards.Ranged), Sentinel: c.HasKeyword(cards.Sentinel),
	}
}

// Declare returns a seat with what the deck declares: its heroes, its contract and whether it holds
// The One Ring, the attachment. A hero who is not known is declared by the title alone. The hero whom
// the Ring was attached to stays if both are still there.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts"; "The One Ring & The “Master” Trait".
func (d Deck) Declare(s group.Seat) group.Seat {
	s.Heroes = nil
	for _, h := range d.Heroes {
		s.Heroes = append(s.Heroes, HeroOf(h))
	}
	for _, u := range d.Unknown {
		if u.Place == InHeroes {
			s.Heroes = append(s.Heroes, group.Hero{Title: clip(u.Name, maxName)})
		}
	}
	s.Contract = ""
	if len(d.Contracts) > 0 {
		s.Contract = d.Contracts[0].Name
	}
	s.OneRing = slices.ContainsFunc(d.Cards, func(e Entry) bool { return isRing(e.Card) })
	if !s.OneRing || !slices.ContainsFunc(d.Heroes, func(h cards.Card) bool { return h.Named(s.Ring) }) {
		s.Ring = ""
	}
	return s
}

// clip cuts words to a number of characters.
func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}

// Report says how reading a file went.
type Report struct {
	Format string   // "ringsdb", "text" or "octgn"
	Notes  []string // what people should know, in sentences
}

// Bounds of a deck file.
const (
	MaxFile    = 1 << 20 // bytes
	maxEntries = 500     // different cards
	maxCount   = 99      // copies of one
	maxHeroes  = 20      // heroes and contracts of one name; Check has the rule
	maxName    = 80      // characters of a deck's name
	maxTitle   = 200     // characters of a card's name
)

// builder puts a deck together.
type builder struct {
	set     *cards.Set
	deck    Deck
	report  Report
	entries int
}

// put adds copies of a card; where is its section in the file, which only the sideboard overrides, and
// line its line there, 0: no file.
func (b *builder) put(c cards.Card, count int, where Place, line int) error {
	if err := b.count(c.Name, count); err != nil {
		return err
	}
	if _, again := b.deck.Lines[c.Code]; line > 0 && !again {
		if b.deck.Lines == nil {
			b.deck.Lines = map[string]int{}
		}
		b.deck.Lines[c.Code] = line
	}
	switch {
	case where == InSideboard:
		b.deck.Sideboard = merged(b.deck.Sideboard, c, count)
	case c.Type == cards.Hero || c.Type == cards.Contract:
		if count > maxHeroes {
			return fmt.Errorf("%d copies of %s, which is a %s", count, c.Name, c.Type)
		}
		for range count {
			if c.Type == cards.Hero {
				b.deck.Heroes = append(b.deck.Heroes, c)
			} else {
				b.deck.Contracts = append(b.deck.Contracts, c)
			}
		}
	default:
		b.deck.Cards = merged(b.deck.Cards, c, count)
	}
	return nil
}

// miss adds a card that is not identified.
func (b *builder) miss(u Unknown) error {
	if err := textfile.CheckText(u.String(), maxTitle); err != nil {
		return fmt.Errorf("the card's name: %w", err)
	}
	if err := b.count(u.Name, u.Count); err != nil {
		return err
	}
	b.deck.Unknown = append(b.deck.Unknown, u)
	return nil
}

func (b *builder) count(name string, count int) error {
	if count < 1 || count > maxCount {
		return fmt.Errorf("%d copies of %.80s: a number from 1 to %d is wanted", count, name, maxCount)
	}
	if b.entries++; b.entries > maxEntries {
		return fmt.Errorf("there are more than %d different cards", maxEntries)
	}
	return nil
}

// merged adds copies to the entry of the same printing.
func merged(list []Entry, c cards.Card, count int) []Entry {
	for i := range list {
		if list[i].Card.Code == c.Code {
			list[i].Count += count
			return list
		}
	}
	return append(list, Entry{Card: c, Count: count})
}

func (b *builder) note(format string, args ...any) {
	b.report.Notes = append(b.report.Notes, fmt.Sprintf(format, args...))
}

// name gives the deck a name, cut to what fits.
func (b *builder) name(s string) error {
	if cut := clip(s, maxName); cut != s {
		s = cut
		b.note("the deck's name is cut to %d characters", maxName)
	}
	if err := textfile.CheckText(s, maxName); err != nil {
		return fmt.Errorf("the deck's name: %w", err)
	}
	b.deck.Name = s
	return nil
}

// done returns what was read; a deck without any card is an error.
func (b *builder) done() (Deck, Report, error) {
	if b.entries == 0 {
		return Deck{}, Report{}, &textfile.Error{Line: 1, Says: "there is no card in it"}
	}
	if n := len(b.deck.Sideboard); n > 0 {
		b.note("the sideboard (%d different cards) is not checked: it is no part of the deck", n)
	}
	return b.deck, b.report, nil
}
