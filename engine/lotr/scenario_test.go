package lotr

import (
	"strings"
	"testing"
)

// Rule: City strength.
// Source: facts/game-facts.md, "2.1 Setup and strength" (the table); "2.4 Encounter cards with siege".
func TestDolGuldurData(t *testing.T) {
	sc, ok := Lookup(dolGuldurID)
	if !ok {
		t.Fatal("the scenario is not known")
	}
	for players, want := range map[int]int{1: 10, 2: 15, 3: 20, 4: 25, 6: 35, 12: 65} {
		if got := sc.CityStrength(players); got != want {
			t.Errorf("city strength with %d players is %d, want %d", players, got, want)
		}
	}
	copies, siege := map[string]int{}, map[string]int{}
	for _, c := range sc.Cards {
		if c.Aside {
			continue
		}
		copies[c.Kind] += c.Copies
		if c.Siege != nil {
			siege[c.Kind] += c.Copies * *c.Siege
		}
	}
	if copies["enemy"] != 16 || copies["location"] != 13 || copies["treachery"] != 11 {
		t.Errorf("the encounter deck has %v, want 16 enemies, 13 locations, 11 treacheries", copies)
	}
	if siege["enemy"] != 28 || siege["location"] != 16 {
		t.Errorf("a pass of the encounter deck is worth %v siege, want 28 of enemies and 16 of locations", siege)
	}
	if len(sc.SiegeStages()) != 4 || sc.EasyResources != 1 {
		t.Errorf("stages 3 %v, easy resources %d", sc.SiegeStages(), sc.EasyResources)
	}
	for _, name := range []string{"dungeon-door", "Dungeon Door", " dungeon DOOR ", "Power of Lorien", "Host of Lórien"} {
		if _, ok := sc.Card(name); !ok {
			t.Errorf("no card %q", name)
		}
	}
	if _, ok := sc.Card(""); ok {
		t.Error("the empty name is a card")
	}
	if _, ok := Lookup("the-hunt-for-gollum"); ok {
		t.Error("a scenario that there is not was found")
	}
}

func TestReadScenarioIsStrict(t *testing.T) {
	raw, err := scenarioFiles.ReadFile("scenarios/attack-on-dol-guldur.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readScenario(raw); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ old, new, want string }{
		"a field that is not known":        {`"perPlayer": 5`, `"perPerson": 5`, "perPerson"},
		"a Lieutenant that is no card":     {`"lieutenant": "chieftain-morlug"`, `"lieutenant": "morlug"`, "morlug"},
		"a Lieutenant that is none":        {`"lieutenant": "chieftain-morlug"`, `"lieutenant": "battle-warg"`, "battle-warg"},
		"an enemy without a siege value":   {`"hitPoints": 12, "siege": 4`, `"hitPoints": 12`, "siege"},
		"a location without quest points":  {`"questPoints": 3`, `"questPoints": 0`, "questPoints"},
		"a kind that there is not":         {`"kind": "treachery"`, `"kind": "trap"`, "trap"},
		"only at a stage that there isn't": {`"onlyAt": "3H"`, `"onlyAt": "3J"`, "3J"},
		"a code twice":                     {`"code": "dungeon-door"`, `"code": "the-shadow-road"`, "the-shadow-road"},
		"a stage twice":                    {`"id": "3H"`, `"id": "3F"`, "3F"},
		"a start that is no stage":         {`"start": "1B"`, `"start": "1A"`, "1A"},
		"setup with a card there isn't":    {`"card": "dol-guldur-marauder"`, `"card": "marauder"`, "marauder"},
		"no copies":                        {`"copies": 4`, `"copies": 0`, "copies"},
		"a mode for nobody":                {`"minAt": 1, "maxAt": 4, "attackAt": 5`, `"minAt": 1, "maxAt": 0, "attackAt": 5`, "maxAt"},
		"something after the end":          {"\n}\n", "\n}\n{}", "after its end"},
		"no scenario at all":               {"{", "[", "read scenario"},
		"a number out of range":            {`"engagement": 40`, `"engagement": 400`, "400"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(string(raw), tc.old, tc.new, 1)
			if bad == string(raw) {
				t.Fatalf("%q is not in the file", tc.old)
			}
			_, err := readScenario([]byte(bad))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one about %q", err, tc.want)
			}
		})
	}
}

func FuzzReadScenario(f *testing.F) {
	raw, err := scenarioFiles.ReadFile("scenarios/attack-on-dol-guldur.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"id":"x","cards":[{"code":"a","kind":"enemy","siege":null}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		sc, err := readScenario(raw)
		if err == nil && (sc.ID == "" || len(sc.Modes) == 0) {
			t.Errorf("read a scenario without id or modes: %+v", sc)
		}
	})
}
