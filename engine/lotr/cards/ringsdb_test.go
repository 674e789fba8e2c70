package cards_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// rings is a list of cards in RingsDB's form; the texts are made up.
const rings = `[
{"pack_code":"Core","pack_name":"Core Set","type_code":"hero","type_name":"Hero","sphere_code":"leadership","sphere_name":"Leadership","position":1,"code":"01001","name":"Aragorn","traits":"D\u00fanedain. Noble. Ranger.","text":"Sentinel.\n<b>Response:</b> made up.","flavor":"made up","is_unique":true,"threat":12,"willpower":2,"attack":3,"defense":2,"health":5,"quantity":1,"deck_limit":1,"octgnid":"51223bd0-ffd1-11df-a976-0801200c9001","has_errata":false,"url":"https://ringsdb.com/card/01001","packs":[{"pack_code":"Core","pack_name":"Core Set","position":1,"quantity":1,"octgnid":"51223bd0-ffd1-11df-a976-0801200c9001"},{"pack_code":"RevCore","pack_name":"Revised Core Set","position":1,"quantity":1,"octgnid":"AAAAAAAA-0000-0000-0000-000000000001"}]},
{"pack_code":"Core","pack_name":"Core Set","type_code":"event","sphere_code":"spirit","position":51,"code":"01051","name":"Stand and Fight","is_unique":false,"cost":"X","quantity":3,"deck_limit":3},
{"pack_code":"X1","pack_name":"A Later Box","type_code":"player-side-quest","sphere_code":"neutral","position":7,"code":"99007","name":"An Errand","is_unique":true,"cost":"1","victory":3,"quest":6,"quantity":3,"deck_limit":1,"text":"Limit 1 per deck. <i>Ranged</i> characters do something."},
{"pack_code":"X1","pack_name":"A Later Box","type_code":"contract","sphere_code":"neutral","position":8,"code":"99008","name":"A Bargain","is_unique":false,"quantity":1,"deck_limit":1},
{"pack_code":"TFotW","pack_name":"The Flame of the West","type_code":"attachment","sphere_code":"boon","position":15,"code":"99015","name":"Esquire of Gondor","traits":"Title.","text":"Permanent. Restricted.","is_unique":true,"cost":"-","quantity":1,"deck_limit":1},
{"pack_code":"TMoF","pack_name":"The Mountain of Fire","type_code":"hero","sphere_code":"fellowship","position":1,"code":"99001","name":"Frodo Baggins","traits":"Hobbit. Ring-bearer.","is_unique":true,"threat":0,"willpower":2,"attack":1,"defense":2,"health":2,"quantity":1}
]`

func TestRingsDBCardsAreRead(t *testing.T) {
	s, err := cards.ParseRingsDB([]byte("\xef\xbb\xbf" + rings))
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 7 {
		t.Errorf("%d printings, want 7: Aragorn is in two packs", s.Len())
	}
	a, _ := s.ByRingsDB("01001")
	if a.Code != "core-set-1" || a.Type != cards.Hero || a.Sphere != cards.Leadership || a.Threat != cards.N(12) || !a.Cost.IsZero() || !slices.Equal(a.Keywords, []string{"Sentinel"}) {
		t.Errorf("Aragorn is %+v", a)
	}
	if r, ok := s.ByOCTGN("aaaaaaaa-0000-0000-0000-000000000001"); !ok || r.Pack != "Revised Core Set" || !r.Same(a) {
		t.Errorf("the reprint is %+v", r)
	}
	if c, ok := s.ByNumber("revcore", 1); !ok || c.Pack != "Revised Core Set" {
		t.Errorf("by the pack's code: %+v", c)
	}
	errand, _ := s.ByRingsDB("99007")
	if errand.Type != cards.SideQuest || errand.Cost != cards.N(1) || errand.Quest != cards.N(6) || errand.Limit != 1 || len(errand.Keywords) != 0 {
		t.Errorf("the side quest is %+v", errand)
	}
	esquire, _ := s.ByRingsDB("99015")
	if !esquire.Boon || esquire.Sphere != cards.Neutral || !esquire.Cost.IsZero() || !slices.Equal(esquire.Keywords, []string{"Permanent", "Restricted"}) {
		t.Errorf("the boon is %+v", esquire)
	}
}

