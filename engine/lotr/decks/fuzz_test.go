package decks_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards/textfile"
	"github.com/muster-events/muster/engine/lotr/decks"
)

// sound checks what holds for every file: an error has a line, a deck keeps to its bounds, is read the
// same again and can be checked.
func sound(t *testing.T, parse parser, data []byte) {
	t.Helper()
	known := set(t)
	d, r, err := parse(data, known)
	if err != nil {
		var placed *textfile.Error
		if !errors.As(err, &placed) || placed.Line < 1 || placed.Line > 1+strings.Count(string(data), "\n") || placed.Says == "" {
			t.Errorf("the error has no line or reason: %v", err)
		}
		return
	}
	again, r2, err := parse(data, known)
	if err != nil || !reflect.DeepEqual(d, again) || !reflect.DeepEqual(r, r2) {
		t.Errorf("read again it is another deck: %v", err)
	}
	entries := len(d.Heroes) + len(d.Contracts) + len(d.Cards) + len(d.Sideboard) + len(d.Unknown)
	if entries == 0 || entries > 500*20 || r.Format == "" {
		t.Errorf("%d entries, format %q", entries, r.Format)
	}
	for _, e := range d.Cards {
		if e.Count < 1 {
			t.Errorf("%d× %s", e.Count, e.Card.Name)
		}
	}
	for _, s := range decks.Scenarios() {
		for _, p := range decks.Check(d, decks.Situation{Scenario: s, Epic: s.Epic, First: true, Campaign: &decks.Campaign{}, Others: []decks.Deck{d}}) {
			if p.Code == "" || p.Says == "" || p.Source == "" {
				t.Errorf("%s: the problem is %+v", s.ID, p)
			}
		}
		decks.SetupNotes(d, decks.Situation{Scenario: s})
	}
}

func FuzzParseRingsDB(f *testing.F) {
	f.Add([]byte(ringsDeck))
	f.Add([]byte(`{"slots":[],"heroes":{"01001":1}}`))
	f.Add([]byte(`{"slots":{"01001":20,"99074":3},"sideslots":{"01013":1},"starting_threat":null}`))
	f.Add([]byte(`{"slots":null,"name":"` + strings.Repeat("n", 100) + `"}`))
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, decks.ParseRingsDB, data) })
}

func FuzzParseText(f *testing.F) {
	f.Add([]byte(exported))
	f.Add([]byte("Heroes\n• Denethor (Core Set)\nAllies (2)\nGandalf x2\nSideboard\n1 Feint"))
	f.Add([]byte("Main Deck\n3x An Errand ((\n2x )\n1x (a) (b)\n"))
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, decks.ParseText, data) })
}

func FuzzParseOCTGN(f *testing.F) {
	f.Add([]byte(octgn))
	f.Add([]byte(`<deck><section name="Contract"><card qty="1" id="">Fellowship</card></section></deck>`))
	f.Add([]byte(`<deck><section><card qty="2"><card qty="1">x</card>y</card></section></deck><deck/>`))
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, decks.ParseOCTGN, data) })
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{ringsDeck, exported, octgn, "[{", "<", "{"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, decks.Parse, data) })
}
