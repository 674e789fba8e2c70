package roster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/muster-events/muster/events/group"
)

// row of a JSON roster.
type jsonRow struct {
	Name    string       `json:"name"`
	Contact string       `json:"contact"`
	Group   string       `json:"group"`
	Team    string       `json:"team"`
	Heroes  []group.Hero `json:"heroes"`
	// Scenario is what the group plays; empty: Attack on Dol Guldur, epic.
	Scenario string `json:"scenario"`
}

func (p *parser) json(body []byte) {
	if !utf8.Valid(body) {
		p.invalidUTF8(body)
		return
	}
	list, ok := p.list(body)
	if !ok {
		return
	}
	if len(list) == 0 {
		p.add(0, "", "the list has no players")
	}
	if len(list) > MaxRows {
		p.add(MaxRows+1, "", fmt.Sprintf("more than %d players; split the file", MaxRows))
		return
	}
	for i, item := range list {
		if p.full() {
			return
		}
		p.item(i+1, item)
	}
}

// list returns the rows of [ … ] or {"players": [ … ]}.
func (p *parser) list(body []byte) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	var err error
	if body = bytes.TrimSpace(body); body[0] == '{' {
		var wrapped struct {
			Players []json.RawMessage `json:"players"`
		}
		err = strict(body, &wrapped)
		list = wrapped.Players
	} else {
		err = strict(body, &list)
	}
	if err != nil {
		p.add(0, "", "the file is not a JSON list of players: "+err.Error())
		return nil, false
	}
	return list, true
}

func (p *parser) item(row int, item json.RawMessage) {
	var r jsonRow
	if err := strict(item, &r); err != nil {
		p.add(row, "", "is not a player: "+err.Error())
		return
	}
	for _, f := range []string{r.Name, r.Contact, r.Group, r.Team, r.Scenario} {
		if len(f) > MaxField {
			p.add(row, "", fmt.Sprintf("a field has %d bytes; at most %d are allowed", len(f), MaxField))
			return
		}
	}
	p.row(row, raw{name: r.Name, contact: r.Contact, group: r.Group, team: r.Team, scenario: r.Scenario, heroes: r.Heroes})
}

// strict decodes one JSON value and nothing after it; fields that are not known are an error.
func strict(b []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after its end")
	}
	return nil
}