func TestImportedDataGoesOverShipped(t *testing.T) {
	s, err := cards.ParseRingsDB([]byte(rings))
	if err != nil {
		t.Fatal(err)
	}
	all := s.Over(cards.Shipped())
	if got, want := all.Len(), cards.Shipped().Len()+3; got != want {
		t.Errorf("%d cards, want %d: three are new", got, want)
	}
	frodo, _ := all.ByCode("mountain-of-fire-1")
	if frodo.Threat != cards.N(0) || frodo.RingsDB != "99001" {
		t.Errorf("what only the import knows is taken: %+v", frodo)
	}
	esquire, _ := all.ByCode("flame-of-the-west-15")
	if esquire.Cost != cards.N(0) || !esquire.Boon || esquire.Copies != 1 {
		t.Errorf("what the import leaves out stays: %+v", esquire)
	}
	if n := len(cards.Shipped().ByName("An Errand")); n != 0 {
		t.Error("the shipped set changed")
	}
}

// Once an import knows the card that the facts know by name alone, there is one of it.
func TestACardKnownByNameAloneGivesWay(t *testing.T) {
	s, err := cards.ParseRingsDB([]byte(`[{"pack_code":"A","pack_name":"Some Pack","type_code":"event","sphere_code":"spirit","position":9,"code":"88009","name":"Flame of Arnor","is_unique":false,"cost":"1","quantity":3}]`))
	if err != nil {
		t.Fatal(err)
	}
	found := s.Over(cards.Shipped()).ByName("Flame of Arnor")
	if len(found) != 1 || found[0].Cost != cards.N(1) || found[0].Pack != "Some Pack" {
		t.Errorf("Flame of Arnor is %+v", found)
	}
}

func TestBrokenRingsDBFilesNameLineAndRecord(t *testing.T) {
	lines := strings.SplitAfter(rings, "\n")
	for _, c := range []struct{ name, data, says string }{
		{"a page instead", "<html>\n", "starts with ["},
		{"no card", "[]", "there is no card in it"},
		{"a deck", `{"slots":{}}`, "not RingsDB's list of cards"},
		{"cut off", strings.Join(lines[:3], "") + lines[3][:40], "line 4: card 3: the file ends in the middle"},
		{"a comma too many", strings.Join(lines[:2], "") + ",]", "line 3: card 2: invalid character"},
		{"code twice", strings.Join(lines[:2], "") + lines[1][:len(lines[1])-2] + "]", `line 3: card 2: the code "01001" is also that of card 1`},
		{"text for a number", strings.Replace(rings, `"position":51`, `"position":"last"`, 1), "line 3: card 2: position is a string"},
		{"number out of range", strings.Replace(rings, `"threat":12`, `"threat":-12`, 1), `line 2: card 1: "-12" is no printed number`},
		{"no code", strings.Replace(rings, `"code":"99008"`, `"code":""`, 1), "line 5: card 4: code, name and type_code are needed"},
		{"control character", strings.Replace(rings, `"name":"Frodo Baggins"`, `"name":"Frodo\u0007Baggins"`, 1), "control character"},
	} {
		if _, err := cards.ParseRingsDB([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v, want one that says %q", c.name, err, c.says)
		}
	}
}

func FuzzParseRingsDB(f *testing.F) {
	f.Add([]byte(rings))
	f.Add([]byte("[]"))
	f.Add([]byte(`[{"code":"1","name":"A","type_code":"hero","threat":"X"}]`))
	f.Add([]byte(`[{"code":"1","name":"A","type_code":"hero"},{"code":"2","name":"A","type_code":"hero"},{"code":"3","name":"A","type_code":"ally","packs":[{"pack_name":"P","position":1}]}]`))
	f.Add([]byte("[[[[[[[[[[[["))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := cards.ParseRingsDB(data)
		if err != nil {
			if !strings.Contains(err.Error(), "line ") && !strings.Contains(err.Error(), "card ") {
				t.Errorf("the error has no place: %v", err)
			}
			return
		}
		for _, c := range s.All() {
			if got, ok := s.ByCode(c.Code); !ok || got.Name != c.Name {
				t.Errorf("%q is not found by its code %q", c.Name, c.Code)
			}
			if len(s.ByName(c.Name)) == 0 {
				t.Errorf("%q is not found by its name", c.Name)
			}
		}
		if all := s.Over(cards.Shipped()); all.Len() < s.Len() {
			t.Errorf("%d cards over those that ship are %d", s.Len(), all.Len())
		}
	})
}
