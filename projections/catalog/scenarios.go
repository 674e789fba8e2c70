package catalog

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
)

// Game is a way to play: a scenario in one of its modes.
type Game struct {
	Key      string   `json:"key"` // "<scenario>/<mode>"
	Scenario string   `json:"scenario"`
	Mode     string   `json:"mode"`
	Title    string   `json:"title"` // of the scenario
	Box      string   `json:"box"`
	Tables   int      `json:"tables"` // teams of a group
	MinAt    int      `json:"minAt"`  // players at each table
	MaxAt    int      `json:"maxAt"`
	Parts    []string `json:"parts,omitempty"` // titles of what the tables play, where they differ
	City     bool     `json:"city"`            // it is about a city strength
	Says     string   `json:"says"`            // "epic: three teams at three tables"
}

// Games lists every way to play that this program knows: epic modes first, then by box as they are
// played in a campaign.
func Games() []Game {
	var epic, standard []Game
	for _, id := range rules.Scenarios() {
		sc, _ := rules.Lookup(id)
		for _, m := range sc.Modes {
			g := game(sc, m)
			if m.Name == "epic" {
				epic = append(epic, g)
			} else {
				standard = append(standard, g)
			}
		}
	}
	return append(epic, standard...)
}

// GameOf returns a way to play by its key; false if there is none such.
func GameOf(key string) (Game, bool) {
	for _, g := range Games() {
		if g.Key == key {
			return g, true
		}
	}
	return Game{}, false
}

func game(sc rules.Scenario, m rules.Mode) Game {
	g := Game{
		Key: sc.ID + "/" + m.Name, Scenario: sc.ID, Mode: m.Name, Title: sc.Name, Box: sc.Box, Tables: m.Tables, MinAt: m.MinAt, MaxAt: m.MaxAt,
		City: sc.City.PerPlayer > 0,
	}
	if g.Box == "" {
		g.Box = sc.Name
	}
	for _, p := range sc.Parts {
		part, _ := rules.Lookup(p)
		g.Parts = append(g.Parts, part.Name)
	}
	g.Says = fmt.Sprintf("one table of %d to %d", m.MinAt, m.MaxAt)
	if m.Tables > 1 {
		g.Says = fmt.Sprintf("%d teams of %d to %d at %d tables", m.Tables, m.MinAt, m.MaxAt, m.Tables)
	}
	return g
}
