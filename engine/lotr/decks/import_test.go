package decks_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
	"github.com/muster-events/muster/engine/lotr/decks"
)

// imported is RingsDB's list of the few cards that the files of the tests name.
const imported = `[
{"code":"01001","name":"Aragorn","type_code":"hero","sphere_code":"leadership","pack_code":"Core","pack_name":"Core Set","position":1,"is_unique":true,"threat":12,"willpower":2,"attack":3,"defense":2,"health":5,"octgnid":"51223bd0-ffd1-11df-a976-0801200c9001"},
{"code":"01010","name":"Denethor","type_code":"hero","sphere_code":"lore","pack_code":"Core","pack_name":"Core Set","position":10,"is_unique":true,"threat":8,"octgnid":"51223bd0-ffd1-11df-a976-0801200c9010"},
{"code":"01013","name":"Guard of the Citadel","type_code":"ally","sphere_code":"leadership","pack_code":"Core","pack_name":"Core Set","position":13,"is_unique":false,"cost":"2","octgnid":"51223bd0-ffd1-11df-a976-0801200c9013"},
{"code":"01073","name":"Gandalf","type_code":"ally","sphere_code":"neutral","pack_code":"Core","pack_name":"Core Set","position":73,"is_unique":true,"cost":"5","octgnid":"51223bd0-ffd1-11df-a976-0801200c9073"},
{"code":"99074","name":"Fellowship","type_code":"contract","sphere_code":"neutral","pack_code":"ASitE","pack_name":"A Shadow in the East","position":74,"is_unique":false,"octgnid":"aaaaaaaa-0000-0000-0000-000000000074"},
{"code":"99007","name":"An Errand","type_code":"player-side-quest","sphere_code":"neutral","pack_code":"X1","pack_name":"A Later Box","position":7,"is_unique":true,"cost":"1","octgnid":"aaaaaaaa-0000-0000-0000-000000000007"}
]`

// set returns the cards of the tests over those that ship. It is made once: the fuzzers ask often.
func set(testing.TB) *cards.Set { return known() }

var known = sync.OnceValue(func() *cards.Set {
	s, err := cards.ParseRingsDB([]byte(imported))
	if err != nil {
		panic(err)
	}
	return s.Over(cards.Shipped())
})

// words tells a deck in short lines.
func words(d decks.Deck) []string {
	var out []string
	for _, h := range d.Heroes {
		out = append(out, "hero "+h.Code)
	}
	for _, k := range d.Contracts {
		out = append(out, "contract "+k.Code)
	}
	for _, e := range d.Cards {
		out = append(out, fmt.Sprintf("%d %s", e.Count, e.Card.Code))
	}
	for _, e := range d.Sideboard {
		out = append(out, fmt.Sprintf("side %d %s", e.Count, e.Card.Code))
	}
	for _, u := range d.Unknown {
		out = append(out, fmt.Sprintf("%d? %s in %s, line %d", u.Count, u, u.Place, u.Line))
	}
	return out
}

