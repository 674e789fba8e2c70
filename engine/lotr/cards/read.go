package cards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// Bounds of a file of cards.
const (
	MaxFile  = 32 << 20 // bytes
	MaxCards = 20000
	maxDepth = 8
	maxText  = 300 // characters of a name, a list of traits, a pack
)

// Read reads cards in muster's own form: a JSON array of [Card]. A field that it does not know, a
// number out of range or a code used twice is an error that names the line.
func Read(data []byte) (*Set, error) {
	if err := textfile.Check(data, MaxFile, maxDepth); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return nil, textfile.At(data, 0, "cards are a JSON array: it starts with [")
	}
	var list []Card
	for dec.More() {
		at := textfile.Skip(data, dec.InputOffset())
		var c Card
		if err := dec.Decode(&c); err != nil {
			return nil, textfile.At(data, at, fmt.Sprintf("card %d: %s", len(list)+1, textfile.Reason(err)))
		}
		if err := c.check(); err != nil {
			return nil, textfile.At(data, at, fmt.Sprintf("card %d: %s", len(list)+1, err))
		}
		if list = append(list, c); len(list) > MaxCards {
			return nil, textfile.At(data, at, fmt.Sprintf("there are more than %d cards", MaxCards))
		}
	}
	if err := ended(dec); err != nil {
		return nil, textfile.At(data, dec.InputOffset(), err.Error())
	}
	return New(list)
}

// ended tells whether an array that was read up to its last element ends, and the file with it.
func ended(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return errors.New("the array does not end: the file is cut off or broken here")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after the end of the array")
	}
	return nil
}

// check checks the bounds of a card's fields.
func (c Card) check() error {
	for field, s := range map[string]string{
		"name": c.Name, "traits": c.Traits, "pack": c.Pack, "packCode": c.PackCode, "code": c.Code, "ringsdb": c.RingsDB,
		"octgn": c.OCTGN, "sphere": c.Sphere, "type": string(c.Type),
	} {
		if err := textfile.CheckText(s, maxText); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	if c.Number < 0 || c.Copies < 0 || c.Limit < 0 || c.Number > 1<<20 || c.Copies > maxFigure || c.Limit > maxFigure {
		return errors.New("number, copies and limit are 0 or more, copies and limit below 1000")
	}
	return nil
}
