package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// Rule: Printed decklists.
// Source: The Flame of the West, "Decklists"; The Mountain of Fire, "Decklists".
func TestPrintedDecksAreListedAndShown(t *testing.T) {
	out := must(t, "decks", "list")
	says(t, out, "leadership-lore-tactics", "Sam Gamgee, Merry, Pippin", "tactics-spirit", "50", `The Mountain of Fire, "Decklists"`)
	if n := strings.Count(must(t, "decks", "list", "--json"), "\n"); n != 4 {
		t.Errorf("%d printed decks as JSON", n)
	}
	says(t, must(t, "decks", "show", "leadership-spirit", "--data", t.TempDir()), "50 cards, starting threat 34", "3× Flame of Arnor", "Éomer (Leadership hero, The Mountain of Fire)")
}

// Rule: Deck checks.
// Rule: Deck imports.
// Source: The Mountain of Fire, "Setting Up the Game"; "Easy Mode"; facts/README.md.
func TestDecksAreCheckedByNameAndFile(t *testing.T) {
	data := t.TempDir()
	says(t, must(t, "decks", "check", "leadership-lore", "--scenario", "the-siege-of-gondor", "--with", "tactics-spirit", "--data", data),
		"Checked against The Siege of Gondor, standard mode, with 1 more at the table.", "set-up: The first player also takes the Aragorn", "Playable, 0 warnings")
	says(t, must(t, "decks", "check", "leadership-spirit", "--data", data), "Checked against the general rules.", "Playable, 0 warnings")
	code, out, errs := muster(t, "decks", "check", "leadership-lore-tactics", "--scenario", "attack-on-dol-guldur", "--mode", "epic", "--data", data)
	if code != exitWrong {
		t.Errorf("exit code %d", code)
	}
	says(t, out, "refused (fellowship-outside-saga): Orc Disguise", `Source: The Mountain of Fire, "Saga Expansion Player Cards".`, "Not playable: 4 refused")
	says(t, errs, "may not be played like this")

	file := written(t, "mine.txt", "Heroes\nAragorn (Core Set)\nSméagol\nAllies\n3x Gandalf (Core Set)\n1x Nobody Known\n")
	code, out, _ = muster(t, "decks", "check", file, "--scenario", "mount-doom", "--mode", "epic", "--boon", "Gwaihir", "--fallen", "Aragorn", "--data", data)
	if code != exitWrong {
		t.Errorf("exit code %d", code)
	}
	says(t, out, "mine (text file mine.txt): 4 cards, starting threat 15", "Mount Doom, epic mode, in a campaign", "smeagol-barred", "deck-too-small", "barred-by-scenario",
		"fallen-hero", "warning (unknown-card) (line 6): 1× Nobody Known is not checked")
	says(t, must(t, "decks", "check", "leadership-spirit", "--scenario", "the-black-gate-opens", "--mode", "easy", "--data", data), "Easy mode: each hero starts with 1 more in resources")
}

func TestChecksForPrograms(t *testing.T) {
	_, out, _ := muster(t, "decks", "check", "leadership-spirit", "--scenario", "the-river-running", "--json", "--data", t.TempDir())
	var c checked
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		t.Fatal(err)
	}
	if c.Playable || len(c.Problems) == 0 || c.Problems[0].Code == "" || c.Problems[0].Source == "" || c.Deck.Size != 50 || len(c.Deck.Heroes) != 3 {
		t.Errorf("%+v", c)
	}
}

// RingsDB's codes are known once its cards are imported.
func TestADeckOfRingsDBNeedsItsCards(t *testing.T) {
	data := t.TempDir()
	deck := written(t, "1.json", `{"name":"King","heroes":{"01001":1},"slots":{"01001":1,"01073":3,"99007":1},"sideslots":[]}`)
	says(t, must(t, "decks", "show", deck, "--data", data), "not known: 1× 01001 (line 1)", "muster cards import")
	must(t, "cards", "import", written(t, "all.json", someCards), "--data", data)
	says(t, must(t, "decks", "show", deck, "--data", data), "King (RingsDB file 1.json): 4 cards, starting threat 12", "3× Gandalf", "1× An Errand")
}

func TestWrongDeckCommands(t *testing.T) {
	data := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"check", "nobodys"}, exitWrong, "those are leadership-lore, tactics-spirit"},
		{[]string{"check", filepath.Join(data, "none.txt")}, exitWrong, "none.txt"},
		{[]string{"check", written(t, "x.o8d", "<deck>\n<card>")}, exitWrong, "x.o8d: line 2: "},
		{[]string{"check", "leadership-lore", "--scenario", "mount-dum"}, exitWrong, "use one of the-passing-of-the-grey-company"},
		{[]string{"check", "leadership-lore", "--penalty=-1"}, exitWrong, "the penalty is -1"},
		{[]string{"check", "leadership-lore", "--with", "nobodys"}, exitWrong, "no printed deck of that name"},
		{[]string{"check", "leadership-lore", "--mode", "hard"}, exitUsage, "--mode"},
	} {
		code, _, errs := muster(t, append(append([]string{"decks"}, c.args...), "--data", data)...)
		if code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%v: exit code %d, want %d that says %q:\n%s", c.args, code, c.code, c.says, errs)
		}
	}
}
