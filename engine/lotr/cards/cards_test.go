package cards_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
)

func TestNamesAreFoundAsPeopleTypeThem(t *testing.T) {
	for typed, want := range map[string]string{
		"celebrian stone": "Celebrían's Stone", "Celebrain’s Stone": "Celebrían's Stone", "CELEBRÍAN'S STONE": "Celebrían's Stone",
		"Snowbourne Scout": "Snowbourn Scout", "gleowine": "Gléowine", "Ghan-buri-ghan": "Ghân-buri-Ghân", "theoden": "Théoden",
		"Hama": "Háma", "Éowyn": "Éowyn", "E\u0301owyn": "Éowyn", "taste it again": "Taste it Again!", "Guthwine": "Guthwinë", "smeagol": "Sméagol",
	} {
		found := cards.Shipped().ByName(typed)
		if len(found) == 0 || found[0].Name != want {
			t.Errorf("%q finds %d cards, want %s", typed, len(found), want)
		}
	}
	if found := cards.Shipped().ByName("Gandalf the Grey"); len(found) != 0 {
		t.Errorf("a part of a name finds %v", found)
	}
}

func TestShippedCardsAreFoundByNumberAndCode(t *testing.T) {
	s := cards.Shipped()
	for _, c := range []struct {
		pack   string
		number int
		code   string
		name   string
	}{
		{"Core Set", 1, "core-set-1", "Aragorn"},
		{"flame of the west", 1, "flame-of-the-west-1", "Aragorn"},
		{"The Mountain of Fire", 13, "mountain-of-fire-13", "Orc Disguise"},
		{"Heirs of Numenor", 1, "heirs-of-numenor-1", "Beregond"},
		{"The Hobbit - Over Hill and Under Hill", 10, "hobbit-over-hill-and-under-hill-10", "Gandalf"},
	} {
		byPlace, ok := s.ByNumber(c.pack, c.number)
		if byCode, found := s.ByCode(c.code); !ok || !found || byPlace.Name != c.name || byCode.Code != byPlace.Code {
			t.Errorf("%s %d is %q, and %s is %q; want %s", c.pack, c.number, byPlace.Name, c.code, byCode.Name, c.name)
		}
	}
}

// The numbers of the shipped cards are those of the facts; what they leave empty stays unknown.
func TestShippedNumbers(t *testing.T) {
	s := cards.Shipped()
	if s.Len() != 197 {
		t.Errorf("%d printings ship, want the 195 of the facts, Gwaihir the boon and Flame of Arnor", s.Len())
	}
	frodo, _ := s.ByCode("mountain-of-fire-1")
	if !frodo.Threat.IsZero() || frodo.Sphere != cards.Fellowship || !frodo.HasTrait("ring-bearer") || frodo.Willpower != cards.N(2) {
		t.Errorf("Frodo of The Mountain of Fire: %+v", frodo)
	}
	beregond, _ := s.ByCode("flame-of-the-west-3")
	if n, ok := beregond.Willpower.Int(); !ok || n != 0 || !beregond.HasKeyword(cards.Sentinel) || beregond.Defense != cards.N(4) {
		t.Errorf("a printed 0 is known: %+v", beregond)
	}
	stand, _ := s.ByCode("core-set-51")
	if !stand.Cost.IsX() || stand.Cost.String() != "X" {
		t.Errorf("Stand and Fight costs %s, want X", stand.Cost)
	}
	arnor := s.ByName("Flame of Arnor")
	if len(arnor) != 1 || !arnor[0].Cost.IsZero() || arnor[0].Pack != "" || arnor[0].Type != cards.Event {
		t.Errorf("Flame of Arnor is known by name, its numbers are not: %+v", arnor)
	}
	var boons []string
	for _, c := range s.All() {
		if c.Boon {
			boons = append(boons, c.Name)
		}
		if c.Unique && c.Type == cards.Event {
			t.Errorf("%s is an event and unique", c.Title())
		}
		if (c.Type == cards.Hero || c.Type == cards.Ally) && c.HitPoints.IsZero() {
			t.Errorf("%s has no hit points", c.Title())
		}
	}
	if want := []string{"Army of the Dead", "Esquire of Gondor", "Esquire of Rohan", "Gwaihir"}; !slices.Equal(boons, want) {
		t.Errorf("the boons are %v, want %v", boons, want)
	}
}

