// Package rulebook is the table of every keyword and term of the card game that the rules know: where
// it comes from, which file carries it out, which tests hold it. The table is read out of the code's
// own comments (`go run ./cmd/internal/rules/write`), and a test fails when it is not up to date or a
// rule has no code or no test.
package rulebook

import (
	_ "embed"
	"encoding/json"
)

// Entry is one keyword or term.
type Entry struct {
	Rule     string   `json:"rule"`
	Sections []string `json:"sections"` // sources, as the code cites them
	Code     []string `json:"code"`     // "engine/lotr/peril.go: mayAct"
	Tests    []string `json:"tests"`    // "engine/lotr/peril_test.go: TestPeril"
}

//go:embed table.json
var table []byte

// All returns the table in the order of [Names].
func All() []Entry {
	var out []Entry
	if err := json.Unmarshal(table, &out); err != nil {
		panic("the table of rules in the program is damaged: " + err.Error())
	}
	return out
}

// Names returns the keywords and terms that the table has to have, in its order.
func Names() []string {
	return []string{
		"Immune to player card effects", "Archery X", "Peril", "Surge", "Doomed X", "Dire", "Valour",
		"Fortitude tests", "Actions during Fortitude tests", "Phantom", "Assault", "Minas Tirith", "Siege", "City strength",
		"Indestructible", "Guarded (X)", "Ranged", "Sentinel",
		"Fellowship sphere", "Frodo Baggins", "Aragorn", "The One Ring (objective)",
		"Control passes with the first player token", "Last hero passes on", "Staging in player order", "Hero bans",
		"Campaign log", "Campaign setup and resolution", "Boons and burdens", "Replacing Aragorn", "Barring Frodo", "The finale",
		"Contracts", "Sméagol and Gollum", "The One Ring (attachment)", "Master cards", "Side quests",
		"The Power of Mordor", "Quest stages without side quests", "Checklist",
		"Easy mode", "Standard mode", "Nightmare mode", "Deck checks", "Printed decklists", "Deck imports", "Score",
		"Epic: Attack on Dol Guldur", "Epic: The Mountain of Fire",
	}
}