func equal(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

const ringsDeck = `{
  "id": 20968, "name": "Steward & King", "date_creation": "2021-05-28T16:25:50-04:00", "user_id": 7, "description_md": "{\"slots\": 1}",
  "heroes": {"01001": 1, "01010": 1},
  "slots": {
    "01001": 1, "01010": 1,
    "01013": 3,
    "01073": 2, "99007": 1, "99074": 1,
    "77777": 3, "88888": 0
  },
  "sideslots": [], "version": "1.0", "last_pack": "Core Set", "tags": null, "starting_threat": 21
}`

// Rule: Deck imports.
func TestRingsDBDecksAreRead(t *testing.T) {
	d, r, err := decks.Parse([]byte("\xef\xbb\xbf"+ringsDeck), set(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, words(d), []string{
		"hero core-set-1", "hero core-set-10", "contract a-shadow-in-the-east-74", "3 core-set-13", "2 core-set-73", "1 a-later-box-7",
		"3? 77777 in deck, line 8",
	})
	if d.Name != "Steward & King" || r.Format != "ringsdb" || d.Size() != 9 {
		t.Errorf("%q, %s, %d cards", d.Name, r.Format, d.Size())
	}
	equal(t, r.Notes, []string{
		"88888 has 0 copies in the file and is left out", "the file states a starting threat of 21, and the heroes' threat costs add up to 20",
	})
}

// Without the operator's cards the codes are not known, and none of them is guessed.
//
// Rule: Deck imports.
func TestRingsDBCodesAreNotGuessed(t *testing.T) {
	d, _, err := decks.Parse([]byte(ringsDeck), cards.Shipped())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Heroes)+len(d.Cards) != 0 || len(d.Unknown) != 7 || d.Unknown[0].Place != decks.InHeroes || !strings.Contains(d.Unknown[0].Why, "muster cards import") {
		t.Errorf("%v", words(d))
	}
}

// Rule: Deck imports.
func TestBrokenRingsDBDecksNameTheLine(t *testing.T) {
	for _, c := range []struct{ name, data, says string }{
		{"empty", "  ", "line 1: the file is empty"},
		{"a list", `[{"slots":{}}]`, "line 1: this is not a deck of RingsDB"},
		{"no slots", "{\n\"name\":\"x\"}", "it has no slots"},
		{"cut off", ringsDeck[:len(ringsDeck)-60], "line 10: "},
		{"copies in words", strings.Replace(ringsDeck, `"01013": 3`, `"01013": "three"`, 1), "line 6: copies of 01013: there is a string"},
		{"copies below 1", strings.Replace(ringsDeck, `"01013": 3`, `"01013": -3`, 1), "line 6: -3 copies of Guard of the Citadel"},
		{"copies beyond reason", strings.Replace(ringsDeck, `"77777": 3`, `"77777": 300`, 1), "line 8: 300 copies of 77777"},
		{"a card twice", strings.Replace(ringsDeck, `"01073": 2`, `"01013": 2`, 1), "line 7: the card \"01013\" is there twice"},
		{"slots twice", strings.Replace(ringsDeck, `"sideslots"`, `"slots"`, 1), "line 10: slots: it is there twice"},
		{"slots as a list", `{"slots":[1,2]}`, "codes of cards with their copies are wanted"},
		{"a name that is no text", `{"name":7,"slots":{}}`, "line 1: name: there is a number"},
		{"nothing in it", `{"slots":[]}`, "there is no card in it"},
		{"deep", `{"a":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + `,"slots":{}}`, "nested more than 8 deep"},
		{"more after it", ringsDeck + "{}", "something after the end"},
		{"not JSON", `{"slots":{"01013" 3}}`, "line 1: "},
		{"no UTF-8", "{\"name\":\"\xff\"}", "no UTF-8"},
		{"too large", strings.Repeat(" ", decks.MaxFile) + ringsDeck, "and 1048576 is the most"},
	} {
		refused(t, c.name, c.data, c.says, decks.ParseRingsDB)
	}
}

type parser = func([]byte, *cards.Set) (decks.Deck, decks.Report, error)

func refused(t *testing.T, name, data, says string, parse parser) {
	t.Helper()
	_, _, err := parse([]byte(data), set(t))
	var placed *textfile.Error
	if !errors.As(err, &placed) || placed.Line < 1 || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: the error is %v, want one that says %q", name, err, says)
	}
}

const exported = "Steward and King\r\n\r\nPacks: From Core Set (2) to A Shadow in the East\r\n\r\nHeroes (2)\r\n\r\n1x Aragorn (Core Set)\r\n1x Denethor (Core Set)\r\n\r\nAllies (3)\r\n\r\n" +
	"3x Guard of the Citadel (Core Set)\r\n2x Gandalf (Core Set)\r\n1x Faramir (A Shadow in the East)\r\n\r\nPlayer Side Quests (1)\r\n\r\n1x An Errand (A Later Box)\r\n\r\nContract (1)\r\n\r\n1x Fellowship (A Shadow in the East)\r\n\r\n" +
	"Sideboard\r\n\r\n2x Sneak Attack (Core Set)\r\n\r\nDeck built on https://ringsdb.com.\r\n"

// Rule: Deck imports.
func TestTextExportsAreRead(t *testing.T) {
	d, r, err := decks.Parse([]byte(exported), set(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, words(d), []string{
		"hero core-set-1", "hero core-set-10", "contract a-shadow-in-the-east-74", "3 core-set-13", "2 core-set-73", "1 a-shadow-in-the-east-5",
		"1 a-later-box-7", "side 2 core-set-23",
	})
	if d.Name != "Steward and King" || r.Format != "text" {
		t.Errorf("%q, %s", d.Name, r.Format)
	}
	equal(t, r.Notes, []string{"the sideboard (1 different cards) is not checked: it is no part of the deck"})
}

// The other forms in which people write decks down.
//
// Rule: Deck imports.
func TestTextInOtherForms(t *testing.T) {
	const text = "# My deck\nby somebody\n\n**Main Deck**\n\nHero (3)\n• Éowyn (tactics)\n[Legolas](https://ringsdb.com/card/01005) _(Core Set)_\nDenethor (Core Set)\n\n" +
		"### Ally (20)\nGandalf x2\n3 Snowbourne Scout\nx1 Elfhelm (The Mountain of Fire)\n\nAttachments\n1× Celebrian Stone (Core Set)\nGleowine x1\n\nEvent (2)\n2X Frodo’s Intuition\n"
	d, r, err := decks.ParseText([]byte(text), set(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, words(d), []string{
		"hero flame-of-the-west-2", "hero core-set-5", "hero core-set-10", "2 core-set-73", "3 core-set-16", "1 mountain-of-fire-6", "1 core-set-27",
		"2 black-riders-12", "1? Gleowine in deck, line 18",
	})
	if d.Name != "My deck" || !strings.Contains(d.Unknown[0].Why, "another kind of card than attachment") {
		t.Errorf("%q, %+v", d.Name, d.Unknown)
	}
	equal(t, r.Notes, []string{`the heading "Ally" states 20, and 6 cards (3 different) are listed`})
}

// A card that could be one of several is listed with them, and so is one in a pack that does not have it.
//
// Rule: Deck imports.
func TestVersionsAreNotGuessed(t *testing.T) {
	d, _, err := decks.ParseText([]byte("Heroes\nAragorn\n1x Denethor (The Black Riders)\nEowyn (Somewhere Else)\nAllies\n1x Elrond (Core Set)\n1x Háma\n2x Stinker\n1x Nobody\n"), set(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, words(d), []string{
		"1 treason-of-saruman-7", "1? Aragorn in heroes, line 2", "1? Denethor (The Black Riders) in heroes, line 3", "1? Eowyn (Somewhere Else) in heroes, line 4",
		"1? Elrond (Core Set) in deck, line 6", "2? Stinker in deck, line 8", "1? Nobody in deck, line 9",
	})
	for i, want := range []string{
		"several versions", "it is not known in The Black Riders", `no pack or sphere "Somewhere Else"`, "it is not known in Core Set", "encounter side (treachery)", "no card of this name",
	} {
		if !strings.Contains(d.Unknown[i].Why, want) {
			t.Errorf("%s: %q, want %q", d.Unknown[i], d.Unknown[i].Why, want)
		}
	}
	if n := len(d.Unknown[0].Could); n < 5 {
		t.Errorf("Aragorn could be %d versions", n)
	}
}

// Rule: Deck imports.
func TestBrokenTextNamesTheLine(t *testing.T) {
	for _, c := range []struct{ name, data, says string }{
		{"prose", "My deck\nis a good one\nand wins\n", "line 1: there is no card in it"},
		{"prose among cards", "Heroes\nDenethor (Core Set)\nAllies\n3x Gandalf\nwhich I like\n", `line 5: "which I like" is neither a heading nor a card`},
		{"no copies", "Allies\n0x Gandalf\n", "line 2: 0 copies of Gandalf"},
		{"many copies", "Allies\n3x Gandalf\n1000x Gandalf\n", "line 3: 1000 copies of Gandalf"},
		{"a crowd of heroes", "Heroes\n50x Denethor (Core Set)\n", "line 2: 50 copies of Denethor, which is a hero"},
		{"a long name", "Allies\n\n3x " + strings.Repeat("long ", 60) + "\n", "line 3: the card's name: 299 characters"},
		{"a control character", "Allies\n3x Gan\x07dalf\n", "line 2: the card's name: there is a control character"},
		{"lines without end", strings.Repeat("\n", 2100) + "3x Gandalf", "line 2001: there are more than 2000 lines"},
		{"cards without end", many(600), "more than 500 different cards"},
	} {
		refused(t, c.name, c.data, c.says, decks.ParseText)
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "1x Card %d of many\n", i)
	}
	return b.String()
}

const octgn = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f">
  <section name="Hero" shared="False">
    <card qty="1" id="AAAAAAAA-0000-0000-0000-000000000074">Fellowship</card>
    <card qty="1" id="51223bd0-ffd1-11df-a976-0801200c9001">Aragorn</card>
  </section>
  <section name="Ally" shared="False">
    <card qty="3" id="51223bd0-ffd1-11df-a976-0801200c9013">Guard</card>
    <card qty="2" id="00000000-0000-0000-0000-000000000001">Erebor Hammersmith</card>
  </section>
  <section name="Attachment" shared="False">
    <card qty="1" id="00000000-0000-0000-0000-000000000002">Horn &amp; Shield</card>
    <card qty="1" id="00000000-0000-0000-0000-000000000003"/>
  </section>
  <section name="Side Quest" shared="False"><card qty="1" id="aaaaaaaa-0000-0000-0000-000000000007">An Errand</card></section>
  <section name="Sideboard" shared="False"><card qty="1" id="51223bd0-ffd1-11df-a976-0801200c9073">Gandalf</card></section>
  <section name="Encounter" shared="True"><card qty="2" id="x">Stinker</card></section>
  <section name="Quest" shared="True" />
  <notes><![CDATA[any <card> notes]]></notes>
</deck>
`

// Rule: Deck imports.
func TestOCTGNDecksAreRead(t *testing.T) {
	d, r, err := decks.Parse([]byte(octgn), set(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, words(d), []string{
		"hero core-set-1", "contract a-shadow-in-the-east-74", "3 core-set-13", "2 core-set-59", "1 a-later-box-7", "side 1 core-set-73",
		"1? Horn & Shield in deck, line 12", "1? 00000000-0000-0000-0000-000000000003 in deck, line 13", "2? Stinker in encounter, line 17",
	})
	if r.Format != "octgn" || len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "line 8: the id is that of Guard of the Citadel") {
		t.Errorf("%+v", r)
	}
}

// Rule: Deck imports.
func TestBrokenOCTGNDecksNameTheLine(t *testing.T) {
	bomb := "<?xml version=\"1.0\"?>\n<!DOCTYPE deck [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>\n<deck><section name=\"Hero\"><card qty=\"1\" id=\"x\">&b;</card></section></deck>"
	for _, c := range []struct{ name, data, says string }{
		{"a bomb", bomb, "line 2: a document type or entity is declared"},
		{"an entity of its own", strings.Replace(octgn, "&amp;", "&bomb;", 1), "line 12: invalid character entity &bomb;"},
		{"another document", "<html><body/></html>", "line 1: this is not a deck of OCTGN: it starts with <html>"},
		{"only a comment", "<!-- nothing -->", "there is no element in it"},
		{"cut off", octgn[:strings.Index(octgn, "Erebor")], "line 9: unexpected EOF"},
		{"a wrong end", strings.Replace(octgn, "</section>", "</deck>", 1), "line 6: element <section> closed by </deck>"},
		{"copies in words", strings.Replace(octgn, `qty="3"`, `qty="three"`, 1), `line 8: the card has "three" copies`},
		{"no copies", strings.Replace(octgn, `qty="3"`, `qty="0"`, 1), "line 8: 0 copies of Guard of the Citadel"},
		{"no qty", strings.Replace(octgn, ` qty="3"`, ``, 1), `line 8: the card has "" copies`},
		{"deep", "<deck>" + strings.Repeat("<a>", 20), "nested more than 8 deep"},
		{"another encoding", `<?xml version="1.0" encoding="iso-8859-1"?><deck/>`, "line 1: "},
		{"empty deck", "<deck></deck>", "there is no card in it"},
	} {
		refused(t, c.name, c.data, c.says, decks.ParseOCTGN)
	}
}