// A card that is printed in several packs is unique in all of them or in none.
func TestReprintsAgree(t *testing.T) {
	unique := map[string]bool{}
	for _, c := range cards.Shipped().All() {
		key := cards.Fold(c.Name) + " " + string(c.Type) + " " + c.Sphere
		if u, seen := unique[key]; seen && u != c.Unique {
			t.Errorf("%s: one printing is unique and one is not", c.Title())
		}
		unique[key] = c.Unique
	}
}

func TestEncounterCardsAreKnownByName(t *testing.T) {
	for name, kind := range map[string]string{
		"stinker": "treachery", "Orc of the Eye": "enemy", "Grievous Wound": cards.Burden, "Wraith on Wings": cards.Burden, "Warrior of Rhun": "enemy",
		"\"Wicked Master!\"": "treachery",
	} {
		if c, ok := cards.Encounter(name); !ok || c.Kind != kind {
			t.Errorf("%s: %+v, want kind %s", name, c, kind)
		}
	}
	if c, ok := cards.Encounter("Unexpected Courage"); ok {
		t.Errorf("a player card is %+v", c)
	}
}

func TestTheSetsCardsAreTheCallers(t *testing.T) {
	c, _ := cards.Shipped().ByCode("core-set-1")
	c.Keywords[0] = "changed"
	if again, _ := cards.Shipped().ByCode("core-set-1"); again.Keywords[0] != cards.Sentinel {
		t.Error("a caller changed the shared set")
	}
}

func TestFigures(t *testing.T) {
	for in, want := range map[string]cards.Figure{
		"3": cards.N(3), `"3"`: cards.N(3), `"X"`: cards.X(), `"-"`: {}, `""`: {}, "null": {}, "0": cards.N(0),
	} {
		var f cards.Figure
		if err := json.Unmarshal([]byte(in), &f); err != nil || f != want {
			t.Errorf("%s: %v, %s, want %s", in, err, f, want)
		}
	}
	for _, in := range []string{"-1", "1000", "1.5", `"many"`, "true", "[1]", "{}"} {
		var f cards.Figure
		if err := json.Unmarshal([]byte(in), &f); err == nil {
			t.Errorf("%s was read as %s", in, f)
		}
	}
}

func TestWrittenCardsAreReadAgain(t *testing.T) {
	b, err := json.Marshal(cards.Shipped().All())
	if err != nil {
		t.Fatal(err)
	}
	again, err := cards.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	b2, err := json.Marshal(again.All())
	if err != nil || !bytes.Equal(b, b2) {
		t.Errorf("%v: the cards changed on the way", err)
	}
}

func TestBrokenCardFilesNameTheLine(t *testing.T) {
	deep := "[" + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "]"
	ok := `{"code":"a","name":"A","type":"hero"}`
	for _, c := range []struct{ name, data, says string }{
		{"empty", " \n", "line 1: the file is empty"},
		{"not UTF-8", "[\n\xff]", "line 2: this is no UTF-8 text"},
		{"nested", deep, "nested more than 8 deep"},
		{"an object", "{}", "line 1: cards are a JSON array"},
		{"unknown field", "[\n" + `{"code":"a","name":"A","type":"hero","lore":1}]`, `line 2: card 1: json: unknown field "lore"`},
		{"number out of range", "[" + ok + ",\n" + `{"code":"b","name":"B","type":"ally","cost":-2}]`, "line 2: card 2: \"-2\" is no printed number"},
		{"cut off", "[" + ok + ",\n{", "line 2: card 2: the file ends in the middle"},
		{"cut off after a card", "[" + ok + "\n", "the array does not end"},
		{"more after it", "[" + ok + "] []", "something after the end"},
		{"code twice", "[" + ok + "," + ok + "]", `card 2 ("A"): the code "a" is used twice`},
		{"no name", `[{"code":"a","name":"'","type":"hero"}]`, "code, name and type are needed"},
		{"long name", `[{"code":"a","name":"` + strings.Repeat("n", 301) + `","type":"hero"}]`, "name: 301 characters"},
	} {
		if _, err := cards.Read([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v, want one that says %q", c.name, err, c.says)
		}
	}
}
