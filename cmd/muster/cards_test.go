package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/cards"
)

// someCards is a list in RingsDB's form; the text is made up.
const someCards = `[
{"code":"01001","name":"Aragorn","type_code":"hero","sphere_code":"leadership","pack_code":"Core","pack_name":"Core Set","position":1,"is_unique":true,"threat":12,"willpower":2,"attack":3,"defense":2,"health":5,"text":"Sentinel.\nMade up."},
{"code":"01073","name":"Gandalf","type_code":"ally","sphere_code":"neutral","pack_code":"Core","pack_name":"Core Set","position":73,"is_unique":true,"cost":"5","quantity":4},
{"code":"99007","name":"An Errand","type_code":"player-side-quest","sphere_code":"neutral","pack_code":"X1","pack_name":"A Later Box","position":7,"is_unique":true,"cost":"1","quest":6}
]`

func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func says(t *testing.T, out string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("it does not say %q:\n%s", w, out)
		}
	}
}

func TestCardsAreImportedListedAndShown(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	says(t, must(t, "cards", "list", "--data", data, "--name", "errand"), "0 of 197 cards", "No cards are imported")
	says(t, must(t, "cards", "import", written(t, "all.json", someCards), "--data", data), "3 cards of all.json", "198 are known")
	says(t, must(t, "cards", "list", "--data", data, "--pack", "x1"), "An Errand", "side quest", "a-later-box-7", "1 of 198 cards. 3 are from all.json")
	says(t, must(t, "cards", "show", "01001", "--data", data), "Aragorn (Leadership hero, Core Set), unique", "threat 12", "Sentinel", "01001 at RingsDB")
	says(t, must(t, "cards", "show", "flame of arnor", "--data", data), "cost ?")
	says(t, must(t, "cards", "show", "Esquire of Rohan", "--data", data), "a boon")

	var c cards.Card
	if out := must(t, "cards", "show", "core-set-73", "--json", "--data", data); json.Unmarshal([]byte(out), &c) != nil || c.Name != "Gandalf" || c.RingsDB != "01073" {
		t.Errorf("as JSON: %s", out)
	}
	if n := strings.Count(must(t, "cards", "list", "--json", "--type", "contract", "--data", data), "\n"); n != 1 {
		t.Errorf("%d contracts", n)
	}
	for name, want := range map[string]string{"stinker": "encounter side (treachery)", "nobody": `no card "nobody" is known`} {
		if code, _, errs := muster(t, "cards", "show", name, "--data", data); code != exitWrong || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
}

func TestABrokenCardFileChangesNothing(t *testing.T) {
	data := t.TempDir()
	must(t, "cards", "import", written(t, "all.json", someCards), "--data", data)
	bad := written(t, "bad.json", strings.Replace(someCards, `"position":73`, `"position":"?"`, 1))
	code, _, errs := muster(t, "cards", "import", bad, "--data", data)
	if code != exitWrong {
		t.Errorf("exit code %d", code)
	}
	says(t, errs, "nothing was imported", "bad.json: line 3: card 2: position is a string")
	says(t, must(t, "cards", "list", "--data", data), "3 are from all.json")
	if code, _, errs := muster(t, "cards", "import", filepath.Join(data, "none.json"), "--data", data); code != exitWrong || errs == "" {
		t.Errorf("a file that is not there: %d %s", code, errs)
	}
}
