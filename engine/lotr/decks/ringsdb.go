package decks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// maxDepth bounds the nesting of a deck in JSON; RingsDB's have 2.
const maxDepth = 8

// ParseRingsDB reads a deck as RingsDB gives it under api/public/deck/ID and api/public/decklist/ID: an
// object whose slots map codes of cards to copies, the heroes among them. Cards whose codes the set
// does not have are listed: codes come with the card data that the operator imports. Errors are
// [*textfile.Error].
//
// Rule: Deck imports.
// Source: facts/README.md.
func ParseRingsDB(data []byte, set *cards.Set) (Deck, Report, error) {
	data = textfile.TrimBOM(data)
	if err := textfile.Check(data, MaxFile, maxDepth); err != nil {
		return Deck{}, Report{}, err
	}
	r := ringsReader{data: data, dec: json.NewDecoder(bytes.NewReader(data)), lists: map[string][]slot{}}
	if err := r.read(); err != nil {
		var placed *textfile.Error
		if errors.As(err, &placed) {
			return Deck{}, Report{}, placed
		}
		return Deck{}, Report{}, textfile.At(data, r.dec.InputOffset(), textfile.Reason(err))
	}
	b := &builder{set: set, report: Report{Format: "ringsdb"}, deck: Deck{Source: "RingsDB"}}
	if err := r.build(b); err != nil {
		return Deck{}, Report{}, err
	}
	return b.done()
}

// slot is one card of a list: its code, copies and line.
type slot struct {
	code  string
	count int
	line  int
}

// ringsReader reads the parts of the object that matter, with their lines.
type ringsReader struct {
	data  []byte
	dec   *json.Decoder
	name  string
	lists map[string][]slot // by key: "slots", "heroes", "sideslots"
	// threat is the starting threat that the file states; nil: none.
	threat *int
}

func (r *ringsReader) read() error {
	if t, err := r.dec.Token(); err != nil || t != json.Delim('{') {
		return textfile.At(r.data, 0, "this is not a deck of RingsDB: that is one JSON object with slots")
	}
	for r.dec.More() {
		at := textfile.Skip(r.data, r.dec.InputOffset())
		t, err := r.dec.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := r.field(key); err != nil {
			return r.in(key, at, err)
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return err
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after the end of the deck")
	}
	if _, ok := r.lists["slots"]; !ok {
		return textfile.At(r.data, 0, "this is not a deck of RingsDB: it has no slots")
	}
	return nil
}

// in gives an error of a field its place, if it has none yet.
func (r *ringsReader) in(key string, at int64, err error) error {
	var placed *textfile.Error
	if errors.As(err, &placed) {
		return err
	}
	return textfile.At(r.data, at, fmt.Sprintf("%.40s: %s", key, textfile.Reason(err)))
}

func (r *ringsReader) field(key string) error {
	switch key {
	case "name":
		return r.dec.Decode(&r.name)
	case "starting_threat":
		return r.dec.Decode(&r.threat)
	case "slots", "heroes", "sideslots":
		if _, twice := r.lists[key]; twice {
			return errors.New("it is there twice")
		}
		list, err := r.slots()
		r.lists[key] = list
		return err
	}
	var skipped json.RawMessage
	return r.dec.Decode(&skipped)
}

// slots reads a map of codes to copies. An empty one is written as an empty array by RingsDB.
func (r *ringsReader) slots() ([]slot, error) {
	open, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	if open == nil {
		return []slot{}, nil
	}
	if open != json.Delim('{') && open != json.Delim('[') || open == json.Delim('[') && r.dec.More() {
		return nil, errors.New("codes of cards with their copies are wanted, like {\"01001\": 1}")
	}
	list, seen := []slot{}, map[string]bool{}
	for r.dec.More() {
		at := textfile.Skip(r.data, r.dec.InputOffset())
		t, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		s := slot{line: textfile.LineAt(r.data, at)}
		s.code, _ = t.(string)
		if err := r.dec.Decode(&s.count); err != nil {
			return nil, r.in("copies of "+s.code, at, err)
		}
		if seen[s.code] {
			return nil, textfile.At(r.data, at, fmt.Sprintf("the card %.40q is there twice", s.code))
		}
		seen[s.code] = true
		if list = append(list, s); len(list) > maxEntries {
			return nil, textfile.At(r.data, at, fmt.Sprintf("there are more than %d different cards", maxEntries))
		}
	}
	_, err = r.dec.Token()
	return list, err
}

// build puts the deck together: the slots, the heroes that are not among them, the sideboard.
func (r *ringsReader) build(b *builder) error {
	if err := b.name(r.name); err != nil {
		return textfile.At(r.data, 0, err.Error())
	}
	heroes, slots := map[string]bool{}, map[string]bool{}
	for _, s := range r.lists["heroes"] {
		heroes[s.code] = true
	}
	for _, s := range r.lists["slots"] {
		slots[s.code] = true
	}
	for _, key := range []string{"slots", "heroes", "sideslots"} {
		for _, s := range r.lists[key] {
			where := InDeck
			switch {
			case key == "heroes" && slots[s.code]:
				continue
			case key == "sideslots":
				where = InSideboard
			case heroes[s.code]:
				where = InHeroes
			}
			if err := r.take(b, s, where); err != nil {
				return &textfile.Error{Line: s.line, Says: err.Error()}
			}
		}
	}
	r.compare(b)
	return nil
}

func (r *ringsReader) take(b *builder, s slot, where Place) error {
	if s.count == 0 {
		b.note("%s has 0 copies in the file and is left out", s.code)
		return nil
	}
	if c, ok := b.set.ByRingsDB(s.code); ok {
		return b.put(c, s.count, where, s.line)
	}
	return b.miss(Unknown{
		Name: s.code, Count: s.count, Place: where, Line: s.line,
		Why: "no card with this code at RingsDB is known: import RingsDB's cards with 'muster cards import'",
	})
}

// compare tells if the file states another starting threat than its heroes have.
func (r *ringsReader) compare(b *builder) {
	sum, unknown := b.deck.StartingThreat()
	if r.threat != nil && len(unknown) == 0 && *r.threat != sum {
		b.note("the file states a starting threat of %d, and the heroes' threat costs add up to %d", *r.threat, sum)
	}
}
