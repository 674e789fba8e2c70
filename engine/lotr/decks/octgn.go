package decks

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// ParseOCTGN reads a deck of OCTGN, an .o8d file: sections with cards, each with copies, an id and a
// name. A card is found by its id, or by its name if the card data has no such id. Document types and
// entities of the file's own are refused. Errors are [*textfile.Error].
//
// Rule: Deck imports.
// Source: facts/README.md.
func ParseOCTGN(data []byte, set *cards.Set) (Deck, Report, error) {
	data = textfile.TrimBOM(data)
	if err := textfile.CheckSize(data, MaxFile); err != nil {
		return Deck{}, Report{}, err
	}
	r := octgnReader{
		builder: builder{set: set, report: Report{Format: "octgn"}, deck: Deck{Source: "OCTGN"}},
		dec:     xml.NewDecoder(bytes.NewReader(data)),
	}
	if err := r.read(); err != nil {
		line, _ := r.dec.InputPos()
		return Deck{}, Report{}, &textfile.Error{Line: line, Says: xmlReason(err)}
	}
	return r.done()
}

// octgnReader reads element by element.
type octgnReader struct {
	builder
	dec     *xml.Decoder
	path    []string // names of the open elements
	section string
	card    *octgnCard // the open card
}

// octgnCard is a card as the file has it.
type octgnCard struct {
	id, name string
	count    int
	line     int
}

func (r *octgnReader) read() error {
	seen := false
	for {
		t, err := r.dec.Token()
		switch {
		case errors.Is(err, io.EOF) && !seen:
			return errors.New("this is not a deck of OCTGN: there is no element in it")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch t := t.(type) {
		case xml.Directive:
			return errors.New("a document type or entity is declared here: a deck has none, take that out")
		case xml.StartElement:
			seen = true
			err = r.open(t)
		case xml.EndElement:
			err = r.shut()
		case xml.CharData:
			if r.card != nil && len(r.card.name) <= 4*maxTitle {
				r.card.name += string(t)
			}
		}
		if err != nil {
			return err
		}
	}
}

func (r *octgnReader) open(e xml.StartElement) error {
	switch {
	case len(r.path) == 0 && e.Name.Local != "deck":
		return fmt.Errorf("this is not a deck of OCTGN: it starts with <%.40s> instead of <deck>", e.Name.Local)
	case len(r.path) >= maxDepth:
		return fmt.Errorf("elements are nested more than %d deep", maxDepth)
	}
	r.path = append(r.path, e.Name.Local)
	switch strings.Join(r.path, "/") {
	case "deck/section":
		r.section = attribute(e, "name")
	case "deck/section/card":
		n, err := strconv.Atoi(attribute(e, "qty"))
		if err != nil {
			return fmt.Errorf("the card has %.20q copies (qty): a number from 1 to %d is wanted", attribute(e, "qty"), maxCount)
		}
		line, _ := r.dec.InputPos()
		r.card = &octgnCard{id: strings.ToLower(strings.TrimSpace(attribute(e, "id"))), count: n, line: line}
	}
	return nil
}

func (r *octgnReader) shut() error {
	at := strings.Join(r.path, "/")
	r.path = r.path[:len(r.path)-1]
	if at != "deck/section/card" {
		return nil
	}
	c := *r.card
	r.card = nil
	c.name = strings.Join(strings.Fields(c.name), " ")
	return r.add(c)
}

// add adds a card of the section that is open.
func (r *octgnReader) add(c octgnCard) error {
	where, types := octgnPlace(r.section)
	if where == InEncounter {
		return r.miss(Unknown{
			Name: first(c.name, c.id), Count: c.count, Place: where, Line: c.line,
			Why: fmt.Sprintf("it is in the section %.40q, which is for the encounter side", r.section),
		})
	}
	if known, ok := r.set.ByOCTGN(c.id); ok {
		if c.name != "" && !known.Named(c.name) {
			r.note("line %d: the id is that of %s, and the file calls it %.80q: the id counts", c.line, known.Name, c.name)
		}
		return r.put(known, c.count, where, c.line)
	}
	if c.name == "" {
		return r.miss(Unknown{
			Name: first(c.id, "a card without id and name"), Count: c.count, Place: where, Line: c.line,
			Why: "no card with this id in OCTGN is known: import RingsDB's cards with 'muster cards import'",
		})
	}
	return r.take(wanted{name: c.name, types: types}, c.count, where, c.line)
}

// octgnPlace returns where a section puts its cards, and their types. Exports put a contract into the
// section of the heroes or of the attachments.
func octgnPlace(section string) (Place, []cards.Type) {
	switch strings.ToLower(strings.TrimSpace(section)) {
	case "hero", "heroes":
		return InHeroes, []cards.Type{cards.Hero, cards.Contract}
	case "ally", "allies":
		return InDeck, []cards.Type{cards.Ally, cards.ObjectiveAlly}
	case "attachment", "attachments":
		return InDeck, []cards.Type{cards.Attachment, cards.Contract, cards.Treasure}
	case "event", "events":
		return InDeck, []cards.Type{cards.Event, cards.Treasure}
	case "side quest", "quests", "side quests":
		return InDeck, []cards.Type{cards.SideQuest}
	case "contract", "contracts":
		return InContract, []cards.Type{cards.Contract}
	case "sideboard":
		return InSideboard, nil
	case "quest", "encounter", "special", "setup":
		return InEncounter, nil
	}
	return InDeck, nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// xmlReason says in words why XML could not be read.
func xmlReason(err error) string {
	var wrong *xml.SyntaxError
	if errors.As(err, &wrong) {
		return wrong.Msg
	}
	return strings.TrimPrefix(err.Error(), "xml: ")
}

func first(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return ""
}
