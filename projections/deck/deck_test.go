package deck_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/projections/deck"
)

// A report parts what keeps a deck from being played from what does not, lists unknown cards once, and
// never has a null where programs expect a list.
func TestAReportSaysWhatADeckComesTo(t *testing.T) {
	file := "Mine\n\nHeroes\nDenethor (Core Set)\nSomebody New\n\nContract\nFellowship\n\nMain Deck\n4x Gandalf (Core Set)\n2x Nobody at All\nSideboard\n1x Faramir (Core Set)\n1x Nobody Else\n"
	d, read, err := decks.Parse([]byte(file), cards.Shipped())
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := decks.Scenario("the-river-running")
	s := decks.Situation{Scenario: rules, Campaign: &decks.Campaign{Penalty: 3}}
	r := deck.Of(d, s, read, decks.Check(d, s))
	if r.Playable || len(r.Problems) == 0 || r.Size != 6 || r.Threat != 11 || r.Contract != "Fellowship" || r.From != "text" || r.Elimination != 50 {
		t.Errorf("%+v", r)
	}
	if len(r.Heroes) != 2 || r.Heroes[1].Threat != "?" || len(r.Missing) != 1 || len(r.Unknown) != 2 || len(r.Notes) == 0 {
		t.Errorf("heroes %+v, missing %v, unknown %+v, notes %v", r.Heroes, r.Missing, r.Unknown, r.Notes)
	}
	for _, p := range append(r.Warnings, r.Problems...) {
		if p.Code == decks.CodeUnknown || p.Source == "" {
			t.Errorf("%+v", p)
		}
	}
	r.Problems = r.Problems[:0]
	if r.Add(decks.Problem{Says: "a warning", Warning: true}); !r.Playable {
		t.Error("a warning keeps a deck from being played")
	}
	b, err := json.Marshal(deck.Of(decks.Deck{}, decks.Situation{}, decks.Report{}, nil))
	if err != nil || strings.Contains(string(b), "null") {
		t.Errorf("%v: %s", err, b)
	}
	if e := (&deck.FileError{Line: 3, Says: "broken"}).Error(); e != "line 3: broken" {
		t.Errorf("%q", e)
	}
}
