package cards_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	engine "github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/ops/cards"
)

// A server that runs sees an import, once it was made and not before.
func TestTheShelfFollowsAnImport(t *testing.T) {
	dir := t.TempDir()
	shelf := &cards.Shelf{Dir: dir}
	first, err := shelf.Set()
	if err != nil || first.Len() != engine.Shipped().Len() {
		t.Fatalf("%v, %d cards", err, first.Len())
	}
	if again, _ := shelf.Set(); again != first {
		t.Error("nothing was imported, and the cards were read again")
	}
	if _, err := cards.Import(dir, []byte(two), "cards.json", noon); err != nil {
		t.Fatal(err)
	}
	second, err := shelf.Set()
	if err != nil || second.Len() != first.Len()+1 {
		t.Errorf("%v, %d cards after the import", err, second.Len())
	}
	if again, _ := shelf.Set(); again != second {
		t.Error("the import was read twice")
	}
	if err := os.WriteFile(filepath.Join(dir, cards.FileName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := shelf.Set(); err == nil || !strings.Contains(err.Error(), "import the cards again") {
		t.Errorf("a damaged file: %v", err)
	}
}
