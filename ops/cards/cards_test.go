package cards_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	engine "github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/ops/cards"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

const two = `[
 {"code":"01001","name":"Aragorn","type_code":"hero","sphere_code":"leadership","pack_code":"Core","pack_name":"Core Set","position":1,"is_unique":true,"threat":12,"willpower":2,"attack":3,"defense":2,"health":5,"quantity":1,"deck_limit":1,"octgnid":"51223BD0-ffd1-11df-a976-0801200c9001","text":"Sentinel.\n<b>Response:</b> anything & more"},
 {"code":"04102","name":"Somebody New","type_code":"ally","sphere_code":"lore","pack_code":"FoS","pack_name":"Foundations of Stone","position":102,"is_unique":false,"cost":"3","quantity":3,"deck_limit":3}
]`

func TestWithoutAnImportTheShippedCardsAreUsed(t *testing.T) {
	set, info, err := cards.Load(filepath.Join(t.TempDir(), "none"))
	if err != nil || info != (cards.Info{}) || set.Len() != engine.Shipped().Len() {
		t.Errorf("%v, %+v, %d cards", err, info, set.Len())
	}
}

func TestWhatWasImportedGoesOverWhatShips(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	info, err := cards.Import(dir, []byte(two), "cards.json", noon)
	if err != nil || info != (cards.Info{Source: "cards.json", Imported: noon, Cards: 2}) {
		t.Fatalf("%v, %+v", err, info)
	}
	set, loaded, err := cards.Load(dir)
	if err != nil || loaded != info {
		t.Fatalf("%v, %+v, want %+v", err, loaded, info)
	}
	if got, want := set.Len(), engine.Shipped().Len()+1; got != want {
		t.Errorf("%d cards, want those that ship and one more: %d", got, want)
	}
	c, ok := set.ByRingsDB("01001")
	if !ok || c.Code != "core-set-1" || c.OCTGN != "51223bd0-ffd1-11df-a976-0801200c9001" || !c.HasTrait("Noble") {
		t.Errorf("Aragorn of the import with the traits that ship: %+v", c)
	}
	b, err := os.ReadFile(filepath.Join(dir, cards.FileName))
	if err != nil || strings.Contains(string(b), "anything") {
		t.Errorf("%v; the file keeps the text of a card:\n%s", err, b)
	}
	if stat, err := os.Stat(filepath.Join(dir, cards.FileName)); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v", err, stat.Mode())
	}
}

func TestABrokenFileIsRefusedAndTheOldOneKept(t *testing.T) {
	dir := t.TempDir()
	if _, err := cards.Import(dir, []byte(two), "good.json", noon); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, cards.FileName))
	if err != nil {
		t.Fatal(err)
	}
	_, err = cards.Import(dir, []byte(two[:len(two)-30]), "bad.json", noon)
	if err == nil || !strings.Contains(err.Error(), "bad.json: line 3: card 2:") {
		t.Errorf("the error is %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, cards.FileName))
	if err != nil || string(after) != string(before) {
		t.Errorf("%v: the stored cards changed", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v: %d files are in the directory, want 1", err, len(left))
	}
}

func TestADamagedFileSaysHowToGoOn(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"cut off": `{"format":"muster-cards.1","cards":[{"code":"a"`, "other": `{"format":"muster-cards.9","cards":[]}`, "wrong card": `{"format":"muster-cards.1","cards":[{"code":"a"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, cards.FileName), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := cards.Load(dir); err == nil || !strings.Contains(err.Error(), "import the cards again") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
